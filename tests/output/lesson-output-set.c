/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An output set publishes the files of one release together: the table and the policy that it was
 * released by appear both, or not at all. */
#include <string.h>
#include <sys/stat.h>

#include "support/lesson-search.h"

static DeidResult *
solve (void)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);

  return lesson_evaluate (problem, "zip:0 sex:1");
}

static DeidOutputSet *
add_files (const char *table_path, const char *policy_path)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidDataset) release = lesson_apply (result);
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, NULL, NULL);
  DeidOutputSet *set = deid_output_set_new ();

  ck_assert (deid_output_set_add_release (set, release, table_path, NULL, NULL, NULL));
  ck_assert (deid_output_set_add_stored_policy (set, policy, policy_path, NULL, NULL));
  return set;
}

/* Nothing is there before. Files are for their owner alone. */
START_TEST (test_commit)
{
  const char *table = get_temporary_file ("committed.csv");
  g_autoptr (DeidOutputSet) set = add_files (table, get_temporary_file ("committed.policy"));
  struct stat status;

  ck_assert (!g_file_test (table, G_FILE_TEST_EXISTS));
  ck_assert (deid_output_set_commit (set, NULL, NULL));
  ck_assert_int_eq (stat (table, &status), 0);
  ck_assert_int_eq (status.st_mode & 0777, 0600);
}

/* The policy names the table that belongs to it by the SHA-256 of its file. */
START_TEST (test_digest)
{
  const char *path = get_temporary_file ("named.policy");
  g_autoptr (DeidOutputSet) set = add_files (get_temporary_file ("named.csv"), path);
  g_autofree char *text = NULL;

  ck_assert (deid_output_set_commit (set, NULL, NULL));
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  ck_assert_ptr_nonnull (strstr (text, deid_output_set_get_release_sha256 (set)));
}

/* A set that is dropped leaves nothing. */
START_TEST (test_drop)
{
  const char *table = get_temporary_file ("dropped.csv");

  deid_output_set_unref (add_files (table, get_temporary_file ("dropped.policy")));
  ck_assert (!g_file_test (table, G_FILE_TEST_EXISTS));
}

/* What is read must not be written over: the set is spoiled, and publishes nothing. */
START_TEST (test_error)
{
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidDataset) release = lesson_apply (result);
  const char *input = write_file ("input.csv", "zip\n", -1);
  GError *error = NULL;

  ck_assert (deid_output_set_add_input (set, input, NULL));
  ck_assert (!deid_output_set_add_release (set, release, input, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "input.csv", NULL);
  ck_assert (!deid_output_set_commit (set, NULL, NULL));
}

LESSON (output_set, test_commit, test_digest, test_drop, test_error)
