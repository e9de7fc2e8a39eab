/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules of texts: prefixes, masks, groups. */
#include "support/rule-trial.h"
#include "support/suite.h"

START_TEST (prefixes_keep_the_first_characters)
{
  static const RuleCase cases[] = {
    { "prefix:4,3,2", "02139", "0213*|021**|02***|*|" },
    { "prefix:4,3,2", "0213", "0213|021*|02**|*|" },
    { "prefix:4,3,2", "02", "02|02|02|*|" },
    { "prefix:4,3,2", "7", "7|7|7|*|" },
    { "prefix:2", "Łódź", "Łó**|*|" },
    { "prefix:1", "日本語", "日**|*|" },
    { "prefix:1", "🐙x", "🐙*|*|" },
    { "prefix:2", "a*b*", "a***|*|" },
    { "prefix:3;rest=*", "I21.4", "I21*|*|" },
    { "prefix:3;rest=*", "I21", "I21*|*|" },
    { "prefix:3,1;rest=", "I21.4", "I21|I|*|" },
    { "prefix:3,1;rest=", "I10", "I10|I|*|" },
    { "prefix:3;rest=%2C%3B", "I10", "I10,;|*|" },
    { "prefix:2;suppress=no", "abc", "ab*|" },
    { "prefix:2;missing=-9,NA", "NA", "-9|*|" },
    { "prefix:1;special=none", "none", "none|*|" },
  };

  check_rule_cases (cases, G_N_ELEMENTS (cases));
}
END_TEST

/* Codes that have lost a zero are none. */
START_TEST (zip_codes_of_small_areas_share_a_label)
{
  static const RuleCase cases[] = {
    { "zip:3", "02139", "021|*|" },
    { "zip:3;small=021,036", "02139", "000|*|" },
    { "zip:3;small=021,036", "03701", "037|*|" },
    { "zip:3;large=021", "02139-1234", "021|*|" },
    { "zip:3;large=021", "021391234", "021|*|" },
    { "zip:3;large=021", "036", NULL },
    { "zip:3", "021", NULL },
    { "zip:4", "0213", NULL },
    { "zip:3", "021391", NULL },
    { "zip:3", "0213912345", NULL },
    { "zip:3", "0213-91234", NULL },
    { "zip:3", "02139 1234", NULL },
    { "zip:3;large=021;other=rest", "03601", "rest|*|" },
    { "zip:2;large=", "03601", "00|*|" },
    { "zip:3", "2139", NULL },
    { "zip:3", "02139-123", NULL },
    { "zip:3", "0213X", NULL },
    { "zip:3;special=none", "none", "none|*|" },
  };

  check_rule_cases (cases, G_N_ELEMENTS (cases));
}
END_TEST

START_TEST (masks_have_stars_at_one_end)
{
  static const RuleCase cases[] = {
    { "mask:1,2,4", "02139", "0213*|021**|0****|*|" },
    { "mask:1,2,4;from=right", "02139", "0213*|021**|0****|*|" },
    { "mask:1,2,4;from=left", "02139", "*2139|**139|****9|*|" },
    { "mask:2", "7", "*|*|" },
    { "mask:2", "78", "**|*|" },
    { "mask:1;from=left", "Łódź", "*ódź|*|" },
    { "mask:3", "Łódź", "Ł***|*|" },
  };

  check_rule_cases (cases, G_N_ELEMENTS (cases));
}
END_TEST

START_TEST (groups_are_those_listed)
{
  static const RuleCase cases[] = {
    { "groups:red=warm,blue=cold", "red", "warm|*|" },
    { "groups:red=warm,blue=cold", "green", NULL },
    { "groups:red=warm,blue=cold/warm=colour,cold=colour", "blue", "cold|colour|*|" },
    { "groups:red=warm,blue=cold;other=none", "green", "none|*|" },
    { "groups:red=warm,blue=cold/warm=any,cold=any;other=none", "green", "none|none|*|" },
    { "groups:red=warm/warm=any,none=any;other=none", "green", "none|any|*|" },
    { "groups:red=warm/warm=any,none=nil/any=x,nil=y;other=none", "green", "none|nil|y|*|" },
    { "groups:red=warm/warm=any;other=warm", "green", "warm|any|*|" },
    { "groups:a%3Db=x%2Cy", "a=b", "x,y|*|" },
    { "groups:Łódź=Polska", "Łódź", "Polska|*|" },
    /* A group may be named as a value or as a group of another level. */
    { "groups:a=b,b=a/a=b,b=a", "a", "b|a|*|" },
  };

  check_rule_cases (cases, G_N_ELEMENTS (cases));
}
END_TEST

