/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules of numbers that do not depend on data: labels worked out by hand, and what is true of
 * random ones. */
#include <string.h>

#include "base/rational.h"
#include "hierarchy/numbers/range.h"
#include "hierarchy/rule.h"
#include "support/failing-allocations.h"
#include "support/suite.h"

static DeidRule *
make_rule (const char *text)
{
  GError *error = NULL;
  DeidRule *rule = deid_rule_new (text, &error);

  assert_no_error (error);
  ck_assert (deid_rule_is_frozen (rule));
  return rule;
}

/* The labels of a value on the inner levels, or `?`. */
static char *
join_labels (const DeidRule *rule, const char *value)
{
  DeidRuleLabels labels = { 0 };
  GString *text = g_string_new (NULL);

  if (deid_rule_label (rule, value, &labels))
    for (guint level = 1; level + 1 < labels.n; level++)
      g_string_append_printf (text, "%s%s", level > 1 ? " | " : "",
                              deid_rule_labels_get (&labels, level));
  else
    g_string_append_c (text, '?');
  deid_rule_labels_clear (&labels);
  return g_string_free (text, FALSE);
}

START_TEST (by_hand)
{
  static const char *const cases[][3] = {
    { "intervals:5,10", "23", "20-24 | 20-29" },
    { "intervals:5,10,20", "23", "20-24 | 20-29 | 20-39" },
    { "intervals:5,10", "20", "20-24 | 20-29" },
    { "intervals:5,10", "19.999", "15-19 | 10-19" },
    { "intervals:5,10", "-1", "-5 to -1 | -10 to -1" },
    { "intervals:5,10", "-5", "-5 to -1 | -10 to -1" },
    { "intervals:5,10", "-6", "-10 to -6 | -10 to -1" },
    { "intervals:5,10", "0", "0-4 | 0-9" },
    { "intervals:1,10", "7", "7 | 0-9" },
    { "intervals:5,10;origin=18", "17", "13-17 | 8-17" },
    { "intervals:5,10;origin=18", "18", "18-22 | 18-27" },
    { "intervals:5,10;bottom=18;top=90", "17", "< 18 | < 18" },
    { "intervals:5,10;bottom=18;top=90", "18", "18-19 | 18-19" },
    { "intervals:5,10;bottom=18;top=90", "20", "20-24 | 20-29" },
    { "intervals:5,10;bottom=18;top=92", "91", "90-91 | 90-91" },
    { "intervals:5,10;bottom=18;top=90", "89", "85-89 | 80-89" },
    { "intervals:5,10;bottom=18;top=90", "90", ">= 90 | >= 90" },
    { "intervals:5,10;bottom=18;top=90", "1e17", ">= 90 | >= 90" },
    { "intervals:0.5,1.5", "1.5", "[1.5, 2.0) | [1.5, 3.0)" },
    { "intervals:0.5,1.5", "1.4999999999999999999", "[1.0, 1.5) | [0.0, 1.5)" },
    { "intervals:0.5,1.5", "-0.1", "[-0.5, 0.0) | [-1.5, 0.0)" },
    { "intervals:0.1", "0.3", "[0.3, 0.4)" },
    { "intervals:0.1", "101129.99999", "[101129.9, 101130.0)" },
    { "intervals:100;numbers=decimals", "250", "[200, 300)" },
    { "intervals:5;top=12.5", "11", "[10.0, 12.5)" },
    { "intervals:5,10", "1e1", "10-14 | 10-19" },
    { "intervals:5,10", "0010.0", "10-14 | 10-19" },
    { "intervals:5,10", "", "" },
    { "intervals:5,10", "+5", "?" },
    { "intervals:5,10", " 5", "?" },
    { "intervals:5,10", "five", "?" },
    { "intervals:5,10", "1e18", "?" },
    { "intervals:100000000000000000", "999999999999999999", ">= 900000000000000000" },
    { "intervals:5;missing=NA;special=-9", "NA", "NA" },
    { "intervals:5;missing=NA;special=-9", "-9", "-9" },
    { "bands:0-3,4-7,8+/0-7,8+", "3", "0-3 | 0-7" },
    { "bands:0-3,4-7,8+/0-7,8+", "4", "4-7 | 0-7" },
    { "bands:0-3,4-7,8+/0-7,8+", "7.5", "4-7 | 0-7" },
    { "bands:0-3,4-7,8+/0-7,8+", "8", ">= 8 | >= 8" },
    { "bands:0-3,4-7,8+/0-7,8+", "-1", "?" },
    { "bands:0-3,5-7", "4", "?" },
    { "bands:<18,18..64,>=65", "17", "< 18" },
    { "bands:..17,18..64,65+", "64", "18-64" },
    { "bands:-9..-5,-4..<2.5", "-5", "[-9, -4)" },
    { "bands:-9..-5,-4..<2.5", "2.4", "[-4.0, 2.5)" },
    { "bands:-9..-5,-4..4", "-5", "-9 to -5" },
    { "bands:child=0-17,adult=18+", "17", "child" },
    { "bands:child=0-17,adult=18+", "18", "adult" },
    { "bands:young=<18,old=>=18", "18", "old" },
    { "bands:child%2C teen=0-17,18+", "9", "child, teen" },
    { "bands:0-17,18+/all ages=0+", "9", "0-17 | all ages" },
    { "bands:0-3,4-7,8+/0-7,8+;bottom=2;top=6", "1", "< 2 | < 2" },
    { "bands:0-3,4-7,8+/0-7,8+;bottom=2;top=6", "2", "2-3 | 2-5" },
    { "bands:0-3,4-7,8+/0-7,8+;bottom=2;top=6", "5", "4-5 | 2-5" },
    { "bands:0-3,4-7,8+/0-7,8+;bottom=2;top=6", "9", ">= 6 | >= 6" },
    { "bands:0..<2.5,2.5..<10,10-19;bottom=10", "19.5", "[10, 20)" },
    { "bands:0..<2.5,2.5..<10,10-19;bottom=10", "9", "< 10" },
    { "bands:*", "9", "*" },
    { "growing:1@1,5@11,10@21", "1", "1" },
    { "growing:1@1,5@11,10@21", "10", "10" },
    { "growing:1@1,5@11,10@21", "11", "11-15" },
    { "growing:1@1,5@11,10@21", "20", "16-20" },
    { "growing:1@1,5@11,10@21", "21", "21-30" },
    { "growing:1@1,5@11,10@21", "1000", "991-1000" },
    { "growing:1@1,5@11,10@21", "0.5", "?" },
    { "growing:1@0,5@10,10@20/5@0,10@10/10@0,20@20", "7", "7 | 5-9 | 0-9" },
    { "growing:1@0,5@10,10@20/5@0,10@10/10@0,20@20", "12", "10-14 | 10-19 | 10-19" },
    { "growing:1@0,5@10,10@20/5@0,10@10/10@0,20@20", "35", "30-39 | 30-39 | 20-39" },
    { "growing:1@0,5@10,10@20/5@0,10@10", "13", "10-14 | 10-19" },
    { "growing:0.1@-1,0.5@0", "-0.25", "[-0.3, -0.2)" },
    { "growing:1@0,10@10;bottom=0;top=95", "-4", "< 0" },
    { "growing:1@0,10@10;bottom=0;top=95", "93", "90-94" },
    { "growing:1@0,10@10;bottom=0;top=95", "95", ">= 95" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidRule) rule = make_rule (cases[i][0]);
      g_autofree char *joined = join_labels (rule, cases[i][1]);

      if (strcmp (cases[i][1], "") == 0)
        ck_assert_str_eq (joined, " | ");
      else
        ck_assert_msg (strcmp (joined, cases[i][2]) == 0, "%s of %s: %s, expected %s", cases[i][0],
                       cases[i][1], joined, cases[i][2]);
    }
}
END_TEST

