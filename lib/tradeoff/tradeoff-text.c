/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/text.h"
#include "job/job-private.h"
#include "tradeoff/cell-text.h"
#include "tradeoff/tradeoff-private.h"

typedef void (*AddCell) (DeidLongText *text, const DeidTradeoff *tradeoff, guint64 cell);

static gboolean
tradeoff_text_add_cells (DeidLongText *text, const DeidTradeoff *tradeoff, AddCell add,
                         GCancellable *cancellable, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      deid_long_text_clear (text);
      return FALSE;
    }
  for (guint64 cell = 0; cell < deid_tradeoff_get_n_cells (tradeoff); cell++)
    add (text, tradeoff, cell);
  return TRUE;
}

static void
tradeoff_text_add_values (DeidLongText *text, const DeidTradeoff *tradeoff, guint64 cell)
{
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    {
      const char *value
          = tradeoff->axes[axis].values[deid_tradeoff_get_index (tradeoff, cell, axis)];
      g_autofree char *shown = deid_text_show (value, -1);

      deid_long_text_add (text, "%-12s ", shown);
    }
}

static void
tradeoff_text_add_risks (DeidLongText *text, const DeidTradeoffCell *cell)
{
  for (guint m = 0; m < DEID_N_RISK_MEASURES; m++)
    deid_cell_add_shift (text, deid_tradeoff_cell_has_risk (cell, (DeidRiskMeasure) m),
                         cell->risks[m]);
}

static void
tradeoff_text_add_line (DeidLongText *text, const DeidTradeoff *tradeoff, guint64 number)
{
  const DeidTradeoffCell *cell = &tradeoff->cells[number];

  tradeoff_text_add_values (text, tradeoff, number);
  if (!cell->is_solved)
    {
      deid_long_text_add (text, "%s\n", cell->is_proven ? "no solution" : "no solution was found");
      return;
    }
  deid_long_text_add_double (text, "%.10f", cell->loss);
  deid_long_text_add (text, " %9" G_GUINT64_FORMAT " ", cell->n_suppressed);
  deid_long_text_add_double (text, "%6.2f",
                             100 * (double) cell->n_suppressed / (double) tradeoff->n_records);
  deid_long_text_add (text, " %% %8" G_GUINT64_FORMAT, cell->n_classes);
  deid_cell_add_shift (text, cell->shift.has_mean, cell->shift.mean);
  deid_cell_add_shift (text, cell->shift.has_correlation, cell->shift.correlation);
  tradeoff_text_add_risks (text, cell);
  deid_long_text_add (text, " %5" G_GUINT64_FORMAT "  %c%c%c  %s\n", cell->n_gone,
                      cell->is_proven ? 'p' : ' ', cell->is_non_dominated ? '*' : ' ',
                      cell->is_knee ? 'K' : ' ', cell->policy);
}

static const char *
get_of_person (const DeidTradeoff *tradeoff)
{
  return tradeoff->counts_persons ? " of a person" : "";
}

/* Adds the risk above which a record is at risk; before the run it is not known. */
static void
tradeoff_text_add_threshold (DeidLongText *text, const DeidTradeoff *tradeoff,
                             const char *otherwise)
{
  const DeidRiskOptions *options = tradeoff->risk_options;

  deid_cell_add_number (text, options != NULL,
                        options != NULL ? deid_risk_options_get_threshold (options) : 0, otherwise);
}

