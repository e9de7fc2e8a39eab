/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Distinct texts, numbered in the order of their first appearance. At most one entry is the
 * missing value, whose text is NULL. */
typedef struct
{
  char *bytes; /* all texts, each with its NUL */
  guint64 n_bytes;
  guint64 bytes_capacity;
  guint64 *offsets; /* of each code's text */
  guint64 offsets_capacity;
  guint32 *hashes; /* of each code */
  guint64 hashes_capacity;
  guint32 *slots;  /* open addressing: code + 1, or 0 */
  guint64 n_slots; /* a power of two */
  guint32 n;
  guint32 missing; /* the missing value's code, or DEID_NO_CODE */
} DeidDictionary;

#define DEID_NO_CODE G_MAXUINT32

void deid_dictionary_init (DeidDictionary *dictionary);
void deid_dictionary_clear (DeidDictionary *dictionary);

/* On failure the copy may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_dictionary_copy (DeidDictionary *copy, const DeidDictionary *dictionary,
                               GError **error);

/* Returns: the code of a text, or %DEID_NO_CODE. */
guint32 deid_dictionary_find (const DeidDictionary *dictionary, const char *text, gsize length);

/* Gives the code of a text, adding it if it is new. Errors: %DEID_ERROR_ENCODING for a text that
 * is not UTF-8 or holds a NUL, %DEID_ERROR_TOO_LARGE, %DEID_ERROR_NO_MEMORY; their messages give
 * neither the value nor the place. */
gboolean deid_dictionary_add (DeidDictionary *dictionary, const char *text, gsize length,
                              guint32 *code, GError **error);

/* Makes room for one more text of up to @length bytes, so that adding it cannot run out of memory.
 */
gboolean deid_dictionary_reserve (DeidDictionary *dictionary, gsize length, GError **error);

/* Makes room for texts of another dictionary, of which all may come. */
gboolean deid_dictionary_reserve_all (DeidDictionary *dictionary, const DeidDictionary *other,
                                      GError **error);

/* Adds a text of another dictionary that is not there yet, and is not missing. Errors as above. */
gboolean deid_dictionary_add_from (DeidDictionary *dictionary, const DeidDictionary *other,
                                   guint32 other_code, guint32 *code, GError **error);

/* Gives the code of a text of another dictionary, or of the missing value if it is that, adding it
 * if it is new. Errors as above. */
gboolean deid_dictionary_take (DeidDictionary *dictionary, const DeidDictionary *other,
                               guint32 other_code, guint32 *code, GError **error);

/* Gives the code of the missing value. */
gboolean deid_dictionary_add_missing (DeidDictionary *dictionary, guint32 *code, GError **error);

/* Gives the code of a text, or of the missing value for %NULL. Errors as above. */
gboolean deid_dictionary_add_value (DeidDictionary *dictionary, const char *text, guint32 *code,
                                    GError **error);

/* Tells whether all texts are of ASCII. Complexity: O(length of the texts). */
gboolean deid_dictionary_is_ascii (const DeidDictionary *dictionary);

/* Gives memory back that growing took in advance. */
void deid_dictionary_shrink (DeidDictionary *dictionary);

static inline const char *
deid_dictionary_get (const DeidDictionary *dictionary, guint32 code)
{
  return code == dictionary->missing ? NULL : dictionary->bytes + dictionary->offsets[code];
}

/* Finds parts of something by their names. Of two with one name it finds the first. */
typedef struct
{
  DeidDictionary names;
  gpointer *parts; /* of each name */
} DeidNameIndex;

/* Makes an index of up to @n parts. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_name_index_init (DeidNameIndex *index, guint64 n, GError **error);
void deid_name_index_clear (DeidNameIndex *index);

/* Errors: those of deid_dictionary_add(). Complexity: O(length of the name). */
gboolean deid_name_index_add (DeidNameIndex *index, const char *name, gpointer part,
                              GError **error);

/* Returns: (nullable): the part of this name. Complexity: O(length of the name). */
gpointer deid_name_index_find (const DeidNameIndex *index, const char *name);
