/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What goes by the whole lattice: flags against the definition of inheritance, and walks through a
 * level against the list of all policies. */
#include "support/suite.h"

#include <string.h>

#include "bench/shaped-lattice.h"
#include "support/failing-allocations.h"
#include "lattice/policy-private.h"
#include "search/algorithms/policy-order.h"

#define MAX_DIMENSIONS  8
#define MANY_DIMENSIONS 300
#define MAX_HEIGHT      8
#define MAX_POLICIES    300

/* A lattice and all its policies in lexicographic order. */
typedef struct
{
  DeidLattice *lattice;
  guint n_dimensions;
  guint n_policies;
  DeidLevel *levels; /* of all policies, one after another */
} Shape;

static const DeidLevel *
get_policy (const Shape *shape, guint i)
{
  return shape->levels + (gsize) i * shape->n_dimensions;
}

static void
list_policies (Shape *shape)
{
  const DeidLevel *heights = shape->lattice->heights;

  shape->n_policies = 1;
  for (guint d = 0; d < shape->n_dimensions; d++)
    shape->n_policies *= heights[d] + 1U;
  shape->levels = g_new (DeidLevel, (gsize) shape->n_policies * shape->n_dimensions);
  for (guint i = 0; i < shape->n_policies; i++)
    for (guint d = shape->n_dimensions, place = i; d-- > 0; place /= heights[d] + 1U)
      shape->levels[(gsize) i * shape->n_dimensions + d] = (DeidLevel) (place % (heights[d] + 1U));
}

/* Of few dimensions, or of many that are of height 0 but for a few. */
static void
shape_init (Shape *shape, GRand *rand)
{
  const gboolean has_many = g_rand_int (rand) % 10 == 0;
  guint heights[MANY_DIMENSIONS] = { 0 };
  guint n_policies = 1;

  *shape = (Shape){ .n_dimensions = 1 + g_rand_int (rand) % MAX_DIMENSIONS };
  if (has_many)
    shape->n_dimensions = MANY_DIMENSIONS;
  for (guint i = 0; i < MAX_DIMENSIONS; i++)
    {
      guint *height = &heights[g_rand_int (rand) % shape->n_dimensions];

      if (*height == 0)
        {
          *height = g_rand_int (rand) % (MAX_HEIGHT + 1);
          *height = MIN (*height, MAX_POLICIES / n_policies - 1);
          n_policies *= *height + 1;
        }
    }
  shape->lattice = shaped_lattice_new (heights, shape->n_dimensions);
  list_policies (shape);
  ck_assert_uint_le (shape->n_policies, MAX_POLICIES);
}

static void
shape_clear (Shape *shape)
{
  deid_lattice_unref (shape->lattice);
  g_free (shape->levels);
}

static gboolean
is_generalization (const DeidLevel *upper, const DeidLevel *lower, guint n_dimensions)
{
  for (guint d = 0; d < n_dimensions; d++)
    if (upper[d] < lower[d])
      return FALSE;
  return TRUE;
}

static const DeidInheritance inheritances[]
    = { DEID_INHERITANCE_GENERALIZATIONS, DEID_INHERITANCE_SPECIALIZATIONS };

static gboolean
always (gpointer data)
{
  (void) data;
  return TRUE;
}

static void
check_flags (const DeidPolicyFlags *flags, const Shape *shape, const gboolean *expected)
{
  for (guint i = 0; i < shape->n_policies; i++)
    if (deid_policy_flags_has (flags, get_policy (shape, i)) != expected[i])
      ck_abort_msg ("policy %u of %u is%s flagged", i, shape->n_policies,
                    expected[i] ? " not" : "");
}