char *
deid_tradeoff_to_text (const DeidTradeoff *tradeoff, GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (tradeoff != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_long_text_add (&text, "Trade-off (custodian-only)\n");
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    {
      g_autofree char *shown = deid_text_show (tradeoff->axes[axis].name, -1);

      deid_long_text_add (&text, "%s%s", shown, axis + 1 < tradeoff->n_axes ? ", " : "");
    }
  deid_long_text_add (&text,
                      "; loss, records suppressed, share, classes, largest shift of a mean "
                      "(standard deviations), of a correlation, highest risk, average "
                      "risk%s, share of %s at risk above ",
                      get_of_person (tradeoff), deid_risk_unit_get_name (tradeoff->counts_persons));
  tradeoff_text_add_threshold (&text, tradeoff, "a threshold");
  deid_long_text_add (&text,
                      ", population risk%s (mean), groups nearly gone, p proven * not "
                      "dominated K knee, policy:\n",
                      get_of_person (tradeoff));
  return tradeoff_text_add_cells (&text, tradeoff, tradeoff_text_add_line, cancellable, error)
             ? deid_long_text_end (&text, error)
             : NULL;
}

static void
tradeoff_text_end_csv_line (DeidLongText *text, const DeidTradeoff *tradeoff)
{
  deid_long_text_add (text, ",%s\n", deid_risk_unit_get_name (tradeoff->counts_persons));
}

static void
tradeoff_text_add_csv_line (DeidLongText *text, const DeidTradeoff *tradeoff, guint64 number)
{
  const DeidTradeoffCell *cell = &tradeoff->cells[number];

  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    {
      deid_cell_add_quoted (
          text, tradeoff->axes[axis].values[deid_tradeoff_get_index (tradeoff, number, axis)]);
      deid_long_text_add (text, ",");
    }
  deid_long_text_add (text, "%d,%d,", cell->is_solved, cell->is_proven);
  if (!cell->is_solved)
    {
      deid_long_text_add (text, ",,,,,,,,,,0,0,");
      tradeoff_text_end_csv_line (text, tradeoff);
      return;
    }
  deid_cell_add_number (text, TRUE, cell->loss, "");
  deid_long_text_add (text, "," DEID_COUNT_FORMAT "," DEID_COUNT_FORMAT ",", cell->n_suppressed,
                      cell->n_classes);
  deid_cell_add_number (text, cell->shift.has_mean, cell->shift.mean, "");
  deid_long_text_add (text, ",");
  deid_cell_add_number (text, cell->shift.has_correlation, cell->shift.correlation, "");
  for (guint m = 0; m < DEID_N_RISK_MEASURES; m++)
    {
      deid_long_text_add (text, ",");
      deid_cell_add_number (text, deid_tradeoff_cell_has_risk (cell, (DeidRiskMeasure) m),
                            cell->risks[m], "");
    }
  deid_long_text_add (text, "," DEID_COUNT_FORMAT ",%d,%d,", cell->n_gone, cell->is_non_dominated,
                      cell->is_knee);
  deid_cell_add_quoted (text, cell->policy);
  tradeoff_text_end_csv_line (text, tradeoff);
}

char *
deid_tradeoff_to_csv (const DeidTradeoff *tradeoff, GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (tradeoff != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    {
      deid_cell_add_quoted (&text, tradeoff->axes[axis].name);
      deid_long_text_add (&text, ",");
    }
  deid_long_text_add (&text, "solved,proven,loss,suppressed,classes,mean_shift,correlation_shift,"
                             "highest_risk,average_risk,at_risk,population_risk_mean,groups_gone,"
                             "non_dominated,knee,policy,"
                             "sizes_count\n");
  return tradeoff_text_add_cells (&text, tradeoff, tradeoff_text_add_csv_line, cancellable, error)
             ? deid_long_text_end (&text, error)
             : NULL;
}

static void
add_json_risks (DeidLongText *text, const DeidTradeoffCell *cell)
{
  static const char *const names[DEID_N_RISK_MEASURES]
      = { "highest_risk", "average_risk", "at_risk", "population_risk_mean" };

  for (guint m = 0; m < DEID_N_RISK_MEASURES; m++)
    {
      deid_long_text_add (text, ",\"%s\":", names[m]);
      deid_cell_add_number (text, deid_tradeoff_cell_has_risk (cell, (DeidRiskMeasure) m),
                            cell->risks[m], "null");
    }
}

static void
add_json_cell (DeidLongText *text, const DeidTradeoff *tradeoff, guint64 number)
{
  const DeidTradeoffCell *cell = &tradeoff->cells[number];

  deid_long_text_add (text, "%s{\"values\":[", number > 0 ? "," : "");
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    {
      deid_long_text_add (text, "%s", axis > 0 ? "," : "");
      deid_long_text_add_json (
          text, tradeoff->axes[axis].values[deid_tradeoff_get_index (tradeoff, number, axis)]);
    }
  deid_long_text_add (text, "],\"solved\":%s,\"proven\":%s", deid_cell_get_flag (cell->is_solved),
                      deid_cell_get_flag (cell->is_proven));
  if (cell->is_solved)
    {
      deid_long_text_add (text, ",\"loss\":");
      deid_cell_add_number (text, TRUE, cell->loss, "");
      deid_long_text_add (text,
                          ",\"suppressed\":" DEID_COUNT_FORMAT ",\"classes\":" DEID_COUNT_FORMAT,
                          cell->n_suppressed, cell->n_classes);
      deid_long_text_add (text, ",\"mean_shift\":");
      deid_cell_add_number (text, cell->shift.has_mean, cell->shift.mean, "null");
      deid_long_text_add (text, ",\"correlation_shift\":");
      deid_cell_add_number (text, cell->shift.has_correlation, cell->shift.correlation, "null");
      add_json_risks (text, cell);
      deid_long_text_add (text,
                          ",\"groups_gone\":" DEID_COUNT_FORMAT
                          ",\"non_dominated\":%s,\"knee\":%s,\"policy\":",
                          cell->n_gone, deid_cell_get_flag (cell->is_non_dominated),
                          deid_cell_get_flag (cell->is_knee));
      deid_long_text_add_json (text, cell->policy);
    }
  deid_long_text_add (text, "}");
}

char *
deid_tradeoff_to_json (const DeidTradeoff *tradeoff, GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };
  g_autofree char *statement = NULL;

  g_return_val_if_fail (tradeoff != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  statement = tradeoff->statement != NULL ? g_strdup (tradeoff->statement)
                                          : deid_job_to_report (tradeoff->job, error);
  if (statement == NULL)
    return NULL;
  deid_long_text_add (&text,
                      "{\"audience\":\"custodian-only\",\"records\":" DEID_COUNT_FORMAT
                      ",\"sizes_count\":\"%s\",\"above\":",
                      tradeoff->n_records, deid_risk_unit_get_name (tradeoff->counts_persons));
  tradeoff_text_add_threshold (&text, tradeoff, "null");
  deid_long_text_add (&text, ",\"axes\":[");
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    {
      deid_long_text_add (&text, "%s", axis > 0 ? "," : "");
      deid_long_text_add_json (&text, tradeoff->axes[axis].name);
    }
  deid_long_text_add (&text, "],\"cells\":[");
  if (!tradeoff_text_add_cells (&text, tradeoff, add_json_cell, cancellable, error))
    return NULL;
  deid_long_text_add (&text, "],\"problem\":");
  deid_long_text_add_json (&text, statement);
  deid_long_text_add (&text, "}");
  return deid_long_text_end (&text, error);
}
