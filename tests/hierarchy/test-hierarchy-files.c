/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchy files as people have them: headers, repeated rows, short rows, rows from root to leaf,
 * and what is said of several faults. */
#include <string.h>

#include "support/suite.h"

#include "hierarchy/hierarchy-notes.h"
#include "table/table-source.h"

static DeidHierarchy *
read_hierarchy (const char *content, const DeidHierarchyFileOptions *options, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_show_values (csv, TRUE, NULL));
  return deid_hierarchy_read_file (write_file ("h.csv", content, -1), csv, options, NULL, error);
}

/* Each fault is told with its line, up to five; more are counted. */
START_TEST (all_faults)
{
  static const struct
  {
    const char *content, *parts[3], *without;
  } files[] = {
    { "a;x;*\nb;x\nc;x;*\na;y;*\nd;;*\n",
      { "h.csv: line 2: leaf 'b': 2 levels, expected 3 as in the first row; line 4: leaf 'a': the "
        "leaf is there already, with other labels in line 1, expected each leaf once; line 5: leaf "
        "'d': the label on level 1 is empty; uneven=repeat fills short rows with their last "
        "label" },
      "more lines" },
    { "a;x;*\nb\nc\nd\ne\nf\ng\nh\n",
      { "line 6: leaf 'f': 1 level, expected 3 as in the first row; and 2 more lines; uneven" },
      "line 7" },
    { "a;x;*\nb;x;*\nb;y;*\n",
      { "line 3: leaf 'b': the leaf is there already, with other labels in line 2" },
      "uneven" },
    { "a;x;North\nb;x;South\nc;y;North\n",
      { "line 2: leaf 'b': its label 'x' on level 1 is below 'South'" },
      "; line" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      GError *error = NULL;

      ck_assert_ptr_null (
          read_hierarchy (files[i].content, &(const DeidHierarchyFileOptions){ 0 }, &error));
      ck_assert_msg (strstr (error->message, files[i].without) == NULL, "%s", error->message);
      assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, files[i].parts[0], NULL);
    }
}
END_TEST

/* The same row again changes nothing; a row of a leaf that differs anywhere is refused. */
START_TEST (repeated_rows)
{
  static const char *const files[] = { "a;x;*\nb;x;*\nb;x;*\n", "a;x;*\na;x;*\nb;x;*\na;x;*\n",
                                       "\"a\";x;*\nb;x;*\r\na;\"x\";*\n" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidHierarchy) hierarchy
          = read_hierarchy (files[i], &(const DeidHierarchyFileOptions){ 0 }, &error);

      assert_no_error (error);
      ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 2);
      assert_generalizes (hierarchy, "b", 1, "x");
    }
}
END_TEST

START_TEST (repeated_builder_rows)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("rows");
  const char *const first[] = { "a", "x", NULL }, *const second[] = { "a", "y", NULL };
  GError *error = NULL;

  ck_assert (deid_hierarchy_builder_add_row (builder, first, &error));
  ck_assert (deid_hierarchy_builder_add_row (builder, first, &error));
  ck_assert (!deid_hierarchy_builder_add_row (builder, second, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "rows: row 3: ", "in row 1", NULL);
}
END_TEST

START_TEST (reversed_rows)
{
  static const struct
  {
    const char *content;
    gboolean is_reversed;
  } files[] = {
    { "*;Europe;France\n*;Europe;Germany\n*;Asia;Japan\n", TRUE },
    { "*;Paris\n*;Lyon\n", TRUE },
    { "Europe;France\nEurope;Spain\nAsia;Japan\nAsia;India\n", TRUE },
    { "all\tA\tA00\nall\tA\tA01\nall\tB\tB00\n", TRUE },
    { "a;x;*\na;y;*\nb;x;*\nc;x;*\n", FALSE },
    { "a;x\nb;x\na;y\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      GError *error = NULL;

      ck_assert_ptr_null (
          read_hierarchy (files[i].content, &(const DeidHierarchyFileOptions){ 0 }, &error));
      ck_assert_int_eq (strstr (error->message, "order of the fields seems to be reversed") != NULL,
                        files[i].is_reversed);
      assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "the leaf is there already", NULL);
    }
}
END_TEST

/* Short rows get their last label up to the longest row, wherever that stands; empty fields at the
 * end of a row are none. */
