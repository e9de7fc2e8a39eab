/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/key-file.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "base/rational.h"
#include "base/text.h"
#include "job/job-keys.h"
#include "job/job-private.h"
#include "table/dataset-view.h"
#include "tradeoff/capacities-private.h"

#include <string.h>

/* The grid of capacities: which columns there are, and what is tried of each. */

#define CAPACITIES_LIST_CAPACITY "capacity:"

/* 1, 2 and 5 times the powers of ten below 2^64. */
#define MAX_STEPS 60

/* Returns: (nullable): the rule of a column, if it is one of capacities. */
static gboolean
find_rule (const DeidJobColumns *columns, guint column, const char **rule, GError **error)
{
  const DeidJobEntry *entry = NULL;

  *rule = NULL;
  if (deid_job_columns_get_role (columns, column) != DEID_ROLE_QUASI_IDENTIFYING)
    return TRUE;
  if (!deid_job_columns_get_hierarchy (columns, column, &entry, error))
    return FALSE;
  if (entry != NULL && g_str_equal (entry->key->name, "rule")
      && g_str_has_prefix (entry->text, CAPACITIES_LIST_CAPACITY))
    *rule = entry->text;
  return TRUE;
}

/* The largest k of k-anonymity among the models, or 1. */
static guint64
capacities_list_find_k (const DeidJob *job)
{
  g_auto (GStrv) models = deid_job_value_split (deid_job_get (job, "models", "model"));
  guint64 largest = 1;

  for (guint i = 0; models[i] != NULL; i++)
    {
      guint64 k;

      if (g_str_has_prefix (models[i], "k:")
          && deid_uint64_from_decimal (models[i] + strlen ("k:"), &k))
        largest = MAX (largest, k);
    }
  return largest;
}

/* Puts a number among others that rise, unless it is there. Returns: its place. */
static guint
capacities_list_insert (guint64 *numbers, guint *n, guint64 number)
{
  guint place = 0;

  while (place < *n && numbers[place] < number)
    place++;
  if (place < *n && numbers[place] == number)
    return place;
  memmove (&numbers[place + 1], &numbers[place], (*n - place) * sizeof *numbers);
  numbers[place] = number;
  ++*n;
  return place;
}

/* What is tried: k and the numbers 1, 2, 5, 10, 20 and so on above it, up to half of the records,
 * and what the rule has. */
static gboolean
list_candidates (DeidCapacityColumn *column, guint64 k, guint64 n_records, guint64 own,
                 GError **error)
{
  static const guint factors[] = { 1, 2, 5 };

  column->candidates = deid_alloc (MAX_STEPS + 2, sizeof *column->candidates, error);
  if (column->candidates == NULL)
    return FALSE;
  capacities_list_insert (column->candidates, &column->n_candidates, k);
  for (guint64 power = 1; power <= n_records / 2; power *= 10)
    {
      for (guint f = 0; f < G_N_ELEMENTS (factors); f++)
        if (power <= n_records / 2 / factors[f] && factors[f] * power > k)
          capacities_list_insert (column->candidates, &column->n_candidates, factors[f] * power);
      if (power > G_MAXUINT64 / 10)
        break;
    }
  column->own = capacities_list_insert (column->candidates, &column->n_candidates, own);
  return TRUE;
}

/* Returns: the first capacity of a rule, whatever comes behind it. */
static guint64
read_capacity (const char *rule)
{
  const char *number = rule + strlen (CAPACITIES_LIST_CAPACITY);
  g_autofree char *first = g_strndup (number, strcspn (number, ",;"));
  guint64 capacity = 0;

  deid_uint64_from_decimal (g_strstrip (first), &capacity);
  return MAX (capacity, 1);
}

static gboolean
capacities_list_init_axis (DeidCapacityColumn *column, GError **error)
{
  g_autofree char *escaped = deid_section_name_escape (column->name);
  g_autofree char *name = g_strconcat (CAPACITIES_LIST_CAPACITY, escaped, NULL);
  g_autoptr (GString) values = g_string_new (NULL);

  for (guint i = 0; i < column->n_candidates; i++)
    g_string_append_printf (values, "%s%" G_GUINT64_FORMAT, i > 0 ? "," : "",
                            column->candidates[i]);
  return deid_axis_init (&column->axis, name, values->str, error);
}

static gboolean
capacities_list_add_column (const DeidCapacitySearch *search, DeidCapacityFindings *findings,
                            guint number, const char *rule, GError **error)
{
  const DeidDataset *dataset = search->job->dataset;
  const char *options = strchr (rule, ';');
  DeidCapacityColumn *column;

  if (!deid_grow_list (findings, columns, findings->n_columns + 1, error))
    return FALSE;
  column = &findings->columns[findings->n_columns++];
  *column = (DeidCapacityColumn){ .name = g_strdup (deid_dataset_get_column_name (dataset, number)),
                                  .options = g_strdup (options != NULL ? options : "") };
  return list_candidates (column, capacities_list_find_k (search->job), findings->n_records,
                          read_capacity (rule), error)
         && capacities_list_init_axis (column, error);
}

