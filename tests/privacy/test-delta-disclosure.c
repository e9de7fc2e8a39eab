/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* delta-disclosure. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/big-natural.h"
#include "privacy/models.h"
#include "support/model-trials.h"

/* delta = a / b; base 0 is e. */
typedef struct
{
  const char *specification;
  guint64 base, a, b;
  gboolean absent_count;
} Case;

static const Case cases[] = {
  { "dd:1", 2, 1, 1, FALSE },
  { "dd:2", 2, 2, 1, FALSE },
  { "dd:0.5", 2, 1, 2, FALSE },
  { "dd:0.5:10", 10, 1, 2, FALSE },
  { "dd:1:10", 10, 1, 1, FALSE },
  { "dd:1:e", 0, 1, 1, FALSE },
  { "dd:0.5:e", 0, 1, 2, FALSE },
  { "dd:1:absent", 2, 1, 1, TRUE },
  { "dd:1.5:absent", 2, 3, 2, TRUE },
  { "dd:0.5:10:absent", 10, 1, 2, TRUE },
  { "dd:0.75:e:absent", 0, 3, 4, TRUE },
};

/* Returns: the sign of |log (p / q)| - delta, or 2 where the base is e and the sides are close. */
static int
compare_by_definition (const Case *c, guint64 count, guint64 n, guint64 total, guint64 n_table)
{
  const gboolean is_more = count * n_table >= n * total;
  g_autoptr (BigNatural) left = big_natural_new (1);
  g_autoptr (BigNatural) right = big_natural_new (1);

  if (c->base == 0)
    {
      const long double ratio = (long double) (count * n_table) / (long double) (n * total);
      const long double difference = fabsl (logl (ratio)) - (long double) c->a / (long double) c->b;

      return fabsl (difference) < 1e-15L ? 2 : (difference > 0) - (difference < 0);
    }
  big_natural_multiply_power (left, is_more ? count * n_table : n * total, c->b);
  big_natural_multiply_power (right, is_more ? n * total : count * n_table, c->b);
  big_natural_multiply_power (right, c->base, c->a);
  return big_natural_compare (left, right);
}

/* Returns: 1 or -1 for a class that passes or fails, 0 where that is not known. */
static int
judge_by_definition (const Case *c, const Counts *totals, guint n_values, const Counts *class,
                     gboolean *is_equal)
{
  int verdict = 1;

  *is_equal = FALSE;
  for (guint v = 0; v < n_values; v++)
    {
      int sign;

      if (class->counts[v] == 0 && c->absent_count)
        return -1;
      if (class->counts[v] == 0)
        continue;
      sign = compare_by_definition (c, class->counts[v], get_n_records (class), totals->counts[v],
                                    get_n_records (totals));
      *is_equal |= sign == 0;
      if (sign == 0 || sign == 1)
        verdict = -1;
      else if (sign == 2 && verdict > 0)
        verdict = 0;
    }
  return verdict;
}

/* A class in which one value has the share (r q) or (q / r) to the record for r = base^delta, where
 * that is a number, and the others have about the share of the table. */
static void
make_case (GRand *rand, const Case *c, guint n_values, Counts *totals, Counts *class)
{
  const guint64 ratio
      = c->base > 0 ? (guint64) llround (pow ((double) c->base, (double) c->a / (double) c->b)) : 3;
  guint64 scale = 1 + g_rand_int (rand) % 4, n = 0;

  *totals = *class = (Counts){ { 0 } };
  for (guint v = 0; v < n_values; v++)
    {
      totals->counts[v] = (1 + g_rand_int (rand) % 8) * ratio;
      if (c->absent_count || g_rand_int (rand) % 8 != 0)
        class->counts[v] = totals->counts[v] * scale + g_rand_int (rand) % (ratio * scale);
      n += class->counts[v];
    }
  if (g_rand_boolean (rand))
    return;
  /* p / q = r needs c N = r n C, so one value is made to have r of its share. */
  totals->counts[0] = 1 + g_rand_int (rand) % 3;
  n = get_n_records (totals) * scale;
  class->counts[0] = g_rand_boolean (rand) ? totals->counts[0] * scale * ratio : totals->counts[0];
  if (class->counts[0] == totals->counts[0])
    n *= ratio;
  for (guint v = 1; v < n_values; v++)
    class->counts[v] = totals->counts[v] * (n / get_n_records (totals));
  for (guint v = 1; v < n_values && get_n_records (class) > n; v++)
    class->counts[v] -= MIN (class->counts[v] - 1, get_n_records (class) - n);
  if (get_n_records (class) < n)
    class->counts[1 + g_rand_int (rand) % (n_values - 1)] += n - get_n_records (class);
}

