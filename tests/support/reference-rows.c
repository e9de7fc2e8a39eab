/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/reference-rows.h"

#include "support/suite.h"

static DeidDataset *reference;
static guint64 *supported; /* the rows that are read */

static const char *
get_value (guint64 row, ReferenceColumn column)
{
  const char *value = deid_dataset_get_value (reference, row, column);

  return value != NULL ? value : "";
}

static gboolean
is_supported (guint64 row, const char *qualities)
{
  g_auto (GStrv) names = g_strsplit (qualities, " ", -1);
  g_auto (GStrv) quality = g_strsplit (get_value (row, REFERENCE_QUALITY), ":", -1);

  return g_strv_contains ((const char *const *) names, quality[0]);
}

guint
reference_rows_read (const char *qualities)
{
  const char *path = find_shared_file ("oracle/reference.csv");
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autoptr (GError) error = NULL;
  guint n = 0;

  if (path == NULL)
    return 0;
  deid_csv_options_set_delimiter (csv, ';', NULL);
  reference = deid_dataset_new_from_csv_file (path, csv, NULL, &error);
  g_assert_no_error (error); /* no test runs yet that could fail */
  supported = g_new (guint64, deid_dataset_get_n_rows (reference));
  for (guint64 row = 0; row < deid_dataset_get_n_rows (reference); row++)
    if (is_supported (row, qualities))
      supported[n++] = row;
  return n;
}

const char *
reference_row_get (guint row, ReferenceColumn column)
{
  return get_value (supported[row], column);
}

double
reference_row_get_number (guint row, ReferenceColumn column)
{
  return g_ascii_strtod (reference_row_get (row, column), NULL);
}

DeidHierarchy *
reference_row_load_hierarchy (guint row, const char *column, GError **error)
{
  g_autofree char *name = g_strdup_printf ("data/%s/hierarchy_%s.csv",
                                           reference_row_get (row, REFERENCE_DATASET), column);

  return deid_hierarchy_new_from_csv_file (find_shared_file (name), NULL, NULL, error);
}

static DeidLattice *
load_lattice (guint row, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autofree char *table
      = g_strdup_printf ("data/%1$s/%1$s.csv", reference_row_get (row, REFERENCE_DATASET));
  g_auto (GStrv) qi = g_strsplit (reference_row_get (row, REFERENCE_QI), " ", -1);
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;

  deid_csv_options_set_delimiter (csv, ';', NULL);
  dataset = deid_dataset_new_from_csv_file (find_shared_file (table), csv, NULL, error);
  if (dataset == NULL
      || (reference_row_get (row, REFERENCE_SENSITIVE)[0] != '\0'
          && !deid_dataset_set_role (dataset, reference_row_get (row, REFERENCE_SENSITIVE),
                                     DEID_ROLE_SENSITIVE, error)))
    return NULL;
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; qi[i] != NULL; i++)
    {
      g_autoptr (DeidHierarchy) hierarchy = reference_row_load_hierarchy (row, qi[i], error);

      if (hierarchy == NULL
          || !deid_lattice_add_quasi_identifier (lattice, qi[i], hierarchy, NULL, error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

static gboolean
set_sensitive_hierarchy (guint row, DeidProblem *problem, GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy
      = reference_row_load_hierarchy (row, reference_row_get (row, REFERENCE_SENSITIVE), error);

  return hierarchy != NULL
         && deid_problem_set_sensitive_hierarchy (
             problem, reference_row_get (row, REFERENCE_SENSITIVE), hierarchy, NULL, error);
}

DeidProblem *
reference_row_load_problem (guint row, GError **error)
{
  g_autoptr (DeidLattice) lattice = load_lattice (row, error);
  g_autoptr (DeidQualityModel) quality = deid_quality_model_new_from_specification (
      reference_row_get (row, REFERENCE_QUALITY), error);
  g_auto (GStrv) models = g_strsplit (reference_row_get (row, REFERENCE_MODEL), ";", -1);
  g_autoptr (DeidProblem) problem = NULL;

  if (lattice == NULL || quality == NULL)
    return NULL;
  problem = deid_problem_new (lattice);
  for (guint i = 0; models[i] != NULL; i++)
    {
      g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_from_specification (
          models[i], reference_row_get (row, REFERENCE_SENSITIVE), error);

      if (model == NULL || !deid_problem_add_privacy_model (problem, model, error)
          || (g_str_has_prefix (models[i], "th:")
              && !set_sensitive_hierarchy (row, problem, error)))
        return NULL;
    }
  if (!deid_problem_set_quality_model (problem, quality, error)
      || !deid_problem_set_suppression_limit (
          problem, reference_row_get_number (row, REFERENCE_SUPPRESSION_LIMIT), error))
    return NULL;
  return g_steal_pointer (&problem);
}
