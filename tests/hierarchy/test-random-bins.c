/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that make bins of a column's numbers: those of random columns, by plain counts. */
#include <stdlib.h>
#include <string.h>

#include "hierarchy/numbers/range.h"
#include "support/suite.h"
#include "support/value-table.h"

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
 * value if bins end at midpoints, nor 0 where an integer below it divides as well. */
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
      if (i > 0 && starts[i] && number == 0 && rows[i - 1].value < -1)
        ck_assert (range.low < 0);
      last = range;
    }
}

static void
draw_rows (GRand *rand, Row *rows, guint n, ValueTable *table, gboolean has_weights)
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
  value_table_init (table, (const char *const *) values, (const char *const *) persons, n);
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
      ValueTable table;

      draw_rows (rand, rows, n, &table, !of_persons && g_rand_boolean (rand));
      frozen = value_table_freeze (&table, text);
      for (guint i = 1; i < n; i++)
        starts[i] = rows[i].value > rows[i - 1].value;
      join_plainly (rows, n, starts, capacity, of_persons);
      check_bins (frozen, 1, rows, n, starts, at_midpoints);
      join_plainly (rows, n, starts, greater, of_persons);
      check_bins (frozen, 2, rows, n, starts, at_midpoints);
      value_table_clear (&table);
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
      ValueTable table;

      draw_rows (rand, rows, n, &table, g_rand_boolean (rand));
      frozen = value_table_freeze (&table, text);
      for (guint i = 1; i < n; i++)
        starts[i] = rows[i].value > rows[i - 1].value;
      memcpy (fewer, starts, sizeof starts);
      divide_plainly (rows, n, starts, many);
      check_bins (frozen, 1, rows, n, starts, FALSE);
      divide_plainly (rows, n, fewer, few);
      check_bins (frozen, 2, rows, n, fewer, FALSE);
      value_table_clear (&table);
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
      ValueTable table;

      draw_rows (rand, rows, n, &table, FALSE);
      frozen = value_table_freeze (&table, text);
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
      value_table_clear (&table);
    }
  g_rand_free (rand);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("random-bins");
  TCase *tcase = tcase_create ("random-bins");

  tcase_add_test (tcase, random_capacities);
  tcase_add_test (tcase, random_quantiles);
  tcase_add_test (tcase, random_tails);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  return suite;
}
