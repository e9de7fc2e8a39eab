/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies from JSON files. */
#include <string.h>

#include "base/hash.h"
#include "release/json-read.h"
#include "release/stored-hierarchy.h"
#include "release/stored-policy-private.h"

static const DeidRole stored_roles[]
    = { DEID_ROLE_SENSITIVE, DEID_ROLE_INSENSITIVE, DEID_ROLE_ENTITY, DEID_ROLE_WEIGHT };

/* What a host hands over to be found in the file. */
typedef struct
{
  DeidPrivacyModel *const *models;
  guint n;
} HostModels;

static gboolean
fail (GError **error, const char *member, const char *expected)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "member '%s': expected %s", member, expected);
  return FALSE;
}

static const char *
get_string (JsonObject *object, const char *name, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (deid_json_holds (node, G_TYPE_STRING))
    return json_node_get_string (node);
  fail (error, name, "a string");
  return NULL;
}

static gboolean
get_integer (JsonObject *object, const char *name, gint64 smallest, gint64 largest, gint64 *value,
             GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (!deid_json_holds (node, G_TYPE_INT64))
    return fail (error, name, "an integer");
  *value = json_node_get_int (node);
  return (*value >= smallest && *value <= largest)
         || fail (error, name, "an integer within its range");
}

static gboolean
get_number (JsonObject *object, const char *name, double *value, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (!deid_json_holds (node, G_TYPE_DOUBLE) && !deid_json_holds (node, G_TYPE_INT64))
    return fail (error, name, "a number");
  *value = json_node_get_double (node);
  return TRUE;
}

static JsonObject *
get_object (JsonObject *object, const char *name, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    return json_node_get_object (node);
  fail (error, name, "an object");
  return NULL;
}

static JsonArray *
get_array (JsonObject *object, const char *name, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);
  fail (error, name, "an array");
  return NULL;
}

static DeidHierarchy *
read_labels (JsonObject *labels, guint level, guint n_levels, const char *name, GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (name);
  JsonObjectIter iter;
  const char *value;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, labels);
  while (json_object_iter_next_ordered (&iter, &value, &node))
    {
      if (!deid_json_holds (node, G_TYPE_STRING))
        {
          fail (error, value, "a string, the label of this value");
          return NULL;
        }
      if (level == 0 && !g_str_equal (value, json_node_get_string (node)))
        {
          fail (error, value, "the value itself, since the level is 0");
          return NULL;
        }
      if (!deid_stored_policy_add_row (builder, level, n_levels, value, json_node_get_string (node),
                                       error))
        return NULL;
    }
  return deid_hierarchy_builder_build (builder, error);
}

static gboolean
read_attribute (DeidStoredPolicy *policy, JsonNode *node, GError **error)
{
  DeidStoredAttribute attribute = { 0 };
  JsonObject *object;
  const char *name;
  gint64 level, n_levels;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return fail (error, "attributes", "objects");
  object = json_node_get_object (node);
  name = get_string (object, "name", error);
  if (name == NULL || !get_integer (object, "levels", 1, G_MAXUINT16, &n_levels, error)
      || !get_integer (object, "level", 0, n_levels - 1, &level, error))
    return FALSE;
  if (!json_object_has_member (object, "labels"))
    {
      if (n_levels != 2)
        return fail (error, "labels", "an object, since there are not just two levels");
      attribute.hierarchy = deid_hierarchy_new_suppression ();
    }
  else
    {
      JsonObject *labels = get_object (object, "labels", error);

      if (labels != NULL)
        attribute.hierarchy = read_labels (labels, (guint) level, (guint) n_levels, name, error);
    }
  if (attribute.hierarchy == NULL)
    {
      g_prefix_error (error, "attribute '%s': ", name);
      return FALSE;
    }
  attribute.name = g_strdup (name);
  attribute.level = (guint) level;
  attribute.n_levels = (guint) n_levels;
  g_array_append_val (policy->attributes, attribute);
  return TRUE;
}

