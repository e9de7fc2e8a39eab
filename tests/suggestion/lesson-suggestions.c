/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Suggestions say what each column of a bare table may be, and why, as a problem file that somebody
 * who knows the table goes through. They decide nothing. */
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"

#define TABLE                                                                                      \
  "record name  age zip   diagnosis\n"                                                             \
  " 1      Roe   31 02134 flu      \n"                                                             \
  " 2      Doe   31 02139 flu      \n"                                                             \
  " 3      Poe   47 10001 cold     \n"                                                             \
  " 4      Moe   52 94110 cold     \n"

static DeidReport *
suggest (void)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (TABLE);

  return deid_report_new_suggestions (dataset, "visits.csv", NULL, NULL, NULL);
}

/* Records have a number each; a name says what it is; ages and postal codes are known to others; a
 * diagnosis must not become known. */
START_TEST (test_roles)
{
  static const DeidRole expected[]
      = { DEID_ROLE_IDENTIFYING, DEID_ROLE_IDENTIFYING, DEID_ROLE_QUASI_IDENTIFYING,
          DEID_ROLE_QUASI_IDENTIFYING, DEID_ROLE_SENSITIVE };
  g_autoptr (DeidReport) suggestions = suggest ();

  for (guint c = 0; c < G_N_ELEMENTS (expected); c++)
    ck_assert_str_eq (text_of (suggestions, "columns[%u].role", c),
                      deid_enum_get_name ("DeidRole", (int) expected[c]));
}

/* What is generalized has a rule. */
START_TEST (test_rules)
{
  g_autoptr (DeidReport) suggestions = suggest ();

  ck_assert_ptr_null (text_of (suggestions, "columns[0].rule"));
  ck_assert_str_eq (text_of (suggestions, "columns[2].rule"), "intervals:5,10,20,40");
  ck_assert_str_eq (text_of (suggestions, "columns[3].rule"), "prefix:4,3,2");
}

/* Of the 6 pairs of records 5 differ in age, and 2 of 4 records have an age that no other has. */
START_TEST (test_evidence)
{
  g_autoptr (DeidReport) suggestions = suggest ();
  const char *text = text_of (suggestions, "problem");

  ck_assert_str_eq (text_of (suggestions, "columns[2].evidence[0]"),
                    "The name says: ages, kind (C) of HIPAA's 18 identifiers.");
  ck_assert_str_eq (text_of (suggestions, "columns[2].evidence[1]"),
                    "3 different values: 83.3 % of the pairs of records differ.");
  ck_assert_str_eq (text_of (suggestions, "columns[2].evidence[2]"),
                    "2 records have a value that no other has.");
  ck_assert_ptr_nonnull (strstr (text, "\n[input]\ninput=visits.csv\n"));
  ck_assert_ptr_nonnull (strstr (text, "\nrole=quasi-identifying\ntype=text\nrule=prefix:4,3,2\n"));
}

START_TEST (test_error)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (TABLE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_suggestions (dataset, NULL, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}

LESSON (suggestions, test_roles, test_rules, test_evidence, test_error)
