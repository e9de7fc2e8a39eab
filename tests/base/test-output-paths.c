/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a table is written: links, other names, devices and pipes. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "support/suite.h"

#define TEXT   "a\nx\n"
#define NOBODY 65534 /* any user but root */

static DeidDataset *
make_table (void)
{
  DeidDataset *table = deid_dataset_new ("table");

  ck_assert (
      deid_dataset_add_string_column (table, "a", (const char *const[]){ "x" }, 1, NULL, NULL));
  ck_assert (deid_dataset_set_role (table, "a", DEID_ROLE_INSENSITIVE, NULL));
  return table;
}

static void
write_table (const char *path)
{
  g_autoptr (DeidDataset) table = make_table ();
  GError *error = NULL;

  deid_dataset_write_csv (table, path, NULL, NULL, &error);
  assert_no_error (error);
}

static void
refuse_table (const char *path, const char *reason)
{
  g_autoptr (DeidDataset) table = make_table ();
  GError *error = NULL;

  ck_assert (!deid_dataset_write_csv (table, path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, path, reason, NULL);
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

static void
check_link (const char *path, const char *expected)
{
  g_autofree char *text = g_file_read_link (path, NULL);

  ck_assert_msg (text != NULL, "%s is no link any more", path);
  ck_assert_str_eq (text, expected);
}

/* Makes a directory of its own for a test. */
static char *
make_directory (const char *name)
{
  char *path = g_strdup (get_temporary_file (name));

  ck_assert_int_eq (g_mkdir (path, 0700), 0);
  return path;
}

static char *
make_link (const char *directory, const char *name, const char *text)
{
  char *path = g_build_filename (directory, name, NULL);

  ck_assert_int_eq (symlink (text, path), 0);
  return path;
}

static guint
count_files (const char *directory)
{
  GDir *dir = g_dir_open (directory, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

/* The last file of a chain of links, relative and absolute ones, is replaced. */
START_TEST (links_stay)
{
  g_autofree char *directory = make_directory ("chain"), *inner = make_directory ("chain/inner");
  g_autofree char *file = g_build_filename (inner, "file.csv", NULL);
  g_autofree char *absolute = make_link (inner, "absolute", file);
  g_autofree char *relative = make_link (directory, "relative", "inner/../inner/absolute");

  g_file_set_contents (file, "old\n", -1, NULL);
  write_table (relative);
  check_link (relative, "inner/../inner/absolute");
  check_link (absolute, file);
  check_content (file, TEXT);
  ck_assert_uint_eq (count_files (directory), 2);
  ck_assert_uint_eq (count_files (inner), 2);
}
END_TEST

START_TEST (dangling_link)
{
  g_autofree char *directory = make_directory ("dangling"), *inner = make_directory ("dangling/in");
  g_autofree char *link = make_link (directory, "link", "in/new.csv");
  g_autofree char *lost = make_link (directory, "lost", "nowhere/new.csv");
  g_autofree char *file = g_build_filename (inner, "new.csv", NULL);

  write_table (link);
  check_link (link, "in/new.csv");
  check_content (file, TEXT);
  refuse_table (lost, g_strerror (ENOENT));
  check_link (lost, "nowhere/new.csv");
  ck_assert_uint_eq (count_files (directory), 3);
}
END_TEST

START_TEST (links_in_a_circle)
{
  g_autofree char *directory = make_directory ("circle");
  g_autofree char *one = make_link (directory, "one", "two");
  g_autofree char *two = make_link (directory, "two", "one");

  refuse_table (one, g_strerror (ELOOP));
  check_link (two, "one");
}
END_TEST

/* Other names of a file that is replaced keep what was there. */
START_TEST (hard_links_keep_the_old)
{
  g_autofree char *directory = make_directory ("names");
  g_autofree char *one = g_build_filename (directory, "one", NULL);
  g_autofree char *two = g_build_filename (directory, "two", NULL);

  g_file_set_contents (one, "old\n", -1, NULL);
  ck_assert_int_eq (link (one, two), 0);
  write_table (two);
  check_content (one, "old\n");
  check_content (two, TEXT);
}
END_TEST

/* In a directory for all, a link of somebody else may lead anywhere. */
START_TEST (link_of_another_user)
{
  g_autofree char *directory = make_directory ("for-all");
  g_autofree char *file = g_build_filename (directory, "file.csv", NULL);
  g_autofree char *link = make_link (directory, "link", "file.csv");

  if (geteuid () != 0)
    {
      note_skipped ();
      return;
    }
  g_file_set_contents (file, "old\n", -1, NULL);
  ck_assert_int_eq (chmod (directory, 01777), 0);
  ck_assert_int_eq (lchown (link, NOBODY, (gid_t) -1), 0);
  refuse_table (link, "another user");
  check_content (file, "old\n");
  /* That of the directory's owner is trusted, as is one where not all may write. */
  ck_assert_int_eq (chown (directory, NOBODY, (gid_t) -1), 0);
  write_table (link);
  check_content (file, TEXT);
  g_file_set_contents (file, "old\n", -1, NULL);
  ck_assert_int_eq (chown (directory, 0, (gid_t) -1), 0);
  ck_assert_int_eq (chmod (directory, 0755), 0);
  write_table (link);
  check_content (file, TEXT);
}
END_TEST

static char *
make_pipe (const char *name)
{
  char *path = g_strdup (get_temporary_file (name));

  ck_assert_int_eq (mkfifo (path, 0600), 0);
  return path;
}

/* The pipe is read, through a link, and stays a pipe. */
START_TEST (named_pipe)
{
  g_autofree char *path = make_pipe ("pipe");
  g_autofree char *directory = g_path_get_dirname (path);
  g_autofree char *link = make_link (directory, "to-pipe", "pipe");
  const int reader = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  char content[16] = "";
  struct stat status;

  ck_assert_int_ge (reader, 0);
  write_table (link);
  ck_assert_int_eq (read (reader, content, sizeof content - 1), strlen (TEXT));
  ck_assert_str_eq (content, TEXT);
  close (reader);
  ck_assert_int_eq (lstat (path, &status), 0);
  ck_assert (S_ISFIFO (status.st_mode));
}
END_TEST

/* Nobody reads: the call comes back. */
START_TEST (pipe_without_reader)
{
  g_autofree char *path = make_pipe ("unread");

  refuse_table (path, g_strerror (ENXIO));
}
END_TEST

START_TEST (pipe_of_another_user)
{
  g_autofree char *path = make_pipe ("foreign");
  int reader;
  char byte;

  if (geteuid () != 0)
    {
      note_skipped ();
      return;
    }
  ck_assert_int_eq (chown (path, NOBODY, (gid_t) -1), 0);
  reader = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  refuse_table (path, "belongs to another user");
  ck_assert_int_le (read (reader, &byte, 1), 0);
  close (reader);
}
END_TEST

START_TEST (not_to_be_written)
{
  g_autofree char *directory = make_directory ("places");
  g_autofree char *slash = g_strconcat (directory, "/new/", NULL);
  g_autofree char *link = make_link (directory, "to-directory", ".");
  g_autofree char *path = g_build_filename (directory, "s", NULL);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  const int descriptor = socket (AF_UNIX, SOCK_STREAM, 0);

  refuse_table (directory, g_strerror (EISDIR));
  refuse_table (slash, g_strerror (EISDIR));
  refuse_table (link, g_strerror (EISDIR));
  refuse_table ("", g_strerror (ENOENT));
  if (strlen (path) < sizeof address.sun_path)
    {
      strcpy (address.sun_path, path);
      ck_assert_int_eq (bind (descriptor, (struct sockaddr *) &address, sizeof address), 0);
      refuse_table (path, "expected a regular file, a pipe or a character device");
      g_unlink (path);
    }
  close (descriptor);
  ck_assert_uint_eq (count_files (directory), 1);
}
END_TEST

/* There is room for a temporary name beside the longest one. */
START_TEST (long_name)
{
  g_autofree char *directory = make_directory ("long");
  g_autofree char *name = g_strnfill (255, 'n');
  g_autofree char *path = g_build_filename (directory, name, NULL);

  write_table (path);
  check_content (path, TEXT);
  ck_assert_uint_eq (count_files (directory), 1);
}
END_TEST

/* A link that names a descriptor, as /dev/stdout does: a private one. The file behind it is written
 * on where it stands, and is not replaced. */
START_TEST (link_to_a_descriptor)
{
  const char *path = write_file ("open.csv", "before\n", -1);
  const int descriptor = open (path, O_WRONLY | O_APPEND | O_CLOEXEC);
  g_autofree char *text = g_strdup_printf ("/proc/self/fd/%d", descriptor);
  g_autofree char *directory = make_directory ("dev");
  g_autofree char *link = make_link (directory, "stdout", text);

  if (!g_file_test (text, G_FILE_TEST_EXISTS))
    {
      note_skipped ();
      return;
    }
  write_table (link);
  check_link (link, text);
  check_content (path, "before\n" TEXT);
  ck_assert_int_eq (write (descriptor, "after\n", 6), 6);
  check_content (path, "before\n" TEXT "after\n");
  close (descriptor);
}
END_TEST

/* As another user, in a process of its own: root may write everywhere. */
START_TEST (directory_that_is_read_only)
{
  g_autofree char *directory = make_directory ("read-only");
  g_autofree char *path = g_build_filename (directory, "new.csv", NULL);
  g_autofree char *parent = g_path_get_dirname (directory);

  if (geteuid () == 0
      && (chmod (parent, 0755) != 0 || chown (directory, NOBODY, (gid_t) -1) != 0
          || seteuid (NOBODY) != 0))
    {
      note_skipped ();
      return;
    }
  ck_assert_int_eq (chmod (directory, 0500), 0);
  refuse_table (path, g_strerror (EACCES));
  ck_assert_int_eq (chmod (directory, 0700), 0);
  ck_assert_int_eq (seteuid (getuid ()), 0);
  ck_assert_uint_eq (count_files (directory), 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("output-paths");
  TCase *links = tcase_create ("links and names");
  TCase *others = tcase_create ("what is no file");

  tcase_add_test (links, links_stay);
  tcase_add_test (links, dangling_link);
  tcase_add_test (links, links_in_a_circle);
  tcase_add_test (links, hard_links_keep_the_old);
  tcase_add_test (links, link_of_another_user);
  tcase_add_test (links, long_name);
  suite_add_tcase (suite, links);
  tcase_add_test (others, named_pipe);
  tcase_add_test (others, pipe_without_reader);
  tcase_add_test (others, pipe_of_another_user);
  tcase_add_test (others, not_to_be_written);
  tcase_add_test (others, link_to_a_descriptor);
  tcase_add_test (others, directory_that_is_read_only);
  suite_add_tcase (suite, others);
  return suite;
}
