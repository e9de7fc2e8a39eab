/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The options of programs that time something for a number of values. */
typedef struct
{
  int n_values;
  int n_samples;
  gboolean quick; /* fewer values, once */
} ValueOptions;

/* Reads the command line; @options has the defaults. Returns: whether it can be done, and otherwise
 * why not on standard error. */
gboolean read_value_options (ValueOptions *options, const char *summary, int argc, char **argv);
