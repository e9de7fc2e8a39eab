/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-tables.h"

#include <stdlib.h>

#include "golden.h"

#define EXIT_SKIPPED 77

LocalOptions local_options;

static char *health_path;
static gboolean write_golden;

static const GOptionEntry entries[]
    = { { "quick", 'q', 0, G_OPTION_ARG_NONE, &local_options.quick, "the first case only", NULL },
        { "health", 0, 0, G_OPTION_ARG_FILENAME, &health_path,
          "the table that make.py of the folder health writes", "FILE" },
        { "golden", 0, 0, G_OPTION_ARG_FILENAME, &local_options.golden_path,
          "compare losses and classes", "FILE" },
        { "write", 0, 0, G_OPTION_ARG_NONE, &write_golden, "write that file instead", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

DeidLattice *
local_load_lattice (const Table *table, guint n_attributes, const char *without,
                    gboolean is_sensitive, GError **error)
{
  g_autoptr (DeidDataset) dataset = load_dataset (table->csv, error);
  g_autoptr (DeidLattice) lattice = NULL;

  if (dataset == NULL
      || (is_sensitive && !deid_dataset_set_role (dataset, without, DEID_ROLE_SENSITIVE, error)))
    return NULL;
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < n_attributes; i++)
    {
      const char *column = deid_dataset_get_column_name (dataset, i);

      if (g_strcmp0 (column, without) != 0
          && !load_quasi_identifier (lattice, table->hierarchies, column, error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

gboolean
local_find_table (const char *name, guint n_attributes, Table *table)
{
  *table = find_table (name, n_attributes, NULL);
  if (g_str_equal (name, "health") && health_path != NULL)
    {
      g_free (table->csv);
      table->csv = g_strdup (health_path);
    }
  if (g_file_test (table->csv, G_FILE_TEST_EXISTS))
    return TRUE;
  g_printerr ("left out: %s is not there\n", table->csv);
  return FALSE;
}

gboolean
local_check_counts (const GString *counts, GError **error)
{
  return golden_check_text (local_options.golden_path, counts, local_options.quick, write_golden,
                            error);
}

int
local_run (int argc, char **argv, const GOptionEntry *more, gboolean (*run_cases) (GError **error))
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  Table adult = find_table ("adult", 9, NULL);
  int status = EXIT_FAILURE;

  g_option_context_add_main_entries (context, entries, NULL);
  if (more != NULL)
    g_option_context_add_main_entries (context, more, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_printerr ("%s\n", error->message);
  else if (!g_file_test (adult.csv, G_FILE_TEST_EXISTS))
    {
      g_printerr ("skipped: %s is not there\n", adult.csv);
      status = EXIT_SKIPPED;
    }
  else if (run_cases (&error))
    status = EXIT_SUCCESS;
  else
    g_printerr ("%s\n", error->message);
  table_clear (&adult);
  g_free (health_path);
  g_free (local_options.golden_path);
  return status;
}
