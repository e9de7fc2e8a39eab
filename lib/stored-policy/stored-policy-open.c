/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/dictionary.h"
#include "base/files.h"
#include "base/text.h"
#include "privacy/privacy-model-private.h"
#include "quality/quality-model-private.h"
#include "stored-policy/stored-policy-private.h"

#include <string.h>

/* Whether the parts of a stored policy that was read fit each other. */

#define DEID_STORED_POLICY_MAX_SIZE (1024 * 1024 * 1024) /* of a file in bytes */

/* Adds the name of a column, which is to be new. */
static gboolean
stored_policy_check_add_name (DeidDictionary *names, const char *name, const char *member,
                              const char *expected, GError **error)
{
  const guint32 n = names->n;
  guint32 code;

  return deid_dictionary_add (names, name, strlen (name), &code, error)
         && (code == n || deid_stored_member_fail (member, expected, error));
}

static gboolean
add_attributes (const DeidStoredPolicy *policy, DeidDictionary *names, GError **error)
{
  for (guint a = 0; a < policy->n_attributes; a++)
    if (!stored_policy_check_add_name (names, policy->attributes[a].name, "attributes",
                                       "each name once", error))
      return FALSE;
  for (guint i = 0; i < policy->quality->n_weights; i++)
    {
      const char *attribute = policy->quality->weights[i].attribute;

      if (deid_dictionary_find (names, attribute, strlen (attribute)) == DEID_NO_CODE)
        return deid_stored_member_fail ("attribute_weights", "names of attributes", error);
    }
  return TRUE;
}

static gboolean
add_roles (const DeidStoredPolicy *policy, DeidDictionary *names, GError **error)
{
  guint n_entities = 0, n_weights = 0, n_survey_weights = 0;

  for (guint i = 0; i < policy->n_roles; i++)
    {
      if (!stored_policy_check_add_name (names, policy->roles[i].name, "roles",
                                         "columns that are no attributes", error))
        return FALSE;
      n_entities += policy->roles[i].role == DEID_ROLE_ENTITY;
      n_weights += policy->roles[i].role == DEID_ROLE_WEIGHT;
      n_survey_weights += policy->roles[i].role == DEID_ROLE_SURVEY_WEIGHT;
    }
  return (n_entities <= 1 && n_weights <= 1 && n_survey_weights <= 1)
         || deid_stored_member_fail (
             "roles", "at most one column of each of the roles entity, weight and survey-weight",
             error);
}

static gboolean
know (DeidDictionary *names, const char *name, GError **error)
{
  guint32 code;

  return deid_dictionary_add (names, name, strlen (name), &code, error);
}

/* Adds the names of what models judge and of what joint columns combine. */
static gboolean
add_mentioned (const DeidStoredPolicy *policy, DeidDictionary *names, GError **error)
{
  const char *const *columns = policy->quality->columns;

  for (guint i = 0; i < policy->models->len; i++)
    {
      const DeidPrivacyModel *model = g_ptr_array_index (policy->models, i);

      for (guint s = 0; model->sensitive != NULL && model->sensitive[s] != NULL; s++)
        if (!know (names, model->sensitive[s], error))
          return FALSE;
    }
  for (; columns != NULL && *columns != NULL; columns++)
    if (!know (names, *columns, error))
      return FALSE;
  for (guint i = 0; i < policy->parts.n; i++)
    if (!know (names, policy->parts.items[i].text, error))
      return FALSE;
  return TRUE;
}

/* Checks one of the columns that joint ones combine; @parts has those of its joint column before
 * it. */
static gboolean
stored_policy_check_part (const DeidStoredText *part, const DeidDictionary *names,
                          DeidDictionary *parts, GError **error)
{
  if (part->column[0] == '\0' || part->text[0] == '\0')
    return deid_stored_member_fail (DEID_STORED_PARTS, "names that are not empty", error);
  if (g_str_equal (part->column, part->text))
    return deid_stored_member_fail (DEID_STORED_PARTS,
                                    "joint columns that do not combine themselves", error);
  if (deid_dictionary_find (names, part->column, strlen (part->column)) == DEID_NO_CODE)
    return deid_stored_member_fail (
        DEID_STORED_PARTS, "names of attributes, of columns with a role or of what models judge",
        error);
  return stored_policy_check_add_name (parts, part->text, DEID_STORED_PARTS,
                                       "each column of a list once", error);
}

static gboolean
stored_policy_check_parts (const DeidStoredPolicy *policy, DeidDictionary *names, GError **error)
{
  gboolean success = add_mentioned (policy, names, error);
  DeidDictionary parts;

  deid_dictionary_init (&parts);
  for (guint i = 0; success && i < policy->parts.n; i++)
    {
      if (i > 0 && !g_str_equal (policy->parts.items[i].column, policy->parts.items[i - 1].column))
        {
          deid_dictionary_clear (&parts);
          deid_dictionary_init (&parts);
        }
      success = stored_policy_check_part (&policy->parts.items[i], names, &parts, error);
    }
  deid_dictionary_clear (&parts);
  return success;
}

