/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How texts and numbers stand in a page. */
#include <math.h>
#include <string.h>

#include "chart/html.h"
#include "page/page-words.h"
#include "support/suite.h"

static char *
add_text (const char *text)
{
  DeidHtml *html = deid_html_new ();

  deid_html_add_text (html, text);
  return deid_html_free_to_text (html, NULL);
}

static char *
add_number (double value, int digits)
{
  DeidHtml *html = deid_html_new ();

  deid_html_add_number (html, value, digits);
  return deid_html_free_to_text (html, NULL);
}

static void
assert_adds (const char *text, const char *expected)
{
  g_autofree char *added = add_text (text);

  ck_assert_str_eq (added, expected);
}

static void
assert_number (double value, int digits, const char *expected)
{
  g_autofree char *added = add_number (value, digits);

  ck_assert_str_eq (added, expected);
}

static void
assert_share (double share, const char *expected)
{
  char text[DEID_SHARE_SIZE];

  deid_share_to_text (share, text);
  ck_assert_str_eq (text, expected);
}

/* No text from outside becomes markup, leaves an attribute or turns the direction of writing. */
START_TEST (texts)
{
  assert_adds ("", "");
  assert_adds ("a b", "a b");
  assert_adds ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;");
  assert_adds ("\"&'", "&quot;&amp;&#39;");
  assert_adds ("&amp;", "&amp;amp;");
  assert_adds ("a\342\200\256b", "a\\u{202E}b");
  assert_adds ("a\nb\001", "a\\nb\\x01");
  assert_adds ("\xFF<", "\\xFF&lt;");
  assert_adds ("\327\251\327\234", "\327\251\327\234");
}
END_TEST

/* Of each plane the last two code points, and 32 in the middle of the first plane, are no
 * characters: 66 in all (Unicode 15, section 23.7). None stands on a page, and neither does a
 * control. */
START_TEST (non_characters)
{
  guint n_escaped = 0;

  for (gunichar plane = 0; plane <= 0x10; plane++)
    for (gunichar low = 0xFDD0; low <= 0xFFFF; low = low == 0xFDEF ? 0xFFFE : low + 1)
      {
        const gunichar c = plane * 0x10000 + low;
        g_autofree char *expected = g_strdup_printf ("a\\u{%X}b", c);
        char text[9] = "a";
        const int n = g_unichar_to_utf8 (c, text + 1);

        if (low < 0xFFFE && plane > 0)
          continue;
        text[1 + n] = 'b';
        text[2 + n] = '\0';
        assert_adds (text, expected);
        n_escaped++;
      }
  ck_assert_uint_eq (n_escaped, 66);
  for (char c = 1; c < ' '; c++)
    {
      const char text[] = { c, '\0' };
      g_autofree char *added = add_text (text);

      ck_assert_int_eq (added[0], '\\');
    }
  assert_adds ("\357\277\275", "\357\277\275");
}
END_TEST

START_TEST (numbers)
{
  assert_number (0, 3, "0");
  assert_number (0.25, 3, "0.25");
  assert_number (1.0 / 3, 3, "0.333");
  assert_number (123456, 3, "123456");
  assert_number (100, 3, "100");
  assert_number (-1234.5678, 6, "-1234.57");
  assert_number (0.0001234, 2, "0.00012");
  assert_number (1e-9, 2, "1e-09");
  assert_number (1e20, 4, "1e+20");
  assert_number (INFINITY, 3, "inf");
}
END_TEST

/* What is not all is not 100 %, and what is not nothing is not 0 %. */
START_TEST (shares)
{
  assert_share (0, "0\302\240%");
  assert_share (1, "100\302\240%");
  assert_share (0.2, "20\302\240%");
  assert_share (0.0513, "5.13\302\240%");
  assert_share (0.99999, "more than 99.9\302\240%");
  assert_share (0.9994, "99.9\302\240%");
  assert_share (1e-6, "0.0001\302\240%");
}
END_TEST

START_TEST (counts_and_values)
{
  DeidHtml *html = deid_html_new (), *other = deid_html_new ();
  g_autofree char *text = NULL;
  g_autofree char *word = g_strnfill (100, 'w');

  deid_html_add_sentence (html, "12345 of 1000 records, 1000: in 2023, 0.12345 of '2023-1000'");
  deid_html_add_count (html, 999);
  deid_html_add_count (html, 1000);
  deid_html_add_count (html, G_MAXUINT64);
  deid_html_add_value (html, NULL);
  deid_html_add_value (html, word);
  deid_html_add_element (other, "b", "id=\"x\"", "<");
  deid_html_add_html (html, other);
  text = deid_html_free_to_text (html, NULL);
  ck_assert_ptr_nonnull (strstr (text, "9991,00018,446,744,073,709,551,615<i>missing</i><bdi>w"));
  ck_assert_ptr_nonnull (strstr (text, "w\342\200\246</bdi><b id=\"x\">&lt;</b>"));
  ck_assert (g_str_has_prefix (
      text, "12,345 of 1,000 records, 1000: in 2023, 0.12345 of &#39;2023-1000&#39;999"));
  ck_assert_uint_eq (strlen (strstr (text, "<bdi>")),
                     strlen ("<bdi></bdi><b id=\"x\">&lt;</b>") + 60 + 3);
}
END_TEST

static void
assert_level (const char *rule, guint level, const char *expected)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification (rule, NULL);
  g_autofree char *words = deid_hierarchy_describe_level (hierarchy, level, NULL);

  ck_assert_str_eq (words, expected);
}

