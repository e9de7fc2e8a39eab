/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Certificates of lattices with cuts whose objective is what classes cost: bounds of random boxes
 * against all policies in them and against the search, and units of tables whose objectives are
 * rounded. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "certificate/certificate-event.h"
#include "problem/preparation.h"
#include "search/interval/cuts/cut-bound.h"
#include "search/result-private.h"
#include "support/certificate-case.h"
#include "support/random-cuts.h"

#define MAX_POLICIES   256
#define MAX_DIMENSIONS 64

static const DeidStop never = { .deadline = G_MAXINT64 };

typedef struct
{
  DeidLevel levels[MAX_DIMENSIONS];
  char *classes; /* the class of each row, numbered in the order of rows */
  gboolean is_solution;
  gboolean must_obey; /* no other one of fewer levels makes the same classes */
  guint n_levels;
  gint64 cost;
} Policy;

/* A problem with all of its policies. */
typedef struct
{
  guint32 seed;
  DeidProblem *problem;
  DeidPreparation *preparation;
  const DeidPreparedProblem *prepared;
  const DeidLattice *lattice;
  DeidProofCheck check;
  DeidCutSpace space;
  DeidCutBound bound;
  Policy policies[MAX_POLICIES];
  guint n_policies;
  DeidLevel lo[MAX_DIMENSIONS];
  DeidLevel hi[MAX_DIMENSIONS];
} Fixture;

static char *
describe_classes (const DeidGrouping *grouping, guint64 n_rows)
{
  g_autofree guint32 *numbers = g_new0 (guint32, grouping->n_classes);
  GString *text = g_string_new (NULL);
  guint32 n = 0;

  for (guint64 row = 0; row < n_rows; row++)
    {
      guint32 *number = &numbers[grouping->class_of_row[row]];

      *number = *number > 0 ? *number : ++n;
      g_string_append_printf (text, "%u ", *number);
    }
  return g_string_free (text, FALSE);
}

static void
judge (Fixture *fixture, const DeidLevel *levels, Policy *policy)
{
  DeidPlainEvaluator *evaluator = &fixture->check.side;
  double objective;

  memcpy (policy->levels, levels, fixture->lattice->n_dimensions * sizeof *levels);
  for (guint d = 0; d < fixture->lattice->n_dimensions; d++)
    policy->n_levels += levels[d];
  ck_assert (deid_plain_evaluator_set (evaluator, levels, &never, NULL));
  ck_assert (deid_plain_evaluator_get_objective (evaluator, &never, &objective, NULL));
  policy->is_solution = evaluator->verdict.is_solution;
  policy->cost = (gint64) objective;
  policy->classes = describe_classes (&evaluator->grouping, fixture->prepared->rows.n);
}

static gboolean
step (const DeidLattice *lattice, DeidLevel *levels)
{
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      if (levels[d] < lattice->heights[d])
        {
          levels[d]++;
          return TRUE;
        }
      levels[d] = lattice->floors[d];
    }
  return FALSE;
}

static void
list_policies (Fixture *fixture)
{
  g_autoptr (GHashTable) fewest = g_hash_table_new (g_str_hash, g_str_equal);
  DeidLevel levels[MAX_DIMENSIONS];

  deid_lattice_copy_bottom (fixture->lattice, levels);
  do
    judge (fixture, levels, &fixture->policies[fixture->n_policies++]);
  while (step (fixture->lattice, levels));
  for (guint i = 0; i < fixture->n_policies; i++)
    {
      Policy *policy = &fixture->policies[i];
      const Policy *other = g_hash_table_lookup (fewest, policy->classes);

      if (other == NULL || policy->n_levels < other->n_levels)
        g_hash_table_insert (fewest, policy->classes, policy);
    }
  for (guint i = 0; i < fixture->n_policies; i++)
    {
      Policy *policy = &fixture->policies[i];
      const Policy *other = g_hash_table_lookup (fewest, policy->classes);

      policy->must_obey = policy->is_solution && policy->n_levels == other->n_levels;
    }
}

