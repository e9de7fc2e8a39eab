/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tradeoff-report.h"

#include <string.h>

#include "base/text.h"
#include "alternatives-report.h"
#include "capacities-report.h"
#include "messages.h"
#include "option-values.h"
#include "options.h"
#include "problem.h"
#include "report-json.h"
#include "risk-frontier-report.h"
#include "search.h"
#include "settings.h"
#include "standard-streams.h"
#include "tradeoff-plot.h"

static char **opt_sweep;
static char *opt_frontier, *opt_sweep_plot;
static gboolean opt_csv;

const GOptionEntry tradeoff_entries[] = {
  { "sweep", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_sweep,
    "Find the optimum for each value of a setting, such as k=3,5,11 or suppression-limit=0,1%,5%",
    "NAME=V,..." },
  { "frontier", 0, 0, G_OPTION_ARG_STRING, &opt_frontier,
    "Find the optima for a range of k, for suppression limits or for thresholds of a risk",
    "k=A..B|suppression-limit|risk=T,..." },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

const GOptionEntry table_entries[]
    = { { "sweep-plot", 0, 0, G_OPTION_ARG_FILENAME, &opt_sweep_plot,
          "Draw the loss of a sweep over its suppression (SVG, with gnuplot)", "FILE" },
        { "csv", 0, 0, G_OPTION_ARG_NONE, &opt_csv, "Print the table as CSV", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

gboolean
are_tables_asked (void)
{
  return opt_sweep != NULL || opt_frontier != NULL;
}

static gboolean
needs (const char *option, const char *other, GError **error)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: expected %s with it", option,
               other);
  return FALSE;
}

/* The longest search for the optimum beside alternatives. */
#define BEST_SECONDS   "60"

#define FRONTIER_FORMS "k=A..B, suppression-limit, " RISK_FRONTIER_FORMS

/* Frontiers are of optima of policies; one of risk may have other points beside a release. */
static gboolean
check_recoding_of_frontier (gboolean is_alone, GError **error)
{
  if (!is_recoding_local () || (is_risk_frontier (opt_frontier) && !is_alone))
    return TRUE;
  return refuse_option ("frontier", opt_frontier,
                        "no local recoding: a frontier has optima of policies; --sweep takes local "
                        "recodings, and deid run has a frontier of risk with a release",
                        error);
}

static gboolean
check_frontier (gboolean is_alone, GError **error)
{
  if (opt_frontier == NULL)
    return TRUE;
  if (!is_risk_frontier (opt_frontier) && !g_str_has_prefix (opt_frontier, "k=")
      && !g_str_equal (opt_frontier, "suppression-limit"))
    return refuse_option ("frontier", opt_frontier, FRONTIER_FORMS, error);
  return check_recoding_of_frontier (is_alone, error);
}

gboolean
check_tables (GError **error)
{
  return check_frontier (FALSE, error);
}

/* `deid explore` prints one table. */
static gboolean
check_one_table (GError **error)
{
  const guint n = (opt_sweep != NULL ? 1u : 0u) + (opt_frontier != NULL ? 1u : 0u)
                  + (is_choice_of_capacities_asked () ? 1u : 0u);

  if (n <= 1)
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "expected only one of --sweep, --frontier and --choose-capacities");
  return FALSE;
}

/* Without an option for another table, alternatives are listed. */
static gboolean
are_alternatives_asked (void)
{
  return !are_tables_asked () && !is_choice_of_capacities_asked ();
}

/* Groups are of alternatives. A problem file may ask for some, for runs. */
static gboolean
check_alternatives (GError **error)
{
  const char *groups = get_given_value ("groups");
  const char *search = deid_job_get (get_settings (), "search", "algorithm");

  if (!are_alternatives_asked ())
    return groups == NULL
           || refuse_option ("groups", groups, "none with a table of another kind", error);
  if (!g_str_equal (search, "auto") && !lists_alternatives ())
    return refuse_option ("algorithm", search,
                          "a search that lists alternatives: bisecting, directed or boundary",
                          error);
  if (is_recoding_local ())
    return refuse_option ("recoding", deid_job_get (get_settings (), "search", "recoding"),
                          "global, as alternatives are policies, or --sweep", error);
  return check_groups (error);
}

gboolean
check_exploration (GError **error)
{
  if (!check_one_table (error) || !check_alternatives (error))
    return FALSE;
  if (opt_sweep_plot != NULL && opt_sweep == NULL)
    return needs ("--sweep-plot", "--sweep", error);
  if (opt_csv && is_json ())
    return needs ("--csv", "no --json", error);
  if (!check_capacities (error) || !check_frontier (TRUE, error))
    return FALSE;
  return opt_sweep_plot == NULL
         || (check_plot (opt_sweep_plot, error) && check_streams_are_kept (opt_sweep_plot, error));
}

