/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The pseudonyms of persons in a release. */
#pragma once

#include "base/work.h"
#include "problem/release-options-private.h"
#include "table/column.h"

typedef struct
{
  DeidDictionary names; /* one for each person, in the order of the codes */
  const char **texts;   /* of each code: its name, or NULL for a missing one */
} DeidPersonNames;

/* Names the persons of a column; a key is drawn for random names. On failure they may be cleared,
 * and nothing else. Errors: %DEID_ERROR_INVALID_ARGUMENT if two persons have one name,
 * %DEID_ERROR_NO_MEMORY, those of deid_person_key_draw() and deid_stop_check(). Complexity:
 * O(persons).
 */
gboolean deid_person_names_init (DeidPersonNames *names, const DeidColumn *persons,
                                 const DeidPseudonymOption *option, const DeidStop *stop,
                                 GError **error);
void deid_person_names_clear (DeidPersonNames *names);
