/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rounds of full-domain generalization are those that searches of what is left make one after the
 * other. */
#include "support/suite.h"

#include <string.h>

#include "evaluation/preparation.h"
#include "search/local/rounds-start.h"
#include "search/local/rounds.h"
#include "support/local-check.h"

/* A table, made ready for clusters. */
typedef struct
{
  LocalTable table;
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidLocalTuples tuples;
  DeidLocalClusters clusters;
} Trial;

static void
trial_init (Trial *trial, GRand *rand)
{
  local_table_make (&trial->table, rand, LOCAL_MAX_ROWS);
  trial->problem = local_table_build (&trial->table);
  trial->preparation = deid_problem_prepare (trial->problem, DEID_STOP_NEVER, NULL);
  assert_quietly (trial->preparation != NULL);
  assert_quietly (
      deid_local_tuples_init (&trial->tuples, &trial->preparation->all, DEID_STOP_NEVER, NULL));
  assert_quietly (
      deid_local_clusters_init (&trial->clusters, &trial->tuples, trial->table.k, 0, NULL));
}

static void
trial_clear (Trial *trial)
{
  deid_local_clusters_clear (&trial->clusters);
  deid_local_tuples_clear (&trial->tuples);
  deid_preparation_release (trial->preparation);
  deid_problem_unref (trial->problem);
}

/* Which round's class each row is in, by searches of tables that have nothing but the rows left;
 * rows of no class have number 0. */
typedef struct
{
  guint class_of_row[LOCAL_MAX_ROWS];
  guint n_classes;
  guint n_rounds;
} Expected;

static gboolean
have_same_labels (const LocalTable *table, DeidPolicy *policy, guint a, guint b)
{
  for (guint c = 0; c < table->n_columns; c++)
    {
      const guint *groups = table->columns[c].groups[deid_policy_get_level (policy, c)];

      if (groups[table->values[a][c]] != groups[table->values[b][c]])
        return FALSE;
    }
  return TRUE;
}

static void
number_classes (const LocalTable *table, DeidPolicy *policy, const guint *rows, guint n,
                Expected *expected)
{
  for (guint i = 0; i < n; i++)
    {
      guint alike[LOCAL_MAX_ROWS], n_alike = 0;

      for (guint j = 0; j < n; j++)
        if (have_same_labels (table, policy, rows[i], rows[j]))
          alike[n_alike++] = rows[j];
      if (n_alike < table->k || expected->class_of_row[rows[i]] > 0)
        continue;
      expected->n_classes++;
      for (guint j = 0; j < n_alike; j++)
        expected->class_of_row[alike[j]] = expected->n_classes;
    }
}

static void
expect (const LocalTable *table, guint n_rounds, Expected *expected)
{
  const guint fewest = (table->n_rows + n_rounds - 1) / n_rounds;
  gboolean goes_on = TRUE;

  *expected = (Expected){ .n_classes = 0 };
  while (goes_on)
    {
      LocalTable left = *table;
      guint rows[LOCAL_MAX_ROWS];

      left.n_rows = 0;
      for (guint row = 0; row < table->n_rows; row++)
        if (expected->class_of_row[row] == 0)
          {
            memcpy (left.values[left.n_rows], table->values[row], sizeof *table->values);
            rows[left.n_rows++] = row;
          }
      goes_on = left.n_rows >= table->k;
      if (goes_on)
        {
          g_autoptr (DeidProblem) problem = local_table_build (&left);
          g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
          g_autoptr (DeidResult) result = NULL;

          ck_assert (deid_problem_set_suppression_limit_count (
              problem, left.n_rows - MIN (left.n_rows, fewest), NULL));
          result = deid_search_run (search, problem, NULL, NULL);
          assert_quietly (result != NULL);
          number_classes (table, deid_result_get_policy (result), rows, left.n_rows, expected);
          expected->n_rounds++;
        }
    }
}

/* Rows of a class are together, and apart from those of others. */
static void
compare (const Trial *trial, const Expected *expected)
{
  for (guint32 number = 0; number < trial->clusters.n_places; number++)
    {
      guint rows[LOCAL_MAX_ROWS], class = 0;
      const guint n = local_check_list_rows (&trial->clusters, number, rows);
      guint n_expected = 0, n_found = 0;

      for (guint i = 0; i < n; i++)
        class = MAX (class, expected->class_of_row[rows[i]]);
      for (guint i = 0; i < n; i++)
        {
          assert_quietly (
              expected->class_of_row[rows[i]] == class || expected->class_of_row[rows[i]] == 0);
          n_found += expected->class_of_row[rows[i]] == class;
        }
      for (guint row = 0; row < trial->table.n_rows; row++)
        n_expected += expected->class_of_row[row] == class;
      assert_quietly (n == 0 || n_found == n_expected);
    }
}

START_TEST (rounds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  const guint n_trials = count_trials (200);
  guint n_several = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      const guint n_rounds = 1 + i % 6;
      const DeidLocalRoundsOptions options
          = { .n_rounds = n_rounds, .max_policies = G_MAXUINT64, .max_comparisons = G_MAXUINT64 };
      Expected expected;
      Trial trial;

      trial_init (&trial, rand);
      expect (&trial.table, n_rounds, &expected);
      assert_quietly (deid_local_rounds (&trial.clusters, trial.problem, &options, NULL,
                                         DEID_STOP_NEVER, NULL));
      local_check_clusters (&trial.table, &trial.clusters);
      assert_quietly (expected.n_rounds <= n_rounds
                      && trial.clusters.n_clusters == expected.n_classes);
      compare (&trial, &expected);
      n_several += expected.n_rounds > 1;
      trial_clear (&trial);
    }
  ck_assert (n_trials < 100 || n_several > n_trials / 4);
}
END_TEST

