/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/codes.h"
#include "support/memory-job.h"

#include "support/suite.h"

#define N_ATTRIBUTES 3

const char *const memory_job_outputs[]
    = { "release.csv", "policy.json", "certificate", "cuts.csv", "cuts.json", "rules.csv", NULL };

static void
add_record (const MemoryTable *table, GRand *rand, GString *text)
{
  for (guint a = 0; a < N_ATTRIBUTES; a++)
    g_string_append_printf (text, "%u,", g_rand_int_range (rand, 0, (gint32) table->n_values));
  g_string_append_printf (text, "diagnosis %d", g_rand_int_range (rand, 0, 4));
  for (guint i = 0; i < table->n_insensitive; i++)
    g_string_append_printf (text, ",note %d", g_rand_int_range (rand, 0, 1000));
  g_string_append_c (text, '\n');
}

void
memory_table_write (const MemoryTable *table)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GString) text = g_string_new ("q0,q1,q2,diagnosis");
  g_autoptr (GString) labels = g_string_new (NULL);

  for (guint i = 0; i < table->n_insensitive; i++)
    g_string_append_printf (text, ",note%u", i);
  g_string_append_c (text, '\n');
  for (guint row = 0; row < table->n_rows; row++)
    add_record (table, rand, text);
  write_file ("table.csv", text->str, (gssize) text->len);
  for (guint value = 0; value < table->n_values; value++)
    {
      g_string_append_printf (labels, "%u", value);
      for (guint width = 4; width < table->n_values; width *= 4)
        g_string_append_printf (labels, ";from %u by %u", value / width * width, width);
      g_string_append (labels, ";*\n");
    }
  write_file ("values.csv", labels->str, (gssize) labels->len);
}

static DeidDataset *
read_table (GError **error)
{
  g_autoptr (DeidDataset) dataset
      = deid_dataset_new_from_csv_file (get_temporary_file ("table.csv"), NULL, NULL, error);

  if (dataset == NULL)
    return NULL;
  for (guint c = N_ATTRIBUTES; c < deid_dataset_get_n_columns (dataset); c++)
    if (!deid_dataset_set_role (dataset, deid_dataset_get_column_name (dataset, c),
                                c == N_ATTRIBUTES ? DEID_ROLE_SENSITIVE : DEID_ROLE_INSENSITIVE,
                                error))
      return NULL;
  return g_steal_pointer (&dataset);
}

static DeidLattice *
make_lattice (gboolean with_cuts, GError **error)
{
  g_autoptr (DeidDataset) dataset = read_table (error);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidLattice) lattice = NULL;

  if (dataset == NULL)
    return NULL;
  hierarchy
      = deid_hierarchy_new_from_csv_file (get_temporary_file ("values.csv"), NULL, NULL, error);
  if (hierarchy == NULL)
    return NULL;
  lattice = deid_lattice_new (dataset);
  if (!(with_cuts ? deid_lattice_add_numeric_cuts (lattice, "q0", DEID_CUT_ENDS_ROUNDED, error)
                  : deid_lattice_add_quasi_identifier (lattice, "q0", hierarchy, NULL, error))
      || !(with_cuts ? deid_lattice_add_subtree_cuts (lattice, "q1", hierarchy, NULL, error)
                     : deid_lattice_add_quasi_identifier (lattice, "q1", hierarchy, NULL, error))
      || !deid_lattice_add_quasi_identifier (lattice, "q2", hierarchy, NULL, error)
      || (with_cuts
          && (!deid_lattice_set_level_range (lattice, "q1", 0, G_MAXUINT, error)
              || !deid_lattice_keep_together (lattice, "q1", "0", "1", error)
              || !deid_lattice_set_max_blocks (lattice, "q0", 6, error))))
    return NULL;
  return g_steal_pointer (&lattice);
}

static DeidProblem *
make_problem (gboolean with_cuts, GError **error)
{
  static const char *const models[] = { "k:3", "dl:2@diagnosis" };
  g_autoptr (DeidLattice) lattice = make_lattice (with_cuts, error);
  g_autoptr (DeidProblem) problem = NULL;

  if (lattice == NULL)
    return NULL;
  problem = deid_problem_new (lattice);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (models[i], NULL, error);

      if (model == NULL || !deid_problem_add_privacy_model (problem, model, error))
        return NULL;
    }
  return deid_problem_set_suppression_limit (problem, 0.05, error) ? g_steal_pointer (&problem)
                                                                   : NULL;
}

