/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/class-model.h"

static char *
class_model_describe (gpointer user_data)
{
  return g_strdup (user_data);
}

static void
class_model_free_state (gpointer state, gpointer user_data)
{
  (void) user_data;
  g_free (state);
}

DeidQualityModel *
deid_class_model_new (const DeidClassModelSlots *slots, const char *column, GError **error)
{
  const char *const columns[] = { column, NULL };
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, class_model_describe, (gpointer) slots->name, NULL);
  deid_quality_model_funcs_set_prepare (funcs, slots->prepare, (gpointer) slots->name, NULL);
  deid_quality_model_funcs_set_free_state (
      funcs, slots->free_state != NULL ? slots->free_state : class_model_free_state, NULL, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, slots->class_cost, NULL, NULL);
  deid_quality_model_funcs_set_finish (funcs, slots->finish, NULL, NULL);
  deid_quality_model_funcs_set_class_bound (funcs, slots->class_bound, NULL, NULL);
  deid_quality_model_funcs_set_size_only (funcs, slots->size_only);
  deid_quality_model_funcs_set_thread_safe (funcs, TRUE);
  deid_quality_model_funcs_set_columns (funcs, columns);
  funcs->get_form = slots->get_form;
  return deid_quality_model_new (funcs, error);
}

gboolean
deid_class_model_prepare_squares (const DeidQualityInput *input, gpointer user_data,
                                  gpointer *state, GError **error)
{
  const guint64 n = deid_quality_input_get_n_records (input);

  if (n <= G_MAXUINT32)
    {
      *state = g_memdup2 (&n, sizeof n);
      return TRUE;
    }
  g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
               "quality model %s: %" G_GUINT64_FORMAT " records, expected fewer than 2^32, whose "
               "square fits 64 bits",
               (const char *) user_data, n);
  return FALSE;
}

void
deid_class_model_add_squares (gconstpointer state, const guint64 *sizes, guint64 n,
                              guint64 min_records, DeidWide *sum)
{
  (void) state;
  (void) min_records;
  for (guint64 i = 0; i < n; i++)
    *sum += sizes[i] * sizes[i];
}

gboolean
deid_class_model_costs_squares (const DeidQualityModel *model, gconstpointer state,
                                DeidClassForm *form)
{
  const DeidGetFormFunc get_form = model->funcs->get_form;

  return !deid_quality_model_is_separable (model) && get_form != NULL && get_form (state, form)
         && form->labels == NULL && form->add_costs == deid_class_model_add_squares;
}

gboolean
deid_class_model_finish_squares (const DeidCostSum *sum, gpointer state, gpointer user_data,
                                 double *loss, GError **error)
{
  const double n = (double) *(const guint64 *) state;

  (void) user_data;
  (void) error;
  *loss = deid_cost_sum_get_value (sum) / (n * n);
  return TRUE;
}
