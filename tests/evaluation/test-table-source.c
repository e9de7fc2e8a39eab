/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Distinct combinations of values with their counts, made by hand, are judged as the table that
 * they were counted from, and so is a population of them. */
#include "support/suite.h"

#include <string.h>

#include "quality/models.h"
#include "evaluation/grouping-evaluator.h"

#define N_ROWS       600
#define N_POPULATION 1000 /* of which the table is the first rows */
#define N_COLUMNS    4
#define N_HEAD       6

static const DeidStop never = { .deadline = G_MAXINT64 };
static const char *const names[N_COLUMNS] = { "town", "age", "sex", "illness" };
static const guint n_values[N_COLUMNS] = { 6, 5, 2, 3 };
static const char *const texts[] = { "u", "v", "w", "x", "y", "z" };

/* Values by row; the first rows have all, so that their codes are the same in any table. */
typedef struct
{
  guint values[N_POPULATION][N_COLUMNS];
} Rows;

/* What was counted, with what lends it. */
typedef struct
{
  DeidColumn columns[N_COLUMNS];
  DeidDictionary names;
  guint64 weights[N_POPULATION];
  DeidTableSource source;
} Counted;

static void
draw_rows (Rows *rows, GRand *rand)
{
  for (guint row = 0; row < N_POPULATION; row++)
    for (guint c = 0; c < N_COLUMNS; c++)
      rows->values[row][c]
          = (row < N_HEAD ? row
                          : (guint) (n_values[c] * g_rand_double (rand) * g_rand_double (rand)))
            % n_values[c];
}

static DeidDataset *
make_dataset (const Rows *rows, guint n_rows)
{
  DeidDataset *dataset = deid_dataset_new (NULL);

  for (guint c = 0; c < N_COLUMNS; c++)
    {
      const char *values[N_POPULATION];

      for (guint row = 0; row < n_rows; row++)
        values[row] = texts[rows->values[row][c]];
      ck_assert (deid_dataset_add_string_column (dataset, names[c], values, n_rows, NULL, NULL));
    }
  ck_assert (deid_dataset_set_role (dataset, "illness", DEID_ROLE_SENSITIVE, NULL));
  return dataset;
}

/* Takes the lattice, which has no attributes. */
static DeidProblem *
make_problem (DeidLattice *lattice, DeidQualityModel *quality)
{
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) size = deid_privacy_model_new_k_anonymity (12, NULL);
  g_autoptr (DeidPrivacyModel) diverse
      = deid_privacy_model_new_distinct_l_diversity ("illness", 3, NULL);
  g_autoptr (DeidPrivacyModel) close
      = deid_privacy_model_new_equal_t_closeness ("illness", 0.1, NULL);
  DeidProblem *problem;

  for (guint c = 0; c + 1 < N_COLUMNS; c++)
    ck_assert (deid_lattice_add_quasi_identifier (lattice, names[c], suppression, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, size, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, diverse, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, close, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.05, NULL));
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  deid_lattice_unref (lattice);
  return problem;
}

static DeidProblem *
make_dataset_problem (const Rows *rows, guint n_rows, DeidQualityModel *quality)
{
  g_autoptr (DeidDataset) dataset = make_dataset (rows, n_rows);

  return make_problem (deid_lattice_new (dataset), quality);
}

/* Adds a record to its combination, which may be new. */
static void
count_row (Counted *counted, const Rows *rows, guint row, guint *first_rows)
{
  guint i = 0;

  while (i < counted->source.n_rows
         && memcmp (rows->values[first_rows[i]], rows->values[row], sizeof rows->values[row]) != 0)
    i++;
  counted->weights[i]++;
  counted->source.n_records++;
  if (i < counted->source.n_rows)
    return;
  first_rows[counted->source.n_rows++] = row;
  for (guint c = 0; c < N_COLUMNS; c++)
    ck_assert (deid_column_append (&counted->columns[c], texts[rows->values[row][c]], 1, NULL));
}

static void
count_rows (Counted *counted, const Rows *rows, guint n_rows)
{
  guint first_rows[N_POPULATION];
  guint32 code;

  *counted = (Counted){ .weights = { 0 } };
  deid_dictionary_init (&counted->names);
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      ck_assert (deid_column_init (&counted->columns[c], names[c], NULL));
      ck_assert (deid_dictionary_add (&counted->names, names[c], strlen (names[c]), &code, NULL));
    }
  counted->source = (DeidTableSource){ .name = "counted",
                                       .columns = counted->columns,
                                       .n_columns = N_COLUMNS,
                                       .names = &counted->names,
                                       .weights = counted->weights };
  counted->columns[N_COLUMNS - 1].role = DEID_ROLE_SENSITIVE;
  for (guint row = 0; row < n_rows; row++)
    count_row (counted, rows, row, first_rows);
}

