/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/table-suppression.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "privacy/table-view.h"

/* What is at hand while a policy is judged. */
typedef struct
{
  DeidWithholding *withholding;
  const DeidJudgedClasses *judged;
  const DeidStop *stop;
  DeidVerdict *verdict;
  DeidClassVerdict listed;        /* whose verdicts are this one at worst, */
  DeidSuppressionOrder listed_by; /* in this order, if any are listed */
  gboolean is_listed;
} Judging;

gboolean
deid_withholding_init (DeidWithholding *withholding, const DeidPreparedProblem *instance,
                       GError **error)
{
  *withholding = (DeidWithholding){ .instance = instance };
  return deid_new_arrays (error, DEID_NEW (withholding->needed, instance->privacy.n_models),
                          DEID_NEW (withholding->withheld, instance->privacy.n_models));
}

void
deid_withholding_clear (DeidWithholding *withholding)
{
  g_free (withholding->order);
  g_free (withholding->scratch);
  g_free (withholding->sizes);
  g_free (withholding->populations);
  g_free (withholding->before);
  g_free (withholding->needed);
  g_free (withholding->withheld);
}

static gboolean
reserve (DeidWithholding *withholding, guint64 n, GError **error)
{
  return deid_grow ((gpointer *) &withholding->order, &withholding->order_capacity, n,
                    sizeof *withholding->order, error)
         && deid_grow ((gpointer *) &withholding->scratch, &withholding->scratch_capacity, n,
                       sizeof *withholding->scratch, error)
         && deid_grow ((gpointer *) &withholding->sizes, &withholding->sizes_capacity, n,
                       sizeof *withholding->sizes, error)
         && deid_grow ((gpointer *) &withholding->populations, &withholding->populations_capacity,
                       n, sizeof *withholding->populations, error)
         && deid_grow ((gpointer *) &withholding->before, &withholding->before_capacity, n + 1,
                       sizeof *withholding->before, error);
}

static gboolean
has_persons (const Judging *judging)
{
  return judging->withholding->instance->source.entities != NULL;
}

static guint64
get_size (const Judging *judging, guint32 number)
{
  const DeidJudgedClasses *judged = judging->judged;

  return has_persons (judging) ? deid_class_reader_get_n_persons (judged->reader, number)
                               : judged->classes.sizes[number];
}

static guint64
get_population (const Judging *judging, guint32 number)
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
  DeidWithholding *withholding = judging->withholding;

  for (guint32 i = 0; i < withholding->n; i++)
    withholding->order[i].key = get_key (judging, withholding->order[i].number);
  deid_key_sort (withholding->order, withholding->scratch, withholding->n);
}

static void
sort_listed (const Judging *judging, DeidSuppressionOrder by)
{
  if (by == DEID_SUPPRESSION_ORDER_NONE)
    return;
  sort_by (judging, get_records);
  if (has_persons (judging))
    sort_by (judging, get_size);
  if (by == DEID_SUPPRESSION_ORDER_RAREST_FIRST && has_populations (judging))
    sort_by (judging, get_population);
}

/* Lists the classes whose verdict is @worst or better in the order in which they are withheld. */
static gboolean
list_classes (Judging *judging, DeidSuppressionOrder by, DeidClassVerdict worst, GError **error)
{
  DeidWithholding *withholding = judging->withholding;
  const DeidRowClasses *classes = &judging->judged->classes;

  if (judging->is_listed && judging->listed_by == by && judging->listed == worst)
    return TRUE;
  if (!reserve (withholding, classes->n_classes, error))
    return FALSE;
  withholding->n = 0;
  for (guint32 number = 0; number < classes->n_classes; number++)
    if (classes->sizes[number] > 0 && judging->judged->verdicts[number] <= worst)
      withholding->order[withholding->n++].number = number;
  sort_listed (judging, by);
  withholding->before[0] = 0;
  for (guint32 i = 0; i < withholding->n; i++)
    {
      const guint32 number = withholding->order[i].number;

      withholding->before[i + 1] = withholding->before[i] + get_records (judging, number);
      withholding->sizes[i] = get_size (judging, number);
      if (has_populations (judging))
        withholding->populations[i] = get_population (judging, number);
    }
  judging->listed_by = by;
  judging->listed = worst;
  judging->is_listed = TRUE;
  return TRUE;
}

/* Returns: the persons of the classes listed, without the first @n. */
static guint64
count_persons (const Judging *judging, guint32 n)
{
  const DeidWithholding *withholding = judging->withholding;
  guint64 n_persons = 0;

  if (!has_persons (judging))
    return withholding->before[withholding->n] - withholding->before[n];
  for (guint32 i = n; i < withholding->n; i++)
    n_persons += withholding->sizes[i];
  return n_persons;
}

