/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How specifications of rules are taken apart, and the labels that rules write. */
#include "support/suite.h"

#include <string.h>

#include "hierarchy/rule.h"

/* Written out by hand: the parts of a specification, escapes and all. */
START_TEST (test_parts)
{
  DeidRuleText text;

  ck_assert (deid_rule_text_init (&text, "bands:0-3,4/0-4;a=1;b=x:y=z", NULL));
  ck_assert_str_eq (text.name, "bands");
  ck_assert_str_eq (text.body, "0-3,4/0-4");
  ck_assert_uint_eq (text.n_options, 2);
  ck_assert_str_eq (deid_rule_text_take (&text, "b"), "x:y=z");
  ck_assert_ptr_null (deid_rule_text_take (&text, "c"));
  ck_assert (!deid_rule_text_check_taken (&text, NULL));
  ck_assert_str_eq (deid_rule_text_take (&text, "a"), "1");
  ck_assert (deid_rule_text_check_taken (&text, NULL));
  deid_rule_text_clear (&text);

  ck_assert (deid_rule_text_init (&text, "rule", NULL));
  ck_assert_str_eq (text.name, "rule");
  ck_assert_ptr_null (text.body);
  deid_rule_text_clear (&text);
  ck_assert (deid_rule_text_init (&text, "rule:;a=", NULL));
  ck_assert_str_eq (text.body, "");
  ck_assert_str_eq (deid_rule_text_take (&text, "a"), "");
  deid_rule_text_clear (&text);
}

START_TEST (test_lists)
{
  guint64 n;
  g_autofree char **items = deid_rule_text_split ("a,b%2Cc,,100%,%4", &n, NULL);
  g_autofree char **none = deid_rule_text_split ("", &n, NULL);
  g_autofree char **levels = NULL;

  ck_assert_uint_eq (n, 0);
  ck_assert_ptr_null (none[0]);
  ck_assert_str_eq (items[0], "a");
  ck_assert_str_eq (items[1], "b,c");
  ck_assert_str_eq (items[2], "");
  ck_assert_str_eq (items[3], "100%");
  ck_assert_str_eq (items[4], "%4");
  ck_assert_ptr_null (items[5]);
  levels = deid_rule_text_split_at ("a,b%2F/c", '/', &n, NULL);
  ck_assert_uint_eq (n, 2);
  ck_assert_str_eq (levels[0], "a,b%2F");
  ck_assert_str_eq (levels[1], "c");
  ck_assert_ptr_null (levels[2]);
}

/* Any text is an item: whatever it holds, it reads back alone. */
START_TEST (test_items)
{
  static const char signs[] = "aZ09 %%%%,,;;::==//\"'\\-+*<>[)\n\t\x7F";
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);

  for (guint trial = 0; trial < count_trials (5000); trial++)
    {
      DeidLongText text = { 0 };
      char item[12] = "";
      g_autofree char *written = NULL, *specification = NULL;
      g_autofree char **items = NULL;
      DeidRuleText rule;
      guint64 n;

      for (gint i = g_rand_int_range (rand, 1, sizeof item); i-- > 0;)
        item[i] = signs[g_rand_int_range (rand, 0, sizeof signs - 1)];
      deid_rule_text_append_item (&text, item);
      deid_long_text_add (&text, ",");
      deid_rule_text_append_item (&text, "é");
      written = deid_long_text_end (&text, NULL);
      specification = g_strdup_printf ("rule:x;o=%s", written);
      assert_quietly (deid_rule_text_init (&rule, specification, NULL));
      assert_quietly (rule.n_options == 1);
      items = deid_rule_text_split (deid_rule_text_take (&rule, "o"), &n, NULL);
      assert_quietly (n == 2 && g_str_equal (items[0], item) && g_str_equal (items[1], "é"));
      deid_rule_text_clear (&rule);
    }
}

/* What would turn the direction of writing, or tell a terminal something, is not seen raw. */
START_TEST (test_unseen_characters)
{
  DeidLongText text = { 0 };
  g_autofree char *written = NULL;

  deid_rule_text_append_item (&text, "a\u202E\u00E9\u2028\u200B");
  deid_rule_text_append_item (&text, "\xC2\x9B");
  written = deid_long_text_end (&text, NULL);
  ck_assert_str_eq (written, "a%E2%80%AE\u00E9%E2%80%A8%E2%80%8B%C2%9B");
}
END_TEST