/* In any order, also such that what one spreads to is flagged in part or at all. */
START_TEST (spread_flags)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  const guint n_trials = count_trials (300);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      gboolean expected[MAX_POLICIES] = { FALSE };
      DeidPolicyFlags flags;
      Shape shape;

      shape_init (&shape, rand);
      ck_assert (deid_policy_flags_init (&flags, shape.lattice, NULL));
      check_flags (&flags, &shape, expected);
      for (guint n = 0; n < 12; n++)
        {
          const DeidLevel *from = get_policy (&shape, g_rand_int (rand) % shape.n_policies);

          ck_assert (deid_policy_flags_spread (&flags, from, inheritances[_i], always, NULL));
          for (guint i = 0; i < shape.n_policies; i++)
            if (inheritances[_i] == DEID_INHERITANCE_GENERALIZATIONS
                    ? is_generalization (get_policy (&shape, i), from, shape.n_dimensions)
                    : is_generalization (from, get_policy (&shape, i), shape.n_dimensions))
              expected[i] = TRUE;
          check_flags (&flags, &shape, expected);
        }
      deid_policy_flags_clear (&flags);
      shape_clear (&shape);
    }
}
END_TEST

static gboolean
once (gpointer data)
{
  return ++*(guint *) data < 2;
}

/* A million flags, of which no more than a part is set if it may not go on. */
START_TEST (interrupted_flags)
{
  static const guint heights[] = { 99, 99, 99 };
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (heights, G_N_ELEMENTS (heights));
  const DeidLevel bottom[3] = { 0 }, top[] = { 99, 99, 99 };
  const gboolean upwards = inheritances[_i] == DEID_INHERITANCE_GENERALIZATIONS;
  DeidPolicyFlags flags;
  guint n_set = 0, n_asked = 0;

  ck_assert (deid_policy_flags_init (&flags, lattice, NULL));
  ck_assert (
      !deid_policy_flags_spread (&flags, upwards ? bottom : top, inheritances[_i], once, &n_asked));
  ck_assert_uint_eq (n_asked, 2);
  for (guint i = 0; i < 1000000; i++)
    {
      const DeidLevel levels[]
          = { (DeidLevel) (i / 10000), (DeidLevel) (i / 100 % 100), (DeidLevel) (i % 100) };

      n_set += deid_policy_flags_has (&flags, levels) ? 1 : 0;
    }
  ck_assert_uint_gt (n_set, 0);
  ck_assert_uint_le (n_set, 2 * 65536);
  deid_policy_flags_clear (&flags);
}
END_TEST

START_TEST (set_flags)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  const guint n_trials = count_trials (300);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      gboolean expected[MAX_POLICIES] = { FALSE };
      DeidPolicyFlags flags;
      Shape shape;

      shape_init (&shape, rand);
      ck_assert (deid_policy_flags_init (&flags, shape.lattice, NULL));
      for (guint n = 0; n < 30; n++)
        {
          const guint i = g_rand_int (rand) % shape.n_policies;

          deid_policy_flags_set (&flags, get_policy (&shape, i));
          expected[i] = TRUE;
        }
      check_flags (&flags, &shape, expected);
      ck_assert_uint_eq (deid_policy_flags_get_n_bytes (&flags),
                         8 * ((shape.n_policies + 63) / 64));
      deid_policy_flags_clear (&flags);
      shape_clear (&shape);
    }
}
END_TEST

/* From one end of a long lattice to the other, one level at a time. */
START_TEST (deep_flags)
{
  static const guint heights[] = { 65534, 1, 0, 2 };
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (heights, G_N_ELEMENTS (heights));
  const DeidLevel bottom[4] = { 0 }, top[] = { 65534, 1, 0, 2 };
  const gboolean upwards = inheritances[_i] == DEID_INHERITANCE_GENERALIZATIONS;
  DeidPolicyFlags flags;

  ck_assert (deid_policy_flags_init (&flags, lattice, NULL));
  ck_assert (
      deid_policy_flags_spread (&flags, upwards ? bottom : top, inheritances[_i], always, NULL));
  for (guint i = 0; i < 65535 * 2 * 3; i++)
    {
      const DeidLevel levels[]
          = { (DeidLevel) (i / 6), (DeidLevel) (i / 3 % 2), 0, (DeidLevel) (i % 3) };

      if (!deid_policy_flags_has (&flags, levels))
        ck_abort_msg ("policy %u", i);
    }
  deid_policy_flags_clear (&flags);
}
END_TEST

