/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What a command-line tool says of itself. --help, its man page and the completions of shells are
 * made of it. */

/* Options that --help-NAME shows together. */
typedef struct
{
  const char *name; /* NULL for the options of everyday, which --help shows */
  const char *title;
  const GOptionEntry *entries[4]; /* tables, up to a NULL */
} ToolGroup;

typedef struct
{
  const char *name;
  const char *summary;            /* a line without a full stop */
  const char *const *description; /* paragraphs, up to a NULL */
  const ToolGroup *groups;        /* up to one without a title; the first has those of everyday */
  const char *const *statuses;    /* what each exit status means, from 0 on, up to a NULL */
  const char *example;            /* a command */
} Tool;

/* Reads the command line, where nothing but options may stand. --version and --help end the
 * process. */
gboolean tool_read_command_line (const Tool *tool, int argc, char **argv, GError **error);

/* Tells whether a tool has an option, such as `output`. */
gboolean tool_has_option (const Tool *tool, const char *option);

/* Tells whether an option with a value in @argv, such as `--output`, has the value `-`, also where
 * the command line as a whole cannot be read. */
gboolean tool_is_stream (const char *option, int argc, char **argv);