static void
counted_clear (Counted *counted)
{
  for (guint c = 0; c < N_COLUMNS; c++)
    deid_column_clear (&counted->columns[c]);
  deid_dictionary_clear (&counted->names);
}

static DeidVerdict
evaluate (const DeidPreparedProblem *prepared, const DeidLevel *levels)
{
  DeidGroupingEvaluator evaluator = { 0 };
  DeidVerdict verdict;

  ck_assert (deid_grouping_evaluator_init (&evaluator, prepared, NULL));
  ck_assert (deid_evaluator_evaluate (&evaluator.base, levels, &never, &verdict, NULL));
  deid_evaluator_clear (&evaluator.base);
  return verdict;
}

/* Returns: how many of the policies are solutions, of both. */
static guint
compare (const DeidPreparedProblem *all, const DeidPreparedProblem *distinct)
{
  guint n_solutions = 0;

  ck_assert_uint_eq (distinct->limit, all->limit);
  for (guint policy = 0; policy < 8; policy++)
    {
      const DeidLevel levels[] = { policy & 1, policy >> 1 & 1, (DeidLevel) (policy >> 2) };
      const DeidVerdict expected = evaluate (all, levels);
      const DeidVerdict found = evaluate (distinct, levels);

      ck_assert_uint_eq (found.n_suppressed, expected.n_suppressed);
      ck_assert_uint_eq (found.n_necessary, expected.n_necessary);
      ck_assert_uint_eq (found.n_needed, expected.n_needed);
      ck_assert_int_eq (found.is_solution, expected.is_solution);
      if (expected.is_solution)
        ck_assert_mem_eq (&found.objective, &expected.objective, sizeof found.objective);
      n_solutions += expected.is_solution ? 1 : 0;
    }
  return n_solutions;
}

/* The whole table, and another problem on a table and perhaps a population of counts. */
static void
compare_prepared (DeidProblem *whole, DeidProblem *counted, const DeidTableSource *table,
                  const DeidTableSource *population)
{
  DeidPreparedProblem all, distinct;
  guint n_solutions;

  ck_assert (deid_prepared_problem_init (&all, whole, DEID_STOP_NEVER, NULL));
  ck_assert (deid_prepared_problem_init_table (&distinct, counted, table, population,
                                               DEID_STOP_NEVER, NULL));
  n_solutions = compare (&all, &distinct);
  ck_assert_uint_gt (n_solutions, 0);
  ck_assert_uint_lt (n_solutions, 8);
  deid_prepared_problem_clear (&distinct);
  deid_prepared_problem_clear (&all);
}

/* Takes the quality model. */
static void
check (const Rows *rows, DeidQualityModel *quality)
{
  g_autoptr (DeidProblem) whole = make_dataset_problem (rows, N_ROWS, quality);
  g_autoptr (DeidProblem) head = make_dataset_problem (rows, N_HEAD, quality);
  g_autofree Counted *counted = g_new (Counted, 1);

  count_rows (counted, rows, N_ROWS);
  ck_assert_uint_lt (counted->source.n_rows, N_ROWS / 2);
  ck_assert_uint_eq (counted->source.n_records, N_ROWS);
  compare_prepared (whole, head, &counted->source, NULL);
  counted_clear (counted);
  deid_quality_model_unref (quality);
}

START_TEST (test_counts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);
  g_autofree Rows *rows = g_new (Rows, 1);

  draw_rows (rows, rand);
  check (rows, deid_quality_model_new_non_uniform_entropy (DEID_AGGREGATE_SUM, NULL));
  check (rows, deid_quality_model_new_discernibility ());
  check (rows, deid_quality_model_new_kl_divergence ());
}
END_TEST

/* Models that compare with the population. */
static void
compare_with_population (DeidProblem *problem)
{
  g_autoptr (DeidPrivacyModel) kmap = deid_privacy_model_new_k_map (60, NULL);
  g_autoptr (DeidPrivacyModel) presence = deid_privacy_model_new_delta_presence (0.4, 0.8, NULL);

  ck_assert (deid_problem_add_privacy_model (problem, kmap, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, presence, NULL));
}

/* Neither the table nor the population is a dataset; the lattice has the values of the one, and the
 * codes of the other are its own. */
START_TEST (test_population)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);
  g_autofree Rows *rows = g_new (Rows, 1);
  g_autofree Counted *table = g_new (Counted, 1), *people = g_new (Counted, 1);
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_non_uniform_entropy (DEID_AGGREGATE_SUM, NULL);
  g_autoptr (DeidDataset) population = NULL;
  g_autoptr (DeidProblem) whole = NULL, counted = NULL;

  draw_rows (rows, rand);
  population = make_dataset (rows, N_POPULATION);
  whole = make_dataset_problem (rows, N_ROWS, quality);
  compare_with_population (whole);
  ck_assert (deid_problem_set_population (whole, population, NULL, NULL));
  count_rows (table, rows, N_ROWS);
  count_rows (people, rows, N_POPULATION);
  ck_assert_uint_lt (people->source.n_rows, N_POPULATION / 2);
  counted = make_problem (deid_lattice_new_of_table (&table->source), quality);
  compare_with_population (counted);
  compare_prepared (whole, counted, &table->source, &people->source);
  counted_clear (people);
  counted_clear (table);
}
END_TEST

