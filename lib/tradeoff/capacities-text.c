/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/key-file.h"
#include "base/text.h"
#include "job/job-keys.h"
#include "job/job-private.h"
#include "tradeoff/capacities-private.h"
#include "tradeoff/cell-text.h"

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

      deid_long_text_add (text, "[%s]\nrule=", section);
      deid_key_file_add_value (text, rule, deid_job_key_is_list (key));
      deid_long_text_add (text, "\n");
    }
}

char *
deid_capacity_search_get_trial_settings (const DeidCapacitySearch *search, guint64 trial,
                                         GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (search != NULL && trial < search->findings.n_trials, NULL);

  add_settings (&text, &search->findings, trial);
  return deid_long_text_end (&text, error);
}

static void
capacities_text_add_line (DeidLongText *text, const DeidCapacityFindings *findings, guint64 number)
{
  const DeidCapacityTrial *trial = &findings->trials[number];
  const DeidTradeoffCell *cell = &trial->cell;

  for (guint64 c = 0; c < findings->n_columns; c++)
    deid_long_text_add (text, "%-9" G_GUINT64_FORMAT " ",
                        findings->columns[c].candidates[trial->point[c]]);
  if (!cell->is_solved)
    {
      deid_long_text_add (text, "%s\n", cell->is_proven ? "no solution" : "no solution was found");
      return;
    }
  deid_long_text_add_double (text, "%.10f", trial->score);
  deid_cell_add_shift (text, cell->shift.has_mean, cell->shift.mean);
  deid_cell_add_shift (text, cell->shift.has_correlation, cell->shift.correlation);
  deid_long_text_add (text, " %4u ", cell->shift.n_lost);
  deid_long_text_add_double (text, "%.10f", cell->loss);
  deid_long_text_add (text, " %9" G_GUINT64_FORMAT " ", cell->n_suppressed);
  deid_long_text_add_double (text, "%6.2f",
                             100 * (double) cell->n_suppressed / (double) findings->n_records);
  deid_long_text_add (text, " %% %4u  %c%c  %s\n", trial->start, cell->is_proven ? 'p' : ' ',
                      is_best (findings, number) ? '*' : ' ', cell->policy);
}

