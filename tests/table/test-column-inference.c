/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What values look like: types, formats, exceptions and missing codes, each worked by hand. */
#include <string.h>

#include "base/work.h"
#include "support/suite.h"
#include "table/column-inference.h"

#define MANY 40

static DeidColumnInference *
infer (const DeidDataset *dataset)
{
  GError *error = NULL;
  DeidColumnInference *inference
      = deid_column_inference_new (dataset, "x", DEID_STOP_NEVER, &error);

  assert_no_error (error);
  return inference;
}

/* Values and codes with bars between them; `|` ends each. */
typedef struct
{
  const char *values;
  DeidColumnType type;
  const char *codes;
  guint n_values;
} Case;

static void
assert_case (const Case *expected)
{
  g_auto (GStrv) values = g_strsplit (expected->values, "|", -1);
  g_autoptr (DeidDataset) dataset
      = make_text_column ("x", (const char *const *) values, g_strv_length (values));
  g_autoptr (DeidColumnInference) inference = infer (dataset);
  g_autofree char *codes = g_strjoinv ("|", inference->missing_codes);

  ck_assert_msg (inference->type == expected->type, "%s: type %d", expected->values,
                 (int) inference->type);
  ck_assert_msg (g_str_equal (codes, expected->codes), "%s: codes %s", expected->values, codes);
  ck_assert_msg (inference->n_values == expected->n_values, "%s: %u values", expected->values,
                 inference->n_values);
}

START_TEST (types)
{
  static const Case cases[] = {
    { "1|2|3", DEID_COLUMN_TYPE_INTEGER, "", 3 },
    { "1|-2|-3", DEID_COLUMN_TYPE_INTEGER, "", 3 },
    { "1|2.5|3", DEID_COLUMN_TYPE_DECIMAL, "", 3 },
    { "1e5|2", DEID_COLUMN_TYPE_DECIMAL, "", 2 },
    { "a|b", DEID_COLUMN_TYPE_TEXT, "", 2 },
    { "1|a", DEID_COLUMN_TYPE_TEXT, "", 2 },
    { "0|1", DEID_COLUMN_TYPE_INTEGER, "", 2 },
    { "01|1", DEID_COLUMN_TYPE_TEXT, "", 2 },
    { "0.5|00.5", DEID_COLUMN_TYPE_DECIMAL, "", 2 },
    { "2023-01-31|2024-02-29", DEID_COLUMN_TYPE_DATE, "", 2 },
    { "2023-01-31T10:30|2024-02-29", DEID_COLUMN_TYPE_DATE, "", 2 },
    { "2023|2024", DEID_COLUMN_TYPE_INTEGER, "", 2 },
    { "20230131|20230201", DEID_COLUMN_TYPE_INTEGER, "", 2 },
    { "20230101|20230102|20230103|20230104|20230105|20230106|20230107|20230131",
      DEID_COLUMN_TYPE_DATE, "", 8 },
    { "20230101|20230102|20230103|20230104|20230105|20230106|20230107|20230132",
      DEID_COLUMN_TYPE_INTEGER, "", 8 },
    { "", DEID_COLUMN_TYPE_TEXT, "", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i]);
}
END_TEST

