/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the yardsticks of local recodings lose, and how long they take: public tables, nothing
 * suppressed, Iyengar's loss as arithmetic mean; and what MDAV leaves of numbers. Losses, clusters
 * and shares do not depend on the machine. */
#include <stdio.h>

#include "evaluation/preparation.h"
#include "local-tables.h"
#include "machine.h"
#include "measure.h"
#include "search/local/yardsticks/mdav.h"
#include "search/local/yardsticks/mondrian.h"
#include "search/local/yardsticks/relaxed-mondrian.h"
#include "search/local/rounds.h"

#define N_QUICK 1

typedef struct
{
  const char *table;
  guint n_attributes;  /* the first ones */
  const char *without; /* a column that is not among them, or NULL */
  guint32 k;
} Case;

static const Case cases[] = {
  { "adult", 9, "occupation", 5 }, { "adult", 9, NULL, 5 },    { "adult", 9, NULL, 11 },
  { "adult", 9, NULL, 100 },       { "mach2019", 9, NULL, 5 }, { "creditcard", 11, NULL, 5 },
  { "health", 9, NULL, 5 },
};

/* How a recoding is made. */
typedef struct
{
  const char *name;
  guint n_rounds;      /* of full-domain generalization, or 0 */
  const char *quality; /* by which these are searched */
  gboolean (*cut) (DeidLocalClusters *clusters, guint32 k, const DeidStop *stop, GError **error);
} Method;

static const Method methods[] = {
  { "mondrian", 0, NULL, deid_local_mondrian },
  { "relaxed", 0, NULL, deid_local_relaxed_mondrian },
  { "rounds:100", 100, "loss:arith", NULL },
  { "rounds:10:0", 10, "loss:arith:0", NULL },
  { "rounds:100:0", 100, "loss:arith:0", NULL },
  { "rounds:1000:0", 1000, "loss:arith:0", NULL },
};

/* The numbers of creditcard are ordinals of what they were. */
static const char *const number_columns[] = {
  "LIMIT_BAL", "AGE",      "BILL_AMT1", "BILL_AMT2", "BILL_AMT3", "BILL_AMT4", "BILL_AMT5",
  "BILL_AMT6", "PAY_AMT1", "PAY_AMT2",  "PAY_AMT3",  "PAY_AMT4",  "PAY_AMT5",  "PAY_AMT6",
};
static const guint32 class_sizes[] = { 100, 10, 5, 3 };

static DeidProblem *
make_problem (DeidLattice *lattice, guint32 k, const char *quality, GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, error);
  g_autoptr (DeidQualityModel) loss
      = model != NULL ? deid_quality_model_new_from_specification (quality, error) : NULL;

  return loss != NULL && deid_problem_add_privacy_model (problem, model, error)
                 && deid_problem_set_quality_model (problem, loss, error)
             ? g_steal_pointer (&problem)
             : NULL;
}

static gboolean
make_clusters (const Case *the_case, const Method *method, DeidLattice *lattice,
               DeidLocalClusters *clusters, GError **error)
{
  const DeidLocalRoundsOptions options = { .n_rounds = method->n_rounds,
                                           .max_policies = G_MAXUINT64,
                                           .max_comparisons = G_MAXUINT64 };
  g_autoptr (DeidProblem) problem = NULL;

  if (method->cut != NULL)
    return method->cut (clusters, the_case->k, DEID_STOP_NEVER, error);
  problem = make_problem (lattice, the_case->k, method->quality, error);
  return problem != NULL
         && deid_local_rounds (clusters, problem, &options, NULL, DEID_STOP_NEVER, error);
}

static gboolean
run_method (const Case *the_case, const Method *method, DeidLattice *lattice,
            const DeidLocalTuples *tuples, GString *counts, GError **error)
{
  const double start = get_cpu_seconds ();
  DeidLocalClusters clusters;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  const gboolean success = deid_local_clusters_init (&clusters, tuples, the_case->k, 0, error)
                           && make_clusters (the_case, method, lattice, &clusters, error);

  if (success)
    {
      const double loss = (double) clusters.cost / DEID_LOCAL_UNIT
                          / ((double) tuples->n_records * tuples->n_attributes);

      printf ("%-10s %2u %4u  %-13s %7.4f %7u %7.2f\n", the_case->table, tuples->n_attributes,
              the_case->k, method->name, loss, clusters.n_clusters, get_cpu_seconds () - start);
      fflush (stdout);
      if (!g_str_equal (the_case->table, "health")) /* which need not be there */
        g_string_append_printf (counts, "%s:%u:%u:%s %u %s\n", the_case->table,
                                tuples->n_attributes, the_case->k, method->name,
                                clusters.n_clusters, g_ascii_dtostr (text, sizeof text, loss));
    }
  deid_local_clusters_clear (&clusters);
  return success;
}

