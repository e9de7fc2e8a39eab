/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* `deid explore`: tables of policies to choose from. */
#include "capacities-report.h"
#include "interruption.h"
#include "messages.h"
#include "problem.h"
#include "search.h"
#include "settings.h"
#include "tradeoff-report.h"
#include "verb.h"

enum
{
  EXIT_EXPLORED = 0,
  EXIT_NO_SOLUTION = 1,
  EXIT_BAD_INPUT = 2
};

static const VerbGroup groups[] = {
  { "What to explore", "groups", { tradeoff_entries, table_entries, capacities_entries } },
  { "Table", "input " TABLE_NAMES " " ROW_NAMES, { settings_entries } },
  { "Engine", "dialect command table max-combinations", { NULL } },
  { "Columns", COLUMN_NAMES, { NULL } },
  { "Persons with several rows", PERSON_NAMES, { NULL } },
  { "Hierarchies", HIERARCHY_NAMES, { NULL } },
  { "Models and limits", MODEL_NAMES, { NULL } },
  { "Population and baseline",
    "population population-weight population-size baseline baseline-limit baseline-day "
    "zip-populations",
    { NULL } },
  { "Policies to search", LATTICE_NAMES, { NULL } },
  { "Search", "algorithm iterations polish rises time-limit step-limit threads seed", { NULL } },
  { "Report", "report-threshold", { message_entries } },
  { NULL, NULL, { NULL } }
};

static const char *const description[]
    = { "Print a table of policies to choose from, and release nothing: the optimum for each value "
        "of a setting (--sweep, --frontier), or for capacities of bins (--choose-capacities). "
        "Without these options the table has the optimum and alternatives that a heuristic "
        "search finds.",
        "The differences between rows tell about single records: the table is for the custodian.",
        NULL };

static const char *const examples[]
    = { "deid explore patients.ini",
        "deid explore patients.ini --sweep k=3,5,11 --sweep suppression-limit=0,5%", NULL };

static const char *const statuses[]
    = { "The table was printed", "There is no policy to list, or a signal ended the run",
        "The input is bad, a file cannot be read or written, or the report cannot be printed",
        NULL };

static gboolean
check_options (GError **error)
{
  return read_settings (error) && check_message_options (error) && check_exploration (error)
         && check_search (error)
         && (is_problem_written ()
             || (check_one_cap ("one number: different settings could choose different ones", error)
                 && check_problem (error)));
}

static gboolean
run (DeidOutputSet *outputs, GCancellable *cancellable, GError **error)
{
  return is_problem_written () ? write_problem (outputs, cancellable, error)
                               : explore (outputs, cancellable, error);
}

static int
run_explore (void)
{
  g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
  g_autoptr (GError) error = NULL;
  GCancellable *cancellable = watch_signals (outputs);
  gboolean is_ended;

  if (check_options (&error) && run (outputs, cancellable, &error))
    return EXIT_EXPLORED;
  is_ended = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  if (is_ended)
    explain_interruption (error, NULL, 0);
  deid_output_set_discard (outputs);
  return print_error (error,
                      is_ended || g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION)
                              || g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED)
                          ? EXIT_NO_SOLUTION
                          : EXIT_BAD_INPUT);
}

const Verb explore_verb
    = { "explore",
        "[PROBLEM.ini] [TABLE]",
        "Print tables of policies to choose from",
        examples,
        description,
        "sweep frontier choose-capacities groups csv sweep-plot qi rule hierarchies "
        "model suppression-limit delimiter json",
        groups,
        statuses,
        run_explore };
