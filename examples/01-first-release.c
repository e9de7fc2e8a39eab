/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A first release: the main job of the library, step by step.
 *
 * A hospital wants to share its discharges of one year. This program reads the table, says what
 * each column is, finds the policy that loses least among those that protect the patients, makes
 * the released table, checks it, and keeps the policy for the records of later months.
 *
 *     01-first-release [DIRECTORY]       the directory holds discharges.csv and the hierarchies
 */
#include <deid/deid.h>
#include <glib/gstdio.h>
#include <stdio.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

/* Steps 1 and 2: read the table, and say what its columns are. A patient who was admitted twice has
 * two rows: as the entity, the record number makes k-anonymity count patients, and it is not
 * written. The diagnosis is what nobody may learn about a patient. The length of the stay is
 * released unchanged, because the custodian decided that it tells nothing about a person. What is
 * not mentioned is identifying and never written: here that is the charge and the insurance. */
static DeidDataset *
load_table (const char *directory, GError **error)
{
  g_autofree char *path = g_build_filename (directory, "discharges.csv", NULL);
  g_autoptr (DeidCsvOptions) layout = deid_csv_options_new ();
  g_autoptr (DeidDataset) data = NULL;

  if (!deid_csv_options_set_delimiter (layout, ';', error)
      || (data = deid_dataset_new_from_csv_file (path, layout, NULL, error)) == NULL
      || !deid_dataset_set_role (data, "patient", DEID_ROLE_ENTITY, error)
      || !deid_dataset_set_role (data, "diagnosis", DEID_ROLE_SENSITIVE, error)
      || !deid_dataset_set_role (data, "stay", DEID_ROLE_INSENSITIVE, error))
    return NULL;
  return g_steal_pointer (&data);
}

/* Step 3: a generalization hierarchy for each quasi-identifier. All combinations of their levels
 * are the policies that there are. */
static DeidLattice *
load_lattice (DeidDataset *data, const char *directory, GError **error)
{
  static const char *const names[] = { "age", "sex", "zip", "admission" };
  g_autoptr (DeidLattice) lattice = deid_lattice_new (data);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = g_strconcat ("hierarchy_", names[i], ".csv", NULL);
      g_autofree char *path = g_build_filename (directory, file, NULL);
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_csv_file (path, NULL, NULL, error);

      if (hierarchy == NULL
          || !deid_lattice_add_quasi_identifier (lattice, names[i], hierarchy, NULL, error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

/* Steps 4 and 5: what the released table must meet. At least five patients share each combination
 * of values; among their records are at least three different diagnoses; and at most one record
 * in twenty may be suppressed for it. */
static DeidProblem *
state_problem (DeidLattice *lattice, GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) k = NULL;
  g_autoptr (DeidPrivacyModel) l = NULL;

  if ((k = deid_privacy_model_new_k_anonymity (5, error)) == NULL
      || !deid_problem_add_privacy_model (problem, k, error)
      || (l = deid_privacy_model_new_distinct_l_diversity ("diagnosis", 3, error)) == NULL
      || !deid_problem_add_privacy_model (problem, l, error)
      || !deid_problem_set_suppression_limit (problem, 0.05, error))
    return NULL;
  return g_steal_pointer (&problem);
}

/* Step 7: make the released table and check it. The verifier looks at the labels alone and shares
 * no code with the search. */
static DeidDataset *
release_table (DeidResult *result, GError **error)
{
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, error);

  if (release == NULL || !deid_result_verify (result, release, NULL, error))
    return NULL;
  printf ("loss        %.6f%s\n", deid_result_get_loss (result),
          deid_result_is_proven_optimal (result) ? ", proven to be the smallest possible" : "");
  printf ("suppressed  %" G_GUINT64_FORMAT " records\n", deid_result_get_n_suppressed (result));
  printf ("released    %" G_GUINT64_FORMAT " records, verified\n",
          deid_dataset_get_n_records (release));
  return g_steal_pointer (&release);
}

/* Step 8: how likely is it that somebody who knows a patient finds the patient's record? A risk
 * above 0.2 means a class of fewer than five patients. The figures are for the custodian. */
static gboolean
print_risks (DeidResult *result, GError **error)
{
  g_autoptr (DeidReport) before = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, error);
  g_autoptr (DeidReport) after = NULL;
  g_autofree char *before_text = NULL, *after_text = NULL;

  if (before == NULL
      || (after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, error)) == NULL)
    return FALSE;
  before_text = deid_report_to_text (before, NULL, error);
  after_text = deid_report_to_text (after, NULL, error);
  if (before_text == NULL || after_text == NULL)
    return FALSE;
  printf ("\n%s\n%s\n", before_text, after_text);
  return TRUE;
}

