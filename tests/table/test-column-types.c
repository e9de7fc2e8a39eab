/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the values of a column are: checked, kept, and told. */
#include <string.h>

#include "support/suite.h"

/* A table of one column, whose first row is line 2 of its file. */
static DeidDataset *
read_column (const char *values, gboolean show_values)
{
  g_autofree char *text = g_strconcat ("x,y\n", values, NULL);
  const char *path = write_file ("types.csv", text, -1);
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  DeidDataset *dataset;
  GError *error = NULL;

  ck_assert (deid_csv_options_set_show_values (options, show_values, NULL));
  dataset = deid_dataset_new_from_csv_file (path, options, NULL, &error);
  assert_no_error (error);
  return dataset;
}

static const char *const type_names[] = { "text", "integer", "decimal", "date" };

static const char *const role_names[]
    = { "identifying", "quasi-identifying", "sensitive", "insensitive", "entity",
        "weight",      "survey-weight",     "judged" };

START_TEST (names)
{
  for (guint t = 0; t < G_N_ELEMENTS (type_names); t++)
    ck_assert_str_eq (deid_enum_get_name ("DeidColumnType", (int) (DeidColumnType) t),
                      type_names[t]);
  ck_assert_ptr_null (deid_enum_get_name ("DeidColumnType", (int) (DeidColumnType) 4));
  ck_assert_ptr_null (deid_enum_get_name ("DeidColumnType", (int) (DeidColumnType) -1));
  for (guint r = 0; r < G_N_ELEMENTS (role_names); r++)
    ck_assert_str_eq (deid_enum_get_name ("DeidRole", (int) (DeidRole) r), role_names[r]);
  ck_assert_ptr_null (deid_enum_get_name ("DeidRole", (int) (DeidRole) G_N_ELEMENTS (role_names)));
  ck_assert_ptr_null (deid_enum_get_name ("DeidRole", (int) (DeidRole) -1));
}
END_TEST

/* The definitions of the header, value by value. */
START_TEST (values)
{
  static const struct
  {
    const char *value;
    gboolean is_integer, is_decimal;
  } cases[] = {
    { "0", TRUE, TRUE },       { "-12", TRUE, TRUE },
    { "007", TRUE, TRUE },     { "123456789012345678901234567890", TRUE, TRUE },
    { "1.5", FALSE, TRUE },    { "-.5", FALSE, TRUE },
    { "5.", FALSE, TRUE },     { "2e3", FALSE, TRUE },
    { "1E-12", FALSE, TRUE },  { "1e1234567890", FALSE, FALSE },
    { "+5", FALSE, FALSE },    { "-", FALSE, FALSE },
    { ".", FALSE, FALSE },     { "--5", FALSE, FALSE },
    { "1_000", FALSE, FALSE }, { "1.2.3", FALSE, FALSE },
    { "0x1F", FALSE, FALSE },  { "inf", FALSE, FALSE },
    { "nan", FALSE, FALSE },   { "five", FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *row = g_strconcat (cases[i].value, ",1\n", NULL);
      g_autoptr (DeidDataset) dataset = read_column (row, FALSE);

      ck_assert (deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_TEXT, NULL, NULL));
      ck_assert_int_eq (
          deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_INTEGER, NULL, NULL),
          cases[i].is_integer);
      ck_assert_int_eq (
          deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_DECIMAL, NULL, NULL),
          cases[i].is_decimal);
    }
}
END_TEST

