/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* t-closeness as a host uses it: specifications, orders, hierarchies, missing values, and its
 * errors. */
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const quasi[] = { "a", "a", "b", "b" };

static DeidProblem *
make_problem (const char *const *sensitive)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("four");
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "q", quasi, 4, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", sensitive, 4, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", suppression, NULL, NULL));
  return deid_problem_new (lattice);
}

static DeidHierarchy *
make_hierarchy (const char *const (*rows)[4], guint n_rows)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  for (guint i = 0; i < n_rows; i++)
    {
      ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], &error));
      assert_no_error (error);
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

/* Evaluates the policy that keeps both classes apart. */
static DeidResult *
evaluate (const char *model_text, const char *const *sensitive, DeidHierarchy *hierarchy,
          GError **error)
{
  g_autoptr (DeidProblem) problem = make_problem (sensitive);
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (model_text, "s", error);
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_bottom (deid_problem_get_lattice (problem), error);

  assert_no_error (*error);
  if (hierarchy != NULL)
    ck_assert (deid_problem_set_sensitive_hierarchy (problem, "s", hierarchy, NULL, error));
  ck_assert (deid_problem_add_privacy_model (problem, model, error));
  return deid_problem_evaluate (problem, policy, NULL, error);
}

/* The larger distance of the two classes, in thousandths: the least t that both pass at. */
static guint
find_distance (const char *name, const char *order, const char *const *sensitive,
               DeidHierarchy *hierarchy)
{
  for (guint t = 0; t <= 1000; t++)
    {
      g_autofree char *text = g_strdup_printf ("%s:%u.%03u%s", name, t / 1000, t % 1000, order);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      result = evaluate (text, sensitive, hierarchy, &error);
      if (result != NULL)
        return t;
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
    }
  return G_MAXUINT;
}

/* 2 and 10 are neighbours as numbers, but not as text. */
START_TEST (test_orders)
{
  static const char *const integers[] = { "1", "2", "10", "30" };
  static const char *const decimals[] = { "1e-1", "0.2", "1", "3" };

  ck_assert_uint_eq (find_distance ("te", "", integers, NULL), 500);
  ck_assert_uint_eq (find_distance ("to", ":int", integers, NULL), 334);
  ck_assert_uint_eq (find_distance ("to", ":num", integers, NULL), 334);
  ck_assert_uint_eq (find_distance ("to", ":text", integers, NULL), 167);
  ck_assert_uint_eq (find_distance ("to", ":num", decimals, NULL), 334);
}
END_TEST

/* One more value, the first one. */
START_TEST (test_missing_value)
{
  static const char *const sensitive[] = { "-5", "-7", NULL, "3" };

  ck_assert_uint_eq (find_distance ("te", "", sensitive, NULL), 500);
  ck_assert_uint_eq (find_distance ("to", ":int", sensitive, NULL), 167);
}
END_TEST

/* x and y meet on level 1, z on level 2, and the missing value at the root unless the hierarchy
 * says otherwise. */
START_TEST (test_hierarchy)
{
  static const char *const with_root[][4] = { { "x", "1", "*", NULL },
                                              { "y", "1", "*", NULL },
                                              { "z", "2", "*", NULL },
                                              { "w", "2", "*", NULL } };
  static const char *const without_root[][4]
      = { { "x", "1", NULL }, { "y", "1", NULL }, { "z", "2", NULL }, { "w", "2", NULL } };
  static const char *const with_missing[][4]
      = { { "x", "1", "*", NULL }, { "", "1", "*", NULL }, { "z", "2", "*", NULL } };
  static const char *const flat[][4]
      = { { "x", NULL }, { "y", NULL }, { "z", NULL }, { "w", NULL } };
  static const char *const near[] = { "x", "z", "y", "w" }, *const far[] = { "x", "y", "z", "w" };
  static const char *const missing[] = { "x", "z", NULL, "z" };
  g_autoptr (DeidHierarchy) rooted = make_hierarchy (with_root, 4);
  g_autoptr (DeidHierarchy) rootless = make_hierarchy (without_root, 4);
  g_autoptr (DeidHierarchy) mentioned = make_hierarchy (with_missing, 3);
  g_autoptr (DeidHierarchy) single = make_hierarchy (flat, 4);
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();

  ck_assert_uint_eq (find_distance ("th", "", near, rooted), 250);
  ck_assert_uint_eq (find_distance ("th", "", far, rooted), 500);
  ck_assert_uint_eq (find_distance ("th", "", near, rootless), 250);
  ck_assert_uint_eq (find_distance ("th", "", far, rootless), 500);
  ck_assert_uint_eq (find_distance ("th", "", near, single), 500);
  ck_assert_uint_eq (find_distance ("th", "", near, suppression), 500);
  ck_assert_uint_eq (find_distance ("th", "", missing, mentioned), 125);
  ck_assert_uint_eq (find_distance ("th", "", missing, rooted), 250);
  ck_assert_uint_eq (find_distance ("th", "", missing, suppression), 250);
}
END_TEST

