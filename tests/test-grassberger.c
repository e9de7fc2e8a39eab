/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Entropy l-diversity by Grassberger's estimator. */
#include "suite.h"

#include <math.h>

#include "base/rational.h"
#include "model-trials.h"
#include "privacy/fixed-log.h"

#define MAX_COUNT 100000

static const char *const spellings[] = { "elg:4", "elg:4.5", "elg:5" };

/* Sums of 2 / (2 k - 1) by integers, in units of 2^-100. */
static long double *
make_g (void)
{
  const long double gamma = 0.577215664901532860606512090082402431L;
  long double *g = g_new (long double, MAX_COUNT + 1);
  DeidWide sum = 0;

  for (guint c = 0; c <= MAX_COUNT; c++)
    {
      if (c > 0 && c % 2 == 0)
        sum += ((DeidWide) 1 << 101) / (c - 1);
      g[c] = ldexpl ((long double) sum, -100) - gamma - logl (2);
    }
  return g;
}

static long double
estimate (const long double *g, const Counts *class)
{
  const long double n = (long double) get_n_records (class);
  long double sum = 0;

  for (guint v = 0; v < MAX_VALUES; v++)
    sum += (long double) class->counts[v] * g[class->counts[v]];
  return logl (n) - sum / n;
}

/* Of digits with a point, to the precision of long double, in any locale. */
static long double
read_decimal (const char *text)
{
  long double numerator = 0, denominator = 1;
  gboolean is_fraction = FALSE;

  for (; *text != '\0'; text++)
    if (*text == '.')
      is_fraction = TRUE;
    else
      {
        numerator = 10 * numerator + (long double) (*text - '0');
        denominator *= is_fraction ? 10 : 1;
      }
  return numerator / denominator;
}

/* Returns: what long double tells apart from 1, which under Valgrind is no more than double does.
 */
static long double
find_epsilon (void)
{
  volatile long double epsilon = 1;

  while (1 + epsilon / 2 > 1)
    epsilon = epsilon / 2;
  return epsilon;
}

/* With l a few doubles away from the estimate in half of the trials, so that doubles do not tell.
 */
START_TEST (test_formula)
{
  const guint32 limits[] = { 3, 20, 5000, MAX_COUNT };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const long double epsilon = find_epsilon ();
  long double *g = make_g ();
  guint n_accepted = 0, n_narrow = 0;

  for (guint trial = 0; trial < count_trials (20000); trial++)
    {
      const guint n_values = 1 + g_rand_int (rand) % 6;
      Counts class = { { 0 } }, totals = { { 1 } };
      JudgedModel judged;
      long double entropy, margin;
      char decimal[DEID_DECIMAL_SIZE];
      double l;

      for (guint v = 0; v < n_values; v++)
        class.counts[v] = 1 + g_rand_int (rand) % limits[trial / 2 % 4];
      entropy = estimate (g, &class);
      l = trial % 2 == 0
              ? (double) expl (entropy) * (1 + (g_rand_int_range (rand, -2, 3)) * 0x1p-52)
              : g_rand_double_range (rand, 1, 8);
      if (l < 1)
        continue;
      /* The decimal that is meant may be half a unit in the last place away from the double. */
      deid_double_to_decimal (l, decimal);
      margin = entropy - logl (read_decimal (decimal));
      if (fabsl (margin) < 32 * epsilon)
        continue;
      n_narrow += fabsl (margin) < 1e-15L ? 1 : 0;
      judged_model_init (&judged, deid_grassberger_l_diversity_new ("s", l, NULL), totals.counts,
                         MAX_VALUES, NULL);
      n_accepted += margin > 0 ? 1 : 0;
      assert_quietly (accepts (&judged, &class) == (margin > 0));
      assert_quietly (recheck (&judged, &class) * (margin > 0 ? 1 : -1) >= 0);
      judged_model_clear (&judged);
    }
  ck_assert_uint_gt (n_accepted, count_trials (20000) / 8);
  if (epsilon < 0x1p-60L)
    ck_assert_uint_gt (n_narrow, count_trials (20000) / 4);
  g_free (g);
}
END_TEST

