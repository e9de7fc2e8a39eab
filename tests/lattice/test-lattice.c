/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lattices: which columns they take, how many policies they hold, and what missing values mean. */
#include <math.h>

#include "support/suite.h"

static DeidHierarchy *
make_hierarchy (const char *content)
{
  GError *error = NULL;
  DeidHierarchy *hierarchy = deid_hierarchy_new_from_csv_file (
      write_file ("hierarchy.csv", content, -1), NULL, NULL, &error);

  assert_no_error (error);
  return hierarchy;
}

/* A hierarchy of one leaf, 0, which stays 0 up to the given height. */
static DeidHierarchy *
make_tall_hierarchy (guint height)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autofree const char **labels = g_new0 (const char *, height + 2);

  for (guint level = 0; level <= height; level++)
    labels[level] = "0";
  ck_assert (deid_hierarchy_builder_add_row (builder, labels, NULL));
  return deid_hierarchy_builder_build (builder, NULL);
}

static DeidLattice *
make_lattice (const guint *heights, guint n_heights)
{
  const gint64 zero = 0;
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  DeidLattice *lattice;

  for (guint i = 0; i < n_heights; i++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", i);

      ck_assert (deid_dataset_add_integer_column (dataset, name, &zero, 1, NULL, 0, NULL, NULL));
    }
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < n_heights; i++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", i);

      if (i == 0 || heights[i] != heights[i - 1])
        {
          g_clear_pointer (&hierarchy, deid_hierarchy_unref);
          hierarchy = make_tall_hierarchy (heights[i]);
        }
      ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
    }
  return lattice;
}

START_TEST (shape)
{
  static const guint heights[] = { 3, 0, 1, 300 };
  g_autoptr (DeidLattice) lattice = make_lattice (heights, 4);
  guint64 size;

  ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 4);
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 4);
  for (guint d = 0; d < 4; d++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", d);

      ck_assert_uint_eq (deid_lattice_get_attribute (lattice, d), d);
      ck_assert_uint_eq (deid_lattice_get_height (lattice, d), heights[d]);
      ck_assert_str_eq (deid_lattice_get_attribute_name (lattice, d), name);
    }
  ck_assert_uint_eq (deid_dataset_get_n_columns (deid_lattice_get_dataset (lattice)), 4);
  ck_assert (deid_lattice_get_size (lattice, &size));
  ck_assert_uint_eq (size, 4 * 1 * 2 * 301);
  ck_assert (deid_lattice_get_size_as_double (lattice) == 4 * 1 * 2 * 301);
}
END_TEST

START_TEST (no_dimensions)
{
  g_autoptr (DeidLattice) lattice = make_lattice (NULL, 0);
  guint64 size;

  ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 0);
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 0);
  ck_assert (deid_lattice_get_size (lattice, &size));
  ck_assert_uint_eq (size, 1);
}
END_TEST

START_TEST (large_sizes)
{
  guint heights[1100];
  guint64 size;

  for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
    heights[i] = 1;
  for (guint n = 60; n <= 70; n++)
    {
      g_autoptr (DeidLattice) lattice = make_lattice (heights, n);

      ck_assert_int_eq (deid_lattice_get_size (lattice, &size), n < 64);
      ck_assert_uint_eq (size, n < 64 ? G_GUINT64_CONSTANT (1) << n : G_MAXUINT64);
      ck_assert (deid_lattice_get_size_as_double (lattice) == ldexp (1, (int) n));
    }
  {
    g_autoptr (DeidLattice) lattice = make_lattice (heights, G_N_ELEMENTS (heights));

    ck_assert (!deid_lattice_get_size (lattice, &size));
    ck_assert (isinf (deid_lattice_get_size_as_double (lattice)));
  }
}
END_TEST

