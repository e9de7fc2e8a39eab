/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The nodes of property stores: what they say of those below them, how much memory they take, and
 * what is left when there is none. */
#include "support/suite.h"

#include "bench/shaped-lattice.h"
#include "support/failing-allocations.h"
#include "lattice/property-store.h"

/* What a walk over all nodes finds. */
typedef struct
{
  guint64 n_nodes;
  guint64 size;
  guint64 n_wrong;
} Walk;

/* Returns: the smallest sum of the levels of siblings and of those below them. */
static guint
walk_siblings (const DeidAntichain *antichain, guint32 siblings, guint d, Walk *walk)
{
  const DeidLevelNode *node = &antichain->arena.nodes[siblings];
  guint smallest = G_MAXUINT;

  for (;; node++)
    {
      const gboolean is_end = d + 1 == antichain->n_dimensions;
      const guint rank = is_end ? 0 : walk_siblings (antichain, node->children, d + 1, walk);

      walk->n_nodes++;
      walk->size += is_end ? 1 : 0;
      walk->n_wrong += node->rank != MIN (rank, DEID_RANK_MAX) ? 1 : 0;
      walk->n_wrong += !node->is_last && node[1].level >= node->level ? 1 : 0;
      smallest = MIN (smallest, node->level + rank);
      if (node->is_last)
        return smallest;
    }
}

static void
check_nodes (const DeidPropertyStore *store)
{
  const DeidAntichain *antichain = &store->antichain;
  Walk walk = { 0 };

  if (antichain->roots != 0)
    walk_siblings (antichain, antichain->roots, 0, &walk);
  ck_assert_uint_eq (walk.n_wrong, 0);
  ck_assert_uint_eq (walk.size, deid_property_store_get_n_policies (store));
  ck_assert_uint_eq (walk.n_nodes, antichain->arena.n_nodes);
  ck_assert_uint_le (antichain->arena.n_nodes + antichain->arena.n_free,
                     antichain->arena.n_touched);
  ck_assert_uint_le (antichain->arena.n_touched, antichain->arena.capacity);
}

static const guint mach2019[] = { 4, 3, 1, 2, 2, 3, 2, 2, 2, 2, 2, 2 };

static void
set_random_levels (const guint *heights, guint n, GRand *rand, DeidLevel *levels)
{
  for (guint d = 0; d < n; d++)
    levels[d] = (DeidLevel) g_rand_int_range (rand, 0, (int) heights[d] + 1);
}

/* Also as nodes are removed, which makes room for others but is not given back. */
START_TEST (bytes_of_a_node)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (53);
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (mach2019, 12);
  g_autoptr (DeidPropertyStore) store
      = deid_property_store_new (lattice, (DeidInheritance) _i, NULL);
  const guint64 n_bytes_empty = deid_property_store_get_n_bytes (store);
  const guint n = count_trials (50000);
  guint64 n_most = 0;

  ck_assert_uint_ge (n_bytes_empty, sizeof *store);
  ck_assert_uint_le (n_bytes_empty, sizeof *store + 12 * 16);
  ck_assert_uint_eq (sizeof (DeidLevelNode), 8);
  for (guint i = 0; i < n; i++)
    {
      DeidLevel levels[12];
      guint64 n_bytes;

      set_random_levels (mach2019, 12, rand, levels);
      ck_assert (deid_property_store_add_levels (store, levels, NULL));
      n_most = MAX (n_most, store->antichain.arena.n_nodes);
      n_bytes = deid_property_store_get_n_bytes (store);
      if (n_bytes != n_bytes_empty + n_bytes_requested || (n_most > 1000 && n_bytes > 12 * n_most))
        ck_abort_msg ("%u: %u bytes for %u nodes", i, (guint) n_bytes, (guint) n_most);
      if (i % 1000 == 0)
        check_nodes (store);
    }
  check_nodes (store);
}
END_TEST

/* All policies of a level sum, then all of the one below it, which remove them: what is removed
 * makes room for what follows. */
