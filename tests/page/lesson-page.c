/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A page shows a result to those who decide on it, and says what else the host knows of it. */
#include "support/lesson.h"

#include <string.h>

/* Zip c is alone: with one record withheld, each of the others looks like another one. */
static const char table[] = "zip\n a\n a\n a\n b\n b\n c\n";

static DeidResult *
make_result (void)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (2, NULL));

  return lesson_evaluate (problem, "zip:0");
}

static char *
write_page (DeidPage *page, DeidAudience audience)
{
  char *html = deid_page_to_html (page, audience, NULL, NULL);

  ck_assert_ptr_nonnull (html);
  return html;
}

/* The smallest group is b's: two records, a risk of one half, and 5 of 6 records are released. */
START_TEST (test_answer)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autofree char *html = write_page (page, DEID_AUDIENCE_CUSTODIAN);

  ck_assert_ptr_nonnull (strstr (html, "\"risks.after.records\" data-value=\"5\">5<"));
  ck_assert_ptr_nonnull (strstr (html, "\"suppressed\" data-value=\"1\">1<"));
  ck_assert_ptr_nonnull (strstr (html, "\"risks.after.prosecutor.highest\" data-value=\"0.5\">50"));
}
END_TEST

/* The public reads nothing of withheld records, nor counts that are small. */
START_TEST (test_public)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autofree char *html = write_page (page, DEID_AUDIENCE_PUBLIC);

  ck_assert_ptr_null (strstr (html, "\"suppressed\""));
  ck_assert_ptr_null (strstr (html, "risks.before"));
  ck_assert_ptr_null (strstr (html, "\"risks.after.records\""));
}
END_TEST

/* A title is a text, whatever it looks like, and a section is there for what was added. */
START_TEST (test_parts)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidReport) left_out = deid_report_new_left_out (result, 1, 1, NULL, NULL);
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autofree char *html = NULL;

  ck_assert (deid_page_set_field (page, DEID_PAGE_FIELD_TITLE, "Zips & <others>", NULL));
  ck_assert (deid_page_add_report (page, left_out, NULL));
  html = write_page (page, DEID_AUDIENCE_CUSTODIAN);
  ck_assert_ptr_nonnull (strstr (html, "<h1>Zips &amp; &lt;others&gt;</h1>"));
  ck_assert_ptr_nonnull (strstr (html, "\"left_out.groups.0.share\" data-value=\"1\">100"));
}
END_TEST

/* A page that was written stays as it is. */
START_TEST (test_error)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autofree char *html = write_page (page, DEID_AUDIENCE_CUSTODIAN);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_nonnull (html);
  ck_assert (!deid_page_add_file (page, DEID_PAGE_FILE_TABLE, "too late", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "a writer of the page was called", NULL);
}
END_TEST

LESSON (page, test_answer, test_public, test_parts, test_error)
