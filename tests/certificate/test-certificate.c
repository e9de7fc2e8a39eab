/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Certificates of random problems: what the search and another prover write is verified, and what
 * is not the optimum, or another problem, is refused. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/certificate-case.h"
#include "support/plain-proof.h"
#include "support/plain-prover.h"
#include "support/result-figures.h"
#include "certificate/certificate-private.h"
#include "search/result-private.h"

#define N_TRIALS count_trials (400)

static void
check_verified (const CertificateCase *made, const char *path)
{
  GError *error = NULL;
  g_autoptr (DeidResult) verified = verify_certificate (made, path, &error);
  guint64 n_policies;

  assert_no_error (error);
  assert_same_optimum (verified, made->optimum);
  n_policies = count_policies (verified);
  ck_assert (deid_result_is_proven_optimal (verified));
  ck_assert (deid_result_get_lower_bound (verified) == deid_result_get_loss (verified));
  ck_assert_int_eq (deid_result_get_termination (verified), DEID_TERMINATION_COMPLETE);
  ck_assert_uint_le (deid_result_get_n_evaluated (verified), n_policies);
  ck_assert_uint_eq (deid_result_get_n_evaluated (verified) + count_pruned (verified), n_policies);
}

static void
check_proof_holds (const CertificateCase *made, char **lines)
{
  ck_assert (plain_proof_holds (made->random, deid_result_get_loss (made->optimum),
                                (const char *const *) lines));
}

START_TEST (written_by_the_search)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const char *path = get_temporary_file ("certificate.jsonl");

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      g_auto (GStrv) lines = NULL;
      CertificateCase made;
      GError *error = NULL;

      certificate_case_init (&made, rand);
      ck_assert (deid_result_write_certificate (made.optimum, path, NULL, &error));
      assert_no_error (error);
      lines = read_certificate (path);
      check_proof_holds (&made, lines);
      check_verified (&made, path);
      certificate_case_clear (&made);
    }
}
END_TEST

START_TEST (written_by_another_prover)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  const char *path = get_temporary_file ("certificate.jsonl");

  memset (&plain_prover_counts, 0, sizeof plain_prover_counts);
  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      g_auto (GStrv) lines = NULL;
      CertificateCase made;

      certificate_case_init (&made, rand);
      lines = certificate_case_prove (&made, rand);
      check_proof_holds (&made, lines);
      write_certificate (path, (const char *const *) lines, TRUE);
      check_verified (&made, path);
      certificate_case_clear (&made);
    }
  if (N_TRIALS < 400)
    return;
  ck_assert_uint_gt (plain_prover_counts.splits, N_TRIALS / 8);
  ck_assert_uint_gt (plain_prover_counts.cuts, N_TRIALS / 8);
  ck_assert_uint_gt (plain_prover_counts.lowers, N_TRIALS / 8);
  ck_assert_uint_gt (plain_prover_counts.infeasible, N_TRIALS / 8);
  ck_assert_uint_gt (plain_prover_counts.bounded, N_TRIALS / 8);
  ck_assert_uint_gt (plain_prover_counts.policies, N_TRIALS / 8);
}
END_TEST

/* The second line, true of another policy; NULL if that is no solution. */
static char *
describe_policy (const CertificateCase *made, guint rank)
{
  const DeidStop never = { .deadline = G_MAXINT64 };
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (made->problem), rank, NULL);
  DeidPreparedProblem prepared;
  DeidGroupingEvaluator evaluator;
  DeidVerdict verdict;
  char *text = NULL;
  double loss;

  ck_assert (deid_prepared_problem_init (&prepared, made->problem, DEID_STOP_NEVER, NULL));
  ck_assert (deid_grouping_evaluator_init (&evaluator, &prepared, NULL));
  ck_assert (deid_evaluator_evaluate (&evaluator.base, policy->levels, &never, &verdict, NULL));
  ck_assert (deid_loss_from_objective (&prepared.loss, verdict.objective, &loss, NULL));
  if (verdict.is_solution)
    text = deid_certificate_describe_optimum (&prepared, policy->levels, &verdict, loss, NULL);
  deid_evaluator_clear (&evaluator.base);
  deid_prepared_problem_clear (&prepared);
  return text;
}

