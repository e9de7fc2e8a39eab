/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rounds of full-domain generalization are those that trying all policies for what is left makes
 * one after the other, with weights, persons, limits of groups and of levels; what is left in the
 * end goes where it costs least. */
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

#include "search/local/rounds.h"
#include "support/local-trial.h"
#include "support/plain-groups.h"
#include "support/plain-recoding.h"

/* By how much costs differ from those in whole units, relative to all that may be lost. */
#define TOLERANCE 1e-5L

/* Which round's class each row is in, from 1; rows of no class have number 0. */
typedef struct
{
  const RandomProblem *random;
  gboolean is_free;
  guint64 fewest; /* records that a round releases */
  guint class_of_row[MAX_ROWS];
  guint n_classes;
  guint n_rounds;
  gboolean is_tie; /* there were several best policies in some round */
} Expected;

/* What a policy does to the rows left. */
typedef struct
{
  PlainClass classes[MAX_ROWS];
  guint n_classes;
  gboolean is_released[MAX_ROWS];
  guint64 n_released; /* records */
  long double cost;
} Outcome;

static long double
get_tolerance (const RandomProblem *random)
{
  long double weights = 0, rows = 0;

  for (guint a = 0; a < random->n_attributes; a++)
    weights += random->attributes[a].weight;
  for (guint row = 0; row < random->n_rows; row++)
    rows += (long double) plain_loss_weight (random, row);
  return TOLERANCE * weights * rows;
}

static void
drop_placed (const Expected *expected, PlainClass *of)
{
  guint n = 0;

  for (guint i = 0; i < of->n_rows; i++)
    if (expected->class_of_row[of->rows[i]] == 0)
      of->rows[n++] = of->rows[i];
  of->n_rows = n;
}

static gboolean
passes (const RandomProblem *random, const PlainClass *judged)
{
  for (guint m = 0; m < random->n_models; m++)
    if (plain_judge (random, judged, &random->models[m]) < 0)
      return FALSE;
  return judged->n_rows > 0;
}

static void
try_policy (const Expected *expected, const guint *levels, Outcome *outcome)
{
  const RandomProblem *random = expected->random;

  outcome->n_classes = plain_group (random, levels, outcome->classes);
  outcome->n_released = 0;
  outcome->cost = 0;
  for (guint c = 0; c < outcome->n_classes; c++)
    {
      PlainClass *of = &outcome->classes[c];
      gboolean is_suppressed;

      drop_placed (expected, of);
      outcome->is_released[c] = passes (random, of);
      is_suppressed = !outcome->is_released[c] && !expected->is_free;
      for (guint i = 0; i < of->n_rows; i++)
        {
          outcome->n_released += outcome->is_released[c] ? random->weights[of->rows[i]] : 0;
          for (guint a = 0; a < random->n_attributes; a++)
            outcome->cost += random->attributes[a].weight
                             * plain_row_cost (random, a, of->rows[i], levels[a], is_suppressed);
        }
    }
}

/* Returns: whether a policy releases enough of what is left; then the best one is @best. */
static gboolean
find_best (Expected *expected, guint64 n_left, Outcome *best)
{
  const RandomProblem *random = expected->random;
  const long double tolerance = get_tolerance (random);
  g_autofree Outcome *outcome = g_new (Outcome, 1);

  best->cost = G_MAXDOUBLE;
  for (guint rank = 0; rank < random_problem_get_n_policies (random); rank++)
    {
      guint levels[MAX_ATTRIBUTES];

      random_problem_get_levels (random, rank, levels);
      try_policy (expected, levels, outcome);
      if (outcome->n_released < MIN (expected->fewest, n_left)
          || outcome->cost > best->cost + tolerance)
        continue;
      expected->is_tie |= outcome->cost > best->cost - tolerance;
      if (outcome->cost < best->cost)
        *best = *outcome;
    }
  return best->cost < G_MAXDOUBLE;
}

static guint64
count_left (const Expected *expected)
{
  guint64 n = 0;

  for (guint row = 0; row < expected->random->n_rows; row++)
    n += expected->class_of_row[row] == 0 ? expected->random->weights[row] : 0;
  return n;
}