START_TEST (test_released)
{
  static const char *const sensitive[] = { "1", "2", "10", "30" };
  g_autoptr (DeidProblem) problem = make_problem (sensitive);
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  static const char *const texts[]
      = { "te:0.5@s", "to:0.334:int@s", "to:0.167:text@s", "th:0.5@s" };
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (texts[i], NULL, &error);
      g_autofree char *text = model != NULL ? deid_privacy_model_to_specification (model) : NULL;

      assert_no_error (error);
      ck_assert_str_eq (text, texts[i]);
      ck_assert_int_eq (deid_privacy_model_get_closure (model), DEID_CLOSURE_UNION);
      ck_assert (deid_problem_add_privacy_model (problem, model, &error));
    }
  ck_assert (deid_problem_set_sensitive_hierarchy (problem, "s", suppression, NULL, &error));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (result) == 0);
  {
    g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, &error);

    assert_no_error (error);
    ck_assert (deid_result_verify (result, release, NULL, &error));
    assert_no_error (error);
  }
}
END_TEST

START_TEST (test_bad_arguments)
{
  static const double wrong[] = { -0.1, 1.0000000000000002, 2, 1e-300 };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wrong) + 2; i++)
    {
      const double t = i < G_N_ELEMENTS (wrong) ? wrong[i] : i % 2 == 0 ? (double) NAN : INFINITY;

      ck_assert_ptr_null (deid_privacy_model_new_equal_t_closeness ("s", t, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
      ck_assert_ptr_null (
          deid_privacy_model_new_ordered_t_closeness ("s", t, DEID_VALUE_ORDER_INTEGER, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
      ck_assert_ptr_null (deid_privacy_model_new_hierarchical_t_closeness ("s", t, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
    }
  ck_assert_ptr_null (deid_privacy_model_new_equal_t_closeness ("", 0.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}
END_TEST

START_TEST (test_bad_spellings)
{
  static const char *const wrong[]
      = { "to:0.5:txt@s", "to:0.5:@", "to:0.5:@s", "te:x@s",          "th@s",
          "te:0.5:int@s", "to:@s",    "te:0.5",    "to:0.5:int:num@s" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      ck_assert_ptr_null (deid_privacy_model_new_from_specification (wrong[i], NULL, &error));
      ck_assert_ptr_nonnull (error);
      g_clear_error (&error);
    }
}
END_TEST

/* The larger distance of the classes {x0, x1} and {x2, x3} by the definition, in thousandths
 * rounded up: values are ranked by strtol, and texts of one number by strcmp. */
static guint
move_earth (const char *const *texts)
{
  const char *sorted[4];
  guint n = 0, greatest = 0;

  for (guint i = 0; i < 4; i++)
    {
      guint place = 0;
      gboolean is_there = FALSE;

      for (guint j = 0; j < n; j++)
        {
          const long a = strtol (sorted[j], NULL, 10), b = strtol (texts[i], NULL, 10);

          is_there |= strcmp (sorted[j], texts[i]) == 0;
          place += a < b || (a == b && strcmp (sorted[j], texts[i]) < 0);
        }
      if (is_there)
        continue;
      memmove (sorted + place + 1, sorted + place, (n - place) * sizeof *sorted);
      sorted[place] = texts[i];
      n++;
    }
  for (guint first = 0; first < 4 && n > 1; first += 2)
    {
      int sum = 0, moved = 0;

      for (guint v = 0; v < n; v++)
        {
          for (guint i = 0; i < 4; i++)
            if (strcmp (texts[i], sorted[v]) == 0)
              sum += i / 2 == first / 2 ? 1 : -1;
          moved += abs (sum);
        }
      /* Each record of the class is 1/2, and each of the table 1/4: 1/4 more or less. */
      greatest = MAX (greatest, (guint) (moved * 1000 + (int) (n - 1) * 4 - 1) / ((n - 1) * 4));
    }
  return greatest;
}

static DeidResult *
evaluate_typed (const char *model_text, const char *const *sensitive, DeidColumnType type,
                const char *format, GError **error)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("four");
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (model_text, "s", error);
  g_autoptr (DeidPolicy) policy = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "q", quasi, 4, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", sensitive, 4, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "s", type, format, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", suppression, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  policy = deid_policy_new_bottom (lattice, NULL);
  return deid_problem_evaluate (problem, policy, NULL, error);
}

/* By the type of the column, integers are as far apart as their numbers are in order. */
START_TEST (test_type_orders_integers)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (38);

  for (guint round = 0; round < 300; round++)
    {
      char texts[4][8];
      const char *sensitive[] = { texts[0], texts[1], texts[2], texts[3] };
      guint distance;

      for (guint i = 0; i < 4; i++)
        g_snprintf (texts[i], sizeof texts[i], round % 3 == 0 ? "%d" : "%03d",
                    g_rand_int_range (rand, -12, 120));
      if (round % 5 == 0)
        g_snprintf (texts[0], sizeof texts[0], "0%s", texts[1][0] == '-' ? "7" : texts[1]);
      distance = move_earth (sensitive);
      for (guint t = distance > 0 ? distance - 1 : 0; t <= distance; t++)
        {
          g_autofree char *text = g_strdup_printf ("to:%u.%03u", t / 1000, t % 1000);
          GError *error = NULL;
          g_autoptr (DeidResult) result
              = evaluate_typed (text, sensitive, DEID_COLUMN_TYPE_INTEGER, NULL, &error);

          if (t < distance)
            assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          else
            {
              g_autoptr (DeidDataset) release = NULL;

              assert_no_error (error);
              release = deid_result_apply (result, NULL, NULL, &error);
              assert_no_error (error);
              ck_assert (deid_result_verify (result, release, NULL, &error));
            }
        }
    }
}
END_TEST

/* 31.12.2023 is before 01.02.2024 as a day, and behind it as a text. */
START_TEST (test_type_orders_dates)
{
  static const char *const dates[] = { "30.11.2023", "31.12.2023", "01.02.2024", "02.03.2024" };
  GError *error = NULL;
  g_autoptr (DeidResult) near
      = evaluate_typed ("to:0.334", dates, DEID_COLUMN_TYPE_DATE, "DD.MM.YYYY", &error);
  g_autoptr (DeidDataset) release = NULL;

  assert_no_error (error);
  release = deid_result_apply (near, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (near, release, NULL, &error));
  ck_assert_ptr_null (
      evaluate_typed ("to:0.333", dates, DEID_COLUMN_TYPE_DATE, "DD.MM.YYYY", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
}
END_TEST

/* Nothing says whether such values are to be ordered as texts. */
START_TEST (test_undeclared_type)
{
  static const char *const integers[] = { "9", "10", NULL, "100" };
  static const char *const decimals[] = { "9.5", "10", "1e2", "100" };
  static const char *const dates[] = { "01.02.2024", "31.12.2023", "30.11.2023", "02.03.2024" };
  static const char *const texts[] = { "9", "10", "many", "100" };
  static const char *const nothing[] = { NULL, NULL, NULL, NULL };
  GError *error = NULL;

  ck_assert_ptr_null (evaluate ("to:0.5", integers, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'s'", "numbers", "type integer",
                "to:0.5:text", NULL);
  ck_assert_ptr_null (evaluate ("to:0.5", decimals, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'s'", "numbers", "type decimal",
                "to:0.5:text", NULL);
  ck_assert_ptr_null (evaluate ("to:0.5", dates, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'s'", "dates", "type date",
                "to:0.5:text", NULL);
  ck_assert_uint_le (find_distance ("to", "", texts, NULL), 1000);
  ck_assert_uint_eq (find_distance ("to", "", nothing, NULL), 0);
  ck_assert_uint_le (find_distance ("to", ":text", integers, NULL), 1000);
}
END_TEST

START_TEST (test_run_errors)
{
  static const char *const sensitive[] = { "1", "two", "10", "2.5" };
  GError *error = NULL;

  ck_assert_ptr_null (evaluate ("to:0.5:int", sensitive, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'s'", "2 values", "integers",
                NULL);
  ck_assert_ptr_null (evaluate ("to:0.5:num", sensitive, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'s'",
                "1 value, the first in row 2", "numbers", NULL);
  ck_assert_ptr_null (evaluate ("th:0.5", sensitive, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "'s'", "has no hierarchy", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("t-closeness-problems");
  TCase *tcase = tcase_create ("t-closeness-problems");

  tcase_add_test (tcase, test_orders);
  tcase_add_test (tcase, test_missing_value);
  tcase_add_test (tcase, test_hierarchy);
  tcase_add_test (tcase, test_released);
  tcase_add_test (tcase, test_bad_arguments);
  tcase_add_test (tcase, test_bad_spellings);
  tcase_add_test (tcase, test_type_orders_integers);
  tcase_add_test (tcase, test_type_orders_dates);
  tcase_add_test (tcase, test_undeclared_type);
  tcase_add_test (tcase, test_run_errors);
  suite_add_tcase (suite, tcase);
  return suite;
}
