/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A host's search that was built apart, in C and in C++, finds the optimum to the bit. */
#include "support/suite.h"

#include <gmodule.h>
#include <string.h>

#include "host-search.h"
#include "support/skewed-table.h"
#include "support/result-figures.h"

static const char *const modules[] = { HOST_MODULES };
static const char *const models[] = { "k:3", "k:2;dl:2@s", "el:1.5@s", "to:0.4:text@s", "k:12" };

static GModule *
open_module (const char *path, HostSearchNew *make)
{
  GModule *module = g_module_open (path, G_MODULE_BIND_LOCAL);
  gpointer symbol = NULL;

  ck_assert_msg (module != NULL, "%s", g_module_error ());
  ck_assert (g_module_symbol (module, "host_search_new", &symbol));
  memcpy (make, &symbol, sizeof symbol);
  return module;
}

static void
check_equal (DeidResult *result, DeidResult *optimum, const HostWalk *walk)
{
  const double loss = deid_result_get_loss (result), least = deid_result_get_loss (optimum);

  ck_assert_int_eq (
      deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (optimum)), 0);
  ck_assert (memcmp (&loss, &least, sizeof loss) == 0);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), deid_result_get_n_suppressed (optimum));
  ck_assert (deid_result_is_proven_optimal (result));
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), walk->n_evaluated);
  ck_assert_uint_eq (count_pruned (result), walk->n_skipped);
}

/* Returns: whether there is an optimum, which the walk found without looking at all policies. */
static gboolean
check_problem (HostSearchNew make, DeidProblem *problem)
{
  HostWalk walk = { 0 };
  DeidSearch *search = make (&walk, NULL);
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, &error);
  g_autoptr (DeidResult) optimum = deid_search_run (optimal, problem, NULL, NULL);

  ck_assert ((result != NULL) == (optimum != NULL));
  if (result != NULL)
    check_equal (result, optimum, &walk);
  else
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "no policy is a solution", NULL);
  deid_search_unref (search);
  ck_assert_uint_eq (walk.n_ends, 1);
  return result != NULL && walk.n_skipped > 0;
}

START_TEST (optima)
{
  static const double limits[] = { 0, 0.05, 0.5 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  const guint n_trials = count_trials (300);
  guint n_found = 0;
  HostSearchNew make;
  GModule *module = open_module (modules[_i], &make);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      SkewedTable table;

      skewed_table_init_random (&table, rand, 5, 200, 150);
      {
        g_autoptr (DeidProblem) problem
            = skewed_table_build_problem (&table, rand, models[trial % G_N_ELEMENTS (models)],
                                          limits[trial % G_N_ELEMENTS (limits)]);

        n_found += check_problem (make, problem) ? 1 : 0;
      }
    }
  ck_assert (g_module_close (module));
  ck_assert_uint_gt (n_found, n_trials / 2);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("host search");
  TCase *tcase = tcase_create ("a search of a host");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, optima, 0, G_N_ELEMENTS (modules));
  suite_add_tcase (suite, tcase);
  return suite;
}
