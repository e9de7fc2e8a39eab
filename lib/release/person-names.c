/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/person-names.h"

#include "base/memory.h"
#include "base/text.h"

static gboolean
add_name (DeidPersonNames *names, const DeidPseudonymForm *form, GBytes *key, const char *person,
          GError **error)
{
  const guint32 n = names->names.n;
  char text[DEID_PSEUDONYM_MAX_LENGTH + 1];
  guint8 digest[DEID_KEYED_SIZE];
  guint32 code;

  deid_person_key_hash (key, NULL, person, digest);
  deid_pseudonym_write (form, digest, text);
  if (!deid_dictionary_add (&names->names, text, form->length, &code, error))
    return FALSE;
  return code == n
         || deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                       "two persons would have the same pseudonym, expected longer ones");
}

/* The texts of a dictionary stay in their place once all are there. */
gboolean
deid_person_names_init (DeidPersonNames *names, const DeidColumn *persons,
                        const DeidPseudonymOption *option, const DeidStop *stop, GError **error)
{
  const DeidDictionary *dictionary = &persons->dictionary;
  GBytes *key = option->key != NULL ? g_bytes_ref (option->key) : deid_person_key_draw (error);
  gboolean success = key != NULL;

  deid_dictionary_init (&names->names);
  names->texts = success ? deid_alloc (dictionary->n, sizeof *names->texts, error) : NULL;
  success = names->texts != NULL;
  for (guint32 code = 0; success && code < dictionary->n; code++)
    success = deid_stop_check_value (stop, code, error)
              && (code == dictionary->missing
                  || add_name (names, &option->form, key, deid_dictionary_get (dictionary, code),
                               error));
  for (guint32 code = 0, n = 0; success && code < dictionary->n; code++)
    if (code != dictionary->missing)
      names->texts[code] = deid_dictionary_get (&names->names, n++);
  g_clear_pointer (&key, g_bytes_unref);
  return success;
}

void
deid_person_names_clear (DeidPersonNames *names)
{
  deid_dictionary_clear (&names->names);
  g_clear_pointer (&names->texts, g_free);
}