/* Asks a model of the classes listed, without the first @n. */
static gboolean
ask (const Judging *judging, const DeidPreparedModel *prepared, guint32 n, gboolean *holds,
     GError **error)
{
  const DeidWithholding *withholding = judging->withholding;
  const guint64 n_records = withholding->before[withholding->n] - withholding->before[n];
  const DeidTableView table
      = { .n_records = n_records,
          .n_persons = count_persons (judging, n),
          .n_suppressed = withholding->instance->n_records - n_records,
          .n_classes = withholding->n - n,
          .sizes = withholding->sizes + n,
          .populations = has_populations (judging) ? withholding->populations + n : NULL };

  return deid_stop_check (judging->stop, error)
         && deid_prepared_model_accepts_table (prepared, &table, holds, error);
}

/* Returns: how many of the classes listed have to be withheld for it to be more than @limit
 * records; all of them if that never is. */
static guint32
find_too_many (const DeidWithholding *withholding, guint64 limit)
{
  guint32 within = 0, above = withholding->n;

  while (above - within > 1)
    {
      const guint32 middle = within + (above - within) / 2;

      if (withholding->before[middle] > limit)
        above = middle;
      else
        within = middle;
    }
  return above;
}

static gboolean
has_no_limit (const Judging *judging)
{
  const DeidPreparedProblem *instance = judging->withholding->instance;

  return instance->limit > instance->problem_limit;
}

/* Finds how many of the classes listed have to be withheld for a model, all of them if the
 * condition does not hold before. Where they would be more than @limit records, it does not matter
 * how many: it may then be any that is too many, and too few. Without the problem's limit the rest
 * is searched, but only then: of a condition that holds for some rests and not for shorter ones the
 * same is found, as long as it is within the limit. */
static gboolean
find_number (const Judging *judging, const DeidPreparedModel *prepared, guint64 limit, guint32 *n,
             GError **error)
{
  const guint32 n_listed = judging->withholding->n;
  guint32 fails = 0, holds = find_too_many (judging->withholding, limit);
  gboolean passes = FALSE;

  *n = 0;
  if (n_listed == 0)
    return TRUE;
  if (!ask (judging, prepared, 0, &passes, error))
    return FALSE;
  if (passes)
    return TRUE;
  if (holds < n_listed)
    {
      if (!ask (judging, prepared, holds, &passes, error))
        return FALSE;
      if (!passes)
        {
          fails = holds;
          holds = has_no_limit (judging) ? n_listed : holds + 1;
        }
    }
  while (holds - fails > 1)
    {
      const guint32 middle = fails + (holds - fails) / 2;

      if (!ask (judging, prepared, middle, &passes, error))
        return FALSE;
      if (passes)
        holds = middle;
      else
        fails = middle;
    }
  *n = holds;
  return TRUE;
}

/* A model whose condition is inherited by generalizations needs more records withheld than are in
 * all classes but the last of those that it needs withheld, even if records were withheld one by
 * one, and no fewer at any specialization. Records that fail a superset-closed part do so there as
 * well; others that fail may be released there. */
static gboolean
bound_needed (Judging *judging, GError **error)
{
  DeidWithholding *withholding = judging->withholding;
  const DeidPreparedModels *privacy = &withholding->instance->privacy;
  guint64 most = 0;

  for (guint i = 0; i < privacy->n_models; i++)
    {
      const DeidPreparedModel *prepared = &privacy->models[i];
      guint32 n;

      if (!deid_prepared_problem_bounds_table (withholding->instance, prepared->model))
        continue;
      if (!list_classes (judging, prepared->model->funcs->withholding, DEID_CLASS_FAILS, error)
          || !find_number (judging, prepared,
                           withholding->instance->limit - judging->verdict->n_necessary, &n, error))
        return FALSE;
      if (n > 0)
        withholding->needed[i] = withholding->before[n - 1] + 1;
      most = MAX (most, withholding->needed[i]);
    }
  judging->verdict->n_needed += most;
  return TRUE;
}

/* Tells whether the order does not tell two of the classes listed apart. */
static gboolean
are_alike (const Judging *judging, guint32 i, guint32 j)
{
  const DeidWithholding *withholding = judging->withholding;
  const guint32 a = withholding->order[i].number, b = withholding->order[j].number;

  return withholding->sizes[i] == withholding->sizes[j]
         && get_records (judging, a) == get_records (judging, b)
         && (judging->listed_by != DEID_SUPPRESSION_ORDER_RAREST_FIRST || !has_populations (judging)
             || withholding->populations[i] == withholding->populations[j]);
}

/* Where the order does not tell apart the last class that is withheld and the first one that is
 * not, their losses do. */
