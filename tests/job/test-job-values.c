/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values of a job: blanks in lists, how long texts last, and what a call that failed leaves. */
#include "support/suite.h"
#include "table/csv-options.h"

#include <string.h>

/* Missing codes that are blanks or have some at an end, by files and one by one. */
START_TEST (blank_codes)
{
  static const struct
  {
    const char *written, *normal;
    const char *codes[4];
  } cases[] = {
    { "\\s", "\\s", { " " } },
    { "NA ; \\sz\\s;\\t", "NA;\\sz\\s;\t", { "NA", " z ", "\t" } },
    { " \\s\\s; a b ;x\\; \\; ;y\\\\ ",
      "\\s\\s;a b;x\\; \\;;y\\\\",
      { "  ", "a b", "x; ;", "y\\" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint is_column = 0; is_column < 2; is_column++)
      {
        const char *section = is_column ? "column a" : "input";
        g_autofree char *text = g_strdup_printf ("[%s]\nmissing=%s\n", section, cases[i].written);
        g_autofree char *normal = NULL, *again = NULL;
        g_autoptr (DeidJob) job = deid_job_new (), copy = deid_job_new ();
        g_autoptr (DeidCsvOptions) csv = NULL;
        const char *const *codes;
        GError *error = NULL;

        deid_job_load_text (job, text, NULL, NULL, &error);
        assert_no_error (error);
        ck_assert_str_eq (deid_job_get (job, section, "missing"), cases[i].normal);
        ck_assert (deid_job_set (copy, section, "missing", cases[i].normal, NULL, NULL));
        ck_assert_str_eq (deid_job_get (copy, section, "missing"), cases[i].normal);
        normal = deid_job_to_text (job, NULL, NULL);
        ck_assert (deid_job_load_text (copy, normal, NULL, NULL, NULL));
        again = deid_job_to_text (copy, NULL, NULL);
        ck_assert_str_eq (again, normal);
        if (is_column)
          continue;
        csv = deid_job_make_csv_options (copy, &error);
        assert_no_error (error);
        codes = (const char *const *) csv->missing_values;
        for (guint c = 0; c < 4; c++)
          {
            ck_assert_pstr_eq (codes[c], cases[i].codes[c]);
            if (codes[c] == NULL)
              break;
          }
      }
}
END_TEST

/* The table in which the codes stand, and columns whose names begin with a blank. */
START_TEST (blank_columns)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autofree char *text
      = g_strdup_printf ("[input]\ninput=%s\nmissing=\\s\n[column b]\nmissing=\\sz\n"
                         "[column both]\njoint=\\sa; b\n[models]\nmodel=dl:2@\\sa;k:2\n",
                         write_file ("blanks.csv", "\" a\",b\n\" \",z\n1,\" z\"\n2,y\n", -1));
  GError *error = NULL;
  DeidDataset *dataset;
  guint a, b;

  deid_job_load_text (job, text, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (deid_job_get (job, "models", "model"), "dl:2@ a;k:2");
  dataset = deid_job_get_dataset (job, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_dataset_find_column (dataset, " a", &a, NULL));
  ck_assert (deid_dataset_find_column (dataset, "b", &b, NULL));
  ck_assert (deid_dataset_find_column (dataset, "both", NULL, NULL));
  ck_assert_ptr_null (deid_dataset_get_value (dataset, 0, a));
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, b), "z");
  ck_assert_ptr_null (deid_dataset_get_value (dataset, 1, b));
}
END_TEST

/* A text lasts until its own key is set again, whatever else is read. */
START_TEST (lasting_texts)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  GError *error = NULL;
  const char *limit, *rule;

  ck_assert (deid_job_set (job, "limits", "suppression-limit", "5%", NULL, NULL));
  ck_assert (deid_job_set (job, "column a", "rule", "suppress", NULL, NULL));
  limit = deid_job_get (job, "limits", "suppression-limit");
  rule = deid_job_get (job, "column a", "rule");
  deid_job_load_text (
      job,
      "[search]\nseed=3\n[limits]\nsuppression-limit=0.05\n[column b]\nrole=sensitive\n"
      "[column a]\nlevels=0..1\n",
      NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_eq (deid_job_get (job, "limits", "suppression-limit"), limit);
  ck_assert_ptr_eq (deid_job_get (job, "column a", "rule"), rule);
  ck_assert_str_eq (limit, "0.05");
  ck_assert_str_eq (rule, "suppress");
}
END_TEST

