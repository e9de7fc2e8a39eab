/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Problems with cuts, half of them with limits of the lattice: each policy against a plain
 * recomputation, searches against the exhaustive one and that against all policies, releases, their
 * verification, and stored policies. */
#include "support/suite.h"

#include <math.h>

#include "support/cut-problem.h"

#define TOLERANCE 1e-12

/* All of them but the first two are checked by the verifier. */
static const char *const qualities[] = { "loss:arith",
                                         "precision:arith",
                                         "loss:geo:0.3",
                                         "loss:max:1",
                                         "height:sum",
                                         "nuentropy:sum",
                                         "normentropy:max",
                                         "ebil",
                                         "ambiguity",
                                         "dm",
                                         "aecs",
                                         "kl",
                                         "ce@diagnosis",
                                         "loss:arith:0" };

static const char *const searches[]
    = { "best-first", "flash",   "flash:explicit", "ola",         "sub-lattices",
        "igreedy",    "datafly", "bisecting:9:1",  "directed:9:1" };
#define N_PROVING 5 /* of these, where the loss does not fall */

/* Sets the levels of the bottom. */
static void
start_policies (const DeidLattice *lattice, guint *levels)
{
  for (guint d = 0; d < deid_lattice_get_n_dimensions (lattice); d++)
    deid_lattice_get_level_range (lattice, d, &levels[d], NULL);
}

static gboolean
next_policy (const DeidLattice *lattice, guint *levels)
{
  for (guint d = deid_lattice_get_n_dimensions (lattice); d-- > 0;)
    {
      if (levels[d] < deid_lattice_get_height (lattice, d))
        {
          levels[d]++;
          return TRUE;
        }
      deid_lattice_get_level_range (lattice, d, &levels[d], NULL);
    }
  return FALSE;
}

static DeidResult *
evaluate (DeidProblem *problem, DeidLattice *lattice, const guint *levels)
{
  GError *error = NULL;
  g_autoptr (DeidPolicy) policy
      = deid_policy_new (lattice, levels, deid_lattice_get_n_dimensions (lattice), &error);
  DeidResult *result;

  assert_no_error (error);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "policy 'q0:", NULL);
  return result;
}

static void
check_text (DeidLattice *lattice, const guint *levels)
{
  g_autoptr (DeidPolicy) policy
      = deid_policy_new (lattice, levels, deid_lattice_get_n_dimensions (lattice), NULL);
  g_autofree char *text = deid_policy_to_text (policy, NULL);
  g_autoptr (DeidPolicy) read = deid_policy_new_from_text (lattice, text, NULL);

  ck_assert_ptr_nonnull (read);
  ck_assert_int_eq (deid_policy_compare (policy, read), 0);
}

START_TEST (policies)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (GRand) limits = g_rand_new_with_seed (5);
  g_autoptr (GRand) blocks = g_rand_new_with_seed (8);
  const double factors[] = { 0.5, 0, 0.3, 1 };
  guint n_solutions = 0, n_policies = 0;
  const guint n_trials = MAX (count_trials (100), 10);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const double factor = factors[trial % G_N_ELEMENTS (factors)];
      g_autofree char *loss = g_strdup_printf ("loss:arith:%g", factor);
      guint levels[CUT_MAX_DIMENSIONS];
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) by_loss = NULL, by_precision = NULL;
      CutProblem problem;

      cut_problem_init_random (&problem, rand);
      dataset = cut_problem_build_dataset (&problem);
      lattice = cut_problem_build_lattice (&problem, dataset);
      if (trial % 2 > 0)
        {
          cut_problem_limit (&problem, lattice, limits);
          cut_problem_limit_blocks (&problem, lattice, blocks);
        }
      start_policies (lattice, levels);
      ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice),
                         cut_problem_count_dimensions (&problem));
      by_loss = cut_problem_build (&problem, lattice, loss);
      by_precision = cut_problem_build (&problem, lattice, "precision:arith");
      do
        {
          g_autoptr (DeidResult) result = evaluate (by_loss, lattice, levels);
          g_autoptr (DeidResult) other = NULL;
          CutVerdict verdict;

          check_text (lattice, levels);
          cut_problem_check (&problem, levels, factor, &verdict);
          n_policies++;
          ck_assert ((result != NULL) == verdict.is_solution);
          if (result == NULL)
            continue;
          n_solutions++;
          other = evaluate (by_precision, lattice, levels);
          ck_assert_uint_eq (deid_result_get_n_suppressed (result), verdict.n_suppressed);
          ck_assert (fabs (deid_result_get_loss (result) - verdict.loss) < TOLERANCE);
          ck_assert (fabs (deid_result_get_loss (other) - verdict.precision) < TOLERANCE);
        }
      while (next_policy (lattice, levels));
    }
  ck_assert_uint_gt (n_solutions, 0);
  ck_assert_uint_lt (n_solutions, n_policies);
}
END_TEST

