/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files that belong to one release: none of another gets in, and digests say it of each. */
#include <errno.h>
#include <string.h>

#include "support/figures.h"
#include "support/criticals.h"
#include "support/output-job.h"
#include "support/sample.h"
#include "support/suite.h"

/* A stored policy keeps the digest that it was read with, where it is written alone. */
START_TEST (digest_of_a_stored_policy)
{
  g_autofree char *text = NULL, *again = NULL, *content = NULL;
  g_autoptr (DeidOutputSet) set = NULL;
  g_autoptr (DeidStoredPolicy) read = NULL;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "stored");
  ck_assert_ptr_null (text_of (stored_report (job.policy), "release_sha256"));
  text = deid_stored_policy_to_json (job.policy, NULL, NULL);
  ck_assert_ptr_null (strstr (text, "release_sha256"));
  set = output_job_add_all (&job);
  ck_assert (deid_output_set_commit (set, NULL, &error));
  content = read_whole_file (job.paths[1]);
  read = deid_stored_policy_new_from_json_file (job.paths[1], NULL, NULL, &error);
  assert_no_error (error);
  again = deid_stored_policy_to_json (read, NULL, NULL);
  ck_assert_ptr_nonnull (strstr (again, deid_output_set_get_release_sha256 (set)));
  ck_assert (g_str_has_prefix (content, again));
  /* As for the policy alone, so in a set without a release. */
  deid_output_set_unref (set);
  set = deid_output_set_new ();
  ck_assert (deid_output_set_add_stored_policy (set, job.policy, job.paths[1], NULL, &error));
  ck_assert_ptr_null (deid_output_set_get_release_sha256 (set));
  ck_assert (deid_output_set_commit (set, NULL, &error));
  g_free (content);
  content = read_whole_file (job.paths[1]);
  ck_assert (g_str_has_prefix (content, text));
  /* There also one that was read with a digest has none. */
  deid_output_set_unref (set);
  set = deid_output_set_new ();
  ck_assert (deid_output_set_add_stored_policy (set, read, job.paths[1], NULL, &error));
  ck_assert (deid_output_set_commit (set, NULL, &error));
  g_free (content);
  content = read_whole_file (job.paths[1]);
  ck_assert (g_str_has_prefix (content, text));
  output_job_clear (&job);
}
END_TEST