static gboolean
make_sweep (Tables *tables, GCancellable *cancellable, GError **error)
{
  g_autofree char *axes = g_strjoinv ("\n", opt_sweep);

  for (guint i = 0; opt_sweep[i] != NULL; i++)
    if (strchr (opt_sweep[i], '=') == NULL || strpbrk (opt_sweep[i], "\r\n") != NULL
        || strchr ("#[=", opt_sweep[i][strspn (opt_sweep[i], " \t")]) != NULL)
      return refuse_option ("sweep", opt_sweep[i], "NAME=V1,V2,...", error);
  tables->tradeoff = deid_report_new_tradeoff (get_settings (), axes, cancellable, error);
  return tables->tradeoff != NULL;
}

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
make_frontier (Tables *tables, DeidProblem *problem, GCancellable *cancellable, GError **error)
{
  const gboolean is_k = g_str_has_prefix (opt_frontier, "k=");
  guint64 first = 0, last = 0;

  if (is_k && !read_range (&first, &last, error))
    return FALSE;
  if (is_k && last == 0)
    return refuse_option ("frontier", opt_frontier, "k from 1 on", error);
  tables->frontier = deid_report_new_frontier (problem, first, last, cancellable, error);
  return tables->frontier != NULL;
}

/* Adds points to the frontier of risk. */
static gboolean
add_points (Tables *tables, DeidResult *result, DeidReport *tradeoff, DeidResult *alternatives,
            GCancellable *cancellable, GError **error)
{
  DeidReport *report = deid_report_new_risk_frontier_with (tables->risk_frontier, result, tradeoff,
                                                           alternatives, cancellable, error);

  if (report == NULL)
    return FALSE;
  deid_report_unref (tables->risk_frontier);
  tables->risk_frontier = report;
  return TRUE;
}

/* Cells are left out where their losses are not those of the problem. */
static gboolean
add_cells (Tables *tables, GCancellable *cancellable, GError **error)
{
  GError *own_error = NULL;

  if (tables->tradeoff == NULL
      || add_points (tables, NULL, tables->tradeoff, NULL, cancellable, &own_error))
    return TRUE;
  if (!g_error_matches (own_error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT))
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  g_prefix_error (&own_error, "no points of --sweep in --frontier: ");
  print_note (own_error->message);
  g_error_free (own_error);
  return TRUE;
}

static gboolean
make_risks (Tables *tables, DeidProblem *problem, gboolean is_alone, GCancellable *cancellable,
            GError **error)
{
  RiskFrontierRequest request;

  if (!read_risk_frontier (opt_frontier, &request, error))
    return FALSE;
  tables->risk_frontier = make_risk_frontier (&request, problem, !is_alone, cancellable, error);
  clear_risk_frontier (&request);
  return tables->risk_frontier != NULL;
}

/* No result is there that would warn of it. */
static void
note_generalized (GCancellable *cancellable)
{
  DeidProblem *problem = deid_job_is_set (get_settings (), "engine", "dialect")
                             ? deid_job_get_problem (get_settings (), cancellable, NULL)
                             : NULL;
  const DeidLattice *lattice = problem != NULL ? deid_problem_get_lattice (problem) : NULL;

  for (guint d = 0; lattice != NULL && d < deid_lattice_get_n_dimensions (lattice); d++)
    {
      const guint attribute = deid_lattice_get_attribute (lattice, d);
      g_autofree char *shown
          = deid_text_show (deid_lattice_get_attribute_name (lattice, attribute), -1);
      g_autofree char *note = NULL;
      guint lowest;

      deid_lattice_get_level_range (lattice, d, &lowest, NULL);
      if (lowest == 0 || deid_lattice_has_cuts (lattice, attribute))
        continue;
      note = g_strdup_printf ("column '%s' has levels from %u on, to which the engine may have "
                              "generalized it: each optimum is the best from there on",
                              shown, lowest);
      print_note (note);
    }
}

gboolean
make_tables (Tables *tables, DeidProblem *problem, gboolean is_alone, GCancellable *cancellable,
             GError **error)
{
  begin_phase ("searching for the optima of the table");
  if (opt_sweep != NULL && !make_sweep (tables, cancellable, error))
    return FALSE;
  if (are_tables_asked ())
    note_generalized (cancellable);
  if (opt_frontier == NULL)
    return TRUE;
  return is_risk_frontier (opt_frontier)
             ? make_risks (tables, problem, is_alone, cancellable, error)
             : make_frontier (tables, problem, cancellable, error);
}

gboolean
add_run_to_tables (Tables *tables, DeidResult *result, DeidResult *listing,
                   GCancellable *cancellable, GError **error)
{
  return tables->risk_frontier == NULL
         || (add_points (tables, result, NULL, NULL, cancellable, error)
             && add_cells (tables, cancellable, error)
             && (listing == NULL || add_points (tables, NULL, NULL, listing, cancellable, error)));
}

void
clear_tables (Tables *tables)
{
  g_clear_pointer (&tables->tradeoff, deid_report_unref);
  g_clear_pointer (&tables->frontier, deid_report_unref);
  g_clear_pointer (&tables->risk_frontier, deid_report_unref);
}

