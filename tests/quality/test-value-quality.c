/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Quality models that are made of what single values cost, against their definitions. */
#include "support/suite.h"

#include <math.h>

#include "quality/models.h"
#include "support/checked-problem.h"

#define N_PROBLEMS 300

static const guint limit_percents[] = { 0, 5, 50 };

/* The proof of an optimum holds. */
static void
check_certificate (const RandomProblem *random)
{
  g_autoptr (DeidProblem) problem = random_problem_build (random);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL, certified = NULL;
  const char *path = get_temporary_file ("certificate");
  GError *error = NULL;

  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  deid_result_write_certificate (result, path, NULL, &error);
  assert_no_error (error);
  certified = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (certified) == deid_result_get_loss (result));
}

/* Each policy has the loss of the definition, and all searches find the best one. */
START_TEST (definitions)
{
  const RandomQuality quality = (RandomQuality) (1 + _i / (int) G_N_ELEMENTS (limit_percents));
  const guint percent = limit_percents[_i % (int) G_N_ELEMENTS (limit_percents)];
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) _i);
  guint n_checked = 0, n_missed = 0;

  while (n_checked < count_trials (N_PROBLEMS))
    {
      RandomProblem *problem = random_problem_new (rand, FALSE);
      gboolean at_threshold;

      random_problem_add_models (problem, rand, 5);
      random_problem_set_quality (problem, quality);
      problem->limit_is_count = FALSE;
      problem->limit_percent = percent;
      problem->limit = problem->n_records * percent / 100;
      if (checked_problem (problem, &at_threshold))
        {
          if (n_checked++ % 5 == 0)
            check_certificate (problem);
        }
      else
        n_missed++;
      random_problem_free (problem);
    }
  ck_assert_uint_lt (n_missed, 20 * n_checked);
}
END_TEST

/* Returns: a table of a, a, b and c, in a domain of a to d that has two pairs above; each of the
 * former stands for some records, each of the latter for others. */
static DeidProblem *
make_weighted_problem (const char *specification, gint64 weight, gint64 rest, guint64 limit)
{
  const char *const letters[] = { "a", "a", "b", "c" };
  const gint64 weights[] = { weight, weight, rest, rest };
  const char *const rows[][4]
      = { { "a", "ab", "*" }, { "b", "ab", "*" }, { "c", "cd", "*" }, { "d", "cd", "*" } };
  g_autoptr (DeidQualityModel) model
      = deid_quality_model_new_from_specification (specification, NULL);
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  ck_assert (deid_dataset_add_string_column (dataset, "letter", letters, 4, NULL, NULL));
  ck_assert (deid_dataset_add_integer_column (dataset, "n", weights, 4, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "n", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "letter", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit_count (problem, limit, NULL));
  return problem;
}

static DeidProblem *
make_problem (const char *specification, gint64 weight, guint64 limit)
{
  return make_weighted_problem (specification, weight, weight, limit);
}

static void
assert_loss (DeidProblem *problem, const char *policy, double expected, double tolerance)
{
  g_autoptr (DeidPolicy) chosen
      = deid_policy_new_from_text (deid_problem_get_lattice (problem), policy, NULL);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, chosen, NULL, &error);
  g_autoptr (DeidDataset) release = NULL;

  assert_no_error (error);
  ck_assert_double_eq_tol (deid_result_get_loss (result), expected, tolerance);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
}

/* On level 1, a, a and b are kept as ab, c is suppressed. In bits, the former lose log (3 / 2)
 * twice and log 3, which is 3 log 3 - 2, the latter loses log 4; if all were suppressed, it would
 * be 6. */
