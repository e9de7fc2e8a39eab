/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "privacy/table-view.h"
#include "release/verifier/verify-class.h"

#include <string.h>

/* The verifier: conditions on the released table that name the classes that cannot stay. */

/* The classes that models are shown. */
typedef struct
{
  const DeidVerification *verification;
  const DeidTableClass **classes;
  guint32 n_classes;
  guint64 *sizes;
  guint32 *labels;
  guint64 *first_persons;
  guint32 *persons;
  DeidKeyedNumber *sorted; /* persons of one class */
  DeidKeyedNumber *scratch;
  guint8 *named;
} VerifyNamedShown;

/* Tells whether some model names the classes that it suppresses. */
static gboolean
verified_models_name_classes (const DeidPreparedModels *models)
{
  for (guint i = 0; i < models->n_models; i++)
    if (deid_prepared_model_names_classes (&models->models[i]))
      return TRUE;
  return FALSE;
}

static gboolean
shown_init (VerifyNamedShown *shown, const DeidVerification *verification,
            const DeidPlainTable *table, GError **error)
{
  const guint64 n = (guint64) table->n_kept + table->n_withheld;
  const guint64 n_rows = verification->source->n_rows;

  *shown = (VerifyNamedShown){ .verification = verification };
  return deid_new_arrays (error, DEID_NEW (shown->classes, n), DEID_NEW (shown->sizes, n),
                          DEID_NEW (shown->labels, n * verification->n_attributes),
                          DEID_NEW (shown->first_persons, n), DEID_NEW (shown->named, n),
                          DEID_NEW (shown->persons, n_rows), DEID_NEW (shown->sorted, n_rows),
                          DEID_NEW (shown->scratch, n_rows));
}

static void
shown_clear (VerifyNamedShown *shown)
{
  deid_free_arrays (shown->classes, shown->sizes, shown->labels, shown->first_persons, shown->named,
                    shown->persons, shown->sorted, shown->scratch);
}

/* Writes the persons of a class, each once.
 * Returns: their number. */
static guint64
verify_table_list_persons (const VerifyNamedShown *shown, const DeidTableClass *listed,
                           guint32 *persons)
{
  const DeidDataset *source = shown->verification->source;
  const DeidCodes *codes = &source->columns[source->entity_column].codes;
  guint64 n = 0;

  for (guint64 i = 0; i < listed->n_rows; i++)
    shown->sorted[i].key = deid_codes_get (codes, listed->rows[i]);
  deid_key_sort (shown->sorted, shown->scratch, listed->n_rows);
  for (guint64 i = 0; i < listed->n_rows; i++)
    if (i == 0 || shown->sorted[i].key != shown->sorted[i - 1].key)
      persons[n++] = (guint32) shown->sorted[i].key;
  return n;
}

/* The expected label, which the released one was compared with; there is one for each code unless
 * there are cuts. */
static const char *
get_shown_text (gconstpointer source, guint attribute, guint32 place)
{
  const VerifyNamedShown *shown = source;
  const DeidVerifiedAttribute *own = &shown->verification->attributes[attribute];

  return own->expected[deid_codes_get (&own->source->codes, shown->classes[place]->rows[0])].text;
}

static DeidTableView
view_classes (const VerifyNamedShown *shown)
{
  const DeidVerification *verification = shown->verification;
  const gboolean has_persons = verification->source->entity_column != DEID_NO_COLUMN;
  DeidTableView view = { .n_classes = shown->n_classes,
                         .sizes = shown->sizes,
                         .stop = &verification->stop,
                         .n_attributes = verification->n_attributes,
                         .labels = shown->labels,
                         .persons = has_persons ? shown->persons : NULL,
                         .first_persons = shown->first_persons,
                         .named = shown->named,
                         .get_text = get_shown_text,
                         .text_source = shown };

  for (guint32 i = 0; i < shown->n_classes; i++)
    {
      const DeidTableClass *listed = shown->classes[i];

      for (guint a = 0; a < verification->n_attributes; a++)
        {
          const DeidVerifiedAttribute *attribute = &verification->attributes[a];

          shown->labels[(gsize) a * shown->n_classes + i]
              = attribute
                    ->label_numbers[deid_codes_get (&attribute->source->codes, listed->rows[0])];
        }
      shown->first_persons[i] = view.n_persons;
      shown->sizes[i]
          = has_persons ? verify_table_list_persons (shown, listed, shown->persons + view.n_persons)
                        : listed->n_records;
      view.n_persons += shown->sizes[i];
      view.n_records += listed->n_records;
    }
  view.n_suppressed = verification->source->n_records - view.n_records;
  return view;
}

