/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Entropy l-diversity by Grassberger's estimator. */
#include "support/suite.h"

#include <math.h>

#include "base/rational.h"
#include "support/model-trials.h"
#include "privacy/models.h"
#include "base/portable-math.h"

#define MAX_COUNT   100000
#define MAX_N_KINDS 6
#define MAX_RECORDS (MAX_COUNT * MAX_N_KINDS)

static const char *const specifications[] = { "elg:2", "elg:4.5", "elg:8" };

/* G (n) + gamma + log 2 for n up to MAX_RECORDS, in units of 2^-100, where
 * G (n) = psi (n) + (-1)^n / 2 (psi ((n + 1) / 2) - psi (n / 2)). With sums H (i) of 1 / j for j up
 * to i, and O (k) of 1 / (2 j - 1) for j up to k, psi (i + 1) = H (i) - gamma and psi (k + 1/2) =
 * 2 O (k) - gamma - 2 log 2; so gamma and log 2 stand alone in each G (n), and cancel in the
 * estimate. */
static DeidWide *
make_g (void)
{
  DeidWide *harmonic = g_new0 (DeidWide, MAX_RECORDS + 1);
  DeidWide *odd = g_new0 (DeidWide, MAX_RECORDS / 2 + 1);
  DeidWide *g = g_new0 (DeidWide, MAX_RECORDS + 1);

  for (guint i = 1; i <= MAX_RECORDS; i++)
    {
      const DeidWide inverse = ((DeidWide) 1 << 100) / i;

      harmonic[i] = harmonic[i - 1] + inverse;
      if (i % 2 == 1)
        odd[(i + 1) / 2] = odd[(i - 1) / 2] + inverse;
    }
  for (guint n = 1; n <= MAX_RECORDS; n++)
    g[n] = n % 2 == 0 ? harmonic[n - 1] + odd[n / 2] - harmonic[n / 2 - 1] / 2
                      : harmonic[n - 1] + odd[n / 2] - harmonic[n / 2] / 2;
  g_free (harmonic);
  g_free (odd);
  return g;
}

