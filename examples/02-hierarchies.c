/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Generalization hierarchies: rules that make them, files and rows that list them, what is refused,
 * and what a level does.
 *
 * A hierarchy gives every value of a column a label on each level. Level 0 is the value itself;
 * each further level joins labels of the one below, and mostly the top is `*`. docs/rules.md lists
 * all rules.
 *
 *     02-hierarchies [DIRECTORY]         the directory holds discharges.csv and a hierarchy
 */
#include <deid/deid.h>
#include <stdio.h>
#include <string.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

/* Prints the label of a value on each level but the first. */
static gboolean
print_labels (const DeidHierarchy *hierarchy, const char *value, GError **error)
{
  printf ("  %-12s", value);
  for (guint level = 1; level < deid_hierarchy_get_n_levels (hierarchy); level++)
    {
      g_autofree char *label = NULL;

      if (!deid_hierarchy_generalize (hierarchy, value, level, &label, error))
        return FALSE;
      printf ("  %s", label != NULL ? label : "unknown");
    }
  printf ("\n");
  return TRUE;
}

/* A rule says in one line how values become labels: any values, whether a table has them or not. */
static gboolean
show_rules (GError **error)
{
  static const struct
  {
    const char *rule;
    const char *values[3];
  } rules[] = {
    { "prefix:4,3,2", { "00108", "99999" } },
    { "mask:2,4;from=left", { "00108" } },
    { "intervals:5,15,45;top=90", { "47", "93" } },
    { "bands:0-3,4-7,8+/0-7,8+", { "2", "30" } },
    { "date:month,quarter,year,10years", { "2023-07-14", "-0044-03-15" } },
    { "date:week;format=DD.MM.YYYY", { "01.01.2023" } },
    { "time:hour,4hours,12hours", { "08:30" } },
    { "age:1,5,10;at=2023-12-31;top=90", { "1976-05-01", "1931-01-01" } },
    { "groups:statutory=public,private=private;missing=NA", { "statutory", "NA" } },
  };

  printf ("Rules, and labels of values\n");
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_specification (rules[i].rule, error);

      if (hierarchy == NULL)
        return FALSE;
      printf (" %s\n", rules[i].rule);
      for (guint k = 0; k < 3 && rules[i].values[k] != NULL; k++)
        if (!print_labels (hierarchy, rules[i].values[k], error))
          return FALSE;
    }
  return TRUE;
}

/* A wrong rule is refused at once, by a message that says what is expected. */
static gboolean
show_refused_rules (void)
{
  static const char *const refused[] = {
    "prefix:3,4",
    "date:week,month",                       /* a week may lie in two months */
    "date:month;format=DD.MM.YY",            /* of which century? */
    "groups:red=warm,blue=cold/warm=colour", /* and cold? */
    "age:5,10",
  };

  printf ("\nRules that are refused\n");
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_specification (refused[i], &error);

      if (hierarchy != NULL)
        return FALSE;
      printf ("  %s\n", error->message);
    }
  return TRUE;
}

static gboolean
print_counts (const char *title, const DeidHierarchy *hierarchy, const char *value, GError **error)
{
  printf ("%s\n", title);
  for (guint level = 0; level < deid_hierarchy_get_n_levels (hierarchy); level++)
    {
      g_autofree char *label = NULL;

      if (!deid_hierarchy_generalize (hierarchy, value, level, &label, error))
        return FALSE;
      printf ("  level %u: %3u labels, '%s' is '%s'\n", level,
              deid_hierarchy_get_n_labels (hierarchy, level), value, label);
    }
  return TRUE;
}

/* Some rules look at the data first: which diagnoses are rare? When they meet a column they become
 * a rule that does not look again, so that next month's values get the same labels. Lattices do
 * this by themselves. */
static gboolean
show_data (const DeidDataset *data, GError **error)
{
  g_autoptr (DeidHierarchy) rare = deid_hierarchy_new_from_specification ("rare:220,300", error);
  g_autoptr (DeidHierarchy) bound
      = rare != NULL ? deid_hierarchy_bind (rare, data, "diagnosis", NULL, error) : NULL;
  g_autofree char *text = NULL;

  if (bound == NULL || !deid_hierarchy_to_specification (bound, &text, error))
    return FALSE;
  printf ("\nA rule that met its column\n  %s\n", text);
  return print_counts ("diagnosis", bound, "J18", error) && print_labels (bound, "X99", error);
}

