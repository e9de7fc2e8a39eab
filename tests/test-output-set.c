/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files that appear together or not at all, and none over another. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sample.h"
#include "suite.h"

/* A release, and where its files go. */
typedef struct
{
  DeidProblem *problem;
  DeidResult *result;
  DeidDataset *release;
  DeidStoredPolicy *policy;
  char *directory;
  char *paths[3]; /* of the release, the policy and the certificate */
} Job;

static void
job_init (Job *job, const char *name)
{
  static const char *const names[] = { "release.csv", "policy.json", "proof.jsonl" };
  g_autofree Sample *sample = g_new (Sample, 1);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  GError *error = NULL;

  sample_init_random (sample, rand, 60, 2);
  job->problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:3", 0.2);
  job->result = deid_search_run (search, job->problem, NULL, &error);
  assert_no_error (error);
  job->release = deid_result_apply (job->result, NULL, &error);
  assert_no_error (error);
  job->policy = deid_stored_policy_new (job->result, &error);
  assert_no_error (error);
  job->directory = g_strdup (get_temporary_file (name));
  ck_assert_int_eq (g_mkdir (job->directory, 0700), 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    job->paths[i] = g_build_filename (job->directory, names[i], NULL);
}

static void
job_clear (Job *job)
{
  deid_problem_unref (job->problem);
  deid_result_unref (job->result);
  deid_dataset_unref (job->release);
  deid_stored_policy_unref (job->policy);
  g_free (job->directory);
  for (guint i = 0; i < 3; i++)
    g_free (job->paths[i]);
}

static DeidOutputSet *
add_all (const Job *job)
{
  DeidOutputSet *set = deid_output_set_new ();
  GError *error = NULL;

  ck_assert (deid_output_set_add_release (set, job->release, job->paths[0], NULL, NULL, &error));
  ck_assert (deid_output_set_add_policy (set, job->policy, job->paths[1], &error));
  ck_assert (deid_output_set_add_certificate (set, job->result, job->paths[2], NULL, &error));
  assert_no_error (error);
  return set;
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

static char *
read_file (const char *path)
{
  GError *error = NULL;
  char *content;

  g_file_get_contents (path, &content, NULL, &error);
  assert_no_error (error);
  return content;
}

static void
check_content (const char *path, const char *expected)
{
  g_autofree char *content = read_file (path);

  ck_assert_str_eq (content, expected);
}

static void
refuse (gboolean success, GError **error, int code, const char *text)
{
  ck_assert (!success);
  assert_error (error, DEID_ERROR, code, text, NULL);
}

START_TEST (together)
{
  g_autoptr (DeidOutputSet) set = NULL;
  g_autoptr (DeidStoredPolicy) read = NULL;
  g_autoptr (DeidResult) verified = NULL;
  g_autofree char *content = NULL, *digest = NULL, *member = NULL, *certificate = NULL;
  GError *error = NULL;
  struct stat status;
  Job job;

  job_init (&job, "together");
  set = add_all (&job);
  for (guint i = 0; i < 3; i++)
    ck_assert (!g_file_test (job.paths[i], G_FILE_TEST_EXISTS));
  ck_assert (deid_output_set_commit (set, &error));
  assert_no_error (error);
  ck_assert_uint_eq (count_files (job.directory), 3);
  for (guint i = 0; i < 3; i++)
    {
      ck_assert_int_eq (stat (job.paths[i], &status), 0);
      ck_assert_int_eq (status.st_mode & 07777, 0600);
    }
  /* All three have the digest of the bytes of the first. */
  content = read_file (job.paths[0]);
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, content, -1);
  ck_assert_str_eq (deid_output_set_get_release_sha256 (set), digest);
  read = deid_stored_policy_new_from_file (job.paths[1], &error);
  assert_no_error (error);
  ck_assert_str_eq (deid_stored_policy_get_release_sha256 (read), digest);
  certificate = read_file (job.paths[2]);
  member = g_strdup_printf (",\"release_sha256\":\"%s\"}\n{\"optimum\":", digest);
  ck_assert_ptr_nonnull (strstr (certificate, member));
  verified = deid_certificate_verify_with_release (job.paths[2], job.paths[0], job.problem, NULL,
                                                   NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (verified) == deid_result_get_loss (job.result));
  job_clear (&job);
}
END_TEST

/* A stored policy keeps the digest that it was read with, and has none otherwise. */
START_TEST (digest_of_a_stored_policy)
{
  g_autofree char *text = NULL, *again = NULL, *content = NULL;
  g_autoptr (DeidOutputSet) set = NULL;
  g_autoptr (DeidStoredPolicy) read = NULL;
  GError *error = NULL;
  Job job;

  job_init (&job, "stored");
  ck_assert_ptr_null (deid_stored_policy_get_release_sha256 (job.policy));
  text = deid_stored_policy_to_string (job.policy);
  ck_assert_ptr_null (strstr (text, "release_sha256"));
  set = add_all (&job);
  ck_assert (deid_output_set_commit (set, &error));
  content = read_file (job.paths[1]);
  read = deid_stored_policy_new_from_file (job.paths[1], &error);
  assert_no_error (error);
  again = deid_stored_policy_to_string (read);
  ck_assert_ptr_nonnull (strstr (again, deid_output_set_get_release_sha256 (set)));
  ck_assert (g_str_has_prefix (content, again));
  /* As for the policy alone, so in a set without a release. */
  deid_output_set_unref (set);
  set = deid_output_set_new ();
  ck_assert (deid_output_set_add_policy (set, job.policy, job.paths[1], &error));
  ck_assert_ptr_null (deid_output_set_get_release_sha256 (set));
  ck_assert (deid_output_set_commit (set, &error));
  g_free (content);
  content = read_file (job.paths[1]);
  ck_assert (g_str_has_prefix (content, text));
  job_clear (&job);
}
END_TEST

static void
refuse_policy (const char *text, const char *digest, const char *other)
{
  g_auto (GStrv) parts = g_strsplit (text, digest, 2);
  g_autofree char *changed = g_strconcat (parts[0], other, parts[1], NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_stored_policy_new_from_string (changed, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "release_sha256", NULL);
}

static void
refuse_certificate (const Job *job, const char *path, const char *release, const char *reason)
{
  GError *error = NULL;

  ck_assert_ptr_null (
      deid_certificate_verify_with_release (path, release, job->problem, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, path, "line 1: ", reason, NULL);
}

/* Writes a certificate whose first line has another digest. */
static const char *
change_certificate (const Job *job, const char *digest, const char *other)
{
  g_autofree char *text = read_file (job->paths[2]);
  g_auto (GStrv) parts = g_strsplit (text, digest, 2);
  g_autofree char *changed = g_strconcat (parts[0], other, parts[1], NULL);

  return write_file ("changed.jsonl", changed, -1);
}

START_TEST (digests_that_are_wrong)
{
  g_autoptr (DeidOutputSet) set = NULL;
  g_autofree char *policy = NULL, *upper = NULL;
  const char *digest, *other = write_file ("other.csv", "q0,q1\n", -1), *path;
  g_autofree char *zeros = g_strnfill (64, '0'), *longer = g_strnfill (65, '0');
  GError *error = NULL;
  Job job;

  job_init (&job, "wrong");
  set = add_all (&job);
  ck_assert (deid_output_set_commit (set, &error));
  digest = deid_output_set_get_release_sha256 (set);
  upper = g_ascii_strup (digest, -1);
  policy = read_file (job.paths[1]);
  refuse_policy (policy, digest, "");
  refuse_policy (policy, digest, longer);
  refuse_policy (policy, digest, upper);
  refuse_certificate (&job, job.paths[2], other, "that of ");
  path = change_certificate (&job, digest, zeros);
  refuse_certificate (&job, path, job.paths[0], "that of ");
  path = change_certificate (&job, digest, upper);
  refuse_certificate (&job, path, NULL, "expected 64 hexadecimal digits");
  path = change_certificate (&job, digest, longer);
  refuse_certificate (&job, path, NULL, "expected 64 hexadecimal digits");
  /* One that was written alone belongs to no release. */
  ck_assert (deid_result_write_certificate (job.result, job.paths[2], NULL, &error));
  refuse_certificate (&job, job.paths[2], job.paths[0], "is missing");
  ck_assert_ptr_null (deid_certificate_verify_with_release (job.paths[2], job.directory,
                                                            job.problem, NULL, NULL, NULL, NULL));
  job_clear (&job);
}
END_TEST

START_TEST (released_file_that_cannot_be_read)
{
  g_autoptr (DeidOutputSet) set = NULL;
  GError *error = NULL;
  Job job;

  job_init (&job, "unread");
  set = add_all (&job);
  ck_assert (deid_output_set_commit (set, &error));
  ck_assert_ptr_null (deid_certificate_verify_with_release (job.paths[2], job.directory,
                                                            job.problem, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, job.directory, g_strerror (EISDIR), NULL);
  ck_assert_ptr_null (deid_certificate_verify_with_release (job.paths[2], "no-such.csv",
                                                            job.problem, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "no-such.csv", g_strerror (ENOENT), NULL);
  job_clear (&job);
}
END_TEST

START_TEST (dropped)
{
  GError *error = NULL;
  Job job;

  job_init (&job, "dropped");
  g_file_set_contents (job.paths[1], "old\n", -1, &error);
  deid_output_set_unref (add_all (&job));
  check_content (job.paths[1], "old\n");
  ck_assert_uint_eq (count_files (job.directory), 1);
  job_clear (&job);
}
END_TEST

/* The last rename fails: what was renamed before is put back, the very file, or gone. */
START_TEST (rename_fails)
{
  g_autoptr (DeidOutputSet) set = NULL;
  struct stat before, after;
  GError *error = NULL;
  Job job;

  job_init (&job, "rename-fails");
  g_file_set_contents (job.paths[1], "old\n", -1, &error);
  ck_assert_int_eq (stat (job.paths[1], &before), 0);
  set = add_all (&job);
  ck_assert_int_eq (g_mkdir (job.paths[2], 0700), 0);
  refuse (deid_output_set_commit (set, &error), &error, DEID_ERROR_IO, g_strerror (EISDIR));
  ck_assert (!g_file_test (job.paths[0], G_FILE_TEST_EXISTS));
  check_content (job.paths[1], "old\n");
  ck_assert_int_eq (stat (job.paths[1], &after), 0);
  ck_assert_uint_eq (before.st_ino, after.st_ino);
  ck_assert_uint_eq (count_files (job.directory), 2);
  refuse (deid_output_set_commit (set, &error), &error, DEID_ERROR_IMMUTABLE, "committed");
  job_clear (&job);
}
END_TEST

/* A file that cannot be made is not added, and leaves the others. */
START_TEST (file_that_cannot_be_added)
{
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;
  Job job;

  job_init (&job, "not-added");
  g_cancellable_cancel (cancellable);
  ck_assert (
      !deid_output_set_add_release (set, job.release, job.paths[0], NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_output_set_get_release_sha256 (set));
  ck_assert_uint_eq (count_files (job.directory), 0);
  ck_assert (deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error));
  ck_assert (!deid_output_set_add_certificate (set, job.result, job.paths[2], cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  refuse (deid_output_set_add_policy (set, job.policy, job.directory, &error), &error,
          DEID_ERROR_IO, g_strerror (EISDIR));
  refuse (deid_output_set_add_release (set, job.release, job.paths[1], NULL, NULL, &error), &error,
          DEID_ERROR_INVALID_ARGUMENT, "expected the release first");
  refuse (deid_output_set_add_policy (set, job.policy, job.paths[0], &error), &error,
          DEID_ERROR_INVALID_ARGUMENT, "same file");
  ck_assert_uint_eq (count_files (job.directory), 1);
  ck_assert (deid_output_set_commit (set, &error));
  ck_assert (g_file_test (job.paths[0], G_FILE_TEST_EXISTS));
  ck_assert_uint_eq (count_files (job.directory), 1);
  job_clear (&job);
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
  refuse (deid_output_set_reserve (set, input, &error), &error, DEID_ERROR_INVALID_ARGUMENT, input);
  refuse (deid_output_set_reserve (set, name, &error), &error, DEID_ERROR_INVALID_ARGUMENT, name);
  refuse (deid_output_set_reserve (set, to_input, &error), &error, DEID_ERROR_INVALID_ARGUMENT,
          "the input");
  ck_assert (deid_output_set_reserve (set, new_link, &error));
  refuse (deid_output_set_reserve (set, new_link, &error), &error, DEID_ERROR_INVALID_ARGUMENT,
          "the output");
  refuse (deid_output_set_reserve (set, other_link, &error), &error, DEID_ERROR_INVALID_ARGUMENT,
          new_link);
  refuse (deid_output_set_reserve (set, new_file, &error), &error, DEID_ERROR_INVALID_ARGUMENT,
          new_file);
  ck_assert (deid_output_set_reserve (set, free_file, &error));
  for (guint i = 0; i < 2; i++)
    ck_assert (deid_output_set_reserve (set, "/dev/null", &error));
  /* Where an output is, nothing is read. */
  g_file_set_contents (free_file, "a\n", -1, NULL);
  deid_output_set_unref (set);
  set = deid_output_set_new ();
  ck_assert (deid_output_set_reserve (set, free_file, &error));
  refuse (deid_output_set_add_input (set, free_file, &error), &error, DEID_ERROR_INVALID_ARGUMENT,
          "the input");
}
END_TEST

/* What came between the reservation and the file is seen. */
START_TEST (one_file_later)
{
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  const char *input = write_file ("read.csv", "a\n", -1);
  GError *error = NULL;
  Job job;

  job_init (&job, "later");
  ck_assert (deid_output_set_add_input (set, input, &error));
  ck_assert (deid_output_set_reserve (set, job.paths[0], &error));
  ck_assert (deid_output_set_reserve (set, job.paths[1], &error));
  ck_assert_int_eq (symlink (input, job.paths[0]), 0);
  refuse (deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error), &error,
          DEID_ERROR_INVALID_ARGUMENT, input);
  ck_assert_int_eq (g_unlink (job.paths[0]), 0);
  ck_assert_int_eq (symlink ("policy.json", job.paths[0]), 0);
  refuse (deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error), &error,
          DEID_ERROR_INVALID_ARGUMENT, job.paths[1]);
  ck_assert_int_eq (g_unlink (job.paths[0]), 0);
  ck_assert (deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error));
  ck_assert (deid_output_set_add_policy (set, job.policy, job.paths[1], &error));
  ck_assert (deid_output_set_commit (set, &error));
  check_content (input, "a\n");
  job_clear (&job);
}
END_TEST

/* The pipe gets nothing before all else is ready, and nothing else appears if it fails. */
START_TEST (pipe_in_a_set)
{
  g_autofree char *path = g_strdup (get_temporary_file ("pipe")), *content = g_malloc0 (65536);
  g_autoptr (DeidOutputSet) set = NULL;
  GError *error = NULL;
  int reader;
  Job job;

  signal (SIGPIPE, SIG_IGN);
  job_init (&job, "with-pipe");
  ck_assert_int_eq (mkfifo (path, 0600), 0);
  for (guint trial = 0; trial < 2; trial++)
    {
      g_free (job.paths[0]);
      job.paths[0] = g_strdup (path);
      reader = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
      set = add_all (&job);
      ck_assert_int_le (read (reader, content, 65535), 0);
      if (trial == 0)
        {
          close (reader);
          refuse (deid_output_set_commit (set, &error), &error, DEID_ERROR_IO, g_strerror (EPIPE));
          ck_assert_uint_eq (count_files (job.directory), 0);
        }
      else
        {
          g_autofree char *expected = sample_write_csv (job.release, "expected.csv");

          ck_assert (deid_output_set_commit (set, &error));
          ck_assert_int_gt (read (reader, content, 65535), 0);
          close (reader);
          ck_assert_str_eq (content, expected);
          ck_assert_uint_eq (count_files (job.directory), 2);
        }
      g_clear_pointer (&set, deid_output_set_unref);
    }
  job_clear (&job);
}
END_TEST

START_TEST (discarded)
{
  g_autoptr (DeidOutputSet) set = NULL;
  GError *error = NULL;
  Job job;

  job_init (&job, "discarded");
  set = add_all (&job);
  ck_assert_uint_eq (count_files (job.directory), 3);
  deid_output_set_discard (set);
  ck_assert_uint_eq (count_files (job.directory), 0);
  deid_output_set_discard (set);
  refuse (deid_output_set_commit (set, &error), &error, DEID_ERROR_IMMUTABLE, "discarded");
  refuse (deid_output_set_reserve (set, job.paths[0], &error), &error, DEID_ERROR_IMMUTABLE,
          "discarded");
  refuse (deid_output_set_add_policy (set, job.policy, job.paths[0], &error), &error,
          DEID_ERROR_IMMUTABLE, "discarded");
  ck_assert_uint_eq (count_files (job.directory), 0);
  job_clear (&job);
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
  Job job;

  job_init (&job, "meanwhile");
  for (guint trial = 0; trial < count_trials (20); trial++)
    {
      g_autoptr (DeidOutputSet) set = deid_output_set_new ();
      GThread *thread = g_thread_new ("discard", discard_soon, set);

      for (guint i = 0; i < 1000; i++)
        {
          g_autofree char *path = g_strdup_printf ("%s/%u.json", job.directory, i);

          if (!deid_output_set_add_policy (set, job.policy, path, NULL))
            break;
        }
      ck_assert (!deid_output_set_commit (set, NULL));
      g_thread_join (thread);
      ck_assert_uint_eq (count_files (job.directory), 0);
    }
  job_clear (&job);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("output-set");
  TCase *set = tcase_create ("together"), *digests = tcase_create ("digests");
  TCase *conflicts = tcase_create ("conflicts");

  tcase_add_test (set, together);
  tcase_add_test (set, dropped);
  tcase_add_test (set, rename_fails);
  tcase_add_test (set, file_that_cannot_be_added);
  tcase_add_test (set, pipe_in_a_set);
  tcase_add_test (set, discarded);
  tcase_add_test (set, discarded_meanwhile);
  suite_add_tcase (suite, set);
  tcase_add_test (digests, digest_of_a_stored_policy);
  tcase_add_test (digests, digests_that_are_wrong);
  tcase_add_test (digests, released_file_that_cannot_be_read);
  suite_add_tcase (suite, digests);
  tcase_add_test (conflicts, one_file);
  tcase_add_test (conflicts, one_file_later);
  suite_add_tcase (suite, conflicts);
  return suite;
}
