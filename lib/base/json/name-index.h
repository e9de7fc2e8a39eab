/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"

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
