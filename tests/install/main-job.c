/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The main job as a host program has it; it also compiles as C++. */
#include <deid/deid.h>

static DeidResult *
solve (DeidDataset *table, DeidHierarchy *ages, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (table);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, error);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  if (!deid_lattice_add_quasi_identifier (lattice, "age", ages, NULL, error))
    return NULL;
  problem = deid_problem_new (lattice);
  if (!deid_problem_add_privacy_model (problem, model, error))
    return NULL;
  return deid_search_run (search, problem, NULL, error);
}

int
main (void)
{
  const char *const values[] = { "31", "34", "47", "42" };
  const char *const rows[][4] = { { "31", "30-39", "*", NULL },
                                  { "34", "30-39", "*", NULL },
                                  { "42", "40-49", "*", NULL },
                                  { "47", "40-49", "*", NULL } };
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidDataset) table = deid_dataset_new ("persons");
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) ages = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  g_autofree char *policy = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (!deid_hierarchy_builder_add_row (builder, rows[i], &error))
      g_error ("%s", error->message);
  ages = deid_hierarchy_builder_build (builder, &error);
  if (ages == NULL || !deid_dataset_add_string_column (table, "age", values, 4, NULL, &error))
    g_error ("%s", error->message);
  result = solve (table, ages, &error);
  if (result == NULL)
    g_error ("%s", error->message);
  release = deid_result_apply (result, NULL, NULL, &error);
  if (release == NULL || !deid_result_verify (result, release, NULL, &error)
      || !deid_dataset_write_csv (release, "release.csv", NULL, NULL, &error))
    g_error ("%s", error->message);
  policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  g_print ("libdeid %s: %s\n", deid_get_version (), policy);
  return 0;
}
