/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a page says of figures that are not there, or that say little. */
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"

#define N_ROWS 120

/* Half of the records are of age 20, half above 30, of whom the rule makes an open range. Most of
 * the young are female. Names are unique, and so are beds; shifts alternate, whatever the age. */
static DeidResult *
make_result (guint n_young, const char *levels)
{
  g_autoptr (GString) table = g_string_new ("age,sex,name,bed,shift\n");
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidPolicy) policy = NULL;
  DeidProblem *problem;
  DeidResult *result;
  GError *error = NULL;

  for (guint i = 0; i < N_ROWS; i++)
    g_string_append_printf (table, "%u,%s,n%u,b%u,%s\n", i < n_young ? 20 : 31 + i % 2,
                            (i % 3 == 0) == (i < 60) ? "m" : "f", i, i * 7 % N_ROWS,
                            i / 2 % 2 == 0 ? "day" : "night");
  ck_assert (
      deid_job_set (job, "input", "input", write_file ("t.csv", table->str, -1), NULL, NULL));
  ck_assert (deid_job_set (job, "column *", "role", "insensitive", NULL, NULL));
  ck_assert (deid_job_set (job, "column age", "role", "quasi-identifying", NULL, NULL));
  ck_assert (deid_job_set (job, "column age", "type", "integer", NULL, NULL));
  ck_assert (deid_job_set (job, "column age", "rule", "intervals:10;top=30", NULL, NULL));
  ck_assert (deid_job_set (job, "models", "model", "k:5", NULL, NULL));
  problem = deid_job_get_problem (job, NULL, &error);
  assert_no_error (error);
  policy = deid_policy_new_from_text (deid_problem_get_lattice (problem), levels, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  return result;
}

static char *
write_page (DeidResult *result, DeidAudience audience)
{
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (result, NULL, NULL, NULL);
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  GError *error = NULL;
  char *html;

  ck_assert (deid_page_add_report (page, distortion, NULL));
  html = deid_page_to_html (page, audience, NULL, &error);
  assert_no_error (error);
  return html;
}

static void
check_page (guint n_young, const char *levels, DeidAudience audience, const char *n_left_out,
            gboolean has_others)
{
  g_autoptr (DeidResult) result = make_result (n_young, levels);
  g_autofree char *html = write_page (result, audience);
  const char *found = strstr (html, "stand_ins.nothing");

  ck_assert_int_eq (found != NULL, n_left_out != NULL);
  if (n_left_out == NULL)
    return;
  ck_assert_ptr_nonnull (strstr (found, n_left_out));
  ck_assert_ptr_nonnull (strstr (found, " have a label without a number or a middle"));
  ck_assert_int_eq (strstr (found, "No other record has a number") == NULL, has_others);
}

/* Of `>= 30` there are 60 of 120 records, or all of them, or none. */
START_TEST (open_ranges)
{
  for (guint i = 0; i < 2; i++)
    {
      const DeidAudience audience = i == 0 ? DEID_AUDIENCE_CUSTODIAN : DEID_AUDIENCE_PUBLIC;

      check_page (60, "age:1", audience, ">60<", TRUE);
      check_page (0, "age:1", audience, ">120<", FALSE);
      check_page (60, "age:0", audience, NULL, TRUE);
    }
}
END_TEST

START_TEST (open_ranges_as_text)
{
  g_autoptr (DeidResult) result = make_result (60, "age:1");
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (result, NULL, NULL, NULL);
  g_autofree char *text = deid_report_to_text (distortion, NULL, NULL);

  ck_assert_ptr_nonnull (strstr (text, " nothing 60, "));
}
END_TEST

/* Two of four columns of texts are unique: with each other, with the others and with ages they go
 * together by chance. Shifts are independent of the others. Of ten pairs that of age and sex alone
 * is told. */
START_TEST (pairs_by_chance)
{
  g_autoptr (DeidResult) result = make_result (60, "age:1");
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (result, NULL, NULL, NULL);
  g_autofree char *html = write_page (result, DEID_AUDIENCE_CUSTODIAN);
  guint n_told = 0;

  ck_assert_uint_eq (n_rows_of (distortion, "pairs"), 10);
  for (guint pair = 0; pair < 10; pair++)
    {
      g_autofree char *path = g_strdup_printf ("distortion.pairs.%u.cramers_v.before", pair);

      if (strstr (html, path) == NULL)
        continue;
      n_told++;
      for (guint i = 0; i < 2; i++)
        {
          const char *column = text_of (distortion, "pairs[%u].columns[%u]", pair, i);

          ck_assert (g_str_equal (column, "age") || g_str_equal (column, "sex"));
        }
    }
  ck_assert_uint_eq (n_told, 1);
  ck_assert_ptr_nonnull (strstr (html, "Left out: 9 pairs"));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("page distortion");
  TCase *tests = tcase_create ("page");

  tcase_add_test (tests, open_ranges);
  tcase_add_test (tests, open_ranges_as_text);
  tcase_add_test (tests, pairs_by_chance);
  suite_add_tcase (suite, tests);
  return suite;
}
