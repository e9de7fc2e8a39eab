/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Labels of runs of numbers: edges, open ends, and a verifier that reads them. */
#include "lattice/cuts.h"

#include "lattice/lattice-private.h"
#include "support/suite.h"

static DeidResult *
evaluate (const char *const *values, guint n, const char *text, gboolean exact)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("t");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidPolicy) policy = NULL;
  DeidResult *result;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "n", values, n, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (
      lattice, "n", exact ? DEID_CUT_ENDS_EXACT : DEID_CUT_ENDS_ROUNDED, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  policy = deid_policy_new_from_text (lattice, text, &error);
  assert_no_error (error);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  return result;
}

static void
check_labels (const char *const *values, guint n, const char *text, gboolean exact,
              const char *expected)
{
  g_autoptr (DeidResult) result = evaluate (values, n, text, exact);
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (GString) labels = g_string_new (NULL);
  GError *error = NULL;

  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  release = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
  for (guint row = 0; row < n; row++)
    g_string_append_printf (labels, "%s;", deid_dataset_get_value (release, row, 0));
  ck_assert_str_eq (labels->str, expected);
}

static const char *const counts[] = { "17", "18", "50", "52", "64", "97", "1234567" };
static const char *const integers[] = { "-23", "-7", "0", "2", "30" };
static const char *const decimals[] = { "-3", "0.5", "2.25", "2.5", "7" };

START_TEST (labels)
{
  check_labels (counts, 7, "n:010010", FALSE, "< 30;< 30;30-79;30-79;30-79;>= 80;>= 80;");
  check_labels (counts, 7, "n:101011", FALSE, "17;18-50;18-50;51-79;51-79;97;1234567;");
  check_labels (counts, 7, "n:000000", FALSE, "*;*;*;*;*;*;*;");
  check_labels (counts, 7, "n:000000", TRUE, "*;*;*;*;*;*;*;");
  check_labels (counts, 7, "n:010010", TRUE,
                "17-18;17-18;50-64;50-64;50-64;97-1234567;97-1234567;");
  check_labels (integers, 5, "n:0101", TRUE, "-23 to -7;-23 to -7;0-2;0-2;30;");
  check_labels (integers, 5, "n:1001", TRUE, "-23;-7 to 2;-7 to 2;-7 to 2;30;");
  check_labels (decimals, 5, "n:0101", TRUE, "-3 to 0.5;-3 to 0.5;2.25-2.5;2.25-2.5;7;");
  check_labels (integers, 5, "n:0101", FALSE, "< -3;< -3;-3 to 19;-3 to 19;30;");
  check_labels (integers, 5, "n:1001", FALSE, "-23;-10 to 19;-10 to 19;-10 to 19;30;");
  check_labels (integers, 5, "n:1011", FALSE, "-23;-10 to 0;-10 to 0;2;30;");
  check_labels (decimals, 5, "n:1001", FALSE, "-3;[0, 5);[0, 5);[0, 5);7;");
  check_labels (decimals, 5, "n:0101", FALSE, "< 1;< 1;[1, 5);[1, 5);7;");
}
END_TEST

/* Postal codes keep their zeros: rounded ends would read 2140 and 10000, which are no codes. */
START_TEST (codes)
{
  static const char *const zips[] = { "00501", "02138", "02139", "10001", "60615" };
  static const char *const halves[] = { "-0.5", "0", "0.25", "0.5", "3" };

  check_labels (zips, 5, "n:0010", FALSE,
                "00501-02139;00501-02139;00501-02139;10001-60615;10001-60615;");
  check_labels (zips, 5, "n:1101", FALSE, "00501;02138;02139-10001;02139-10001;60615;");
  check_labels (halves, 5, "n:0101", FALSE, "< 0.1;< 0.1;[0.1, 2.0);[0.1, 2.0);3;");
}
END_TEST

/* A column that is said to have numbers has none but these. */
START_TEST (declared_numbers)
{
  static const char *const ages[] = { "05", "07", "23", "48" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("t");
  g_autoptr (DeidLattice) lattice = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "n", ages, 4, NULL, NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "n", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "n", DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert_str_eq (deid_cuts_get_text (lattice->attributes[0].cuts, 0, 2), "< 10");
}
END_TEST

/* The greatest number does not stand in a label that others share. */
START_TEST (no_extremes) { check_labels (counts + 4, 3, "n:10", FALSE, "64;>= 80;>= 80;"); }
END_TEST

/* A label that covers too much or too little is found by how it reads. */
START_TEST (forged)
{
  static const char *const bad[]
      = { "18-59", "50-51", "49-59.5x", "18 to 59", "< 59", ">= 50", "<52", "[50, 52)", "*" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (DeidResult) result = evaluate (counts, 7, "n:010111", FALSE);
      DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (result));
      DeidCuts *cuts = lattice->attributes[0].cuts;
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;
      char **text;

      deid_cuts_get_text (cuts, 2, 2);
      text = &cuts->texts[2][1];
      g_free (*text);
      *text = g_strdup (bad[i]);
      release = deid_result_apply (result, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert_msg (!deid_result_verify (result, release, NULL, &error), "%s", bad[i]);
      assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "column 'n'", "cover", NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cut edges");
  TCase *edges = tcase_create ("edges");

  tcase_add_test (edges, labels);
  tcase_add_test (edges, codes);
  tcase_add_test (edges, declared_numbers);
  tcase_add_test (edges, no_extremes);
  tcase_add_test (edges, forged);
  tcase_set_timeout (edges, 60);
  suite_add_tcase (suite, edges);
  return suite;
}
