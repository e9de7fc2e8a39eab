/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables as other programs export them: what is read, what is left out with a note, and what a
 * message says of what cannot be read. */
#include <string.h>

#include "support/suite.h"

#include "table/dataset-notes.h"

/* Returns: (transfer full): `names|row|row`, with `,` between the fields and `~` for a missing
 * value, then a line for each note: its code and the number of records. */
static char *
show_export (DeidDataset *dataset)
{
  GString *text = g_string_new (NULL);
  const guint n = deid_dataset_get_n_columns (dataset);

  for (guint c = 0; c < n; c++)
    g_string_append_printf (text, "%s%s", c > 0 ? "," : "",
                            deid_dataset_get_column_name (dataset, c));
  for (guint64 row = 0; row < deid_dataset_get_n_rows (dataset); row++)
    for (guint c = 0; c < n; c++)
      {
        const char *value = deid_dataset_get_value (dataset, row, c);

        g_string_append_printf (text, "%s%s", c > 0 ? "," : "|", value != NULL ? value : "~");
      }
  for (guint i = 0; i < deid_dataset_get_n_notes (dataset); i++)
    {
      const DeidNote *note = deid_dataset_get_note (dataset, i);

      g_string_append_printf (text, "\n%s %" G_GUINT64_FORMAT, note->code, note->n_records);
    }
  return g_string_free (text, FALSE);
}

static DeidDataset *
read_export (const char *content, guint turn, const char *layout, GError **error)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (content, -1, NULL);

  ck_assert (deid_csv_options_set_n_threads (options, turn % 2 == 0 ? 1 : 3, NULL));
  for (const char *p = layout; *p != '\0'; p++)
    if (*p == 'n')
      ck_assert (deid_csv_options_set_quote (options, 0, NULL));
    else if (*p == 'h')
      ck_assert (deid_csv_options_set_header (options, FALSE, NULL));
    else if (*p == '\'')
      ck_assert (deid_csv_options_set_quote (options, '\'', NULL));
    else
      ck_assert (deid_csv_options_set_delimiter (options, (guchar) *p, NULL));
  return turn < 2 ? deid_dataset_new_from_csv_file (write_file ("export.csv", content, -1), options,
                                                    NULL, error)
                  : deid_dataset_new_from_csv_stream (stream, "export.csv", options, NULL, error);
}

