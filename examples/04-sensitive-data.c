/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Sensitive data: what k-anonymity alone gives away, and what l-diversity and t-closeness do about
 * it.
 *
 * Whoever knows a patient's age, sex, region and time of admission finds the class that the patient
 * is in. If k records share it, none of them can be called the patient's; but what they have in
 * common is known of the patient all the same. This program releases one table under ever stronger
 * models and plays the intruder each time.
 *
 *     04-sensitive-data [DIRECTORY]      the directory holds discharges.csv and the hierarchies
 */
#include <deid/deid.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

#define NARROW 3000 /* between the lowest and the highest charge of a class */

static const char *const quasi_identifiers[] = { "age", "sex", "zip", "admission" };

static DeidHierarchy *
load_hierarchy (const char *directory, const char *name, GError **error)
{
  g_autofree char *file = g_strconcat ("hierarchy_", name, ".csv", NULL);
  g_autofree char *path = g_build_filename (directory, file, NULL);

  return deid_hierarchy_new_from_csv_file (path, NULL, NULL, error);
}

/* Two columns tell what nobody may learn about a patient: the diagnosis and the charge. */
static DeidLattice *
load_lattice (const char *directory, GError **error)
{
  g_autofree char *path = g_build_filename (directory, "discharges.csv", NULL);
  g_autoptr (DeidCsvOptions) layout = deid_csv_options_new ();
  g_autoptr (DeidDataset) data = NULL;
  g_autoptr (DeidLattice) lattice = NULL;

  if (!deid_csv_options_set_delimiter (layout, ';', error)
      || (data = deid_dataset_new_from_csv_file (path, layout, NULL, error)) == NULL
      || !deid_dataset_set_role (data, "patient", DEID_ROLE_ENTITY, error)
      || !deid_dataset_set_role (data, "diagnosis", DEID_ROLE_SENSITIVE, error)
      || !deid_dataset_set_role (data, "charge", DEID_ROLE_SENSITIVE, error))
    return NULL;
  lattice = deid_lattice_new (data);
  for (gsize i = 0; i < G_N_ELEMENTS (quasi_identifiers); i++)
    {
      g_autoptr (DeidHierarchy) hierarchy = load_hierarchy (directory, quasi_identifiers[i], error);

      if (hierarchy == NULL
          || !deid_lattice_add_quasi_identifier (lattice, quasi_identifiers[i], hierarchy, NULL,
                                                 error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

/* What an intruder finds in one class of the released table. */
typedef struct
{
  guint n_records;
  GHashTable *diagnoses; /* how many records have each */
  guint n_most_frequent;
  int lowest_charge;
  int highest_charge;
} Found;

static Found *
found_new (void)
{
  Found *found = g_new0 (Found, 1);

  found->diagnoses = g_hash_table_new (g_str_hash, g_str_equal);
  found->lowest_charge = G_MAXINT;
  return found;
}

static void
found_free (gpointer data)
{
  g_hash_table_unref (((Found *) data)->diagnoses);
  g_free (data);
}

static void
look_at (Found *found, const char *diagnosis, int charge)
{
  const guint n = 1 + GPOINTER_TO_UINT (g_hash_table_lookup (found->diagnoses, diagnosis));

  g_hash_table_insert (found->diagnoses, (gpointer) diagnosis, GUINT_TO_POINTER (n));
  found->n_most_frequent = MAX (found->n_most_frequent, n);
  found->lowest_charge = MIN (found->lowest_charge, charge);
  found->highest_charge = MAX (found->highest_charge, charge);
  found->n_records++;
}

/* Groups the released rows by what an intruder can know. */
static GHashTable *
group (DeidDataset *release, GError **error)
{
  g_autoptr (GHashTable) classes
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, found_free);
  guint columns[G_N_ELEMENTS (quasi_identifiers)], diagnosis, charge;

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    if (!deid_dataset_find_column (release, quasi_identifiers[i], &columns[i], error))
      return NULL;
  if (!deid_dataset_find_column (release, "diagnosis", &diagnosis, error)
      || !deid_dataset_find_column (release, "charge", &charge, error))
    return NULL;
  for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
    {
      GString *labels = g_string_new (NULL);
      Found *found;

      for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
        g_string_append_printf (labels, "%s;", deid_dataset_get_value (release, row, columns[i]));
      found = g_hash_table_lookup (classes, labels->str);
      if (found == NULL)
        g_hash_table_insert (classes, g_strdup (labels->str), found = found_new ());
      look_at (found, deid_dataset_get_value (release, row, diagnosis),
               atoi (deid_dataset_get_value (release, row, charge)));
      g_string_free (labels, TRUE);
    }
  return g_steal_pointer (&classes);
}

/* Counts the records whose diagnosis is more likely to be guessed than not, though nobody knows
 * which record is whose; and those whose charge is known closely enough to tell cheap treatments
 * from dear ones. */
static gboolean
attack (DeidDataset *release, guint *n_likely, guint *n_narrow, GError **error)
{
  g_autoptr (GHashTable) classes = group (release, error);
  GHashTableIter iter;
  gpointer value;

  if (classes == NULL)
    return FALSE;
  *n_likely = *n_narrow = 0;
  g_hash_table_iter_init (&iter, classes);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Found *found = value;

      if (2 * found->n_most_frequent > found->n_records)
        *n_likely += found->n_records;
      if (found->highest_charge - found->lowest_charge <= NARROW)
        *n_narrow += found->n_records;
    }
  return TRUE;
}

/* Five patients in each class, and what else is asked of it; at most one record in twenty may be
 * suppressed. */
static DeidProblem *
state_problem (DeidLattice *lattice, DeidHierarchy *diagnoses, DeidPrivacyModel *const *models,
               GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (5, error);

  if (k == NULL || !deid_problem_add_privacy_model (problem, k, error)
      || !deid_problem_set_sensitive_hierarchy (problem, "diagnosis", diagnoses, NULL, error)
      || !deid_problem_set_suppression_limit (problem, 0.05, error))
    return NULL;
  for (; *models != NULL; models++)
    if (!deid_problem_add_privacy_model (problem, *models, error))
      return NULL;
  return g_steal_pointer (&problem);
}

/* Searches, releases, verifies, and attacks what was released. */
static gboolean
release_under (DeidLattice *lattice, DeidHierarchy *diagnoses, const char *title,
               DeidPrivacyModel *const *models, GError **error)
{
  g_autoptr (DeidProblem) problem = state_problem (lattice, diagnoses, models, error);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  guint n_likely, n_narrow;

  if (problem == NULL || (result = deid_search_run (search, problem, NULL, error)) == NULL
      || (release = deid_result_apply (result, NULL, NULL, error)) == NULL
      || !deid_result_verify (result, release, NULL, error)
      || !attack (release, &n_likely, &n_narrow, error))
    return FALSE;
  printf ("%-34s %8.4f %10" G_GUINT64_FORMAT " %9u %9u\n", title, deid_result_get_loss (result),
          deid_result_get_n_suppressed (result), n_likely, n_narrow);
  return TRUE;
}

static gboolean
run (const char *directory, GError **error)
{
  g_autoptr (DeidLattice) lattice = load_lattice (directory, error);
  g_autoptr (DeidHierarchy) diagnoses = NULL;
  g_autoptr (DeidPrivacyModel) distinct = NULL, recursive = NULL, diagnosis = NULL, charge = NULL;

  if (lattice == NULL || (diagnoses = load_hierarchy (directory, "diagnosis", error)) == NULL)
    return FALSE;

  /* Step 1: l-diversity wants several diagnoses in each class. Distinct l-diversity counts them;
   * recursive (c,l)-diversity also keeps the most frequent one from drowning the others: here it
   * must be rarer than twice the sum of all but the two most frequent ones. */
  if ((distinct = deid_privacy_model_new_distinct_l_diversity ("diagnosis", 4, error)) == NULL
      || (recursive = deid_privacy_model_new_recursive_l_diversity ("diagnosis", 2, 3, error))
             == NULL)
    return FALSE;

  /* Step 2: t-closeness compares the distribution of a class with that of the whole table: what the
   * intruder learns beyond what everybody may know. How far diagnoses lie apart is a matter of
   * their hierarchy: two of one chapter are close. Charges are numbers, and lie apart by how many
   * others come between. */
  if ((diagnosis = deid_privacy_model_new_hierarchical_t_closeness ("diagnosis", 0.35, error))
          == NULL
      || (charge = deid_privacy_model_new_ordered_t_closeness ("charge", 0.1,
                                                               DEID_VALUE_ORDER_INTEGER, error))
             == NULL)
    return FALSE;

  /* Step 3: the same table, ever better protected, at an ever higher price. */
  {
    DeidPrivacyModel *const none[] = { NULL };
    DeidPrivacyModel *const with_distinct[] = { distinct, NULL };
    DeidPrivacyModel *const with_recursive[] = { recursive, NULL };
    DeidPrivacyModel *const with_diagnosis[] = { diagnosis, NULL };
    DeidPrivacyModel *const with_both[] = { recursive, charge, NULL };

    printf ("likely: one diagnosis has more than half of the records of a class\n"
            "narrow: the charges of a class lie within %d\n\n",
            NARROW);
    printf ("%-34s %8s %10s %9s %9s\n", "", "", "", "diagnosis", "charge");
    printf ("%-34s %8s %10s %9s %9s\n", "5 patients a class, and", "loss", "suppressed", "likely",
            "narrow");
    return release_under (lattice, diagnoses, "nothing else", none, error)
           && release_under (lattice, diagnoses, "4 diagnoses", with_distinct, error)
           && release_under (lattice, diagnoses, "(2,3)-diverse diagnoses", with_recursive, error)
           && release_under (lattice, diagnoses, "diagnoses 0.35-close", with_diagnosis, error)
           && release_under (lattice, diagnoses, "(2,3)-diverse, charges 0.1-close", with_both,
                             error);
  }
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (run (argc > 1 ? argv[1] : DATA_DIR, &error))
    return 0;
  fprintf (stderr, "04-sensitive-data: %s\n", error->message);
  return 1;
}
