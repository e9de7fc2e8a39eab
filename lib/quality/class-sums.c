/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a policy is bounded by, given the records that all its generalizations of interest suppress,
 * is the sum of the bounds of all its classes, with what the classes of those records cost in the
 * place of their bounds. The former does not depend on what is suppressed and is kept; the latter
 * takes a grouping of those rows alone. */
#include "quality/class-sums.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

#define MAX_KNOWN        131072
#define MAX_KNOWN_LEVELS (1 << 22)

static gboolean
number_rows (DeidClassSums *sums, GError **error)
{
  const guint64 n = sums->table->rows->n;

  if (!deid_codes_alloc (&sums->row_numbers, n, G_MAXUINT32, error))
    return FALSE;
  for (guint64 row = 0; row < n; row++)
    deid_codes_set (&sums->row_numbers, row, (guint32) row);
  return TRUE;
}

static gboolean
widen (DeidClassSums *sums, GError **error)
{
  const DeidRows *rows = sums->table->rows;
  DeidRows *wide = &sums->wide;
  guint n = rows->n_attributes;

  if (!deid_roll_up_init (&sums->roll_up, sums->n_dimensions, rows->n, error)
      || !deid_fused_columns_init (&sums->fused, rows, sums->table->attributes, error)
      || !number_rows (sums, error))
    return FALSE;
  *wide = *rows;
  if (!deid_new_arrays (error, DEID_NEW (wide->codes, (guint64) n + sums->fused.n_columns
                                                          + sums->table->n_columns + 2)))
    return FALSE;
  memcpy (wide->codes, rows->codes, n * sizeof *rows->codes);
  for (guint c = 0; c < sums->fused.n_columns; c++)
    wide->codes[n++] = &sums->fused.columns[c];
  sums->first_asked = n;
  for (guint c = 0; c < sums->table->n_columns; c++)
    wide->codes[n++] = sums->table->columns[c].codes;
  if (sums->table->entities != NULL)
    wide->codes[n++] = sums->table->entities;
  sums->n_asked = n - sums->first_asked;
  wide->codes[n++] = &sums->row_numbers;
  wide->n_attributes = n;
  return TRUE;
}

gboolean
deid_class_sums_init (DeidClassSums *sums, const DeidLoss *loss, const DeidClassSource *table,
                      guint n_dimensions, GError **error)
{
  *sums = (DeidClassSums){ .loss = loss,
                           .table = table,
                           .n_dimensions = n_dimensions,
                           .rolls_up = table->rows->n_population == 0,
                           .max_known = CLAMP (MAX_KNOWN_LEVELS / n_dimensions, 1, MAX_KNOWN) };
  deid_policy_set_init (&sums->known, n_dimensions);
  sums->columns = deid_copy_array (table->columns, table->n_columns, sizeof *table->columns, error);
  return sums->columns != NULL
         && deid_recoder_init (&sums->recoder, table->attributes, table->rows->n_attributes, error)
         && deid_class_costs_init (&sums->costs, loss, table, error)
         && (sums->rolls_up ? widen (sums, error)
                            : deid_row_set_init (&sums->suppressed_set, table->rows->n, error));
}

static void
clear_suppressed (DeidClassSums *sums)
{
  for (guint c = 0; sums->suppressed_columns != NULL && c < sums->wide.n_attributes; c++)
    deid_codes_clear (&sums->suppressed_columns[c]);
  g_clear_pointer (&sums->suppressed_columns, g_free);
  g_clear_pointer (&sums->suppressed.codes, g_free);
  g_clear_pointer (&sums->suppressed.weights, g_free);
  sums->suppressed.n = 0;
}

void
deid_class_sums_clear (DeidClassSums *sums)
{
  clear_suppressed (sums);
  deid_class_costs_clear (&sums->costs);
  deid_recoder_clear (&sums->recoder);
  deid_grouping_clear (&sums->grouping);
  deid_grouping_clear (&sums->parts);
  deid_fused_columns_clear (&sums->fused);
  deid_codes_clear (&sums->row_numbers);
  if (sums->roll_up.snapshots != NULL)
    deid_roll_up_clear (&sums->roll_up);
  deid_row_set_clear (&sums->suppressed_set);
  deid_policy_set_clear (&sums->known);
  g_free (sums->bounds);
  g_free (sums->wide.codes);
  g_free (sums->columns);
  g_free (sums->identity);
}

static gboolean
start (DeidClassSums *sums, const DeidClassSource *source, const DeidLevel *levels,
       const DeidStop *stop, GError **error)
{
  const DeidRowClasses classes = deid_row_classes_of_grouping (&sums->grouping, levels);

  return deid_class_costs_start (&sums->costs, source, &classes, stop, error);
}

