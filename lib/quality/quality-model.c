/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/quality-model-private.h"

#include <string.h>

#include "base/handle.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"

#define MIN_WEIGHT 1e-9
#define MAX_WEIGHT 1e9

const char *const deid_aggregate_names[4] = { "arith", "geo", "max", "sum" };

static void
deid_quality_model_free (DeidQualityModel *model)
{
  g_clear_pointer (&model->index, g_hash_table_unref);
  for (guint i = 0; i < model->n_weights; i++)
    g_free (model->weights[i].attribute);
  g_free (model->weights);
  deid_quality_model_funcs_unref (model->funcs);
  g_strfreev (model->columns);
  g_free (model->text);
  g_free (model->shown);
  g_free (model);
}

DEID_DEFINE_HANDLE (DeidQualityModel, deid_quality_model)

/* Returns: (transfer full) (nullable): the specification, with the aggregate, if the model has
 * one, behind the name. */
static char *
spell (const DeidQualityModelFuncs *funcs, DeidAggregate aggregate, GError **error)
{
  g_autofree char *described
      = funcs->describe.func != NULL ? funcs->describe.func (funcs->describe.data) : NULL;
  const int length = described != NULL ? (int) strcspn (described, ":") : 0;

  if (length == 0 || !g_utf8_validate (described, -1, NULL))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "quality model: expected a specification in UTF-8 with a name");
      return NULL;
    }
  if (funcs->class_cost.func != NULL)
    return g_steal_pointer (&described);
  return g_strdup_printf ("%.*s:%s%s", length, described, deid_aggregate_names[aggregate],
                          described + length);
}

DeidQualityModel *
deid_quality_model_new (DeidQualityModelFuncs *funcs, DeidAggregate aggregate, GError **error)
{
  DeidQualityModel *model;
  char *text;

  g_return_val_if_fail (funcs != NULL, NULL);

  deid_quality_model_funcs_make_immutable (funcs);
  if ((guint) aggregate >= G_N_ELEMENTS (deid_aggregate_names))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "quality model: there is no aggregate %d", (int) aggregate);
      return NULL;
    }
  text = spell (funcs, aggregate, error);
  if (text == NULL)
    return NULL;
  if ((funcs->attribute_costs.func == NULL) == (funcs->class_cost.func == NULL))
    {
      g_autofree char *shown = deid_text_escape (text);

      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "quality model %s: expected one of the slots attribute_costs and class_cost",
                   shown);
      g_free (text);
      return NULL;
    }
  model = g_new0 (DeidQualityModel, 1);
  g_atomic_ref_count_init (&model->ref_count);
  model->funcs = deid_quality_model_funcs_ref (funcs);
  model->aggregate = aggregate;
  model->text = text;
  model->shown = deid_text_escape (text);
  return model;
}

static gboolean
check_columns (const DeidQualityModel *model, const char *const *columns, GError **error)
{
  for (guint i = 0; columns[i] != NULL; i++)
    if (columns[i][0] == '\0' || !g_utf8_validate (columns[i], -1, NULL))
      {
        g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                     "quality model %s: the name of a column is empty or not valid UTF-8",
                     model->shown);
        return FALSE;
      }
    else if (g_strv_contains (columns + i + 1, columns[i]))
      {
        g_autofree char *shown = deid_text_show (columns[i], -1);

        g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                     "quality model %s: the column '%s' is given twice", model->shown, shown);
        return FALSE;
      }
  if (model->funcs->class_cost.func != NULL)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "quality model %s: expected the slot class_cost, since it asks for columns",
               model->shown);
  return FALSE;
}

DeidQualityModel *
deid_quality_model_new_with_columns (DeidQualityModelFuncs *funcs, const char *const *columns,
                                     GError **error)
{
  g_autoptr (DeidQualityModel) model = NULL;
  g_autofree char *names = NULL, *name = NULL;

  g_return_val_if_fail (funcs != NULL && columns != NULL, NULL);

  model = deid_quality_model_new (funcs, DEID_AGGREGATE_SUM, error);
  if (model == NULL || !check_columns (model, columns, error))
    return NULL;
  model->columns = g_strdupv ((char **) columns);
  model->n_columns = g_strv_length (model->columns);
  names = g_strjoinv ("+", model->columns);
  name = g_steal_pointer (&model->text);
  model->text = g_strconcat (name, model->n_columns > 0 ? "@" : NULL, names, NULL);
  g_free (model->shown);
  model->shown = deid_text_escape (model->text);
  return g_steal_pointer (&model);
}

