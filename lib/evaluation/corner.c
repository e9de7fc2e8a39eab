/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/corner.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

gboolean
deid_corner_init (DeidCorner *corner, const DeidPreparedProblem *instance,
                  const DeidPackedRows *packed, GError **error)
{
  *corner = (DeidCorner){ .instance = instance, .packed = packed };
  return deid_new_arrays (error, DEID_NEW (corner->levels, instance->lattice->n_dimensions),
                          DEID_NEW (corner->covered, instance->loss.n_levels),
                          DEID_NEW (corner->sums, instance->loss.n_attributes),
                          DEID_NEW (corner->rows, instance->rows.n))
         && deid_size_verdicts_init (&corner->size_verdicts, instance, error)
         && deid_withholding_init (&corner->withholding, instance, error)
         && deid_packed_labels_init (&corner->labels, packed, error)
         && (!instance->needs_reader
             || deid_class_reader_init (&corner->reader, &instance->source, error))
         && (deid_loss_is_separable (&instance->loss)
             || deid_class_costs_init (&corner->costs, &instance->loss, &instance->cost_source,
                                       error));
}

void
deid_corner_clear (DeidCorner *corner)
{
  if (corner->packed != NULL)
    deid_packed_labels_clear (&corner->labels, corner->packed);
  deid_grouping_clear (&corner->grouping);
  deid_grouping_clear (&corner->lower);
  deid_class_costs_clear (&corner->costs);
  g_free (corner->lower_verdicts);
  deid_class_reader_clear (&corner->reader);
  deid_size_verdicts_clear (&corner->size_verdicts);
  deid_withholding_clear (&corner->withholding);
  g_free (corner->class_verdicts);
  g_free (corner->rows);
  g_free (corner->levels);
  g_free (corner->covered);
  g_free (corner->sums);
}

static gboolean
read_and_judge (DeidCorner *corner, guint32 number, GError **error)
{
  DeidClassVerdict verdict = DEID_CLASS_PASSES;
  DeidClass eq_class = deid_class_reader_view (&corner->reader, number);

  if (deid_prepared_problem_may_judge (corner->instance, &eq_class)
      && !deid_prepared_problem_judge (corner->instance, &eq_class, &verdict, error))
    return FALSE;
  corner->class_verdicts[number] = (guint8) verdict;
  return TRUE;
}

static DeidRowClasses
get_classes (const DeidGrouping *grouping, const DeidLevel *levels)
{
  return (DeidRowClasses){ .class_of_row = grouping->class_of_row,
                           .width = sizeof *grouping->class_of_row,
                           .n_classes = grouping->n_classes,
                           .sizes = grouping->sizes,
                           .levels = levels };
}

static gboolean
judge_by_reading (DeidCorner *corner, const DeidStop *stop, GError **error)
{
  const DeidRowClasses classes = get_classes (&corner->grouping, corner->levels);

  if (!deid_class_reader_start (&corner->reader, &classes, stop, error))
    return FALSE;
  for (guint32 number = 0; number < corner->grouping.n_classes; number++)
    if (!deid_stop_check_class (stop, number, error) || !read_and_judge (corner, number, error))
      return FALSE;
  return TRUE;
}

/* Counts without branches, since classes fail in no order. */
static void
count_failing (DeidCorner *corner)
{
  const guint64 *sizes = corner->grouping.sizes;
  const guint8 *verdicts = corner->class_verdicts;
  const guint32 n = corner->grouping.n_classes;
  guint64 n_suppressed = 0, n_necessary = 0, n_unmatched = 0;

  for (guint32 number = 0; number < n; number++)
    {
      n_suppressed += sizes[number] * (verdicts[number] != DEID_CLASS_PASSES);
      n_necessary += sizes[number] * (verdicts[number] == DEID_CLASS_FAILS_NECESSARY);
    }
  for (guint32 number = 0; corner->instance->judges_unmatched && number < n; number++)
    n_unmatched += sizes[number] == 0 && verdicts[number] != DEID_CLASS_PASSES;
  corner->verdict
      = deid_verdict_from_counts (corner->instance, n_suppressed, n_necessary, n_unmatched);
}