/* From a file: one row a value, `statutory;public;*`. The delimiter is detected. Such a hierarchy
 * knows only its rows. */
static gboolean
show_file (const char *directory, GError **error)
{
  g_autofree char *path = g_build_filename (directory, "hierarchy_insurance.csv", NULL);
  g_autoptr (DeidHierarchy) insurance = deid_hierarchy_new_from_csv_file (path, NULL, NULL, error);

  if (insurance == NULL)
    return FALSE;
  printf ("\nA hierarchy from a file\n");
  return print_counts ("insurance", insurance, "statutory", error)
         && print_labels (insurance, "unheard-of", error);
}

/* From code, row by row. Rows that do not belong to a hierarchy are refused one by one. The builder
 * is unchanged by that, so the caller may mend the row and go on. */
static gboolean
show_rows (GError **error)
{
  static const char *const rows[][5] = {
    { "Berlin", "north", "*", NULL },
    { "Hamburg", "north", "Germany", NULL }, /* north is part of * already */
    { "Munich", "*", NULL },                 /* a level is missing */
    { "Berlin", "south", "*", NULL },        /* a second time */
    { "Cologne", "", "*", NULL },            /* no label */
    { "Munich", "south", "*", NULL },
  };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("cities");
  g_autoptr (DeidHierarchy) cities = NULL;

  /* Messages name rows but no labels unless told to: leaves are values of persons. Cities may be
   * shown. */
  if (!deid_hierarchy_builder_set_show_values (builder, TRUE, error))
    return FALSE;
  printf ("\nA hierarchy of rows, some of which are refused\n");
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) refused = NULL;

      if (!deid_hierarchy_builder_add_row (builder, rows[i], &refused))
        printf ("  %s\n", refused->message);
    }
  cities = deid_hierarchy_builder_build (builder, error);
  if (cities == NULL)
    return FALSE;
  return print_labels (cities, "Munich", error) && print_labels (cities, "Hamburg", error);
}

/* A hierarchy must know every value of its column. The message counts what it lacks and says where
 * the first of these values stands. After deid_dataset_set_show_values () it lists them. */
static gboolean
show_unknown_values (DeidDataset *data, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (data);
  g_autoptr (DeidHierarchy) bands
      = deid_hierarchy_new_from_specification ("bands:0-17,18-64,65-94", error);
  g_autoptr (GError) own_error = NULL;

  if (bands == NULL || deid_lattice_add_quasi_identifier (lattice, "age", bands, NULL, &own_error))
    return FALSE;
  /* The message begins with the path of the table, which differs from one place to another. */
  printf ("\nValues that a hierarchy lacks\n  %s\n", strstr (own_error->message, "column"));
  return TRUE;
}

static DeidLattice *
make_lattice (DeidDataset *data, GError **error)
{
  static const char *const columns[][2] = {
    { "age", "intervals:5,15,45" },
    { "zip", "prefix:4,3,2" },
    { "sex", "suppress" }, /* the value, or `*` */
  };
  g_autoptr (DeidLattice) lattice = deid_lattice_new (data);

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_specification (columns[i][1], error);

      if (hierarchy == NULL
          || !deid_lattice_add_quasi_identifier (lattice, columns[i][0], hierarchy, NULL, error))
        return NULL;
    }
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
      g_autoptr (DeidReport) report = NULL;
      guint64 n_classes = 0, smallest = 0, largest = 0, n_at_risk = 0;
      double mean = 0;

      if (policy == NULL || (result = deid_problem_evaluate (problem, policy, NULL, error)) == NULL
          || (report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, error)) == NULL)
        return FALSE;
      /* Each returns whether the report has the figure: for the custodian it has all of them. */
      deid_report_get_count (report, "classes.number", &n_classes);
      deid_report_get_count (report, "classes.smallest", &smallest);
      deid_report_get_number (report, "classes.mean", &mean);
      deid_report_get_count (report, "classes.largest", &largest);
      deid_report_get_count (report, "prosecutor.records_above_threshold", &n_at_risk);
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
  data = deid_dataset_new_from_csv_file (path, layout, NULL, error);
  if (data == NULL)
    return FALSE;
  if (!show_rules (error) || !show_refused_rules () || !show_data (data, error)
      || !show_file (directory, error) || !show_rows (error) || !show_unknown_values (data, error))
    return FALSE;
  lattice = make_lattice (data, error);
  return lattice != NULL && show_levels (lattice, error);
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
