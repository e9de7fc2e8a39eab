/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One value in several spellings: other notations, lost zeros, composed letters; numbers that are
 * ranges, and labels that are numbers. */
#include <string.h>

#include "hierarchy/hierarchy-notes.h"
#include "support/rule-trial.h"
#include "support/suite.h"
#include "support/value-table.h"

/* Returns: (transfer full): the labels of all levels of a value but the last, or `?`. */
static char *
join_labels (const char *rule, const char *value)
{
  GError *error = NULL;
  g_autoptr (DeidRule) made = deid_rule_new (rule, &error);
  DeidRuleLabels labels = { 0 };
  GString *text = g_string_new (NULL);

  assert_no_error (error);
  if (deid_rule_label (made, value, &labels))
    for (guint level = 0; level + 1 < labels.n; level++)
      g_string_append_printf (text, "%s%s", level > 0 ? " | " : "",
                              deid_rule_labels_get (&labels, level));
  else
    g_string_append_c (text, '?');
  deid_rule_labels_clear (&labels);
  return g_string_free (text, FALSE);
}

START_TEST (labels_by_hand)
{
  static const char *const cases[][3] = {
    /* lost zeros */
    { "zip:3;pad=5", "2139", "02139 | 021" },
    { "zip:3;pad=5", "02139", "02139 | 021" },
    { "zip:3;pad=5", "501", "00501 | 005" },
    { "zip:3;pad=5", "2139-1234", "02139-1234 | 021" },
    { "zip:3;pad=5;small=021", "2139", "02139 | 000" },
    { "zip:3;pad=5", "021391234", "021391234 | 021" },
    { "zip:3;pad=5", "x2139", "?" },
    { "zip:3;pad=5", "2139-12", "?" },
    { "zip:3", "2139", "?" },
    { "prefix:3,2;pad=5", "2139", "02139 | 021** | 02***" },
    { "prefix:3,2;pad=5", "02139", "02139 | 021** | 02***" },
    { "prefix:3;pad=5;rest=", "123456", "123456 | 123" },
    { "prefix:3;pad=5", "K1A", "K1A | K1A" },
    { "prefix:3;pad=5;missing=999", "999", "999 | 999" },
    { "prefix:3;pad=5;special=0", "0", "0 | 0" },
    /* other notations */
    { "intervals:5,10;top=90;same=90+:>%3D 90", "90+", ">= 90 | >= 90 | >= 90" },
    { "intervals:5,10;top=90;same=90+:>%3D 90", ">= 90", ">= 90 | >= 90 | >= 90" },
    { "intervals:5,10;top=90;same=90+:>= 90", "95", "95 | >= 90 | >= 90" },
    { "intervals:5;same=<1:0,n/a:NA,unknown:NA;missing=NA", "<1", "0 | 0-4" },
    { "intervals:5;same=<1:0,n/a:NA,unknown:NA;missing=NA", "n/a", "NA | NA" },
    { "intervals:5;same=<1:0,n/a:NA,unknown:NA;missing=NA", "unknown", "NA | NA" },
    { "intervals:5;same=<1:0,n/a:NA,unknown:NA;missing=NA", "7", "7 | 5-9" },
    { "groups:M=man,F=woman;same=m:M,male:M,Herr:M", "Herr", "M | man" },
    { "keep:M,F;same=m:M,1:M,2:F", "2", "F | F" },
    { "zip:3;pad=5;same=Boston:2139", "Boston", "02139 | 021" },
    { "suppress;same=a%3A:b", "a:", "b" },
    /* numbers that are ranges */
    { "intervals:5,10;top=90", "90+", "90+ | >= 90 | >= 90" },
    { "intervals:5,10;top=90", ">= 95", ">= 95 | >= 90 | >= 90" },
    { "intervals:5,10;top=90", "85+", "?" },
    { "intervals:5,10", "90+", "?" },
    { "intervals:5,10;bottom=1", "<1", "<1 | < 1 | < 1" },
    { "intervals:5,10;bottom=1", "< 2", "?" },
    { "intervals:5,10", "<1", "?" },
    { "intervals:5,10", "20-24", "20-24 | 20-24 | 20-29" },
    { "intervals:10", "20-24", "20-24 | 20-29" },
    { "intervals:5,10", "20-29", "?" },
    { "intervals:10;top=25", "20-27", "?" },
    { "intervals:10;top=25", "20-24", "20-24 | 20-24" },
    { "intervals:5,10", "*", "?" },
    { "bands:0-17,18-64,65+", "70+", "70+ | >= 65" },
    { "bands:0-17,18-64,65+", "60-69", "?" },
    { "bands:<18,18+", "<5", "<5 | < 18" },
    { "growing:1@0,5@10,10@20", "10-14", "10-14 | 10-14" },
    { "growing:1@0,5@10,10@20", "8-14", "?" },
    /* labels that are numbers */
    { "intervals:5,10;labels=lower", "23", "23 | 20 | 20" },
    { "intervals:5,10;labels=lower", "-1", "-1 | -5 | -10" },
    { "intervals:5,10;labels=middle", "23", "23 | 22 | 24" },
    { "intervals:1,5;labels=middle", "-3", "-3 | -3 | -3" },
    { "intervals:5,10;labels=middle;numbers=decimals", "23", "23 | 22.5 | 25" },
    { "intervals:0.5;labels=middle", "1.3", "1.3 | 1.25" },
    { "intervals:0.5;labels=lower", "-1.3", "-1.3 | -1.5" },
    { "intervals:5;labels=range", "23", "23 | 20-24" },
    { "intervals:5;top=90;labels=lower", "97", "97 | 90" },
    { "bands:0-17,18-64,65+;labels=lower", "97", "97 | 65" },
    { "bands:0-17,18-64;labels=middle", "20", "20 | 41" },
    { "bands:child=0-17,18-64;labels=middle", "3", "3 | child" },
    { "growing:1@0,5@10,10@20;labels=middle", "13", "13 | 12" },
    { "growing:1@0,5@10,10@20;labels=lower", "1000", "1000 | 1000" },
    /* letters: e and an acute accent, a narrow no-break blank */
    { "keep:Orl\xC3\xA9"
      "ans,Lyon",
      "Orle\xCC\x81"
      "ans",
      "Orle\xCC\x81"
      "ans | Orl\xC3\xA9"
      "ans" },
    { "keep:Orle\xCC\x81"
      "ans,Lyon",
      "Orl\xC3\xA9"
      "ans",
      "Orl\xC3\xA9"
      "ans | Orl\xC3\xA9"
      "ans" },
    { "groups:La R\xC3\xA9union=DOM;other=FR", "La\xC2\xA0R\xC3\xA9union",
      "La\xC2\xA0R\xC3\xA9union | DOM" },
    { "groups:La%C2%A0R%C3%A9union=DOM;other=FR", "La R\xC3\xA9union", "La R\xC3\xA9union | DOM" },
    { "order:2;values=o\xCC\x88,p,q", "\xC3\xB6", "\xC3\xB6 | {\xC3\xB6, p}" },
    { "intervals:5;missing=k.\xE2\x80\xAF"
      "A.",
      "k. A.", "k. A. | k. A." },
    { "prefix:1;rest=", "o\xCC\x88l", "o\xCC\x88l | \xC3\xB6" },
    { "suppress;same=u\xCC\x88"
      "ber:over",
      "\xC3\xBC"
      "ber",
      "over" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *labels = join_labels (cases[i][0], cases[i][1]);

      if (strcmp (labels, cases[i][2]) != 0)
        ck_abort_msg ("%s of %s: %s, expected %s", cases[i][0], cases[i][1], labels, cases[i][2]);
    }
}
END_TEST

START_TEST (refused_rules)
{
  static const char *const cases[][2] = {
    { "zip:3;pad=0", "positive integer" },
    { "prefix:3;pad=33", "at most 32 digits" },
    { "mask:3;pad=5", "no option that the rule lacks" },
    { "suppress;same=a", "value:value" },
    { "suppress;same=a:", "value:value" },
    { "suppress;same=:a", "value:value" },
    { "suppress;same=a:b:c", "value:value" },
    { "suppress;same=", "value:value" },
    { "suppress;same=a:b,a:c", "each value once" },
    { "suppress;same=a:b,b:c", "no value that stands before one" },
    { "intervals:5;labels=upper", "'lower', 'middle' or 'range'" },
    { "intervals:5;labels=lower;bottom=5", "no bottom" },
    { "intervals:5;labels=middle;top=90", "no top of middles" },
    { "bands:<18,18+;labels=lower", "not open" },
    { "bands:0-17,18+;labels=middle", "not open" },
    { "capacity:5;labels=lower", "no option that the rule lacks" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused_rule (cases[i][0], cases[i][1]);
}
END_TEST

static DeidHierarchy *
bind (const char *rule, const char *const *values, gsize n)
{
  g_autoptr (DeidDataset) dataset = make_text_column ("v", values, n);
  GError *error = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification (rule, &error);
  DeidHierarchy *bound;

  assert_no_error (error);
  bound = deid_hierarchy_bind (hierarchy, dataset, "v", NULL, &error);
  assert_no_error (error);
  return bound;
}

/* Several spellings are one leaf, whichever comes first, and whether the table has the other. */
START_TEST (bound_spellings)
{
  static const char *const values[] = { "2139", "02139", "10115", "501", "02139-1234" };
  static const char *const ages[] = { "90+", "3", "<1", "0", ">= 90", NULL, "n/a" };
  static const char rule[] = "intervals:10;top=90;same=90+:>= 90,<1:0,n/a:NA;missing=NA";
  g_autoptr (DeidHierarchy) zip = bind ("zip:3;pad=5", values, G_N_ELEMENTS (values)),
                            age = bind (rule, ages, G_N_ELEMENTS (ages)),
                            all = bind ("suppress;same=90+:>= 90", ages, G_N_ELEMENTS (ages));
  gsize n;
  g_autofree const char **leaves = deid_hierarchy_list_labels (age, 0, &n, NULL);

  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (zip), 4);
  assert_generalizes (zip, "2139", 0, "02139");
  assert_generalizes (zip, "2139", 1, "021");
  assert_generalizes (zip, "501", 0, "00501");
  ck_assert_uint_eq (n, 4);
  ck_assert_str_eq (leaves[0], ">= 90");
  ck_assert_str_eq (leaves[1], "3");
  ck_assert_str_eq (leaves[2], "0");
  ck_assert_str_eq (leaves[3], "NA");
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (all), 5);
}
END_TEST

/* Rules that depend on data count all spellings of a value together. */
START_TEST (frozen_spellings)
{
  static const char *const values[]
      = { "a", "A", "b", "caf\xC3\xA9", "cafe\xCC\x81", "b", "b", "?", "?" };
  static const char *const numbers[] = { "1", "2", "one", "3", "4", "4", "four" };
  static const struct
  {
    const char *rule;
    const char *const *values;
    guint n;
    const char *expected;
  } cases[] = {
    { "rare:2", values, 9, "keep:?,b,caf\xC3\xA9;other=other" },
    { "rare:2;same=A:a", values, 9, "keep:?,a,b,caf\xC3\xA9;other=other;same=A:a" },
    { "rare:2;same=a:x,A:x", values, 9, "keep:?,b,caf\xC3\xA9,x;other=other;same=a:x,A:x" },
    { "rare:2;same=?:NA;missing=NA", values, 9,
      "keep:b,caf\xC3\xA9;other=other;missing=NA;same=?:NA" },
    { "order:2;same=one:1,four:4", numbers, 7, "order:2;values=1,2,3,4;same=one:1,four:4" },
    { "capacity:2;same=one:1,four:4", numbers, 7, "bands:<2,2..<4,4+;same=one:1,four:4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidRule) rule
          = freeze_on_values (cases[i].rule, cases[i].values, NULL, cases[i].n);
      g_autoptr (DeidRule) again = deid_rule_new (deid_rule_get_text (rule), NULL);

      if (i + 1 < G_N_ELEMENTS (cases))
        ck_assert_str_eq (deid_rule_get_text (rule), cases[i].expected);
      ck_assert_ptr_nonnull (again);
    }
}
END_TEST

/* Labels of integers meet other numbers: then they have brackets, and each value lies within. */
START_TEST (labels_of_decimals)
{
  static const char *const decimals[] = { "-122.23", "7", "29.5" };
  static const char *const integers[] = { "-122", "7.0", "29", "unknown" };
  static const char *const cases[][3] = {
    { "intervals:1", "-122.23", "[-123, -122)" },
    { "intervals:5,10", "29.5", "[25, 30)" },
    { "intervals:1", "7", "[7, 8)" },
    { "bands:-200..-1,0-17,18+", "29.5", ">= 18" },
    { "bands:-200..-1,0-17,18-60", "7", "[0, 18)" },
    { "growing:1@-200,5@10", "29.5", "[25, 30)" },
    { "intervals:5;numbers=integers", "29.5", "25-29" },
    { "intervals:0.5", "29.5", "[29.5, 30.0)" },
  };
  g_autoptr (DeidHierarchy) whole = bind ("intervals:5;special=unknown", integers, 4);
  g_autofree char *text = specify (whole);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidHierarchy) bound = bind (cases[i][0], decimals, 3);

      assert_generalizes (bound, cases[i][1], 1, cases[i][2]);
    }
  ck_assert_str_eq (text, "intervals:5;special=unknown");
  assert_generalizes (whole, "7.0", 1, "5-9");
}
END_TEST