static gboolean
capacities_list_refuse (const char *name, const char *expected, GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "column '%s': expected %s",
                    DEID_SHOW (name), expected);
}

/* A column of texts has no mean to be shifted, so that all of its capacities would be alike. */
static gboolean
capacities_list_check_numbers (const DeidCapacitySearch *search, guint number, GError **error)
{
  const DeidColumnType type = deid_dataset_get_column_type (search->job->dataset, number);

  if (deid_column_type_is_numeric (type)
      || (search->mean_weight == 0 && search->correlation_weight == 0))
    return TRUE;
  return capacities_list_refuse (
      deid_dataset_get_column_name (search->job->dataset, number),
      "a column of the type integer or decimal, whose shifts are measured", error);
}

/* Adds those asked for in the order of the table. */
static gboolean
capacities_list_list_columns (const DeidCapacitySearch *search, DeidCapacityFindings *findings,
                              GError **error)
{
  const DeidDataset *dataset = search->job->dataset;
  const char *const *names = (const char *const *) search->names;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const char *name = deid_dataset_get_column_name (dataset, c);
      const gboolean is_named = names != NULL && g_strv_contains (names, name);
      const char *rule;

      if (names != NULL && !is_named)
        continue;
      if (!find_rule (search->job->columns, c, &rule, error))
        return FALSE;
      if (rule == NULL && is_named)
        return capacities_list_refuse (name, "a quasi-identifier whose rule is capacity", error);
      if (rule != NULL
          && (!capacities_list_check_numbers (search, c, error)
              || !capacities_list_add_column (search, findings, c, rule, error)))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_capacities_list (const DeidCapacitySearch *search, DeidCapacityFindings *findings,
                      const DeidStop *stop, GError **error)
{
  const DeidDataset *dataset = deid_job_get_dataset (search->job, stop->cancellable, error);

  if (dataset == NULL)
    return FALSE;
  findings->n_records = deid_dataset_get_n_records (dataset);
  for (guint i = 0; search->names != NULL && search->names[i] != NULL; i++)
    {
      guint column;

      if (!deid_dataset_find_column (dataset, search->names[i], &column, error))
        return FALSE;
    }
  if (!capacities_list_list_columns (search, findings, error))
    return FALSE;
  if (findings->n_columns > 0)
    return TRUE;
  return deid_fail (error, DEID_ERROR_EMPTY,
                    "no quasi-identifier has a rule of capacities, expected at least one");
}

char *
deid_capacities_make_rule (const DeidCapacityFindings *findings, guint64 trial, guint column)
{
  const DeidCapacityColumn *found = &findings->columns[column];

  return g_strdup_printf (CAPACITIES_LIST_CAPACITY "%" G_GUINT64_FORMAT "%s",
                          found->candidates[findings->trials[trial].point[column]], found->options);
}

/* Coordinate descent on the grid of capacities: one column after the other gets the best of its
 * candidates, those of the others being what they are, until a round changes nothing. No point is
 * tried twice. */

typedef struct
{
  const DeidCapacitySearch *search;
  DeidCapacityFindings *findings;
  DeidCellMeasure measure;
  guint *point; /* that is to be tried */
  guint start;
} CapacitiesDescendDescent;

static gboolean
find_trial (const CapacitiesDescendDescent *descent, guint64 *trial)
{
  const DeidCapacityFindings *findings = descent->findings;

  for (*trial = 0; *trial < findings->n_trials; ++*trial)
    if (memcmp (findings->trials[*trial].point, descent->point,
                findings->n_columns * sizeof *descent->point)
        == 0)
      return TRUE;
  return FALSE;
}

static DeidJob *
capacities_descend_derive (const CapacitiesDescendDescent *descent, GError **error)
{
  const DeidCapacityFindings *findings = descent->findings;
  g_autoptr (DeidJob) derived = deid_job_derive (descent->search->job, error);

  for (guint64 c = 0; derived != NULL && c < findings->n_columns; c++)
    if (!deid_axis_apply (&findings->columns[c].axis, descent->point[c], derived, error))
      return NULL;
  return g_steal_pointer (&derived);
}

static double
capacities_descend_score (const DeidCapacitySearch *search, const DeidTradeoffCell *cell)
{
  const double mean = cell->shift.has_mean ? cell->shift.mean : 0;
  const double correlation = cell->shift.has_correlation ? cell->shift.correlation : 0;

  return search->mean_weight * mean + search->correlation_weight * correlation
         + search->loss_weight * cell->loss;
}

/* A release without any number of a column shifts no mean of it, which is not to its credit. */
static gboolean
capacities_descend_is_better (const DeidCapacitySearch *search, const DeidCapacityTrial *a,
                              const DeidCapacityTrial *b)
{
  const gboolean has_shifts = search->mean_weight > 0 || search->correlation_weight > 0;

  if (!a->cell.is_solved || !b->cell.is_solved)
    return a->cell.is_solved && !b->cell.is_solved;
  if (has_shifts && a->cell.shift.n_lost != b->cell.shift.n_lost)
    return a->cell.shift.n_lost < b->cell.shift.n_lost;
  if (a->score != b->score)
    return a->score < b->score;
  return a->cell.loss < b->cell.loss;
}

/* Tries a point, unless it was. */
static gboolean
try_point (CapacitiesDescendDescent *descent, guint64 *trial, GError **error)
{
  DeidCapacityFindings *findings = descent->findings;
  g_autoptr (DeidJob) job = NULL;
  DeidCapacityTrial *made;

  if (find_trial (descent, trial))
    return TRUE;
  if (!deid_stop_check (descent->measure.stop, error)
      || !deid_grow_list (findings, trials, findings->n_trials + 1, error))
    return FALSE;
  made = &findings->trials[findings->n_trials++];
  *made = (DeidCapacityTrial){ .start = descent->start };
  made->point
      = deid_copy_array (descent->point, findings->n_columns, sizeof *descent->point, error);
  job = made->point != NULL ? capacities_descend_derive (descent, error) : NULL;
  if (job == NULL || !deid_cell_measure_job (&descent->measure, job, &made->cell, error))
    return FALSE;
  made->score = made->cell.is_solved ? capacities_descend_score (descent->search, &made->cell) : 0;
  return TRUE;
}

/* Gives one column its best candidate. */
static gboolean
move_along (CapacitiesDescendDescent *descent, guint64 column, guint64 *current,
            gboolean *is_changed, GError **error)
{
  DeidCapacityFindings *findings = descent->findings;
  guint64 best = *current;

  for (guint i = 0; i < findings->columns[column].n_candidates; i++)
    {
      guint64 trial;

      descent->point[column] = i;
      if (!try_point (descent, &trial, error))
        return FALSE;
      if (capacities_descend_is_better (descent->search, &findings->trials[trial],
                                        &findings->trials[best]))
        best = trial;
    }
  descent->point[column] = findings->trials[best].point[column];
  *is_changed |= best != *current;
  *current = best;
  return TRUE;
}

/* Each move is to a better trial, of which there are finitely many. */
static gboolean
capacities_descend_descend (CapacitiesDescendDescent *descent, GError **error)
{
  DeidCapacityFindings *findings = descent->findings;
  gboolean is_changed = TRUE;
  guint64 current;

  if (!try_point (descent, &current, error))
    return FALSE;
  while (is_changed)
    {
      is_changed = FALSE;
      for (guint64 c = 0; c < findings->n_columns; c++)
        if (!move_along (descent, c, &current, &is_changed, error))
          return FALSE;
    }
  if (findings->trials[current].cell.is_solved
      && (!findings->has_best
          || capacities_descend_is_better (descent->search, &findings->trials[current],
                                           &findings->trials[findings->best])))
    {
      findings->has_best = TRUE;
      findings->best = current;
    }
  return TRUE;
}

static gboolean
descend_from_all (CapacitiesDescendDescent *descent, GError **error)
{
  const DeidCapacityFindings *findings = descent->findings;
  DeidRandom random = { descent->search->seed };

  for (descent->start = 0; descent->start <= descent->search->n_restarts; descent->start++)
    {
      for (guint64 c = 0; c < findings->n_columns; c++)
        {
          const DeidCapacityColumn *column = &findings->columns[c];

          descent->point[c] = descent->start == 0
                                  ? column->own
                                  : (guint) deid_random_below (&random, column->n_candidates);
        }
      if (!capacities_descend_descend (descent, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_capacities_descend (const DeidCapacitySearch *search, DeidCapacityFindings *findings,
                         const DeidStop *stop, GError **error)
{
  CapacitiesDescendDescent descent
      = { .search = search, .findings = findings, .measure = { .stop = stop } };
  gboolean success;

  descent.point = deid_alloc (findings->n_columns, sizeof *descent.point, error);
  success = descent.point != NULL && descend_from_all (&descent, error);
  deid_cell_measure_clear (&descent.measure);
  g_clear_pointer (&search->job->hierarchies, g_hash_table_unref);
  g_free (descent.point);
  return success;
}
