/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Levels of a quasi-identifier, and the values that stand for its labels. */
#include "engine/engine-levels.h"

#include "base/memory.h"
#include "base/text.h"
#include "lattice/lattice-private.h"
#include "table/dataset-view.h"

DeidEngineLevels *
deid_engine_levels_new (DeidHierarchy *hierarchy, const char *column, guint lowest, guint highest,
                        GError **error)
{
  const guint top = deid_hierarchy_get_n_levels (hierarchy) - 1;
  DeidEngineLevels *levels;

  if (highest == G_MAXUINT)
    highest = top;
  if (lowest > highest || highest > top)
    {
      g_autofree char *shown = deid_text_show (column, -1);

      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "levels %u to %u of '%s', expected a range within 0 to %u", lowest, highest,
                   shown, top);
      return NULL;
    }
  levels = g_new0 (DeidEngineLevels, 1);
  levels->given = deid_hierarchy_ref (hierarchy);
  levels->lowest = lowest;
  levels->level = lowest;
  levels->highest = highest;
  return levels;
}

void
deid_engine_levels_free (DeidEngineLevels *levels)
{
  if (levels == NULL)
    return;
  g_clear_pointer (&levels->lattice, deid_lattice_unref);
  g_clear_pointer (&levels->values, deid_dataset_unref);
  deid_hierarchy_unref (levels->given);
  g_free (levels);
}

gboolean
deid_engine_levels_take_values (DeidEngineLevels *levels, DeidDataset *values,
                                GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) taken = values;
  g_autoptr (DeidLattice) lattice = deid_lattice_new (taken);

  if (!deid_lattice_add_quasi_identifier (lattice, deid_dataset_get_column_name (taken, 0),
                                          levels->given, cancellable, error))
    return FALSE;
  g_clear_pointer (&levels->lattice, deid_lattice_unref);
  g_clear_pointer (&levels->values, deid_dataset_unref);
  levels->values = g_steal_pointer (&taken);
  levels->lattice = g_steal_pointer (&lattice);
  return TRUE;
}

DeidHierarchy *
deid_engine_levels_get_hierarchy (const DeidEngineLevels *levels)
{
  return levels->lattice != NULL ? deid_lattice_get_hierarchy (levels->lattice, 0) : levels->given;
}

const DeidColumn *
deid_engine_levels_get_column (const DeidEngineLevels *levels)
{
  return deid_dataset_get_column (levels->values, 0);
}

guint32 *
deid_engine_levels_list_groups (const DeidEngineLevels *levels, guint level, GError **error)
{
  const DeidRecoding *recoding = &levels->lattice->attributes[0].levels[level];
  const DeidDictionary *values = &deid_engine_levels_get_column (levels)->dictionary;
  g_autofree guint32 *first = deid_alloc (recoding->n_labels, sizeof *first, error);
  guint32 *groups = first != NULL ? deid_alloc (values->n, sizeof *groups, error) : NULL;

  if (groups == NULL)
    return NULL;
  for (guint32 code = values->n; code-- > 0;)
    first[recoding->labels[code]] = code;
  if (values->missing != DEID_NO_CODE)
    first[recoding->labels[values->missing]] = values->missing;
  for (guint32 code = 0; code < values->n; code++)
    groups[code] = first[recoding->labels[code]];
  return groups;
}

gboolean
deid_engine_levels_compute_loss (const DeidEngineLevels *levels, guint level, double *loss,
                                 GError **error)
{
  const DeidAttribute *attribute = &levels->lattice->attributes[0];
  const DeidRecoding *recoding = &attribute->levels[level];
  const DeidColumn *column = deid_engine_levels_get_column (levels);
  const guint64 n_rows = deid_dataset_get_n_rows (levels->values);
  g_autofree guint64 *weights = deid_dataset_list_weights (levels->values, error);
  double sum = 0, n_records = 0;

  if (weights == NULL)
    return FALSE;
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 label = recoding->labels[deid_codes_get (&column->codes, row)];

      sum += (double) weights[row] * (double) (recoding->n_leaves[label] - 1);
      n_records += (double) weights[row];
    }
  *loss = attribute->n_leaves > 1 && n_records > 0
              ? sum / ((double) (attribute->n_leaves - 1) * n_records)
              : 0;
  return TRUE;
}
