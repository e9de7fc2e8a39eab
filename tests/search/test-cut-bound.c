/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bounds of boxes of a lattice with cuts against all policies in them: of random boxes, made ready
 * as the search makes them, and by random multipliers. */
#include "support/suite.h"

#include <string.h>

#include "problem/preparation.h"
#include "search/interval/cuts/cut-bound.h"
#include "support/random-cuts.h"

#define MAX_POLICIES   512
#define MAX_DIMENSIONS 64

static const DeidStop never = { .deadline = G_MAXINT64 };

/* A problem with the verdicts on all of its policies. */
typedef struct
{
  guint32 seed;
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidPreparedProblem prepared;
  const DeidLattice *lattice;
  guint n;
  guint n_policies;
  DeidLevel *policies;
  DeidVerdict *verdicts;
  gboolean *must_obey; /* of each: it is a solution, and no other stands for it */
  DeidCutSpace space;
  DeidCutBound bound;
} Fixture;

static const DeidLevel *
get_policy (const Fixture *fixture, guint i)
{
  return fixture->policies + (gsize) i * fixture->n;
}

static gboolean
step (const Fixture *fixture, DeidLevel *levels)
{
  for (guint d = 0; d < fixture->n; d++)
    {
      if (levels[d] < fixture->lattice->heights[d])
        {
          levels[d]++;
          return TRUE;
        }
      levels[d] = fixture->lattice->floors[d];
    }
  return FALSE;
}

/* Tells whether a merged node has no value below, or a node above that is merged, too. */
static gboolean
has_idle_node (const DeidCutAxis *axis, const DeidLevel *levels)
{
  guint n_merged = 0;

  for (guint d = axis->first_dimension; d < axis->first_dimension + axis->n_dimensions; d++)
    n_merged += levels[d];
  for (guint32 block = 0; block < axis->n_blocks; block++)
    {
      const guint32 d = axis->dimensions[block];

      if (d == DEID_NO_CODE || levels[d] == 0)
        continue;
      n_merged--;
      for (guint32 above = axis->parents[block]; above != DEID_NO_CODE;
           above = axis->parents[above])
        if (axis->dimensions[above] != DEID_NO_CODE && levels[axis->dimensions[above]] > 0)
          return TRUE;
    }
  return n_merged > 0;
}

/* Tells whether a run can be left by a value that no record has, and nothing else changes. What a
 * run of all values takes along stays with it then. */
static gboolean
has_idle_end (const DeidCutAxis *axis, const DeidLevel *levels)
{
  const guint32 n_values = deid_cut_axis_get_n_values (axis);
  const DeidLevel *own = levels + axis->first_dimension;
  gboolean all = TRUE;

  for (guint32 rank = 0; rank + 1 < n_values; rank++)
    all &= own[rank] > 0;
  if (!axis->trims || (all && axis->n_ranks > n_values))
    return FALSE;
  for (guint32 rank = 0; rank < n_values; rank++)
    {
      const gboolean before = rank > 0 && own[rank - 1] > 0;
      const gboolean behind = rank + 1 < n_values && own[rank] > 0;

      if (before != behind && axis->records[rank] == 0)
        return TRUE;
    }
  return FALSE;
}

/* Where costs are those of classes or of levels, what merges less may cost the same; it never costs
 * more. */
static gboolean
is_replaced (const Fixture *fixture, const DeidLevel *levels)
{
  for (guint a = 0; a < fixture->space.n_axes; a++)
    {
      const DeidCutAxis *axis = &fixture->space.axes[a];

      if ((axis->kind == DEID_AXIS_SUBTREES && has_idle_node (axis, levels))
          || (axis->kind == DEID_AXIS_RUNS && has_idle_end (axis, levels)))
        return TRUE;
    }
  return FALSE;
}

/* Finds the run around a pair of neighbours that are merged. */
static void
find_run (const DeidCutAxis *axis, const DeidLevel *levels, guint d, guint32 *first, guint32 *last)
{
  const guint32 n_values = deid_cut_axis_get_n_values (axis);
  const DeidLevel *own = levels + axis->first_dimension;

  for (*first = d - axis->first_dimension; *first > 0 && own[*first - 1] > 0;)
    --*first;
  for (*last = d - axis->first_dimension + 1; *last + 1 < n_values && own[*last] > 0;)
    ++*last;
  if (*first == 0 && *last + 1 == n_values)
    *last = axis->n_ranks - 1;
}