/* A single record is estimated at gamma + log 2, and m of different values at log m more. */
START_TEST (test_single_records)
{
  const Counts totals = { { 9, 9 } }, one = { { 1 } }, two = { { 1, 1 } }, same = { { 2 } };
  JudgedModel judged;

  init_judged (&judged, "elg:3.562144", &totals, 2);
  ck_assert (accepts (&judged, &one));
  ck_assert (!accepts (&judged, &same));
  judged_model_clear (&judged);
  init_judged (&judged, "elg:3.562145", &totals, 2);
  ck_assert (!accepts (&judged, &one));
  ck_assert (accepts (&judged, &two));
  judged_model_clear (&judged);
}
END_TEST

START_TEST (test_logarithm)
{
  static const struct
  {
    guint64 n, high, low;
  } known[] = {
    { 3, G_GUINT64_CONSTANT (0x1193ea7aad030a9), G_GUINT64_CONSTANT (0x76a4198d55053b7c) },
    { 10, G_GUINT64_CONSTANT (0x24d763776aaa2b0), G_GUINT64_CONSTANT (0x5ba95b58ae0b4c28) },
    { 1000003, G_GUINT64_CONSTANT (0xdd0c57f1ce1bfa1), G_GUINT64_CONSTANT (0x68501242f2e229b3) },
    { (G_GUINT64_CONSTANT (1) << 63) + 12345, G_GUINT64_CONSTANT (0x2bab13e5fca20f51),
      G_GUINT64_CONSTANT (0xb8af093268e69fdb) },
    { G_MAXUINT64, G_GUINT64_CONSTANT (0x2c5c85fdf473de6a),
      G_GUINT64_CONSTANT (0xf178ece600fcbdab) },
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  ck_assert (deid_fixed_log (1) == 0);
  ck_assert (deid_fixed_log (2) == DEID_FIXED_LOG_2);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      const DeidWide expected = (DeidWide) known[i].high << 64 | known[i].low;
      const DeidWide found = deid_fixed_log (known[i].n) + 1024;

      assert_quietly (found > expected && found < expected + 2048);
    }
  for (guint trial = 0; trial < count_trials (20000); trial++)
    {
      const guint64 a = 1 + (g_rand_int (rand) >> (trial % 30)), b = 1 + g_rand_int (rand) / 2;
      const DeidWide expected = deid_fixed_log (a) + deid_fixed_log (b);
      const DeidWide found = deid_fixed_log (a * b) + 3072;

      assert_quietly (found > expected && found < expected + 6144);
    }
}
END_TEST

START_TEST (test_no_closure)
{
  DeidPrivacyModel *model = deid_privacy_model_new_from_string (spellings[_i], "s", NULL);

  ck_assert_int_eq (deid_privacy_model_get_closure (model), DEID_CLOSURE_NONE);
  deid_privacy_model_unref (model);
  ck_assert_uint_gt (count_spoilt_unions (spellings[_i], 1, 10, 3), 0);
  ck_assert_uint_gt (count_spoilt_supersets (spellings[_i], 1, 10, FALSE, 4), 0);
  check_necessary (spellings[_i], 1, 10, 5);
}
END_TEST

/* Two classes of one and the same record pass, but not together. */
START_TEST (test_joined_records)
{
  const Counts totals = { { 9 } }, one = { { 1 } };
  Counts both = one;
  JudgedModel judged;

  join (&both, &one);
  init_judged (&judged, "elg:3", &totals, 1);
  ck_assert (accepts (&judged, &one));
  ck_assert (!accepts (&judged, &both));
  judged_model_clear (&judged);
}
END_TEST

START_TEST (test_parameters)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_grassberger_l_diversity_new ("s", 0.9, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "elg", "at least 1", NULL);
  ck_assert_ptr_null (deid_grassberger_l_diversity_new ("s", -1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "elg", NULL);
  ck_assert_ptr_null (deid_privacy_model_new_from_string ("elg:x", "s", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "elg", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("Grassberger l-diversity");
  TCase *tcase = tcase_create ("Grassberger l-diversity");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, test_formula);
  tcase_add_test (tcase, test_single_records);
  tcase_add_test (tcase, test_logarithm);
  tcase_add_loop_test (tcase, test_no_closure, 0, G_N_ELEMENTS (spellings));
  tcase_add_test (tcase, test_joined_records);
  tcase_add_test (tcase, test_parameters);
  suite_add_tcase (suite, tcase);
  return suite;
}
