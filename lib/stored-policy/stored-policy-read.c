/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies from JSON. */
#include <string.h>

#include "base/arrays.h"
#include "base/text.h"
#include "problem/digest.h"
#include "base/dictionary.h"
#include "quality/quality-model-private.h"
#include "stored-policy/stored-policy-private.h"
#include "table/dataset-view.h"

static const DeidRole stored_roles[]
    = { DEID_ROLE_SENSITIVE, DEID_ROLE_INSENSITIVE,   DEID_ROLE_ENTITY,
        DEID_ROLE_WEIGHT,    DEID_ROLE_SURVEY_WEIGHT, DEID_ROLE_JUDGED };

/* Fails about a label by its number, since its value is a person's. */
static void
fail_label (GError **error, guint64 number, const char *expected)
{
  deid_fail (error, DEID_ERROR_PARSE, "member 'labels', label %" G_GUINT64_FORMAT ": expected %s",
             number, expected);
}

static DeidHierarchy *
stored_policy_read_labels (const DeidJsonValue *labels, guint level, guint n_levels,
                           const char *name, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (name);
  const DeidJsonValue *value = labels + 1;

  for (guint64 i = 0; i < labels->n; i++, value = deid_json_skip (value + 1))
    {
      const DeidJsonValue *label = value + 1;

      if (!deid_json_is (label, DEID_JSON_STRING))
        {
          fail_label (error, i + 1, "a string");
          return NULL;
        }
      if (level == 0 && !g_str_equal (value->string, label->string))
        {
          fail_label (error, i + 1, "the value itself, since the level is 0");
          return NULL;
        }
      if (!deid_stop_check_row (stop, i, error)
          || !deid_stored_policy_add_row (builder, level, n_levels, value->string, label->string,
                                          error))
        return NULL;
    }
  return deid_hierarchy_builder_build (builder, error);
}

static DeidHierarchy *
stored_policy_read_rule (const DeidJsonValue *object, guint n_levels, GError **error)
{
  DeidHierarchy *hierarchy;

  if (deid_json_get_member (object, "labels") != NULL)
    {
      deid_stored_member_fail ("labels", "none beside a rule", error);
      return NULL;
    }
  hierarchy = deid_stored_rule_read (object, "rule", error);
  if (hierarchy == NULL || hierarchy->n_levels == n_levels)
    return hierarchy;
  deid_stored_member_fail ("levels", "as many as the rule has", error);
  deid_hierarchy_unref (hierarchy);
  return NULL;
}

/* The label of the last level is there if it is one. */
static gboolean
read_top (DeidStoredAttribute *attribute, const DeidJsonValue *object, GError **error)
{
  const DeidJsonValue *top = deid_json_get_member (object, "top");

  if (top == NULL)
    return TRUE;
  if (!deid_json_is (top, DEID_JSON_STRING) || top->string[0] == '\0')
    return deid_stored_member_fail ("top", "a string that is not empty", error);
  attribute->top = deid_copy_text (top->string, error);
  return attribute->top != NULL;
}

/* The rule of subtrees is there beside their labels. */
static gboolean
read_subtrees (DeidStoredAttribute *attribute, const DeidJsonValue *object, GError **error)
{
  if (deid_json_get_member (object, DEID_STORED_SUBTREES) == NULL)
    return TRUE;
  if (attribute->hierarchy->rule == NULL && attribute->level == 1 && attribute->n_levels == 3)
    attribute->rule = deid_stored_rule_read (object, DEID_STORED_SUBTREES, error);
  else
    deid_stored_member_fail (DEID_STORED_SUBTREES, "none but with labels on level 1 of 3", error);
  if (attribute->rule != NULL)
    return TRUE;
  g_prefix_error (error, "attribute '%s': ", DEID_SHOW (attribute->name));
  return FALSE;
}

/* Returns: (transfer full): a rule, or what an attribute's level makes of its domain. */
static DeidHierarchy *
read_attribute_hierarchy (const DeidJsonValue *object, const char *name, guint level,
                          guint n_levels, const DeidStop *stop, GError **error)
{
  const gboolean has_rule = deid_json_get_member (object, "rule") != NULL;
  const DeidJsonValue *labels
      = has_rule ? NULL : deid_stored_member_get_list (object, "labels", DEID_JSON_OBJECT, error);
  DeidHierarchy *hierarchy = NULL;

  if (has_rule)
    hierarchy = stored_policy_read_rule (object, n_levels, error);
  else if (labels != NULL)
    hierarchy = stored_policy_read_labels (labels, level, n_levels, name, stop, error);
  if (hierarchy == NULL)
    g_prefix_error (error, "attribute '%s': ", DEID_SHOW (name));
  return hierarchy;
}

