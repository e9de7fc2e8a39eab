/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "quality/quality-model-private.h"

#include <string.h>

#define QUALITY_MODEL_MIN_WEIGHT 1e-9
#define QUALITY_MODEL_MAX_WEIGHT 1e9

const char *const deid_aggregate_names[4] = { "arith", "geo", "max", "sum" };

static void
deid_quality_model_free (DeidQualityModel *model)
{
  g_clear_pointer (&model->index, g_hash_table_unref);
  for (guint i = 0; i < model->n_weights; i++)
    g_free (model->weights[i].attribute);
  g_free (model->weights);
  deid_quality_model_funcs_unref (model->funcs);
  g_free (model->text);
  g_free (model->shown);
  g_free (model);
}

DEID_DEFINE_HANDLE (DeidQualityModel, deid_quality_model)

static gboolean
quality_model_check_slots (const DeidQualityModelFuncs *funcs, GError **error)
{
  const char *problem = NULL;

  if (funcs->describe.func == NULL)
    problem = "the slot describe is empty";
  else if (funcs->attribute_costs.func == NULL && funcs->class_cost.func == NULL)
    problem = "the slots attribute_costs and class_cost are empty";
  else if (funcs->attribute_costs.func != NULL && funcs->class_cost.func != NULL)
    problem = "both of the slots attribute_costs and class_cost are given";
  else if (funcs->columns != NULL && funcs->columns[0] != NULL && funcs->class_cost.func == NULL)
    problem = "the slot class_cost is empty, but columns are asked for";
  else if (funcs->rises_with_size && (funcs->class_bound.func == NULL || !funcs->size_only))
    problem = "costs that rise with sizes need the slot class_bound, and size_only";
  if (problem == NULL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "quality model: %s", problem);
}

static gboolean
check_aggregate (const DeidQualityModelFuncs *funcs, GError **error)
{
  if ((guint) funcs->aggregate < G_N_ELEMENTS (deid_aggregate_names))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "quality model: there is no aggregate %d",
                    (int) funcs->aggregate);
}

/* Returns: (transfer full): the specification, with the aggregate, if the model has one, behind the
 * name. */
static char *
add_aggregate (const DeidQualityModelFuncs *funcs, const char *described)
{
  const int length = (int) strcspn (described, ":");

  return funcs->class_cost.func != NULL
             ? g_strdup (described)
             : g_strdup_printf ("%.*s:%s%s", length, described,
                                deid_aggregate_names[funcs->aggregate], described + length);
}

static void
quality_model_funcs_make_immutable (DeidQualityModelFuncs *funcs)
{
  g_atomic_int_set (&funcs->immutable, TRUE);
}

DeidQualityModel *
deid_quality_model_new (DeidQualityModelFuncs *funcs, GError **error)
{
  static const char *const none[] = { NULL };
  const char *const *columns;
  g_autofree char *described = NULL, *specification = NULL;
  DeidQualityModel *model;

  g_return_val_if_fail (funcs != NULL, NULL);

  if (!quality_model_check_slots (funcs, error) || !check_aggregate (funcs, error))
    return NULL;
  described = funcs->describe.func (funcs->describe.data);
  columns = funcs->columns != NULL ? (const char *const *) funcs->columns : none;
  if (!deid_specification_check ("quality model", described, error)
      || !deid_specification_check_columns ("quality model", described, "column", columns, error)
      || !deid_sentence_check ("quality model", described, funcs->sentence, error))
    return NULL;
  specification = add_aggregate (funcs, described);
  model = DEID_NEW_HANDLE (DeidQualityModel);
  model->funcs = deid_quality_model_funcs_ref (funcs);
  quality_model_funcs_make_immutable (funcs);
  model->aggregate = funcs->aggregate;
  model->columns = columns;
  model->n_columns = g_strv_length ((char **) columns);
  model->text = deid_specification_with_columns (specification, columns);
  model->shown = deid_text_escape (model->text);
  return model;
}

DeidQualityModel *
deid_quality_model_new_unweighted (const DeidQualityModel *model)
{
  DeidQualityModel *copy = DEID_NEW_HANDLE (DeidQualityModel);

  copy->funcs = deid_quality_model_funcs_ref (model->funcs);
  copy->aggregate = model->aggregate;
  copy->text = g_strdup (model->text);
  copy->shown = g_strdup (model->shown);
  copy->columns = model->columns;
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
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "quality model %s: weight of attribute '%s', expected none, since it costs "
                      "classes as a whole",
                      model->shown, shown);
  if (!(weight >= QUALITY_MODEL_MIN_WEIGHT && weight <= QUALITY_MODEL_MAX_WEIGHT))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "weight %s of attribute '%s', expected 1e-9 to 1e9", DEID_DECIMAL (weight),
                      shown);
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
  gboolean succeeded;

  *state = NULL;
  if (funcs->prepare.func == NULL)
    return TRUE;
  succeeded = funcs->prepare.func (input, funcs->prepare.data, state, &own_error);
  return deid_quality_model_slot_succeeded (model, succeeded, own_error, error);
}

