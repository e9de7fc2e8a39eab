/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/key-sort.h"
#include "base/random.h"
#include "search/local/tuples.h"

/* Makes the digits of all attributes. On failure they may be cleared. Errors:
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows x digits). */
gboolean deid_local_digits_init (DeidLocalTuples *tuples, const DeidRows *rows,
                                 const DeidStop *stop, GError **error);

/* Puts the digits into the order that keys have them in: those with a great drop first, but an
 * attribute's coarse before fine. @noise, if not NULL, makes each drop greater or smaller by up to
 * the factor 4. Complexity: O(digits x attributes). */
void deid_local_digits_arrange (const DeidLocalTuples *tuples, DeidRandom *noise, guint *order);

/* Returns: how many 64-bit words hold the digits in that order. */
guint deid_local_digits_count_words (const DeidLocalTuples *tuples, const guint *order);

/* Returns: one of these words, the first one being the most significant, of the leaves of a tuple.
 */
guint64 deid_local_digits_get_word (const DeidLocalTuples *tuples, const guint *order, guint word,
                                    const DeidLocalNode *leaves);
