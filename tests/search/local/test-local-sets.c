/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Local recodings whose labels are sets of values: what is released is verified, reads back, and
 * loses what its labels say; small tables are mostly recoded in the best way. */
#include "support/suite.h"

#include <stdio.h>

#include <deid/deid-extend.h>

#include "support/lesson.h"
#include "support/local-table.h"
#include "support/result-figures.h"

static DeidResult *
recode (DeidProblem *problem, guint64 n_iterations, guint64 seed)
{
  g_autoptr (DeidSearch) search = deid_search_new_local (n_iterations, seed, 0, NULL);
  DeidResult *result;
  GError *error = NULL;

  result = deid_search_run (search, problem, NULL, &error);
  g_assert_no_error (error);
  return result;
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4301);
  const guint n_trials = count_trials (400);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidDataset) released = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      LocalTable table;

      local_table_make (&table, rand, LOCAL_MAX_ROWS);
      local_table_make_sets (&table, rand);
      if (trial % 4 == 0)
        local_table_diversify (&table, rand);
      problem = local_table_build (&table);
      result = recode (problem, trial % 400 + 1, trial);
      released = local_table_release (result);
      assert_near (local_table_check_release (&table, released), deid_result_get_loss (result));
    }
}
END_TEST

/* On tables that are small enough to try all partitions. */
START_TEST (small_optima)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4302);
  const guint n_trials = count_trials (2000);
  guint n_found = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      LocalTable table;
      double optimum;

      local_table_make (&table, rand, 9);
      local_table_make_sets (&table, rand);
      problem = local_table_build (&table);
      result = recode (problem, 500, trial);
      optimum = local_table_find_optimum (&table);
      assert_quietly (deid_result_get_loss (result) >= optimum - 1e-12);
      n_found += deid_result_get_loss (result) <= optimum + 1e-12;
    }
  printf ("the optimum was found for %u of %u small tables\n", n_found, n_trials);
  ck_assert_uint_ge (100 * (n_found + 1), 98 * n_trials);
}
END_TEST

static DeidProblem *
make_problem (const char *rows, const char *lines, guint max_values, guint64 k)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (rows);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) hierarchy
      = lines != NULL ? lesson_make_hierarchy ("a", lines) : deid_hierarchy_new_suppression ();
  DeidProblem *problem;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, NULL));
  ck_assert (deid_lattice_set_label_sets (lattice, "a", max_values, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (k, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  return problem;
}

static const char letters[] = "a p low *\na q low *\na r high *\na s high *\na t high *\n";

/* By hand: of two and three records, each of another value, the least that they cover is two and
 * three leaves of five: (2 * 1/4 + 3 * 2/4) / 5. Which are together is the search's choice. Both
 * sets have as many values as their classes have records, so each value is that of one record. */
START_TEST (labels)
{
  g_autoptr (DeidProblem) problem = make_problem ("a\np\nq\nr\ns\nt\n", letters, G_MAXUINT, 2);
  g_autoptr (DeidResult) result = recode (problem, 500, 1);
  g_autoptr (DeidDataset) released = local_table_release (result);
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
  double n_forced;

  assert_near (deid_result_get_loss (result), (2 / 4.0 + 3 * 2 / 4.0) / 5);
  ck_assert_uint_eq (deid_dataset_get_n_rows (released), 5);
  ck_assert_uint_eq (deid_partition_get_n_classes (partition), 2);
  for (guint32 i = 0; i < 2; i++)
    ck_assert_uint_eq (deid_partition_get_level (partition, i, 0) + 1,
                       deid_partition_get_n_records (partition, i));
  ck_assert (find_figure (result, "forced-records", &n_forced));
  assert_near (n_forced, 5);
}
END_TEST

/* By hand: the first three records are one class, whose values stand in the order of their bytes,
 * the missing one first, and are quoted where they would not read back. */
START_TEST (spelling)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("a\n...\n?\nz,z\nb\nb\nb\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) none = deid_hierarchy_new_suppression ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", none, NULL, NULL));
  ck_assert (deid_lattice_set_label_sets (lattice, "a", G_MAXUINT, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (3, NULL));
  result = recode (problem, 100, 1);
  released = local_table_release (result);
  for (guint row = 0; row < 3; row++)
    ck_assert_str_eq (deid_dataset_get_value (released, row, 0), "{\"\", \"...\", \"z,z\"}");
}
END_TEST

/* By hand: p and q are a set; r, s and t are more than a set may have, and have the label above. */
START_TEST (largest_sets)
{
  const char *rows = "a\np\nq\nr\ns\nt\nr\ns\nt\nr\n";
  g_autoptr (DeidProblem) problem = make_problem (rows, letters, 2, 2);
  g_autoptr (DeidProblem) all = make_problem ("a\nr\ns\nt\n", letters, 2, 3);
  g_autoptr (DeidResult) result = recode (problem, 500, 1);
  g_autoptr (DeidResult) other = recode (all, 10, 1);
  g_autoptr (DeidDataset) released = local_table_release (result);
  g_autoptr (DeidDataset) high = local_table_release (other);

  ck_assert_str_eq (deid_dataset_get_value (released, 0, 0), "{p, q}");
  ck_assert_str_eq (deid_dataset_get_value (released, 1, 0), "{p, q}");
  assert_near (deid_result_get_loss (result), 2 / 4.0 / 9);
  assert_table (high, "a\nhigh\nhigh\nhigh\n");
  assert_near (deid_result_get_loss (other), 2 / 4.0);
}
END_TEST

/* A column of many codes without a hierarchy: as many records of each are lists of few. */
START_TEST (many_values)
{
  g_autoptr (GString) rows = g_string_new ("a\n");
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;
  guint n_lists = 0;

  for (guint row = 0; row < 12000; row++)
    g_string_append_printf (rows, "c%04u\n", row < 5000 ? row : row * row % 5000);
  problem = make_problem (rows->str, NULL, G_MAXUINT, 5);
  result = recode (problem, 4000, 1);
  released = local_table_release (result);
  for (guint64 row = 0; row < deid_dataset_get_n_rows (released); row++)
    {
      const char *label = deid_dataset_get_value (released, row, 0);

      n_lists += label[0] == '{' ? 1 : 0;
      ck_assert_str_ne (label, "*");
    }
  ck_assert_uint_gt (n_lists, 5000);
  ck_assert_int_eq (deid_result_get_recoding (result), DEID_RECODING_LOCAL);
  ck_assert_double_lt (deid_result_get_loss (result), 9.0 / 4999);
}
END_TEST

static void
check_refused (DeidProblem *problem, const char *specification, const char *words)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (specification, NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, words, NULL);
}

