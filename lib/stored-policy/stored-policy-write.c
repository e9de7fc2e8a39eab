/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies to JSON files. */
#include "base/output-file.h"
#include "problem/digest.h"
#include "stored-policy/stored-policy-private.h"
#include "table/dataset-view.h"

static gboolean
write_attribute (DeidJsonWriter *writer, const DeidStoredAttribute *attribute, const DeidStop *stop,
                 GError **error)
{
  const DeidHierarchy *hierarchy = attribute->hierarchy;

  deid_json_write_begin (writer, NULL, '{');
  deid_json_write_string (writer, "name", attribute->name);
  deid_json_write_integer (writer, "level", attribute->level);
  deid_json_write_integer (writer, "levels", attribute->n_levels);
  if (attribute->suppressed != NULL)
    deid_json_write_string (writer, "suppressed", attribute->suppressed);
  if (hierarchy->rule != NULL)
    deid_json_write_string (writer, "rule", deid_rule_get_text (hierarchy->rule));
  else
    {
      const DeidDictionary *leaves = &hierarchy->levels[0].labels;

      if (attribute->top != NULL)
        deid_json_write_string (writer, "top", attribute->top);
      if (attribute->rule != NULL)
        deid_json_write_string (writer, DEID_STORED_SUBTREES,
                                deid_rule_get_text (attribute->rule->rule));
      deid_json_write_begin (writer, "labels", '{');
      for (guint32 leaf = 0; leaf < leaves->n; leaf++)
        {
          const char *value = deid_dictionary_get (leaves, leaf);

          if (!deid_stop_check_row (stop, leaf, error))
            return FALSE;
          deid_json_write_string (
              writer, value, deid_hierarchy_find_label (hierarchy, value, hierarchy->n_levels - 1));
        }
      deid_json_write_end (writer, '}');
    }
  deid_json_write_end (writer, '}');
  return TRUE;
}

/* The columns in which a missing value is an error. */
static void
write_missing_refused (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  deid_json_write_begin (writer, "missing_refused", '[');
  for (guint a = 0; a < policy->n_attributes; a++)
    if (policy->attributes[a].missing_policy == DEID_MISSING_POLICY_ERROR)
      deid_json_write_string (writer, NULL, policy->attributes[a].name);
  for (guint i = 0; i < policy->n_roles; i++)
    if (policy->roles[i].missing_policy == DEID_MISSING_POLICY_ERROR)
      deid_json_write_string (writer, NULL, policy->roles[i].name);
  for (guint i = 0; i < policy->parts.n; i++)
    if (policy->parts.items[i].missing_policy == DEID_MISSING_POLICY_ERROR)
      deid_json_write_string (writer, NULL, policy->parts.items[i].text);
  deid_json_write_end (writer, ']');
}

static gboolean
write_sensitive_hierarchies (DeidJsonWriter *writer, const DeidStoredPolicy *policy,
                             const DeidStop *stop, GError **error)
{
  deid_json_write_begin (writer, "sensitive_hierarchies", '{');
  for (guint i = 0; i < policy->n_roles; i++)
    {
      const DeidStoredRole *role = &policy->roles[i];

      if (role->hierarchy == NULL)
        continue;
      if (!deid_stored_hierarchy_write (writer, role->name, role->hierarchy, stop, error))
        return FALSE;
    }
  deid_json_write_end (writer, '}');
  return TRUE;
}

/* Levels above 0, if there are any. */
static void
write_sensitive_levels (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  gboolean is_begun = FALSE;

  for (guint i = 0; i < policy->n_roles; i++)
    {
      if (policy->roles[i].level == 0)
        continue;
      if (!is_begun)
        {
          deid_json_write_begin (writer, "sensitive_levels", '{');
          is_begun = TRUE;
        }
      deid_json_write_integer (writer, policy->roles[i].name, policy->roles[i].level);
    }
  if (is_begun)
    deid_json_write_end (writer, '}');
}

static void
stored_policy_write_models (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  const DeidQualityModel *quality = policy->quality;

  deid_json_write_begin (writer, "privacy_models", '[');
  for (guint i = 0; i < policy->models->len; i++)
    deid_json_write_string (writer, NULL,
                            ((DeidPrivacyModel *) g_ptr_array_index (policy->models, i))->text);
  deid_json_write_end (writer, ']');
  deid_json_write_string (writer, "quality_model", quality->text);
  deid_json_write_begin (writer, "attribute_weights", '{');
  for (guint i = 0; i < quality->n_weights; i++)
    {
      deid_json_write_number (writer, quality->weights[i].attribute, quality->weights[i].weight);
    }
  deid_json_write_end (writer, '}');
}

