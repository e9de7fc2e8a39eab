/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checks a released table in its engine at any later time. */
#include <string.h>

#include "base/text.h"
#include "engine/engine-private.h"
#include "engine/engine-table-private.h"
#include "figures/report-private.h"
#include "privacy/privacy-model-private.h"
#include "release/same-release.h"
#include "stored-policy/stored-policy-private.h"
#include "table/column.h"
#include "table/dataset-view.h"

/* The outcome of a check. A check that fails is an error instead. */
typedef struct
{
  const char *name;
  gboolean is_made;
  char *text;
} EngineVerifyCheck;

typedef struct
{
  DeidEngine *engine;
  DeidStoredPolicy *policy;
  const char *name;     /* of the released table */
  DeidDataset *columns; /* the columns of the released table, without rows */
  DeidDataset *counted; /* the classes of the released table */
  GArray *checks;
  GCancellable *cancellable;
} EngineVerify;

static void
engine_verify_clear_check (gpointer data)
{
  g_free (((EngineVerifyCheck *) data)->text);
}

static void
engine_verify_clear (EngineVerify *verify)
{
  g_clear_pointer (&verify->columns, deid_dataset_unref);
  g_clear_pointer (&verify->counted, deid_dataset_unref);
}

static void engine_verify_note (EngineVerify *verify, const char *name, gboolean is_made,
                                const char *format, ...) G_GNUC_PRINTF (4, 5);

static void
engine_verify_note (EngineVerify *verify, const char *name, gboolean is_made, const char *format,
                    ...)
{
  EngineVerifyCheck check = { .name = name, .is_made = is_made };
  va_list arguments;

  va_start (arguments, format);
  check.text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_array_append_val (verify->checks, check);
}

static gboolean
engine_verify_has_column (const DeidDataset *columns, const char *name)
{
  return deid_dataset_look_up (columns, name) != DEID_NO_COLUMN;
}

/* Columns. */

static gboolean
fail_released_column (const char *name, const char *what, GError **error)
{
  return deid_fail (error, DEID_ERROR_VERIFICATION, "the released table %s column '%s', %s",
                    what[0] == '+' ? "has a" : "has no", DEID_SHOW (name), what + 1);
}

/* Judged, entity and survey-weight columns must be absent, because no release has them. */
static gboolean
engine_verify_check_role (const EngineVerify *verify, const DeidStoredRole *role, GError **error)
{
  const gboolean is_there = engine_verify_has_column (verify->columns, role->name);

  if (is_there
      && (role->role == DEID_ROLE_JUDGED || role->role == DEID_ROLE_ENTITY
          || role->role == DEID_ROLE_SURVEY_WEIGHT))
    return fail_released_column (role->name, "+which the policy does not release", error);
  if (!is_there && (role->role == DEID_ROLE_SENSITIVE || role->role == DEID_ROLE_INSENSITIVE))
    return fail_released_column (role->name, "-which the policy releases", error);
  return TRUE;
}

static gboolean
engine_verify_is_known (const DeidStoredPolicy *policy, const char *column)
{
  for (guint a = 0; a < policy->n_attributes; a++)
    if (g_str_equal (policy->attributes[a].name, column))
      return TRUE;
  for (guint i = 0; i < policy->n_roles; i++)
    if (g_str_equal (policy->roles[i].name, column))
      return TRUE;
  return FALSE;
}

static void
engine_verify_append_name (GString *names, const char *name)
{
  g_string_append_printf (names, "%s'%s'", names->len > 0 ? ", " : "", DEID_SHOW (name));
}

/* Notes the columns that the policy does not know. */
static void
note_unknown_columns (EngineVerify *verify)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint c = 0; c < deid_dataset_get_n_columns (verify->columns); c++)
    {
      const char *name = deid_dataset_get_column_name (verify->columns, c);

      if (!engine_verify_is_known (verify->policy, name))
        engine_verify_append_name (names, name);
    }
  if (names->len == 0)
    engine_verify_note (verify, "columns", TRUE, "the table has the columns of the policy alone");
  else
    engine_verify_note (verify, "columns", FALSE,
                        "the policy does not know these columns, which should be insensitive, and "
                        "their values were not compared: %s",
                        names->str);
}

