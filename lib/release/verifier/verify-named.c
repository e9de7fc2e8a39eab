/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: conditions on the released table that name the classes that cannot stay. */
#include "release/verifier/verify-named.h"

#include <string.h>

#include "base/arrays.h"
#include "base/key-sort.h"
#include "base/memory.h"
#include "privacy/table-view.h"

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

gboolean
deid_verified_models_name_classes (const DeidPreparedModels *models)
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
  g_free (shown->classes);
  g_free (shown->sizes);
  g_free (shown->labels);
  g_free (shown->first_persons);
  g_free (shown->named);
  g_free (shown->persons);
  g_free (shown->sorted);
  g_free (shown->scratch);
}

/* Writes the persons of a class, each once.
 * Returns: their number. */
static guint64
list_persons (const VerifyNamedShown *shown, const DeidTableClass *listed, guint32 *persons)
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
                         .named = shown->named };

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
      shown->sizes[i] = has_persons ? list_persons (shown, listed, shown->persons + view.n_persons)
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

gboolean
deid_verify_named (const DeidVerification *verification, const DeidPreparedModels *models,
                   const DeidPlainTable *table, GError **error)
{
  VerifyNamedShown shown;
  gboolean verified;

  if (!deid_verified_models_name_classes (models))
    return TRUE;
  verified = shown_init (&shown, verification, table, error)
             && check_kept (&shown, models, table, error)
             && (has_order (models) || check_withheld (&shown, models, table, error));
  shown_clear (&shown);
  return verified;
}
