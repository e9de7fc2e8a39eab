/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files that appear together or not at all, and none over another. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/figures.h"
#include "support/output-job.h"
#include "support/sample.h"
#include "support/suite.h"

START_TEST (together)
{
  g_autoptr (DeidOutputSet) set = NULL;
  g_autoptr (DeidStoredPolicy) read = NULL;
  g_autoptr (DeidResult) verified = NULL;
  g_autofree char *content = NULL, *digest = NULL, *member = NULL, *certificate = NULL;
  GError *error = NULL;
  struct stat status;
  OutputJob job;

  output_job_init (&job, "together");
  set = output_job_add_all (&job);
  for (guint i = 0; i < 3; i++)
    ck_assert (!g_file_test (job.paths[i], G_FILE_TEST_EXISTS));
  ck_assert (deid_output_set_commit (set, NULL, &error));
  assert_no_error (error);
  ck_assert_uint_eq (count_files_in (job.directory), 3);
  for (guint i = 0; i < 3; i++)
    {
      ck_assert_int_eq (stat (job.paths[i], &status), 0);
      ck_assert_int_eq (status.st_mode & 07777, 0600);
    }
  /* All three have the digest of the bytes of the first. */
  content = read_whole_file (job.paths[0]);
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, content, -1);
  ck_assert_str_eq (deid_output_set_get_release_sha256 (set), digest);
  read = deid_stored_policy_new_from_json_file (job.paths[1], NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (text_of (stored_report (read), "release_sha256"), digest);
  certificate = read_whole_file (job.paths[2]);
  member = g_strdup_printf (",\"release_sha256\":\"%s\"}\n{\"optimum\":", digest);
  ck_assert_ptr_nonnull (strstr (certificate, member));
  verified = verify_with_release (job.paths[2], job.paths[0], job.problem, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (verified) == deid_result_get_loss (job.result));
  output_job_clear (&job);
}
END_TEST

/* Whatever the umask, and none but 0600 before a file is whole. */
START_TEST (modes_of_files)
{
  static const guint modes[] = { 0640, 0666, 0400, 0600 };
  static const mode_t masks[] = { 0, 022, 0777 };
  const mode_t before = umask (0);
  struct stat status;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "modes");
  for (guint i = 0; i < G_N_ELEMENTS (modes) * G_N_ELEMENTS (masks); i++)
    {
      const guint mode = modes[i % G_N_ELEMENTS (modes)];
      g_autoptr (DeidOutputSet) set = deid_output_set_new ();

      umask (masks[i % G_N_ELEMENTS (masks)]);
      ck_assert (deid_output_set_set_mode (set, mode, &error));
      ck_assert (deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error));
      ck_assert (deid_output_set_commit (set, NULL, &error));
      assert_no_error (error);
      ck_assert_int_eq (stat (job.paths[0], &status), 0);
      ck_assert_uint_eq (status.st_mode & 07777, mode);
    }
  umask (before);
  output_job_clear (&job);
}
END_TEST

/* Returns: the rights that some file in a directory gives. */
static guint
join_modes_in (const char *directory)
{
  GDir *dir = g_dir_open (directory, 0, NULL);
  const char *name;
  guint modes = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);
      struct stat status;

      ck_assert_int_eq (stat (path, &status), 0);
      modes |= status.st_mode & 07777;
    }
  g_dir_close (dir);
  return modes;
}

