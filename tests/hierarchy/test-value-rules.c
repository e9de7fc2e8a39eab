/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that list values, and those that find out from the data which: keep, rare, order. */
#include "support/failing-allocations.h"
#include "support/rule-trial.h"
#include "support/suite.h"
#include "support/value-table.h"

#include "base/rational.h"
#include "hierarchy/rules/value-set.h"

START_TEST (listed_values_are_labelled)
{
  static const RuleCase cases[] = {
    { "keep:a,b,c/a", "a", "a|a|*|" },
    { "keep:a,b,c/a", "b", "b|other|*|" },
    { "keep:a,b,c/a", "x", "other|other|*|" },
    { "keep:a/;other=-", "a", "a|-|*|" },
    { "keep:", "a", "other|*|" },
    { "keep:/", "a", "other|other|*|" },
    { "keep:a%2Cb", "a,b", "a,b|*|" },
    { "keep:other,a/a", "other", "other|other|*|" },
    { "order:2,4;values=a,b,c,d,e,f,g", "a", "{a, b}|{a, b, c, d}|*|" },
    { "order:2,4;values=a,b,c,d,e,f,g", "f", "{e, f}|{e, f, g}|*|" },
    { "order:2,4;values=a,b,c,d,e,f,g", "g", "g|{e, f, g}|*|" },
    { "order:2,4;values=a,b,c,d,e,f,g", "h", NULL },
    { "order:5,10;values=a,b,c,d,e,f,g", "e", "{a, ..., e}|{a, ..., g}|*|" },
    { "order:2;values=low,medium,high", "medium", "{low, medium}|*|" },
    { "order:1,2;values=0,1,2,5,9", "2", "2|2-5|*|" },
    { "order:2;values=0,1,2,5,9", "9", "9|*|" },
    { "order:2;values=5,1", "1", "{5, 1}|*|" },
    { "order:2;values=-2,1", "1", "{-2, 1}|*|" },
    { "order:2;values=1,01", "1", "{1, 01}|*|" },
    { "order:2;values=1.5,2.5", "1.5", "{1.5, 2.5}|*|" },
    { "order:2;values=a%2Cb,\"", "\"", "{\"a,b\", \"\"\"\"}|*|" },
    { "order:2;values={x,...,{y", "{x", "{\"{x\", \"...\"}|*|" },
    { "order:2;values={x,...,{y", "{y", "{\"{y\"}|*|" },
    { "order:2;values=Łódź,語", "語", "{Łódź, 語}|*|" },
  };

  check_rule_cases (cases, G_N_ELEMENTS (cases));
}
END_TEST

START_TEST (wrong_rules_are_refused)
{
  static const char *const pairs[][2] = {
    { "keep", "values, separated by commas" },
    { "keep:a,a", "each value once" },
    { "keep:a,b/c", "values that the level before keeps" },
    { "keep:a,b/a,a", "values that the level before keeps" },
    { "keep:a,b/a/b", "values that the level before keeps" },
    { "keep:a;other=", "a label" },
    { "rare", "a number for each level" },
    { "rare:5,5", "a greater number" },
    { "rare:5;of=patients", "of=persons" },
    { "rare:5;other=", "a label" },
    { "rare:5;fill=always", "yes, or no" },
    { "order", "a number for each level" },
    { "order:2,3", "a multiple" },
    { "order:2;values=a,b,a", "each value once" },
    { "order:2;values=a,,b", "no empty value" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    assert_refused_rule (pairs[i][0], pairs[i][1]);
}
END_TEST

START_TEST (sets_read_back)
{
  static const char *const refused[] = { "",
                                         "a",
                                         "{",
                                         "{}",
                                         "{a",
                                         "{a,b}",
                                         "{a, }",
                                         "{a, b}x",
                                         "{a, ..., ..., b}",
                                         "{..., a}",
                                         "{a, b, ...}",
                                         "{a, ...}",
                                         "{a, ..., b, c}",
                                         "{\"a}",
                                         "{\"a\"b}",
                                         "{a{b}",
                                         "{a\"b}" };
  gboolean has_gap;

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      GError *error = NULL;

      ck_assert_msg (deid_value_set_read (refused[i], &has_gap, &error) == NULL, "%s", refused[i]);
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "a set", NULL);
    }
}
END_TEST

