/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/output-file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <deid/deid.h>

#include "base/files.h"
#include "base/memory.h"

#define BUFFER_SIZE          65536
#define OUTPUT_FILE_MAX_NAME 200 /* bytes of the name; a temporary one has 16 more */
#define MAX_TRIALS           100
#define READER_TRIALS        100
#define MILLISECOND          1000 /* in microseconds */
#define N_RANDOM_LETTERS     6
#define OWNER_ONLY           (S_IRUSR | S_IWUSR)

/* A random name in the directory of a file: `out.csv.deid-k3j2h1` for the new file while it is
 * written, `out.csv.deid-old-k3j2h1` for the file that it replaces.
 * Returns: (transfer full): the name. */
static char *
make_name (const char *name, const char *kind)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  char random[N_RANDOM_LETTERS + 1] = "";

  for (guint i = 0; i < N_RANDOM_LETTERS; i++)
    random[i] = letters[g_random_int_range (0, (gint32) strlen (letters))];
  return g_strdup_printf ("%.*s.deid-%s%s", OUTPUT_FILE_MAX_NAME, name, kind, random);
}

/* Keeps the temporary file open and locked until it is renamed or removed. A temporary file without
 * a lock was left by a killed run, except on a file system that cannot lock files.
 * Returns: an errno, or 0. */
static int
output_file_keep (DeidOutputFile *file)
{
  file->kept = fcntl (file->descriptor, F_DUPFD_CLOEXEC, 3);
  if (file->kept < 0)
    return errno;
  (void) flock (file->kept, LOCK_EX | LOCK_NB);
  return 0;
}

static void
let_go (DeidOutputFile *file)
{
  if (file->kept >= 0)
    close (file->kept);
  file->kept = -1;
}

/* Returns: an errno, or 0. */
static int
create_temporary (DeidOutputFile *file)
{
  const DeidOutputTarget *target = &file->target;
  int code = EEXIST;

  for (guint i = 0; i < MAX_TRIALS && code == EEXIST; i++)
    {
      g_autofree char *name = make_name (target->name, "");

      file->descriptor = openat (target->directory, name,
                                 O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, OWNER_ONLY);
      code = file->descriptor < 0 ? errno : 0;
      if (code == 0)
        file->temporary = g_steal_pointer (&name);
    }
  if (code == 0)
    code = output_file_keep (file);
  if (code == 0 && fchmod (file->descriptor, OWNER_ONLY) != 0)
    code = errno;
  return code;
}

/* A pipe that nobody reads as yet is waited for, but not forever: whoever reads it may just be
 * starting. */
static int
open_directly (const DeidOutputTarget *target, GCancellable *cancellable)
{
  int descriptor = -1;

  if (target->own >= 0)
    return fcntl (target->own, F_DUPFD_CLOEXEC, 3);
  for (guint i = 0;
       i < READER_TRIALS && descriptor < 0 && !g_cancellable_is_cancelled (cancellable); i++)
    {
      descriptor = openat (target->directory, target->name,
                           O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
      if (descriptor < 0 && (errno != ENXIO || !S_ISFIFO (target->status.st_mode)))
        break;
      if (descriptor < 0 && i + 1 < READER_TRIALS)
        g_usleep (10 * MILLISECOND);
    }
  return descriptor;
}

/* Whatever was there when its path was looked at: the descriptor tells what it is now. */
static gboolean
create_direct (DeidOutputFile *file, GError **error)
{
  const DeidOutputTarget *target = &file->target;
  struct stat status;

  file->descriptor = open_directly (target, file->cancellable);
  if (g_cancellable_set_error_if_cancelled (file->cancellable, error))
    return FALSE;
  if (file->descriptor < 0 || fstat (file->descriptor, &status) != 0)
    return deid_file_fail (target->path, "create the file", errno, error);
  return target->own >= 0 || deid_output_target_check (target->path, &status, error);
}

/* What is published directly in the end waits in a file without a name. */
static gboolean
create_spool (DeidOutputFile *file, GError **error)
{
  g_autofree char *name = g_build_filename (g_get_tmp_dir (), "deid-XXXXXX", NULL);

  file->direct = file->descriptor;
  file->descriptor = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, OWNER_ONLY);
  if (file->descriptor < 0)
    return deid_file_fail (name, "create the file", errno, error);
  unlink (name);
  return TRUE;
}

