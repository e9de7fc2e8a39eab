/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of a release that are alike in all but the weight are one row with the sum of the weights.
 */
#include <string.h>

#include "release/origin.h"
#include "support/sample.h"
#include "search/result-private.h"
#include "table/dataset-private.h"
#include "support/suite.h"

/* Under q:1 the classes are A (a, b), B (c) and C (d), of which k:3 withholds the last. */
#define HIERARCHY "a;A;*\nb;A;*\nc;B;*\nd;C;*\ne;C;*\n"

/* Rows 1 and 3 of class A are alike, as are 0, 2 and 5; 4 and 6 are, once withheld. */
#define TABLE                                                                                      \
  "q,n,s,note\n"                                                                                   \
  "a,2,x,1\n"                                                                                      \
  "b,4,y,1\n"                                                                                      \
  "b,1,x,1\n"                                                                                      \
  "a,5,y,1\n"                                                                                      \
  "d,1,x,1\n"                                                                                      \
  "a,3,x,1\n"                                                                                      \
  "e,1,y,1\n"                                                                                      \
  "c,6,x,1\n"                                                                                      \
  "b,7,x,2\n"

static DeidResult *
evaluate (const char *table)
{
  const char *path = write_file ("table.csv", table, -1);
  const char *hierarchy_path = write_file ("hierarchy.csv", HIERARCHY, -1);
  g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv_file (path, NULL, NULL, NULL);
  g_autoptr (DeidHierarchy) hierarchy
      = deid_hierarchy_new_from_csv_file (hierarchy_path, NULL, NULL, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  const guint levels[] = { 1 };
  GError *error = NULL;
  DeidResult *result;

  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, &error));
  ck_assert (deid_dataset_set_role (dataset, "note", DEID_ROLE_INSENSITIVE, &error));
  ck_assert (deid_dataset_set_role (dataset, "n", DEID_ROLE_WEIGHT, &error));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error));
  problem = sample_state_problem (lattice, "k:3", "s", 0.5);
  result = sample_evaluate (problem, levels, &error);
  assert_no_error (error);
  return result;
}

static DeidDataset *
release (DeidResult *result, gboolean keep_suppressed, gboolean keep_order)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  GError *error = NULL;
  DeidDataset *dataset;

  deid_release_options_set_keep_suppressed (options, keep_suppressed, NULL);
  deid_release_options_set_keep_order (options, keep_order, NULL);
  dataset = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, dataset, NULL, &error));
  assert_no_error (error);
  return dataset;
}

static char *
write_release (DeidResult *result, gboolean keep_suppressed, gboolean keep_order)
{
  g_autoptr (DeidDataset) dataset = release (result, keep_suppressed, keep_order);

  return sample_write_csv (dataset, "release.csv");
}

/* A merged row stands where the first of its rows does. */
START_TEST (kept_order)
{
  g_autoptr (DeidResult) result = evaluate (TABLE);
  g_autofree char *dropped = write_release (result, FALSE, TRUE);
  g_autofree char *kept = write_release (result, TRUE, TRUE);

  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 2);
  ck_assert_str_eq (dropped, "q,n,s,note\nA,6,x,1\nA,9,y,1\nB,6,x,1\nA,7,x,2\n");
  ck_assert_str_eq (kept, "q,n,s,note\nA,6,x,1\nA,9,y,1\n*,2,,1\nB,6,x,1\nA,7,x,2\n");
}
END_TEST

/* Neither the order of the input nor how its weights are split shows. */
START_TEST (shuffled)
{
  static const char other[] = "q,n,s,note\n"
                              "c,3,x,1\n"
                              "a,9,y,1\n"
                              "e,1,x,1\n"
                              "b,6,x,1\n"
                              "a,7,x,2\n"
                              "c,3,x,1\n"
                              "d,1,y,1\n";
  g_autoptr (DeidResult) a = evaluate (TABLE), b = evaluate (other);

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *one = write_release (a, i > 0, FALSE);
      g_autofree char *another = write_release (b, i > 0, FALSE);

      ck_assert_str_eq (one, another);
    }
}
END_TEST

/* Weights are written as integers are, and add up to 2^61 - 1. */
START_TEST (large_weights)
{
  g_autoptr (DeidResult) result = evaluate ("q,n,s,note\na,1152921504606846976,x,1\n"
                                            "b,1152921504606846974,x,1\nb,001,x,1\n");
  g_autofree char *text = write_release (result, FALSE, TRUE);

  ck_assert_str_eq (text, "q,n,s,note\nA,2305843009213693951,x,1\n");
}
END_TEST