static gboolean
run_methods (const Case *the_case, DeidLattice *lattice, const DeidPreparedProblem *prepared,
             GString *counts, GError **error)
{
  DeidLocalTuples tuples;
  gboolean success = deid_local_tuples_init (&tuples, prepared, DEID_STOP_NEVER, error);

  for (guint i = 0; success && i < G_N_ELEMENTS (methods); i++)
    success = run_method (the_case, &methods[i], lattice, &tuples, counts, error);
  deid_local_tuples_clear (&tuples);
  return success;
}

static gboolean
run_table (const Case *the_case, const Table *table, GString *counts, GError **error)
{
  g_autoptr (DeidLattice) lattice
      = local_load_lattice (table, the_case->n_attributes, the_case->without, FALSE, error);
  g_autoptr (DeidProblem) problem
      = lattice != NULL ? make_problem (lattice, the_case->k, "loss:arith", error) : NULL;
  DeidPreparation *preparation
      = problem != NULL ? deid_problem_prepare (problem, DEID_STOP_NEVER, error) : NULL;
  const gboolean success
      = preparation != NULL && run_methods (the_case, lattice, &preparation->all, counts, error);

  deid_preparation_release (preparation);
  return success;
}

static gboolean
run_case (const Case *the_case, GString *counts, GError **error)
{
  Table table;
  const gboolean success = !local_find_table (the_case->table, the_case->n_attributes, &table)
                           || run_table (the_case, &table, counts, error);

  table_clear (&table);
  return success;
}

static double *
read_numbers (const DeidDataset *dataset, const char *name, GError **error)
{
  const guint64 n = deid_dataset_get_n_rows (dataset);
  double *numbers = g_new (double, n);
  guint column;

  if (!deid_dataset_find_column (dataset, name, &column, error))
    {
      g_free (numbers);
      return NULL;
    }
  for (guint64 row = 0; row < n; row++)
    numbers[row] = g_ascii_strtod (deid_dataset_get_value (dataset, row, column), NULL);
  return numbers;
}

static gboolean
run_class_size (const DeidStandardNumbers *numbers, guint32 k, GString *counts, GError **error)
{
  g_autofree guint32 *classes = g_new (guint32, numbers->n_records);
  const double start = get_cpu_seconds ();
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  guint32 n_classes;
  double seconds, share;

  if (!deid_local_mdav (numbers, k, classes, &n_classes, DEID_STOP_NEVER, error))
    return FALSE;
  seconds = get_cpu_seconds () - start;
  if (!deid_standard_numbers_measure (numbers, classes, n_classes, &share, error))
    return FALSE;
  printf ("%-10s %2u %4u  %-13s %7.2f %7u %7.2f\n", "creditcard", numbers->n_columns, k, "mdav",
          100 * share, n_classes, seconds);
  fflush (stdout);
  g_string_append_printf (counts, "creditcard:%u:%u:mdav %u %s\n", numbers->n_columns, k, n_classes,
                          g_ascii_dtostr (text, sizeof text, share));
  return TRUE;
}

static gboolean
run_numbers (GString *counts, GError **error)
{
  Table table = find_table ("creditcard", 0, NULL);
  g_autoptr (DeidDataset) dataset = load_dataset (table.csv, error);
  double *columns[G_N_ELEMENTS (number_columns)] = { NULL };
  DeidStandardNumbers numbers = { 0 };
  gboolean success = dataset != NULL;

  for (guint c = 0; success && c < G_N_ELEMENTS (columns); c++)
    success = (columns[c] = read_numbers (dataset, number_columns[c], error)) != NULL;
  success = success
            && deid_standard_numbers_init (&numbers, (const double *const *) columns,
                                           G_N_ELEMENTS (columns),
                                           (guint32) deid_dataset_get_n_rows (dataset), error);
  for (guint i = 0; success && i < G_N_ELEMENTS (class_sizes); i++)
    success = run_class_size (&numbers, class_sizes[i], counts, error);
  deid_standard_numbers_clear (&numbers);
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    g_free (columns[c]);
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
          "%-10s %2s %4s  %-13s %7s %7s %7s\n",
          "table", "m", "k", "method", "loss", "classes", "s");
  for (guint i = 0; i < (local_options.quick ? N_QUICK : G_N_ELEMENTS (cases)); i++)
    if (!run_case (&cases[i], counts, error))
      return FALSE;
  if (!local_options.quick)
    {
      printf ("\nnumbers, standardised: SSE / SST in percent\n\n");
      if (!run_numbers (counts, error))
        return FALSE;
    }
  return local_check_counts (counts, error);
}

int
main (int argc, char **argv)
{
  return local_run (argc, argv, NULL, run_cases);
}
