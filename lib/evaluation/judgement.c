/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/judgement.h"

#include <string.h>

#include "base/memory.h"

gboolean
deid_judgement_init (DeidJudgement *judgement, const DeidPreparedProblem *prepared, GError **error)
{
  *judgement = (DeidJudgement){ .prepared = prepared };
  return deid_size_verdicts_init (&judgement->size_verdicts, prepared, error)
         && deid_table_suppression_init (&judgement->suppression, prepared, error)
         && deid_group_counts_init (&judgement->group_counts, prepared, error)
         && (!prepared->needs_reader
             || deid_class_reader_init (&judgement->reader, &prepared->source, error));
}

void
deid_judgement_clear (DeidJudgement *judgement)
{
  deid_class_reader_clear (&judgement->reader);
  deid_size_verdicts_clear (&judgement->size_verdicts);
  deid_table_suppression_clear (&judgement->suppression);
  deid_group_counts_clear (&judgement->group_counts);
  g_free (judgement->verdicts);
}

guint64
deid_judgement_get_n_bytes (const DeidJudgement *judgement)
{
  return judgement->verdicts_capacity
         + (judgement->prepared->needs_reader ? deid_class_reader_get_n_bytes (&judgement->reader)
                                              : 0);
}

gboolean
deid_judgement_reserve (DeidJudgement *judgement, guint64 n, GError **error)
{
  return deid_grow ((gpointer *) &judgement->verdicts, &judgement->verdicts_capacity, n,
                    sizeof *judgement->verdicts, error);
}

gboolean
deid_judgement_read (DeidJudgement *judgement, const DeidRowClasses *classes, const DeidStop *stop,
                     GError **error)
{
  judgement->classes = *classes;
  return !judgement->prepared->needs_reader
         || deid_class_reader_start (&judgement->reader, classes, stop, error);
}

DeidClass
deid_judgement_view (DeidJudgement *judgement, guint32 number)
{
  const guint64 size = judgement->classes.sizes[number];

  if (judgement->prepared->needs_reader)
    return deid_class_reader_view (&judgement->reader, number);
  return (DeidClass){ .n_records = size, .n_persons = size };
}

static gboolean
judge_by_reading (DeidJudgement *judgement, guint32 n, const DeidStop *stop, GError **error)
{
  for (guint32 number = 0; number < n; number++)
    {
      DeidClassVerdict verdict = DEID_CLASS_PASSES;
      DeidClass eq_class = deid_class_reader_view (&judgement->reader, number);

      if (!deid_stop_check_class (stop, number, error)
          || (deid_class_verdict_is_asked (judgement->prepared, &eq_class)
              && !deid_class_verdict_by_all (judgement->prepared, &eq_class, &verdict, error)))
        return FALSE;
      judgement->verdicts[number] = (guint8) verdict;
    }
  return TRUE;
}

static DeidJudgedClasses
get_judged (DeidJudgement *judgement, const DeidRows *rows)
{
  return (DeidJudgedClasses){ .classes = judgement->classes,
                              .rows = rows,
                              .reader
                              = judgement->prepared->needs_reader ? &judgement->reader : NULL,
                              .populations = judgement->reader.populations,
                              .verdicts = judgement->verdicts };
}

/* Models that name classes ask for their labels, so that there is a reader. */
static gboolean
judgement_name_classes (DeidJudgement *judgement, const DeidStop *stop, GError **error)
{
  const DeidJudgedClasses judged = get_judged (judgement, &judgement->prepared->rows);

  return deid_table_suppression_name_classes (&judgement->suppression, &judged, stop, error);
}

gboolean
deid_judgement_judge_classes (DeidJudgement *judgement, const DeidRowClasses *classes, guint32 n,
                              const DeidStop *stop, GError **error)
{
  if (!deid_judgement_reserve (judgement, n, error)
      || !deid_judgement_read (judgement, classes, stop, error))
    return FALSE;
  judgement->classes.n_classes = n;
  if (judgement->prepared->needs_reader)
    return judge_by_reading (judgement, n, stop, error)
           && judgement_name_classes (judgement, stop, error);
  return deid_size_verdicts_judge (&judgement->size_verdicts, classes->sizes, n,
                                   judgement->verdicts, error);
}

/* Rows of classes that are not judged have been removed: every specialization suppresses them. */
static gboolean
weigh (const DeidJudgement *judgement, const DeidRows *rows, const DeidStop *stop,
       DeidVerdict *verdict, GError **error)
{
  const DeidRowClasses *classes = &judgement->classes;

  verdict->suppressed_weight = verdict->n_suppressed;
  verdict->necessary_weight = verdict->n_necessary;
  if (rows->loss_weights == NULL)
    return TRUE;
  verdict->suppressed_weight = verdict->necessary_weight = 0;
  for (guint64 row = 0; row < deid_rows_get_n_own (rows); row++)
    {
      const guint32 number = deid_row_classes_get (classes, row);
      const guint8 row_verdict
          = number < classes->n_classes ? judgement->verdicts[number] : DEID_CLASS_FAILS_NECESSARY;

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (row_verdict != DEID_CLASS_PASSES)
        verdict->suppressed_weight += rows->loss_weights[row];
      if (row_verdict == DEID_CLASS_FAILS_NECESSARY)
        verdict->necessary_weight += rows->loss_weights[row];
    }
  return TRUE;
}

