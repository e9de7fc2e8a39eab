/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/column-loader.h"

#include "base/memory.h"

/* So many places for each text, so that few of them meet; but no more than fit into a cache. */
#define PLACES_PER_TEXT        8
#define COLUMN_LOADER_MIN_BITS 3
#define COLUMN_LOADER_MAX_BITS 12

/* A part that has more values than this does not keep them: they would take as much memory as the
 * table's. */
#define MAX_KEPT 65536

gboolean
deid_column_loader_init (DeidColumnLoader *loader, const char *name, GError **error)
{
  *loader = (DeidColumnLoader){ .bits = COLUMN_LOADER_MIN_BITS };
  if (!deid_column_init (&loader->column, name, error))
    return FALSE;
  loader->places = deid_alloc (1 << COLUMN_LOADER_MIN_BITS, sizeof *loader->places, error);
  if (loader->places == NULL)
    deid_column_clear (&loader->column);
  return loader->places != NULL;
}

void
deid_column_loader_clear (DeidColumnLoader *loader)
{
  deid_column_clear (&loader->column);
  g_clear_pointer (&loader->places, g_free);
  g_clear_pointer (&loader->taken, g_free);
}

/* Makes more places. What was kept is looked for once more. */
static gboolean
column_loader_grow (DeidColumnLoader *loader, GError **error)
{
  const guint bits = MIN (loader->bits + 2, COLUMN_LOADER_MAX_BITS);
  DeidShortText *places = deid_alloc (G_GUINT64_CONSTANT (1) << bits, sizeof *places, error);

  if (places == NULL)
    return FALSE;
  g_free (loader->places);
  loader->places = places;
  loader->bits = bits;
  return TRUE;
}

static gboolean
column_loader_is_missing (const DeidField *field, const char *const *missing_values)
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

  if (!(column_loader_is_missing (field, missing_values)
            ? deid_dictionary_add_missing (dictionary, &code, error)
            : deid_dictionary_add (dictionary, field->text, field->length, &code, error)))
    return FALSE;
  while (loader->bits < COLUMN_LOADER_MAX_BITS
         && dictionary->n > (1u << loader->bits) / PLACES_PER_TEXT)
    if (!column_loader_grow (loader, error))
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

static void
forget_values (DeidColumnLoader *part)
{
  deid_dictionary_clear (&part->column.dictionary);
  memset (part->places, 0, sizeof *part->places << part->bits);
  part->n_taken = 0;
}

gboolean
deid_column_loader_take_rows (DeidColumnLoader *loader, DeidColumnLoader *part, GError **error)
{
  const DeidDictionary *values = &part->column.dictionary;
  DeidDictionary *dictionary = &loader->column.dictionary;

  if (!deid_grow ((gpointer *) &part->taken, &part->taken_capacity, values->n, sizeof *part->taken,
                  error))
    return FALSE;
  for (; part->n_taken < values->n; part->n_taken++)
    if (!deid_dictionary_take (dictionary, values, part->n_taken, &part->taken[part->n_taken],
                               error))
      return FALSE;
  if (part->column.codes.n > 0
      && !deid_codes_append_mapped (&loader->column.codes, &part->column.codes, part->taken,
                                    dictionary->n - 1, error))
    return FALSE;
  part->column.codes.n = 0;
  if (values->n > MAX_KEPT)
    forget_values (part);
  return TRUE;
}