static gboolean
read_attribute (DeidStoredReading *reading, const DeidJsonValue *object, GError **error)
{
  DeidStoredAttribute *attribute;
  const char *name;
  gint64 level = 0, n_levels = 0;

  if (!deid_json_is (object, DEID_JSON_OBJECT))
    return deid_stored_member_fail ("attributes", "objects", error);
  name = deid_stored_member_get_string (object, "name", error);
  if (name == NULL
      || !deid_stored_member_get_integer (object, "levels", 1, G_MAXUINT16, &n_levels, error)
      || !deid_stored_member_get_integer (object, "level", 0, n_levels - 1, &level, error))
    return FALSE;
  attribute = deid_stored_policy_add_attribute (reading->policy, name, error);
  if (attribute == NULL)
    return FALSE;
  attribute->level = (guint) level;
  attribute->n_levels = (guint) n_levels;
  if (deid_json_get_member (object, "suppressed") != NULL)
    {
      const char *text = deid_stored_member_get_string (object, "suppressed", error);

      if (text == NULL)
        return FALSE;
      attribute->suppressed = g_strdup (text);
    }
  attribute->hierarchy = read_attribute_hierarchy (object, name, attribute->level,
                                                   attribute->n_levels, reading->stop, error);
  return attribute->hierarchy != NULL && read_top (attribute, object, error)
         && read_subtrees (attribute, object, error);
}

static gboolean
read_role (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  const DeidJsonValue *value = name + 1;
  DeidStoredRole *role;
  guint r = 0;

  while (
      r < G_N_ELEMENTS (stored_roles)
      && !(deid_json_is (value, DEID_JSON_STRING)
           && g_str_equal (value->string, deid_enum_get_name ("DeidRole", (int) stored_roles[r]))))
    r++;
  if (r == G_N_ELEMENTS (stored_roles))
    return deid_stored_member_fail (
        name->string, "sensitive, insensitive, entity, weight, survey-weight or judged", error);
  role = deid_stored_policy_add_role (reading->policy, name->string, error);
  if (role == NULL)
    return FALSE;
  role->role = stored_roles[r];
  return TRUE;
}

/* The missing policies of attributes, of columns with a role and of parts of joint columns. */
static gboolean
index_missing_policies (DeidNameIndex *index, DeidStoredPolicy *policy, GError **error)
{
  if (!deid_name_index_init (
          index, (guint64) policy->n_attributes + policy->n_roles + policy->parts.n, error))
    return FALSE;
  for (guint a = 0; a < policy->n_attributes; a++)
    if (!deid_name_index_add (index, policy->attributes[a].name,
                              &policy->attributes[a].missing_policy, error))
      return FALSE;
  for (guint i = 0; i < policy->n_roles; i++)
    if (!deid_name_index_add (index, policy->roles[i].name, &policy->roles[i].missing_policy,
                              error))
      return FALSE;
  for (guint i = 0; i < policy->parts.n; i++)
    if (!deid_name_index_add (index, policy->parts.items[i].text,
                              &policy->parts.items[i].missing_policy, error))
      return FALSE;
  return TRUE;
}

static gboolean
refuse_missing (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  DeidMissingPolicy *found;

  if (!deid_json_is (name, DEID_JSON_STRING))
    return deid_stored_member_fail ("missing_refused", "strings", error);
  found = deid_name_index_find (&reading->index, name->string);
  if (found == NULL)
    return deid_stored_member_fail ("missing_refused",
                                    "names of attributes, of columns with a role or of parts of "
                                    "joint columns",
                                    error);
  *found = DEID_MISSING_POLICY_ERROR;
  return TRUE;
}

static gboolean
read_missing_refused (DeidStoredReading *reading, GError **error)
{
  const gboolean success = index_missing_policies (&reading->index, reading->policy, error)
                           && deid_stored_list_read (reading, "missing_refused", DEID_JSON_ARRAY,
                                                     FALSE, refuse_missing, error);

  deid_name_index_clear (&reading->index);
  return success;
}

