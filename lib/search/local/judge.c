/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/judge.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "problem/preparation.h"

#include <stdlib.h>
#include <string.h>

/* Up to so many values out of order sorting goes by insertion. */
#define JUDGE_FEW_VALUES 24

static gboolean
judge_init_values (DeidLocalValues *values, const DeidLocalTuples *tuples, const DeidCodes *codes,
                   guint32 n_values, const guint64 *totals, GError **error)
{
  *values = (DeidLocalValues){ .n_values = n_values, .totals = totals, .n_least = 1 };
  if (!deid_new_arrays (error, DEID_NEW (values->values, tuples->n_records),
                        DEID_NEW (values->counts, n_values), DEID_NEW (values->seen, n_values)))
    return FALSE;
  for (guint32 record = 0; record < tuples->n_records; record++)
    values->values[record] = deid_codes_get (codes, tuples->rows[record]);
  return TRUE;
}

static gboolean
init_highest (DeidLocalJudge *judge, GError **error)
{
  const DeidLocalTuples *tuples = judge->tuples;

  if (!deid_new_arrays (error, DEID_NEW (judge->highest, tuples->n_attributes)))
    return FALSE;
  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      const DeidLocalNode root = deid_local_nodes_get_root (&tuples->attributes[a]);

      judge->highest[a]
          = deid_local_nodes_is_ceiling (&tuples->attributes[a], root) ? root - 1 : root;
    }
  return TRUE;
}

static gboolean
judge_init_columns (DeidLocalJudge *judge, GError **error)
{
  const DeidPreparedProblem *prepared = judge->tuples->prepared;
  const DeidClassSource *source = &prepared->read.source;

  judge->n_judged = prepared->privacy.n_judged;
  if (!deid_new_arrays (error, DEID_NEW (judge->columns, judge->n_judged + 1),
                        DEID_NEW (judge->distributions, judge->n_judged)))
    return FALSE;
  for (guint j = 0; j < judge->n_judged; j++)
    {
      judge->n_columns++;
      if (!judge_init_values (&judge->columns[j], judge->tuples, source->columns[j].codes,
                              source->columns[j].n_values, prepared->privacy.judged[j].totals,
                              error)
          || !deid_new_arrays (
              error, DEID_NEW (judge->distributions[j].counts, source->columns[j].n_values)))
        return FALSE;
    }
  judge->n_columns += source->entities != NULL;
  return source->entities == NULL
         || judge_init_values (&judge->columns[judge->n_judged], judge->tuples, source->entities,
                               source->n_entities, NULL, error);
}

