/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Generalization hierarchies: where they come from, what is refused, and what a level does.
 *
 * A hierarchy gives every value of a column a label on each level. Level 0 is the value itself;
 * each further level joins labels of the one below, and mostly the top is `*`.
 *
 *     02-hierarchies [DIRECTORY]         the directory holds discharges.csv and the hierarchies
 */
#include <deid/deid.h>
#include <stdio.h>
#include <string.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

static void
print_hierarchy (const char *title, const DeidHierarchy *hierarchy, const char *value)
{
  printf ("%s\n", title);
  for (guint level = 0; level < deid_hierarchy_get_n_levels (hierarchy); level++)
    {
      g_autofree char *label = deid_hierarchy_generalize (hierarchy, value, level);

      printf ("  level %u: %3u labels, '%s' is '%s'\n", level,
              deid_hierarchy_get_n_labels (hierarchy, level), value, label);
    }
}

/* From a file: one row a value, `00108;0010*;001**;00***;*`. The delimiter is detected. */
static DeidHierarchy *
read_zip (const char *directory, GError **error)
{
  g_autofree char *path = g_build_filename (directory, "hierarchy_zip.csv", NULL);

  return deid_hierarchy_new_from_csv (path, NULL, NULL, error);
}

/* Computed: ages below @end in bands of 5, 15 and 45 years. Levels are nested if each width is a
 * multiple of the one before. */
static DeidHierarchy *
compute_age (guint end, GError **error)
{
  static const guint widths[] = { 1, 5, 15, 45 };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("ages in bands");

  for (guint age = 0; age < end; age++)
    {
      char texts[G_N_ELEMENTS (widths)][32];
      const char *row[G_N_ELEMENTS (widths) + 2];
      guint level;

      for (level = 0; level < G_N_ELEMENTS (widths); level++)
        {
          const guint first = age / widths[level] * widths[level];

          if (level == 0)
            g_snprintf (texts[level], sizeof texts[level], "%u", age);
          else
            g_snprintf (texts[level], sizeof texts[level], "%u-%u", first,
                        first + widths[level] - 1);
          row[level] = texts[level];
        }
      row[level++] = "*";
      row[level] = NULL;
      if (!deid_hierarchy_builder_add_row (builder, row, error))
        return NULL;
    }
  return deid_hierarchy_builder_build (builder, error);
}

/* Rows that do not belong to a hierarchy are refused one by one. The builder is unchanged by
 * that, so the caller may mend the row and go on. */
static gboolean
show_refused_rows (void)
{
  static const char *const first[] = { "Berlin", "north", "*", NULL };
  static const char *const refused[][5] = {
    { "Hamburg", "north", "Germany", NULL }, /* north is part of * already */
    { "Munich", "*", NULL },                 /* a level is missing */
    { "Berlin", "south", "*", NULL },        /* a second time */
    { "Cologne", "", "*", NULL },            /* no label */
  };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("cities");

  /* Messages name rows but no labels unless told to: leaves are values of persons. Cities may be
   * shown. */
  if (!deid_hierarchy_builder_set_show_values (builder, TRUE, NULL)
      || !deid_hierarchy_builder_add_row (builder, first, NULL))
    return FALSE;
  printf ("\nRows that are refused\n");
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      if (deid_hierarchy_builder_add_row (builder, refused[i], &error))
        return FALSE;
      printf ("  %s\n", error->message);
    }
  return TRUE;
}

/* A hierarchy must know every value of its column. The message counts what it lacks and says where
 * the first of these values stands. After deid_dataset_set_show_values () it lists them. */
static gboolean
show_missing_values (DeidDataset *data, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (data);
  g_autoptr (DeidHierarchy) too_short = compute_age (95, error);
  g_autoptr (GError) own_error = NULL;

  if (too_short == NULL
      || deid_lattice_add_quasi_identifier (lattice, "age", too_short, NULL, &own_error))
    return FALSE;
  /* The message begins with the path of the table, which differs from one place to another. */
  printf ("\nValues that a hierarchy lacks\n  %s\n", strstr (own_error->message, "column"));
  return TRUE;
}