/* A file that is whole waits for the others of its set, which may fail or take their time. */
START_TEST (modes_before_names)
{
  for (guint trial = 0; trial < 3; trial++)
    {
      g_autoptr (DeidOutputSet) set = deid_output_set_new ();
      g_autofree char *name = g_strdup_printf ("waiting-%u", trial);
      GError *error = NULL;
      OutputJob job;

      output_job_init (&job, name);
      ck_assert (deid_output_set_set_mode (set, 0666, NULL));
      ck_assert (deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, NULL));
      ck_assert_uint_eq (join_modes_in (job.directory), 0600);
      ck_assert (deid_output_set_set_mode (set, 0444, NULL));
      ck_assert (deid_output_set_add_stored_policy (set, job.policy, job.paths[1], NULL, NULL));
      ck_assert_uint_eq (count_files_in (job.directory), 2);
      ck_assert_uint_eq (join_modes_in (job.directory), 0600);
      if (trial == 0)
        {
          ck_assert (deid_output_set_commit (set, NULL, &error));
          assert_no_error (error);
          ck_assert_uint_eq (join_modes_in (job.directory), 0666);
        }
      else if (trial == 1)
        {
          ck_assert_int_eq (g_mkdir (job.paths[1], 0700), 0);
          assert_refused (deid_output_set_commit (set, NULL, &error), &error, DEID_ERROR_IO,
                          g_strerror (EISDIR));
          ck_assert_uint_eq (count_files_in (job.directory), 1);
        }
      else
        {
          deid_output_set_discard (set);
          ck_assert_uint_eq (count_files_in (job.directory), 0);
        }
      output_job_clear (&job);
    }
}
END_TEST

START_TEST (bad_modes)
{
  static const guint modes[] = { 0, 0700, 01640, 04600, 01000, 640 };
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      ck_assert (!deid_output_set_set_mode (set, modes[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                    "expected one from 0001 to 0666 without rights to execute", NULL);
    }
  deid_output_set_discard (set);
  ck_assert (!deid_output_set_set_mode (set, 0640, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "discarded", NULL);
}
END_TEST

START_TEST (dropped)
{
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "dropped");
  g_file_set_contents (job.paths[1], "old\n", -1, &error);
  deid_output_set_unref (output_job_add_all (&job));
  check_content (job.paths[1], "old\n");
  ck_assert_uint_eq (count_files_in (job.directory), 1);
  output_job_clear (&job);
}
END_TEST

/* The last rename fails: what was renamed before is put back, the very file, or gone. */
START_TEST (rename_fails)
{
  g_autoptr (DeidOutputSet) set = NULL;
  struct stat before, after;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "rename-fails");
  g_file_set_contents (job.paths[1], "old\n", -1, &error);
  ck_assert_int_eq (stat (job.paths[1], &before), 0);
  set = output_job_add_all (&job);
  ck_assert_int_eq (g_mkdir (job.paths[2], 0700), 0);
  assert_refused (deid_output_set_commit (set, NULL, &error), &error, DEID_ERROR_IO,
                  g_strerror (EISDIR));
  ck_assert (!g_file_test (job.paths[0], G_FILE_TEST_EXISTS));
  check_content (job.paths[1], "old\n");
  ck_assert_int_eq (stat (job.paths[1], &after), 0);
  ck_assert_uint_eq (before.st_ino, after.st_ino);
  ck_assert_uint_eq (count_files_in (job.directory), 2);
  assert_refused (deid_output_set_commit (set, NULL, &error), &error, DEID_ERROR_IMMUTABLE,
                  "committed");
  output_job_clear (&job);
}
END_TEST