gboolean
deid_judgement_judge_table (DeidJudgement *judgement, const DeidRows *rows, const DeidStop *stop,
                            DeidVerdict *verdict, GError **error)
{
  const DeidJudgedClasses judged = get_judged (judgement, rows);

  return deid_table_suppression_judge (&judgement->suppression, &judged, stop, verdict, error)
         && deid_group_counts_judge (&judgement->group_counts, rows, &judgement->classes,
                                     judgement->verdicts, stop, verdict, error)
         && weigh (judgement, rows, stop, verdict, error);
}

gboolean
deid_judgement_accepts_table (DeidJudgement *judgement, const guint64 *sizes,
                              const guint64 *populations, guint32 n, const gboolean *is_settled,
                              const DeidStop *stop, gboolean *holds, GError **error)
{
  const DeidJudgedClasses judged = { .classes = { .n_classes = n, .sizes = sizes },
                                     .populations = populations,
                                     .verdicts = judgement->verdicts };

  memset (judgement->verdicts, DEID_CLASS_PASSES, n);
  return deid_table_suppression_accept_all (&judgement->suppression, &judged, is_settled, stop,
                                            holds, error);
}

/* Without branches, which no processor could predict: of many policies half of the classes fail. */
DeidVerdict
deid_judgement_count (const DeidJudgement *judgement)
{
  const guint64 *sizes = judgement->classes.sizes;
  const guint8 *verdicts = judgement->verdicts;
  guint64 n_suppressed = 0, n_necessary = 0, n_unmatched = 0, largest = 0;
  DeidVerdict verdict;

  for (guint32 number = 0; number < judgement->classes.n_classes; number++)
    {
      const guint64 size = sizes[number];
      const guint64 fails = verdicts[number] != DEID_CLASS_PASSES;

      n_suppressed += size * fails;
      n_necessary += size * (verdicts[number] == DEID_CLASS_FAILS_NECESSARY);
      n_unmatched += fails & (size == 0);
      largest = MAX (largest, 0 - size); /* so that 0 is the least of all, not the smallest */
    }
  verdict = deid_verdict_from_counts (judgement->prepared, n_suppressed, n_necessary, n_unmatched);
  verdict.smallest_class = 0 - largest;
  return verdict;
}

gboolean
deid_judgement_judge (DeidJudgement *judgement, const DeidRows *rows, const DeidRowClasses *classes,
                      const DeidStop *stop, DeidVerdict *verdict, GError **error)
{
  if (!deid_judgement_judge_classes (judgement, classes, classes->n_classes, stop, error))
    return FALSE;
  *verdict = deid_judgement_count (judgement);
  return deid_judgement_judge_table (judgement, rows, stop, verdict, error);
}

gboolean
deid_judgement_count_by_model (DeidJudgement *judgement, DeidClassVerdict least,
                               const DeidStop *stop, guint64 *counts, GError **error)
{
  const DeidPreparedProblem *prepared = judgement->prepared;
  const DeidTableSuppression *suppression = &judgement->suppression;

  for (guint i = 0; i < prepared->privacy.n_models; i++)
    counts[i] = least == DEID_CLASS_FAILS
                    ? suppression->suppressed[i] + suppression->named.suppressed[i]
                    : suppression->needed[i] + suppression->named.needed[i];
  for (guint32 number = 0; number < judgement->classes.n_classes; number++)
    {
      DeidClass eq_class;

      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      if (judgement->verdicts[number] < least)
        continue;
      eq_class = deid_judgement_view (judgement, number);
      if (!deid_class_verdict_count_by_model (prepared, &eq_class, least, counts, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_judgement_has_one_closed_part (const DeidPreparedProblem *prepared, guint64 n_needed,
                                    guint64 *counts)
{
  guint n_parts = 0;

  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      const DeidPrivacyModel *model = prepared->privacy.models[i].model;
      const guint n_of_model
          = (deid_privacy_model_get_closed_part (model) != DEID_CLOSED_NOTHING ? 1u : 0u)
            + (deid_table_suppression_bounds (prepared, model) ? 1u : 0u);

      counts[i] = n_of_model > 0 ? n_needed : 0;
      n_parts += n_of_model;
    }
  return n_parts <= 1;
}

static guint64 *
count_populations (const DeidJudgement *judgement, const DeidRows *rows, const DeidStop *stop,
                   GError **error)
{
  const DeidRowClasses *classes = &judgement->classes;
  const guint64 n_own = deid_rows_get_n_own (rows);
  g_autofree guint64 *populations = deid_alloc (classes->n_classes, sizeof *populations, error);

  for (guint64 row = 0; populations != NULL && row < rows->n_population; row++)
    {
      const guint32 number = deid_row_classes_get (classes, n_own + row);

      if (!deid_stop_check_row (stop, row, error))
        return NULL;
      if (number < classes->n_classes)
        populations[number] += rows->populations[row];
    }
  return g_steal_pointer (&populations);
}

gboolean
deid_judgement_add_risk (DeidJudgement *judgement, const DeidRows *rows, const DeidStop *stop,
                         DeidRiskSum *risk, GError **error)
{
  g_autofree guint64 *populations = count_populations (judgement, rows, stop, error);

  if (populations == NULL)
    return FALSE;
  for (guint32 number = 0; number < judgement->classes.n_classes; number++)
    {
      const DeidClass released = deid_judgement_view (judgement, number);
      guint64 n;

      if (released.n_records == 0 || !deid_judgement_releases (judgement, number))
        continue;
      n = deid_class_get_n_persons (&released);
      if (!deid_risk_sum_add (risk, n, rows->n_population > 0 ? populations[number] : n, error))
        return FALSE;
    }
  return TRUE;
}
