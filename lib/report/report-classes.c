/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/report-classes.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

static gboolean
group (DeidReportClasses *classes, const DeidStop *stop, GError **error)
{
  DeidVerdict verdict;

  return classes->is_after
             ? deid_evaluator_evaluate (&classes->evaluator.base, classes->levels, stop, &verdict,
                                        error)
             : deid_grouping_evaluator_read (&classes->evaluator, classes->levels, stop, error);
}

static gboolean
count_population (DeidReportClasses *classes, const DeidStop *stop, GError **error)
{
  const DeidGrouping *grouping = &classes->evaluator.grouping;

  if (!classes->instance->has_population)
    return TRUE;
  classes->populations = deid_alloc (grouping->n_classes, sizeof *classes->populations, error);
  return classes->populations != NULL
         && deid_rows_add_population (&classes->instance->rows, grouping->class_of_row, stop,
                                      classes->populations, error);
}

static gboolean
check_any (const DeidReportClasses *classes, GError **error)
{
  for (guint32 number = 0; number < classes->evaluator.grouping.n_classes; number++)
    if (deid_report_classes_contains (classes, number))
      return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_EMPTY,
               "no record is released, expected at least one to report on");
  return FALSE;
}

gboolean
deid_report_classes_init (DeidReportClasses *classes, const DeidResult *result, gboolean is_after,
                          const DeidStop *stop, GError **error)
{
  const guint n_dimensions = result->problem->lattice->n_dimensions;

  *classes = (DeidReportClasses){ .is_after = is_after };
  if (!deid_new_arrays (error, DEID_NEW (classes->levels, n_dimensions)))
    return FALSE;
  if (is_after)
    memcpy (classes->levels, result->policy->levels, n_dimensions * sizeof *classes->levels);
  classes->preparation = deid_problem_prepare (result->problem, stop, error);
  if (classes->preparation == NULL)
    return FALSE;
  classes->instance = &classes->preparation->all;
  return deid_grouping_evaluator_init (&classes->evaluator, classes->instance, error)
         && group (classes, stop, error) && count_population (classes, stop, error)
         && check_any (classes, error);
}

void
deid_report_classes_clear (DeidReportClasses *classes)
{
  deid_evaluator_clear (&classes->evaluator.base);
  deid_preparation_release (classes->preparation);
  g_free (classes->populations);
  g_free (classes->levels);
}

gboolean
deid_report_classes_count_persons (const DeidReportClasses *classes, guint64 *n,
                                   const DeidStop *stop, GError **error)
{
  const DeidClassSource *source = &classes->instance->source;
  const guint32 *class_of_row = classes->evaluator.grouping.class_of_row;
  const DeidRows *own = &classes->instance->own;
  const guint64 n_persons = source->entities != NULL ? source->n_entities : 0;
  g_autofree guint8 *seen = deid_alloc (n_persons, sizeof *seen, error);

  if (seen == NULL)
    return FALSE;
  *n = 0;
  for (guint64 row = 0; row < own->n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (!deid_report_classes_contains (classes, class_of_row[row]))
        continue;
      if (source->entities == NULL)
        *n += deid_rows_get_weight (own, row);
      else
        {
          const guint32 person = deid_codes_get (source->entities, row);

          *n += seen[person] == 0;
          seen[person] = 1;
        }
    }
  return TRUE;
}

/* Lists the first row of each class that the report is on.
 * Returns: (nullable): the rows. */
static guint32 *
list_rows (const DeidReportClasses *classes, guint64 *weights, guint64 *n, const DeidStop *stop,
           GError **error)
{
  const DeidGrouping *grouping = &classes->evaluator.grouping;
  g_autofree guint8 *is_listed = deid_alloc (grouping->n_classes, sizeof *is_listed, error);
  g_autofree guint32 *rows = NULL;

  *n = 0;
  if (is_listed == NULL || (rows = deid_alloc (grouping->n_classes, sizeof *rows, error)) == NULL)
    return NULL;
  for (guint64 row = 0; row < classes->instance->own.n; row++)
    {
      const guint32 number = grouping->class_of_row[row];

      if (!deid_stop_check_row (stop, row, error))
        return NULL;
      if (is_listed[number] || !deid_report_classes_contains (classes, number))
        continue;
      is_listed[number] = 1;
      weights[*n] = grouping->sizes[number];
      rows[(*n)++] = (guint32) row;
    }
  return g_steal_pointer (&rows);
}

static gboolean
copy_labels (DeidCodes *to, const DeidCodes *from, const DeidRecoding *recoding,
             const guint32 *rows, guint64 n, const DeidStop *stop, GError **error)
{
  if (!deid_codes_alloc (to, n, recoding->n_labels - 1, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      deid_codes_set (to, i, recoding->labels[deid_codes_get (from, rows[i])]);
    }
  return TRUE;
}

gboolean
deid_report_classes_merge (const DeidReportClasses *classes, DeidMergedRows *merged,
                           guint32 *n_labels, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *instance = classes->instance;
  const guint n_attributes = instance->lattice->n_attributes;
  const guint32 n_classes = classes->evaluator.grouping.n_classes;
  g_autofree guint32 *rows = NULL;
  DeidRecoder recoder;
  gboolean success;

  *merged = (DeidMergedRows){ .n_columns = 0 };
  if (!deid_new_arrays (error, DEID_NEW (merged->columns, n_attributes),
                        DEID_NEW (merged->weights, n_classes)))
    return FALSE;
  merged->n_columns = n_attributes;
  if ((rows = list_rows (classes, merged->weights, &merged->n, stop, error)) == NULL)
    return FALSE;
  success = deid_recoder_init (&recoder, instance->attributes, n_attributes, error);
  if (success)
    deid_recoder_set (&recoder, classes->levels);
  for (guint a = 0; success && a < n_attributes; a++)
    {
      const DeidRecoding *recoding = recoder.recodings[a];

      n_labels[a] = recoding->n_labels;
      success = copy_labels (&merged->columns[a], instance->own.codes[a], recoding, rows, merged->n,
                             stop, error);
    }
  deid_recoder_clear (&recoder);
  return success;
}
