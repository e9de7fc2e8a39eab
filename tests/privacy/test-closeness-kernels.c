/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What t-closeness is decided by: limits for t with many digits, the shortcuts of ordered distances
 * against the plain sum, and the order of decimals. */
#include "support/suite.h"

#include <string.h>

#include "base/rational.h"
#include "support/big-natural.h"
#include "privacy/closeness.h"

#define MAX_VALUES 300

static BigNatural *
make_big (DeidWide value)
{
  BigNatural *number = big_natural_new ((guint64) (value >> 64));

  /* The highest word first: multiplied by 2^64, and the lower one put in its place. */
  big_natural_multiply (number, G_GUINT64_CONSTANT (1) << 32);
  big_natural_multiply (number, G_GUINT64_CONSTANT (1) << 32);
  if (number->n_words == 0)
    {
      big_natural_free (number);
      return big_natural_new ((guint64) value);
    }
  number->words[0] = (guint64) value;
  return number;
}

/* Compares @limit 10^@n_zeros with @digits @scale @n. */
static int
compare_limit (DeidWide limit, guint n_zeros, guint64 digits, guint64 scale, guint64 n)
{
  g_autoptr (BigNatural) left = make_big (limit);
  g_autoptr (BigNatural) right = big_natural_new (digits);

  big_natural_multiply_power (left, 10, n_zeros);
  big_natural_multiply (right, scale);
  big_natural_multiply (right, n);
  return big_natural_compare (left, right);
}

/* t is some digits over a power of ten. */
START_TEST (test_limit)
{
  const guint n_trials = count_trials (20000);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < n_trials; i++)
    {
      const guint n_digits = (guint) g_rand_int_range (rand, 1, 16);
      const guint n_zeros = (guint) g_rand_int_range (rand, (gint32) n_digits, 36);
      const guint64 n_records
          = (guint64) 1 << g_rand_int_range (rand, 1, 50) | g_rand_int (rand) >> 12;
      const guint64 n_steps = 1 + g_rand_int (rand) % 8000;
      const guint64 n = 1 + (guint64) (g_rand_double (rand) * (double) (n_records - 1));
      guint64 digits = 0;
      g_autofree char *text = NULL;
      DeidClosenessLimit limit;
      DeidRational t;
      DeidWide allowed;

      for (guint d = 0; d < n_digits; d++)
        digits = 10 * digits + (guint64) g_rand_int_range (rand, d == 0 ? 1 : 0, 10);
      text = g_strdup_printf ("%" G_GUINT64_FORMAT "e-%u", digits, n_zeros);
      ck_assert (deid_rational_from_double (g_ascii_strtod (text, NULL), "t", &t, NULL));
      ck_assert (deid_closeness_limit_init (&limit, &t, n_records, n_steps, NULL));
      allowed = deid_closeness_limit_get (&limit, n);
      ck_assert_int_le (compare_limit (allowed, n_zeros, digits, n_steps * n_records, n), 0);
      ck_assert_int_gt (compare_limit (allowed + 1, n_zeros, digits, n_steps * n_records, n), 0);
      ck_assert_int_le (compare_limit (limit.per_record, n_zeros, digits, n_steps * n_records, 1),
                        0);
    }
}
END_TEST