/* A place holder is not merged with a record that looks the same. */
START_TEST (place_holder_apart)
{
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("t");
  static const char *const q[] = { "a", "b", "c" };
  static const char *const hierarchy_texts[] = { "a", "*", "b", "*", "c", "C" };
  const gint64 weights[] = { 2, 3, 1 };
  const guint levels[] = { 1 };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("q");
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidDataset) released = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "q", q, 3, NULL, &error));
  ck_assert (deid_dataset_add_integer_column (dataset, "n", weights, 3, NULL, 0, NULL, &error));
  ck_assert (deid_dataset_set_role (dataset, "n", DEID_ROLE_WEIGHT, &error));
  for (guint i = 0; i < 3; i++)
    {
      const char *const row[] = { hierarchy_texts[2 * i], hierarchy_texts[2 * i + 1], "all", NULL };

      ck_assert (deid_hierarchy_builder_add_row (builder, row, &error));
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error));
  problem = sample_state_problem (lattice, "k:2", NULL, 0.5);
  result = sample_evaluate (problem, levels, &error);
  assert_no_error (error);
  released = release (result, TRUE, TRUE);
  ck_assert_uint_eq (deid_dataset_get_n_rows (released), 2);
  ck_assert (!deid_dataset_is_suppressed (released, 0));
  ck_assert (deid_dataset_is_suppressed (released, 1));
  ck_assert_str_eq (deid_dataset_get_value (released, 0, 1), "5");
  ck_assert_str_eq (deid_dataset_get_value (released, 1, 1), "1");
}
END_TEST

/* A release of columns q, n, s and note, made of texts; sources have a -1 behind those of each row.
 */
static DeidDataset *
forge (DeidResult *result, const char *table, const int *sources)
{
  DeidDataset *forged
      = deid_dataset_new_from_csv_file (write_file ("forged.csv", table, -1), NULL, NULL, NULL);
  DeidOrigin *origin = deid_dataset_make_origin (forged);
  DeidReleasedRows *rows = &origin->rows;
  guint32 n = 0;

  ck_assert (deid_dataset_set_role (forged, "q", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  ck_assert (deid_dataset_set_role (forged, "s", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (forged, "note", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (forged, "n", DEID_ROLE_WEIGHT, NULL));
  rows->n = deid_dataset_get_n_rows (forged);
  rows->sources = g_new (guint32, 20);
  rows->starts = g_new0 (guint32, rows->n + 1);
  for (guint64 row = 0; row < rows->n; sources++)
    if (*sources >= 0)
      rows->sources[n++] = (guint32) *sources;
    else
      rows->starts[++row] = n;
  origin->source
      = deid_dataset_ref (deid_lattice_get_dataset (deid_problem_get_lattice (result->problem)));
  origin->source->show_values = TRUE;
  origin->options = deid_release_options_new ();
  return forged;
}

START_TEST (forged)
{
  static const struct
  {
    const char *table;
    int sources[16];
    const char *message; /* NULL if it is true */
  } cases[] = {
    { "A,6,x,1\nA,9,y,1\nB,6,x,1\nA,7,x,2\n", { 0, 2, 5, -1, 1, 3, -1, 7, -1, 8, -1 }, NULL },
    { "A,5,x,1\nA,9,y,1\nB,6,x,1\nA,7,x,2\n",
      { 0, 2, 5, -1, 1, 3, -1, 7, -1, 8, -1 },
      "row 1, column 'n': '5', expected '6'" },
    { "A,6,x,1\nA,8,y,1\nB,6,x,1\nA,8,x,2\n",
      { 0, 2, 5, -1, 1, 3, -1, 7, -1, 8, -1 },
      "row 2, column 'n': '8', expected '9'" },
    { "A,5,x,1\nA,9,y,1\nB,6,x,1\nA,7,x,2\nA,1,x,1\n",
      { 0, 5, -1, 1, 3, -1, 7, -1, 8, -1, 2, -1 },
      "rows 1 and 5 are alike in all but the weight and not merged" },
    { "A,6,x,1\nA,16,y,1\nB,6,x,1\n",
      { 0, 2, 5, -1, 1, 3, 8, -1, 7, -1 },
      "row 2, column 's': 'y', expected 'x'" },
    { "A,12,x,1\nA,9,y,1\nA,7,x,2\n",
      { 0, 2, 5, 7, -1, 1, 3, -1, 8, -1 },
      "row 1, column 'q': 'A', expected 'B'" },
    { "A,5,x,1\nA,9,y,1\nB,6,x,1\nA,7,x,2\n",
      { 0, 5, -1, 1, 3, -1, 7, -1, 8, -1 },
      "is released in part only" },
    { "A,8,x,1\nA,9,y,1\nB,6,x,1\nA,7,x,2\n",
      { 0, 2, 0, 5, -1, 1, 3, -1, 7, -1, 8, -1 },
      "row 1: the same row of the input as an earlier one" },
  };
  g_autoptr (DeidResult) result = evaluate (TABLE);
  g_autofree char *table = g_strconcat ("q,n,s,note\n", cases[_i].table, NULL);
  g_autoptr (DeidDataset) dataset = forge (result, table, cases[_i].sources);
  GError *error = NULL;
  const gboolean verified = deid_result_verify (result, dataset, NULL, &error);

  ck_assert_int_eq (verified, cases[_i].message == NULL);
  if (cases[_i].message != NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, cases[_i].message, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("merged rows");
  TCase *tcase = tcase_create ("merged rows");

  tcase_add_test (tcase, kept_order);
  tcase_add_test (tcase, shuffled);
  tcase_add_test (tcase, large_weights);
  tcase_add_test (tcase, place_holder_apart);
  tcase_add_loop_test (tcase, forged, 0, 8);
  suite_add_tcase (suite, tcase);
  return suite;
}
