/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Basic and enhanced beta-likeness. */
#include "support/suite.h"

#include <math.h>

#include "base/rational.h"
#include "privacy/models.h"
#include "support/model-trials.h"

typedef struct
{
  const char *specification;
  guint64 numerator, denominator;
  gboolean is_enhanced;
} Case;

static const Case cases[] = {
  { "bl:1", 1, 1, FALSE },   { "bl:0.5", 1, 2, FALSE },   { "bl:0.1", 1, 10, FALSE },
  { "bl:2.5", 5, 2, FALSE }, { "bl:0", 0, 1, FALSE },     { "ebl:1", 1, 1, TRUE },
  { "ebl:0.5", 1, 2, TRUE }, { "ebl:0.35", 7, 20, TRUE }, { "ebl:3", 3, 1, TRUE },
};

/* Returns: 1 or -1 for a class that passes or fails, by the definition in rational arithmetic, and
 * 0 where the logarithm is too close to the gain. */
static int
judge_by_definition (const Case *c, const Counts *totals, const Counts *class, gboolean *is_equal)
{
  const DeidSignedWide n = get_n_records (class), n_table = get_n_records (totals);
  int verdict = 1;

  *is_equal = FALSE;
  for (guint v = 0; v < MAX_VALUES; v++)
    {
      const DeidSignedWide count = class->counts[v], total = totals->counts[v];
      const DeidSignedWide p = count * n_table, q = n * total;
      const DeidSignedWide left = (p - q) * (DeidSignedWide) c->denominator;
      const DeidSignedWide right = q * (DeidSignedWide) c->numerator;

      if (p <= q)
        continue;
      *is_equal |= left == right;
      if (left > right)
        return -1;
      if (c->is_enhanced)
        {
          const long double gain = (long double) (p - q) / (long double) q;
          const long double bound = logl ((long double) n_table / (long double) total);

          if (fabsl (gain - bound) < 1e-15L)
            verdict = 0;
          else if (gain > bound)
            return -1;
        }
    }
  return verdict;
}

static void
make_class (GRand *rand, guint n_values, Counts *class)
{
  const guint32 most = g_rand_boolean (rand) ? 5 : 40;

  *class = (Counts){ { 1 } };
  for (guint v = 0; v < n_values; v++)
    class->counts[v] += g_rand_int (rand) % most;
}

/* A table in which a value has exactly the share p / (1 + beta), but for a few, and the others have
 * what they have in the class, more or less. */
static void
make_table_at_threshold (GRand *rand, const Case *c, const Counts *class, guint n_values,
                         Counts *totals)
{
  const guint64 n = get_n_records (class), scale = 20 * (1 + g_rand_int (rand) % 20);
  const guint64 n_table = n * (c->numerator + c->denominator) * scale;
  guint64 rest, n_others;
  guint v;

  do
    v = g_rand_int (rand) % n_values;
  while (class->counts[v] == 0);
  *totals = (Counts){ { 0 } };
  totals->counts[v] = class->counts[v] * c->denominator * scale;
  rest = n_table - totals->counts[v];
  n_others = n - class->counts[v];
  for (guint w = 0; w < n_values; w++)
    if (w != v)
      {
        const guint64 share = n_others > 0 ? rest * class->counts[w] / n_others : 0;

        totals->counts[w] = 1 + share / (2 + g_rand_int (rand) % 10) * (1 + g_rand_int (rand) % 3);
      }
  for (guint i = 0; i < 4 && get_n_records (totals) > n_table; i++)
    for (guint w = 0; w < n_values; w++)
      if (w != v)
        totals->counts[w] = (totals->counts[w] + 1) / 2;
  if (get_n_records (totals) < n_table)
    totals->counts[v == 0 ? 1 : 0] += n_table - get_n_records (totals);
}