START_TEST (reuse)
{
  static const guint heights[] = { 1, 2, 1, 2, 1, 2, 1, 2 };
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (heights, 8);
  g_autoptr (DeidPropertyStore) store
      = deid_property_store_new (lattice, DEID_INHERITANCE_GENERALIZATIONS, NULL);
  const guint64 n_bytes_empty = deid_property_store_get_n_bytes (store);
  guint64 n_most = 0;

  for (guint sum = 13; sum-- > 0;)
    {
      guint64 n = 0;

      for (guint64 rank = 0; rank < 16 * 81; rank++)
        {
          g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, rank, NULL);

          if (deid_policy_get_level_sum (policy) != sum)
            continue;
          ck_assert (deid_property_store_add (store, policy, NULL));
          n_most = MAX (n_most, store->antichain.arena.n_nodes);
          n++;
        }
      ck_assert_uint_eq (deid_property_store_get_n_policies (store), n);
      check_nodes (store);
    }
  ck_assert_uint_eq (store->antichain.arena.n_nodes, 8);
  ck_assert_uint_le (deid_property_store_get_n_bytes (store), n_bytes_empty + 12 * n_most);
}
END_TEST

/* Runs of siblings that grow to all lengths and shrink again, from both ends and from within. */
START_TEST (many_siblings)
{
  static const guint heights[] = { 3000, 3000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (54);
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (heights, 2);
  g_autoptr (DeidPropertyStore) store
      = deid_property_store_new (lattice, DEID_INHERITANCE_GENERALIZATIONS, NULL);

  for (guint width = 3000; width > 2; width = width * 3 / 4)
    {
      const guint n = count_trials (width * 10);

      /* On a line of one level sum, of which the lines that follow imply ever more. */
      for (guint i = 0; i < n; i++)
        {
          const guint x = (guint) g_rand_int_range (rand, 0, (int) width + 1);
          const DeidLevel levels[] = { (DeidLevel) x, (DeidLevel) (width - x) };

          ck_assert (deid_property_store_add_levels (store, levels, NULL));
          ck_assert (deid_property_store_has_levels (store, levels)
                     || deid_property_store_contains_levels (store, levels));
        }
      check_nodes (store);
    }
  ck_assert_uint_lt (store->antichain.arena.n_touched, 4 * 3000 * 4);
}
END_TEST

/* Where the levels below a node sum to more than it has room for. */
START_TEST (great_ranks)
{
  static const guint heights[] = { 20, 60000, 3, 60000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (56);
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (heights, 4);
  g_autoptr (DeidPropertyStore) store
      = deid_property_store_new (lattice, DEID_INHERITANCE_GENERALIZATIONS, NULL);
  const guint n = count_trials (2000);

  for (guint i = 0; i < n; i++)
    {
      DeidLevel levels[4];

      set_random_levels (heights, 4, rand, levels);
      ck_assert (deid_property_store_add_levels (store, levels, NULL));
      check_nodes (store);
    }
}
END_TEST

/* Lets every allocation fail once; nothing changes by that. */
START_TEST (failures)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (55);
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (mach2019, 12);
  DeidPropertyStore *store = NULL;
  guint n_failures = 0;

  for (gint n = 0; store == NULL; n++)
    {
      GError *error = NULL;

      n_allocations_left = n;
      store = deid_property_store_new (lattice, (DeidInheritance) _i, &error);
      if (store == NULL)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
      n_failures += store == NULL ? 1 : 0;
    }
  ck_assert_uint_eq (n_failures, 3);
  for (guint i = 0; i < 2000; i++)
    {
      const guint64 size = deid_property_store_get_n_policies (store);
      const guint64 n_bytes = deid_property_store_get_n_bytes (store);
      DeidLevel levels[12];
      GError *error = NULL;

      set_random_levels (mach2019, 12, rand, levels);
      n_allocations_left = 0;
      if (!deid_property_store_add_levels (store, levels, &error))
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
          ck_assert_uint_eq (deid_property_store_get_n_policies (store), size);
          ck_assert_uint_eq (deid_property_store_get_n_bytes (store), n_bytes);
          ck_assert (!deid_property_store_contains_levels (store, levels));
          check_nodes (store);
          n_failures++;
          n_allocations_left = 1;
          ck_assert (deid_property_store_add_levels (store, levels, NULL));
        }
      ck_assert (deid_property_store_contains_levels (store, levels));
    }
  ck_assert_uint_gt (n_failures, 20);
  n_allocations_left = G_MAXINT;
  deid_property_store_unref (store);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("property-store-memory");
  TCase *tcase = tcase_create ("memory of property stores");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, bytes_of_a_node, 0, 2);
  tcase_add_test (tcase, reuse);
  tcase_add_test (tcase, many_siblings);
  tcase_add_test (tcase, great_ranks);
  tcase_add_loop_test (tcase, failures, 0, 2);
  suite_add_tcase (suite, tcase);
  return suite;
}
