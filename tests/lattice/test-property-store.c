/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Property stores against the set of all implied policies, written out. */
#include "support/suite.h"

#include "bench/shaped-lattice.h"
#include "lattice/property-store.h"

#define MAX_DIMENSIONS 8
#define MAX_HEIGHT     8
#define MAX_POLICIES   4096
#define N_OPERATIONS   200 /* in one lattice */

static const DeidInheritance inheritances[]
    = { DEID_INHERITANCE_GENERALIZATIONS, DEID_INHERITANCE_SPECIALIZATIONS };

/* The example of the study is for a property inherited to generalizations; with all levels counted
 * from the heights it is one for the other inheritance. */
static const guint example_heights[] = { 3, 3, 2 };

static DeidPolicy *
make_example_policy (DeidLattice *lattice, DeidInheritance inheritance, guint a, guint b, guint c)
{
  guint levels[] = { a, b, c };

  for (guint d = 0; d < 3; d++)
    if (inheritance == DEID_INHERITANCE_SPECIALIZATIONS)
      levels[d] = example_heights[d] - levels[d];
  return deid_policy_new (lattice, levels, 3, NULL);
}

static DeidPropertyStore *
make_example (DeidLattice *lattice, DeidInheritance inheritance)
{
  DeidPropertyStore *store = deid_property_store_new (lattice, inheritance, NULL);
  g_autoptr (DeidPolicy) a = make_example_policy (lattice, inheritance, 1, 1, 1);
  g_autoptr (DeidPolicy) b = make_example_policy (lattice, inheritance, 1, 3, 0);
  g_autoptr (DeidPolicy) c = make_example_policy (lattice, inheritance, 3, 2, 0);

  ck_assert (deid_property_store_add (store, a, NULL));
  ck_assert (deid_property_store_add (store, b, NULL));
  ck_assert (deid_property_store_add (store, c, NULL));
  ck_assert_uint_eq (deid_property_store_get_n_policies (store), 3);
  return store;
}

/* The roots are 3 and 1; below 3 stand 2, 0, and below 1 stand 3, 0 and 1, 1. */
static const struct
{
  guint levels[3];
  gboolean is_implied;
  guint n_visited;
  guint n_visited_without_ranks;
} questions[] = {
  /* 1, 1, 1: no rank is in the way. */
  { { 1, 2, 2 }, TRUE, 3, 3 },
  /* The 2 below 3 and those below 1 sum to 2 at least, and only 1 is left of the question. Its own
   * sum, 4, would cut nothing: there are sums of 3 and 4 below 1. */
  { { 3, 1, 0 }, FALSE, 0, 3 },
  /* The second 1 of 1, 1, 1 has 1 below it. */
  { { 2, 2, 0 }, FALSE, 1, 2 },
  { { 0, 3, 2 }, FALSE, 0, 0 },
  { { 3, 2, 0 }, TRUE, 3, 3 },
  /* The 2 below 3 is cut before 3 is gone into. */
  { { 3, 1, 1 }, TRUE, 4, 4 },
  { { 3, 3, 2 }, TRUE, 3, 3 },
};

START_TEST (example)
{
  const DeidInheritance inheritance = inheritances[_i];
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (example_heights, 3);
  g_autoptr (DeidPropertyStore) store = make_example (lattice, inheritance);
  DeidAntichain *antichain = &store->antichain;

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      const guint *levels = questions[i].levels;
      g_autoptr (DeidPolicy) policy
          = make_example_policy (lattice, inheritance, levels[0], levels[1], levels[2]);

      antichain->n_visited = 0;
      ck_assert_int_eq (deid_property_store_contains (store, policy), questions[i].is_implied);
      ck_assert_msg (antichain->n_visited == questions[i].n_visited, "question %u: %u visits", i,
                     (guint) antichain->n_visited);
      antichain->n_visited = 0;
      antichain->ignores_ranks = TRUE;
      ck_assert_int_eq (deid_property_store_contains (store, policy), questions[i].is_implied);
      ck_assert_msg (antichain->n_visited == questions[i].n_visited_without_ranks,
                     "question %u: %u visits without ranks", i, (guint) antichain->n_visited);
      antichain->ignores_ranks = FALSE;
    }
}
END_TEST

/* The policies of one sum of levels imply none of each other. No set without implied policies is
 * larger than that of the middle sum: of 48 policies those with 4, which are 10. */