static long double
estimate (const DeidWide *g, const Counts *class)
{
  const guint64 n = get_n_records (class);
  DeidWide sum = n * g[n];

  for (guint v = 0; v < MAX_VALUES; v++)
    sum -= class->counts[v] * g[class->counts[v]];
  return ldexpl ((long double) sum / (long double) n, -100);
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
  DeidWide *g = make_g ();
  guint n_accepted = 0, n_narrow = 0;

  for (guint trial = 0; trial < count_trials (20000); trial++)
    {
      const guint n_values = 1 + g_rand_int (rand) % MAX_N_KINDS;
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
      judged_model_init (&judged, deid_privacy_model_new_grassberger_l_diversity ("s", l, NULL),
                         totals.counts, MAX_VALUES, NULL);
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

/* A class of one value has entropy 0 at every size, and passes for no l above 1; two records with
 * different values have entropy 2, where e^2 = 7.38905609893065. */
START_TEST (test_single_records)
{
  const Counts totals = { { 9, 9 } }, two = { { 1, 1 } };
  const guint64 sizes[]
      = { 1, 2, 3, 4, 5, 100, 4095, 4096, 4097, 1000000, G_GUINT64_CONSTANT (1) << 60 };
  JudgedModel judged;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const Counts one = { { sizes[i] } };

      init_judged (&judged, "elg:1", &totals, 2);
      ck_assert (accepts (&judged, &one));
      ck_assert (meets_necessary (&judged, &one));
      judged_model_clear (&judged);
      init_judged (&judged, "elg:1.000000000000001", &totals, 2);
      ck_assert (!accepts (&judged, &one));
      ck_assert (!meets_necessary (&judged, &one));
      judged_model_clear (&judged);
    }
  init_judged (&judged, "elg:7.38905609893065", &totals, 2);
  ck_assert (accepts (&judged, &two));
  judged_model_clear (&judged);
  init_judged (&judged, "elg:7.38905609893066", &totals, 2);
  ck_assert (!accepts (&judged, &two));
  judged_model_clear (&judged);
}
END_TEST

/* No class of m values is estimated at more than m single records: by exact comparison of all
 * classes of up to 24 records with up to 6 values, and of random ones. Units are 1 / SCALE, a
 * multiple of all odd numbers below 24, so that estimates times sizes are integers. */
#define SCALE ((guint64) 2 * 9 * 5 * 7 * 11 * 13 * 17 * 19 * 23)

static guint64
get_scaled (guint64 n)
{
  guint64 sum = 0;

  for (guint64 j = 1; j < n; j += 2)
    sum += 2 * SCALE / j;
  return sum;
}

static void
check_greatest (guint64 *counts, guint n_values, guint64 n, guint *n_equal)
{
  const guint64 limit = n_values > 0 ? counts[n_values - 1] : 24;
  guint64 sum = 0;

  for (guint v = 0; v < n_values; v++)
    sum += counts[v] * get_scaled (counts[v]);
  assert_quietly (n_values == 0 || n * get_scaled (n) <= sum + n * get_scaled (n_values));
  *n_equal += n_values > 0 && n * get_scaled (n) == sum + n * get_scaled (n_values) ? 1 : 0;
  for (guint64 count = 1; n_values < 6 && count <= limit && n + count <= 24; count++)
    {
      counts[n_values] = count;
      check_greatest (counts, n_values + 1, n + count, n_equal);
    }
}

START_TEST (test_greatest_estimate)
{
  guint64 counts[6];
  guint n_equal = 0;

  check_greatest (counts, 0, 0, &n_equal);
  ck_assert_uint_eq (n_equal, 24 + 5); /* one value, and as many records as values */
}
END_TEST

/* What the necessary condition says of m values is what m single records are judged. */
START_TEST (test_necessary_is_tight)
{
  const Counts totals = { { 9 } };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint trial = 0; trial < count_trials (2000); trial++)
    {
      const guint n_values = 1 + g_rand_int (rand) % MAX_VALUES;
      g_autofree char *text
          = g_strdup_printf ("elg:%u.%u", 1 + g_rand_int (rand) % 90, g_rand_int (rand) % 10);
      Counts class = { { 0 } }, singles = { { 0 } };
      JudgedModel judged;

      for (guint v = 0; v < n_values; v++)
        {
          singles.counts[v] = 1;
          class.counts[v] = 1 + (g_rand_int (rand) % 5) / 2;
        }
      init_judged (&judged, text, &totals, MAX_VALUES);
      assert_quietly (accepts (&judged, &singles) == meets_necessary (&judged, &singles));
      assert_quietly (!accepts (&judged, &class) || meets_necessary (&judged, &class));
      judged_model_clear (&judged);
    }
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
  DeidPrivacyModel *model
      = deid_privacy_model_new_from_specification (specifications[_i], "s", NULL);

  ck_assert_int_eq (deid_privacy_model_get_closure (model), DEID_CLOSURE_NONE);
  deid_privacy_model_unref (model);
  ck_assert_uint_gt (count_spoilt_unions (specifications[_i], 1, 10, 3), 0);
  ck_assert_uint_gt (count_spoilt_supersets (specifications[_i], 1, 10, FALSE, 4), 0);
  check_necessary (specifications[_i], 1, 10, 5);
}
END_TEST

/* Two classes of two records pass, but not together: 2 (1 + 1/3) - 2 = log 1.94773. */
START_TEST (test_joined_records)
{
  const Counts totals = { { 9, 9 } }, two = { { 1, 1 } };
  Counts both = two;
  JudgedModel judged;

  join (&both, &two);
  init_judged (&judged, "elg:1.94774", &totals, 2);
  ck_assert (accepts (&judged, &two));
  ck_assert (!accepts (&judged, &both));
  judged_model_clear (&judged);
  init_judged (&judged, "elg:1.94773", &totals, 2);
  ck_assert (accepts (&judged, &both));
  judged_model_clear (&judged);
}
END_TEST

START_TEST (test_parameters)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_grassberger_l_diversity ("s", 0.9, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "elg", "at least 1", NULL);
  ck_assert_ptr_null (deid_privacy_model_new_grassberger_l_diversity ("s", -1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "elg", NULL);
  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("elg:x", "s", &error));
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
  tcase_add_test (tcase, test_greatest_estimate);
  tcase_add_test (tcase, test_necessary_is_tight);
  tcase_add_test (tcase, test_logarithm);
  tcase_add_loop_test (tcase, test_no_closure, 0, G_N_ELEMENTS (specifications));
  tcase_add_test (tcase, test_joined_records);
  tcase_add_test (tcase, test_parameters);
  suite_add_tcase (suite, tcase);
  return suite;
}
