/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Nodes that are runs: what two have in common is the shortest run above both, with its label and
 * its cost, whether joins are listed or computed; many values make few leaves. */
#include "support/suite.h"

#include "problem/preparation.h"
#include "search/local/nodes.h"
#include "search/local/tuples.h"
#include "support/lesson.h"

typedef struct
{
  guint n_values;
  gboolean has_missing;
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidLocalTuples tuples;
} Fixture;

/* Each even number below 2 @n_values once, and perhaps a missing value; each number below
 * 2 @n_values + @n_above is in the order. */
static void
fixture_make (Fixture *fixture, guint n_values, guint n_above, gboolean has_missing)
{
  const guint n_ordered = 2 * n_values + n_above;
  g_autoptr (GPtrArray) order = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) rows = g_string_new ("a\n");
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  GError *error = NULL;

  for (guint value = 0; value < n_ordered; value++)
    g_ptr_array_add (order, g_strdup_printf ("%u", value));
  for (guint i = n_values; i-- > 0;)
    g_string_append_printf (rows, "%u\n", 2 * i);
  g_string_append (rows, has_missing ? "?\n" : "");
  dataset = lesson_make_table (rows->str);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_ordered_cuts (lattice, "a", (const char *const *) order->pdata, n_ordered,
                                 DEID_CUT_ENDS_EXACT, &error);
  g_assert_no_error (error);
  *fixture = (Fixture){ .n_values = n_values, .has_missing = has_missing };
  fixture->problem = deid_problem_new (lattice);
  lesson_add_model (fixture->problem, deid_privacy_model_new_k_anonymity (1, NULL));
  fixture->preparation = deid_problem_prepare (fixture->problem, DEID_STOP_NEVER, &error);
  g_assert_no_error (error);
  assert_quietly (
      deid_local_tuples_init (&fixture->tuples, &fixture->preparation->all, DEID_STOP_NEVER, NULL));
}

static void
fixture_clear (Fixture *fixture)
{
  deid_local_tuples_clear (&fixture->tuples);
  deid_preparation_release (fixture->preparation);
  deid_problem_unref (fixture->problem);
}

/* Checks that a node stands for the numbers from 2 @first to 2 @last. */
static void
check_node (const DeidLocalNodes *nodes, DeidLocalNode node, guint first, guint last,
            guint n_leaves)
{
  const guint n_covered = 2 * (last - first) + 1;

  assert_quietly (nodes->levels[node] == n_covered - 1 && nodes->labels[node] == 2 * first);
  assert_near (nodes->costs[node],
               (guint) (DEID_LOCAL_UNIT * ((n_covered - 1.0) / (n_leaves - 1.0)) + 0.5));
}

/* Leaves are joined one by one, in an order that starts anywhere and ends at both ends. */
static void
check_joins (const Fixture *fixture, guint n_above)
{
  const DeidLocalNodes *nodes = &fixture->tuples.attributes[0];
  const guint n = fixture->n_values;
  const guint n_leaves = 2 * n + n_above + (fixture->has_missing ? 1 : 0);
  const DeidLocalNode root = deid_local_nodes_get_root (nodes);

  for (guint first = 0; first < n; first++)
    for (guint last = first; last < n; last += 1 + last / 7)
      {
        const DeidLocalNode middle = (DeidLocalNode) ((first + last) / 2);
        DeidLocalNode node = deid_local_nodes_join (nodes, middle, (DeidLocalNode) last);

        assert_quietly (
            deid_local_nodes_get_join_cost (nodes, node, (DeidLocalNode) first)
            == nodes->costs[deid_local_nodes_join (nodes, node, (DeidLocalNode) first)]);
        node = deid_local_nodes_join (nodes, node, (DeidLocalNode) first);
        check_node (nodes, node, first, last, n_leaves);
        assert_quietly (deid_local_nodes_climb (nodes, node, middle) == node);
        assert_quietly (deid_local_nodes_climb (nodes, node, root) == root);
        if (fixture->has_missing)
          assert_quietly (deid_local_nodes_join (nodes, node, (DeidLocalNode) n) == root);
      }
  assert_quietly (nodes->levels[root] == 2 * n + n_above - 1 && nodes->labels[root] == 0);
  if (fixture->has_missing)
    assert_quietly (deid_local_nodes_join (nodes, (DeidLocalNode) n, (DeidLocalNode) n) == n);
}

/* Of 20 and 127 values joins are listed, of 128 and 361 they are not. */
START_TEST (joins)
{
  const guint sizes[] = { 1, 2, 20, 127, 128, DEID_LOCAL_MAX_ORDERED };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
    {
      Fixture fixture;

      fixture_make (&fixture, sizes[i / 2], i % 3, i % 2 == 1);
      assert_quietly ((fixture.tuples.attributes[0].joins != NULL) == (sizes[i / 2] < 128));
      check_joins (&fixture, i % 3);
      fixture_clear (&fixture);
    }
}
END_TEST

/* Of 1,000 values with a record each, 361 leaves have two or three, in their order. */
START_TEST (many_values)
{
  const DeidLocalNodes *nodes;
  Fixture fixture;
  guint before = 0;

  fixture_make (&fixture, 1000, 0, FALSE);
  nodes = &fixture.tuples.attributes[0];
  ck_assert_uint_eq (nodes->n_leaves, DEID_LOCAL_MAX_ORDERED);
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    {
      const guint n = nodes->levels[leaf] / 2 + 1;

      ck_assert (n == 2 || n == 3);
      ck_assert_uint_eq (nodes->labels[leaf], 2 * before);
      before += n;
    }
  ck_assert_uint_eq (before, 1000);
  fixture_clear (&fixture);
}
END_TEST

/* Where there is one number, no run has both that and what is missing. */
START_TEST (one_number)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("a b\n7 x\n7 x\n? x\n? x\n? y\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) all = deid_hierarchy_new_suppression ();
  g_autoptr (DeidSearch) search = deid_search_new_local (10, 1, 0, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "a", DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "b", all, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_set_suppression_limit (problem, 0.5, NULL));
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (3, NULL));
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 2);
  released = deid_result_apply (result, NULL, NULL, NULL);
  ck_assert (deid_result_verify (result, released, NULL, NULL));
}
END_TEST

/* Runs of texts are labelled by lists of all their values. Of these sizes the classes follow: the
 * pairs that are neighbours in the order, which is none of the alphabet. */
START_TEST (texts)
{
  const char *const values[] = { "none", "a, b", "low", "high", "top" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("texts");
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_local (100, 1, 0, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "a", values, 4, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_ordered_cuts (lattice, "a", values, 5, DEID_CUT_ENDS_ROUNDED, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert_double_eq_tol (deid_result_get_loss (result), 0.25, 1e-12);
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  released = deid_result_apply (result, options, NULL, NULL);
  ck_assert_str_eq (deid_dataset_get_value (released, 0, 0), "{none, \"a, b\"}");
  ck_assert_str_eq (deid_dataset_get_value (released, 3, 0), "{low, high}");
  ck_assert (deid_result_verify (result, released, NULL, &error));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("runs as nodes");
  TCase *cases = tcase_create ("nodes");

  tcase_add_test (cases, joins);
  tcase_add_test (cases, many_values);
  tcase_add_test (cases, one_number);
  tcase_add_test (cases, texts);
  suite_add_tcase (suite, cases);
  return suite;
}