static const char signs[] = "ab01,\"{}. *-";

/* Draws a text in which signs that mean something are frequent. */
static char *
draw_text (GRand *rand)
{
  GString *text = g_string_new (g_rand_int_range (rand, 0, 8) == 0 ? "..." : "");
  const gint length = g_rand_int_range (rand, 0, 4);

  for (gint i = 0; i < length; i++)
    g_string_append_c (text, signs[g_rand_int_range (rand, 0, sizeof signs - 1)]);
  if (text->len == 0)
    g_string_append (text, "é");
  return g_string_free (text, FALSE);
}

/* Draws distinct values; or numbers. */
static GPtrArray *
draw_values (GRand *rand, gboolean are_numbers)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (gint n = g_rand_int_range (rand, 1, 40); n > 0; n--)
    {
      char *value = are_numbers ? g_strdup_printf ("%d", g_rand_int_range (rand, -3, 60))
                                : draw_text (rand);

      if (g_hash_table_contains (known, value))
        g_free (value);
      else
        {
          g_hash_table_add (known, value);
          g_ptr_array_add (values, value);
        }
    }
  return values;
}

/* Finds the label's values in the order of all of them. Returns: whether they hold the one at a
 * position. */
static gboolean
holds (const char *label, const GPtrArray *values, guint position)
{
  g_autofree char **set = NULL;
  gboolean has_gap;
  guint first = 0, n = 0;
  int dash = 0;

  if (g_str_equal (label, values->pdata[position]) && label[0] != '{')
    return TRUE;
  if (label[0] != '{')
    {
      const gint64 number = g_ascii_strtoll (values->pdata[position], NULL, 10);
      char *end;
      const gint64 low = g_ascii_strtoll (label, &end, 10);

      dash = *end == '-';
      return dash && low <= number && number <= g_ascii_strtoll (end + 1, NULL, 10);
    }
  set = deid_value_set_read (label, &has_gap, NULL);
  assert_quietly (set != NULL);
  while (!g_str_equal (values->pdata[first], set[0]))
    assert_quietly (++first < values->len);
  while (set[n] != NULL)
    n++;
  if (has_gap)
    {
      guint last = first;

      while (!g_str_equal (values->pdata[last], set[1]))
        assert_quietly (++last < values->len);
      n = last - first + 1;
    }
  for (guint i = 0; !has_gap && i < n; i++)
    assert_quietly (g_str_equal (values->pdata[first + i], set[i]));
  return first <= position && position < first + n;
}

/* By the definition: the value at position p is in the run p / n, of which all labels read back. */
START_TEST (runs_read_back_and_are_nested)
{
  static const guint widths[] = { 2, 6, 12 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (4096);

  for (guint trials = count_trials (600); trials > 0; trials--)
    {
      g_autoptr (GPtrArray) values = draw_values (rand, trials % 2 == 0);
      DeidLongText text = { 0 };
      g_autofree char *rule = NULL;
      g_autoptr (RuleTrial) trial = NULL;

      deid_long_text_add (&text, "order:2,6,12;values=");
      for (guint i = 0; i < values->len; i++)
        {
          deid_long_text_add (&text, "%s", i > 0 ? "," : "");
          deid_rule_text_append_item (&text, values->pdata[i]);
        }
      rule = deid_long_text_end (&text, NULL);
      trial = rule_trial_new (rule);
      for (guint i = 0; i < values->len; i++)
        {
          assert_quietly (rule_trial_label (trial, values->pdata[i]));
          for (guint level = 1; level <= 3; level++)
            assert_quietly (holds (rule_trial_get (trial, level), values, i));
        }
      for (guint level = 1; level <= 3; level++)
        assert_quietly (rule_trial_count (trial, level)
                        == (values->len + widths[level - 1] - 1) / widths[level - 1]);
    }
}
END_TEST

static int
compare_in_order (gconstpointer a, gconstpointer b)
{
  const char *first = *(const char *const *) a, *second = *(const char *const *) b;

  return strcmp (first, second);
}

static int
compare_as_numbers (gconstpointer a, gconstpointer b)
{
  return (int) (g_ascii_strtoll (*(const char *const *) a, NULL, 10)
                - g_ascii_strtoll (*(const char *const *) b, NULL, 10));
}

/* Without an order it is that of numbers, or of bytes; what it is frozen to labels alike, whatever
 * the order of the rows. */
START_TEST (columns_have_an_order)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint trials = count_trials (300); trials > 0; trials--)
    {
      const gboolean are_numbers = trials % 2 == 0;
      g_autoptr (GPtrArray) values = draw_values (rand, are_numbers);
      g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
      g_autoptr (RuleTrial) trial = rule_trial_new_of_rule (freeze_on_values (
          "order:2,4;missing=NA", (const char *const *) values->pdata, NULL, values->len));

      ck_assert (deid_rule_is_frozen (trial->rule));
      for (guint i = 0; i < values->len; i++)
        g_ptr_array_add (sorted, values->pdata[i]);
      g_ptr_array_sort (sorted, are_numbers ? compare_as_numbers : compare_in_order);
      for (guint i = 0; i < sorted->len; i++)
        {
          assert_quietly (rule_trial_label (trial, sorted->pdata[i]));
          assert_quietly (rule_trial_count (trial, 1) == i / 2 + 1);
          assert_quietly (rule_trial_count (trial, 2) == i / 4 + 1);
        }
      rule_trial_expect (trial, "NA", "NA|NA|*|");
    }
}
END_TEST