static gboolean
check_released_columns (EngineVerify *verify, GError **error)
{
  const DeidStoredPolicy *policy = verify->policy;

  for (guint a = 0; a < policy->n_attributes; a++)
    if (!engine_verify_has_column (verify->columns, policy->attributes[a].name))
      return fail_released_column (policy->attributes[a].name, "-which the policy generalizes",
                                   error);
  for (guint i = 0; i < policy->n_roles; i++)
    if (!engine_verify_check_role (verify, &policy->roles[i], error))
      return FALSE;
  note_unknown_columns (verify);
  return TRUE;
}

/* Tells whether a column is counted, in the original or in the release. A weight is counted only if
 * the release has it: a policy of combinations may name a weight that no table has. */
static gboolean
engine_verify_is_counted (const EngineVerify *verify, const DeidStoredRole *role,
                          gboolean is_original)
{
  if (role->role == DEID_ROLE_WEIGHT)
    return engine_verify_has_column (verify->columns, role->name);
  return role->role == DEID_ROLE_SENSITIVE
         || (is_original && deid_engine_role_is_counted (role->role));
}

/* Returns: (transfer full): a table in which columns have the roles that the policy gives them. */
static DeidEngineTable *
open_verified (const EngineVerify *verify, const char *name, gboolean is_original, GError **error)
{
  const DeidStoredPolicy *policy = verify->policy;
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (verify->engine, name, error);

  for (guint a = 0; table != NULL && a < policy->n_attributes; a++)
    if (!deid_engine_table_set_role (table, policy->attributes[a].name, DEID_ROLE_QUASI_IDENTIFYING,
                                     error))
      return NULL;
  for (guint i = 0; table != NULL && i < policy->n_roles; i++)
    if (engine_verify_is_counted (verify, &policy->roles[i], is_original)
        && !deid_engine_table_set_role (table, policy->roles[i].name, policy->roles[i].role, error))
      return NULL;
  return g_steal_pointer (&table);
}

/* Ends the client in between, because some engines let only one program open the database. */
static gboolean
count_released (EngineVerify *verify, GError **error)
{
  g_autoptr (DeidEngineTable) bare = deid_engine_table_new (verify->engine, verify->name, error);
  g_autoptr (DeidEngineTable) released = NULL;

  if (bare == NULL)
    return FALSE;
  verify->columns = deid_engine_table_list_columns (bare, verify->cancellable, error);
  if (!deid_engine_end (bare->engine, verify->columns != NULL, verify->cancellable, error)
      || !check_released_columns (verify, error)
      || (released = open_verified (verify, verify->name, FALSE, error)) == NULL)
    return FALSE;
  verify->counted = deid_engine_table_count (released, verify->cancellable, error);
  if (verify->counted == NULL || deid_dataset_get_n_rows (verify->counted) > 0)
    return verify->counted != NULL;
  return deid_fail (error, DEID_ERROR_VERIFICATION, "the released table has no rows");
}

/* Labels. */

/* Returns: the labels of the policy, or %NULL if a rule makes them. */
static const DeidDictionary *
engine_verify_find_labels (const DeidStoredAttribute *attribute)
{
  return attribute->hierarchy->rule != NULL || attribute->rule != NULL
             ? NULL
             : &attribute->hierarchy->levels[deid_stored_attribute_get_level (attribute)].labels;
}

static gboolean
engine_verify_check_labels (const EngineVerify *verify, const char *name,
                            const DeidDictionary *labels, GError **error)
{
  const guint column = deid_dataset_look_up (verify->counted, name);
  const DeidDictionary *values = &deid_dataset_get_column (verify->counted, column)->dictionary;
  guint32 n_unknown = 0;

  for (guint32 code = 0; code < values->n; code++)
    {
      const char *text = deid_dictionary_get (values, code);

      if (text != NULL && deid_dictionary_find (labels, text, strlen (text)) == DEID_NO_CODE)
        n_unknown++;
    }
  return n_unknown == 0
         || deid_fail (error, DEID_ERROR_VERIFICATION,
                       "column '%s' of the released table has %u texts that are no labels of the "
                       "policy",
                       DEID_SHOW (name), n_unknown);
}

