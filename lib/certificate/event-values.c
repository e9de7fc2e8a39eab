/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/event-values.h"

#include <deid/deid.h>

gboolean
deid_event_refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (DEID_ERROR, DEID_ERROR_CERTIFICATE, format, arguments);
  va_end (arguments);
  return FALSE;
}

gboolean
deid_event_read_count (const DeidJsonValue *value, guint64 *count, GError **error)
{
  *count = 0;
  if (!deid_json_is (value, DEID_JSON_INTEGER) || value->integer < 0)
    return deid_event_refuse (error, "expected a count");
  *count = (guint64) value->integer;
  return TRUE;
}

gboolean
deid_event_read_number (const DeidJsonValue *value, double *number, GError **error)
{
  *number = 0;
  return deid_json_get_number (value, number) || deid_event_refuse (error, "expected a number");
}

const DeidJsonValue *
deid_event_read_array (const DeidJsonValue *value, guint n, GError **error)
{
  if (deid_json_is (value, DEID_JSON_ARRAY) && value->n == n)
    return value + 1;
  deid_event_refuse (error, "expected an array of %u numbers", n);
  return NULL;
}

gboolean
deid_event_compare_counts (guint64 stated, guint64 found, const char *what, GError **error)
{
  return stated == found
         || deid_event_refuse (
             error, "%" G_GUINT64_FORMAT " %s are stated, %" G_GUINT64_FORMAT " are found", stated,
             what, found);
}
