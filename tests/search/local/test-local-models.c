/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Clusters pass the models by their definitions, with weights, persons, suppression, its limits and
 * those of levels, and cost what the definition of the loss says. */
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

#include "evaluation/partition.h"
#include "evaluation/preparation.h"
#include "search/local/ruin.h"
#include "support/lesson.h"
#include "support/own-model.h"
#include "support/plain-check.h"
#include "support/plain-groups.h"

typedef struct
{
  RandomProblem *random;
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidLocalRuin ruin;
} Fixture;

static void
choose_models (RandomProblem *random, GRand *rand)
{
  random->n_models = (guint) g_rand_int_range (rand, 1, MAX_MODELS + 1);
  for (guint i = 0; i < random->n_models; i++)
    {
      random->models[i]
          = (RandomModel){ .kind = (RandomModelKind) g_rand_int_range (rand, 0, 4),
                           .sensitive = (guint) g_rand_int_range (rand, 0, N_SENSITIVE),
                           .numerator = (guint64) g_rand_int_range (rand, 1, 6),
                           .denominator = 1,
                           .plain
                           = &plain_models[g_rand_int_range (rand, 0, (gint32) n_plain_models)] };
      random->models[i].plain->draw (&random->models[i].parameters, rand);
    }
}

static void
fixture_make (Fixture *fixture, GRand *rand)
{
  RandomProblem *random = random_problem_new (rand, g_rand_int_range (rand, 0, 4) == 0);

  random_problem_restrict (random);
  random_problem_tell_levels_apart (random);
  choose_models (random, rand);
  random->aggregate = g_rand_boolean (rand) ? DEID_AGGREGATE_SUM : DEID_AGGREGATE_ARITHMETIC_MEAN;
  random_problem_set_quality (random, (RandomQuality) g_rand_int_range (rand, 0, 4));
  fixture->random = random;
  fixture->problem = random_problem_build (random);
  fixture->preparation = deid_problem_prepare (fixture->problem, DEID_STOP_NEVER, NULL);
  assert_quietly (fixture->preparation != NULL);
}

static void
fixture_clear (Fixture *fixture)
{
  deid_preparation_release (fixture->preparation);
  deid_problem_unref (fixture->problem);
  random_problem_free (fixture->random);
}

/* What is found of a recoding by its clusters alone. */
typedef struct
{
  gboolean seen[MAX_ROWS];
  gboolean suppressed[MAX_ROWS];
  guint64 n_suppressed;
  long double costs[MAX_ATTRIBUTES];
} Found;

