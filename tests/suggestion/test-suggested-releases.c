/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From a bare table by suggestions to a release. */
#include "support/figures.h"
#include "support/suggested-table.h"
#include "support/suite.h"

/* Types and missing codes can be set, rules bind, and a job that reads the file releases the table.
 */
static DeidDataset *
release (const char *path, const char *const *settings)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL, released = NULL;
  g_autoptr (DeidReport) suggestions = NULL;
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) result = NULL;
  const char *text;
  GError *error = NULL;

  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  dataset = deid_dataset_new_from_csv_file (path, options, NULL, &error);
  assert_no_error (error);
  suggestions = deid_report_new_suggestions (dataset, path, options, NULL, &error);
  assert_no_error (error);
  text = text_of (suggestions, "problem");
  ck_assert (deid_job_load_text (job, text, NULL, NULL, &error));
  assert_no_error (error);
  for (; settings[0] != NULL; settings += 3)
    {
      ck_assert (deid_job_set (job, settings[0], settings[1], settings[2], NULL, &error));
      assert_no_error (error);
    }
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  released = deid_job_release (job, result, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_gt (deid_dataset_get_n_rows (released), 0);
  return g_steal_pointer (&released);
}

#define LIMITS "models", "model", "k:5", "limits", "suppression-limit", "5%"

START_TEST (discharges)
{
  static const char *const settings[] = { LIMITS, NULL };

  deid_dataset_unref (release (get_source_file ("examples/data/discharges.csv"), settings));
}
END_TEST

/* Returns: the roles of a table, a letter a column. */
static char *
list_roles (const DeidReport *suggestions)
{
  GString *roles = g_string_new (NULL);

  for (guint c = 0; c < n_rows_of (suggestions, "columns"); c++)
    {
      const char *name = text_of (suggestions, "columns[%u].role", c);
      guint role = 0;

      while (!g_str_equal (deid_enum_get_name ("DeidRole", (int) (DeidRole) role), name))
        role++;
      g_string_append_c (roles, "iqsneWSj"[role]);
    }
  return g_string_free (roles, FALSE);
}

/* The tables of the field: what a person would say of their columns. */
START_TEST (known_tables)
{
  static const struct
  {
    const char *path;
    const char *roles;
  } cases[] = {
    { "data/adult/adult.csv", "qqqqqqqqs" },
    { "data/adult/demographics_32561.csv", "qqq" },
    { "data/creditcard/creditcard.csv", "sqqqqsssssssssssssssssss" },
    { "data/mach2019/mach2019.csv", "qqqqqsqqqqqqqqqq" },
  };
  static const char *const settings[] = { LIMITS, NULL };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *path = find_shared_file (cases[i].path);
      g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidReport) suggestions = NULL;
      g_autofree char *roles = NULL;

      if (path == NULL)
        {
          note_skipped ();
          return;
        }
      ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
      dataset = deid_dataset_new_from_csv_file (path, options, NULL, NULL);
      suggestions = suggest (dataset);
      roles = list_roles (suggestions);
      if (i < 3)
        deid_dataset_unref (release (path, settings));
      ck_assert_msg (g_str_equal (roles, cases[i].roles), "%s: %s", cases[i].path, roles);
    }
}
END_TEST

/* Rules have levels between the values and nothing at all: what k-anonymity and l-diversity leave
 * of Adult tells ages and education apart. */
START_TEST (coarse_levels)
{
  static const char *const settings[]
      = { "models", "model", "k:5;dl:2", "limits", "suppression-limit", "5%", NULL };
  const char *path = find_shared_file ("data/adult/adult.csv");
  g_autoptr (DeidDataset) released = NULL;
  guint column;

  if (path == NULL)
    {
      note_skipped ();
      return;
    }
  released = release (path, settings);
  for (guint i = 0; i < 2; i++)
    {
      gboolean differs = FALSE;

      ck_assert (deid_dataset_find_column (released, i == 0 ? "age" : "education", &column, NULL));
      for (guint64 row = 1; row < deid_dataset_get_n_rows (released); row++)
        differs |= !g_str_equal (deid_dataset_get_value (released, row, column),
                                 deid_dataset_get_value (released, 0, column));
      ck_assert (differs);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("suggested-releases");
  TCase *tcase = tcase_create ("suggested-releases");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, discharges);
  tcase_add_test (tcase, known_tables);
  tcase_add_test (tcase, coarse_levels);
  suite_add_tcase (suite, tcase);
  return suite;
}
