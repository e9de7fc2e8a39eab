/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/engine-trial.h"

#include <string.h>

#include "support/sample.h"
#include "support/suite.h"

/* The first ones judge each class by itself. The first two also accept the union of two classes
 * that they accept. */
static const char *const models[]
    = { "k:2",    "k:3",    "k:2;dl:2", "el:1.5",         "rcl:2:2", "ak:0.7:2", "te:0.4",
        "bl:1.5", "dd:1.2", "avg:0.4",  "atrisk:0.4:0.3", "risk:6",  "uniq:0.1", "km:2:2" };
static const char *const person_models[]
    = { "k:2",         "k:2;dl:2",       "persons:2",     "persons:2:1",
        "persons:2:2", "persons:3;dl:2", "persons:2;k:3", "pu:snb:survey:0.5" };
#define N_MODELS_OF_CLASSES        9
#define N_PERSON_MODELS_OF_CLASSES 2
#define N_MODELS_OF_JOINED_CLASSES 2

/* Local recodings that do not depend on the order of the rows. */
static const char *const local_searches[] = { "mondrian", "rounds:2" };

static const double limits[] = { 0, 0.1, 0.4, 1 };

/* Returns: (transfer full): what scripts of a result contain: the digest of its policy or, for a
 * local recoding, the comment above the digest. */
static char *
digest_policy (DeidResult *result)
{
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autofree char *json = NULL, *file = NULL;

  if (deid_result_get_policy (result) == NULL)
    return g_strdup ("-- SHA-256 of the classes of this release:");
  policy = deid_stored_policy_new (result, NULL, NULL);
  json = deid_stored_policy_to_json (policy, NULL, NULL);
  file = g_strconcat (json, "\n", NULL);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, file, -1);
}

/* Runs by hand what would make the same rows, and names what the policy is: twice fails, since the
 * table is there then. In ANSI SQL a check that succeeds is a row, and what fails leaves tables. */
static void
run_script (const EngineCase *table, const SqlClient *client, DeidEngineTable *named,
            DeidResult *result, const char *output, const char *rows)
{
  g_autofree char *other = g_strconcat (output, " by hand", NULL), *made = NULL, *written = NULL;
  g_autofree char *digest = digest_policy (result);
  GError *error = NULL;
  g_autofree char *script
      = deid_engine_table_make_script (named, result, other, DEID_SCRIPT_FORM_ONCE, NULL, &error);

  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (script, digest));
  written = sql_client_run (client, script);
  ck_assert_str_eq (written, client->dialect == DEID_DIALECT_ANSI ? "1\n1\n" : "");
  made = engine_case_list_table (table, client, other);
  ck_assert_str_eq (made, rows);
  if (client->dialect != DEID_DIALECT_ANSI)
    ck_assert (!sql_client_try (client, script));
}

/* Runs twice by hand what replaces a table, here the one that another script made. */
static void
run_repeatable_script (const EngineCase *table, const SqlClient *client, DeidEngineTable *named,
                       DeidResult *result, const char *output, const char *rows)
{
  g_autofree char *other = g_strconcat (output, " by hand", NULL);
  GError *error = NULL;
  g_autofree char *script = deid_engine_table_make_script (
      named, result, other, DEID_SCRIPT_FORM_REPEATABLE, NULL, &error);

  assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *made = NULL;

      g_free (sql_client_run (client, script));
      made = engine_case_list_table (table, client, other);
      ck_assert_str_eq (made, rows);
    }
}

/* Returns: (transfer full) (nullable): the policy; %NULL for a local recoding. */
static char *
write_policy (DeidResult *result)
{
  DeidPolicy *policy = deid_result_get_policy (result);

  return policy != NULL ? deid_policy_to_text (policy, NULL) : NULL;
}

