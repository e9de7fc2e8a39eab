/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a local recoding loses after so many steps, and how long they take: public tables, Iyengar's
 * loss as arithmetic mean, nothing suppressed where no limit is given. Losses and classes do not
 * depend on the machine. Targets are those of a laboratory. */
#include <stdio.h>

#include "evaluation/preparation.h"
#include "local-tables.h"
#include "machine.h"
#include "measure.h"
#include "search/local/yardsticks/mondrian.h"
#include "search/local/bound/prices.h"
#include "search/local/improve.h"
#include "search/local/improve.h"
#include "search/local/rounds-start.h"

#define N_QUICK 1

typedef struct
{
  const char *table;
  guint n_attributes;  /* the first ones */
  const char *without; /* a column that is not among them, or NULL */
  const char *model;   /* that judges this column, besides k-anonymity, or NULL */
  double limit;        /* of suppression */
  guint32 k;
  guint64 n_steps;
  double loss;    /* that is to be reached, */
  double seconds; /* and when; 0 if none is */
  guint n_rises;  /* of prices, for a bound; 0 for none */
} Case;

static const Case cases[] = {
  { "adult", 9, NULL, NULL, 0, 5, 60000, 0, 0, 0 },
  { "adult", 9, NULL, NULL, 0, 5, 400000, 0.0515, 1, 0 },
  { "adult", 9, NULL, NULL, 0, 5, 3200000, 0.0491, 5, 0 },
  { "adult", 9, NULL, NULL, 0, 5, 33000000, 0.0475, 60, 40 },
  { "adult", 9, "occupation", NULL, 0, 5, 5000000, 0.0259, 8, 40 },
  { "adult", 9, NULL, NULL, 0, 11, 5000000, 0.0777, 20, 40 },
  { "adult", 9, NULL, NULL, 0, 25, 2300000, 0.112, 20, 40 },
  { "adult", 9, NULL, NULL, 0, 100, 500000, 0.196, 20, 0 },
  { "adult", 9, "occupation", "dl:3", 0, 5, 3000000, 0.0276, 8, 0 },
  { "adult", 9, "occupation", "te:0.4", 0, 5, 500000, 0, 0, 0 },
  { "adult", 9, "occupation", "to:0.2", 0, 5, 500000, 0, 0, 0 },
  { "adult", 9, "occupation", NULL, 0.01, 5, 3000000, 0, 0, 0 },
  { "mach2019", 9, NULL, NULL, 0, 5, 9500000, 0.0714, 20, 8 },
  { "creditcard", 11, NULL, NULL, 0, 5, 9500000, 0.0594, 20, 8 },
  { "health", 9, NULL, NULL, 0, 5, 8000000, 0.104, 30, 0 },
  { "health", 9, NULL, NULL, 0, 5, 23000000, 0.1, 60, 0 },
};

static gint only = -1;
static gint64 steps;

