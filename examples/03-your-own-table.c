/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Your own table: columns from memory, missing values, persons with several rows, and weights.
 *
 * A host that has its data in memory needs no files. This program fills one table with a row for
 * each visit to a clinic, and one with a row for each *distinct* visit and how often it occurred.
 * Both are the same data, so both must give the same policy, loss and number of suppressed
 * records.
 *
 *     03-your-own-table
 */
#include <deid/deid.h>
#include <stdio.h>

/* A visit, and how many visits there were that agree in everything. A region of NULL and a year of
 * 0 are not known. */
typedef struct
{
  const char *person;
  const char *region;
  gint64 born;
  double dose;
  const char *finding;
  gint64 n;
} Visit;

static const Visit visits[] = {
  { "p01", "north", 1951, 0.5, "asthma", 3 },  { "p02", "north", 1958, 0.5, "none", 1 },
  { "p03", "north", 1954, 0.5, "gout", 1 },    { "p04", "north", 1953, 0.5, "none", 2 },
  { "p05", "north", 1962, 0.5, "none", 1 },    { "p06", "north", 1967, 0.75, "gout", 1 },
  { "p07", "north", 1969, 0.75, "asthma", 4 }, { "p08", "south", 1961, 1, "none", 1 },
  { "p09", "south", 1964, 1.25, "asthma", 2 }, { "p10", "south", 1966, 1, "gout", 1 },
  { "p11", "south", 1972, 1.25, "none", 1 },   { "p12", "south", 1973, 1.25, "none", 6 },
  { "p13", "south", 1978, 1, "asthma", 1 },    { "p14", "south", 1979, 1, "gout", 1 },
  { "p15", NULL, 1971, 0.5, "none", 2 },       { "p16", NULL, 1976, 0.5, "gout", 1 },
  { "p17", NULL, 1974, 0.5, "asthma", 1 },     { "p18", "north", 0, 1.25, "none", 1 },
  { "p19", "south", 0, 1.25, "asthma", 1 },    { "p20", "north", 1956, 1, "asthma", 8 },
  { "p01", "north", 1951, 0.75, "asthma", 2 }, { "p08", "south", 1961, 1, "gout", 1 },
  { "p12", "south", 1973, 1.25, "asthma", 1 }, { "p20", "north", 1956, 1, "gout", 2 },
};

#define N_VISITS G_N_ELEMENTS (visits)
#define MAX_ROWS 100

/* Fills a table. Each value is copied, so that the arrays need not outlive the calls. An integer or
 * double column takes its missing values from a bitmap, a string column has NULL in their place. */
static DeidDataset *
make_table (gboolean with_weights, GError **error)
{
  const char *person[MAX_ROWS], *region[MAX_ROWS], *finding[MAX_ROWS];
  gint64 born[MAX_ROWS], weight[MAX_ROWS];
  double dose[MAX_ROWS];
  guint8 born_known[(MAX_ROWS + 7) / 8] = { 0 };
  g_autoptr (DeidDataset) data = deid_dataset_new (with_weights ? "distinct visits" : "visits");
  guint n = 0;

  for (gsize v = 0; v < N_VISITS; v++)
    for (gint64 copy = 0; copy < (with_weights ? 1 : visits[v].n); copy++)
      {
        g_assert (n < MAX_ROWS);
        person[n] = visits[v].person;
        region[n] = visits[v].region;
        born[n] = visits[v].born;
        if (visits[v].born != 0)
          born_known[n / 8] = (guint8) (born_known[n / 8] | 1u << n % 8);
        dose[n] = visits[v].dose;
        finding[n] = visits[v].finding;
        weight[n] = visits[v].n;
        n++;
      }
  if (!deid_dataset_add_string_column (data, "person", person, n, NULL, error)
      || !deid_dataset_add_string_column (data, "region", region, n, NULL, error)
      || !deid_dataset_add_integer_column (data, "born", born, n, born_known, sizeof born_known,
                                           NULL, error)
      || !deid_dataset_add_double_column (data, "dose", dose, n, NULL, 0, NULL, error)
      || !deid_dataset_add_string_column (data, "finding", finding, n, NULL, error)
      || !deid_dataset_set_role (data, "person", DEID_ROLE_ENTITY, error)
      || !deid_dataset_set_role (data, "finding", DEID_ROLE_SENSITIVE, error))
    return NULL;
  if (with_weights
      && (!deid_dataset_add_integer_column (data, "n", weight, n, NULL, 0, NULL, error)
          || !deid_dataset_set_role (data, "n", DEID_ROLE_WEIGHT, error)))
    return NULL;
  return g_steal_pointer (&data);
}

/* Years of birth in decades. The year that is not known is no row of the hierarchy: it becomes one
 * more leaf, which stays apart until the top. */
