/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The slots of quality models, and what is made of the costs that they state. */
#include "support/suite.h"

#include "support/criticals.h"

#include <math.h>
#include <string.h>

#include "support/host-quality.h"

static void
increment (gpointer user_data)
{
  ++*(guint *) user_data;
}

static char *
describe (gpointer user_data)
{
  return g_strdup (user_data);
}

static gboolean
cost_nothing (DeidAttributeCosts *costs G_GNUC_UNUSED, const DeidQualityInput *input G_GNUC_UNUSED,
              guint attribute G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,
              gpointer user_data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  return TRUE;
}

/* A table of 1 2 3 4, the last of which stands for 2^40 records, in a domain of 5. */
static DeidProblem *
make_problem (DeidQualityModelFuncs *funcs)
{
  const gint64 x[] = { 1, 2, 3, 4 }, weights[] = { 1, 1, 1, (gint64) 1 << 40 };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidQualityModel) model = NULL;
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  deid_quality_model_funcs_set_aggregate (funcs, DEID_AGGREGATE_SUM);
  model = deid_quality_model_new (funcs, NULL);
  for (guint i = 1; i <= 5; i++)
    {
      const char leaf[] = { (char) ('0' + i), '\0' };
      const char *const row[] = { leaf, i % 2 == 0 ? "even" : "odd", "*", NULL };

      ck_assert (deid_hierarchy_builder_add_row (builder, row, NULL));
    }
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  ck_assert (deid_dataset_add_integer_column (dataset, "x", x, 4, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_integer_column (dataset, "w", weights, 4, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  return problem;
}

static char *
describe_mine (gpointer user_data G_GNUC_UNUSED)
{
  return g_strdup ("mine");
}

static gboolean
cost_class (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED,
            gpointer user_data G_GNUC_UNUSED, guint64 *cost, GError **error G_GNUC_UNUSED)
{
  *cost = deid_class_get_n_records (eq_class);
  return TRUE;
}

/* Data are destroyed when a slot is set anew, emptied, not taken, or with the slots; never twice.
 */
#define CHECK_SLOT(name, func, is_description, is_cost)                                            \
  do                                                                                               \
    {                                                                                              \
      DeidQualityModelFuncs *funcs = deid_quality_model_funcs_new ();                              \
      DeidQualityModel *model;                                                                     \
      guint n[5] = { 0 };                                                                          \
                                                                                                   \
      deid_quality_model_funcs_set_##name (funcs, NULL, &n[0], increment);                         \
      ck_assert_uint_eq (n[0], 0);                                                                 \
      ck_assert_ptr_null (deid_quality_model_new (funcs, NULL));                                   \
      deid_quality_model_funcs_set_##name (funcs, NULL, &n[1], increment);                         \
      ck_assert_uint_eq (n[0], 1);                                                                 \
      deid_quality_model_funcs_set_##name (funcs, NULL, NULL, NULL);                               \
      ck_assert_uint_eq (n[1], 1);                                                                 \
      if (!(is_description))                                                                       \
        deid_quality_model_funcs_set_describe (funcs, describe_mine, NULL, NULL);                  \
      if (!(is_cost))                                                                              \
        deid_quality_model_funcs_set_attribute_costs (funcs, cost_nothing, NULL, NULL);            \
      deid_quality_model_funcs_set_##name (funcs, func, &n[2], increment);                         \
      model = deid_quality_model_new (funcs, NULL);                                                \
      criticals_take ();                                                                           \
      deid_quality_model_funcs_set_##name (funcs, NULL, &n[3], increment);                         \
      deid_quality_model_funcs_set_##name (NULL, NULL, &n[4], increment);                          \
      ck_assert_uint_eq (criticals_take (), 2);                                                    \
      deid_quality_model_funcs_unref (funcs);                                                      \
      ck_assert (n[2] == 0 && n[3] == 1 && n[4] == 1);                                             \
      deid_quality_model_unref (model);                                                            \
      for (guint i = 0; i < G_N_ELEMENTS (n); i++)                                                 \
        ck_assert_uint_eq (n[i], 1);                                                               \
    }                                                                                              \
  while (0)

START_TEST (data_destroyed_once)
{
  GLogFunc handler = criticals_start ();

  CHECK_SLOT (describe, describe_mine, TRUE, FALSE);
  CHECK_SLOT (prepare, NULL, FALSE, FALSE);
  CHECK_SLOT (free_state, NULL, FALSE, FALSE);
  CHECK_SLOT (attribute_costs, cost_nothing, FALSE, TRUE);
  CHECK_SLOT (recheck, NULL, FALSE, FALSE);
  CHECK_SLOT (class_cost, cost_class, FALSE, TRUE);
  CHECK_SLOT (finish, NULL, FALSE, FALSE);
  CHECK_SLOT (class_bound, NULL, FALSE, FALSE);
  g_log_set_default_handler (handler, NULL);
}
END_TEST

/* Programmer's errors: no handle, and numbers that nothing has. */
static gboolean
misuse (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute,
        gpointer state G_GNUC_UNUSED, gpointer user_data G_GNUC_UNUSED, GError **error)
{
  const guint a = deid_quality_input_get_n_attributes (input);
  const guint level = deid_quality_input_get_n_levels (input, attribute);
  const guint32 label = deid_quality_input_get_n_labels (input, attribute, 0);

  assert_critical ((deid_attribute_costs_set_extent (NULL, 0, 0, 0), 0));
  assert_critical ((deid_attribute_costs_set_extent (costs, level, 0, 0), 0));
  assert_critical ((deid_attribute_costs_set_extent (costs, 0, label, 0), 0));
  assert_critical ((deid_attribute_costs_set_rates (NULL, 0, 0, 0, 1), 0));
  assert_critical ((deid_attribute_costs_set_relative (NULL, TRUE), 0));
  assert_critical (deid_quality_input_get_n_records (NULL));
  assert_critical (deid_quality_input_get_n_attributes (NULL));
  assert_critical (deid_quality_input_get_attribute_name (NULL, 0));
  assert_critical (deid_quality_input_get_attribute_name (input, a));
  assert_critical (deid_quality_input_get_n_levels (NULL, 0));
  assert_critical (deid_quality_input_get_n_levels (input, a));
  assert_critical (deid_quality_input_get_n_leaves (NULL, 0));
  assert_critical (deid_quality_input_get_n_leaves (input, a));
  assert_critical (deid_quality_input_get_n_labels (NULL, 0, 0));
  assert_critical (deid_quality_input_get_n_labels (input, 0, level));
  assert_critical (deid_quality_input_get_label (NULL, 0, 0, 0));
  assert_critical (deid_quality_input_get_label (input, 0, 0, label));
  assert_critical (deid_quality_input_get_n_covered (NULL, 0, 0, 0));
  assert_critical (deid_quality_input_get_n_covered (input, 0, 0, label));
  assert_critical (deid_quality_input_get_n_label_records (NULL, 0, 0, 0));
  assert_critical (deid_quality_input_get_n_label_records (input, 0, 0, label));
  assert_critical (deid_quality_model_new (NULL, NULL));
  g_set_error (error, HOST_ERROR, HOST_ERROR_CODE, "seen");
  return FALSE;
}

START_TEST (programmers_errors)
{
  GLogFunc handler = criticals_start ();
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidSearch) chosen = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) "mine", NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, misuse, NULL, NULL);
  problem = make_problem (funcs);
  ck_assert_ptr_null (deid_search_run (chosen, problem, NULL, &error));
  assert_error (&error, HOST_ERROR, HOST_ERROR_CODE, "seen", NULL);
  g_log_set_default_handler (handler, NULL);
}
END_TEST

