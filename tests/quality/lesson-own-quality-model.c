/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A quality model of the host: it states what values cost, or what classes cost, as integers. The
 * library adds them up, and derives from them what searches may leave out. */
#include "support/lesson.h"

#include <deid/deid-extend.h>

static char *
describe (gpointer name)
{
  return g_strdup (name);
}

/* Every level of a value costs 1 of as many as there are: precision, once more. */
static gboolean
cost_levels (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute,
             gpointer state G_GNUC_UNUSED, gpointer user_data G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  const guint height = deid_quality_input_get_n_levels (input, attribute) - 1;

  for (guint level = 0; level <= height; level++)
    for (guint32 label = 0; label < deid_quality_input_get_n_labels (input, attribute, level);
         label++)
      deid_attribute_costs_set_extent (costs, level, label, level);
  deid_attribute_costs_set_rates (costs, 1, height, 0, height);
  return TRUE;
}

/* A class costs its sensitive values that are not the first one; suppressed, all. */
static gboolean
cost_class (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED,
            gpointer user_data G_GNUC_UNUSED, guint64 *cost, GError **error G_GNUC_UNUSED)
{
  guint32 n_values;

  deid_class_get_values (eq_class, 0, &n_values);
  *cost = deid_class_is_suppressed (eq_class) ? deid_class_get_n_records (eq_class) : n_values - 1;
  return TRUE;
}

/* Level 1 of 2. */
START_TEST (test_values)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) "steps", NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, cost_levels, NULL, NULL);
  assert_loss ("age\n 31\n 34\n", "age 31 30s *\n age 34 30s *\n", "age:1", NULL,
               deid_quality_model_new (funcs, NULL), 0.5);
}

/* Classes cost by what a column holds, which the specification names. */
static DeidQualityModel *
make_mixed (void)
{
  static const char *const columns[] = { "income", NULL };
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) "mixed", NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_class, NULL, NULL);
  deid_quality_model_funcs_set_columns (funcs, columns);
  return deid_quality_model_new (funcs, NULL);
}

static const char table[] = "town income:insensitive\n x low\n x low\n x high\n y low\n y low\n";

/* x has two incomes and costs 1, y costs 0: 1 over 5 records. */
START_TEST (test_classes) { assert_loss (table, NULL, "town:0", NULL, make_mixed (), 1.0 / 5); }

/* For k = 3, y is suppressed and costs 2. */
START_TEST (test_suppression)
{
  assert_loss (table, NULL, "town:0", deid_privacy_model_new_k_anonymity (3, NULL), make_mixed (),
               3.0 / 5);
}

START_TEST (test_error)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  GError *error = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) "nothing", NULL);
  ck_assert_ptr_null (deid_quality_model_new (funcs, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (own_quality_model, test_values, test_classes, test_suppression, test_error)
