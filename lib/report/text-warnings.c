/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for released texts that say who a person is. */
#include <string.h>

#include "base/memory.h"
#include "release/released-column.h"
#include "report/warnings-private.h"
#include "suggestion/column-kinds.h"
#include "suggestion/value-patterns.h"

/* Shorter names and numbers of persons stand in texts by accident. */
#define SHORTEST_NAME 4

/* Besides what deid_text_find_persons() finds: what the row has in a column that is not released.
 */
#define HAS_OWN_NAME 8

static const struct
{
  guint sign;
  const char *what;
} found_signs[] = {
  { HAS_OWN_NAME, "the name or number that the record has in a column that is not released" },
  { DEID_TEXT_HAS_NAME, "a name behind a title" },
  { DEID_TEXT_HAS_TELEPHONE, "a telephone number" },
  { DEID_TEXT_HAS_EMAIL, "an e-mail address" },
};

/* Tells whether a text of several words has one of the words of a name, or of a number. */
static gboolean
has_own_name (const char *text, const char *name)
{
  g_auto (GStrv) words = g_strsplit_set (name, " ,.;", -1);
  gboolean is_found = FALSE;

  for (guint i = 0; !is_found && words[i] != NULL; i++)
    {
      const gsize length = strlen (words[i]);

      for (const char *p = length >= SHORTEST_NAME ? strstr (text, words[i]) : NULL;
           !is_found && p != NULL; p = strstr (p + 1, words[i]))
        is_found = (p == text || !(g_ascii_isalnum (p[-1]) || (guchar) p[-1] >= 0x80))
                   && !(g_ascii_isalnum (p[length]) || (guchar) p[length] >= 0x80);
    }
  return is_found;
}

/* Returns: (transfer container): the columns of names and numbers of persons, which are not
 * released. */
static GPtrArray *
text_warnings_list_names (const DeidTableSource *table)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint c = 0; c < table->n_columns; c++)
    {
      const DeidColumn *column = &table->columns[c];
      const DeidKind kind = deid_kind_from_name (column->name, NULL, NULL);

      if ((column->role == DEID_ROLE_IDENTIFYING || column->role == DEID_ROLE_ENTITY)
          && column->n_joined == 0
          && (kind == DEID_KIND_NAME || kind == DEID_KIND_PERSON || kind == DEID_KIND_RECORD_NUMBER
              || kind == DEID_KIND_SOCIAL_SECURITY))
        g_ptr_array_add (names, (gpointer) column);
    }
  return names;
}

static gboolean
warn_of_found (const DeidWarningScan *scan, const DeidColumn *column, guint64 n_records,
               guint found, GError **error)
{
  DeidLongText text = { 0 };
  guint n = 0;

  deid_long_text_add (&text,
                      "%" G_GUINT64_FORMAT " released record%s a text in column '%s' that seems "
                      "to have ",
                      n_records, n_records == 1 ? " has" : "s have", deid_column_show (column));
  for (guint i = 0; i < G_N_ELEMENTS (found_signs); i++)
    if ((found & found_signs[i].sign) != 0)
      deid_long_text_add (&text, "%s%s", n++ > 0 ? ", or " : "", found_signs[i].what);
  deid_long_text_add (&text, ": take it out of the texts, or do not release the column");
  return deid_warning_scan_add (scan, "persons-in-texts", column->name, n_records, &text, error);
}

static gboolean
warn_of_column_texts (const DeidWarningScan *scan, const DeidReleasedColumn *column,
                      const GPtrArray *names, GError **error)
{
  const DeidPartition *partition = scan->partition;
  g_autofree guint8 *found_in = deid_alloc ((guint64) column->n_labels + 1, 1, error);
  guint64 n_records = 0;
  guint found = 0;

  for (guint32 label = 0; found_in != NULL && label < column->n_labels; label++)
    {
      const char *text = deid_released_column_get_text (column, label);

      if (!deid_stop_check_value (scan->stop, label, error))
        return FALSE;
      found_in[label] = text != NULL ? (guint8) deid_text_find_persons (text) : 0;
    }
  for (guint64 row = 0; found_in != NULL && row < partition->n_rows; row++)
    {
      const guint32 label = deid_released_column_is_of_class (column)
                                ? deid_released_column_get_class_label (
                                    column, partition, partition->class_of_row[row])
                                : deid_released_column_get_label (
                                    column, partition, partition->class_of_row[row], row);
      const char *text;
      guint own = found_in[label];

      if (!deid_stop_check_row (scan->stop, row, error))
        return FALSE;
      if (deid_partition_suppresses (partition, row)
          || (text = deid_released_column_get_text (column, label)) == NULL)
        continue;
      for (guint i = 0; strchr (text, ' ') != NULL && i < names->len; i++)
        {
          const char *name = deid_column_get (g_ptr_array_index (names, i), row);

          own |= name != NULL && has_own_name (text, name) ? HAS_OWN_NAME : 0;
        }
      found |= own;
      n_records += own != 0 ? deid_table_source_get_weight (scan->table, row) : 0;
    }
  return found_in != NULL
         && (n_records == 0 || warn_of_found (scan, column->source, n_records, found, error));
}

gboolean
deid_warn_of_persons_in_texts (const DeidWarningScan *scan, GError **error)
{
  g_autoptr (GPtrArray) names = text_warnings_list_names (scan->table);
  g_autoptr (DeidReleaseOptions) options
      = deid_release_options_use (scan->problem->release_options);
  DeidReleasedColumns columns;
  gboolean success
      = deid_released_columns_init (&columns, scan->partition, options, FALSE, scan->stop, error);

  for (guint c = 0; success && c < columns.n; c++)
    success = deid_released_column_is_computed (&columns.items[c])
              || columns.items[c].source->type == DEID_COLUMN_TYPE_DATE
              || warn_of_column_texts (scan, &columns.items[c], names, error);
  deid_released_columns_clear (&columns);
  return success;
}
