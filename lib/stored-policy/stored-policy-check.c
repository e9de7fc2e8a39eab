/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether the parts of a stored policy that was read fit each other. */
#include <string.h>

#include "stored-policy/stored-member.h"
#include "stored-policy/stored-policy-private.h"
#include "base/dictionary.h"

/* Adds the name of a column, which is to be new. */
static gboolean
add_name (DeidDictionary *names, const char *name, const char *member, const char *expected,
          GError **error)
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
    if (!add_name (names, policy->attributes[a].name, "attributes", "each name once", error))
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
      if (!add_name (names, policy->roles[i].name, "roles", "columns that are no attributes",
                     error))
        return FALSE;
      n_entities += policy->roles[i].role == DEID_ROLE_ENTITY;
      n_weights += policy->roles[i].role == DEID_ROLE_WEIGHT;
      n_survey_weights += policy->roles[i].role == DEID_ROLE_SURVEY_WEIGHT;
    }
  return (n_entities <= 1 && n_weights <= 1 && n_survey_weights <= 1)
         || deid_stored_member_fail ("roles",
                                     "at most one entity, one weight and one survey weight", error);
}

gboolean
deid_stored_policy_check_names (const DeidStoredPolicy *policy, GError **error)
{
  DeidDictionary names;
  gboolean success;

  deid_dictionary_init (&names);
  success = add_attributes (policy, &names, error) && add_roles (policy, &names, error);
  deid_dictionary_clear (&names);
  return success
         && (policy->n_attributes > 0
             || deid_stored_member_fail ("attributes", "at least one", error))
         && (policy->models->len > 0
             || deid_stored_member_fail ("privacy_models", "at least one", error));
}