/* Tells whether a dimension merges the value of a row with others. */
static gboolean
merges (const DeidCutAxis *axis, const DeidLevel *levels, guint d, guint64 row)
{
  const guint32 rank = axis->ranks[row];
  guint32 first, last;

  if (axis->kind == DEID_AXIS_RUNS)
    {
      find_run (axis, levels, d, &first, &last);
      return first <= rank && rank <= last;
    }
  for (guint level = 0; level < axis->n_levels; level++)
    if (axis->dimensions[axis->blocks[(gsize) level * axis->n_ranks + rank]] == d)
      return TRUE;
  return FALSE;
}

/* Tells whether some pair or node that need not be merged has records that are all suppressed:
 * apart they are, too. */
static gboolean
merges_what_is_lost (const Fixture *fixture, const DeidGroupingEvaluator *evaluator,
                     const DeidLevel *levels)
{
  const DeidRows *rows = &fixture->prepared.rows;

  for (guint a = 0; a < fixture->space.n_axes; a++)
    {
      const DeidCutAxis *axis = &fixture->space.axes[a];

      if (axis->kind == DEID_AXIS_LEVELS || !axis->trims)
        continue;
      for (guint d = axis->first_dimension; d < axis->first_dimension + axis->n_dimensions; d++)
        {
          gboolean is_lost = levels[d] > fixture->lattice->floors[d];

          for (guint64 row = 0; is_lost && row < deid_rows_get_n_own (rows); row++)
            is_lost = !merges (axis, levels, d, row)
                      || deid_grouping_evaluator_is_suppressed (evaluator, row);
          if (is_lost)
            return TRUE;
        }
    }
  return FALSE;
}

static void
judge_all (Fixture *fixture)
{
  DeidGroupingEvaluator evaluator;
  g_autofree DeidLevel *levels = g_memdup2 (fixture->lattice->floors, fixture->n * sizeof *levels);
  guint i = 0;

  ck_assert (deid_grouping_evaluator_init (&evaluator, &fixture->prepared, NULL));
  do
    {
      GError *error = NULL;

      assert_quietly (i < fixture->n_policies);
      memcpy (fixture->policies + (gsize) i * fixture->n, levels, fixture->n * sizeof *levels);
      deid_evaluator_evaluate (&evaluator.base, levels, &never, &fixture->verdicts[i], &error);
      assert_no_error (error);
      fixture->must_obey[i]
          = fixture->verdicts[i].is_solution && !is_replaced (fixture, levels)
            && !(fixture->bound.leaves_out && merges_what_is_lost (fixture, &evaluator, levels));
      i++;
    }
  while (step (fixture, levels));
  ck_assert_uint_eq (i, fixture->n_policies);
  deid_evaluator_clear (&evaluator.base);
}

/* Classes of any size may lack values. */
static void
add_diversity (DeidProblem *problem, guint64 l)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_distinct_l_diversity ("diagnosis", l, NULL);

  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
}

static void
fixture_init (Fixture *fixture, guint32 seed, GRand *rand, GRand *limits, const char *quality)
{
  static const guint64 max_runs[] = { DEID_MAX_RUNS, 1, 7, 16, 32 };
  GError *error = NULL;

  *fixture = (Fixture){ .seed = seed,
                        .problem = make_limited_cuts (rand, limits, MAX_POLICIES, quality) };
  if (g_str_has_prefix (quality, "dm") && seed % 4 < 2)
    add_diversity (fixture->problem, 2 + seed / 4 % 2);
  fixture->preparation = deid_problem_prepare (fixture->problem, &never, &error);
  assert_no_error (error);
  fixture->prepared = g_rand_boolean (rand)
                          ? *deid_preparation_get_distinct (fixture->preparation, &never, &error)
                          : fixture->preparation->all;
  fixture->lattice = fixture->prepared.lattice;
  fixture->n = fixture->lattice->n_dimensions;
  fixture->n_policies = (guint) deid_lattice_get_size_as_double (fixture->lattice);
  fixture->policies = g_new (DeidLevel, (gsize) fixture->n_policies * fixture->n);
  fixture->verdicts = g_new0 (DeidVerdict, fixture->n_policies);
  fixture->must_obey = g_new0 (gboolean, fixture->n_policies);
  deid_cut_space_init (&fixture->space, &fixture->prepared,
                       max_runs[seed % G_N_ELEMENTS (max_runs)], &never, &error);
  assert_no_error (error);
  deid_cut_bound_init (&fixture->bound, &fixture->space, FALSE, &error);
  assert_no_error (error);
  fixture->bound.leaves_out = seed % 3 > 0;
  judge_all (fixture);
}

