/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies to JSON files. */
#include <json-glib/json-glib.h>

#include "base/output-file.h"
#include "release/stored-hierarchy.h"
#include "release/stored-policy-private.h"

static void
build_member (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

static void
build_attribute (JsonBuilder *builder, const DeidStoredAttribute *attribute)
{
  const DeidHierarchy *hierarchy = attribute->hierarchy;

  json_builder_begin_object (builder);
  build_member (builder, "name", attribute->name);
  json_builder_set_member_name (builder, "level");
  json_builder_add_int_value (builder, attribute->level);
  json_builder_set_member_name (builder, "levels");
  json_builder_add_int_value (builder, attribute->n_levels);
  /* An attribute without labels can only be suppressed, and has any domain. */
  if (!deid_hierarchy_is_suppression (hierarchy))
    {
      const DeidDictionary *leaves = &hierarchy->levels[0].labels;

      json_builder_set_member_name (builder, "labels");
      json_builder_begin_object (builder);
      for (guint32 leaf = 0; leaf < leaves->n; leaf++)
        {
          const char *value = deid_dictionary_get (leaves, leaf);

          build_member (builder, value,
                        deid_hierarchy_generalize (hierarchy, value, hierarchy->n_levels - 1));
        }
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

/* The columns in which a missing value is an error. */
static void
build_missing_refused (JsonBuilder *builder, const DeidStoredPolicy *policy)
{
  json_builder_set_member_name (builder, "missing_refused");
  json_builder_begin_array (builder);
  for (guint a = 0; a < policy->attributes->len; a++)
    if (deid_stored_policy_get_attribute (policy, a)->missing_policy == DEID_MISSING_ERROR)
      json_builder_add_string_value (builder, deid_stored_policy_get_attribute (policy, a)->name);
  for (guint i = 0; i < policy->roles->len; i++)
    if (g_array_index (policy->roles, DeidStoredRole, i).missing_policy == DEID_MISSING_ERROR)
      json_builder_add_string_value (builder,
                                     g_array_index (policy->roles, DeidStoredRole, i).name);
  json_builder_end_array (builder);
}

static void
build_sensitive_hierarchies (JsonBuilder *builder, const DeidStoredPolicy *policy)
{
  json_builder_set_member_name (builder, "sensitive_hierarchies");
  json_builder_begin_object (builder);
  for (guint i = 0; i < policy->roles->len; i++)
    {
      const DeidStoredRole *role = &g_array_index (policy->roles, DeidStoredRole, i);

      if (role->hierarchy == NULL)
        continue;
      json_builder_set_member_name (builder, role->name);
      deid_stored_hierarchy_build (builder, role->hierarchy);
    }
  json_builder_end_object (builder);
}

static void
build_models (JsonBuilder *builder, const DeidStoredPolicy *policy)
{
  const DeidQualityModel *quality = policy->quality;

  json_builder_set_member_name (builder, "privacy_models");
  json_builder_begin_array (builder);
  for (guint i = 0; i < policy->models->len; i++)
    {
      const DeidPrivacyModel *model = g_ptr_array_index (policy->models, i);

      json_builder_add_string_value (builder, model->text);
    }
  json_builder_end_array (builder);
  build_member (builder, "quality_model", quality->text);
  json_builder_set_member_name (builder, "attribute_weights");
  json_builder_begin_object (builder);
  for (guint i = 0; i < quality->n_weights; i++)
    {
      json_builder_set_member_name (builder, quality->weights[i].attribute);
      json_builder_add_double_value (builder, quality->weights[i].weight);
    }
  json_builder_end_object (builder);
}

static JsonNode *
build (const DeidStoredPolicy *policy)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  build_member (builder, "format", DEID_STORED_POLICY_FORMAT);
  json_builder_set_member_name (builder, "version");
  json_builder_add_int_value (builder, DEID_STORED_POLICY_VERSION);
  build_member (builder, "library", deid_get_version ());
  build_member (builder, "audience", "custodian-only");
  json_builder_set_member_name (builder, "attributes");
  json_builder_begin_array (builder);
  for (guint a = 0; a < policy->attributes->len; a++)
    build_attribute (builder, deid_stored_policy_get_attribute (policy, a));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "roles");
  json_builder_begin_object (builder);
  for (guint i = 0; i < policy->roles->len; i++)
    {
      const DeidStoredRole *role = &g_array_index (policy->roles, DeidStoredRole, i);

      build_member (builder, role->name, deid_role_get_name (role->role));
    }
  json_builder_end_object (builder);
  build_missing_refused (builder, policy);
  build_sensitive_hierarchies (builder, policy);
  build_models (builder, policy);
  json_builder_set_member_name (builder, "suppression_limit");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, policy->limit_is_fraction ? "fraction" : "records");
  if (policy->limit_is_fraction)
    json_builder_add_double_value (builder, policy->limit_fraction);
  else
    json_builder_add_int_value (builder, (gint64) MIN (policy->limit_count, G_MAXINT64));
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

char *
deid_stored_policy_to_string (const DeidStoredPolicy *policy)
{
  g_autoptr (JsonNode) root = NULL;

  g_return_val_if_fail (policy != NULL, NULL);

  root = build (policy);
  return json_to_string (root, TRUE);
}

gboolean
deid_stored_policy_write (DeidStoredPolicy *policy, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (policy != NULL && path != NULL, FALSE);

  text = deid_stored_policy_to_string (policy);
  if (!deid_output_file_open (&file, path, error))
    return FALSE;
  fputs (text, file.stream);
  fputc ('\n', file.stream);
  return deid_output_file_commit (&file, error);
}
