/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/checker.h"

#include "base/memory.h"

gboolean
deid_checker_init (DeidChecker *checker, const DeidInstance *instance, GError **error)
{
  *checker
      = (DeidChecker){ .instance = instance,
                       .recodings = g_new (const DeidRecoding *, instance->lattice->n_attributes),
                       .sums = g_new (DeidLossSums, instance->lattice->n_attributes) };
  return !instance->needs_reader || deid_instance_init_reader (instance, &checker->reader, error);
}

void
deid_checker_clear (DeidChecker *checker)
{
  deid_grouping_clear (&checker->grouping);
  deid_class_reader_clear (&checker->reader);
  g_free (checker->recodings);
  g_free (checker->class_verdicts);
  g_free (checker->sums);
}

static gboolean
judge_classes (DeidChecker *checker, guint first, guint end, const DeidStop *stop, GError **error)
{
  const DeidInstance *instance = checker->instance;
  DeidGrouping *grouping = &checker->grouping;

  if (!deid_grow ((gpointer *) &checker->class_verdicts, &checker->class_verdicts_capacity,
                  grouping->n_classes, 1, error))
    return FALSE;
  if (instance->needs_reader && !deid_class_reader_start (&checker->reader, grouping, stop, error))
    return FALSE;
  for (guint32 number = 0; number < grouping->n_classes; number++)
    {
      DeidClass judged
          = { .n_records = grouping->sizes[number], .n_persons = grouping->sizes[number] };
      DeidClassVerdict verdict;

      if (!deid_stop_check_row (stop, number, error))
        return FALSE;
      if (instance->needs_reader)
        deid_class_reader_read (&checker->reader, grouping, number, &judged);
      if (!deid_instance_judge (instance, first, end, &judged, &verdict, error))
        return FALSE;
      checker->class_verdicts[number] = (guint8) verdict;
    }
  return TRUE;
}

static void
count_suppressed (const DeidChecker *checker, DeidVerdict *verdict)
{
  const DeidGrouping *grouping = &checker->grouping;
  guint64 n_suppressed = 0, n_necessary = 0;

  for (guint32 number = 0; number < grouping->n_classes; number++)
    {
      if (checker->class_verdicts[number] != DEID_CLASS_PASSES)
        n_suppressed += grouping->sizes[number];
      if (checker->class_verdicts[number] == DEID_CLASS_FAILS_NECESSARY)
        n_necessary += grouping->sizes[number];
    }
  *verdict = deid_verdict_from_counts (checker->instance, n_suppressed, n_necessary);
}

static gboolean
measure (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop, DeidVerdict *verdict,
         GError **error)
{
  const DeidInstance *instance = checker->instance;
  const DeidRows *rows = &instance->rows;

  for (guint a = 0; a < rows->n_attributes; a++)
    checker->sums[a] = (DeidLossSums){ 0 };
  for (guint64 row = 0; verdict->n_suppressed > 0 && row < rows->n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (deid_checker_is_suppressed (checker, row))
        deid_loss_add_suppressed (&instance->loss, rows, row, levels, checker->sums);
    }
  verdict->objective
      = deid_loss_measure (&instance->loss, levels, checker->sums, verdict->n_suppressed);
  return TRUE;
}

static gboolean
group (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  const DeidInstance *instance = checker->instance;

  for (guint a = 0; a < instance->lattice->n_attributes; a++)
    checker->recodings[a] = deid_attribute_get_recoding (&instance->lattice->attributes[a], levels);
  return deid_grouping_run (&checker->grouping, &instance->rows, checker->recodings, stop, error);
}

gboolean
deid_checker_evaluate (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop,
                       DeidVerdict *verdict, GError **error)
{
  if (!group (checker, levels, stop, error)
      || !judge_classes (checker, 0, checker->instance->n_models, stop, error))
    return FALSE;
  count_suppressed (checker, verdict);
  return !verdict->is_solution || measure (checker, levels, stop, verdict, error);
}

char *
deid_checker_explain (DeidChecker *checker, const DeidLevel *levels)
{
  const DeidInstance *instance = checker->instance;
  const DeidStop never = { .deadline = G_MAXINT64 };
  g_autoptr (DeidPolicy) policy = deid_policy_new_from_levels (instance->problem->lattice, levels);
  g_autofree char *levels_text = deid_policy_to_string (policy);
  GString *text = g_string_new (NULL);
  DeidVerdict verdict;

  if (!deid_checker_evaluate (checker, levels, &never, &verdict, NULL))
    {
      g_string_append_printf (text, "policy '%s' is no solution", levels_text);
      return g_string_free (text, FALSE);
    }
  g_string_append_printf (
      text, "policy '%s' has to suppress %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records",
      levels_text, verdict.n_suppressed, instance->n_records);
  if (verdict.n_suppressed > instance->limit)
    g_string_append_printf (text, ", the suppression limit allows %" G_GUINT64_FORMAT,
                            instance->limit);
  else
    g_string_append (text, ", which leaves none");
  for (guint i = 0; i < instance->n_models; i++)
    if (judge_classes (checker, i, i + 1, &never, NULL))
      {
        count_suppressed (checker, &verdict);
        g_string_append_printf (text, "%s %" G_GUINT64_FORMAT " fail %s", i == 0 ? ";" : ",",
                                verdict.n_suppressed, instance->models[i].model->text);
      }
  return g_string_free (text, FALSE);
}