static DeidResult *
search (const char *name, DeidProblem *problem)
{
  g_autoptr (DeidSearch) algorithm = deid_search_new_from_specification (name, NULL);
  GError *error = NULL;
  DeidResult *result = deid_search_run (algorithm, problem, NULL, &error);

  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

static void
check_same_policy (DeidResult *a, DeidResult *b)
{
  ck_assert_int_eq (deid_policy_compare (deid_result_get_policy (a), deid_result_get_policy (b)),
                    0);
}

/* Returns: what is released of a row but its weight. */
static char *
write_row (const CutProblem *problem, const guint *levels, guint row)
{
  GString *text = g_string_new (NULL);

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      CutLabel label;

      cut_attribute_label (&problem->attributes[a], levels, problem->attributes[a].rows[row],
                           &label);
      g_string_append_printf (text, "%s|", label.text);
      levels += cut_attribute_count_dimensions (&problem->attributes[a]);
    }
  g_string_append (text, row % 3 == 0 ? "flu" : "cold");
  return g_string_free (text, FALSE);
}

static char *
read_row (const CutProblem *problem, DeidDataset *release, guint64 row)
{
  GString *text = g_string_new (NULL);

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const char *label = deid_dataset_get_value (release, row, a);

      g_string_append_printf (text, "%s|", label != NULL ? label : "(missing)");
    }
  g_string_append (text, deid_dataset_get_value (release, row, problem->n_attributes + 1));
  return g_string_free (text, FALSE);
}

/* The rows of a release are those that the plain recomputation gives, with the sum of the weights
 * of those that are alike, and it is verified. */
static void
check_release (const CutProblem *problem, DeidResult *result, const guint *levels)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (GPtrArray) expected = g_ptr_array_new_with_free_func (g_free);
  guint64 weights[CUT_MAX_ROWS] = { 0 };
  CutVerdict verdict;
  GError *error = NULL;

  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  release = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
  cut_problem_check (problem, levels, 0.5, &verdict);
  for (guint row = 0; row < problem->n_rows; row++)
    {
      g_autofree char *text = write_row (problem, levels, row);
      guint place;

      if (verdict.suppressed[row])
        continue;
      if (!g_ptr_array_find_with_equal_func (expected, text, g_str_equal, &place))
        {
          place = expected->len;
          g_ptr_array_add (expected, g_strdup (text));
        }
      weights[place] += problem->weights[row];
    }
  ck_assert_uint_eq (deid_dataset_get_n_rows (release), expected->len);
  for (guint i = 0; i < expected->len; i++)
    {
      g_autofree char *text = read_row (problem, release, i);

      ck_assert_str_eq (text, g_ptr_array_index (expected, i));
      ck_assert_uint_eq (
          g_ascii_strtoull (deid_dataset_get_value (release, i, problem->n_attributes), NULL, 10),
          weights[i]);
    }
}

/* Written, read and applied to the same table, a stored policy releases the same. */
static void
check_stored (const CutProblem *problem, DeidResult *result, gboolean has_same_loss)
{
  g_autoptr (DeidStoredPolicy) stored = NULL, read = NULL;
  g_autoptr (DeidDataset) dataset = cut_problem_build_dataset (problem), population = NULL;
  g_autoptr (DeidDataset) release = NULL, again = NULL;
  g_autoptr (DeidStoredPolicyOptions) stored_options = deid_stored_policy_options_new ();
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidResult) applied = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  stored = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  text = deid_stored_policy_to_json (stored, NULL, NULL);
  read = deid_stored_policy_new_from_json_text (text, NULL, NULL, &error);
  assert_no_error (error);
  if (problem->n_population > 0)
    population = cut_problem_build_population (problem);
  ck_assert (deid_stored_policy_options_set_population (stored_options, population, NULL));
  applied = deid_stored_policy_evaluate (read, dataset, stored_options, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (applied), deid_result_get_n_suppressed (result));
  ck_assert (!has_same_loss || deid_result_get_loss (applied) == deid_result_get_loss (result));
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  release = deid_result_apply (result, options, NULL, NULL);
  again = deid_result_apply (applied, options, NULL, NULL);
  ck_assert (deid_result_verify (applied, again, NULL, NULL));
  ck_assert_uint_eq (deid_dataset_get_n_rows (release), deid_dataset_get_n_rows (again));
  for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
    for (guint a = 0; a < problem->n_attributes; a++)
      ck_assert_int_eq (g_strcmp0 (deid_dataset_get_value (release, row, a),
                                   deid_dataset_get_value (again, row, a)),
                        0);
}

