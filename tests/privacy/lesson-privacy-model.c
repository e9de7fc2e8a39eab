/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A privacy model is a condition on equivalence classes, or on all released ones together. It can
 * be written as a short text, its specification, and read back. */
#include "support/lesson.h"

/* An attribute that the text does not name is given beside it. */
START_TEST (test_specification)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("rcl:3:2", "illness", NULL);
  g_autofree char *text = deid_privacy_model_to_specification (model);
  const char *const *sensitive = deid_privacy_model_get_sensitive (model);

  ck_assert_str_eq (text, "rcl:3:2@illness");
  ck_assert_str_eq (sensitive[0], "illness");
  ck_assert_ptr_null (sensitive[1]);
}

/* What a search may leave out depends on the closure: a class of k records stays one when records
 * join it, one of l-diversity by entropy need not, a condition on the table has none. */
START_TEST (test_closure)
{
  static const struct
  {
    const char *specification;
    DeidClosure closure;
  } cases[] = { { "k:5", DEID_CLOSURE_SUPERSET },
                { "el:2@illness", DEID_CLOSURE_UNION },
                { "elg:2@illness", DEID_CLOSURE_NONE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (cases[i].specification, NULL, NULL);

      ck_assert_int_eq (deid_privacy_model_get_closure (model), cases[i].closure);
    }
}

/* Numbers are the decimals that are written: 0.2 is 1/5. */
START_TEST (test_decimals)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_equal_t_closeness ("illness", 0.2, NULL);
  g_autofree char *text = deid_privacy_model_to_specification (model);

  ck_assert_str_eq (text, "te:0.2@illness");
}

/* The forms of all specifications, each with a sentence, serve help texts and choosers. */
START_TEST (test_list)
{
  g_auto (GStrv) summaries = NULL;
  g_auto (GStrv) forms = deid_privacy_model_list_specifications (&summaries);

  ck_assert_str_eq (forms[0], "k:K");
  ck_assert (g_str_has_prefix (summaries[0], "each class"));
  ck_assert_uint_eq (g_strv_length (forms), g_strv_length (summaries));
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("dl:3", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "dl:3", NULL);
}

LESSON (privacy_model, test_specification, test_closure, test_decimals, test_list, test_error)
