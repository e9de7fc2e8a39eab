/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that make bins of a column's numbers: bins worked out by hand, and those of random columns
 * by plain counts. */
#include <stdlib.h>
#include <string.h>

#include "hierarchy/numbers/range.h"
#include "hierarchy/rule.h"
#include "support/failing-allocations.h"
#include "support/suite.h"

/* A table with values, a person each, and how many records they stand for. */
typedef struct
{
  DeidDataset *dataset;
  DeidTableSource source;
  guint n;
} Table;

static void
init_table (Table *table, const char *const *values, const char *const *persons, guint n)
{
  GError *error = NULL;

  *table = (Table){ .dataset = deid_dataset_new ("t"), .n = n };
  ck_assert (deid_dataset_add_string_column (table->dataset, "x", values, n, NULL, NULL));
  if (persons != NULL)
    {
      ck_assert (deid_dataset_add_string_column (table->dataset, "person", persons, n, NULL, NULL));
      ck_assert (deid_dataset_set_role (table->dataset, "person", DEID_ROLE_ENTITY, NULL));
    }
  deid_table_source_init (&table->source, table->dataset, &error);
  assert_no_error (error);
}

static void
clear_table (Table *table)
{
  deid_table_source_clear (&table->source);
  deid_dataset_unref (table->dataset);
}

static DeidRule *
freeze (const Table *table, const char *text)
{
  g_autoptr (DeidRule) rule = NULL;
  DeidRule *frozen;
  GError *error = NULL;

  rule = deid_rule_new (text, &error);
  assert_no_error (error);
  ck_assert (!deid_rule_is_frozen (rule));
  frozen
      = deid_rule_freeze (rule, &table->source, &table->source.columns[0], DEID_STOP_NEVER, &error);
  assert_no_error (error);
  ck_assert (deid_rule_is_frozen (frozen));
  ck_assert_uint_eq (deid_rule_get_n_levels (frozen), deid_rule_get_n_levels (rule));
  return frozen;
}

