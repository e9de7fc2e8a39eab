/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether each model of the library lets a class of one record pass, and why.
 */
#include <string.h>

#include "support/sample.h"
#include "support/suite.h"

/* Of ten records seven have the value 1, two 2 and one 3; one of them is alone
 * in its class, with the value that a case says, and nine share the other
 * class. */
static const guint n_of_value[] = { 0, 7, 2, 1 };

#define NO_POPULATION 99

static const struct
{
  const char *model;
  guint value;        /* of the single record */
  guint n_population; /* records that have its labels, or NO_POPULATION; 20 have
                         the others' */
  gboolean passes;
  const char *reason;
} cases[] = {
  { "k:1", 1, NO_POPULATION, TRUE, "one record is asked for" },
  { "k:2", 1, NO_POPULATION, FALSE, "two are" },
  { "km:1:1", 1, NO_POPULATION, TRUE, "each label is that of one record" },
  { "km:2:1", 1, NO_POPULATION, FALSE, "of two is asked for" },
  { "dl:1", 1, NO_POPULATION, TRUE, "one value is asked for" },
  { "dl:2", 1, NO_POPULATION, FALSE, "two are" },
  { "el:1", 1, NO_POPULATION, TRUE, "log 1 = 0" },
  { "el:1.000001", 1, NO_POPULATION, FALSE, "the entropy is 0" },
  { "elg:1", 1, NO_POPULATION, TRUE, "log 1 = 0" },
  { "elg:1.000001", 1, NO_POPULATION, FALSE, "the estimate is 0" },
  { "elg:3", 3, NO_POPULATION, FALSE, "and not log 3.56" },
  { "rcl:1.1:1", 1, NO_POPULATION, TRUE, "1 < 1.1, a share that no value exceeds" },
  { "rcl:1:1", 1, NO_POPULATION, FALSE, "1 is not below 1" },
  { "rcl:1000:2", 1, NO_POPULATION, FALSE, "there is no second value" },
  { "te:0.3", 1, NO_POPULATION, TRUE, "1 - 0.7" },
  { "te:0.29", 1, NO_POPULATION, FALSE, "1 - 0.7" },
  { "te:0.89", 3, NO_POPULATION, FALSE, "1 - 0.1" },
  { "te:1", 3, NO_POPULATION, TRUE, "no distance is above 1" },
  { "to:0.2:text", 1, NO_POPULATION, TRUE, "((1 - 0.7) + (1 - 0.9)) / 2" },
  { "to:0.19:int", 1, NO_POPULATION, FALSE, "((1 - 0.7) + (1 - 0.9)) / 2" },
  { "to:0.8:num", 3, NO_POPULATION, TRUE, "(0.7 + 0.9) / 2" },
  { "to:0.79:text", 3, NO_POPULATION, FALSE, "(0.7 + 0.9) / 2" },
  { "th:0.2", 1, NO_POPULATION, TRUE, "0.2 go half of the way, and 0.1 all of it" },
  { "th:0.19", 1, NO_POPULATION, FALSE, "0.2 go half of the way, and 0.1 all of it" },
  { "th:0.89", 3, NO_POPULATION, FALSE, "0.9 go all of the way" },
  { "bl:0.43", 1, NO_POPULATION, TRUE, "(1 - 0.7) / 0.7 = 0.4286" },
  { "bl:0.42", 1, NO_POPULATION, FALSE, "(1 - 0.7) / 0.7 = 0.4286" },
  { "bl:9", 3, NO_POPULATION, TRUE, "(1 - 0.1) / 0.1" },
  { "bl:8.9", 3, NO_POPULATION, FALSE, "(1 - 0.1) / 0.1" },
  { "ebl:1000", 1, NO_POPULATION, FALSE, "1 / q - 1 > -ln q wherever q < 1" },
  { "ebl:1000", 3, NO_POPULATION, FALSE, "1 / q - 1 > -ln q wherever q < 1" },
  { "dd:0.52", 1, NO_POPULATION, TRUE, "log2 (1 / 0.7) = 0.5146" },
  { "dd:0.51", 1, NO_POPULATION, FALSE, "log2 (1 / 0.7) = 0.5146" },
  { "dd:3.32", 3, NO_POPULATION, FALSE, "log2 10 = 3.3219" },
  { "dd:0.36:e", 1, NO_POPULATION, TRUE, "ln (1 / 0.7) = 0.3567" },
  { "dd:0.15:10", 1, NO_POPULATION, FALSE, "log10 (1 / 0.7) = 0.1549" },
  { "dd:1000:absent", 1, NO_POPULATION, FALSE, "it lacks values" },
  { "ak:1:1", 1, NO_POPULATION, TRUE, "one record is asked for, and any share allowed" },
  { "ak:0.99:1", 1, NO_POPULATION, FALSE, "its value has a share of 1" },
  { "ak:1:2", 1, NO_POPULATION, FALSE, "two records are asked for" },
  { "ak:0.5:1:3", 1, NO_POPULATION, TRUE, "one record is asked for, and its value not bound" },
  { "ak:0.5:1:3", 3, NO_POPULATION, FALSE, "its value is" },
  { "kmap:1", 1, 1, TRUE, "one record of the population is asked for" },
  { "kmap:1", 1, 0, FALSE, "there is none" },
  { "kmap:2", 1, 1, FALSE, "two are" },
  { "kmap:4", 1, 4, TRUE, "the population has four" },
  { "dp:0:1", 1, 1, TRUE, "presence may be certain" },
  { "dp:0:0.99", 1, 1, FALSE, "presence is certain" },
  { "dp:0:0.5", 1, 2, TRUE, "one of two is present" },
  { "avg:0.2", 1, NO_POPULATION, TRUE, "2 classes of 10 records" },
  { "avg:0.19", 1, NO_POPULATION, FALSE, "2 classes of 10 records" },
  { "uniq:0.1", 1, NO_POPULATION, TRUE, "1 record of 10" },
  { "uniq:0.09", 1, NO_POPULATION, FALSE, "1 record of 10" },
  { "atrisk:0.5:0.1", 1, NO_POPULATION, TRUE, "1 record of 10 may be at risk" },
  { "atrisk:0.99:0", 1, NO_POPULATION, FALSE, "none may" },
  { "atrisk:1:0", 1, NO_POPULATION, TRUE, "no risk is above 1" },
  { "jatrisk:0.5:0", 1, 1, FALSE, "a risk of 1" },
  { "jatrisk:0.5:0", 1, 0, FALSE, "what nobody matches is at risk" },
  { "jatrisk:0.5:0", 1, 2, TRUE, "a risk of 1 / 2" },
  { "risk:2.1", 1, NO_POPULATION, TRUE, "1 + 9 / 9" },
  { "risk:1.9", 1, NO_POPULATION, FALSE, "1 + 9 / 9" },
  { "risk:0.19:mean", 1, NO_POPULATION, FALSE, "2 / 10" },
  { "risk:0.71", 1, 4, TRUE, "1 / 4 + 9 / 20" },
  { "risk:0.69", 1, 4, FALSE, "1 / 4 + 9 / 20" },
  { "risk:1.4:self", 1, 0, FALSE, "1 + 9 / 20" },
  { "pu:zayatz:1.0:0.1", 1, NO_POPULATION, TRUE, "1 of 10 people" },
  { "pu:zayatz:1.0:0.09", 1, NO_POPULATION, FALSE, "1 of 10 people" },
  { "payout:2:1:9:1", 1, NO_POPULATION, TRUE, "2 - 1 > 0, though it is attacked" },
  { "payout:1:1:9:1", 1, NO_POPULATION, FALSE, "1 - 1 = 0" },
  { "payout:1:1:1:1", 1, NO_POPULATION, TRUE, "an attack is not worth it" },
  { "payoutmap:1:1:9:1", 1, 1, FALSE, "1 - 1 = 0" },
  { "payoutmap:1:1:9:1", 1, 0, FALSE, "as if there were one" },
  { "payoutmap:1:1:9:1", 1, 4, TRUE, "1 - 1 / 4 > 0" },
  { "noattack:1:1", 1, NO_POPULATION, TRUE, "a gain of 1 at a cost of 1" },
  { "noattack:1.01:1", 1, NO_POPULATION, FALSE, "a gain of 1.01 at a cost of 1" },
  { "noattackmap:1.01:1", 1, 1, FALSE, "a gain of 1.01 at a cost of 1" },
  { "noattackmap:1.01:1", 1, 0, FALSE, "as if there were one" },
  { "noattackmap:2:1", 1, 2, TRUE, "a gain of 2 / 2 at a cost of 1" },
};