/* What a table spells in another way than a hierarchy has the labels there, and is kept on level
 * 0. */
START_TEST (letters_of_rows)
{
  static const char *const files[] = { "Orl\xC3\xA9"
                                       "ans;Loire;*\nLa R\xC3\xA9union;DOM;*\n",
                                       "Orle\xCC\x81"
                                       "ans;Loire;*\nLa\xC2\xA0R\xC3\xA9union;DOM;*\n" };
  static const char *const values[] = { "Orle\xCC\x81"
                                        "ans",
                                        "La\xE2\x80\xAFR\xC3\xA9union",
                                        "Orl\xC3\xA9"
                                        "ans",
                                        "La R\xC3\xA9union", "La\xE2\x80\xAFR\xC3\xA9union" };
  static const guint n_noted[] = { 2, 3 }, n_records[] = { 3, 4 };

  for (guint f = 0; f < 2; f++)
    {
      GError *error = NULL;
      g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_csv_file (
          write_file ("h.csv", files[f], -1), NULL, NULL, &error);
      g_autoptr (DeidDataset) dataset = make_text_column ("v", values, 5);
      g_autoptr (DeidHierarchy) bound = NULL;
      DeidHierarchyNotes notes;
      DeidTableSource table;
      g_autofree char *start = NULL;

      assert_no_error (error);
      bound = deid_hierarchy_bind (hierarchy, dataset, "v", NULL, &error);
      assert_no_error (error);
      for (guint i = 0; i < 5; i++)
        {
          assert_generalizes (bound, values[i], 0, values[i]);
          assert_generalizes (bound, values[i], 1, i % 2 == 0 && i < 4 ? "Loire" : "DOM");
        }
      ck_assert (deid_table_source_init (&table, dataset, NULL));
      deid_hierarchy_notes_init (&notes, bound, &table, &table.columns[0]);
      ck_assert_uint_eq (notes.n, 1);
      ck_assert_str_eq (notes.items[0].code, "letters");
      ck_assert_uint_eq (notes.items[0].n_records, n_records[f]);
      start = g_strdup_printf ("%u values of column 'v' are spelled", n_noted[f]);
      ck_assert (g_str_has_prefix (notes.items[0].text, start));
      deid_hierarchy_notes_clear (&notes);
      deid_table_source_clear (&table);
    }
}
END_TEST