START_TEST (filled_rows)
{
  static const DeidHierarchyFileOptions options = { .repeats_last = TRUE };
  static const struct
  {
    const char *content;
    guint n_levels;
    const char *leaf, *labels[3];
  } files[] = {
    { "a;x;*\nb\nc;x;*\n", 3, "b", { "b", "b" } },
    { "a;x\nb;y;z;*\nc;x\n", 4, "c", { "x", "x", "x" } },
    { "a;x;;\nb;y;*;\n", 3, "a", { "x", "x" } },
    { "a;x;\nb;y;\n", 2, "b", { "y" } },
    { ";;\na;x;*\n", 3, "a", { "x", "*" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidHierarchy) hierarchy = read_hierarchy (files[i].content, &options, &error);

      assert_no_error (error);
      ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), files[i].n_levels);
      for (guint level = 1; level < files[i].n_levels; level++)
        assert_generalizes (hierarchy, files[i].leaf, level, files[i].labels[level - 1]);
    }
}
END_TEST

/* What filling makes must be nested. */
START_TEST (filled_rows_that_are_not_nested)
{
  static const DeidHierarchyFileOptions options = { .repeats_last = TRUE };
  GError *error = NULL;

  ck_assert_ptr_null (read_hierarchy ("a;x\nb;x;*\nc;;*\n", &options, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY,
                "line 2: leaf 'b': its label 'x' on level 1 is below '*' on level 2, but was below "
                "'x'",
                "line 3: leaf 'c': the label on level 1 is empty", NULL);
}
END_TEST

static DeidHierarchy *
bind (DeidHierarchy *hierarchy, const char *column, const char *const *values, gsize n,
      GError **error)
{
  g_autoptr (DeidDataset) dataset = make_text_column (column, values, n);

  return deid_hierarchy_bind (hierarchy, dataset, column, NULL, error);
}

/* A first row that names the column is a header unless the column has that value. */
START_TEST (headers)
{
  static const DeidHierarchyFileOptions skipping = { .has_header = TRUE };
  static const struct
  {
    const char *column, *content, *values[2];
    gboolean is_refused;
  } files[] = {
    { "sex", "sex;all\nM;*\nF;*\n", { "M", "F" }, TRUE },
    { "zip_code", "ZIP Code;area\n02139;0*\n10115;1*\n", { "02139", "10115" }, TRUE },
    { "Straße", "STRASSE;all\na;*\nb;*\n", { "a", "b" }, FALSE },
    { "größe", "GRÖSSE;*\na;*\nb;*\n", { "a", "b" }, FALSE },
    { "Länge", "LÄNGE;*\na;*\nb;*\n", { "a", "b" }, TRUE },
    { "other", "other;*\na;*\n", { "other", "a" }, FALSE },
    { "sex", "M;*\nsex;all\nF;*\n", { "M", "F" }, FALSE },
    { "+", "-;*\na;*\nb;*\n", { "a", "b" }, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (DeidHierarchy) hierarchy
          = read_hierarchy (files[i].content, &(const DeidHierarchyFileOptions){ 0 }, NULL);
      g_autoptr (DeidHierarchy) skipped = read_hierarchy (files[i].content, &skipping, NULL);
      g_autoptr (DeidHierarchy) bound = NULL, other = NULL;
      GError *error = NULL;

      bound = bind (hierarchy, files[i].column, files[i].values, 2, &error);
      if (files[i].is_refused)
        assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY,
                      "h.csv: line 1: the value is the name of the column '", files[i].column,
                      "hierarchy-header=yes skips a header row", NULL);
      assert_no_error (error);
      ck_assert_uint_eq (deid_hierarchy_get_n_leaves (skipped),
                         deid_hierarchy_get_n_leaves (hierarchy) - 1);
      if (files[i].is_refused)
        other = bind (skipped, files[i].column, files[i].values, 2, &error);
      assert_no_error (error);
    }
}
END_TEST

/* Other first rows are doubted if the table has no such value, no row shares their labels, and they
 * look different from all others. */
START_TEST (doubted_headers)
{
  static const struct
  {
    const char *content;
    const char *values[3];
    gboolean is_doubted;
  } files[] = {
    { "code;chapter;*\nA00;A;*\nB01;B;*\nC10;C;*\n", { "A00", "A00", "B01" }, TRUE },
    { "level 0;level 1\n1;odd\n2;even\n3;odd\n", { "1", "2", "2" }, TRUE },
    { "A0;x\nA1;odd\nA2;even\nA3;odd\n", { "A1", "A2", "A2" }, FALSE },
    { "value;label\nM;*\nF;*\n", { "M", "F", "F" }, TRUE },
    { "value;group;*\nM;x;*\nF;y;*\n", { "M", "F", "F" }, TRUE },
    { "leaf;top\na;*\nb;*\nc;*\n", { "a", "b", "a" }, TRUE },     /* all others have one top */
    { "a;x;*\nb;y;*\nc;y;*\nd;z;*\n", { "b", "c", "b" }, FALSE }, /* d is not there either */
    { "code;A;*\nA00;A;*\nB01;B;*\n", { "A00", "B01", "A00" }, FALSE },
    { "x;y;*\nA00;A;*\nB01;B;*\n", { "A00", "B01", "x" }, FALSE }, /* the table has it */
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (DeidHierarchy) hierarchy
          = read_hierarchy (files[i].content, &(const DeidHierarchyFileOptions){ 0 }, NULL);
      g_autoptr (DeidDataset) dataset = make_text_column ("v", files[i].values, 3);
      DeidHierarchyNotes notes;
      DeidTableSource table;

      ck_assert (deid_table_source_init (&table, dataset, NULL));
      deid_hierarchy_notes_init (&notes, hierarchy, &table, &table.columns[0]);
      ck_assert_msg (notes.n == (files[i].is_doubted ? 1 : 0), "file %u", i);
      if (notes.n > 0)
        {
          ck_assert_str_eq (notes.items[0].code, "header-row");
          ck_assert_ptr_nonnull (strstr (notes.items[0].text, "line 1 of the hierarchy"));
        }
      deid_hierarchy_notes_clear (&notes);
      deid_table_source_clear (&table);
    }
}
END_TEST

/* What spreadsheets write around the rows. */
START_TEST (dialects)
{
  static const char *const files[]
      = { "\xEF\xBB\xBFM;x;*\r\nF;y;*\r\n",
          "\xEF\xBB\xBF\"M\",\"x\",\"*\"\r\n\"F\",\"y\",\"*\"\r\n", "sep=;\r\nM;x;*\r\nF;y;*\r\n",
          "M\tx\t*\n\nF\ty\t*\n\n", " M | x | * \r\n F | y | * " };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidHierarchy) hierarchy
          = read_hierarchy (files[i], &(const DeidHierarchyFileOptions){ 0 }, &error);

      assert_no_error (error);
      ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 2);
      assert_generalizes (hierarchy, "M", 1, "x");
      assert_generalizes (hierarchy, "F", 2, "*");
    }
}
END_TEST

