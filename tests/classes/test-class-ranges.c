/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Quality models that cost classes where numbers are large: many records, and large domains. */
#include <math.h>

#include "support/suite.h"

/* Two records, alike or not, of a weight each that together reach 2^32. */
static DeidProblem *
make_heavy_problem (const char *quality)
{
  static const gint64 values[] = { 1, 2 }, weights[] = { 1, G_MAXUINT32 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("heavy");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidQualityModel) model = deid_quality_model_new_from_specification (quality, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  ck_assert (deid_dataset_add_integer_column (dataset, "a", values, 2, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_integer_column (dataset, "w", weights, 2, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.5, NULL));
  return problem;
}

/* What has no exact square is refused. Others are taken as they are: with a lighter record
 * suppressed there is one class; one record in 2^32 is an error; and of the two values that a
 * suppressed record may have, it is counted as two. */
START_TEST (heavy_tables)
{
  static const struct
  {
    const char *quality;
    double loss; /* negative if it is refused */
  } cases[] = { { "dm", -1 },
                { "dmstar", -1 },
                { "aecs", 1 },
                { "ambiguity", 0.5 + 0x1p-33 },
                { "ce@a", 0x1p-32 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_heavy_problem (cases[i].quality);
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      GError *error = NULL;
      g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, &error);

      if (cases[i].loss < 0)
        assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, cases[i].quality, "4294967296",
                      NULL);
      else
        ck_assert (deid_result_get_loss (result) == cases[i].loss);
    }
}
END_TEST

#define N_WIDE      7 /* quasi-identifiers with 1024 leaves, groups of 32 of them, and all */
#define N_WIDE_ROWS 40
#define WIDE_LIMIT  4

static guint
get_wide_label (guint value, guint level)
{
  return level == 2 ? 0 : value >> (5 * level);
}

static DeidProblem *
make_wide_problem (guint values[N_WIDE][N_WIDE_ROWS])
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("wide");
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("wide");
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidQualityModel) model
      = deid_quality_model_new_from_specification ("ambiguity", NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  for (guint leaf = 0; leaf < 1024; leaf++)
    {
      g_autofree char *own = g_strdup_printf ("%u", leaf);
      g_autofree char *group = g_strdup_printf ("group %u", get_wide_label (leaf, 1));
      const char *const labels[] = { own, group, "*", NULL };

      ck_assert (deid_hierarchy_builder_add_row (builder, labels, NULL));
    }
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  for (guint a = 0; a < N_WIDE; a++)
    {
      const char name[] = { (char) ('a' + (int) a), '\0' };
      gint64 column[N_WIDE_ROWS];

      for (guint row = 0; row < N_WIDE_ROWS; row++)
        column[row] = values[a][row];
      ck_assert (deid_dataset_add_integer_column (dataset, name, column, N_WIDE_ROWS, NULL, 0, NULL,
                                                  NULL));
    }
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < N_WIDE; a++)
    {
      const char name[] = { (char) ('a' + (int) a), '\0' };

      ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit_count (problem, WIDE_LIMIT, NULL));
  return problem;
}

/* Returns: the loss of a policy with 2-anonymity, infinite if it is no solution. */
static long double
measure_wide (guint values[N_WIDE][N_WIDE_ROWS], const guint *levels)
{
  static const long double covered[] = { 1, 32, 1024 };
  guint n_suppressed = 0;
  long double area = 1;

  for (guint a = 0; a < N_WIDE; a++)
    area *= covered[levels[a]] / 1024;
  for (guint row = 0; row < N_WIDE_ROWS; row++)
    {
      guint n_alike = 0;

      for (guint other = 0; other < N_WIDE_ROWS; other++)
        {
          guint a = 0;

          while (a < N_WIDE
                 && get_wide_label (values[a][row], levels[a])
                        == get_wide_label (values[a][other], levels[a]))
            a++;
          n_alike += a == N_WIDE ? 1 : 0;
        }
      n_suppressed += n_alike < 2 ? 1 : 0;
    }
  return n_suppressed > WIDE_LIMIT
             ? (long double) INFINITY
             : (n_suppressed + (N_WIDE_ROWS - n_suppressed) * area) / N_WIDE_ROWS;
}

/* A domain of 2^70 combinations: costs are scaled, and still tell what is best. */
START_TEST (large_domain)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (650);
  guint values[N_WIDE][N_WIDE_ROWS], levels[N_WIDE];
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  long double least = INFINITY;

  for (guint a = 0; a < N_WIDE; a++)
    for (guint row = 0; row < N_WIDE_ROWS; row++)
      values[a][row] = (guint) (1024 * pow (g_rand_double (rand), 4 + a));
  for (guint rank = 0; rank < 2187; rank++)
    {
      for (guint a = 0, rest = rank; a < N_WIDE; a++, rest /= 3)
        levels[a] = rest % 3;
      least = fminl (least, measure_wide (values, levels));
    }
  problem = make_wide_problem (values);
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert (deid_result_is_proven_optimal (result));
  for (guint a = 0; a < N_WIDE; a++)
    levels[a] = deid_policy_get_level (deid_result_get_policy (result), a);
  ck_assert (measure_wide (values, levels) == least);
  ck_assert (fabsl (deid_result_get_loss (result) - least) <= 1e-15L * least);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("ranges of what classes cost");
  TCase *tcase = tcase_create ("records and domains");

  tcase_add_test (tcase, heavy_tables);
  tcase_add_test (tcase, large_domain);
  suite_add_tcase (suite, tcase);
  return suite;
}
