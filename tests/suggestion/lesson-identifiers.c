/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Identifiers are the columns of a table that are among the 18 kinds of the HIPAA Privacy Rule,
 * each with the letter of its kind and why it was found. */
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"

#define TABLE                                                                                      \
  "patient_name birth      age state ip_address  \n"                                               \
  "Roe          1931-02-03  93 NY    192.168.1.4 \n"                                               \
  "Doe          1960-05-12  64 NY    192.168.1.9 \n"                                               \
  "Poe          1988-11-30  36 VT    10.0.0.17   \n"

static DeidReport *
find (const char *table)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (table);

  return deid_report_new_identifiers (dataset, NULL, NULL);
}

/* A state is as small as places may be: of the five columns it is no identifier. */
START_TEST (test_kinds)
{
  static const char *const expected[][3] = { { "patient_name", "A", "names" },
                                             { "birth", "C", "birth-dates" },
                                             { "age", "C", "ages" },
                                             { "ip_address", "O", "ip-addresses" } };
  g_autoptr (DeidReport) identifiers = find (TABLE);

  ck_assert_uint_eq (count_of (identifiers, "columns"), 5);
  ck_assert_uint_eq (n_rows_of (identifiers, "identifiers"), 4);
  for (guint i = 0; i < 4; i++)
    {
      ck_assert_str_eq (text_of (identifiers, "identifiers[%u].column", i), expected[i][0]);
      ck_assert_str_eq (text_of (identifiers, "identifiers[%u].letter", i), expected[i][1]);
      ck_assert_str_eq (text_of (identifiers, "identifiers[%u].kind", i), expected[i][2]);
    }
}
END_TEST

/* Ages are identifiers over 89 alone. */
START_TEST (test_ages)
{
  g_autoptr (DeidReport) old = find ("age\n 90\n 64\n"), young = find ("age\n 89\n 64\n");

  ck_assert_uint_eq (n_rows_of (old, "identifiers"), 1);
  ck_assert_uint_eq (n_rows_of (young, "identifiers"), 0);
}
END_TEST

/* The report says why. */
START_TEST (test_evidence)
{
  g_autoptr (DeidReport) identifiers = find (TABLE);
  g_autofree char *text = deid_report_to_text (identifiers, NULL, NULL);

  ck_assert_uint_eq (n_rows_of (identifiers, "identifiers[2].evidence"), 2);
  ck_assert_str_eq (text_of (identifiers, "identifiers[2].evidence[1]"), "There are ages over 89.");
  ck_assert_ptr_nonnull (strstr (text, "\ncolumns: 5\n"));
  ck_assert_ptr_nonnull (strstr (text, "\n  ip_address    O       ip-addresses "));
}
END_TEST

START_TEST (test_error)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (TABLE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_identifiers (dataset, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

LESSON (identifiers, test_kinds, test_ages, test_evidence, test_error)