/* Looks at the rows and levels of a cluster. Returns: whether there are any. */
static gboolean
list_cluster (const Fixture *fixture, guint32 number, PlainClass *found, guint *levels)
{
  const DeidLocalClusters *clusters = &fixture->ruin.clusters;
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
  for (guint a = 0; a < fixture->random->n_attributes; a++)
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

static void
check_cluster (const Fixture *fixture, const PlainClass *class, gboolean is_suppressed,
               Found *found)
{
  const RandomProblem *random = fixture->random;

  for (guint i = 0; i < class->n_rows; i++)
    {
      const guint row = class->rows[i];

      assert_quietly (!found->seen[row]);
      found->seen[row] = TRUE;
      found->suppressed[row] = is_suppressed;
      found->n_suppressed += is_suppressed ? random->weights[row] : 0;
      for (guint a = 0; a < random->n_attributes; a++)
        found->costs[a] += plain_row_cost (random, a, row, class->levels[a], is_suppressed);
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

/* Returns: the loss by the definition. */
static long double
get_loss (const RandomProblem *random, const Found *found)
{
  long double loss = 0, weight = 0, weights = 0;

  for (guint row = 0; row < random->n_rows; row++)
    weight += (long double) plain_loss_weight (random, row);
  for (guint a = 0; a < random->n_attributes; a++)
    {
      loss += random->attributes[a].weight * found->costs[a] / weight;
      weights += random->attributes[a].weight;
    }
  return random->aggregate == DEID_AGGREGATE_SUM ? loss : loss / weights;
}

/* Returns: the same by the costs of clusters, of which those of the input are part where costs are
 * relative to them. */
static long double
get_cost (const Fixture *fixture)
{
  const DeidLoss *loss = &fixture->preparation->all.loss;
  long double cost = (long double) fixture->ruin.clusters.cost / DEID_LOCAL_UNIT
                     / (long double) fixture->ruin.tuples.weight;
  long double greatest = 0, weights = 0, original = 0;

  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const long double weight = fixture->random->attributes[a].weight;

      greatest = MAX (greatest, weight);
      weights += weight;
      original += weight * (long double) loss->terms[a].original / loss->terms[a].scale;
    }
  cost = cost * greatest - original;
  return fixture->random->aggregate == DEID_AGGREGATE_SUM ? cost : cost / weights;
}

/* A suppressed record of an attribute without a common label costs what one of its labels does.
 * Returns: the loss. */
static long double
check (const Fixture *fixture)
{
  const DeidLocalClusters *clusters = &fixture->ruin.clusters;
  Found found = { .n_suppressed = 0 };
  guint n_rows = 0;
  long double loss;

  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      guint levels[MAX_ATTRIBUTES];
      PlainClass class;

      if (!list_cluster (fixture, number, &class, levels))
        continue;
      check_cluster (fixture, &class, number == clusters->suppressed, &found);
      n_rows += class.n_rows;
    }
  assert_quietly (n_rows == fixture->random->n_rows);
  assert_quietly (plain_groups_allow (fixture->random, found.suppressed, found.n_suppressed));
  loss = get_loss (fixture->random, &found);
  if (found.n_suppressed == 0 || !deid_local_tuples_has_ceiling (&fixture->ruin.tuples))
    assert_quietly (fabsl (loss - get_cost (fixture)) <= 2e-5L * (1 + loss));
  return loss;
}

/* Starts from seeds or, where no clusters are found that pass, from the best policy. Returns:
 * whether there is either. */
static gboolean
start (Fixture *fixture, guint64 seed, guint *n_missed)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  const DeidPartition *partition;
  GError *error = NULL;

  if (deid_local_ruin_init (&fixture->ruin, &fixture->preparation->all, 0, seed, DEID_STOP_NEVER,
                            &error))
    return TRUE;
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  result = deid_search_run (search, fixture->problem, NULL, NULL);
  if (result == NULL)
    return FALSE;
  ++*n_missed;
  partition = deid_result_get_partition (result, NULL, NULL);
  assert_quietly (fixture->ruin.is_ready);
  assert_quietly (
      deid_local_ruin_set (&fixture->ruin, partition->class_of_row, partition->suppressed, NULL));
  return TRUE;
}

/* After seeding and while steps are taken. */
START_TEST (models_are_met)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2041);
  const guint n_trials = count_trials (1200);
  guint n_found = 0, n_missed = 0, n_better = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Fixture fixture;

      fixture_make (&fixture, rand);
      if (start (&fixture, trial, &n_missed))
        {
          const long double before = check (&fixture);
          long double after = before;

          for (guint part = 0; part < 4; part++)
            {
              assert_quietly (deid_local_ruin_run (&fixture.ruin, 50, DEID_STOP_NEVER, NULL));
              after = check (&fixture);
            }
          n_better += after < before;
          n_found++;
        }
      deid_local_ruin_clear (&fixture.ruin);
      fixture_clear (&fixture);
    }
  printf ("%u of %u problems have a recoding, %u of which got better; %u were found by a policy\n",
          n_found, n_trials, n_better, n_missed);
  ck_assert_uint_gt (4 * n_found, n_trials);
  ck_assert_uint_le (20 * n_missed, n_found + 20);
}
END_TEST

