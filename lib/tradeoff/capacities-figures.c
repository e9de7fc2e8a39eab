/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a search for capacities found. */
#include "base/key-file.h"
#include "job/job-keys.h"
#include "tradeoff/capacities-private.h"

static gboolean
is_best (const DeidCapacityFindings *findings, guint64 trial)
{
  return findings->has_best && findings->best == trial;
}

static void
add_settings (DeidLongText *text, const DeidCapacityFindings *findings, guint64 trial)
{
  const DeidJobKey *key = deid_job_key_find ("column", "rule");

  for (guint c = 0; c < findings->n_columns; c++)
    {
      g_autofree char *section = deid_job_get_column_section (findings->columns[c].name);
      g_autofree char *rule = deid_capacities_make_rule (findings, trial, c);

      deid_long_text_add (text, "[%s]\n", section);
      deid_key_file_add_entry (text, "rule", rule, deid_job_key_is_list (key));
    }
}

static void
capacities_fill_trial (DeidFigures *figures, const DeidCapacityFindings *findings, guint64 number)
{
  const DeidCapacityTrial *trial = &findings->trials[number];
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
capacities_fill_best (DeidFigures *figures, const DeidCapacityFindings *findings, GError **error)
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
      g_autofree char *rule = deid_capacities_make_rule (findings, findings->best, c);

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
capacities_fill_candidates (DeidFigures *figures, const DeidCapacityFindings *findings)
{
  deid_figures_begin_table (figures, "candidates");
  for (guint64 c = 0; c < findings->n_columns; c++)
    {
      const DeidCapacityColumn *column = &findings->columns[c];

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
  const DeidCapacitySearch *search = data;
  const DeidCapacityFindings *findings = &search->findings;

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

const DeidReportKind deid_capacities_kind = {
  .name = "capacities",
  .title = "Capacities: how many records the bins of columns should hold",
  .catalogue = capacities_catalogue,
  .n_figures = G_N_ELEMENTS (capacities_catalogue),
  .fill = capacities_fill,
  .free = (GDestroyNotify) deid_capacity_search_free,
};