static gboolean
create (DeidOutputFile *file, gboolean spooled, GError **error)
{
  int code;

  file->buffer = deid_alloc (BUFFER_SIZE, 1, error);
  if (file->buffer == NULL)
    return FALSE;
  if (!deid_output_target_is_file (&file->target))
    return create_direct (file, error) && (!spooled || create_spool (file, error));
  code = create_temporary (file);
  return code == 0 || deid_file_fail (file->target.path, "create the file", code, error);
}

gboolean
deid_output_file_open_target (DeidOutputFile *file, DeidOutputTarget *target, gboolean spooled,
                              GCancellable *cancellable, GError **error)
{
  *file = (DeidOutputFile){ .target = *target,
                            .descriptor = -1,
                            .direct = -1,
                            .kept = -1,
                            .mode = OWNER_ONLY,
                            .cancellable = cancellable };
  *target = (DeidOutputTarget){ .directory = -1, .own = -1 };
  if (create (file, spooled, error))
    return TRUE;
  deid_output_file_clear (file);
  return FALSE;
}

gboolean
deid_output_file_open_stream (DeidOutputFile *file, GOutputStream *stream,
                              GCancellable *cancellable, GError **error)
{
  *file = (DeidOutputFile){ .target = { .directory = -1, .own = -1 },
                            .descriptor = -1,
                            .direct = -1,
                            .kept = -1,
                            .stream = stream,
                            .cancellable = cancellable,
                            .buffer = deid_alloc (BUFFER_SIZE, 1, error) };
  return file->buffer != NULL;
}

gboolean
deid_output_file_open (DeidOutputFile *file, const char *path, gboolean spooled,
                       GCancellable *cancellable, GError **error)
{
  DeidOutputTarget target;

  return deid_output_target_init (&target, path, error)
         && deid_output_file_open_target (file, &target, spooled, cancellable, error);
}

/* Tells whether writing may have to wait. A descriptor of the process does what its flags say,
 * which are not ours to change. */
static gboolean
can_block (int descriptor)
{
  const int flags = fcntl (descriptor, F_GETFL);
  struct stat status;

  return flags >= 0 && (flags & O_NONBLOCK) == 0 && fstat (descriptor, &status) == 0
         && !S_ISREG (status.st_mode);
}

/* Writes all to a descriptor, which may be one that does not block. To one that does, a call that
 * can be cancelled writes no more at a time than what a pipe with room takes without waiting.
 * Returns: an errno, or 0. */
static int
write_all (int descriptor, const char *bytes, gsize n_bytes, GCancellable *cancellable)
{
  const gboolean waits = cancellable != NULL && can_block (descriptor);

  while (n_bytes > 0)
    {
      gssize n_written;

      if (waits)
        deid_wait_for_descriptor (descriptor, G_IO_OUT, cancellable);
      if (g_cancellable_is_cancelled (cancellable))
        return ECANCELED;
      n_written = write (descriptor, bytes, waits ? MIN (n_bytes, PIPE_BUF) : n_bytes);
      if (n_written > 0)
        {
          bytes += n_written;
          n_bytes -= (gsize) n_written;
        }
      else if (n_written == 0)
        return EIO;
      else if (errno == EAGAIN || errno == EWOULDBLOCK)
        deid_wait_for_descriptor (descriptor, G_IO_OUT, cancellable);
      else if (errno != EINTR)
        return errno;
    }
  return 0;
}

/* Writes the buffer to the stream. Not every class of streams looks at the cancellable, and what
 * gives an error has failed, whatever it returns.
 * Returns: an errno, or 0. */
static int
write_stream (DeidOutputFile *file)
{
  gsize n_written = 0;

  while (n_written < file->n_buffered)
    {
      gssize n;

      if (g_cancellable_is_cancelled (file->cancellable))
        return ECANCELED;
      n = g_output_stream_write (file->stream, file->buffer + n_written,
                                 file->n_buffered - n_written, file->cancellable, &file->error);
      if (n <= 0 || file->error != NULL)
        return EIO;
      n_written += (gsize) n;
    }
  return 0;
}