/* Words between blanks, `?` if a value is missing. */
static void
check_frozen (const char *words, const char *names, const char *text, const char *expected)
{
  g_auto (GStrv) values = g_strsplit (words, " ", -1);
  g_auto (GStrv) persons = names != NULL ? g_strsplit (names, " ", -1) : NULL;
  const guint n = words[0] != '\0' ? g_strv_length (values) : 0;
  g_autofree const char **texts = g_new0 (const char *, n + 1);
  g_autoptr (DeidRule) frozen = NULL;
  Table table;

  for (guint i = 0; i < n; i++)
    texts[i] = strcmp (values[i], "?") != 0 ? values[i] : NULL;
  init_table (&table, texts, (const char *const *) persons, n);
  frozen = freeze (&table, text);
  ck_assert_msg (strcmp (deid_rule_get_text (frozen), expected) == 0, "%s of %s: %s, expected %s",
                 text, words, deid_rule_get_text (frozen), expected);
  clear_table (&table);
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
  Table table;

  init_table (&table, values, NULL, 2);
  ck_assert_ptr_null (
      deid_rule_freeze (rule, &table.source, &table.source.columns[0], DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'x'", "entity", NULL);
  clear_table (&table);
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
  Table table;

  g_cancellable_cancel (cancellable);
  init_table (&table, values, persons, G_N_ELEMENTS (values));
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
  clear_table (&table);
}
END_TEST

/* A row as plain counts see it. */
typedef struct
{
  double value;
  guint person;
  guint64 weight;
} Row;

static int
compare_rows (const void *a, const void *b)
{
  const Row *x = a, *y = b;

  return (x->value > y->value) - (x->value < y->value);
}

static guint64
count_plainly (const Row *rows, guint first, guint end, gboolean of_persons)
{
  guint64 count = 0;

  for (guint i = first; i < end; i++)
    {
      guint64 counted = of_persons ? 1 : rows[i].weight;

      for (guint j = first; of_persons && j < i; j++)
        if (rows[j].person == rows[i].person)
          counted = 0;
      count += counted;
    }
  return count;
}

/* Joins bins, whose starts are marked, until they hold enough; the last one joins the one before.
 */
static void
join_plainly (const Row *rows, guint n, gboolean *starts, guint64 capacity, gboolean of_persons)
{
  guint first = 0;

  for (guint i = 1; i < n; i++)
    if (starts[i])
      {
        starts[i] = count_plainly (rows, first, i, of_persons) >= capacity;
        if (starts[i])
          first = i;
      }
  if (first > 0 && count_plainly (rows, first, n, of_persons) < capacity)
    starts[first] = FALSE;
}

/* Keeps those starts that come nearest to a share of all records each. */
static void
divide_plainly (const Row *rows, guint n, gboolean *starts, guint64 n_bins)
{
  const guint64 total = count_plainly (rows, 0, n, FALSE);
  g_autofree gboolean *kept = g_new0 (gboolean, n + 1);

  for (guint64 k = 1; k < n_bins; k++)
    {
      guint best = 0;
      gint64 best_distance = G_MAXINT64;
      guint64 sum = 0;

      for (guint i = 0; i <= n; i++)
        {
          const gint64 distance = ABS ((gint64) (sum * n_bins) - (gint64) (k * total));

          if ((i == 0 || i == n || starts[i]) && distance < best_distance)
            {
              best = i;
              best_distance = distance;
            }
          if (i < n)
            sum += rows[i].weight;
        }
      kept[best] = TRUE;
    }
  for (guint i = 0; i < n; i++)
    starts[i] = kept[i];
}

static DeidRange
read_range (const DeidRule *rule, double value, guint level)
{
  DeidRuleLabels labels = { 0 };
  char text[64];
  DeidRange range;
  DeidNumber number;

  g_ascii_formatd (text, sizeof text, "%.3f", value);
  ck_assert (deid_rule_label (rule, text, &labels));
  ck_assert (deid_number_read (text, &number));
  ck_assert (deid_range_parse (deid_rule_labels_get (&labels, level), &range));
  ck_assert_msg (deid_range_contains (&range, number), "%s: %s", text,
                 deid_rule_labels_get (&labels, level));
  deid_rule_labels_clear (&labels);
  return range;
}

/* Two rows share a label of a level exactly if no bin starts between them; no end of a bin is a
 * value if bins end at midpoints. */
static void
check_bins (const DeidRule *rule, guint level, const Row *rows, guint n, const gboolean *starts,
            gboolean at_midpoints)
{
  DeidRange last = { 0 };

  for (guint i = 0; i < n; i++)
    {
      const DeidRange range = read_range (rule, rows[i].value, level);
      char text[64];
      DeidNumber number;

      ck_assert (i > 0 || range.low == DEID_NUMBER_LEAST);
      ck_assert (i + 1 < n || range.high == DEID_NUMBER_END);
      if (i > 0)
        ck_assert_msg (starts[i] == (range.low != last.low), "%s: %g on level %u",
                       deid_rule_get_text (rule), rows[i].value, level);
      if (i > 0 && starts[i])
        ck_assert (range.low == last.high);
      g_ascii_formatd (text, sizeof text, "%.3f", rows[i].value);
      ck_assert (deid_number_read (text, &number));
      ck_assert (!at_midpoints || number != range.low);
      last = range;
    }
}

static void
draw_rows (GRand *rand, Row *rows, guint n, Table *table, gboolean has_weights)
{
  const int scale = g_rand_boolean (rand) ? 10 : 10000, decimals = g_rand_boolean (rand) ? 8 : 1;
  g_autofree char **values = g_new0 (char *, n + 1), **persons = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      char text[64];

      rows[i].value = (double) g_rand_int_range (rand, -scale, scale) / decimals;
      if (g_rand_boolean (rand))
        rows[i].value = rows[0].value;
      rows[i].person = (guint) g_rand_int_range (rand, 0, 1 + (gint32) n / 2);
      rows[i].weight = has_weights ? (guint64) g_rand_int_range (rand, 1, 5) : 1;
      g_ascii_formatd (text, sizeof text, decimals > 1 ? "%.3f" : "%.0f", rows[i].value);
      values[i] = g_strdup (text);
      persons[i] = g_strdup_printf ("p%u", rows[i].person);
    }
  init_table (table, (const char *const *) values, (const char *const *) persons, n);
  if (has_weights)
    {
      table->source.weights = g_new0 (guint64, n + 1);
      for (guint i = 0; i < n; i++)
        table->source.weights[i] = rows[i].weight;
    }
  qsort (rows, n, sizeof *rows, compare_rows);
  for (guint i = 0; i < n; i++)
    {
      g_free (values[i]);
      g_free (persons[i]);
    }
}

#define N_ROWS 60

/* The bins are those of the definition, and hold enough if there are several. */
START_TEST (random_capacities)
{
  GRand *rand = g_rand_new_with_seed (29);
  const guint n_trials = count_trials (1000);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint n = (guint) g_rand_int_range (rand, 0, N_ROWS);
      const gboolean of_persons = g_rand_boolean (rand), at_midpoints = g_rand_boolean (rand);
      const guint capacity = (guint) g_rand_int_range (rand, 1, 20),
                  greater = capacity + (guint) g_rand_int_range (rand, 0, 20);
      g_autofree char *text
          = g_strdup_printf ("capacity:%u,%u%s%s", capacity, greater,
                             of_persons ? ";of=persons" : "", at_midpoints ? ";ends=midpoint" : "");
      g_autoptr (DeidRule) frozen = NULL;
      gboolean starts[N_ROWS] = { FALSE };
      Row rows[N_ROWS];
      Table table;

      draw_rows (rand, rows, n, &table, !of_persons && g_rand_boolean (rand));
      frozen = freeze (&table, text);
      for (guint i = 1; i < n; i++)
        starts[i] = rows[i].value > rows[i - 1].value;
      join_plainly (rows, n, starts, capacity, of_persons);
      check_bins (frozen, 1, rows, n, starts, at_midpoints);
      join_plainly (rows, n, starts, greater, of_persons);
      check_bins (frozen, 2, rows, n, starts, at_midpoints);
      clear_table (&table);
    }
  g_rand_free (rand);
}
END_TEST