static gboolean
write_release (DeidResult *result, const char *name, GError **error)
{
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, error);

  return release != NULL && deid_result_verify (result, release, NULL, error)
         && deid_dataset_write_csv (release, get_temporary_file (name), NULL, NULL, error);
}

static gboolean
report (DeidResult *result, GError **error)
{
  g_autoptr (DeidReport) before = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, error);
  g_autoptr (DeidReport) after = NULL;
  g_autoptr (DeidReport) risks = NULL;
  g_autofree char *text = NULL;

  if (before == NULL)
    return FALSE;
  text = deid_report_to_text (before, NULL, error);
  if (text == NULL)
    return FALSE;
  g_clear_pointer (&text, g_free);
  after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, error);
  if (after == NULL)
    return FALSE;
  text = deid_report_to_json (after, error);
  if (text == NULL)
    return FALSE;
  g_clear_pointer (&text, g_free);
  risks = deid_report_new_attribute_risks (result, TRUE, 2, NULL, error);
  if (risks == NULL)
    return FALSE;
  text = deid_report_to_json (risks, error);
  return text != NULL;
}

static gboolean
evaluate (DeidResult *result, GError **error)
{
  g_autoptr (DeidReport) evaluation = deid_report_new_evaluation (
      deid_result_get_problem (result), deid_result_get_policy (result), NULL, error);
  g_autofree char *text = NULL;

  if (evaluation == NULL)
    return FALSE;
  text = deid_report_to_json (evaluation, error);
  return text != NULL;
}

static gboolean
list_warnings (DeidResult *result, GError **error)
{
  g_autoptr (DeidReport) warnings = deid_report_new_warnings (result, NULL, error);

  return warnings != NULL;
}

/* With a limit of 0, warnings search. */
static gboolean
warn (DeidResult *result, GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (result));
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, error);
  const guint top[] = { deid_lattice_get_height (lattice, 0), deid_lattice_get_height (lattice, 1),
                        deid_lattice_get_height (lattice, 2) };
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidProblem) strict = NULL;
  g_autoptr (DeidResult) evaluated = NULL;

  if (model == NULL || !list_warnings (result, error)
      || (policy = deid_policy_new (lattice, top, G_N_ELEMENTS (top), error)) == NULL)
    return FALSE;
  strict = deid_problem_new (lattice);
  if (!deid_problem_add_privacy_model (strict, model, error)
      || !deid_problem_set_suppression_limit (strict, 0, error)
      || (evaluated = deid_problem_evaluate (strict, policy, NULL, error)) == NULL)
    return FALSE;
  return list_warnings (evaluated, error);
}

static gboolean
explain (DeidResult *result, GError **error)
{
  g_autoptr (DeidReport) explanation = deid_report_new_explanation (result, 5, NULL, error);
  g_autofree char *text = NULL;

  if (explanation == NULL)
    return FALSE;
  text = deid_report_to_text (explanation, NULL, NULL);
  return TRUE;
}

static gboolean
certify (DeidResult *result, DeidProblem *problem, GError **error)
{
  const char *path = get_temporary_file ("certificate");
  g_autoptr (DeidResult) verified = NULL;

  if (!deid_result_write_certificate (result, path, NULL, error))
    return FALSE;
  verified = deid_problem_verify_certificate (problem, path, NULL, NULL, error);
  return verified != NULL;
}

static gboolean
store (DeidResult *result, const char *name, GError **error)
{
  const char *path = get_temporary_file (name);
  g_autoptr (DeidStoredPolicy) written = deid_stored_policy_new (result, NULL, error);
  g_autoptr (DeidStoredPolicy) read = NULL;
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidResult) applied = NULL;

  if (written == NULL || !deid_stored_policy_write_json (written, path, NULL, error))
    return FALSE;
  read = deid_stored_policy_new_from_json_file (path, NULL, NULL, error);
  if (read == NULL)
    return FALSE;
  dataset = read_table (error);
  if (dataset == NULL)
    return FALSE;
  applied = deid_stored_policy_evaluate (read, dataset, NULL, NULL, error);
  return applied != NULL;
}

