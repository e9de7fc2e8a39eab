/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "risk-frontier-report.h"

#include <string.h>

#include "messages.h"
#include "option-values.h"
#include "settings.h"

/* By measure. */
static const char *const names[] = { [DEID_RISK_MEASURE_HIGHEST] = "risk",
                                     [DEID_RISK_MEASURE_AVERAGE] = "average-risk",
                                     [DEID_RISK_MEASURE_AT_RISK] = "at-risk",
                                     [DEID_RISK_MEASURE_POPULATION] = "population-risk" };

/* Returns: the measure that a value names, or their number. */
static guint
find_measure (const char *value)
{
  guint measure = 0;

  for (; measure < G_N_ELEMENTS (names); measure++)
    {
      const gsize length = strlen (names[measure]);

      if (g_str_has_prefix (value, names[measure])
          && (value[length] == '\0' || value[length] == '='))
        break;
    }
  return measure;
}

gboolean
is_risk_frontier (const char *value)
{
  return find_measure (value) < G_N_ELEMENTS (names);
}

gboolean
read_risk_frontier (const char *value, RiskFrontierRequest *request, GError **error)
{
  const char *sign = strchr (value, '=');
  g_auto (GStrv) items = NULL;

  *request = (RiskFrontierRequest){ .measure = (DeidRiskMeasure) find_measure (value) };
  if (sign == NULL)
    return TRUE;
  items = split_list (sign + 1);
  request->n_thresholds = g_strv_length (items);
  if (request->n_thresholds == 0)
    return refuse_option ("frontier", value, RISK_FRONTIER_FORMS, error);
  request->thresholds = g_new (double, request->n_thresholds);
  for (gsize i = 0; i < request->n_thresholds; i++)
    if (!read_share ("frontier", items[i], &request->thresholds[i], error))
      {
        clear_risk_frontier (request);
        return FALSE;
      }
  return TRUE;
}

void
clear_risk_frontier (RiskFrontierRequest *request)
{
  g_clear_pointer (&request->thresholds, g_free);
}

/* Without thresholds of its own, a frontier that others give points to may do without optima, and
 * does where they are of local recodings. */
DeidReport *
make_risk_frontier (const RiskFrontierRequest *request, DeidProblem *problem, gboolean has_others,
                    GCancellable *cancellable, GError **error)
{
  static const double none[] = { 1 };
  const gboolean may_be_empty = has_others && request->thresholds == NULL;
  g_autoptr (DeidRiskOptions) options = deid_job_make_risk_options (get_settings (), error);
  DeidReport *report = NULL;
  GError *own_error = NULL;

  if (options == NULL)
    return NULL;
  if (!may_be_empty || !is_recoding_local ())
    {
      report
          = deid_report_new_risk_frontier (problem, request->measure, options, request->thresholds,
                                           request->n_thresholds, cancellable, &own_error);
      if (report != NULL)
        return report;
      if (!may_be_empty || !g_error_matches (own_error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT))
        {
          g_propagate_error (error, own_error);
          return NULL;
        }
      g_prefix_error (&own_error, "no optima in --frontier: ");
      print_note (own_error->message);
      g_error_free (own_error);
    }
  return deid_report_new_risk_frontier (problem, request->measure, options, none, 0, cancellable,
                                        error);
}
