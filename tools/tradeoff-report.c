/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tradeoff-report.h"

#include <string.h>

#include "capacities-report.h"
#include "messages.h"
#include "option-values.h"
#include "output-options.h"
#include "problem-options.h"
#include "risk-frontier-report.h"
#include "settings.h"
#include "standard-streams.h"
#include "tradeoff-plot.h"

static char **opt_sweep;
static char *opt_frontier, *opt_sweep_plot;
static gboolean opt_csv;

const GOptionEntry tradeoff_entries[] = {
  { "sweep", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_sweep,
    "print a table of optima instead of a release: of each value of a setting, such as k=3,5,11, "
    "suppression=0,1%,5% or capacity:COLUMN=1000,5000, with those of other sweeps",
    "NAME=V,..." },
  { "frontier", 0, 0, G_OPTION_ARG_STRING, &opt_frontier,
    "print all optima over k, such as k=2..60, or over suppression limits up to the one that is "
    "set, or at thresholds of a risk, such as risk=0.05,0.2, instead of a release",
    "k=A..B|suppression|risk=T,..." },
  { "csv", 0, 0, G_OPTION_ARG_NONE, &opt_csv, "print these tables as comma-separated values",
    NULL },
  { "sweep-plot", 0, 0, G_OPTION_ARG_FILENAME, &opt_sweep_plot,
    "draw loss over suppression for --sweep (SVG), by gnuplot", "FILE" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

gboolean
is_tradeoff_asked (void)
{
  return opt_sweep != NULL || opt_frontier != NULL || is_choice_of_capacities_asked ();
}

static gboolean
needs (const char *option, const char *other, GError **error)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s needs %s (see --help-tradeoff)",
               option, other);
  return FALSE;
}

/* Options that a table would do nothing with; files may say the same, for other runs. */
gboolean
check_tradeoff (GError **error)
{
  static const char none[]
      = "none beside --sweep, --frontier or --choose-capacities, which release "
        "nothing";
  static const char no_page[]
      = "none beside --sweep, --frontier or --choose-capacities, which release nothing to look at: "
        "choose settings by their table, then write the page of the release by these settings";

  if (opt_csv && !is_tradeoff_asked ())
    return needs ("--csv", "--sweep, --frontier or --choose-capacities", error);
  if (opt_sweep_plot != NULL && opt_sweep == NULL)
    return needs ("--sweep-plot", "--sweep", error);
  if (!check_capacities (error))
    return FALSE;
  if (!is_tradeoff_asked ())
    return TRUE;
  if (opt_sweep != NULL && opt_frontier != NULL)
    return refuse_option ("frontier", opt_frontier, "none beside --sweep", error);
  if (is_choice_of_capacities_asked () && (opt_sweep != NULL || opt_frontier != NULL))
    return refuse_option ("choose-capacities", "", "none beside --sweep or --frontier", error);
  if (opt_csv && is_json ())
    return refuse_option ("csv", "", "none beside --json", error);
  for (const Setting *setting = output_settings; setting->option != NULL; setting++)
    if (setting->value != NULL && *setting->value != NULL
        && !g_str_equal (setting->option, "--mode"))
      return refuse_option (setting->option + 2, *setting->value,
                            g_str_equal (setting->option, "--report") ? no_page : none, error);
  return opt_sweep_plot == NULL
         || (check_plot (opt_sweep_plot, error) && check_streams_are_kept (opt_sweep_plot, error));
}

static gboolean
add_axis (DeidTradeoff *tradeoff, const char *sweep, GError **error)
{
  const char *sign = strchr (sweep, '=');
  g_autofree char *name = sign != NULL ? g_strndup (sweep, (gsize) (sign - sweep)) : NULL;

  return name != NULL ? deid_tradeoff_add_axis (tradeoff, name, sign + 1, error)
                      : refuse_option ("sweep", sweep, "NAME=V1,V2,...", error);
}

