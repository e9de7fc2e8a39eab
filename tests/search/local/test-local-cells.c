/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cell suppression: what is told of a result is what a reader of the release counts, and no
 * partition into classes suppresses less than the search finds, or hardly any. */
#include "support/suite.h"

#include <stdio.h>

#include "support/lesson.h"
#include "support/local-table.h"

#define STAR "g1.0" /* the label of all values in tables of local_table_build() */

static DeidResult *
recode (DeidProblem *problem, guint64 seed)
{
  g_autoptr (DeidSearch) search = deid_search_new_local (400, seed, 0, NULL);
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  g_assert_no_error (error);
  return result;
}

/* Counts the cells of a released column that read so; NULL is a missing value. */
static guint64
count_cells (const DeidDataset *release, const char *name, const char *text)
{
  guint64 n = 0;
  guint column;

  ck_assert (deid_dataset_find_column (release, name, &column, NULL));
  for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
    n += g_strcmp0 (deid_dataset_get_value (release, row, column), text) == 0;
  return n;
}

/* Returns: how many cells of all columns are suppressed, which the release shows. */
static guint64
check_counts (DeidResult *result, const char *star)
{
  g_autoptr (DeidDataset) release = lesson_apply (result);
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
  guint64 n_all = 0;

  for (guint a = 0; a < deid_partition_get_n_attributes (partition); a++)
    {
      const char *name = deid_partition_get_attribute_name (partition, a);
      guint64 n_suppressed, n_missing;

      deid_partition_count_cells (partition, a, &n_suppressed, NULL, &n_missing);
      assert_quietly (n_suppressed == count_cells (release, name, star));
      assert_quietly (n_missing == count_cells (release, name, NULL));
      n_all += n_suppressed;
    }
  assert_quietly (deid_result_verify (result, release, NULL, NULL));
  return n_all;
}

static void
make_cells (LocalTable *table, GRand *rand)
{
  local_table_make (table, rand, 9);
  for (guint c = 0; c < table->n_columns; c++)
    {
      table->columns[c].n_levels = 2;
      for (guint leaf = 0; leaf < table->columns[c].n_leaves; leaf++)
        table->columns[c].groups[1][leaf] = 0;
    }
}

/* A suppressed cell costs 1 and a kept one nothing, so that the loss counts cells. */
START_TEST (small_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2091);
  const guint n_trials = MAX (count_trials (200), 20);
  guint n_best = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      guint64 n_least, n_suppressed;
      LocalTable table;
      double n_cells;

      make_cells (&table, rand);
      problem = local_table_build (&table);
      result = recode (problem, trial);
      n_cells = (double) table.n_rows * table.n_columns;
      n_least = (guint64) (local_table_find_optimum (&table) * n_cells + 0.5);
      n_suppressed = check_counts (result, STAR);
      assert_quietly (deid_result_get_recoding (result) == DEID_RECODING_CELLS);
      assert_quietly (n_suppressed >= n_least);
      assert_near (deid_result_get_loss (result), (double) n_suppressed / n_cells);
      n_best += n_suppressed == n_least;
    }
  printf ("%u of %u tables with the fewest suppressed cells\n", n_best, n_trials);
  ck_assert_uint_ge (10 * n_best, 9 * n_trials);
}
END_TEST

static const char visits[] = "age zip\n30 A\n30 A\n31 A\n? A\n? B\n? B\n40 ?\n40 ?\n41 ?\n";

/* Two ages that are missing are in a class of their own; the third one is suppressed with another
 * age, since both have a zip code in common. */
START_TEST (missing_values)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (visits, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = NULL;
  DeidPartition *partition;
  guint64 n_suppressed, n_before, n_after;

  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  result = recode (problem, 1);
  partition = deid_result_get_partition (result, NULL, NULL);
  ck_assert_uint_eq (check_counts (result, "*"), 5);
  deid_partition_count_cells (partition, 0, &n_suppressed, &n_before, &n_after);
  ck_assert_uint_eq (n_suppressed, 5);
  ck_assert_uint_eq (n_before, 3);
  ck_assert_uint_eq (n_after, 2);
  deid_partition_count_cells (partition, 1, NULL, &n_before, NULL);
  ck_assert_uint_eq (n_before, 3);
}
END_TEST

/* The ages of four records are a star already, and that of another one becomes one: only this cell
 * is suppressed, while the loss is that of five stars of eleven cells. */
START_TEST (stars)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("age n:weight\n30 2\n* 3\n* 1\n? 4\n40 1\n", NULL,
                             deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = NULL;
  guint64 n_suppressed;

  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  result = recode (problem, 1);
  deid_partition_count_cells (deid_result_get_partition (result, NULL, NULL), 0, &n_suppressed,
                              NULL, NULL);
  ck_assert_uint_eq (n_suppressed, 1);
  assert_near (deid_result_get_loss (result), 5.0 / 11);
}
END_TEST

/* Records count by their weights, and not at all if they are suppressed as a whole. */
START_TEST (weights_and_records)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("age zip n:weight\n30 A 4\n? A 3\n50 C 1\n60 D 1\n", NULL,
                             deid_privacy_model_new_k_anonymity (5, NULL));
  g_autoptr (DeidResult) result = NULL;
  guint64 n_suppressed, n_before, n_after;

  ck_assert (deid_problem_set_suppression_limit_count (problem, 2, NULL));
  result = recode (problem, 1);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 2);
  deid_partition_count_cells (deid_result_get_partition (result, NULL, NULL), 0, &n_suppressed,
                              &n_before, &n_after);
  ck_assert_uint_eq (n_suppressed, 7);
  ck_assert_uint_eq (n_before, 3);
  ck_assert_uint_eq (n_after, 0);
}
END_TEST

