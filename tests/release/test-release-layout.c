/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows, their order, dictionaries and codes of a release, on any number of threads. */
#include "support/lesson.h"
#include "support/plain-release.h"

#define N_TRIALS 300

#define HIERARCHIES                                                                                \
  "age 0 0-3 *\n age 1 0-3 *\n age 2 0-3 *\n age 3 0-3 *\n age 4 4-7 *\n age 5 4-7 *\n"            \
  "age 6 4-7 *\n age 7 4-7 *\n age 8 8-9 *\n age 9 8-9 *\n"                                        \
  "zip a *\n zip b *\n zip c *\n zip * *\n"

/* Weights are written in several ways; of the numbers of `pay` many begin alike. */
static void
draw_value (GString *text, GRand *rand, const char *column, guint row, gint n_pays)
{
  const gboolean has_zero = g_rand_boolean (rand);

  if (!g_str_equal (column, "n:weight") && !g_str_equal (column, "who:entity")
      && g_rand_int_range (rand, 0, 12) == 0)
    g_string_append_c (text, '?');
  else if (g_str_equal (column, "age"))
    g_string_append_printf (text, "%d", g_rand_int_range (rand, 0, 10));
  else if (g_str_equal (column, "zip"))
    g_string_append_c (text, "abc*"[g_rand_int_range (rand, 0, 4)]);
  else if (g_str_has_prefix (column, "pay"))
    g_string_append_printf (text, "%s%d", has_zero ? "12345678.5" : "1",
                            g_rand_int_range (rand, 0, n_pays));
  else if (g_str_has_prefix (column, "who"))
    g_string_append_printf (text, "p%u", row / 2);
  else if (g_str_equal (column, "n:weight"))
    g_string_append_printf (text, "%s%d", has_zero ? "0" : "",
                            g_rand_int_range (rand, 1, row % 9 == 0 ? 4000 : 4));
  else
    g_string_append_printf (text, "n%d", g_rand_int_range (rand, 0, 3));
}

/* Columns stand in one of several orders. */
static DeidDataset *
draw_table (GRand *rand, guint n_rows, gint n_pays)
{
  static const char *const orders[]
      = { "age zip pay:sensitive note:insensitive who:entity n:weight left",
          "note:insensitive zip n:weight pay:sensitive age who:entity",
          "age note:insensitive left zip pay:insensitive", "pay:sensitive zip age note:sensitive" };
  const char *order = orders[g_rand_int_range (rand, 0, G_N_ELEMENTS (orders))];
  g_auto (GStrv) columns = g_strsplit (order, " ", -1);
  g_autoptr (GString) text = g_string_new (order);
  DeidDataset *dataset;

  g_string_append_c (text, '\n');
  for (guint row = 0; row < n_rows; row++)
    for (guint c = 0; columns[c] != NULL; c++)
      {
        draw_value (text, rand, columns[c], row, n_pays);
        g_string_append_c (text, columns[c + 1] != NULL ? ' ' : '\n');
      }
  dataset = lesson_make_table (text->str);
  assert_quietly (
      deid_dataset_set_column_type (dataset, "age", DEID_COLUMN_TYPE_INTEGER, NULL, NULL)
      && deid_dataset_set_column_type (dataset, "pay", DEID_COLUMN_TYPE_DECIMAL, NULL, NULL));
  if (g_rand_boolean (rand))
    assert_quietly (deid_dataset_add_joint_column (
        dataset, "both", (const char *const[]){ "pay", "note", NULL }, NULL, NULL));
  return dataset;
}

static DeidLattice *
make_lattice (DeidDataset *dataset, gboolean has_cuts)
{
  DeidLattice *lattice = deid_lattice_new (dataset);

  for (guint i = 0; i < 2; i++)
    {
      const char *name = i == 0 ? "zip" : "age";
      g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy (name, HIERARCHIES);

      assert_quietly (
          i == 1 && has_cuts
              ? deid_lattice_add_numeric_cuts (lattice, name, DEID_CUT_ENDS_ROUNDED, NULL)
              : deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
    }
  return lattice;
}

/* Returns: (nullable): by a random policy, or a local recoding, or NULL for none that is a
 * solution.
 */
static DeidResult *
draw_result (GRand *rand, DeidDataset *dataset, gboolean is_local)
{
  g_autoptr (DeidLattice) lattice = make_lattice (dataset, !is_local && g_rand_boolean (rand));
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  const guint n = deid_lattice_get_n_dimensions (lattice);
  g_autofree guint *levels = g_new (guint, n);
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidSearch) search = NULL;

  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  assert_quietly (deid_problem_set_suppression_limit (problem, 1, NULL));
  if (is_local)
    {
      search = deid_search_new_local (100, g_rand_int (rand), 0, NULL);
      return deid_search_run (search, problem, NULL, NULL);
    }
  for (guint d = 0; d < n; d++)
    levels[d] = (guint) g_rand_int_range (rand, 0, (gint) deid_lattice_get_height (lattice, d) + 1);
  policy = deid_policy_new (lattice, levels, n, NULL);
  return deid_problem_evaluate (problem, policy, NULL, NULL);
}

static DeidReleaseOptions *
draw_options (GRand *rand, gboolean has_numbers)
{
  DeidReleaseOptions *options = deid_release_options_new ();

  assert_quietly (
      deid_release_options_set_keep_suppressed (options, g_rand_boolean (rand), NULL)
      && deid_release_options_set_keep_order (options, g_rand_int_range (rand, 0, 3) == 0, NULL)
      && deid_release_options_set_seed (options, g_rand_int (rand), NULL)
      && deid_release_options_set_n_threads (options, (guint) g_rand_int_range (rand, 1, 6), NULL)
      && deid_release_options_set_minimum_bin (options, 3, NULL));
  if (has_numbers && g_rand_boolean (rand))
    assert_quietly (deid_release_options_set_microaggregation (options, "pay",
                                                               DEID_MICROAGGREGATION_MEAN, NULL));
  if (has_numbers)
    assert_quietly (g_rand_boolean (rand) ? deid_release_options_set_microaggregation (
                        options, "age", DEID_MICROAGGREGATION_MEDIAN, NULL)
                                          : deid_release_options_set_bin_mean (
                                              options, "age", DEID_BIN_MEAN_CLASS, NULL));
  return options;
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (61);

  for (guint i = 0; i < count_trials (N_TRIALS); i++)
    {
      const guint n_rows = (guint) g_rand_int_range (rand, 2, i % 10 == 0 ? 600 : 60);
      g_autoptr (DeidDataset) dataset = draw_table (rand, n_rows, i % 10 == 0 ? 300 : 8);
      g_autoptr (DeidResult) result = draw_result (rand, dataset, i % 4 == 0);
      g_autoptr (DeidReleaseOptions) options = draw_options (rand, i % 3 == 0);

      if (result != NULL)
        plain_release_check (result, options);
    }
}
END_TEST

/* Rows enough for several parts, and keys too many for one number. */
START_TEST (large_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (62);

  for (guint i = 0; i < count_trials (4); i++)
    {
      g_autoptr (DeidDataset) dataset = draw_table (rand, count_trials (2) * 35000, 1 << 30);
      g_autoptr (DeidResult) result = draw_result (rand, dataset, FALSE);
      g_autoptr (DeidReleaseOptions) options = draw_options (rand, FALSE);

      if (result != NULL)
        plain_release_check (result, options);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("release-layout");
  TCase *tests = tcase_create ("layout");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, random_tables);
  tcase_add_test (tests, large_tables);
  suite_add_tcase (suite, tests);
  return suite;
}