static const GOptionEntry entries[]
    = { { "case", 'c', 0, G_OPTION_ARG_INT, &only, "one of the cases, counted from 0", "N" },
        { "steps", 's', 0, G_OPTION_ARG_INT64, &steps, "so many instead", "N" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static gboolean
add_model (DeidProblem *problem, const char *specification, const char *sensitive, GError **error)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (specification, sensitive, error);

  return model != NULL && deid_problem_add_privacy_model (problem, model, error);
}

static DeidProblem *
load_case (const Case *the_case, const Table *table, GError **error)
{
  g_autoptr (DeidLattice) lattice = local_load_lattice (
      table, the_case->n_attributes, the_case->without, the_case->model != NULL, error);
  g_autoptr (DeidProblem) problem = NULL;
  g_autofree char *size = g_strdup_printf ("k:%u", the_case->k);

  if (lattice == NULL)
    return NULL;
  problem = deid_problem_new (lattice);
  return add_model (problem, size, NULL, error)
                 && (the_case->model == NULL
                     || add_model (problem, the_case->model, the_case->without, error))
                 && deid_problem_set_suppression_limit (problem, the_case->limit, error)
             ? g_steal_pointer (&problem)
             : NULL;
}

/* What was measured of a case. */
typedef struct
{
  guint n_attributes;
  guint n_classes;
  double mondrian; /* losses */
  double start;    /* of seeds or rounds */
  double loss;
  double bound;
  double start_seconds;
  double step_seconds;
  double bound_seconds;
  double check_seconds;
} Figures;

static void
print_case (const Case *the_case, const Figures *figures, GString *counts)
{
  char loss[G_ASCII_DTOSTR_BUF_SIZE], bound[G_ASCII_DTOSTR_BUF_SIZE];

  printf ("%-10s %2u %4u %-6s %5g %9" G_GUINT64_FORMAT " %8.4f %7.4f %5.2f %7.4f %6.2f %6.2f %7u",
          the_case->table, figures->n_attributes, the_case->k,
          the_case->model != NULL ? the_case->model : "", the_case->limit, the_case->n_steps,
          figures->mondrian, figures->start, figures->start_seconds, figures->loss,
          figures->start_seconds + figures->step_seconds,
          1e6 * figures->step_seconds / (double) the_case->n_steps, figures->n_classes);
  if (the_case->seconds > 0)
    printf ("  %6.4f %3.0f", the_case->loss, the_case->seconds);
  if (the_case->n_rises > 0)
    printf ("  bound %.5f after %.2f, checked in %.2f", figures->bound, figures->bound_seconds,
            figures->check_seconds);
  printf ("\n");
  fflush (stdout);
  if (g_str_equal (the_case->table, "health"))
    return; /* which need not be there */
  g_ascii_dtostr (loss, sizeof loss, figures->loss);
  g_ascii_dtostr (bound, sizeof bound, figures->bound);
  g_string_append_printf (counts, "%s:%u:%u:", the_case->table, figures->n_attributes, the_case->k);
  if (the_case->model != NULL)
    g_string_append_printf (counts, "%s:", the_case->model);
  if (the_case->limit > 0)
    g_string_append_printf (counts, "%g:", the_case->limit);
  g_string_append_printf (counts, "%" G_GUINT64_FORMAT " %u %s %s\n", the_case->n_steps,
                          figures->n_classes, loss, bound);
}

static double
get_scale (const DeidLocalTuples *tuples)
{
  return (double) tuples->n_records * tuples->n_attributes;
}

static gboolean
measure_mondrian (const Case *the_case, const DeidLocalTuples *tuples, Figures *figures,
                  GError **error)
{
  DeidLocalClusters clusters;
  const gboolean success = deid_local_clusters_init (&clusters, tuples, the_case->k, 0, error)
                           && deid_local_mondrian (&clusters, the_case->k, DEID_STOP_NEVER, error);

  figures->mondrian = (double) clusters.cost / DEID_LOCAL_UNIT / get_scale (tuples);
  deid_local_clusters_clear (&clusters);
  return success;
}

static gboolean
measure_steps (const Case *the_case, const DeidPreparedProblem *prepared, DeidLocalRuin *ruin,
               Figures *figures, GError **error)
{
  const double start = get_cpu_seconds ();
  guint64 n_evaluated;
  double started;

  if (!deid_local_ruin_init (ruin, prepared, the_case->k, 1, DEID_STOP_NEVER, error)
      || !deid_local_start_from_rounds (ruin, &n_evaluated, DEID_STOP_NEVER, error))
    return FALSE;
  started = get_cpu_seconds ();
  figures->start_seconds = started - start;
  figures->start = (double) ruin->clusters.cost / DEID_LOCAL_UNIT / get_scale (&ruin->tuples);
  if (!deid_local_improve (ruin, the_case->n_steps, DEID_STOP_NEVER, error))
    return FALSE;
  figures->step_seconds = get_cpu_seconds () - started;
  figures->loss = (double) ruin->clusters.cost / DEID_LOCAL_UNIT / get_scale (&ruin->tuples);
  figures->n_classes = ruin->clusters.n_clusters;
  figures->n_attributes = ruin->tuples.n_attributes;
  return TRUE;
}

static gboolean
measure_bound (const Case *the_case, const DeidLocalTuples *tuples, Figures *figures,
               GError **error)
{
  const double start = get_cpu_seconds ();
  DeidLocalCombinations combinations;
  DeidLocalPrices prices = { 0 };
  double checked;
  gboolean is_bound = FALSE, is_complete;
  gboolean success
      = deid_local_combinations_init (&combinations, tuples->prepared, DEID_STOP_NEVER, error)
        && deid_local_prices_init (&prices, &combinations, the_case->k, error)
        && deid_local_prices_find (&prices, the_case->n_rises, DEID_STOP_NEVER, &is_complete,
                                   error);

  checked = get_cpu_seconds ();
  success = success && deid_local_prices_check (&prices, &is_bound, DEID_STOP_NEVER, error);
  figures->bound_seconds = checked - start;
  figures->check_seconds = get_cpu_seconds () - checked;
  if (success)
    figures->bound = (double) deid_local_prices_get_sum (&prices) / (double) DEID_LOCAL_PRICE_UNIT
                     / get_scale (tuples);
  if (success && !is_bound)
    g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION, "prices are no bound");
  deid_local_prices_clear (&prices);
  deid_local_combinations_clear (&combinations);
  return success && is_bound;
}

