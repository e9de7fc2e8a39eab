/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An evaluator that makes classes of those of specializations reaches the verdicts of one that
 * groups the whole table each time, to the bit; and what it keeps for that stays within its limits.
 */
#include "support/suite.h"

#include <string.h>

#include "support/own-model.h"
#include "support/random-population.h"
#include "evaluation/grouping-evaluator.h"
#include "support/skewed-table.h"

#define MAX_SNAPSHOTS  64
#define TABLES_OF_ROWS 4
#define N_EVALUATIONS  60 /* of a sequence */

static const DeidStop never = { .deadline = G_MAXINT64 };

/* How a sequence goes on from a policy. */
typedef enum
{
  ANYWHERE,
  UPWARDS,   /* from the bottom, and again when the top is reached */
  DOWNWARDS, /* from the top */
  REPEATED,  /* one of few policies */
  N_WALKS
} Walk;

typedef struct
{
  guint n_evaluated;
  guint n_rolled_up; /* on fewer rows than those of the problem */
  guint n_solutions;
  guint n_partly_necessary; /* verdicts whose counts of suppressed records differ */
  guint n_kept;
  guint n_given_up_for_number; /* evaluations on which snapshots were, since they were too many */
  guint n_given_up_for_rows;
} Counts;

/* A problem evaluated in both ways. */
typedef struct
{
  DeidProblem *problem;
  DeidPreparedProblem prepared;
  DeidGroupingEvaluator plain, rolling;
  DeidLevel *levels;
  guint64 max_bytes; /* that snapshots took so far */
  Counts counts;
} Fixture;

/* Takes the problem. */
static void
fixture_init (Fixture *fixture, DeidProblem *problem, gboolean measures_all)
{
  GError *error = NULL;

  *fixture = (Fixture){ .problem = problem };
  ck_assert (deid_prepared_problem_init (&fixture->prepared, problem, DEID_STOP_NEVER, &error));
  ck_assert (deid_grouping_evaluator_init (&fixture->plain, &fixture->prepared, &error));
  ck_assert (deid_grouping_evaluator_init (&fixture->rolling, &fixture->prepared, &error));
  ck_assert (deid_grouping_evaluator_roll_up (&fixture->rolling, &error));
  assert_no_error (error);
  fixture->plain.measures_all = fixture->rolling.measures_all = measures_all;
  fixture->levels = g_new0 (DeidLevel, fixture->prepared.lattice->n_dimensions);
}

static void
fixture_clear (Fixture *fixture)
{
  deid_evaluator_clear (&fixture->plain.base);
  deid_evaluator_clear (&fixture->rolling.base);
  deid_prepared_problem_clear (&fixture->prepared);
  deid_problem_unref (fixture->problem);
  g_free (fixture->levels);
}

static guint64
count_bytes (const DeidSnapshot *snapshot)
{
  guint64 a_row = sizeof (guint64);

  for (guint a = 0; a < snapshot->rows.n_attributes; a++)
    {
      ck_assert_uint_eq (snapshot->columns[a].n, snapshot->rows.n);
      a_row += snapshot->columns[a].width;
    }
  return snapshot->rows.n * a_row;
}

/* Returns: the rows of the smallest snapshot that the classes of the policy can be made of, or of
 * the table. */
static guint64
find_fewest_rows (const Fixture *fixture)
{
  const DeidRollUp *roll_up = &fixture->rolling.roll_up;
  guint64 fewest = fixture->prepared.rows.n;

  for (guint i = 0; i < roll_up->n; i++)
    {
      guint d = 0;

      while (d < roll_up->n_dimensions && roll_up->snapshots[i].levels[d] <= fixture->levels[d])
        d++;
      if (d == roll_up->n_dimensions)
        fewest = MIN (fewest, roll_up->snapshots[i].rows.n);
    }
  return fewest;
}

/* Returns: (nullable): the snapshot of the policy if it was made last. */
static const DeidSnapshot *
get_newest (const Fixture *fixture)
{
  const DeidRollUp *roll_up = &fixture->rolling.roll_up;
  const DeidSnapshot *last = &roll_up->snapshots[roll_up->n - 1];
  const gsize size = roll_up->n_dimensions * sizeof *fixture->levels;

  return roll_up->n > 0 && last->last_use == roll_up->n_uses
                 && memcmp (last->levels, fixture->levels, size) == 0
             ? last
             : NULL;
}

