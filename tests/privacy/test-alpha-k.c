/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* (alpha,k)-anonymity. */
#include "support/suite.h"

#include <string.h>

#include "base/rational.h"
#include "privacy/models.h"
#include "support/model-trials.h"

typedef struct
{
  const char *specification;
  guint64 alpha_numerator, alpha_denominator, k;
  guint bound; /* a bit for each value */
} Case;

static const Case cases[] = {
  { "ak:0.5:3", 1, 2, 3, ~0u },          { "ak:0.2:1", 1, 5, 1, ~0u },
  { "ak:0.35:12", 7, 20, 12, ~0u },      { "ak:0.25:2:000", 1, 4, 2, 1 },
  { "ak:0.1:4:001:003", 1, 10, 4, 0xa }, { "ak:1:7", 1, 1, 7, ~0u },
};

/* The model must name no value that the table lacks. */
#define MIN_VALUES 4

static gboolean
passes_by_definition (const Case *c, const Counts *class)
{
  const guint64 n = get_n_records (class);

  if (n < c->k)
    return FALSE;
  for (guint v = 0; v < MAX_VALUES; v++)
    if ((c->bound >> v & 1) != 0
        && (DeidWide) class->counts[v] * c->alpha_denominator > (DeidWide) n * c->alpha_numerator)
      return FALSE;
  return TRUE;
}

/* Gives a bound value exactly alpha of the records. */
static void
make_equal (GRand *rand, const Case *c, guint n_values, Counts *class)
{
  const guint64 scale = 1 + g_rand_int (rand) % 20;
  guint64 rest = (c->alpha_denominator - c->alpha_numerator) * scale;
  guint turn = 0;

  *class = (Counts){ { 0 } };
  while (rest > 0)
    {
      const guint64 piece = 1 + g_rand_int (rand) % MIN (rest, c->alpha_numerator * scale);
      const guint v = 2 + turn++ % (n_values - 2);

      class->counts[v] += piece;
      rest -= piece;
    }
  class->counts[(c->bound & 1) != 0 ? 0 : 1] = c->alpha_numerator * scale;
}

START_TEST (test_formula)
{
  const Case *c = &cases[_i];
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_accepted = 0;
  Counts totals = { { 0 } };
  JudgedModel judged;

  for (guint v = 0; v < 8; v++)
    totals.counts[v] = 10000;
  init_judged (&judged, c->specification, &totals, 8);
  for (guint trial = 0; trial < count_trials (20000); trial++)
    {
      Counts class = { { 0 } };
      gboolean expected;

      if (trial % 2 == 0)
        make_equal (rand, c, 8, &class);
      else
        for (guint i = 0; i < 1 + g_rand_int (rand) % 8; i++)
          class.counts[g_rand_int (rand) % 8] += 1 + g_rand_int (rand) % 6;
      if (trial % 16 == 0)
        class.counts[(c->bound & 1) != 0 ? 0 : 1]++;
      expected = passes_by_definition (c, &class);
      n_accepted += expected ? 1 : 0;
      assert_quietly (accepts (&judged, &class) == expected);
      assert_quietly (recheck (&judged, &class) == (expected ? 1 : -1));
    }
  ck_assert_uint_gt (n_accepted, count_trials (20000) / 50);
  ck_assert_uint_lt (n_accepted, count_trials (20000));
  judged_model_clear (&judged);
}
END_TEST

/* Persons, not records, are counted up to k. */
START_TEST (test_persons)
{
  const Counts class = { { 5, 5 } };
  JudgedModel judged;

  init_judged (&judged, "ak:0.5:3", &class, 2);
  ck_assert (judged_model_accepts (&judged, class.counts, 3));
  ck_assert (!judged_model_accepts (&judged, class.counts, 2));
  ck_assert (!judged_model_meets_necessary (&judged, class.counts, 2));
  ck_assert_int_eq (judged_model_recheck (&judged, class.counts, 2), -1);
  judged_model_clear (&judged);
}
END_TEST