static gboolean
settle_ties (const Judging *judging, guint32 n, GError **error)
{
  const DeidWithholding *withholding = judging->withholding;
  guint32 start = n - 1, end = n;

  while (start > 0 && are_alike (judging, start - 1, n - 1))
    start--;
  while (end < withholding->n && are_alike (judging, end, n - 1))
    end++;
  return end == n
         || deid_ties_sort (withholding->instance, judging->judged, withholding->order + start,
                            end - start, error);
}

/* Withholds the first @n of the classes listed for a model. */
static gboolean
withhold (Judging *judging, guint model, guint32 n, GError **error)
{
  const DeidWithholding *withholding = judging->withholding;
  const guint64 n_records = withholding->before[n];

  if (!settle_ties (judging, n, error))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    judging->judged->verdicts[withholding->order[i].number] = DEID_CLASS_FAILS;
  judging->verdict->n_suppressed += n_records;
  withholding->withheld[model] += n_records;
  judging->is_listed = FALSE;
  return TRUE;
}

static gboolean
exceeds_limit (const Judging *judging)
{
  return judging->verdict->n_suppressed > judging->withholding->instance->limit;
}

static guint64
get_rest_of_limit (const Judging *judging)
{
  const guint64 limit = judging->withholding->instance->problem_limit;

  return limit - MIN (limit, judging->verdict->n_suppressed);
}

/* Has each model withhold what it needs, until all of them are content: what is withheld in
 * another order may have to be made up for. Once that is too much, the models are asked no more
 * than once each: beyond the limit each would withhold a class or two at a time. */
static gboolean
withhold_for_all (Judging *judging, GError **error)
{
  const DeidPreparedModels *privacy = &judging->withholding->instance->privacy;
  guint n_content = 0, n_asked = 0;

  for (guint i = 0;
       n_content < privacy->n_models && (n_asked < privacy->n_models || !exceeds_limit (judging));
       i = (i + 1) % privacy->n_models)
    {
      const DeidPreparedModel *prepared = &privacy->models[i];
      const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
      guint32 n = 0;

      if (funcs->accept_table.func != NULL && funcs->withholding != DEID_SUPPRESSION_ORDER_NONE
          && (!list_classes (judging, funcs->withholding, DEID_CLASS_PASSES, error)
              || !find_number (judging, prepared, get_rest_of_limit (judging), &n, error)
              || (n > 0 && !withhold (judging, i, n, error))))
        return FALSE;
      n_content = n > 0 ? 1 : n_content + 1;
      n_asked = MIN (n_asked + 1, privacy->n_models);
    }
  return TRUE;
}

/* Asks the models that do not withhold anything. */
static gboolean
judge_released (Judging *judging, GError **error)
{
  const DeidPreparedProblem *instance = judging->withholding->instance;
  DeidVerdict *verdict = judging->verdict;

  verdict->is_solution
      = verdict->n_suppressed <= instance->limit && verdict->n_suppressed < instance->n_records;
  for (guint i = 0; verdict->is_solution && i < instance->privacy.n_models; i++)
    {
      const DeidPreparedModel *prepared = &instance->privacy.models[i];
      const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;

      if (funcs->accept_table.func != NULL && funcs->withholding == DEID_SUPPRESSION_ORDER_NONE
          && (!list_classes (judging, funcs->withholding, DEID_CLASS_PASSES, error)
              || !ask (judging, prepared, 0, &verdict->is_solution, error)))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_withholding_judge (DeidWithholding *withholding, const DeidJudgedClasses *judged,
                        const DeidStop *stop, DeidVerdict *verdict, GError **error)
{
  Judging judging
      = { .withholding = withholding, .judged = judged, .stop = stop, .verdict = verdict };

  memset (withholding->needed, 0, withholding->instance->privacy.n_models * sizeof (guint64));
  memset (withholding->withheld, 0, withholding->instance->privacy.n_models * sizeof (guint64));
  if (!withholding->instance->judges_table
      || !deid_verdict_is_feasible (verdict, withholding->instance))
    return TRUE;
  return bound_needed (&judging, error) && withhold_for_all (&judging, error)
         && judge_released (&judging, error);
}

gboolean
deid_withholding_accept_all (DeidWithholding *withholding, const DeidJudgedClasses *judged,
                             const gboolean *is_settled, const DeidStop *stop, gboolean *holds,
                             GError **error)
{
  const DeidPreparedModels *privacy = &withholding->instance->privacy;
  Judging judging = { .withholding = withholding, .judged = judged, .stop = stop };

  *holds = TRUE;
  for (guint i = 0; *holds && i < privacy->n_models; i++)
    {
      const DeidPrivacyModelFuncs *funcs = privacy->models[i].model->funcs;

      if (funcs->accept_table.func != NULL && !is_settled[i]
          && (!list_classes (&judging, funcs->withholding, DEID_CLASS_PASSES, error)
              || !ask (&judging, &privacy->models[i], 0, holds, error)))
        return FALSE;
    }
  return TRUE;
}
