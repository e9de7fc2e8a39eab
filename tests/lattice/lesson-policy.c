/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A policy is a point of a lattice: a level for each dimension. The higher, the coarser. */
#include "support/lesson.h"

/* age has the levels 0 to 2, sex 0 and 1: 6 policies. */
static DeidLattice *
make_lattice (void)
{
  return lesson_make_lattice ("age sex\n 31 f\n", "age 31 30s *\n");
}

/* Ranks number the policies from the bottom, the last dimension first: age x 2 + sex. */
START_TEST (test_ranks)
{
  g_autoptr (DeidLattice) lattice = make_lattice ();
  const guint levels[] = { 2, 0 };
  g_autoptr (DeidPolicy) policy = deid_policy_new (lattice, levels, 2, NULL);
  g_autoptr (DeidPolicy) same = deid_policy_new_from_rank (lattice, 4, NULL);
  g_autofree char *text = deid_policy_to_text (same, NULL);
  guint64 rank;

  ck_assert (deid_policy_get_rank (policy, &rank));
  ck_assert_uint_eq (rank, 4);
  ck_assert_str_eq (text, "age:2 sex:0");
}

/* age:1 sex:1 has two policies next below it, and one next above. */
START_TEST (test_neighbours)
{
  g_autoptr (DeidLattice) lattice = make_lattice ();
  g_autoptr (DeidPolicy) policy = deid_policy_new_from_text (lattice, "age:1 sex:1", NULL);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (lattice, NULL);
  g_autoptr (DeidPolicy) above = NULL, below = NULL, none = NULL;

  ck_assert (deid_policy_get_successor (policy, 0, &above, NULL));
  ck_assert_int_eq (deid_policy_compare (above, top), 0);
  ck_assert (deid_policy_get_successor (policy, 1, &none, NULL));
  ck_assert_ptr_null (none);
  ck_assert (deid_policy_get_predecessor (policy, 1, &below, NULL));
  ck_assert_uint_eq (deid_policy_get_level_sum (below), 1);
}

/* age:2 sex:0 and age:0 sex:1: neither generalizes the other; the bottom is below both. */
START_TEST (test_order)
{
  g_autoptr (DeidLattice) lattice = make_lattice ();
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (lattice, NULL);
  g_autoptr (DeidPolicy) one = deid_policy_new_from_text (lattice, "age:2 sex:0", NULL);
  g_autoptr (DeidPolicy) other = deid_policy_new_from_text (lattice, "age:0 sex:1", NULL);

  ck_assert (!deid_policy_is_generalization_of (one, other));
  ck_assert (!deid_policy_is_generalization_of (other, one));
  ck_assert (deid_policy_is_generalization_of (one, bottom));
}

START_TEST (test_error)
{
  g_autoptr (DeidLattice) lattice = make_lattice ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "age:3 sex:0", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "age", NULL);
}

LESSON (policy, test_ranks, test_neighbours, test_order, test_error)