START_TEST (missing_codes)
{
  static const Case cases[] = {
    { "1|NA|2", DEID_COLUMN_TYPE_INTEGER, "NA", 2 },
    { "1|n/a|Unknown|UNKNOWN|2|.", DEID_COLUMN_TYPE_INTEGER, "n/a|Unknown|UNKNOWN|.", 2 },
    { "2023-01-31|0000-00-00", DEID_COLUMN_TYPE_DATE, "0000-00-00", 1 },
    { "02134|10001|NA", DEID_COLUMN_TYPE_TEXT, "NA", 2 },
    /* Among texts these may be values, as NA is Namibia. */
    { "DE|NA|US|unknown", DEID_COLUMN_TYPE_TEXT, "", 4 },
    { "Private|?|State", DEID_COLUMN_TYPE_TEXT, "?", 2 },
    { "Private|NULL|#N/A|State", DEID_COLUMN_TYPE_TEXT, "NULL|#N/A", 2 },
    { "?", DEID_COLUMN_TYPE_TEXT, "", 1 },
    { "NA", DEID_COLUMN_TYPE_TEXT, "", 1 },
    /* Numbers stand out, or they do not. */
    { "0|5|7|-9", DEID_COLUMN_TYPE_INTEGER, "-9", 3 },
    { "0|5|7|-99|-9", DEID_COLUMN_TYPE_INTEGER, "-99|-9", 3 },
    { "0|5|-9", DEID_COLUMN_TYPE_INTEGER, "", 3 },
    { "0|5|7|-2|-9", DEID_COLUMN_TYPE_INTEGER, "-2|-9", 3 },
    { "0|500|700|-2|-1", DEID_COLUMN_TYPE_INTEGER, "-2|-1", 3 },
    { "3|2|1|0|-1|-2|-3", DEID_COLUMN_TYPE_INTEGER, "", 7 },
    { "0|10|7|-2|-1", DEID_COLUMN_TYPE_INTEGER, "-2|-1", 3 },
    { "30|2|1|-8|-3|-4|-5|-2", DEID_COLUMN_TYPE_INTEGER, "", 8 },
    { "3|2|7|/|x|-|.|…", DEID_COLUMN_TYPE_INTEGER, "/|x|-|.|…", 3 },
    { "a|x|/", DEID_COLUMN_TYPE_TEXT, "", 3 },
    { "a|[-1] keine Angabe|[-5] in Fragebogenversion nicht enthalten|[1] ja", DEID_COLUMN_TYPE_TEXT,
      "[-1] keine Angabe|[-5] in Fragebogenversion nicht enthalten", 2 },
    { "(3.50)|12.25|1.00", DEID_COLUMN_TYPE_DECIMAL, "", 3 },
    { "0|5|7|-5", DEID_COLUMN_TYPE_INTEGER, "", 4 },
    { "18|45|90|999", DEID_COLUMN_TYPE_INTEGER, "999", 3 },
    { "18|45|98|99", DEID_COLUMN_TYPE_INTEGER, "", 4 },
    { "18|45|250|999", DEID_COLUMN_TYPE_INTEGER, "", 4 },
    { "18|45|249|999", DEID_COLUMN_TYPE_INTEGER, "999", 3 },
    { "1.5|4.5|9|99", DEID_COLUMN_TYPE_DECIMAL, "99", 3 },
    { "1|4|9|88", DEID_COLUMN_TYPE_INTEGER, "88", 3 },
    /* Days that stand for none, years from all others. */
    { "2023-01-31|2022-05-06|9999-12-31", DEID_COLUMN_TYPE_DATE, "9999-12-31", 2 },
    { "31.01.1950|06.05.1911|01.01.1900", DEID_COLUMN_TYPE_DATE, "01.01.1900", 2 },
    { "31.01.1950|06.05.1905|01.01.1900", DEID_COLUMN_TYPE_DATE, "", 3 },
    { "1950-01-31|1970-01-01|1990-06-05", DEID_COLUMN_TYPE_DATE, "", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i]);
}
END_TEST

