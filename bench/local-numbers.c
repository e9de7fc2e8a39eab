/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-numbers.h"

#include "local-methods.h"
#include "local-tables.h"
#include "mdav.h"
#include "measure.h"

#define TABLE       "creditcard"
#define STEPS       2000000
#define QUICK_STEPS 20000

static const char *const few[] = { "LIMIT_BAL", "AGE", "BILL_AMT1", "PAY_AMT1", NULL };
static const char *const many[] = { "LIMIT_BAL", "AGE",       "BILL_AMT1", "BILL_AMT2", "BILL_AMT3",
                                    "BILL_AMT4", "BILL_AMT5", "BILL_AMT6", "PAY_AMT1",  "PAY_AMT2",
                                    "PAY_AMT3",  "PAY_AMT4",  "PAY_AMT5",  "PAY_AMT6",  NULL };

static const LocalNumbers sets[] = { { TABLE, 0, TRUE, few }, { TABLE, 0, TRUE, many } };
static const guint32 class_sizes[] = { 10, 5 };

/* The numbers of the quasi-identifiers, and the lattice of these. */
typedef struct
{
  DeidLattice *lattice;
  DeidStandardNumbers numbers;
  guint32 *class_of_record; /* room for them */
} Numbers;

static double *
read_numbers (const DeidDataset *dataset, guint column)
{
  const guint64 n = deid_dataset_get_n_rows (dataset);
  double *numbers = g_new (double, n);

  for (guint64 row = 0; row < n; row++)
    numbers[row] = g_ascii_strtod (deid_dataset_get_value (dataset, row, column), NULL);
  return numbers;
}

static gboolean
load_numbers (Numbers *numbers, const LocalNumbers *set, const Table *table, GError **error)
{
  const DeidDataset *dataset;
  double *columns[LOCAL_MAX_NUMBERS];
  guint n_columns;
  gboolean success;

  numbers->lattice = local_numbers_load (set, table, error);
  if (numbers->lattice == NULL)
    return FALSE;
  dataset = deid_lattice_get_dataset (numbers->lattice);
  n_columns = deid_dataset_get_n_columns (dataset);
  for (guint c = 0; c < n_columns; c++)
    columns[c] = read_numbers (dataset, c);
  success
      = deid_standard_numbers_init (&numbers->numbers, (const double *const *) columns, n_columns,
                                    (guint32) deid_dataset_get_n_rows (dataset), error);
  numbers->class_of_record = g_new (guint32, deid_dataset_get_n_rows (dataset));
  for (guint c = 0; c < n_columns; c++)
    g_free (columns[c]);
  return success;
}

static void
clear_numbers (Numbers *numbers)
{
  g_clear_pointer (&numbers->lattice, deid_lattice_unref);
  g_free (numbers->class_of_record);
  deid_standard_numbers_clear (&numbers->numbers);
}

static gboolean
make_mdav (Numbers *numbers, LocalNumbersRun *run, GError **error)
{
  guint32 n_classes;

  if (!deid_local_mdav (&numbers->numbers, run->k, numbers->class_of_record, &n_classes,
                        DEID_STOP_NEVER, error))
    return FALSE;
  run->n_classes = n_classes;
  return TRUE;
}

static gboolean
make_recoding (Numbers *numbers, LocalNumbersRun *run, GError **error)
{
  g_autoptr (DeidResult) result = local_recode (numbers->lattice, run->k, 0, run->n_steps, error);
  const DeidPartition *partition
      = result != NULL ? deid_result_get_partition (result, NULL, error) : NULL;

  if (partition == NULL)
    return FALSE;
  for (guint32 row = 0; row < numbers->numbers.n_records; row++)
    numbers->class_of_record[row] = deid_partition_get_class (partition, row);
  run->n_classes = deid_partition_get_n_classes (partition);
  return TRUE;
}

/* Takes a run with all but its outcome. */
static gboolean
add_run (GArray *runs, Numbers *numbers, LocalNumbersRun run, GError **error)
{
  const gboolean is_mdav = g_str_equal (run.method, "mdav");
  const double start = get_cpu_seconds ();

  if (!(is_mdav ? make_mdav (numbers, &run, error) : make_recoding (numbers, &run, error)))
    return FALSE;
  run.seconds = get_cpu_seconds () - start;
  if (!deid_standard_numbers_measure (&numbers->numbers, numbers->class_of_record,
                                      (guint32) run.n_classes, &run.share, error))
    return FALSE;
  g_array_append_val (runs, run);
  return TRUE;
}

static gboolean
measure_set (GArray *runs, Numbers *numbers, gboolean is_quick, GError **error)
{
  LocalNumbersRun run = { .table = TABLE, .n_columns = numbers->numbers.n_columns };
  const guint64 n_steps = is_quick ? QUICK_STEPS : STEPS;

  for (guint i = 0; i < (is_quick ? 1 : G_N_ELEMENTS (class_sizes)); i++)
    {
      const struct
      {
        const char *method;
        guint64 n_steps;
      } methods[] = { { "optimum", 0 }, { "clusters", n_steps }, { "mdav", 0 } };

      run.k = class_sizes[i];
      for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
        {
          run.method = methods[m].method;
          run.n_steps = methods[m].n_steps;
          if (!add_run (runs, numbers, run, error))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
load_and_measure (GArray *runs, const LocalNumbers *set, const Table *table, gboolean is_quick,
                  GError **error)
{
  Numbers numbers = { .lattice = NULL };
  const gboolean success
      = load_numbers (&numbers, set, table, error) && measure_set (runs, &numbers, is_quick, error);

  clear_numbers (&numbers);
  return success;
}

gboolean
local_numbers_measure (GArray *runs, const char *only, gboolean is_quick, GError **error)
{
  Table table;
  gboolean success = TRUE;

  if (only != NULL && !g_str_equal (only, TABLE))
    return TRUE;
  if (local_find_table (TABLE, 0, &table))
    for (guint i = 0; success && i < (is_quick ? 1 : G_N_ELEMENTS (sets)); i++)
      success = load_and_measure (runs, &sets[i], &table, is_quick, error);
  table_clear (&table);
  return success;
}