START_TEST (test_formula)
{
  const Case *c = &cases[_i];
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_verdicts[3] = { 0 }, n_equal = 0;

  for (guint trial = 0; trial < count_trials (20000); trial++)
    {
      const guint n_values = 2 + g_rand_int (rand) % 6;
      gboolean is_equal;
      Counts class, totals;
      JudgedModel judged;
      int expected;

      make_class (rand, n_values, &class);
      if (trial % 2 == 0)
        make_table_at_threshold (rand, c, &class, n_values, &totals);
      else
        {
          make_class (rand, n_values, &totals);
          for (guint v = 0; v < n_values; v++)
            totals.counts[v] = totals.counts[v] * 1000 + 1 + g_rand_int (rand) % 1000;
        }
      expected = judge_by_definition (c, &totals, &class, &is_equal);
      n_verdicts[expected + 1]++;
      n_equal += expected > 0 && is_equal ? 1 : 0;
      if (expected == 0)
        continue;
      init_judged (&judged, c->specification, &totals, n_values);
      assert_quietly (accepts (&judged, &class) == (expected > 0));
      assert_quietly (recheck (&judged, &class) * expected >= 0);
      judged_model_clear (&judged);
    }
  ck_assert_uint_gt (n_verdicts[0], count_trials (20000) / 50);
  ck_assert_uint_lt (n_verdicts[1], 10);
  if (c->numerator > 0)
    {
      ck_assert_uint_gt (n_verdicts[2], count_trials (20000) / 50);
      ck_assert_uint_gt (n_equal, 0);
    }
}
END_TEST

/* Counts that make products of more than 128 bits. */
START_TEST (test_large_counts)
{
  const guint64 large = G_GUINT64_CONSTANT (1000000000000000);
  const Counts totals = { { 3 * large, 7 * large } };
  Counts class = { { 6 * large, 4 * large } };
  JudgedModel judged;

  init_judged (&judged, "bl:1", &totals, 2);
  ck_assert (accepts (&judged, &class));
  class.counts[0]++;
  ck_assert (!accepts (&judged, &class));
  class.counts[1]++;
  ck_assert (accepts (&judged, &class));
  judged_model_clear (&judged);
}
END_TEST