static void
expect (Expected *expected)
{
  g_autofree Outcome *best = g_new (Outcome, 1);

  while (count_left (expected) > 0 && find_best (expected, count_left (expected), best))
    {
      expected->n_rounds++;
      for (guint c = 0; c < best->n_classes; c++)
        {
          expected->n_classes += best->is_released[c] ? 1 : 0;
          for (guint i = 0; i < best->classes[c].n_rows; i++)
            if (best->is_released[c])
              expected->class_of_row[best->classes[c].rows[i]] = expected->n_classes;
        }
    }
}

/* Clusters as rounds leave them, and then with one record more after the other. */
typedef struct
{
  const RandomProblem *random;
  PlainClass *classes;
  guint n_classes;
  gboolean suppressed[MAX_ROWS];
  guint64 n_suppressed;
} Placing;

/* Returns: what a class costs more with a row. */
static long double
get_rise (const Placing *placing, guint c, guint row)
{
  PlainClass with = placing->classes[c];

  with.rows[with.n_rows++] = row;
  return plain_cost_recoded (placing->random, &with)
         - plain_cost_recoded (placing->random, &placing->classes[c]);
}

static gboolean
may_suppress (const Placing *placing, guint row)
{
  const RandomProblem *random = placing->random;
  gboolean suppressed[MAX_ROWS];

  memcpy (suppressed, placing->suppressed, sizeof suppressed);
  suppressed[row] = TRUE;
  return plain_groups_allow (random, suppressed, placing->n_suppressed + random->weights[row]);
}

/* A suppressed row has the highest labels. Returns: what it costs, unless values of an attribute
 * have no highest label in common. */
static long double
get_suppressed_cost (const Placing *placing, guint row)
{
  const RandomProblem *random = placing->random;
  long double cost = 0;

  for (guint a = 0; a < random->n_attributes; a++)
    {
      const guint n_levels = random->attributes[a].n_levels - random->attributes[a].n_cut;

      cost += random->attributes[a].weight * plain_row_cost (random, a, row, n_levels - 1, TRUE);
    }
  return cost;
}

/* No place of a row that is left costs less than the one that it has. */
static void
check_placed (Placing *placing, guint row, gboolean is_suppressed, gboolean is_comparable, guint c)
{
  const long double tolerance = get_tolerance (placing->random);
  const long double suppressed_cost = get_suppressed_cost (placing, row);
  const long double cost = is_suppressed ? suppressed_cost : get_rise (placing, c, row);

  assert_quietly (cost < G_MAXDOUBLE / 2 && (!is_suppressed || may_suppress (placing, row)));
  for (guint other = 0; other < placing->n_classes; other++)
    assert_quietly ((is_suppressed && !is_comparable)
                    || cost <= get_rise (placing, other, row) + tolerance);
  assert_quietly (!is_comparable || !may_suppress (placing, row)
                  || cost <= suppressed_cost + tolerance);
  placing->suppressed[row] = is_suppressed;
  placing->n_suppressed += is_suppressed ? placing->random->weights[row] : 0;
  if (!is_suppressed)
    placing->classes[c].rows[placing->classes[c].n_rows++] = row;
}

/* The class that a cluster was made of, by a row of each. */
static void
find_classes (const LocalTrial *trial, const Expected *expected, guint *class_of_cluster)
{
  for (guint32 record = 0; record < trial->tuples.n_records; record++)
    {
      const guint class = expected->class_of_row[trial->tuples.rows[record]];

      if (class > 0)
        class_of_cluster[trial->clusters.records[record].cluster] = class;
    }
}