static DeidLattice *
make_lattice (guint value)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("single");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  const char *q[10], *s[10];
  guint n = 0;
  DeidLattice *lattice;

  for (guint v = 1; v <= 3; v++)
    for (guint i = 0; i < n_of_value[v]; i++)
      {
        q[n] = v == value && i == 0 ? "single" : "other";
        s[n++] = v == 1 ? "1" : v == 2 ? "2" : "3";
      }
  ck_assert (deid_dataset_add_string_column (dataset, "q", q, n, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", s, n, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, NULL));
  return lattice;
}

static void
set_population (DeidProblem *problem, guint n)
{
  g_autoptr (DeidDataset) population = deid_dataset_new ("population");
  const char *q[30];
  GError *error = NULL;

  for (guint i = 0; i < n + 20; i++)
    q[i] = i < n ? "single" : "other";
  ck_assert (deid_dataset_add_string_column (population, "q", q, n + 20, NULL, NULL));
  deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
}

static void
set_sensitive_hierarchy (DeidProblem *problem)
{
  static const char *const rows[][4]
      = { { "1", "low", "*", NULL }, { "2", "low", "*", NULL }, { "3", "high", "*", NULL } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("s");
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  ck_assert (deid_problem_set_sensitive_hierarchy (problem, "s", hierarchy, NULL, NULL));
}

/* Whether the single record is released where nothing is generalized. The other records may fail as
 * well, but not all ten. */
static gboolean
is_released (DeidProblem *problem)
{
  const guint levels[] = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidResult) result = sample_evaluate (problem, levels, &error);
  g_autoptr (DeidDataset) release = NULL;

  if (result == NULL)
    {
      ck_assert (g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION));
      return FALSE;
    }
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
    if (g_str_equal (deid_dataset_get_value (release, row, 0), "single"))
      return TRUE;
  return FALSE;
}