/* Checks what was found in the combinations, and what the engine makes of it. */
static void
compare (const EngineCase *table, const SqlClient *client, DeidEngineTable *named,
         DeidResult *result, DeidResult *expected, const char *output)
{
  g_autoptr (DeidDataset) release = deid_result_apply (expected, NULL, NULL, NULL);
  g_autofree char *rows = engine_case_list (table, release), *made = NULL;
  g_autofree char *policy = write_policy (result), *expected_policy = write_policy (expected);
  GError *error = NULL;

  ck_assert_pstr_eq (policy, expected_policy);
  ck_assert_double_eq (deid_result_get_loss (result), deid_result_get_loss (expected));
  ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                     deid_result_get_n_suppressed (expected));
  ck_assert (deid_engine_table_release (named, result, output, NULL, &error));
  assert_no_error (error);
  made = engine_case_list_table (table, client, output);
  ck_assert_str_eq (made, rows);
  run_script (table, client, named, result, output, rows);
  if (table->n_rows % 3 == 0)
    run_repeatable_script (table, client, named, result, output, rows);
}

/* Has the engine generalize to random levels, or raise them until it has as few combinations as a
 * random limit says. Returns: whether there are so few. */
static gboolean
count_by_levels (EngineCase *table, DeidEngineTable *named, GRand *rand, DeidDataset **combinations)
{
  const gint n = (gint) deid_dataset_get_n_rows (*combinations);
  const guint64 limit = (guint64) g_rand_int_range (rand, 1, n + 1);
  const gboolean is_limited = g_rand_boolean (rand);
  GError *error = NULL;

  engine_case_draw_levels (table, rand);
  engine_case_set_levels (table, named);
  if (is_limited)
    ck_assert (deid_engine_table_set_combination_limit (named, limit, NULL, NULL));
  deid_dataset_unref (*combinations);
  *combinations = deid_engine_table_count (named, NULL, &error);
  if (*combinations == NULL)
    {
      ck_assert (is_limited);
      assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, NULL);
      return FALSE;
    }
  if (is_limited)
    ck_assert_uint_le (deid_dataset_get_n_rows (*combinations), limit);
  engine_case_get_levels (table, named);
  return TRUE;
}

void
engine_trial_run (EngineCase *table, const SqlClient *client, DeidEngineTable *counted,
                  DeidEngineTable *released, GRand *rand, const char *output)
{
  const gboolean has_persons = table->roles[table->n_columns - 1] == DEID_ROLE_SURVEY_WEIGHT;
  const gint drawn = g_rand_int_range (
      rand, 0, has_persons ? G_N_ELEMENTS (person_models) : G_N_ELEMENTS (models));
  const char *model = has_persons ? person_models[drawn] : models[drawn];
  const double limit = limits[g_rand_int_range (rand, 0, G_N_ELEMENTS (limits))];
  GError *error = NULL;
  g_autoptr (DeidDataset) dataset = engine_case_build (table);
  g_autoptr (DeidDataset) combinations = deid_engine_table_count (counted, NULL, &error);
  g_autoptr (DeidResult) expected = NULL, result = NULL;

  assert_no_error (error);
  if (drawn < (has_persons ? N_PERSON_MODELS_OF_CLASSES : N_MODELS_OF_CLASSES)
      && g_rand_boolean (rand))
    table->search = local_searches[g_rand_int_range (
        rand, 0, drawn < N_MODELS_OF_JOINED_CLASSES ? G_N_ELEMENTS (local_searches) : 1)];
  if (counted == released && table->search == NULL && g_rand_boolean (rand)
      && !count_by_levels (table, counted, rand, &combinations))
    return;
  ck_assert_uint_eq (deid_dataset_get_n_records (combinations),
                     deid_dataset_get_n_records (dataset));
  expected = engine_case_solve (table, dataset, NULL, model, limit);
  result = engine_case_solve (table, combinations, counted, model, limit);
  ck_assert ((expected == NULL) == (result == NULL));
  if (result != NULL)
    compare (table, client, released, result, expected, output);
}

DeidResult *
engine_trial_solve (DeidEngineTable *table, const char *const *names, guint n, const guint *levels)
{
  g_autoptr (DeidDataset) combinations = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  GError *error = NULL;
  DeidResult *result;

  combinations = deid_engine_table_count (table, NULL, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (combinations);
  for (guint c = 0; c < n; c++)
    ck_assert (deid_lattice_add_quasi_identifier (lattice, names[c], suppression, NULL, NULL));
  problem = sample_state_problem (lattice, "k:2", NULL, 1);
  policy = levels != NULL ? deid_policy_new (lattice, levels, n, NULL)
                          : deid_policy_new_bottom (lattice, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  return result;
}
