/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A file that is written: whole or not at all, and taken back. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output-file.h"
#include "support/suite.h"

static guint
count_files (const char *directory)
{
  GDir *dir = g_dir_open (directory, 0, NULL);
  guint n = 0;

  ck_assert_ptr_nonnull (dir);
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

static void
check_content (const char *path, const char *expected)
{
  g_autofree char *content = NULL;
  GError *error = NULL;

  g_file_get_contents (path, &content, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (content, expected);
}

START_TEST (output_file_commit)
{
  const char *path = get_temporary_file ("commit.txt");
  g_autofree char *directory = g_path_get_dirname (path);
  const guint n_files = count_files (directory);
  GError *error = NULL;
  DeidOutputFile file;
  struct stat status;

  ck_assert (deid_output_file_open (&file, path, FALSE, NULL, &error));
  assert_no_error (error);
  deid_output_file_puts (&file, "text\n");
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  ck_assert (deid_output_file_commit (&file, &error));
  assert_no_error (error);
  check_content (path, "text\n");
  ck_assert_int_eq (stat (path, &status), 0);
  ck_assert_int_eq (status.st_mode & 07777, 0600);
  ck_assert_uint_eq (count_files (directory), n_files + 1);
}
END_TEST

START_TEST (output_file_replaces)
{
  const char *path = write_file ("replaced.txt", "old\n", -1);
  GError *error = NULL;
  DeidOutputFile file;
  struct stat status;

  ck_assert_int_eq (g_chmod (path, 0644), 0);
  ck_assert (deid_output_file_open (&file, path, FALSE, NULL, &error));
  deid_output_file_puts (&file, "new\n");
  check_content (path, "old\n");
  ck_assert (deid_output_file_commit (&file, &error));
  assert_no_error (error);
  check_content (path, "new\n");
  ck_assert_int_eq (stat (path, &status), 0);
  ck_assert_int_eq (status.st_mode & 07777, 0600);
}
END_TEST

START_TEST (output_file_clear)
{
  const char *path = get_temporary_file ("abandoned.txt");
  const char *kept = write_file ("kept.txt", "old\n", -1);
  g_autofree char *directory = g_path_get_dirname (path);
  const guint n_files = count_files (directory);
  GError *error = NULL;
  DeidOutputFile file;

  ck_assert (deid_output_file_open (&file, path, FALSE, NULL, &error));
  deid_output_file_puts (&file, "text\n");
  deid_output_file_clear (&file);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  ck_assert (deid_output_file_open (&file, kept, FALSE, NULL, &error));
  deid_output_file_puts (&file, "text\n");
  deid_output_file_clear (&file);
  check_content (kept, "old\n");
  ck_assert_uint_eq (count_files (directory), n_files);
}
END_TEST

/* Returns: whether the one file that another process finds beside a target is locked. */
static gboolean
is_locked (const char *path, const char *temporary)
{
  g_autofree char *directory = g_path_get_dirname (path);
  g_autofree char *whole = g_build_filename (directory, temporary, NULL);
  const int descriptor = open (whole, O_RDONLY);
  gboolean locked;

  ck_assert_int_ge (descriptor, 0);
  locked = flock (descriptor, LOCK_SH | LOCK_NB) != 0;
  close (descriptor);
  return locked;
}

/* A temporary file tells from its name what it is and from its lock that a process has use for it,
 * also between its end and its rename. */
START_TEST (output_file_locks)
{
  const char *path = get_temporary_file ("locked.txt");
  GError *error = NULL;
  DeidOutputFile file;

  ck_assert (deid_output_file_open (&file, path, FALSE, NULL, &error));
  ck_assert (g_regex_match_simple ("^locked\\.txt\\.deid-[a-z0-9]{6}$", file.temporary, 0, 0));
  ck_assert (is_locked (path, file.temporary));
  ck_assert (deid_output_file_finish (&file, TRUE, &error));
  ck_assert (is_locked (path, file.temporary));
  ck_assert (deid_output_file_rename (&file, TRUE, &error));
  ck_assert (!is_locked (path, "locked.txt"));
  deid_output_file_clear (&file);
}
END_TEST

/* Beyond the size limit of a process writing fails as on a full disk. */
START_TEST (output_file_keeps_old_on_failure)
{
  const char *path = write_file ("full.txt", "old\n", -1);
  g_autofree char *directory = g_path_get_dirname (path);
  const guint n_files = count_files (directory);
  struct rlimit limit, small;
  GError *error = NULL;
  DeidOutputFile file;
  gboolean committed;

  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &limit);
  small = limit;
  small.rlim_cur = 1000;
  ck_assert (deid_output_file_open (&file, path, FALSE, NULL, &error));
  setrlimit (RLIMIT_FSIZE, &small);
  for (guint i = 0; i < 10000; i++)
    deid_output_file_puts (&file, "text\n");
  committed = deid_output_file_commit (&file, &error);
  setrlimit (RLIMIT_FSIZE, &limit);
  ck_assert (!committed);
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, path, g_strerror (EFBIG), NULL);
  check_content (path, "old\n");
  ck_assert_uint_eq (count_files (directory), n_files);
}
END_TEST

