/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/work.h"
#include "base/text.h"
#include "search/result-private.h"
#include "table/dataset-view.h"
#include "tradeoff/cell-text.h"
#include "tradeoff/risk-frontier-private.h"

/* @policy is its text, or %NULL where there is no solution. */
typedef void (*AddPoint) (DeidLongText *text, const DeidRiskFrontier *frontier, guint64 point,
                          const char *policy);

/* Adds a line, or a member, of each point. */
static gboolean
add_points (DeidLongText *text, const DeidRiskFrontier *frontier, AddPoint add,
            GCancellable *cancellable, GError **error)
{
  for (guint64 i = 0; i < frontier->n_points; i++)
    {
      const DeidRiskPoint *point = &frontier->points[i];
      g_autofree char *shown = NULL;

      if (!deid_stop_check (DEID_STOP_OF (cancellable), error)
          || (point->policy != NULL
              && (shown = deid_policy_to_text (point->policy, error)) == NULL))
        {
          deid_long_text_clear (text);
          return FALSE;
        }
      if (!point->is_solved)
        add (text, frontier, i, NULL);
      else if (point->tradeoff != NULL)
        add (text, frontier, i, deid_tradeoff_get_cell_policy (point->tradeoff, point->cell));
      else
        add (text, frontier, i,
             shown != NULL ? shown : deid_lattice_name_local_recoding (frontier->problem->lattice));
    }
  return TRUE;
}

static const char *
risk_frontier_text_get_source (const DeidRiskPoint *point)
{
  static const char *const names[] = { "optimum", "result", "alternative", "cell" };

  return names[point->source];
}

static void
risk_frontier_text_add_threshold (DeidLongText *text, const DeidRiskPoint *point,
                                  const char *otherwise)
{
  deid_cell_add_number (text, point->source == DEID_RISK_POINT_OPTIMUM, point->threshold,
                        otherwise);
}

static double
risk_frontier_text_count_records (const DeidRiskFrontier *frontier)
{
  return (double) deid_dataset_get_n_records (frontier->problem->lattice->dataset);
}

/* Returns: the value that a cell has on an axis. */
static const char *
risk_frontier_text_get_value (const DeidRiskPoint *point, guint axis)
{
  return deid_tradeoff_get_axis_value (
      point->tradeoff, axis, deid_tradeoff_get_cell_index (point->tradeoff, point->cell, axis));
}

/* Returns: (transfer full): what a cell has for each axis; nothing for other points. */
static char *
get_settings (const DeidRiskPoint *point)
{
  GString *settings = g_string_new (NULL);

  for (guint a = 0; point->tradeoff != NULL && a < point->tradeoff->n_axes; a++)
    g_string_append_printf (settings, "%s%s=%s", a > 0 ? " " : "", point->tradeoff->axes[a].name,
                            risk_frontier_text_get_value (point, a));
  return g_string_free (settings, FALSE);
}

/* Ends a line with the settings of a cell, as far as there are some. */
static void
risk_frontier_text_end_line (DeidLongText *text, const DeidRiskPoint *point)
{
  g_autofree char *settings = get_settings (point);
  g_autofree char *shown = deid_text_show (settings, -1);

  deid_long_text_add (text, point->tradeoff != NULL ? "  (%s)\n" : "%s\n", shown);
}

static void
risk_frontier_text_add_line (DeidLongText *text, const DeidRiskFrontier *frontier, guint64 i,
                             const char *policy)
{
  const DeidRiskPoint *point = &frontier->points[i];

  deid_long_text_add (text, "%-11s ", risk_frontier_text_get_source (point));
  if (point->source == DEID_RISK_POINT_OPTIMUM)
    deid_long_text_add_double (text, "%12.10g", point->threshold);
  else
    deid_long_text_add (text, "%12s", "-");
  if (policy == NULL)
    {
      deid_long_text_add (text, "  no solution");
      risk_frontier_text_end_line (text, point);
      return;
    }
  deid_long_text_add (text, "  ");
  deid_long_text_add_double (text, "%.10f", point->risk);
  deid_long_text_add (text, "  ");
  deid_long_text_add_double (text, "%.10f", point->loss);
  deid_long_text_add (text, " %9" G_GUINT64_FORMAT " ", point->n_suppressed);
  deid_long_text_add_double (text, "%6.2f",
                             100 * (double) point->n_suppressed
                                 / risk_frontier_text_count_records (frontier));
  deid_long_text_add (text, " %%  %c%c  %s", point->is_proven ? 'p' : ' ',
                      point->is_dominated ? ' ' : '*', policy);
  risk_frontier_text_end_line (text, point);
}

static gboolean
counts_persons (const DeidRiskFrontier *frontier)
{
  return deid_dataset_get_entities (frontier->problem->lattice->dataset) != NULL;
}

/* What of a measure is said in words. */
static void
add_measure (DeidLongText *text, const DeidRiskFrontier *frontier)
{
  static const char *const words[][2]
      = { { "highest risk", "highest risk" },
          { "average risk", "average risk of a person" },
          { "share of records at risk", "share of persons at risk" },
          { "population risk (mean)", "population risk of a person (mean)" } };

  deid_long_text_add (text, "%s", words[frontier->measure][counts_persons (frontier)]);
  if (frontier->measure == DEID_RISK_MEASURE_AT_RISK)
    {
      deid_long_text_add (text, " above ");
      deid_cell_add_number (text, TRUE, deid_risk_options_get_threshold (frontier->options), "");
    }
}