/* What is inferred without exceptions can be set. */
START_TEST (formats)
{
  static const struct
  {
    const char *values;
    const char *formats; /* with bars; `ISO` for NULL */
  } cases[] = {
    { "2023-01-31|2023-02-01", "ISO" },
    { "2023-01-31 10:30|2023-02-01 11:45:10", "YYYY-MM-DD hh:mm[:ss[.f]][Z]" },
    { "31.01.2023|01.02.2023", "DD.MM.YYYY" },
    { "31.1.2023|1.2.2023", "D.M.YYYY" },
    { "31.01.2023 8:30|01.02.2023 10:00", "D.M.YYYY h:mm[:ss]" },
    { "01/31/2023|02/01/2023", "MM/DD/YYYY" },
    { "31/01/2023|01/02/2023", "DD/MM/YYYY" },
    { "01/02/2023|03/04/2023", "MM/DD/YYYY|DD/MM/YYYY" },
    { "2023/01/31|2023/02/01", "YYYY/MM/DD" },
    { "31-Jan-2023|01-Feb-2023", "DD-MMM-YYYY" },
    { "Jan 31, 2023|Feb 1, 2023", "MMM D, YYYY" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) values = g_strsplit (cases[i].values, "|", -1);
      g_auto (GStrv) expected = g_strsplit (cases[i].formats, "|", -1);
      g_autoptr (DeidDataset) dataset
          = make_text_column ("x", (const char *const *) values, g_strv_length (values));
      g_autoptr (DeidColumnInference) inference = infer (dataset);

      ck_assert_uint_eq (inference->n_formats, g_strv_length (expected));
      for (guint f = 0; expected[f] != NULL; f++)
        {
          const char *format = inference->formats[f];
          GError *error = NULL;

          ck_assert_str_eq (format != NULL ? format : "ISO", expected[f]);
          deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_DATE, format, &error);
          assert_no_error (error);
        }
    }
}
END_TEST

/* Two of forty values may be exceptions, and three may not. Codes do not count. */
START_TEST (exceptions)
{
  for (guint n_others = 0; n_others <= 3; n_others++)
    {
      char texts[MANY + 2][8];
      const char *values[MANY + 2];
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidColumnInference) inference = NULL;
      const gboolean is_integer = n_others <= 2;

      for (guint i = 0; i < MANY + 2; i++)
        {
          g_snprintf (texts[i], sizeof texts[i], i >= 10 && i < 10 + n_others ? "v%u" : "%u", i);
          values[i] = texts[i];
        }
      values[0] = "?";
      values[1] = NULL;
      dataset = make_text_column ("x", values, MANY + 2);
      inference = infer (dataset);
      ck_assert_int_eq (inference->type,
                        is_integer ? DEID_COLUMN_TYPE_INTEGER : DEID_COLUMN_TYPE_TEXT);
      ck_assert_uint_eq (inference->n_values, MANY);
      ck_assert_uint_eq (inference->n_exceptions, is_integer ? n_others : 0);
    }
}
END_TEST

/* Nothing of the dataset changes, also not if it belongs to a lattice. */
START_TEST (nothing_changes)
{
  static const char *const values[] = { "1", "NA" };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, 2);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidColumnInference) inference = infer (dataset);

  ck_assert_ptr_eq (deid_lattice_get_dataset (lattice), dataset);
  ck_assert_str_eq (inference->missing_codes[0], "NA");
  ck_assert_str_eq (deid_dataset_get_value (dataset, 1, 0), "NA");
  ck_assert_int_eq (deid_dataset_get_column_type (dataset, 0), DEID_COLUMN_TYPE_TEXT);
  ck_assert_ptr_null (deid_dataset_get_missing_codes (dataset, 0)[0]);
}
END_TEST

START_TEST (unknown_column)
{
  static const char *const values[] = { "1", "NA" };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, 2);
  GError *error = NULL;

  ck_assert_ptr_null (deid_column_inference_new (dataset, "y", DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'y'", NULL);
}
END_TEST

START_TEST (cancelled)
{
  static const char *const values[] = { "1", "NA" };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_column_inference_new (dataset, "x", DEID_STOP_OF (cancellable), &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("column inference");
  TCase *tcase = tcase_create ("column inference");

  tcase_add_test (tcase, types);
  tcase_add_test (tcase, missing_codes);
  tcase_add_test (tcase, formats);
  tcase_add_test (tcase, exceptions);
  tcase_add_test (tcase, nothing_changes);
  tcase_add_test (tcase, unknown_column);
  tcase_add_test (tcase, cancelled);
  suite_add_tcase (suite, tcase);
  return suite;
}