/* Of a set that something could not be added to, nothing is published. */
static void
check_spoiled (DeidOutputSet *set, const OutputJob *job, const char *missing)
{
  GError *error = NULL;

  ck_assert (!deid_output_set_commit (set, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, missing, "could not be added",
                NULL);
  ck_assert_uint_eq (count_files_in (job->directory), 0);
  assert_refused (deid_output_set_commit (set, NULL, &error), &error, DEID_ERROR_IMMUTABLE,
                  "committed");
  deid_output_set_discard (set);
  deid_output_set_unref (set);
}

static DeidOutputSet *
add_release (const OutputJob *job)
{
  DeidOutputSet *set = deid_output_set_new ();
  GError *error = NULL;

  ck_assert (deid_output_set_add_release (set, job->release, job->paths[0], NULL, NULL, &error));
  assert_no_error (error);
  return set;
}

START_TEST (release_that_cannot_be_added)
{
  DeidOutputSet *set = deid_output_set_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "no-release");
  g_cancellable_cancel (cancellable);
  ck_assert (
      !deid_output_set_add_release (set, job.release, job.paths[0], NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_output_set_get_release_sha256 (set));
  ck_assert_uint_eq (count_files_in (job.directory), 0);
  check_spoiled (set, &job, job.paths[0]);
  /* Also if what comes later can be added. */
  set = deid_output_set_new ();
  ck_assert (
      !deid_output_set_add_release (set, job.release, job.paths[0], NULL, cancellable, NULL));
  ck_assert (deid_output_set_add_stored_policy (set, job.policy, job.paths[1], NULL, &error));
  ck_assert_uint_eq (count_files_in (job.directory), 1);
  check_spoiled (set, &job, job.paths[0]);
  set = add_release (&job);
  assert_refused (deid_output_set_add_release (set, job.release, job.paths[1], NULL, NULL, &error),
                  &error, DEID_ERROR_INVALID_ARGUMENT, "expected the release first");
  check_spoiled (set, &job, job.paths[1]);
  output_job_clear (&job);
}
END_TEST

START_TEST (file_that_cannot_be_added)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  DeidOutputSet *set;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "not-added");
  g_cancellable_cancel (cancellable);
  set = add_release (&job);
  ck_assert (!deid_output_set_add_certificate (set, job.result, job.paths[2], cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_uint_eq (count_files_in (job.directory), 1);
  check_spoiled (set, &job, job.paths[2]);
  set = add_release (&job);
  assert_refused (deid_output_set_add_stored_policy (set, job.policy, job.directory, NULL, &error),
                  &error, DEID_ERROR_IO, g_strerror (EISDIR));
  check_spoiled (set, &job, job.directory);
  set = add_release (&job);
  assert_refused (deid_output_set_add_stored_policy (set, job.policy, job.paths[0], NULL, &error),
                  &error, DEID_ERROR_INVALID_ARGUMENT, "same file");
  check_spoiled (set, &job, job.paths[0]);
  /* A reservation is a question alone; an input that an output would replace is none. */
  set = add_release (&job);
  assert_refused (deid_output_set_reserve (set, job.directory, &error), &error, DEID_ERROR_IO,
                  g_strerror (EISDIR));
  ck_assert (deid_output_set_commit (set, NULL, &error));
  assert_no_error (error);
  ck_assert_uint_eq (count_files_in (job.directory), 1);
  deid_output_set_unref (set);
  set = deid_output_set_new ();
  ck_assert (deid_output_set_reserve (set, job.paths[0], &error));
  assert_refused (deid_output_set_add_input (set, job.paths[0], &error), &error,
                  DEID_ERROR_INVALID_ARGUMENT, "the input");
  ck_assert_int_eq (g_unlink (job.paths[0]), 0);
  check_spoiled (set, &job, job.paths[0]);
  output_job_clear (&job);
}
END_TEST

/* An input under other names, and outputs that are one file although nothing is there yet. */
START_TEST (one_file)
{
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  const char *input = write_file ("input.csv", "a\n", -1);
  const char *name = get_temporary_file ("name.csv"), *to_input = get_temporary_file ("to-input");
  const char *new_link = get_temporary_file ("to-new"), *other_link = get_temporary_file ("also");
  const char *new_file = get_temporary_file ("new.csv"), *free_file = get_temporary_file ("f.csv");
  GError *error = NULL;

  ck_assert_int_eq (link (input, name), 0);
  ck_assert_int_eq (symlink ("input.csv", to_input), 0);
  ck_assert_int_eq (symlink ("new.csv", new_link), 0);
  ck_assert_int_eq (symlink (new_link, other_link), 0);
  ck_assert (deid_output_set_add_input (set, to_input, &error));
  ck_assert (deid_output_set_add_input (set, "no-such.csv", &error));
  assert_refused (deid_output_set_reserve (set, input, &error), &error, DEID_ERROR_INVALID_ARGUMENT,
                  input);
  assert_refused (deid_output_set_reserve (set, name, &error), &error, DEID_ERROR_INVALID_ARGUMENT,
                  name);
  assert_refused (deid_output_set_reserve (set, to_input, &error), &error,
                  DEID_ERROR_INVALID_ARGUMENT, "the input");
  ck_assert (deid_output_set_reserve (set, new_link, &error));
  assert_refused (deid_output_set_reserve (set, new_link, &error), &error,
                  DEID_ERROR_INVALID_ARGUMENT, "the output");
  assert_refused (deid_output_set_reserve (set, other_link, &error), &error,
                  DEID_ERROR_INVALID_ARGUMENT, new_link);
  assert_refused (deid_output_set_reserve (set, new_file, &error), &error,
                  DEID_ERROR_INVALID_ARGUMENT, new_file);
  ck_assert (deid_output_set_reserve (set, free_file, &error));
  for (guint i = 0; i < 2; i++)
    ck_assert (deid_output_set_reserve (set, "/dev/null", &error));
  /* Where an output is, nothing is read. */
  g_file_set_contents (free_file, "a\n", -1, NULL);
  deid_output_set_unref (set);
  set = deid_output_set_new ();
  ck_assert (deid_output_set_reserve (set, free_file, &error));
  assert_refused (deid_output_set_add_input (set, free_file, &error), &error,
                  DEID_ERROR_INVALID_ARGUMENT, "the input");
}
END_TEST

/* What came between the reservation and the file is seen. */
START_TEST (one_file_later)
{
  const char *input = write_file ("read.csv", "a\n", -1);
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "later");
  for (guint trial = 0; trial < 3; trial++)
    {
      g_autoptr (DeidOutputSet) set = deid_output_set_new ();

      ck_assert (deid_output_set_add_input (set, input, &error));
      ck_assert (deid_output_set_reserve (set, job.paths[0], &error));
      ck_assert (deid_output_set_reserve (set, job.paths[1], &error));
      if (trial == 2)
        {
          ck_assert (
              deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error));
          ck_assert (
              deid_output_set_add_stored_policy (set, job.policy, job.paths[1], NULL, &error));
          ck_assert (deid_output_set_commit (set, NULL, &error));
          continue;
        }
      ck_assert_int_eq (symlink (trial == 0 ? input : "policy.json", job.paths[0]), 0);
      assert_refused (
          deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error), &error,
          DEID_ERROR_INVALID_ARGUMENT, trial == 0 ? input : job.paths[1]);
      ck_assert_int_eq (g_unlink (job.paths[0]), 0);
    }
  check_content (input, "a\n");
  output_job_clear (&job);
}
END_TEST