static gboolean
write_plot (const DeidTradeoff *tradeoff, DeidOutputSet *outputs, GCancellable *cancellable,
            GError **error)
{
  g_autofree char *picture = NULL;

  if (opt_sweep_plot == NULL)
    return TRUE;
  picture = draw_tradeoff (tradeoff, cancellable, error);
  return picture != NULL
         && deid_output_set_add_text (outputs, picture, opt_sweep_plot, cancellable, error)
         && deid_output_set_commit (outputs, cancellable, error);
}

static gboolean
print_sweep (DeidOutputSet *outputs, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidTradeoff) tradeoff = deid_tradeoff_new (get_settings ());

  for (guint i = 0; opt_sweep[i] != NULL; i++)
    if (!add_axis (tradeoff, opt_sweep[i], error))
      return FALSE;
  if ((opt_sweep_plot != NULL && !reserve_file (outputs, opt_sweep_plot, error))
      || !open_input_of_settings (error) || !deid_tradeoff_run (tradeoff, cancellable, error))
    return FALSE;
  if (is_json () ? !print_table (deid_tradeoff_to_json (tradeoff, cancellable, error), "\n")
                 : !print_table (opt_csv ? deid_tradeoff_to_csv (tradeoff, cancellable, error)
                                         : deid_tradeoff_to_text (tradeoff, cancellable, error),
                                 ""))
    return FALSE;
  return write_plot (tradeoff, outputs, cancellable, error);
}

#define FRONTIER_FORMS "k=A..B, suppression, " RISK_FRONTIER_FORMS

/* Reads `k=A..B`. */
static gboolean
read_range (guint64 *first, guint64 *last, GError **error)
{
  const char *value = opt_frontier + strlen ("k=");
  const char *dots = strstr (value, "..");
  g_autofree char *start = dots != NULL ? g_strndup (value, (gsize) (dots - value)) : NULL;

  if (dots == NULL)
    return refuse_option ("frontier", opt_frontier, FRONTIER_FORMS, error);
  return read_count ("frontier", start, first, error)
         && read_count ("frontier", dots + 2, last, error);
}

static gboolean
print_frontier (GCancellable *cancellable, GError **error)
{
  const gboolean is_k = g_str_has_prefix (opt_frontier, "k=");
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidFrontier) frontier = NULL;
  guint64 first = 0, last = 0;

  if (is_k ? !read_range (&first, &last, error)
           : !g_str_equal (opt_frontier, "suppression")
                 && !refuse_option ("frontier", opt_frontier, FRONTIER_FORMS, error))
    return FALSE;
  problem = load_problem (cancellable, error);
  if (problem == NULL)
    return FALSE;
  frontier = is_k ? deid_frontier_new_over_k (problem, first, last, cancellable, error)
                  : deid_frontier_new_over_limit (problem, cancellable, error);
  if (frontier == NULL)
    return FALSE;
  if (is_json ())
    return print_table (deid_frontier_to_json (frontier, cancellable, error), "\n");
  return print_table (opt_csv ? deid_frontier_to_csv (frontier, cancellable, error)
                              : deid_frontier_to_text (frontier, cancellable, error),
                      "");
}

static gboolean
print_risk_frontier (GCancellable *cancellable, GError **error)
{
  RiskFrontierRequest request;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidRiskFrontier) frontier = NULL;

  if (!read_risk_frontier (opt_frontier, &request, error))
    return FALSE;
  problem = load_problem (cancellable, error);
  if (problem != NULL)
    frontier = make_risk_frontier (&request, problem, cancellable, error);
  clear_risk_frontier (&request);
  if (frontier == NULL)
    return FALSE;
  if (is_json ())
    return print_table (deid_risk_frontier_to_json (frontier, cancellable, error), "\n");
  return print_table (opt_csv ? deid_risk_frontier_to_csv (frontier, cancellable, error)
                              : deid_risk_frontier_to_text (frontier, cancellable, error),
                      "");
}

gboolean
print_tradeoff (DeidOutputSet *outputs, GCancellable *cancellable, GError **error)
{
  if (is_choice_of_capacities_asked ())
    return print_capacities (opt_csv, cancellable, error);
  if (opt_sweep != NULL)
    return print_sweep (outputs, cancellable, error);
  return is_risk_frontier (opt_frontier) ? print_risk_frontier (cancellable, error)
                                         : print_frontier (cancellable, error);
}
