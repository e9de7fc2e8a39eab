/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What classes need to pass, as far as a few questions tell. */
#include "search/local/judge-needs.h"

#include <stdlib.h>

#include "base/arrays.h"
#include "base/key-sort.h"
#include "base/memory.h"
#include "evaluation/least-size.h"

/* Classes that are grown from random records, how many records they may have, and how many in a row
 * that they do not want. */
#define N_TRIALS             15
#define JUDGE_NEEDS_MAX_SIZE 500
#define MAX_REFUSED          100

/* A column whose values are looked at, those with most records of the table first. */
typedef struct
{
  DeidLocalJudge *judge;
  guint j;
  const DeidPreparedModel *asked;
  DeidKeyedNumber *order;
} Question;

/* Tells whether the records with the @n most frequent values make a class that meets what is
 * superset-closed of a model. */
static gboolean
judge_needs_ask (const Question *question, guint32 n, gboolean *passes, GError **error)
{
  DeidLocalJudge *judge = question->judge;
  DeidLocalValues *column = &judge->columns[question->j];
  DeidClass eq_class = { .distributions = judge->distributions };

  for (guint32 i = 0; i < n; i++)
    {
      column->seen[i] = question->order[i].number;
      column->counts[column->seen[i]] = column->totals[column->seen[i]];
      eq_class.n_records += column->totals[column->seen[i]];
    }
  column->n_seen = n;
  eq_class.n_persons = eq_class.n_records;
  deid_local_judge_show (judge, &eq_class, judge->highest);
  deid_local_judge_start (judge);
  return question->asked->model->funcs->closure == DEID_CLOSURE_SUPERSET
             ? deid_prepared_model_accepts (question->asked, &eq_class, passes, error)
             : deid_prepared_model_meets_necessary (question->asked, &eq_class, passes, error);
}

/* Finds the fewest values with which it does, if it ever does. */
static gboolean
find_fewest (const Question *question, GError **error)
{
  DeidLocalValues *column = &question->judge->columns[question->j];
  guint32 below = 0, above = column->n_values;
  gboolean passes = FALSE;

  if (!judge_needs_ask (question, above, &passes, error))
    return FALSE;
  if (!passes)
    return TRUE;
  while (above - below > 1)
    {
      const guint32 middle = below + (above - below) / 2;

      if (!judge_needs_ask (question, middle, &passes, error))
        return FALSE;
      if (passes)
        above = middle;
      else
        below = middle;
    }
  column->n_least = MAX (column->n_least, above);
  return TRUE;
}

static gboolean
look_at_column (Question *question, guint j, GError **error)
{
  const DeidLocalValues *column = &question->judge->columns[j];
  g_autofree DeidKeyedNumber *scratch = deid_alloc (column->n_values, sizeof *scratch, error);
  gboolean success;

  question->j = j;
  question->order = deid_alloc (column->n_values, sizeof *question->order, error);
  success = scratch != NULL && question->order != NULL;
  for (guint32 value = 0; success && value < column->n_values; value++)
    question->order[value] = (DeidKeyedNumber){ G_MAXUINT64 - column->totals[value], value };
  if (success)
    {
      deid_key_sort (question->order, scratch, column->n_values);
      success = find_fewest (question, error);
    }
  g_free (question->order);
  return success;
}

/* A model of several attributes is not asked about one of them. */
static gboolean
find_least_values (DeidLocalJudge *judge, const DeidStop *stop, GError **error)
{
  const DeidPreparedModels *models = &judge->tuples->prepared->privacy;
  Question question = { .judge = judge };

  for (guint i = 0; i < models->n_models; i++)
    {
      question.asked = &models->models[i];
      if (question.asked->model->n_sensitive != 1
          || deid_privacy_model_get_closed_part (question.asked->model) == DEID_CLOSED_NOTHING)
        continue;
      if (!deid_stop_check (stop, error)
          || !look_at_column (&question, question.asked->places[0], error))
        return FALSE;
    }
  return TRUE;
}

/* Finds the fewest persons of a class whose size passes. */
static gboolean
find_least_persons (DeidLocalJudge *judge, GError **error)
{
  const DeidPreparedProblem *prepared = judge->tuples->prepared;
  DeidLocalValues *persons = &judge->columns[judge->n_judged];

  for (guint i = 0; i < prepared->privacy.n_models && judge->n_columns > judge->n_judged; i++)
    {
      const DeidPreparedModel *asked = &prepared->privacy.models[i];
      guint64 least;

      if (!asked->model->funcs->size_only)
        continue;
      if (!deid_prepared_problem_find_least_persons (prepared, asked, persons->n_values, &least,
                                                     error))
        return FALSE;
      persons->n_least = MAX (persons->n_least, (guint32) least);
    }
  return TRUE;
}

/* Sizes alone, each row a record: all clusters of k records pass if one does. */
static gboolean
find_plain (DeidLocalJudge *judge, GError **error)
{
  const DeidLocalTuples *tuples = judge->tuples;
  const DeidPreparedModels *models = &tuples->prepared->privacy;
  DeidClass eq_class = { .n_records = judge->k, .n_persons = judge->k };

  judge->is_plain = judge->is_by_size && judge->closure == DEID_CLOSURE_SUPERSET
                    && tuples->counts == NULL && tuples->weights == NULL && judge->n_columns == 0
                    && !deid_local_tuples_has_ceiling (tuples);
  for (guint i = 0; i < models->n_models && judge->is_plain; i++)
    if (!deid_prepared_model_accepts (&models->models[i], &eq_class, &judge->is_plain, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_local_judge_find_needs (DeidLocalJudge *judge, const DeidStop *stop, GError **error)
{
  guint64 least;

  if (!deid_prepared_problem_find_least_size (judge->tuples->prepared, &least, stop, error))
    return FALSE;
  judge->k = (guint32) MAX (judge->k, least);
  return find_least_values (judge, stop, error) && find_least_persons (judge, error)
         && find_plain (judge, error);
}

/* Returns: how many records a class has that passes, grown from a random one by those it wants. */
static guint32
judge_needs_grow (DeidLocalJudge *judge, DeidRandom *random)
{
  const guint32 n = judge->tuples->n_records;
  guint32 size = 0, n_refused = 0;

  deid_local_judge_start (judge);
  while (size < MIN (n, JUDGE_NEEDS_MAX_SIZE) && n_refused < MAX_REFUSED
         && !deid_local_judge_passes_anyhow (judge))
    {
      guint32 record = (guint32) deid_random_below (random, n);

      deid_local_judge_aim (judge);
      for (n_refused = 0; n_refused < MAX_REFUSED && !deid_local_judge_wants (judge, record);
           n_refused++)
        record = (guint32) deid_random_below (random, n);
      deid_local_judge_add (judge, record);
      size++;
    }
  return size;
}

static int
judge_needs_compare_sizes (gconstpointer a, gconstpointer b)
{
  const guint32 *first = a, *second = b;

  return (*first > *second) - (*first < *second);
}

void
deid_local_judge_estimate (DeidLocalJudge *judge, DeidRandom *random)
{
  guint32 sizes[N_TRIALS];

  judge->size = MAX (judge->k, 1);
  if (judge->is_plain)
    return;
  for (guint i = 0; i < N_TRIALS; i++)
    sizes[i] = judge_needs_grow (judge, random);
  qsort (sizes, N_TRIALS, sizeof *sizes, judge_needs_compare_sizes);
  judge->size = MAX (sizes[N_TRIALS / 2], judge->tuples->counts == NULL ? judge->k : 1);
}
