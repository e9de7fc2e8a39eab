/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sensitive columns that are judged and released on a level, against labels made by hand. */
#include <string.h>

#include "support/suite.h"
#include "support/text-job.h"

#define MAX_ROWS 16

/* One kind of hierarchy: values with their labels on the level. */
typedef struct
{
  const char *settings; /* of the column; %s is a hierarchy file, if there is one */
  const char *file;     /* or NULL */
  const char *values[6];
  const char *labels[6]; /* empty for a missing value */
} Kind;

static const Kind kinds[] = {
  { "rule=prefix:3,1;rest=\nlevels=2\n",
    NULL,
    { "I10", "I119", "J44", "J459", "E11", "" },
    { "I", "I", "J", "J", "E", "" } },
  { "hierarchy=%s\nlevels=1\n",
    "flu;lung;any\nasthma;lung;any\ngastritis;stomach;any\nulcer;stomach;any\nmigraine;head;any\n",
    { "flu", "asthma", "gastritis", "ulcer", "migraine", "" },
    { "lung", "lung", "stomach", "stomach", "head", "" } },
  { "type=integer\nrule=intervals:10,50\nlevels=1\n",
    NULL,
    { "3", "7", "12", "18", "25", "" },
    { "0-9", "0-9", "10-19", "10-19", "20-29", "" } },
  { "type=decimal\ndecimal=,\nrule=intervals:10,50\nlevels=2\n",
    NULL,
    { "3,5", "47,5", "52,5", "99,25", "101,5", "" },
    { "[0, 50)", "[0, 50)", "[50, 100)", "[50, 100)", "[100, 150)", "" } },
  { "rule=suppress;same=neg:NEG,Neg:NEG,POS:pos\n",
    NULL,
    { "neg", "NEG", "pos", "POS", "Neg", "" },
    { "NEG", "NEG", "pos", "pos", "NEG", "" } },
  { "type=integer\nrule=intervals:10;same=1:0,12:11\n",
    NULL,
    { "1", "0", "12", "11", "25", "" },
    { "0", "0", "11", "11", "25", "" } },
};

typedef struct
{
  const Kind *kind;
  guint n;
  guint groups[MAX_ROWS];
  guint values[MAX_ROWS];
} CoarseTrial;

static void
draw_coarse (CoarseTrial *trial, const Kind *kind, GRand *rand)
{
  *trial = (CoarseTrial){ .kind = kind, .n = (guint) g_rand_int_range (rand, 4, MAX_ROWS + 1) };
  for (guint row = 0; row < trial->n; row++)
    {
      trial->groups[row] = (guint) g_rand_int_range (rand, 0, 3);
      trial->values[row] = (guint) g_rand_int_range (rand, 0, 6);
    }
}

static char *
write_coarse (const CoarseTrial *trial)
{
  GString *table = g_string_new ("q;s\n");

  for (guint row = 0; row < trial->n; row++)
    g_string_append_printf (table, "g%u;%s\n", trial->groups[row],
                            trial->kind->values[trial->values[row]]);
  return g_string_free (table, FALSE);
}

static DeidJob *
make_coarse_job (const CoarseTrial *trial, const char *role, const char *extra)
{
  const char *file = trial->kind->file != NULL ? write_file ("s.csv", trial->kind->file, -1) : "";
  g_auto (GStrv) parts = g_strsplit (trial->kind->settings, "%s", 2);
  g_autofree char *own = g_strjoinv (file, parts);
  g_autofree char *table = write_coarse (trial);
  g_autofree char *settings = g_strdup_printf (
      "[input]\ndelimiter=;\n[column q]\nrole=quasi-identifying\nrule=suppress\n[column s]\n"
      "role=%s\n%s[models]\nmodel=dl:2@s\n[limits]\nsuppression-count=0\n[search]\nevaluate=q:0\n"
      "[release]\nkeep-order=yes\n",
      role, own);

  return make_text_job (table, settings, extra);
}

/* Whether each group has two labels. */
static gboolean
is_diverse (const CoarseTrial *trial, const char *const *labels)
{
  for (guint row = 0; row < trial->n; row++)
    {
      gboolean differs = FALSE;

      for (guint other = 0; other < trial->n; other++)
        differs |= trial->groups[other] == trial->groups[row]
                   && !g_str_equal (labels[trial->values[other]], labels[trial->values[row]]);
      if (!differs)
        return FALSE;
    }
  return TRUE;
}

static void
assert_labels (const CoarseTrial *trial, const DeidDataset *release)
{
  assert_quietly (deid_dataset_get_n_rows (release) == trial->n);
  for (guint row = 0; row < trial->n; row++)
    {
      const char *value = deid_dataset_get_value (release, row, 1);

      assert_quietly (
          g_str_equal (value != NULL ? value : "", trial->kind->labels[trial->values[row]]));
    }
}

static DeidResult *
apply_coarse (DeidStoredPolicy *policy, DeidJob *job, const CoarseTrial *trial, GError **error)
{
  g_autofree char *table = write_coarse (trial);
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data (table, (gssize) strlen (table), NULL);
  g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (job, NULL);
  g_autoptr (DeidDataset) dataset
      = deid_dataset_new_from_csv_stream (stream, "next", csv, NULL, NULL);

  return deid_stored_policy_evaluate (policy, dataset, NULL, NULL, error);
}