/* Recounts what is kept, and what there was before with what was added. */
static void
check_memory (Fixture *fixture, guint64 n_bytes_before, guint64 n_bytes_added)
{
  const DeidRollUp *roll_up = &fixture->rolling.roll_up;
  guint64 n_rows = 0, n_bytes = 0;

  for (guint i = 0; i < roll_up->n; i++)
    {
      guint64 n_records = 0;

      for (guint64 row = 0; row < roll_up->snapshots[i].rows.n; row++)
        n_records += roll_up->snapshots[i].rows.weights[row];
      ck_assert_uint_eq (n_records, fixture->prepared.n_records);
      n_rows += roll_up->snapshots[i].rows.n;
      n_bytes += count_bytes (&roll_up->snapshots[i]);
    }
  fixture->max_bytes = MAX (fixture->max_bytes, n_bytes_before + n_bytes_added);
  ck_assert_uint_le (roll_up->n, MAX_SNAPSHOTS);
  ck_assert_uint_le (n_rows, TABLES_OF_ROWS * fixture->prepared.rows.n);
  ck_assert_uint_eq (roll_up->n_rows, n_rows);
  ck_assert_uint_eq (roll_up->n_bytes, n_bytes);
  ck_assert_uint_eq (roll_up->max_bytes, fixture->max_bytes);
}

static void
check_verdict (Fixture *fixture)
{
  DeidVerdict plain, rolled;

  ck_assert (deid_evaluator_evaluate (&fixture->plain.base, fixture->levels, &never, &plain, NULL));
  ck_assert (
      deid_evaluator_evaluate (&fixture->rolling.base, fixture->levels, &never, &rolled, NULL));
  ck_assert_uint_eq (rolled.n_suppressed, plain.n_suppressed);
  ck_assert_uint_eq (rolled.n_necessary, plain.n_necessary);
  ck_assert_uint_eq (rolled.n_unmatched, plain.n_unmatched);
  ck_assert_uint_eq (rolled.smallest_class, plain.smallest_class);
  ck_assert_int_eq (rolled.is_solution, plain.is_solution);
  ck_assert (memcmp (&rolled.objective, &plain.objective, sizeof plain.objective) == 0);
  ck_assert_uint_eq (fixture->rolling.grouping.n_classes, fixture->plain.grouping.n_classes);
  ck_assert (memcmp (fixture->rolling.grouping.sizes, fixture->plain.grouping.sizes,
                     fixture->plain.grouping.n_classes * sizeof *fixture->plain.grouping.sizes)
             == 0);
  fixture->counts.n_evaluated++;
  fixture->counts.n_solutions += plain.is_solution ? 1 : 0;
  fixture->counts.n_partly_necessary += plain.n_necessary < plain.n_suppressed ? 1 : 0;
}

static void
evaluate (Fixture *fixture)
{
  const DeidRollUp *roll_up = &fixture->rolling.roll_up;
  const guint64 fewest = find_fewest_rows (fixture), n_bytes_before = roll_up->n_bytes;
  const guint n_before = roll_up->n;
  Counts *counts = &fixture->counts;
  const DeidSnapshot *newest;

  check_verdict (fixture);
  newest = fixture->rolling.grouping.n_classes <= fewest / 2 ? get_newest (fixture) : NULL;
  ck_assert (fixture->rolling.grouping.n_classes > fewest / 2 || newest != NULL);
  check_memory (fixture, n_bytes_before, newest != NULL ? count_bytes (newest) : 0);
  counts->n_rolled_up += fewest < fixture->prepared.rows.n ? 1 : 0;
  if (newest == NULL)
    {
      /* What was grouped is where it was. */
      ck_assert_uint_eq (fixture->rolling.rows->n, fewest);
      ck_assert_uint_eq (roll_up->n, n_before);
      return;
    }
  ck_assert_uint_eq (newest->rows.n, fixture->plain.grouping.n_classes);
  counts->n_kept++;
  if (roll_up->n <= n_before && n_before == MAX_SNAPSHOTS && roll_up->n == MAX_SNAPSHOTS)
    counts->n_given_up_for_number++;
  else if (roll_up->n <= n_before)
    counts->n_given_up_for_rows++;
}

static void
choose_levels (Fixture *fixture, GRand *rand)
{
  const DeidLattice *lattice = fixture->prepared.lattice;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    fixture->levels[d] = (DeidLevel) g_rand_int_range (rand, 0, lattice->heights[d] + 1);
}