/* Preparing ends when it is cancelled, before models are asked and where there is no population. */
START_TEST (test_cancelled)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const DeidStop stop = { .cancellable = cancellable, .deadline = G_MAXINT64 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);
  g_autofree Rows *rows = g_new (Rows, 1);
  g_autoptr (DeidQualityModel) quality = deid_quality_model_new_discernibility ();
  g_autoptr (DeidDataset) population = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  DeidPreparedProblem prepared;
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  draw_rows (rows, rand);
  population = make_dataset (rows, N_POPULATION);
  problem = make_dataset_problem (rows, N_ROWS, quality);
  for (guint pass = 0; pass < 2; pass++)
    {
      ck_assert (!deid_prepared_problem_init (&prepared, problem, &stop, &error));
      assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
      ck_assert (pass == 0 || prepared.privacy.n_models == 0);
      deid_prepared_problem_clear (&prepared);
      ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
    }
  ck_assert (deid_prepared_problem_init (&prepared, problem, &never, NULL));
  deid_prepared_problem_clear (&prepared);
}
END_TEST

/* Values that the hierarchy lacks are told of the table that has them. */
START_TEST (test_unknown_value)
{
  static const char *const leaves[][3] = { { "u", "*", NULL }, { "v", "*", NULL } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("sexes");
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);
  g_autofree Rows *rows = g_new (Rows, 1);
  g_autofree Counted *table = g_new (Counted, 1), *people = g_new (Counted, 1);
  g_autoptr (DeidHierarchy) sexes = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  DeidPopulation population;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (leaves); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, leaves[i], NULL));
  sexes = deid_hierarchy_builder_build (builder, NULL);
  draw_rows (rows, rand);
  count_rows (table, rows, N_ROWS);
  lattice = deid_lattice_new_of_table (&table->source);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "sex", sexes, NULL, NULL));
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "town", sexes, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "counted: column 'town'",
                "4 values are", "row 3", NULL);
  rows->values[N_HEAD][2] = 5;
  count_rows (people, rows, N_ROWS);
  people->source.name = "people";
  ck_assert (!deid_population_init (&population, lattice, &people->source, &never, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "people: column 'sex'", "1 value is",
                NULL);
  deid_population_clear (&population);
  counted_clear (people);
  counted_clear (table);
}
END_TEST

/* A quasi-identifier that the table lacks is missed by its name. */
START_TEST (test_missing_column)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);
  g_autofree Rows *rows = g_new (Rows, 1);
  g_autofree Counted *counted = g_new (Counted, 1);
  g_autoptr (DeidQualityModel) quality = deid_quality_model_new_discernibility ();
  g_autoptr (DeidProblem) problem = NULL;
  DeidPreparedProblem prepared;
  DeidDictionary none;
  GError *error = NULL;

  draw_rows (rows, rand);
  problem = make_dataset_problem (rows, N_HEAD, quality);
  count_rows (counted, rows, N_ROWS);
  deid_dictionary_init (&none);
  counted->source.names = &none;
  ck_assert (!deid_prepared_problem_init_table (&prepared, problem, &counted->source, NULL,
                                                DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "counted", "'town'", NULL);
  deid_prepared_problem_clear (&prepared);
  deid_dictionary_clear (&none);
  counted_clear (counted);
}
END_TEST

/* Three records stand for 2.5 people each and one for 4: 11.5, which is rounded up. */
START_TEST (test_survey)
{
  guint64 weights[] = { 3, 1 }, size;
  DeidColumn survey;
  DeidTableSource source
      = { .name = "counted", .n_rows = 2, .n_records = 4, .weights = weights, .survey = &survey };
  const DeidPrivacyInput input = { .table = &source };

  ck_assert (deid_column_init (&survey, "people", NULL));
  ck_assert (deid_column_append (&survey, "2.5", 3, NULL));
  ck_assert (deid_column_append (&survey, "4", 1, NULL));
  ck_assert (deid_privacy_input_estimate_population (&input, &size, NULL));
  ck_assert_uint_eq (size, 12);
  deid_column_clear (&survey);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("table-source");
  TCase *tcase = tcase_create ("counts");

  tcase_add_test (tcase, test_counts);
  tcase_add_test (tcase, test_population);
  tcase_add_test (tcase, test_cancelled);
  tcase_add_test (tcase, test_unknown_value);
  tcase_add_test (tcase, test_missing_column);
  tcase_add_test (tcase, test_survey);
  suite_add_tcase (suite, tcase);
  return suite;
}