/* The line `sep=|` names the delimiter, also where other characters split the lines evenly. A first
 * value that looks like such a line is none: in quotes, or with more behind it. */
START_TEST (named_delimiters)
{
  static const struct
  {
    const char *text, *value, *label;
  } files[] = { { "sep=|\na;b|x;y\nc;d|x;y\n", "a;b", "x;y" },
                { "\xEF\xBB\xBFSEP=,\r\na,x\r\n", "a", "x" },
                { "\"sep=;\"\na\n", "sep=;", NULL },
                { "sep=a;x\nb;x\n", "sep=a", "x" },
                { "a;x\nsep=;x\n", "sep=", "x" } };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidHierarchy) hierarchy
          = read_hierarchy (files[i].text, &(const DeidHierarchyFileOptions){ 0 }, &error);

      assert_no_error (error);
      assert_generalizes (hierarchy, files[i].value, 0, files[i].value);
      if (files[i].label != NULL)
        assert_generalizes (hierarchy, files[i].value, 1, files[i].label);
    }
}
END_TEST

/* Those that most records have come first; without values only the first place is told. */
START_TEST (missing_values)
{
  static const char *const values[] = { "a", "q", "b", "r", "r", "a", "r", "q" };
  GError *error = NULL;
  g_autoptr (DeidHierarchy) hierarchy
      = read_hierarchy ("a;*\nc;*\n", &(const DeidHierarchyFileOptions){ 0 }, &error);

  for (gboolean is_shown = FALSE; is_shown <= TRUE; is_shown++)
    {
      g_autoptr (DeidDataset) dataset = make_text_column ("v", values, G_N_ELEMENTS (values));

      ck_assert (deid_dataset_set_show_values (dataset, is_shown, NULL));
      ck_assert_ptr_null (deid_hierarchy_bind (hierarchy, dataset, "v", NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE,
                    is_shown ? "3 values are not in its hierarchy (" : "the first in row 2;",
                    is_shown ? "): 'r' (3 records, the first in row 4), 'q' (2 records, the first "
                               "in row 2), 'b' (row 3); 6 records have such a value"
                             : "6 records have such a value",
                    NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("hierarchy files");
  TCase *faults = tcase_create ("faults"), *rows = tcase_create ("rows");

  tcase_add_test (faults, all_faults);
  tcase_add_test (faults, reversed_rows);
  tcase_add_test (faults, filled_rows_that_are_not_nested);
  tcase_add_test (faults, headers);
  tcase_add_test (faults, doubted_headers);
  tcase_add_test (faults, missing_values);
  suite_add_tcase (suite, faults);
  tcase_add_test (rows, repeated_rows);
  tcase_add_test (rows, repeated_builder_rows);
  tcase_add_test (rows, filled_rows);
  tcase_add_test (rows, dialects);
  tcase_add_test (rows, named_delimiters);
  suite_add_tcase (suite, rows);
  return suite;
}
