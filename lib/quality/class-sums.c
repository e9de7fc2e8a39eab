/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/class-sums.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

/* What a policy is bounded by, given the records that all its generalizations of interest suppress,
 * is the sum of the bounds of all its classes, with what the classes of those records cost in the
 * place of their bounds. The former does not depend on what is suppressed and is kept; the latter
 * takes a grouping of those rows alone.
 *
 * Where the model has a form, no class is asked about. Measured by bench-quality, evaluations and
 * seconds with dm, aecs, ambiguity and kl:
 *   259 0.145, 987 0.490, 932 0.407, 209 0.357  classes asked one by one
 *   259 0.085, 987 0.281, 932 0.147, 209 0.097  by the form, keys numbered without branches
 *   358 0.038, 1032 0.107, 1024 0.077, 320 0.049  and each box bounded once: what a split gains is
 *                                               estimated by labels, and hi is not narrowed
 * An evaluation takes 0.03 ms and a bound that groups 0.08 to 0.13 ms, which is why the last pays.
 *
 * Without use: snapshots of up to 4/5, 3/4 or 2/3 of the rows, not a half (aecs 0.28); hi probed
 * before the levels below it (0.32); hashes in the place of dense numbers for few rows. Splits by
 * numbers of levels take 436, 1188, 959 and 476 evaluations, by how many pairs of records are alike
 * 326, 1312, 1248 and 320. */

#define MAX_KNOWN        131072
#define MAX_KNOWN_LEVELS (1 << 22)

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

/* Makes the wide rows, of which others are rolled up. */
static gboolean
class_sums_widen (DeidClassSums *sums, GError **error)
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

gboolean
deid_class_sums_init (DeidClassSums *sums, const DeidLoss *loss, const DeidClassSource *table,
                      guint n_dimensions, GError **error)
{
  *sums = (DeidClassSums){ .loss = loss,
                           .table = table,
                           .n_dimensions = n_dimensions,
                           .rolls_up = table->rows->n_population == 0,
                           .max_known
                           = CLAMP (MAX_KNOWN_LEVELS / MAX (n_dimensions, 1), 1, MAX_KNOWN) };
  deid_policy_set_init (&sums->known, n_dimensions);
  deid_size_costs_init (&sums->sizes, loss, loss->min_records);
  sums->columns = deid_copy_array (table->columns, table->n_columns, sizeof *table->columns, error);
  return sums->columns != NULL
         && deid_new_arrays (error, DEID_NEW (sums->suppressed.levels, n_dimensions))
         && deid_recoder_init (&sums->recoder, table->attributes, table->rows->n_attributes, error)
         && deid_class_costs_init (&sums->costs, loss, table, error)
         && (sums->rolls_up ? class_sums_widen (sums, error)
                            : deid_row_set_init (&sums->suppressed.set, table->rows->n, error));
}

static void
clear_suppressed (DeidClassSums *sums)
{
  for (guint c = 0; sums->suppressed.columns != NULL && c < sums->wide.n_attributes; c++)
    deid_codes_clear (&sums->suppressed.columns[c]);
  g_clear_pointer (&sums->suppressed.columns, g_free);
  g_clear_pointer (&sums->suppressed.rows.codes, g_free);
  g_clear_pointer (&sums->suppressed.rows.weights, g_free);
  sums->suppressed.rows.n = 0;
}

void
deid_class_sums_clear (DeidClassSums *sums)
{
  clear_suppressed (sums);
  deid_class_costs_clear (&sums->costs);
  deid_recoder_clear (&sums->recoder);
  deid_grouping_clear (&sums->grouping);
  deid_grouping_clear (&sums->parts);
  deid_form_sums_clear (&sums->form);
  deid_fused_columns_clear (&sums->fused);
  deid_codes_clear (&sums->row_numbers);
  if (sums->roll_up.snapshots != NULL)
    deid_roll_up_clear (&sums->roll_up);
  deid_row_set_clear (&sums->suppressed.set);
  deid_policy_set_clear (&sums->known);
  deid_free_arrays (sums->bounds, sums->wide.codes, sums->columns, sums->identity,
                    sums->suppressed.levels);
}

