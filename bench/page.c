/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long the page of a large table takes, once there is a result: what is compared and counted
 * for it, and its text. */
#include <stdlib.h>
#include <string.h>

#include <deid/deid.h>

#include "checked.h"

#define SEED   1
#define TARGET 5.0 /* seconds, of 1,200,000 rows */

static int n_rows = 1200000;

static const GOptionEntry entries[]
    = { { "rows", 'n', 0, G_OPTION_ARG_INT, &n_rows, "rows of the table (1200000)", "N" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

/* A column of numbers below a bound, the rule of a quasi-identifier, and the level to release. */
static const struct
{
  const char *name;
  gint64 bound;
  const char *rule;
  guint level;
} columns[] = {
  { "year", 12, "intervals:2,4", 2 },
  { "quarter", 4, "suppress", 1 },
  { "region", 5, "suppress", 0 },
  { "person", 20, "intervals:5,10", 3 },
  { "age", 100, "intervals:5,10,20", 3 },
  { "status", 8, "suppress", 1 },
  { "sex", 2, "suppress", 0 },
  { "education", 24, "intervals:4,8", 2 },
  { "cost", 5000, NULL, 0 },
};

/* Lower numbers are more frequent. */
static DeidDataset *
make_table (void)
{
  DeidDataset *dataset = deid_dataset_new ("survey");
  g_autofree gint64 *values = g_new (gint64, (gsize) n_rows);
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autoptr (GError) error = NULL;

  for (gsize c = 0; c < G_N_ELEMENTS (columns); c++)
    {
      for (int i = 0; i < n_rows; i++)
        values[i]
            = (gint64) ((double) columns[c].bound * g_rand_double (rand) * g_rand_double (rand));
      check_success (deid_dataset_add_integer_column (dataset, columns[c].name, values,
                                                      (guint64) n_rows, NULL, 0, NULL, &error),
                     &error);
      if (columns[c].rule == NULL)
        check_success (
            deid_dataset_set_role (dataset, columns[c].name, DEID_ROLE_SENSITIVE, &error), &error);
    }
  return dataset;
}

static DeidProblem *
make_problem (DeidDataset *dataset)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (GError) error = NULL;
  DeidProblem *problem;

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

static DeidResult *
make_result (DeidProblem *problem)
{
  guint levels[G_N_ELEMENTS (columns)], n = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidPolicy) policy = NULL;

  for (gsize c = 0; c < G_N_ELEMENTS (columns); c++)
    if (columns[c].rule != NULL)
      levels[n++] = columns[c].level;
  policy = check (deid_policy_new (deid_problem_get_lattice (problem), levels, n, &error), &error);
  return check (deid_problem_evaluate (problem, policy, NULL, &error), &error);
}

/* All that the command line puts into a page. */
static char *
make_page (DeidResult *result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidReport) distortion
      = check (deid_report_new_distortion (result, NULL, NULL, &error), &error);
  g_autoptr (DeidReport) left_out
      = check (deid_report_new_left_out (result, 1, 1, NULL, &error), &error);
  g_autoptr (DeidReport) warnings = check (deid_report_new_warnings (result, NULL, &error), &error);
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);

  check_success (deid_page_add_report (page, distortion, &error)
                     && deid_page_add_report (page, left_out, &error)
                     && deid_page_add_report (page, warnings, &error),
                 &error);
  return check (deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, &error), &error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *html = NULL;
  gint64 start;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_rows < 1)
    return EXIT_FAILURE;
  dataset = make_table ();
  problem = make_problem (dataset);
  result = make_result (problem);
  start = g_get_monotonic_time ();
  html = make_page (result);
  g_print ("%d rows, %zu columns, %" G_GUINT64_FORMAT " records suppressed: a page of %zu bytes in "
           "%.2f s, target %.0f s\n",
           n_rows, G_N_ELEMENTS (columns), deid_result_get_n_suppressed (result), strlen (html),
           (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC, TARGET);
  return EXIT_SUCCESS;
}
