/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The risk that a record adds, and that of tables under the policies of random chains. */
#include "support/plain-table.h"
#include "privacy/risk-sum.h"
#include "support/suite.h"

#define MAX_HALVES 8

/* Numbers of all sizes, and those whose powers are near powers of two. */
static guint64
draw_number (GRand *rand)
{
  const guint n_bits = 1 + g_rand_int (rand) % 63;
  const guint64 drawn = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);

  switch (g_rand_int (rand) % 4)
    {
    case 0:
      return (guint64) 1 << n_bits;
    case 1:
      return ((guint64) 1 << n_bits) + 1 - 2 * (g_rand_int (rand) % 2);
    default:
      return MAX (1, drawn >> (63 - n_bits));
    }
}

START_TEST (each_record)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const guint n_trials = count_trials (5000);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint64 n = trial < 1000 ? trial + 1 : draw_number (rand);
      const guint halves = 1 + trial % MAX_HALVES;
      const DeidWide risk = deid_record_risk (n, halves);

      if (!plain_table_is_enough (risk, n, halves) || plain_table_is_enough (risk - 1, n, halves))
        ck_abort_msg ("risk of %" G_GUINT64_FORMAT " to the power of %u / 2", n, halves);
    }
}
END_TEST

/* The sum over the records of a table, in multiples of 2^-64, by the definition. */
static DeidWide
sum_risk (const RandomProblem *problem, const RandomPopulation *population, const guint *levels,
          guint halves)
{
  PlainClass classes[MAX_ROWS];
  TableClass all[MAX_ROWS];
  const guint n = plain_table_list (problem, population, levels, classes, all);
  DeidWide sum = 0;

  for (guint c = 0; c < n; c++)
    sum += all[c].n_records * deid_record_risk (MAX (all[c].n_population, 1), halves);
  return sum;
}

/* Generalizes an attribute. Returns: whether one can be. */
static gboolean
generalize_one (const RandomProblem *problem, guint *levels, GRand *rand)
{
  const guint first = g_rand_int (rand) % problem->n_attributes;

  for (guint i = 0; i < problem->n_attributes; i++)
    {
      const guint a = (first + i) % problem->n_attributes;

      if (levels[a] + 1 < problem->attributes[a].n_levels)
        {
          levels[a]++;
          return TRUE;
        }
    }
  return FALSE;
}

/* From original values to the top the risk never rises. */
START_TEST (chains)
{
  static const guint halves[] = { 1, 2, 4 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  g_autofree RandomPopulation *population = g_new0 (RandomPopulation, 1);
  const guint n_trials = count_trials (1000);
  guint n_fallen = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      RandomProblem *problem = random_problem_new (rand, FALSE);
      guint levels[MAX_ATTRIBUTES] = { 0 };
      DeidWide before[G_N_ELEMENTS (halves)];

      random_population_init (population, problem, rand, g_rand_boolean (rand));
      for (guint h = 0; h < G_N_ELEMENTS (halves); h++)
        before[h] = sum_risk (problem, population, levels, halves[h]);
      while (generalize_one (problem, levels, rand))
        for (guint h = 0; h < G_N_ELEMENTS (halves); h++)
          {
            const DeidWide risk = sum_risk (problem, population, levels, halves[h]);

            if (risk > before[h])
              ck_abort_msg ("the risk rises");
            n_fallen += risk < before[h] ? 1 : 0;
            before[h] = risk;
          }
      random_problem_free (problem);
    }
  ck_assert_uint_gt (n_fallen, n_trials);
}
END_TEST

static DeidProblem *
make_problem (const char *model, gboolean has_stranger)
{
  const char *const sexes[] = { "f", "f", "m", "m", has_stranger ? "x" : "m" };
  const char *const people[] = { "f", "m", "m" };
  const gint64 weights[] = { 4, 1, 1 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"),
                          population = deid_dataset_new ("people");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) built = NULL;
  DeidProblem *problem;
  GError *error = NULL;

  deid_dataset_add_string_column (dataset, "sex", sexes, G_N_ELEMENTS (sexes), NULL, NULL);
  deid_dataset_add_string_column (population, "sex", people, G_N_ELEMENTS (people), NULL, NULL);
  deid_dataset_add_integer_column (population, "n", weights, G_N_ELEMENTS (weights), NULL, 0, NULL,
                                   NULL);
  deid_dataset_set_role (population, "n", DEID_ROLE_WEIGHT, NULL);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_quasi_identifier (lattice, "sex", hierarchy, NULL, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  built = deid_privacy_model_new_from_specification (model, NULL, &error);
  assert_no_error (error);
  deid_problem_add_privacy_model (problem, built, NULL);
  deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
  return problem;
}

/* f, f: 1/4 each; m, m, m: 1/2 each; together 2. */
START_TEST (by_hand)
{
  static const struct
  {
    const char *model;
    guint level; /* of the optimum */
  } cases[] = {
    { "risk:2", 0 },
    { "risk:1.999", 1 },
    { "risk:0.4:mean", 0 },
    { "risk:0.399:mean", 1 },
    { "risk:0.875:2", 0 },
    { "risk:0.874:2", 1 },
    { "risk:1.9999999999999998", 1 },
    /* 2 / 4^0.5 + 3 / 2^0.5 = 3.1213203435596425732... */
    { "risk:3.12132034356:0.5", 0 },
    { "risk:3.12132034355:0.5", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (cases[i].model, FALSE);
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      GError *error = NULL;
      g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, &error);

      assert_no_error (error);
      ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (result), 0),
                         cases[i].level);
    }
}
END_TEST