/* From the classes of the best policy, with what it suppresses, costs only fall. */
START_TEST (below_best_policy)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2042);
  const guint n_trials = count_trials (250);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidResult) result = NULL;
      Fixture fixture;

      fixture_make (&fixture, rand);
      result = deid_search_run (search, fixture.problem, NULL, NULL);
      deid_local_ruin_init (&fixture.ruin, &fixture.preparation->all, 0, trial, DEID_STOP_NEVER,
                            NULL);
      if (result != NULL)
        {
          const DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
          guint64 cost;

          assert_quietly (deid_local_ruin_set (&fixture.ruin, partition->class_of_row,
                                               partition->suppressed, NULL));
          cost = fixture.ruin.clusters.cost;
          assert_quietly (deid_local_ruin_descend (&fixture.ruin, 100, DEID_STOP_NEVER, NULL));
          assert_quietly (fixture.ruin.judge.closure == DEID_CLOSURE_NONE
                          || fixture.ruin.clusters.cost <= cost);
          check (&fixture);
        }
      deid_local_ruin_clear (&fixture.ruin);
      fixture_clear (&fixture);
    }
}
END_TEST

/* A host's model is shown the labels of the class that is judged; classes of 4 records pass. */
static gboolean
judge_labels (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  const char *label = deid_class_get_label (eq_class, 0);
  guint *n_asked = data;
  guint32 n_values;
  guint n;

  (void) state;
  (void) error;
  assert_quietly (deid_class_get_levels (eq_class, &n)[0]
                  == (label[0] == 'v'   ? 0
                      : label[0] == 'g' ? 1
                                        : 2));
  assert_quietly (n == 1 && deid_class_get_label_numbers (eq_class, &n)[0] < 6);
  assert_quietly (deid_class_get_n_covered (eq_class, 0)
                  == (label[0] == 'v'   ? 1
                      : label[0] == 'g' ? 3
                                        : 6));
  assert_quietly (deid_class_get_values (eq_class, 0, &n_values) != NULL && n_values > 0);
  *passes = deid_class_get_n_records (eq_class) >= 4;
  ++*n_asked;
  return TRUE;
}

static gboolean
judge_never (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
             GError **error)
{
  (void) eq_class;
  (void) state;
  (void) data;
  *passes = TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_WEIGHT, "no answer");
  return FALSE;
}

static DeidProblem *
make_hosted (DeidJudgeFunc judge, gpointer data)
{
  DeidPrivacyModelFuncs *funcs = own_model_make_funcs ();
  DeidProblem *problem;
  GError *error = NULL;

  deid_privacy_model_funcs_set_accept (funcs, judge, data, NULL);
  problem = lesson_make_problem (
      "a s:sensitive\nv0 x\nv0 y\nv1 x\nv1 x\nv1 z\nv2 x\nv3 y\nv3 x\nv4 z\nv4 x\nv5 x\n",
      "a v0 g0 *\na v1 g0 *\na v2 g0 *\na v3 g1 *\na v4 g1 *\na v5 g1 *\n", own_model_new (funcs));
  deid_privacy_model_funcs_unref (funcs);
  deid_problem_set_suppression_limit (problem, 0, &error);
  assert_no_error (error);
  return problem;
}

/* The best classes are those of both groups, of 6 and 5 records, or the values v1 and others. */
START_TEST (models_of_hosts)
{
  guint n_asked = 0;
  DeidProblem *problem = make_hosted (judge_labels, &n_asked);
  DeidPreparation *preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
  DeidLocalRuin ruin;
  GError *error = NULL;

  ck_assert (deid_local_ruin_init (&ruin, &preparation->all, 0, 1, DEID_STOP_NEVER, &error));
  ck_assert (deid_local_ruin_run (&ruin, 100, DEID_STOP_NEVER, &error));
  ck_assert_uint_gt (n_asked, 10);
  ck_assert_uint_eq (ruin.clusters.n_clusters, 2);
  deid_local_ruin_clear (&ruin);
  deid_preparation_release (preparation);
  deid_problem_unref (problem);
}
END_TEST