/* ISO 8601 unless a format says otherwise; only days of the calendar are dates. */
START_TEST (dates)
{
  static const struct
  {
    const char *value, *format;
    gboolean is_date;
  } cases[] = {
    { "2024-02-29", NULL, TRUE },         { "2023-02-29", NULL, FALSE },
    { "2023-07-31T23:59", NULL, TRUE },   { "31.07.2023", NULL, FALSE },
    { "31.07.2023", "DD.MM.YYYY", TRUE }, { "31.06.2023", "DD.MM.YYYY", FALSE },
    { "1.7.2023", "DD.MM.YYYY", FALSE },  { "1.7.2023", "D.M.YYYY", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *row = g_strconcat (cases[i].value, ",1\n", NULL);
      g_autoptr (DeidDataset) dataset = read_column (row, FALSE);

      ck_assert_int_eq (
          deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_DATE, cases[i].format, NULL),
          cases[i].is_date);
      ck_assert_pstr_eq (deid_dataset_get_column_format (dataset, 0),
                         cases[i].is_date ? cases[i].format : NULL);
      ck_assert_int_eq (deid_dataset_get_column_type (dataset, 0),
                        cases[i].is_date ? DEID_COLUMN_TYPE_DATE : DEID_COLUMN_TYPE_TEXT);
    }
}
END_TEST

START_TEST (no_formats)
{
  static const char *const formats[]
      = { "", "YY-MM-DD", "hh:mm", "YYYY-MM", "DD.MM.", "week\n", "[YYYY-MM-DD]" };
  g_autoptr (DeidDataset) dataset = read_column ("2023-07-31,1\n", FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      GError *error = NULL;

      ck_assert (
          !deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_DATE, formats[i], &error));
      assert_one_line (error->message);
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "'x'", "date format", "expected", NULL);
    }
}
END_TEST

/* Different values are counted, and places named; values only where the host asked for them. */
START_TEST (offenders)
{
  for (gboolean is_shown = FALSE; is_shown <= TRUE; is_shown++)
    {
      g_autoptr (DeidDataset) dataset
          = read_column ("1,1\nJones,1\n,1\n2,1\nJones,1\nRoe,1\n", is_shown);
      GError *error = NULL;

      ck_assert (
          !deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_INTEGER, NULL, &error));
      ck_assert_int_eq (
          strstr (error->message, "'Jones' (2 records, the first in line 3), 'Roe' (line 7)")
              != NULL,
          is_shown);
      ck_assert_int_eq (strstr (error->message, "Jones") != NULL, is_shown);
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "types.csv", "'x'", "2 values are not",
                    "integer", "line 3", NULL);
      ck_assert_int_eq (deid_dataset_get_column_type (dataset, 0), DEID_COLUMN_TYPE_TEXT);
    }
}
END_TEST

/* Of 25 offenders 20 are named. */
START_TEST (many_offenders)
{
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (DeidDataset) dataset = NULL;
  GError *error = NULL;

  for (guint i = 0; i < 25; i++)
    g_string_append_printf (rows, "v%02u,1\n", i);
  dataset = read_column (rows->str, TRUE);
  ck_assert (!deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_DECIMAL, NULL, &error));
  ck_assert_ptr_null (strstr (error->message, "v20"));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "25 values", "'v19' (line 21) and 5 more",
                NULL);
}
END_TEST

