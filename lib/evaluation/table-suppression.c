/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/judgement.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "privacy/table-view.h"

/* What is at hand while a policy is judged. */
typedef struct
{
  DeidTableSuppression *suppression;
  const DeidJudgedClasses *judged;
  const DeidStop *stop;
  DeidVerdict *verdict;
  DeidClassVerdict listed;        /* whose verdicts are this one at worst, */
  DeidSuppressionOrder listed_by; /* in this order, if any are listed */
  gboolean is_listed;
} Judging;

gboolean
deid_table_suppression_bounds (const DeidPreparedProblem *prepared, const DeidPrivacyModel *model)
{
  const DeidPrivacyModelFuncs *funcs = model->funcs;

  return funcs->accept_table.func != NULL && funcs->suppression_order != DEID_SUPPRESSION_ORDER_NONE
         && funcs->is_table_monotone
         && (prepared->read.source.entities == NULL
             || funcs->suppression_order == DEID_SUPPRESSION_ORDER_NAMED);
}

gboolean
deid_table_suppression_init (DeidTableSuppression *suppression, const DeidPreparedProblem *prepared,
                             GError **error)
{
  *suppression = (DeidTableSuppression){ .prepared = prepared };
  return deid_named_classes_init (&suppression->named, prepared, error)
         && deid_new_arrays (error, DEID_NEW (suppression->needed, prepared->privacy.n_models),
                             DEID_NEW (suppression->suppressed, prepared->privacy.n_models));
}

void
deid_table_suppression_clear (DeidTableSuppression *suppression)
{
  deid_named_classes_clear (&suppression->named);
  deid_free_arrays (suppression->order, suppression->scratch, suppression->sizes,
                    suppression->populations, suppression->before, suppression->needed,
                    suppression->suppressed);
}

static gboolean
table_suppression_reserve (DeidTableSuppression *suppression, guint64 n, GError **error)
{
  return deid_grow_list (suppression, order, n, error)
         && deid_grow_list (suppression, scratch, n, error)
         && deid_grow_list (suppression, sizes, n, error)
         && deid_grow_list (suppression, populations, n, error)
         && deid_grow_list (suppression, before, n + 1, error);
}

static gboolean
has_persons (const Judging *judging)
{
  return judging->suppression->prepared->read.source.entities != NULL;
}

static guint64
table_suppression_get_size (const Judging *judging, guint32 number)
{
  const DeidJudgedClasses *judged = judging->judged;

  return has_persons (judging) ? deid_class_reader_get_n_persons (judged->reader, number)
                               : judged->classes.sizes[number];
}

static guint64
table_suppression_get_population (const Judging *judging, guint32 number)
{
  return judging->judged->populations[number];
}

static gboolean
has_populations (const Judging *judging)
{
  return judging->judged->populations != NULL;
}

static guint64
get_records (const Judging *judging, guint32 number)
{
  return judging->judged->classes.sizes[number];
}

/* Sorts the classes listed by what is their key; those of equal keys stay in their order. */
static void
sort_by (const Judging *judging, guint64 (*get_key) (const Judging *judging, guint32 number))
{
  DeidTableSuppression *suppression = judging->suppression;

  for (guint32 i = 0; i < suppression->n; i++)
    suppression->order[i].key = get_key (judging, suppression->order[i].number);
  deid_key_sort (suppression->order, suppression->scratch, suppression->n);
}

static void
sort_listed (const Judging *judging, DeidSuppressionOrder by)
{
  if (by == DEID_SUPPRESSION_ORDER_NONE)
    return;
  sort_by (judging, get_records);
  if (has_persons (judging))
    sort_by (judging, table_suppression_get_size);
  if (by == DEID_SUPPRESSION_ORDER_RAREST_FIRST && has_populations (judging))
    sort_by (judging, table_suppression_get_population);
}

