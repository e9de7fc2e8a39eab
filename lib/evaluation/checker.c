/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/checker.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

gboolean
deid_checker_init (DeidChecker *checker, const DeidPreparedProblem *instance, GError **error)
{
  *checker = (DeidChecker){ .instance = instance };
  return deid_new_arrays (error, DEID_NEW (checker->sums, instance->lattice->n_attributes))
         && deid_size_verdicts_init (&checker->size_verdicts, instance, error)
         && deid_withholding_init (&checker->withholding, instance, error)
         && deid_recoder_init (&checker->recoder, instance->attributes,
                               instance->lattice->n_attributes, error)
         && (!instance->needs_reader
             || deid_class_reader_init (&checker->reader, &instance->source, error))
         && (deid_loss_is_separable (&instance->loss)
             || deid_class_costs_init (&checker->costs, &instance->loss, &instance->cost_source,
                                       error));
}

/* What the quality model asks rows for is not that of rows that stand for others. */
static gboolean
may_roll_up (const DeidPreparedProblem *instance)
{
  const DeidClassSource *costs = &instance->cost_source;

  return !instance->needs_reader && !instance->has_population && costs->n_columns == 0
         && costs->entities == NULL;
}

gboolean
deid_checker_roll_up (DeidChecker *checker, GError **error)
{
  const DeidPreparedProblem *instance = checker->instance;
  const DeidRows *rows = &instance->rows;
  DeidRows *wide = &checker->wide;

  if (!may_roll_up (instance))
    return TRUE;
  checker->rolls_up = TRUE;
  if (!deid_roll_up_init (&checker->roll_up, instance->lattice->n_dimensions, rows->n, error)
      || !deid_fused_columns_init (&checker->fused, rows, instance->attributes, error))
    return FALSE;
  *wide = *rows;
  wide->n_attributes += checker->fused.n_columns;
  if (!deid_new_arrays (error, DEID_NEW (wide->codes, wide->n_attributes)))
    return FALSE;
  memcpy (wide->codes, rows->codes, rows->n_attributes * sizeof *rows->codes);
  for (guint c = 0; c < checker->fused.n_columns; c++)
    wide->codes[rows->n_attributes + c] = &checker->fused.columns[c];
  return TRUE;
}

guint64
deid_checker_get_n_bytes (const DeidChecker *checker)
{
  return deid_grouping_get_n_bytes (&checker->grouping) + checker->class_verdicts_capacity
         + checker->listed_capacity * sizeof *checker->listed + checker->roll_up.max_bytes
         + deid_fused_columns_get_n_bytes (&checker->fused)
         + (checker->instance->needs_reader ? deid_class_reader_get_n_bytes (&checker->reader) : 0)
         + (deid_loss_is_separable (&checker->instance->loss)
                ? 0
                : deid_class_costs_get_n_bytes (&checker->costs));
}

void
deid_checker_clear (DeidChecker *checker)
{
  deid_grouping_clear (&checker->grouping);
  deid_roll_up_clear (&checker->roll_up);
  deid_fused_columns_clear (&checker->fused);
  g_free (checker->wide.codes);
  deid_class_reader_clear (&checker->reader);
  deid_class_costs_clear (&checker->costs);
  deid_size_verdicts_clear (&checker->size_verdicts);
  deid_withholding_clear (&checker->withholding);
  g_free (checker->listed);
  deid_recoder_clear (&checker->recoder);
  g_free (checker->class_verdicts);
  g_free (checker->sums);
}

static DeidRowClasses
get_classes (const DeidChecker *checker, const DeidLevel *levels)
{
  const DeidGrouping *grouping = &checker->grouping;

  return (DeidRowClasses){ .class_of_row = grouping->class_of_row,
                           .width = sizeof *grouping->class_of_row,
                           .n_classes = grouping->n_classes,
                           .sizes = grouping->sizes,
                           .levels = levels };
}

