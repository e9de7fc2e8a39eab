/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/checker.h"

#include "base/memory.h"

static gboolean
init_reader (DeidChecker *checker, GError **error)
{
  const DeidInstance *instance = checker->instance;
  const DeidDataset *dataset = instance->lattice->dataset;
  const DeidColumn *entity
      = dataset->entity_column != DEID_NO_COLUMN ? &dataset->columns[dataset->entity_column] : NULL;
  const DeidCodes **sensitive = g_new (const DeidCodes *, instance->n_sensitive);
  g_autofree guint32 *n_codes = g_new (guint32, instance->n_sensitive);

  for (guint s = 0; s < instance->n_sensitive; s++)
    {
      sensitive[s] = &dataset->columns[instance->sensitive[s]].codes;
      n_codes[s] = dataset->columns[instance->sensitive[s]].dictionary.n;
    }
  return deid_class_reader_init (
      &checker->reader, &instance->rows, entity != NULL ? &entity->codes : NULL,
      entity != NULL ? entity->dictionary.n : 0, sensitive, n_codes, instance->n_sensitive, error);
}

gboolean
deid_checker_init (DeidChecker *checker, const DeidInstance *instance, GError **error)
{
  *checker
      = (DeidChecker){ .instance = instance,
                       .recodings = g_new (const DeidRecoding *, instance->lattice->n_attributes),
                       .sums = g_new (DeidLossSums, instance->lattice->n_attributes) };
  return !instance->needs_reader || init_reader (checker, error);
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
ask (gboolean (*slot) (const DeidPrivacyModel *, gconstpointer, const DeidClass *,
                       const DeidDistribution *, GError **),
     const DeidPreparedModel *prepared, const DeidClass *judged, gboolean *passes, GError **error)
{
  const DeidDistribution *distribution
      = prepared->model->sensitive != NULL ? &judged->distributions[prepared->distribution] : NULL;
  GError *own_error = NULL;

  *passes = slot (prepared->model, prepared->state, judged, distribution, &own_error);
  if (own_error == NULL)
    return TRUE;
  g_propagate_error (error, own_error);
  return FALSE;
}

/* A superset-closed model is its own necessary condition; of others it is the slot, if any. */
static gboolean
judge (const DeidPreparedModel *prepared, const DeidClass *judged, DeidClassVerdict *verdict,
       GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
  gboolean passes;

  *verdict = DEID_CLASS_PASSES;
  if (!ask (funcs->accept, prepared, judged, &passes, error))
    return FALSE;
  if (passes)
    return TRUE;
  *verdict = DEID_CLASS_FAILS_NECESSARY;
  if (funcs->closure == DEID_CLOSURE_SUPERSET)
    return TRUE;
  *verdict = DEID_CLASS_FAILS;
  if (funcs->necessary == NULL)
    return TRUE;
  if (!ask (funcs->necessary, prepared, judged, &passes, error))
    return FALSE;
  if (!passes)
    *verdict = DEID_CLASS_FAILS_NECESSARY;
  return TRUE;
}

/* The worst verdict of models [first, end). */
static gboolean
judge_all (const DeidInstance *instance, guint first, guint end, const DeidClass *judged,
           DeidClassVerdict *worst, GError **error)
{
  *worst = DEID_CLASS_PASSES;
  for (guint i = first; i < end && *worst != DEID_CLASS_FAILS_NECESSARY; i++)
    {
      DeidClassVerdict verdict;

      if (!judge (&instance->models[i], judged, &verdict, error))
        return FALSE;
      *worst = MAX (*worst, verdict);
    }
  return TRUE;
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
      if (!judge_all (instance, first, end, &judged, &verdict, error))
        return FALSE;
      checker->class_verdicts[number] = (guint8) verdict;
    }
  return TRUE;
}

static void
count_suppressed (const DeidChecker *checker, DeidVerdict *verdict)
{
  const DeidGrouping *grouping = &checker->grouping;

  *verdict = (DeidVerdict){ 0 };
  for (guint32 number = 0; number < grouping->n_classes; number++)
    {
      if (checker->class_verdicts[number] != DEID_CLASS_PASSES)
        verdict->n_suppressed += grouping->sizes[number];
      if (checker->class_verdicts[number] == DEID_CLASS_FAILS_NECESSARY)
        verdict->n_necessary += grouping->sizes[number];
    }
  verdict->is_solution = verdict->n_suppressed <= checker->instance->limit
                         && verdict->n_suppressed < checker->instance->n_records;
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
      if (!deid_checker_is_suppressed (checker, row))
        continue;
      for (guint a = 0; a < rows->n_attributes; a++)
        {
          const DeidRecoding *recoding = checker->recodings[a];
          const guint32 label = recoding->labels[deid_codes_get (rows->codes[a], row)];

          checker->sums[a].covered
              += deid_rows_get_weight (rows, row) * (recoding->n_leaves[label] - 1);
        }
    }
  for (guint a = 0; a < rows->n_attributes; a++)
    checker->sums[a].kept
        = deid_loss_get_level_sum (&instance->loss, a, levels) - checker->sums[a].covered;
  verdict->objective
      = deid_loss_get_objective (&instance->loss, checker->sums, verdict->n_suppressed);
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