START_TEST (random_quantiles)
{
  GRand *rand = g_rand_new_with_seed (31);
  const guint n_trials = count_trials (1000);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint n = (guint) g_rand_int_range (rand, 0, N_ROWS);
      const guint few = (guint) g_rand_int_range (rand, 1, 6),
                  many = few * (guint) g_rand_int_range (rand, 1, 4);
      g_autofree char *text = g_strdup_printf ("quantiles:%u,%u", many, few);
      g_autoptr (DeidRule) frozen = NULL;
      gboolean starts[N_ROWS] = { FALSE }, fewer[N_ROWS];
      Row rows[N_ROWS];
      Table table;

      draw_rows (rand, rows, n, &table, g_rand_boolean (rand));
      frozen = freeze (&table, text);
      for (guint i = 1; i < n; i++)
        starts[i] = rows[i].value > rows[i - 1].value;
      memcpy (fewer, starts, sizeof starts);
      divide_plainly (rows, n, starts, many);
      check_bins (frozen, 1, rows, n, starts, FALSE);
      divide_plainly (rows, n, fewer, few);
      check_bins (frozen, 2, rows, n, fewer, FALSE);
      clear_table (&table);
    }
  g_rand_free (rand);
}
END_TEST

/* Tails of a share hold at least so many records, and would not without the number next to the
 * middle. */
START_TEST (random_tails)
{
  GRand *rand = g_rand_new_with_seed (37);
  const guint n_trials = count_trials (1000);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint n = (guint) g_rand_int_range (rand, 1, N_ROWS);
      const guint bottom = (guint) g_rand_int_range (rand, 1, 40),
                  top = (guint) g_rand_int_range (rand, 60, 100);
      g_autofree char *text = g_strdup_printf ("capacity:1;bottom=%u%%;top=%u%%", bottom, top);
      g_autoptr (DeidRule) frozen = NULL;
      guint low = 0, high = n - 1;
      Row rows[N_ROWS];
      Table table;

      draw_rows (rand, rows, n, &table, FALSE);
      frozen = freeze (&table, text);
      while (low + 1 < n && (low + 1) * 100 < bottom * n)
        low++;
      while (high > 0 && (n - high) * 100 < (100 - top) * n)
        high--;
      /* The last row of the bottom, and the first one of the top, and what equals them. */
      for (guint i = 0; i < n; i++)
        {
          const DeidRange range = read_range (frozen, rows[i].value, 1);

          ck_assert ((range.low == DEID_NUMBER_LEAST) == (rows[i].value <= rows[low].value));
          if (rows[high].value > rows[low].value)
            ck_assert ((range.high == DEID_NUMBER_END) == (rows[i].value >= rows[high].value));
        }
      clear_table (&table);
    }
  g_rand_free (rand);
}
END_TEST

/* Every tenth of 100,000 numbers, in any order. */
START_TEST (many_values)
{
  const guint n = 100000;
  g_autofree char **values = g_new0 (char *, n + 1);
  g_autoptr (DeidRule) tens = NULL, thousands = NULL;
  Table table;

  for (guint i = 0; i < n; i++)
    values[i] = g_strdup_printf ("%u.5", (guint) ((guint64) i * 7919 % n));
  init_table (&table, (const char *const *) values, NULL, n);
  tens = freeze (&table, "quantiles:10,5,1");
  ck_assert_str_eq (deid_rule_get_text (tens),
                    "bands:<10000,10000..<20000,20000..<30000,30000..<40000,40000..<50000,"
                    "50000..<60000,60000..<70000,70000..<80000,80000..<90000,90000+/"
                    "<20000,20000..<40000,40000..<60000,60000..<80000,80000+/*;numbers=decimals");
  thousands = freeze (&table, "capacity:30000,40000;top=99%");
  ck_assert_str_eq (deid_rule_get_text (thousands),
                    "bands:<30000,30000..<60000,60000+/<60000,60000+"
                    ";numbers=decimals");
  clear_table (&table);
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
  tcase_add_test (rules, random_capacities);
  tcase_add_test (rules, random_quantiles);
  tcase_add_test (rules, random_tails);
  tcase_add_test (rules, many_values);
  tcase_set_timeout (rules, 60);
  suite_add_tcase (suite, rules);
  return suite;
}
