/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mondrian cuts as a plain recursion does that knows labels and the definitions of models alone;
 * halves are valid, as small as they can be, and runs of the hierarchy's order. */
#include "support/suite.h"

#include <string.h>

#include "search/local/local-search.h"
#include "support/local-check.h"
#include "support/local-trial.h"
#include "support/plain-recoding.h"

/* Returns: how many cuts were made. */
static guint64
cut (LocalTrial *trial, gboolean is_relaxed, guint64 max_cuts, const DeidStop *stop)
{
  const DeidLocalMondrianOptions options = { .is_relaxed = is_relaxed, .max_cuts = max_cuts };
  guint64 n_cuts;

  assert_quietly (
      deid_local_mondrian (&trial->clusters, &trial->judge, &options, &n_cuts, stop, NULL));
  return n_cuts;
}

/* The part of a random problem that is cut. */
typedef struct
{
  const RandomProblem *random;
  guint class_of_row[MAX_ROWS]; /* from 1; 0 if it is suppressed */
  guint n_classes;
  guint n_cuts;
  guint n_forced; /* of these, where all had to be cut */
} Expected;

/* Returns: the attribute that costs most, first of all one that has to be cut. */
static guint
choose (const RandomProblem *random, const PlainClass *part, const gboolean *is_tried)
{
  long double most = 0;
  guint best = random->n_attributes;

  for (guint a = 0; a < random->n_attributes; a++)
    {
      const guint level = plain_find_level (random, a, part);
      long double cost;

      if (is_tried[a] || plain_share_label (random, a, random->attributes[a].lowest, part))
        continue;
      cost = plain_is_too_high (random, a, level)
                 ? G_MAXDOUBLE
                 : random->attributes[a].weight
                       * plain_row_cost (random, a, part->rows[0], level, FALSE);
      if (best == random->n_attributes || cost > most + 1e-9L)
        {
          best = a;
          most = cost;
        }
    }
  return best;
}

/* Puts rows that share a label with the first one left into a piece, and others one after another.
 */
static guint
list_pieces (const RandomProblem *random, guint a, guint level, const PlainClass *part,
             PlainClass *pieces)
{
  const RandomAttribute *attribute = &random->attributes[a];
  guint n = 0;

  for (guint i = 0; i < part->n_rows; i++)
    {
      const char *label = attribute->leaves[attribute->leaf_of_row[part->rows[i]]].labels[level];
      guint p = 0;

      while (
          p < n
          && g_strcmp0 (attribute->leaves[attribute->leaf_of_row[pieces[p].rows[0]]].labels[level],
                        label)
                 != 0)
        p++;
      if (p == n)
        pieces[n++].n_rows = 0;
      pieces[p].rows[pieces[p].n_rows++] = part->rows[i];
    }
  return n;
}

static void expect (Expected *expected, const PlainClass *part);

/* Returns: whether a part was cut by an attribute, on the highest level where rows differ. */
static gboolean
expect_cut (Expected *expected, guint a, const PlainClass *part)
{
  const RandomProblem *random = expected->random;
  g_autofree PlainClass *pieces = g_new (PlainClass, part->n_rows);
  guint level = plain_find_level (random, a, part);
  const gboolean has_to = plain_is_too_high (random, a, level);
  guint n_pieces;

  do
    level--;
  while (plain_share_label (random, a, level, part));
  n_pieces = list_pieces (random, a, level, part, pieces);
  for (guint p = 0; p < n_pieces && !has_to; p++)
    if (!plain_may_release (random, &pieces[p]))
      return FALSE;
  expected->n_cuts++;
  expected->n_forced += has_to ? 1 : 0;
  for (guint p = 0; p < n_pieces; p++)
    expect (expected, &pieces[p]);
  return TRUE;
}

static void
expect (Expected *expected, const PlainClass *part)
{
  const RandomProblem *random = expected->random;
  gboolean is_tried[MAX_ATTRIBUTES] = { FALSE };
  guint a;

  while ((a = choose (random, part, is_tried)) < random->n_attributes)
    {
      is_tried[a] = TRUE;
      if (expect_cut (expected, a, part))
        return;
    }
  if (plain_may_release (random, part))
    expected->n_classes++;
  for (guint i = 0; i < part->n_rows && plain_may_release (random, part); i++)
    expected->class_of_row[part->rows[i]] = expected->n_classes;
}

/* Each row is with the same others. */
static void
compare (const LocalTrial *trial, const Expected *expected)
{
  const DeidLocalClusters *clusters = &trial->clusters;
  guint32 cluster_of_row[MAX_ROWS];

  for (guint32 record = 0; record < trial->tuples.n_records; record++)
    cluster_of_row[trial->tuples.rows[record]] = clusters->records[record].cluster;
  for (guint row = 0; row < expected->random->n_rows; row++)
    {
      assert_quietly ((cluster_of_row[row] == clusters->suppressed)
                      == (expected->class_of_row[row] == 0));
      for (guint other = 0; other < row; other++)
        assert_quietly ((cluster_of_row[row] == cluster_of_row[other])
                        == (expected->class_of_row[row] == expected->class_of_row[other]));
    }
}