/* Costs of the attribute 'x', whose extents are given level by level, the same for all labels. */
typedef struct
{
  guint32 extents[3];
  guint64 kept, suppressed, covered, denominator;
  gboolean relative;
  const char *message; /* or NULL if they are fine */
} Costs;

static gboolean
cost_as_given (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute,
               gpointer state G_GNUC_UNUSED, gpointer user_data, GError **error)
{
  const Costs *given = user_data;

  ck_assert_str_eq (deid_quality_input_get_attribute_name (input, attribute), "x");
  ck_assert_uint_eq (deid_quality_input_get_n_attributes (input), 1);
  ck_assert_uint_eq (deid_quality_input_get_n_levels (input, 0), 3);
  ck_assert_uint_eq (deid_quality_input_get_n_leaves (input, 0), 5);
  ck_assert_uint_eq (deid_quality_input_get_n_labels (input, 0, 0), 4);
  ck_assert_str_eq (deid_quality_input_get_label (input, 0, 1, 1), "even");
  ck_assert_uint_eq (deid_quality_input_get_n_covered (input, 0, 1, 0), 3);
  ck_assert_uint_eq (deid_quality_input_get_n_label_records (input, 0, 0, 3), (guint64) 1 << 40);
  ck_assert_uint_eq (deid_quality_input_get_n_label_records (input, 0, 1, 0), 2);
  ck_assert_uint_eq (deid_quality_input_get_n_label_records (input, 0, 1, 1),
                     ((guint64) 1 << 40) + 1);
  for (guint level = 0; level < 3; level++)
    for (guint32 i = 0; i < deid_quality_input_get_n_labels (input, 0, level); i++)
      deid_attribute_costs_set_extent (costs, level, i, given->extents[level]);
  deid_attribute_costs_set_rates (costs, given->kept, given->suppressed, given->covered,
                                  given->denominator);
  deid_attribute_costs_set_relative (costs, given->relative);
  if (given->kept == 99)
    return FALSE;
  if (given->kept == 98)
    g_set_error (error, HOST_ERROR, HOST_ERROR_CODE, "with an error, but successful");
  return TRUE;
}

