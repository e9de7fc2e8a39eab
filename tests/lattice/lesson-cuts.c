/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cuts: instead of the levels of a hierarchy a policy says of each pair of neighbours whether they
 * are kept apart. There are far more policies, and finer ones among them. */
#include "support/lesson.h"

/* The table that a policy makes of a lattice. */
static DeidDataset *
release (DeidLattice *lattice, const char *policy)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidResult) result = NULL;

  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
  result = lesson_evaluate (problem, policy);
  return lesson_apply (result);
}

/* 18, 20 and 40 have two pairs; 1 keeps a pair apart. The edges of a run are round, but
 * no value of the table where a digit more avoids it: 19 between 18 and 20, and between 20 and 40
 * the multiple of ten in the middle, 30. */
START_TEST (test_numbers)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("age\n 18\n 20\n 40\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidDataset) old = NULL, young = NULL, all = NULL;

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 2);
  old = release (lattice, "age:10");
  assert_table (old, "age\n 18\n >=~19\n >=~19\n");
  young = release (lattice, "age:01");
  assert_table (young, "age\n <~30\n <~30\n 40\n");
  all = release (lattice, "age:00");
  assert_table (all, "age\n *\n *\n *\n");
}

/* In an order of the host a run is labelled by its values. */
START_TEST (test_order)
{
  static const char *const order[] = { "mild", "bad", "fatal" };
  g_autoptr (DeidDataset) dataset = lesson_make_table ("course\n mild\n fatal\n bad\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidDataset) released = NULL;
  const char *label;

  ck_assert (
      deid_lattice_add_ordered_cuts (lattice, "course", order, 3, DEID_CUT_ENDS_ROUNDED, NULL));
  released = release (lattice, "course:10");
  label = deid_dataset_get_value (released, 1, 0);
  ck_assert_str_eq (label, "{bad, fatal}");
  ck_assert_str_eq (deid_dataset_get_value (released, 0, 0), "mild");
}

/* With cuts of subtrees each inner node of a hierarchy is merged or not: the coast is, the hills
 * are not. */
START_TEST (test_subtrees)
{
  const char *hierarchies = "town w hills *\n town x coast *\n town y coast *\n town z hills *\n";
  g_autoptr (DeidDataset) dataset = lesson_make_table ("town\n w\n x\n y\n z\n");
  g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("town", hierarchies);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidDataset) released = NULL;

  ck_assert (deid_lattice_add_subtree_cuts (lattice, "town", hierarchy, NULL, NULL));
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 3);
  released = release (lattice, "town:110");
  assert_table (released, "town\n w\n coast\n coast\n z\n");
}

START_TEST (test_error)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("age\n 18\n old\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  GError *error = NULL;

  ck_assert (!deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "age", NULL);
}

LESSON (cuts, test_numbers, test_order, test_subtrees, test_error)