/* The line of prices that says as much as it may. */
static void
read_prices (Fixture *fixture)
{
  guint64 least = 1;
  g_autofree char *line = NULL;
  DeidJson json = { 0 };
  GError *error = NULL;

  if (!fixture->prepared->has_population)
    ck_assert (deid_prepared_problem_find_least_class (fixture->prepared, &least, &never, &error));
  line = g_strdup_printf ("{\"unit\":1,\"least\":%" G_GUINT64_FORMAT ",\"threshold\":0}", least);
  ck_assert (deid_proof_check_read_prices (
      &fixture->check, deid_json_read (&json, line, strlen (line), 1, &never, &error), &error));
  assert_no_error (error);
  deid_json_clear (&json);
}

static void
fixture_init (Fixture *fixture, guint32 seed, GRand *rand)
{
  GError *error = NULL;

  *fixture = (Fixture){ .seed = seed,
                        .problem
                        = make_random_cuts (rand, MAX_POLICIES, seed % 3 == 0 ? "dmstar" : "dm") };
  fixture->preparation = deid_problem_prepare_apart (fixture->problem, &never, &error);
  assert_no_error (error);
  fixture->prepared = &fixture->preparation->all;
  fixture->lattice = fixture->prepared->lattice;
  ck_assert_uint_le (fixture->lattice->n_dimensions, MAX_DIMENSIONS);
  ck_assert (deid_proof_check_init (&fixture->check, fixture->prepared, fixture->lo, &never, NULL));
  ck_assert (deid_cut_space_init (&fixture->space, fixture->prepared, DEID_MAX_RUNS, &never, NULL));
  ck_assert (deid_cut_bound_init (&fixture->bound, &fixture->space, TRUE, NULL));
  read_prices (fixture);
  list_policies (fixture);
}

static void
fixture_clear (Fixture *fixture)
{
  for (guint i = 0; i < fixture->n_policies; i++)
    g_free (fixture->policies[i].classes);
  deid_cut_bound_clear (&fixture->bound);
  deid_cut_space_clear (&fixture->space);
  deid_proof_check_clear (&fixture->check);
  deid_preparation_release (fixture->preparation);
  deid_problem_unref (fixture->problem);
}

/* Bounds the box of the fixture as verifiers do. */
static void
bound_box (Fixture *fixture)
{
  DeidPlainEvaluator *corner = &fixture->check.corner;

  ck_assert (deid_plain_evaluator_set (corner, fixture->hi, &never, NULL));
  ck_assert (deid_cut_check_bound (&fixture->check.cuts, corner, fixture->lo, NULL, &never, NULL));
}

static gboolean
has_policy (const Fixture *fixture, const Policy *policy)
{
  for (guint d = 0; d < fixture->lattice->n_dimensions; d++)
    if (policy->levels[d] < fixture->lo[d] || policy->levels[d] > fixture->hi[d])
      return FALSE;
  return TRUE;
}

static void
report (const Fixture *fixture, const char *what, gint64 bound, gint64 cost)
{
  g_autofree char *problem = describe_random_cuts (fixture->problem);

  ck_abort_msg ("seed %u: %s %" G_GINT64_FORMAT ", but %" G_GINT64_FORMAT ": %s", fixture->seed,
                what, bound, cost, problem);
}

/* Returns: how many policies of the box are bounded. */
static guint
check_policies (const Fixture *fixture)
{
  const DeidCutCheck *cuts = &fixture->check.cuts;
  guint n = 0;

  for (guint i = 0; i < fixture->n_policies; i++)
    {
      const Policy *policy = &fixture->policies[i];

      if (!policy->must_obey || !has_policy (fixture, policy))
        continue;
      n++;
      if (cuts->bound > policy->cost)
        report (fixture, "the bound is", cuts->bound, policy->cost);
      for (guint d = 0; d < fixture->lattice->n_dimensions; d++)
        {
          const gint64 bound = deid_cut_check_get_value (cuts, fixture->lo, d, policy->levels[d]);

          if (bound > policy->cost)
            report (fixture, "the bound of a level is", bound, policy->cost);
        }
    }
  return n;
}