static gboolean
judge_table (DeidCorner *corner, const DeidStop *stop, GError **error)
{
  const DeidJudgedClasses judged
      = { .classes = get_classes (&corner->grouping, corner->levels),
          .rows = &corner->instance->rows,
          .reader = corner->instance->needs_reader ? &corner->reader : NULL,
          .populations = corner->reader.populations,
          .verdicts = corner->class_verdicts };

  return deid_withholding_judge (&corner->withholding, &judged, stop, &corner->verdict, error);
}

static gboolean
judge_classes (DeidCorner *corner, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *instance = corner->instance;

  if (!deid_grow ((gpointer *) &corner->class_verdicts, &corner->class_verdicts_capacity,
                  corner->grouping.n_classes, 1, error)
      || !(instance->needs_reader ? judge_by_reading (corner, stop, error)
                                  : deid_size_verdicts_judge (
                                      &corner->size_verdicts, corner->grouping.sizes,
                                      corner->grouping.n_classes, corner->class_verdicts, error)))
    return FALSE;
  count_failing (corner);
  return judge_table (corner, stop, error);
}

gboolean
deid_corner_is_at (const DeidCorner *corner, const DeidLevel *levels)
{
  return corner->is_evaluated
         && memcmp (corner->levels, levels,
                    corner->instance->lattice->n_dimensions * sizeof *levels)
                == 0;
}

gboolean
deid_corner_evaluate (DeidCorner *corner, const DeidLevel *levels, const DeidStop *stop,
                      GError **error)
{
  if (deid_corner_is_at (corner, levels))
    return TRUE;
  corner->is_evaluated = corner->is_summed = FALSE;
  memcpy (corner->levels, levels, corner->instance->lattice->n_dimensions * sizeof *levels);
  deid_packed_labels_set (&corner->labels, corner->packed, levels);
  corner->is_evaluated = deid_grouping_run_by_key (&corner->grouping, &corner->packed->rows,
                                                   corner->labels.pointers, stop, error)
                         && judge_classes (corner, stop, error);
  return corner->is_evaluated;
}

gboolean
deid_corner_count_by_model (DeidCorner *corner, const DeidStop *stop, guint64 *counts,
                            GError **error)
{
  const DeidPreparedProblem *instance = corner->instance;
  const guint64 *sizes = corner->grouping.sizes;

  if (deid_prepared_problem_has_one_closed_part (instance, corner->verdict.n_needed, counts))
    return TRUE;
  memcpy (counts, corner->withholding.needed, instance->privacy.n_models * sizeof *counts);
  for (guint32 number = 0; number < corner->grouping.n_classes; number++)
    {
      DeidClass eq_class = { .n_records = sizes[number], .n_persons = sizes[number] };

      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      if (corner->class_verdicts[number] != DEID_CLASS_FAILS_NECESSARY)
        continue;
      if (instance->needs_reader)
        eq_class = deid_class_reader_view (&corner->reader, number);
      if (!deid_prepared_problem_count_by_model (instance, &eq_class, DEID_CLASS_FAILS_NECESSARY,
                                                 counts, error))
        return FALSE;
    }
  return TRUE;
}

/* Sums over the rows of classes whose verdict is @least or worse. */
static gboolean
sum_rows (DeidCorner *corner, DeidClassVerdict least, guint64 n_records, const DeidStop *stop,
          GError **error)
{
  const DeidPreparedProblem *instance = corner->instance;
  const guint32 *class_of_row = corner->grouping.class_of_row;
  guint64 n = 0;

  for (guint64 row = 0; row < instance->rows.n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      corner->rows[n] = (guint32) row;
      n += corner->class_verdicts[class_of_row[row]] >= least;
    }
  memset (corner->covered, 0, instance->loss.n_levels * sizeof *corner->covered);
  deid_loss_add_suppressed_at_all_levels (&instance->loss, &instance->rows, corner->rows, n,
                                          n_records, corner->covered);
  return TRUE;
}