/* A model that no part of the table meets. */
START_TEST (no_round)
{
  const DeidLocalRoundsOptions options = { 3, FALSE, G_MAXUINT64, G_MAXUINT64 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1000, NULL);
  g_autoptr (DeidProblem) unsolvable = NULL;
  GError *error = NULL;
  Trial trial;

  trial_init (&trial, rand);
  unsolvable = deid_problem_new (deid_problem_get_lattice (trial.problem));
  ck_assert (deid_problem_add_privacy_model (unsolvable, model, NULL));
  ck_assert (
      !deid_local_rounds (&trial.clusters, unsolvable, &options, NULL, DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  trial_clear (&trial);
}
END_TEST

/* Where a record is put off for free, rounds are those of a loss whose factor says so. */
START_TEST (free_rounds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (10);
  const guint n_trials = count_trials (200);

  for (guint i = 0; i < n_trials; i++)
    {
      DeidLocalRoundsOptions options = { 1 + i % 6, TRUE, G_MAXUINT64, G_MAXUINT64 };
      g_autoptr (DeidProblem) stated = NULL;
      g_autoptr (DeidQualityModel) loss
          = deid_quality_model_new_from_specification ("loss:arith:0", NULL);
      DeidLocalClusters expected;
      guint64 n_evaluated, n_expected;
      Trial trial;

      trial_init (&trial, rand);
      stated = deid_problem_copy (trial.problem, NULL);
      ck_assert (deid_problem_set_quality_model (stated, loss, NULL));
      assert_quietly (deid_local_clusters_init (&expected, &trial.tuples, trial.table.k, 0, NULL));
      assert_quietly (deid_local_rounds (&trial.clusters, trial.problem, &options, &n_evaluated,
                                         DEID_STOP_NEVER, NULL));
      options.is_free = FALSE;
      assert_quietly (
          deid_local_rounds (&expected, stated, &options, &n_expected, DEID_STOP_NEVER, NULL));
      assert_quietly (n_evaluated == n_expected && n_evaluated > 0);
      for (guint32 record = 0; record < trial.tuples.n_records; record++)
        assert_quietly (trial.clusters.records[record].cluster == expected.records[record].cluster);
      deid_local_clusters_clear (&expected);
      trial_clear (&trial);
    }
}
END_TEST

/* Rounds that leave more than may be compared with clusters fail; policies are limited. */
START_TEST (too_much_left)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  const guint n_trials = count_trials (200);
  guint n_refused = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      const DeidLocalRoundsOptions options = { 6, TRUE, i % 2 == 0 ? 1 : G_MAXUINT64, 0 };
      GError *error = NULL;
      guint64 n_evaluated;
      Trial trial;

      trial_init (&trial, rand);
      if (deid_local_rounds (&trial.clusters, trial.problem, &options, &n_evaluated,
                             DEID_STOP_NEVER, &error))
        local_check_clusters (&trial.table, &trial.clusters);
      else
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          n_refused++;
        }
      assert_quietly (n_evaluated <= options.max_policies);
      trial_clear (&trial);
    }
  ck_assert (n_trials < 100 || n_refused > 0);
}
END_TEST

/* A start from rounds costs no more than that from seeds, and sometimes less. */
START_TEST (start)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  const guint n_trials = count_trials (200);
  guint n_better = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      const DeidStop late = { .deadline = 1 };
      guint64 n_evaluated, cost;
      DeidLocalRuin ruin;
      Trial trial;

      trial_init (&trial, rand);
      assert_quietly (deid_local_ruin_init (&ruin, &trial.preparation->all, trial.table.k, i,
                                            DEID_STOP_NEVER, NULL));
      cost = ruin.clusters.cost;
      assert_quietly (deid_local_start_from_rounds (&ruin, &n_evaluated, &late, NULL));
      assert_quietly (ruin.clusters.cost == cost && !ruin.is_good);
      assert_quietly (deid_local_start_from_rounds (&ruin, &n_evaluated, DEID_STOP_NEVER, NULL));
      assert_quietly (n_evaluated > 0 && ruin.clusters.cost <= cost
                      && ruin.is_good == (ruin.clusters.cost < cost));
      local_check_clusters (&trial.table, &ruin.clusters);
      n_better += ruin.is_good ? 1 : 0;
      assert_quietly (deid_local_ruin_run (&ruin, 100, DEID_STOP_NEVER, NULL));
      local_check_clusters (&trial.table, &ruin.clusters);
      deid_local_ruin_clear (&ruin);
      trial_clear (&trial);
    }
  ck_assert (n_trials < 100 || n_better > 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("rounds");
  TCase *cases = tcase_create ("rounds");

  tcase_add_test (cases, rounds);
  tcase_add_test (cases, no_round);
  tcase_add_test (cases, free_rounds);
  tcase_add_test (cases, too_much_left);
  tcase_add_test (cases, start);
  suite_add_tcase (suite, cases);
  return suite;
}
