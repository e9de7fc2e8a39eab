/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/dictionary.h"

#include "base/arrays.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"

#include <deid/deid.h>
#include <string.h>

void
deid_dictionary_init (DeidDictionary *dictionary)
{
  *dictionary = (DeidDictionary){ .missing = DEID_NO_CODE };
}

void
deid_dictionary_clear (DeidDictionary *dictionary)
{
  deid_free_arrays (dictionary->bytes, dictionary->offsets, dictionary->hashes, dictionary->slots);
  deid_dictionary_init (dictionary);
}

gboolean
deid_dictionary_copy (DeidDictionary *copy, const DeidDictionary *dictionary, GError **error)
{
  deid_dictionary_init (copy);
  if (dictionary->n == 0)
    return TRUE;
  if ((copy->bytes = deid_copy_array (dictionary->bytes, dictionary->n_bytes, 1, error)) == NULL
      || (copy->offsets = deid_copy_array (dictionary->offsets, dictionary->n,
                                           sizeof *dictionary->offsets, error))
             == NULL
      || (copy->hashes
          = deid_copy_array (dictionary->hashes, dictionary->n, sizeof *dictionary->hashes, error))
             == NULL
      || (copy->slots = deid_copy_array (dictionary->slots, dictionary->n_slots,
                                         sizeof *dictionary->slots, error))
             == NULL)
    return FALSE;
  copy->n_bytes = copy->bytes_capacity = dictionary->n_bytes;
  copy->n = dictionary->n;
  copy->offsets_capacity = copy->hashes_capacity = dictionary->n;
  copy->n_slots = dictionary->n_slots;
  copy->missing = dictionary->missing;
  return TRUE;
}

static guint32
hash_text (const char *text, gsize length)
{
  return (guint32) deid_hash_bytes (text, length);
}

static const char *
dictionary_get_text (const DeidDictionary *dictionary, guint32 code, gsize *length)
{
  const guint64 start = dictionary->offsets[code];
  const guint64 end
      = code + 1 < dictionary->n ? dictionary->offsets[code + 1] : dictionary->n_bytes;

  *length = (gsize) (end - start - 1);
  return dictionary->bytes + start;
}

static gboolean
equals (const DeidDictionary *dictionary, guint32 code, const char *text, gsize length)
{
  gsize own_length;
  const char *own = dictionary_get_text (dictionary, code, &own_length);

  return own_length == length && memcmp (own, text, length) == 0;
}

/* Returns: the slot that holds the text, or the empty one it would go to. */
static guint64
dictionary_find_slot (const DeidDictionary *dictionary, const char *text, gsize length,
                      guint32 hash)
{
  const guint64 mask = dictionary->n_slots - 1;
  guint64 slot = hash & mask;

  while (dictionary->slots[slot] != 0)
    {
      const guint32 code = dictionary->slots[slot] - 1;

      if (dictionary->hashes[code] == hash && equals (dictionary, code, text, length))
        break;
      slot = (slot + 1) & mask;
    }
  return slot;
}

static gboolean
grow_slots (DeidDictionary *dictionary, GError **error)
{
  const guint64 n_slots = MAX (16, 2 * dictionary->n_slots);
  guint32 *slots = deid_alloc (n_slots, sizeof *slots, error);

  if (slots == NULL)
    return FALSE;
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      guint64 slot = dictionary->hashes[code] & (n_slots - 1);

      if (code == dictionary->missing)
        continue;
      while (slots[slot] != 0)
        slot = (slot + 1) & (n_slots - 1);
      slots[slot] = code + 1;
    }
  g_free (dictionary->slots);
  dictionary->slots = slots;
  dictionary->n_slots = n_slots;
  return TRUE;
}

gboolean
deid_dictionary_reserve (DeidDictionary *dictionary, gsize length, GError **error)
{
  if (dictionary->n >= G_MAXUINT32 - 1)
    return deid_fail (error, DEID_ERROR_TOO_LARGE, "more than 2^32 - 2 distinct values");
  if (2 * ((guint64) dictionary->n + 1) > dictionary->n_slots && !grow_slots (dictionary, error))
    return FALSE;
  return deid_grow ((gpointer *) &dictionary->bytes, &dictionary->bytes_capacity,
                    dictionary->n_bytes + length + 1, 1, error)
         && deid_grow ((gpointer *) &dictionary->offsets, &dictionary->offsets_capacity,
                       (guint64) dictionary->n + 1, sizeof *dictionary->offsets, error)
         && deid_grow ((gpointer *) &dictionary->hashes, &dictionary->hashes_capacity,
                       (guint64) dictionary->n + 1, sizeof *dictionary->hashes, error);
}

gboolean
deid_dictionary_reserve_all (DeidDictionary *dictionary, const DeidDictionary *other,
                             GError **error)
{
  const guint64 n = (guint64) dictionary->n + other->n;

  while (2 * n > dictionary->n_slots)
    if (!grow_slots (dictionary, error))
      return FALSE;
  return deid_grow ((gpointer *) &dictionary->bytes, &dictionary->bytes_capacity,
                    dictionary->n_bytes + other->n_bytes, 1, error)
         && deid_grow ((gpointer *) &dictionary->offsets, &dictionary->offsets_capacity, n,
                       sizeof *dictionary->offsets, error)
         && deid_grow ((gpointer *) &dictionary->hashes, &dictionary->hashes_capacity, n,
                       sizeof *dictionary->hashes, error);
}

/* There is room. */
static guint32
dictionary_append (DeidDictionary *dictionary, const char *text, gsize length, guint32 hash)
{
  const guint32 code = dictionary->n++;

  dictionary->offsets[code] = dictionary->n_bytes;
  dictionary->hashes[code] = hash;
  memcpy (dictionary->bytes + dictionary->n_bytes, text, length);
  dictionary->bytes[dictionary->n_bytes + length] = '\0';
  dictionary->n_bytes += length + 1;
  return code;
}