static gboolean
write_attributes_and_roles (DeidJsonWriter *writer, const DeidStoredPolicy *policy,
                            const DeidStop *stop, GError **error)
{
  deid_json_write_begin (writer, "attributes", '[');
  for (guint a = 0; a < policy->n_attributes; a++)
    if (!write_attribute (writer, &policy->attributes[a], stop, error))
      return FALSE;
  deid_json_write_end (writer, ']');
  deid_json_write_begin (writer, "roles", '{');
  for (guint i = 0; i < policy->n_roles; i++)
    deid_json_write_string (writer, policy->roles[i].name,
                            deid_enum_get_name ("DeidRole", (int) policy->roles[i].role));
  deid_json_write_end (writer, '}');
  return TRUE;
}

static void
write_limit (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  deid_json_write_begin (writer, "suppression_limit", '{');
  if (policy->limits.is_fraction)
    deid_json_write_number (writer, "fraction", policy->limits.fraction);
  else
    deid_json_write_integer (writer, "records", MIN (policy->limits.count, (guint64) G_MAXINT64));
  deid_json_write_end (writer, '}');
}

char *
deid_stored_policy_build_text (const DeidStoredPolicy *policy, const char *release_sha256,
                               const DeidStop *stop, GError **error)
{
  DeidLongText text = { 0 };
  DeidJsonWriter writer = { .text = &text };

  if (!deid_stop_check (stop, error))
    return NULL;
  deid_json_write_begin (&writer, NULL, '{');
  deid_json_write_string (&writer, "format", DEID_STORED_POLICY_FORMAT);
  deid_json_write_integer (&writer, "version", DEID_STORED_POLICY_VERSION);
  deid_json_write_string (&writer, "library", deid_get_version ());
  deid_json_write_string (&writer, "audience", "custodian-only");
  if (release_sha256 != NULL)
    deid_json_write_string (&writer, DEID_RELEASE_SHA256, release_sha256);
  if (policy->classes_sha256 != NULL)
    deid_json_write_string (&writer, DEID_STORED_CLASSES, policy->classes_sha256);
  if (policy->description != NULL)
    deid_json_write_string (&writer, "description", policy->description);
  if (!write_attributes_and_roles (&writer, policy, stop, error))
    {
      deid_long_text_clear (&text);
      return NULL;
    }
  deid_stored_texts_write (&writer, DEID_STORED_PARTS, &policy->parts);
  deid_stored_texts_write (&writer, DEID_STORED_MISSING, &policy->codes);
  deid_stored_filled_write (&writer, policy);
  deid_stored_rows_write (&writer, policy);
  deid_stored_sets_write (&writer, policy);
  write_missing_refused (&writer, policy);
  deid_stored_types_write (&writer, policy);
  if (!write_sensitive_hierarchies (&writer, policy, stop, error))
    {
      deid_long_text_clear (&text);
      return NULL;
    }
  write_sensitive_levels (&writer, policy);
  stored_policy_write_models (&writer, policy);
  write_limit (&writer, policy);
  deid_stored_groups_write (&writer, policy);
  deid_json_write_end (&writer, '}');
  return deid_long_text_end (&text, error);
}

char *
deid_stored_policy_to_json (const DeidStoredPolicy *policy, GCancellable *cancellable,
                            GError **error)
{
  g_return_val_if_fail (policy != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_stored_policy_build_text (policy, policy->release_sha256, DEID_STOP_OF (cancellable),
                                        error);
}

/* Writes a text to what was opened for it. */
static gboolean
stored_policy_write_and_commit (const char *text, DeidOutputFile *file, GError **error)
{
  deid_output_file_puts (file, text);
  deid_output_file_put (file, '\n');
  return deid_output_file_commit (file, error);
}

gboolean
deid_stored_policy_write_json (DeidStoredPolicy *policy, const char *path,
                               GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (path != NULL, FALSE);

  text = deid_stored_policy_to_json (policy, cancellable, error);
  return text != NULL && deid_output_file_open (&file, path, FALSE, cancellable, error)
         && stored_policy_write_and_commit (text, &file, error);
}

gboolean
deid_stored_policy_write_json_stream (DeidStoredPolicy *policy, GOutputStream *stream,
                                      GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (G_IS_OUTPUT_STREAM (stream), FALSE);

  text = deid_stored_policy_to_json (policy, cancellable, error);
  return text != NULL && deid_output_file_open_stream (&file, stream, cancellable, error)
         && stored_policy_write_and_commit (text, &file, error);
}