/* Clusters are the classes and, beside them, what was left, record by record. */
static void
compare (const LocalTrial *trial, const Expected *expected)
{
  const DeidLocalClusters *clusters = &trial->clusters;
  Placing placing = { .random = expected->random,
                      .classes = g_new0 (PlainClass, expected->n_classes),
                      .n_classes = expected->n_classes };
  const gboolean is_comparable = !deid_local_tuples_has_ceiling (&trial->tuples);
  guint class_of_cluster[MAX_ROWS + 1] = { 0 };

  find_classes (trial, expected, class_of_cluster);
  for (guint row = 0; row < expected->random->n_rows; row++)
    if (expected->class_of_row[row] > 0)
      {
        PlainClass *of = &placing.classes[expected->class_of_row[row] - 1];

        of->rows[of->n_rows++] = row;
      }
  for (guint32 record = 0; record < trial->tuples.n_records; record++)
    {
      const guint32 row = trial->tuples.rows[record], cluster = clusters->records[record].cluster;
      const gboolean is_suppressed = cluster == clusters->suppressed;
      const guint class = class_of_cluster[cluster];

      assert_quietly (is_suppressed || class > 0);
      if (expected->class_of_row[row] == 0)
        check_placed (&placing, row, is_suppressed, is_comparable, class - 1);
      else
        assert_quietly (class == expected->class_of_row[row]);
    }
  g_free (placing.classes);
}

static RandomProblem *
make_random (GRand *rand, guint i)
{
  RandomProblem *random = random_problem_new (rand, i % 4 == 0);

  random_problem_restrict (random);
  random_problem_tell_levels_apart (random);
  random_problem_add_models (random, rand, 4);
  for (guint m = 0; m < random->n_models; m++)
    random->models[m].kind = m == 0 ? MODEL_K : MODEL_DISTINCT_L;
  random->aggregate = DEID_AGGREGATE_ARITHMETIC_MEAN;
  return random;
}

/* What the problems of trials have. */
typedef struct
{
  guint n_weighted;
  guint n_with_persons;
  guint n_with_limits;
  guint n_several;
  guint n_left;
} Kinds;

static void
count_kinds (Kinds *kinds, const Expected *expected)
{
  const RandomProblem *random = expected->random;

  kinds->n_weighted += random->has_weights ? 1 : 0;
  kinds->n_with_persons += random->has_entities ? 1 : 0;
  kinds->n_with_limits += random->n_group_limits > 0 ? 1 : 0;
  kinds->n_several += expected->n_rounds > 1 ? 1 : 0;
  kinds->n_left += count_left (expected) > 0 ? 1 : 0;
}

static void
try_rounds (const Expected *expected, guint n_rounds, Kinds *kinds)
{
  const DeidLocalRoundsOptions options = { .n_rounds = n_rounds,
                                           .is_free = expected->is_free,
                                           .max_policies = G_MAXUINT64,
                                           .max_comparisons = G_MAXUINT64 };
  g_autoptr (DeidProblem) problem = random_problem_build (expected->random);
  GError *error = NULL;
  LocalTrial trial;

  local_trial_init (&trial, problem);
  assert_quietly (deid_local_rounds_suit (&trial.preparation->all));
  if (deid_local_rounds (&trial.clusters, problem, &options, NULL, DEID_STOP_NEVER, &error))
    {
      compare (&trial, expected);
      count_kinds (kinds, expected);
    }
  else
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      assert_quietly (count_left (expected) > 0);
    }
  local_trial_clear (&trial);
}

START_TEST (rounds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  const guint n_trials = count_trials (1000);
  Kinds kinds = { 0 };

  for (guint i = 0; i < n_trials; i++)
    {
      const guint n_rounds = 1 + i % 6;
      RandomProblem *random = make_random (rand, i);
      Expected expected = { .random = random,
                            .is_free = i % 2 == 0,
                            .fewest = (random->n_records + n_rounds - 1) / n_rounds };

      expect (&expected);
      assert_quietly (expected.n_rounds <= n_rounds);
      if (!expected.is_tie)
        try_rounds (&expected, n_rounds, &kinds);
      random_problem_free (random);
    }
  printf (
      "%u with weights, %u with persons, %u with limits of groups; %u of several rounds, %u that "
      "leave some\n",
      kinds.n_weighted, kinds.n_with_persons, kinds.n_with_limits, kinds.n_several, kinds.n_left);
  ck_assert (n_trials < 100
             || MIN (MIN (kinds.n_weighted, kinds.n_with_persons),
                     MIN (kinds.n_with_limits, MIN (kinds.n_several, kinds.n_left)))
                    > n_trials / 50);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("rounds");
  TCase *cases = tcase_create ("rounds");

  tcase_add_test (cases, rounds);
  suite_add_tcase (suite, cases);
  return suite;
}