/* A third level, or a highest one that tells values apart, makes it a local recoding; a level that
 * is not to be chosen does not count. */
START_TEST (kinds)
{
  static const char hierarchies[] = "age 21 20s *\nage 24 20s *\nage 33 30s *\nage 38 30s *\n";
  static const char decades[] = "age 21 20s\nage 24 20s\nage 33 30s\nage 38 30s\n";
  static const char *const texts[] = { NULL, hierarchies, hierarchies, decades };
  static const guint lowest[] = { 0, 0, 1, 0 };
  static const DeidRecodingKind expected[]
      = { DEID_RECODING_CELLS, DEID_RECODING_LOCAL, DEID_RECODING_CELLS, DEID_RECODING_LOCAL };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (DeidLattice) lattice
          = lesson_make_lattice ("age\n21\n21\n33\n38\n33\n38\n", texts[i]);
      g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;

      ck_assert (deid_lattice_set_level_range (lattice, "age", lowest[i], G_MAXUINT, NULL));
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
      result = recode (problem, 1);
      ck_assert_int_eq (deid_result_get_recoding (result), expected[i]);
    }
}
END_TEST

/* Where only the label of all values may be chosen, all cells are suppressed. */
START_TEST (highest_level_alone)
{
  g_autoptr (DeidLattice) lattice = lesson_make_lattice ("age\n21\n21\n33\n", NULL);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  guint64 n_suppressed;

  ck_assert (deid_lattice_set_level_range (lattice, "age", 1, 1, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  result = recode (problem, 1);
  ck_assert_int_eq (deid_result_get_recoding (result), DEID_RECODING_CELLS);
  deid_partition_count_cells (deid_result_get_partition (result, NULL, NULL), 0, &n_suppressed,
                              NULL, NULL);
  ck_assert_uint_eq (n_suppressed, 3);
  assert_near (deid_result_get_loss (result), 1);
}
END_TEST

/* A suppressed record costs all of the third column, although all records of the table have one
 * value of it: 0.4 + 0.6 (n - 1)/(D - 1) with n = D = 2. It costs 0.4 of the second one, where no
 * label but the value may be chosen. Two others lose the first column. */
START_TEST (suppressed_records)
{
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification ("loss:arith:0.2", NULL);
  g_autoptr (DeidLattice) lattice
      = lesson_make_lattice ("q0 q1 q2\nx p a\ny p a\nf p a\nf p a\nx r a\n", "q2 a *\nq2 b *\n");
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_lattice_set_level_range (lattice, "q1", 0, 0, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.2, NULL));
  result = recode (problem, 1);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
  assert_near (deid_result_get_loss (result), (2 + 1 + 0.4 + 1) / 15);
}
END_TEST

/* The value stands for itself on two levels: it is kept. */
START_TEST (labels_of_two_levels)
{
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification ("precision:arith", NULL);
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("q r\na 1\na 1\nb 1\nb 2\nc 2\nc 2\n", "q a a *\nq b b *\nq c c *\n",
                             deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = NULL;
  DeidPartition *partition;

  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  result = recode (problem, 1);
  partition = deid_result_get_partition (result, NULL, NULL);
  for (guint32 i = 0; i < deid_partition_get_n_classes (partition); i++)
    ck_assert_uint_eq (deid_partition_get_level (partition, i, 0), 0);
  assert_near (deid_result_get_loss (result), 2.0 / 12);
}
END_TEST

static guint64
count_suppressed (guint64 *n_b, double weight_of_a)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2092);
  g_autoptr (GString) table = g_string_new ("a b\n");
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification ("loss:arith", NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  DeidPartition *partition;
  guint64 n_a;

  for (guint row = 0; row < 300; row++)
    g_string_append_printf (table, "%d %d\n", g_rand_int_range (rand, 0, 8),
                            g_rand_int_range (rand, 0, 8));
  problem = lesson_make_problem (table->str, NULL, deid_privacy_model_new_k_anonymity (5, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  ck_assert (deid_quality_model_set_attribute_weight (quality, "a", weight_of_a, NULL));
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  result = recode (problem, 1);
  check_counts (result, "*");
  partition = deid_result_get_partition (result, NULL, NULL);
  deid_partition_count_cells (partition, 0, &n_a, NULL, NULL);
  deid_partition_count_cells (partition, 1, n_b, NULL, NULL);
  assert_near (deid_result_get_loss (result),
               (weight_of_a * (double) n_a + (double) *n_b) / 300 / (weight_of_a + 1));
  return n_a;
}

/* A cell of a column with weight w costs as much as w cells of one with weight 1. */
START_TEST (importance)
{
  guint64 n_a[2], n_b[2];

  n_a[0] = count_suppressed (&n_b[0], 0.1);
  n_a[1] = count_suppressed (&n_b[1], 10);
  ck_assert_uint_gt (n_a[0], n_a[1]);
  ck_assert_uint_lt (n_b[0], n_b[1]);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cell suppression");
  TCase *cases = tcase_create ("cells");

  tcase_add_test (cases, small_tables);
  tcase_add_test (cases, missing_values);
  tcase_add_test (cases, stars);
  tcase_add_test (cases, weights_and_records);
  tcase_add_test (cases, kinds);
  tcase_add_test (cases, highest_level_alone);
  tcase_add_test (cases, suppressed_records);
  tcase_add_test (cases, labels_of_two_levels);
  tcase_add_test (cases, importance);
  suite_add_tcase (suite, cases);
  return suite;
}