/* Lists the classes whose verdict is @worst or better in the order in which they are suppressed. */
static gboolean
table_suppression_list_classes (Judging *judging, DeidSuppressionOrder by, DeidClassVerdict worst,
                                GError **error)
{
  DeidTableSuppression *suppression = judging->suppression;
  const DeidRowClasses *classes = &judging->judged->classes;

  if (judging->is_listed && judging->listed_by == by && judging->listed == worst)
    return TRUE;
  if (!table_suppression_reserve (suppression, classes->n_classes, error))
    return FALSE;
  suppression->n = 0;
  for (guint32 number = 0; number < classes->n_classes; number++)
    if (classes->sizes[number] > 0 && judging->judged->verdicts[number] <= worst)
      suppression->order[suppression->n++].number = number;
  sort_listed (judging, by);
  suppression->before[0] = 0;
  for (guint32 i = 0; i < suppression->n; i++)
    {
      const guint32 number = suppression->order[i].number;

      suppression->before[i + 1] = suppression->before[i] + get_records (judging, number);
      suppression->sizes[i] = table_suppression_get_size (judging, number);
      if (has_populations (judging))
        suppression->populations[i] = table_suppression_get_population (judging, number);
    }
  judging->listed_by = by;
  judging->listed = worst;
  judging->is_listed = TRUE;
  return TRUE;
}

/* Returns: the persons of the classes listed, without the first @n. */
static guint64
table_suppression_count_persons (const Judging *judging, guint32 n)
{
  const DeidTableSuppression *suppression = judging->suppression;
  guint64 n_persons = 0;

  if (!has_persons (judging))
    return suppression->before[suppression->n] - suppression->before[n];
  for (guint32 i = n; i < suppression->n; i++)
    n_persons += suppression->sizes[i];
  return n_persons;
}

/* Asks a model of the classes listed, without the first @n. */
static gboolean
table_suppression_ask (const Judging *judging, const DeidPreparedModel *asked, guint32 n,
                       gboolean *holds, GError **error)
{
  const DeidTableSuppression *suppression = judging->suppression;
  const guint64 n_records = suppression->before[suppression->n] - suppression->before[n];
  const DeidTableView table
      = { .n_records = n_records,
          .n_persons = table_suppression_count_persons (judging, n),
          .n_suppressed = suppression->prepared->n_records - n_records,
          .n_classes = suppression->n - n,
          .sizes = suppression->sizes + n,
          .populations = has_populations (judging) ? suppression->populations + n : NULL };

  return deid_stop_check (judging->stop, error)
         && deid_prepared_model_accepts_table (asked, &table, holds, error);
}

/* Returns: how many of the classes listed have to be suppressed for it to be more than @limit
 * records; all of them if that never is. */
static guint32
find_too_many (const DeidTableSuppression *suppression, guint64 limit)
{
  guint32 within = 0, above = suppression->n;

  while (above - within > 1)
    {
      const guint32 middle = within + (above - within) / 2;

      if (suppression->before[middle] > limit)
        above = middle;
      else
        within = middle;
    }
  return above;
}

/* Finds how many of the classes listed have to be suppressed for a model, all of them if the
 * condition does not hold before. Where they would be more than @limit records, it does not matter
 * how many: it may then be any that is too many, and too few. Without the problem's limit the rest
 * is searched, but only then: of a condition that holds for some rests and not for shorter ones the
 * same is found, as long as it is within the limit. */
static gboolean
table_suppression_find_number (const Judging *judging, const DeidPreparedModel *asked,
                               guint64 limit, guint32 *n, GError **error)
{
  const guint32 n_listed = judging->suppression->n;
  guint32 fails = 0, holds = find_too_many (judging->suppression, limit);
  gboolean passes = FALSE;

  *n = 0;
  if (n_listed == 0)
    return TRUE;
  if (!table_suppression_ask (judging, asked, 0, &passes, error))
    return FALSE;
  if (passes)
    return TRUE;
  if (holds < n_listed)
    {
      if (!table_suppression_ask (judging, asked, holds, &passes, error))
        return FALSE;
      if (!passes)
        {
          fails = holds;
          holds = judging->suppression->prepared->is_unlimited ? n_listed : holds + 1;
        }
    }
  while (holds - fails > 1)
    {
      const guint32 middle = fails + (holds - fails) / 2;

      if (!table_suppression_ask (judging, asked, middle, &passes, error))
        return FALSE;
      if (passes)
        holds = middle;
      else
        fails = middle;
    }
  *n = holds;
  return TRUE;
}

/* A model whose condition is inherited by generalizations needs more records suppressed than are in
 * all classes but the last of those that it needs suppressed, even if records were suppressed one
 * by one, and no fewer at any specialization. Records that fail a superset-closed part do so there
 * as well; others that fail may be released there. */