/* Has a model name classes of those shown, and takes them off.
 * Sets @any to whether there are such. */
static gboolean
verify_named_take_named (VerifyNamedShown *shown, const DeidPreparedModel *asked, gboolean *any,
                         GError **error)
{
  const DeidTableView view = view_classes (shown);
  guint32 n = 0;

  memset (shown->named, FALSE, shown->n_classes);
  if (!deid_prepared_model_rename_classes (asked, &view, error))
    return FALSE;
  for (guint32 i = 0; i < shown->n_classes; i++)
    if (!shown->named[i])
      shown->classes[n++] = shown->classes[i];
  *any = n < shown->n_classes;
  shown->n_classes = n;
  return TRUE;
}

static gboolean
check_kept (VerifyNamedShown *shown, const DeidPreparedModels *models, const DeidPlainTable *table,
            GError **error)
{
  for (guint i = 0; i < models->n_models; i++)
    {
      gboolean any;

      if (!deid_prepared_model_names_classes (&models->models[i]))
        continue;
      for (shown->n_classes = 0; shown->n_classes < table->n_kept; shown->n_classes++)
        shown->classes[shown->n_classes] = &table->kept[shown->n_classes];
      if (!verify_named_take_named (shown, &models->models[i], &any, error))
        return FALSE;
      if (any)
        return deid_verification_fail (shown->verification, error, "the released table fails %s",
                                       models->models[i].model->shown);
    }
  return TRUE;
}

static gboolean
has_order (const DeidPreparedModels *models)
{
  for (guint i = 0; i < models->n_models; i++)
    if (models->models[i].model->funcs->suppression_order != DEID_SUPPRESSION_ORDER_NONE
        && !deid_prepared_model_names_classes (&models->models[i]))
      return TRUE;
  return FALSE;
}

/* The kept classes come first on the list, so that a class withheld that is not taken is there
 * behind them. */
static gboolean
check_withheld (VerifyNamedShown *shown, const DeidPreparedModels *models,
                const DeidPlainTable *table, GError **error)
{
  gboolean any = TRUE;

  shown->n_classes = 0;
  for (guint32 i = 0; i < table->n_kept; i++)
    shown->classes[shown->n_classes++] = &table->kept[i];
  for (guint32 i = 0; i < table->n_withheld; i++)
    shown->classes[shown->n_classes++] = &table->withheld[i];
  while (any)
    {
      any = FALSE;
      for (guint i = 0; i < models->n_models && shown->n_classes > 0; i++)
        {
          gboolean some = FALSE;

          if (deid_prepared_model_names_classes (&models->models[i])
              && !verify_named_take_named (shown, &models->models[i], &some, error))
            return FALSE;
          any |= some;
        }
    }
  return shown->n_classes == table->n_kept
         || deid_verification_fail (shown->verification, error,
                                    "a class of %" G_GUINT64_FORMAT
                                    " is suppressed but passes every privacy model, and no "
                                    "condition on the table needs that",
                                    shown->classes[shown->n_classes - 1]->n_persons);
}

/* Checks that the kept classes are such that no model names any of them and, if no model
 * suppresses classes in an order, that those withheld are named when all of them are looked at,
 * and again what is left. */
