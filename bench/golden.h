/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What must not change unless the algorithms do: a line for each thing measured, kept in a file
 * beside the program. A line begins with a key and a space. */
typedef struct
{
  char *path;
  GPtrArray *lines; /* of char */
} Golden;

/* A file that is not there has no lines if it is to be written. */
gboolean golden_read (Golden *golden, const char *path, gboolean may_be_absent, GError **error);
void golden_clear (Golden *golden);

/* Prints the difference as a diff does.
 * Returns: whether there is none. */
gboolean golden_compare (const Golden *golden, const char *key, const char *line);

/* Replaces the line of a key or adds it. */
void golden_set (Golden *golden, const char *key, const char *line);

/* @header says what the lines consist of. */
gboolean golden_write (const Golden *golden, const char *header, GError **error);