static char *
describe_any (gpointer user_data G_GNUC_UNUSED)
{
  return g_strdup ("any");
}

static gboolean
accept_any (const DeidClass *eq_class G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,
            gpointer user_data G_GNUC_UNUSED, gboolean *accepts, GError **error G_GNUC_UNUSED)
{
  *accepts = TRUE;
  return TRUE;
}

/* The label above p reads like another value. */
static const char twice_lines[] = "a p q *\na q r *\na s t *\n";

/* Without a limit no class has such a label. */
START_TEST (labels_like_values)
{
  g_autoptr (DeidProblem) problem = make_problem ("a\nq\np\ns\np\n", twice_lines, G_MAXUINT, 2);
  g_autoptr (DeidResult) result = recode (problem, 100, 1);
  g_autoptr (DeidDataset) released = local_table_release (result);

  ck_assert_str_eq (deid_dataset_get_value (released, 0, 0), "{q, s}");
  ck_assert_str_eq (deid_dataset_get_value (released, 1, 0), "p");
}
END_TEST

/* What a set costs, or reads like, must be known. */
START_TEST (refused)
{
  g_autoptr (DeidProblem) heights = make_problem ("a\np\nq\n", letters, 4, 2);
  g_autoptr (DeidProblem) braces = make_problem ("a\n{p}\nq\n", NULL, 4, 2);
  g_autoptr (DeidProblem) twice = make_problem ("a\nq\np\ns\n", twice_lines, 2, 2);
  g_autoptr (DeidProblem) own = make_problem ("a\np\nq\n", letters, 4, 2);
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidQualityModel) height
      = deid_quality_model_new_from_specification ("height:sum", NULL);

  ck_assert (deid_problem_set_quality_model (heights, height, NULL));
  check_refused (heights, "local:10", "sets of values, whose cost the quality model does not tell");
  check_refused (braces, "local:10", "begins with a brace");
  check_refused (twice, "local:10", "reads like a value or another label");
  deid_privacy_model_funcs_set_describe (funcs, describe_any, NULL, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept_any, NULL, NULL);
  lesson_add_model (own, deid_privacy_model_new (funcs, NULL));
  check_refused (own, "local:10", "a privacy model of the host that may ask for labels");
  check_refused (braces, "mondrian", "sets of values");
}
END_TEST

/* What the call itself refuses. */
START_TEST (refused_columns)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("a b\n1 x\n2 y\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) none = deid_hierarchy_new_suppression ();
  GError *error = NULL;

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "a", DEID_CUT_ENDS_EXACT, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "b", none, NULL, NULL));
  ck_assert (!deid_lattice_set_label_sets (lattice, "a", 3, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'a'", "runs", NULL);
  ck_assert (!deid_lattice_set_label_sets (lattice, "b", 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'b'", "at least 2", NULL);
  ck_assert (!deid_lattice_set_label_sets (lattice, "c", 3, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "c", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("sets of local recodings");
  TCase *cases = tcase_create ("sets");

  tcase_set_timeout (cases, 120);
  tcase_add_test (cases, labels);
  tcase_add_test (cases, spelling);
  tcase_add_test (cases, largest_sets);
  tcase_add_test (cases, many_values);
  tcase_add_test (cases, labels_like_values);
  tcase_add_test (cases, refused);
  tcase_add_test (cases, refused_columns);
  tcase_add_test (cases, random_tables);
  tcase_add_test (cases, small_optima);
  suite_add_tcase (suite, cases);
  return suite;
}
