/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Suggestions as a problem file: what it shows of the table, and that it is one whatever columns
 * are called. */
#include <string.h>

#include "support/figures.h"
#include "support/suggested-table.h"
#include "support/suite.h"

/* The text has no value of a record but where the host asked for it; a code of the list is none. */
START_TEST (values_are_not_shown)
{
  for (gboolean is_shown = FALSE; is_shown <= TRUE; is_shown++)
    {
      char texts[N_ROWS][16];
      const char *values[N_ROWS];
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidReport) suggestions = NULL;
      const char *text;

      for (guint i = 0; i < N_ROWS; i++)
        {
          g_snprintf (texts[i], sizeof texts[i], "7%03u", i);
          values[i] = texts[i];
        }
      values[4] = "SECRET";
      values[5] = "NA";
      ck_assert (deid_dataset_add_string_column (dataset, "age", values, N_ROWS, NULL, NULL));
      ck_assert (deid_dataset_set_show_values (dataset, is_shown, NULL));
      suggestions = suggest (dataset);
      text = text_of (suggestions, "problem");
      ck_assert_int_eq (strstr (text, "SECRET") != NULL, is_shown);
      ck_assert_ptr_null (strstr (text, "7012"));
      ck_assert_ptr_nonnull (strstr (text, "row 5"));
      ck_assert_ptr_nonnull (strstr (text, "58 of 59 different values"));
      ck_assert_ptr_nonnull (strstr (text, "\nmissing=NA\n"));
      ck_assert_ptr_nonnull (strstr (text, "1 of 60 records"));
    }
}
END_TEST

/* Values that may be shown stand behind missing= as a list has them. */
START_TEST (exceptions_that_are_shown)
{
  g_autoptr (DeidDataset) dataset = make_dirty ("birth_date", "N-06-15", "12.03.1961;x");
  g_autoptr (DeidReport) suggestions = NULL;
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autofree char *text = NULL;
  GError *error = NULL;
  char *taken;

  ck_assert (deid_dataset_set_show_values (dataset, TRUE, NULL));
  suggestions = suggest (dataset);
  text = g_strdup (text_of (suggestions, "problem"));
  taken = strstr (text, "# missing=12.03.1961");
  ck_assert_ptr_nonnull (taken);
  memcpy (taken, "  ", 2);
  ck_assert (deid_job_load_text (job, text, NULL, NULL, &error));
  assert_no_error (error);
  ck_assert_str_eq (deid_job_get (job, "column birth_date", "missing"), "12.03.1961\\;x");
}
END_TEST

/* Who edits the role alone finds the rule. */
START_TEST (rules_of_other_roles)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidReport) suggestions = NULL;
  const char *text;

  add_numbers (dataset, "income", 30);
  add_numbers (dataset, "MRN", N_ROWS);
  add_numbers (dataset, "x", 1);
  add_numbers (dataset, "patient", 50);
  suggestions = suggest (dataset);
  text = text_of (suggestions, "problem");
  ck_assert_ptr_nonnull (
      strstr (text, "role=sensitive\ntype=integer\n# rule=intervals:2,4,8,16\n"));
  ck_assert_ptr_nonnull (
      strstr (text, "role=identifying\ntype=integer\n# rule=intervals:5,10,20,40\n"));
  ck_assert_ptr_nonnull (strstr (text, "role=insensitive\ntype=integer\n# rule=suppress\n"));
  ck_assert_ptr_nonnull (strstr (text, "role=entity\ntype=integer\n\n"));
}
END_TEST

START_TEST (decimal_commas)
{
  static const char *const values[] = { "12,50", "7,5", "-0,25", "12,50", "7,5", "12,50" };
  g_autoptr (DeidDataset) dataset = make_text_column ("charge", values, G_N_ELEMENTS (values));
  g_autoptr (DeidReport) suggestions = suggest (dataset);
  const char *text = text_of (suggestions, "problem");

  ck_assert_str_eq (text_of (suggestions, "columns[0].type"), "decimal");
  ck_assert_ptr_nonnull (strstr (text, "\ntype=decimal\ndecimal=,\n"));
}
END_TEST

/* A table of one column may have been read with the wrong delimiter. */
START_TEST (wrong_delimiters)
{
  static const struct
  {
    const char *name;
    const char *doubt;
    const char *other;
  } cases[] = {
    { "a;b", "# The table has one column (is the delimiter ';'?).\n", ";" },
    { "a\tb", "# The table has one column (is the delimiter '\\t'?).\n", "\t" },
    { "a|b", "# The table has one column (is the delimiter '|'?).\n", "|" },
    { "a,b", "# Suggestions for visits", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidReport) suggestions = NULL;
      const char *text;

      add_numbers (dataset, cases[i].name, 3);
      suggestions = suggest (dataset);
      text = text_of (suggestions, "problem");
      ck_assert_msg (g_str_has_prefix (text, cases[i].doubt), "%s", text);
      ck_assert_pstr_eq (text_of (suggestions, "other_delimiter"), cases[i].other);
    }
}
END_TEST

/* A key file has no other sections and keys than those that are meant, however columns are called.
 */
START_TEST (hostile_names)
{
  static const char *const names[] = { "a]\n[models]\nmodel=k:1",
                                       "x=y",
                                       "  blank ",
                                       "*",
                                       "?q[1]",
                                       "100%25",
                                       "#comment",
                                       "\\n;s",
                                       "é\u202E",
                                       "tab\t" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("a\nb");
  g_autoptr (DeidReport) suggestions = NULL;
  g_autoptr (DeidJob) job = deid_job_new ();
  const char *text;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    add_numbers (dataset, names[i], 30 + i);
  suggestions = deid_report_new_suggestions (dataset, " file\n;=.csv", NULL, NULL, &error);
  assert_no_error (error);
  text = text_of (suggestions, "problem");
  ck_assert (deid_job_load_text (job, text, NULL, NULL, &error));
  assert_no_error (error);
  ck_assert (!deid_job_is_set (job, "models", "model"));
  ck_assert_str_eq (deid_job_get (job, "input", "input"), " file\n;=.csv");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *section = deid_job_get_column_section (names[i]);

      ck_assert_msg (deid_job_is_set (job, section, "role"), "%s", section);
      ck_assert_str_eq (deid_job_get (job, section, "type"), "integer");
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("suggested-files");
  TCase *tcase = tcase_create ("suggested-files");

  tcase_add_test (tcase, values_are_not_shown);
  tcase_add_test (tcase, exceptions_that_are_shown);
  tcase_add_test (tcase, rules_of_other_roles);
  tcase_add_test (tcase, decimal_commas);
  tcase_add_test (tcase, wrong_delimiters);
  tcase_add_test (tcase, hostile_names);
  suite_add_tcase (suite, tcase);
  return suite;
}