START_TEST (decimal_commas)
{
  g_autoptr (DeidDataset) commas = read_column ("1.5,\n\"12,50\",\n", FALSE),
                          grouped = read_column ("\"1.234,50\",\n\"12,5\",\nx,\n", FALSE),
                          blanks = read_column ("1 234,\n1.5,\n", FALSE),
                          none = read_column ("1.5,\nx,\n", FALSE);
  GError *error = NULL;

  ck_assert (!deid_dataset_set_column_type (commas, "x", DEID_COLUMN_TYPE_DECIMAL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "line 3", "; decimal=, reads 1 of them",
                NULL);
  ck_assert (!deid_dataset_set_column_type (grouped, "x", DEID_COLUMN_TYPE_DECIMAL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "line 2",
                "; decimal=, with thousands=. reads 2 of them", NULL);
  ck_assert (
      !deid_dataset_set_column_type (grouped, "x", DEID_COLUMN_TYPE_DECIMAL, "decimal=,", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "line 2",
                "; decimal=, with thousands=. reads 1 of them", NULL);
  ck_assert (!deid_dataset_set_column_type (blanks, "x", DEID_COLUMN_TYPE_INTEGER, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "line 2",
                "; decimal=, with thousands=blank reads 1 of them", NULL);
  ck_assert (!deid_dataset_set_column_type (none, "x", DEID_COLUMN_TYPE_DECIMAL, NULL, &error));
  ck_assert_ptr_null (strstr (error->message, "decimal="));
  g_clear_error (&error);
}
END_TEST

START_TEST (refused)
{
  g_autoptr (DeidDataset) dataset = read_column ("1,1\n", FALSE);
  GError *error = NULL;

  ck_assert (!deid_dataset_set_column_type (dataset, "z", DEID_COLUMN_TYPE_TEXT, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'z'", NULL);
  ck_assert (!deid_dataset_set_column_type (dataset, "x", (DeidColumnType) 4, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'x'", "4", NULL);
  ck_assert (!deid_dataset_set_column_type (dataset, "x", (DeidColumnType) -1, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'x'", "-1", NULL);
  ck_assert (
      !deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_INTEGER, "YYYY", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'x'", "integer", NULL);
  ck_assert_int_eq (deid_dataset_get_column_type (dataset, 0), DEID_COLUMN_TYPE_TEXT);
  ck_assert_ptr_null (deid_dataset_get_column_format (dataset, 0));
}
END_TEST

/* A host that gives numbers has said what they are. */
START_TEST (from_memory)
{
  const gint64 integers[] = { 3, -4 };
  const double numbers[] = { 1e22, 5e-324 };
  const char *const texts[] = { "1", "2" }, *const pair[] = { "i", "d", NULL };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  GError *error = NULL;

  ck_assert (deid_dataset_add_integer_column (dataset, "i", integers, 2, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_double_column (dataset, "d", numbers, 2, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", texts, 2, NULL, NULL));
  ck_assert (deid_dataset_add_joint_column (dataset, "j", pair, NULL, NULL));
  ck_assert_int_eq (deid_dataset_get_column_type (dataset, 0), DEID_COLUMN_TYPE_INTEGER);
  ck_assert_int_eq (deid_dataset_get_column_type (dataset, 1), DEID_COLUMN_TYPE_DECIMAL);
  ck_assert_int_eq (deid_dataset_get_column_type (dataset, 2), DEID_COLUMN_TYPE_TEXT);
  ck_assert_int_eq (deid_dataset_get_column_type (dataset, 3), DEID_COLUMN_TYPE_TEXT);
  deid_dataset_set_column_type (dataset, "d", DEID_COLUMN_TYPE_DECIMAL, NULL, &error);
  assert_no_error (error);
}
END_TEST

/* Labels are texts; what is written as it was is what it was. */
START_TEST (released)
{
  g_autoptr (DeidDataset) dataset = read_column ("1,5\n2,5\n3,6\n", FALSE), release = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "y", DEID_COLUMN_TYPE_DECIMAL, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "y", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_int_eq (deid_dataset_get_column_type (release, 0), DEID_COLUMN_TYPE_TEXT);
  ck_assert_int_eq (deid_dataset_get_column_type (release, 1), DEID_COLUMN_TYPE_DECIMAL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("column types");
  TCase *tcase = tcase_create ("column types");

  tcase_add_test (tcase, names);
  tcase_add_test (tcase, values);
  tcase_add_test (tcase, dates);
  tcase_add_test (tcase, no_formats);
  tcase_add_test (tcase, offenders);
  tcase_add_test (tcase, many_offenders);
  tcase_add_test (tcase, decimal_commas);
  tcase_add_test (tcase, refused);
  tcase_add_test (tcase, from_memory);
  tcase_add_test (tcase, released);
  suite_add_tcase (suite, tcase);
  return suite;
}