/* Goes by one level up or down, or begins anew at the other end. */
static void
step (Fixture *fixture, GRand *rand, gboolean upwards)
{
  const DeidLattice *lattice = fixture->prepared.lattice;
  const guint n_dimensions = lattice->n_dimensions, first = g_rand_int (rand) % n_dimensions;

  for (guint i = 0; i < n_dimensions; i++)
    {
      const guint d = (first + i) % n_dimensions;

      if (fixture->levels[d] == (upwards ? lattice->heights[d] : 0))
        continue;
      fixture->levels[d] = (DeidLevel) (upwards ? fixture->levels[d] + 1 : fixture->levels[d] - 1);
      return;
    }
  for (guint d = 0; d < n_dimensions; d++)
    fixture->levels[d] = upwards ? 0 : lattice->heights[d];
}

static void
evaluate_sequence (Fixture *fixture, GRand *rand, Walk walk, guint n)
{
  const guint32 seed = g_rand_int (rand);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GRand) repeated = g_rand_new_with_seed (seed + g_rand_int (rand) % 4);

      if (walk == ANYWHERE || walk == REPEATED)
        choose_levels (fixture, walk == ANYWHERE ? rand : repeated);
      else
        step (fixture, rand, walk == UPWARDS);
      evaluate (fixture);
    }
}

static void
add_counts (Counts *to, const Counts *from)
{
  to->n_evaluated += from->n_evaluated;
  to->n_rolled_up += from->n_rolled_up;
  to->n_solutions += from->n_solutions;
  to->n_partly_necessary += from->n_partly_necessary;
  to->n_kept += from->n_kept;
  to->n_given_up_for_number += from->n_given_up_for_number;
  to->n_given_up_for_rows += from->n_given_up_for_rows;
}

static gboolean
is_no_multiple_of_four (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                        GError **error)
{
  (void) state;
  (void) data;
  (void) error;
  *passes = deid_class_get_n_records (eq_class) % 4 != 0;
  return TRUE;
}

static gboolean
accept_three_classes (const DeidTableView *table, gpointer state, gpointer data, gboolean *passes,
                      GError **error)
{
  guint32 n_classes;

  (void) state;
  (void) data;
  (void) error;
  deid_table_view_get_sizes (table, &n_classes);
  *passes = n_classes >= 3;
  return TRUE;
}

/* A model of which a part is superset-closed, with a condition on all classes. */
static void
add_own_model (DeidProblem *problem)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;

  deid_privacy_model_funcs_set_accept (funcs, is_no_multiple_of_four, NULL, NULL);
  deid_privacy_model_funcs_set_necessary (funcs, own_model_judge, NULL, NULL);
  deid_privacy_model_funcs_set_accept_table (funcs, accept_three_classes, NULL, NULL);
  deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_NONE);
  deid_privacy_model_funcs_set_size_only (funcs, TRUE);
  model = own_model_new (funcs);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
}

/* Tables of all shapes, some with weights, and sequences of all kinds, one after another. */
START_TEST (skewed_tables)
{
  static const char *const models[] = { "k:2", "k:3;k:5", "k:20" };
  static const double limits[] = { 0, 0.05, 0.6 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const guint n_trials = count_trials (120);
  guint n_used = 0, n_weighted = 0;
  Counts counts = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      SkewedTable table;
      DeidProblem *problem;
      Fixture fixture;

      skewed_table_init_random (&table, rand, 5, 300, 400);
      problem = skewed_table_build_problem (&table, rand, models[trial % 3], limits[trial / 3 % 3]);
      if (trial / 9 % 2 == 1)
        add_own_model (problem);
      fixture_init (&fixture, problem, trial % 2 == 1);
      ck_assert_int_eq (fixture.rolling.rolls_up, !table.has_persons);
      if (fixture.rolling.rolls_up)
        {
          for (guint i = 0; i < 2; i++)
            evaluate_sequence (&fixture, rand, g_rand_int (rand) % N_WALKS, N_EVALUATIONS);
          add_counts (&counts, &fixture.counts);
          n_used++;
          n_weighted += table.has_weights ? 1 : 0;
        }
      fixture_clear (&fixture);
    }
  if (n_trials < 20)
    return;
  ck_assert_uint_gt (n_used, n_trials * 3 / 4);
  ck_assert_uint_gt (n_weighted, n_trials / 25);
  ck_assert_uint_gt (counts.n_rolled_up, counts.n_evaluated / 2);
  ck_assert_uint_gt (counts.n_kept, counts.n_evaluated / 40);
  ck_assert_uint_gt (counts.n_solutions, counts.n_evaluated / 10);
  ck_assert_uint_gt (counts.n_partly_necessary, counts.n_evaluated / 10);
}
END_TEST