/* Level 0 and the last one are counted. */
START_TEST (test_many_levels)
{
  for (guint n = 253; n <= 256; n++)
    {
      g_autoptr (GString) text = g_string_new ("prefix:");
      g_autoptr (DeidHierarchy) hierarchy = NULL;

      for (guint i = n; i > 0; i--)
        g_string_append_printf (text, "%u%s", i, i > 1 ? "," : "");
      hierarchy = deid_hierarchy_new_from_specification (text->str, NULL);
      ck_assert ((hierarchy != NULL) == (n + 2 <= 256));
    }
}
END_TEST

START_TEST (test_bad_texts)
{
  static const char *const bad[][2] = {
    { "rule;a", "option=value" }, { "rule;", "option=value" }, { "rule;=b", "option=value" },
    { "rule;a=1;a=2", "once" },   { "rule:%00", "UTF-8" },     { "rule:%FF", "UTF-8" },
    { "rule:\xC3", "UTF-8" },     { "rule:%C3,%A9", "UTF-8" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      DeidRuleText text;
      GError *error = NULL;

      ck_assert (!deid_rule_text_init (&text, bad[i][0], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "rule", bad[i][1], NULL);
      deid_rule_text_clear (&text);
    }
}

START_TEST (test_counts)
{
  static const char *const bad[] = { "0", "-1", "1.5", "", "x", "18446744073709551616", " 1" };
  DeidRuleText text;
  GError *error = NULL;
  guint64 count;

  ck_assert (deid_rule_text_init (&text, "rule:1", NULL));
  ck_assert (deid_rule_text_read_count (&text, "18446744073709551615", &count, NULL));
  ck_assert (count == G_MAXUINT64);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      ck_assert (!deid_rule_text_read_count (&text, bad[i], &count, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "rule:1", "a positive integer", NULL);
    }
  deid_rule_text_clear (&text);
}

START_TEST (test_labels)
{
  g_autofree char *long_label = g_strnfill (1000, 'x');
  DeidRuleLabels labels = { .n = 0 };

  for (guint round = 0; round < 2; round++)
    {
      deid_rule_labels_reset (&labels);
      deid_rule_labels_add (&labels, "value", 3);
      deid_rule_labels_append (&labels, "a", 1);
      deid_rule_labels_append (&labels, "-5", 2);
      deid_rule_labels_end (&labels);
      deid_rule_labels_append (&labels, long_label, strlen (long_label));
      deid_rule_labels_end (&labels);
      deid_rule_labels_end (&labels);
      ck_assert_uint_eq (labels.n, 4);
      ck_assert_str_eq (deid_rule_labels_get (&labels, 0), "val");
      ck_assert_str_eq (deid_rule_labels_get (&labels, 1), "a-5");
      ck_assert_str_eq (deid_rule_labels_get (&labels, 2), long_label);
      ck_assert_str_eq (deid_rule_labels_get (&labels, 3), "");
      ck_assert (deid_rule_labels_check (&labels, NULL));
    }
  deid_rule_labels_clear (&labels);
}

/* A rule by itself: what it says of a value, and of one that is missing. */
START_TEST (test_rule)
{
  DeidRule *rule = deid_rule_new ("suppress;missing=NA,-9;special=all", NULL);
  DeidRuleLabels labels = { .n = 0 };

  ck_assert_uint_eq (deid_rule_get_n_levels (rule), 2);
  ck_assert (deid_rule_is_frozen (rule));
  ck_assert_str_eq (deid_rule_get_top_label (rule), "*");
  ck_assert (deid_rule_label (rule, "x", &labels));
  ck_assert_uint_eq (labels.n, 2);
  ck_assert_str_eq (deid_rule_labels_get (&labels, 0), "x");
  ck_assert_str_eq (deid_rule_labels_get (&labels, 1), "*");
  ck_assert (deid_rule_label (rule, "", &labels));
  ck_assert_str_eq (deid_rule_labels_get (&labels, 0), "");
  ck_assert_str_eq (deid_rule_labels_get (&labels, 1), "*");
  deid_rule_labels_clear (&labels);
  deid_rule_unref (rule);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("rule-text");
  TCase *tcase = tcase_create ("rule-text");

  tcase_add_test (tcase, test_parts);
  tcase_add_test (tcase, test_lists);
  tcase_add_test (tcase, test_items);
  tcase_add_test (tcase, test_bad_texts);
  tcase_add_test (tcase, test_unseen_characters);
  tcase_add_test (tcase, test_many_levels);
  tcase_add_test (tcase, test_counts);
  tcase_add_test (tcase, test_labels);
  tcase_add_test (tcase, test_rule);
  suite_add_tcase (suite, tcase);
  return suite;
}