START_TEST (rare_values_become_others)
{
  static const char *const values[]
      = { "a", "b", "a", NULL, "a", "c", "b", "NA", "NA", "NA", "x,y" };
  static const char *const persons[] = { "1", "1", "1", "1", "2", "2", "2", "3", "4", "5", "1" };
  g_autoptr (DeidRule) of_records
      = freeze_on_values ("rare:2,3;missing=NA", values, NULL, G_N_ELEMENTS (values));
  g_autoptr (DeidRule) of_one
      = freeze_on_values ("rare:1;other=%2A;missing=NA", values, NULL, G_N_ELEMENTS (values));
  g_autoptr (DeidRule) of_persons = freeze_on_values ("rare:2,3;of=persons;missing=NA;suppress=no",
                                                      values, persons, G_N_ELEMENTS (values));
  g_autoptr (DeidRule) of_nobody
      = freeze_on_values ("rare:2,3;of=persons", values, NULL, G_N_ELEMENTS (values));

  ck_assert_str_eq (deid_rule_get_text (of_records), "keep:a,b/a;other=other;missing=NA");
  ck_assert_str_eq (deid_rule_get_text (of_one), "keep:a,b,c,x%2Cy;other=*;missing=NA");
  ck_assert_str_eq (deid_rule_get_text (of_persons),
                    "keep:a,b/;other=other;missing=NA;suppress=no");
  ck_assert_str_eq (deid_rule_get_text (of_nobody), "keep:NA,a,b/NA,a;other=other");
}
END_TEST

/* By the definition: a level keeps the values that so many records, or persons, have. */
START_TEST (random_values_are_counted)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint trials = count_trials (300); trials > 0; trials--)
    {
      const gboolean of_persons = trials % 2 == 0;
      const guint n = (guint) g_rand_int_range (rand, 1, 80);
      const char *values[80], *persons[80];
      static const char *const names[] = { "a", "b", "c", "d", "e", "f", "other", NULL };
      g_autoptr (RuleTrial) trial = NULL;

      for (guint i = 0; i < n; i++)
        {
          values[i] = names[g_rand_int_range (rand, 0, g_rand_int_range (rand, 1, 9))];
          persons[i] = names[g_rand_int_range (rand, 0, 7)];
        }
      trial = rule_trial_new_of_rule (freeze_on_values (
          of_persons ? "rare:2,4,6;of=persons" : "rare:2,4,6", values, persons, n));
      for (guint i = 0; i < 7; i++)
        {
          gboolean has_value[7] = { FALSE };
          guint n_records = 0, n_persons = 0;

          for (guint row = 0; row < n; row++)
            for (guint person = 0; person < 7; person++)
              if (values[row] == names[i] && persons[row] == names[person])
                {
                  n_records++;
                  n_persons += has_value[person] ? 0 : 1;
                  has_value[person] = TRUE;
                }
          assert_quietly (rule_trial_label (trial, names[i]));
          for (guint level = 1; level <= 3; level++)
            {
              const gboolean is_kept = (of_persons ? n_persons : n_records) >= 2 * level;

              assert_quietly (
                  g_str_equal (rule_trial_get (trial, level), is_kept ? names[i] : "other"));
            }
        }
    }
}
END_TEST