static gboolean
index_sensitive (DeidNameIndex *index, DeidStoredPolicy *policy, GError **error)
{
  if (!deid_name_index_init (index, policy->n_roles, error))
    return FALSE;
  for (guint i = 0; i < policy->n_roles; i++)
    if ((policy->roles[i].role == DEID_ROLE_SENSITIVE || policy->roles[i].role == DEID_ROLE_JUDGED)
        && !deid_name_index_add (index, policy->roles[i].name, &policy->roles[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
stored_policy_read_level (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  DeidStoredRole *role = deid_name_index_find (&reading->index, name->string);
  double level;

  if (role == NULL || role->hierarchy == NULL || !deid_json_get_number (name + 1, &level)
      || level < 1 || level >= role->hierarchy->n_levels || level != (guint) level)
    return deid_stored_member_fail ("sensitive_levels",
                                    "levels of hierarchies of sensitive attributes", error);
  role->level = (guint) level;
  return TRUE;
}

static gboolean
read_sensitive_hierarchy (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  DeidStoredRole *role = deid_name_index_find (&reading->index, name->string);

  if (role == NULL)
    return deid_stored_member_fail ("sensitive_hierarchies", "names of sensitive attributes",
                                    error);
  role->hierarchy = deid_stored_hierarchy_read (name + 1, name->string, reading->stop, error);
  if (role->hierarchy == NULL)
    g_prefix_error (error, "sensitive attribute '%s': ", DEID_SHOW (name->string));
  return role->hierarchy != NULL;
}

static gboolean
read_sensitive_hierarchies (DeidStoredReading *reading, GError **error)
{
  const gboolean success
      = index_sensitive (&reading->index, reading->policy, error)
        && deid_stored_list_read (reading, "sensitive_hierarchies", DEID_JSON_OBJECT, FALSE,
                                  read_sensitive_hierarchy, error)
        && deid_stored_list_read (reading, "sensitive_levels", DEID_JSON_OBJECT, TRUE,
                                  stored_policy_read_level, error);

  deid_name_index_clear (&reading->index);
  return success;
}

/* Models of the host come first, told apart by their specification. One that is misspelled is named
 * by its place and name: parameters may be values. */
static DeidPrivacyModel *
make_privacy_model (const char *text, guint64 number, const DeidStoredPolicyOptions *options,
                    GError **error)
{
  GError *own_error = NULL;
  DeidPrivacyModel *model;

  for (guint i = 0; i < options->models->len; i++)
    {
      DeidPrivacyModel *own = g_ptr_array_index (options->models, i);

      if (g_str_equal (own->text, text))
        return deid_privacy_model_ref (own);
    }
  model = deid_privacy_model_new_from_specification (text, NULL, &own_error);
  if (model == NULL)
    {
      g_autofree char *name = g_strndup (text, strcspn (text, ":@"));

      deid_fail (error, (DeidError) own_error->code,
                 "member 'privacy_models', model %" G_GUINT64_FORMAT
                 ", '%s': expected the specification of a privacy model of the library, or of one "
                 "that was handed over",
                 number, DEID_SHOW (name));
      g_error_free (own_error);
    }
  return model;
}

static gboolean
read_privacy_model (DeidStoredReading *reading, const DeidJsonValue *text, GError **error)
{
  DeidPrivacyModel *model;

  if (!deid_json_is (text, DEID_JSON_STRING))
    return deid_stored_member_fail ("privacy_models", "strings", error);
  model = make_privacy_model (text->string, reading->n_read + 1, reading->options, error);
  if (model != NULL)
    g_ptr_array_add (reading->policy->models, model);
  return model != NULL;
}

static gboolean
read_attribute_weight (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  double weight;

  if (!deid_json_get_number (name + 1, &weight))
    return deid_stored_member_fail (name->string, "a number", error);
  return deid_quality_model_set_attribute_weight (reading->policy->quality, name->string, weight,
                                                  error);
}

static gboolean
read_quality_model (DeidStoredReading *reading, GError **error)
{
  DeidStoredPolicy *policy = reading->policy;
  const DeidJsonValue *root = reading->root;
  const DeidQualityModel *own = reading->options->quality;
  const char *text = deid_stored_member_get_string (root, "quality_model", error);
  const DeidJsonValue *weights
      = text != NULL
            ? deid_stored_member_get_list (root, "attribute_weights", DEID_JSON_OBJECT, error)
            : NULL;

  if (weights == NULL)
    return FALSE;
  policy->quality = own != NULL && g_str_equal (own->text, text)
                        ? deid_quality_model_new_unweighted (own)
                        : deid_quality_model_new_from_specification (text, error);
  return policy->quality != NULL
         && deid_stored_list_read (reading, "attribute_weights", DEID_JSON_OBJECT, FALSE,
                                   read_attribute_weight, error);
}

static gboolean
read_limit (DeidStoredPolicy *policy, const DeidJsonValue *root, GError **error)
{
  const DeidJsonValue *limit
      = deid_stored_member_get_list (root, "suppression_limit", DEID_JSON_OBJECT, error);
  gint64 count = 0;

  if (limit == NULL)
    return FALSE;
  if (limit->n != 1)
    return deid_stored_member_fail ("suppression_limit", "either 'fraction' or 'records'", error);
  policy->limits.is_fraction = deid_json_get_member (limit, "fraction") != NULL;
  if (!policy->limits.is_fraction)
    {
      if (!deid_stored_member_get_integer (limit, "records", 0, G_MAXINT64, &count, error))
        return FALSE;
      policy->limits.count = (guint64) count;
      return TRUE;
    }
  if (!deid_json_get_number (deid_json_get_member (limit, "fraction"), &policy->limits.fraction))
    return deid_stored_member_fail ("fraction", "a number", error);
  return (policy->limits.fraction >= 0 && policy->limits.fraction <= 1)
         || deid_stored_member_fail ("fraction", "a number from 0 to 1", error);
}

static gboolean
check_format (const DeidJsonValue *root, GError **error)
{
  const char *format = deid_stored_member_get_string (root, "format", error);
  gint64 version = 0;

  if (format == NULL)
    return FALSE;
  if (!g_str_equal (format, DEID_STORED_POLICY_FORMAT))
    return deid_stored_member_fail ("format", "'" DEID_STORED_POLICY_FORMAT "'", error);
  if (!deid_stored_member_get_integer (root, "version", 1, G_MAXINT64, &version, error))
    return FALSE;
  if (version > DEID_STORED_POLICY_VERSION)
    return deid_stored_member_fail ("version", "1; a newer library wrote this policy", error);
  return TRUE;
}

/* Reads a digest, which may be missing. */
static gboolean
stored_policy_read_digest (const DeidJsonValue *root, const char *name, char **digest,
                           GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (root, name);

  if (value == NULL)
    return TRUE;
  if (!deid_json_is (value, DEID_JSON_STRING) || !deid_digest_is_valid (value->string))
    return deid_stored_member_fail (name, "64 hexadecimal digits", error);
  *digest = g_strdup (value->string);
  return TRUE;
}

/* Older files have none. */
static gboolean
read_description (DeidStoredPolicy *policy, const DeidJsonValue *root, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (root, "description");

  if (value == NULL)
    return TRUE;
  if (!deid_json_is (value, DEID_JSON_STRING))
    return deid_stored_member_fail ("description", "a string", error);
  policy->description = deid_copy_text (value->string, error);
  return policy->description != NULL;
}

gboolean
deid_stored_policy_read_members (DeidStoredPolicy *policy, const DeidJsonValue *root,
                                 const DeidStoredPolicyOptions *options, const DeidStop *stop,
                                 GError **error)
{
  DeidStoredReading reading = { .policy = policy, .root = root, .options = options, .stop = stop };

  if (root->kind != DEID_JSON_OBJECT)
    return deid_fail (error, DEID_ERROR_PARSE, "expected a JSON object");
  return check_format (root, error)
         && stored_policy_read_digest (root, DEID_RELEASE_SHA256, &policy->release_sha256, error)
         && stored_policy_read_digest (root, DEID_STORED_CLASSES, &policy->classes_sha256, error)
         && read_description (policy, root, error)
         && deid_stored_list_read (&reading, "attributes", DEID_JSON_ARRAY, FALSE, read_attribute,
                                   error)
         && deid_stored_list_read (&reading, "roles", DEID_JSON_OBJECT, FALSE, read_role, error)
         && deid_stored_list_read (&reading, DEID_STORED_PARTS, DEID_JSON_OBJECT, TRUE,
                                   deid_stored_parts_read, error)
         && deid_stored_list_read (&reading, DEID_STORED_MISSING, DEID_JSON_OBJECT, TRUE,
                                   deid_stored_missing_read, error)
         && deid_stored_list_read (&reading, DEID_STORED_FILLED, DEID_JSON_ARRAY, TRUE,
                                   deid_stored_filled_read, error)
         && deid_stored_list_read (&reading, DEID_STORED_ROWS, DEID_JSON_OBJECT, TRUE,
                                   deid_stored_rows_read, error)
         && deid_stored_list_read (&reading, DEID_STORED_SEPARATORS, DEID_JSON_OBJECT, TRUE,
                                   deid_stored_separator_read, error)
         && read_missing_refused (&reading, error)
         && deid_stored_list_read (&reading, DEID_STORED_TYPES, DEID_JSON_OBJECT, TRUE,
                                   deid_stored_type_read, error)
         && read_sensitive_hierarchies (&reading, error)
         && deid_stored_list_read (&reading, "privacy_models", DEID_JSON_ARRAY, FALSE,
                                   read_privacy_model, error)
         && read_quality_model (&reading, error) && read_limit (policy, root, error)
         && deid_stored_list_read (&reading, DEID_STORED_GROUP_WEIGHTS, DEID_JSON_ARRAY, TRUE,
                                   deid_stored_group_weight_read, error)
         && deid_stored_list_read (&reading, DEID_STORED_GROUP_LIMITS, DEID_JSON_OBJECT, TRUE,
                                   deid_stored_group_limit_read, error)
         && deid_stored_policy_check_names (policy, error);
}