static gboolean
start_reading (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  const DeidRowClasses classes = get_classes (checker, levels);

  return !checker->instance->needs_reader
         || deid_class_reader_start (&checker->reader, &classes, stop, error);
}

DeidClass
deid_checker_view (DeidChecker *checker, guint32 number)
{
  const guint64 size = checker->grouping.sizes[number];

  if (checker->instance->needs_reader)
    return deid_class_reader_view (&checker->reader, number);
  return (DeidClass){ .n_records = size, .n_persons = size };
}

static gboolean
judge_classes (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  const DeidGrouping *grouping = &checker->grouping;
  const guint32 n_classes = grouping->n_classes;

  if (!deid_grow ((gpointer *) &checker->class_verdicts, &checker->class_verdicts_capacity,
                  n_classes, 1, error))
    return FALSE;
  if (!checker->instance->needs_reader)
    return deid_size_verdicts_judge (&checker->size_verdicts, grouping->sizes, n_classes,
                                     checker->class_verdicts, error);
  if (!start_reading (checker, levels, stop, error))
    return FALSE;
  for (guint32 number = 0; number < n_classes; number++)
    {
      DeidClass eq_class = deid_checker_view (checker, number);
      DeidClassVerdict verdict;

      if (!deid_stop_check_class (stop, number, error)
          || !deid_prepared_problem_judge (checker->instance, &eq_class, &verdict, error))
        return FALSE;
      checker->class_verdicts[number] = (guint8) verdict;
    }
  return TRUE;
}

/* Without branches, which no processor could predict: of many policies half of the classes fail. */
static void
count_suppressed (const DeidChecker *checker, DeidVerdict *verdict)
{
  const DeidGrouping *grouping = &checker->grouping;
  guint64 n_suppressed = 0, n_necessary = 0, n_unmatched = 0, largest = 0;

  for (guint32 number = 0; number < grouping->n_classes; number++)
    {
      const guint64 size = grouping->sizes[number];
      const guint64 fails = checker->class_verdicts[number] != DEID_CLASS_PASSES;

      n_suppressed += size * fails;
      n_necessary += size * (checker->class_verdicts[number] == DEID_CLASS_FAILS_NECESSARY);
      n_unmatched += fails & (size == 0);
      largest = MAX (largest, 0 - size); /* so that 0 is the least of all, not the smallest */
    }
  *verdict = deid_verdict_from_counts (checker->instance, n_suppressed, n_necessary, n_unmatched);
  verdict->smallest_class = 0 - largest;
}

/* Lists the rows that are suppressed, or those that are kept.
 * Returns: their number. */
static guint64
list_rows (DeidChecker *checker, gboolean suppressed)
{
  guint32 *listed = checker->listed;
  guint64 n = 0;

  for (guint64 row = 0; row < checker->rows->n; row++)
    {
      listed[n] = (guint32) row;
      n += deid_checker_is_suppressed (checker, row) == suppressed ? 1 : 0;
    }
  return n;
}

/* Returns: what the policy grouped last makes of the attributes. */
static const DeidRecoding *const *
get_recodings (const DeidChecker *checker)
{
  return checker->rolls_up ? checker->fused.recoder.recodings : checker->recoder.recodings;
}

/* Sums up the lesser part of the rows; what all of them sum to is known. */
static gboolean
sum_suppressed (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop,
                guint64 n_suppressed, GError **error)
{
  const DeidPreparedProblem *instance = checker->instance;
  const DeidRows *rows = checker->rows;
  const gboolean suppressed = n_suppressed <= instance->n_records / 2;
  guint64 n;

  for (guint a = 0; a < instance->lattice->n_attributes; a++)
    checker->sums[a] = (DeidLossSums){ 0 };
  if (n_suppressed == 0)
    return TRUE;
  if (!deid_stop_check (stop, error)
      || !deid_grow ((gpointer *) &checker->listed, &checker->listed_capacity, rows->n,
                     sizeof *checker->listed, error))
    return FALSE;
  n = list_rows (checker, suppressed);
  deid_loss_add_suppressed_rows (&instance->loss, rows, checker->listed, n,
                                 suppressed ? n_suppressed : instance->n_records - n_suppressed,
                                 get_recodings (checker), checker->sums);
  for (guint a = 0; !suppressed && a < instance->lattice->n_attributes; a++)
    checker->sums[a].covered
        = deid_loss_get_level_sum (&instance->loss, a, levels) - checker->sums[a].covered;
  return TRUE;
}

