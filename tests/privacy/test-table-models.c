/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models that judge the whole table: small problems, each policy, several searches, releases and
 * certificates, against a plain recomputation that withholds one class after the other; and what is
 * withheld against every other choice of classes. */
#include <math.h>

#include "support/checked-problem.h"
#include "support/plain-table.h"
#include "support/suite.h"

#define N_PROBLEMS        300
#define MAX_CHOSEN        10 /* classes of which all subsets are tried */
#define N_PER_CERTIFICATE 10

static const guint limits[] = { 0, 5, 50 }; /* percent */

/* A random problem with models on the table. */
typedef struct
{
  RandomProblem *problem;
  RandomPopulation *population; /* or NULL */
  TableModel models[2];
  guint n_models;
} Case;

static void
case_init (Case *of, GRand *rand, TableKind kind, guint limit_percent)
{
  const gboolean has_population = kind >= TABLE_JOURNALIST && g_rand_int (rand) % 4 > 0;

  *of = (Case){ .problem
                = random_problem_new (rand, kind != TABLE_JOURNALIST && g_rand_int (rand) % 5 == 0),
                .n_models = 1 + g_rand_int (rand) % 3 / 2 };
  of->problem->limit_is_count = FALSE;
  of->problem->limit_percent = limit_percent;
  of->problem->limit = of->problem->n_records * limit_percent / 100;
  if (has_population || kind == TABLE_JOURNALIST)
    {
      of->population = g_new0 (RandomPopulation, 1);
      random_population_init (of->population, of->problem, rand, g_rand_boolean (rand));
    }
  if (g_rand_int (rand) % 3 == 0)
    random_problem_add_models (of->problem, rand, 4);
  plain_table_draw (&of->models[0], kind, of->problem, of->population, rand);
  if (of->n_models == 2)
    plain_table_draw (&of->models[1],
                      (TableKind) g_rand_int_range (
                          rand, 0, of->population != NULL ? N_TABLE_KINDS : TABLE_JOURNALIST),
                      of->problem, of->population, rand);
}

static void
case_clear (Case *of)
{
  random_problem_free (of->problem);
  g_free (of->population);
}

static DeidProblem *
case_build (const Case *of)
{
  DeidProblem *built = of->population != NULL
                           ? random_population_build_problem (of->population, of->problem)
                           : random_problem_build (of->problem);
  GError *error = NULL;

  for (guint m = 0; m < of->n_models; m++)
    {
      g_autoptr (DeidPrivacyModel) model = plain_table_build (&of->models[m]);

      deid_problem_add_privacy_model (built, model, &error);
      assert_no_error (error);
    }
  return built;
}

static DeidSearch *
make_search (guint number)
{
  switch (number % 5)
    {
    case 0:
      return deid_search_new_flash ();
    case 1:
      return deid_search_new_best_first ();
    case 2:
      return deid_search_new_from_specification ("sub-lattices", NULL);
    case 3:
      return deid_search_new_from_specification ("flash:explicit", NULL);
    default:
      return deid_search_new_exhaustive ();
    }
}

static void
check_certificate (const Case *of)
{
  const char *path = get_temporary_file ("table.jsonl");
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) built = case_build (of), again = case_build (of);
  g_autoptr (DeidResult) result = deid_search_run (search, built, NULL, NULL);
  g_autoptr (DeidResult) verified = NULL;
  GError *error = NULL;

  deid_result_write_certificate (result, path, NULL, &error);
  assert_no_error (error);
  verified = deid_problem_verify_certificate (again, path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (verified) == deid_result_get_loss (result));
}

/* Returns: whether the problem is worth anything: some policies are solutions, some are not; and
 * of how many solutions records are withheld. */
static gboolean
check_case (const Case *of, guint number, guint *n_withheld)
{
  const guint n_policies = random_problem_get_n_policies (of->problem);
  g_autofree PlainVerdict *verdicts = g_new (PlainVerdict, n_policies);
  g_autoptr (DeidProblem) built = NULL;
  guint n_solutions = 0;
  double least = INFINITY;

  for (guint rank = 0; rank < n_policies; rank++)
    {
      guint levels[MAX_ATTRIBUTES];

      random_problem_get_levels (of->problem, rank, levels);
      plain_table_check (of->problem, of->population, of->models, of->n_models, levels,
                         &verdicts[rank]);
      n_solutions += verdicts[rank].is_solution ? 1 : 0;
      *n_withheld += verdicts[rank].is_solution && verdicts[rank].n_suppressed > 0 ? 1 : 0;
    }
  if (n_solutions == 0 || n_solutions == n_policies)
    return FALSE;
  built = case_build (of);
  for (guint rank = 0; rank < n_policies; rank++)
    least = fmin (least, checked_policy (of->problem, built, rank, &verdicts[rank]));
  checked_optimum (built, deid_search_new_optimal (), least);
  checked_optimum (built, make_search (number), least);
  if (number % N_PER_CERTIFICATE == 0)
    check_certificate (of);
  return TRUE;
}

START_TEST (random_problems)
{
  const TableKind kind = (TableKind) ((guint) _i / G_N_ELEMENTS (limits));
  const guint limit = limits[(guint) _i % G_N_ELEMENTS (limits)];
  const guint n_problems = count_trials (N_PROBLEMS);
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (1 + _i));
  guint n_checked = 0, n_tried = 0, n_withheld = 0;

  while (n_checked < n_problems)
    {
      Case of;

      case_init (&of, rand, kind, limit);
      n_checked += check_case (&of, n_checked, &n_withheld) ? 1 : 0;
      case_clear (&of);
      ck_assert_uint_lt (n_tried++, 100 * n_problems);
    }
  ck_assert ((limit > 0) == (n_withheld > 0) || n_problems < N_PROBLEMS / 10);
}
END_TEST

