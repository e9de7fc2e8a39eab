/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long it takes to compare a table of twelve columns with what is released of it, all pairs of
 * columns included. Loading is measured apart. */
#include <stdlib.h>

#include <deid/deid.h>

#include "checked.h"

static int n_rows = 1000000;

static const GOptionEntry entries[]
    = { { "rows", 'n', 0, G_OPTION_ARG_INT, &n_rows, "rows of the table (1000000)", "N" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

/* A column, its role and type, and the rule of a quasi-identifier. */
typedef struct
{
  const char *name;
  DeidRole role;
  DeidColumnType type;
  const char *rule;
} Column;

static const Column columns[] = {
  { "born", DEID_ROLE_QUASI_IDENTIFYING, DEID_COLUMN_TYPE_INTEGER, "intervals:5,10,20" },
  { "zip", DEID_ROLE_QUASI_IDENTIFYING, DEID_COLUMN_TYPE_TEXT, "mask:1,2,3" },
  { "sex", DEID_ROLE_QUASI_IDENTIFYING, DEID_COLUMN_TYPE_TEXT, "suppress" },
  { "education", DEID_ROLE_QUASI_IDENTIFYING, DEID_COLUMN_TYPE_TEXT, "suppress" },
  { "posts", DEID_ROLE_QUASI_IDENTIFYING, DEID_COLUMN_TYPE_INTEGER, "intervals:10,100,1000" },
  { "diagnosis", DEID_ROLE_SENSITIVE, DEID_COLUMN_TYPE_TEXT, NULL },
  { "cost", DEID_ROLE_SENSITIVE, DEID_COLUMN_TYPE_DECIMAL, NULL },
  { "grade", DEID_ROLE_INSENSITIVE, DEID_COLUMN_TYPE_DECIMAL, NULL },
  { "weight", DEID_ROLE_INSENSITIVE, DEID_COLUMN_TYPE_DECIMAL, NULL },
  { "viewed", DEID_ROLE_INSENSITIVE, DEID_COLUMN_TYPE_TEXT, NULL },
  { "days", DEID_ROLE_INSENSITIVE, DEID_COLUMN_TYPE_INTEGER, NULL },
  { "note", DEID_ROLE_INSENSITIVE, DEID_COLUMN_TYPE_TEXT, NULL },
};

/* Writes the table; every number is drawn with a seed. */
static char *
make_table (void)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (gsize c = 0; c < G_N_ELEMENTS (columns); c++)
    g_string_append_printf (text, "%s%s", columns[c].name,
                            c + 1 < G_N_ELEMENTS (columns) ? "," : "\n");
  for (int i = 0; i < n_rows; i++)
    {
      const int posts = (int) (2000 * g_rand_double (rand) * g_rand_double (rand)
                               * g_rand_double (rand) * g_rand_double (rand));

      g_string_append_printf (text, "%d,%05d,%s,%c,%d,%c%02d,%d.%02d,",
                              g_rand_int_range (rand, 1930, 2010),
                              g_rand_int_range (rand, 0, 20000), g_rand_boolean (rand) ? "f" : "m",
                              'a' + g_rand_int_range (rand, 0, 8), posts,
                              'A' + g_rand_int_range (rand, 0, 26), g_rand_int_range (rand, 0, 100),
                              g_rand_int_range (rand, 0, 200000), g_rand_int_range (rand, 0, 100));
      if (g_rand_int_range (rand, 0, 20) > 0)
        g_string_append_printf (text, "0.%03d",
                                MIN (999, posts / 2 + g_rand_int_range (rand, 0, 99)));
      g_string_append_printf (text, ",%d.%d,%d,%d,%d\n", g_rand_int_range (rand, 40, 120),
                              g_rand_int_range (rand, 0, 10), g_rand_boolean (rand),
                              g_rand_int_range (rand, 0, 400), g_rand_int_range (rand, 0, 50000));
    }
  return g_string_free (text, FALSE);
}

static DeidProblem *
make_problem (DeidDataset *dataset)
{
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (GError) error = NULL;
  DeidProblem *problem;

  for (gsize c = 0; c < G_N_ELEMENTS (columns); c++)
    {
      check_success (
          deid_dataset_set_column_type (dataset, columns[c].name, columns[c].type, NULL, &error),
          &error);
      if (columns[c].rule == NULL)
        check_success (deid_dataset_set_role (dataset, columns[c].name, columns[c].role, &error),
                       &error);
    }
  lattice = deid_lattice_new (dataset);
  for (gsize c = 0; c < G_N_ELEMENTS (columns); c++)
    if (columns[c].rule != NULL)
      {
        g_autoptr (DeidHierarchy) hierarchy
            = check (deid_hierarchy_new_from_specification (columns[c].rule, &error), &error);

        check_success (
            deid_lattice_add_quasi_identifier (lattice, columns[c].name, hierarchy, NULL, &error),
            &error);
      }
  problem = deid_problem_new (lattice);
  model = check (deid_privacy_model_new_k_anonymity (5, &error), &error);
  check_success (deid_problem_add_privacy_model (problem, model, &error), &error);
  check_success (deid_problem_set_suppression_limit (problem, 1, &error), &error);
  return problem;
}

/* Bins of ten years and posts in hundreds; zip codes of two digits where there are enough rows. */
static DeidResult *
make_result (DeidProblem *problem)
{
  const guint levels[] = { 2, n_rows < 100000 ? 4 : 3, 0, 0, 2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidPolicy) policy = check (
      deid_policy_new (deid_problem_get_lattice (problem), levels, G_N_ELEMENTS (levels), &error),
      &error);

  return check (deid_problem_evaluate (problem, policy, NULL, &error), &error);
}

static double
get_seconds (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) distortion = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_columns, n_pairs;
  gint64 start;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_rows < 1)
    return EXIT_FAILURE;
  stream = g_memory_input_stream_new_from_data (make_table (), -1, g_free);
  start = g_get_monotonic_time ();
  dataset = check (deid_dataset_new_from_csv_stream (stream, NULL, NULL, NULL, &error), &error);
  g_print ("%d rows, %zu columns: loaded in %.2f s\n", n_rows, G_N_ELEMENTS (columns),
           get_seconds (start));
  problem = make_problem (dataset);
  result = make_result (problem);
  check (deid_result_get_partition (result, NULL, &error), &error);
  start = g_get_monotonic_time ();
  distortion = check (deid_report_new_distortion (result, NULL, NULL, &error), &error);
  deid_report_get_n_rows (distortion, "columns", &n_columns);
  deid_report_get_n_rows (distortion, "pairs", &n_pairs);
  g_print ("%" G_GUINT64_FORMAT " columns, %" G_GUINT64_FORMAT " pairs, %" G_GUINT64_FORMAT
           " records suppressed: compared in %.2f s, target 3 s\n",
           n_columns, n_pairs, deid_result_get_n_suppressed (result), get_seconds (start));
  return EXIT_SUCCESS;
}