static const struct
{
  const char *content, *layout, *expected;
} exports[] = {
  /* Rows of delimiters only. */
  { "a,b\n1,2\n,\n3,4\n,\n,\n", "", "a,b|1,2|3,4\nempty-rows 3" },
  { "a;b;c\n1;2;3\n;;;\n;;\n;\n ; ;\t\n", ";", "a,b,c|1,2,3\nempty-rows 4\nblanks-left-out 0" },
  { "a,b\n\"\",\"\"\n1,2\n \"\" ,\n", "", "a,b|1,2\nempty-rows 2" },
  { ",,\n,,\na,b\n,,\n1,2\n", "", "a,b|1,2\nempty-rows 3" },
  { ",\n1,2\n,\n", "h", "column1,column2|1,2\nempty-rows 2" },
  { "a,b\n1,\n,2\n", "", "a,b|1,~|~,2" },
  { "a,b\nNA,NA\n", "", "a,b|NA,NA" },
  { "a,b\n\" \",\" \"\n", "", "a,b| , " },
  { "a\n1\n\n\"\"\n  \n2\n", "", "a|1|~|2\nempty-rows 2" },
  { "a,b\r\n\r\n 1,2 \r\n\r\n", "", "a,b|1,2\nempty-rows 2\nblanks-left-out 0" },
  { "a,b\n1,2\n\x1A", "", "a,b|1,2\nempty-rows 1" },
  { "a,b\n1,2\n\x1A\x1A\x1A", "", "a,b|1,2\nempty-rows 1" },
  { "a,b\n1,\x1A\n\x1A,2\n", "", "a,b|1,\x1A|\x1A,2" },
  /* Files that were joined. */
  { "a,b\n1,2\na,b\n3,4\na,b\n", "", "a,b|1,2|3,4\nrepeated-names 2" },
  { "a,b\n1,b\na,2\n", "", "a,b|1,b|a,2" },
  { "\xEF\xBB\xBF"
    "a,b\n1,2\n\xEF\xBB\xBF"
    "a,b\n3,4\n",
    "", "a,b|1,2|3,4\nrepeated-names 1" },
  { "\"a\",b\n1,2\n\xEF\xBB\xBF\"a\",b\r\n\xEF\xBB\xBF"
    "3,\xEF\xBB\xBF"
    "4\n",
    "",
    "a,b|1,2|3,\xEF\xBB\xBF"
    "4\nrepeated-names 1" },
  { "a,b\n\"\xEF\xBB\xBF"
    "1\",2\n",
    "",
    "a,b|\xEF\xBB\xBF"
    "1,2" },
  /* Names that are values as well: no row is a repetition of them. */
  { "2;1;3\n1;1;3\n2;1;3\n2;2;4\n", ";", "2,1,3|1,1,3|2,1,3|2,2,4\nnames-like-values 1" },
  { "f,no\nm,no\nf,no\nf,yes\n", "", "f,no|m,no|f,no|f,yes\nnames-like-values 1" },
  { "a,2019,2020\nx,1,2\na,2019,2020\ny,3,4\n", "", "a,2019,2020|x,1,2|y,3,4\nrepeated-names 1" },
  { "a\n1\na\n", "", "a|1|a" },
  { "a\n1\n,\n2\n", "", "a|1|2\nempty-rows 1" },
  /* R and pandas. */
  { "\"\",\"a\",\"b\"\n\"1\",5,\"x\"\n\"2\",6,\"y\"\n", "", "a,b|5,x|6,y\ncolumns-left-out 2" },
  { ",a,b\n0,5,x\n1,6,y\n2,7,z\n", "", "a,b|5,x|6,y|7,z\ncolumns-left-out 3" },
  { "\"\";\"a\";\"b\"\n\"1\";5,5;\"x\"\n\"2\";6;\"y\"\n", ";",
    "a,b|5,5,x|6,y\ncolumns-left-out 2" },
  { ",a\n17,5\n3,6\n9,7\n", "", "a|5|6|7\ncolumns-left-out 3" },
  { ",a\n0,5\n1,6\n0,7\n1,8\n2,9\n", "", "a|5|6|7|8|9\ncolumns-left-out 5" },
  { "\"\",\"a\"\n\"Mazda RX4\",5\n\"1e+05\",6\n", "", "a|5|6\ncolumns-left-out 2" },
  { ",a,b\n", "", "a,b\ncolumns-left-out 0" },
  { "\"a\" \"b\"\n\"1\" 5 \"x\"\n\"2\" 6 \"y\"\n", " ", "a,b|5,x|6,y\ncolumns-left-out 2" },
  { "a\tb\n1\t5\tx\n2\t6\ty\n", "\t", "a,b|5,x|6,y\ncolumns-left-out 2" },
  { "\"a\",\"b\"\n\"r1\",5,\"x\"\n\"r2\",6,\"y\"\n", "", "a,b|5,x|6,y\ncolumns-left-out 2" },
  { "\"a\"\n\"1\",5\n\"2\",6\n", "", "a|5|6\ncolumns-left-out 2" },
  { "Unnamed: 0,a\n0,5\n1,6\n", "", "Unnamed: 0,a|0,5|1,6" },
  { "X,a\n1,5\n2,6\n", "", "X,a|1,5|2,6" },
  /* Delimiters at the ends of lines. */
  { "a,b,\n1,2,\n3,4,\n", "", "a,b|1,2|3,4\ncolumns-left-out 0" },
  { "a,b\n1,2,\n3,4,\n", "", "a,b|1,2|3,4\ncolumns-left-out 0" },
  { "a,b,\n1,2\n3,4\n", "", "a,b|1,2|3,4\ncolumns-left-out 0" },
  { "a,b,,,\n1,2,,,\n,,,,\n3,4,,,\n", "", "a,b|1,2|3,4\ncolumns-left-out 0\nempty-rows 1" },
  { "a,\n1,\n,\n2,\n", "", "a|1|2\ncolumns-left-out 0\nempty-rows 1" },
  { ",a,\n0,5,\n1,6,\n", "", "a|5|6\ncolumns-left-out 0\ncolumns-left-out 2" },
  { "a,b,\n", "", "a,b\ncolumns-left-out 0" },
  /* Spreadsheets. */
  { "sep=;\na;b\n1;2\n", "", "a,b|1,2\ndelimiter-line 0" },
  { "\xEF\xBB\xBFsep=\t\r\na\tb\r\n1\t2\r\n", "", "a,b|1,2\ndelimiter-line 0" },
  { "SEP=|\ra|b\r1|2\r", "|", "a,b|1,2\ndelimiter-line 0" },
  { "sep=;\n1;2\n", "h", "column1,column2|1,2\ndelimiter-line 0" },
  { "\"sep=;\"\n1\n", "", "sep=;|1" },
  { "sep=,b\n1,2\n", "", "sep=,b|1,2" },
  { "sep=xy\n1\n", "", "sep=xy|1" },
  /* Quotes. */
  { "'a','b'\n'1,5','it''s'\n", "'", "a,b|1,5,it's" },
  { "a,b\n5\" pipe,\"x\n\"\"\",y\"\n", "n", "a,b|5\" pipe,\"x|\"\"\",y\"" },
  { "'a',b\n1,2\n", "", "'a',b|1,2" },
  /* Quotes that swallow rows, and quotes around texts of several lines. */
  { "a,b,c\n1,2,\"x\n3,4,y\r\n5,6,z\"\n7,8,w\n", "",
    "a,b,c|1,2,x\n3,4,y\r\n5,6,z|7,8,w\nrows-in-quotes 1" },
  { "a,b,c\n1,\"x,2\n3,y\",4\n1,\"x,2\r3,y\",4\n", "",
    "a,b,c|1,x,2\n3,y,4|1,x,2\r3,y,4\nrows-in-quotes 2" },
  { "a,b,c\n1,2,\"x\n3,4,y\n5,z\"\n", "", "a,b,c|1,2,x\n3,4,y\n5,z" },
  { "a,b,c\n1,2,\"x\n3,4\n5,6,z\"\n", "", "a,b,c|1,2,x\n3,4\n5,6,z" },
  { "a,b,c\n1,\"x\n3,4,y\",2\n", "", "a,b,c|1,x\n3,4,y,2" },
  { "a\n\"x\ny\"\n", "", "a|x\ny" },
  /* Fixed width: as it stands, with a question. */
  { "name    age sex\nSmith   034 m\nJones   035 f\nLi      036 f\n", "",
    "name    age sex|Smith   034 m|Jones   035 f|Li      036 f\none-column 0" },
  { "034m19800101\n035f19810101\n036f19820101\n", "",
    "034m19800101|035f19810101|036f19820101\none-column 0" },
  { "Smith   034 m\nJones   035 f\nLi      036 f\n", "h",
    "column1|Smith   034 m|Jones   035 f|Li      036 f\none-column 0" },
  { "day\n2020-01-01\n2020-01-02\n2020-01-03\n", "", "day|2020-01-01|2020-01-02|2020-01-03" },
  { "note\nhe  is well\nshe is  ill\nnobody\n", "", "note|he  is well|she is  ill|nobody" },
};

