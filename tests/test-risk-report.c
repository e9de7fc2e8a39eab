/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Risk reports against plain recomputation. */
#include <math.h>
#include <string.h>

#include "sample.h"
#include "suite.h"

#define ROUNDS 200
#define N_QI   2

/* What a report must say, worked out row by row. */
typedef struct
{
  guint n_classes;
  guint64 sizes[SAMPLE_MAX_ROWS];   /* of each class: persons, or records */
  guint64 records[SAMPLE_MAX_ROWS]; /* of each class */
} Expected;

/* A class of fewer than @k is suppressed; 1 keeps all. */
static void
expect (Expected *expected, const Sample *sample, SampleColumns columns, const guint *levels,
        guint64 k)
{
  guint classes[SAMPLE_MAX_ROWS], n_kept = 0;
  const guint n_classes = sample_classify (sample, levels, classes);

  for (guint c = 0; c < n_classes; c++)
    {
      g_autoptr (GHashTable) persons = g_hash_table_new (NULL, NULL);
      guint64 n_records = 0, size;

      for (guint row = 0; row < sample->n_rows; row++)
        if (classes[row] == c)
          {
            n_records += columns & SAMPLE_WITH_WEIGHTS ? sample->weights[row] : 1;
            g_hash_table_add (persons, GINT_TO_POINTER (sample->persons[row] + 1));
          }
      size = columns & SAMPLE_WITH_PERSONS ? g_hash_table_size (persons) : n_records;
      if (size < k)
        continue;
      expected->sizes[n_kept] = size;
      expected->records[n_kept++] = n_records;
    }
  expected->n_classes = n_kept;
}

static void
check_histogram (DeidRiskReport *report, const Expected *expected)
{
  guint64 n_found = 0, last = 0;

  for (guint64 i = 0; i < deid_risk_report_get_n_sizes (report); i++)
    {
      guint64 n_classes, n_expected = 0;
      const guint64 size = deid_risk_report_get_size (report, i, &n_classes);

      ck_assert_uint_gt (size, last);
      last = size;
      for (guint c = 0; c < expected->n_classes; c++)
        n_expected += expected->sizes[c] == size;
      ck_assert_uint_gt (n_classes, 0);
      ck_assert_uint_eq (n_classes, n_expected);
      ck_assert_uint_eq (deid_risk_report_get_size (report, i, NULL), size);
      n_found += n_classes;
    }
  ck_assert_uint_eq (n_found, expected->n_classes);
}

/* The threshold is @numerator / 20. */
static void
check_report (DeidRiskReport *report, const Expected *expected, guint64 numerator)
{
  guint64 n_records = 0, n_at_risk = 0, n_unique = 0, sum = 0, smallest = G_MAXUINT64, largest = 0;
  double risk = 0;

  for (guint c = 0; c < expected->n_classes; c++)
    {
      const guint64 size = expected->sizes[c];

      n_records += expected->records[c];
      sum += size;
      smallest = MIN (smallest, size);
      largest = MAX (largest, size);
      risk += (double) expected->records[c] / (double) size;
      if (20 > numerator * size)
        n_at_risk += expected->records[c];
      if (size == 1)
        n_unique += expected->records[c];
    }
  ck_assert_uint_eq (deid_risk_report_get_n_records (report), n_records);
  ck_assert_uint_eq (deid_risk_report_get_n_classes (report), expected->n_classes);
  ck_assert_uint_eq (deid_risk_report_get_smallest_class (report), smallest);
  ck_assert_uint_eq (deid_risk_report_get_largest_class (report), largest);
  ck_assert_double_eq (deid_risk_report_get_average_class (report),
                       (double) sum / expected->n_classes);
  ck_assert_double_eq (deid_risk_report_get_maximum_risk (report), 1.0 / (double) smallest);
  ck_assert_double_eq_tol (deid_risk_report_get_average_risk (report), risk / (double) n_records,
                           1e-12);
  ck_assert_uint_eq (deid_risk_report_get_n_at_risk (report), n_at_risk);
  ck_assert_uint_eq (deid_risk_report_get_n_unique (report), n_unique);
  check_histogram (report, expected);
}

START_TEST (random_tables)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_reports = 0;

  for (guint round = 0; round < ROUNDS; round++)
    {
      const SampleColumns columns = (SampleColumns) (round % 4);
      const guint64 numerator = (guint64) g_rand_int_range (rand, 0, 21);
      g_autofree Sample *sample = g_new0 (Sample, 1);
      g_autofree Expected *expected = g_new0 (Expected, 1);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidRiskReport) before = NULL, after = NULL;
      guint levels[SAMPLE_MAX_ATTRIBUTES];
      GError *error = NULL;

      sample_init_random (sample, rand, (guint) g_rand_int_range (rand, 1, 80), N_QI);
      sample_choose_levels (sample, rand, levels);
      problem = sample_build_problem (sample, columns, "k:4", 1);
      result = sample_evaluate (problem, levels, &error);
      expect (expected, sample, columns, levels, 4);
      if (expected->n_classes == 0)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      assert_no_error (error);
      n_reports++;
      after = deid_risk_report_new_after (result, (double) numerator / 20, &error);
      assert_no_error (error);
      check_report (after, expected, numerator);
      before = deid_risk_report_new_before (result, (double) numerator / 20, &error);
      assert_no_error (error);
      expect (expected, sample, columns, bottom, 1);
      check_report (before, expected, numerator);
    }
  ck_assert_uint_gt (n_reports, ROUNDS / 2);
}
END_TEST