DeidQualityModel *
deid_quality_model_new_unweighted (const DeidQualityModel *model)
{
  DeidQualityModel *copy = g_new0 (DeidQualityModel, 1);

  g_atomic_ref_count_init (&copy->ref_count);
  copy->funcs = deid_quality_model_funcs_ref (model->funcs);
  copy->aggregate = model->aggregate;
  copy->text = g_strdup (model->text);
  copy->shown = g_strdup (model->shown);
  copy->columns = g_strdupv (model->columns);
  copy->n_columns = model->n_columns;
  return copy;
}

void
deid_quality_model_make_immutable (DeidQualityModel *model)
{
  g_atomic_int_set (&model->immutable, TRUE);
}

static DeidAttributeWeight *
find_weight (const DeidQualityModel *model, const char *attribute)
{
  const guint number
      = model->index != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (model->index, attribute)) : 0;

  return number > 0 ? &model->weights[number - 1] : NULL;
}

double
deid_quality_model_get_weight (const DeidQualityModel *model, const char *attribute)
{
  const DeidAttributeWeight *weight = find_weight (model, attribute);

  return weight != NULL ? weight->weight : 1;
}

static DeidAttributeWeight *
add_weight (DeidQualityModel *model, const char *attribute, GError **error)
{
  DeidAttributeWeight *added;

  if (!deid_grow ((gpointer *) &model->weights, &model->weights_capacity,
                  (guint64) model->n_weights + 1, sizeof *model->weights, error))
    return NULL;
  added = &model->weights[model->n_weights++];
  added->attribute = g_strdup (attribute);
  if (model->index == NULL)
    model->index = g_hash_table_new (deid_hash_name, g_str_equal);
  g_hash_table_insert (model->index, added->attribute, GUINT_TO_POINTER (model->n_weights));
  return added;
}

gboolean
deid_quality_model_set_attribute_weight (DeidQualityModel *model, const char *attribute,
                                         double weight, GError **error)
{
  g_autofree char *shown = NULL;
  DeidAttributeWeight *own;

  g_return_val_if_fail (model != NULL && attribute != NULL, FALSE);

  shown = deid_text_show (attribute, -1);
  if (!deid_check_mutable (&model->immutable, NULL, "the quality model belongs to a problem",
                           error))
    return FALSE;
  if (!deid_quality_model_is_separable (model))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "quality model %s: weight of attribute '%s', expected none, since it costs "
                   "classes as a whole",
                   model->shown, shown);
      return FALSE;
    }
  if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT))
    {
      char text[DEID_DECIMAL_SIZE];

      deid_double_to_decimal (weight, text);
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "weight %s of attribute '%s', expected 1e-9 to 1e9", text, shown);
      return FALSE;
    }
  own = find_weight (model, attribute);
  if (own == NULL)
    own = add_weight (model, attribute, error);
  if (own == NULL)
    return FALSE;
  own->weight = weight;
  return TRUE;
}

double
deid_quality_model_get_attribute_weight (const DeidQualityModel *model, const char *attribute)
{
  g_return_val_if_fail (model != NULL && attribute != NULL, 1);

  return deid_quality_model_get_weight (model, attribute);
}

gboolean
deid_quality_model_prepare (const DeidQualityModel *model, const DeidQualityInput *input,
                            gpointer *state, GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  GError *own_error = NULL;

  *state = funcs->prepare.func != NULL
               ? funcs->prepare.func (input, funcs->prepare.data, &own_error)
               : NULL;
  return deid_slot_succeeded (own_error, error);
}

void
deid_quality_model_free_state (const DeidQualityModel *model, gpointer state)
{
  if (model->funcs->prepare.func != NULL && model->funcs->free_state.func != NULL)
    model->funcs->free_state.func (state, model->funcs->free_state.data);
}

char *
deid_quality_model_to_specification (const DeidQualityModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  return g_strdup (model->text);
}
