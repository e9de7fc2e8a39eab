/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Property stores against the variants that they are compared with in speed. */
#include "support/suite.h"

#include "bench/property-stores.h"
#include "bench/shaped-lattice.h"

/* Asks all four variants the same, in lattices that are too large to write out. */
static void
check_variants (GRand *rand, const guint *heights, guint n_dimensions, DeidInheritance inheritance,
                guint n_operations)
{
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (heights, n_dimensions);
  Store stores[N_STORES];
  guint n_wrong = 0;

  for (guint k = 0; k < N_STORES; k++)
    store_init (&stores[k], (StoreKind) k, lattice, inheritance);
  for (guint i = 0; i < n_operations; i++)
    {
      DeidLevel levels[16];
      gboolean is_implied;

      for (guint d = 0; d < n_dimensions; d++)
        levels[d] = (DeidLevel) g_rand_int_range (rand, 0, (int) heights[d] + 1);
      is_implied = store_contains (&stores[STORE_LIST], levels);
      for (guint k = 1; k < N_STORES; k++)
        n_wrong += store_contains (&stores[k], levels) != is_implied ? 1 : 0;
      for (guint k = 0; i % 2 == 0 && k < N_STORES; k++)
        store_add (&stores[k], levels);
      for (guint k = STORE_PLAIN_TREE; k < N_STORES; k++)
        n_wrong += store_get_size (&stores[k]) != store_get_size (&stores[STORE_ANTICHAIN_LIST]);
    }
  ck_assert_uint_eq (n_wrong, 0);
  ck_assert_uint_lt (store_get_size (&stores[STORE_TREE]), store_get_size (&stores[STORE_LIST]));
  ck_assert_uint_le (stores[STORE_TREE].tree->antichain.n_visited,
                     stores[STORE_PLAIN_TREE].tree->antichain.n_visited);
  for (guint k = 0; k < N_STORES; k++)
    store_clear (&stores[k]);
}

START_TEST (variants)
{
  static const guint mach2019[] = { 4, 3, 1, 2, 2, 3, 2, 2, 2, 2, 2, 2 };
  static const guint tall[] = { 700, 900 }, few[] = { 20, 20, 20 };
  static const guint binary[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (52);

  check_variants (rand, mach2019, 12, (DeidInheritance) _i, count_trials (4000));
  check_variants (rand, tall, 2, (DeidInheritance) _i, count_trials (4000));
  check_variants (rand, few, 3, (DeidInheritance) _i, count_trials (4000));
  check_variants (rand, binary, 16, (DeidInheritance) _i, count_trials (4000));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("property-store-variants");
  TCase *tcase = tcase_create ("variants");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, variants, 0, 2);
  suite_add_tcase (suite, tcase);
  return suite;
}
