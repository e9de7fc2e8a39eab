/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/judged-recoding.h"

#include <math.h>

#include "support/plain-check.h"
#include "support/plain-groups.h"
#include "support/suite.h"

void
judged_recoding_make (JudgedRecoding *recoding, GRand *rand, gboolean may_suppress)
{
  RandomProblem *random = random_problem_new (rand, g_rand_int_range (rand, 0, 4) == 0);

  if (!may_suppress)
    {
      random->limit_is_count = FALSE;
      random->limit_percent = random->n_group_limits = 0;
      random->limit = 0;
    }
  random_problem_restrict (random);
  random_problem_tell_levels_apart (random);
  random_problem_draw_models (random, rand);
  random->aggregate = g_rand_boolean (rand) ? DEID_AGGREGATE_SUM : DEID_AGGREGATE_ARITHMETIC_MEAN;
  random_problem_set_quality (random, (RandomQuality) g_rand_int_range (rand, 0, 4));
  recoding->random = random;
  recoding->problem = random_problem_build (random);
  recoding->preparation = deid_problem_prepare (recoding->problem, DEID_STOP_NEVER, NULL);
  assert_quietly (recoding->preparation != NULL);
}

void
judged_recoding_clear (JudgedRecoding *recoding)
{
  deid_preparation_release (recoding->preparation);
  deid_problem_unref (recoding->problem);
  random_problem_free (recoding->random);
}

/* What is found of a recoding by its clusters alone. */
typedef struct
{
  gboolean seen[MAX_ROWS];
  gboolean suppressed[MAX_ROWS];
  guint64 n_suppressed;
  PlainLevels levels[MAX_ROWS];
} Found;

/* Looks at the rows and levels of a cluster. Returns: whether there are any. */
static gboolean
list_cluster (const JudgedRecoding *recoding, guint32 number, PlainClass *found, guint *levels)
{
  const DeidLocalClusters *clusters = &recoding->ruin.clusters;
  const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  guint64 weight = 0;

  found->levels = levels;
  found->n_rows = 0;
  for (guint32 r = cluster->first; r != DEID_LOCAL_NONE; r = clusters->records[r].next)
    {
      assert_quietly (clusters->records[r].cluster == number && found->n_rows < MAX_ROWS);
      weight += deid_local_tuples_get_weight (clusters->tuples, r);
      found->rows[found->n_rows++] = clusters->tuples->rows[r];
    }
  if (found->n_rows == 0)
    return FALSE;
  assert_quietly (found->n_rows == cluster->size && weight == cluster->weight);
  for (guint a = 0; a < recoding->random->n_attributes; a++)
    levels[a] = clusters->tuples->attributes[a].levels[cluster->nodes[a]];
  return TRUE;
}

/* All rows of a class have one label, of a level that the attribute may have. */
static void
check_labels (const RandomProblem *random, const PlainClass *found)
{
  for (guint a = 0; a < random->n_attributes; a++)
    {
      const RandomAttribute *attribute = &random->attributes[a];
      const guint level = found->levels[a];

      assert_quietly (level >= attribute->lowest);
      assert_quietly (level < attribute->n_levels - attribute->n_cut);
      for (guint i = 0; i < found->n_rows; i++)
        assert_quietly (
            g_strcmp0 (attribute->leaves[attribute->leaf_of_row[found->rows[i]]].labels[level],
                       attribute->leaves[attribute->leaf_of_row[found->rows[0]]].labels[level])
            == 0);
    }
}

/* Returns: the highest level that an attribute may have, which suppressed records are charged. */
static guint
get_highest (const RandomProblem *random, guint a)
{
  return random->attributes[a].n_levels - random->attributes[a].n_cut - 1;
}

static void
check_cluster (const JudgedRecoding *recoding, const PlainClass *class, gboolean is_suppressed,
               Found *found)
{
  const RandomProblem *random = recoding->random;

  for (guint i = 0; i < class->n_rows; i++)
    {
      const guint row = class->rows[i];

      assert_quietly (!found->seen[row]);
      found->seen[row] = TRUE;
      found->suppressed[row] = is_suppressed;
      found->n_suppressed += is_suppressed ? random->weights[row] : 0;
      for (guint a = 0; a < random->n_attributes; a++)
        found->levels[row][a] = is_suppressed ? get_highest (random, a) : class->levels[a];
    }
  if (is_suppressed)
    return;
  check_labels (random, class);
  for (guint m = 0; m < random->n_models; m++)
    {
      const int verdict = plain_judge (random, class, &random->models[m]);

      assert_quietly (verdict == 0 || verdict == 1);
    }
}

/* Returns: the loss by the costs of clusters, of which those of the input are part where costs are
 * relative to them. */
static long double
get_cost (const JudgedRecoding *recoding)
{
  const DeidLoss *loss = &recoding->preparation->all.loss;
  long double cost = (long double) recoding->ruin.clusters.cost / DEID_LOCAL_UNIT
                     / (long double) recoding->ruin.tuples.weight;
  long double greatest = 0, weights = 0, original = 0;

  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const long double weight = recoding->random->attributes[a].weight;

      greatest = MAX (greatest, weight);
      weights += weight;
      original += weight * (long double) loss->terms[a].original / loss->terms[a].scale;
    }
  cost = cost * greatest - original;
  return recoding->random->aggregate == DEID_AGGREGATE_SUM ? cost : cost / weights;
}

/* A suppressed record of an attribute without a common label costs what one of its labels does. */
long double
judged_recoding_check (const JudgedRecoding *recoding)
{
  const DeidLocalClusters *clusters = &recoding->ruin.clusters;
  Found found = { .n_suppressed = 0 };
  guint n_rows = 0;
  long double loss;

  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      guint levels[MAX_ATTRIBUTES];
      PlainClass class;

      if (!list_cluster (recoding, number, &class, levels))
        continue;
      check_cluster (recoding, &class, number == clusters->suppressed, &found);
      n_rows += class.n_rows;
    }
  assert_quietly (n_rows == recoding->random->n_rows);
  assert_quietly (plain_groups_allow (recoding->random, found.suppressed, found.n_suppressed));
  loss = plain_local_loss (recoding->random, (const PlainLevels *) found.levels, found.suppressed);
  if (found.n_suppressed == 0 || !deid_local_tuples_has_ceiling (&recoding->ruin.tuples))
    assert_quietly (fabsl (loss - get_cost (recoding)) <= 2e-5L * (1 + loss));
  return loss;
}