START_TEST (middle_sum)
{
  static const guint sizes[] = { 1, 3, 6, 9, 10, 9, 6, 3, 1 };
  const guint middle = 4;
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (example_heights, 3);
  g_autoptr (DeidPropertyStore) store = deid_property_store_new (lattice, inheritances[_i], NULL);

  for (guint step = 0; step < G_N_ELEMENTS (sizes); step++)
    {
      /* From the sum that implies least to the one that implies all others. */
      const guint sum = inheritances[_i] == DEID_INHERITANCE_GENERALIZATIONS ? 8 - step : step;

      for (guint rank = 0; rank < 48; rank++)
        {
          g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, rank, NULL);

          if ((guint) (policy->levels[0] + policy->levels[1] + policy->levels[2]) == sum)
            ck_assert (deid_property_store_add (store, policy, NULL));
          ck_assert_uint_le (deid_property_store_get_n_policies (store), sizes[middle]);
        }
      ck_assert_uint_eq (deid_property_store_get_n_policies (store), sizes[sum]);
    }
}
END_TEST

/* The set of all implied policies, each at its place in the lexicographic order. */
typedef struct
{
  DeidInheritance inheritance;
  guint n_dimensions;
  guint heights[MAX_DIMENSIONS];
  guint n_policies;
  gboolean implied[MAX_POLICIES];
} NaiveSet;

static void
naive_set_init (NaiveSet *set, GRand *rand, DeidInheritance inheritance)
{
  *set = (NaiveSet){ .inheritance = inheritance };
  set->n_dimensions = (guint) g_rand_int_range (rand, 1, MAX_DIMENSIONS + 1);
  for (guint d = 0; d < set->n_dimensions; d++)
    set->heights[d] = (guint) g_rand_int_range (rand, 0, MAX_HEIGHT + 1);
  for (;;)
    {
      set->n_policies = 1;
      for (guint d = 0; d < set->n_dimensions; d++)
        set->n_policies *= set->heights[d] + 1;
      if (set->n_policies <= MAX_POLICIES)
        return;
      set->heights[g_rand_int_range (rand, 0, (int) set->n_dimensions)] /= 2;
    }
}

static void
get_levels (const NaiveSet *set, guint place, guint *levels)
{
  for (guint d = set->n_dimensions; d-- > 0; place /= set->heights[d] + 1)
    levels[d] = place % (set->heights[d] + 1);
}

static gboolean
inherits (const NaiveSet *set, const guint *from, const guint *to)
{
  for (guint d = 0; d < set->n_dimensions; d++)
    if (set->inheritance == DEID_INHERITANCE_GENERALIZATIONS ? to[d] < from[d] : to[d] > from[d])
      return FALSE;
  return TRUE;
}

static void
naive_set_add (NaiveSet *set, const guint *levels)
{
  for (guint place = 0; place < set->n_policies; place++)
    {
      guint other[MAX_DIMENSIONS];

      get_levels (set, place, other);
      if (inherits (set, levels, other))
        set->implied[place] = TRUE;
    }
}

/* Returns: whether a policy is implied by none but itself: none of those next to it on the side it
 * would inherit from is implied. */
static gboolean
naive_set_has (const NaiveSet *set, guint place)
{
  guint levels[MAX_DIMENSIONS], stride = 1;

  get_levels (set, place, levels);
  for (guint d = set->n_dimensions; d-- > 0; stride *= set->heights[d] + 1)
    {
      if (set->inheritance == DEID_INHERITANCE_GENERALIZATIONS && levels[d] > 0
          && set->implied[place - stride])
        return FALSE;
      if (set->inheritance == DEID_INHERITANCE_SPECIALIZATIONS && levels[d] < set->heights[d]
          && set->implied[place + stride])
        return FALSE;
    }
  return set->implied[place];
}

static void
check_all (const NaiveSet *set, DeidPropertyStore *store)
{
  guint64 size = 0, n_wrong = 0;

  for (guint place = 0; place < set->n_policies; place++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (store->lattice, place, NULL);
      const gboolean is_kept = naive_set_has (set, place);

      n_wrong += deid_property_store_contains (store, policy) != set->implied[place] ? 1 : 0;
      n_wrong += deid_property_store_has_levels (store, policy->levels) != is_kept ? 1 : 0;
      size += is_kept ? 1 : 0;
    }
  ck_assert_uint_eq (n_wrong, 0);
  ck_assert_uint_eq (deid_property_store_get_n_policies (store), size);
}