/* The rarest values join the others until these are enough, or all. */
START_TEST (others_are_filled)
{
  static const char *const values[] = { "a", "a", "a", "a",  "a",  "c",  "c",  "c", "b",
                                        "b", "b", "d", NULL, "NA", "NA", "NA", "NA" };
  static const char *const own[] = { "x", "x", "x", "other", "y", "y", "z", "z" };
  static const char *const visits[] = { "a", "b", "c", "c", "c", "a", "b", "b" };
  static const char *const persons[] = { "1", "1", "1", "2", "3", "2", "2", "4" };
  static const struct
  {
    const char *rule;
    const char *const *values, *const *persons;
    guint n;
    const char *expected;
  } cases[] = {
    { "rare:2;fill=yes;missing=NA", values, NULL, 17, "keep:a,c;other=other;missing=NA" },
    { "rare:2,3,4;fill=yes;missing=NA", values, NULL, 17, "keep:a,c/a,c/a;other=other;missing=NA" },
    { "rare:5,8;fill=yes;missing=NA", values, NULL, 17, "keep:a/;other=other;missing=NA" },
    { "rare:1;fill=yes;missing=NA", values, NULL, 17, "keep:a,b,c,d;other=other;missing=NA" },
    { "rare:99;fill=yes", values, NULL, 17, "keep:;other=other" },
    { "rare:2;fill=no;missing=NA", values, NULL, 17, "keep:a,b,c;other=other;missing=NA" },
    { "rare:2;fill=yes", own, NULL, 8, "keep:x,z;other=other" }, /* the value is one of them */
    { "rare:1,2;fill=yes", own, NULL, 8, "keep:x,y,z/x,z;other=other" },
    { "rare:2;fill=yes;other=few", own, NULL, 8, "keep:x,z;other=few" },
    /* a has persons 1 and 2; b 1, 2 and 4; c 1, 2 and 3; a and b have 1, 2 and 4 */
    { "rare:3;fill=yes;of=persons", visits, persons, 8, "keep:c;other=other" },
    { "rare:4;fill=yes;of=persons", visits, persons, 8, "keep:;other=other" },
    { "rare:2;fill=yes;of=persons", visits, persons, 8, "keep:a,b,c;other=other" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidRule) rule
          = freeze_on_values (cases[i].rule, cases[i].values, cases[i].persons, cases[i].n);

      ck_assert_str_eq (deid_rule_get_text (rule), cases[i].expected);
    }
}
END_TEST

/* Counts the records, or persons, that have one of some values. */
static guint
count_any (const char *const *values, const char *const *persons, guint n,
           const char *const *wanted, const gboolean *is_wanted, gboolean of_persons)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_records = 0;

  for (guint row = 0; row < n; row++)
    for (guint i = 0; values[row] != NULL && wanted[i] != NULL; i++)
      if (is_wanted[i] && g_str_equal (values[row], wanted[i]))
        {
          n_records++;
          g_hash_table_add (seen, (gpointer) persons[row]);
        }
  return of_persons ? g_hash_table_size (seen) : n_records;
}