static DeidLattice *
make_lattice (DeidDataset *data, const char *directory, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (data);
  g_autoptr (DeidHierarchy) zip = read_zip (directory, error);
  g_autoptr (DeidHierarchy) age = NULL;
  /* Fits every column: the value, or `*`. The values need not be known beforehand. */
  g_autoptr (DeidHierarchy) sex = deid_hierarchy_new_suppression ();

  if (zip == NULL)
    return NULL;
  print_hierarchy ("zip, from a file", zip, "00108");
  age = compute_age (100, error);
  if (age == NULL)
    return NULL;
  print_hierarchy ("age, computed", age, "47");
  print_hierarchy ("sex, by a rule", sex, "female");
  if (!deid_lattice_add_quasi_identifier (lattice, "age", age, NULL, error)
      || !deid_lattice_add_quasi_identifier (lattice, "zip", zip, NULL, error)
      || !deid_lattice_add_quasi_identifier (lattice, "sex", sex, NULL, error))
    return NULL;
  return g_steal_pointer (&lattice);
}

/* Every level joins classes. With k = 1 nothing is suppressed, so that any policy can be looked
 * at; how many records are in classes of fewer than five is what k = 5 would suppress. */
static gboolean
show_levels (DeidLattice *lattice, GError **error)
{
  static const char *const policies[] = {
    "age:0 zip:0 sex:0", "age:1 zip:0 sex:0", "age:2 zip:0 sex:0", "age:3 zip:0 sex:0",
    "age:4 zip:0 sex:0", "age:1 zip:1 sex:0", "age:1 zip:2 sex:0", "age:1 zip:3 sex:0",
    "age:1 zip:4 sex:0", "age:1 zip:2 sex:1", "age:4 zip:4 sex:1",
  };
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (1, error);

  if (k == NULL || !deid_problem_add_privacy_model (problem, k, error))
    return FALSE;
  printf ("\npolicy                  loss  classes  smallest   mean  largest  in classes < 5\n");
  for (gsize i = 0; i < G_N_ELEMENTS (policies); i++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new_from_text (lattice, policies[i], error);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidRiskReport) report = NULL;
      guint64 n_classes = 0, smallest = 0, largest = 0, n_at_risk = 0;
      double mean = 0;

      if (policy == NULL || (result = deid_problem_evaluate (problem, policy, NULL, error)) == NULL
          || (report = deid_risk_report_new_after (result, NULL, NULL, error)) == NULL)
        return FALSE;
      /* Each returns whether the report tells the figure: to the custodian it tells all of them. */
      deid_risk_report_get_n_classes (report, &n_classes);
      deid_risk_report_get_smallest_class (report, &smallest);
      deid_risk_report_get_average_class (report, &mean);
      deid_risk_report_get_largest_class (report, &largest);
      deid_risk_report_get_n_at_risk (report, DEID_ADVERSARY_PROSECUTOR, &n_at_risk);
      printf ("%-20s  %.4f  %7" G_GUINT64_FORMAT "  %8" G_GUINT64_FORMAT "  %6.1f"
              "  %7" G_GUINT64_FORMAT "  %14" G_GUINT64_FORMAT "\n",
              policies[i], deid_result_get_loss (result), n_classes, smallest, mean, largest,
              n_at_risk);
    }
  return TRUE;
}

static gboolean
run (const char *directory, GError **error)
{
  g_autofree char *path = g_build_filename (directory, "discharges.csv", NULL);
  g_autoptr (DeidCsvOptions) layout = deid_csv_options_new ();
  g_autoptr (DeidDataset) data = NULL;
  g_autoptr (DeidLattice) lattice = NULL;

  if (!deid_csv_options_set_delimiter (layout, ';', error))
    return FALSE;
  data = deid_dataset_new_from_csv (path, layout, NULL, error);
  if (data == NULL)
    return FALSE;
  lattice = make_lattice (data, directory, error);
  return lattice != NULL && show_refused_rows () && show_missing_values (data, error)
         && show_levels (lattice, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (run (argc > 1 ? argv[1] : DATA_DIR, &error))
    return 0;
  fprintf (stderr, "02-hierarchies: %s\n",
           error != NULL ? error->message : "something was accepted that should not be");
  return 1;
}