static gboolean
measure_classes (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop,
                 DeidVerdict *verdict, GError **error)
{
  const DeidRowClasses classes = get_classes (checker, levels);
  DeidClassSource source = checker->instance->cost_source;
  DeidRows rows = *checker->rows;

  rows.n_attributes = source.rows->n_attributes;
  source.rows = &rows;
  return deid_class_costs_start (&checker->costs, &source, &classes, stop, error)
         && deid_class_costs_measure (&checker->costs, checker->class_verdicts, stop,
                                      &verdict->objective, error);
}

static gboolean
measure (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop, DeidVerdict *verdict,
         GError **error)
{
  const DeidPreparedProblem *instance = checker->instance;

  if (!deid_loss_is_separable (&instance->loss))
    return measure_classes (checker, levels, stop, verdict, error);
  if (!sum_suppressed (checker, levels, stop, verdict->n_suppressed, error))
    return FALSE;
  verdict->objective
      = deid_loss_measure (&instance->loss, levels, checker->sums, verdict->n_suppressed);
  return TRUE;
}

static gboolean
group_snapshot (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  const guint n_attributes = checker->instance->lattice->n_attributes;
  DeidRows narrow;

  checker->rows = deid_roll_up_find (&checker->roll_up, levels);
  if (checker->rows == NULL)
    checker->rows = &checker->wide;
  narrow = *checker->rows;
  narrow.n_attributes = checker->fused.n_columns;
  narrow.codes += n_attributes;
  return deid_grouping_run (&checker->grouping, &narrow,
                            deid_fused_columns_recode (&checker->fused, levels), stop, error);
}

static gboolean
group_table (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  checker->rows = &checker->instance->rows;
  return deid_grouping_run (&checker->grouping, checker->rows,
                            deid_recoder_set (&checker->recoder, levels), stop, error);
}

static gboolean
group (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  return checker->rolls_up ? group_snapshot (checker, levels, stop, error)
                           : group_table (checker, levels, stop, error);
}

static gboolean
judge_table (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop,
             DeidVerdict *verdict, GError **error)
{
  const DeidJudgedClasses judged
      = { .classes = get_classes (checker, levels),
          .rows = checker->rows,
          .reader = checker->instance->needs_reader ? &checker->reader : NULL,
          .populations = checker->reader.populations,
          .verdicts = checker->class_verdicts };

  return deid_withholding_judge (&checker->withholding, &judged, stop, verdict, error);
}

gboolean
deid_checker_read (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop,
                   GError **error)
{
  return group (checker, levels, stop, error) && start_reading (checker, levels, stop, error);
}

gboolean
deid_checker_evaluate (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop,
                       DeidVerdict *verdict, GError **error)
{
  if (!group (checker, levels, stop, error) || !judge_classes (checker, levels, stop, error))
    return FALSE;
  count_suppressed (checker, verdict);
  if (!judge_table (checker, levels, stop, verdict, error))
    return FALSE;
  if ((verdict->is_solution || checker->measures_all)
      && !measure (checker, levels, stop, verdict, error))
    return FALSE;
  return !checker->rolls_up
         || deid_roll_up_keep (&checker->roll_up, levels, checker->rows, &checker->grouping, error);
}

