/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a page says of a loss that is proven, or nearly so. */
#include <string.h>

#include "support/lesson.h"
#include "support/own-search.h"

/* Evaluates all policies and proves that no policy loses less but for one part in @user_data. */
static gboolean
nearly_prove (DeidSearchContext *context, gpointer user_data, GError **error)
{
  (void) error;
  for (guint64 rank = 0; rank < 4; rank++)
    evaluate_rank (context, rank);
  deid_search_context_raise_lower_bound (context, 0.5 * (1 - 1 / *(double *) user_data));
  return TRUE;
}

/* Only one of two columns tells records apart: that it tells nothing any more is half of the loss.
 */
static void
assert_gap (double part, const char *expected)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("a b\n 1 1\n 1 2\n 1 3\n 1 4\n", "a 1 *\nb 1 *\nb 2 *\nb 3 *\nb 4 *\n",
                             deid_privacy_model_new_k_anonymity (4, NULL));
  g_autoptr (DeidSearch) search = own_search_new (nearly_prove, &part);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidPage) page = NULL;
  g_autofree char *html = NULL;
  GError *error = NULL;

  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert_double_eq (deid_result_get_loss (result), 0.5);
  page = deid_page_new (result, NULL, NULL, NULL);
  html = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, &error);
  assert_no_error (error);
  ck_assert_msg (strstr (html, expected) != NULL, "%s in %s", expected, html);
}

/* However many digits of the loss and its bound are the same. */
START_TEST (gaps)
{
  assert_gap (4, "data-value=\"0.375\">0.375</span>, which is 25\302\240% less");
  assert_gap (1e6, "\">0.5</span>, which is 0.0001\302\240% less");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("page of proofs");
  TCase *cases = tcase_create ("page of proofs");

  tcase_add_test (cases, gaps);
  suite_add_tcase (suite, cases);
  return suite;
}