static gboolean
read_attributes (DeidStoredPolicy *policy, JsonObject *root, GError **error)
{
  JsonArray *attributes = get_array (root, "attributes", error);

  if (attributes == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (attributes); i++)
    if (!read_attribute (policy, json_array_get_element (attributes, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
read_roles (DeidStoredPolicy *policy, JsonObject *root, GError **error)
{
  JsonObject *roles = get_object (root, "roles", error);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (roles == NULL)
    return FALSE;
  json_object_iter_init_ordered (&iter, roles);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      DeidStoredRole role = { 0 };
      guint r = 0;

      while (
          r < G_N_ELEMENTS (stored_roles)
          && !(deid_json_holds (node, G_TYPE_STRING)
               && g_str_equal (json_node_get_string (node), deid_role_get_name (stored_roles[r]))))
        r++;
      if (r == G_N_ELEMENTS (stored_roles))
        return fail (error, name, "sensitive, insensitive, entity or weight");
      role.name = g_strdup (name);
      role.role = stored_roles[r];
      g_array_append_val (policy->roles, role);
    }
  return TRUE;
}

static gboolean
refuse_missing (DeidStoredPolicy *policy, const char *name, GError **error)
{
  for (guint a = 0; a < policy->attributes->len; a++)
    if (g_str_equal (deid_stored_policy_get_attribute (policy, a)->name, name))
      {
        deid_stored_policy_get_attribute (policy, a)->missing_policy = DEID_MISSING_ERROR;
        return TRUE;
      }
  for (guint i = 0; i < policy->roles->len; i++)
    if (g_str_equal (g_array_index (policy->roles, DeidStoredRole, i).name, name))
      {
        g_array_index (policy->roles, DeidStoredRole, i).missing_policy = DEID_MISSING_ERROR;
        return TRUE;
      }
  return fail (error, "missing_refused", "names of attributes or of columns with a role");
}

static gboolean
read_missing_refused (DeidStoredPolicy *policy, JsonObject *root, GError **error)
{
  JsonArray *names = get_array (root, "missing_refused", error);

  if (names == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (names); i++)
    {
      JsonNode *node = json_array_get_element (names, i);

      if (!deid_json_holds (node, G_TYPE_STRING))
        return fail (error, "missing_refused", "strings");
      if (!refuse_missing (policy, json_node_get_string (node), error))
        return FALSE;
    }
  return TRUE;
}

static DeidStoredRole *
find_sensitive (const DeidStoredPolicy *policy, const char *name)
{
  for (guint i = 0; i < policy->roles->len; i++)
    {
      DeidStoredRole *role = &g_array_index (policy->roles, DeidStoredRole, i);

      if (role->role == DEID_ROLE_SENSITIVE && g_str_equal (role->name, name))
        return role;
    }
  return NULL;
}

static gboolean
read_sensitive_hierarchies (DeidStoredPolicy *policy, JsonObject *root, GError **error)
{
  JsonObject *hierarchies = get_object (root, "sensitive_hierarchies", error);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (hierarchies == NULL)
    return FALSE;
  json_object_iter_init_ordered (&iter, hierarchies);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      DeidStoredRole *role = find_sensitive (policy, name);

      if (role == NULL)
        return fail (error, "sensitive_hierarchies", "names of sensitive attributes");
      role->hierarchy = deid_stored_hierarchy_read (node, name, error);
      if (role->hierarchy == NULL)
        {
          g_prefix_error (error, "sensitive attribute '%s': ", name);
          return FALSE;
        }
    }
  return TRUE;
}

/* Models of the host come first, told apart by their spelling. */
static DeidPrivacyModel *
read_privacy_model (const char *text, const HostModels *host, GError **error)
{
  DeidPrivacyModel *model;

  for (guint i = 0; i < host->n; i++)
    if (g_str_equal (host->models[i]->text, text))
      return deid_privacy_model_ref (host->models[i]);
  model = deid_privacy_model_new_from_string (text, NULL, error);
  if (model == NULL)
    g_prefix_error (error, "member 'privacy_models', '%s': ", text);
  return model;
}

static gboolean
read_privacy_models (DeidStoredPolicy *policy, JsonObject *root, const HostModels *host,
                     GError **error)
{
  JsonArray *models = get_array (root, "privacy_models", error);

  if (models == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (models); i++)
    {
      JsonNode *node = json_array_get_element (models, i);
      DeidPrivacyModel *model;

      if (!deid_json_holds (node, G_TYPE_STRING))
        return fail (error, "privacy_models", "strings");
      model = read_privacy_model (json_node_get_string (node), host, error);
      if (model == NULL)
        return FALSE;
      g_ptr_array_add (policy->models, model);
    }
  return TRUE;
}

static gboolean
read_quality_model (DeidStoredPolicy *policy, JsonObject *root, GError **error)
{
  const char *text = get_string (root, "quality_model", error);
  JsonObject *weights = text != NULL ? get_object (root, "attribute_weights", error) : NULL;
  JsonObjectIter iter;
  const char *name;

  if (weights == NULL)
    return FALSE;
  policy->quality = deid_quality_model_new_from_string (text, error);
  if (policy->quality == NULL)
    return FALSE;
  json_object_iter_init_ordered (&iter, weights);
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    {
      double weight;

      if (!get_number (weights, name, &weight, error)
          || !deid_quality_model_set_attribute_weight (policy->quality, name, weight, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_limit (DeidStoredPolicy *policy, JsonObject *root, GError **error)
{
  JsonObject *limit = get_object (root, "suppression_limit", error);
  gint64 count;

  if (limit == NULL)
    return FALSE;
  if (json_object_get_size (limit) != 1)
    return fail (error, "suppression_limit", "either 'fraction' or 'records'");
  policy->limit_is_fraction = json_object_has_member (limit, "fraction");
  if (!policy->limit_is_fraction)
    {
      if (!get_integer (limit, "records", 0, G_MAXINT64, &count, error))
        return FALSE;
      policy->limit_count = (guint64) count;
      return TRUE;
    }
  return get_number (limit, "fraction", &policy->limit_fraction, error)
         && ((policy->limit_fraction >= 0 && policy->limit_fraction <= 1)
             || fail (error, "fraction", "a number from 0 to 1"));
}

/* What each part says may still not fit the others. */
static gboolean
check_names (const DeidStoredPolicy *policy, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new (deid_hash_name, g_str_equal);
  guint n_entities = 0, n_weights = 0;

  for (guint a = 0; a < policy->attributes->len; a++)
    if (!g_hash_table_add (names, deid_stored_policy_get_attribute (policy, a)->name))
      return fail (error, "attributes", "each name once");
  for (guint i = 0; i < policy->quality->n_weights; i++)
    if (!g_hash_table_contains (names, policy->quality->weights[i].attribute))
      return fail (error, "attribute_weights", "names of attributes");
  for (guint i = 0; i < policy->roles->len; i++)
    {
      const DeidStoredRole *role = &g_array_index (policy->roles, DeidStoredRole, i);

      if (!g_hash_table_add (names, role->name))
        return fail (error, "roles", "columns that are no attributes");
      n_entities += role->role == DEID_ROLE_ENTITY;
      n_weights += role->role == DEID_ROLE_WEIGHT;
    }
  if (n_entities > 1 || n_weights > 1)
    return fail (error, "roles", "at most one entity and one weight");
  return (policy->attributes->len > 0 || fail (error, "attributes", "at least one"))
         && (policy->models->len > 0 || fail (error, "privacy_models", "at least one"));
}

static gboolean
check_format (JsonObject *root, GError **error)
{
  const char *format = get_string (root, "format", error);
  gint64 version;

  if (format == NULL)
    return FALSE;
  if (!g_str_equal (format, DEID_STORED_POLICY_FORMAT))
    return fail (error, "format", "'" DEID_STORED_POLICY_FORMAT "'");
  if (!get_integer (root, "version", 1, G_MAXINT64, &version, error))
    return FALSE;
  if (version > DEID_STORED_POLICY_VERSION)
    return fail (error, "version", "1; a newer library wrote this policy");
  return TRUE;
}

static DeidStoredPolicy *
read_text (const char *text, gsize length, const HostModels *host, GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new_empty ();
  g_autoptr (JsonNode) node = deid_json_read (text, length, 1, error);
  JsonObject *root;

  if (node == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_PARSE, "expected a JSON object");
      return NULL;
    }
  root = json_node_get_object (node);
  if (check_format (root, error) && read_attributes (policy, root, error)
      && read_roles (policy, root, error) && read_missing_refused (policy, root, error)
      && read_sensitive_hierarchies (policy, root, error)
      && read_privacy_models (policy, root, host, error) && read_quality_model (policy, root, error)
      && read_limit (policy, root, error) && check_names (policy, error))
    return g_steal_pointer (&policy);
  return NULL;
}

DeidStoredPolicy *
deid_stored_policy_new_from_string (const char *text, GError **error)
{
  return deid_stored_policy_new_with_models (text, NULL, 0, error);
}

DeidStoredPolicy *
deid_stored_policy_new_with_models (const char *text, DeidPrivacyModel *const *models,
                                    guint n_models, GError **error)
{
  const HostModels host = { models, n_models };

  g_return_val_if_fail (text != NULL && (models != NULL || n_models == 0), NULL);

  return read_text (text, strlen (text), &host, error);
}

DeidStoredPolicy *
deid_stored_policy_new_from_file (const char *path, GError **error)
{
  const HostModels none = { NULL, 0 };
  g_autofree char *text = NULL;
  GError *own_error = NULL;
  DeidStoredPolicy *policy;
  gsize length;

  g_return_val_if_fail (path != NULL, NULL);

  if (!g_file_get_contents (path, &text, &length, &own_error))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_IO, "%s: cannot read the file: %s", path,
                   own_error->message);
      g_error_free (own_error);
      return NULL;
    }
  policy = read_text (text, length, &none, error);
  if (policy == NULL)
    g_prefix_error (error, "%s: ", path);
  return policy;
}
