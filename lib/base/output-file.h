/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
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

/* A file that appears whole or not at all: it is written beside the place that its path leads to,
 * with mode 0600, and gets its own mode right before it is renamed in the end. What is no regular
 * file (a terminal, a pipe, a descriptor of this process) is written directly, and so is a stream
 * of the caller's. Failures to write are kept until the end. */
typedef struct
{
  DeidOutputTarget target;
  int descriptor; /* of what is being written, or -1 */
  int direct;     /* of what is to be written from a spool in the end, or -1 */
  int kept;       /* a descriptor that keeps the temporary file locked until it is renamed, or -1 */
  guint mode; /* of the regular file that it becomes, 0600 unless somebody put another one here */
  char *temporary; /* the name in the target's directory of what is being written, or NULL */
  char *aside;     /* that of the file that stood there, as long as this can be undone, or NULL */
  gboolean is_renamed;       /* and can be undone */
  GOutputStream *stream;     /* that is written to instead, the caller's, or NULL */
  GCancellable *cancellable; /* the caller's until the file is finished, or NULL */
  GChecksum *checksum;       /* SHA-256 of what is written if somebody put one here, or NULL */
  char *buffer;
  gsize n_buffered;
  int code;      /* the errno of the first failure, or 0 */
  GError *error; /* what the stream said of it, or NULL */
} DeidOutputFile;

/* Opens a file by its path. With @spooled, nothing is written directly before it is published. What
 * takes its time can be cancelled: waiting for a reader, and writing to what blocks.
 *
 * On failure the file is clear. Errors: %DEID_ERROR_IO; %DEID_ERROR_NO_MEMORY;
 * %G_IO_ERROR_CANCELLED, as those of the functions below. */
gboolean deid_output_file_open (DeidOutputFile *file, const char *path, gboolean spooled,
                                GCancellable *cancellable, GError **error);

/* Opens a stream of the caller's, which is neither flushed nor closed. What was written of it
 * cannot be taken back. Errors: %DEID_ERROR_NO_MEMORY; later those of the stream. */
gboolean deid_output_file_open_stream (DeidOutputFile *file, GOutputStream *stream,
                                       GCancellable *cancellable, GError **error);

/* The same as the first with a path that was resolved, which is taken, also on failure. */
gboolean deid_output_file_open_target (DeidOutputFile *file, DeidOutputTarget *target,
                                       gboolean spooled, GCancellable *cancellable, GError **error);

void deid_output_file_write (DeidOutputFile *file, const char *bytes, gsize n_bytes);
void deid_output_file_put (DeidOutputFile *file, char c);
void deid_output_file_puts (DeidOutputFile *file, const char *text);

/* Writes what is left in the buffer; with @synced also to the disk, where it is a regular file.
 * Errors: %DEID_ERROR_IO. */
gboolean deid_output_file_finish (DeidOutputFile *file, gboolean synced, GError **error);

/* Publishes a finished file that is to be written directly; does nothing to others.
 * Errors: %DEID_ERROR_IO, %G_IO_ERROR_CANCELLED. */
gboolean deid_output_file_send (DeidOutputFile *file, GCancellable *cancellable, GError **error);

/* Publishes a finished file by renaming it; does nothing to others. With @undoable, what stood
 * there stays aside until the file is cleared. Errors: %DEID_ERROR_IO. */
gboolean deid_output_file_rename (DeidOutputFile *file, gboolean undoable, GError **error);

/* Takes a rename back, as far as possible. */
void deid_output_file_undo (DeidOutputFile *file);

/* Removes the temporary file, and nothing else. */
void deid_output_file_remove (DeidOutputFile *file);

/* Removes what was not published, and what is aside. */
void deid_output_file_clear (DeidOutputFile *file);

/* Finishes, publishes and clears; on failure nothing is left behind. Errors: %DEID_ERROR_IO. */
gboolean deid_output_file_commit (DeidOutputFile *file, GError **error);