gboolean
memory_job_run_main (GError **error)
{
  g_autoptr (DeidProblem) problem = make_problem (FALSE, error);
  g_autoptr (DeidSearch) search = NULL;
  g_autoptr (DeidResult) result = NULL;

  if (problem == NULL)
    return FALSE;
  search = deid_search_new_optimal ();
  result = deid_search_run (search, problem, NULL, error);
  return result != NULL && write_release (result, "release.csv", error) && report (result, error)
         && evaluate (result, error) && warn (result, error) && explain (result, error)
         && certify (result, problem, error) && store (result, "policy.json", error);
}

static DeidResult *
search_with (DeidSearch *search, gboolean with_cuts, GError **error)
{
  g_autoptr (DeidProblem) problem = make_problem (with_cuts, error);

  return problem != NULL ? deid_search_run (search, problem, NULL, error) : NULL;
}

static gboolean
search_in_parallel (GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;

  if (!deid_search_set_n_threads (search, 2, error))
    return FALSE;
  result = search_with (search, FALSE, error);
  return result != NULL;
}

gboolean
memory_job_run_others (GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_bisecting (3, 1, TRUE);
  g_autoptr (DeidResult) result = search_with (search, TRUE, error);
  g_autofree char *text = NULL;

  if (result == NULL)
    return FALSE;
  text = deid_policy_to_text (deid_result_get_policy (result), NULL);
  return write_release (result, "cuts.csv", error) && store (result, "cuts.json", error)
         && search_in_parallel (error);
}

gboolean
memory_job_run_columns (GError **error)
{
  static const char *const parts[] = { "diagnosis", "note0", NULL };
  g_autoptr (DeidDataset) dataset = read_table (error);
  g_autoptr (DeidDataset) copy = deid_dataset_new ("copy");
  g_autoptr (GBytes) codes = NULL;
  g_autofree const char **values = NULL;
  gsize n_values;
  guint width;

  if (dataset == NULL)
    return FALSE;
  codes = copy_codes (dataset, 0, &width);
  values = deid_dataset_list_distinct (dataset, 0, &n_values, error);
  return values != NULL && add_codes (copy, "q0", values, n_values, codes, width, NULL, error)
         && deid_dataset_add_joint_column (dataset, "joint", parts, NULL, error);
}

/* A policy on rules, of which one counts values; a table that has a value more makes a table of
 * labels of the stored one. */
static gboolean
apply_rules (DeidProblem *problem, DeidPolicy *policy, GError **error)
{
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, policy, NULL, error);
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  g_autoptr (DeidStoredPolicy) stored = NULL, read = NULL;
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidResult) applied = NULL;
  g_autofree char *text = NULL;

  if (result == NULL || !write_release (result, "rules.csv", error))
    return FALSE;
  stored = deid_stored_policy_new (result, NULL, error);
  if (stored == NULL)
    return FALSE;
  text = deid_stored_policy_to_json (stored, NULL, error);
  if (text == NULL)
    return FALSE;
  read = deid_stored_policy_new_from_json_text (text, NULL, NULL, error);
  if (read == NULL)
    return FALSE;
  dataset = read_table (error);
  if (dataset == NULL
      || !deid_stored_policy_options_set_unknown_values (options, DEID_UNKNOWN_VALUES_SUPPRESS,
                                                         error))
    return FALSE;
  applied = deid_stored_policy_evaluate (read, dataset, options, NULL, error);
  return applied != NULL;
}

gboolean
memory_job_run_rules (GError **error)
{
  static const char *const rules[] = { "prefix:1;special=0", "rare:3;missing=7", "suppress" };
  g_autoptr (DeidDataset) dataset = read_table (error);
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) policy = NULL;

  if (dataset == NULL)
    return FALSE;
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification (rules[a], error);

      if (rule == NULL
          || !deid_lattice_add_quasi_identifier (lattice, deid_dataset_get_column_name (dataset, a),
                                                 rule, NULL, error))
        return FALSE;
    }
  model = deid_privacy_model_new_k_anonymity (1, error);
  if (model == NULL)
    return FALSE;
  problem = deid_problem_new (lattice);
  if (!deid_problem_add_privacy_model (problem, model, error))
    return FALSE;
  policy = deid_policy_new (lattice, (const guint[]){ 1, 1, 0 }, N_ATTRIBUTES, error);
  return policy != NULL && apply_rules (problem, policy, error);
}