/* Groups rows with the columns of the wide ones, and makes their classes ready to be asked about.
 */
static gboolean
group_wide (DeidClassSums *sums, const DeidRows *rows, const DeidLevel *levels,
            const DeidStop *stop, GError **error)
{
  DeidClassSource source = *sums->table;
  DeidRows fused = *rows;

  sums->labelled = *rows;
  sums->labelled.n_attributes = sums->table->rows->n_attributes;
  fused.n_attributes = sums->fused.n_columns;
  fused.codes += sums->labelled.n_attributes;
  for (guint c = 0; c < source.n_columns; c++)
    sums->columns[c].codes = rows->codes[sums->first_asked + c];
  if (source.entities != NULL)
    source.entities = rows->codes[sums->first_asked + source.n_columns];
  source.columns = sums->columns;
  source.rows = &sums->labelled;
  return deid_grouping_run (&sums->grouping, &fused,
                            deid_fused_columns_recode (&sums->fused, levels), stop, error)
         && start (sums, &source, levels, stop, error);
}

static gboolean
group_table (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  const DeidClassSource *table = sums->table;

  return deid_grouping_run (&sums->grouping, table->rows, deid_recoder_set (&sums->recoder, levels),
                            stop, error)
         && start (sums, table, levels, stop, error);
}