/* A proof is one for the optimum only, also where another policy ties with it. */
START_TEST (another_policy)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  const char *path = get_temporary_file ("certificate.jsonl");
  guint n_refused = 0;

  for (guint trial = 0; trial < N_TRIALS / 5; trial++)
    {
      g_auto (GStrv) lines = NULL;
      CertificateCase made;
      guint64 best;

      certificate_case_init (&made, rand);
      lines = certificate_case_prove (&made, rand);
      ck_assert (deid_policy_get_rank (deid_result_get_policy (made.optimum), &best));
      for (guint rank = 0; rank < random_problem_get_n_policies (made.random); rank++)
        {
          char *line = rank != best ? describe_policy (&made, rank) : NULL;
          GError *error = NULL;

          if (line == NULL)
            continue;
          g_free (lines[1]);
          lines[1] = line;
          write_certificate (path, (const char *const *) lines, TRUE);
          ck_assert_ptr_null (verify_certificate (&made, path, &error));
          assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "comes first", ": line ", NULL);
          n_refused++;
        }
      certificate_case_clear (&made);
    }
  ck_assert_uint_gt (n_refused, N_TRIALS / 20);
}
END_TEST

/* Policies that are no solution, or that the lattice lacks. */
START_TEST (no_solution)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  const char *path = get_temporary_file ("certificate.jsonl");
  g_auto (GStrv) lines = NULL;
  CertificateCase made;
  GError *error = NULL;
  static const char *const optima[]
      = { "[]", "[0,0,0,0,0]", "[65536]", "[0.5]", "[\"0\"]", "{}", "0", "null", "[[0]]" };

  do
    certificate_case_init (&made, rand);
  while (made.random->n_attributes != 1 && (certificate_case_clear (&made), TRUE));
  lines = certificate_case_prove (&made, rand);
  for (guint i = 0; i < G_N_ELEMENTS (optima); i++)
    {
      g_free (lines[1]);
      lines[1] = g_strdup_printf ("{\"optimum\":%s,\"suppressed\":0,\"objective\":0,\"loss\":0}",
                                  optima[i]);
      write_certificate (path, (const char *const *) lines, TRUE);
      ck_assert_ptr_null (verify_certificate (&made, path, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "line 2: member 'optimum'", NULL);
    }
  certificate_case_clear (&made);
}
END_TEST

/* Gives a leaf that no row has the labels of one that some row has. */
static gboolean
relabel_unused (const RandomProblem *random, RandomAttribute *attribute)
{
  const RandomLeaf *used = &attribute->leaves[attribute->leaf_of_row[0]];

  for (guint i = 0; i < attribute->n_given && !attribute->is_suppression; i++)
    {
      RandomLeaf *leaf = &attribute->leaves[i];
      gboolean occurs = FALSE;

      for (guint row = 0; row < random->n_rows; row++)
        occurs |= attribute->leaf_of_row[row] == i;
      if (occurs || attribute->n_levels == 1 || leaf->labels[1] == NULL || used->labels[1] == NULL
          || strcmp (leaf->labels[1], used->labels[1]) == 0)
        continue;
      for (guint level = 1; level < attribute->n_levels; level++)
        {
          g_free (leaf->labels[level]);
          leaf->labels[level] = g_strdup (used->labels[level]);
        }
      return TRUE;
    }
  return FALSE;
}

/* Makes the problem another one. Returns: whether it was possible. */
/* A weight of groups that is another one, is new, or they are gone, with their columns perhaps. */
static gboolean
change_weights (RandomProblem *random, guint which)
{
  const guint n = random->n_group_weights;

  if (!random_problem_has_group_weights (random) && (which < 2 || n > 0))
    return FALSE;
  if (which == 0)
    random->group_weights[n - 1].thousandths = 400;
  else if (which == 1)
    random->n_group_weights = 0;
  else if (n == MAX_GROUP_WEIGHTS)
    return FALSE;
  else
    random->group_weights[random->n_group_weights++] = (RandomGroupWeight){ .thousandths = 3000 };
  return random_problem_has_group_weights (random) || which == 1;
}

