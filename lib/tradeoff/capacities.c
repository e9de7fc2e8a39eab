/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/key-file.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "base/rational.h"
#include "base/text.h"
#include "figures/report-private.h"
#include "job/job-keys.h"
#include "job/job-private.h"
#include "table/dataset-view.h"
#include "tradeoff/tradeoff-private.h"

#include <string.h>

/* A column whose capacity is chosen. */
typedef struct
{
  char *name;
  char *options;       /* of its rule, from the semicolon on, or empty */
  guint64 *candidates; /* capacities, which rise */
  guint n_candidates;
  guint own; /* the candidate that the rule has, of several the first */
  DeidAxis axis;
} CapacityColumn;

/* A trial is a point of the grid: a candidate of each column. */
typedef struct
{
  guint *point;
  DeidTradeoffCell cell;
  double score; /* if it is solved */
  guint start;  /* the start from which it was reached first; 0 is that of the rules */
} CapacityTrial;

typedef struct
{
  CapacityColumn *columns;
  guint64 n_columns, columns_capacity;
  CapacityTrial *trials; /* in the order in which they were made */
  guint64 n_trials, trials_capacity;
  guint64 best; /* a trial, if @has_best */
  gboolean has_best;
  guint64 n_records;
} CapacityFindings;

/* See deid_report_new_capacities(). */
typedef struct
{
  DeidJob *job;
  char **names; /* of the columns asked for, or NULL for all */
  double mean_weight, correlation_weight, loss_weight;
  guint64 n_restarts;
  guint64 seed;
  CapacityFindings findings;
  char *statement; /* the text of the job as it was run */
} CapacitySearch;

static void
capacity_findings_clear (CapacityFindings *findings)
{
  for (guint64 c = 0; c < findings->n_columns; c++)
    {
      deid_free_arrays (findings->columns[c].name, findings->columns[c].options,
                        findings->columns[c].candidates);
      deid_axis_clear (&findings->columns[c].axis);
    }
  g_free (findings->columns);
  for (guint64 i = 0; i < findings->n_trials; i++)
    {
      g_free (findings->trials[i].point);
      deid_tradeoff_cell_clear (&findings->trials[i].cell);
    }
  g_free (findings->trials);
}

static void
capacity_search_free (CapacitySearch *search)
{
  capacity_findings_clear (&search->findings);
  g_strfreev (search->names);
  g_free (search->statement);
  deid_job_unref (search->job);
  g_free (search);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CapacitySearch, capacity_search_free)

/* The grid of capacities: which columns there are, and what is tried of each. */

#define CAPACITY_RULE "capacity:"

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
      && g_str_has_prefix (entry->text, CAPACITY_RULE))
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
list_candidates (CapacityColumn *column, guint64 k, guint64 n_records, guint64 own, GError **error)
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
  const char *number = rule + strlen (CAPACITY_RULE);
  g_autofree char *first = g_strndup (number, strcspn (number, ",;"));
  guint64 capacity = 0;

  deid_uint64_from_decimal (g_strstrip (first), &capacity);
  return MAX (capacity, 1);
}

static gboolean
capacities_list_init_axis (CapacityColumn *column, GError **error)
{
  g_autofree char *escaped = deid_section_name_escape (column->name);
  g_autofree char *name = g_strconcat (CAPACITY_RULE, escaped, NULL);
  g_autoptr (GString) values = g_string_new (NULL);

  for (guint i = 0; i < column->n_candidates; i++)
    g_string_append_printf (values, "%s%" G_GUINT64_FORMAT, i > 0 ? "," : "",
                            column->candidates[i]);
  return deid_axis_init (&column->axis, name, values->str, error);
}

