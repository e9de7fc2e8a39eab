/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What makes a quality model of slots: what is checked, what no longer changes, what it is called.
 */
#include "support/suite.h"

#include "support/criticals.h"

#include <deid/deid-extend.h>

static char *
describe (gpointer user_data)
{
  return g_strdup (user_data);
}

static char *
describe_mine (gpointer user_data G_GNUC_UNUSED)
{
  return g_strdup ("mine");
}

static gboolean
cost_nothing (DeidAttributeCosts *costs G_GNUC_UNUSED, const DeidQualityInput *input G_GNUC_UNUSED,
              guint attribute G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,
              gpointer user_data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  return TRUE;
}

static gboolean
cost_class (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED,
            gpointer user_data G_GNUC_UNUSED, guint64 *cost, GError **error G_GNUC_UNUSED)
{
  *cost = deid_class_get_n_records (eq_class);
  return TRUE;
}

/* What is no slot does not change either when the slots belong to a model. */
START_TEST (immutable_slots)
{
  static const char *const names[] = { "a", NULL };
  GLogFunc handler = criticals_start ();
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidQualityModel) model = NULL, classes = deid_quality_model_new_discernibility ();

  deid_quality_model_funcs_set_describe (funcs, describe_mine, NULL, NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, cost_nothing, NULL, NULL);
  deid_quality_model_funcs_set_aggregate (funcs, DEID_AGGREGATE_MAXIMUM);
  model = deid_quality_model_new (funcs, NULL);
  assert_critical ((deid_quality_model_funcs_set_aggregate (funcs, DEID_AGGREGATE_SUM), 0));
  assert_critical ((deid_quality_model_funcs_set_columns (funcs, names), 0));
  assert_critical ((deid_quality_model_funcs_set_size_only (funcs, TRUE), 0));
  assert_critical ((deid_quality_model_funcs_set_thread_safe (funcs, TRUE), 0));
  assert_critical ((deid_quality_model_funcs_set_aggregate (NULL, DEID_AGGREGATE_SUM), 0));
  assert_critical ((deid_quality_model_funcs_set_columns (NULL, names), 0));
  ck_assert (deid_quality_model_has_aggregate (model));
  ck_assert_int_eq (deid_quality_model_get_aggregate (model), DEID_AGGREGATE_MAXIMUM);
  ck_assert (!deid_quality_model_has_aggregate (classes));
  g_log_set_default_handler (handler, NULL);
}
END_TEST

/* Columns are of models that cost classes, and their names are checked. */
START_TEST (columns)
{
  static const char *const names[] = { "a", "b", NULL };
  static const char *const empty[] = { "a", "", NULL }, *const twice[] = { "a", "b", "a", NULL };
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidQualityModel) model = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe_mine, NULL, NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, cost_nothing, NULL, NULL);
  deid_quality_model_funcs_set_columns (funcs, names);
  ck_assert_ptr_null (deid_quality_model_new (funcs, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "class_cost is empty", NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, NULL, NULL, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_class, NULL, NULL);
  deid_quality_model_funcs_set_columns (funcs, empty);
  ck_assert_ptr_null (deid_quality_model_new (funcs, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "name of a column is empty", NULL);
  deid_quality_model_funcs_set_columns (funcs, twice);
  ck_assert_ptr_null (deid_quality_model_new (funcs, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "column 'a' is given twice", NULL);
  deid_quality_model_funcs_set_columns (funcs, names);
  model = deid_quality_model_new (funcs, &error);
  assert_no_error (error);
  text = deid_quality_model_to_specification (model);
  ck_assert_str_eq (text, "mine@a+b");
}
END_TEST

static void
assert_refused (const char *specification, gboolean has_costs, DeidAggregate aggregate,
                const char *message)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  GError *error = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) specification, NULL);
  if (has_costs)
    deid_quality_model_funcs_set_attribute_costs (funcs, cost_nothing, NULL, NULL);
  deid_quality_model_funcs_set_aggregate (funcs, aggregate);
  ck_assert_ptr_null (deid_quality_model_new (funcs, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, message, NULL);
}

START_TEST (incomplete_models)
{
  g_autoptr (DeidQualityModelFuncs) empty = deid_quality_model_funcs_new ();
  GError *error = NULL;

  assert_refused ("mine", FALSE, DEID_AGGREGATE_SUM, "attribute_costs");
  assert_refused ("mine", TRUE, (DeidAggregate) 4, "aggregate 4");
  assert_refused ("", TRUE, DEID_AGGREGATE_SUM, "specification");
  assert_refused (":1", TRUE, DEID_AGGREGATE_SUM, "specification");
  assert_refused ("\xFF", TRUE, DEID_AGGREGATE_SUM, "specification");
  assert_refused (NULL, TRUE, DEID_AGGREGATE_SUM, "specification");
  assert_refused ("a@b", TRUE, DEID_AGGREGATE_SUM, "specification");
  assert_refused ("a\nb", TRUE, DEID_AGGREGATE_SUM, "specification");
  ck_assert_ptr_null (deid_quality_model_new (empty, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "describe is empty", NULL);
}
END_TEST

START_TEST (specifications)
{
  const struct
  {
    const char *described;
    DeidAggregate aggregate;
    const char *expected;
  } cases[] = { { "mine", DEID_AGGREGATE_GEOMETRIC_MEAN, "mine:geo" },
                { "mine:1:2", DEID_AGGREGATE_MAXIMUM, "mine:max:1:2" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
      g_autoptr (DeidQualityModel) model = NULL;
      g_autofree char *text = NULL;

      deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) cases[i].described, NULL);
      deid_quality_model_funcs_set_attribute_costs (funcs, cost_nothing, NULL, NULL);
      deid_quality_model_funcs_set_aggregate (funcs, cases[i].aggregate);
      model = deid_quality_model_new (funcs, NULL);
      text = deid_quality_model_to_specification (model);
      ck_assert_str_eq (text, cases[i].expected);
    }
}
END_TEST

/* What is written is read back. */
START_TEST (escaped_column)
{
  g_autoptr (DeidQualityModel) model
      = deid_quality_model_new_from_specification ("ce@100%25+tax", NULL);
  g_autofree char *text = deid_quality_model_to_specification (model);
  g_autoptr (DeidQualityModel) read = deid_quality_model_new_from_specification (text, NULL);
  g_autofree char *again = deid_quality_model_to_specification (read);

  ck_assert_str_eq (text, "ce@100%25%2Btax");
  ck_assert_str_eq (again, text);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("quality models of slots");
  TCase *models = tcase_create ("models");

  tcase_add_test (models, immutable_slots);
  tcase_add_test (models, columns);
  tcase_add_test (models, escaped_column);
  tcase_add_test (models, incomplete_models);
  tcase_add_test (models, specifications);
  suite_add_tcase (suite, models);
  return suite;
}