START_TEST (refused_costs)
{
  static const Costs cases[] = {
    { { 0, 1, 2 }, 1, 2, 0, 2, FALSE, NULL },
    { { 7, 7, 7 }, 1, 0, 1, 7, FALSE, NULL },
    { { 0, 0, 0 }, G_MAXUINT64, 0, 0, 1, FALSE, NULL },
    { { 0, 0, (1u << 23) - 1 }, 1, G_MAXUINT32, 0, G_MAXUINT64, FALSE, NULL },
    { { 0, 2, 1 },
      1,
      2,
      0,
      2,
      FALSE,
      "attribute 'x': the extent of label 0 on level 2 is 1, less than that "
      "of label 0 on level 1, 2" },
    { { 1, 0, 1 }, 0, 0, 0, 1, FALSE, "the extent of label 0 on level 1 is 0" },
    { { 0, 1, 2 }, 1, 2, 0, 0, FALSE, "denominator 0" },
    { { 0, 1, 2 }, 2, 3, 0, 4, FALSE, "kept x <= suppressed" },
    { { 0, 1, 2 }, 1, 3, 0, 2, FALSE, "<= denominator" },
    { { 0, 1, 2 }, 0, 1, 1, 2, FALSE, "<= denominator" },
    { { 0, 1, 2 }, G_MAXUINT64, 1, 0, 1, FALSE, "kept 18446744073709551615" },
    { { 0, 1, 1u << 23 },
      1,
      G_MAXUINT32,
      0,
      G_MAXUINT32,
      FALSE,
      "1099511627779 records times an extent" },
    { { 0, 1, 2 }, 99, 200, 0, 200, FALSE, "without saying why" },
    { { 1, 2, 4 }, 1, 4, 0, 3, TRUE, NULL },
    { { 1, 2, 4 }, 1, 4, 0, 3, FALSE, "<= denominator" },
    { { 1, 2, 4 }, 1, 4, 0, 2, TRUE, "a mean cost of at most 1" },
    { { 1, 2, 4 }, 3, 2, 2, 100, TRUE, "kept x <= suppressed + covered x for each" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
      g_autoptr (DeidSearch) chosen = deid_search_new_optimal ();
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) "mine", NULL);
      deid_quality_model_funcs_set_attribute_costs (funcs, cost_as_given, (gpointer) &cases[i],
                                                    NULL);
      problem = make_problem (funcs);
      result = deid_search_run (chosen, problem, NULL, &error);
      if (cases[i].message == NULL)
        assert_no_error (error);
      else
        ck_assert_msg (error != NULL && strstr (error->message, "quality model mine:sum: ") != NULL
                           && strstr (error->message, cases[i].message) != NULL,
                       "case %u: %s", i, error != NULL ? error->message : "no error");
      ck_assert ((result != NULL) == (cases[i].message == NULL));
      g_clear_error (&error);
    }
}
END_TEST