static void
fixture_clear (Fixture *fixture)
{
  deid_cut_bound_clear (&fixture->bound);
  deid_cut_space_clear (&fixture->space);
  g_free (fixture->policies);
  g_free (fixture->verdicts);
  g_free (fixture->must_obey);
  deid_preparation_release (fixture->preparation);
  deid_problem_unref (fixture->problem);
}

typedef struct
{
  DeidLevel lo[MAX_DIMENSIONS];
  DeidLevel hi[MAX_DIMENSIONS];
} Box;

static gboolean
has_policy (const Fixture *fixture, const Box *box, guint i)
{
  const DeidLevel *levels = get_policy (fixture, i);

  for (guint d = 0; d < fixture->n; d++)
    if (levels[d] < box->lo[d] || levels[d] > box->hi[d])
      return FALSE;
  return TRUE;
}

/* A box around a random policy: some dimensions fixed, some left free, others in between. */
static void
draw_box (const Fixture *fixture, GRand *rand, Box *box)
{
  const DeidLevel *center
      = get_policy (fixture, (guint) g_rand_int_range (rand, 0, (gint32) fixture->n_policies));
  const gint32 n_free = g_rand_int_range (rand, 1, 7);

  memcpy (box->hi, fixture->lattice->heights, fixture->n * sizeof *box->hi);
  deid_cut_space_start (&fixture->space, box->hi);
  for (guint d = 0; d < fixture->n; d++)
    {
      const gint32 lowest = fixture->lattice->floors[d], level = MIN (center[d], box->hi[d]);

      if (g_rand_int_range (rand, 0, n_free) > 0)
        {
          box->lo[d] = (DeidLevel) lowest;
          continue;
        }
      box->lo[d] = (DeidLevel) g_rand_int_range (rand, lowest, level + 1);
      box->hi[d] = (DeidLevel) g_rand_int_range (rand, level, box->hi[d] + 1);
    }
}

/* Shares of some sum, all of it as a rule. */
static void
draw_multipliers (const Fixture *fixture, GRand *rand, guint16 *multipliers)
{
  const guint n = fixture->space.n_axes;
  gint32 left = g_rand_boolean (rand) ? DEID_SHARES : g_rand_int_range (rand, 0, DEID_SHARES + 1);

  for (guint a = 0; a < n; a++)
    {
      const gint32 share = a + 1 == n || g_rand_int_range (rand, 0, 4) == 0
                               ? left
                               : g_rand_int_range (rand, 0, left + 1);

      multipliers[a] = (guint16) share;
      left -= share;
    }
  multipliers[n] = (guint16) (g_rand_int_range (rand, 0, 3) == 0
                                  ? 0
                                  : g_rand_int (rand) >> g_rand_int_range (rand, 16, 31));
}

static void
report (const Fixture *fixture, const Box *box, guint i, const char *what, gint64 bound,
        gint64 units)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *problem = describe_random_cuts (fixture->problem);

  for (guint d = 0; d < fixture->n; d++)
    g_string_append_printf (text, " %u(%u-%u)", get_policy (fixture, i)[d], box->lo[d], box->hi[d]);
  ck_abort_msg ("seed %u: %s %" G_GINT64_FORMAT " above %" G_GINT64_FORMAT " of%s: %s",
                fixture->seed, what, bound, units, text->str, problem);
}

static gint64
get_units (const Fixture *fixture, guint i)
{
  return deid_units_from_objective (&fixture->space.units, fixture->verdicts[i].objective);
}

/* No level of a policy is said to cost more than the policy does. */
static void
check_values (const Fixture *fixture, const Box *box, guint i)
{
  const DeidCutSpace *space = &fixture->space;
  const DeidLevel *levels = get_policy (fixture, i);

  for (guint a = 0; a < space->n_axes; a++)
    for (guint d = space->axes[a].first_dimension;
         d < space->axes[a].first_dimension + space->axes[a].n_dimensions; d++)
      {
        const gint64 bound = deid_cut_bound_replace (
            &fixture->bound, a, fixture->bound.answer.values[space->first_values[d] + levels[d]]);

        if (bound > get_units (fixture, i))
          report (fixture, box, i, "a level", bound, get_units (fixture, i));
      }
}

/* Makes a box smaller around one of its policies, if one is found at once. */
static void
shrink_box (const Fixture *fixture, GRand *rand, Box *box)
{
  const guint i = (guint) g_rand_int_range (rand, 0, (gint32) fixture->n_policies);
  const DeidLevel *levels = get_policy (fixture, i);

  if (!has_policy (fixture, box, i))
    return;
  for (guint d = 0; d < fixture->n; d++)
    switch (g_rand_int_range (rand, 0, 6))
      {
      case 0:
        box->lo[d] = levels[d];
        break;
      case 1:
        box->hi[d] = levels[d];
        break;
      default:
        break;
      }
}

