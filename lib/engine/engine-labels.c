/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a policy says of values and classes, as tables of the engine. */
#include "engine/engine-labels.h"

#include <string.h>

#include "base/memory.h"
#include "engine/engine-upload.h"
#include "lattice/lattice-private.h"

DeidEngineDigit
deid_engine_find_digit (const DeidPartition *partition, guint attribute)
{
  DeidEngineDigit digit = { .factor = 1 };

  for (guint a = 0;; a++)
    {
      const guint32 n = MAX (1, partition->columns[a].n_labels);

      if (digit.factor > G_MAXINT64 / n)
        digit = (DeidEngineDigit){ .column = digit.column + 1, .factor = 1 };
      if (a == attribute)
        return digit;
      digit.factor *= n;
    }
}

static gboolean
engine_labels_add_label (DeidEngineUpload *upload, const char *value, guint64 number,
                         const char *label, GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (upload->engine);
  DeidLongText *sql = deid_engine_upload_begin_row (upload);

  deid_dialect_add_key_literal (facts, sql, value);
  deid_long_text_add (sql, ", %" G_GUINT64_FORMAT ", ", number);
  if (label != NULL)
    deid_dialect_add_literal (facts, sql, label);
  else
    deid_long_text_add (sql, "NULL");
  return deid_engine_upload_end_row (upload, error);
}

/* The labels of an attribute, on their way into a helper table. */
typedef struct
{
  const DeidPartitionColumn *labelled;
  const DeidDictionary *values; /* of the combinations */
  const guint32 *labels;        /* of these */
  guint64 factor;
} EngineLabelsLabels;

/* Adds the label of a value that a value of the combinations stands for. Both NULL and the empty
 * text are missing. */
static gboolean
engine_labels_add_labels (DeidEngineUpload *upload, const EngineLabelsLabels *labels,
                          const char *value, guint32 code, GError **error)
{
  const guint32 number = labels->labels[code];
  const char *label = labels->labelled->texts[number];

  return engine_labels_add_label (upload, value, number * labels->factor, label, error)
         && (value != NULL
             || engine_labels_add_label (upload, "", number * labels->factor, label, error));
}

/* Returns: (transfer full): the label of each code, %DEID_NO_CODE of those that no row has. */
static guint32 *
engine_labels_list_labels (const DeidPartition *partition, guint attribute,
                           const DeidColumn *column, GError **error)
{
  guint32 *labels = deid_alloc (column->dictionary.n, sizeof *labels, error);

  for (guint32 code = 0; labels != NULL && code < column->dictionary.n; code++)
    labels[code] = DEID_NO_CODE;
  for (guint64 row = 0; labels != NULL && row < partition->n_rows; row++)
    labels[deid_codes_get (&column->codes, row)]
        = deid_partition_get_row_label (partition, attribute, row);
  return labels;
}

/* Adds the labels of the values that rows of the combinations have. */
static gboolean
add_labels_of_rows (DeidEngineUpload *upload, const EngineLabelsLabels *labels, GError **error)
{
  for (guint32 code = 0; code < labels->values->n; code++)
    if (labels->labels[code] != DEID_NO_CODE
        && !engine_labels_add_labels (upload, labels, deid_dictionary_get (labels->values, code),
                                      code, error))
      return FALSE;
  return TRUE;
}

/* Adds those of all values of the table, each of which has a row of the value that stands for it.
 */
static gboolean
add_labels_of_levels (DeidEngineUpload *upload, const EngineLabelsLabels *labels,
                      const DeidEngineLevels *levels, GError **error)
{
  const DeidDictionary *values = labels->values;
  const DeidDictionary *all = &deid_engine_levels_get_column (levels)->dictionary;
  g_autofree guint32 *groups = deid_engine_levels_list_groups (levels, levels->level, error);

  for (guint32 code = 0; groups != NULL && code < all->n; code++)
    {
      const char *stands = deid_dictionary_get (all, groups[code]);
      const guint32 own = stands != NULL ? deid_dictionary_find (values, stands, strlen (stands))
                                         : values->missing;

      if (own != DEID_NO_CODE && labels->labels[own] != DEID_NO_CODE
          && !engine_labels_add_labels (upload, labels, deid_dictionary_get (all, code), own,
                                        error))
        return FALSE;
    }
  return groups != NULL;
}

gboolean
deid_engine_upload_labels (DeidEngine *engine, const char *name, const DeidPartition *partition,
                           guint attribute, const DeidEngineLevels *levels,
                           GCancellable *cancellable, GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (engine);
  const DeidAttribute *bound = &partition->lattice->attributes[attribute];
  const DeidColumn *column = &bound->table->columns[bound->column];
  g_autofree guint32 *listed = engine_labels_list_labels (partition, attribute, column, error);
  const EngineLabelsLabels labels
      = { .labelled = &partition->columns[attribute],
          .values = &column->dictionary,
          .labels = listed,
          .factor = deid_engine_find_digit (partition, attribute).factor };
  g_autofree char *columns
      = g_strdup_printf ("v %s%s, n %s%s, label %s", facts->text, facts->unique, facts->integer,
                         facts->not_null, facts->text_or_null);
  DeidEngineUpload upload = { 0 };
  const gboolean success
      = listed != NULL
        && deid_engine_upload_start (&upload, engine, name, columns, cancellable, error)
        && (levels != NULL ? add_labels_of_levels (&upload, &labels, levels, error)
                           : add_labels_of_rows (&upload, &labels, error))
        && deid_engine_upload_finish (&upload, error);

  deid_engine_upload_clear (&upload);
  return success;
}

static gboolean
engine_labels_add_class (DeidEngineUpload *upload, const DeidPartition *partition,
                         const DeidEngineDigit *digits, guint32 number, GError **error)
{
  DeidLongText *sql = deid_engine_upload_begin_row (upload);
  guint64 sum = 0;

  for (guint a = 0; a < partition->lattice->n_attributes; a++)
    {
      if (a > 0 && digits[a].column > digits[a - 1].column)
        {
          deid_long_text_add (sql, "%" G_GUINT64_FORMAT ", ", sum);
          sum = 0;
        }
      sum += digits[a].factor * deid_codes_get (&partition->columns[a].labels, number);
    }
  deid_long_text_add (sql, "%" G_GUINT64_FORMAT, sum);
  return deid_engine_upload_end_row (upload, error);
}

gboolean
deid_engine_upload_kept (DeidEngine *engine, const char *name, const DeidPartition *partition,
                         GCancellable *cancellable, GError **error)
{
  const guint n = partition->lattice->n_attributes;
  const DeidDialectFacts *facts = deid_engine_get_facts (engine);
  g_autofree DeidEngineDigit *digits = deid_alloc (n, sizeof *digits, error);
  g_autoptr (GString) columns = g_string_new (NULL);
  DeidEngineUpload upload;
  gboolean success;

  if (digits == NULL)
    return FALSE;
  for (guint a = 0; a < n; a++)
    digits[a] = deid_engine_find_digit (partition, a);
  for (guint c = 0; c <= digits[n - 1].column; c++)
    g_string_append_printf (columns, "%sc%u %s%s", c > 0 ? ", " : "", c, facts->integer,
                            facts->not_null);
  success = deid_engine_upload_start (&upload, engine, name, columns->str, cancellable, error);
  for (guint32 i = 0; success && i < partition->n_classes; i++)
    success = partition->suppressed[i]
              || engine_labels_add_class (&upload, partition, digits, i, error);
  success = success && deid_engine_upload_finish (&upload, error);
  deid_engine_upload_clear (&upload);
  return success;
}