/* Of several bound values only those of small tables are lacking, so these are left to others. */
START_TEST (test_closure)
{
  const Case *c = &cases[_i];
  DeidPrivacyModel *model = deid_privacy_model_new_from_specification (c->specification, "s", NULL);

  ck_assert_int_eq (deid_privacy_model_get_closure (model), DEID_CLOSURE_UNION);
  deid_privacy_model_unref (model);
  ck_assert_uint_eq (count_spoilt_unions (c->specification, MIN_VALUES, 8, 2), 0);
  /* With alpha = 1 it is k-anonymity. */
  if (c->alpha_numerator < c->alpha_denominator)
    ck_assert_uint_gt (count_spoilt_supersets (c->specification, MIN_VALUES, 8, FALSE, 3), 0);
}
END_TEST

START_TEST (test_necessary)
{
  const char *const specifications[]
      = { "ak:0.5:12", "ak:0.2:1", "ak:0.35:30", "ak:0.25:20:000", "ak:0.1:14:001:003" };

  for (guint i = 0; i < G_N_ELEMENTS (specifications); i++)
    check_necessary (specifications[i], MIN_VALUES, 8, 4);
}
END_TEST

static void
assert_round_trip (const char *const *values, const char *expected)
{
  GError *error = NULL;
  DeidPrivacyModel *model = deid_privacy_model_new_alpha_k_anonymity ("s", 0.25, 3, values, &error),
                   *again;
  g_autofree char *text = NULL;
  g_autofree char *text_again = NULL;

  assert_no_error (error);
  text = deid_privacy_model_to_specification (model);
  ck_assert_str_eq (text, expected);
  again = deid_privacy_model_new_from_specification (text, NULL, &error);
  assert_no_error (error);
  text_again = deid_privacy_model_to_specification (again);
  ck_assert_str_eq (text_again, expected);
  deid_privacy_model_unref (model);
  deid_privacy_model_unref (again);
}

START_TEST (test_spelling)
{
  const char *const one[] = { "flu", NULL };
  const char *const awkward[] = { "a:b", "c@d", "50%", "", "é", "x y;z", NULL };
  GError *error = NULL;

  assert_round_trip (NULL, "ak:0.25:3@s");
  assert_round_trip (one, "ak:0.25:3:flu@s");
  assert_round_trip (awkward, "ak:0.25:3:a%3Ab:c%40d:50%25::é:x%20y%3Bz@s");
  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("ak:0.5:3:%4", "s", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "%4", NULL);
  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("ak:0.5:3:%FF", "s", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "%FF", NULL);
  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("ak:0.5", "s", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "ak:ALPHA:K", NULL);
}
END_TEST

static void
assert_refused (double alpha, guint64 k, const char *const *values, const char *message)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_alpha_k_anonymity ("s", alpha, k, values, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "ak", message, NULL);
}

START_TEST (test_parameters)
{
  const char *const none[] = { NULL };
  const char *const twice[] = { "a", "b", "a", NULL };
  const char *const invalid[] = { "\xff", NULL };

  assert_refused (0, 3, NULL, "above 0");
  assert_refused (1.5, 3, NULL, "at most 1");
  assert_refused (0.5, 0, NULL, "k is 0");
  assert_refused (0.5, 3, none, "no value");
  assert_refused (0.5, 3, twice, "twice");
  assert_refused (0.5, 3, invalid, "UTF-8");
}
END_TEST

/* A missing value is bound where all are. */
static gboolean
is_solution (const char *specification, GError **error)
{
  const char *const values[] = { "a", NULL, NULL, "b" };
  const gint64 zeros[] = { 0, 0, 0, 0 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("missing");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_dataset_add_integer_column (dataset, "q", zeros, 4, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", values, 4, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  model = deid_privacy_model_new_from_specification (specification, "s", NULL);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = deid_search_run (search, problem, NULL, error);
  return result != NULL;
}

START_TEST (test_missing_value)
{
  GError *error = NULL;

  ck_assert (!is_solution ("ak:0.4:2", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  ck_assert (is_solution ("ak:0.5:2", NULL));
  ck_assert (is_solution ("ak:0.4:2:a:b", NULL));
  ck_assert (!is_solution ("ak:0.4:2:a:c:d", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "'s'", "2 of", "'c', 'd'", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("(alpha,k)-anonymity");
  TCase *tcase = tcase_create ("(alpha,k)-anonymity");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, test_formula, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tcase, test_persons);
  tcase_add_loop_test (tcase, test_closure, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tcase, test_necessary);
  tcase_add_test (tcase, test_spelling);
  tcase_add_test (tcase, test_parameters);
  tcase_add_test (tcase, test_missing_value);
  suite_add_tcase (suite, tcase);
  return suite;
}
