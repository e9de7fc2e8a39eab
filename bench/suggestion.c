/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long it takes to look at a bare table of ten columns: identifiers, names, dates, codes and
 * numbers. Loading is measured apart. */
#include <stdlib.h>

#include <deid/deid.h>

#include "checked.h"

static int n_rows = 1200000;

static const GOptionEntry entries[]
    = { { "rows", 'n', 0, G_OPTION_ARG_INT, &n_rows, "rows of the table (1200000)", "N" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

/* Writes the table; every number is drawn with a seed. */
static char *
make_table (void)
{
  GString *text = g_string_new ("patient,name,email,born,zip,sex,diagnosis,visit,income,note\n");
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (int i = 0; i < n_rows; i++)
    g_string_append_printf (
        text,
        "%d,Name%06d,p%d@example.org,%d-%02d-%02d,%05d,%s,%c%02d.%d,%02d.%02d.2023,%d.%02d,%s\n", i,
        g_rand_int_range (rand, 0, 400000), g_rand_int_range (rand, 0, n_rows),
        g_rand_int_range (rand, 1920, 2010), g_rand_int_range (rand, 1, 13),
        g_rand_int_range (rand, 1, 29), g_rand_int_range (rand, 0, 40000),
        g_rand_boolean (rand) ? "f" : "m", 'A' + g_rand_int_range (rand, 0, 26),
        g_rand_int_range (rand, 0, 100), g_rand_int_range (rand, 0, 10),
        g_rand_int_range (rand, 1, 29), g_rand_int_range (rand, 1, 13),
        g_rand_int_range (rand, 0, 200000), g_rand_int_range (rand, 0, 100),
        g_rand_int_range (rand, 0, 10) == 0 ? "NA" : "seen twice this year and to come again");
  return g_string_free (text, FALSE);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidReport) suggestions = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) error = NULL;
  gint64 start, loaded, end;
  guint64 n_columns;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_rows < 1)
    return EXIT_FAILURE;
  stream = g_memory_input_stream_new_from_data (make_table (), -1, g_free);
  start = g_get_monotonic_time ();
  dataset = check (deid_dataset_new_from_csv_stream (stream, NULL, NULL, NULL, &error), &error);
  loaded = g_get_monotonic_time ();
  suggestions = check (deid_report_new_suggestions (dataset, NULL, NULL, NULL, &error), &error);
  end = g_get_monotonic_time ();
  deid_report_get_n_rows (suggestions, "columns", &n_columns);
  g_print ("%d rows, %u columns: loaded in %.2f s, suggested in %.2f s, target 5 s\n", n_rows,
           (guint) n_columns, (double) (loaded - start) / G_USEC_PER_SEC,
           (double) (end - loaded) / G_USEC_PER_SEC);
  return EXIT_SUCCESS;
}
