/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "stored-policy/stored-member.h"

#include <deid/deid.h>

#include "base/text.h"

gboolean
deid_stored_member_fail (const char *member, const char *expected, GError **error)
{
  g_autofree char *shown = deid_text_show (member, -1);

  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "member '%s': expected %s", shown, expected);
  return FALSE;
}

const char *
deid_stored_member_get_string (const DeidJsonValue *object, const char *name, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (object, name);

  if (deid_json_is (value, DEID_JSON_STRING))
    return value->string;
  deid_stored_member_fail (name, "a string", error);
  return NULL;
}

gboolean
deid_stored_member_get_integer (const DeidJsonValue *object, const char *name, gint64 smallest,
                                gint64 largest, gint64 *integer, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (object, name);

  if (!deid_json_is (value, DEID_JSON_INTEGER))
    return deid_stored_member_fail (name, "an integer", error);
  *integer = value->integer;
  return (*integer >= smallest && *integer <= largest)
         || deid_stored_member_fail (name, "an integer within its range", error);
}

const DeidJsonValue *
deid_stored_member_get_object (const DeidJsonValue *object, const char *name, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (object, name);

  if (deid_json_is (value, DEID_JSON_OBJECT))
    return value;
  deid_stored_member_fail (name, "an object", error);
  return NULL;
}

const DeidJsonValue *
deid_stored_member_get_array (const DeidJsonValue *object, const char *name, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (object, name);

  if (deid_json_is (value, DEID_JSON_ARRAY))
    return value;
  deid_stored_member_fail (name, "an array", error);
  return NULL;
}