static gboolean
capacities_list_add_column (const CapacitySearch *search, CapacityFindings *findings, guint number,
                            const char *rule, GError **error)
{
  const DeidDataset *dataset = search->job->dataset;
  const char *options = strchr (rule, ';');
  CapacityColumn *column;

  if (!deid_grow_list (findings, columns, findings->n_columns + 1, error))
    return FALSE;
  column = &findings->columns[findings->n_columns++];
  *column = (CapacityColumn){ .name = g_strdup (deid_dataset_get_column_name (dataset, number)),
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
capacities_list_check_numbers (const CapacitySearch *search, guint number, GError **error)
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
capacities_list_columns (const CapacitySearch *search, CapacityFindings *findings, GError **error)
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

/* Lists the columns and their candidates. The table is there. Errors: those of
 * deid_report_new_capacities(). */
static gboolean
capacities_list (const CapacitySearch *search, CapacityFindings *findings, const DeidStop *stop,
                 GError **error)
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
  if (!capacities_list_columns (search, findings, error))
    return FALSE;
  if (findings->n_columns > 0)
    return TRUE;
  return deid_fail (error, DEID_ERROR_EMPTY,
                    "no quasi-identifier has a rule of capacities, expected at least one");
}

/* Returns: (transfer full): the rule of a column in a trial. */
static char *
capacities_make_rule (const CapacityFindings *findings, guint64 trial, guint column)
{
  const CapacityColumn *found = &findings->columns[column];

  return g_strdup_printf (CAPACITY_RULE "%" G_GUINT64_FORMAT "%s",
                          found->candidates[findings->trials[trial].point[column]], found->options);
}

/* Coordinate descent on the grid of capacities: one column after the other gets the best of its
 * candidates, those of the others being what they are, until a round changes nothing. No point is
 * tried twice. */

typedef struct
{
  const CapacitySearch *search;
  CapacityFindings *findings;
  DeidCellMeasure measure;
  guint *point; /* that is to be tried */
  guint start;
} CapacitiesDescent;

static gboolean
find_trial (const CapacitiesDescent *descent, guint64 *trial)
{
  const CapacityFindings *findings = descent->findings;

  for (*trial = 0; *trial < findings->n_trials; ++*trial)
    if (memcmp (findings->trials[*trial].point, descent->point,
                findings->n_columns * sizeof *descent->point)
        == 0)
      return TRUE;
  return FALSE;
}

static DeidJob *
capacities_descend_derive (const CapacitiesDescent *descent, GError **error)
{
  const CapacityFindings *findings = descent->findings;
  g_autoptr (DeidJob) derived = deid_job_derive (descent->search->job, error);

  for (guint64 c = 0; derived != NULL && c < findings->n_columns; c++)
    if (!deid_axis_apply (&findings->columns[c].axis, descent->point[c], derived, error))
      return NULL;
  return g_steal_pointer (&derived);
}

static double
capacities_descend_score (const CapacitySearch *search, const DeidTradeoffCell *cell)
{
  const double mean = cell->shift.has_mean ? cell->shift.mean : 0;
  const double correlation = cell->shift.has_correlation ? cell->shift.correlation : 0;

  return search->mean_weight * mean + search->correlation_weight * correlation
         + search->loss_weight * cell->loss;
}

/* A release without any number of a column shifts no mean of it, which is not to its credit. */
static gboolean
capacities_descend_is_better (const CapacitySearch *search, const CapacityTrial *a,
                              const CapacityTrial *b)
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
try_point (CapacitiesDescent *descent, guint64 *trial, GError **error)
{
  CapacityFindings *findings = descent->findings;
  g_autoptr (DeidJob) job = NULL;
  CapacityTrial *made;

  if (find_trial (descent, trial))
    return TRUE;
  if (!deid_stop_check (descent->measure.stop, error)
      || !deid_grow_list (findings, trials, findings->n_trials + 1, error))
    return FALSE;
  made = &findings->trials[findings->n_trials++];
  *made = (CapacityTrial){ .start = descent->start };
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
move_along (CapacitiesDescent *descent, guint64 column, guint64 *current, gboolean *is_changed,
            GError **error)
{
  CapacityFindings *findings = descent->findings;
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

/* Ends, since each move leads to a better trial and there are finitely many trials. */
static gboolean
capacities_descend_once (CapacitiesDescent *descent, GError **error)
{
  CapacityFindings *findings = descent->findings;
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
descend_from_all (CapacitiesDescent *descent, GError **error)
{
  const CapacityFindings *findings = descent->findings;
  DeidRandom random = { descent->search->seed };

  for (descent->start = 0; descent->start <= descent->search->n_restarts; descent->start++)
    {
      for (guint64 c = 0; c < findings->n_columns; c++)
        {
          const CapacityColumn *column = &findings->columns[c];

          descent->point[c] = descent->start == 0
                                  ? column->own
                                  : (guint) deid_random_below (&random, column->n_candidates);
        }
      if (!capacities_descend_once (descent, error))
        return FALSE;
    }
  return TRUE;
}

/* Makes the trials. Errors: the same. */
static gboolean
capacities_descend (const CapacitySearch *search, CapacityFindings *findings, const DeidStop *stop,
                    GError **error)
{
  CapacitiesDescent descent
      = { .search = search, .findings = findings, .measure = { .stop = stop } };
  gboolean success;

  descent.point = deid_alloc (findings->n_columns, sizeof *descent.point, error);
  success = descent.point != NULL && descend_from_all (&descent, error);
  deid_cell_measure_clear (&descent.measure);
  g_clear_pointer (&search->job->hierarchies, g_hash_table_unref);
  g_free (descent.point);
  return success;
}

/* What a search for capacities found. */

static gboolean
is_best (const CapacityFindings *findings, guint64 trial)
{
  return findings->has_best && findings->best == trial;
}

static void
add_settings (DeidLongText *text, const CapacityFindings *findings, guint64 trial)
{
  const DeidJobKey *key = deid_job_key_find ("column", "rule");

  for (guint c = 0; c < findings->n_columns; c++)
    {
      g_autofree char *section = deid_job_get_column_section (findings->columns[c].name);
      g_autofree char *rule = capacities_make_rule (findings, trial, c);

      deid_long_text_add (text, "[%s]\n", section);
      deid_key_file_add_entry (text, "rule", rule, deid_job_key_is_list (key));
    }
}

static void
capacities_fill_trial (DeidFigures *figures, const CapacityFindings *findings, guint64 number)
{
  const CapacityTrial *trial = &findings->trials[number];
  const DeidTradeoffCell *cell = &trial->cell;

  deid_figures_begin_group (figures, NULL);
  deid_figures_begin_table (figures, "capacities");
  for (guint64 c = 0; c < findings->n_columns; c++)
    deid_figures_add_count (figures, NULL, findings->columns[c].candidates[trial->point[c]]);
  deid_figures_end (figures);
  deid_figures_add_flag (figures, "solved", cell->is_solved);
  deid_figures_add_flag (figures, "proven", cell->is_proven);
  deid_figures_add_flag (figures, "best", is_best (findings, number));
  deid_figures_add_count (figures, "start", trial->start);
  if (cell->is_solved)
    {
      deid_figures_add_number (figures, "score", trial->score);
      deid_figures_add_number_if (figures, "mean_shift", cell->shift.has_mean, cell->shift.mean);
      deid_figures_add_number_if (figures, "correlation_shift", cell->shift.has_correlation,
                                  cell->shift.correlation);
      deid_figures_add_count (figures, "lost", cell->shift.n_lost);
      deid_figures_add_number (figures, "loss", cell->loss);
      deid_figures_add_count (figures, "suppressed", cell->n_suppressed);
      deid_figures_add_text (figures, "policy", cell->policy);
    }
  deid_figures_end (figures);
}

/* The rules of the best trial, and as the lines of a problem file. */
static gboolean
capacities_fill_best (DeidFigures *figures, const CapacityFindings *findings, GError **error)
{
  DeidLongText text = { 0 };
  g_autofree char *settings = NULL;

  if (!findings->has_best)
    {
      deid_figures_add_state (figures, "best", DEID_FIGURE_STATE_UNDEFINED);
      deid_figures_add_text (figures, "settings", NULL);
      return TRUE;
    }
  deid_figures_begin_table (figures, "best");
  for (guint c = 0; c < findings->n_columns; c++)
    {
      g_autofree char *rule = capacities_make_rule (findings, findings->best, c);

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "column", findings->columns[c].name);
      deid_figures_add_text (figures, "rule", rule);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  add_settings (&text, findings, findings->best);
  settings = deid_long_text_end (&text, error);
  deid_figures_add_text (figures, "settings", settings);
  return settings != NULL;
}

static void
capacities_fill_candidates (DeidFigures *figures, const CapacityFindings *findings)
{
  deid_figures_begin_table (figures, "candidates");
  for (guint64 c = 0; c < findings->n_columns; c++)
    {
      const CapacityColumn *column = &findings->columns[c];

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "column", column->name);
      deid_figures_begin_table (figures, "capacities");
      for (guint i = 0; i < column->n_candidates; i++)
        deid_figures_add_count (figures, NULL, column->candidates[i]);
      deid_figures_end (figures);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
}

static gboolean
capacities_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                 const DeidStop *stop, GError **error)
{
  const CapacitySearch *search = data;
  const CapacityFindings *findings = &search->findings;

  deid_figures_add_count (figures, "records", findings->n_records);
  deid_figures_begin_group (figures, "weights");
  deid_figures_add_number (figures, "mean", search->mean_weight);
  deid_figures_add_number (figures, "correlation", search->correlation_weight);
  deid_figures_add_number (figures, "loss", search->loss_weight);
  deid_figures_end (figures);
  deid_figures_add_count (figures, "restarts", search->n_restarts);
  deid_figures_add_count (figures, "seed", search->seed);
  deid_figures_begin_table (figures, "columns");
  for (guint64 c = 0; c < findings->n_columns; c++)
    deid_figures_add_text (figures, NULL, findings->columns[c].name);
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "trials");
  for (guint64 i = 0; i < findings->n_trials; i++)
    capacities_fill_trial (figures, findings, i);
  deid_figures_end (figures);
  if (!capacities_fill_best (figures, findings, error))
    return FALSE;
  capacities_fill_candidates (figures, findings);
  deid_figures_add_text (figures, "problem", search->statement);
  return TRUE;
}

static const DeidFigure capacities_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (COUNT, "records", "records",
          "How many records the table has, weighted by the weight column."),
  FIGURE (NUMBER, "weights.mean", "", "The weight of the largest shift of a mean in the score."),
  FIGURE (NUMBER, "weights.correlation", "",
          "The weight of the largest shift of a correlation in the score."),
  FIGURE (NUMBER, "weights.loss", "", "The weight of the loss in the score."),
  FIGURE (COUNT, "restarts", "",
          "How many starts at random candidates follow the one at the capacities of the rules."),
  FIGURE (COUNT, "seed", "", "What the random starts were drawn with."),
  FIGURE (TEXT, "columns[]", "",
          "The name of a column whose capacity is chosen, in the order of the table."),
  FIGURE (COUNT, "trials[].capacities[]", "records",
          "The capacity of a column in the trial, in the order of the columns."),
  FIGURE (FLAG, "trials[].solved", "",
          "Whether the trial has a solution. One without has no figures of a release."),
  FIGURE (FLAG, "trials[].proven", "",
          "Whether it is proven that the policy is the optimum for these capacities, or that there "
          "is no solution."),
  FIGURE (FLAG, "trials[].best", "", "Whether this is the best trial."),
  FIGURE (COUNT, "trials[].start", "",
          "Which start came to the trial first: 0 for the capacities of the rules, or the number "
          "of a restart."),
  FIGURE (NUMBER, "trials[].score", "",
          "The weighted sum of both shifts and the loss; a shift that there is none of counts as "
          "0. Less is better, but columns that are lost count first."),
  FIGURE (NUMBER, "trials[].mean_shift", "standard deviations",
          "The largest change of the mean of a column of numbers that is released."),
  FIGURE (NUMBER, "trials[].correlation_shift", "",
          "The largest change of the correlation of two such columns; one that is lost counts as 0 "
          "afterwards."),
  FIGURE (COUNT, "trials[].lost", "columns",
          "How many columns vary while nothing that is released of them stands for a number."),
  FIGURE (NUMBER, "trials[].loss", "", "The loss by the job's quality model."),
  FIGURE (COUNT, "trials[].suppressed", DEID_UNIT_PART, "How many records are suppressed."),
  FIGURE (TEXT, "trials[].policy", DEID_UNIT_POLICY,
          "The policy, as deid_policy_to_text() writes it."),
  FIGURE (TEXT, "best[].column", "",
          "The name of a column. The table is undefined if no trial has a solution."),
  FIGURE (TEXT, "best[].rule", "",
          "The rule of the column in the best trial, for deid_hierarchy_new_from_specification() "
          "or the key `rule` of a problem file."),
  FIGURE (
      TEXT, "settings", "",
      "The rules of the best trial as the lines of a problem file; undefined if there is none."),
  FIGURE (TEXT, "candidates[].column", "", "The name of a column."),
  FIGURE (COUNT, "candidates[].capacities[]", "records",
          "A capacity that can be tried of this column, ascending: k, 1, 2, 5, 10 and so on from "
          "there to half of the records, and that of the rule."),
  FIGURE (TEXT, "problem", "", "The problem file of the job as it was run."),
};

static const DeidReportKind capacities_kind = {
  .name = "capacities",
  .title = "Capacities: how many records the bins of columns should hold",
  .catalogue = capacities_catalogue,
  .n_figures = G_N_ELEMENTS (capacities_catalogue),
  .fill = capacities_fill,
  .free = (GDestroyNotify) capacity_search_free,
};

/* What a search for capacities is asked for. */

#define MAX_RESTARTS 1000

static gboolean
set_names (CapacitySearch *search, const char *value, GError **error)
{
  g_autofree char *list = g_strdup (value);

  if (!deid_key_file_unescape (list, TRUE, error))
    return FALSE;
  if (list[0] == '\0')
    return TRUE;
  search->names = deid_job_value_split (list);
  for (guint i = 0; search->names[i] != NULL; i++)
    for (guint j = 0; j < i; j++)
      if (g_str_equal (search->names[i], search->names[j]))
        return deid_fail (error, DEID_ERROR_DUPLICATE_COLUMN,
                          "column '%s': expected each column once", DEID_SHOW (search->names[i]));
  return TRUE;
}

typedef enum
{
  KEY_COLUMNS,
  KEY_MEAN,
  KEY_CORRELATION,
  KEY_LOSS,
  KEY_RESTARTS,
  KEY_SEED
} Key;

static const char *const capacities_keys[]
    = { "columns", "mean", "correlation", "loss", "restarts", "seed" };

/* Settings that are read. */
typedef struct
{
  CapacitySearch *search;
  gboolean is_set[G_N_ELEMENTS (capacities_keys)];
} CapacitiesReading;

static gboolean
capacities_set_key (CapacitySearch *search, Key key, const char *value, GError **error)
{
  double *const weights[] = { [KEY_MEAN] = &search->mean_weight,
                              [KEY_CORRELATION] = &search->correlation_weight,
                              [KEY_LOSS] = &search->loss_weight };
  const char *expected = "a finite number from 0 on";
  gboolean is_valid;

  if (key == KEY_COLUMNS)
    return set_names (search, value, error);
  if (key == KEY_RESTARTS)
    {
      is_valid = deid_uint64_from_decimal (value, &search->n_restarts)
                 && search->n_restarts <= MAX_RESTARTS;
      expected = "an integer from 0 to " G_STRINGIFY (MAX_RESTARTS);
    }
  else if (key == KEY_SEED)
    {
      is_valid = deid_uint64_from_decimal (value, &search->seed);
      expected = "an unsigned integer";
    }
  else
    is_valid = deid_double_from_decimal (value, weights[key]) && *weights[key] >= 0;
  if (!is_valid)
    deid_fail (error, DEID_ERROR_PARSE, "key '%s': expected %s", capacities_keys[key], expected);
  return is_valid;
}

static gboolean
capacities_read_entry (gpointer data, const char *name, const char *value, GError **error)
{
  CapacitiesReading *reading = data;
  guint key = 0;

  while (key < G_N_ELEMENTS (capacities_keys) && !g_str_equal (capacities_keys[key], name))
    key++;
  if (key < G_N_ELEMENTS (capacities_keys) && !reading->is_set[key])
    {
      reading->is_set[key] = TRUE;
      return capacities_set_key (reading->search, (Key) key, value, error);
    }
  return deid_fail (error, DEID_ERROR_PARSE,
                    key < G_N_ELEMENTS (capacities_keys)
                        ? "key '%s': expected each key once"
                        : "key '%s': expected columns, mean, correlation, loss, restarts or seed",
                    DEID_SHOW (name));
}

static gboolean
capacities_read (CapacitySearch *search, const char *settings, GError **error)
{
  CapacitiesReading reading = { .search = search };

  search->mean_weight = 1;
  search->correlation_weight = 1;
  search->n_restarts = 3;
  if (settings != NULL
      && !deid_key_file_read_entries (settings, "capacities", capacities_read_entry, &reading,
                                      error))
    return FALSE;
  if (search->mean_weight > 0 || search->correlation_weight > 0 || search->loss_weight > 0)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "weights of the shifts and the loss: expected one of them above 0");
}

DeidReport *
deid_report_new_capacities (DeidJob *job, const char *settings, GCancellable *cancellable,
                            GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (CapacitySearch) search = NULL;

  g_return_val_if_fail (job != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  search = g_new0 (CapacitySearch, 1);
  search->job = deid_job_ref (job);
  if (!capacities_read (search, settings, error)
      || !capacities_list (search, &search->findings, stop, error)
      || !capacities_descend (search, &search->findings, stop, error)
      || (search->statement = deid_job_to_report (job, error)) == NULL)
    return NULL;
  return deid_report_new (&capacities_kind, g_steal_pointer (&search), stop, error);
}
