/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The order of labels on a page. */
#include "page/page-words.h"

#include "support/suite.h"

/* Each list is in order. */
START_TEST (order_of_labels)
{
  static const char *const lists[][8] = {
    { "-10", "-3", "0-9", "0-19", "5", "10-19", "*", "" },
    { "< 18", "18", "18-30", "18-65", "> 18", "90.5", "female", NULL },
    { "00***", "0010*", "00108", "05***", "43***", "43126", "*", "" },
    { "[0, 5)", "[5, 10)", "[10, 20)", "2023-Q1", "2023-Q10", "2024-Q1", "*", NULL },
    { "2023-02-01", "2023-10-01", "2023-10-01/2", "*", "", NULL },
  };

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < 8; i++)
      for (guint j = 0; j < 8; j++)
        {
          const int order = deid_label_compare (lists[l][i], lists[l][j]);
          const char *other = lists[l][j];
          const gboolean is_missing = lists[l][i] == NULL || lists[l][i][0] == '\0';

          if (is_missing && (other == NULL || other[0] == '\0'))
            ck_assert_int_eq (order, 0);
          else
            ck_assert_msg ((order > 0) - (order < 0) == (i > j) - (i < j), "%s and %s", lists[l][i],
                           other);
        }
}
END_TEST

/* Texts keep the order that they have: levels of a pain, or days before months. */
START_TEST (texts)
{
  ck_assert_int_eq (deid_label_compare ("low", "high"), 0);
  ck_assert_int_eq (deid_label_compare ("31.12.2023", "01.01.2024"), 0);
  ck_assert_int_eq (deid_label_compare ("12/31/2023", "01/01/2024"), 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("page words");
  TCase *tests = tcase_create ("page words");

  tcase_add_test (tests, order_of_labels);
  tcase_add_test (tests, texts);
  suite_add_tcase (suite, tests);
  return suite;
}