/* A file that was refused is none that the job reads: it may be written over. */
START_TEST (refused_files)
{
  for (guint is_refused = 0; is_refused < 2; is_refused++)
    {
      g_autoptr (DeidJob) job = deid_job_new ();
      g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
      const char *path = write_file ("p.ini", is_refused ? "[input]\nfoo\n" : "[input]\n", -1);
      GError *error = NULL;

      ck_assert_int_eq (deid_job_load_file (job, path, NULL, &error), !is_refused);
      g_clear_error (&error);
      ck_assert (deid_job_set (job, "output", "output", path, NULL, NULL));
      ck_assert_int_eq (deid_job_reserve_outputs (job, outputs, &error), is_refused);
      if (!is_refused)
        assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "input", NULL);
      assert_no_error (error);
    }
}
END_TEST

/* The files of a baseline are inputs as the table is; the words in their place are none. */
START_TEST (files_of_baselines)
{
  static const char *const keys[][2]
      = { { "baseline", "safe-harbor" }, { "zip-populations", "census-2000" } };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (DeidJob) job = deid_job_new ();
      g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
      const char *path = write_file ("baseline.txt", "[baseline]\n", -1);
      const gboolean is_word = i % 2 == 1;
      GError *error = NULL;

      ck_assert (deid_job_set (job, "baseline", keys[i / 2][0], is_word ? keys[i / 2][1] : path,
                               NULL, NULL));
      ck_assert (deid_job_set (job, "output", "output", path, NULL, NULL));
      ck_assert_int_eq (deid_job_reserve_outputs (job, outputs, &error), is_word);
      if (!is_word)
        assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "input", NULL);
      assert_no_error (error);
    }
}
END_TEST

/* Messages are one line of UTF-8, whatever the key was. */
START_TEST (strange_keys)
{
  static const char *const keys[][2] = { { "\xff", "[input] \\xFF: " },
                                         { "a\nFAKE: line", "[input] a\\nFAKE: line: " },
                                         { "a\x1b[2J", "\\x1B" } };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (DeidJob) job = deid_job_new ();
      GError *error = NULL;

      ck_assert (!deid_job_set (job, "input", keys[i][0], "a", NULL, &error));
      ck_assert (g_utf8_validate (error->message, -1, NULL));
      assert_one_line (error->message);
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, keys[i][1], NULL);
    }
}
END_TEST

/* Asterisks in a row are one: a pattern of millions takes no longer. */
START_TEST (rows_of_asterisks)
{
  static const char *const names[][2] = { { "column a***b", "column a*b" },
                                          { "column **?**", "column *?*" },
                                          { "column **%2A*%2a**", "column *%2A*%2a*" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (DeidJob) job = deid_job_new ();
      g_auto (GStrv) sections = NULL;

      ck_assert (deid_job_set (job, names[i][0], "role", "sensitive", NULL, NULL));
      sections = deid_job_list_column_sections (job);
      ck_assert_str_eq (sections[0], names[i][1]);
      ck_assert_str_eq (deid_job_get (job, names[i][1], "role"), "sensitive");
      ck_assert (deid_job_is_set (job, names[i][0], "role"));
    }
}
END_TEST

/* The recoding that is named goes before that of the algorithm, before and after it is written. */
START_TEST (recodings)
{
  static const struct
  {
    const char *algorithm, *recoding;
    DeidRecodingKind expected;
  } cases[] = {
    { "", "", DEID_RECODING_GLOBAL },          { "flash", "auto", DEID_RECODING_GLOBAL },
    { "local", "", DEID_RECODING_LOCAL },      { "local:10:1", "auto", DEID_RECODING_LOCAL },
    { "", "local", DEID_RECODING_LOCAL },      { "", "cells", DEID_RECODING_CELLS },
    { "local", "cells", DEID_RECODING_CELLS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = deid_job_new (), copy = deid_job_new ();
      g_autofree char *text = NULL;

      ck_assert (deid_job_set (job, "search", "algorithm", cases[i].algorithm, NULL, NULL));
      ck_assert (deid_job_set (job, "search", "recoding", cases[i].recoding, NULL, NULL));
      ck_assert_int_eq (deid_job_get_recoding (job), cases[i].expected);
      text = deid_job_to_text (job, NULL, NULL);
      ck_assert (deid_job_load_text (copy, text, NULL, NULL, NULL));
      ck_assert_int_eq (deid_job_get_recoding (copy), cases[i].expected);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job-values");
  TCase *values = tcase_create ("values");

  tcase_add_test (values, blank_codes);
  tcase_add_test (values, blank_columns);
  tcase_add_test (values, lasting_texts);
  tcase_add_test (values, refused_files);
  tcase_add_test (values, files_of_baselines);
  tcase_add_test (values, strange_keys);
  tcase_add_test (values, rows_of_asterisks);
  tcase_add_test (values, recodings);
  suite_add_tcase (suite, values);
  return suite;
}