START_TEST (by_hand)
{
  const struct
  {
    const char *specification;
    double expected;
  } cases[] = { { "precision:arith", (3 * 0.5 + 1) / 4 },
                { "height:arith", 0.5 },
                { "nuentropy:arith", 3 * log2 (3) / 8 },
                { "normentropy:arith", 3 * log2 (3) / 6 },
                { "ebil:sum", (3 * 0.5 + 1) / 4 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (cases[i].specification, 1, 1);

      assert_loss (problem, "letter:1", cases[i].expected, 1e-9);
      assert_loss (problem, "letter:2", i == 2 ? 6.0 / 8 : 1, 1e-9);
    }
}
END_TEST

/* Sums must fit, so that there are fewer units the more records there are. Nothing is suppressed.
 */
START_TEST (many_records)
{
  const gint64 weight = (gint64) 1 << 38;
  g_autoptr (DeidProblem) entropy = make_problem ("nuentropy:sum", weight, 0);
  g_autoptr (DeidProblem) normalized = make_problem ("normentropy:sum", weight, 0);
  g_autoptr (DeidProblem) loss = make_problem ("ebil", weight, 0);

  assert_loss (entropy, "letter:1", (3 * log2 (3) - 2) / (4 * 40), 1e-6);
  assert_loss (normalized, "letter:1", (3 * log2 (3) - 2) / 6, 1e-5);
  assert_loss (loss, "letter:1", 0.5, 1e-6);
}
END_TEST

/* Nearly all records have the same value. What is left of their costs is far less than its terms,
 * which the verifier takes note of; where nothing is left of the values the loss is 1, no more. */
START_TEST (uneven_values)
{
  static const gint64 weights[]
      = { 1, 100, 12756400, 417406117, 857079126, G_GINT64_CONSTANT (4151491955) };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (weights); i++)
    {
      const char *specification = i % 2 == 0 ? "normentropy:max" : "normentropy:sum";
      g_autoptr (DeidProblem) problem = make_weighted_problem (specification, weights[i / 2], 1, 0);

      assert_loss (problem, "letter:2", 1, 1e-300);
    }
}
END_TEST

START_TEST (specifications)
{
  static const char *const names[] = { "loss", "precision", "height", "nuentropy", "normentropy" };
  static const char *const aggregates[] = { "arith", "geo", "max", "sum" };
  g_autoptr (DeidQualityModel) short_one = deid_quality_model_new_from_specification ("ebil", NULL);
  g_autofree char *long_one = deid_quality_model_to_specification (short_one);

  for (guint i = 0; i < G_N_ELEMENTS (names) * G_N_ELEMENTS (aggregates); i++)
    {
      g_autofree char *expected = g_strconcat (names[i / 4], ":", aggregates[i % 4], NULL);
      g_autoptr (DeidQualityModel) model
          = deid_quality_model_new_from_specification (expected, NULL);
      g_autofree char *text = deid_quality_model_to_specification (model);

      ck_assert_str_eq (text, expected);
    }
  ck_assert_str_eq (long_one, "ebil:sum");
}
END_TEST

START_TEST (bad_spellings)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = { { "", "expected loss:AGGREGATE[:FACTOR], precision:AGGREGATE" },
                { "precision", "'precision'" },
                { "height:mean", "AGGREGATE being arith, geo, max or sum" },
                { "nuentropy:arith:1", "'nuentropy:arith:1'" },
                { "normentropy:", "ebil[:sum], dm" },
                { "ebil:arith", "expected sum" },
                { "ebil:sum:1", "'ebil:sum:1'" },
                { "precision:arith@x", "'precision:arith@x'" },
                { "loss:arith:x", "quality model loss: 'x', expected a number" },
                { "@x", "'@x'" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GError *error = NULL;

      ck_assert_ptr_null (deid_quality_model_new_from_specification (cases[i].text, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, cases[i].message, NULL);
    }
}
END_TEST

START_TEST (unknown_aggregate)
{
  DeidQualityModel *(*const constructors[]) (DeidAggregate aggregate, GError * *error)
      = { deid_quality_model_new_precision, deid_quality_model_new_height,
          deid_quality_model_new_non_uniform_entropy,
          deid_quality_model_new_normalized_non_uniform_entropy };

  for (guint i = 0; i < G_N_ELEMENTS (constructors); i++)
    {
      GError *error = NULL;

      ck_assert_ptr_null (constructors[i]((DeidAggregate) 4, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "aggregate 4", NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("quality models of single values");
  TCase *problems = tcase_create ("random problems");
  TCase *models = tcase_create ("models");

  tcase_set_timeout (problems, 120);
  tcase_add_loop_test (problems, definitions, 0,
                       (N_QUALITIES - 1) * (int) G_N_ELEMENTS (limit_percents));
  suite_add_tcase (suite, problems);
  tcase_add_test (models, by_hand);
  tcase_add_test (models, many_records);
  tcase_add_test (models, uneven_values);
  tcase_add_test (models, specifications);
  tcase_add_test (models, bad_spellings);
  tcase_add_test (models, unknown_aggregate);
  suite_add_tcase (suite, models);
  return suite;
}