START_TEST (test_formula)
{
  const Case *c = &cases[_i];
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_verdicts[3] = { 0 }, n_equal = 0;

  for (guint trial = 0; trial < count_trials (20000); trial++)
    {
      const guint n_values = 2 + g_rand_int (rand) % 5;
      Counts totals, class;
      gboolean is_equal;
      JudgedModel judged;
      int expected;

      make_case (rand, c, n_values, &totals, &class);
      if (get_n_records (&class) == 0)
        continue;
      expected = judge_by_definition (c, &totals, n_values, &class, &is_equal);
      n_verdicts[expected + 1]++;
      n_equal += is_equal ? 1 : 0;
      if (expected == 0)
        continue;
      init_judged (&judged, c->specification, &totals, n_values);
      assert_quietly (accepts (&judged, &class) == (expected > 0));
      assert_quietly (recheck (&judged, &class) * expected >= 0);
      judged_model_clear (&judged);
    }
  ck_assert_uint_gt (n_verdicts[0], count_trials (20000) / 50);
  ck_assert_uint_eq (n_verdicts[1], 0);
  ck_assert_uint_gt (n_verdicts[2], count_trials (20000) / 50);
  if (c->base > 0 && c->b == 1)
    ck_assert_uint_gt (n_equal, count_trials (20000) / 4);
}
END_TEST

/* Shares between q / r and q r to the last of 10^16 records, where q = 1 / 4 and r = e^delta. */
START_TEST (test_base_e)
{
  static const struct
  {
    const char *specification;
    Irrational upper, lower;
  } thresholds[] = {
    { "dd:1:e",
      { G_GUINT64_CONSTANT (0xadf85458a2bb4a), G_GUINT64_CONSTANT (0x9aafdc5620273d3c) },
      { G_GUINT64_CONSTANT (0x178b56362cef37), G_GUINT64_CONSTANT (0xc6aeb7b1e0a4153e) } },
    { "dd:0.3:e",
      { G_GUINT64_CONSTANT (0x56641632306a56), G_GUINT64_CONSTANT (0x916ea9f851e4da37) },
      { G_GUINT64_CONSTANT (0x2f6990d386f809), G_GUINT64_CONSTANT (0xd1be5a6d62e5f903) } },
  };
  const Counts totals = { { 1, 3 } };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    {
      JudgedModel judged;

      init_judged (&judged, thresholds[i].specification, &totals, 2);
      for (guint trial = 0; trial < count_trials (2000); trial++)
        {
          const guint64 n
              = 100
                + (((guint64) g_rand_int (rand) << 24 | g_rand_int (rand) >> 8) >> (trial % 32));
          const guint64 most = get_share (thresholds[i].upper, n);
          const guint64 least = get_share (thresholds[i].lower, n) + 1;
          const Counts passing[] = { { { most, n - most } }, { { least, n - least } } };
          const Counts failing[]
              = { { { most + 1, n - most - 1 } }, { { least - 1, n - least + 1 } } };

          for (guint j = 0; j < 2; j++)
            {
              assert_quietly (accepts (&judged, &passing[j]));
              assert_quietly (!accepts (&judged, &failing[j]));
            }
        }
      judged_model_clear (&judged);
    }
}
END_TEST

/* Ratios that leave the range of doubles. */
START_TEST (test_large_delta)
{
  const Counts totals = { { 1, 1000000000 } }, class = { { 1, 0 } };
  JudgedModel judged;

  init_judged (&judged, "dd:1000:10", &totals, 2);
  ck_assert (accepts (&judged, &class));
  ck_assert (meets_necessary (&judged, &class));
  judged_model_clear (&judged);
}
END_TEST

