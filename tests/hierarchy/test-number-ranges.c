/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ranges of numbers: numbers as they are spelt, labels written and read, and ends by their
 * definition. */
#include "hierarchy/numbers/range.h"

#include <math.h>
#include <string.h>

#include "base/rational.h"
#include "support/suite.h"

START_TEST (numbers)
{
  static const struct
  {
    const char *text, *written; /* NULL for what is no number */
  } cases[] = {
    { "0", "0" },
    { "-0", "0" },
    { "007", "7" },
    { "1e3", "1000" },
    { "5.0", "5" },
    { "5.", "5" },
    { ".5", "0.5" },
    { "-12.3400", "-12.34" },
    { "25e-1", "2.5" },
    { "1e-18", "0.000000000000000001" },
    { "999999999999999999", "999999999999999999" },
    { "-999999999999999999.999999999999999999", "-999999999999999999.999999999999999999" },
    { "000000000000000000000000000001", "1" },
    { "0.0000000000000000019", "0.000000000000000001" }, /* rounded down */
    { "-0.0000000000000000011", "-0.000000000000000002" },
    { "-1e-999999999", "-0.000000000000000001" },
    { "1000000000000000000", NULL },
    { "9999999999999999999", NULL },
    { "-9999999999999999999", NULL },
    { "-999999999999999999.9999999999999999999", NULL },
    { "1e18", NULL },
    { "1e999999999", NULL },
    { "+5", NULL },
    { " 5", NULL },
    { "5 ", NULL },
    { "", NULL },
    { "-", NULL },
    { ".", NULL },
    { "-.", NULL },
    { "1,5", NULL },
    { "1.2.3", NULL },
    { "0x10", NULL },
    { "nan", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DeidNumber number = 0;
      char text[DEID_NUMBER_SIZE] = "";

      ck_assert_msg (deid_number_read (cases[i].text, &number) == (cases[i].written != NULL), "%s",
                     cases[i].text);
      if (cases[i].written == NULL)
        continue;
      ck_assert_uint_eq (deid_number_write (number, text), strlen (cases[i].written));
      ck_assert_str_eq (text, cases[i].written);
      ck_assert (deid_number_read_exactly (cases[i].text, &number)
                 == (deid_decimal_compare (cases[i].text, cases[i].written) == 0));
    }
}
END_TEST

START_TEST (short_numbers)
{
  gint64 digits;
  guint n_places;

  ck_assert (deid_number_read_short ("-12.50", &digits, &n_places));
  ck_assert (digits == -1250 && n_places == 2);
  ck_assert (deid_number_read_short ("0.12345678901234567", &digits, &n_places));
  ck_assert (digits == G_GINT64_CONSTANT (12345678901234567) && n_places == 17);
  ck_assert (deid_number_read_short ("999999999999999999", &digits, &n_places));
  ck_assert (digits == G_GINT64_CONSTANT (999999999999999999) && n_places == 0);
  ck_assert (!deid_number_read_short ("1234567890123456789", &digits, &n_places));
  ck_assert (!deid_number_read_short ("0.123456789012345678", &digits, &n_places));
  ck_assert (!deid_number_read_short ("1e3", &digits, &n_places));
}
END_TEST

/* A number of thousandths, spelt in one way or another. */
static char *
spell (GRand *rand, int thousandths)
{
  char text[64];

  if (thousandths % 1000 == 0 && g_rand_boolean (rand))
    return g_strdup_printf (g_rand_boolean (rand) ? "%d" : "%de0", thousandths / 1000);
  if (g_rand_boolean (rand))
    return g_strdup_printf ("%de-3", thousandths);
  g_ascii_formatd (text, sizeof text, "%.3f", thousandths / 1000.0);
  return g_strdup (text);
}

/* Texts compare as numbers do, and multiples are those of integers. */
START_TEST (arithmetic)
{
  GRand *rand = g_rand_new_with_seed (3);
  const guint n = count_trials (30000);

  for (guint i = 0; i < n; i++)
    {
      const int scale = (int) pow (10, g_rand_int_range (rand, 1, 9));
      const int a = g_rand_int_range (rand, -scale, scale),
                b = g_rand_int_range (rand, -scale, scale),
                width = g_rand_int_range (rand, 1, scale);
      g_autofree char *x = spell (rand, a), *y = spell (rand, b);
      const int down = b + (int) floor ((double) (a - b) / width) * width;
      DeidNumber p, q, rounded;

      ck_assert (deid_number_read (x, &p) && deid_number_read (y, &q));
      ck_assert (p == a * (DEID_NUMBER_ONE / 1000));
      ck_assert ((p > q) - (p < q) == deid_decimal_compare (x, y));
      rounded = deid_number_round_down (p, q, width * (DEID_NUMBER_ONE / 1000));
      ck_assert (rounded == down * (DEID_NUMBER_ONE / 1000));
    }
  g_rand_free (rand);
}
END_TEST

#define K (DEID_NUMBER_ONE / 1000)

START_TEST (labels)
{
  static const struct
  {
    int low, high; /* thousandths, G_MININT and G_MAXINT if they are open */
    gboolean are_integers;
    const char *label;
  } cases[] = {
    { 20000, 30000, TRUE, "20-29" },
    { 0, 1000, TRUE, "0" },
    { 0, 2000, TRUE, "0-1" },
    { 999000, 1000000, TRUE, "999" },
    { 990000, 1000000, TRUE, "990-999" },
    { 1000, 10000, TRUE, "1-9" },
    { 1000, 11000, TRUE, "1-10" },
    { -9000, -4000, TRUE, "-9 to -5" },
    { -9000, 0, TRUE, "-9 to -1" },
    { -10000, -9000, TRUE, "-10" },
    { -100000, -99000, TRUE, "-100" },
    { -1000000, -9000, TRUE, "-1000 to -10" },
    { -5000, 5000, TRUE, "-5 to 4" },
    { -5000, 1000, TRUE, "-5 to 0" },
    { 20000, 30000, FALSE, "[20, 30)" },
    { 1500, 2000, TRUE, "[1.5, 2.0)" },
    { 1500, 2000, FALSE, "[1.5, 2.0)" },
    { -1250, 0, FALSE, "[-1.25, 0.00)" },
    { G_MININT, 18000, TRUE, "< 18" },
    { G_MININT, -500, FALSE, "< -0.5" },
    { 90000, G_MAXINT, TRUE, ">= 90" },
    { G_MININT, G_MAXINT, TRUE, "*" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const DeidRange range = { cases[i].low > G_MININT ? cases[i].low * K : DEID_NUMBER_LEAST,
                                cases[i].high < G_MAXINT ? cases[i].high * K : DEID_NUMBER_END };
      char label[DEID_RANGE_LABEL_SIZE];
      DeidRange parsed;

      ck_assert_uint_eq (deid_range_write_label (&range, cases[i].are_integers, label),
                         strlen (cases[i].label));
      ck_assert_str_eq (label, cases[i].label);
      ck_assert (deid_range_parse (label, &parsed));
      ck_assert (parsed.low == range.low && parsed.high == range.high);
    }
}
END_TEST

/* Ends of other spellings, and what is none. */
START_TEST (spellings)
{
  static const struct
  {
    const char *text, *label; /* NULL for what is no range */
  } cases[] = {
    { "18+", ">= 18" },
    { "-1.5+", ">= -1.5" },
    { ">=18", ">= 18" },
    { "<18", "< 18" },
    { "< 18.50", "< 18.5" },
    { "..17", "< 18" },
    { "..-1", "< 0" },
    { "-9..-5", "-9 to -5" },
    { "0..4", "0-4" },
    { "1.5..<2", "[1.5, 2.0)" },
    { "-2..<2", "-2 to 1" },
    { "1e2..<2e2", "100-199" },
    { "007-010", "7-10" },
    { "5 to 9", "5-9" },
    { "5-5", "5" },
    { "", NULL },
    { "*x", NULL },
    { "9-5", NULL },
    { "5-", NULL },
    { "-5-9", NULL },
    { "1.5-2", NULL },
    { "1.5", NULL },
    { "..1.5", NULL },
    { "2..<2", NULL },
    { "[1.5, 2.0", NULL },
    { "[1.5,2.0)", NULL },
    { "[2, 1)", NULL },
    { "[", NULL },
    { "<", NULL },
    { ">= ", NULL },
    { "+", NULL },
    { "<  18", NULL },
    { "0.0000000000000000001+", NULL },
    { "1000000000000000000+", NULL },
    { "0-999999999999999999", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char label[DEID_RANGE_LABEL_SIZE];
      DeidRange range;

      ck_assert_msg (deid_range_parse (cases[i].text, &range) == (cases[i].label != NULL), "%s",
                     cases[i].text);
      if (cases[i].label == NULL)
        continue;
      deid_range_write_label (&range, deid_range_is_of_integers (&range), label);
      ck_assert_str_eq (label, cases[i].label);
    }
}
END_TEST

static DeidNumber
draw_number (GRand *rand)
{
  const guint64 high = ((guint64) g_rand_int (rand) << 32) + g_rand_int (rand),
                low = ((guint64) g_rand_int (rand) << 32) + g_rand_int (rand);
  DeidNumber number = (DeidNumber) (((DeidWide) high << 64) + low) % DEID_NUMBER_END;

  /* Any number of digits and of places. */
  for (guint i = (guint) g_rand_int_range (rand, 0, 36); i > 0; i--)
    number /= 10;
  for (guint i = (guint) g_rand_int_range (rand, 0, 36); i > 0 && number % 10 != 0; i--)
    number -= number % 10;
  if (g_rand_boolean (rand))
    number = number / DEID_NUMBER_ONE * DEID_NUMBER_ONE;
  return number;
}

/* What was written is read, and is the same. */
START_TEST (parse_back)
{
  GRand *rand = g_rand_new_with_seed (5);
  const guint n = count_trials (50000);

  for (guint i = 0; i < n; i++)
    {
      const DeidNumber a = draw_number (rand), b = draw_number (rand);
      DeidRange range = { MIN (a, b), MAX (a, b) }, parsed;
      char label[DEID_RANGE_LABEL_SIZE];

      if (g_rand_int_range (rand, 0, 8) == 0)
        range.low = DEID_NUMBER_LEAST;
      if (g_rand_int_range (rand, 0, 8) == 0)
        range.high = DEID_NUMBER_END;
      if (range.low == range.high)
        continue;
      deid_range_write_label (&range, g_rand_boolean (rand), label);
      ck_assert_msg (deid_range_parse (label, &parsed), "%s", label);
      ck_assert_msg (parsed.low == range.low && parsed.high == range.high, "%s", label);
      ck_assert (deid_range_contains (&parsed, range.low) || range.low == DEID_NUMBER_LEAST);
      ck_assert (!deid_range_contains (&parsed, range.high));
    }
  g_rand_free (rand);
}
END_TEST

/* Ends as texts of any length, as runs of cuts have them. */
START_TEST (long_ends)
{
  static const struct
  {
    const char *low, *high, *label;
  } cases[] = {
    { "1e300", "2e300", "[1e300, 2e300)" },
    { "0.5", "2e300", "[0.5, 2e300)" },
    { "-99999999999999999999999", "100000000000000000000000",
      "-99999999999999999999999 to 99999999999999999999999" },
    { "-1e44", NULL, ">= -1e44" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char label[200];

      ck_assert_uint_le (deid_range_get_label_size (cases[i].low, cases[i].high), sizeof label);
      ck_assert_uint_eq (deid_range_write_label_of (cases[i].low, cases[i].high, TRUE, label),
                         strlen (cases[i].label));
      ck_assert_str_eq (label, cases[i].label);
    }
}
END_TEST

/* The middle one of some multiples, of two the one nearer to 0. */
static int
find_middle (int first, int last)
{
  return last < 0 ? last - (last - first) / 2 : first + (last - first) / 2;
}

/* The edge between two numbers of thousandths, by trying all powers of ten. */
static int
find_edge (int a, int b)
{
  int least = 1000;

  while (a % least != 0 || b % least != 0)
    least /= 10;
  for (int power = 1000000000; power > 0; power /= 10)
    {
      const int low = (int) floor ((double) a / power), high = (int) floor ((double) b / power);
      const int finer = power / 10;
      int edge;

      if (high == low)
        continue;
      if (a < 0 && b > 0)
        return 0;
      if (b == 0)
        {
          if (low < -1)
            return find_middle (low + 1, -1) * power;
          if (power == least)
            return 0;
          continue;
        }
      edge = find_middle (low + 1, high) * power;
      if (edge != b)
        return edge;
      if (high - low > 1)
        return edge - power;
      if (finer < least || b - finer <= a)
        return b;
      return find_middle ((int) floor ((double) a / finer) + 1, b / finer - 1) * finer;
    }
  return b;
}

static char *
write_edge (const char *a, const char *b)
{
  DeidEdgeWriter writer;
  char *edge;

  ck_assert (deid_edge_writer_init (&writer, MAX (strlen (a), strlen (b)), NULL));
  deid_edge_writer_add (&writer, a, b);
  edge = deid_long_text_end (&writer.text, NULL);
  deid_edge_writer_clear (&writer);
  return edge;
}

START_TEST (by_definition)
{
  GRand *rand = g_rand_new_with_seed (7);
  const guint n = count_trials (30000);

  for (guint i = 0; i < n; i++)
    {
      const int scale = (int) pow (10, g_rand_int_range (rand, 1, 9));
      const int a = g_rand_int_range (rand, -scale, scale),
                b = a < 0 && i % 8 == 0 ? 0 : g_rand_int_range (rand, a + 1, scale + 1);
      g_autofree char *low = spell (rand, a), *high = spell (rand, b);
      g_autofree char *edge = write_edge (low, high);
      g_autofree char *expected = g_strdup_printf ("%de-3", find_edge (a, b));

      ck_assert_msg (deid_decimal_is_valid (edge), "%s %s: %s", low, high, edge);
      ck_assert_msg (deid_decimal_compare (edge, expected) == 0, "%s %s: %s, expected %s", low,
                     high, edge, expected);
    }
  g_rand_free (rand);
}
END_TEST

START_TEST (far_apart)
{
  static const struct
  {
    const char *a, *b, *edge;
  } cases[] = {
    { "17", "18", "18" },
    { "89", "1234567", "1000000" },
    { "1e-300", "2e300", "1e300" },
    { "0", "1e-9", "1e-9" },
    { "-1", "-0.5", "-0.7" },
    { "-6", "-4", "-5" },
    { "-8.9", "-8.7", "-8.8" },
    { "-30", "-28", "-29" },
    { "-30", "-20", "-25" },
    { "-15", "-10", "-12" },
    { "28000", "30000", "29000" },
    { "29950", "30000", "30000" },
    { "95", "1000", "500" },
    { "850", "1000", "900" },
    { "950", "1000", "1000" },
    { "0.5", "1", "0.7" },
    { "1", "2", "2" },
    { "0", "10", "5" },
    { "-10", "-9", "-9" },
    { "-10", "0", "-5" },
    { "-7", "0", "-3" },
    { "-2", "0.0", "-1" },
    { "-1", "0", "0" },
    { "-0.1", "0", "0" },
    { "-0.12", "0", "-0.1" },
    { "-28000", "0", "-10000" },
    { "-7", "1", "0" },
    { "-100000000000000000001", "-100000000000000000000", "-100000000000000000000" },
    { "99999999999999999999999", "100000000000000000000000", "100000000000000000000000" },
    { "007", "08", "8" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *edge = write_edge (cases[i].a, cases[i].b);

      ck_assert_msg (deid_decimal_compare (edge, cases[i].edge) == 0, "%s", edge);
      ck_assert (deid_decimal_compare (cases[i].a, edge) < 0);
      ck_assert (deid_decimal_compare (edge, cases[i].b) <= 0);
    }
}
END_TEST

/* The same of numbers, one after the other. */
START_TEST (edges_of_numbers)
{
  GRand *rand = g_rand_new_with_seed (8);
  const guint n = count_trials (20000);
  DeidEdgeWriter writer;

  ck_assert (deid_edge_writer_init (&writer, DEID_NUMBER_SIZE, NULL));
  for (guint i = 0; i < n; i++)
    {
      const DeidNumber x = draw_number (rand), y = draw_number (rand), a = MIN (x, y),
                       b = MAX (x, y);
      char low[DEID_NUMBER_SIZE], high[DEID_NUMBER_SIZE], text[DEID_NUMBER_SIZE];
      g_autofree char *expected = NULL;
      DeidNumber edge;

      if (a == b)
        continue;
      deid_number_write (a, low);
      deid_number_write (b, high);
      expected = write_edge (low, high);
      ck_assert (deid_edge_writer_find (&writer, a, b, &edge, NULL));
      deid_number_write (edge, text);
      ck_assert (deid_decimal_compare (text, expected) == 0);
      ck_assert (a < edge && edge <= b);
    }
  deid_edge_writer_clear (&writer);
  g_rand_free (rand);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("number ranges");
  TCase *ranges = tcase_create ("ranges"), *edges = tcase_create ("edges");

  tcase_add_test (ranges, numbers);
  tcase_add_test (ranges, short_numbers);
  tcase_add_test (ranges, arithmetic);
  tcase_add_test (ranges, labels);
  tcase_add_test (ranges, spellings);
  tcase_add_test (ranges, parse_back);
  tcase_add_test (ranges, long_ends);
  tcase_set_timeout (ranges, 60);
  suite_add_tcase (suite, ranges);
  tcase_add_test (edges, by_definition);
  tcase_add_test (edges, far_apart);
  tcase_add_test (edges, edges_of_numbers);
  tcase_set_timeout (edges, 60);
  suite_add_tcase (suite, edges);
  return suite;
}