/* Replaces one model in two trials of three. */
static void
add_plain_model (RandomProblem *random, GRand *rand)
{
  RandomModel *model = &random->models[0];

  if (g_rand_int_range (rand, 0, 3) == 0)
    return;
  model->kind = MODEL_PLAIN;
  model->plain = &plain_models[g_rand_int_range (rand, 0, (gint32) n_plain_models)];
  model->plain->draw (&model->parameters, rand);
}

START_TEST (plain_cuts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2021);
  const guint n_trials = count_trials (1500);
  guint n_cut = 0, n_forced = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      RandomProblem *random = random_problem_new (rand, i % 5 == 0);
      Expected expected = { .random = random };
      g_autoptr (DeidProblem) problem = NULL;
      PlainClass all = { .n_rows = random->n_rows };
      LocalTrial trial;

      random_problem_restrict (random);
      random_problem_tell_levels_apart (random);
      random_problem_add_models (random, rand, 4);
      add_plain_model (random, rand);
      random->aggregate = DEID_AGGREGATE_ARITHMETIC_MEAN;
      problem = random_problem_build (random);
      for (guint row = 0; row < random->n_rows; row++)
        all.rows[row] = row;
      expect (&expected, &all);
      local_trial_init (&trial, problem);
      assert_quietly (cut (&trial, FALSE, G_MAXUINT64, DEID_STOP_NEVER) == expected.n_cuts);
      compare (&trial, &expected);
      n_cut += expected.n_cuts > 0;
      n_forced += expected.n_forced > 0;
      local_trial_clear (&trial);
      random_problem_free (random);
    }
  ck_assert (n_trials < 100 || (n_cut > n_trials / 4 && n_forced > n_trials / 20));
}
END_TEST

static gboolean
are_alike (const LocalTable *table, const guint *rows, guint n)
{
  for (guint i = 1; i < n; i++)
    if (memcmp (table->values[rows[i]], table->values[rows[0]],
                table->n_columns * sizeof **table->values)
        != 0)
      return FALSE;
  return TRUE;
}

/* Counts the clusters that have records inside a group and outside it. */
static guint
count_straddling (const LocalTable *table, const DeidLocalClusters *clusters, guint level,
                  guint group)
{
  const LocalColumn *column = &table->columns[0];
  guint n_straddling = 0;

  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      guint rows[LOCAL_MAX_ROWS], n_inside = 0;
      const guint n = local_check_list_rows (clusters, number, rows);

      for (guint i = 0; i < n; i++)
        n_inside += column->groups[level][table->values[rows[i]][0]] == group;
      n_straddling += n_inside > 0 && n_inside < n;
    }
  return n_straddling;
}

static void
check_halves (const LocalTable *table, const DeidLocalClusters *clusters)
{
  local_check_clusters (table, clusters);
  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      guint rows[LOCAL_MAX_ROWS];
      const guint n = local_check_list_rows (clusters, number, rows);

      assert_quietly (n < 2 * table->k || are_alike (table, rows, n));
    }
  for (guint level = 0; table->n_columns == 1 && level < table->columns[0].n_levels; level++)
    for (guint group = 0; group < LOCAL_MAX_LEAVES; group++)
      assert_quietly (count_straddling (table, clusters, level, group) <= 2);
}

START_TEST (halves)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  const guint n_trials = count_trials (500);
  guint n_halved = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      g_autoptr (DeidProblem) problem = NULL;
      LocalTable table;
      LocalTrial trial;

      local_table_make (&table, rand, LOCAL_MAX_ROWS);
      problem = local_table_build (&table);
      local_trial_init (&trial, problem);
      cut (&trial, TRUE, G_MAXUINT64, DEID_STOP_NEVER);
      check_halves (&table, &trial.clusters);
      n_halved += trial.clusters.n_clusters > 1;
      local_trial_clear (&trial);
    }
  ck_assert (n_trials < 100 || n_halved > n_trials / 2);
}
END_TEST

/* What is cut but in part is valid, and costs no more than what is cut less. */
START_TEST (few_cuts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  const guint n_trials = count_trials (200);

  for (guint i = 0; i < n_trials; i++)
    {
      const DeidStop late = { .deadline = 1 };
      g_autoptr (DeidProblem) problem = NULL;
      guint64 before = G_MAXUINT64;
      LocalTable table;

      local_table_make (&table, rand, LOCAL_MAX_ROWS);
      problem = local_table_build (&table);
      for (guint max_cuts = 0; max_cuts < 6; max_cuts++)
        {
          const gboolean is_late = max_cuts == 0 && i % 2 == 0;
          LocalTrial trial;
          guint64 n_cuts;

          local_trial_init (&trial, problem);
          n_cuts = cut (&trial, i % 4 > 1, is_late ? G_MAXUINT64 : max_cuts,
                        is_late ? &late : DEID_STOP_NEVER);
          local_check_clusters (&table, &trial.clusters);
          assert_quietly (n_cuts <= max_cuts && trial.clusters.n_clusters > n_cuts
                          && trial.clusters.cost <= before);
          before = trial.clusters.cost;
          local_trial_clear (&trial);
        }
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("Mondrian");
  TCase *cases = tcase_create ("cuts");

  tcase_add_test (cases, plain_cuts);
  tcase_add_test (cases, halves);
  tcase_add_test (cases, few_cuts);
  suite_add_tcase (suite, cases);
  return suite;
}