static gboolean
change_problem (RandomProblem *random, GRand *rand, guint change)
{
  const guint row = (guint) g_rand_int_range (rand, 0, (gint32) random->n_rows);
  const guint a = (guint) g_rand_int_range (rand, 0, (gint32) random->n_attributes);
  RandomAttribute *attribute = &random->attributes[a];
  char **top = &attribute->leaves[attribute->leaf_of_row[row]].labels[attribute->n_levels - 1];

  switch (change)
    {
    case 0: /* a value of a quasi-identifier */
      if (attribute->n_given < 2 || attribute->is_suppression)
        return FALSE;
      attribute->leaf_of_row[row] = (attribute->leaf_of_row[row] + 1) % attribute->n_given;
      return TRUE;
    case 1: /* a sensitive value */
      if (random->models[0].kind == MODEL_K
          || (random->models[0].kind == MODEL_PLAIN && random->models[0].plain->ignores_values))
        return FALSE;
      random->sensitive[random->models[0].sensitive][row]++;
      return TRUE;
    case 2: /* a person */
      random->entities[row]++;
      return random->has_entities;
    case 3: /* two weights */
      for (guint other = 0; other < random->n_rows; other++)
        if (other != row && random->weights[other] > 1)
          {
            random->weights[other]--;
            random->weights[row]++;
            return TRUE;
          }
      return FALSE;
    case 4: /* a label */
      if (attribute->is_suppression || attribute->n_levels == 1 || *top == NULL
          || attribute->n_leaves > attribute->n_given)
        return FALSE;
      for (guint leaf = 0; leaf < attribute->n_given; leaf++)
        g_free (g_steal_pointer (&attribute->leaves[leaf].labels[attribute->n_levels - 1]));
      for (guint leaf = 0; leaf < attribute->n_given; leaf++)
        attribute->leaves[leaf].labels[attribute->n_levels - 1] = g_strdup ("another");
      return TRUE;
    case 5: /* a parameter of a model */
      random->models[random->n_models - 1].numerator += random->models[0].denominator;
      random->models[random->n_models - 1].parameters.numerator++;
      return TRUE;
    case 6: /* an additional model */
      if (random->n_models == MAX_MODELS)
        return FALSE;
      random->models[random->n_models++]
          = (RandomModel){ .kind = MODEL_K, .numerator = 1, .denominator = 1 };
      return TRUE;
    case 7: /* the limit */
      random->limit_is_count = TRUE;
      random->limit = random->limit == 0 ? 1 : random->limit - 1;
      return random->limit < random->n_records;
    case 8: /* the aggregate */
      random->aggregate = (random->aggregate + 1) % 4;
      return TRUE;
    case 9: /* the factor */
      random->factor_tenths = (random->factor_tenths + 1) % 11;
      return TRUE;
    case 10: /* the weight of an attribute */
      attribute->weight *= 2;
      return TRUE;
    case 11: /* the labels of a value that does not occur */
      return relabel_unused (random, attribute);
    case 12: /* the entity column */
      random->has_entities = !random->has_entities;
      return TRUE;
    case 13: /* a limit of groups */
      if (random->n_group_limits == 0)
        random->group_limits[random->n_group_limits++] = (RandomGroupLimit){ .percent = 100 };
      else
        random->group_limits[0].percent = random->group_limits[0].percent == 0 ? 1 : 0;
      return TRUE;
    case 14:
    case 15:
    case 16:
      return change_weights (random, change - 14);
    default: /* the order of rows */
      for (guint other = 0; other < random->n_rows; other++)
        if (attribute->leaf_of_row[other] != attribute->leaf_of_row[row])
          {
            random_problem_swap_rows (random, row, other);
            return TRUE;
          }
      return FALSE;
    }
}

START_TEST (another_problem)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (100 + _i));
  const char *path = get_temporary_file ("certificate.jsonl");
  guint n_changed = 0;

  while (n_changed < N_TRIALS / 20 + 1)
    {
      g_auto (GStrv) lines = NULL;
      CertificateCase made;
      GError *error = NULL;

      certificate_case_init (&made, rand);
      lines = certificate_case_prove (&made, rand);
      if (change_problem (made.random, rand, (guint) _i))
        {
          write_certificate (path, (const char *const *) lines, FALSE);
          ck_assert_ptr_null (verify_certificate (&made, path, &error));
          assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, path,
                        _i == 15 ? ": line 1: " : ": line 1: member '",
                        _i == 12               ? "member 'table.entity'"
                        : _i == 13             ? "member 'group_limits"
                        : _i == 14 || _i == 16 ? "member 'group_weights"
                        : _i == 15             ? "member"
                                               : "expected",
                        NULL);
          n_changed++;
        }
      certificate_case_clear (&made);
    }
}
END_TEST