static gboolean
check_all_labels (EngineVerify *verify, GError **error)
{
  g_autoptr (GString) rules = g_string_new (NULL);

  for (guint a = 0; a < verify->policy->n_attributes; a++)
    {
      const DeidStoredAttribute *attribute = &verify->policy->attributes[a];
      const DeidDictionary *labels = engine_verify_find_labels (attribute);

      if (labels == NULL)
        engine_verify_append_name (rules, attribute->name);
      else if (!engine_verify_check_labels (verify, attribute->name, labels, error))
        return FALSE;
    }
  if (rules->len < 1)
    engine_verify_note (verify, "labels", TRUE, "all texts are labels of the policy");
  else
    engine_verify_note (verify, "labels", FALSE,
                        "rules make the labels of these columns, so the policy does not list them: "
                        "%s",
                        rules->str);
  return TRUE;
}

/* Models. */

/* Tells whether the released classes alone decide a model. Other models compare with the original
 * or with a population. With an entity column, models count persons. No release has persons, nor
 * judged columns. */
static gboolean
engine_verify_may_judge (const DeidStoredPolicy *policy, const DeidPrivacyModel *model)
{
  static const char *const kinds[]
      = { "k", "dl", "el", "elg", "rcl", "ak", "avg", "uniq", "atrisk", NULL };
  g_auto (GStrv) parts = g_strsplit_set (model->text, ":@", 2);

  for (guint i = 0; i < policy->n_roles; i++)
    {
      const DeidStoredRole *role = &policy->roles[i];

      if (role->role == DEID_ROLE_ENTITY
          || (role->role == DEID_ROLE_JUDGED && model->sensitive != NULL
              && g_strv_contains ((const char *const *) model->sensitive, role->name)))
        return FALSE;
    }
  return g_strv_contains (kinds, parts[0]);
}