/* What the search proves is proven to others. Returns: whether they see no more in it. */
static guint
compare_with_search (Fixture *fixture)
{
  DeidCutBound *bound = &fixture->bound;
  const DeidCutCheck *cuts = &fixture->check.cuts;
  guint16 multipliers[MAX_DIMENSIONS + 1] = { 0 };
  gboolean feasible;

  deid_cut_space_normalize (&fixture->space, fixture->lo, fixture->hi);
  bound_box (fixture);
  ck_assert (deid_cut_bound_set (bound, fixture->lo, fixture->hi, &never, &feasible, NULL));
  if (!feasible)
    return 0;
  ck_assert (deid_cut_bound_share (bound, multipliers, &never, NULL));
  if (MIN (bound->bound, DEID_CUT_IMPOSSIBLE) > cuts->bound)
    report (fixture, "the search has a bound of", bound->bound, cuts->bound);
  return bound->bound == cuts->bound;
}

/* A box around a random policy, with few or many policies. */
static void
draw_box (Fixture *fixture, GRand *rand)
{
  const Policy *center
      = &fixture->policies[g_rand_int_range (rand, 0, (gint32) fixture->n_policies)];
  const gint32 n_kinds = g_rand_int_range (rand, 1, 7);

  for (guint d = 0; d < fixture->lattice->n_dimensions; d++)
    {
      const gint32 floor = fixture->lattice->floors[d], height = fixture->lattice->heights[d];
      const gint32 level = center->levels[d];
      const gboolean is_free = g_rand_int_range (rand, 0, n_kinds) == 0;

      fixture->lo[d] = (DeidLevel) (is_free ? floor : g_rand_int_range (rand, floor, level + 1));
      fixture->hi[d] = (DeidLevel) (is_free ? height : g_rand_int_range (rand, level, height + 1));
    }
}

/* A policy by itself costs what it does, as far as it is known what it suppresses. Returns: 1 if it
 * is. */
static guint
check_single (Fixture *fixture, const Policy *policy)
{
  const gsize size = fixture->lattice->n_dimensions * sizeof *policy->levels;
  const DeidCutCheck *cuts = &fixture->check.cuts;

  if (!policy->must_obey)
    return 0;
  memcpy (fixture->lo, policy->levels, size);
  memcpy (fixture->hi, policy->levels, size);
  bound_box (fixture);
  if ((guint64) cuts->n_lost != fixture->check.corner.verdict.n_suppressed)
    return 0;
  if (cuts->bound != policy->cost)
    report (fixture, "the bound of a policy is", cuts->bound, policy->cost);
  return 1;
}

START_TEST (boxes)
{
  const guint n_problems = count_trials (1000);
  guint n_bounded = 0, n_equal = 0, n_single = 0;
  Fixture fixture;

  for (guint32 seed = 0; seed < n_problems; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

      fixture_init (&fixture, seed, rand);
      for (guint box = 0; box < 60; box++)
        {
          draw_box (&fixture, rand);
          bound_box (&fixture);
          n_bounded += check_policies (&fixture);
          n_equal += compare_with_search (&fixture);
        }
      for (guint i = seed % 4; i < fixture.n_policies; i += 4)
        n_single += check_single (&fixture, &fixture.policies[i]);
      fixture_clear (&fixture);
    }
  ck_assert_uint_gt (n_bounded, 10 * n_problems);
  ck_assert_uint_gt (n_equal, 2 * n_problems);
  ck_assert_uint_gt (n_single, n_problems);
}
END_TEST