static gboolean
bound_needed (Judging *judging, GError **error)
{
  DeidTableSuppression *suppression = judging->suppression;
  const DeidPreparedModels *privacy = &suppression->prepared->privacy;
  guint64 most = 0;

  for (guint i = 0; i < privacy->n_models; i++)
    {
      const DeidPreparedModel *asked = &privacy->models[i];
      guint32 n;

      if (!deid_table_suppression_bounds (suppression->prepared, asked->model)
          || deid_prepared_model_names_classes (asked))
        continue;
      if (!table_suppression_list_classes (judging, asked->model->funcs->suppression_order,
                                           DEID_CLASS_FAILS, error)
          || !table_suppression_find_number (
              judging, asked, suppression->prepared->limit - judging->verdict->n_necessary, &n,
              error))
        return FALSE;
      if (n > 0)
        suppression->needed[i] = suppression->before[n - 1] + 1;
      most = MAX (most, suppression->needed[i]);
    }
  judging->verdict->n_needed += most;
  return TRUE;
}

/* Tells whether the order does not tell two of the classes listed apart. */
static gboolean
table_suppression_are_alike (const Judging *judging, guint32 i, guint32 j)
{
  const DeidTableSuppression *suppression = judging->suppression;
  const guint32 a = suppression->order[i].number, b = suppression->order[j].number;

  return suppression->sizes[i] == suppression->sizes[j]
         && get_records (judging, a) == get_records (judging, b)
         && (judging->listed_by != DEID_SUPPRESSION_ORDER_RAREST_FIRST || !has_populations (judging)
             || suppression->populations[i] == suppression->populations[j]);
}

/* Where the order does not tell apart the last class that is suppressed and the first one that is
 * not, their losses do. */
static gboolean
settle_ties (const Judging *judging, guint32 n, GError **error)
{
  const DeidTableSuppression *suppression = judging->suppression;
  guint32 start = n - 1, end = n;

  while (start > 0 && table_suppression_are_alike (judging, start - 1, n - 1))
    start--;
  while (end < suppression->n && table_suppression_are_alike (judging, end, n - 1))
    end++;
  return end == n
         || deid_ties_sort (suppression->prepared, judging->judged, suppression->order + start,
                            end - start, judging->stop, error);
}

/* Suppresses the first @n of the classes listed for a model. */
static gboolean
table_suppression_suppress (Judging *judging, guint model, guint32 n, GError **error)
{
  const DeidTableSuppression *suppression = judging->suppression;
  const guint64 n_records = suppression->before[n];

  if (!settle_ties (judging, n, error))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    judging->judged->verdicts[suppression->order[i].number] = DEID_CLASS_FAILS;
  judging->verdict->n_suppressed += n_records;
  suppression->suppressed[model] += n_records;
  judging->is_listed = FALSE;
  judging->suppression->named.is_settled = FALSE;
  return TRUE;
}

/* Suppresses the classes that models name of those that pass. */
static gboolean
suppress_named (Judging *judging, guint64 *n_records, GError **error)
{
  *n_records = 0;
  if (!judging->suppression->named.is_used)
    return TRUE;
  if (!deid_named_classes_suppress (&judging->suppression->named, judging->judged, judging->stop,
                                    n_records, error))
    return FALSE;
  judging->verdict->n_suppressed += *n_records;
  judging->is_listed &= *n_records == 0;
  return TRUE;
}

static gboolean
exceeds_limit (const Judging *judging)
{
  return judging->verdict->n_suppressed > judging->suppression->prepared->limit;
}

static guint64
get_rest_of_limit (const Judging *judging)
{
  const guint64 limit = judging->suppression->prepared->problem_limit;

  return limit - MIN (limit, judging->verdict->n_suppressed);
}

/* Has one of the models that suppress classes in an order suppress what it needs, and then those
 * that name classes. Sets @is_content to whether that was nothing. */
