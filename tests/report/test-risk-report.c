/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Risk reports against plain recomputation. */
#include "support/risk-figures.h"
#include "support/sample.h"
#include "support/suite.h"

#define ROUNDS 200
#define N_QI   2

/* The population has at most this many rows for each of the table. */
#define POPULATION_FACTOR 3

/* What a report must say, worked out row by row. */
typedef struct
{
  guint n_classes;
  guint64 n_persons;                    /* or records */
  guint64 sizes[SAMPLE_MAX_ROWS];       /* of each class: persons, or records */
  guint64 records[SAMPLE_MAX_ROWS];     /* of each class */
  guint64 populations[SAMPLE_MAX_ROWS]; /* of each class */
} Expected;

/* The table and, behind it, its population. */
typedef struct
{
  Sample all;
  guint n_rows; /* of the table */
  SampleColumns columns;
  gboolean has_population;
} Case;

static guint64
get_weight (const Case *test, guint row)
{
  return test->columns & SAMPLE_WITH_WEIGHTS ? test->all.weights[row] : 1;
}

/* A class of fewer than @k is suppressed; 1 keeps all. */
static void
expect (Expected *expected, const Case *test, const guint *levels, guint64 k)
{
  guint classes[SAMPLE_MAX_ROWS];
  const guint n_classes = sample_classify (&test->all, levels, classes);
  g_autoptr (GHashTable) all_persons = g_hash_table_new (NULL, NULL);
  guint n_kept = 0;
  guint64 n_all = 0;

  for (guint c = 0; c < n_classes; c++)
    {
      g_autoptr (GHashTable) persons = g_hash_table_new (NULL, NULL);
      guint64 n_records = 0, n_population = 0, size;

      for (guint row = 0; row < test->all.n_rows; row++)
        if (classes[row] == c && row >= test->n_rows)
          n_population += get_weight (test, row);
        else if (classes[row] == c)
          {
            n_records += get_weight (test, row);
            g_hash_table_add (persons, GINT_TO_POINTER (test->all.persons[row] + 1));
          }
      size = test->columns & SAMPLE_WITH_PERSONS ? g_hash_table_size (persons) : n_records;
      if (size < k || n_records == 0)
        continue;
      for (guint row = 0; row < test->n_rows; row++)
        if (classes[row] == c)
          g_hash_table_add (all_persons, GINT_TO_POINTER (test->all.persons[row] + 1));
      expected->sizes[n_kept] = size;
      expected->populations[n_kept] = n_population;
      expected->records[n_kept++] = n_records;
      n_all += n_records;
    }
  expected->n_classes = n_kept;
  expected->n_persons
      = test->columns & SAMPLE_WITH_PERSONS ? g_hash_table_size (all_persons) : n_all;
}

static void
check_histogram (DeidRiskReport *report, const Expected *expected)
{
  guint64 n_found = 0, last = 0;

  for (guint64 i = 0; i < risk_count (deid_risk_report_get_n_sizes, report); i++)
    {
      guint64 size, n_classes, n_records, n_expected = 0, n_expected_records = 0;

      ck_assert (deid_risk_report_get_size (report, i, &size, &n_classes, &n_records));
      ck_assert_uint_gt (size, last);
      last = size;
      for (guint c = 0; c < expected->n_classes; c++)
        if (expected->sizes[c] == size)
          {
            n_expected++;
            n_expected_records += expected->records[c];
          }
      ck_assert_uint_gt (n_classes, 0);
      ck_assert_uint_eq (n_classes, n_expected);
      ck_assert_uint_eq (n_records, n_expected_records);
      ck_assert (deid_risk_report_get_size (report, i, NULL, NULL, NULL));
      n_found += n_classes;
    }
  ck_assert_uint_eq (n_found, expected->n_classes);
}

static guint64
count_between (const Expected *expected, const guint64 *sizes, guint64 from, guint64 below)
{
  guint64 n = 0;

  for (guint c = 0; c < expected->n_classes; c++)
    if (sizes[c] >= from && sizes[c] < below)
      n += expected->records[c];
  return n;
}

static void
check_intervals (DeidRiskReport *report, DeidAdversary adversary, const Expected *expected,
                 const guint64 *sizes)
{
  static const guint64 from[]
      = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 1000, 10000, 100000, G_MAXUINT64 };

  ck_assert_uint_eq (deid_risk_report_get_n_intervals (report, adversary), G_N_ELEMENTS (from) - 1);
  for (guint i = 0; i + 1 < G_N_ELEMENTS (from); i++)
    {
      guint64 size, n, n_cumulative;

      ck_assert (deid_risk_report_get_interval (report, adversary, i, &size, &n, &n_cumulative));
      ck_assert_uint_eq (size, from[i]);
      ck_assert_uint_eq (n, count_between (expected, sizes, from[i], from[i + 1]));
      ck_assert_uint_eq (n_cumulative, count_between (expected, sizes, 1, from[i + 1]));
      ck_assert (deid_risk_report_get_interval (report, adversary, i, NULL, NULL, NULL));
    }
}