START_TEST (wrong_rules_are_refused)
{
  static const char *const pairs[][2] = {
    { "prefix", "a number for each level" },
    { "prefix:", "a number for each level" },
    { "prefix:0", "a positive integer" },
    { "prefix:2,", "a positive integer" },
    { "prefix:2,2", "a smaller number" },
    { "prefix:2,3", "a smaller number" },
    { "prefix:2;keep=1", "keep" },
    { "mask:2,2", "a greater number" },
    { "mask:3,1", "a greater number" },
    { "mask:1;from=middle", "from=left" },
    { "groups", "value=group" },
    { "groups:", "value=group" },
    { "groups:a", "value=group" },
    { "groups:=b", "value=group" },
    { "groups:a=", "value=group" },
    { "groups:a=b=c", "value=group" },
    { "groups:a=b,a=c", "once a level" },
    { "groups:a=b,a=b", "once a level" },
    { "groups:a=b/", "a list for each level" },
    { "groups:a=b/b", "group=greater group" },
    { "groups:a=b/c=d", "a group of the level below" },
    { "groups:a=b,c=d/b=e", "a greater group" },
    { "groups:a=b;other=", "a label" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    assert_refused_rule (pairs[i][0], pairs[i][1]);
}
END_TEST

/* Draws a text of up to twelve characters of one to four bytes, stars among them. */
static char *
draw_text (GRand *rand)
{
  static const char *const characters[] = { "a", "b", "*", "0", "é", "Ł", "語", "🐙", "a", "b" };
  GString *text = g_string_new (NULL);

  for (gint n = g_rand_int_range (rand, 1, 13); n > 0; n--)
    g_string_append (text, characters[g_rand_int_range (rand, 0, G_N_ELEMENTS (characters))]);
  return g_string_free (text, FALSE);
}

/* A label without a rest is a pattern: a star stands for one character. */
static gboolean
matches (const char *label, const char *value)
{
  for (; *label != '\0' && *value != '\0';
       label = g_utf8_next_char (label), value = g_utf8_next_char (value))
    if (*label != '*' && g_utf8_get_char (label) != g_utf8_get_char (value))
      return FALSE;
  return *label == '\0' && *value == '\0';
}

START_TEST (labels_read_back_and_are_nested)
{
  static const char *const rules[]
      = { "prefix:7,4,3,1", "prefix:20,10,5", "prefix:5,3,2;suppress=no", "mask:1,2,5",
          "mask:1,3,4,20;from=left" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2139);

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (RuleTrial) trial = rule_trial_new (rules[i]);
      const guint n_inner = trial->n_levels - (g_str_has_suffix (rules[i], "=no") ? 0 : 1);

      for (guint n = count_trials (5000); n > 0; n--)
        {
          g_autofree char *value = draw_text (rand);

          assert_quietly (rule_trial_label (trial, value));
          for (guint level = 1; level < n_inner; level++)
            assert_quietly (matches (rule_trial_get (trial, level), value));
        }
    }
}
END_TEST

/* With one rest for all a label is what its values begin with. */
START_TEST (labels_with_a_rest_read_back_and_are_nested)
{
  static const char *const rests[] = { "", "*", "a", "é*" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (214);

  for (gsize i = 0; i < G_N_ELEMENTS (rests); i++)
    {
      g_autofree char *rule = g_strconcat ("prefix:6,4,1;rest=", rests[i], NULL);
      g_autoptr (RuleTrial) trial = rule_trial_new (rule);

      for (guint n = count_trials (5000); n > 0; n--)
        {
          g_autofree char *value = draw_text (rand);

          assert_quietly (rule_trial_label (trial, value));
          for (guint level = 1; level <= 3; level++)
            {
              const char *label = rule_trial_get (trial, level);

              assert_quietly (g_str_has_suffix (label, rests[i]));
              assert_quietly (strncmp (label, value, strlen (label) - strlen (rests[i])) == 0);
            }
        }
    }
}
END_TEST

/* Each value is in its group, and this one in its own, whatever the table. */
START_TEST (random_groups_are_those_listed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint n = count_trials (300); n > 0; n--)
    {
      g_autoptr (GString) text = g_string_new ("groups:");
      g_autoptr (RuleTrial) trial = NULL;
      const guint n_values = (guint) g_rand_int_range (rand, 1, 40);
      const guint n_groups = (guint) g_rand_int_range (rand, 1, 7);
      guint of_value[40], of_group[7];

      for (guint i = 0; i < n_values; i++)
        {
          of_value[i] = i < n_groups ? i : (guint) g_rand_int_range (rand, 0, (gint) n_groups);
          g_string_append_printf (text, "%sv%u=g%u", i > 0 ? "," : "", i, of_value[i]);
        }
      for (guint i = 0; i < MIN (n_groups, n_values); i++)
        {
          of_group[i] = (guint) g_rand_int_range (rand, 0, 3);
          g_string_append_printf (text, "%sg%u=h%u", i > 0 ? "," : "/", i, of_group[i]);
        }
      trial = rule_trial_new (text->str);
      for (guint i = 0; i < n_values; i++)
        {
          g_autofree char *value = g_strdup_printf ("v%u", i);
          g_autofree char *labels
              = g_strdup_printf ("g%u|h%u|*|", of_value[i], of_group[of_value[i]]);

          rule_trial_expect (trial, value, labels);
        }
    }
}
END_TEST

START_TEST (texts_of_other_encodings_do_no_harm)
{
  static const char *const rules[] = { "prefix:4,1", "mask:1,3", "mask:2;from=left" };

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (RuleTrial) trial = rule_trial_new (rules[i]);

      for (guint c = 1; c < 256; c++)
        {
          const char value[] = { (char) c, (char) (c ^ 0x80), (char) c, '\0' };
          const char one[] = { (char) c, '\0' };

          ck_assert (deid_rule_label (trial->rule, value, &trial->labels));
          ck_assert (deid_rule_label (trial->rule, one, &trial->labels));
        }
    }
}
END_TEST