guint32
deid_dictionary_find (const DeidDictionary *dictionary, const char *text, gsize length)
{
  guint64 slot;

  if (dictionary->n_slots == 0)
    return DEID_NO_CODE;
  slot = dictionary_find_slot (dictionary, text, length, hash_text (text, length));
  return dictionary->slots[slot] == 0 ? DEID_NO_CODE : dictionary->slots[slot] - 1;
}

static gboolean
dictionary_check_text (const char *text, gsize length, GError **error)
{
  const gboolean has_nul = memchr (text, '\0', length) != NULL;

  if (!has_nul && g_utf8_validate_len (text, length, NULL))
    return TRUE;
  return deid_fail (error, DEID_ERROR_ENCODING, "a value %s, expected UTF-8 text",
                    has_nul ? "that holds a NUL byte" : "that is not valid UTF-8");
}

/* Adds a text that is not there. */
static gboolean
dictionary_add_new (DeidDictionary *dictionary, const char *text, gsize length, guint32 hash,
                    guint32 *code, GError **error)
{
  guint64 slot;

  if (!deid_dictionary_reserve (dictionary, length, error))
    return FALSE;
  slot = dictionary_find_slot (dictionary, text, length, hash);
  *code = dictionary_append (dictionary, text, length, hash);
  dictionary->slots[slot] = *code + 1;
  return TRUE;
}

static gboolean
has (const DeidDictionary *dictionary, const char *text, gsize length, guint32 hash, guint32 *code)
{
  const guint32 found
      = dictionary->n_slots > 0
            ? dictionary->slots[dictionary_find_slot (dictionary, text, length, hash)]
            : 0;

  *code = found - 1;
  return found != 0;
}

gboolean
deid_dictionary_add (DeidDictionary *dictionary, const char *text, gsize length, guint32 *code,
                     GError **error)
{
  const guint32 hash = hash_text (text, length);

  return has (dictionary, text, length, hash, code)
         || (dictionary_check_text (text, length, error)
             && dictionary_add_new (dictionary, text, length, hash, code, error));
}

gboolean
deid_dictionary_add_from (DeidDictionary *dictionary, const DeidDictionary *other,
                          guint32 other_code, guint32 *code, GError **error)
{
  gsize length;
  const char *text = dictionary_get_text (other, other_code, &length);

  return dictionary_add_new (dictionary, text, length, other->hashes[other_code], code, error);
}

gboolean
deid_dictionary_take (DeidDictionary *dictionary, const DeidDictionary *other, guint32 other_code,
                      guint32 *code, GError **error)
{
  gsize length;
  const char *text = dictionary_get_text (other, other_code, &length);
  const guint32 hash = other->hashes[other_code];

  if (other_code == other->missing)
    return deid_dictionary_add_missing (dictionary, code, error);
  return has (dictionary, text, length, hash, code)
         || dictionary_add_new (dictionary, text, length, hash, code, error);
}

gboolean
deid_dictionary_add_missing (DeidDictionary *dictionary, guint32 *code, GError **error)
{
  if (dictionary->missing == DEID_NO_CODE)
    {
      if (!deid_dictionary_reserve (dictionary, 0, error))
        return FALSE;
      dictionary->missing = dictionary_append (dictionary, "", 0, 0);
    }
  *code = dictionary->missing;
  return TRUE;
}

gboolean
deid_dictionary_add_value (DeidDictionary *dictionary, const char *text, guint32 *code,
                           GError **error)
{
  return text != NULL ? deid_dictionary_add (dictionary, text, strlen (text), code, error)
                      : deid_dictionary_add_missing (dictionary, code, error);
}

gboolean
deid_dictionary_is_ascii (const DeidDictionary *dictionary)
{
  guint8 all = 0;

  for (guint64 i = 0; i < dictionary->n_bytes; i++)
    all |= (guint8) dictionary->bytes[i];
  return all < 0x80;
}

void
deid_dictionary_shrink (DeidDictionary *dictionary)
{
  if (dictionary->n == 0)
    return;
  if (deid_realloc ((gpointer *) &dictionary->bytes, dictionary->n_bytes, 1, NULL))
    dictionary->bytes_capacity = dictionary->n_bytes;
  if (deid_realloc ((gpointer *) &dictionary->offsets, dictionary->n, sizeof *dictionary->offsets,
                    NULL))
    dictionary->offsets_capacity = dictionary->n;
  if (deid_realloc ((gpointer *) &dictionary->hashes, dictionary->n, sizeof *dictionary->hashes,
                    NULL))
    dictionary->hashes_capacity = dictionary->n;
}

gboolean
deid_name_index_init (DeidNameIndex *index, guint64 n, GError **error)
{
  deid_dictionary_init (&index->names);
  index->parts = deid_alloc (n, sizeof *index->parts, error);
  return index->parts != NULL;
}

void
deid_name_index_clear (DeidNameIndex *index)
{
  deid_dictionary_clear (&index->names);
  g_free (index->parts);
}

gboolean
deid_name_index_add (DeidNameIndex *index, const char *name, gpointer part, GError **error)
{
  const guint32 n = index->names.n;
  guint32 code;

  if (!deid_dictionary_add (&index->names, name, strlen (name), &code, error))
    return FALSE;
  if (code == n)
    index->parts[code] = part;
  return TRUE;
}

gpointer
deid_name_index_find (const DeidNameIndex *index, const char *name)
{
  const guint32 code = deid_dictionary_find (&index->names, name, strlen (name));

  return code != DEID_NO_CODE ? index->parts[code] : NULL;
}
