/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/class-sums-group.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

static gboolean
class_sums_group_number_rows (DeidClassSums *sums, GError **error)
{
  const guint64 n = sums->table->rows->n;

  if (!deid_codes_alloc (&sums->row_numbers, n, G_MAXUINT32, error))
    return FALSE;
  for (guint64 row = 0; row < n; row++)
    deid_codes_set (&sums->row_numbers, row, (guint32) row);
  return TRUE;
}

gboolean
deid_class_sums_widen (DeidClassSums *sums, GError **error)
{
  const DeidRows *rows = sums->table->rows;
  DeidRows *wide = &sums->wide;
  guint n;

  sums->form.is_used = deid_form_sums_find (&sums->form.form, sums->loss, sums->table);
  sums->n_labelled = deid_class_sums_takes_sizes (sums) ? 0 : rows->n_attributes;
  if (!deid_roll_up_init (&sums->roll_up, sums->n_dimensions, rows->n, error)
      || !deid_fused_columns_init (&sums->fused, rows, sums->table->attributes, error)
      || (sums->form.is_used
          && !deid_form_sums_init (&sums->form, sums->loss, rows, &sums->fused, error)))
    return FALSE;
  *wide = *rows;
  n = sums->n_labelled;
  if (!deid_new_arrays (error, DEID_NEW (wide->codes, (guint64) n + sums->fused.n_columns
                                                          + sums->table->n_columns + 2)))
    return FALSE;
  memcpy (wide->codes, rows->codes, n * sizeof *rows->codes);
  for (guint c = 0; c < sums->fused.n_columns; c++)
    wide->codes[n++] = &sums->fused.columns[c];
  wide->n_attributes = n;
  if (deid_class_sums_takes_sizes (sums))
    return TRUE;
  sums->first_asked = n;
  for (guint c = 0; c < sums->table->n_columns; c++)
    wide->codes[n++] = sums->table->columns[c].codes;
  if (sums->table->entities != NULL)
    wide->codes[n++] = sums->table->entities;
  sums->n_asked = n - sums->first_asked;
  if (!class_sums_group_number_rows (sums, error))
    return FALSE;
  wide->codes[n++] = &sums->row_numbers;
  wide->n_attributes = n;
  return TRUE;
}

static gboolean
class_sums_group_start (DeidClassSums *sums, const DeidClassSource *source, const DeidLevel *levels,
                        const DeidStop *stop, GError **error)
{
  const DeidRowClasses classes = deid_row_classes_of_grouping (&sums->grouping, levels);

  return deid_class_costs_start (&sums->costs, source, &classes, stop, error);
}

DeidRows
deid_class_sums_get_fused (const DeidClassSums *sums, const DeidRows *rows)
{
  DeidRows fused = *rows;

  fused.n_attributes = sums->fused.n_columns;
  fused.codes += sums->n_labelled;
  return fused;
}

gboolean
deid_class_sums_group_fused (DeidClassSums *sums, const DeidRows *rows, const DeidLevel *levels,
                             const DeidStop *stop, GError **error)
{
  const DeidRows fused = deid_class_sums_get_fused (sums, rows);

  return deid_grouping_run (&sums->grouping, &fused,
                            deid_fused_columns_recode (&sums->fused, levels), stop, error);
}

gboolean
deid_class_sums_group_wide (DeidClassSums *sums, const DeidRows *rows, const DeidLevel *levels,
                            const DeidStop *stop, GError **error)
{
  DeidClassSource source = *sums->table;

  sums->labelled = *rows;
  sums->labelled.n_attributes = sums->n_labelled;
  for (guint c = 0; c < source.n_columns; c++)
    sums->columns[c].codes = rows->codes[sums->first_asked + c];
  if (source.entities != NULL)
    source.entities = rows->codes[sums->first_asked + source.n_columns];
  source.columns = sums->columns;
  source.rows = &sums->labelled;
  return deid_class_sums_group_fused (sums, rows, levels, stop, error)
         && class_sums_group_start (sums, &source, levels, stop, error);
}

gboolean
deid_class_sums_group_table (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop,
                             GError **error)
{
  const DeidClassSource *table = sums->table;

  return deid_grouping_run (&sums->grouping, table->rows, deid_recoder_set (&sums->recoder, levels),
                            stop, error)
         && class_sums_group_start (sums, table, levels, stop, error);
}

const DeidRows *
deid_class_sums_find_rows (DeidClassSums *sums, const DeidLevel *levels)
{
  const DeidRows *rows = deid_roll_up_find (&sums->roll_up, levels);

  return rows != NULL ? rows : &sums->wide;
}

gboolean
deid_class_sums_group (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop,
                       const DeidRows **rows, GError **error)
{
  *rows = sums->rolls_up ? deid_class_sums_find_rows (sums, levels) : sums->table->rows;
  return sums->rolls_up ? deid_class_sums_group_wide (sums, *rows, levels, stop, error)
                        : deid_class_sums_group_table (sums, levels, stop, error);
}

/* Makes sure of labels that are the codes themselves. */
static gboolean
reserve_identity (DeidClassSums *sums, guint64 n, GError **error)
{
  const guint64 before = sums->identity_capacity;

  if (!deid_grow ((gpointer *) &sums->identity, &sums->identity_capacity, n, sizeof *sums->identity,
                  error))
    return FALSE;
  for (guint64 i = before; i < sums->identity_capacity; i++)
    sums->identity[i] = (guint32) i;
  return TRUE;
}

/* Splits the classes by all that the model asks for, so that generalizations can be asked about the
 * parts. */
static gboolean
split_classes (DeidClassSums *sums, const DeidRows *rows, const DeidStop *stop, GError **error)
{
  const DeidClassSource *table = sums->table;
  const DeidCodes classes
      = { .data = sums->grouping.class_of_row, .n = rows->n, .width = sizeof (guint32) };
  const guint n = sums->n_asked + 1;
  g_autofree const DeidCodes **codes = NULL;
  g_autofree DeidRecoding *recodings = NULL;
  g_autofree const DeidRecoding **list = NULL;
  DeidRows parts = *rows;
  guint32 greatest = sums->grouping.n_classes;

  if (!deid_new_arrays (error, DEID_NEW (codes, n), DEID_NEW (recodings, n), DEID_NEW (list, n)))
    return FALSE;
  parts.n_attributes = n;
  parts.codes = codes;
  for (guint i = 0; i < n; i++)
    {
      codes[i] = i == 0 ? &classes : rows->codes[sums->first_asked + i - 1];
      recodings[i].n_labels = i == 0                     ? sums->grouping.n_classes
                              : i - 1 < table->n_columns ? table->columns[i - 1].n_values
                                                         : table->n_entities;
      greatest = MAX (greatest, recodings[i].n_labels);
      list[i] = &recodings[i];
    }
  if (!reserve_identity (sums, greatest, error))
    return FALSE;
  for (guint i = 0; i <= sums->n_asked; i++)
    recodings[i].labels = sums->identity;
  return deid_grouping_run (&sums->parts, &parts, list, stop, error);
}

gboolean
deid_class_sums_keep (DeidClassSums *sums, const DeidLevel *levels, const DeidRows *rows,
                      const DeidStop *stop, GError **error)
{
  if (!sums->rolls_up || rows->n < 2 * (guint64) sums->grouping.n_classes)
    return TRUE;
  if (sums->n_asked == 0)
    return deid_roll_up_keep (&sums->roll_up, levels, rows, &sums->grouping, error);
  return split_classes (sums, rows, stop, error)
         && deid_roll_up_keep (&sums->roll_up, levels, rows, &sums->parts, error);
}