static void
flush (DeidOutputFile *file)
{
  if (file->checksum != NULL)
    g_checksum_update (file->checksum, (const guchar *) file->buffer, (gssize) file->n_buffered);
  if (file->code == 0 && file->stream != NULL)
    file->code = write_stream (file);
  else if (file->code == 0)
    file->code = write_all (file->descriptor, file->buffer, file->n_buffered, file->cancellable);
  file->n_buffered = 0;
}

void
deid_output_file_write (DeidOutputFile *file, const char *bytes, gsize n_bytes)
{
  while (n_bytes > 0)
    {
      const gsize n = MIN (n_bytes, BUFFER_SIZE - file->n_buffered);

      memcpy (file->buffer + file->n_buffered, bytes, n);
      file->n_buffered += n;
      bytes += n;
      n_bytes -= n;
      if (file->n_buffered == BUFFER_SIZE)
        flush (file);
    }
}

void
deid_output_file_put (DeidOutputFile *file, char c)
{
  file->buffer[file->n_buffered++] = c;
  if (file->n_buffered == BUFFER_SIZE)
    flush (file);
}

void
deid_output_file_puts (DeidOutputFile *file, const char *text)
{
  deid_output_file_write (file, text, strlen (text));
}

/* Sets the error of the first failure, if there was one. */
static gboolean
output_file_report (DeidOutputFile *file, GError **error)
{
  if (file->code == 0)
    return TRUE;
  if (file->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&file->error));
      return FALSE;
    }
  return !(file->code == ECANCELED
           && g_cancellable_set_error_if_cancelled (file->cancellable, error))
         && deid_file_fail (file->stream == NULL ? file->target.path : "stream", "write the file",
                            file->code, error);
}

static gboolean
output_file_finish (DeidOutputFile *file, gboolean synced, GError **error)
{
  /* The name of the temporary file may be taken away meanwhile by another thread. */
  const gboolean is_file = deid_output_target_is_file (&file->target);

  flush (file);
  if (file->stream != NULL)
    return output_file_report (file, error);
  if (file->code == 0 && synced && is_file && fsync (file->descriptor) != 0)
    file->code = errno;
  if (file->direct < 0)
    {
      /* A file system may tell only now that something failed. */
      if (close (file->descriptor) != 0 && file->code == 0 && errno != EINTR)
        file->code = errno;
      file->descriptor = -1;
    }
  return output_file_report (file, error);
}

gboolean
deid_output_file_finish (DeidOutputFile *file, gboolean synced, GError **error)
{
  const gboolean success = output_file_finish (file, synced, error);

  file->cancellable = NULL;
  return success;
}

/* Returns: an errno, or 0. */
static int
copy_spool (DeidOutputFile *file, GCancellable *cancellable)
{
  off_t offset = 0;
  gssize n_read;

  while ((n_read = pread (file->descriptor, file->buffer, BUFFER_SIZE, offset)) > 0)
    {
      const int code = write_all (file->direct, file->buffer, (gsize) n_read, cancellable);

      if (code != 0)
        return code;
      offset += n_read;
    }
  return n_read < 0 ? errno : 0;
}