START_TEST (bad_rules)
{
  static const char *const bad[][3] = {
    { "intervals", "intervals", "width" },
    { "intervals:", "intervals", "width" },
    { "intervals:5,12", "'12'", "multiple" },
    { "intervals:5,0", "'0'", "above 0" },
    { "intervals:-5", "'-5'", "above 0" },
    { "intervals:5x", "'5x'", "width" },
    { "intervals:1e18", "'1e18'", "width" },
    { "intervals:5;origin=x", "'x'", "number" },
    { "intervals:5;bottom=10;top=10", "'10'", "less than the top" },
    { "intervals:5;top=1%", "'1%'", "number" },
    { "intervals:5;numbers=some", "'some'", "decimals" },
    { "intervals:0.5;numbers=integers", "numbers=integers", "integers" },
    { "intervals:5;of=persons", "'of'", "option" },
    { "bands", "bands", "ranges" },
    { "bands:0-3,,4-7", "''", "range" },
    { "bands:0-3/", "''", "each level" },
    { "bands:0-3,x", "'x'", "range" },
    { "bands:0-3,3-7", "'3-7'", "starts where" },
    { "bands:4-7,0-3", "'0-3'", "starts where" },
    { "bands:8+,9-10", "'9-10'", "starts where" },
    { "bands:0-3,4-7/0-5,6-7", "'4-7'", "level 1 lies within one of level 2" },
    { "bands:0-3,4-7/0-7/0-6", "'0-7'", "level 2 lies within one of level 3" },
    { "bands:0-3,4-7/0-3", "'4-7'", "within" },
    { "bands:child=0-17,child=18+", "'child'", "once" },
    { "bands:=0-17", "'=0-17'", "label" },
    { "bands:10-19=20-29", "'10-19=20-29'", "another range" },
    { "bands:adult=18+;top=65", "'adult=18+'", "bottom and top" },
    { "growing", "growing", "starts" },
    { "growing:1,5@10", "'1'", "width and its start" },
    { "growing:5@0,10@12", "'10@12'", "ends" },
    { "growing:5@0,10@0", "'10@0'", "above" },
    { "growing:0@1", "'0@1'", "width" },
    { "growing:1@0,5@10/3@0,10@12", "'10@12'", "'5@10' on level 1" },
    { "growing:2@0/3@0", "'3@0'", "'2@0' on level 1" },
    { "growing:1@0/2@1", "'2@1'", "start of the first" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      GError *error = NULL;

      ck_assert_msg (deid_rule_new (bad[i][0], &error) == NULL, "%s", bad[i][0]);
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, bad[i][1], bad[i][2], NULL);
    }
}
END_TEST