/* Hierarchies that do not mention all values, and missing values that stay so. */
START_TEST (random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  const guint n_trials = count_trials (300);
  Counts counts = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      RandomProblem *random = random_problem_new (rand, FALSE);
      Fixture fixture;

      random_problem_add_models (random, rand, 5);
      for (guint i = 0; i < random->n_models; i++)
        random->models[i].kind = MODEL_K;
      random->n_group_limits = 0;
      random->n_group_weights = 0;
      fixture_init (&fixture, random_problem_build (random), trial % 2 == 1);
      ck_assert (fixture.rolling.rolls_up);
      evaluate_sequence (&fixture, rand, (Walk) (trial % N_WALKS), N_EVALUATIONS);
      add_counts (&counts, &fixture.counts);
      fixture_clear (&fixture);
      random_problem_free (random);
    }
  if (n_trials < 20)
    return;
  ck_assert_uint_gt (counts.n_rolled_up, counts.n_evaluated / 3);
  ck_assert_uint_gt (counts.n_solutions, counts.n_evaluated / 10);
}
END_TEST

/* Snapshots are given up, of the first as they are too many or have too many rows, of the second
 * for their rows. The labels of the second make more than 2^64 keys. */
static const struct
{
  SkewedTable table;
  guint n_leaves;
  guint min_given_up_for_number, min_given_up_for_rows;
} shapes[] = {
  { { .n_rows = 500, .n_attributes = 10, .skew = 3 }, 2, 50, 20 },
  { { .n_rows = 1000, .n_attributes = 14, .skew = 3, .repeat = 0.9 }, 40, 0, 50 },
};

START_TEST (long_sequences)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  const guint n_sequences = count_trials (40);
  SkewedTable table = shapes[_i].table;
  const Counts *counts;
  Fixture fixture;

  for (guint a = 0; a < table.n_attributes; a++)
    {
      table.heights[a] = 4;
      table.n_leaves[a] = shapes[_i].n_leaves;
    }
  fixture_init (&fixture, skewed_table_build_problem (&table, rand, "k:3", 0.3), TRUE);
  for (guint i = 0; i < n_sequences; i++)
    evaluate_sequence (&fixture, rand, (Walk) (i % N_WALKS), N_EVALUATIONS / 4);
  counts = &fixture.counts;
  if (n_sequences == 40)
    {
      ck_assert_uint_ge (counts->n_given_up_for_number, shapes[_i].min_given_up_for_number);
      ck_assert_uint_ge (counts->n_given_up_for_rows, shapes[_i].min_given_up_for_rows);
      ck_assert_uint_gt (counts->n_rolled_up, counts->n_evaluated / 3);
    }
  fixture_clear (&fixture);
}
END_TEST

/* Models that ask for more than sizes, populations and weights of groups: the whole table is
 * grouped each time. */
START_TEST (not_used)
{
  static const char *const models[] = { "dl:2", "k:2;el:1.2" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  RandomProblem *random = random_problem_new (rand, FALSE);
  RandomPopulation population;
  DeidProblem *problem;
  Fixture fixture;

  if (_i < 2)
    {
      const SkewedTable table = {
        .n_rows = 100, .n_attributes = 3, .heights = { 2, 2, 2 }, .n_leaves = { 9, 9, 9 }, .skew = 2
      };

      problem = skewed_table_build_problem (&table, rand, models[_i], 0.1);
    }
  else
    {
      random_problem_add_models (random, rand, 5);
      random->n_models = 1;
      random->models[0].kind = MODEL_K;
      random->n_group_weights = 1;
      random->group_weights[0] = (RandomGroupWeight){ .thousandths = 2500 };
      random_population_init (&population, random, rand, FALSE);
      problem = _i == 2 ? random_population_build_problem (&population, random)
                        : random_problem_build (random);
    }
  fixture_init (&fixture, problem, TRUE);
  ck_assert (!fixture.rolling.rolls_up);
  for (guint i = 0; i < N_EVALUATIONS; i++)
    {
      choose_levels (&fixture, rand);
      check_verdict (&fixture);
      ck_assert_ptr_eq (fixture.rolling.rows, &fixture.prepared.rows);
      ck_assert_uint_eq (fixture.rolling.roll_up.n, 0);
    }
  ck_assert_uint_eq (fixture.rolling.roll_up.max_bytes, 0);
  fixture_clear (&fixture);
  random_problem_free (random);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("roll-up");
  TCase *tcase = tcase_create ("classes of classes");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, skewed_tables);
  tcase_add_test (tcase, random_problems);
  tcase_add_loop_test (tcase, long_sequences, 0, G_N_ELEMENTS (shapes));
  tcase_add_loop_test (tcase, not_used, 0, 4);
  suite_add_tcase (suite, tcase);
  return suite;
}
