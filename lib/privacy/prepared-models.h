/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "privacy/privacy-input.h"
#include "privacy/privacy-model-private.h"
#include "privacy/table-view.h"

#include <deid/deid-extend.h>

/* One model of a problem with what it prepared. */
typedef struct
{
  const DeidPrivacyModel *model;
  DeidPrivacyInput input;
  guint *places; /* of the judged column of each of its sensitive attributes */
  gboolean is_prepared;
  gpointer state;
} DeidPreparedModel;

/* The models of a problem and the columns that they judge. */
typedef struct
{
  DeidJudgedColumn *judged; /* once for each order that models ask for */
  guint n_judged;
  guint *newest_judged; /* of each column of the table the last judged one of it, + 1, or 0 */
  guint *older_judged;  /* of each judged column the one of its column before it, in this way */
  DeidPreparedModel *models; /* in the order of the problem */
  guint n_models;
} DeidPreparedModels;

/* Binds @models to a table, whose sensitive attributes may have hierarchies by their names, to the
 * lattice that it is generalized by, and to its population, if there is one, and has them prepare.
 * On failure it may be cleared, and nothing else. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY, those of the models. */
gboolean deid_prepared_models_init (DeidPreparedModels *prepared, const DeidLattice *lattice,
                                    const DeidTableSource *table, const DeidPopulation *population,
                                    const GPtrArray *models, GHashTable *hierarchies,
                                    const DeidStop *stop, GError **error);
void deid_prepared_models_clear (DeidPreparedModels *prepared);

/* Returns: how many different values of each sensitive attribute a class must have to pass; at most
 * 1 if a linked table lacks a sensitive column, since classes of its rows pass. */
guint64 deid_prepared_model_get_least_values (const DeidPreparedModel *prepared);

/* Tells whether several threads may ask all models. */
gboolean deid_prepared_models_are_thread_safe (const DeidPreparedModels *prepared);

/* Each of these asks a slot of a model. A slot that is empty passes; one that fails or sets its
 * error ends what asks. Errors: those of the slot, %DEID_ERROR_INVALID_ARGUMENT if it fails without
 * one. */

/* Asks accept or, of a class of the population alone, accept_unmatched. */
gboolean deid_prepared_model_accepts (const DeidPreparedModel *prepared, DeidClass *eq_class,
                                      gboolean *passes, GError **error);
gboolean deid_prepared_model_meets_necessary (const DeidPreparedModel *prepared,
                                              DeidClass *eq_class, gboolean *passes,
                                              GError **error);
gboolean deid_prepared_model_accepts_table (const DeidPreparedModel *prepared,
                                            const DeidTableView *table, gboolean *passes,
                                            GError **error);

/* Tells whether a model names the classes that it suppresses. */
static inline gboolean
deid_prepared_model_names_classes (const DeidPreparedModel *prepared)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;

  return funcs->accept_table.func != NULL
         && funcs->suppression_order == DEID_SUPPRESSION_ORDER_NAMED;
}

/* Has a model name the classes of @table that cannot stay; all of them if its condition does not
 * hold and it names none. Sets @holds to whether it is known to hold of the rest. */
gboolean deid_prepared_model_name_classes (const DeidPreparedModel *prepared,
                                           const DeidTableView *table, gboolean *holds,
                                           GError **error);

/* The same for the verifier: it asks recheck_table and, if there is none or it does not tell,
 * accept_table. */
gboolean deid_prepared_model_rename_classes (const DeidPreparedModel *prepared,
                                             const DeidTableView *table, GError **error);

/* Tells whether a model looks at a sum over the classes of a table, and at no more unless the sum
 * does not tell. */
gboolean deid_prepared_model_sums (const DeidPreparedModel *prepared);

/* Classes that the order of a model does not tell apart take each other's place after it was asked,
 * so it must not tell them apart by their populations. */
static inline gboolean
deid_prepared_model_sees_populations (const DeidPreparedModel *prepared)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;

  return !funcs->size_only && funcs->suppression_order != DEID_SUPPRESSION_ORDER_SMALLEST_FIRST
         && funcs->suppression_order != DEID_SUPPRESSION_ORDER_NAMED;
}

/* How the two below fail, the first with what the slot set, if it set an error. */
gboolean deid_prepared_model_fail_term (const DeidPreparedModel *prepared, GError *own_error,
                                        GError **error);
gboolean deid_prepared_model_fail_sum (const DeidPreparedModel *prepared, GError **error);

/* Tells whether there is a population that a model sees. */
static inline gboolean
deid_prepared_model_has_population (const DeidPreparedModel *prepared)
{
  return prepared->input.population != NULL && deid_prepared_model_sees_populations (prepared);
}

/* Tells what a class adds to the sum; @n_population is @size if there is no population. Searches
 * spend much of their time in this and the next. Errors: those of the model,
 * %DEID_ERROR_INVALID_ARGUMENT if it fails without one. */
static inline gboolean
deid_prepared_model_get_term (const DeidPreparedModel *prepared, guint64 size, guint64 n_population,
                              DeidWide *term, GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
  const gboolean has_population = deid_prepared_model_has_population (prepared);
  const DeidClassSize class_size = { size, has_population ? n_population : size, has_population };
  guint64 high = 0, low = 0;
  GError *own_error = NULL;

  if (!funcs->class_term.func (&class_size, prepared->state, funcs->class_term.data, &high, &low,
                               &own_error)
      || own_error != NULL)
    return deid_prepared_model_fail_term (prepared, own_error, error);
  *term = (DeidWide) high << 64 | low;
  return TRUE;
}

/* Adds a term to a sum of those of a table. Errors: %DEID_ERROR_TOO_LARGE from 2^128 on. */
static inline gboolean
deid_prepared_model_add_term (const DeidPreparedModel *prepared, DeidWide term, DeidWide *sum,
                              GError **error)
{
  if (term > ~*sum)
    return deid_prepared_model_fail_sum (prepared, error);
  *sum += term;
  return TRUE;
}

/* Asks a model that sums of the sum in @table: @verdict is positive for a table that passes,
 * negative for one that fails, 0 if the model has to be shown the classes. */
gboolean deid_prepared_model_judges_sum (const DeidPreparedModel *prepared,
                                         const DeidTableView *table, int *verdict, GError **error);

/* Asks recheck_table and, if there is none or it does not tell, what accepts_table asks. */
gboolean deid_prepared_model_rechecks_table (const DeidPreparedModel *prepared,
                                             const DeidTableView *table, gboolean *passes,
                                             GError **error);

/* Asks recheck, and accept if there is no recheck or it does not tell. */
gboolean deid_prepared_model_rechecks (const DeidPreparedModel *prepared, DeidClass *eq_class,
                                       gboolean *passes, GError **error);