/* The fourth power of 65535 is 2^64 - 2^50 + …: it fits, and twice as much does not. */
START_TEST (sizes_near_the_limit)
{
  static const guint below[] = { 65534, 65534, 65534, 65534 };
  static const guint fits[] = { 65534, 65534, 65534, 65534, 0 };
  static const guint beyond[] = { 65534, 65534, 65534, 65534, 1 };
  const guint64 square = G_GUINT64_CONSTANT (65535) * 65535;
  g_autoptr (DeidLattice) first = make_lattice (below, 4);
  g_autoptr (DeidLattice) second = make_lattice (fits, 5);
  g_autoptr (DeidLattice) third = make_lattice (beyond, 5);
  guint64 size;

  ck_assert (deid_lattice_get_size (first, &size));
  ck_assert_uint_eq (size, square * square);
  ck_assert (deid_lattice_get_size (second, &size));
  ck_assert_uint_eq (size, square * square);
  ck_assert (!deid_lattice_get_size (third, &size));
  ck_assert_uint_eq (size, G_MAXUINT64);
}
END_TEST

START_TEST (refused_columns)
{
  static const DeidRole other_roles[]
      = { DEID_ROLE_SENSITIVE, DEID_ROLE_INSENSITIVE, DEID_ROLE_ENTITY, DEID_ROLE_WEIGHT,
          DEID_ROLE_SURVEY_WEIGHT };
  const char *const values[] = { "1", "2" }, *const names[] = { "a", "b", "c", "d", "q", "r" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidHierarchy) lacking = make_hierarchy ("1;*\n");
  g_autoptr (DeidLattice) lattice = NULL;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ck_assert (deid_dataset_add_string_column (dataset, names[i], values, 2, NULL, NULL));
  for (guint i = 0; i < 4; i++)
    ck_assert (deid_dataset_set_role (dataset, names[i], other_roles[i], NULL));
  ck_assert (deid_dataset_set_role (dataset, "q", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *quoted = g_strdup_printf ("'%s'", names[i]);

      ck_assert (!deid_lattice_add_quasi_identifier (lattice, names[i], hierarchy, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "visits", quoted, NULL);
    }
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "s", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "visits", "'s'", "its 6", NULL);
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "q", lacking, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "visits", "'q'", "1 value",
                "the first in row 2", NULL);
  ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 0);
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 0);

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "r", hierarchy, NULL, &error));
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN, "visits", "'q'", NULL);
  ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 2);
  ck_assert_str_eq (deid_lattice_get_attribute_name (lattice, 0), "q");
  ck_assert_str_eq (deid_lattice_get_attribute_name (lattice, 1), "r");
}
END_TEST

/* A row of a quoted field of several lines moves the lines below it: then rows are counted. */
START_TEST (places_of_unknown_values)
{
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy ("1;*\n");
  const char *const contents[]
      = { "x,y\n1,a\n7,b\n", "x,y\n1,\"a\nb\"\n7,b\n", "\nx,y\n1,a\n7,b\n" };
  const char *const places[]
      = { "the first in line 3", "the first in row 2", "the first in line 4" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv_file (
          write_file ("x.csv", contents[i], -1), NULL, NULL, NULL);
      g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);

      ck_assert (!deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "x.csv", places[i], NULL);
    }
}
END_TEST

/* Missing values of a column with the values a, a, b, missing: what each row is released as on each
 * level of a hierarchy, and the loss, whose leaves count the missing value. */