static gboolean
verify_named (const DeidVerification *verification, const DeidPreparedModels *models,
              const DeidPlainTable *table, GError **error)
{
  VerifyNamedShown shown;
  gboolean verified;

  if (!verified_models_name_classes (models))
    return TRUE;
  verified = shown_init (&shown, verification, table, error)
             && check_kept (&shown, models, table, error)
             && (has_order (models) || check_withheld (&shown, models, table, error));
  shown_clear (&shown);
  return verified;
}

/* The verifier: conditions on the released table as a whole. */

static gboolean
judges_table (const DeidPreparedModels *models)
{
  for (guint i = 0; i < models->n_models; i++)
    if (models->models[i].model->funcs->accept_table.func != NULL
        || deid_prepared_model_sums (&models->models[i]))
      return TRUE;
  return FALSE;
}

static gboolean
may_withhold (const DeidPreparedModels *models)
{
  for (guint i = 0; i < models->n_models; i++)
    if (models->models[i].model->funcs->suppression_order != DEID_SUPPRESSION_ORDER_NONE)
      return TRUE;
  return FALSE;
}

gboolean
deid_plain_table_init (DeidPlainTable *table, const DeidPreparedModels *models, guint64 n,
                       GError **error)
{
  return !judges_table (models)
         || (deid_new_arrays (error, DEID_NEW (table->kept, n + 1), DEID_NEW (table->sizes, n + 1),
                              DEID_NEW (table->populations, n + 1))
             && (!may_withhold (models) || deid_new_arrays (error, DEID_NEW (table->withheld, n))));
}

void
deid_plain_table_clear (DeidPlainTable *table)
{
  deid_free_arrays (table->kept, table->withheld, table->sizes, table->populations);
}

static int
verify_table_compare_sizes (const void *a, const void *b)
{
  const DeidTableClass *x = a, *y = b;

  if (x->n_persons != y->n_persons)
    return x->n_persons < y->n_persons ? -1 : 1;
  return x->n_records < y->n_records ? -1 : x->n_records > y->n_records;
}

static int
compare_rarity (const void *a, const void *b)
{
  const DeidTableClass *x = a, *y = b;

  if (x->n_population != y->n_population)
    return x->n_population < y->n_population ? -1 : 1;
  return verify_table_compare_sizes (a, b);
}

/* Without a population all classes are equally rare. */
static GCompareFunc
get_order (const DeidPreparedModel *prepared)
{
  return prepared->model->funcs->suppression_order == DEID_SUPPRESSION_ORDER_RAREST_FIRST
             ? compare_rarity
             : verify_table_compare_sizes;
}

/* Asks a model of the kept classes, in its order. */
static gboolean
verify_table_ask (const DeidVerification *verification, const DeidPreparedModel *prepared,
                  DeidPlainTable *table, guint64 n_withheld, gboolean *passes, GError **error)
{
  const gboolean has_population = verification->population != NULL;
  DeidTableView view = { .n_records = verification->source->n_records - n_withheld,
                         .n_suppressed = n_withheld,
                         .n_classes = table->n_kept,
                         .sizes = table->sizes,
                         .populations = has_population ? table->populations : NULL };

  if (!deid_stopped_sort (table->kept, table->n_kept, sizeof *table->kept, get_order (prepared),
                          &verification->stop, error))
    return FALSE;
  for (guint32 i = 0; i < table->n_kept; i++)
    {
      view.n_persons += table->kept[i].n_persons;
      table->sizes[i] = table->kept[i].n_persons;
      table->populations[i] = table->kept[i].n_population;
    }
  return deid_prepared_model_rechecks_table (prepared, &view, passes, error);
}

static gboolean
check_conditions (const DeidVerification *verification, const DeidPreparedModels *models,
                  DeidPlainTable *table, guint64 n_withheld, GError **error)
{
  for (guint i = 0; i < models->n_models; i++)
    {
      gboolean passes;

      if (deid_prepared_model_names_classes (&models->models[i]))
        continue;
      if (!verify_table_ask (verification, &models->models[i], table, n_withheld, &passes, error))
        return FALSE;
      if (!passes)
        return deid_verification_fail (verification, error, "the released table fails %s",
                                       models->models[i].model->shown);
    }
  return TRUE;
}

