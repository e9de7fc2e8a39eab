/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long a table takes to Arrow streams and from them, whose columns are
 * dictionaries. What comes back has to be what went out. */
#include <stdlib.h>
#include <string.h>

#include <deid/deid.h>

#include "checked.h"
#include "measure.h"

#define SEED   1
#define TARGET 0.1 /* seconds, of 1,200,000 rows in each direction */

static int n_rows = 1200000;
static int n_runs = 7;

static const GOptionEntry entries[]
    = { { "rows", 'n', 0, G_OPTION_ARG_INT, &n_rows, "rows of the table (1200000)", "N" },
        { "runs", 'r', 0, G_OPTION_ARG_INT, &n_runs, "runs of each direction (7)", "R" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

/* How many values the columns have, as those of a survey. */
static const guint32 n_values[] = { 2, 4, 5, 8, 12, 20, 100, 1000, 40000 };

/* Each value is missing in one row of 50. */
static void
add_column (DeidDataset *dataset, guint32 n, GRand *rand)
{
  g_autofree char *name = g_strdup_printf ("of %u", n);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  g_autofree guint32 *codes = g_new (guint32, (gsize) n_rows);
  g_autoptr (GError) error = NULL;

  for (guint32 value = 0; value < n; value++)
    g_ptr_array_add (values, g_strdup_printf ("value %u", value));
  g_ptr_array_add (values, g_strdup (""));
  for (int row = 0; row < n_rows; row++)
    codes[row] = g_rand_int (rand) % 50 == 0 ? n : g_rand_int (rand) % n;
  check_success (deid_dataset_add_coded_column (dataset, name, (const char *const *) values->pdata,
                                                values->len, codes, (gsize) n_rows * sizeof *codes,
                                                sizeof *codes, NULL, &error),
                 &error);
  check_success (deid_dataset_set_role (dataset, name, DEID_ROLE_INSENSITIVE, &error), &error);
}

static DeidDataset *
make_table (void)
{
  DeidDataset *dataset = deid_dataset_new ("survey");
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (gsize c = 0; c < G_N_ELEMENTS (n_values); c++)
    add_column (dataset, n_values[c], rand);
  return dataset;
}

/* Codes and values are numbered by their first appearance, and so are the same.
 */
static gboolean
is_same_column (DeidDataset *one, DeidDataset *other, guint column)
{
  g_autofree const char **values = NULL, **others = NULL;
  gsize n, n_others, size, other_size;
  guint width, other_width;
  gconstpointer codes = deid_dataset_get_codes (one, column, &width, &size);
  gconstpointer other_codes = deid_dataset_get_codes (other, column, &other_width, &other_size);
  g_autoptr (GError) error = NULL;

  values = check (deid_dataset_list_distinct (one, column, &n, &error), &error);
  others = check (deid_dataset_list_distinct (other, column, &n_others, &error), &error);
  if (n != n_others || width != other_width || size != other_size
      || memcmp (codes, other_codes, size) != 0)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (strcmp (values[i], others[i]) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_same_table (DeidDataset *one, DeidDataset *other)
{
  for (guint c = 0; c < G_N_ELEMENTS (n_values); c++)
    if (!is_same_column (one, other, c))
      return FALSE;
  return deid_dataset_get_n_columns (other) == G_N_ELEMENTS (n_values);
}

static void
print_times (const char *direction, double *seconds)
{
  const Spread spread = spread_of (seconds, (guint) n_runs);

  g_print ("%-4s %8.3f %8.3f %8.3f\n", direction, spread.min, spread.median, spread.max);
}

static gboolean
run (DeidDataset *dataset)
{
  g_autofree double *out = g_new (double, n_runs), *in = g_new (double, n_runs);
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < n_runs; i++)
    {
      g_autoptr (DeidDataset) again = NULL;
      struct ArrowArrayStream stream;
      const double start = get_cpu_seconds ();

      check_success (deid_dataset_export_to_arrow_stream (dataset, &stream, NULL, &error), &error);
      out[i] = get_cpu_seconds () - start;
      again = check (deid_dataset_new_from_arrow_stream (&stream, "again", NULL, &error), &error);
      in[i] = get_cpu_seconds () - start - out[i];
      if (!is_same_table (dataset, again))
        return FALSE;
    }
  g_print ("%d rows, %zu columns, processor seconds; target %.1f\n\n%-4s %8s "
           "%8s %8s\n",
           n_rows, G_N_ELEMENTS (n_values), TARGET, "", "min", "median", "max");
  print_times ("out", out);
  print_times ("in", in);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- time Arrow streams");
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_rows < 1 || n_runs < 1)
    return EXIT_FAILURE;
  dataset = make_table ();
  if (run (dataset))
    return EXIT_SUCCESS;
  g_printerr ("what came back is not what went out\n");
  return EXIT_FAILURE;
}
