/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Risk reports against plain recomputation. */
#include "support/figures.h"
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
check_histogram (DeidReport *report, const Expected *expected)
{
  guint64 n_found = 0, last = 0;

  for (guint i = 0; i < n_rows_of (report, "sizes"); i++)
    {
      const guint64 size = count_of (report, "sizes[%u].size", i);
      const guint64 n_classes = count_of (report, "sizes[%u].classes", i);
      const guint64 n_records = count_of (report, "sizes[%u].records", i);
      guint64 n_expected = 0, n_expected_records = 0;

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
check_intervals (DeidReport *report, const char *adversary, const Expected *expected,
                 const guint64 *sizes)
{
  static const guint64 from[]
      = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 1000, 10000, 100000, G_MAXUINT64 };

  ck_assert_uint_eq (n_rows_of (report, "%s.intervals", adversary), G_N_ELEMENTS (from) - 1);
  for (guint i = 0; i + 1 < G_N_ELEMENTS (from); i++)
    {
      ck_assert_uint_eq (count_of (report, "%s.intervals[%u].smallest_size", adversary, i),
                         from[i]);
      ck_assert_uint_eq (count_of (report, "%s.intervals[%u].records", adversary, i),
                         count_between (expected, sizes, from[i], from[i + 1]));
      ck_assert_uint_eq (count_of (report, "%s.intervals[%u].cumulative", adversary, i),
                         count_between (expected, sizes, 1, from[i + 1]));
    }
}

/* The threshold is @numerator / 20. */
static void
check_adversary (DeidReport *report, const char *adversary, const Expected *expected,
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
  ck_assert_double_eq (number_of (report, "%s.highest", adversary), 1.0 / (double) smallest);
  ck_assert_double_eq (number_of (report, "%s.lowest", adversary), 1.0 / (double) largest);
  ck_assert_double_eq_tol (number_of (report, "%s.mean", adversary), risk / (double) n_records,
                           1e-12);
  ck_assert_uint_eq (count_of (report, "%s.records_above_threshold", adversary), n_at_risk);
  ck_assert_uint_eq (count_of (report, "%s.records_at_highest", adversary),
                     count_between (expected, sizes, smallest, smallest + 1));
  check_intervals (report, adversary, expected, sizes);
}

static void
check_population (DeidReport *report, const Expected *expected, guint64 numerator)
{
  guint64 sizes[SAMPLE_MAX_ROWS];
  guint64 n_unmatched = 0, n_unique = 0, n_records = 0;
  double n_found = 0;

  for (guint c = 0; c < expected->n_classes; c++)
    {
      const guint64 n = expected->populations[c];

      sizes[c] = n > 0 ? n : expected->sizes[c];
      n_unmatched += n == 0 ? expected->records[c] : 0;
      n_unique += n == 1 ? expected->records[c] : 0;
      n_records += expected->records[c];
      /* A record belongs to each of the people that it matches with the same probability. */
      n_found += n > 0 ? (double) expected->records[c] / (double) n : 0;
    }
  if (n_unmatched == 0)
    ck_assert_double_eq_tol (number_of (report, "marketer.mean"), n_found / (double) n_records,
                             1e-12);
  else
    ck_assert_double_gt (number_of (report, "marketer.mean"), n_found / (double) n_records);
  ck_assert_uint_eq (count_of (report, "unmatched"), n_unmatched);
  ck_assert_uint_eq (count_of (report, "population_unique"), n_unique);
  check_adversary (report, "journalist", expected, sizes, numerator);
}

/* By the definition: each class counts its own persons, of a size that is a number of persons. */
static void
check_persons (DeidReport *report, const Case *test, const Expected *expected, guint64 numerator)
{
  guint64 n_persons = 0, n_above = 0, n_alone = 0;

  if ((test->columns & SAMPLE_WITH_PERSONS) == 0)
    {
      ck_assert_int_eq (state_of (report, "by_person"), DEID_FIGURE_STATE_UNDEFINED);
      ck_assert_int_eq (state_of (report, "by_person.average_risk"), DEID_FIGURE_STATE_UNDEFINED);
      return;
    }
  for (guint c = 0; c < expected->n_classes; c++)
    {
      n_persons += expected->sizes[c];
      n_above += 20 > numerator * expected->sizes[c] ? expected->sizes[c] : 0;
      n_alone += expected->sizes[c] == 1;
    }
  ck_assert_uint_eq (count_of (report, "by_person.persons_in_classes"), n_persons);
  ck_assert_uint_eq (count_of (report, "by_person.persons_above_threshold"), n_above);
  ck_assert_uint_eq (count_of (report, "by_person.unique_persons"), n_alone);
  ck_assert_double_eq (number_of (report, "by_person.at_risk"),
                       (double) n_above / (double) n_persons);
  ck_assert_double_eq (number_of (report, "by_person.average_risk"),
                       expected->n_classes / (double) n_persons);
}

static void
check_report (DeidReport *report, const Case *test, const Expected *expected, guint64 numerator)
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
  ck_assert_uint_eq (count_of (report, "records"), n_records);
  if (test->columns & SAMPLE_WITH_PERSONS)
    ck_assert_uint_eq (count_of (report, "persons"), expected->n_persons);
  else
    ck_assert_int_eq (state_of (report, "persons"), DEID_FIGURE_STATE_UNDEFINED);
  if (test->has_population)
    ck_assert_uint_eq (count_of (report, "population"), n_population);
  ck_assert_uint_eq (count_of (report, "classes.number"), expected->n_classes);
  ck_assert_uint_eq (count_of (report, "classes.smallest"), smallest);
  ck_assert_uint_eq (count_of (report, "classes.largest"), largest);
  ck_assert_double_eq (number_of (report, "classes.mean"), (double) sum / expected->n_classes);
  ck_assert_uint_eq (count_of (report, "unique"), n_unique);
  check_histogram (report, expected);
  check_persons (report, test, expected, numerator);
  check_adversary (report, "prosecutor", expected, expected->sizes, numerator);
  if (test->has_population)
    check_population (report, expected, numerator);
  else
    {
      check_adversary (report, "journalist", expected, expected->sizes, numerator);
      ck_assert_int_eq (state_of (report, "population"), DEID_FIGURE_STATE_UNDEFINED);
      ck_assert_int_eq (state_of (report, "unmatched"), DEID_FIGURE_STATE_UNDEFINED);
      ck_assert_int_eq (state_of (report, "population_unique"), DEID_FIGURE_STATE_UNDEFINED);
    }
  ck_assert_double_eq (number_of (report, "marketer.mean"), number_of (report, "journalist.mean"));
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
      g_autoptr (DeidReport) before = NULL, after = NULL, public = NULL;
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
      after = deid_report_new_risks (result, NULL, TRUE, options, NULL, &error);
      assert_no_error (error);
      ck_assert_str_eq (text_of (after, "table"), "release");
      public = deid_report_new_public (after, NULL, &error);
      assert_no_error (error);
      check_report (after, test, expected, numerator);
      before = deid_report_new_risks (result, NULL, FALSE, options, NULL, &error);
      assert_no_error (error);
      ck_assert_str_eq (text_of (before, "table"), "input");
      ck_assert_ptr_null (deid_report_new_public (before, NULL, NULL));
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
