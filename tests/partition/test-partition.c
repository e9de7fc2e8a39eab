/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a result makes of each row: a lesson by hand, then random tables against their labels worked
 * out row by row. */
#include "support/suite.h"

#include "support/own-model.h"
#include "support/sample.h"

#define N_TRIALS  60
#define N_ROWS    60
#define N_OTHERS  40 /* rows that only the population has */
#define K         3
#define N_THREADS 4

/* Seven people by age and sex. At one level of age the classes are 3x/m of two, 4x/f of three, 3x/f
 * and a missing age of one each; of fewer than two records a class is suppressed. */
static DeidResult *
make_lesson (void)
{
  const char *ages[] = { "31", "42", "35", "47", "42", "38", NULL };
  const char *sexes[] = { "m", "f", "m", "f", "f", "f", "m" };
  const guint levels[] = { 1, 0 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("people");
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("age");
  g_autoptr (DeidHierarchy) age = NULL;
  g_autoptr (DeidHierarchy) sex = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;

  for (guint i = 0; i < 6; i++)
    if (i != 4) /* 42 is there twice */
      {
        const char row[] = { ages[i][0], 'x', '\0' };

        ck_assert (deid_hierarchy_builder_add_row (
            builder, (const char *[]){ ages[i], row, "*", NULL }, NULL));
      }
  age = deid_hierarchy_builder_build (builder, NULL);
  ck_assert (deid_dataset_add_string_column (dataset, "age", ages, 7, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "sex", sexes, 7, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", age, NULL, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "sex", sex, NULL, NULL));
  problem = sample_state_problem (lattice, "k:2", NULL, 0.5);
  {
    g_autoptr (DeidPolicy) policy = deid_policy_new (lattice, levels, 2, NULL);
    DeidResult *result = deid_problem_evaluate (problem, policy, NULL, &error);

    assert_no_error (error);
    return result;
  }
}

START_TEST (lesson)
{
  static const guint32 expected[] = { 0, 1, 0, 1, 1, 2, 3 };
  static const char *const ages[] = { "3x", "4x", "3x", "" };
  g_autoptr (DeidResult) result = make_lesson ();
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
  g_autofree const char **labels = NULL;
  const guint32 *classes;
  gsize n;

  ck_assert_ptr_nonnull (partition);
  ck_assert_uint_eq (deid_partition_get_n_rows (partition), 7);
  ck_assert_uint_eq (deid_partition_get_n_classes (partition), 4);
  ck_assert_uint_eq (deid_partition_get_n_attributes (partition), 2);
  ck_assert_str_eq (deid_partition_get_attribute_name (partition, 1), "sex");
  classes = deid_partition_get_classes (partition, &n);
  ck_assert_uint_eq (n, 7);
  ck_assert_mem_eq (classes, expected, sizeof expected);
  ck_assert_str_eq (deid_partition_get_label (partition, 2, 1), "f");
  ck_assert_ptr_null (deid_partition_get_label (partition, 3, 0));
  labels = deid_partition_list_labels (partition, 0, &n, NULL, NULL);
  ck_assert_uint_eq (n, 4);
  for (guint i = 0; i < 4; i++)
    ck_assert_str_eq (labels[i], ages[i]);
  ck_assert_uint_eq (deid_partition_get_n_records (partition, 1), 3);
  ck_assert_uint_eq (deid_partition_get_n_persons (partition, 1), 3);
  ck_assert (!deid_partition_is_suppressed (partition, 0));
  ck_assert (deid_partition_is_suppressed (partition, 2));
  ck_assert (!deid_partition_has_population (partition));
}
END_TEST

/* The array says of each class what the function does that is asked of one. */
static void
check_arrays (const DeidPartition *partition)
{
  gsize n;
  const guint8 *suppressed = deid_partition_get_suppressed (partition, &n);

  ck_assert_uint_eq (n, deid_partition_get_n_classes (partition));
  for (guint32 i = 0; i < n; i++)
    ck_assert_int_eq (suppressed[i], deid_partition_is_suppressed (partition, i));
}

START_TEST (cancelled_labels)
{
  g_autoptr (DeidResult) result = make_lesson ();
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  gsize n = 77;
  GError *error = NULL;

  check_arrays (deid_result_get_partition (result, NULL, NULL));
  g_cancellable_cancel (cancelled);
  ck_assert_ptr_null (deid_partition_list_labels (deid_result_get_partition (result, NULL, NULL), 0,
                                                  &n, cancelled, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_uint_eq (n, 0);
}
END_TEST

/* A table with persons and weights, whose population is the table and some more rows. */
typedef struct
{
  Sample table, all;
  guint levels[SAMPLE_MAX_ATTRIBUTES];
  guint classes[SAMPLE_MAX_ROWS]; /* of all */
} Trial;

static DeidResult *
trial_solve (Trial *trial, GRand *rand)
{
  const SampleColumns columns = SAMPLE_WITH_PERSONS | SAMPLE_WITH_WEIGHTS;
  g_autoptr (DeidDataset) population = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;
  DeidResult *result;

  sample_init_random (&trial->all, rand, N_ROWS + N_OTHERS, 3);
  trial->table = trial->all;
  trial->table.n_rows = N_ROWS;
  sample_choose_levels (&trial->table, rand, trial->levels);
  sample_classify (&trial->all, trial->levels, trial->classes);
  population = sample_build_dataset (&trial->all, SAMPLE_PLAIN);
  problem = sample_build_problem (&trial->table, columns, "k:3", 1);
  ck_assert (deid_problem_set_population (problem, population, NULL, &error));
  result = sample_evaluate (problem, trial->levels, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "which leaves none", NULL);
  return result;
}

static void
check_class (const Trial *trial, const DeidPartition *partition, guint number)
{
  g_autoptr (GHashTable) persons = g_hash_table_new (NULL, NULL);
  guint n_records = 0, n_population = 0;

  for (guint row = 0; row < trial->all.n_rows; row++)
    {
      if (trial->classes[row] != number)
        continue;
      n_population++;
      if (row >= N_ROWS)
        continue;
      n_records += trial->table.weights[row];
      g_hash_table_add (persons, GINT_TO_POINTER (trial->table.persons[row]));
      for (guint a = 0; a < trial->table.n_attributes; a++)
        {
          g_autofree char *label
              = sample_get_label (&trial->table, a, trial->table.leaves[a][row], trial->levels[a]);

          ck_assert_int_eq (g_strcmp0 (deid_partition_get_label (partition, number, a), label), 0);
        }
    }
  ck_assert_uint_eq (deid_partition_get_n_records (partition, number), n_records);
  ck_assert_uint_eq (deid_partition_get_n_persons (partition, number), g_hash_table_size (persons));
  ck_assert_uint_eq (deid_partition_get_n_population (partition, number), n_population);
  ck_assert (deid_partition_is_suppressed (partition, number) == (g_hash_table_size (persons) < K));
}

/* The classes of all rows are numbered in the order of their first rows, so that those of the table
 * have the same numbers. */
START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (77);
  g_autofree Trial *trial = g_new0 (Trial, 1);
  guint n_solved = 0, n_suppressed = 0;

  for (guint i = 0; i < MAX (count_trials (N_TRIALS), 10); i++)
    {
      g_autoptr (DeidResult) result = trial_solve (trial, rand);
      DeidPartition *partition;
      guint n_classes = 0;

      if (result == NULL)
        continue;
      partition = deid_result_get_partition (result, NULL, NULL);
      ck_assert_ptr_nonnull (partition);
      for (guint row = 0; row < N_ROWS; row++)
        {
          ck_assert_uint_eq (deid_partition_get_class (partition, row), trial->classes[row]);
          n_classes = MAX (n_classes, trial->classes[row] + 1);
        }
      ck_assert_uint_eq (deid_partition_get_n_classes (partition), n_classes);
      check_arrays (partition);
      for (guint number = 0; number < n_classes; number++)
        {
          check_class (trial, partition, number);
          n_suppressed += deid_partition_is_suppressed (partition, number) ? 1 : 0;
        }
      n_solved++;
    }
  ck_assert_uint_gt (n_solved, 3);
  ck_assert_uint_gt (n_suppressed, 10);
}
END_TEST

static gint n_asked; /* atomic */

static gboolean
count_call (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
            GError **error)
{
  (void) state, (void) data, (void) error;
  g_atomic_int_inc (&n_asked);
  *passes = deid_class_get_n_records (eq_class) >= 2;
  return TRUE;
}

/* Returns: the optimum of a random table under a host's model. */
static DeidResult *
solve_by (DeidJudgeFunc accept, gpointer user_data, gboolean is_thread_safe)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  sample_init_random (sample, rand, 200, 3);
  deid_privacy_model_funcs_set_accept (funcs, accept, user_data, NULL);
  deid_privacy_model_funcs_set_thread_safe (funcs, is_thread_safe);
  model = deid_privacy_model_new (funcs, NULL);
  problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:1", 0.2);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return deid_search_run (search, problem, NULL, NULL);
}

/* What is made of a result works on its partition: models are asked once of each class. */
START_TEST (nothing_is_asked_again)
{
  g_autoptr (DeidResult) result = solve_by (count_call, NULL, TRUE);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (DeidDataset) release = NULL, again = NULL;
  g_autoptr (DeidReport) report = NULL;
  g_autoptr (DeidReport) risks = NULL;
  DeidPartition *partition;
  GError *error = NULL;

  g_atomic_int_set (&n_asked, 0);
  g_cancellable_cancel (cancelled);
  ck_assert_ptr_null (deid_result_get_partition (result, cancelled, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_int_eq (n_asked, 0);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  partition = deid_result_get_partition (result, NULL, NULL);
  ck_assert_int_gt (n_asked, 0);
  ck_assert_uint_le ((guint) n_asked, deid_partition_get_n_classes (partition));
  g_atomic_int_set (&n_asked, 0);
  again = deid_result_apply (result, NULL, NULL, &error);
  report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error);
  risks = deid_report_new_attribute_risks (result, TRUE, 2, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_eq (deid_result_get_partition (result, NULL, NULL), partition);
  ck_assert_int_eq (n_asked, 0);
}
END_TEST

/* How many records a class needs, which changes with time. */
static gboolean
judge_by_mood (const DeidClass *eq_class, gpointer state, gpointer k, gboolean *passes,
               GError **error)
{
  (void) state, (void) error;
  *passes = deid_class_get_n_records (eq_class) >= *(const guint64 *) k;
  return TRUE;
}

/* A model that is no function of the class would release what nobody judged: nothing is kept, so
 * that all is well again once it says what it said before. */
START_TEST (change_of_mind)
{
  static const guint64 later[] = { 1, 4, 1000 };
  guint64 k = 2;
  g_autoptr (DeidResult) result = solve_by (judge_by_mood, &k, FALSE);

  ck_assert_uint_gt (deid_result_get_n_suppressed (result), 0);
  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    {
      GError *error = NULL;

      k = later[i];
      ck_assert_ptr_null (deid_result_get_partition (result, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "was found to suppress",
                    "does not tell the same twice", NULL);
      ck_assert_ptr_null (deid_result_apply (result, NULL, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, NULL);
    }
  k = 2;
  ck_assert_ptr_nonnull (deid_result_get_partition (result, NULL, NULL));
}
END_TEST

static gpointer
get_in_thread (gpointer result)
{
  return deid_result_get_partition (result, NULL, NULL);
}

/* Threads that ask at a time are all told of the same one. */
START_TEST (threads)
{
  g_autoptr (DeidResult) result = solve_by (count_call, NULL, TRUE);
  GThread *asking[N_THREADS];

  for (guint t = 0; t < N_THREADS; t++)
    asking[t] = g_thread_new ("asking", get_in_thread, result);
  for (guint t = 0; t < N_THREADS; t++)
    ck_assert_ptr_eq (g_thread_join (asking[t]), deid_result_get_partition (result, NULL, NULL));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("partition");
  TCase *cases = tcase_create ("of a result");

  tcase_add_test (cases, lesson);
  tcase_add_test (cases, random_tables);
  tcase_add_test (cases, cancelled_labels);
  tcase_add_test (cases, nothing_is_asked_again);
  tcase_add_test (cases, change_of_mind);
  tcase_add_test (cases, threads);
  suite_add_tcase (suite, cases);
  return suite;
}
