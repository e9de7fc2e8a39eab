/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search-problem.h"

#include <string.h>

#include "load-table.h"

#define K     5
#define LIMIT 0.05

char *
find_shared_folder (void)
{
  const char *shared = g_getenv ("DEID_SHARED");

  return shared != NULL ? g_build_filename (shared, "data", NULL)
                        : g_build_filename (SOURCE_ROOT, "..", "shared", "data", NULL);
}

Table
find_table (const char *name, guint n_attributes, const char *hierarchies)
{
  Table table = { .name = name, .n_attributes = n_attributes };

  if (strchr (name, G_DIR_SEPARATOR) != NULL || g_str_has_suffix (name, ".csv"))
    table.csv = g_strdup (name);
  else
    {
      g_autofree char *shared = find_shared_folder ();
      g_autofree char *file = g_strconcat (name, ".csv", NULL);

      table.csv = g_build_filename (shared, name, file, NULL);
    }
  table.hierarchies = hierarchies != NULL ? g_strdup (hierarchies) : g_path_get_dirname (table.csv);
  return table;
}

void
table_clear (Table *table)
{
  g_free (table->csv);
  g_free (table->hierarchies);
}

static DeidLattice *
make_lattice (const Table *table, DeidDataset *dataset, GError **error)
{
  g_autoptr (DeidLattice) lattice = NULL;

  if (table->n_attributes > deid_dataset_get_n_columns (dataset))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "%s has %u columns, not %u",
                   table->csv, deid_dataset_get_n_columns (dataset), table->n_attributes);
      return NULL;
    }
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < table->n_attributes; i++)
    {
      const char *column
          = table->columns != NULL ? table->columns[i] : deid_dataset_get_column_name (dataset, i);

      if (!load_quasi_identifier (lattice, table->hierarchies, column, error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

DeidProblem *
make_problem (const Table *table, DeidDataset *dataset, GError **error)
{
  g_autoptr (DeidLattice) lattice = make_lattice (table, dataset, error);
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidQualityModel) quality = NULL;
  g_autoptr (DeidProblem) problem = NULL;

  if (lattice == NULL)
    return NULL;
  problem = deid_problem_new (lattice);
  model = deid_privacy_model_new_k_anonymity (K, error);
  if (model == NULL || !deid_problem_add_privacy_model (problem, model, error))
    return NULL;
  quality = deid_quality_model_new_from_specification (
      table->quality != NULL ? table->quality : "loss:arith", error);
  if (quality == NULL || !deid_problem_set_quality_model (problem, quality, error)
      || !deid_problem_set_suppression_limit (problem, LIMIT, error))
    return NULL;
  return g_steal_pointer (&problem);
}

DeidProblem *
load_problem (const Table *table, GError **error)
{
  g_autoptr (DeidDataset) dataset = load_dataset (table->csv, error);

  return dataset != NULL ? make_problem (table, dataset, error) : NULL;
}
