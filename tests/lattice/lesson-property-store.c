/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A property store remembers what is known of policies, where it follows for others: what a policy
 * has, all its generalizations have, or all its specializations. A search that asks it is spared
 * evaluations. */
#include "support/lesson.h"

#include <deid/deid-extend.h>

static DeidPropertyStore *
make_store (DeidInheritance inheritance)
{
  g_autoptr (DeidLattice) lattice = lesson_make_lattice ("age sex\n 31 f\n", "age 31 30s *\n");

  return deid_property_store_new (lattice, inheritance, NULL);
}

static DeidPolicy *
policy_of (DeidPropertyStore *store, const char *text)
{
  return deid_policy_new_from_text (deid_property_store_get_lattice (store), text, NULL);
}

static void
add (DeidPropertyStore *store, const char *text)
{
  g_autoptr (DeidPolicy) policy = policy_of (store, text);

  ck_assert (deid_property_store_add (store, policy, NULL));
}

static gboolean
knows (DeidPropertyStore *store, const char *text)
{
  g_autoptr (DeidPolicy) policy = policy_of (store, text);

  return deid_property_store_contains (store, policy);
}

/* age:1 sex:0 is told; it follows for what is at least as coarse in both. */
START_TEST (test_generalizations)
{
  g_autoptr (DeidPropertyStore) store = make_store (DEID_INHERITANCE_GENERALIZATIONS);

  add (store, "age:1 sex:0");
  ck_assert (knows (store, "age:1 sex:0"));
  ck_assert (knows (store, "age:2 sex:1"));
  ck_assert (!knows (store, "age:0 sex:1"));
}

START_TEST (test_specializations)
{
  g_autoptr (DeidPropertyStore) store = make_store (DEID_INHERITANCE_SPECIALIZATIONS);

  add (store, "age:1 sex:0");
  ck_assert (knows (store, "age:0 sex:0"));
  ck_assert (!knows (store, "age:1 sex:1"));
}

/* Only what nothing else implies is kept: the bottom implies all. */
START_TEST (test_size)
{
  g_autoptr (DeidPropertyStore) store = make_store (DEID_INHERITANCE_GENERALIZATIONS);

  add (store, "age:2 sex:0");
  add (store, "age:0 sex:1");
  ck_assert_uint_eq (deid_property_store_get_n_policies (store), 2);
  add (store, "age:0 sex:0");
  ck_assert_uint_eq (deid_property_store_get_n_policies (store), 1);
}

START_TEST (test_error)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("empty");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  GError *error = NULL;

  ck_assert_ptr_null (deid_property_store_new (lattice, DEID_INHERITANCE_GENERALIZATIONS, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, NULL);
}

LESSON (property_store, test_generalizations, test_specializations, test_size, test_error)