/* The threshold is @numerator / 20. */
static void
check_adversary (DeidRiskReport *report, DeidAdversary adversary, const Expected *expected,
                 const guint64 *sizes, guint64 numerator)
{
  guint64 n_records = 0, n_at_risk = 0, smallest = G_MAXUINT64, largest = 0;
  double risk = 0;

  for (guint c = 0; c < expected->n_classes; c++)
    {
      n_records += expected->records[c];
      smallest = MIN (smallest, sizes[c]);
      largest = MAX (largest, sizes[c]);
      risk += (double) expected->records[c] / (double) sizes[c];
      if (20 > numerator * sizes[c])
        n_at_risk += expected->records[c];
    }
  ck_assert_double_eq (risk_share_for (deid_risk_report_get_maximum_risk, report, adversary),
                       1.0 / (double) smallest);
  ck_assert_double_eq (risk_share_for (deid_risk_report_get_lowest_risk, report, adversary),
                       1.0 / (double) largest);
  ck_assert_double_eq_tol (risk_share_for (deid_risk_report_get_average_risk, report, adversary),
                           risk / (double) n_records, 1e-12);
  ck_assert_uint_eq (risk_count_for (deid_risk_report_get_n_at_risk, report, adversary), n_at_risk);
  ck_assert_uint_eq (risk_count_for (deid_risk_report_get_n_at_maximum, report, adversary),
                     count_between (expected, sizes, smallest, smallest + 1));
  check_intervals (report, adversary, expected, sizes);
}

static void
check_population (DeidRiskReport *report, const Expected *expected, guint64 numerator)
{
  guint64 sizes[SAMPLE_MAX_ROWS];
  guint64 n_unmatched = 0, n_unique = 0;

  for (guint c = 0; c < expected->n_classes; c++)
    {
      const guint64 n = expected->populations[c];

      sizes[c] = n > 0 ? n : expected->sizes[c];
      n_unmatched += n == 0 ? expected->records[c] : 0;
      n_unique += n == 1 ? expected->records[c] : 0;
    }
  ck_assert_uint_eq (risk_count (deid_risk_report_get_n_unmatched, report), n_unmatched);
  ck_assert_uint_eq (risk_count (deid_risk_report_get_n_population_unique, report), n_unique);
  check_adversary (report, DEID_ADVERSARY_JOURNALIST, expected, sizes, numerator);
}

/* By the definition: each class counts its own persons, of a size that is a number of persons. */
static void
check_persons (DeidRiskReport *report, const Case *test, const Expected *expected,
               guint64 numerator)
{
  guint64 n_persons = 0, n_above = 0, n_alone = 0, found[3] = { 7, 7, 7 };
  double average = 7;
  const gboolean is_told
      = deid_risk_report_get_person_risks (report, &found[0], &found[1], &found[2], &average);

  ck_assert_int_eq (is_told, (test->columns & SAMPLE_WITH_PERSONS) != 0);
  for (guint c = 0; c < expected->n_classes; c++)
    {
      n_persons += expected->sizes[c];
      n_above += 20 > numerator * expected->sizes[c] ? expected->sizes[c] : 0;
      n_alone += expected->sizes[c] == 1;
    }
  ck_assert_uint_eq (found[0], is_told ? n_persons : 7);
  ck_assert_uint_eq (found[1], is_told ? n_above : 7);
  ck_assert_uint_eq (found[2], is_told ? n_alone : 7);
  ck_assert_double_eq (average, is_told ? expected->n_classes / (double) n_persons : 7);
}