void
deid_quality_model_free_state (const DeidQualityModel *model, gpointer state)
{
  if (model->funcs->prepare.func != NULL && model->funcs->free_state.func != NULL)
    model->funcs->free_state.func (state, model->funcs->free_state.data);
}

gboolean
deid_quality_model_has_aggregate (const DeidQualityModel *model)
{
  g_return_val_if_fail (model != NULL, FALSE);

  return deid_quality_model_is_separable (model);
}

DEID_DEFINE_GETTER (DeidAggregate, deid_quality_model_get_aggregate, DeidQualityModel, aggregate,
                    DEID_AGGREGATE_ARITHMETIC_MEAN)

char *
deid_quality_model_to_specification (const DeidQualityModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  return g_strdup (model->text);
}

static void
deid_quality_model_funcs_free (DeidQualityModelFuncs *funcs)
{
  DEID_QUALITY_MODEL_SLOTS (DEID_SLOT_CLEAR)
  g_strfreev (funcs->columns);
  g_free (funcs->sentence);
  g_free (funcs);
}

DEID_DEFINE_HANDLE (DeidQualityModelFuncs, deid_quality_model_funcs)

#define QUALITY_MODEL_FUNCS_DEFINE_SETTER(name, Func)                                              \
  DEID_SLOT_DEFINE_SETTER (DeidQualityModelFuncs, deid_quality_model_funcs, name, Func)

DEID_QUALITY_MODEL_SLOTS (QUALITY_MODEL_FUNCS_DEFINE_SETTER)

DeidQualityModelFuncs *
deid_quality_model_funcs_new (void)
{
  DeidQualityModelFuncs *funcs = DEID_NEW_HANDLE (DeidQualityModelFuncs);

  return funcs;
}

DEID_DEFINE_FUNCS_SETTER (deid_quality_model_funcs_set_aggregate, DeidQualityModelFuncs,
                          DeidAggregate, aggregate)

void
deid_quality_model_funcs_set_columns (DeidQualityModelFuncs *funcs, const char *const *columns)
{
  char **names;

  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  names = g_strdupv ((char **) columns);
  g_strfreev (funcs->columns);
  funcs->columns = names;
}

DEID_DEFINE_FUNCS_SETTER (deid_quality_model_funcs_set_size_only, DeidQualityModelFuncs, gboolean,
                          size_only)
DEID_DEFINE_FUNCS_SETTER (deid_quality_model_funcs_set_rises_with_size, DeidQualityModelFuncs,
                          gboolean, rises_with_size)

void
deid_quality_model_funcs_set_sentence (DeidQualityModelFuncs *funcs, const char *sentence)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  g_free (funcs->sentence);
  funcs->sentence = g_strdup (sentence);
}

DEID_DEFINE_FUNCS_SETTER (deid_quality_model_funcs_set_thread_safe, DeidQualityModelFuncs, gboolean,
                          thread_safe)

DEID_DEFINE_GETTER (guint64, deid_rechecked_value_get_n_covered, DeidRecheckedValue, n_covered, 0)
DEID_DEFINE_GETTER (guint64, deid_rechecked_value_get_n_leaves, DeidRecheckedValue, n_leaves, 0)
DEID_DEFINE_GETTER (guint, deid_rechecked_value_get_level, DeidRecheckedValue, level, 0)
DEID_DEFINE_GETTER (guint, deid_rechecked_value_get_n_levels, DeidRecheckedValue, n_levels, 0)
DEID_DEFINE_GETTER (gboolean, deid_rechecked_value_is_suppressed, DeidRecheckedValue, is_suppressed,
                    FALSE)
DEID_DEFINE_GETTER (guint, deid_rechecked_value_get_attribute, DeidRecheckedValue, attribute, 0)
DEID_DEFINE_GETTER (double, deid_cost_sum_get_value, DeidCostSum, value, 0)
DEID_DEFINE_GETTER (guint64, deid_cost_sum_get_n_records, DeidCostSum, n_records, 1)