static gboolean
class_sums_add_all (DeidClassSums *sums, DeidCostKind kind, const DeidStop *stop, DeidWide *sum,
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

/* Returns: the wide rows, or what a specialization of a policy made of them. */
static const DeidRows *
class_sums_find_rows (DeidClassSums *sums, const DeidLevel *levels)
{
  const DeidRows *rows = deid_roll_up_find (&sums->roll_up, levels);

  return rows != NULL ? rows : &sums->wide;
}

/* Returns: rows with the columns of the wide ones, by the fused ones alone. */
static DeidRows
class_sums_get_fused (const DeidClassSums *sums, const DeidRows *rows)
{
  DeidRows fused = *rows;

  fused.n_attributes = sums->fused.n_columns;
  fused.codes += sums->n_labelled;
  return fused;
}

/* Groups rows with the columns of the wide ones. */
static gboolean
class_sums_group_fused (DeidClassSums *sums, const DeidRows *rows, const DeidLevel *levels,
                        const DeidStop *stop, GError **error)
{
  const DeidRows fused = class_sums_get_fused (sums, rows);

  return deid_grouping_run (&sums->grouping, &fused,
                            deid_fused_columns_recode (&sums->fused, levels), stop, error);
}

static gboolean
class_sums_group_start (DeidClassSums *sums, const DeidClassSource *source, const DeidLevel *levels,
                        const DeidStop *stop, GError **error)
{
  const DeidRowClasses classes = deid_row_classes_of_grouping (&sums->grouping, levels);

  return deid_class_costs_start (&sums->costs, source, &classes, stop, error);
}

/* Groups rows with the columns of the wide ones, and makes their classes ready to be asked about.
 */
static gboolean
class_sums_group_wide (DeidClassSums *sums, const DeidRows *rows, const DeidLevel *levels,
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
  return class_sums_group_fused (sums, rows, levels, stop, error)
         && class_sums_group_start (sums, &source, levels, stop, error);
}

/* Groups the whole table in the same way. */
static gboolean
class_sums_group_table (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop,
                        GError **error)
{
  const DeidClassSource *table = sums->table;

  return deid_grouping_run (&sums->grouping, table->rows, deid_recoder_set (&sums->recoder, levels),
                            stop, error)
         && class_sums_group_start (sums, table, levels, stop, error);
}

/* Groups the fewest rows that tell the classes of a policy in the same way; sets @rows to them. */
static gboolean
class_sums_group (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop,
                  const DeidRows **rows, GError **error)
{
  *rows = sums->rolls_up ? class_sums_find_rows (sums, levels) : sums->table->rows;
  return sums->rolls_up ? class_sums_group_wide (sums, *rows, levels, stop, error)
                        : class_sums_group_table (sums, levels, stop, error);
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

/* Keeps the classes of @rows at a policy for its generalizations, if they are few. */
static gboolean
class_sums_keep (DeidClassSums *sums, const DeidLevel *levels, const DeidRows *rows,
                 const DeidStop *stop, GError **error)
{
  if (!sums->rolls_up || rows->n < 2 * (guint64) sums->grouping.n_classes)
    return TRUE;
  if (sums->n_asked == 0)
    return deid_roll_up_keep (&sums->roll_up, levels, rows, &sums->grouping, error);
  return split_classes (sums, rows, stop, error)
         && deid_roll_up_keep (&sums->roll_up, levels, rows, &sums->parts, error);
}

gboolean
deid_class_sums_measure (DeidClassSums *sums, const DeidLevel *levels,
                         DeidIsSuppressedFunc is_suppressed, gconstpointer data,
                         const DeidStop *stop, double *objective, GError **error)
{
  const DeidRows *rows;
  DeidWide sum = 0;

  if (!class_sums_group (sums, levels, stop, &rows, error)
      || !add_by_row (sums, rows, is_suppressed, data, DEID_COST_KEPT, stop, &sum, error))
    return FALSE;
  *objective = (double) sum;
  return class_sums_keep (sums, levels, rows, stop, error);
}

double
deid_class_sums_get_range (const DeidClassSums *sums, guint attribute, const DeidLevel *lo,
                           const DeidLevel *hi)
{
  return sums->form.level_sums != NULL ? deid_form_sums_get_range (&sums->form, attribute, lo, hi)
                                       : deid_loss_get_range (sums->loss, attribute, lo, hi);
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
class_sums_add_sizes (DeidClassSums *sums, DeidCostKind kind, const guint64 *sizes, guint64 n,
                      DeidWide *sum, GError **error)
{
  const DeidAddSizesFunc func = sums->form.form.add_sizes[kind];

  if (sums->loss->model->funcs->size_only)
    return deid_size_costs_add (&sums->sizes, kind, sizes, n, sum, error);
  if (func != NULL)
    func (sums->loss->state, sizes, n, sum);
  return TRUE;
}

/* The same of the classes grouped last. */
static gboolean
class_sums_add_grouping (DeidClassSums *sums, DeidCostKind kind, DeidWide *sum, GError **error)
{
  return class_sums_add_sizes (sums, kind, sums->grouping.sizes, sums->grouping.n_classes, sum,
                               error);
}

/* Sums up bounds without asking about classes; where labels alone count, each of them apart, there
 * is nothing to be grouped. */
static gboolean
sum_form (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop, DeidWide *sum,
          GError **error)
{
  const DeidRows *rows = NULL;
  DeidRows fused = { 0 };

  if (!deid_class_sums_follow_from_labels (sums))
    {
      rows = class_sums_find_rows (sums, levels);
      fused = class_sums_get_fused (sums, rows);
      if (!class_sums_group_fused (sums, rows, levels, stop, error)
          || !class_sums_add_grouping (sums, DEID_COST_BOUND, sum, error))
        return FALSE;
    }
  *sum += deid_form_sums_get_all (&sums->form, levels, &fused);
  return rows == NULL || class_sums_keep (sums, levels, rows, stop, error);
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
  return (sums->form.is_used ? sum_form (sums, levels, stop, sum, error)
                             : class_sums_group (sums, levels, stop, &rows, error)
                                   && class_sums_add_all (sums, DEID_COST_BOUND, stop, sum, error)
                                   && class_sums_keep (sums, levels, rows, stop, error))
         && note_bound (sums, levels, *sum, error);
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

/* Sums up what the rows set cost as suppressed ones, and what labels, and perhaps bounds of sizes,
 * say of them as others. */
static gboolean
class_sums_sum_suppressed (DeidClassSums *sums, const DeidLevel *levels, gboolean has_bounds,
                           const DeidStop *stop, DeidWide *suppressed, DeidWide *others,
                           GError **error)
{
  const DeidRows fused = class_sums_get_fused (sums, &sums->suppressed.rows);

  if (fused.n == 0)
    return TRUE;
  if (!class_sums_group_fused (sums, &sums->suppressed.rows, levels, stop, error)
      || !class_sums_add_grouping (sums, DEID_COST_SUPPRESSED, suppressed, error)
      || (has_bounds && !class_sums_add_grouping (sums, DEID_COST_BOUND, others, error)))
    return FALSE;
  *others += deid_form_sums_get_suppressed (&sums->form, levels, &fused);
  return TRUE;
}

gboolean
deid_class_sums_measure_sizes (DeidClassSums *sums, const DeidLevel *levels, const guint64 *sizes,
                               guint64 n, const DeidStop *stop, double *objective, GError **error)
{
  const DeidRows fused = class_sums_get_fused (sums, class_sums_find_rows (sums, levels));
  DeidWide sum = deid_form_sums_get_all (&sums->form, levels, &fused), labels = 0;

  if (!class_sums_sum_suppressed (sums, levels, FALSE, stop, &sum, &labels, error)
      || !class_sums_add_sizes (sums, DEID_COST_KEPT, sizes, n, &sum, error))
    return FALSE;
  *objective = (double) (sum - labels);
  return TRUE;
}

gboolean
deid_class_sums_set_suppressed (DeidClassSums *sums, const guint32 *rows, guint64 n, GError **error)
{
  const DeidRows *wide = &sums->wide;

  sums->suppressed.is_bounded = FALSE;
  if (!sums->rolls_up)
    {
      deid_row_set_empty (&sums->suppressed.set);
      for (guint64 i = 0; i < n; i++)
        deid_row_set_add (&sums->suppressed.set, rows[i]);
      return TRUE;
    }
  clear_suppressed (sums);
  sums->suppressed.rows = (DeidRows){ .n = 0 };
  if (!deid_new_arrays (error, DEID_NEW (sums->suppressed.columns, wide->n_attributes),
                        DEID_NEW (sums->suppressed.rows.codes, wide->n_attributes)))
    return FALSE;
  sums->suppressed.rows.n = n;
  sums->suppressed.rows.n_attributes = wide->n_attributes;
  for (guint c = 0; c < wide->n_attributes; c++)
    {
      sums->suppressed.rows.codes[c] = &sums->suppressed.columns[c];
      if (!deid_codes_copy_rows (&sums->suppressed.columns[c], wide->codes[c], rows, n, error))
        return FALSE;
    }
  if (sums->form.is_used && !deid_form_sums_set_suppressed (&sums->form, rows, n, error))
    return FALSE;
  if (wide->weights == NULL)
    return TRUE;
  sums->suppressed.rows.weights = deid_alloc (n, sizeof *sums->suppressed.rows.weights, error);
  for (guint64 i = 0; sums->suppressed.rows.weights != NULL && i < n; i++)
    sums->suppressed.rows.weights[i] = wide->weights[rows[i]];
  return sums->suppressed.rows.weights != NULL;
}

static gboolean
is_in_set (guint64 row, gconstpointer data)
{
  return deid_row_set_contains (data, row);
}

static gboolean
bound_suppressed (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop, double *bound,
                  GError **error)
{
  DeidWide sum = 0, bounds = 0, costs = 0;

  if (!sums->rolls_up)
    {
      if (!class_sums_group_table (sums, levels, stop, error)
          || !add_by_row (sums, sums->table->rows, is_in_set, &sums->suppressed.set,
                          DEID_COST_BOUND, stop, &sum, error))
        return FALSE;
    }
  else if (!sum_bounds (sums, levels, stop, &sum, error))
    return FALSE;
  else if (sums->form.is_used)
    {
      if (!class_sums_sum_suppressed (sums, levels, TRUE, stop, &costs, &bounds, error))
        return FALSE;
    }
  else if (sums->suppressed.rows.n > 0
           && (!class_sums_group_wide (sums, &sums->suppressed.rows, levels, stop, error)
               || !class_sums_add_all (sums, DEID_COST_BOUND, stop, &bounds, error)
               || !class_sums_add_all (sums, DEID_COST_SUPPRESSED, stop, &costs, error)))
    return FALSE;
  *bound = (double) (sum - bounds + costs);
  return TRUE;
}

/* The search asks for that of a box several times. */
gboolean
deid_class_sums_get_suppressed_bound (DeidClassSums *sums, const DeidLevel *levels,
                                      const DeidStop *stop, double *bound, GError **error)
{
  const gsize size = sums->n_dimensions * sizeof *levels;

  *bound = 0;
  if (!deid_loss_has_bounds (sums->loss))
    return TRUE;
  if (!sums->suppressed.is_bounded || memcmp (sums->suppressed.levels, levels, size) != 0)
    {
      sums->suppressed.is_bounded = FALSE;
      if (!bound_suppressed (sums, levels, stop, &sums->suppressed.bound, error))
        return FALSE;
      memcpy (sums->suppressed.levels, levels, size);
      sums->suppressed.is_bounded = TRUE;
    }
  *bound = sums->suppressed.bound;
  return TRUE;
}

guint64
deid_class_sums_get_n_bytes (const DeidClassSums *sums)
{
  guint64 n = deid_grouping_get_n_bytes (&sums->grouping) + deid_grouping_get_n_bytes (&sums->parts)
              + deid_class_costs_get_n_bytes (&sums->costs) + sums->roll_up.max_bytes
              + sums->row_numbers.n * sums->row_numbers.width
              + sums->identity_capacity * sizeof *sums->identity
              + sums->form.suppressed_capacity * sizeof *sums->form.suppressed
              + deid_policy_set_get_n_bytes (&sums->known)
              + sums->bounds_capacity * sizeof *sums->bounds;

  return sums->rolls_up ? n + deid_fused_columns_get_n_bytes (&sums->fused) : n;
}