static void
refuse_policy (const char *text, const char *digest, const char *other)
{
  g_auto (GStrv) parts = g_strsplit (text, digest, 2);
  g_autofree char *changed = g_strconcat (parts[0], other, parts[1], NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_stored_policy_new_from_json_text (changed, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "release_sha256", NULL);
}

static void
refuse_certificate (const OutputJob *job, const char *path, const char *release, const char *reason)
{
  GError *error = NULL;

  ck_assert_ptr_null (verify_with_release (path, release, job->problem, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, path, "line 1: ", reason, NULL);
}

/* Writes a certificate whose first line has another digest. */
static const char *
change_certificate (const OutputJob *job, const char *digest, const char *other)
{
  g_autofree char *text = read_whole_file (job->paths[2]);
  g_auto (GStrv) parts = g_strsplit (text, digest, 2);
  g_autofree char *changed = g_strconcat (parts[0], other, parts[1], NULL);

  return write_file ("changed.jsonl", changed, -1);
}

/* The files of linked tables are compared one by one, and a host may know all digests. */
static void
check_list_of_digests (const char *path, const OutputJob *job, const char *both, const char *other)
{
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new (),
                                     known = deid_certificate_options_new ();
  g_autofree char *more = g_strconcat (both, ",", NULL);
  GError *error = NULL;

  ck_assert (deid_certificate_options_add_release (options, job->paths[0], &error));
  ck_assert (deid_certificate_options_add_release (options, other, &error));
  ck_assert_ptr_null (deid_problem_verify_certificate (job->problem, path, options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "that of ", NULL);
  ck_assert (!deid_certificate_options_set_release_sha256 (known, more, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "64", NULL);
  ck_assert (deid_certificate_options_set_release_sha256 (known, both, &error));
  /* The last line is a digest of the lines before it. */
  ck_assert_ptr_null (deid_problem_verify_certificate (job->problem, path, known, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "digest", NULL);
}

START_TEST (digests_that_are_wrong)
{
  g_autoptr (DeidOutputSet) set = NULL;
  g_autofree char *policy = NULL, *upper = NULL, *both = NULL;
  const char *digest, *other = write_file ("other.csv", "q0,q1\n", -1), *path;
  g_autofree char *zeros = g_strnfill (64, '0'), *longer = g_strnfill (65, '0');
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "wrong");
  set = output_job_add_all (&job);
  ck_assert (deid_output_set_commit (set, NULL, &error));
  digest = deid_output_set_get_release_sha256 (set);
  upper = g_ascii_strup (digest, -1);
  policy = read_whole_file (job.paths[1]);
  refuse_policy (policy, digest, "");
  refuse_policy (policy, digest, longer);
  refuse_policy (policy, digest, upper);
  refuse_certificate (&job, job.paths[2], other, "that of ");
  path = change_certificate (&job, digest, zeros);
  refuse_certificate (&job, path, job.paths[0], "that of ");
  path = change_certificate (&job, digest, upper);
  refuse_certificate (&job, path, job.paths[0], "expected 64 hexadecimal digits");
  path = change_certificate (&job, digest, longer);
  refuse_certificate (&job, path, job.paths[0], "expected 64 hexadecimal digits");
  both = g_strconcat (digest, ",", zeros, NULL);
  path = change_certificate (&job, digest, both);
  refuse_certificate (&job, path, job.paths[0], "is 1, expected 2");
  check_list_of_digests (path, &job, both, other);
  /* One that was written alone belongs to no release. */
  ck_assert (deid_result_write_certificate (job.result, job.paths[2], NULL, &error));
  refuse_certificate (&job, job.paths[2], job.paths[0], "is missing");
  ck_assert_ptr_null (verify_with_release (job.paths[2], job.directory, job.problem, NULL));
  output_job_clear (&job);
}
END_TEST

START_TEST (released_file_that_cannot_be_read)
{
  g_autoptr (DeidOutputSet) set = NULL;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "unread");
  set = output_job_add_all (&job);
  ck_assert (deid_output_set_commit (set, NULL, &error));
  ck_assert_ptr_null (verify_with_release (job.paths[2], job.directory, job.problem, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, job.directory, g_strerror (EISDIR), NULL);
  ck_assert_ptr_null (verify_with_release (job.paths[2], "no-such.csv", job.problem, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "no-such.csv", g_strerror (ENOENT), NULL);
  output_job_clear (&job);
}
END_TEST

/* Without a release any certificate will do. */
START_TEST (release_is_optional)
{
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();
  g_autoptr (DeidResult) verified = NULL;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "optional");
  ck_assert (deid_result_write_certificate (job.result, job.paths[2], NULL, NULL));
  verified = deid_problem_verify_certificate (job.problem, job.paths[2], options, NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_certificate_options_add_release (options, "other.csv", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  output_job_clear (&job);
}
END_TEST

/* What is of another problem or policy does not get into a set with a release. */
static void
refuse_strangers (const OutputJob *job, DeidDataset *release, DeidStoredPolicy *policy,
                  DeidResult *result)
{
  for (guint trial = 0; trial < 2; trial++)
    {
      g_autoptr (DeidOutputSet) set = deid_output_set_new ();
      GError *error = NULL;
      gboolean success;

      ck_assert (deid_output_set_add_release (set, release, job->paths[0], NULL, NULL, &error));
      success = trial == 0
                    ? deid_output_set_add_stored_policy (set, policy, job->paths[1], NULL, &error)
                    : deid_output_set_add_certificate (set, result, job->paths[2], NULL, &error);
      assert_refused (success, &error, DEID_ERROR_INVALID_ARGUMENT,
                      trial == 0 ? "the stored policy does not belong to the release"
                                 : "the certificate does not belong to the release");
      ck_assert_uint_eq (count_files_in (job->directory), 1);
      ck_assert (!deid_output_set_commit (set, NULL, NULL));
      ck_assert_uint_eq (count_files_in (job->directory), 0);
    }
}

START_TEST (of_another_problem)
{
  OutputJob job, other;

  output_job_init (&job, "own");
  output_job_init_with_model (&other, "other", "k:4");
  refuse_strangers (&job, job.release, other.policy, other.result);
  refuse_strangers (&job, other.release, job.policy, job.result);
  output_job_clear (&job);
  output_job_clear (&other);
}
END_TEST

/* Everything suppressed is another policy of the same problem. */
START_TEST (of_another_policy)
{
  g_autoptr (DeidPolicy) top = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "policy");
  top = deid_policy_new_top (deid_problem_get_lattice (job.problem), &error);
  assert_no_error (error);
  result = deid_problem_evaluate (job.problem, top, NULL, &error);
  assert_no_error (error);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  refuse_strangers (&job, release, job.policy, job.result);
  output_job_clear (&job);
}
END_TEST

START_TEST (no_released_table)
{
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  DeidDataset *raw;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "raw");
  raw = deid_lattice_get_dataset (deid_problem_get_lattice (job.problem));
  assert_refused (deid_output_set_add_release (set, raw, job.paths[0], NULL, NULL, &error), &error,
                  DEID_ERROR_INVALID_ARGUMENT, "the table is not released");
  ck_assert_uint_eq (count_files_in (job.directory), 0);
  ck_assert (!deid_output_set_commit (set, NULL, NULL));
  output_job_clear (&job);
}
END_TEST

/* The released table knows what it was released by when nobody else does. */
START_TEST (result_is_gone)
{
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  g_autoptr (DeidOutputSet) second = deid_output_set_new ();
  GError *error = NULL;
  OutputJob job, other;

  output_job_init (&job, "gone");
  output_job_init_with_model (&other, "not-gone", "k:4");
  g_clear_pointer (&job.result, deid_result_unref);
  g_clear_pointer (&job.problem, deid_problem_unref);
  ck_assert (deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error));
  ck_assert (deid_output_set_add_release (second, job.release, other.paths[0], NULL, NULL, &error));
  g_clear_pointer (&job.release, deid_dataset_unref);
  ck_assert (deid_output_set_add_stored_policy (set, job.policy, job.paths[1], NULL, &error));
  ck_assert (deid_output_set_commit (set, NULL, &error));
  assert_no_error (error);
  ck_assert_uint_eq (count_files_in (job.directory), 2);
  assert_refused (
      deid_output_set_add_stored_policy (second, other.policy, other.paths[1], NULL, &error),
      &error, DEID_ERROR_INVALID_ARGUMENT, "does not belong");
  job.result = deid_result_ref (other.result);
  job.problem = deid_problem_ref (other.problem);
  job.release = deid_dataset_ref (other.release);
  output_job_clear (&job);
  output_job_clear (&other);
}
END_TEST

/* Compared is what it says: it may have been stored alone, or with another release of the result,
 * and gets the digest of this one. */
START_TEST (stored_policy_of_a_file)
{
  OutputJob job, other;

  output_job_init (&job, "read");
  output_job_init_with_model (&other, "read-other", "k:4");
  for (guint trial = 0; trial < 3; trial++)
    {
      g_autoptr (DeidOutputSet) set = deid_output_set_new ();
      g_autoptr (DeidStoredPolicy) read = NULL, again = NULL;
      GError *error = NULL;

      if (trial != 1)
        ck_assert (deid_stored_policy_write_json (trial == 0 ? job.policy : other.policy,
                                                  job.paths[1], NULL, &error));
      read = deid_stored_policy_new_from_json_file (job.paths[1], NULL, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error));
      if (trial == 2)
        {
          assert_refused (deid_output_set_add_stored_policy (set, read, job.paths[1], NULL, &error),
                          &error, DEID_ERROR_INVALID_ARGUMENT, "does not belong");
          break;
        }
      ck_assert (deid_output_set_add_stored_policy (set, read, job.paths[1], NULL, &error));
      ck_assert (deid_output_set_commit (set, NULL, &error));
      assert_no_error (error);
      again = deid_stored_policy_new_from_json_file (job.paths[1], NULL, NULL, &error);
      assert_no_error (error);
      ck_assert_str_eq (text_of (stored_report (again), "release_sha256"),
                        deid_output_set_get_release_sha256 (set));
    }
  output_job_clear (&job);
  output_job_clear (&other);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("output-digests");
  TCase *digests = tcase_create ("digests"), *belonging = tcase_create ("belonging");

  tcase_add_test (digests, digest_of_a_stored_policy);
  tcase_add_test (digests, digests_that_are_wrong);
  tcase_add_test (digests, release_is_optional);
  tcase_add_test (digests, released_file_that_cannot_be_read);
  suite_add_tcase (suite, digests);
  tcase_add_test (belonging, of_another_problem);
  tcase_add_test (belonging, of_another_policy);
  tcase_add_test (belonging, no_released_table);
  tcase_add_test (belonging, result_is_gone);
  tcase_add_test (belonging, stored_policy_of_a_file);
  suite_add_tcase (suite, belonging);
  return suite;
}