START_TEST (read_exports)
{
  for (guint turn = 0; turn < 4; turn++)
    {
      GError *error = NULL;
      g_autoptr (DeidDataset) dataset
          = read_export (exports[_i].content, turn, exports[_i].layout, &error);
      g_autofree char *shown = NULL;

      assert_no_error (error);
      shown = show_export (dataset);
      ck_assert_msg (g_str_equal (shown, exports[_i].expected), "'%s' was read as '%s'",
                     exports[_i].content, shown);
    }
}
END_TEST

static const struct
{
  const char *content, *layout;
  const char *texts[3];
} refused[] = {
  { "a,,b\n1,2,3\n", "", { "line 1: ", "column 2 is empty" } },
  { ",a\nx,1\ny,2\n", "", { "line 1: ", "column 1 is empty", "number the rows" } },
  { ",a\n1,1\n1,2\n", "", { "line 1: ", "column 1 is empty" } },
  { ",a\n01,1\n02,2\n", "", { "line 1: ", "column 1 is empty" } },
  { ",a\n,1\n2,2\n", "", { "line 1: ", "column 1 is empty" } },
  { "\n\n,,\n\"\",a\n\"x\",1\n\"x\",2\n", "", { "line 4: ", "column 1 is empty" } },
  { "a,b,\n1,2,\n3,4,5\n", "", { "line 1: ", "column 3 is empty" } },
  { "\"\"\n1\n", "", { "line 1: ", "column 1 is empty" } },
  { "a,b\n1,2,3\n", "", { "line 2: 3 fields, expected 2 as in the first line" } },
  { "a,b\n1,2,3\n5,4,5\n5,4,5\n", "", { "line 2: 3 fields, expected 2 as in the first line" } },
  { "a,b\n0,2,3\n1,4,5\n", "", { "line 2: 3 fields, expected 2 as in the first line" } },
  { "a,b\n7,2,3\n8,4,5\n", "", { "line 2: 3 fields, expected 2 as in the first line" } },
  { "a,b\n1,2,\n3,4\n", "", { "line 3: 2 fields, expected 3 as in the first row" } },
  { "a,b\n1,2,\n3,4,5\n", "", { "line 2: 3 fields, expected 2 as in the first line" } },
  { "a,b\n1\n", "", { "line 2: 1 field, expected 2 as in the first line" } },
  { "sep=;\na;b\n1;2\n", ",", { "line 1: ", "sep=; names another delimiter than ','" } },
  { "sep=;\na;b\n", "\t", { "line 1: ", "sep=; names another delimiter than '\\t'" } },
  { "sep=;\na;b\n1;2\n3\n", "", { "line 4: 1 field" } },
  { "'a','b'\n1,2\n", "", { "line 1: ", "apostrophes", "quote='" } },
  { "a,b\n1,'Smith, J'\n", "", { "line 2: ", "is the quote an apostrophe (quote=')?" } },
  { "a,b\n1,5\" pipe\n", "", { "line 2: ", "quote=none" } },
  { "a,b\n1,\"x\n2,3\n", "", { "line 2: ", "not closed", "quote=none" } },
  { "a,b\n1,\"say \\\"no\\\"\"\n", "", { "line 2: ", "backslash", "doubled quotes" } },
  { "a,b\n1,x\\\"y\n", "", { "line 2: ", "backslash", "doubled quotes" } },
  { "a,b\n1,x\xFFy\n", "n", { "line 2: ", "field 2: a byte that no UTF-8 text has" } },
  { "\"a\" \"b\"\n1 2\n", "", { "line 1: ", "(is the delimiter ' '?)" } },
  { "a\tb\n1,5\t2\n", "", { "line 2: ", "(is the delimiter '\\t'?)" } },
  { "name    age\nSmith,  034\nJones   035\nLi      036\n", "", { "line 2: ", "fixed width" } },
};

