/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A quality model measures the loss of a policy, from what values cost or from what classes cost.
 * The former have an aggregate and weights of attributes. */
#include "support/lesson.h"

START_TEST (test_specification)
{
  static const char *const texts[] = { "loss:arith:0.2", "precision:geo", "dm", "ce@income" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (DeidQualityModel) model
          = deid_quality_model_new_from_specification (texts[i], NULL);
      g_autofree char *text = deid_quality_model_to_specification (model);

      ck_assert_str_eq (text, texts[i]);
    }
}

/* On level 1 town costs 1 and sex 0; with weights 3 and 1 the mean is 3/4, the maximum 3/3. */
START_TEST (test_weights)
{
  static const struct
  {
    const char *specification;
    double loss;
  } cases[] = { { "precision:arith", 3.0 / 4 }, { "precision:max", 1 }, { "precision:sum", 3 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DeidQualityModel *model
          = deid_quality_model_new_from_specification (cases[i].specification, NULL);

      ck_assert (deid_quality_model_set_attribute_weight (model, "town", 3, NULL));
      assert_loss ("town sex\n x f\n y m\n", NULL, "town:1 sex:0", NULL, model, cases[i].loss);
    }
}

/* Given to a problem, a model does not change any more. */
START_TEST (test_immutable)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem ("town\n x\n", NULL, NULL);
  g_autoptr (DeidQualityModel) model
      = deid_quality_model_new_from_specification ("precision:arith", NULL);
  GError *error = NULL;

  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  ck_assert (!deid_quality_model_set_attribute_weight (model, "town", 3, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}

/* The forms of all specifications, each with a sentence, serve help texts and choosers. */
START_TEST (test_list)
{
  g_auto (GStrv) summaries = NULL;
  g_auto (GStrv) forms = deid_quality_model_list_specifications (&summaries);

  ck_assert_str_eq (forms[0], "loss:AGGREGATE[:FACTOR]");
  ck_assert (g_str_has_prefix (summaries[0], "the share"));
  ck_assert_uint_eq (g_strv_length (forms), g_strv_length (summaries));
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_quality_model_new_from_specification ("loss:median", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, NULL);
}

LESSON (quality_model, test_specification, test_weights, test_immutable, test_list, test_error)