/* Returns: (transfer full): a lattice whose values are the released labels. */
static DeidLattice *
engine_verify_make_lattice (const EngineVerify *verify, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (verify->counted);
  const char *const other[] = { "*", NULL }; /* all values may be missing */

  for (guint a = 0; a < verify->policy->n_attributes; a++)
    {
      g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("labels");
      const char *name = verify->policy->attributes[a].name;
      const guint column = deid_dataset_look_up (verify->counted, name);
      const DeidDictionary *values = &deid_dataset_get_column (verify->counted, column)->dictionary;
      g_autoptr (DeidHierarchy) hierarchy = NULL;

      for (guint32 code = 0; code < values->n; code++)
        {
          const char *text = deid_dictionary_get (values, code);

          if (text != NULL
              && !deid_hierarchy_builder_add_row (builder, (const char *const[]){ text, NULL },
                                                  error))
            return NULL;
        }
      if (!deid_hierarchy_builder_add_row (builder, other, error))
        return NULL;
      hierarchy = deid_hierarchy_builder_build (builder, error);
      if (hierarchy == NULL
          || !deid_lattice_add_quasi_identifier (lattice, name, hierarchy, verify->cancellable,
                                                 error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

static gboolean
engine_verify_check_model (const EngineVerify *verify, DeidLattice *lattice,
                           DeidPrivacyModel *model, GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPolicy) policy = deid_policy_new_bottom (lattice, error);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GError) reason = NULL;

  if (policy == NULL || !deid_problem_add_privacy_model (problem, model, error))
    return FALSE;
  result = deid_problem_evaluate (problem, policy, verify->cancellable, &reason);
  if (result != NULL)
    return TRUE;
  if (g_error_matches (reason, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    return deid_fail (error, DEID_ERROR_VERIFICATION, "the released table does not meet %s",
                      model->shown);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

static gboolean
check_all_models (EngineVerify *verify, gboolean has_original, GError **error)
{
  const GPtrArray *models = verify->policy->models;
  g_autoptr (DeidLattice) lattice = engine_verify_make_lattice (verify, error);

  if (lattice == NULL)
    return FALSE;
  for (guint i = 0; i < models->len; i++)
    {
      DeidPrivacyModel *model = g_ptr_array_index (models, i);

      if (engine_verify_may_judge (verify->policy, model))
        {
          if (!engine_verify_check_model (verify, lattice, model, error))
            return FALSE;
          engine_verify_note (verify, "models", TRUE, "the classes of the table meet %s",
                              model->shown);
        }
      else if (!has_original)
        engine_verify_note (verify, "models", FALSE,
                            "%s compares with more than the released table", model->shown);
    }
  return TRUE;
}

/* The digest, and the original. */

static gboolean
engine_verify_check_digest (EngineVerify *verify, GError **error)
{
  const char *stored = verify->policy->classes_sha256;
  g_autofree char *digest = NULL;

  if (stored == NULL)
    {
      engine_verify_note (verify, "digest", FALSE, "the policy has no digest of the classes");
      return TRUE;
    }
  digest = deid_release_digest (verify->counted, verify->cancellable, error);
  if (digest == NULL)
    return FALSE;
  if (!g_str_equal (digest, stored))
    return deid_fail (
        error, DEID_ERROR_VERIFICATION,
        "the released table has other classes, sensitive values or numbers of records "
        "than the policy was stored with");
  engine_verify_note (verify, "digest", TRUE,
                      "classes, sensitive values and numbers of records are those that the policy "
                      "was stored with");
  return TRUE;
}

/* Releases the combinations of the original again, and compares. */
static gboolean
engine_verify_check_original (EngineVerify *verify, const char *original, GError **error)
{
  g_autoptr (DeidEngineTable) table = open_verified (verify, original, TRUE, error);
  g_autoptr (DeidDataset) combinations = NULL, expected = NULL;
  g_autoptr (DeidResult) result = NULL;

  if (table == NULL)
    return FALSE;
  combinations = deid_engine_table_count (table, verify->cancellable, error);
  result = combinations != NULL ? deid_stored_policy_evaluate (verify->policy, combinations, NULL,
                                                               verify->cancellable, error)
                                : NULL;
  expected = result != NULL ? deid_result_apply (result, NULL, verify->cancellable, error) : NULL;
  if (expected == NULL || !deid_result_verify (result, expected, verify->cancellable, error)
      || !deid_release_compare (expected, verify->counted, verify->cancellable, error))
    {
      g_prefix_error (error, "comparing with the original: ");
      return FALSE;
    }
  engine_verify_note (
      verify, "original", TRUE,
      "the table is what the policy makes of the original as it is now, which meets "
      "all models");
  return TRUE;
}

static gboolean
engine_verify_run (EngineVerify *verify, const char *original, GError **error)
{
  if (!count_released (verify, error) || !check_all_labels (verify, error)
      || !check_all_models (verify, original != NULL, error)
      || !engine_verify_check_digest (verify, error))
    return FALSE;
  if (original != NULL)
    return engine_verify_check_original (verify, original, error);
  engine_verify_note (verify, "original", FALSE,
                      "without the original nobody can tell whether records have their own labels");
  return TRUE;
}

/* The report. */

static gboolean
engine_verify_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                    const DeidStop *stop, GError **error)
{
  const GArray *checks = data;

  deid_figures_begin_table (figures, "checks");
  for (guint i = 0; i < checks->len; i++)
    {
      const EngineVerifyCheck *check = &g_array_index (checks, EngineVerifyCheck, i);

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "name", check->name);
      deid_figures_add_flag (figures, "passed", check->is_made);
      deid_figures_add_text (figures, "text", check->text);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  return TRUE;
}

static const DeidFigure engine_verify_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (TEXT, "checks[].name", "",
          "What was looked at: `columns`, `labels`, `models`, `digest` or `original`."),
  FIGURE (FLAG, "checks[].passed", "",
          "Whether it was right; no if it could not be looked at, or not at all of it."),
  FIGURE (TEXT, "checks[].text", "", "What was found, or why it could not be looked at."),
};

static const DeidReportKind engine_verify_kind = {
  .name = "engine_verification",
  .title = "Verification: a released table in its engine",
  .catalogue = engine_verify_catalogue,
  .n_figures = G_N_ELEMENTS (engine_verify_catalogue),
  .fill = engine_verify_fill,
  .free = (GDestroyNotify) g_array_unref,
};

DeidReport *
deid_engine_verify (DeidEngine *engine, const char *released, DeidStoredPolicy *policy,
                    const char *original, GCancellable *cancellable, GError **error)
{
  EngineVerify verify
      = { .engine = engine, .policy = policy, .name = released, .cancellable = cancellable };
  gboolean success;

  g_return_val_if_fail (engine != NULL && released != NULL && policy != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  verify.checks = g_array_new (FALSE, FALSE, sizeof (EngineVerifyCheck));
  g_array_set_clear_func (verify.checks, engine_verify_clear_check);
  success = engine_verify_run (&verify, original, error);
  engine_verify_clear (&verify);
  if (success)
    return deid_report_new (&engine_verify_kind, verify.checks, DEID_STOP_OF (cancellable), error);
  g_array_unref (verify.checks);
  return NULL;
}