/* 65535^2 x 3 policies, and 2^65. */
START_TEST (too_many_flags)
{
  guint heights[65] = { 65534, 65534, 2 };
  g_autoptr (DeidLattice) lattice = NULL;
  DeidPolicyFlags flags;
  GError *error = NULL;

  for (guint d = 0; _i == 1 && d < 65; d++)
    heights[d] = 1;
  lattice = shaped_lattice_new (heights, _i == 0 ? 3 : 65);
  ck_assert (!deid_policy_flags_init (&flags, lattice, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "one record: the lattice has",
                _i == 0 ? "has 12884508675 policies" : "has 2^64 or more policies",
                "too many for a flag for each, expected at most 8589934592", "implicit", NULL);
  deid_policy_flags_clear (&flags);
}
END_TEST

START_TEST (flags_and_walks_without_memory)
{
  static const guint heights[] = { 2, 0, 3 };
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (heights, G_N_ELEMENTS (heights));
  gboolean success = FALSE;
  gint n_failures = 0;

  while (!success)
    {
      DeidPolicyFlags flags;
      DeidLevelWalk walk = { 0 };
      GError *error = NULL;

      n_allocations_left = n_failures;
      success = deid_policy_flags_init (&flags, lattice, &error)
                && deid_level_walk_init (&walk, lattice, &error);
      n_allocations_left = G_MAXINT;
      if (!success)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
          n_failures++;
        }
      deid_policy_flags_clear (&flags);
      deid_level_walk_clear (&walk);
    }
  ck_assert_int_ge (n_failures, 3);
}
END_TEST

/* Where a walk may not go, and where it went. */
typedef struct
{
  const Shape *shape;
  guint n_refused;
  const DeidLevel *refused[3]; /* with all their generalizations */
  guint n_visited;
  guint visited[MAX_POLICIES];
  guint end; /* the number of visits that the last one of ends the walk */
} Steps;

static gboolean
may_enter (const DeidLevel *levels, gpointer data)
{
  const Steps *steps = data;

  for (guint i = 0; i < steps->n_refused; i++)
    if (is_generalization (levels, steps->refused[i], steps->shape->n_dimensions))
      return FALSE;
  return TRUE;
}

static gboolean
visit (const DeidLevel *levels, gpointer data)
{
  Steps *steps = data;
  const guint n_dimensions = steps->shape->n_dimensions;
  guint i = 0;

  while (memcmp (get_policy (steps->shape, i), levels, n_dimensions * sizeof *levels) != 0)
    i++;
  ck_assert_uint_lt (steps->n_visited, MAX_POLICIES);
  steps->visited[steps->n_visited++] = i;
  return steps->n_visited < steps->end;
}

/* Returns: whether the walk may enter all that lead to a policy: with some of the levels of the
 * first dimensions, and the lowest ones of the others. */
static gboolean
is_within_reach (const DeidLevel *levels, Steps *steps)
{
  const guint n_dimensions = steps->shape->n_dimensions;
  DeidLevel prefix[MANY_DIMENSIONS] = { 0 };

  for (guint d = 0; d + 1 < n_dimensions; d++)
    {
      prefix[d] = levels[d];
      if (!may_enter (prefix, steps))
        return FALSE;
    }
  return TRUE;
}

static guint
list_expected (Steps *steps, guint64 sum, guint *expected)
{
  guint n = 0;

  for (guint i = 0; i < steps->shape->n_policies; i++)
    {
      const DeidLevel *levels = get_policy (steps->shape, i);

      if (deid_levels_sum (levels, steps->shape->n_dimensions) == sum
          && is_within_reach (levels, steps))
        expected[n++] = i;
    }
  return n;
}