START_TEST (test_closure)
{
  const Case *c = &cases[_i];
  DeidPrivacyModel *model = deid_privacy_model_new_from_specification (c->specification, "s", NULL);

  ck_assert_int_eq (deid_privacy_model_get_closure (model),
                    c->absent_count ? DEID_CLOSURE_UNION : DEID_CLOSURE_NONE);
  deid_privacy_model_unref (model);
  if (c->absent_count)
    ck_assert_uint_eq (count_spoilt_unions (c->specification, 1, 6, 3), 0);
  else
    ck_assert_uint_gt (count_spoilt_unions (c->specification, 1, 6, 3), 0);
  ck_assert_uint_gt (count_spoilt_supersets (c->specification, 2, 6, FALSE, 4), 0);
  check_necessary (c->specification, 2, 6, 5);
}
END_TEST

/* Of two values of q = 0.6 and 0.4, one class has the first only, which is p / q = 1.67 < 2, and
 * the other has both; together the second value has p = 0.15, less than half of its q. */
START_TEST (test_diluted_value)
{
  const Counts totals = { { 6, 4 } }, first = { { 10, 0 } }, second = { { 7, 3 } };
  Counts both = first;
  JudgedModel judged;

  init_judged (&judged, "dd:1", &totals, 2);
  join (&both, &second);
  ck_assert (accepts (&judged, &first));
  ck_assert (accepts (&judged, &second));
  ck_assert (!accepts (&judged, &both));
  judged_model_clear (&judged);
  init_judged (&judged, "dd:1:absent", &totals, 2);
  ck_assert (!accepts (&judged, &first));
  judged_model_clear (&judged);
}
END_TEST

static void
assert_spelled (DeidLogarithm base, DeidAbsentValues absent, const char *expected)
{
  GError *error = NULL;
  DeidPrivacyModel *model
      = deid_privacy_model_new_delta_disclosure ("s", 1.25, base, absent, &error);
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;

  assert_no_error (error);
  text = deid_privacy_model_to_specification (model);
  ck_assert_str_eq (text, expected);
  deid_privacy_model_unref (model);
  model = deid_privacy_model_new_from_specification (text, NULL, &error);
  assert_no_error (error);
  again = deid_privacy_model_to_specification (model);
  ck_assert_str_eq (again, expected);
  deid_privacy_model_unref (model);
}

START_TEST (test_spelling)
{
  const char *const bad[]
      = { "dd:1:2:e", "dd:1:absent:e", "dd:1:absent:absent", "dd:1:pi", "dd:1:" };
  GError *error = NULL;

  assert_spelled (DEID_LOGARITHM_BINARY, DEID_ABSENT_VALUES_IGNORED, "dd:1.25@s");
  assert_spelled (DEID_LOGARITHM_NATURAL, DEID_ABSENT_VALUES_IGNORED, "dd:1.25:e@s");
  assert_spelled (DEID_LOGARITHM_DECIMAL, DEID_ABSENT_VALUES_IGNORED, "dd:1.25:10@s");
  assert_spelled (DEID_LOGARITHM_BINARY, DEID_ABSENT_VALUES_COUNT, "dd:1.25:absent@s");
  assert_spelled (DEID_LOGARITHM_DECIMAL, DEID_ABSENT_VALUES_COUNT, "dd:1.25:10:absent@s");
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      ck_assert_ptr_null (deid_privacy_model_new_from_specification (bad[i], "s", &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "dd", NULL);
    }
}
END_TEST

static void
assert_refused (double delta, int base, int absent, const char *message)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_delta_disclosure ("s", delta, (DeidLogarithm) base,
                                                               (DeidAbsentValues) absent, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "dd", message, NULL);
}

START_TEST (test_parameters)
{
  assert_refused (0, 0, 0, "above 0");
  assert_refused (-1, 0, 0, "-1");
  assert_refused (1, 3, 0, "logarithm 3");
  assert_refused (1, 0, 2, "choice 2");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("delta-disclosure");
  TCase *tcase = tcase_create ("delta-disclosure");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, test_formula, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tcase, test_base_e);
  tcase_add_test (tcase, test_large_delta);
  tcase_add_loop_test (tcase, test_closure, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tcase, test_diluted_value);
  tcase_add_test (tcase, test_spelling);
  tcase_add_test (tcase, test_parameters);
  suite_add_tcase (suite, tcase);
  return suite;
}