static void
check_report (DeidRiskReport *report, const Case *test, const Expected *expected, guint64 numerator)
{
  guint64 n_records = 0, n_population = 0, n_unique = 0, sum = 0, smallest = G_MAXUINT64,
          largest = 0;

  for (guint c = 0; c < expected->n_classes; c++)
    {
      const guint64 size = expected->sizes[c];

      n_records += expected->records[c];
      sum += size;
      smallest = MIN (smallest, size);
      largest = MAX (largest, size);
      if (size == 1)
        n_unique += expected->records[c];
    }
  for (guint row = test->n_rows; row < test->all.n_rows; row++)
    n_population += get_weight (test, row);
  ck_assert_uint_eq (risk_count (deid_risk_report_get_n_records, report), n_records);
  ck_assert_uint_eq (risk_count (deid_risk_report_get_n_persons, report), expected->n_persons);
  if (test->has_population)
    ck_assert_uint_eq (risk_count (deid_risk_report_get_n_population, report), n_population);
  ck_assert_uint_eq (risk_count (deid_risk_report_get_n_classes, report), expected->n_classes);
  ck_assert_uint_eq (risk_count (deid_risk_report_get_smallest_class, report), smallest);
  ck_assert_uint_eq (risk_count (deid_risk_report_get_largest_class, report), largest);
  ck_assert_double_eq (risk_share (deid_risk_report_get_average_class, report),
                       (double) sum / expected->n_classes);
  ck_assert_uint_eq (risk_count (deid_risk_report_get_n_unique, report), n_unique);
  check_histogram (report, expected);
  check_persons (report, test, expected, numerator);
  check_adversary (report, DEID_ADVERSARY_PROSECUTOR, expected, expected->sizes, numerator);
  if (test->has_population)
    check_population (report, expected, numerator);
  else
    {
      check_adversary (report, DEID_ADVERSARY_JOURNALIST, expected, expected->sizes, numerator);
      ck_assert (!deid_risk_report_get_n_population (report, NULL));
      ck_assert (!deid_risk_report_get_n_unmatched (report, NULL));
      ck_assert (!deid_risk_report_get_n_population_unique (report, NULL));
    }
  ck_assert_double_eq (
      risk_share (deid_risk_report_get_marketer_risk, report),
      risk_share_for (deid_risk_report_get_average_risk, report, DEID_ADVERSARY_JOURNALIST));
}

/* Leaves out rows of the population: then some classes have no match. */
static DeidProblem *
build_problem (Case *test, GRand *rand)
{
  const guint n_all = test->all.n_rows;
  g_autoptr (DeidDataset) population = NULL;
  g_autofree Sample *others = g_new0 (Sample, 1);
  DeidProblem *problem;
  GError *error = NULL;

  test->all.n_rows = test->n_rows;
  problem = sample_build_problem (&test->all, test->columns, "k:4", 1);
  test->has_population = n_all > test->n_rows && g_rand_boolean (rand);
  if (!test->has_population)
    return problem;
  test->all.n_rows = n_all;
  *others = test->all;
  others->n_rows = n_all - test->n_rows;
  for (guint row = 0; row < others->n_rows; row++)
    sample_copy_row (others, row, &test->all, test->n_rows + row);
  population = sample_build_dataset (others, test->columns & SAMPLE_WITH_WEIGHTS);
  deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
  return problem;
}

static DeidRiskOptions *
make_options (double threshold)
{
  DeidRiskOptions *options = deid_risk_options_new ();
  GError *error = NULL;

  deid_risk_options_set_threshold (options, threshold, &error);
  assert_no_error (error);
  return options;
}

START_TEST (random_tables)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const guint n_rounds = count_trials (ROUNDS);
  guint n_reports = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      const guint64 numerator = (guint64) g_rand_int_range (rand, 0, 21);
      g_autofree Case *test = g_new0 (Case, 1);
      g_autofree Expected *expected = g_new0 (Expected, 1);
      g_autoptr (DeidRiskOptions) options = make_options ((double) numerator / 20);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidRiskReport) before = NULL, after = NULL;
      guint levels[SAMPLE_MAX_ATTRIBUTES];
      GError *error = NULL;

      test->columns = (SampleColumns) (round % 4);
      test->n_rows = (guint) g_rand_int_range (rand, 20, 80);
      sample_init_random (&test->all, rand,
                          test->n_rows * (guint) g_rand_int_range (rand, 1, POPULATION_FACTOR + 2),
                          N_QI);
      sample_choose_levels (&test->all, rand, levels);
      problem = build_problem (test, rand);
      result = sample_evaluate (problem, levels, &error);
      expect (expected, test, levels, 4);
      if (expected->n_classes == 0)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      assert_no_error (error);
      n_reports++;
      after = deid_risk_report_new_after (result, options, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_risk_report_is_publishable (after));
      ck_assert (deid_risk_report_is_after (after));
      check_report (after, test, expected, numerator);
      before = deid_risk_report_new_before (result, options, NULL, &error);
      assert_no_error (error);
      ck_assert (!deid_risk_report_is_publishable (before));
      expect (expected, test, bottom, 1);
      check_report (before, test, expected, numerator);
    }
  ck_assert_uint_gt (n_reports, n_rounds / 2);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("risk-report");
  TCase *figures = tcase_create ("figures");

  tcase_add_test (figures, random_tables);
  suite_add_tcase (suite, figures);
  return suite;
}
