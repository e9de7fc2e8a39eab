/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The models and searches that the library has, by their specifications. */

/* Calls @add for each title and, behind it, for each form of it with its summary. */
typedef void (*SpecificationFunc) (gpointer data, const char *form, const char *summary);
void list_specifications (void (*add_title) (gpointer data, const char *title),
                          SpecificationFunc add, gpointer data);

/* Returns: (transfer full) (nullable): the names that an option takes, separated by blanks. */
char *list_names_of_option (const char *option);