START_TEST (output_file_failures)
{
  const char *absent = get_temporary_file ("absent/file.txt");
  const char *path = get_temporary_file ("inside.txt");
  g_autofree char *directory = g_path_get_dirname (path);
  GError *error = NULL;
  DeidOutputFile file;

  ck_assert (!deid_output_file_open (&file, absent, FALSE, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, absent, NULL);
  ck_assert (!deid_output_file_open (&file, directory, FALSE, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, directory, NULL);
  /* The path becomes a directory, over which no file can be renamed. */
  ck_assert (deid_output_file_open (&file, path, FALSE, NULL, &error));
  deid_output_file_puts (&file, "text\n");
  ck_assert_int_eq (g_mkdir (path, 0700), 0);
  ck_assert (!deid_output_file_commit (&file, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, path, NULL);
  ck_assert (g_file_test (path, G_FILE_TEST_IS_DIR));
  ck_assert_int_eq (g_rmdir (path), 0);
}
END_TEST

START_TEST (output_file_device)
{
  GError *error = NULL;
  DeidOutputFile file;

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      note_skipped ();
      return;
    }
  ck_assert (deid_output_file_open (&file, "/dev/full", FALSE, NULL, &error));
  assert_no_error (error);
  /* More than a buffer: the first failure is not the last call's. */
  for (guint i = 0; i < 100000; i++)
    deid_output_file_puts (&file, "text\n");
  ck_assert (!deid_output_file_commit (&file, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "/dev/full", g_strerror (ENOSPC), NULL);
  ck_assert (!g_file_test ("/dev/full", G_FILE_TEST_IS_REGULAR));
  ck_assert (deid_output_file_open (&file, "/dev/null", FALSE, NULL, &error));
  deid_output_file_puts (&file, "text\n");
  ck_assert (deid_output_file_commit (&file, &error));
  assert_no_error (error);
  ck_assert (!g_file_test ("/dev/null", G_FILE_TEST_IS_REGULAR));
}
END_TEST

static void
write_new (DeidOutputFile *file, const char *path)
{
  GError *error = NULL;

  ck_assert (deid_output_file_open (file, path, TRUE, NULL, &error));
  deid_output_file_puts (file, "new\n");
  ck_assert (deid_output_file_finish (file, TRUE, &error));
  assert_no_error (error);
}

/* What stood there comes back, the very file, and what was not there goes. */
START_TEST (output_file_undo)
{
  const char *old_path = write_file ("undone.txt", "old\n", -1);
  const char *new_path = get_temporary_file ("undone-new.txt");
  g_autofree char *directory = g_path_get_dirname (old_path);
  const guint n_files = count_files (directory);
  struct stat before, after;
  DeidOutputFile files[2];
  GError *error = NULL;

  ck_assert_int_eq (stat (old_path, &before), 0);
  write_new (&files[0], old_path);
  write_new (&files[1], new_path);
  for (guint i = 0; i < 2; i++)
    ck_assert (deid_output_file_rename (&files[i], TRUE, &error));
  check_content (old_path, "new\n");
  check_content (new_path, "new\n");
  ck_assert_uint_eq (count_files (directory), n_files + 2); /* one is aside */
  for (guint i = 0; i < 2; i++)
    {
      deid_output_file_undo (&files[i]);
      deid_output_file_clear (&files[i]);
    }
  check_content (old_path, "old\n");
  ck_assert_int_eq (stat (old_path, &after), 0);
  ck_assert_uint_eq (before.st_ino, after.st_ino);
  ck_assert (!g_file_test (new_path, G_FILE_TEST_EXISTS));
  ck_assert_uint_eq (count_files (directory), n_files);
}
END_TEST

/* Once it is published, nothing is kept aside. */
START_TEST (output_file_rename_for_good)
{
  const char *path = write_file ("renamed.txt", "old\n", -1);
  g_autofree char *directory = g_path_get_dirname (path);
  const guint n_files = count_files (directory);
  GError *error = NULL;
  DeidOutputFile file;

  write_new (&file, path);
  ck_assert (deid_output_file_rename (&file, TRUE, &error));
  deid_output_file_clear (&file);
  check_content (path, "new\n");
  ck_assert_uint_eq (count_files (directory), n_files);
}
END_TEST

/* A rename that fails leaves what stood there: here the temporary file is gone. */
START_TEST (output_file_rename_fails)
{
  const char *path = write_file ("stays.txt", "old\n", -1);
  g_autofree char *directory = g_path_get_dirname (path), *temporary = NULL;
  const guint n_files = count_files (directory);
  GError *error = NULL;
  DeidOutputFile file;

  write_new (&file, path);
  temporary = g_build_filename (directory, file.temporary, NULL);
  ck_assert_int_eq (g_unlink (temporary), 0);
  ck_assert (!deid_output_file_rename (&file, TRUE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, path, g_strerror (ENOENT), NULL);
  deid_output_file_clear (&file);
  check_content (path, "old\n");
  ck_assert_uint_eq (count_files (directory), n_files);
}
END_TEST

/* The digest is of the bytes as they are, however they come in: of the first 200,000 numbers, a
 * digit each. */
START_TEST (output_file_checksum)
{
  const char *path = get_temporary_file ("checksum.txt");
  g_autofree char *content = NULL, *expected = NULL, *found = NULL;
  GError *error = NULL;
  DeidOutputFile file;
  gsize length;

  ck_assert (deid_output_file_open (&file, path, FALSE, NULL, &error));
  file.checksum = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; i < 200000; i++)
    if (i % 3 == 0)
      deid_output_file_write (&file, &"0123456789"[i % 10], 1);
    else
      deid_output_file_put (&file, (char) ('0' + i % 10));
  ck_assert (deid_output_file_finish (&file, FALSE, &error));
  expected = g_strdup (g_checksum_get_string (file.checksum));
  ck_assert (deid_output_file_rename (&file, FALSE, &error));
  deid_output_file_clear (&file);
  g_file_get_contents (path, &content, &length, NULL);
  ck_assert_uint_eq (length, 200000);
  ck_assert_str_eq (content + length - 4, "6789");
  found = g_compute_checksum_for_string (G_CHECKSUM_SHA256, content, -1);
  ck_assert_str_eq (found, expected);
}
END_TEST

static gpointer
read_slowly (gpointer data)
{
  const int descriptor = GPOINTER_TO_INT (data);
  gsize n_bytes = 0;
  gssize n_read;
  char block[4096];

  g_usleep (10000);
  while ((n_read = read (descriptor, block, sizeof block)) > 0)
    n_bytes += (gsize) n_read;
  return GSIZE_TO_POINTER (n_bytes);
}

/* A descriptor of this process is written as it is, here a pipe that does not block and is soon
 * full; spooled, not before it is sent. */
START_TEST (output_file_own_descriptor)
{
  g_autofree char *path = NULL;
  int pipe_ends[2];
  GError *error = NULL;
  DeidOutputFile file;
  GThread *reader;
  char byte;

  if (!g_file_test ("/proc/self/fd", G_FILE_TEST_IS_DIR))
    {
      note_skipped ();
      return;
    }
  ck_assert_int_eq (pipe (pipe_ends), 0);
  ck_assert_int_eq (fcntl (pipe_ends[0], F_SETFL, O_NONBLOCK), 0);
  ck_assert_int_eq (fcntl (pipe_ends[1], F_SETFL, O_NONBLOCK), 0);
  path = g_strdup_printf ("/proc/self/fd/%d", pipe_ends[1]);
  ck_assert (deid_output_file_open (&file, path, TRUE, NULL, &error));
  assert_no_error (error);
  for (guint i = 0; i < 200000; i++)
    deid_output_file_puts (&file, "text\n");
  ck_assert (deid_output_file_finish (&file, TRUE, &error));
  ck_assert_int_eq (read (pipe_ends[0], &byte, 1), -1);
  ck_assert_int_eq (errno, EAGAIN);
  ck_assert_int_eq (fcntl (pipe_ends[0], F_SETFL, 0), 0);
  reader = g_thread_new ("reader", read_slowly, GINT_TO_POINTER (pipe_ends[0]));
  ck_assert (deid_output_file_send (&file, NULL, &error));
  assert_no_error (error);
  deid_output_file_clear (&file);
  close (pipe_ends[1]);
  ck_assert_uint_eq (GPOINTER_TO_SIZE (g_thread_join (reader)), 1000000);
  close (pipe_ends[0]);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("output-file");
  TCase *files = tcase_create ("files");
  TCase *sets = tcase_create ("what sets do with files");

  tcase_add_test (files, output_file_commit);
  tcase_add_test (files, output_file_replaces);
  tcase_add_test (files, output_file_clear);
  tcase_add_test (files, output_file_locks);
  tcase_add_test (files, output_file_keeps_old_on_failure);
  tcase_add_test (files, output_file_failures);
  tcase_add_test (files, output_file_device);
  suite_add_tcase (suite, files);
  tcase_add_test (sets, output_file_undo);
  tcase_add_test (sets, output_file_rename_for_good);
  tcase_add_test (sets, output_file_rename_fails);
  tcase_add_test (sets, output_file_checksum);
  tcase_add_test (sets, output_file_own_descriptor);
  suite_add_tcase (suite, sets);
  return suite;
}
