/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <sys/stat.h>

/* Where a path to be written leads, once all links were followed. What stands there may change at
 * any time; only the directory stays the one that was looked at. */
typedef struct
{
  char *path;    /* as it was given, for messages */
  int directory; /* a descriptor of the directory, or -1 */
  char *name;    /* of the file in it */
  int own; /* the descriptor of this process that the path names, as /dev/stdout does, or -1 */
  gboolean exists;
  struct stat status; /* of the file or, if there is none, of the directory */
} DeidOutputTarget;

/* Follows links, also one that leads to no file yet, and opens the directory that the last one
 * leads to.
 *
 * Errors: %DEID_ERROR_IO, also for what is no place to write a table to: a directory, a disk, a
 * socket; a device or pipe of another user; and a link of another user in a directory that all may
 * write to and whose files only their owners may remove (as Linux's `protected_symlinks`). */
gboolean deid_output_target_init (DeidOutputTarget *target, const char *path, GError **error);
void deid_output_target_clear (DeidOutputTarget *target);

/* Tells whether a file is replaced there as a whole; if not, the stream is written directly. */
gboolean deid_output_target_is_file (const DeidOutputTarget *target);

/* Tells whether both are one file, or will be when they are written. */
gboolean deid_output_target_equal (const DeidOutputTarget *a, const DeidOutputTarget *b);

/* Checks that a file could be made in the directory, where one is made.
 * Errors: %DEID_ERROR_IO. */
gboolean deid_output_target_check_directory (const DeidOutputTarget *target, GError **error);

/* Checks that a descriptor that was opened is what may be written directly.
 * Errors: %DEID_ERROR_IO. */
gboolean deid_output_target_check (const char *path, const struct stat *status, GError **error);
