/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What privacy models cost: the optimal search on Adult, 8 attributes, with the occupation as
 * sensitive attribute; or all 9, for models of the table as a whole. And how many policies it would
 * evaluate if models had no necessary conditions, and those of the table did not say that they are
 * monotone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load-table.h"
#include "golden.h"
#include "machine.h"
#include "privacy/privacy-model-private.h"
#include "search-problem.h"

#define EXIT_SKIPPED 77
#define SENSITIVE    "occupation"
#define N_QUICK      2

typedef struct
{
  const char *models;
  double limit;
} Case;

static const Case cases[] = {
  { "to:0.2;k:5", 0.05 },
  { "k:5;dl:3", 0.05 },
  { "to:0.5", 0.05 },
  { "to:0.4", 0.05 },
  { "to:0.3", 0.05 },
  { "to:0.2", 0.05 },
  { "to:0.1", 0.05 },
  { "te:0.3", 0.05 },
  { "te:0.2", 0.05 },
  { "th:0.3", 0.05 },
  { "k:5;dl:3;el:3", 0.05 },
  { "rcl:3:3", 0.05 },
  { "bl:1", 0.05 },
  { "ebl:1", 0.05 },
  { "dd:2", 0.05 },
  { "ak:0.5:5", 0.05 },
  { "to:0.3;te:0.4;el:3", 0.05 },
};

static const Case table_cases[] = {
  { "avg:0.05", 0.05 }, { "uniq:0.01", 0.05 }, { "atrisk:0.2:0.05", 0.05 },
  { "risk:100", 0.05 }, { "km:5:2", 0.05 },
};

/* What is read once for many cases. */
typedef struct
{
  DeidLattice *lattice;
  DeidHierarchy *hierarchy; /* of the sensitive attribute; NULL if there is none */
} Input;

typedef struct
{
  guint64 n_evaluated;
  guint64 n_suppressed;
  double loss;
  Spread seconds;
} Outcome;

static int n_runs = 5;
static gboolean quick;
static char *golden_path;
static gboolean write_golden;