gboolean
deid_checker_count_by_model (DeidChecker *checker, DeidClassVerdict least, const DeidStop *stop,
                             guint64 *counts, GError **error)
{
  const DeidPreparedProblem *instance = checker->instance;

  memcpy (counts,
          least == DEID_CLASS_FAILS ? checker->withholding.withheld : checker->withholding.needed,
          instance->privacy.n_models * sizeof *counts);
  for (guint32 number = 0; number < checker->grouping.n_classes; number++)
    {
      DeidClass eq_class;

      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      if (checker->class_verdicts[number] < least)
        continue;
      eq_class = deid_checker_view (checker, number);
      if (!deid_prepared_problem_count_by_model (instance, &eq_class, least, counts, error))
        return FALSE;
    }
  return TRUE;
}

/* Whether or not some model asks for the population, it is counted. */
gboolean
deid_checker_add_risk (DeidChecker *checker, const DeidStop *stop, DeidRiskSum *risk,
                       GError **error)
{
  const guint32 n_classes = checker->grouping.n_classes;
  g_autofree guint64 *populations = deid_alloc (n_classes, sizeof *populations, error);

  if (populations == NULL
      || !deid_rows_add_population (checker->rows, checker->grouping.class_of_row, stop,
                                    populations, error))
    return FALSE;
  for (guint32 number = 0; number < n_classes; number++)
    {
      const DeidClass released = deid_checker_view (checker, number);
      guint64 n;

      if (released.n_records == 0 || !deid_checker_releases (checker, number))
        continue;
      n = deid_class_get_n_persons (&released);
      if (!deid_risk_sum_add (risk, n, checker->rows->n_population > 0 ? populations[number] : n,
                              error))
        return FALSE;
    }
  return TRUE;
}

/* A model whose only condition is one on the whole table, for which it withholds nothing, fails no
 * record. */
static gboolean
append_failing (DeidLongText *text, DeidChecker *checker, const DeidStop *stop, GError **error)
{
  const DeidPreparedModels *privacy = &checker->instance->privacy;
  g_autofree guint64 *counts = deid_alloc (privacy->n_models, sizeof *counts, error);
  const char *separator = ";";

  if (counts == NULL
      || !deid_checker_count_by_model (checker, DEID_CLASS_FAILS, stop, counts, error))
    return FALSE;
  for (guint i = 0; i < privacy->n_models; i++)
    {
      const DeidPrivacyModel *model = privacy->models[i].model;

      if (model->funcs->accept.func == NULL
          && model->funcs->withholding == DEID_SUPPRESSION_ORDER_NONE)
        continue;
      deid_long_text_add (text, "%s %" G_GUINT64_FORMAT " fail %s", separator, counts[i],
                          model->shown);
      separator = ",";
    }
  return TRUE;
}

char *
deid_checker_explain (DeidChecker *checker, const DeidLevel *levels, GError **error)
{
  const DeidPreparedProblem *instance = checker->instance;
  const DeidStop never = { .deadline = G_MAXINT64 };
  DeidLongText own = { 0 }, *text = &own;
  DeidVerdict verdict;

  if (!deid_checker_evaluate (checker, levels, &never, &verdict, error))
    return NULL;
  deid_long_text_add (text, "policy '");
  deid_levels_describe (instance->lattice, levels, text);
  deid_long_text_add (
      text, "' has to suppress %s%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records",
      instance->judges_table ? "at least " : "", verdict.n_suppressed, instance->n_records);
  if (verdict.n_unmatched > 0)
    deid_long_text_add (text,
                        ", and %" G_GUINT64_FORMAT
                        " classes of the population without records in the table fail",
                        verdict.n_unmatched);
  if (verdict.n_suppressed > instance->limit)
    deid_long_text_add (text, ", the suppression limit allows %" G_GUINT64_FORMAT, instance->limit);
  else if (verdict.n_suppressed == instance->n_records)
    deid_long_text_add (text, ", which leaves none");
  else if (verdict.n_unmatched == 0)
    deid_long_text_add (text, ", and what is left fails a condition on the whole table");
  if (append_failing (text, checker, &never, error))
    return deid_long_text_end (text, error);
  deid_long_text_clear (text);
  return NULL;
}
