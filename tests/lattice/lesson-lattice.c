/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A lattice is all policies for a table: a level for each quasi-identifier. It is never written
 * out, so that its size costs nothing. */
#include "support/lesson.h"

static const char table[] = "age sex\n 31 f\n 34 m\n 47 f\n";
static const char hierarchies[] = "age 31 30s *\n"
                                  "age 34 30s *\n"
                                  "age 47 40s *\n";

/* 3 levels of age times 2 of sex. */
START_TEST (test_size)
{
  g_autoptr (DeidLattice) lattice = lesson_make_lattice (table, hierarchies);
  guint64 size;

  ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 2);
  ck_assert_uint_eq (deid_lattice_get_height (lattice, 0), 2);
  ck_assert_uint_eq (deid_lattice_get_height (lattice, 1), 1);
  ck_assert (deid_lattice_get_size (lattice, &size));
  ck_assert_uint_eq (size, 6);
}

/* 2^100 policies are more than 64 bits can count, and as many as a double can tell. */
START_TEST (test_large)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("wide");
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  static const char *const values[] = { "a", "b" };
  g_autoptr (DeidLattice) lattice = NULL;
  guint64 size;

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", i);

      ck_assert (deid_dataset_add_string_column (dataset, name, values, 2, NULL, NULL));
    }
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < 100; i++)
    ck_assert (deid_lattice_add_quasi_identifier (
        lattice, deid_dataset_get_column_name (dataset, i), suppression, NULL, NULL));
  ck_assert (!deid_lattice_get_size (lattice, &size));
  assert_near (deid_lattice_get_size_as_double (lattice), 0x1p100);
}

/* A lattice that was given to a problem or a policy does not change any more. */
START_TEST (test_immutable)
{
  g_autoptr (DeidLattice) lattice = lesson_make_lattice (table, hierarchies);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (lattice, NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  GError *error = NULL;

  ck_assert_uint_eq (deid_policy_get_level_sum (bottom), 0);
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "sex", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}

/* All values need a label: 47 has none. */
START_TEST (test_error)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (table);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("age", "age 31 *\n age 34 *\n");
  GError *error = NULL;

  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "age", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "age", NULL);
}

LESSON (lattice, test_size, test_large, test_immutable, test_error)