gboolean
deid_output_file_send (DeidOutputFile *file, GCancellable *cancellable, GError **error)
{
  int code;

  if (file->direct < 0)
    return TRUE;
  code = copy_spool (file, cancellable);
  if (close (file->direct) != 0 && code == 0 && errno != EINTR)
    code = errno;
  file->direct = -1;
  if (code == ECANCELED && g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  return code == 0 || deid_file_fail (file->target.path, "write the file", code, error);
}

/* A second name keeps what stands there. Where files have one name only it is renamed, and for a
 * moment nothing stands there.
 * Returns: an errno, or 0, also if there is nothing to be kept. */
static int
keep_aside (DeidOutputFile *file)
{
  const DeidOutputTarget *target = &file->target;
  int code = EEXIST;

  for (guint i = 0; i < MAX_TRIALS && code == EEXIST; i++)
    {
      g_autofree char *name = make_name (target->name, "old-");

      code = linkat (target->directory, target->name, target->directory, name, 0) == 0 ? 0 : errno;
      if (code != 0 && code != EEXIST && code != ENOENT)
        code = renameat (target->directory, target->name, target->directory, name) == 0 ? 0 : errno;
      if (code == 0)
        file->aside = g_steal_pointer (&name);
    }
  return code == ENOENT ? 0 : code;
}

/* That the new name reaches the disk is a help after a power failure, and no more. */
static void
sync_directory (const DeidOutputTarget *target)
{
  const int descriptor = openat (target->directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (descriptor < 0)
    return;
  (void) fsync (descriptor);
  close (descriptor);
}

/* A directory may have taken the place since, and stays. */
static gboolean
is_directory (const DeidOutputTarget *target)
{
  struct stat status;

  return fstatat (target->directory, target->name, &status, AT_SYMLINK_NOFOLLOW) == 0
         && S_ISDIR (status.st_mode);
}

/* Others may read the file from now on: it is whole, and so are all that are renamed with it. The
 * mask of the process does not matter here.
 * Returns: an errno, or 0. */
static int
rename_open (const DeidOutputFile *file)
{
  const DeidOutputTarget *target = &file->target;

  return (file->mode == OWNER_ONLY || fchmod (file->kept, file->mode) == 0)
                 && renameat (target->directory, file->temporary, target->directory, target->name)
                        == 0
             ? 0
             : errno;
}

gboolean
deid_output_file_rename (DeidOutputFile *file, gboolean undoable, GError **error)
{
  const DeidOutputTarget *target = &file->target;
  int code = 0;

  if (file->temporary == NULL)
    return TRUE;
  if (is_directory (target))
    code = EISDIR;
  else if (undoable)
    code = keep_aside (file);
  if (code == 0)
    code = rename_open (file);
  if (code != 0)
    {
      deid_output_file_undo (file);
      return deid_file_fail (target->path, "write the file", code, error);
    }
  g_clear_pointer (&file->temporary, g_free);
  let_go (file);
  file->is_renamed = undoable;
  sync_directory (target);
  return TRUE;
}

void
deid_output_file_undo (DeidOutputFile *file)
{
  const DeidOutputTarget *target = &file->target;

  if (file->aside != NULL)
    {
      /* Nothing is done by this if both are names of one file. */
      if (renameat (target->directory, file->aside, target->directory, target->name) == 0)
        unlinkat (target->directory, file->aside, 0);
      g_clear_pointer (&file->aside, g_free);
    }
  else if (file->is_renamed)
    unlinkat (target->directory, target->name, 0);
  file->is_renamed = FALSE;
}

void
deid_output_file_remove (DeidOutputFile *file)
{
  if (file->temporary != NULL)
    unlinkat (file->target.directory, file->temporary, 0);
  let_go (file);
  g_clear_pointer (&file->temporary, g_free);
}

void
deid_output_file_clear (DeidOutputFile *file)
{
  deid_output_file_remove (file);
  if (file->aside != NULL)
    unlinkat (file->target.directory, file->aside, 0);
  if (file->descriptor >= 0)
    close (file->descriptor);
  if (file->direct >= 0)
    close (file->direct);
  g_free (file->aside);
  g_free (file->buffer);
  g_clear_error (&file->error);
  g_clear_pointer (&file->checksum, g_checksum_free);
  deid_output_target_clear (&file->target);
  *file = (DeidOutputFile){
    .target = { .directory = -1, .own = -1 }, .descriptor = -1, .direct = -1, .kept = -1
  };
}

gboolean
deid_output_file_commit (DeidOutputFile *file, GError **error)
{
  GCancellable *cancellable = file->cancellable;
  const gboolean success = deid_output_file_finish (file, TRUE, error)
                           && deid_output_file_send (file, cancellable, error)
                           && deid_output_file_rename (file, FALSE, error);

  deid_output_file_clear (file);
  return success;
}
