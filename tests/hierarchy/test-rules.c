/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies made of rules, whatever their kind. */
#include "support/suite.h"

START_TEST (test_specification)
{
  g_autoptr (DeidHierarchy) hierarchy
      = deid_hierarchy_new_from_specification ("suppress;missing=NA", NULL);
  g_autofree char *specification = specify (hierarchy);

  ck_assert_str_eq (specification, "suppress;missing=NA");
  ck_assert_str_eq (deid_hierarchy_get_name (hierarchy), "suppress;missing=NA");
  ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), 2);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 0);
}

/* Rows are no rule. */
START_TEST (test_table)
{
  const char *path = write_file ("age.csv", "31,30s,*\n34,30s,*\n", -1);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_csv_file (path, NULL, NULL, NULL);

  ck_assert_ptr_null (specify (hierarchy));
}

START_TEST (test_list)
{
  g_auto (GStrv) summaries = NULL;
  g_auto (GStrv) forms = deid_hierarchy_list_specifications (&summaries);
  g_auto (GStrv) alone = deid_hierarchy_list_specifications (NULL);

  ck_assert (g_strv_contains ((const char *const *) forms, "suppress"));
  ck_assert_uint_eq (g_strv_length (forms), g_strv_length (summaries));
  ck_assert (g_strv_equal ((const char *const *) forms, (const char *const *) alone));
}

START_TEST (test_bad_rules)
{
  static const char *const bad[][2] = {
    { "supress", "(did you mean 'suppress'?)" },
    { "prefx:4,3", "expected the name of one (did you mean 'prefix'?)" },
    { "", "suppress" },
    { "suppress:3", "nothing behind the name" },
    { "suppress;depth=3", "no option that the rule lacks" },
    { "suppress;missing=", "one value" },
    { "suppress;missing=NA,", "empty" },
    { "suppress;missing=NA,NA", "once" },
    { "suppress;missing=NA;special=x,NA", "once" },
    { "suppress;suppress=maybe", "suppress=no" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      GError *error = NULL;

      ck_assert_ptr_null (deid_hierarchy_new_from_specification (bad[i][0], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, bad[i][0], bad[i][1], NULL);
    }
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("rules");
  TCase *tcase = tcase_create ("rules");

  tcase_add_test (tcase, test_specification);
  tcase_add_test (tcase, test_table);
  tcase_add_test (tcase, test_list);
  tcase_add_test (tcase, test_bad_rules);
  suite_add_tcase (suite, tcase);
  return suite;
}
