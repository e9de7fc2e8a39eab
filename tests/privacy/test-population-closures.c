/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What k-map and delta-presence promise of classes that are joined, by random search for
 * counterexamples. */
#include "support/suite.h"

#include "classes/class.h"
#include "privacy/privacy-model-private.h"

#define N_TRIALS 100000

static gboolean
ask (const DeidPrivacyModel *model, gboolean necessary, guint64 n_records, guint64 n_population)
{
  const DeidPrivacyModelFuncs *funcs = model->funcs;
  const DeidClass eq_class = { .n_records = n_records, .n_population = n_population };
  gboolean passes = FALSE;

  if (necessary)
    ck_assert (funcs->necessary.func (&eq_class, NULL, funcs->necessary.data, &passes, NULL));
  else
    ck_assert (funcs->accept.func (&eq_class, NULL, funcs->accept.data, &passes, NULL));
  return passes;
}

/* A class whose records are all in the population. */
static void
make_class (GRand *rand, guint64 *n_records, guint64 *n_population)
{
  const gint32 bound = g_rand_int_range (rand, 1, 30);

  *n_records = (guint64) g_rand_int_range (rand, 1, bound + 1);
  *n_population = *n_records + (guint64) g_rand_int_range (rand, 0, bound + 1);
}

START_TEST (k_map)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_passed = 0;

  for (guint trial = 0; trial < count_trials (N_TRIALS); trial++)
    {
      const guint64 k = (guint64) g_rand_int_range (rand, 1, 40);
      g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_map (k, NULL);
      guint64 n, p, n_more, p_more;

      make_class (rand, &n, &p);
      make_class (rand, &n_more, &p_more);
      ck_assert (ask (model, FALSE, n, p) == (p >= k));
      if (!ask (model, FALSE, n, p))
        continue;
      n_passed++;
      ck_assert (ask (model, FALSE, n + n_more, p + p_more));
    }
  ck_assert_uint_gt (n_passed, count_trials (N_TRIALS) / 10);
}
END_TEST

static DeidPrivacyModel *
make_delta_presence (GRand *rand, guint *min, guint *max, guint unit)
{
  *max = (guint) g_rand_int_range (rand, 1, (gint32) unit + 1);
  *min = (guint) g_rand_int_range (rand, 0, (gint32) *max + 1);
  return deid_privacy_model_new_delta_presence ((double) *min / unit, (double) *max / unit, NULL);
}

/* The definition in integers; unions of classes that pass; and what passes and grows meets the
 * necessary condition. */
START_TEST (delta_presence)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  guint n_unions = 0, n_broken = 0, n_ruled_out = 0;

  for (guint trial = 0; trial < count_trials (N_TRIALS); trial++)
    {
      const guint unit = g_rand_boolean (rand) ? 10 : 100;
      guint min, max;
      g_autoptr (DeidPrivacyModel) model = make_delta_presence (rand, &min, &max, unit);
      guint64 n, p, n_more, p_more;
      gboolean passes;

      make_class (rand, &n, &p);
      make_class (rand, &n_more, &p_more);
      passes = ask (model, FALSE, n, p);
      ck_assert (passes == (n * unit >= min * p && n * unit <= max * p));
      n_ruled_out += ask (model, TRUE, n, p) ? 0 : 1;
      if (!passes)
        continue;
      ck_assert (ask (model, TRUE, n, p));
      ck_assert (ask (model, TRUE, n + n_more, p + p_more));
      ck_assert (ask (model, TRUE, n, p + p_more));
      if (ask (model, FALSE, n_more, p_more))
        {
          n_unions++;
          ck_assert (ask (model, FALSE, n + n_more, p + p_more));
        }
      else
        n_broken += ask (model, FALSE, n + n_more, p + p_more) ? 0 : 1;
    }
  ck_assert_uint_gt (n_unions, count_trials (N_TRIALS) / 100);
  ck_assert_uint_gt (n_broken, 0);
  ck_assert_uint_gt (n_ruled_out, 0);
}
END_TEST

/* A class that meets the condition is one that passes, and what joined it: no stronger condition is
 * superset-closed. */
START_TEST (strongest_condition)
{
  for (guint max = 1; max <= 20; max += get_stride ())
    for (guint min = 0; min <= max; min++)
      {
        g_autoptr (DeidPrivacyModel) model
            = deid_privacy_model_new_delta_presence (min / 20.0, max / 20.0, NULL);

        for (guint64 n = 1; n <= 24; n++)
          for (guint64 others = 0; others <= 48; others++)
            {
              gboolean grows_from_passing = FALSE;

              for (guint64 i = 1; i <= n && !grows_from_passing; i++)
                for (guint64 j = 0; j <= others && !grows_from_passing; j++)
                  grows_from_passing = i * 20 >= min * (i + j) && i * 20 <= max * (i + j);
              ck_assert (ask (model, TRUE, n, n + others) == grows_from_passing);
            }
      }
}
END_TEST

/* Numbers near 2^63 and shares of many digits. */
START_TEST (large_numbers)
{
  const guint64 n = G_GUINT64_CONSTANT (1) << 61;
  g_autoptr (DeidPrivacyModel) half = deid_privacy_model_new_delta_presence (0.5, 0.5, NULL);
  g_autoptr (DeidPrivacyModel) long_share
      = deid_privacy_model_new_delta_presence (0.30000000000000004, 0.5000000000000001, NULL);
  g_autoptr (DeidPrivacyModel) tiny = deid_privacy_model_new_delta_presence (1e-18, 1e-18, NULL);

  ck_assert (ask (half, FALSE, n, 2 * n));
  ck_assert (!ask (half, FALSE, n, 2 * n - 1));
  ck_assert (!ask (half, FALSE, n, 2 * n + 1));
  ck_assert (ask (long_share, FALSE, n, 2 * n));
  ck_assert (ask (long_share, FALSE, n, 2 * n - 1));
  ck_assert (!ask (long_share, FALSE, 3, 10));
  ck_assert (ask (tiny, FALSE, 9, G_GUINT64_CONSTANT (9000000000000000000)));
  ck_assert (!ask (tiny, FALSE, 9, G_GUINT64_CONSTANT (9000000000000000001)));
  ck_assert (ask (tiny, TRUE, 1, G_GUINT64_CONSTANT (1000000000000000000)));
  ck_assert (!ask (tiny, TRUE, 1, G_GUINT64_CONSTANT (999999999999999999)));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("population closures");
  TCase *tcase = tcase_create ("core");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, k_map);
  tcase_add_test (tcase, delta_presence);
  tcase_add_test (tcase, strongest_condition);
  tcase_add_test (tcase, large_numbers);
  suite_add_tcase (suite, tcase);
  return suite;
}