/* Every quality model with every model of the table: whatever the losses are, searches find the
 * same as the exhaustive one does. */
START_TEST (quality_models)
{
  static const char *const qualities[] = { "loss:geo:0.2",
                                           "precision:max",
                                           "height:sum",
                                           "nuentropy:arith",
                                           "normentropy:geo",
                                           "ebil",
                                           "dm",
                                           "dmstar",
                                           "aecs",
                                           "ambiguity",
                                           "kl",
                                           "ce@s1",
                                           "payout:2:0.5:9:2" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (77);
  const guint n_trials = count_trials (100 * G_N_ELEMENTS (qualities));
  guint n_solved = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      GError *error = NULL;
      g_autoptr (DeidQualityModel) quality = deid_quality_model_new_from_specification (
          qualities[trial % G_N_ELEMENTS (qualities)], &error);
      g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
      g_autoptr (DeidProblem) built = NULL;
      g_autoptr (DeidResult) result = NULL;
      Case of;

      assert_no_error (error);
      case_init (&of, rand, (TableKind) (g_rand_int (rand) % N_TABLE_KINDS), limits[trial % 3]);
      built = case_build (&of);
      deid_problem_set_quality_model (built, quality, &error);
      assert_no_error (error);
      result = deid_search_run (exhaustive, built, NULL, NULL);
      if (result != NULL)
        {
          checked_optimum (built, deid_search_new_optimal (), deid_result_get_loss (result));
          checked_optimum (built, make_search (trial), deid_result_get_loss (result));
          n_solved++;
        }
      case_clear (&of);
    }
  ck_assert_uint_gt (n_solved, n_trials / 2);
}
END_TEST

static guint64
count_records (const TableClass *classes, guint n, const gboolean *left_out)
{
  guint64 n_records = 0;

  for (guint c = 0; c < n; c++)
    n_records += left_out[c] ? classes[c].n_records : 0;
  return n_records;
}

/* Tries all subsets but that of all classes. Returns: the fewest records withheld. */
static guint64
try_all (const Case *of, const TableClass *classes, guint n)
{
  guint64 fewest = G_MAXUINT64;

  for (guint subset = 0; subset + 1 < 1u << n; subset++)
    {
      gboolean left_out[MAX_ROWS] = { FALSE };

      for (guint c = 0; c < n; c++)
        left_out[c] = (subset >> c & 1) != 0;
      if (plain_table_holds (&of->models[0], classes, n, left_out, of->population != NULL))
        fewest = MIN (fewest, count_records (classes, n, left_out));
    }
  return fewest;
}

/* Compares what is withheld at a policy with all other choices of classes. Where persons count, a
 * choice that withholds fewer persons may withhold more records. */
static void
check_choice (const Case *of, const guint *levels, guint *n_checked, guint *n_beaten)
{
  const gboolean is_fewest = of->models[0].kind <= TABLE_COMBINATIONS;
  PlainClass classes[MAX_ROWS];
  TableClass passing[MAX_ROWS];
  const guint n = plain_table_list (of->problem, of->population, levels, classes, passing);
  guint64 fewest, failing = of->problem->n_records, greatest = 0, n_withheld;
  PlainVerdict verdict;

  if (n == 0 || n > MAX_CHOSEN || of->problem->has_entities)
    return;
  plain_table_check (of->problem, of->population, of->models, 1, levels, &verdict);
  fewest = try_all (of, passing, n);
  if (fewest == G_MAXUINT64)
    {
      ck_assert_uint_eq (verdict.n_suppressed, of->problem->n_records);
      return;
    }
  for (guint c = 0; c < n; c++)
    {
      failing -= passing[c].n_records;
      if (verdict.suppressed[passing[c].rows->rows[0]])
        greatest = MAX (greatest, passing[c].n_records);
    }
  n_withheld = verdict.n_suppressed - failing;
  *n_checked += n_withheld > 0 ? 1 : 0;
  *n_beaten += n_withheld > fewest ? 1 : 0;
  if (is_fewest)
    ck_assert_uint_eq (n_withheld, fewest);
  else
    ck_assert (n_withheld == 0 || n_withheld < fewest + greatest);
}

/* For average risk, uniqueness and combinations no choice withholds fewer records; for the others
 * one may, by less than the greatest class that is withheld. */
START_TEST (all_choices)
{
  const TableKind kind = (TableKind) _i;
  const guint n_wanted = count_trials (500);
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (100 + _i));
  guint n_checked = 0, n_beaten = 0;

  while (n_checked < n_wanted)
    {
      Case of;

      case_init (&of, rand, kind, 50);
      for (guint rank = 0; rank < MIN (random_problem_get_n_policies (of.problem), 20); rank++)
        {
          guint levels[MAX_ATTRIBUTES];

          random_problem_get_levels (of.problem, rank, levels);
          check_choice (&of, levels, &n_checked, &n_beaten);
        }
      case_clear (&of);
    }
  ck_assert (kind > TABLE_COMBINATIONS || n_beaten == 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("table models");
  TCase *tcase = tcase_create ("against the definitions");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, random_problems, 0, N_TABLE_KINDS * (int) G_N_ELEMENTS (limits));
  tcase_add_test (tcase, quality_models);
  tcase_add_loop_test (tcase, all_choices, 0, N_TABLE_KINDS);
  suite_add_tcase (suite, tcase);
  return suite;
}