START_TEST (refused_exports)
{
  for (guint turn = 0; turn < 4; turn++)
    {
      GError *error = NULL;

      ck_assert_msg (read_export (refused[_i].content, turn, refused[_i].layout, &error) == NULL,
                     "'%s' was read", refused[_i].content);
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "export.csv: ", refused[_i].texts[0],
                    refused[_i].texts[1], refused[_i].texts[2], NULL);
    }
}
END_TEST

/* One column in place of several: the message about another one says why. */
START_TEST (unknown_columns)
{
  static const struct
  {
    const char *content, *text;
  } tables[] = { { "age sex\n34 m\n35 f\n", "(is the delimiter ' '?)" },
                 { "age  sex\n34   m\n35   f\n", "fixed width" },
                 { "34m1980-01-01\n35f1981-01-01\n36f1982-01-01\n", "fixed width" } };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidDataset) dataset = read_export (tables[i].content, 0, "", NULL);

      ck_assert (!deid_dataset_find_column (dataset, "sex", NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, tables[i].text, NULL);
    }
}
END_TEST

/* Many rows, in parts: the first of them says where it begins. */
START_TEST (rows_in_quotes)
{
  g_autoptr (GString) text = g_string_new ("a,b,c\n");
  const guint n_rows = 400000;

  for (guint i = 1; i <= n_rows; i++)
    g_string_append_printf (text, i % 100000 == 7 ? "%u,\"x,y\n%u,x\",y\n" : "%u,x,y\n", i, i);
  for (guint turn = 0; turn < 4; turn++)
    {
      GError *error = NULL;
      g_autoptr (DeidDataset) dataset = read_export (text->str, turn, "", &error);

      assert_no_error (error);
      ck_assert_uint_eq (deid_dataset_get_n_notes (dataset), 1);
      ck_assert (strstr (deid_dataset_get_note (dataset, 0)->text,
                         "export.csv, first at line 8, span several lines")
                 != NULL);
    }
}
END_TEST

