/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the public may read of a risk report: nothing of suppressed records, nor of the input. */
#include <string.h>

#include "support/figures.h"
#include "support/sample.h"
#include "support/suite.h"

#define ROUNDS  200
#define N_QI    2
#define N_TEXTS 4

static DeidReport *
report_on (DeidResult *result, gboolean is_after, guint64 minimum)
{
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  DeidReport *report;
  GError *error = NULL;

  ck_assert (deid_risk_options_set_minimum_cell (options, minimum, &error));
  report = is_after ? deid_report_new_risks (result, NULL, TRUE, options, NULL, &error)
                    : deid_report_new_risks (result, NULL, FALSE, options, NULL, &error);
  assert_no_error (error);
  return report;
}

/* All that the public may read of a release. */
static void
publish (DeidResult *result, guint64 minimum, char *texts[N_TEXTS])
{
  g_autoptr (DeidReport) report = report_on (result, TRUE, minimum);
  g_autoptr (DeidReport) risks = deid_report_new_attribute_risks (result, TRUE, N_QI, NULL, NULL);
  GError *error = NULL;

  texts[0] = public_text_of (report, &error);
  assert_no_error (error);
  texts[1] = public_json_of (report, &error);
  assert_no_error (error);
  texts[2] = public_text_of (risks, &error);
  assert_no_error (error);
  texts[3] = public_json_of (risks, &error);
  assert_no_error (error);
}

/* A population of which the table is part, or none. */
static DeidProblem *
build_problem (const Sample *sample, SampleColumns columns, const Sample *others)
{
  DeidProblem *problem = sample_build_problem (sample, columns, "k:4", 1);

  if (others != NULL)
    {
      g_autoptr (DeidDataset) population = sample_build_dataset (others, SAMPLE_PLAIN);

      ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
    }
  return problem;
}

static gboolean
is_suppressed (const Sample *sample, SampleColumns columns, const guint *classes, guint row)
{
  g_autoptr (GHashTable) persons = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint other = 0; other < sample->n_rows; other++)
    if (classes[other] == classes[row])
      {
        n += columns & SAMPLE_WITH_WEIGHTS ? sample->weights[other] : 1;
        g_hash_table_add (persons, GINT_TO_POINTER (sample->persons[other] + 1));
      }
  return (columns & SAMPLE_WITH_PERSONS ? g_hash_table_size (persons) : n) < 4;
}

/* Returns: a suppressed row, or the number of rows if there is none. */
static guint
find_suppressed_row (const Sample *sample, SampleColumns columns, const guint *levels)
{
  guint classes[SAMPLE_MAX_ROWS], row = 0;

  sample_classify (sample, levels, classes);
  while (row < sample->n_rows && !is_suppressed (sample, columns, classes, row))
    row++;
  return row;
}

/* Leaves out a suppressed record, or puts another one that is suppressed in its place. The public
 * reads the same, so that it learns neither what the record is nor whether there is one. */
START_TEST (suppressed_records_make_no_difference)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  const guint n_rounds = count_trials (ROUNDS);
  guint n_compared = 0;

  for (guint round = 0; n_compared < n_rounds; round++)
    {
      g_autofree Sample *sample = g_new0 (Sample, 1), *others = g_new0 (Sample, 1);
      g_autoptr (DeidProblem) problem = NULL, other_problem = NULL;
      g_autoptr (DeidResult) result = NULL, other_result = NULL;
      guint levels[SAMPLE_MAX_ATTRIBUTES], row;
      char *texts[N_TEXTS], *other_texts[N_TEXTS];
      const SampleColumns columns = (SampleColumns) (round / 2 % 4);
      const guint64 minimum = (guint64) g_rand_int_range (rand, 1, 30);

      sample_init_random (sample, rand, (guint) g_rand_int_range (rand, 20, 60), N_QI);
      *others = *sample;
      sample_choose_levels (sample, rand, levels);
      row = find_suppressed_row (sample, columns, levels);
      problem = build_problem (sample, columns, round % 2 == 0 ? others : NULL);
      result = sample_evaluate (problem, levels, NULL);
      if (row == sample->n_rows || result == NULL)
        continue;
      sample->n_rows--;
      sample_copy_row (sample, row, others, sample->n_rows);
      other_problem = build_problem (sample, columns, round % 2 == 0 ? others : NULL);
      other_result = sample_evaluate (other_problem, levels, NULL);
      publish (result, minimum, texts);
      publish (other_result, minimum, other_texts);
      for (guint t = 0; t < N_TEXTS; t++)
        {
          ck_assert_str_eq (texts[t], other_texts[t]);
          ck_assert_ptr_nonnull (strstr (texts[t], "publishable"));
          g_free (texts[t]);
          g_free (other_texts[t]);
        }
      ck_assert_uint_ne (deid_result_get_n_suppressed (result),
                         deid_result_get_n_suppressed (other_result));
      n_compared++;
    }
}
END_TEST

START_TEST (input_is_not_published)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) before = NULL;
  GError *error = NULL;

  sample->n_attributes = sample->heights[0] = sample->n_leaves[0] = 1;
  sample->n_rows = 20;
  problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:4", 0);
  result = sample_evaluate (problem, bottom, NULL);
  before = report_on (result, FALSE, 5);
  ck_assert_ptr_null (public_text_of (before, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "custodian-only", NULL);
  ck_assert_ptr_null (public_json_of (before, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "custodian-only", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("risk-audience");
  TCase *public = tcase_create ("public");

  tcase_add_test (public, suppressed_records_make_no_difference);
  tcase_add_test (public, input_is_not_published);
  tcase_set_timeout (public, 60);
  suite_add_tcase (suite, public);
  return suite;
}