static gboolean
init_labels_of (DeidLocalLabels *labels, const DeidAttribute *attribute,
                const DeidLocalNodes *nodes, GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (labels->texts, nodes->n_nodes),
                        DEID_NEW (labels->n_covered, nodes->n_nodes),
                        DEID_NEW (labels->numbers, nodes->n_nodes)))
    return FALSE;
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    {
      const guint level = nodes->levels[node];
      const guint32 number = nodes->labels[node];

      labels->texts[node] = deid_attribute_get_label (attribute, level, number);
      labels->n_covered[node] = deid_attribute_get_n_covered (attribute, level, number);
      labels->numbers[node] = number;
      if (!deid_check_text (labels->texts[node], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
init_labels (DeidLocalJudge *judge, GError **error)
{
  const guint m = judge->tuples->n_attributes;

  if (judge->is_by_size)
    return TRUE;
  if (!deid_new_arrays (error, DEID_NEW (judge->labels, m), DEID_NEW (judge->texts, m),
                        DEID_NEW (judge->n_covered, m), DEID_NEW (judge->numbers, m),
                        DEID_NEW (judge->levels, m)))
    return FALSE;
  for (guint a = 0; a < m; a++)
    if (!init_labels_of (&judge->labels[a], &judge->tuples->prepared->lattice->attributes[a],
                         &judge->tuples->attributes[a], error))
      return FALSE;
  return TRUE;
}

static void
look_at_models (DeidLocalJudge *judge)
{
  const DeidPreparedModels *models = &judge->tuples->prepared->privacy;

  judge->is_by_size = TRUE;
  judge->closure = DEID_CLOSURE_SUPERSET;
  for (guint i = 0; i < models->n_models; i++)
    {
      const DeidPrivacyModelFuncs *funcs = models->models[i].model->funcs;

      judge->is_by_size &= funcs->size_only;
      judge->closure = MIN (judge->closure, funcs->closure);
    }
}

/* A column whose values are looked at, those with most records of the table first. */
typedef struct
{
  DeidLocalJudge *judge;
  guint j;
  const DeidPreparedModel *asked;
  DeidKeyedNumber *order;
} Question;

static void
distribute (DeidLocalJudge *judge)
{
  deid_local_judge_sort (judge);
  for (guint j = 0; j < judge->n_judged; j++)
    {
      const DeidLocalValues *column = &judge->columns[j];
      DeidDistribution *distribution = &judge->distributions[j];

      distribution->n_values = column->n_seen;
      distribution->values = column->seen;
      for (guint32 i = 0; i < column->n_seen; i++)
        distribution->counts[i] = column->counts[column->seen[i]];
    }
}

/* Makes @eq_class, as models see it, of the class with the labels of nodes. */
static void
local_judge_show (DeidLocalJudge *judge, DeidClass *eq_class, const DeidLocalNode *nodes)
{
  const guint m = judge->tuples->n_attributes;

  distribute (judge);
  eq_class->distributions = judge->distributions;
  if (judge->is_by_size)
    return;
  for (guint a = 0; a < m; a++)
    {
      judge->texts[a] = judge->labels[a].texts[nodes[a]];
      judge->n_covered[a] = judge->labels[a].n_covered[nodes[a]];
      judge->numbers[a] = judge->labels[a].numbers[nodes[a]];
      judge->levels[a] = judge->tuples->attributes[a].levels[nodes[a]];
    }
  eq_class->n_attributes = m;
  eq_class->labels = judge->texts;
  eq_class->n_covered = judge->n_covered;
  eq_class->label_numbers = judge->numbers;
  eq_class->levels = judge->levels;
}

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
  local_judge_show (judge, &eq_class, judge->highest);
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

/* Asks the models what classes need: sets k, the least values of each column, and whether anything
 * is to be judged. */
static gboolean
local_judge_find_needs (DeidLocalJudge *judge, const DeidStop *stop, GError **error)
{
  guint64 least;

  if (!deid_prepared_problem_find_least_size (judge->tuples->prepared, &least, stop, error))
    return FALSE;
  judge->k = (guint32) MAX (judge->k, least);
  return find_least_values (judge, stop, error) && find_least_persons (judge, error)
         && find_plain (judge, error);
}

gboolean
deid_local_judge_init (DeidLocalJudge *judge, const DeidLocalTuples *tuples, guint32 k,
                       const DeidStop *stop, GError **error)
{
  *judge = (DeidLocalJudge){ .tuples = tuples, .k = k, .size = 1 };
  look_at_models (judge);
  return init_highest (judge, error) && judge_init_columns (judge, error)
         && init_labels (judge, error) && local_judge_find_needs (judge, stop, error);
}

void
deid_local_judge_clear (DeidLocalJudge *judge)
{
  for (guint c = 0; c < judge->n_columns; c++)
    deid_free_arrays (judge->columns[c].values, judge->columns[c].counts, judge->columns[c].seen);
  for (guint j = 0; judge->distributions != NULL && j < judge->n_judged; j++)
    g_free (judge->distributions[j].counts);
  for (guint a = 0; judge->labels != NULL && a < judge->tuples->n_attributes; a++)
    deid_free_arrays (judge->labels[a].texts, judge->labels[a].n_covered, judge->labels[a].numbers);
  deid_free_arrays (judge->highest, judge->columns, judge->distributions, judge->labels,
                    judge->texts, judge->n_covered, judge->numbers, judge->levels);
  g_clear_error (&judge->error);
  judge->n_columns = 0;
}

void
deid_local_judge_start (DeidLocalJudge *judge)
{
  judge->n_records = 0;
  for (guint c = 0; c < judge->n_columns; c++)
    {
      DeidLocalValues *column = &judge->columns[c];

      for (guint32 i = 0; i < column->n_seen; i++)
        column->counts[column->seen[i]] = 0;
      column->n_seen = 0;
    }
}

void
deid_local_judge_add (DeidLocalJudge *judge, guint32 record)
{
  const guint32 count = deid_local_tuples_get_count (judge->tuples, record);

  judge->n_records += count;
  for (guint c = 0; c < judge->n_columns; c++)
    {
      DeidLocalValues *column = &judge->columns[c];
      const guint32 value = column->values[record];

      if (column->counts[value] == 0)
        column->seen[column->n_seen++] = value;
      column->counts[value] += count;
    }
}

/* Values that are left stay in their order. */
static void
forget_value (DeidLocalValues *column, guint32 value)
{
  guint32 place = 0;

  while (column->seen[place] != value)
    place++;
  column->n_seen--;
  memmove (column->seen + place, column->seen + place + 1,
           (column->n_seen - place) * sizeof *column->seen);
}

void
deid_local_judge_remove (DeidLocalJudge *judge, guint32 record)
{
  const guint32 count = deid_local_tuples_get_count (judge->tuples, record);

  judge->n_records -= count;
  for (guint c = 0; c < judge->n_columns; c++)
    {
      DeidLocalValues *column = &judge->columns[c];
      const guint32 value = column->values[record];

      column->counts[value] -= count;
      if (column->counts[value] == 0)
        forget_value (column, value);
    }
}

static int
judge_compare_values (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 *first = a, *second = b;

  (void) data;
  return (*first > *second) - (*first < *second);
}

/* Most values are in order already where few were added to many. */
static void
judge_sort_values (guint32 *values, guint32 n)
{
  guint32 n_sorted = MIN (n, 1);

  while (n_sorted < n && values[n_sorted - 1] < values[n_sorted])
    n_sorted++;
  if (n - n_sorted > JUDGE_FEW_VALUES)
    {
      g_qsort_with_data (values, (gint) n, sizeof *values, judge_compare_values, NULL);
      return;
    }
  for (guint32 i = n_sorted; i < n; i++)
    {
      const guint32 value = values[i];
      guint32 place = i;

      for (; place > 0 && values[place - 1] > value; place--)
        values[place] = values[place - 1];
      values[place] = value;
    }
}

void
deid_local_judge_sort (DeidLocalJudge *judge)
{
  for (guint j = 0; j < judge->n_judged; j++)
    judge_sort_values (judge->columns[j].seen, judge->columns[j].n_seen);
}

static guint64
judge_count_persons (const DeidLocalJudge *judge)
{
  return judge->n_columns > judge->n_judged ? judge->columns[judge->n_judged].n_seen
                                            : judge->n_records;
}

static gboolean
ask_models (DeidLocalJudge *judge, const DeidLocalNode *nodes)
{
  const DeidPreparedProblem *prepared = judge->tuples->prepared;
  DeidClass eq_class = { .n_records = judge->n_records, .n_persons = judge_count_persons (judge) };

  judge->failed = NULL;
  if (judge->error != NULL || judge->n_records < judge->k)
    return FALSE;
  local_judge_show (judge, &eq_class, nodes);
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      gboolean passes;

      if (!deid_prepared_model_accepts (prepared->asks.by_cost[i], &eq_class, &passes,
                                        &judge->error))
        return FALSE;
      if (!passes)
        {
          judge->failed = prepared->asks.by_cost[i];
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
deid_local_judge_passes (DeidLocalJudge *judge, const DeidLocalNode *nodes)
{
  return deid_local_judge_allows (judge, nodes) && ask_models (judge, nodes);
}

gboolean
deid_local_judge_passes_anyhow (DeidLocalJudge *judge)
{
  return ask_models (judge, judge->highest);
}

gboolean
deid_local_judge_check (DeidLocalJudge *judge, const DeidStop *stop, GError **error)
{
  if (judge->error == NULL)
    return deid_stop_check (stop, error);
  g_propagate_error (error, g_steal_pointer (&judge->error));
  return FALSE;
}

void
deid_local_judge_aim (DeidLocalJudge *judge)
{
  const guint64 missing = judge->k - MIN (judge->n_records, judge->k);
  gboolean needs_values = FALSE;

  judge->wants_any = TRUE;
  for (guint c = 0; c < judge->n_columns; c++)
    {
      DeidLocalValues *column = &judge->columns[c];
      const guint32 n = column->n_least - MIN (column->n_seen, column->n_least);

      column->want = n > 0 && n >= missing ? DEID_LOCAL_NEW : DEID_LOCAL_ANY;
      needs_values |= n > 0;
      judge->wants_any &= column->want == DEID_LOCAL_ANY;
    }
  if (missing > 0 || needs_values || judge->failed == NULL)
    return;
  for (guint s = 0; s < judge->failed->model->n_sensitive; s++)
    judge->columns[judge->failed->places[s]].want = DEID_LOCAL_RARE;
  judge->wants_any = judge->failed->model->n_sensitive == 0;
}

/* What classes need to pass, as far as a few questions tell. */

/* Classes that are grown from random records, how many records they may have, and how many in a row
 * that they do not want. */
#define N_TRIALS             15
#define JUDGE_NEEDS_MAX_SIZE 500
#define MAX_REFUSED          100

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