static const GOptionEntry entries[]
    = { { "runs", 'r', 0, G_OPTION_ARG_INT, &n_runs, "runs of each problem (5)", "R" },
        { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "the first problems, once", NULL },
        { "golden", 0, 0, G_OPTION_ARG_FILENAME, &golden_path, "compare counts and losses",
          "FILE" },
        { "write", 0, 0, G_OPTION_ARG_NONE, &write_golden, "write that file instead", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static DeidLattice *
load_lattice (const char *csv, const char *folder, gboolean has_sensitive, GError **error)
{
  g_autoptr (DeidDataset) dataset = load_dataset (csv, error);
  g_autoptr (DeidLattice) lattice = NULL;

  if (dataset == NULL
      || (has_sensitive && !deid_dataset_set_role (dataset, SENSITIVE, DEID_ROLE_SENSITIVE, error)))
    return NULL;
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < deid_dataset_get_n_columns (dataset); i++)
    {
      const char *column = deid_dataset_get_column_name (dataset, i);

      if (!(has_sensitive && g_str_equal (column, SENSITIVE))
          && !load_quasi_identifier (lattice, folder, column, error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

static char *
describe (gpointer data)
{
  const char *text = ((DeidPrivacyModel *) data)->text;

  return g_strndup (text, strcspn (text, "@"));
}

/* The same model, of which neither a necessary condition is known, nor that it is monotone. */
static DeidPrivacyModel *
forget_necessary (DeidPrivacyModel *model)
{
  const DeidPrivacyModelFuncs *of = model->funcs;
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();

  deid_privacy_model_funcs_set_describe (funcs, describe, deid_privacy_model_ref (model),
                                         (GDestroyNotify) deid_privacy_model_unref);
  deid_privacy_model_funcs_set_compare (funcs, of->compare.func, of->compare.data, NULL);
  deid_privacy_model_funcs_set_prepare (funcs, of->prepare.func, of->prepare.data, NULL);
  deid_privacy_model_funcs_set_free_state (funcs, of->free_state.func, of->free_state.data, NULL);
  deid_privacy_model_funcs_set_accept (funcs, of->accept.func, of->accept.data, NULL);
  deid_privacy_model_funcs_set_accept_table (funcs, of->accept_table.func, of->accept_table.data,
                                             NULL);
  deid_privacy_model_funcs_set_class_term (funcs, of->class_term.func, of->class_term.data, NULL);
  deid_privacy_model_funcs_set_judge_sum (funcs, of->judge_sum.func, of->judge_sum.data, NULL);
  deid_privacy_model_funcs_set_suppression_order (funcs, of->suppression_order);
  deid_privacy_model_funcs_set_closure (funcs, of->closure);
  deid_privacy_model_funcs_set_size_only (funcs, of->size_only);
  deid_privacy_model_funcs_set_sensitive (funcs, model->sensitive);
  return deid_privacy_model_new (funcs, NULL);
}

static DeidProblem *
make_problem_of (const Input *input, const char *models, double limit, gboolean with_necessary,
                 GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (input->lattice);
  g_auto (GStrv) texts = g_strsplit (models, ";", -1);

  if ((input->hierarchy != NULL
       && !deid_problem_set_sensitive_hierarchy (problem, SENSITIVE, input->hierarchy, NULL, error))
      || !deid_problem_set_suppression_limit (problem, limit, error))
    return NULL;
  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (texts[i], SENSITIVE, error);

      if (model == NULL)
        return NULL;
      if (!with_necessary && deid_privacy_model_get_closure (model) != DEID_CLOSURE_SUPERSET)
        {
          DeidPrivacyModel *forgetful = forget_necessary (model);

          deid_privacy_model_unref (model);
          model = forgetful;
        }
      if (!deid_problem_add_privacy_model (problem, model, error))
        return NULL;
    }
  return g_steal_pointer (&problem);
}

static gboolean
run (DeidProblem *problem, guint n, Outcome *outcome, GError **error)
{
  g_autofree double *seconds = g_new (double, n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      const double start = get_cpu_seconds ();
      g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, error);

      if (result == NULL)
        return FALSE;
      seconds[i] = get_cpu_seconds () - start;
      outcome->n_evaluated = deid_result_get_n_evaluated (result);
      outcome->n_suppressed = deid_result_get_n_suppressed (result);
      outcome->loss = deid_result_get_loss (result);
    }
  outcome->seconds = spread_of (seconds, n);
  return TRUE;
}

/* Appends what does not depend on the machine to @counts. */
static gboolean
run_case (const Input *input, const Case *of, GString *counts, GError **error)
{
  g_autoptr (DeidProblem) with = make_problem_of (input, of->models, of->limit, TRUE, error);
  g_autoptr (DeidProblem) without = NULL;
  Outcome known = { 0 }, unknown = { 0 };
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  if (with == NULL
      || (without = make_problem_of (input, of->models, of->limit, FALSE, error)) == NULL
      || !run (with, (guint) n_runs, &known, error) || !run (without, 1, &unknown, error))
    return FALSE;
  g_ascii_dtostr (loss, sizeof loss, known.loss);
  printf ("%-20s %5.2f %10" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT
          " %20s %8.4f %8.4f %8.4f %8.4f\n",
          of->models, of->limit, known.n_evaluated, unknown.n_evaluated, known.n_suppressed, loss,
          known.seconds.min, known.seconds.median, known.seconds.max, unknown.seconds.median);
  fflush (stdout);
  g_string_append_printf (
      counts, "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s\n",
      of->models, known.n_evaluated, unknown.n_evaluated, known.n_suppressed, loss);
  return TRUE;
}

static gboolean
run_cases (const Input *input, const Case *first, gsize n, GString *counts, GError **error)
{
  for (gsize i = 0; i < n; i++)
    if (!run_case (input, &first[i], counts, error))
      return FALSE;
  return TRUE;
}

static gboolean
run_all (const char *csv, const char *folder, GError **error)
{
  g_autoptr (DeidLattice) lattice = load_lattice (csv, folder, TRUE, error);
  g_autoptr (DeidLattice) wide = NULL;
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (GString) counts = g_string_new (NULL);
  const Machine machine = describe_machine ();

  if (lattice == NULL || (wide = load_lattice (csv, folder, FALSE, error)) == NULL
      || (hierarchy = load_hierarchy (folder, SENSITIVE, error)) == NULL)
    return FALSE;
  print_machine (&machine);
  printf ("\nprocessor seconds of a search on one thread, preparation included; the last column "
          "without\nnecessary conditions and monotonicity, once\n\n%-20s %5s %10s %10s %10s %20s "
          "%8s %8s %8s %8s\n",
          "models", "limit", "evaluated", "without", "suppressed", "loss", "min", "median", "max",
          "without");
  return run_cases (&(Input){ lattice, hierarchy }, cases, quick ? N_QUICK : G_N_ELEMENTS (cases),
                    counts, error)
         && run_cases (&(Input){ wide, NULL }, table_cases, quick ? 0 : G_N_ELEMENTS (table_cases),
                       counts, error)
         && golden_check_text (golden_path, counts, quick, write_golden, error);
}

static gboolean
parse_options (int *argc, char ***argv, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- what privacy models cost");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (*argc == 1 && n_runs > 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--runs is positive, and there are no other arguments; see --help");
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *shared = find_shared_folder ();
  g_autofree char *folder = g_build_filename (shared, "adult", NULL);
  g_autofree char *csv = g_build_filename (folder, "adult.csv", NULL);
  int status = EXIT_FAILURE;

  if (!parse_options (&argc, &argv, &error))
    g_printerr ("%s\n", error->message);
  else if (!g_file_test (csv, G_FILE_TEST_EXISTS))
    {
      g_printerr ("skipped: %s is not there\n", csv);
      status = EXIT_SKIPPED;
    }
  else
    {
      if (quick)
        n_runs = 1;
      if (run_all (csv, folder, &error))
        status = EXIT_SUCCESS;
      else
        g_printerr ("%s\n", error->message);
    }
  g_free (golden_path);
  return status;
}