static DeidResult *
verify (guint32 seed, gint64 scale, const char *quality, char **lines, GError **error)
{
  const char *path = get_temporary_file ("weighed.jsonl");
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (DeidProblem) problem = make_weighed_cuts (rand, scale, quality);

  write_certificate (path, (const char *const *) lines, TRUE);
  return deid_problem_verify_certificate (problem, path, NULL, NULL, error);
}

/* Puts other units into the third line, and checks whether that is accepted. */
static void
check_units (guint32 seed, gint64 scale, const char *quality, char **lines, double unit,
             gint64 threshold, const char *reason)
{
  g_autofree char *first = lines[2];
  const char *least = strstr (first, ",\"least\""), *end = strstr (first, ",\"threshold\"");
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  lines[2] = g_strdup_printf ("{\"unit\":%.0f%.*s,\"threshold\":%" G_GINT64_FORMAT "}", unit,
                              (int) (end - least), least, threshold);
  result = verify (seed, scale, quality, lines, &error);
  if (reason == NULL)
    assert_no_error (error);
  else
    assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, ": line 3: ", reason, NULL);
  g_free (lines[2]);
  lines[2] = g_steal_pointer (&first);
}

/* Returns: 1 if the problem has a solution. */
static guint
check_weighed (guint32 seed, gint64 scale, const char *quality)
{
  const char *path = get_temporary_file ("first.jsonl");
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (DeidProblem) problem = make_weighed_cuts (rand, scale, quality);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL), verified = NULL;
  g_auto (GStrv) lines = NULL;
  GError *error = NULL;
  double objective, n, unit = 1;
  gint64 threshold;

  if (result == NULL)
    return 0;
  ck_assert (deid_result_write_certificate (result, path, NULL, &error));
  assert_no_error (error);
  lines = read_certificate (path);
  verified = verify (seed, scale, quality, lines, &error);
  assert_no_error (error);
  assert_same_optimum (result, verified);
  objective = deid_result_make_partition (result, &never, NULL)->verdict.objective;
  n = (double) problem->lattice->table.n_records;
  while (n * n >= unit * 0x1p53)
    unit *= 2;
  threshold = (gint64) floor (objective / unit);
  check_units (seed, scale, quality, lines, unit, threshold, NULL);
  check_units (seed, scale, quality, lines, unit, threshold - 1, "threshold");
  check_units (seed, scale, quality, lines, unit / 2, 2 * threshold + 1,
               unit > 1 ? "unit" : "power of 2");
  return 1;
}

/* Squares of numbers of records that doubles do not tell apart. */
START_TEST (many_records)
{
  static const gint64 scales[] = { 1000, 60000000, 300000000 };
  const guint n_trials = count_trials (300);
  guint n_solved = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    n_solved += check_weighed (trial, scales[trial % G_N_ELEMENTS (scales)],
                               trial % 4 == 0 ? "dmstar" : "dm");
  ck_assert_uint_gt (n_solved, n_trials / 2);
}
END_TEST

/* Objectives that are neither: another search proves their optima. */
START_TEST (refused)
{
  static const char *const texts[]
      = { "loss:geo", "loss:max", "aecs", "ambiguity", "kl", "ce@diagnosis" };
  DeidResult *result = NULL;
  GError *error = NULL;

  for (guint32 seed = 0; result == NULL; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (DeidProblem) problem = make_random_cuts (rand, 64, texts[_i]);
      g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();

      result = deid_search_run (search, problem, NULL, NULL);
    }
  ck_assert (deid_result_is_proven_optimal (result));
  ck_assert (
      !deid_result_write_certificate (result, get_temporary_file ("none.jsonl"), NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, texts[_i], "dm and dmstar",
                "certificates", NULL);
  deid_result_unref (result);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cut-class-costs");
  TCase *tests = tcase_create ("problems");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, boxes);
  tcase_add_test (tests, many_records);
  tcase_add_loop_test (tests, refused, 0, 6);
  suite_add_tcase (suite, tests);
  return suite;
}