START_TEST (failing_models)
{
  DeidProblem *problem = make_hosted (judge_never, NULL);
  DeidPreparation *preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
  DeidLocalRuin ruin;
  GError *error = NULL;

  ck_assert (!deid_local_ruin_init (&ruin, &preparation->all, 0, 1, DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_WEIGHT, "no answer", NULL);
  deid_local_ruin_clear (&ruin);
  deid_preparation_release (preparation);
  deid_problem_unref (problem);
}
END_TEST

/* Records of which at most one has another value than the rest. */
static DeidProblem *
make_uniform (guint n_rows, gboolean has_other)
{
  g_autoptr (GString) rows = g_string_new ("a s:sensitive\n");
  DeidProblem *problem;
  GError *error = NULL;

  for (guint row = 0; row < n_rows; row++)
    g_string_append_printf (rows, "v%u %s\n", row % 6, has_other && row == 0 ? "other" : "x");
  problem = lesson_make_problem (
      rows->str, "a v0 g0 *\na v1 g0 *\na v2 g0 *\na v3 g1 *\na v4 g1 *\na v5 g1 *\n",
      deid_privacy_model_new_distinct_l_diversity ("s", 2, NULL));
  deid_problem_set_suppression_limit (problem, 0, &error);
  assert_no_error (error);
  return problem;
}

/* All records are one large class, or there is none. */
START_TEST (one_class)
{
  for (guint has_other = 0; has_other < 2; has_other++)
    {
      DeidProblem *problem = make_uniform (3000, has_other != 0);
      DeidPreparation *preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
      DeidLocalRuin ruin;
      GError *error = NULL;

      ck_assert_int_eq (
          deid_local_ruin_init (&ruin, &preparation->all, 0, 1, DEID_STOP_NEVER, &error),
          has_other != 0);
      if (has_other)
        {
          ck_assert (deid_local_ruin_run (&ruin, 500, DEID_STOP_NEVER, &error));
          ck_assert_uint_eq (ruin.clusters.n_clusters, 1);
        }
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "no local recoding", NULL);
      deid_local_ruin_clear (&ruin);
      deid_preparation_release (preparation);
      deid_problem_unref (problem);
    }
}
END_TEST

/* A seed repeats where classes are judged, too. */
START_TEST (same_seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2043);
  const guint n_trials = count_trials (50);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Fixture fixture;
      DeidLocalRuin again;
      gboolean success;

      fixture_make (&fixture, rand);
      success = deid_local_ruin_init (&fixture.ruin, &fixture.preparation->all, 0, trial,
                                      DEID_STOP_NEVER, NULL)
                && deid_local_ruin_run (&fixture.ruin, 50, DEID_STOP_NEVER, NULL);
      assert_quietly (
          (deid_local_ruin_init (&again, &fixture.preparation->all, 0, trial, DEID_STOP_NEVER, NULL)
           && deid_local_ruin_run (&again, 50, DEID_STOP_NEVER, NULL))
          == success);
      for (guint32 i = 0; success && i < fixture.random->n_rows; i++)
        assert_quietly (again.clusters.records[i].cluster
                        == fixture.ruin.clusters.records[i].cluster);
      deid_local_ruin_clear (&again);
      deid_local_ruin_clear (&fixture.ruin);
      fixture_clear (&fixture);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("models of local recodings");
  TCase *cases = tcase_create ("models");

  tcase_add_test (cases, models_are_met);
  tcase_add_test (cases, below_best_policy);
  tcase_add_test (cases, models_of_hosts);
  tcase_add_test (cases, failing_models);
  tcase_add_test (cases, one_class);
  tcase_add_test (cases, same_seed);
  suite_add_tcase (suite, cases);
  return suite;
}