/* Many rows, in parts: some blank or of delimiters only, row names, delimiters at the ends. */
START_TEST (long_exports)
{
  g_autoptr (GString) text = g_string_new ("a,b\n");
  const guint n_rows = 200000;
  guint64 n_empty = 0;

  for (guint i = 1; i <= n_rows; i++)
    {
      g_string_append_printf (text, "\"%u\",%u,x\n", i, i % 100);
      if (i % 1000 < 3)
        {
          g_string_append (text, ",,\n\n");
          n_empty += 2;
        }
    }
  for (guint turn = 0; turn < 4; turn++)
    {
      GError *error = NULL;
      g_autoptr (DeidDataset) dataset = read_export (text->str, turn, "", &error);

      assert_no_error (error);
      ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), n_rows);
      ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 2);
      ck_assert_str_eq (deid_dataset_get_value (dataset, n_rows - 1, 0), "0");
      ck_assert_str_eq (deid_dataset_get_value (dataset, n_rows - 1, 1), "x");
      ck_assert_uint_eq (deid_dataset_get_n_notes (dataset), 2);
      ck_assert_uint_eq (deid_dataset_get_note (dataset, 0)->n_records, n_rows);
      ck_assert_uint_eq (deid_dataset_get_note (dataset, 1)->n_records, n_empty);
    }
}
END_TEST

/* Files that are no tables. */
START_TEST (other_files)
{
  static const char *const files[]
      = { "<!DOCTYPE html><table>",      "<html><table>", "<?xml version",    "{\\rtf1",
          "HEADER RECORD*******LIBRARY", "RDX3\nX\n",     "\x89HDF\r\n\x1A\n" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      GError *error = NULL;

      ck_assert_ptr_null (read_export (files[i], 0, "", &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "export.csv: ", "export the table",
                    NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("exports");
  TCase *tcase = tcase_create ("exports");

  tcase_add_loop_test (tcase, read_exports, 0, G_N_ELEMENTS (exports));
  tcase_add_loop_test (tcase, refused_exports, 0, G_N_ELEMENTS (refused));
  tcase_add_test (tcase, unknown_columns);
  tcase_add_test (tcase, rows_in_quotes);
  tcase_add_test (tcase, long_exports);
  tcase_add_test (tcase, other_files);
  suite_add_tcase (suite, tcase);
  return suite;
}