/* One class for each of the sizes. */
static DeidResult *
evaluate_classes (const guint *sizes, guint n_sizes)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidProblem) problem = NULL;
  DeidResult *result;
  GError *error = NULL;

  sample->n_attributes = 1;
  sample->heights[0] = 1;
  sample->n_leaves[0] = n_sizes;
  for (guint leaf = 0; leaf < n_sizes; leaf++)
    for (guint i = 0; i < sizes[leaf]; i++)
      sample->leaves[0][sample->n_rows++] = (int) leaf;
  problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:1", 0);
  result = sample_evaluate (problem, bottom, &error);
  assert_no_error (error);
  return result;
}

static void
check_at_risk (DeidResult *result, double threshold, guint64 n_at_risk)
{
  g_autoptr (DeidRiskReport) report = NULL;
  GError *error = NULL;

  report = deid_risk_report_new_after (result, threshold, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_risk_report_get_n_at_risk (report), n_at_risk);
}

START_TEST (thresholds_are_exact)
{
  static const guint sizes[] = { 1, 2, 3, 4, 5, 10, 20, 49, 100 };
  g_autoptr (DeidResult) result = evaluate_classes (sizes, G_N_ELEMENTS (sizes));

  check_at_risk (result, 0, 194);
  check_at_risk (result, 0.01, 94);
  check_at_risk (result, 0.05, 25);
  check_at_risk (result, 0.1, 15);
  check_at_risk (result, 0.2, 10);
  check_at_risk (result, nextafter (0.2, 0), 15);
  check_at_risk (result, nextafter (0.2, 1), 10);
  check_at_risk (result, 0.25, 6);
  /* 0.3333333333333333 is below a third */
  check_at_risk (result, 1.0 / 3, 6);
  check_at_risk (result, nextafter (1.0 / 3, 1), 3);
  check_at_risk (result, 0.5, 1);
  check_at_risk (result, 1, 0);
}
END_TEST

START_TEST (thresholds_refused)
{
  static const guint sizes[] = { 2 };
  const double refused[] = { -0.1, 1.1, nextafter (1, 2), NAN, INFINITY, 1e-300 };
  g_autoptr (DeidResult) result = evaluate_classes (sizes, 1);
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      ck_assert_ptr_null (deid_risk_report_new_before (result, refused[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "risk threshold", NULL);
      ck_assert_ptr_null (deid_risk_report_new_after (result, refused[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "risk threshold", NULL);
    }
}
END_TEST

START_TEST (report_text)
{
  static const guint sizes[] = { 1, 2, 5, 6 };
  g_autoptr (DeidResult) result = evaluate_classes (sizes, G_N_ELEMENTS (sizes));
  g_autoptr (DeidRiskReport) before = NULL, after = NULL;
  g_autofree char *text = NULL, *text_after = NULL;
  const char *const parts[]
      = { "4 of 14 records",         "smallest 1, largest 6, mean 3.50 over 4 classes",
          "highest 1.0000",          "mean 0.2857 over 14 records",
          "risk above 0.2:",         "3 of 14 records (21.43 %)",
          "1 of 14 records (7.14 %)" };
  GError *error = NULL;

  before = deid_risk_report_new_before (result, 0.2, &error);
  assert_no_error (error);
  after = deid_risk_report_new_after (result, 0.2, &error);
  assert_no_error (error);
  text = deid_risk_report_to_string (before);
  text_after = deid_risk_report_to_string (after);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    ck_assert_msg (strstr (text, parts[i]) != NULL, "no '%s' in:\n%s", parts[i], text);
  for (guint i = 0; i < 2; i++)
    {
      const char *own = i == 0 ? text : text_after;
      const char *marked = strstr (own, "custodian-only");

      ck_assert_ptr_nonnull (marked);
      ck_assert_msg (memchr (own, '\n', (gsize) (marked - own)) == NULL,
                     "the first line does not say it");
      ck_assert_int_eq (own[strlen (own) - 1], '\n');
    }
  ck_assert_str_ne (text, text_after);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("risk-report");
  TCase *figures = tcase_create ("figures");
  TCase *thresholds = tcase_create ("thresholds");

  tcase_add_test (figures, random_tables);
  tcase_add_test (figures, report_text);
  suite_add_tcase (suite, figures);
  tcase_add_test (thresholds, thresholds_are_exact);
  tcase_add_test (thresholds, thresholds_refused);
  suite_add_tcase (suite, thresholds);
  return suite;
}