/* A table of tomorrow: here simply the rows of November and December, from memory. */
static DeidDataset *
make_tomorrow (const DeidDataset *data, GError **error)
{
  const guint64 n_rows = deid_dataset_get_n_rows (data);
  g_autoptr (DeidDataset) tomorrow = deid_dataset_new ("tomorrow");
  g_autofree const char **values = g_new (const char *, n_rows);
  guint admission;

  if (!deid_dataset_find_column (data, "admission", &admission, error))
    return NULL;
  for (guint c = 0; c < deid_dataset_get_n_columns (data); c++)
    {
      guint64 n = 0;

      for (guint64 row = 0; row < n_rows; row++)
        if (g_strcmp0 (deid_dataset_get_value (data, row, admission), "2023-11") > 0)
          values[n++] = deid_dataset_get_value (data, row, c);
      if (!deid_dataset_add_string_column (tomorrow, deid_dataset_get_column_name (data, c), values,
                                           n, NULL, error))
        return NULL;
    }
  return g_steal_pointer (&tomorrow);
}

/* Step 10: a stored policy needs neither the table nor the hierarchies again. It generalizes the
 * new records as it did the old ones, and asks the privacy models once more. */
static gboolean
release_tomorrow (const DeidDataset *data, const char *policy_path, GError **error)
{
  g_autoptr (DeidStoredPolicy) policy
      = deid_stored_policy_new_from_json_file (policy_path, NULL, NULL, error);
  g_autoptr (DeidDataset) tomorrow = NULL;
  g_autoptr (DeidReport) report = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;

  if (policy == NULL || (tomorrow = make_tomorrow (data, error)) == NULL
      || (result = deid_stored_policy_evaluate (policy, tomorrow, NULL, NULL, error)) == NULL)
    return FALSE;
  report = deid_report_new_stored_policy (policy, error);
  if (report == NULL)
    return FALSE;
  printf ("policy      %s\n", deid_report_get_text (report, "description"));
  release = release_table (result, error);
  return release != NULL;
}

static gboolean
run (const char *directory, const char *release_path, const char *policy_path, GError **error)
{
  g_autoptr (DeidDataset) data = load_table (directory, error);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (DeidStoredPolicy) stored = NULL;
  g_autofree char *policy = NULL;

  if (data == NULL || (lattice = load_lattice (data, directory, error)) == NULL
      || (problem = state_problem (lattice, error)) == NULL)
    return FALSE;

  /* Step 6: search. Nothing is known about how long it takes; a limit or a GCancellable ends it
   * early with the best policy so far. */
  result = deid_search_run (search, problem, NULL, error);
  if (result == NULL)
    return FALSE;
  policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  printf ("The year\npolicy      %s, one of %.0f\n", policy,
          deid_lattice_get_size_as_double (lattice));
  release = release_table (result, error);
  if (release == NULL || !print_risks (result, error))
    return FALSE;

  /* Step 9: write both. Files appear whole or not at all, readable by their owner only. The
   * stored policy lists the values of the domain and stays with the custodian. */
  if (!deid_dataset_write_csv (release, release_path, NULL, NULL, error)
      || (stored = deid_stored_policy_new (result, NULL, error)) == NULL
      || !deid_stored_policy_write_json (stored, policy_path, NULL, error))
    return FALSE;
  printf ("Tomorrow: November and December by the stored policy\n");
  return release_tomorrow (data, policy_path, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *scratch = g_dir_make_tmp ("deid-XXXXXX", &error);
  g_autofree char *release_path = NULL, *policy_path = NULL;

  if (scratch == NULL)
    {
      fprintf (stderr, "01-first-release: %s\n", error->message);
      return 1;
    }
  release_path = g_build_filename (scratch, "release.csv", NULL);
  policy_path = g_build_filename (scratch, "policy.json", NULL);
  if (!run (argc > 1 ? argv[1] : DATA_DIR, release_path, policy_path, &error))
    fprintf (stderr, "01-first-release: %s\n", error->message);
  g_unlink (release_path);
  g_unlink (policy_path);
  g_rmdir (scratch);
  return error != NULL;
}
