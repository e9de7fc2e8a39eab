/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that make bins of a column's numbers, worked out by hand. */
#include <string.h>

#include "support/failing-allocations.h"
#include "support/suite.h"
#include "support/value-table.h"

/* Words between blanks, `?` if a value is missing. */
static void
check_frozen (const char *words, const char *names, const char *text, const char *expected)
{
  g_auto (GStrv) values = g_strsplit (words, " ", -1);
  g_auto (GStrv) persons = names != NULL ? g_strsplit (names, " ", -1) : NULL;
  const guint n = words[0] != '\0' ? g_strv_length (values) : 0;
  g_autofree const char **texts = g_new0 (const char *, n + 1);
  g_autoptr (DeidRule) frozen = NULL;

  for (guint i = 0; i < n; i++)
    texts[i] = strcmp (values[i], "?") != 0 ? values[i] : NULL;
  frozen = freeze_on_values (text, texts, (const char *const *) persons, n);
  ck_assert_msg (strcmp (deid_rule_get_text (frozen), expected) == 0, "%s of %s: %s, expected %s",
                 text, words, deid_rule_get_text (frozen), expected);
}

START_TEST (by_hand)
{
  static const char *const cases[][3] = {
    { "1 2 3 4 5 6 7 8 9 10", "capacity:3", "bands:<4,4-6,7+" },
    { "10 9 8 7 6 5 4 3 2 1", "capacity:3,4", "bands:<4,4-6,7+/<7,7+" },
    { "1 2 3 4 5 6 7 8 9 10", "capacity:3,5", "bands:<4,4-6,7+/*" },
    { "1 2 3", "capacity:4,9", "bands:*/*" },
    { "", "capacity:4,9", "bands:*/*" },
    { "? ?", "quantiles:4,2", "bands:*/*" },
    { "7", "quantiles:4,2", "bands:*/*" },
    { "7 7 7", "capacity:1", "bands:*" },
    { "5 5 5 5 6 7", "capacity:2", "bands:<6,6+" },
    { "5 5.0 05 5e0 6 7", "capacity:2", "bands:<6,6+" },
    { "-23 -7 0 2", "capacity:1", "bands:<-10,-10..<-3,-3..<1,1+" },
    { "-1 -1 0 0", "capacity:2", "bands:<0,0+" },
    { "-900 -400 0 0", "quantiles:2", "bands:<-200,-200+" },
    { "17 18 19", "capacity:1", "bands:<18,18,19+" },
    { "10.25 20.5 30.75 41", "capacity:2", "bands:<30,30+;numbers=decimals" },
    { "10.25 20.5 30.75 41", "capacity:1", "bands:<20,20..<30,30..<40,40+;numbers=decimals" },
    { "101129.99999 101130 500000 500001", "capacity:2", "bands:<300000,300000+;numbers=decimals" },
    { "1 2 3 4 5 6 7 8", "quantiles:4,2", "bands:<3,3-4,5-6,7+/<5,5+" },
    { "1 2 3 4 5 6 7 8", "quantiles:4,2;ends=midpoint",
      "bands:<2.5,2.5..<4.5,4.5..<6.5,6.5+/<4.5,4.5+;numbers=decimals" },
    { "5 5 5 6", "quantiles:4", "bands:<6,6+" },
    { "5 6 6 6", "quantiles:4,1", "bands:<6,6+/*" },
    { "1 2 3 4 5 6 7 8", "capacity:2;top=75%", "bands:<3,3-4,5-6,7+" },
    { "1 2 3 4 5 6 7 8", "capacity:3;top=75%", "bands:<4,4+" },
    { "1 2 3 4 5 6 7 8", "capacity:1;bottom=3;top=6", "bands:<3,3,4,5,6+" },
    { "1 2 3 4 5 6 7 8", "capacity:1;bottom=25%;top=6.5",
      "bands:<3,3..<4,4..<5,5..<6,6..<6.5,6.5+;numbers=decimals" },
    { "1 2 3 4 5 6 7 8", "capacity:1;bottom=26%", "bands:<4,4,5,6,7,8+" },
    { "1 2 3 4 5 6 7 8", "capacity:1;bottom=99%", "bands:*" },
    { "1 2 3 4 5 6 7 8", "capacity:4;top=100", "bands:<5,5+" },
    { "1 2 3 4 5 6 7 8", "quantiles:2;bottom=3;top=7", "bands:<3,3-4,5-6,7+" },
    { "1 2 3 4 5 6 7 8", "quantiles:2,1;bottom=3;top=7", "bands:<3,3-4,5-6,7+/<3,3-6,7+" },
    { "1 2 3 4 NA 99 -", "capacity:2;missing=NA;special=99", "bands:<3,3+;missing=NA;special=99" },
    { "1 2 3 4", "capacity:2;suppress=no", "bands:<3,3+;suppress=no" },
    { "1e17 999999999999999999 0.5 0.00000001", "capacity:1",
      "bands:<0.3,0.3..<50000000000000000,50000000000000000..<500000000000000000,"
      "500000000000000000+;numbers=decimals" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_frozen (cases[i][0], NULL, cases[i][1], cases[i][2]);
}
END_TEST

/* Of persons: a has four records, b two. */
START_TEST (distinct_persons)
{
  static const char words[] = "1 1 1 2 3 4", names[] = "a b c a a b";

  check_frozen (words, names, "capacity:2", "bands:<2,2+");
  check_frozen ("1 2 3 4 5 6", "a a a b b b", "capacity:2;of=persons", "bands:*");
  check_frozen ("1 2 3 4 5 6", "a a b b c c", "capacity:2;of=persons", "bands:<4,4+");
  check_frozen ("1 2 3 4 5 6", "a b c d e f", "capacity:2;of=persons", "bands:<3,3-4,5+");
  check_frozen ("1 2 3 4 5 6", "a a b b c d", "capacity:2;of=persons", "bands:<4,4+");
  check_frozen ("1 2 3 4 5 6", "a a b b c d", "capacity:2;of=records", "bands:<3,3-4,5+");
  check_frozen (words, names, "capacity:2;of=persons", "bands:<2,2+");
  /* The middle ones are 2 of a, 4 of b and 1 of c. */
  check_frozen ("1 1 1 2 3 4 5", "a b c a a b b", "quantiles:3;of=persons", "bands:<2,2,3+");
}
END_TEST

START_TEST (no_persons)
{
  static const char *const values[] = { "1", "2" };
  g_autoptr (DeidRule) rule = deid_rule_new ("capacity:1;of=persons", NULL);
  GError *error = NULL;
  ValueTable table;

  value_table_init (&table, values, NULL, 2);
  ck_assert_ptr_null (
      deid_rule_freeze (rule, &table.source, &table.source.columns[0], DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'x'", "entity", NULL);
  value_table_clear (&table);
}
END_TEST

START_TEST (bad_rules)
{
  static const char *const bad[][3] = {
    { "capacity", "capacity", "each level" },
    { "capacity:0", "'0'", "positive" },
    { "capacity:5,4", "'5,4'", "fall" },
    { "capacity:5;of=people", "'people'", "persons" },
    { "capacity:5;ends=exact", "'exact'", "midpoint" },
    { "capacity:5;top=101%", "'101%'", "percentage" },
    { "capacity:5;top=x", "'x'", "number" },
    { "capacity:5;bottom=50%;top=50%", "'50%'", "less than the top" },
    { "capacity:5;bottom=5;top=4", "'5'", "less than the top" },
    { "quantiles:10,4", "'10,4'", "divide" },
    { "quantiles:1000001", "'1000001'", "at most" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      GError *error = NULL;

      ck_assert_msg (deid_rule_new (bad[i][0], &error) == NULL, "%s", bad[i][0]);
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, bad[i][1], bad[i][2], NULL);
    }
}
END_TEST

/* A call that is cancelled, or finds no memory, has no result but its error. */
START_TEST (failures)
{
  static const char *const values[] = { "1", "2.5", "2", "1e20", "3", "4" };
  static const char *const persons[] = { "a", "b", "c", "a", "b", "c" };
  static const char *const rules[] = { "capacity:1,2;top=90%", "capacity:1;of=persons;bottom=10%",
                                       "quantiles:4,2;ends=midpoint", "quantiles:2;of=persons" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  ValueTable table;

  g_cancellable_cancel (cancellable);
  value_table_init (&table, values, persons, G_N_ELEMENTS (values));
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (DeidRule) rule = deid_rule_new (rules[i], NULL), frozen = NULL;
      GError *error = NULL;

      ck_assert_ptr_null (deid_rule_freeze (rule, &table.source, &table.source.columns[0],
                                            DEID_STOP_OF (cancellable), &error));
      assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
      for (gint n = 0; frozen == NULL; n++)
        {
          g_atomic_int_set (&n_allocations_left, n);
          frozen = deid_rule_freeze (rule, &table.source, &table.source.columns[0], DEID_STOP_NEVER,
                                     &error);
          g_atomic_int_set (&n_allocations_left, G_MAXINT);
          if (frozen == NULL)
            assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
        }
      assert_no_error (error);
    }
  value_table_clear (&table);
}
END_TEST

/* Every tenth of 100,000 numbers, in any order. */
START_TEST (many_values)
{
  const guint n = 100000;
  g_autofree char **values = g_new0 (char *, n + 1);
  g_autoptr (DeidRule) tens = NULL, thousands = NULL;
  ValueTable table;

  for (guint i = 0; i < n; i++)
    values[i] = g_strdup_printf ("%u.5", (guint) ((guint64) i * 7919 % n));
  value_table_init (&table, (const char *const *) values, NULL, n);
  tens = value_table_freeze (&table, "quantiles:10,5,1");
  ck_assert_str_eq (deid_rule_get_text (tens),
                    "bands:<10000,10000..<20000,20000..<30000,30000..<40000,40000..<50000,"
                    "50000..<60000,60000..<70000,70000..<80000,80000..<90000,90000+/"
                    "<20000,20000..<40000,40000..<60000,60000..<80000,80000+/*;numbers=decimals");
  thousands = value_table_freeze (&table, "capacity:30000,40000;top=99%");
  ck_assert_str_eq (deid_rule_get_text (thousands),
                    "bands:<30000,30000..<60000,60000+/<60000,60000+"
                    ";numbers=decimals");
  value_table_clear (&table);
  for (guint i = 0; i < n; i++)
    g_free (values[i]);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("bin rules");
  TCase *rules = tcase_create ("rules");

  tcase_add_test (rules, by_hand);
  tcase_add_test (rules, distinct_persons);
  tcase_add_test (rules, no_persons);
  tcase_add_test (rules, bad_rules);
  tcase_add_test (rules, failures);
  tcase_add_test (rules, many_values);
  tcase_set_timeout (rules, 60);
  suite_add_tcase (suite, rules);
  return suite;
}