/* Groups the whole table, or what a specialization made of it: @rows. */
static gboolean
group (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop, const DeidRows **rows,
       GError **error)
{
  *rows = sums->rolls_up ? deid_roll_up_find (&sums->roll_up, levels) : sums->table->rows;
  if (*rows == NULL)
    *rows = &sums->wide;
  return sums->rolls_up ? group_wide (sums, *rows, levels, stop, error)
                        : group_table (sums, levels, stop, error);
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

static gboolean
keep (DeidClassSums *sums, const DeidLevel *levels, const DeidRows *rows, const DeidStop *stop,
      GError **error)
{
  if (!sums->rolls_up || rows->n < 2 * (guint64) sums->grouping.n_classes)
    return TRUE;
  if (sums->n_asked == 0)
    return deid_roll_up_keep (&sums->roll_up, levels, rows, &sums->grouping, error);
  return split_classes (sums, rows, stop, error)
         && deid_roll_up_keep (&sums->roll_up, levels, rows, &sums->parts, error);
}

static gboolean
add_all (DeidClassSums *sums, DeidCostKind kind, const DeidStop *stop, DeidWide *sum,
         GError **error)
{
  for (guint32 number = 0; number < sums->grouping.n_classes; number++)
    if (!deid_stop_check_class (stop, number, error)
        || !deid_class_costs_add (&sums->costs, number, kind, sum, error))
      return FALSE;
  return TRUE;
}

/* The same, with the cost of what is suppressed and, of what is not, what @kind says. A class is
 * suppressed if its first row is; classes are numbered in the order of these. */
static gboolean
add_by_row (DeidClassSums *sums, const DeidRows *rows, DeidIsSuppressedFunc is_suppressed,
            gconstpointer data, DeidCostKind kind, const DeidStop *stop, DeidWide *sum,
            GError **error)
{
  const DeidCodes *numbers = sums->rolls_up ? rows->codes[sums->wide.n_attributes - 1] : NULL;
  guint32 number = 0;

  for (guint64 i = 0; number < sums->grouping.n_classes; i++)
    {
      const guint64 row = numbers != NULL ? deid_codes_get (numbers, i) : i;

      if (sums->grouping.class_of_row[i] != number)
        continue;
      if (!deid_stop_check_class (stop, number, error)
          || !deid_class_costs_add (&sums->costs, number,
                                    is_suppressed (row, data) ? DEID_COST_SUPPRESSED : kind, sum,
                                    error))
        return FALSE;
      number++;
    }
  return TRUE;
}

gboolean
deid_class_sums_measure (DeidClassSums *sums, const DeidLevel *levels,
                         DeidIsSuppressedFunc is_suppressed, gconstpointer data,
                         const DeidStop *stop, double *objective, GError **error)
{
  const DeidRows *rows;
  DeidWide sum = 0;

  if (!group (sums, levels, stop, &rows, error)
      || !add_by_row (sums, rows, is_suppressed, data, DEID_COST_KEPT, stop, &sum, error))
    return FALSE;
  *objective = (double) sum;
  return keep (sums, levels, rows, stop, error);
}

/* Forgets all bounds when they are too many. */
static gboolean
note_bound (DeidClassSums *sums, const DeidLevel *levels, DeidWide sum, GError **error)
{
  if (sums->known.n == sums->max_known)
    {
      deid_policy_set_clear (&sums->known);
      deid_policy_set_init (&sums->known, sums->n_dimensions);
    }
  if (!deid_grow ((gpointer *) &sums->bounds, &sums->bounds_capacity, sums->known.n + 1,
                  sizeof *sums->bounds, error))
    return FALSE;
  sums->bounds[sums->known.n] = sum;
  return deid_policy_set_add (&sums->known, levels, error);
}

static gboolean
sum_bounds (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop, DeidWide *sum,
            GError **error)
{
  const DeidRows *rows;
  guint64 number;

  *sum = 0;
  if (deid_policy_set_find (&sums->known, levels, &number))
    {
      *sum = sums->bounds[number];
      return TRUE;
    }
  return group (sums, levels, stop, &rows, error)
         && add_all (sums, DEID_COST_BOUND, stop, sum, error)
         && keep (sums, levels, rows, stop, error) && note_bound (sums, levels, *sum, error);
}

gboolean
deid_class_sums_get_bound (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop,
                           double *bound, GError **error)
{
  DeidWide sum = 0;

  if (deid_loss_has_bounds (sums->loss) && !sum_bounds (sums, levels, stop, &sum, error))
    return FALSE;
  *bound = (double) sum;
  return TRUE;
}

gboolean
deid_class_sums_set_suppressed (DeidClassSums *sums, const guint32 *rows, guint64 n, GError **error)
{
  const DeidRows *wide = &sums->wide;

  if (!sums->rolls_up)
    {
      deid_row_set_empty (&sums->suppressed_set);
      for (guint64 i = 0; i < n; i++)
        deid_row_set_add (&sums->suppressed_set, rows[i]);
      return TRUE;
    }
  clear_suppressed (sums);
  sums->suppressed = (DeidRows){ .n = 0 };
  if (!deid_new_arrays (error, DEID_NEW (sums->suppressed_columns, wide->n_attributes),
                        DEID_NEW (sums->suppressed.codes, wide->n_attributes)))
    return FALSE;
  sums->suppressed.n = n;
  sums->suppressed.n_attributes = wide->n_attributes;
  for (guint c = 0; c < wide->n_attributes; c++)
    {
      sums->suppressed.codes[c] = &sums->suppressed_columns[c];
      if (!deid_codes_copy_rows (&sums->suppressed_columns[c], wide->codes[c], rows, n, error))
        return FALSE;
    }
  if (wide->weights == NULL)
    return TRUE;
  sums->suppressed.weights = deid_alloc (n, sizeof *sums->suppressed.weights, error);
  for (guint64 i = 0; sums->suppressed.weights != NULL && i < n; i++)
    sums->suppressed.weights[i] = wide->weights[rows[i]];
  return sums->suppressed.weights != NULL;
}

static gboolean
is_in_set (guint64 row, gconstpointer data)
{
  return deid_row_set_contains (data, row);
}

gboolean
deid_class_sums_get_suppressed_bound (DeidClassSums *sums, const DeidLevel *levels,
                                      const DeidStop *stop, double *bound, GError **error)
{
  DeidWide sum = 0, bounds = 0, costs = 0;

  *bound = 0;
  if (!deid_loss_has_bounds (sums->loss))
    return TRUE;
  if (!sums->rolls_up)
    {
      if (!group_table (sums, levels, stop, error)
          || !add_by_row (sums, sums->table->rows, is_in_set, &sums->suppressed_set,
                          DEID_COST_BOUND, stop, &sum, error))
        return FALSE;
    }
  else if (!sum_bounds (sums, levels, stop, &sum, error)
           || (sums->suppressed.n > 0
               && (!group_wide (sums, &sums->suppressed, levels, stop, error)
                   || !add_all (sums, DEID_COST_BOUND, stop, &bounds, error)
                   || !add_all (sums, DEID_COST_SUPPRESSED, stop, &costs, error))))
    return FALSE;
  *bound = (double) (sum - bounds + costs);
  return TRUE;
}

guint64
deid_class_sums_get_n_bytes (const DeidClassSums *sums)
{
  guint64 n = deid_grouping_get_n_bytes (&sums->grouping) + deid_grouping_get_n_bytes (&sums->parts)
              + deid_class_costs_get_n_bytes (&sums->costs) + sums->roll_up.max_bytes
              + sums->row_numbers.n * sums->row_numbers.width
              + sums->identity_capacity * sizeof *sums->identity
              + deid_policy_set_get_n_bytes (&sums->known)
              + sums->bounds_capacity * sizeof *sums->bounds;

  return sums->rolls_up ? n + deid_fused_columns_get_n_bytes (&sums->fused) : n;
}