/* Checks missing codes; @names has every column that the policy mentions. */
static gboolean
stored_policy_check_codes (const DeidStoredPolicy *policy, const DeidDictionary *names,
                           GError **error)
{
  DeidDictionary texts;
  gboolean success = TRUE;

  deid_dictionary_init (&texts);
  for (guint i = 0; success && i < policy->codes.n; i++)
    {
      const DeidStoredText *code = &policy->codes.items[i];

      if (i > 0 && !g_str_equal (code->column, policy->codes.items[i - 1].column))
        {
          deid_dictionary_clear (&texts);
          deid_dictionary_init (&texts);
        }
      success = deid_dictionary_find (names, code->column, strlen (code->column)) != DEID_NO_CODE
                    ? stored_policy_check_add_name (&texts, code->text, DEID_STORED_MISSING,
                                                    "each code of a list once", error)
                    : deid_stored_member_fail (DEID_STORED_MISSING,
                                               "names of columns that the policy mentions", error);
    }
  deid_dictionary_clear (&texts);
  return success;
}

gboolean
deid_stored_policy_check_names (const DeidStoredPolicy *policy, GError **error)
{
  DeidDictionary names;
  gboolean success;

  deid_dictionary_init (&names);
  success = add_attributes (policy, &names, error) && add_roles (policy, &names, error)
            && stored_policy_check_parts (policy, &names, error)
            && stored_policy_check_codes (policy, &names, error);
  deid_dictionary_clear (&names);
  return success
         && (policy->n_attributes > 0
             || deid_stored_member_fail ("attributes", "at least one", error))
         && (policy->models->len > 0
             || deid_stored_member_fail ("privacy_models", "at least one", error));
}

/* Stored policies from texts, files and streams. */

static DeidStoredPolicy *
stored_policy_open_read_text (const char *text, gsize length, DeidStoredPolicyOptions *options,
                              const DeidStop *stop, GError **error)
{
  g_autoptr (DeidStoredPolicyOptions) used = deid_stored_policy_options_use (options);
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new_empty ();
  DeidJson json = { 0 };
  const DeidJsonValue *root = deid_json_read (&json, text, length, 1, stop, error);
  const gboolean success
      = root != NULL && deid_stored_policy_read_members (policy, root, used, stop, error);

  deid_json_clear (&json);
  return success ? g_steal_pointer (&policy) : NULL;
}

DeidStoredPolicy *
deid_stored_policy_new_from_json_text (const char *text, DeidStoredPolicyOptions *options,
                                       GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return stored_policy_open_read_text (text, strlen (text), options, DEID_STOP_OF (cancellable),
                                       error);
}

/* What is wrong with the text says where it came from; what reading fails with says so by itself.
 */
static DeidStoredPolicy *
stored_policy_open_read_input (DeidInput *input, DeidStoredPolicyOptions *options, GError **error)
{
  g_autofree char *text = NULL, *shown = NULL;
  GError *own_error = NULL;
  DeidStoredPolicy *policy;
  gsize length;

  text = deid_input_read_all (input, DEID_STORED_POLICY_MAX_SIZE,
                              "1 GiB, the limit for a stored policy", &length, error);
  if (text == NULL)
    return NULL;
  policy = stored_policy_open_read_text (text, length, options, DEID_STOP_OF (input->cancellable),
                                         &own_error);
  if (policy != NULL)
    return policy;
  shown = deid_text_escape (input->name);
  if (!g_error_matches (own_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_prefix_error (&own_error, "%s: ", shown);
  g_propagate_error (error, own_error);
  return NULL;
}

DeidStoredPolicy *
deid_stored_policy_new_from_json_file (const char *path, DeidStoredPolicyOptions *options,
                                       GCancellable *cancellable, GError **error)
{
  DeidStoredPolicy *policy;
  DeidInput input;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_input_open (&input, path, cancellable, error))
    return NULL;
  policy = stored_policy_open_read_input (&input, options, error);
  deid_input_clear (&input);
  return policy;
}

DeidStoredPolicy *
deid_stored_policy_new_from_json_stream (GInputStream *stream, const char *name,
                                         DeidStoredPolicyOptions *options,
                                         GCancellable *cancellable, GError **error)
{
  DeidStoredPolicy *policy;
  DeidInput input;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_input_init_stream (&input, stream, name != NULL ? name : "stored policy", cancellable);
  policy = stored_policy_open_read_input (&input, options, error);
  deid_input_clear (&input);
  return policy;
}
