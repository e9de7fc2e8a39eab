/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "suggestion/identifiers-private.h"

static const DeidIdentifierColumn *
identifiers_text_get_column (const DeidIdentifiers *identifiers, guint column)
{
  g_return_val_if_fail (identifiers != NULL && column < identifiers->n_columns, NULL);

  return &identifiers->columns[column];
}

guint
deid_identifiers_get_n_columns (const DeidIdentifiers *identifiers)
{
  g_return_val_if_fail (identifiers != NULL, 0);

  return identifiers->n_columns;
}

guint
deid_identifiers_get_n_found (const DeidIdentifiers *identifiers)
{
  guint n = 0;

  g_return_val_if_fail (identifiers != NULL, 0);

  for (guint c = 0; c < identifiers->n_columns; c++)
    n += identifiers->columns[c].kind != DEID_KIND_UNKNOWN;
  return n;
}

const char *
deid_identifiers_get_column_name (const DeidIdentifiers *identifiers, guint column)
{
  const DeidIdentifierColumn *found = identifiers_text_get_column (identifiers, column);

  return found != NULL ? found->name : NULL;
}

const char *
deid_identifiers_get_kind (const DeidIdentifiers *identifiers, guint column)
{
  const DeidIdentifierColumn *found = identifiers_text_get_column (identifiers, column);

  return found != NULL ? deid_kind_get_identifier (found->kind) : NULL;
}

const char *
deid_identifiers_get_letter (const DeidIdentifiers *identifiers, guint column)
{
  const DeidIdentifierColumn *found = identifiers_text_get_column (identifiers, column);

  return found != NULL ? deid_kind_get_hipaa (found->kind) : NULL;
}

guint
deid_identifiers_get_n_evidence (const DeidIdentifiers *identifiers, guint column)
{
  const DeidIdentifierColumn *found = identifiers_text_get_column (identifiers, column);

  return found != NULL ? found->evidence->len : 0;
}

const char *
deid_identifiers_get_evidence (const DeidIdentifiers *identifiers, guint column, guint index)
{
  const DeidIdentifierColumn *found = identifiers_text_get_column (identifiers, column);

  g_return_val_if_fail (found != NULL && index < found->evidence->len, NULL);

  return g_ptr_array_index (found->evidence, index);
}

static void
identifiers_text_add_column (DeidLongText *text, const DeidIdentifierColumn *column)
{
  const char *letter = deid_kind_get_hipaa (column->kind);

  deid_long_text_add (text, "  %s: %s%s%s%s\n", column->shown, letter != NULL ? "(" : "",
                      letter != NULL ? letter : "", letter != NULL ? ") " : "",
                      deid_kind_get_text (column->kind));
  for (guint i = 0; i < column->evidence->len; i++)
    deid_long_text_add (text, "    %s\n", (const char *) g_ptr_array_index (column->evidence, i));
}

char *
deid_identifiers_to_text (const DeidIdentifiers *identifiers, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (identifiers != NULL, NULL);

  deid_long_text_add (&text,
                      "audience: custodian-only\nidentifiers, 45 CFR 164.514(b)(2)(i): %u of %u "
                      "columns\n",
                      deid_identifiers_get_n_found (identifiers), identifiers->n_columns);
  for (guint c = 0; c < identifiers->n_columns; c++)
    if (identifiers->columns[c].kind != DEID_KIND_UNKNOWN)
      identifiers_text_add_column (&text, &identifiers->columns[c]);
  return deid_long_text_end (&text, error);
}

static void
add_json_text (DeidLongText *text, const char *key, const char *value)
{
  deid_long_text_add (text, "\"%s\":", key);
  if (value != NULL)
    deid_long_text_add_json (text, value);
  else
    deid_long_text_add (text, "null");
}

static void
identifiers_text_add_json_column (DeidLongText *text, const DeidIdentifierColumn *column)
{
  deid_long_text_add (text, "{");
  add_json_text (text, "column", column->name);
  deid_long_text_add (text, ",");
  add_json_text (text, "letter", deid_kind_get_hipaa (column->kind));
  deid_long_text_add (text, ",");
  add_json_text (text, "kind", deid_kind_get_identifier (column->kind));
  deid_long_text_add (text, ",\"evidence\":[");
  for (guint i = 0; i < column->evidence->len; i++)
    {
      deid_long_text_add (text, "%s", i > 0 ? "," : "");
      deid_long_text_add_json (text, g_ptr_array_index (column->evidence, i));
    }
  deid_long_text_add (text, "]}");
}

char *
deid_identifiers_to_json (const DeidIdentifiers *identifiers, GError **error)
{
  DeidLongText text = { 0 };
  guint n = 0;

  g_return_val_if_fail (identifiers != NULL, NULL);

  deid_long_text_add (&text, "{\"audience\":\"custodian-only\",\"columns\":%u,\"identifiers\":[",
                      identifiers->n_columns);
  for (guint c = 0; c < identifiers->n_columns; c++)
    if (identifiers->columns[c].kind != DEID_KIND_UNKNOWN)
      {
        deid_long_text_add (&text, "%s", n++ > 0 ? "," : "");
        identifiers_text_add_json_column (&text, &identifiers->columns[c]);
      }
  deid_long_text_add (&text, "]}");
  return deid_long_text_end (&text, error);
}