/* By the definition, each level on its own. */
START_TEST (random_others_are_filled)
{
  static const char *const names[] = { "a", "b", "c", "d", "e", "f", NULL };
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint trials = count_trials (300); trials > 0; trials--)
    {
      const gboolean of_persons = trials % 2 == 0;
      const guint n = (guint) g_rand_int_range (rand, 1, 60);
      const char *values[60], *persons[60];
      g_autoptr (RuleTrial) trial = NULL;

      for (guint i = 0; i < n; i++)
        {
          values[i] = names[g_rand_int_range (rand, 0, g_rand_int_range (rand, 1, 7))];
          persons[i] = names[g_rand_int_range (rand, 0, 6)];
        }
      trial = rule_trial_new_of_rule (freeze_on_values (
          of_persons ? "rare:2,4;fill=yes;of=persons" : "rare:2,4;fill=yes", values, persons, n));
      for (guint level = 1; level <= 2; level++)
        {
          gboolean is_other[6] = { FALSE };
          guint n_others;

          for (guint i = 0; i < 6; i++)
            {
              gboolean is_this[6] = { FALSE };

              is_this[i] = TRUE;
              is_other[i] = count_any (values, persons, n, names, is_this, of_persons) < 2 * level;
            }
          while ((n_others = count_any (values, persons, n, names, is_other, of_persons)) > 0
                 && n_others < 2 * level)
            {
              guint rarest = 6, least = G_MAXUINT;

              for (guint i = 0; i < 6; i++)
                {
                  gboolean is_this[6] = { FALSE };
                  guint n_own;

                  is_this[i] = TRUE;
                  n_own = count_any (values, persons, n, names, is_this, of_persons);
                  if (!is_other[i] && n_own < least)
                    {
                      rarest = i;
                      least = n_own;
                    }
                }
              if (rarest == 6)
                break;
              is_other[rarest] = TRUE;
            }
          for (guint i = 0; i < 6; i++)
            {
              assert_quietly (rule_trial_label (trial, names[i]));
              assert_quietly (
                  g_str_equal (rule_trial_get (trial, level), is_other[i] ? "other" : names[i]));
            }
        }
    }
}
END_TEST

START_TEST (columns_may_be_empty_or_have_one_value)
{
  static const char *const missing[] = { NULL, NULL };
  static const char *const one[] = { "x", "x", "x" };
  g_autoptr (DeidRule) order_of_none = freeze_on_values ("order:2,4", NULL, NULL, 0);
  g_autoptr (DeidRule) rare_of_none = freeze_on_values ("rare:2,4", NULL, NULL, 0);
  g_autoptr (DeidRule) order_of_missing = freeze_on_values ("order:2,4", missing, NULL, 2);
  g_autoptr (DeidRule) rare_of_missing = freeze_on_values ("rare:2,4", missing, NULL, 2);
  g_autoptr (DeidRule) order_of_one = freeze_on_values ("order:2,4", one, NULL, 3);
  g_autoptr (DeidRule) rare_of_one = freeze_on_values ("rare:2,4", one, NULL, 3);

  ck_assert_str_eq (deid_rule_get_text (order_of_none), "order:2,4;values=");
  ck_assert_str_eq (deid_rule_get_text (rare_of_none), "keep:/;other=other");
  ck_assert_str_eq (deid_rule_get_text (order_of_missing), "order:2,4;values=");
  ck_assert_str_eq (deid_rule_get_text (rare_of_missing), "keep:/;other=other");
  ck_assert_str_eq (deid_rule_get_text (order_of_one), "order:2,4;values=x");
  ck_assert_str_eq (deid_rule_get_text (rare_of_one), "keep:x/;other=other");
  ck_assert_uint_eq (deid_rule_get_n_levels (order_of_none), 4);
  ck_assert_uint_eq (deid_rule_get_n_levels (rare_of_none), 4);
}
END_TEST

START_TEST (many_values_are_labelled)
{
  const guint n = 100000;
  g_autofree const char **values = g_new (const char *, n);
  g_autofree char *bytes = g_malloc ((gsize) n * 8);
  g_autoptr (RuleTrial) order = NULL;
  g_autoptr (RuleTrial) rare = NULL;

  for (guint i = 0; i < n; i++)
    {
      values[i] = bytes + (gsize) i * 8;
      g_snprintf (bytes + (gsize) i * 8, 8, "%u", (guint) ((guint64) i * 7919 % n));
    }
  order = rule_trial_new_of_rule (freeze_on_values ("order:10,100000", values, NULL, n));
  rare = rule_trial_new_of_rule (freeze_on_values ("rare:1,2", values, NULL, n));
  for (guint i = 0; i < n; i++)
    {
      assert_quietly (rule_trial_label (order, values[i]));
      assert_quietly (rule_trial_label (rare, values[i]));
    }
  ck_assert_uint_eq (rule_trial_count (order, 1), n / 10);
  ck_assert_uint_eq (rule_trial_count (order, 2), 1);
  ck_assert_uint_eq (rule_trial_count (rare, 1), n);
  ck_assert_uint_eq (rule_trial_count (rare, 2), 1);
  rule_trial_expect (order, "12345", "12340-12349|0-99999|*|");
  rule_trial_expect (rare, "12345", "12345|other|*|");
}
END_TEST