START_TEST (naive_set)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (51);
  const guint n_operations = count_trials (100000);
  guint n_added = 0, n_implied = 0;

  for (guint done = 0; done < n_operations; done += N_OPERATIONS)
    {
      /* Lattices of all shapes, and stores from nearly empty to nearly full. */
      const guint n_adds_in_100 = (guint) g_rand_int_range (rand, 1, 80);
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidPropertyStore) store = NULL;
      NaiveSet set;

      naive_set_init (&set, rand, inheritances[_i]);
      lattice = shaped_lattice_new (set.heights, set.n_dimensions);
      store = deid_property_store_new (lattice, set.inheritance, NULL);
      for (guint i = 0; i < N_OPERATIONS; i++)
        {
          const guint place = (guint) g_rand_int_range (rand, 0, (int) set.n_policies);
          g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, place, NULL);

          ck_assert_int_eq (deid_property_store_contains (store, policy), set.implied[place]);
          ck_assert_int_eq (deid_property_store_has_levels (store, policy->levels),
                            naive_set_has (&set, place));
          n_implied += set.implied[place] ? 1 : 0;
          if (g_rand_int_range (rand, 0, 100) < (int) n_adds_in_100)
            {
              guint levels[MAX_DIMENSIONS];

              get_levels (&set, place, levels);
              naive_set_add (&set, levels);
              ck_assert (deid_property_store_add (store, policy, NULL));
              n_added++;
            }
          if (i % 64 == 63)
            check_all (&set, store);
        }
    }
  ck_assert_uint_gt (n_added, n_operations / 10);
  ck_assert_uint_gt (n_implied, n_operations / 10);
  ck_assert_uint_lt (n_implied, n_operations * 9 / 10);
}
END_TEST

/* Sums that the nodes have no room for. */
START_TEST (great_ranks)
{
  static const guint heights[] = { 2, 60000, 60000 };
  static const DeidLevel added[][3] = { { 0, 60000, 60000 }, { 1, 40000, 60000 }, { 2, 0, 40000 } };
  static const struct
  {
    DeidLevel levels[3];
    gboolean is_implied;
  } asked[] = {
    { { 0, 60000, 59999 }, FALSE }, { { 0, 60000, 60000 }, TRUE },  { { 1, 39999, 60000 }, FALSE },
    { { 1, 60000, 60000 }, TRUE },  { { 2, 39999, 39999 }, FALSE }, { { 2, 0, 39999 }, FALSE },
    { { 2, 0, 40000 }, TRUE },      { { 2, 5, 60000 }, TRUE },
  };
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (heights, 3);
  g_autoptr (DeidPropertyStore) store
      = deid_property_store_new (lattice, DEID_INHERITANCE_GENERALIZATIONS, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    ck_assert (deid_property_store_add_levels (store, added[i], NULL));
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    ck_assert_int_eq (deid_property_store_contains_levels (store, asked[i].levels),
                      asked[i].is_implied);
}
END_TEST

START_TEST (many_dimensions)
{
  enum
  {
    N = 600
  };
  g_autofree guint *heights = g_new (guint, N);
  g_autofree DeidLevel *levels = g_new0 (DeidLevel, N);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPropertyStore) store = NULL;

  for (guint d = 0; d < N; d++)
    heights[d] = 1;
  lattice = shaped_lattice_new (heights, N);
  store = deid_property_store_new (lattice, inheritances[_i], NULL);
  for (guint d = 0; d < N; d++)
    {
      levels[d] = 1;
      ck_assert (deid_property_store_add_levels (store, levels, NULL));
      ck_assert (deid_property_store_has_levels (store, levels));
      levels[d] = 0;
    }
  /* Each of them implies all that have its dimension at 1, or the bottom alone. */
  ck_assert_uint_eq (deid_property_store_get_n_policies (store), N);
  ck_assert_int_eq (deid_property_store_contains_levels (store, levels),
                    inheritances[_i] == DEID_INHERITANCE_SPECIALIZATIONS);
  levels[5] = levels[N - 1] = 1;
  ck_assert_int_eq (deid_property_store_contains_levels (store, levels),
                    inheritances[_i] == DEID_INHERITANCE_GENERALIZATIONS);
}
END_TEST

START_TEST (errors)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPropertyStore) store = NULL;
  const gint64 values[] = { 1, 2 };
  GError *error = NULL;

  ck_assert (deid_dataset_add_integer_column (dataset, "x", values, 2, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_integer_column (dataset, "y", values, 2, NULL, 0, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert_ptr_null (deid_property_store_new (lattice, DEID_INHERITANCE_SPECIALIZATIONS, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, "visits", "no quasi-identifier", NULL);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  ck_assert_ptr_null (deid_property_store_new (lattice, (DeidInheritance) 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "inheritance 2", NULL);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "y", hierarchy, NULL, NULL));
  store = deid_property_store_new (lattice, DEID_INHERITANCE_SPECIALIZATIONS, &error);
  assert_no_error (error);
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "y", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("property-store");
  TCase *tcase = tcase_create ("property store");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, example, 0, 2);
  tcase_add_loop_test (tcase, middle_sum, 0, 2);
  tcase_add_loop_test (tcase, naive_set, 0, 2);
  tcase_add_test (tcase, great_ranks);
  tcase_add_loop_test (tcase, many_dimensions, 0, 2);
  tcase_add_test (tcase, errors);
  suite_add_tcase (suite, tcase);
  return suite;
}