/* The stored policy does the same with another table. */
static void
check_stored (DeidJob *job, DeidResult *result, const CoarseTrial *next)
{
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, NULL, NULL);
  g_autofree char *text = deid_stored_policy_to_json (policy, NULL, NULL);
  GError *error = NULL;
  g_autoptr (DeidStoredPolicy) read
      = deid_stored_policy_new_from_json_text (text, NULL, NULL, &error);
  g_autoptr (DeidResult) applied = NULL;
  g_autoptr (DeidDataset) release = NULL;

  assert_no_error (error);
  applied = apply_coarse (read, job, next, &error);
  if (!is_diverse (next, next->kind->labels))
    {
      assert_quietly (applied == NULL);
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      return;
    }
  assert_no_error (error);
  release = deid_result_apply (applied, NULL, NULL, &error);
  assert_no_error (error);
  assert_quietly (deid_result_verify (applied, release, NULL, NULL));
}

/* Models judge labels: they fail where values of one label are all that a class has. */
START_TEST (coarse_columns)
{
  const Kind *kind = &kinds[_i];
  g_autoptr (GRand) rand = g_rand_new_with_seed (41);
  guint n_met = 0, n_failed_by_labels = 0;

  for (guint i = 0; i < 100; i++)
    {
      CoarseTrial trial, next;
      g_autoptr (DeidJob) job = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;

      draw_coarse (&trial, kind, rand);
      draw_coarse (&next, kind, rand);
      job = make_coarse_job (&trial, "sensitive", NULL);
      result = deid_job_run (job, NULL, &error);
      assert_quietly ((result != NULL) == is_diverse (&trial, kind->labels));
      if (result == NULL)
        {
          n_failed_by_labels += is_diverse (&trial, kind->values) ? 1 : 0;
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      n_met++;
      release = deid_job_release (job, result, NULL, &error);
      assert_no_error (error);
      assert_labels (&trial, release);
      check_stored (job, result, &next);
    }
  ck_assert_uint_gt (n_met, 10);
  ck_assert_uint_gt (n_failed_by_labels, 5);
}
END_TEST

/* The levels above are left for models that compare values, and the note says what was done. */
START_TEST (levels_above)
{
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      const CoarseTrial trial = { .kind = &kinds[k], .n = 4, .values = { 0, 1, 2, 5 } };
      g_autoptr (DeidJob) job
          = make_coarse_job (&trial, "judged", "[models]\nmodel=k:2;th:0.9@s;dl:3:known@s\n");
      g_autoptr (DeidJob) fewer
          = make_coarse_job (&trial, "judged", "[models]\nmodel=dl:2:known@s\n");
      g_autoptr (DeidReport) report = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autofree char *json = NULL;
      GError *error = NULL;

      result = deid_job_run (job, NULL, &error);
      ck_assert_ptr_null (result);
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      result = deid_job_run (fewer, NULL, &error);
      assert_no_error (error);
      report = deid_job_make_report (fewer, "warnings", result, NULL, &error);
      assert_no_error (error);
      json = deid_report_to_json (report, NULL);
      if (strstr (kinds[k].settings, "same=") != NULL)
        {
          ck_assert_ptr_nonnull (strstr (json, "notations"));
          ck_assert_ptr_nonnull (strstr (json, "and released, in another notation"));
          continue;
        }
      ck_assert_ptr_nonnull (strstr (json, "values-coarser"));
      ck_assert_ptr_nonnull (strstr (json, "'s': its values are judged and released on level"));
    }
}
END_TEST

START_TEST (bad_levels)
{
  static const struct
  {
    const char *extra;
    const char *reason;
  } cases[] = {
    { "[column s]\nlevels=1..2\n", "expected one level" },
    { "[column s]\nlevels=..1\n", "expected one level" },
    { "[column s]\nlevels=7\n", "there is no level 7, expected at most" },
    { "[column s]\nlevels=2\n[column q+s]\nrole=judged\n", "a level of its hierarchy" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const CoarseTrial trial = { .kind = &kinds[0], .n = 4, .values = { 0, 1, 2, 3 } };
      g_autoptr (DeidJob) job = make_coarse_job (&trial, "sensitive", cases[i].extra);
      GError *error = NULL;

      ck_assert_ptr_null (deid_job_run (job, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "[column s] levels",
                    cases[i].reason, NULL);
    }
}
END_TEST

/* What is said of all columns is said of quasi-identifiers. */
START_TEST (levels_of_all)
{
  const CoarseTrial trial = { .kind = &kinds[0], .n = 4, .values = { 0, 1, 2, 3 } };
  g_autoptr (DeidJob) job = make_coarse_job (&trial, "sensitive", "[column s]\nlevels=0\n");
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  deid_job_load_text (job, "[column *]\nlevels=0..1\n", "extra", NULL, &error);
  assert_no_error (error);
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  release = deid_job_release (job, result, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (deid_dataset_get_value (release, 1, 1), "I119");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("coarse columns");
  TCase *tcase = tcase_create ("coarse columns");

  tcase_add_loop_test (tcase, coarse_columns, 0, G_N_ELEMENTS (kinds));
  tcase_add_test (tcase, levels_above);
  tcase_add_test (tcase, bad_levels);
  tcase_add_test (tcase, levels_of_all);
  suite_add_tcase (suite, tcase);
  return suite;
}
