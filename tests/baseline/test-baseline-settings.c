/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a baseline is told, and what it says of that: in calls, texts and reports. */
#include <string.h>

#include "support/lesson.h"

/* What a getter returned may be set again. */
START_TEST (same_day)
{
  g_autoptr (DeidBaseline) baseline = deid_baseline_new (NULL);

  ck_assert (deid_baseline_set_day (baseline, "2024-01-31", NULL));
  ck_assert (deid_baseline_set_day (baseline, deid_baseline_get_day (baseline), NULL));
  ck_assert_str_eq (deid_baseline_get_day (baseline), "2024-01-31");
}
END_TEST

START_TEST (same_areas)
{
  static const char *const codes[] = { "021" }, *const counts[] = { "30000" };
  g_autoptr (DeidBaseline) baseline = deid_baseline_new (NULL);
  DeidDataset *areas = deid_dataset_new ("areas");

  ck_assert (deid_dataset_add_string_column (areas, "zip3", codes, 1, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (areas, "count", counts, 1, NULL, NULL));
  ck_assert (deid_baseline_set_areas (baseline, areas, NULL, NULL, NULL));
  deid_dataset_unref (areas);
  ck_assert (
      deid_baseline_set_areas (baseline, deid_baseline_get_areas (baseline), NULL, NULL, NULL));
  areas = deid_baseline_get_areas (baseline);
  ck_assert_uint_eq (deid_dataset_get_n_columns (areas), 2);
  ck_assert_str_eq (deid_dataset_get_value (areas, 0, 0), "021");
}
END_TEST

/* Without a rule there is no level but 0, in calls and in reports. */
START_TEST (levels)
{
  g_autoptr (DeidBaseline) baseline = deid_baseline_new (NULL);
  g_autoptr (DeidProblem) problem = lesson_make_problem ("age sex\n40 f\n41 m\n", NULL, NULL);
  g_autoptr (DeidBaselineReport) report = NULL;
  g_autofree char *json = NULL;
  GError *error = NULL;

  ck_assert (!deid_baseline_add_column (baseline, "age", NULL, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "level 1", "expected 0", NULL);
  ck_assert (!deid_baseline_add_kind (baseline, "ages", NULL, G_MAXUINT, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "expected 0", NULL);
  ck_assert_uint_eq (deid_baseline_get_n_parts (baseline), 0);
  ck_assert (deid_baseline_add_column (baseline, "age", NULL, 0, NULL));
  ck_assert_uint_eq (deid_baseline_get_part_level (baseline, 0), 0);
  report = deid_baseline_evaluate (baseline, problem, NULL, NULL, NULL);
  json = deid_baseline_report_to_json (report, NULL);
  ck_assert_ptr_nonnull (strstr (json, "{\"column\":\"age\",\"treatment\":\"removed\","
                                       "\"rule\":null,\"level\":0,"));
}
END_TEST

static void
assert_same (const DeidBaseline *a, const DeidBaseline *b)
{
  ck_assert_str_eq (deid_baseline_get_name (a), deid_baseline_get_name (b));
  ck_assert_pstr_eq (deid_baseline_get_day (a), deid_baseline_get_day (b));
  ck_assert_uint_eq (deid_baseline_get_oldest_age (a), deid_baseline_get_oldest_age (b));
  ck_assert_uint_eq (deid_baseline_get_small_area (a), deid_baseline_get_small_area (b));
  ck_assert_int_eq (deid_baseline_get_census_2000 (a), deid_baseline_get_census_2000 (b));
  ck_assert_uint_eq (deid_baseline_get_n_parts (a), deid_baseline_get_n_parts (b));
  for (guint i = 0; i < deid_baseline_get_n_parts (a); i++)
    {
      ck_assert_str_eq (deid_baseline_get_part_section (a, i),
                        deid_baseline_get_part_section (b, i));
      ck_assert_pstr_eq (deid_baseline_get_part_rule (a, i), deid_baseline_get_part_rule (b, i));
      ck_assert_uint_eq (deid_baseline_get_part_level (a, i), deid_baseline_get_part_level (b, i));
    }
}

START_TEST (reads_back)
{
  static const char *const names[] = { "", " ", "a\nb", "\\s", "ä; \x01", "[x]=#", NULL };
  static const char *const columns[] = { "a", " a ", "*", "a=b", "#", "%", "]", "ä\n", NULL };

  for (guint i = 0; names[i] != NULL; i++)
    for (guint has_census = 0; has_census < 2; has_census++)
      {
        g_autoptr (DeidBaseline) baseline = deid_baseline_new (names[i]), again = NULL;
        g_autofree char *text = NULL;

        ck_assert (deid_baseline_set_census_2000 (baseline, has_census > 0, NULL));
        ck_assert (deid_baseline_set_small_area (baseline, G_MAXUINT64, NULL));
        ck_assert (deid_baseline_set_oldest_age (baseline, 1000, NULL));
        for (guint c = 0; columns[c] != NULL; c++)
          ck_assert (deid_baseline_add_column (baseline, columns[c],
                                               c % 3 > 0 ? "prefix:2,1" : NULL, c % 3, NULL));
        ck_assert (deid_baseline_add_column (baseline, "kept", "date:year", 0, NULL));
        ck_assert (deid_baseline_add_column (baseline, "left", "suppress", 0, NULL));
        text = deid_baseline_to_text (baseline, NULL);
        again = deid_baseline_new_from_text (text, NULL, NULL);
        ck_assert_msg (again != NULL, "%s", text);
        assert_same (baseline, again);
      }
}
END_TEST

START_TEST (census)
{
  g_autoptr (DeidBaseline) yes
      = deid_baseline_new_from_text ("[baseline]\ncensus-2000=yes\n", NULL, NULL);
  g_autoptr (DeidBaseline) no
      = deid_baseline_new_from_text ("[baseline]\ncensus-2000=no\n", NULL, NULL);
  GError *error = NULL;

  ck_assert (deid_baseline_get_census_2000 (yes) && !deid_baseline_get_census_2000 (no));
  ck_assert_ptr_null (deid_baseline_new_from_text ("[baseline]\ncensus-2000=1\n", "b.ini", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "b.ini: line 2: [baseline]", "yes", NULL);
  ck_assert_ptr_null (deid_baseline_new_from_text ("[baseline]\nday=\n", "b.ini", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "b.ini: line 2: [baseline]", NULL);
}
END_TEST

/* Reports do not say where a baseline is kept; messages do. */
START_TEST (neutral_name)
{
  const char *path = write_file ("secret.ini", "[column age]\ntreatment=remove\n", -1);
  const char *wrong = write_file ("wrong.ini", "[column age]\n", -1);
  g_autoptr (DeidBaseline) of_file = deid_baseline_new_from_file (path, NULL, NULL);
  g_autoptr (DeidBaseline) of_text = deid_baseline_new_from_text ("[baseline]\n", path, NULL);
  g_autoptr (DeidProblem) problem = lesson_make_problem ("age\n40\n41\n", NULL, NULL);
  g_autoptr (DeidBaselineReport) report
      = deid_baseline_evaluate (of_file, problem, NULL, NULL, NULL);
  g_autofree char *text = deid_baseline_report_to_text (report, NULL);
  GError *error = NULL;

  ck_assert_str_eq (deid_baseline_get_name (of_file), "baseline");
  ck_assert_str_eq (deid_baseline_get_name (of_text), "baseline");
  ck_assert_ptr_nonnull (strstr (text, "\nbaseline: baseline\n"));
  ck_assert_ptr_null (strstr (text, "secret"));
  ck_assert_ptr_null (deid_baseline_new_from_file (wrong, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "wrong.ini: line 1", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  const TTest *const tests[] = { same_day, same_areas, levels, reads_back, census, neutral_name };
  Suite *suite = suite_create ("baseline-settings");
  TCase *tcase = tcase_create ("settings");

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    tcase_add_test (tcase, tests[i]);
  suite_add_tcase (suite, tcase);
  return suite;
}