char *
deid_risk_frontier_to_text (const DeidRiskFrontier *frontier, GCancellable *cancellable,
                            GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (frontier != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_long_text_add (&text, "Risk against loss (custodian-only)\n");
  deid_long_text_add (&text, "source, threshold, ");
  add_measure (&text, frontier);
  deid_long_text_add (&text, ", loss, records suppressed, share, p proven * not dominated, "
                             "policy:\n");
  return add_points (&text, frontier, risk_frontier_text_add_line, cancellable, error)
             ? deid_long_text_end (&text, error)
             : NULL;
}

static void
risk_frontier_text_end_csv_line (DeidLongText *text, const DeidRiskPoint *point)
{
  g_autofree char *settings = get_settings (point);

  deid_long_text_add (text, ",");
  if (point->tradeoff != NULL)
    deid_cell_add_quoted (text, settings);
  deid_long_text_add (text, "\n");
}

static void
risk_frontier_text_add_csv_line (DeidLongText *text, const DeidRiskFrontier *frontier, guint64 i,
                                 const char *policy)
{
  const DeidRiskPoint *point = &frontier->points[i];

  deid_long_text_add (text, "%s,", risk_frontier_text_get_source (point));
  risk_frontier_text_add_threshold (text, point, "");
  deid_long_text_add (text, ",%d,%d,", policy != NULL, point->is_proven);
  deid_cell_add_number (text, policy != NULL, point->risk, "");
  deid_long_text_add (text, ",");
  deid_cell_add_number (text, policy != NULL, point->loss, "");
  if (policy == NULL)
    {
      deid_long_text_add (text, ",,0,");
      risk_frontier_text_end_csv_line (text, point);
      return;
    }
  deid_long_text_add (text, "," DEID_COUNT_FORMAT ",%d,", point->n_suppressed,
                      !point->is_dominated);
  deid_cell_add_quoted (text, policy);
  risk_frontier_text_end_csv_line (text, point);
}

char *
deid_risk_frontier_to_csv (const DeidRiskFrontier *frontier, GCancellable *cancellable,
                           GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (frontier != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_long_text_add (&text,
                      "source,threshold,solved,proven,risk,loss,suppressed,non_dominated,policy,"
                      "settings\n");
  return add_points (&text, frontier, risk_frontier_text_add_csv_line, cancellable, error)
             ? deid_long_text_end (&text, error)
             : NULL;
}

static void
risk_frontier_text_add_json_settings (DeidLongText *text, const DeidRiskPoint *point)
{
  if (point->tradeoff == NULL)
    return;
  deid_long_text_add (text, ",\"settings\":");
  for (guint a = 0; a < point->tradeoff->n_axes; a++)
    {
      deid_long_text_add (text, a > 0 ? "," : "{");
      deid_long_text_add_json (text, point->tradeoff->axes[a].name);
      deid_long_text_add (text, ":");
      deid_long_text_add_json (text, risk_frontier_text_get_value (point, a));
    }
  deid_long_text_add (text, "}");
}

static void
add_json_point (DeidLongText *text, const DeidRiskFrontier *frontier, guint64 i, const char *policy)
{
  const DeidRiskPoint *point = &frontier->points[i];

  deid_long_text_add (text, "%s{\"source\":\"%s\",\"threshold\":", i > 0 ? "," : "",
                      risk_frontier_text_get_source (point));
  risk_frontier_text_add_threshold (text, point, "null");
  risk_frontier_text_add_json_settings (text, point);
  deid_long_text_add (text, ",\"solved\":%s,\"proven\":%s", deid_cell_get_flag (policy != NULL),
                      deid_cell_get_flag (point->is_proven));
  if (policy != NULL)
    {
      deid_long_text_add (text, ",\"risk\":");
      deid_cell_add_number (text, TRUE, point->risk, "");
      deid_long_text_add (text, ",\"loss\":");
      deid_cell_add_number (text, TRUE, point->loss, "");
      deid_long_text_add (text,
                          ",\"suppressed\":" DEID_COUNT_FORMAT ",\"non_dominated\":%s,\"policy\":",
                          point->n_suppressed, deid_cell_get_flag (!point->is_dominated));
      deid_long_text_add_json (text, policy);
    }
  deid_long_text_add (text, "}");
}

char *
deid_risk_frontier_to_json (const DeidRiskFrontier *frontier, GCancellable *cancellable,
                            GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (frontier != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_long_text_add (&text, "{\"audience\":\"custodian-only\",\"measure\":\"%s\",\"above\":",
                      deid_risk_measure_get_name (frontier->measure));
  deid_cell_add_number (&text, frontier->measure == DEID_RISK_MEASURE_AT_RISK,
                        deid_risk_options_get_threshold (frontier->options), "null");
  deid_long_text_add (&text,
                      ",\"records\":" DEID_COUNT_FORMAT ",\"sizes_count\":\"%s\",\"points\":[",
                      deid_dataset_get_n_records (frontier->problem->lattice->dataset),
                      deid_risk_unit_get_name (counts_persons (frontier)));
  if (!add_points (&text, frontier, add_json_point, cancellable, error))
    return NULL;
  deid_long_text_add (&text, "]");
  deid_statement_end_json (&text, frontier->problem->statement);
  return deid_long_text_end (&text, error);
}