START_TEST (test_too_large)
{
  static const DeidRational t = { 1, 5 };
  static const guint64 counts[] = { 1, 1, 1 };
  DeidClosenessLimit limit;
  DeidOrderedBase base;
  GError *error = NULL;

  ck_assert (deid_closeness_limit_init (&limit, &t, G_MAXINT64, 1, &error));
  ck_assert (!deid_closeness_limit_init (&limit, &t, (guint64) G_MAXINT64 + 1, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "9223372036854775808", NULL);
  ck_assert (!deid_closeness_limit_init (&limit, &t, (guint64) 1 << 40, 1 << 23, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, NULL);
  ck_assert (!deid_ordered_base_init (&base, counts, 3, (guint64) 1 << 62, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, NULL);
}
END_TEST

/* A table and a class of ordered values. */
typedef struct
{
  DeidOrderedBase base;
  guint32 m;
  guint64 n_records;
  guint64 totals[MAX_VALUES];
  guint64 n;
  guint64 counts[MAX_VALUES];
  guint32 n_present;
  guint32 values[MAX_VALUES];
  guint64 present[MAX_VALUES];
} Ordered;

static void
make_table (Ordered *ordered, GRand *rand, guint64 scale)
{
  memset (ordered, 0, sizeof *ordered);
  ordered->m = (guint32) g_rand_int_range (rand, 1, g_rand_boolean (rand) ? 8 : MAX_VALUES + 1);
  for (guint32 v = 0; v < ordered->m; v++)
    ordered->n_records += ordered->totals[v] = scale * (1 + g_rand_int (rand) % 20);
  ck_assert (deid_ordered_base_init (&ordered->base, ordered->totals, ordered->m,
                                     ordered->n_records, NULL));
}

/* Few values, or many of a part of the order, or many of all. */
static void
make_class (Ordered *ordered, GRand *rand)
{
  const guint32 first = g_rand_int (rand) % ordered->m;
  const guint32 end = g_rand_boolean (rand) ? ordered->m : first + 1;
  const guint32 rarity = 1 + g_rand_int (rand) % 40;

  memset (ordered->counts, 0, sizeof ordered->counts);
  ordered->n = ordered->n_present = 0;
  ordered->counts[first] = 1;
  for (guint32 v = g_rand_boolean (rand) ? 0 : first; v < end; v++)
    if (g_rand_int (rand) % rarity == 0)
      ordered->counts[v] = 1 + (guint64) (g_rand_double (rand) * (double) (ordered->totals[v] - 1));
  for (guint32 v = 0; v < ordered->m; v++)
    if (ordered->counts[v] > 0)
      {
        ordered->n += ordered->counts[v];
        ordered->values[ordered->n_present] = v;
        ordered->present[ordered->n_present++] = ordered->counts[v];
      }
}

/* Returns: the sum of |N C - n G| over the values, but for those outside of [@from, @to). */
static DeidWide
sum_plainly (const Ordered *ordered, guint32 from, guint32 to)
{
  DeidSignedWide difference = 0;
  DeidWide sum = 0;

  for (guint32 v = 0; v < ordered->m; v++)
    {
      difference += (DeidSignedWide) ordered->n_records * ordered->counts[v]
                    - (DeidSignedWide) ordered->n * ordered->totals[v];
      if (v >= from && v < to)
        sum += (DeidWide) (difference < 0 ? -difference : difference);
    }
  return sum;
}

static gboolean
is_within (const Ordered *ordered, const DeidRational *t)
{
  DeidOrderedLimit limit;

  deid_ordered_limit_init (&limit, &ordered->base, t);
  return deid_ordered_distance_is_within (&ordered->base, &limit, ordered->values, ordered->present,
                                          ordered->n_present, ordered->n);
}

/* At the distance itself, and one unit below. */
static void
check_at_threshold (const Ordered *ordered)
{
  const DeidWide sum = sum_plainly (ordered, 0, ordered->m);
  const DeidWide whole = (DeidWide) (ordered->m - 1) * ordered->n * ordered->n_records;
  const DeidWide divisor = deid_greatest_common_divisor (sum, whole);

  if (sum / divisor <= G_MAXUINT64)
    ck_assert (is_within (ordered, &(DeidRational){ (guint64) (sum / divisor), whole / divisor }));
  if (sum > 0 && sum - 1 <= G_MAXUINT64)
    ck_assert (!is_within (ordered, &(DeidRational){ (guint64) (sum - 1), whole }));
}

START_TEST (test_ordered)
{
  static const guint64 scales[] = { 1, 1000003, 100000000003 };
  const guint n_trials = count_trials (20000);
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  guint n_wide = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      Ordered ordered;

      make_table (&ordered, rand, scales[i % G_N_ELEMENTS (scales)]);
      n_wide += ordered.base.is_narrow ? 0 : 1;
      for (guint j = 0; j < 5; j++)
        {
          const DeidRational t = { g_rand_int (rand) % 101, 100 };
          gboolean expected;

          make_class (&ordered, rand);
          expected = sum_plainly (&ordered, 0, ordered.m) * t.denominator
                     <= (DeidWide) t.numerator * (ordered.m - 1) * ordered.n * ordered.n_records;
          ck_assert_int_eq (is_within (&ordered, &t), expected);
          if (ordered.m > 1)
            check_at_threshold (&ordered);
          ordered.base.is_narrow = FALSE;
          ck_assert_int_eq (is_within (&ordered, &t), expected);
        }
      deid_ordered_base_clear (&ordered.base);
    }
  ck_assert_uint_gt (n_wide, n_trials / 10);
  ck_assert_uint_lt (n_wide, n_trials / 2);
}
END_TEST

/* The prefix, the suffix, and which first and last values they rule out. */
START_TEST (test_shortcuts)
{
  const guint n_trials = count_trials (5000);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < n_trials; i++)
    {
      const DeidRational t = { g_rand_int (rand) % 101, 100 };
      DeidOrderedLimit limit;
      Ordered ordered;
      guint32 first, last;
      DeidWide prefix, suffix, allowed;

      make_table (&ordered, rand, 1);
      make_class (&ordered, rand);
      deid_ordered_limit_init (&limit, &ordered.base, &t);
      first = ordered.values[0];
      last = ordered.values[ordered.n_present - 1];
      prefix = sum_plainly (&ordered, 0, first);
      suffix = sum_plainly (&ordered, last, ordered.m);
      allowed = (DeidWide) t.numerator * (ordered.m - 1) * ordered.n * ordered.n_records;
      ck_assert (prefix == ordered.n * deid_ordered_base_get_prefix (&ordered.base, first));
      ck_assert (suffix == ordered.n * deid_ordered_base_get_suffix (&ordered.base, last));
      ck_assert_int_eq (first > limit.first, prefix * t.denominator > allowed);
      ck_assert_int_eq (last<limit.last, suffix * t.denominator> allowed);
      deid_ordered_base_clear (&ordered.base);
    }
}
END_TEST

/* Each of these is below the next one. */
START_TEST (test_decimal_order)
{
  static const char *const ascending[] = { "-1e400",
                                           "-123456789012345678901234567890.5",
                                           "-123456789012345678901234567890",
                                           "-2",
                                           "-1.5",
                                           "-0.001",
                                           "0",
                                           "1e-999999999",
                                           "0.00099",
                                           "1e-3",
                                           "0.0010000000000000000000000000000000001",
                                           ".5",
                                           "9",
                                           "10",
                                           "10.0001",
                                           "9007199254740992",
                                           "9007199254740993",
                                           "123456789012345678901234567890",
                                           "1.5E+40",
                                           "1e999999999",
                                           "none" };
  static const char *const equal[][2]
      = { { "7", "007" },     { "0", "-0" },    { "0.0", "0e5" }, { "1.50", "1.5" },
          { "15e-1", "1.5" }, { "1e2", "100" }, { "5.", "5" },    { "", "text" } };

  for (guint i = 0; i < G_N_ELEMENTS (ascending); i++)
    for (guint j = 0; j < G_N_ELEMENTS (ascending); j++)
      ck_assert_int_eq (deid_decimal_compare (ascending[i], ascending[j]), (i > j) - (i < j));
  for (guint i = 0; i < G_N_ELEMENTS (equal); i++)
    {
      ck_assert_int_eq (deid_decimal_compare (equal[i][0], equal[i][1]), 0);
      ck_assert_int_eq (deid_decimal_compare (equal[i][1], equal[i][0]), 0);
    }
}
END_TEST

START_TEST (test_decimal_syntax)
{
  static const char *const integers[] = { "0", "-5", "007", "123456789012345678901234567890" };
  static const char *const decimals[] = { "1.5", ".5", "5.", "-1e5", "1E-7", "1.5e+09" };
  static const char *const neither[]
      = { "",     "-",   ".",     "-.",  "+1", "1,5", " 1", "1 ", "1e", "1e+", "e5", "1e1234567890",
          "0x10", "--1", "1.2.3", "nan", "inf" };

  for (guint i = 0; i < G_N_ELEMENTS (integers); i++)
    ck_assert (deid_decimal_is_integer (integers[i]) && deid_decimal_is_valid (integers[i]));
  for (guint i = 0; i < G_N_ELEMENTS (decimals); i++)
    ck_assert (!deid_decimal_is_integer (decimals[i]) && deid_decimal_is_valid (decimals[i]));
  for (guint i = 0; i < G_N_ELEMENTS (neither); i++)
    ck_assert (!deid_decimal_is_integer (neither[i]) && !deid_decimal_is_valid (neither[i]));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("closeness-kernels");
  TCase *tcase = tcase_create ("closeness-kernels");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, test_limit);
  tcase_add_test (tcase, test_too_large);
  tcase_add_test (tcase, test_ordered);
  tcase_add_test (tcase, test_shortcuts);
  tcase_add_test (tcase, test_decimal_order);
  tcase_add_test (tcase, test_decimal_syntax);
  suite_add_tcase (suite, tcase);
  return suite;
}
