/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The tables and figures of F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective pruning
 * strategies for health data de-identification", BMC Medical Informatics and Decision Making 16:49,
 * 2016, on the tables at hand: what predictive properties spare, what they cost, and what searches
 * find early. */
#include <stdlib.h>
#include <string.h>

#include "pruning-report.h"

#define EXIT_SKIPPED    77
#define DEFAULT_QUALITY "loss:geo"

static int n_runs = 3;
static double seconds = 60;
static gboolean json;
static gboolean quick;
static char *quality;
static char *table_name;
static char *health;
static char *plots;
static char *golden_path;
static char *new_golden_path;
static int n_attributes;

static const GOptionEntry entries[] = {
  { "runs", 'r', 0, G_OPTION_ARG_INT, &n_runs, "runs of each search (3)", "R" },
  { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &seconds,
    "cut runs short after so many, then leave out what takes longer (60)", "S" },
  { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "Adult with 3 to 6 attributes, once", NULL },
  { "table", 't', 0, G_OPTION_ARG_STRING, &table_name, "this table only", "NAME" },
  { "attributes", 'a', 0, G_OPTION_ARG_INT, &n_attributes, "at most N attributes", "N" },
  { "quality", 0, 0, G_OPTION_ARG_STRING, &quality, "quality model (" DEFAULT_QUALITY ")",
    "MODEL" },
  { "health", 0, 0, G_OPTION_ARG_FILENAME, &health, "the table that its make.py writes", "FILE" },
  { "json", 'j', 0, G_OPTION_ARG_NONE, &json, "print JSON", NULL },
  { "plots", 0, 0, G_OPTION_ARG_FILENAME, &plots, "draw figures there, by gnuplot", "FOLDER" },
  { "golden", 0, 0, G_OPTION_ARG_FILENAME, &golden_path, "compare counts and losses", "FILE" },
  { "write-golden", 0, 0, G_OPTION_ARG_FILENAME, &new_golden_path,
    "put counts and losses there, other lines stay", "FILE" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

static void
print_text (const Study *study, const Machine *machine)
{
  print_machine (machine);
  g_print (
      "k = 5, at most 5 %% suppressed, %s; one thread, seconds of the clock, of the fastest of "
      "%u runs;\n* cut short after %g s. The figures of the study are of 2015, on a desktop.\n",
      study->quality, study->n_runs, study->seconds);
  print_stores (study);
  print_properties (study);
  print_prediction (study);
  print_races (study);
  print_memory (study);
  print_times (study);
  print_first_found (study);
  print_trajectories (study);
}

/* Takes the cases over. */
static gboolean
run_study (GArray *cases, GError **error)
{
  const Machine machine = describe_machine ();
  Study study = { .quality = quality, .seconds = seconds, .n_runs = quick ? 1 : (guint) n_runs };
  gboolean success = study_run (&study, cases);

  if (!success)
    g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION, "not everything could be measured");
  else if (json)
    print_study_json (&study, &machine);
  else
    print_text (&study, &machine);
  success = success && pruning_golden_check (&study, golden_path, new_golden_path, error)
            && (plots == NULL || draw_plots (&study, plots, error));
  study_clear (&study);
  return success;
}

/* Otherwise each search would fail by itself. */
static gboolean
is_quality (const char *specification, GError **error)
{
  g_autoptr (DeidQualityModel) model
      = deid_quality_model_new_from_specification (specification, error);

  return model != NULL;
}

static gboolean
parse_options (int *argc, char ***argv, GError **error)
{
  g_autoptr (GOptionContext) context
      = g_option_context_new ("- what pruning by predictive properties spares");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (quality == NULL)
    quality = g_strdup (DEFAULT_QUALITY);
  if (!is_quality (quality, error))
    return FALSE;
  if (*argc == 1 && n_runs > 0 && n_attributes >= 0 && seconds > 0
      && (strcmp (quality, DEFAULT_QUALITY) == 0
          || (golden_path == NULL && new_golden_path == NULL)))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--runs and --seconds are positive, and counts are compared with " DEFAULT_QUALITY
               " only; see --help");
  return FALSE;
}

static int
run (int argc, char **argv, GError **error)
{
  CaseOptions options;
  GArray *cases;

  if (!parse_options (&argc, &argv, error))
    return EXIT_FAILURE;
  options = (CaseOptions){ .table = table_name,
                           .max_attributes = (guint) n_attributes,
                           .health = health,
                           .quality = quality,
                           .is_quick = quick };
  cases = choose_cases (&options);
  if (cases->len > 0)
    return run_study (cases, error) ? EXIT_SUCCESS : EXIT_FAILURE;
  g_array_unref (cases);
  g_printerr ("skipped: there is no such table\n");
  return EXIT_SKIPPED;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  const int status = run (argc, argv, &error);

  if (error != NULL)
    g_printerr ("%s\n", error->message);
  g_free (quality);
  g_free (table_name);
  g_free (health);
  g_free (plots);
  g_free (golden_path);
  g_free (new_golden_path);
  return status;
}