/* The pipe gets nothing before all else is ready, and nothing else appears if it fails. */
START_TEST (pipe_in_a_set)
{
  g_autofree char *path = g_strdup (get_temporary_file ("pipe")), *content = g_malloc0 (65536);
  g_autoptr (DeidOutputSet) set = NULL;
  GError *error = NULL;
  int reader;
  OutputJob job;

  signal (SIGPIPE, SIG_IGN);
  output_job_init (&job, "with-pipe");
  ck_assert_int_eq (mkfifo (path, 0600), 0);
  for (guint trial = 0; trial < 2; trial++)
    {
      g_free (job.paths[0]);
      job.paths[0] = g_strdup (path);
      reader = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
      set = output_job_add_all (&job);
      ck_assert_int_le (read (reader, content, 65535), 0);
      if (trial == 0)
        {
          close (reader);
          assert_refused (deid_output_set_commit (set, NULL, &error), &error, DEID_ERROR_IO,
                          g_strerror (EPIPE));
          ck_assert_uint_eq (count_files_in (job.directory), 0);
        }
      else
        {
          g_autofree char *expected = sample_write_csv (job.release, "expected.csv");

          ck_assert (deid_output_set_commit (set, NULL, &error));
          ck_assert_int_gt (read (reader, content, 65535), 0);
          close (reader);
          ck_assert_str_eq (content, expected);
          ck_assert_uint_eq (count_files_in (job.directory), 2);
        }
      g_clear_pointer (&set, deid_output_set_unref);
    }
  output_job_clear (&job);
}
END_TEST