static DeidHierarchy *
make_born (GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);

  for (guint year = 1950; year < 1980; year++)
    {
      g_autofree char *leaf = g_strdup_printf ("%u", year);
      g_autofree char *decade = g_strdup_printf ("%us", year / 10 * 10);
      const char *const row[] = { leaf, decade, "*", NULL };

      if (!deid_hierarchy_builder_add_row (builder, row, error))
        return NULL;
    }
  return deid_hierarchy_builder_build (builder, error);
}

/* A number is generalized by its text, the shortest decimal that reads back to it. */
static DeidHierarchy *
make_dose (GError **error)
{
  static const char *const rows[][4] = {
    { "0.5", "low", "*", NULL },
    { "0.75", "low", "*", NULL },
    { "1", "high", "*", NULL },
    { "1.25", "high", "*", NULL },
  };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (!deid_hierarchy_builder_add_row (builder, rows[i], error))
      return NULL;
  return deid_hierarchy_builder_build (builder, error);
}

static DeidLattice *
make_lattice (DeidDataset *data, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (data);
  g_autoptr (DeidHierarchy) region = deid_hierarchy_new_suppression ();
  g_autoptr (DeidHierarchy) born = NULL;
  g_autoptr (DeidHierarchy) dose = NULL;

  if (!deid_lattice_add_quasi_identifier (lattice, "region", region, NULL, error)
      || (born = make_born (error)) == NULL
      || !deid_lattice_add_quasi_identifier (lattice, "born", born, NULL, error)
      || (dose = make_dose (error)) == NULL
      || !deid_lattice_add_quasi_identifier (lattice, "dose", dose, NULL, error))
    return NULL;
  return g_steal_pointer (&lattice);
}

/* At least three persons in each class, at least two findings, and at most one visit in ten
 * suppressed. A person with many visits still counts once. */
static DeidResult *
solve (DeidLattice *lattice, GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidPrivacyModel) k = NULL;
  g_autoptr (DeidPrivacyModel) l = NULL;

  if ((k = deid_privacy_model_new_from_specification ("k:3", NULL, error)) == NULL
      || !deid_problem_add_privacy_model (problem, k, error)
      || (l = deid_privacy_model_new_from_specification ("dl:2@finding", NULL, error)) == NULL
      || !deid_problem_add_privacy_model (problem, l, error)
      || !deid_problem_set_suppression_limit (problem, 0.1, error))
    return NULL;
  return deid_search_run (search, problem, NULL, error);
}

/* The released table, in the order of the input so that it can be compared with the array above.
 * A table that leaves the house keeps the default, a shuffled order. */
static gboolean
print_release (DeidResult *result, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) release = NULL;

  if (!deid_release_options_set_keep_order (options, TRUE, error)
      || !deid_release_options_set_keep_suppressed (options, TRUE, error)
      || (release = deid_result_apply (result, options, NULL, error)) == NULL
      || !deid_result_verify (result, release, NULL, error))
    return FALSE;
  for (guint c = 0; c < deid_dataset_get_n_columns (release); c++)
    printf ("  %-8s", deid_dataset_get_column_name (release, c));
  printf ("\n");
  for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
    {
      for (guint c = 0; c < deid_dataset_get_n_columns (release); c++)
        {
          const char *value = deid_dataset_get_value (release, row, c);

          printf ("  %-8s", value != NULL ? value : "(none)");
        }
      printf ("  %s\n", deid_dataset_is_suppressed (release, row) ? "suppressed" : "released");
    }
  return TRUE;
}

static gboolean
run (gboolean with_weights, GError **error)
{
  g_autoptr (DeidDataset) data = make_table (with_weights, error);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *policy = NULL;

  if (data == NULL || (lattice = make_lattice (data, error)) == NULL
      || (result = solve (lattice, error)) == NULL)
    return FALSE;
  policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  printf ("%s: %" G_GUINT64_FORMAT " rows, %" G_GUINT64_FORMAT " records\n",
          with_weights ? "distinct visits" : "visits", deid_dataset_get_n_rows (data),
          deid_dataset_get_n_records (data));
  printf ("  policy %s, loss %.10f, %" G_GUINT64_FORMAT " records suppressed\n", policy,
          deid_result_get_loss (result), deid_result_get_n_suppressed (result));
  return !with_weights || print_release (result, error);
}

/* A column in which nothing may be missing says so, and says where something is. */
static gboolean
refuse_missing (GError **error)
{
  g_autoptr (DeidDataset) data = make_table (TRUE, error);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (GError) own_error = NULL;

  if (data == NULL
      || !deid_dataset_set_missing_policy (data, "region", DEID_MISSING_POLICY_ERROR, error))
    return FALSE;
  lattice = make_lattice (data, &own_error);
  if (own_error != NULL)
    printf ("if regions must not be missing:\n  %s\n", own_error->message);
  return own_error != NULL;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;

  if (run (FALSE, &error) && run (TRUE, &error) && refuse_missing (&error))
    return 0;
  fprintf (stderr, "03-your-own-table: %s\n",
           error != NULL ? error->message : "a missing value was not found");
  return 1;
}