/* Values of several lengths under a rule of first characters. */
START_TEST (doubted_lengths)
{
  static const struct
  {
    const char *rule, *values[4], *said;
  } cases[] = {
    { "prefix:3",
      { "A00", "B01", "A00.1", "C10.0" },
      "have different lengths: 'A00' (row 1) and 'A00.1' (row 3) begin alike" },
    { "prefix:4,2",
      { "01", "01.1", "01.11", "02" },
      "'01' (row 1) and '01.1' (row 2) begin alike" },
    { "prefix:3",
      { "2139", "02138", "10115", "02139" },
      "have 4 to 5 digits, as '2139' (row 1) and '02138' (row 2), so" },
    { "prefix:3;rest=", { "2139", "02138", "10115", "02139" }, "pad=5 in the rule adds them" },
    { "prefix:3;pad=5", { "02139", "02138", "10115", "02139" }, NULL },
    { "prefix:3;rest=*", { "A00", "B01", "A00.1", "C10.0" }, NULL },
    { "prefix:3", { "A00", "B01", "K21.1", "C10.0" }, NULL },
    { "prefix:3;missing=NA", { "A00", "NA", "B11", "C10" }, NULL },
    { "prefix:3", { "A00", "B01", "A01", NULL }, NULL },
    { "mask:1", { "A00", "B01", "A00.1", NULL }, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gboolean is_shown = FALSE; is_shown <= TRUE; is_shown++)
      {
        g_autoptr (DeidDataset) dataset = make_text_column ("v", cases[i].values, 4);
        g_autoptr (DeidHierarchy) bound = bind (cases[i].rule, cases[i].values, 4);
        DeidHierarchyNotes notes;
        DeidTableSource table;

        ck_assert (deid_dataset_set_show_values (dataset, is_shown, NULL));
        ck_assert (deid_table_source_init (&table, dataset, NULL));
        deid_hierarchy_notes_init (&notes, bound, &table, &table.columns[0]);
        ck_assert_msg (notes.n == (cases[i].said != NULL), "case %u", i);
        if (notes.n > 0)
          {
            ck_assert_str_eq (notes.items[0].code, "prefix-lengths");
            if (is_shown && strstr (notes.items[0].text, cases[i].said) == NULL)
              ck_abort_msg ("%s", notes.items[0].text);
            ck_assert_int_eq (strstr (notes.items[0].text, cases[i].values[0]) != NULL, is_shown);
          }
        deid_hierarchy_notes_clear (&notes);
        deid_table_source_clear (&table);
      }
}
END_TEST

/* A rule, or a type, of dates that cannot read the values names a format that can. */
START_TEST (advised_formats)
{
  static const struct
  {
    const char *rule, *values[3], *advice;
  } cases[] = {
    { "date:month,year",
      { "14.07.2023", "01.02.1999", "31.12.2001" },
      "row 3); format=DD.MM.YYYY reads them; list values that mean" },
    { "date:year", { "7/14/2023", "1/2/1999", "12/31/2001" }, "; format=M/D/YYYY reads them;" },
    { "date:year",
      { "01/02/2023", "03/04/1999", "05/06/2001" },
      "; format=MM/DD/YYYY or format=DD/MM/YYYY reads them;" },
    { "date:year;format=DD.MM.YYYY",
      { "2023-07-14", "1999-01-02", "2001-12-31" },
      "; format=YYYY-MM-DD reads them;" },
    { "age:5;at=2024-01-01",
      { "14-Jul-2023", "2-Jan-1999", "31-Dec-2001" },
      "; format=D-MMM-YYYY reads them;" },
    { "date:year",
      { "31.12.99", "1.1.05", "14.7.23" },
      "; with format=D.M.YY(1930), two digits are the years 1930 to 2029;" },
    { "date:year",
      { "12/31/99", "1/1/05", "7/14/23" },
      "; with format=M/D/YY(1930), two digits are the years 1930 to 2029;" },
    { "date:year", { "unknown", "refused", "?" }, NULL },
    { "age:5;at=2000-01-01", { "2023-07-14", "2024-01-02", "2001-12-31" }, NULL },
    { "time:hour", { "14.07.2023", "01.02.1999", "31.12.2001" }, NULL },
    { "intervals:5", { "14.07.2023", "01.02.1999", "31.12.2001" }, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = make_text_column ("v", cases[i].values, 3);
      g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification (cases[i].rule, NULL);
      GError *error = NULL;

      ck_assert (deid_dataset_set_show_values (dataset, TRUE, NULL));
      if (cases[i].advice != NULL && strstr (cases[i].rule, "format") == NULL)
        {
          ck_assert (
              !deid_dataset_set_column_type (dataset, "v", DEID_COLUMN_TYPE_DATE, NULL, &error));
          ck_assert_ptr_nonnull (strstr (error->message, "format="));
          g_clear_error (&error);
        }
      ck_assert_ptr_null (deid_hierarchy_bind (rule, dataset, "v", NULL, &error));
      if (cases[i].advice == NULL)
        ck_assert_ptr_null (strstr (error->message, "format="));
      assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE,
                    cases[i].advice != NULL ? cases[i].advice : "3 values are not known", NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("spellings");
  TCase *test_case = tcase_create ("spellings");

  tcase_add_test (test_case, labels_by_hand);
  tcase_add_test (test_case, refused_rules);
  tcase_add_test (test_case, bound_spellings);
  tcase_add_test (test_case, frozen_spellings);
  tcase_add_test (test_case, labels_of_decimals);
  tcase_add_test (test_case, letters_of_rows);
  tcase_add_test (test_case, doubted_lengths);
  tcase_add_test (test_case, advised_formats);
  suite_add_tcase (suite, test_case);
  return suite;
}