START_TEST (single_record)
{
  g_autoptr (DeidLattice) lattice = make_lattice (cases[_i].value);
  g_autoptr (DeidProblem) problem = sample_state_problem (lattice, cases[_i].model, "s", 0.9);

  if (g_str_has_prefix (cases[_i].model, "th:"))
    set_sensitive_hierarchy (problem);
  if (cases[_i].n_population != NO_POPULATION)
    set_population (problem, cases[_i].n_population);
  ck_assert_msg (is_released (problem) == cases[_i].passes, "%s: a single record should%s pass: %s",
                 cases[_i].model, cases[_i].passes ? "" : " not", cases[_i].reason);
}
END_TEST

/* Each model that has a specification is there, and has a parameter that it refuses
 * single records by. Models of persons judge more than a record.
 */
START_TEST (all_models)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) usages = NULL;
  guint n = 0;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("no such model", NULL, &error));
  usages = g_regex_split_simple (", | or ", strstr (error->message, "expected ") + 9, 0, 0);
  for (; usages[n] != NULL; n++)
    {
      g_autofree char *prefix
          = g_strndup (usages[n], (gsize) (strchr (usages[n], ':') + 1 - usages[n]));
      guint i = 0;

      while (i < G_N_ELEMENTS (cases)
             && (cases[i].passes || !g_str_has_prefix (cases[i].model, prefix)))
        i++;
      ck_assert_msg (i < G_N_ELEMENTS (cases) || g_str_equal (prefix, "persons:"), "%s", usages[n]);
    }
  ck_assert_uint_ge (n, 24);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("single records");
  TCase *tcase = tcase_create ("single records");

  tcase_add_loop_test (tcase, single_record, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tcase, all_models);
  suite_add_tcase (suite, tcase);
  return suite;
}