/* What finds no memory has no result but its error. */
START_TEST (no_memory)
{
  static const char *const rules[]
      = { "intervals:5,10;top=90", "bands:child=0-17,adult=18+/0+", "growing:1@0,5@10/5@0" };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (DeidRule) rule = NULL;
      GError *error = NULL;

      for (gint n = 0; rule == NULL; n++)
        {
          g_atomic_int_set (&n_allocations_left, n);
          rule = deid_rule_new (rules[i], &error);
          g_atomic_int_set (&n_allocations_left, G_MAXINT);
          if (rule == NULL)
            assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
        }
    }
}
END_TEST

/* 100,000 values in steps of a hundredth, or some of them: as many labels as there are ranges, in
 * rising order. */
START_TEST (many_values)
{
  static const struct
  {
    const char *rule;
    guint n_labels[2]; /* of numbers from -500 up to, but not including, 500 */
  } cases[] = {
    { "intervals:5,10", { 200, 100 } },
    { "intervals:0.25,5;bottom=-100;top=100", { 802, 42 } },
    { "bands:<0,0-99,100+/<0,0+", { 3, 2 } },
    { "growing:1@-500,10@0/20@-500,50@0", { 550, 35 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidRule) rule = make_rule (cases[i].rule);
      guint n_labels[2] = { 0 };
      DeidRange last[2] = { { 0 } };
      DeidRuleLabels labels = { 0 };

      for (int hundredths = -50000; hundredths < 50000; hundredths += (int) get_stride ())
        {
          char value[64];

          g_ascii_formatd (value, sizeof value, "%.2f", hundredths / 100.0);
          ck_assert (deid_rule_label (rule, value, &labels));
          for (guint level = 0; level < 2; level++)
            {
              DeidRange range;

              ck_assert (deid_range_parse (deid_rule_labels_get (&labels, level + 1), &range));
              if (n_labels[level] > 0 && range.low == last[level].low)
                continue;
              ck_assert (n_labels[level] == 0 || range.low == last[level].high);
              last[level] = range;
              n_labels[level]++;
            }
        }
      ck_assert_uint_eq (n_labels[0], cases[i].n_labels[0]);
      ck_assert_uint_eq (n_labels[1], cases[i].n_labels[1]);
      deid_rule_labels_clear (&labels);
    }
}
END_TEST

/* A number of hundredths, as an end of a range: none but integers if these are wanted. */
static void
append_number (GString *text, int hundredths)
{
  char number[64];

  g_ascii_formatd (number, sizeof number, "%.2f", hundredths / 100.0);
  g_string_append (text, hundredths % 100 == 0 ? strtok (number, ".") : number);
}

static void
append_intervals (GString *text, GRand *rand, guint n_levels, int unit)
{
  int width = unit * g_rand_int_range (rand, 1, 10);

  g_string_append (text, "intervals:");
  for (guint level = 0; level < n_levels; level++)
    {
      g_string_append (text, level > 0 ? "," : "");
      append_number (text, width);
      width *= g_rand_int_range (rand, 1, 4);
    }
  if (g_rand_boolean (rand))
    {
      g_string_append (text, ";origin=");
      append_number (text, unit * g_rand_int_range (rand, -50, 50));
    }
}

/* Rising ends; each level keeps some of those of the level below it. */
static void
append_bands (GString *text, GRand *rand, guint n_levels, int unit)
{
  int ends[40];
  guint n = (guint) g_rand_int_range (rand, 1, 40);

  ends[0] = unit * g_rand_int_range (rand, -500, 0);
  for (guint i = 1; i < n; i++)
    ends[i] = ends[i - 1] + unit * g_rand_int_range (rand, 1, 30);
  g_string_append (text, "bands:");
  for (guint level = 0; level < n_levels; level++)
    {
      guint n_kept = 0;

      g_string_append (text, level > 0 ? "/<" : "<");
      for (guint i = 0; i < n; i++)
        {
          append_number (text, ends[i]);
          if (i + 1 == n)
            break;
          g_string_append_c (text, ',');
          append_number (text, ends[i]);
          g_string_append (text, "..<");
        }
      g_string_append_c (text, ',');
      append_number (text, ends[n - 1]);
      g_string_append_c (text, '+');
      for (guint i = 0; i < n; i++)
        if (i == 0 || g_rand_boolean (rand))
          ends[n_kept++] = ends[i];
      n = n_kept;
    }
}

/* Widths that are multiples of the one before, on each level twice those of the level below. */
static void
append_growing (GString *text, GRand *rand, guint n_levels, int unit)
{
  const guint n = (guint) g_rand_int_range (rand, 1, 5);
  int starts[5] = { unit * g_rand_int_range (rand, -2000, -1000) }, widths[5] = { unit };

  for (guint i = 1; i < n; i++)
    {
      starts[i] = starts[i - 1] + (widths[i - 1] << n_levels) * g_rand_int_range (rand, 1, 20);
      widths[i] = widths[i - 1] * g_rand_int_range (rand, 1, 4);
    }
  g_string_append (text, "growing:");
  for (guint level = 0; level < n_levels; level++)
    for (guint i = 0; i < n; i++)
      {
        g_string_append (text, i > 0 ? "," : level > 0 ? "/" : "");
        append_number (text, widths[i] << level);
        g_string_append_c (text, '@');
        append_number (text, starts[i]);
      }
  g_string_append_printf (text, ";bottom=");
  append_number (text, starts[0]);
}

static DeidRule *
make_random_rule (GRand *rand)
{
  static void (*const appends[]) (GString *, GRand *, guint, int)
      = { append_intervals, append_bands, append_growing };
  g_autoptr (GString) text = g_string_new (NULL);
  const guint n_levels = (guint) g_rand_int_range (rand, 1, 5);
  const int unit = g_rand_boolean (rand) ? 100 : 1;
  const guint kind = (guint) g_rand_int_range (rand, 0, 3);

  appends[kind](text, rand, n_levels, unit);
  if (kind < 2 && g_rand_boolean (rand))
    {
      g_string_append (text, ";bottom=");
      append_number (text, unit * g_rand_int_range (rand, -300, 0));
    }
  if (g_rand_boolean (rand))
    {
      g_string_append (text, ";top=");
      append_number (text, unit * g_rand_int_range (rand, 1, 500));
    }
  return make_rule (text->str);
}

/* Reads the ranges of the labels of a number of thousandths, which lies in all of them. */
static void
read_ranges (const DeidRule *rule, const char *value, guint n_inner, DeidRange *ranges)
{
  DeidRuleLabels labels = { 0 };
  DeidNumber number;

  ck_assert (deid_number_read (value, &number));
  ck_assert_msg (deid_rule_label (rule, value, &labels), "%s of %s", deid_rule_get_text (rule),
                 value);
  ck_assert_uint_eq (labels.n, n_inner + 2);
  ck_assert_str_eq (deid_rule_labels_get (&labels, 0), value);
  ck_assert_str_eq (deid_rule_labels_get (&labels, n_inner + 1), "*");
  for (guint i = 0; i < n_inner; i++)
    {
      const char *label = deid_rule_labels_get (&labels, i + 1);

      ck_assert_msg (deid_range_parse (label, &ranges[i]), "%s", label);
      ck_assert_msg (deid_range_contains (&ranges[i], number), "%s: %s", label, value);
    }
  deid_rule_labels_clear (&labels);
}

static gboolean
are_equal (const DeidRange *a, const DeidRange *b)
{
  return a->low == b->low && a->high == b->high;
}

/* Each label reads back to a range with the value in it; two values have the same range on a level,
 * or ranges without a number in common; ranges lie in those of the next level; and how a number is
 * spelt does not matter. */
START_TEST (random_rules)
{
  GRand *rand = g_rand_new_with_seed (17);
  const guint n = count_trials (1000);

  for (guint trial = 0; trial < n; trial++)
    {
      g_autoptr (DeidRule) rule = make_random_rule (rand);
      const guint n_inner = deid_rule_get_n_levels (rule) - 2;
      DeidRange last[5], ranges[5], again[5];

      for (guint i = 0; i < 20; i++)
        {
          const int thousandths
              = g_rand_int_range (rand, -2000, 600) * (g_rand_boolean (rand) ? 1000 : 7);
          g_autofree char *value = g_strdup_printf ("%de-3", thousandths);
          char other[64];

          g_ascii_formatd (other, sizeof other, "%.4f", thousandths / 1000.0);
          read_ranges (rule, value, n_inner, ranges);
          read_ranges (rule, other, n_inner, again);
          for (guint level = 0; level < n_inner; level++)
            {
              ck_assert (are_equal (&ranges[level], &again[level]));
              ck_assert (level == 0
                         || (ranges[level].low <= ranges[level - 1].low
                             && ranges[level - 1].high <= ranges[level].high));
              ck_assert (i == 0 || are_equal (&ranges[level], &last[level])
                         || ranges[level].high <= last[level].low
                         || last[level].high <= ranges[level].low);
              last[level] = ranges[level];
            }
        }
    }
  g_rand_free (rand);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("number rules");
  TCase *rules = tcase_create ("rules");

  tcase_add_test (rules, by_hand);
  tcase_add_test (rules, bad_rules);
  tcase_add_test (rules, no_memory);
  tcase_add_test (rules, many_values);
  tcase_add_test (rules, random_rules);
  tcase_set_timeout (rules, 60);
  suite_add_tcase (suite, rules);
  return suite;
}