static gboolean
run_prepared (const Case *the_case, const DeidPreparedProblem *prepared, GString *counts,
              GError **error)
{
  DeidLocalRuin ruin;
  Figures figures = { 0 };
  const gboolean success
      = measure_steps (the_case, prepared, &ruin, &figures, error)
        && measure_mondrian (the_case, &ruin.tuples, &figures, error)
        && (the_case->n_rises == 0 || measure_bound (the_case, &ruin.tuples, &figures, error));

  if (success)
    print_case (the_case, &figures, counts);
  deid_local_ruin_clear (&ruin);
  return success;
}

static gboolean
run_case (const Case *the_case, const Table *table, GString *counts, GError **error)
{
  g_autoptr (DeidProblem) problem = load_case (the_case, table, error);
  DeidPreparation *preparation
      = problem != NULL ? deid_problem_prepare (problem, DEID_STOP_NEVER, error) : NULL;
  const gboolean success
      = preparation != NULL && run_prepared (the_case, &preparation->all, counts, error);

  deid_preparation_release (preparation);
  return success;
}

static gboolean
run_if_there (Case the_case, GString *counts, GError **error)
{
  Table table;
  gboolean success;

  if (steps > 0)
    the_case.n_steps = (guint64) steps;
  success = !local_find_table (the_case.table, the_case.n_attributes, &table)
            || run_case (&the_case, &table, counts, error);
  table_clear (&table);
  return success;
}

static gboolean
run_cases (GError **error)
{
  g_autoptr (GString) counts = g_string_new (NULL);
  const Machine machine = describe_machine ();

  print_machine (&machine);
  printf ("\nprocessor seconds on one thread, without reading and preparing\n\n"
          "%-10s %2s %4s %-6s %5s %9s %8s %7s %5s %7s %6s %6s %7s  %6s %3s\n",
          "table", "m", "k", "model", "limit", "steps", "mondrian", "start", "after", "loss",
          "after", "us", "classes", "target", "s");
  for (guint i = 0; i < (local_options.quick && only < 0 ? N_QUICK : G_N_ELEMENTS (cases)); i++)
    if ((only < 0 || (guint) only == i) && !run_if_there (cases[i], counts, error))
      return FALSE;
  printf ("peak memory %.0f MB, tables included\n", (double) get_peak_memory () / 1e6);
  return local_check_counts (counts, error);
}

int
main (int argc, char **argv)
{
  return local_run (argc, argv, entries, run_cases);
}
