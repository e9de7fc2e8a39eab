/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/column-loader.h"

#include "base/memory.h"

/* So many places for each text, so that few of them meet; but no more than fit into a cache. */
#define PLACES_PER_TEXT 8
#define MIN_BITS        3
#define MAX_BITS        12

gboolean
deid_column_loader_init (DeidColumnLoader *loader, const char *name, GError **error)
{
  *loader = (DeidColumnLoader){ .bits = MIN_BITS };
  if (!deid_column_init (&loader->column, name, error))
    return FALSE;
  loader->places = deid_alloc (1 << MIN_BITS, sizeof *loader->places, error);
  return loader->places != NULL;
}

void
deid_column_loader_clear (DeidColumnLoader *loader)
{
  deid_column_clear (&loader->column);
  g_clear_pointer (&loader->places, g_free);
}

/* Makes more places. What was kept is looked for once more. */
static gboolean
grow (DeidColumnLoader *loader, GError **error)
{
  const guint bits = MIN (loader->bits + 2, MAX_BITS);
  DeidShortText *places = deid_alloc (G_GUINT64_CONSTANT (1) << bits, sizeof *places, error);

  if (places == NULL)
    return FALSE;
  g_free (loader->places);
  loader->places = places;
  loader->bits = bits;
  return TRUE;
}

static gboolean
is_missing (const DeidField *field, const char *const *missing_values)
{
  return field->length == 0
         || (missing_values[0] != NULL && memchr (field->text, '\0', field->length) == NULL
             && g_strv_contains (missing_values, field->text));
}

gboolean
deid_column_loader_append_slowly (DeidColumnLoader *loader, const DeidField *field,
                                  const char *const *missing_values, GError **error)
{
  DeidDictionary *dictionary = &loader->column.dictionary;
  guint32 code;

  if (!(is_missing (field, missing_values)
            ? deid_dictionary_add_missing (dictionary, &code, error)
            : deid_dictionary_add (dictionary, field->text, field->length, &code, error)))
    return FALSE;
  while (loader->bits < MAX_BITS && dictionary->n > (1u << loader->bits) / PLACES_PER_TEXT)
    if (!grow (loader, error))
      return FALSE;
  if (field->length <= DEID_MAX_SHORT)
    {
      const DeidShortText text = deid_short_text_read (field);
      DeidShortText *place = deid_column_loader_get_place (loader, &text);

      *place = text;
      place->code = code;
    }
  return deid_codes_append (&loader->column.codes, code, error);
}