/* Returns: the kept class that comes first; there is one. */
static const DeidTableClass *
find_first (const DeidPlainTable *table, GCompareFunc compare)
{
  const DeidTableClass *first = &table->kept[0];

  for (guint32 i = 1; i < table->n_kept; i++)
    if (compare (&table->kept[i], first) < 0)
      first = &table->kept[i];
  return first;
}

static gboolean
is_in_order (const DeidPreparedModels *models, const DeidTableClass *withheld,
             const DeidTableClass *smallest, const DeidTableClass *rarest)
{
  for (guint i = 0; i < models->n_models; i++)
    {
      const GCompareFunc compare = get_order (&models->models[i]);

      if (deid_prepared_model_names_classes (&models->models[i]))
        return TRUE;
      if (models->models[i].model->funcs->suppression_order != DEID_SUPPRESSION_ORDER_NONE
          && compare (withheld, compare == verify_table_compare_sizes ? smallest : rarest) <= 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
verify_table_check_order (const DeidVerification *verification, const DeidPreparedModels *models,
                          const DeidPlainTable *table, GError **error)
{
  const DeidTableClass *smallest = find_first (table, verify_table_compare_sizes);
  const DeidTableClass *rarest = find_first (table, compare_rarity);

  for (guint32 i = 0; i < table->n_withheld; i++)
    if (!is_in_order (models, &table->withheld[i], smallest, rarest))
      return deid_verification_fail (verification, error,
                                     "a class of %" G_GUINT64_FORMAT
                                     " is suppressed but passes every privacy model, and others "
                                     "that are released come before it",
                                     table->withheld[i].n_persons);
  return TRUE;
}

static gboolean
has_one_order (const DeidPreparedModels *models, GCompareFunc *order)
{
  *order = NULL;
  if (verified_models_name_classes (models))
    return FALSE;
  for (guint i = 0; i < models->n_models; i++)
    {
      const GCompareFunc compare = get_order (&models->models[i]);

      if (models->models[i].model->funcs->suppression_order == DEID_SUPPRESSION_ORDER_NONE)
        continue;
      if (*order != NULL && *order != compare)
        return FALSE;
      *order = compare;
    }
  return *order != NULL;
}

/* With the last class that was withheld released as well, some model must fail. */
static gboolean
check_need (const DeidVerification *verification, const DeidPreparedModels *models,
            DeidPlainTable *table, guint64 n_withheld, GError **error)
{
  gboolean passes = TRUE;
  GCompareFunc order;

  if (table->n_withheld == 0 || !has_one_order (models, &order))
    return TRUE;
  if (!deid_stopped_sort (table->withheld, table->n_withheld, sizeof *table->withheld, order,
                          &verification->stop, error))
    return FALSE;
  table->kept[table->n_kept++] = table->withheld[table->n_withheld - 1];
  n_withheld -= table->withheld[table->n_withheld - 1].n_records;
  for (guint i = 0; passes && i < models->n_models; i++)
    if (!verify_table_ask (verification, &models->models[i], table, n_withheld, &passes, error))
      return FALSE;
  return !passes
         || deid_verification_fail (verification, error,
                                    "a class of %" G_GUINT64_FORMAT
                                    " is suppressed, but no condition on the table needs that",
                                    table->withheld[table->n_withheld - 1].n_persons);
}

gboolean
deid_verify_table (const DeidVerification *verification, const DeidPreparedModels *models,
                   DeidPlainTable *table, guint64 n_withheld, GError **error)
{
  return table->kept == NULL
         || (check_conditions (verification, models, table, n_withheld, error)
             && verify_named (verification, models, table, error)
             && verify_table_check_order (verification, models, table, error)
             && check_need (verification, models, table, n_withheld, error));
}
