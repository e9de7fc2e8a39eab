/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier where rounding does not tell: what recheck leaves open, accept decides. */
#include "support/suite.h"

#include <deid/deid-extend.h>

/* Classes a of x x y y, b of x x z z and c of x x x x y y z z: half of the records have x, a
 * quarter y, and a quarter z. */
static DeidLattice *
make_lattice (void)
{
  static const char *const classes[]
      = { "a", "a", "a", "a", "b", "b", "b", "b", "c", "c", "c", "c", "c", "c", "c", "c" };
  static const char *const values[]
      = { "x", "x", "y", "y", "x", "x", "z", "z", "x", "x", "x", "x", "y", "y", "z", "z" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("undecided");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  DeidLattice *lattice;
  GError *error = NULL;

  ck_assert (
      deid_dataset_add_string_column (dataset, "q", classes, G_N_ELEMENTS (classes), NULL, NULL));
  ck_assert (
      deid_dataset_add_string_column (dataset, "s", values, G_N_ELEMENTS (values), NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error));
  assert_no_error (error);
  return lattice;
}

/* Nothing is generalized, and classes that fail are withheld. Takes @model. */
static DeidResult *
evaluate (DeidLattice *lattice, DeidPrivacyModel *model)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPolicy) policy = deid_policy_new_bottom (lattice, NULL);
  GError *error = NULL;
  DeidResult *result;

  ck_assert (deid_problem_add_privacy_model (problem, model, &error));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.9, &error));
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (result);
  deid_privacy_model_unref (model);
  return result;
}

static DeidDataset *
release (DeidResult *result)
{
  GError *error = NULL;
  DeidDataset *dataset = deid_result_apply (result, NULL, NULL, &error);

  assert_no_error (error);
  return dataset;
}

/* Checks what each of two results says to its own release and to the other's, where @strict
 * withholds the classes a and b and @lenient nothing. Takes both. */
static void
check_pair (DeidResult *strict, DeidResult *lenient)
{
  g_autoptr (DeidDataset) part = release (strict), whole = release (lenient);
  GError *error = NULL;

  ck_assert_uint_eq (deid_result_get_n_suppressed (strict), 8);
  ck_assert_uint_eq (deid_result_get_n_suppressed (lenient), 0);
  ck_assert (deid_result_verify (strict, part, NULL, &error));
  ck_assert (deid_result_verify (lenient, whole, NULL, &error));
  assert_no_error (error);
  ck_assert (!deid_result_verify (strict, whole, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "of 4 rows, is released but fails",
                NULL);
  ck_assert (!deid_result_verify (lenient, part, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION,
                "of 4 rows, is suppressed but passes every privacy model", NULL);
  deid_result_unref (strict);
  deid_result_unref (lenient);
}

/* Parameters that the classes a and b just meet, and just do not, by 10^-13 or not at all. */
static const struct
{
  const char *meets;
  const char *fails;
} thresholds[] = {
  { "el:2@s", "el:2.0000000000001@s" },
  /* 2 (1 + 1/3) - 2 = log 1.9477340410546757… */
  { "elg:1.947734041054675@s", "elg:1.947734041054676@s" },
  { "te:0.25@s", "te:0.2499999999999@s" },
  { "to:0.125:text@s", "to:0.1249999999999:text@s" },
  { "bl:1@s", "bl:0.9999999999999@s" },
  { "ebl:1@s", "ebl:0.9999999999999@s" },
  { "dd:1.0000000000001@s", "dd:1@s" },
  { "noattack:4:1", "noattack:4:0.9999999999999" },
  { "payout:1:3.9999999999999:100:1", "payout:1:4:100:1" },
};

START_TEST (library_models)
{
  g_autoptr (DeidLattice) lattice = make_lattice ();
  GError *error = NULL;
  DeidResult *results[2];

  for (guint i = 0; i < 2; i++)
    {
      DeidPrivacyModel *model = deid_privacy_model_new_from_specification (
          i == 0 ? thresholds[_i].fails : thresholds[_i].meets, NULL, &error);

      assert_no_error (error);
      results[i] = evaluate (lattice, model);
    }
  check_pair (results[0], results[1]);
}
END_TEST

static char *
describe (gpointer data)
{
  return g_strdup_printf ("fewest:%u", GPOINTER_TO_UINT (data));
}

static gboolean
accept (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes, GError **error)
{
  (void) state;
  (void) error;
  *passes = deid_class_get_n_records (eq_class) >= GPOINTER_TO_UINT (data);
  return TRUE;
}

/* As where rounding does not tell. */
static gboolean
recheck (const DeidClass *eq_class, const DeidPrivacyInput *input, gpointer data, int *verdict,
         GError **error)
{
  (void) eq_class;
  (void) input;
  (void) data;
  (void) error;
  *verdict = 0;
  return TRUE;
}

static DeidPrivacyModel *
make_host_model (guint n)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  GError *error = NULL;
  DeidPrivacyModel *model;

  deid_privacy_model_funcs_set_describe (funcs, describe, GUINT_TO_POINTER (n), NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept, GUINT_TO_POINTER (n), NULL);
  deid_privacy_model_funcs_set_recheck (funcs, recheck, NULL, NULL);
  model = deid_privacy_model_new (funcs, &error);
  assert_no_error (error);
  return model;
}

START_TEST (host_model)
{
  g_autoptr (DeidLattice) lattice = make_lattice ();

  check_pair (evaluate (lattice, make_host_model (5)), evaluate (lattice, make_host_model (4)));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("undecided");
  TCase *tcase = tcase_create ("what recheck does not tell");

  tcase_add_loop_test (tcase, library_models, 0, G_N_ELEMENTS (thresholds));
  tcase_add_test (tcase, host_model);
  suite_add_tcase (suite, tcase);
  return suite;
}