/* Sets the sums over the rows summed over, at the levels of a policy. */
static void
set_sums (DeidCorner *corner, const DeidLevel *levels)
{
  const DeidLoss *loss = &corner->instance->loss;

  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const guint level = levels[loss->attributes[a].first_dimension];

      corner->sums[a].covered = corner->covered[loss->terms[a].first_level + level];
    }
}

static gboolean
group_lower (DeidCorner *corner, const DeidLevel *lower, const DeidStop *stop, GError **error)
{
  deid_packed_labels_set (&corner->labels, corner->packed, lower);
  return deid_grouping_run_by_key (&corner->lower, &corner->packed->rows, corner->labels.pointers,
                                   stop, error)
         && deid_grow ((gpointer *) &corner->lower_verdicts, &corner->lower_verdicts_capacity,
                       corner->lower.n_classes, 1, error);
}

/* The sum over the classes at @lower, each wholly in S°(y) or out of it. */
static gboolean
bound_classes (DeidCorner *corner, const DeidLevel *lower, const DeidStop *stop, double *bound,
               GError **error)
{
  const DeidPreparedProblem *instance = corner->instance;
  DeidRowClasses classes;
  DeidWide sum = 0;

  *bound = 0;
  if (!deid_loss_has_bounds (&instance->loss))
    return TRUE;
  if (!group_lower (corner, lower, stop, error))
    return FALSE;
  for (guint64 row = 0; row < instance->rows.n; row++)
    corner->lower_verdicts[corner->lower.class_of_row[row]]
        = corner->class_verdicts[corner->grouping.class_of_row[row]];
  classes = get_classes (&corner->lower, lower);
  if (!deid_class_costs_start (&corner->costs, &instance->cost_source, &classes, stop, error))
    return FALSE;
  for (guint32 number = 0; number < classes.n_classes; number++)
    if (!deid_stop_check_class (stop, number, error)
        || !deid_class_costs_add (&corner->costs, number,
                                  corner->lower_verdicts[number] == DEID_CLASS_FAILS_NECESSARY
                                      ? DEID_COST_SUPPRESSED
                                      : DEID_COST_BOUND,
                                  &sum, error))
      return FALSE;
  *bound = (double) sum;
  return TRUE;
}

static gboolean
measure_classes (DeidCorner *corner, const DeidStop *stop, double *objective, GError **error)
{
  const DeidRowClasses classes = get_classes (&corner->grouping, corner->levels);

  return deid_class_costs_start (&corner->costs, &corner->instance->cost_source, &classes, stop,
                                 error)
         && deid_class_costs_measure (&corner->costs, corner->class_verdicts, stop, objective,
                                      error);
}

gboolean
deid_corner_get_bound (DeidCorner *corner, const DeidLevel *lower, const DeidStop *stop,
                       double *bound, GError **error)
{
  if (!deid_loss_is_separable (&corner->instance->loss))
    return bound_classes (corner, lower, stop, bound, error);
  if (!corner->is_summed
      && !sum_rows (corner, DEID_CLASS_FAILS_NECESSARY, corner->verdict.n_necessary, stop, error))
    return FALSE;
  corner->is_summed = TRUE;
  set_sums (corner, lower);
  *bound = deid_loss_get_bound_of_sums (&corner->instance->loss, lower, corner->sums,
                                        corner->verdict.n_necessary);
  return TRUE;
}

gboolean
deid_corner_get_objective (DeidCorner *corner, const DeidStop *stop, double *objective,
                           GError **error)
{
  const DeidLoss *loss = &corner->instance->loss;

  if (!deid_loss_is_separable (loss))
    return measure_classes (corner, stop, objective, error);
  corner->is_summed = FALSE;
  if (!sum_rows (corner, DEID_CLASS_FAILS, corner->verdict.n_suppressed, stop, error))
    return FALSE;
  set_sums (corner, corner->levels);
  *objective = deid_loss_measure (loss, corner->levels, corner->sums, corner->verdict.n_suppressed);
  return TRUE;
}
