/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

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

/* Compares or sets a line. Returns: whether it is as expected. */
typedef gboolean (*GoldenLineFunc) (Golden *golden, const char *key, const char *line);

/* Hands each line of a run to @func. Returns: whether @func said so of all of them. */
typedef gboolean (*GoldenRunFunc) (Golden *golden, gconstpointer run, GoldenLineFunc func);

/* Compares the lines of a run with those of the file at @path, and then puts them into the one at
 * @new_path, which begins with @header. Without a path there is nothing to do. Fails with
 * %DEID_ERROR_VERIFICATION if they differ. */
gboolean golden_check_run (const char *path, const char *new_path, const char *header,
                           GoldenRunFunc for_each_line, gconstpointer run, GError **error);

/* The same for a file that is nothing but the lines of a run, in its order: writes it, or compares
 * it with @counts, which are its first lines only if @is_part. */
gboolean golden_check_text (const char *path, const GString *counts, gboolean is_part,
                            gboolean writes, GError **error);