static void
walk_and_check (DeidLevelWalk *walk, Steps *steps, guint64 sum, GRand *rand)
{
  guint expected[MAX_POLICIES];
  const guint n_expected = list_expected (steps, sum, expected);
  const guint end = g_rand_int (rand) % (n_expected + 1) + 1;

  for (guint i = 0; i < 2; i++)
    {
      steps->end = i == 0 ? end : G_MAXUINT;
      steps->n_visited = 0;
      ck_assert_int_eq (deid_level_walk_run (walk, sum), n_expected < steps->end);
      ck_assert_uint_eq (steps->n_visited, MIN (n_expected, steps->end));
      ck_assert (memcmp (steps->visited, expected, steps->n_visited * sizeof *expected) == 0);
    }
}

/* Each level is gone through until a visit ends the walk, and then as a whole. */
START_TEST (walk)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  const guint n_trials = count_trials (200);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Steps steps = { .n_refused = trial % 4 };
      DeidLevelWalk level;
      Shape shape;
      guint64 top;

      shape_init (&shape, rand);
      steps.shape = &shape;
      for (guint i = 0; i < steps.n_refused; i++)
        steps.refused[i] = get_policy (&shape, g_rand_int (rand) % shape.n_policies);
      top = deid_levels_sum (shape.lattice->heights, shape.n_dimensions);
      ck_assert (deid_level_walk_init (&level, shape.lattice, NULL));
      ck_assert_uint_eq (level.left[0], top);
      level.may_enter = may_enter;
      level.visit = visit;
      level.data = &steps;
      for (guint64 sum = 0; sum <= top + 1; sum++)
        walk_and_check (&level, &steps, sum, rand);
      deid_level_walk_clear (&level);
      shape_clear (&shape);
    }
}
END_TEST

static gboolean
enter (const DeidLevel *levels, gpointer data)
{
  (void) levels;
  (void) data;
  return TRUE;
}

/* Of 2^300 policies: those with one dimension, the last one first, that is unlike the others. */
static gboolean
visit_one_unlike (const DeidLevel *levels, gpointer data)
{
  guint *n_visited = data;
  const DeidLevel common = levels[0] == levels[1] ? levels[0] : levels[2];
  const guint unlike = common == 0 ? MANY_DIMENSIONS - 1 - *n_visited : *n_visited;

  for (guint d = 0; d < MANY_DIMENSIONS; d++)
    if ((levels[d] == common) == (d == unlike))
      ck_abort_msg ("visit %u, dimension %u", *n_visited, d);
  ++*n_visited;
  return TRUE;
}

START_TEST (long_walk)
{
  guint heights[MANY_DIMENSIONS], n_visited = 0;
  g_autoptr (DeidLattice) lattice = NULL;
  DeidLevelWalk level;

  for (guint d = 0; d < MANY_DIMENSIONS; d++)
    heights[d] = 1;
  lattice = shaped_lattice_new (heights, MANY_DIMENSIONS);
  ck_assert (deid_level_walk_init (&level, lattice, NULL));
  level.may_enter = enter;
  level.visit = visit_one_unlike;
  level.data = &n_visited;
  ck_assert (deid_level_walk_run (&level, _i == 0 ? 1 : MANY_DIMENSIONS - 1));
  ck_assert_uint_eq (n_visited, MANY_DIMENSIONS);
  deid_level_walk_clear (&level);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("policy-flags");
  TCase *tcase = tcase_create ("flags and walks");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, spread_flags, 0, 2);
  tcase_add_loop_test (tcase, interrupted_flags, 0, 2);
  tcase_add_test (tcase, set_flags);
  tcase_add_loop_test (tcase, deep_flags, 0, 2);
  tcase_add_loop_test (tcase, too_many_flags, 0, 2);
  tcase_add_test (tcase, flags_and_walks_without_memory);
  tcase_add_test (tcase, walk);
  tcase_add_loop_test (tcase, long_walk, 0, 2);
  suite_add_tcase (suite, tcase);
  return suite;
}