static const struct
{
  const char *hierarchy; /* NULL for suppression alone */
  guint n_levels;
  const char *labels[3][4];
  double loss[3];
} missing_cases[] = {
  /* Kept apart below a top level of one label, part of it there: 4 leaves with the missing one. */
  { "a;low;*\nb;low;*\nc;high;*\n",
    3,
    { { "a", "a", "b", NULL }, { "low", "low", "low", NULL }, { "*", "*", "*", "*" } },
    { 0, 0.25, 1 } },
  /* Apart on a top level of two labels. */
  { "a;low\nb;low\nc;high\n",
    2,
    { { "a", "a", "b", NULL }, { "low", "low", "low", NULL } },
    { 0, 0.25 } },
  /* Apart where the top level is that of the values. */
  { "a\nb\n", 1, { { "a", "a", "b", NULL } }, { 0 } },
  /* A row of its own says what it becomes. */
  { "a;low;*\nb;low;*\n;low;*\n",
    3,
    { { "a", "a", "b", NULL }, { "low", "low", "low", "low" }, { "*", "*", "*", "*" } },
    { 0, 1, 1 } },
  /* Empty labels in that row keep it missing. */
  { "a;low;*\nb;low;*\n;;\n",
    3,
    { { "a", "a", "b", NULL }, { "low", "low", "low", NULL }, { "*", "*", "*", NULL } },
    { 0, 0.375, 0.375 } },
  { NULL, 2, { { "a", "a", "b", NULL }, { "*", "*", "*", "*" } }, { 0, 1 } },
};

START_TEST (missing_values)
{
  const char *const values[] = { "a", "a", "b", NULL };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidHierarchy) hierarchy = missing_cases[_i].hierarchy != NULL
                                            ? make_hierarchy (missing_cases[_i].hierarchy)
                                            : deid_hierarchy_new_suppression ();
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "x", values, 4, NULL, NULL));
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, &error));
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  for (guint level = 0; level < missing_cases[_i].n_levels; level++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new (lattice, &level, 1, NULL);
      g_autoptr (DeidResult) result = deid_problem_evaluate (problem, policy, NULL, &error);
      g_autoptr (DeidDataset) release = NULL;

      assert_no_error (error);
      ck_assert_double_eq_tol (deid_result_get_loss (result), missing_cases[_i].loss[level], 1e-15);
      release = deid_result_apply (result, options, NULL, &error);
      assert_no_error (error);
      for (guint row = 0; row < 4; row++)
        ck_assert_pstr_eq (deid_dataset_get_value (release, row, 0),
                           missing_cases[_i].labels[level][row]);
    }
}
END_TEST

/* Missing values make classes as any other value does. */
START_TEST (missing_values_make_classes)
{
  const char *const values[] = { "a", NULL, "a", NULL, NULL };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (3, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPolicy) bottom = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "x", values, 5, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  bottom = deid_policy_new_bottom (lattice, NULL);
  result = deid_problem_evaluate (problem, bottom, NULL, NULL);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 2);
}
END_TEST

/* Labels, and their values joined by bars. */
START_TEST (label_sets_read_back)
{
  static const char *const labels[][2] = { { "{black, white}", "black|white" },
                                           { "{\"\", a}", "|a" },
                                           { "{\"a, b\", \"say \"\"b\"\"\"}", "a, b|say \"b\"" },
                                           { "{\"...\", a}", "...|a" },
                                           { "black", "black" },
                                           { "20-29", "20-29" },
                                           { "*", "*" },
                                           { "", "" } };
  static const char *const refused[] = { "{a, ..., z}", "{a,b}", "{a, b", "{a, b} ", "{" };

  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      g_auto (GStrv) values = deid_lattice_read_label_set (labels[i][0], NULL);
      g_autofree char *joined = g_strjoinv ("|", values);

      ck_assert_str_eq (joined, labels[i][1]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      GError *error = NULL;

      ck_assert_ptr_null (deid_lattice_read_label_set (refused[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "a set as {a, b}", NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("lattice");
  TCase *lattice = tcase_create ("lattice");

  tcase_add_test (lattice, shape);
  tcase_add_test (lattice, no_dimensions);
  tcase_add_test (lattice, large_sizes);
  tcase_add_test (lattice, sizes_near_the_limit);
  tcase_add_test (lattice, refused_columns);
  tcase_add_test (lattice, places_of_unknown_values);
  tcase_add_loop_test (lattice, missing_values, 0, G_N_ELEMENTS (missing_cases));
  tcase_add_test (lattice, missing_values_make_classes);
  tcase_add_test (lattice, label_sets_read_back);
  tcase_set_timeout (lattice, 60);
  suite_add_tcase (suite, lattice);
  return suite;
}