static void
check_reports (DeidResult *result)
{
  g_autoptr (DeidReport) before = NULL, after = NULL;
  g_autoptr (DeidReport) risks = NULL;
  g_autoptr (DeidReport) explanation = NULL;
  GError *error = NULL;

  before = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, &error);
  assert_no_error (error);
  after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error);
  assert_no_error (error);
  risks = deid_report_new_attribute_risks (result, TRUE, 2, NULL, &error);
  assert_no_error (error);
  if (!deid_result_is_proven_optimal (result))
    return;
  explanation = deid_report_new_explanation (result, 3, NULL, &error);
  assert_no_error (error);
}

static void
get_levels (DeidResult *result, guint *levels)
{
  DeidPolicy *policy = deid_result_get_policy (result);
  const guint n = deid_lattice_get_n_dimensions (deid_policy_get_lattice (policy));

  for (guint d = 0; d < n; d++)
    levels[d] = deid_policy_get_level (policy, d);
}

/* Moves on in the lattice without limits. */
static gboolean
next_of_all (const CutProblem *problem, guint *levels)
{
  for (guint d = cut_problem_count_dimensions (problem); d-- > 0;)
    {
      guint a = 0, height;

      for (guint first = 0;
           (first += cut_attribute_count_dimensions (&problem->attributes[a])) <= d;)
        a++;
      height = problem->attributes[a].kind == CUT_LEVELS ? problem->attributes[a].height : 1;
      if (levels[d]++ < height)
        return TRUE;
      levels[d] = 0;
    }
  return FALSE;
}

static gboolean
is_in_lattice (const DeidLattice *lattice, const guint *levels)
{
  for (guint d = 0; d < deid_lattice_get_n_dimensions (lattice); d++)
    {
      guint lowest, highest;

      deid_lattice_get_level_range (lattice, d, &lowest, &highest);
      if (levels[d] < lowest || levels[d] > highest)
        return FALSE;
    }
  return TRUE;
}

/* The best policy is the best one of all that the limits of the lattice leave. */
static void
check_best (const CutProblem *problem, const DeidLattice *lattice, DeidResult *best)
{
  guint levels[CUT_MAX_DIMENSIONS] = { 0 };
  double least = INFINITY;

  do
    {
      CutVerdict verdict;

      if (!is_in_lattice (lattice, levels))
        continue;
      cut_problem_check (problem, levels, 0.5, &verdict);
      if (verdict.is_solution)
        least = MIN (least, verdict.loss);
    }
  while (next_of_all (problem, levels));
  ck_assert ((best != NULL) == (least < INFINITY));
  if (best != NULL)
    ck_assert (fabs (deid_result_get_loss (best) - least) < TOLERANCE);
}

START_TEST (results)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  g_autoptr (GRand) limits = g_rand_new_with_seed (6);
  g_autoptr (GRand) blocks = g_rand_new_with_seed (9);
  const guint n_trials
      = MAX (count_trials (20 * G_N_ELEMENTS (qualities)), 2 * G_N_ELEMENTS (qualities));

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const char *quality = qualities[trial % G_N_ELEMENTS (qualities)];
      guint levels[CUT_MAX_DIMENSIONS];
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) built = NULL;
      g_autoptr (DeidResult) best = NULL;
      CutProblem problem;

      cut_problem_init_random (&problem, rand);
      dataset = cut_problem_build_dataset (&problem);
      lattice = cut_problem_build_lattice (&problem, dataset);
      if (trial / G_N_ELEMENTS (qualities) % 2 > 0)
        {
          cut_problem_limit (&problem, lattice, limits);
          cut_problem_limit_blocks (&problem, lattice, blocks);
        }
      built = cut_problem_build (&problem, lattice, quality);
      best = search ("exhaustive", built);
      if (g_str_equal (quality, "loss:arith"))
        check_best (&problem, lattice, best);
      for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
        {
          g_autoptr (DeidResult) result = search (searches[i], built);

          if (i < N_PROVING && result != NULL && deid_result_is_proven_optimal (result))
            check_same_policy (best, result);
          ck_assert (best != NULL || result == NULL);
          if (result == NULL)
            continue;
          get_levels (result, levels);
          ck_assert (is_in_lattice (lattice, levels));
          ck_assert (cut_problem_has_few_blocks (&problem, levels));
        }
      if (best == NULL)
        continue;
      get_levels (best, levels);
      check_release (&problem, best, levels);
      check_stored (&problem, best, g_str_has_prefix (quality, "loss"));
      check_reports (best);
    }
}
END_TEST

/* Models that ask for more than sizes, one of which withholds classes for a condition on the whole
 * table: the verifier, which groups by text, has the last word. */
