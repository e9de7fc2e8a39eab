/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/output-job.h"

#include <glib/gstdio.h>

#include "support/sample.h"
#include "support/suite.h"

void
output_job_init_with_model (OutputJob *job, const char *name, const char *model)
{
  static const char *const names[] = { "release.csv", "policy.json", "proof.jsonl" };
  g_autofree Sample *sample = g_new (Sample, 1);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  GError *error = NULL;

  sample_init_random (sample, rand, 60, 2);
  job->problem = sample_build_problem (sample, SAMPLE_PLAIN, model, 0.2);
  job->result = deid_search_run (search, job->problem, NULL, &error);
  assert_no_error (error);
  job->release = deid_result_apply (job->result, NULL, NULL, &error);
  assert_no_error (error);
  job->policy = deid_stored_policy_new (job->result, NULL, &error);
  assert_no_error (error);
  job->directory = g_strdup (get_temporary_file (name));
  ck_assert_int_eq (g_mkdir (job->directory, 0700), 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    job->paths[i] = g_build_filename (job->directory, names[i], NULL);
}

void
output_job_init (OutputJob *job, const char *name)
{
  output_job_init_with_model (job, name, "k:3");
}

void
output_job_clear (OutputJob *job)
{
  deid_problem_unref (job->problem);
  deid_result_unref (job->result);
  deid_dataset_unref (job->release);
  deid_stored_policy_unref (job->policy);
  g_free (job->directory);
  for (guint i = 0; i < 3; i++)
    g_free (job->paths[i]);
}

DeidOutputSet *
output_job_add_all (const OutputJob *job)
{
  DeidOutputSet *set = deid_output_set_new ();
  GError *error = NULL;

  ck_assert (deid_output_set_add_release (set, job->release, job->paths[0], NULL, NULL, &error));
  ck_assert (deid_output_set_add_stored_policy (set, job->policy, job->paths[1], NULL, &error));
  ck_assert (deid_output_set_add_certificate (set, job->result, job->paths[2], NULL, &error));
  assert_no_error (error);
  return set;
}

guint
count_files_in (const char *directory)
{
  GDir *dir = g_dir_open (directory, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

char *
read_whole_file (const char *path)
{
  GError *error = NULL;
  char *content;

  g_file_get_contents (path, &content, NULL, &error);
  assert_no_error (error);
  return content;
}

void
check_content (const char *path, const char *expected)
{
  g_autofree char *content = read_whole_file (path);

  ck_assert_str_eq (content, expected);
}

DeidResult *
verify_with_release (const char *path, const char *release, DeidProblem *problem, GError **error)
{
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();

  ck_assert (deid_certificate_options_add_release (options, release, NULL));
  return deid_problem_verify_certificate (problem, path, options, NULL, error);
}

void
assert_refused (gboolean success, GError **error, int code, const char *text)
{
  ck_assert (!success);
  assert_error (error, DEID_ERROR, code, text, NULL);
}