/* The names are those in descriptions of policies; a board has to know of open groups as well. */
START_TEST (levels)
{
  assert_level ("date:month,year,10years", 0, "kept as it is");
  assert_level ("date:month,year,10years", 1, "month");
  assert_level ("date:month,year,10years", 3, "10 years");
  assert_level ("date:month,year,10years", 4, "one label for all");
  assert_level ("time:4hours", 1, "4 hours");
  assert_level ("prefix:4,3", 2, "the first 3 characters");
  assert_level ("intervals:5,10;top=90", 2, "ranges of 10, and one group from 90 on");
  assert_level ("intervals:1;bottom=18", 1, "whole numbers, and one group below 18");
  assert_level ("age:5;at=2024-01-01;top=90;bottom=18", 1,
                "age in ranges of 5 years, and one group below 18, one from 90 on");
  assert_level ("date:year;bottom=1934", 1, "year, and one group before 1934");
  assert_level ("capacity:1000;top=99%;of=persons", 1, "ranges of at least 1000 persons");
  assert_level ("quantiles:4;bottom=1%", 1, "4 ranges of about equal counts");
  assert_level ("groups:red=warm,blue=cold", 1, "level 1 of 2");
  assert_level ("bands:0-3,4+;suppress=no", 1, "level 1 of 1");
}
END_TEST

static void
assert_model (const char *specification, const char *expected)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (specification, NULL, NULL);
  g_autofree char *words = deid_privacy_model_describe (model, TRUE, FALSE);

  ck_assert_msg (strstr (words, expected) != NULL, "%s: %s", specification, words);
}

START_TEST (models)
{
  assert_model ("k:5", "at least 5 persons");
  assert_model ("dl:3@illness",
                "at least 3 different values of illness, where a missing value counts as one");
  assert_model ("dl:3:known@illness", "where missing ones do not count");
  assert_model ("pu:pitman:1000:0.1", "share of 0.1 of the population is unique in it by the");
  assert_model ("ak:0.5:4@illness", "at least 4 persons, and no value of illness has more than a "
                                    "share of 0.5 of its records");
  assert_model ("dp:0.1:0.5", "at least a share of 0.1 and at most a share of 0.5 of the people");
  assert_model ("rcl:3:2@illness",
                "less than 3 times as often as all values together from number 2");
  assert_model ("to:0.2:int@illness", "distance of 0.2, where neighbouring values are near");
  assert_model ("risk:0.05:mean", "the risks of all released persons are on average at most 0.05, "
                                  "counting a person once in each group (risk");
  assert_model ("avg:0.1",
                "average risk of the released persons is at most 0.1, counting a person");
  assert_model ("atrisk:0.2:0.1",
                "a share of 0.1 of the released persons has a risk above 0.2, counting");
  assert_model ("risk:2759", "add up to at most 2759, counting a person once in each group: trying "
                             "to find all of them, the attacker can expect to find no more (risk");
  assert_model ("risk:0.5:2", "each to the power of 2, add up to at most 0.5, counting a person "
                              "once in each group (risk:0.5:2)");
  assert_model ("ak:0.5:4:flu@illness", "none of some values of illness has more than a share");
}
END_TEST

/* Each form that lists of models have, with numbers for its parameters, is said in words. */
START_TEST (all_models_have_words)
{
  static const char *const samples[] = { "k:5",
                                         "dl:2@s",
                                         "el:2@s",
                                         "elg:2@s",
                                         "rcl:3:2@s",
                                         "te:0.3@s",
                                         "to:0.2@s",
                                         "th:0.3@s",
                                         "bl:2@s",
                                         "ebl:2@s",
                                         "dd:1@s",
                                         "ak:0.5:5@s",
                                         "kmap:5",
                                         "dp:0:0.5",
                                         "avg:0.05",
                                         "uniq:0.01",
                                         "km:5:3",
                                         "km:5:2@s",
                                         "persons:5",
                                         "persons:5@s",
                                         "atrisk:0.2:0.05",
                                         "jatrisk:0.2:0.05",
                                         "risk:100",
                                         "pu:dankar:1000:0.01",
                                         "payout:1200:300:300:4",
                                         "payoutmap:1200:300:300:4",
                                         "noattack:300:4",
                                         "noattackmap:300:4" };
  g_auto (GStrv) forms = deid_privacy_model_list_specifications (NULL);

  ck_assert_uint_eq (g_strv_length (forms), G_N_ELEMENTS (samples));
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (samples[i], NULL, NULL);
      g_autofree char *words = deid_privacy_model_describe (model, FALSE, FALSE);

      ck_assert_msg (strchr (words, ' ') != NULL && strchr (words, '$') == NULL, "%s: %s",
                     samples[i], words);
    }
}
END_TEST

/* The limit may be what a baseline reaches on suppressed records, too. */
START_TEST (risk_limits_are_withheld)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("risk:2759", NULL, NULL);
  g_autofree char *words = deid_privacy_model_describe (model, FALSE, TRUE);

  ck_assert_ptr_null (strstr (words, "2759"));
  ck_assert_ptr_null (strstr (words, "population"));
  ck_assert_ptr_nonnull (strstr (words, "within a limit"));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("html");
  TCase *tests = tcase_create ("html");

  tcase_add_test (tests, texts);
  tcase_add_test (tests, non_characters);
  tcase_add_test (tests, numbers);
  tcase_add_test (tests, shares);
  tcase_add_test (tests, counts_and_values);
  tcase_add_test (tests, levels);
  tcase_add_test (tests, models);
  tcase_add_test (tests, all_models_have_words);
  tcase_add_test (tests, risk_limits_are_withheld);
  suite_add_tcase (suite, tests);
  return suite;
}