/* Writes the plot, if it was asked for, by the rules of all outputs. */
static gboolean
write_plot (const Tables *tables, DeidOutputSet *outputs, GCancellable *cancellable, GError **error)
{
  g_autofree char *picture = NULL;

  if (opt_sweep_plot == NULL)
    return TRUE;
  picture = draw_tradeoff (tables->tradeoff, cancellable, error);
  return picture != NULL
         && deid_output_set_add_text (outputs, picture, opt_sweep_plot, cancellable, error)
         && deid_output_set_commit (outputs, cancellable, error);
}

/* Kinds of tables: their members in the report of a run. */
static const char *const kinds[] = { "tradeoff", "frontier", "risk_frontier" };

/* The table of each as CSV. */
static const char *const names[] = { "cells", "steps", "points" };

typedef enum
{
  FORM_TEXT,
  FORM_CSV,
  FORM_JSON
} Form;

static DeidReport *
get_report (const Tables *tables, guint kind)
{
  DeidReport *const made[G_N_ELEMENTS (kinds)]
      = { tables->tradeoff, tables->frontier, tables->risk_frontier };

  return made[kind];
}

/* Returns: (transfer full) (nullable): a table in a form. */
static char *
write_table (const Tables *tables, guint kind, Form form, GCancellable *cancellable, GError **error)
{
  const DeidReport *table = get_report (tables, kind);

  return form == FORM_JSON  ? deid_report_to_json (table, error)
         : form == FORM_CSV ? report_to_csv (table, names[kind], cancellable, error)
                            : deid_report_to_text (table, cancellable, error);
}

gboolean
print_tables (const Tables *tables, GCancellable *cancellable, GError **error)
{
  const Form form = is_json () ? FORM_JSON : opt_csv ? FORM_CSV : FORM_TEXT;
  gboolean is_first = TRUE;

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      if (get_report (tables, kind) == NULL)
        continue;
      if (!is_first && !is_quiet ())
        g_print ("\n");
      is_first = FALSE;
      if (!print_table (write_table (tables, kind, form, cancellable, error),
                        form == FORM_JSON ? "\n" : ""))
        return FALSE;
    }
  return TRUE;
}

gboolean
add_tables (JsonBuilder *builder, const Tables *tables, GError **error)
{
  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    if (!add_report (builder, kinds[kind], get_report (tables, kind), error))
      return FALSE;
  return TRUE;
}

/* A sweep needs no problem apart from the job's settings. */
static gboolean
load_and_make (Tables *tables, DeidOutputSet *outputs, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidProblem) problem = NULL;

  if (opt_sweep_plot != NULL && !reserve_file (outputs, opt_sweep_plot, error))
    return FALSE;
  if (opt_frontier != NULL)
    problem = load_problem (cancellable, error);
  return (opt_frontier != NULL ? problem != NULL : load_table (cancellable, error))
         && make_tables (tables, problem, TRUE, cancellable, error);
}

/* The optimum, or the best policy if none is proven in time. */
static DeidResult *
find_best (DeidProblem *problem, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidSearch) search = make_search_for_optimum (error);
  DeidResult *best = search != NULL ? deid_search_run (search, problem, cancellable, error) : NULL;

  end_progress ();
  return best;
}

/* Alternatives to choose from, by the search of the settings if it lists some. */
static gboolean
print_alternatives (GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = NULL;
  g_autoptr (DeidResult) found = NULL;
  g_autoptr (DeidResult) best = NULL;
  g_autoptr (DeidReport) report = NULL;

  if (g_str_equal (deid_job_get (get_settings (), "search", "algorithm"), "auto")
      && !deid_job_set (get_settings (), "search", "algorithm", "bisecting", NULL, error))
    return FALSE;
  if ((problem = load_problem (cancellable, error)) != NULL
      && (search = make_search (error)) != NULL)
    found = deid_search_run (search, problem, cancellable, error);
  end_progress ();
  if (found == NULL || !make_alternatives (&report, found, get_n_groups (), cancellable, error))
    return FALSE;
  if (is_json ())
    return print_table (deid_report_to_json (report, error), "\n");
  if (opt_csv)
    return print_table (report_to_csv (report, "policies", cancellable, error), "");
  if (get_n_groups () > 0)
    return print_table (deid_report_to_text (report, cancellable, error), "");
  best = find_best (problem, cancellable, error);
  return best != NULL
         && (is_quiet () || print_alternatives_table (report, best, cancellable, error));
}

gboolean
explore (DeidOutputSet *outputs, GCancellable *cancellable, GError **error)
{
  Tables tables = { 0 };
  gboolean success;

  if (is_choice_of_capacities_asked ())
    return print_capacities (opt_csv, cancellable, error);
  if (are_alternatives_asked ())
    return print_alternatives (cancellable, error);
  success = load_and_make (&tables, outputs, cancellable, error)
            && print_tables (&tables, cancellable, error)
            && write_plot (&tables, outputs, cancellable, error);
  clear_tables (&tables);
  return success;
}
