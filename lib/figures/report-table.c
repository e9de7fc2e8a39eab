/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The tables of a report, and each as a dataset. */
#include "figures/report-private.h"

#include "base/memory.h"
#include "base/text.h"

#include <deid/deid-column-types.h>
#include <deid/deid-dataset.h>

#include <string.h>

static void
report_column_clear (gpointer column)
{
  g_free (((DeidReportColumn *) column)->path);
}

static guint
report_table_count_entries (const DeidReportKind *kind, const char *prefix, gsize length)
{
  guint n = 0;

  for (guint i = 0; i < kind->n_figures; i++)
    n += strncmp (kind->catalogue[i].name, prefix, length) == 0 ? 1 : 0;
  return n;
}

/* Adds the column of a catalogue's entry, once for a pair, which has the unit of the second figure.
 * Returns: FALSE if the entry is of a table that is no list. */
static gboolean
add_column (GArray *columns, const DeidReportKind *kind, const DeidFigure *figure, gsize prefix)
{
  const char *name = figure->name + prefix, *within = strstr (name, "[]");
  DeidReportColumn column = { .figure = figure };
  DeidReportColumn *last
      = columns->len > 0 ? &g_array_index (columns, DeidReportColumn, columns->len - 1) : NULL;

  if (within != NULL && within[2] == '.'
      && (strstr (within + 2, "[]") != NULL
          || report_table_count_entries (kind, figure->name, (gsize) (within + 3 - figure->name))
                 != 2))
    return FALSE;
  column.path = g_strndup (name, within != NULL ? (gsize) (within - name) : strlen (name));
  if (last == NULL || !g_str_equal (last->path, column.path))
    g_array_append_val (columns, column);
  else
    {
      last->figure = figure;
      g_free (column.path);
    }
  return TRUE;
}

GArray *
deid_report_list_columns (const DeidReportKind *kind, const char *table, gboolean *has_tables)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (DeidReportColumn));
  g_autofree char *prefix = g_strconcat (table, "[].", NULL);

  *has_tables = FALSE;
  g_array_set_clear_func (columns, report_column_clear);
  for (guint i = 0; i < kind->n_figures; i++)
    if (g_str_has_prefix (kind->catalogue[i].name, prefix)
        && !add_column (columns, kind, &kind->catalogue[i], strlen (prefix)))
      *has_tables = TRUE;
  return columns;
}

const DeidFigureNode *
deid_report_get_row (const DeidReport *report, const DeidFigureNode *table, guint64 row)
{
  return &report->figures.nodes[report->figures.rows[table->value.rows.first + row]];
}

/* A table as a dataset. */

typedef struct
{
  const DeidReport *report;
  const DeidFigureNode *table;
  DeidDataset *dataset;
  GCancellable *cancellable;
} DatasetMaker;

static const DeidFigureNode *
find_present (const DatasetMaker *maker, guint64 row, const char *path)
{
  const DeidFigureNode *node = deid_figures_find_within (
      &maker->report->figures, deid_report_get_row (maker->report, maker->table, row), path);

  return node != NULL && node->state == DEID_FIGURE_STATE_PRESENT ? node : NULL;
}

/* Returns: the value in a row as a text, or NULL. */
static char *
make_value (const DatasetMaker *maker, guint64 row, const char *path, DeidColumnType *type,
            GError **error)
{
  const DeidFigureNode *node = find_present (maker, row, path);
  DeidLongText text = { 0 };

  if (node == NULL)
    return NULL;
  if (node->kind == DEID_FIGURE_KIND_COUNT || node->kind == DEID_FIGURE_KIND_FLAG)
    *type = DEID_COLUMN_TYPE_INTEGER;
  else if (node->kind == DEID_FIGURE_KIND_NUMBER)
    *type = DEID_COLUMN_TYPE_DECIMAL;
  deid_figures_add_plain (&maker->report->figures, node, &text);
  return deid_long_text_end (&text, error);
}

static gboolean
maker_add_values (const DatasetMaker *maker, const char *path, GError **error)
{
  const guint64 n = maker->table->value.rows.n;
  DeidColumnType type = DEID_COLUMN_TYPE_TEXT;
  g_autofree char **values = deid_alloc (n, sizeof *values, error);
  GError *problem = NULL;
  gboolean success;

  if (values == NULL)
    return FALSE;
  for (guint64 i = 0; i < n && problem == NULL; i++)
    values[i] = make_value (maker, i, path, &type, &problem);
  success = problem == NULL
            && deid_dataset_add_string_column (maker->dataset, path, (const char *const *) values,
                                               n, maker->cancellable, &problem)
            && deid_dataset_set_column_type (maker->dataset, path, type, NULL, &problem)
            && deid_dataset_set_role (maker->dataset, path, DEID_ROLE_INSENSITIVE, &problem);
  for (guint64 i = 0; i < n; i++)
    g_free (values[i]);
  if (!success)
    g_propagate_error (error, problem);
  return success;
}

/* Returns: the length of a list of single figures that is the same in all rows, or 0. */
static guint32
find_length (const DatasetMaker *maker, const char *path)
{
  guint32 length = 0;

  for (guint64 i = 0; i < maker->table->value.rows.n; i++)
    {
      const DeidFigureNode *list = find_present (maker, i, path);

      if (list == NULL || list->kind != DEID_FIGURE_KIND_TABLE || list->value.rows.n == 0
          || list[1].kind == DEID_FIGURE_KIND_GROUP || (length > 0 && list->value.rows.n != length))
        return 0;
      length = list->value.rows.n;
    }
  return length;
}

static gboolean
maker_add_column (const DatasetMaker *maker, const char *path, GError **error)
{
  const guint32 length = find_length (maker, path);

  if (length == 0)
    return maker_add_values (maker, path, error);
  for (guint32 i = 0; i < length; i++)
    {
      g_autofree char *item = g_strdup_printf ("%s[%u]", path, i);

      if (!maker_add_values (maker, item, error))
        return FALSE;
    }
  return TRUE;
}

DeidDataset *
deid_report_new_dataset (const DeidReport *report, const char *name, GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (GArray) columns = NULL;
  g_autofree char *general = NULL;
  DatasetMaker maker = { .report = report, .cancellable = cancellable };
  gboolean has_tables;

  g_return_val_if_fail (report != NULL && name != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  general = deid_report_generalize (name);
  columns = deid_report_list_columns (report->kind, general, &has_tables);
  maker.table = deid_figures_find (&report->figures, name);
  if (maker.table == NULL || maker.table->kind != DEID_FIGURE_KIND_TABLE
      || maker.table->state != DEID_FIGURE_STATE_PRESENT || columns->len == 0)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "the report on %s has no table '%s' with figures", report->kind->name,
                           name);
  maker.dataset = dataset = deid_dataset_new (name);
  for (guint c = 0; c < columns->len; c++)
    if (!maker_add_column (&maker, g_array_index (columns, DeidReportColumn, c).path, error))
      return NULL;
  return g_steal_pointer (&dataset);
}