START_TEST (unmatched)
{
  g_autoptr (DeidProblem) refused = make_problem ("risk:3", TRUE);
  g_autoptr (DeidProblem) enough = make_problem ("risk:2.5:self", TRUE);
  g_autoptr (DeidProblem) too_little = make_problem ("risk:2.499:self", TRUE);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL, other = NULL;
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, refused, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "table: 1 records",
                "1 combinations", "people: row 5", NULL);
  result = deid_search_run (search, enough, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (result), 0), 0);
  other = deid_search_run (search, too_little, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (other), 0), 1);
}
END_TEST

START_TEST (bad_parameters)
{
  static const struct
  {
    const char *model;
    DeidError code;
    const char *expected;
  } cases[] = {
    { "avg:0", DEID_ERROR_INVALID_ARGUMENT, "avg: 0, expected a number above 0" },
    { "avg:1.5", DEID_ERROR_INVALID_ARGUMENT, "avg: 1.5, expected at most 1" },
    { "uniq:-1", DEID_ERROR_INVALID_ARGUMENT, "-1" },
    { "uniq:2", DEID_ERROR_INVALID_ARGUMENT, "at most 1" },
    { "atrisk:0:0.5", DEID_ERROR_INVALID_ARGUMENT, "above 0" },
    { "jatrisk:0.5:1.5", DEID_ERROR_INVALID_ARGUMENT, "jatrisk: 1.5" },
    { "risk:0", DEID_ERROR_INVALID_ARGUMENT, "above 0" },
    { "risk:1:0.3", DEID_ERROR_INVALID_ARGUMENT, "a multiple of 0.5" },
    { "risk:1:4.5", DEID_ERROR_INVALID_ARGUMENT, "0.5 to 4" },
    { "risk:1:self:mean", DEID_ERROR_PARSE, "'mean'" },
    { "risk:x", DEID_ERROR_PARSE, "expected a number or a percentage" },
    { "uniq:%", DEID_ERROR_PARSE, "expected a number or a percentage" },
    { "uniq:5%%", DEID_ERROR_PARSE, "expected a number or a percentage" },
    { "avg:0.1@s", DEID_ERROR_PARSE, "'avg:0.1@s', expected avg:RISK" },
    { "k=5", DEID_ERROR_PARSE, "'k=5', expected k:K" },
    { "k5", DEID_ERROR_PARSE, "'k5', expected k:K" },
    { "unqi:0.1", DEID_ERROR_PARSE, "expected the name of one (did you mean 'uniq'?)" },
    { "anonymous", DEID_ERROR_PARSE, "expected k:K, km:K:M, km:K:M@COLUMN, persons:K" },
    { "k:5,dl:2@s", DEID_ERROR_PARSE, "expected one model; a list has a semicolon" },
    { "k:5; dl:2@s", DEID_ERROR_PARSE, "expected one model; a list has a semicolon" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GError *error = NULL;

      ck_assert_ptr_null (deid_privacy_model_new_from_specification (cases[i].model, NULL, &error));
      assert_error (&error, DEID_ERROR, (int) cases[i].code, cases[i].expected, NULL);
    }
}
END_TEST

/* A percentage is the number nearest to it, not a hundredth of a rounded one: 0.07 * 0.01 is not
 * 0.0007. */
START_TEST (percentages)
{
  static const struct
  {
    const char *model, *expected;
  } cases[] = {
    { "avg:5%", "avg:0.05" },
    { "uniq:0.07%", "uniq:0.0007" },
    { "atrisk:20%:7.3%", "atrisk:0.2:0.073" },
    { "jatrisk:20%:100%", "jatrisk:0.2:1" },
    { "risk:5%:mean", "risk:0.05:mean" },
    { "dp:1%:50%", "dp:0.01:0.5" },
    { "ak:50%:5@s", "ak:0.5:5@s" },
    { "pu:snb:20%:5%", "pu:snb:0.2:0.05" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (cases[i].model, NULL, &error);
      g_autofree char *text = NULL;

      assert_no_error (error);
      text = deid_privacy_model_to_specification (model);
      ck_assert_str_eq (text, cases[i].expected);
    }
}
END_TEST

/* Each model is spelled as it is read. */
START_TEST (specifications)
{
  static const char *const models[]
      = { "avg:0.05",     "uniq:0",        "atrisk:0.2:0.05", "jatrisk:0.2:0.05",  "risk:100",
          "risk:0.5:0.5", "risk:0.1:mean", "risk:3:2:self",   "risk:3:4:mean:self" };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (models[i], NULL, &error);
      g_autofree char *text = NULL;

      assert_no_error (error);
      text = deid_privacy_model_to_specification (model);
      ck_assert_str_eq (text, models[i]);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("population risk");
  TCase *tcase = tcase_create ("by its definition");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, each_record);
  tcase_add_test (tcase, chains);
  tcase_add_test (tcase, by_hand);
  tcase_add_test (tcase, unmatched);
  tcase_add_test (tcase, bad_parameters);
  tcase_add_test (tcase, percentages);
  tcase_add_test (tcase, specifications);
  suite_add_tcase (suite, tcase);
  return suite;
}
