/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers as other countries write them: how they are read, and how they are written. */
#include <string.h>

#include "support/suite.h"
#include "table/dataset-private.h"
#include "table/number-format.h"

/* Each text, and by hand its decimal; NULL if it is none. */
START_TEST (numbers)
{
  static const struct
  {
    const char *format, *text, *decimal;
  } cases[] = {
    { "decimal=,", "1,5", "1.5" },
    { "decimal=,", "-0,50", "-0.50" },
    { "decimal=,", ",5", ".5" },
    { "decimal=,", "1.5", NULL },
    { "decimal=,", "1,5,5", NULL },
    { "decimal=,", "1,5E-3", "1.5e-3" },
    { "decimal=,", "1,5E+05", "1.5e05" },
    { "decimal=,", "", NULL },
    { "decimal=,", "-", NULL },
    { "decimal=,", "--5", NULL },
    { "decimal=,", "five", NULL },
    { "decimal=,", "5 kg", NULL },
    { "decimal=, thousands=.", "1.234.567,89", "1234567.89" },
    { "decimal=, thousands=.", "1234567,89", "1234567.89" },
    { "decimal=, thousands=.", "1.5", NULL },
    { "decimal=, thousands=.", "1.50", NULL },
    { "decimal=, thousands=.", "1234.567", NULL },
    { "decimal=, thousands=.", ".567", NULL },
    { "decimal=, thousands=.", "1.234.", NULL },
    { "thousands=.", "€ 1.234,50", "1234.50" },
    { "thousands=.", "1.234,50 €", "1234.50" },
    { "thousands=.", "1.234,50€", "1234.50" },
    { "thousands=.", "-€ 5", "-5" },
    { "thousands=.", "€ -5", "-5" },
    { "thousands=.", "-€ -5", NULL },
    { "thousands=.", "1.234,50-", "-1234.50" },
    { "thousands=.", "\u22125", "-5" },
    { "thousands=.", "EUR 5 €", NULL },
    { "decimal=. thousands=,", "$1,200", "1200" },
    { "decimal=. thousands=,", "1,200.50 USD", "1200.50" },
    { "decimal=. thousands=,", "12,34,567", "1234567" },
    { "decimal=. thousands=,", "12,34", NULL },
    { "decimal=. thousands=,", "1,2", NULL },
    { "thousands=,", "1,234.5", "1234.5" },
    { "decimal=.", "12.5 %", "12.5" },
    { "decimal=.", "12.5%", "12.5" },
    { "decimal=.", "% 12.5", NULL },
    { "decimal=.", "1,200", NULL },
    { "decimal=.", "Usd 5", NULL },
    { "decimal=.", "5EUR", "5" },
    { "decimal=.", "5e2EUR", "5e2" },
    { "decimal=.", "5EURO", NULL },
    { "decimal=.", "(5)", "-5" },
    { "decimal=.", "(5", NULL },
    { "decimal=.", "(5-)", NULL },
    { "decimal=, thousands=blank", "1 234,5", "1234.5" },
    { "decimal=, thousands=blank", "1\u00A0234\u202F567", "1234567" },
    { "decimal=, thousands=blank", "1 234 €", "1234" },
    { "decimal=, thousands=blank", "12 34", NULL },
    { "decimal=, thousands=blank", " 5 ", "5" },
    { "decimal=. thousands='", "CHF 1'234.50", "1234.50" },
    { "decimal=. thousands='", "1\u2019234", "1234" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DeidTypeReader reader;
      g_autofree char *decimal = NULL;

      ck_assert (deid_type_reader_init (&reader, DEID_COLUMN_TYPE_DECIMAL, cases[i].format, NULL));
      decimal = deid_number_format_read (&reader.number, cases[i].text, NULL);
      ck_assert_msg (g_strcmp0 (decimal, cases[i].decimal) == 0, "%s, '%s': %s", cases[i].format,
                     cases[i].text, decimal);
      ck_assert_int_eq (deid_type_reader_accepts (&reader, cases[i].text),
                        cases[i].decimal != NULL);
    }
}
END_TEST

/* Cells of fixed width may have many blanks: those that are no numbers are refused at once. */
START_TEST (many_blanks)
{
  const DeidNumberFormat format = { ',', ' ' };
  g_autofree char *blanks = g_strnfill (300, ' ');
  g_autofree char *number = g_strconcat (blanks, "-", blanks, "5", blanks, "kr", blanks, NULL);
  g_autofree char *none = g_strconcat (number, "5", blanks, "x", NULL);
  g_autofree char *read = deid_number_format_read (&format, number, NULL);

  ck_assert_str_eq (read, "-5");
  for (guint i = 0; i < 5000; i++)
    ck_assert_ptr_null (deid_number_format_read (&format, none, NULL));
}
END_TEST

START_TEST (refused_formats)
{
  static const struct
  {
    DeidColumnType type;
    const char *format;
  } cases[] = { { DEID_COLUMN_TYPE_DECIMAL, "decimal=;" },
                { DEID_COLUMN_TYPE_DECIMAL, "decimal=, thousands=," },
                { DEID_COLUMN_TYPE_DECIMAL, "decimal='" },
                { DEID_COLUMN_TYPE_DECIMAL, "thousands=x" },
                { DEID_COLUMN_TYPE_DECIMAL, "thousands=" },
                { DEID_COLUMN_TYPE_INTEGER, "YYYY decimal=," },
                { DEID_COLUMN_TYPE_DATE, "DD.MM.YYYY decimal=," },
                { DEID_COLUMN_TYPE_TEXT, "decimal=," },
                { DEID_COLUMN_TYPE_TEXT, "unparsable=missing" },
                { DEID_COLUMN_TYPE_DECIMAL, "unparsable=error" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DeidTypeReader reader;

      ck_assert_msg (!deid_type_reader_init (&reader, cases[i].type, cases[i].format, NULL), "%s",
                     cases[i].format);
    }
}
END_TEST

static DeidDataset *
read_numbers (const char *values)
{
  g_autofree char *text = g_strconcat ("x\n", values, NULL);
  GError *error = NULL;
  DeidDataset *dataset;
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  dataset = deid_dataset_new_from_csv_file (write_file ("numbers.csv", text, -1), options, NULL,
                                            &error);
  assert_no_error (error);
  return dataset;
}

static void
assert_values (const DeidDataset *dataset, const char *expected)
{
  g_autoptr (GString) values = g_string_new (NULL);

  for (guint64 row = 0; row < deid_dataset_get_n_rows (dataset); row++)
    {
      const char *value = deid_dataset_get_value (dataset, row, 0);

      g_string_append_printf (values, "%s%s", row > 0 ? " " : "", value != NULL ? value : "NULL");
    }
  ck_assert_str_eq (values->str, expected);
}

/* Values are decimals once the type is set, and are written as they came. */
START_TEST (columns)
{
  static const char came[] = "1.234,50\n2.000,00\n5,5\n1.234,50\n-7\n";
  g_autoptr (DeidDataset) dataset = read_numbers (came);
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autofree char *expected = g_strconcat ("x\n", came, NULL), *written = NULL;
  const char *path = get_temporary_file ("written.csv");
  GError *error = NULL;

  for (guint i = 0; i < 2; i++) /* a type may be set again */
    {
      ck_assert (deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_DECIMAL,
                                               "decimal=, thousands=.", &error));
      assert_values (dataset, "1234.50 2000.00 5.5 1234.50 -7");
    }
  ck_assert_str_eq (deid_dataset_get_column_format (dataset, 0), "decimal=, thousands=.");
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 0), 4);
  ck_assert (deid_dataset_set_role (dataset, "x", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  deid_dataset_write_csv (dataset, path, options, NULL, &error);
  assert_no_error (error);
  ck_assert (g_file_get_contents (path, &written, NULL, NULL));
  ck_assert_str_eq (written, expected);
}
END_TEST

/* Two ways to write a number are one value, which is noted. */
START_TEST (two_forms)
{
  g_autoptr (DeidDataset) dataset = read_numbers ("1.200\n1200\n€ 1.200\n1200,0\n3\n");
  g_auto (GStrv) notes = NULL;

  ck_assert (
      deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_DECIMAL, "thousands=.", NULL));
  assert_values (dataset, "1200 1200 1200 1200.0 3");
  notes = deid_dataset_list_notes (dataset);
  ck_assert_uint_eq (g_strv_length (notes), 1);
  ck_assert_ptr_nonnull (strstr (notes[0], "'x': 2 numbers are written in two ways"));
}
END_TEST