/* @whole is the box before it was normalized. Returns: how many solutions there are. */
static guint
check_policies (const Fixture *fixture, const Box *whole, const Box *box, gboolean feasible)
{
  guint n_solutions = 0;

  for (guint i = 0; i < fixture->n_policies; i++)
    {
      if (!fixture->must_obey[i] || !has_policy (fixture, whole, i))
        continue;
      n_solutions++;
      if (!feasible)
        report (fixture, box, i, "records lost:", (gint64) fixture->bound.verdict.n_needed,
                (gint64) fixture->verdicts[i].n_suppressed);
      if (!has_policy (fixture, box, i))
        report (fixture, box, i, "left out", 0, 0);
      if (fixture->bound.bound > get_units (fixture, i))
        report (fixture, box, i, "the bound", fixture->bound.bound, get_units (fixture, i));
      check_values (fixture, box, i);
    }
  return n_solutions;
}

/* Boxes are made smaller as the search does it, without counting anew what fails. Returns: how many
 * solutions there are. */
static guint
check_box (Fixture *fixture, GRand *rand)
{
  g_autofree guint16 *multipliers
      = g_new (guint16, deid_cut_space_count_multipliers (&fixture->space));
  guint n_solutions = 0;
  Box box, whole;
  gboolean feasible;

  draw_box (fixture, rand, &box);
  whole = box;
  deid_cut_space_normalize (&fixture->space, box.lo, box.hi);
  ck_assert (deid_cut_bound_set (&fixture->bound, box.lo, box.hi, &never, &feasible, NULL));
  draw_multipliers (fixture, rand, multipliers);
  for (guint i = 0; i < 3; i++)
    {
      if (feasible && i == 0)
        ck_assert (deid_cut_bound_share (&fixture->bound, multipliers, &never, NULL));
      else if (feasible)
        ck_assert (deid_cut_bound_solve (&fixture->bound, multipliers, &never, NULL));
      n_solutions += check_policies (fixture, &whole, &box, feasible);
      if (!feasible)
        break;
      shrink_box (fixture, rand, &box);
      whole = box;
      deid_cut_space_normalize (&fixture->space, box.lo, box.hi);
    }
  return n_solutions;
}

#define N_VALUE_QUALITIES 13

static const char *const qualities[] = { "loss:arith",      "loss:arith:0",
                                         "loss:arith:0.3",  "loss:arith:0.8",
                                         "loss:arith:1",    "loss:sum",
                                         "precision:sum",   "precision:arith",
                                         "height:sum",      "nuentropy:arith",
                                         "normentropy:sum", "ebil",
                                         "ebil:sum",        "dm",
                                         "dmstar" };

/* What the search begins with leaves out no solution that others do not stand for. */
static void
check_top (const Fixture *fixture)
{
  Box box;

  memcpy (box.lo, fixture->lattice->floors, fixture->n * sizeof *box.lo);
  memcpy (box.hi, fixture->lattice->heights, fixture->n * sizeof *box.hi);
  deid_cut_space_start (&fixture->space, box.hi);
  for (guint i = 0; i < fixture->n_policies; i++)
    if (fixture->must_obey[i] && !has_policy (fixture, &box, i))
      report (fixture, &box, i, "left out", 0, 0);
}

/* Costs of values, and of classes; then with limits of blocks. */
START_TEST (boxes)
{
  static const guint firsts[] = { 0, N_VALUE_QUALITIES, G_N_ELEMENTS (qualities) };
  const guint first = firsts[_i % 2], n_qualities = firsts[_i % 2 + 1] - first;
  const gboolean is_limited = _i >= 2;
  const guint n_problems = count_trials (1000);
  guint n_solutions = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (trial);
      g_autoptr (GRand) limits = g_rand_new_with_seed (trial);
      Fixture fixture;

      fixture_init (&fixture, trial, rand, is_limited ? limits : NULL,
                    qualities[first + trial % n_qualities]);
      check_top (&fixture);
      for (guint box = 0; box < 10; box++)
        n_solutions += check_box (&fixture, rand);
      fixture_clear (&fixture);
    }
  ck_assert_uint_gt (n_solutions, n_problems * (is_limited ? 3 : 10));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cut-bound");
  TCase *tests = tcase_create ("boxes");

  tcase_set_timeout (tests, 0);
  tcase_add_loop_test (tests, boxes, 0, 4);
  suite_add_tcase (suite, tests);
  return suite;
}