char *
deid_capacity_search_to_text (const DeidCapacitySearch *search, GCancellable *cancellable,
                              GError **error)
{
  const DeidCapacityFindings *findings;
  DeidLongText text = { 0 };

  g_return_val_if_fail (search != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  findings = &search->findings;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  deid_long_text_add (&text, "Choice of capacities (custodian-only)\n");
  for (guint64 c = 0; c < findings->n_columns; c++)
    {
      g_autofree char *shown = deid_text_show (findings->columns[c].name, -1);

      deid_long_text_add (&text, "%s%s", shown, c + 1 < findings->n_columns ? ", " : "");
    }
  deid_long_text_add (&text, "; score, largest shift of a mean (standard deviations), of a "
                             "correlation, columns lost, loss, records suppressed, share, start, "
                             "p proven * the best, policy:\n");
  for (guint64 i = 0; i < findings->n_trials; i++)
    capacities_text_add_line (&text, findings, i);
  if (findings->has_best)
    {
      deid_long_text_add (&text, "The best one in a problem file:\n");
      add_settings (&text, findings, findings->best);
    }
  else
    deid_long_text_add (&text, "No trial has a solution.\n");
  return deid_long_text_end (&text, error);
}

static void
capacities_text_add_csv_line (DeidLongText *text, const DeidCapacityFindings *findings,
                              guint64 number)
{
  const DeidCapacityTrial *trial = &findings->trials[number];
  const DeidTradeoffCell *cell = &trial->cell;

  for (guint64 c = 0; c < findings->n_columns; c++)
    deid_long_text_add (text, DEID_COUNT_FORMAT ",",
                        findings->columns[c].candidates[trial->point[c]]);
  deid_long_text_add (text, "%d,%d,%d,%u,", cell->is_solved, cell->is_proven,
                      is_best (findings, number), trial->start);
  if (!cell->is_solved)
    {
      deid_long_text_add (text, ",,,,,,\n");
      return;
    }
  deid_cell_add_number (text, TRUE, trial->score, "");
  deid_long_text_add (text, ",");
  deid_cell_add_number (text, cell->shift.has_mean, cell->shift.mean, "");
  deid_long_text_add (text, ",");
  deid_cell_add_number (text, cell->shift.has_correlation, cell->shift.correlation, "");
  deid_long_text_add (text, ",%u,", cell->shift.n_lost);
  deid_cell_add_number (text, TRUE, cell->loss, "");
  deid_long_text_add (text, "," DEID_COUNT_FORMAT ",", cell->n_suppressed);
  deid_cell_add_quoted (text, cell->policy);
  deid_long_text_add (text, "\n");
}

char *
deid_capacity_search_to_csv (const DeidCapacitySearch *search, GCancellable *cancellable,
                             GError **error)
{
  const DeidCapacityFindings *findings;
  DeidLongText text = { 0 };

  g_return_val_if_fail (search != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  findings = &search->findings;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  for (guint64 c = 0; c < findings->n_columns; c++)
    {
      deid_cell_add_quoted (&text, findings->columns[c].name);
      deid_long_text_add (&text, ",");
    }
  deid_long_text_add (&text, "solved,proven,best,start,score,mean_shift,correlation_shift,lost,"
                             "loss,suppressed,policy\n");
  for (guint64 i = 0; i < findings->n_trials; i++)
    capacities_text_add_csv_line (&text, findings, i);
  return deid_long_text_end (&text, error);
}

static void
add_json_trial (DeidLongText *text, const DeidCapacityFindings *findings, guint64 number)
{
  const DeidCapacityTrial *trial = &findings->trials[number];
  const DeidTradeoffCell *cell = &trial->cell;

  deid_long_text_add (text, "%s{\"capacities\":[", number > 0 ? "," : "");
  for (guint64 c = 0; c < findings->n_columns; c++)
    deid_long_text_add (text, "%s" DEID_COUNT_FORMAT, c > 0 ? "," : "",
                        findings->columns[c].candidates[trial->point[c]]);
  deid_long_text_add (text, "],\"solved\":%s,\"proven\":%s,\"best\":%s,\"start\":%u",
                      deid_cell_get_flag (cell->is_solved), deid_cell_get_flag (cell->is_proven),
                      deid_cell_get_flag (is_best (findings, number)), trial->start);
  if (cell->is_solved)
    {
      deid_long_text_add (text, ",\"score\":");
      deid_cell_add_number (text, TRUE, trial->score, "null");
      deid_long_text_add (text, ",\"mean_shift\":");
      deid_cell_add_number (text, cell->shift.has_mean, cell->shift.mean, "null");
      deid_long_text_add (text, ",\"correlation_shift\":");
      deid_cell_add_number (text, cell->shift.has_correlation, cell->shift.correlation, "null");
      deid_long_text_add (text, ",\"lost\":%u,\"loss\":", cell->shift.n_lost);
      deid_cell_add_number (text, TRUE, cell->loss, "null");
      deid_long_text_add (text,
                          ",\"suppressed\":" DEID_COUNT_FORMAT ",\"policy\":", cell->n_suppressed);
      deid_long_text_add_json (text, cell->policy);
    }
  deid_long_text_add (text, "}");
}

static void
add_json_best (DeidLongText *text, const DeidCapacityFindings *findings)
{
  deid_long_text_add (text, "],\"best\":");
  for (guint c = 0; findings->has_best && c < findings->n_columns; c++)
    {
      g_autofree char *rule = deid_capacities_make_rule (findings, findings->best, c);

      deid_long_text_add (text, "%s", c > 0 ? "," : "{");
      deid_long_text_add_json (text, findings->columns[c].name);
      deid_long_text_add (text, ":");
      deid_long_text_add_json (text, rule);
    }
  deid_long_text_add (text, findings->has_best ? "}" : "null");
}

static void
capacities_text_add_json_settings (DeidLongText *text, const DeidCapacitySearch *search)
{
  const DeidCapacityFindings *findings = &search->findings;

  deid_long_text_add (text, "{\"audience\":\"custodian-only\",\"records\":" DEID_COUNT_FORMAT,
                      findings->n_records);
  deid_long_text_add (text, ",\"weights\":{\"mean\":");
  deid_cell_add_number (text, TRUE, search->mean_weight, "null");
  deid_long_text_add (text, ",\"correlation\":");
  deid_cell_add_number (text, TRUE, search->correlation_weight, "null");
  deid_long_text_add (text, ",\"loss\":");
  deid_cell_add_number (text, TRUE, search->loss_weight, "null");
  deid_long_text_add (text, "},\"restarts\":%u,\"seed\":" DEID_COUNT_FORMAT ",\"columns\":[",
                      search->n_restarts, search->seed);
  for (guint64 c = 0; c < findings->n_columns; c++)
    {
      deid_long_text_add (text, "%s", c > 0 ? "," : "");
      deid_long_text_add_json (text, findings->columns[c].name);
    }
  deid_long_text_add (text, "],\"trials\":[");
}

char *
deid_capacity_search_to_json (const DeidCapacitySearch *search, GCancellable *cancellable,
                              GError **error)
{
  const DeidCapacityFindings *findings;
  DeidLongText text = { 0 };
  g_autofree char *statement = NULL;

  g_return_val_if_fail (search != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  findings = &search->findings;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  statement = deid_job_to_report (search->job, error);
  if (statement == NULL)
    return NULL;
  capacities_text_add_json_settings (&text, search);
  for (guint64 i = 0; i < findings->n_trials; i++)
    add_json_trial (&text, findings, i);
  add_json_best (&text, findings);
  deid_long_text_add (&text, ",\"problem\":");
  deid_long_text_add_json (&text, statement);
  deid_long_text_add (&text, "}");
  return deid_long_text_end (&text, error);
}