START_TEST (other_models)
{
  const char *const models[]
      = { "dl:2@diagnosis",     "te:0.3@diagnosis", "avg:0.2",          "uniq:0.1",
          "risk:0.3:mean:self", "atrisk:0.25:0.1",  "el:1.5@diagnosis", "k:3" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  g_autoptr (GRand) limits = g_rand_new_with_seed (7);
  const guint n_trials = MAX (count_trials (8 * G_N_ELEMENTS (models)), 16);
  guint n_released = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const char *specification = models[trial % G_N_ELEMENTS (models)];
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (specification, NULL, NULL);
      g_autoptr (DeidDataset) dataset = NULL, release = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) built = NULL;
      g_autoptr (DeidResult) best = NULL, other = NULL;
      CutProblem problem;
      GError *error = NULL;

      cut_problem_init_random (&problem, rand);
      dataset = cut_problem_build_dataset (&problem);
      lattice = cut_problem_build_lattice (&problem, dataset);
      if (trial / G_N_ELEMENTS (models) % 2 > 0)
        cut_problem_limit (&problem, lattice, limits);
      problem.k = 1;
      built = cut_problem_build (&problem, lattice, "loss:arith");
      deid_problem_add_privacy_model (built, model, &error);
      assert_no_error (error);
      best = search ("exhaustive", built);
      other = search (searches[trial % N_PROVING], built);
      ck_assert (best != NULL || other == NULL);
      if (best == NULL)
        continue;
      if (other != NULL && deid_result_is_proven_optimal (other))
        check_same_policy (best, other);
      release = deid_result_apply (best, NULL, NULL, &error);
      assert_no_error (error);
      deid_result_verify (best, release, NULL, &error);
      assert_no_error (error);
      n_released++;
    }
  ck_assert_uint_gt (n_released, n_trials / 4);
}
END_TEST

/* A hierarchy of two levels with one label on the top, as one dimension and as cuts. */
static DeidLattice *
build_two_levels (const CutProblem *problem, DeidDataset *dataset, gboolean by_cuts)
{
  DeidLattice *lattice = deid_lattice_new (dataset);
  GError *error = NULL;

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const CutAttribute *attribute = &problem->attributes[a];
      g_autofree char *name = g_strdup_printf ("q%u", a);
      g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
      g_autoptr (DeidHierarchy) hierarchy = NULL;

      for (guint value = 0; value < attribute->n_values; value++)
        {
          const char *row[] = { attribute->values[value], "*", NULL };

          ck_assert (deid_hierarchy_builder_add_row (builder, row, NULL));
        }
      hierarchy = deid_hierarchy_builder_build (builder, &error);
      assert_no_error (error);
      if (!by_cuts)
        deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error);
      else if (attribute->n_values == 2)
        deid_lattice_add_leaf_cuts (lattice, name, hierarchy, &error);
      else
        deid_lattice_add_subtree_cuts (lattice, name, hierarchy, NULL, &error);
      assert_no_error (error);
    }
  return lattice;
}

START_TEST (two_levels)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  const guint n_trials = count_trials (6 * G_N_ELEMENTS (qualities));

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const char *quality = qualities[trial % G_N_ELEMENTS (qualities)];
      guint levels[CUT_MAX_DIMENSIONS] = { 0 };
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL, cuts = NULL;
      g_autoptr (DeidProblem) plain = NULL, cut = NULL;
      g_autoptr (DeidResult) best = NULL, cut_best = NULL;
      CutProblem problem;

      cut_problem_init_random (&problem, rand);
      dataset = cut_problem_build_dataset (&problem);
      lattice = build_two_levels (&problem, dataset, FALSE);
      cuts = build_two_levels (&problem, dataset, TRUE);
      ck_assert_uint_eq (deid_lattice_get_n_dimensions (cuts), problem.n_attributes);
      plain = cut_problem_build (&problem, lattice, quality);
      cut = cut_problem_build (&problem, cuts, quality);
      do
        {
          g_autoptr (DeidResult) result = evaluate (plain, lattice, levels);
          g_autoptr (DeidResult) other = evaluate (cut, cuts, levels);

          ck_assert ((result == NULL) == (other == NULL));
          if (result == NULL)
            continue;
          ck_assert (deid_result_get_loss (result) == deid_result_get_loss (other));
          ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                             deid_result_get_n_suppressed (other));
        }
      while (next_policy (lattice, levels));
      best = search ("optimal", plain);
      cut_best = search ("exhaustive", cut);
      ck_assert ((best == NULL) == (cut_best == NULL));
      for (guint a = 0; best != NULL && a < problem.n_attributes; a++)
        ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (best), a),
                           deid_policy_get_level (deid_result_get_policy (cut_best), a));
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("problems with cuts");
  TCase *cases = tcase_create ("cuts");

  tcase_set_timeout (cases, 300);
  tcase_add_test (cases, policies);
  tcase_add_test (cases, results);
  tcase_add_test (cases, other_models);
  tcase_add_test (cases, two_levels);
  suite_add_tcase (suite, cases);
  return suite;
}