/* A table of two like columns with the values x, x, y, z, which can only be suppressed. */
static DeidProblem *
make_small_problem (guint64 k)
{
  static const char *const values[] = { "x", "x", "y", "z" };
  static const char *const names[] = { "a", "b" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  for (guint a = 0; a < 2; a++)
    ck_assert (deid_dataset_add_string_column (dataset, names[a], values, 4, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < 2; a++)
    ck_assert (deid_lattice_add_quasi_identifier (lattice, names[a], hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit_count (problem, 1, NULL));
  return problem;
}

/* Walks written by hand. With k = 1 the optimum is the bottom; with k = 2 it is the top, and all
 * other policies suppress two records. */
START_TEST (written_by_hand)
{
  static const struct
  {
    guint64 k;
    const char *walk;
    const char *refused; /* with this text, or NULL if it is a proof */
  } cases[] = {
    { 1, "{\"bounded\":0}", NULL },
    { 1, "{\"lower\":[[0,0,0.5],[1,0,0.5]]};{\"solution\":0,\"objective\":0}", NULL },
    { 1, "{\"lower\":[[1,0,0.5],[0,0,0.5]]};{\"bounded\":0}", "ascending order" },
    { 1, "{\"lower\":[[0,0,0.5],[0,0,0.5]]};{\"bounded\":0}", "ascending order" },
    { 1, "{\"infeasible\":0,\"models\":[0]}", "within the limit of 1" },
    { 1, "{\"infeasible\":0}", "expected a member split" },
    { 1, "{\"cut\":[0,0],\"necessary\":0,\"models\":[0]};{\"bounded\":0.5}",
      "within the limit of 1" },
    { 1, "{\"cut\":[0,0],\"necessary\":0};{\"bounded\":0.5}", "expected a member split" },
    { 1, "{\"lower\":[[0,0,0.5],[1,0,0.5]]};{\"no_solution\":0}", "the policy is a solution" },
    { 2,
      "{\"cut\":[0,0],\"necessary\":2,\"models\":[2]};"
      "{\"models\":[2],\"cut\":[1,0],\"necessary\":2};{\"bounded\":1}",
      NULL },
    { 2, "{\"cut\":[0,0],\"necessary\":2,\"models\":[1]}",
      "1 records to suppress by k:2 are stated, 2 are found" },
    { 2,
      "{\"split\":[0,0]};{\"split\":[1,0]};{\"bounded\":1};{\"no_solution\":2};"
      "{\"infeasible\":2,\"models\":[2]}",
      NULL },
    { 2,
      "{\"split\":[0,0]};{\"split\":[1,0]};{\"bounded\":1};{\"solution\":2,\"objective\":2};"
      "{\"infeasible\":2,\"models\":[2]}",
      "the policy is no solution" },
    { 1, "{\"bounded\":0e5}", "whole ones in digits alone" },
    { 1, "{\"lower\":[[0,0,5e-1],[1,0,0.50]]};{\"bounded\":0}", NULL },
    { 1, "{\"lower\":[[0,0,0.5],[1,-0,0.5]]};{\"bounded\":0}", "without a sign" },
    { 2, "{\"infeasible\":-18446744073709551614,\"models\":[2]}", "beyond 64 bits" },
    { 2, "{\"bounded\":0}", "comes first" },
    { 2, "{\"lower\":[[0,0,0.5]]};{\"infeasible\":2,\"models\":[2]}", "comes first" },
  };
  const char *path = get_temporary_file ("certificate.jsonl");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_small_problem (cases[i].k);
      g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
      g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
      g_autoptr (DeidResult) verified = NULL;
      g_autofree char *text = NULL;
      g_auto (GStrv) written = NULL, lines = NULL;
      GError *error = NULL;

      ck_assert (deid_result_write_certificate (result, path, NULL, &error));
      assert_no_error (error);
      written = read_certificate (path);
      text = g_strjoin (";", written[0], written[1], cases[i].walk, "end", NULL);
      lines = g_strsplit (text, ";", -1);
      write_certificate (path, (const char *const *) lines, TRUE);
      verified = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
      if (cases[i].refused == NULL)
        assert_no_error (error);
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, cases[i].refused, NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("certificate");
  TCase *tcase = tcase_create ("random problems");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, written_by_the_search);
  tcase_add_test (tcase, written_by_another_prover);
  tcase_add_test (tcase, written_by_hand);
  tcase_add_test (tcase, another_policy);
  tcase_add_test (tcase, no_solution);
  tcase_add_loop_test (tcase, another_problem, 0, 18);
  suite_add_tcase (suite, tcase);
  return suite;
}
