/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a policy says of values and classes, as tables of the engine. */
#include "engine/engine-labels.h"

#include <string.h>

#include "base/memory.h"
#include "engine/engine-upload.h"
#include "lattice/lattice-private.h"

static gboolean
add_label (DeidEngineUpload *upload, const char *value, guint32 number, const char *label,
           GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (upload->engine);
  DeidLongText *sql = deid_engine_upload_begin_row (upload);

  deid_dialect_add_key_literal (facts, sql, value);
  deid_long_text_add (sql, ", %u, ", number);
  if (label != NULL)
    deid_dialect_add_literal (facts, sql, label);
  else
    deid_long_text_add (sql, "NULL");
  return deid_engine_upload_end_row (upload, error);
}

/* Both NULL and the empty text are missing. */
static gboolean
add_labels (DeidEngineUpload *upload, const DeidPartitionColumn *labelled, const char *value,
            guint32 number, GError **error)
{
  const char *label = labelled->texts[number];

  return add_label (upload, value, number, label, error)
         && (value != NULL || add_label (upload, "", number, label, error));
}

/* Returns: (transfer full): the label of each code, %DEID_NO_CODE of those that no row has. */
static guint32 *
list_labels (const DeidPartition *partition, guint attribute, const DeidColumn *column,
             GError **error)
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
add_labels_of_rows (DeidEngineUpload *upload, const DeidPartitionColumn *labelled,
                    const DeidDictionary *values, const guint32 *labels, GError **error)
{
  for (guint32 code = 0; code < values->n; code++)
    if (labels[code] != DEID_NO_CODE
        && !add_labels (upload, labelled, deid_dictionary_get (values, code), labels[code], error))
      return FALSE;
  return TRUE;
}

/* Adds those of all values of the table, each of which has a row of the value that stands for it.
 */
static gboolean
add_labels_of_levels (DeidEngineUpload *upload, const DeidPartitionColumn *labelled,
                      const DeidDictionary *values, const guint32 *labels,
                      const DeidEngineLevels *levels, GError **error)
{
  const DeidDictionary *all = &deid_engine_levels_get_column (levels)->dictionary;
  g_autofree guint32 *groups = deid_engine_levels_list_groups (levels, levels->level, error);

  for (guint32 code = 0; groups != NULL && code < all->n; code++)
    {
      const char *stands = deid_dictionary_get (all, groups[code]);
      const guint32 own = stands != NULL ? deid_dictionary_find (values, stands, strlen (stands))
                                         : values->missing;

      if (own != DEID_NO_CODE && labels[own] != DEID_NO_CODE
          && !add_labels (upload, labelled, deid_dictionary_get (all, code), labels[own], error))
        return FALSE;
    }
  return groups != NULL;
}

gboolean
deid_engine_upload_labels (DeidEngine *engine, const char *name, const DeidPartition *partition,
                           guint attribute, const DeidEngineLevels *levels,
                           GCancellable *cancellable, GError **error)
{
  const DeidPartitionColumn *labelled = &partition->columns[attribute];
  const DeidAttribute *bound = &partition->lattice->attributes[attribute];
  const DeidColumn *column = &bound->table->columns[bound->column];
  const DeidDictionary *values = &column->dictionary;
  g_autofree guint32 *labels = list_labels (partition, attribute, column, error);
  g_autofree char *columns = g_strdup_printf ("v %s %s, n integer NOT NULL, label text",
                                              deid_engine_get_facts (engine)->text,
                                              deid_engine_get_facts (engine)->unique);
  DeidEngineUpload upload = { 0 };
  const gboolean success
      = labels != NULL
        && deid_engine_upload_start (&upload, engine, name, columns, cancellable, error)
        && (levels != NULL ? add_labels_of_levels (&upload, labelled, values, labels, levels, error)
                           : add_labels_of_rows (&upload, labelled, values, labels, error))
        && deid_engine_upload_finish (&upload, error);

  deid_engine_upload_clear (&upload);
  return success;
}

static gboolean
add_class (DeidEngineUpload *upload, const DeidPartition *partition, guint32 number, GError **error)
{
  DeidLongText *sql = deid_engine_upload_begin_row (upload);

  for (guint a = 0; a < partition->lattice->n_attributes; a++)
    deid_long_text_add (sql, "%s%u", a > 0 ? ", " : "",
                        deid_codes_get (&partition->columns[a].labels, number));
  return deid_engine_upload_end_row (upload, error);
}

gboolean
deid_engine_upload_kept (DeidEngine *engine, const char *name, const DeidPartition *partition,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) columns = g_string_new ("c0 integer NOT NULL");
  DeidEngineUpload upload;
  gboolean success;

  for (guint a = 1; a < partition->lattice->n_attributes; a++)
    g_string_append_printf (columns, ", c%u integer NOT NULL", a);
  success = deid_engine_upload_start (&upload, engine, name, columns->str, cancellable, error);
  for (guint32 i = 0; success && i < partition->n_classes; i++)
    success = partition->suppressed[i] || add_class (&upload, partition, i, error);
  success = success && deid_engine_upload_finish (&upload, error);
  deid_engine_upload_clear (&upload);
  return success;
}
