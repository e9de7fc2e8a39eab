/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/coarse-column.h"

#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/hierarchy-notes.h"
#include "table/dataset-notes.h"
#include "table/dataset-view.h"

static void
free_coarsening (gpointer data)
{
  DeidCoarsening *coarsening = data;

  g_clear_pointer (&coarsening->whole, deid_hierarchy_unref);
  g_clear_pointer (&coarsening->above, deid_hierarchy_unref);
  g_free (coarsening->type);
  g_free (coarsening);
}

const DeidCoarsening *
deid_column_get_coarsening (const DeidColumn *column)
{
  return column->coarsening;
}

/* Makes the hierarchy whose leaves are the labels of the level. */
static gboolean
make_above (DeidCoarsening *coarsening, GError **error)
{
  const DeidHierarchy *whole = coarsening->whole;
  const DeidDictionary *labels = &whole->levels[coarsening->level].labels;
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autofree const char **row = deid_alloc (whole->n_levels + 1, sizeof *row, error);

  if (coarsening->level + 1 == whole->n_levels)
    return row != NULL;
  builder->is_of_cells = TRUE;
  for (guint32 label = 0; row != NULL && label < labels->n; label++)
    {
      guint32 code = label;
      guint n = 0;

      for (guint level = coarsening->level; level < whole->n_levels; level++)
        {
          row[n++] = deid_dictionary_get (&whole->levels[level].labels, code);
          code = level + 1 < whole->n_levels ? whole->levels[level].parents[code] : code;
        }
      row[n] = NULL;
      if (!deid_hierarchy_builder_add (builder, row, label + 1, error))
        return FALSE;
    }
  coarsening->above = row != NULL ? deid_hierarchy_builder_build (builder, error) : NULL;
  return coarsening->above != NULL;
}

/* Returns: (nullable): the text that a leaf has on the level. */
static const char *
get_coarse_text (const DeidCoarsening *coarsening, guint32 code)
{
  const DeidHierarchyLevel *levels = coarsening->whole->levels;
  const char *text;

  if (code == DEID_NO_CODE)
    return NULL;
  for (guint level = 0; level < coarsening->level; level++)
    code = levels[level].parents[code];
  text = deid_dictionary_get (&levels[coarsening->level].labels, code);
  return text != NULL && text[0] != '\0' ? text : NULL;
}

static gboolean
check_coarse_level (const DeidHierarchy *hierarchy, guint level, GError **error)
{
  if (level < hierarchy->n_levels)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: there is no level %u, expected at most %u", hierarchy->name, level,
                    hierarchy->n_levels - 1);
}

static void
note_level (DeidDataset *dataset, const DeidColumn *column, const DeidCoarsening *coarsening)
{
  DeidLongText text = { 0 };
  g_autofree char *level = NULL;
  guint64 n = column->codes.n;

  if (coarsening->level == 0)
    return;
  for (guint64 row = 0; row < column->codes.n; row++)
    n -= deid_codes_get (&column->codes, row) == column->dictionary.missing;
  deid_hierarchy_add_level_name (coarsening->whole, coarsening->level, &text);
  level = deid_long_text_end (&text, NULL);
  deid_dataset_add_note (dataset, "values-coarser", column->name, n,
                         "'%s': its values are judged and released on level %u of %u of its "
                         "hierarchy (%s), as levels= says",
                         deid_column_show (column), coarsening->level,
                         coarsening->whole->n_levels - 1, level != NULL ? level : "");
}

/* Says what the hierarchy made of the values, which are there no more afterwards. */
static void
note_reading (DeidDataset *dataset, const DeidTableSource *table, const DeidColumn *column,
              const DeidHierarchy *hierarchy)
{
  DeidHierarchyNotes notes;

  deid_hierarchy_notes_init (&notes, hierarchy, table, column);
  for (guint i = 0; i < notes.n; i++)
    deid_dataset_add_note (dataset, notes.items[i].code, column->name, notes.items[i].n_records,
                           "%s", notes.items[i].text);
  deid_hierarchy_notes_clear (&notes);
}

static gboolean
put_labels (DeidDataset *dataset, guint number, const DeidColumn *column,
            DeidCoarsening *coarsening, const guint32 *leaves, const DeidStop *stop, GError **error)
{
  g_autofree const char **texts = deid_alloc (column->dictionary.n, sizeof *texts, error);

  for (guint32 code = 0; texts != NULL && code < column->dictionary.n; code++)
    texts[code] = get_coarse_text (coarsening, leaves[code]);
  return texts != NULL
         && deid_dataset_put_labels (dataset, number, texts, coarsening->level == 0, coarsening,
                                     free_coarsening, stop, error);
}

static gboolean
coarsen_column (DeidDataset *dataset, guint number, const DeidTableSource *table,
                DeidHierarchy *hierarchy, DeidCoarsening *coarsening, const DeidStop *stop,
                GError **error)
{
  const DeidColumn *column = deid_dataset_get_column (dataset, number);
  g_autofree guint32 *leaves = deid_alloc (column->dictionary.n, sizeof *leaves, error);

  if (column->type != DEID_COLUMN_TYPE_TEXT)
    coarsening->type = g_strjoin (" ", deid_enum_get_name ("DeidColumnType", (int) column->type),
                                  column->stated_format, NULL);
  if (leaves != NULL)
    coarsening->whole = deid_hierarchy_bind_column (hierarchy, table, column, leaves, stop, error);
  if (coarsening->whole == NULL
      || !deid_hierarchy_check_values (coarsening->whole, table, column, leaves,
                                       deid_hierarchy_advise (coarsening->whole), error)
      || !check_coarse_level (coarsening->whole, coarsening->level, error)
      || !make_above (coarsening, error))
    return FALSE;
  note_reading (dataset, table, column, coarsening->whole);
  if (!put_labels (dataset, number, column, coarsening, leaves, stop, error))
    return FALSE;
  note_level (dataset, column, coarsening);
  return TRUE;
}

static gboolean
coarsen_new (DeidDataset *dataset, guint number, DeidHierarchy *hierarchy, guint level,
             const DeidStop *stop, GError **error)
{
  DeidCoarsening *coarsening;
  DeidTableSource table;
  gboolean success;

  if (!deid_table_source_init (&table, dataset, error))
    return FALSE;
  coarsening = g_new0 (DeidCoarsening, 1);
  coarsening->level = level;
  success = coarsen_column (dataset, number, &table, hierarchy, coarsening, stop, error);
  if (!success)
    free_coarsening (coarsening);
  deid_table_source_clear (&table);
  return success;
}

gboolean
deid_hierarchy_has_notations (const DeidHierarchy *hierarchy)
{
  return hierarchy->rule != NULL && deid_rule_has_notations (hierarchy->rule);
}

gboolean
deid_dataset_coarsen (DeidDataset *dataset, const char *name, DeidHierarchy *hierarchy, guint level,
                      GCancellable *cancellable, GError **error)
{
  const DeidCoarsening *before;
  guint number;

  if (!deid_dataset_find_column (dataset, name, &number, error))
    return FALSE;
  before = deid_column_get_coarsening (deid_dataset_get_column (dataset, number));
  if (before == NULL)
    return coarsen_new (dataset, number, hierarchy, level, DEID_STOP_OF (cancellable), error);
  if (before->level == level)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the values of the column are on level %u by now, expected the same level",
                    before->level);
}