/* The largest share is q (1 - ln q), to the last of 10^16 records. */
START_TEST (test_logarithm)
{
  static const struct
  {
    guint64 count, n_records;
    Irrational share;
  } thresholds[] = {
    { 1, 2, { G_GUINT64_CONSTANT (0xd8b90bfbe8e7bc), G_GUINT64_CONSTANT (0xd5e4f1d9cc01f97b) } },
    { 1, 10, { G_GUINT64_CONSTANT (0x548bd258aaa9de), G_GUINT64_CONSTANT (0x6f90ef88de34546a) } },
    { 1, 3, { G_GUINT64_CONSTANT (0xb314e28e45658d), G_GUINT64_CONSTANT (0xd236b32f1c5713d4) } },
    { 2, 3, { G_GUINT64_CONSTANT (0xefddb521feeb75), G_GUINT64_CONSTANT (0x31e6ce9128ab85ae) } },
    { 99, 100, { G_GUINT64_CONSTANT (0xfffcb65434e10b), G_GUINT64_CONSTANT (0x12f36941f13efa27) } },
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    {
      const guint64 scale = i % 2 == 0 ? 1 : G_GUINT64_CONSTANT (100000000000000);
      const guint64 others = thresholds[i].n_records - thresholds[i].count;
      const Counts totals = { { thresholds[i].count * scale, others * scale } };
      JudgedModel judged;

      init_judged (&judged, "ebl:1000", &totals, 2);
      for (guint trial = 0; trial < count_trials (2000); trial++)
        {
          const guint64 n
              = ((guint64) g_rand_int (rand) << 24 | g_rand_int (rand) >> 8) >> (trial % 32);
          const guint64 most = get_share (thresholds[i].share, n + 100);
          const Counts within = { { most, n + 100 - most } };
          const Counts beyond = { { most + 1, n + 99 - most } };

          assert_quietly (accepts (&judged, &within));
          assert_quietly (!accepts (&judged, &beyond));
        }
      judged_model_clear (&judged);
    }
}
END_TEST

/* -ln 1 is 0, which nothing exceeds. */
START_TEST (test_single_value)
{
  const Counts totals = { { 7 } }, class = { { 3 } };
  JudgedModel judged;

  init_judged (&judged, "ebl:0.5", &totals, 1);
  ck_assert (accepts (&judged, &class));
  ck_assert (meets_necessary (&judged, &class));
  ck_assert_int_ge (recheck (&judged, &class), 0);
  judged_model_clear (&judged);
}
END_TEST

/* Two values of a third each leave just room enough, 2 x (1 + 0.5) / 3; of 4/13 each they do not.
 * -ln q allows more than 0.5 for both. */
START_TEST (test_no_room_to_spare)
{
  const Counts even = { { 4, 4, 4 } }, uneven = { { 4, 4, 5 } }, class = { { 1, 1, 0 } };
  const char *specification = _i == 0 ? "bl:0.5" : "ebl:0.5";
  JudgedModel judged;

  init_judged (&judged, specification, &even, 3);
  ck_assert (meets_necessary (&judged, &class));
  judged_model_clear (&judged);
  init_judged (&judged, specification, &uneven, 3);
  ck_assert (!meets_necessary (&judged, &class));
  judged_model_clear (&judged);
}
END_TEST

START_TEST (test_closure)
{
  const char *specification = cases[_i].specification;
  DeidPrivacyModel *model = deid_privacy_model_new_from_specification (specification, "s", NULL);

  ck_assert_int_eq (deid_privacy_model_get_closure (model), DEID_CLOSURE_UNION);
  deid_privacy_model_unref (model);
  /* Of beta = 0 nearly all classes that pass are of a single value. */
  ck_assert_uint_eq (count_spoilt_unions (specification, 1, 8, 3), 0);
  ck_assert_uint_gt (count_spoilt_supersets (specification, 2, 8, FALSE, 4), 0);
  check_necessary (specification, 2, 8, 5);
}
END_TEST

static void
assert_refused (double beta, const char *message)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_beta_likeness ("s", beta, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "bl", message, NULL);
  ck_assert_ptr_null (deid_privacy_model_new_enhanced_beta_likeness ("s", beta, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "ebl", message, NULL);
}

START_TEST (test_parameters)
{
  GError *error = NULL;
  DeidPrivacyModel *basic = deid_privacy_model_new_beta_likeness ("s", 0.1, &error);
  DeidPrivacyModel *enhanced = deid_privacy_model_new_enhanced_beta_likeness ("s", 4, &error);
  g_autofree char *basic_text = deid_privacy_model_to_specification (basic);
  g_autofree char *enhanced_text = deid_privacy_model_to_specification (enhanced);

  assert_no_error (error);
  ck_assert_str_eq (basic_text, "bl:0.1@s");
  ck_assert_str_eq (enhanced_text, "ebl:4@s");
  deid_privacy_model_unref (basic);
  deid_privacy_model_unref (enhanced);
  assert_refused (-0.5, "-0.5");
  assert_refused (NAN, "nan");
}
END_TEST

/* Nothing of a table so large that decisions would not be exact. */
START_TEST (test_too_large)
{
  const char *const values[] = { "a", "b" };
  const gint64 zeros[] = { 0, 0 },
               weights[] = { G_GINT64_CONSTANT (1) << 55, G_GINT64_CONSTANT (1) << 55 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("large");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_integer_column (dataset, "q", zeros, 2, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", values, 2, NULL, NULL));
  ck_assert (deid_dataset_add_integer_column (dataset, "w", weights, 2, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  model = deid_privacy_model_new_enhanced_beta_likeness ("s", 1, NULL);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "2^56", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("beta-likeness");
  TCase *tcase = tcase_create ("beta-likeness");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, test_formula, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tcase, test_large_counts);
  tcase_add_test (tcase, test_logarithm);
  tcase_add_test (tcase, test_single_value);
  tcase_add_loop_test (tcase, test_no_room_to_spare, 0, 2);
  tcase_add_loop_test (tcase, test_closure, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tcase, test_parameters);
  tcase_add_test (tcase, test_too_large);
  suite_add_tcase (suite, tcase);
  return suite;
}