/* Makes a rule, freezes it and labels a value. */
static gboolean
use_rule (const char *specification, const DeidTableSource *source, GError **error)
{
  g_autoptr (DeidRule) rule = deid_rule_new (specification, error);
  g_autoptr (DeidRule) frozen
      = rule != NULL ? deid_rule_freeze (rule, source, &source->columns[0], DEID_STOP_NEVER, error)
                     : NULL;
  DeidRuleLabels labels = { .n = 0 };
  gboolean success = FALSE;

  if (frozen != NULL)
    success = deid_rule_label (frozen, "2023-07-14", &labels)
              || deid_rule_labels_check (&labels, error);
  deid_rule_labels_clear (&labels);
  return success;
}

START_TEST (too_little_memory_is_an_error)
{
  static const char *const rules[] = {
    "prefix:4,2;rest=*",
    "mask:1,2",
    "groups:2023-07-14=a,b=c/a=d,c=d;other=e",
    "date:month,year;format=YYYY-MM-DD;bottom=1920;top=2030",
    "time:hour,4hours",
    "age:1,5;at=2024-01-01;format=YYYY-MM-DD",
    "keep:a,2023-07-14/a;other=x",
    "rare:1,2;of=persons",
    "order:1,2",
    "order:1,2;values=a,2023-07-14,c",
  };
  static const char *const values[] = { "2023-07-14", "b", "c", "b" };
  static const char *const persons[] = { "1", "2", "3", "4" };
  ValueTable table;

  value_table_init (&table, values, persons, 4);
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      gboolean success = FALSE;

      for (gint n = 0; !success; n++)
        {
          GError *error = NULL;

          ck_assert_int_lt (n, 1000);
          n_allocations_left = n;
          success = use_rule (rules[i], &table.source, &error);
          n_allocations_left = G_MAXINT;
          if (!success)
            assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
        }
      ck_assert (use_rule (rules[i], &table.source, NULL));
    }
  value_table_clear (&table);
}
END_TEST

/* Days in the order of the calendar once the column says that they are days; else texts. */
START_TEST (order_of_dates)
{
  static const char *const dates[] = { "02.03.2024", "31.12.2023", "01.02.2024", "30.11.2023" };
  static const char *const frozen[]
      = { "order:2;values=01.02.2024,02.03.2024,30.11.2023,31.12.2023",
          "order:2;values=30.11.2023,31.12.2023,01.02.2024,02.03.2024" };

  for (guint is_typed = 0; is_typed < 2; is_typed++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("days");
      g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification ("order:2", NULL);
      g_autoptr (DeidHierarchy) bound = NULL;
      g_autofree char *text = NULL;
      GError *error = NULL;

      ck_assert (deid_dataset_add_string_column (dataset, "d", dates, 4, NULL, NULL));
      if (is_typed > 0)
        ck_assert (
            deid_dataset_set_column_type (dataset, "d", DEID_COLUMN_TYPE_DATE, "DD.MM.YYYY", NULL));
      bound = deid_hierarchy_bind (rule, dataset, "d", NULL, &error);
      assert_no_error (error);
      ck_assert (deid_hierarchy_to_specification (bound, &text, &error));
      ck_assert_str_eq (text, frozen[is_typed]);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("value-rules");
  TCase *test_case = tcase_create ("value-rules"), *memory = tcase_create ("memory");

  tcase_add_test (test_case, order_of_dates);
  tcase_add_test (test_case, listed_values_are_labelled);
  tcase_add_test (test_case, wrong_rules_are_refused);
  tcase_add_test (test_case, sets_read_back);
  tcase_add_test (test_case, runs_read_back_and_are_nested);
  tcase_add_test (test_case, columns_have_an_order);
  tcase_add_test (test_case, rare_values_become_others);
  tcase_add_test (test_case, others_are_filled);
  tcase_add_test (test_case, random_others_are_filled);
  tcase_add_test (test_case, random_values_are_counted);
  tcase_add_test (test_case, columns_may_be_empty_or_have_one_value);
  tcase_add_test (test_case, many_values_are_labelled);
  tcase_add_test (memory, too_little_memory_is_an_error);
  suite_add_tcase (suite, test_case);
  suite_add_tcase (suite, memory);
  return suite;
}