/* An error counts, whatever the callback returns. */
START_TEST (error_with_success)
{
  static const Costs costs = { { 0, 1, 2 }, 98, 200, 0, 200, FALSE, NULL };
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidSearch) chosen = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) "mine", NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, cost_as_given, (gpointer) &costs, NULL);
  problem = make_problem (funcs);
  ck_assert_ptr_null (deid_search_run (chosen, problem, NULL, &error));
  assert_error (&error, HOST_ERROR, HOST_ERROR_CODE, "with an error", NULL);
}
END_TEST

static gboolean
cost_records (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED,
              gpointer user_data G_GNUC_UNUSED, guint64 *cost, GError **error G_GNUC_UNUSED)
{
  *cost = deid_class_is_suppressed (eq_class) ? 2 * deid_class_get_n_records (eq_class) : 1;
  return TRUE;
}

static gboolean
finish_as_given (const DeidCostSum *sum G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,
                 gpointer user_data, double *loss, GError **error G_GNUC_UNUSED)
{
  *loss = *(const double *) user_data;
  return TRUE;
}

/* A loss is a finite number that is not negative, and 0 has no sign. */
START_TEST (refused_losses)
{
  double losses[] = { 3, -0.0, (double) NAN, (double) INFINITY, -(double) INFINITY, -1 };
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidSearch) chosen = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) "mine", NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_records, NULL, NULL);
  deid_quality_model_funcs_set_finish (funcs, finish_as_given, &losses[_i], NULL);
  problem = make_problem (funcs);
  result = deid_search_run (chosen, problem, NULL, &error);
  if (_i < 2)
    {
      assert_no_error (error);
      ck_assert (deid_result_get_loss (result) == losses[_i]);
      ck_assert (!signbit (deid_result_get_loss (result)));
      return;
    }
  ck_assert_ptr_null (result);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "quality model mine: its loss is",
                "expected a finite number", NULL);
}
END_TEST

static void
free_state (gpointer state G_GNUC_UNUSED, gpointer user_data)
{
  ++*(guint *) user_data;
}

/* Where nothing is prepared, nothing is freed. */
START_TEST (nothing_prepared)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidSearch) chosen = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  guint n_freed = 0;

  deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) "mine", NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_records, NULL, NULL);
  deid_quality_model_funcs_set_free_state (funcs, free_state, &n_freed, NULL);
  problem = make_problem (funcs);
  result = deid_search_run (chosen, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  ck_assert_uint_eq (n_freed, 0);
}
END_TEST

/* A factor of many digits is exact as long as the leaves are few. */
START_TEST (digits_of_a_factor)
{
  static const gint64 n_leaves[] = { 1844, 1846 };

  for (guint i = 0; i < G_N_ELEMENTS (n_leaves); i++)
    {
      const guint n = (guint) n_leaves[i];
      g_autofree gint64 *x = g_new (gint64, n);
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidQualityModel) model
          = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_SUM, 0.3333333333333333, NULL);
      g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
      g_autoptr (DeidSearch) chosen = deid_search_new_optimal ();
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      for (guint row = 0; row < n; row++)
        x[row] = row;
      ck_assert (deid_dataset_add_integer_column (dataset, "x", x, n, NULL, 0, NULL, NULL));
      lattice = deid_lattice_new (dataset);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
      ck_assert (deid_problem_set_quality_model (problem, model, NULL));
      result = deid_search_run (chosen, problem, NULL, &error);
      if (i == 0)
        assert_no_error (error);
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "attribute 'x'", "1846 leaves",
                      "fewer digits", NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("slots of quality models");
  TCase *slots = tcase_create ("slots"), *costs = tcase_create ("costs of attributes");

  tcase_add_test (slots, data_destroyed_once);
  tcase_add_test (slots, programmers_errors);
  suite_add_tcase (suite, slots);
  tcase_add_test (costs, refused_costs);
  tcase_add_test (costs, error_with_success);
  tcase_add_loop_test (costs, refused_losses, 0, 6);
  tcase_add_test (costs, nothing_prepared);
  tcase_add_test (costs, digits_of_a_factor);
  suite_add_tcase (suite, costs);
  return suite;
}