/* Amounts in two currencies, and shares beside numbers, are not compared. */
START_TEST (units)
{
  static const struct
  {
    const char *values;
    gboolean is_one;
  } cases[] = { { "5 €\n6 €\n", TRUE },  { "5 €\n$ 6\n", FALSE },   { "5 €\n6\n", TRUE },
                { "6\n5 €\n", TRUE },    { "5 %\n6\n", FALSE },     { "6\n5 %\n", FALSE },
                { "5 %\n6%\n", TRUE },   { "5 %\n6 ‰\n", FALSE },   { "5\n6 EUR\n7 €\n", FALSE },
                { "5 %\n6 €\n", FALSE }, { "EUR 5\n6 EUR\n", TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = read_numbers (cases[i].values);
      GError *error = NULL;

      ck_assert_int_eq (deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_DECIMAL,
                                                      "decimal=,", &error),
                        cases[i].is_one);
      if (!cases[i].is_one)
        assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "'x'", NULL);
    }
}
END_TEST

/* What cannot be read is missing if that is asked for, and counted. */
START_TEST (unparsable)
{
  static const struct
  {
    const char *values;
    DeidColumnType type;
    const char *format, *expected, *note;
  } cases[] = {
    { "5\nn.a.\n7\nn.a.\n?\n", DEID_COLUMN_TYPE_INTEGER, "unparsable=missing", "5 NULL 7 NULL NULL",
      "2 values in 3 rows are not of the type integer" },
    { "1,5\n1.5\n", DEID_COLUMN_TYPE_DECIMAL, "decimal=, unparsable=missing", "1.5 NULL",
      "1 value in 1 row is not of the type decimal" },
    { "31.01.2020\n31.02.2020\n", DEID_COLUMN_TYPE_DATE, "DD.MM.YYYY unparsable=missing",
      "31.01.2020 NULL", "the first in line 3" },
    { "2020-01-31\n31.01.2020\n2020-13-01\n", DEID_COLUMN_TYPE_DATE, "unparsable=missing",
      "2020-01-31 NULL NULL", "2 values in 2 rows are not of the type date" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = read_numbers (cases[i].values);
      g_auto (GStrv) notes = NULL;
      GError *error = NULL;

      deid_dataset_set_column_type (dataset, "x", cases[i].type, cases[i].format, &error);
      assert_no_error (error);
      assert_values (dataset, cases[i].expected);
      ck_assert_str_eq (deid_dataset_get_column_format (dataset, 0), cases[i].format);
      notes = deid_dataset_list_notes (dataset);
      ck_assert_uint_eq (g_strv_length (notes), 1);
      ck_assert_ptr_nonnull (strstr (notes[0], cases[i].note));
    }
}
END_TEST

/* A combination has the texts of its values, so they are read before it is made. */
START_TEST (joints)
{
  static const char *const parts[] = { "x", "y", NULL };
  static const char *const values[] = { "1,5", "2" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("t");
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "x", values, 2, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "y", values, 2, NULL, NULL));
  ck_assert (deid_dataset_add_joint_column (dataset, "xy", parts, NULL, NULL));
  ck_assert (
      !deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_DECIMAL, "decimal=,", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'x'", "'xy'", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("number-formats");
  TCase *tcase = tcase_create ("number-formats");

  tcase_add_test (tcase, numbers);
  tcase_add_test (tcase, many_blanks);
  tcase_add_test (tcase, refused_formats);
  tcase_add_test (tcase, columns);
  tcase_add_test (tcase, two_forms);
  tcase_add_test (tcase, units);
  tcase_add_test (tcase, unparsable);
  tcase_add_test (tcase, joints);
  suite_add_tcase (suite, tcase);
  return suite;
}