static gboolean
suppress_for (Judging *judging, guint model, gboolean *is_content, GError **error)
{
  const DeidPreparedModel *asked = &judging->suppression->prepared->privacy.models[model];
  const DeidPrivacyModelFuncs *funcs = asked->model->funcs;
  guint64 n_records;
  guint32 n = 0;

  *is_content = TRUE;
  if (funcs->accept_table.func == NULL || funcs->suppression_order == DEID_SUPPRESSION_ORDER_NONE
      || deid_prepared_model_names_classes (asked))
    return TRUE;
  if (!table_suppression_list_classes (judging, funcs->suppression_order, DEID_CLASS_PASSES, error)
      || !table_suppression_find_number (judging, asked, get_rest_of_limit (judging), &n, error))
    return FALSE;
  *is_content = n == 0;
  return *is_content
         || (table_suppression_suppress (judging, model, n, error)
             && suppress_named (judging, &n_records, error));
}

/* Has each model suppress what it needs, until all of them are content: what is suppressed in
 * another order may have to be made up for. Models that name classes come first, since what they
 * leave does not depend on what else a search has left out before. Once that is too much, the
 * models are asked no more than once each: beyond the limit each would suppress a class or two at a
 * time. */
static gboolean
suppress_for_all (Judging *judging, GError **error)
{
  const DeidPreparedModels *privacy = &judging->suppression->prepared->privacy;
  guint n_content = 0, n_asked = 0;
  guint64 n_records;

  if (!suppress_named (judging, &n_records, error))
    return FALSE;
  for (guint i = 0;
       n_content < privacy->n_models && (n_asked < privacy->n_models || !exceeds_limit (judging));
       i = (i + 1) % privacy->n_models)
    {
      gboolean is_content;

      if (!suppress_for (judging, i, &is_content, error))
        return FALSE;
      n_content = is_content ? n_content + 1 : 1;
      n_asked = MIN (n_asked + 1, privacy->n_models);
    }
  return TRUE;
}

/* Asks the models that do not suppress anything. */
static gboolean
judge_released (Judging *judging, GError **error)
{
  const DeidPreparedProblem *prepared = judging->suppression->prepared;
  DeidVerdict *verdict = judging->verdict;

  verdict->is_solution
      = verdict->n_suppressed <= prepared->limit && verdict->n_suppressed < prepared->n_records;
  for (guint i = 0; verdict->is_solution && i < prepared->privacy.n_models; i++)
    {
      const DeidPreparedModel *asked = &prepared->privacy.models[i];
      const DeidPrivacyModelFuncs *funcs = asked->model->funcs;

      if (funcs->accept_table.func != NULL
          && funcs->suppression_order == DEID_SUPPRESSION_ORDER_NONE
          && (!table_suppression_list_classes (judging, funcs->suppression_order, DEID_CLASS_PASSES,
                                               error)
              || !table_suppression_ask (judging, asked, 0, &verdict->is_solution, error)))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_table_suppression_judge (DeidTableSuppression *suppression, const DeidJudgedClasses *judged,
                              const DeidStop *stop, DeidVerdict *verdict, GError **error)
{
  Judging judging
      = { .suppression = suppression, .judged = judged, .stop = stop, .verdict = verdict };

  memset (suppression->needed, 0, suppression->prepared->privacy.n_models * sizeof (guint64));
  memset (suppression->suppressed, 0, suppression->prepared->privacy.n_models * sizeof (guint64));
  if (!suppression->prepared->asks.judges_table
      || !deid_verdict_is_feasible (verdict, suppression->prepared))
    return TRUE;
  return bound_needed (&judging, error) && suppress_for_all (&judging, error)
         && judge_released (&judging, error);
}

gboolean
deid_table_suppression_accept_all (DeidTableSuppression *suppression,
                                   const DeidJudgedClasses *judged, const gboolean *is_settled,
                                   const DeidStop *stop, gboolean *holds, GError **error)
{
  const DeidPreparedModels *privacy = &suppression->prepared->privacy;
  Judging judging = { .suppression = suppression, .judged = judged, .stop = stop };

  *holds = TRUE;
  for (guint i = 0; *holds && i < privacy->n_models; i++)
    {
      const DeidPrivacyModelFuncs *funcs = privacy->models[i].model->funcs;

      if (funcs->accept_table.func != NULL && !is_settled[i]
          && (!table_suppression_list_classes (&judging, funcs->suppression_order,
                                               DEID_CLASS_PASSES, error)
              || !table_suppression_ask (&judging, &privacy->models[i], 0, holds, error)))
        return FALSE;
    }
  return TRUE;
}