START_TEST (many_values_are_labelled)
{
  g_autoptr (RuleTrial) trial = rule_trial_new ("prefix:4,2,1");

  for (guint i = 0; i < 100000; i++)
    {
      char value[8];

      g_snprintf (value, sizeof value, "%05u", i);
      assert_quietly (rule_trial_label (trial, value));
    }
  ck_assert_uint_eq (rule_trial_count (trial, 0), 100000);
  ck_assert_uint_eq (rule_trial_count (trial, 1), 10000);
  ck_assert_uint_eq (rule_trial_count (trial, 2), 100);
  ck_assert_uint_eq (rule_trial_count (trial, 3), 10);
  ck_assert_uint_eq (rule_trial_count (trial, 4), 1);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("text-rules");
  TCase *test_case = tcase_create ("text-rules");

  tcase_add_test (test_case, prefixes_keep_the_first_characters);
  tcase_add_test (test_case, zip_codes_of_small_areas_share_a_label);
  tcase_add_test (test_case, masks_have_stars_at_one_end);
  tcase_add_test (test_case, groups_are_those_listed);
  tcase_add_test (test_case, wrong_rules_are_refused);
  tcase_add_test (test_case, labels_read_back_and_are_nested);
  tcase_add_test (test_case, labels_with_a_rest_read_back_and_are_nested);
  tcase_add_test (test_case, random_groups_are_those_listed);
  tcase_add_test (test_case, texts_of_other_encodings_do_no_harm);
  tcase_add_test (test_case, many_values_are_labelled);
  suite_add_tcase (suite, test_case);
  return suite;
}