START_TEST (discarded)
{
  g_autoptr (DeidOutputSet) set = NULL;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "discarded");
  set = output_job_add_all (&job);
  ck_assert_uint_eq (count_files_in (job.directory), 3);
  deid_output_set_discard (set);
  ck_assert_uint_eq (count_files_in (job.directory), 0);
  deid_output_set_discard (set);
  assert_refused (deid_output_set_commit (set, NULL, &error), &error, DEID_ERROR_IMMUTABLE,
                  "discarded");
  assert_refused (deid_output_set_reserve (set, job.paths[0], &error), &error, DEID_ERROR_IMMUTABLE,
                  "discarded");
  assert_refused (deid_output_set_add_input (set, "no-such.csv", &error), &error,
                  DEID_ERROR_IMMUTABLE, "discarded");
  assert_refused (deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error),
                  &error, DEID_ERROR_IMMUTABLE, "discarded");
  assert_refused (deid_output_set_add_stored_policy (set, job.policy, job.paths[0], NULL, &error),
                  &error, DEID_ERROR_IMMUTABLE, "discarded");
  assert_refused (deid_output_set_add_certificate (set, job.result, job.paths[0], NULL, &error),
                  &error, DEID_ERROR_IMMUTABLE, "discarded");
  ck_assert_uint_eq (count_files_in (job.directory), 0);
  output_job_clear (&job);
}
END_TEST

static gpointer
discard_soon (gpointer set)
{
  g_usleep (2000);
  deid_output_set_discard (set);
  return NULL;
}

/* Another thread discards while files are added: none is left, whatever was going on. */
START_TEST (discarded_meanwhile)
{
  OutputJob job;

  output_job_init (&job, "meanwhile");
  for (guint trial = 0; trial < count_trials (20); trial++)
    {
      g_autoptr (DeidOutputSet) set = deid_output_set_new ();
      GThread *thread = g_thread_new ("discard", discard_soon, set);

      for (guint i = 0; i < 1000; i++)
        {
          g_autofree char *path = g_strdup_printf ("%s/%u.json", job.directory, i);

          if (!deid_output_set_add_stored_policy (set, job.policy, path, NULL, NULL))
            break;
        }
      ck_assert (!deid_output_set_commit (set, NULL, NULL));
      g_thread_join (thread);
      ck_assert_uint_eq (count_files_in (job.directory), 0);
    }
  output_job_clear (&job);
}
END_TEST

/* A text of the host's appears with the others, and over none of them. */
START_TEST (text_of_the_host)
{
  g_autoptr (DeidOutputSet) set = NULL;
  g_autofree char *path = NULL;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "text");
  path = g_build_filename (job.directory, "own.txt", NULL);
  set = output_job_add_all (&job);
  ck_assert (deid_output_set_add_text (set, "own\n", path, NULL, &error));
  assert_no_error (error);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  ck_assert (deid_output_set_commit (set, NULL, &error));
  assert_no_error (error);
  check_content (path, "own\n");
  g_clear_pointer (&set, deid_output_set_unref);
  set = deid_output_set_new ();
  ck_assert (deid_output_set_add_input (set, job.paths[0], &error));
  ck_assert (!deid_output_set_add_text (set, "own\n", job.paths[0], NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "the same file as the input",
                NULL);
  output_job_clear (&job);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("output-set");
  TCase *set = tcase_create ("together");
  TCase *conflicts = tcase_create ("conflicts");

  tcase_add_test (set, together);
  tcase_add_test (set, modes_of_files);
  tcase_add_test (set, modes_before_names);
  tcase_add_test (set, bad_modes);
  tcase_add_test (set, dropped);
  tcase_add_test (set, rename_fails);
  tcase_add_test (set, release_that_cannot_be_added);
  tcase_add_test (set, file_that_cannot_be_added);
  tcase_add_test (set, pipe_in_a_set);
  tcase_add_test (set, discarded);
  tcase_add_test (set, discarded_meanwhile);
  tcase_add_test (set, text_of_the_host);
  suite_add_tcase (suite, set);
  tcase_add_test (conflicts, one_file);
  tcase_add_test (conflicts, one_file_later);
  suite_add_tcase (suite, conflicts);
  return suite;
}
