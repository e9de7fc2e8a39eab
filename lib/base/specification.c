/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/specification.h"

#include <string.h>

#include <deid/deid.h>

#include "base/rational.h"
#include "base/text.h"

void
deid_specification_init (DeidSpecification *specification, const char *kind, const char *text)
{
  const char *at = strchr (text, '@');
  g_autofree char *before = at != NULL ? g_strndup (text, (gsize) (at - text)) : g_strdup (text);

  *specification = (DeidSpecification){ .text = text,
                                        .kind = kind,
                                        .parts = g_strsplit (before, ":", 0),
                                        .column = at != NULL ? at + 1 : NULL };
  specification->n_parts = g_strv_length (specification->parts);
}

void
deid_specification_clear (DeidSpecification *specification)
{
  g_strfreev (specification->parts);
}

void
deid_specification_fail (const DeidSpecification *specification, guint part, const char *expected,
                         GError **error)
{
  g_autofree char *shown = deid_text_show (specification->parts[part], -1);

  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "%s %s: '%s', expected %s", specification->kind,
               specification->parts[0], shown, expected);
}

gboolean
deid_specification_read_count (const DeidSpecification *specification, guint part, guint64 *count,
                               GError **error)
{
  if (deid_uint64_from_decimal (specification->parts[part], count))
    return TRUE;
  deid_specification_fail (specification, part, "a positive integer", error);
  return FALSE;
}

gboolean
deid_specification_read_number (const DeidSpecification *specification, guint part, double *number,
                                GError **error)
{
  if (deid_double_from_decimal (specification->parts[part], number))
    return TRUE;
  deid_specification_fail (specification, part, "a number", error);
  return FALSE;
}

gboolean
deid_specification_read_numbers (const DeidSpecification *specification, double *numbers,
                                 GError **error)
{
  for (guint part = 1; part < specification->n_parts; part++)
    if (!deid_specification_read_number (specification, part, &numbers[part - 1], error))
      return FALSE;
  return TRUE;
}

void
deid_specification_append_usage (GString *usages, guint i, guint n, const char *usage)
{
  g_string_append_printf (usages, "%s%s", i == 0 ? "" : (i + 1 < n ? ", " : " or "), usage);
}
