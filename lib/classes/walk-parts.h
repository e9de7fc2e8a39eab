/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class-walk.h"

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_walk_attribute_init (DeidWalkAttribute *attribute, const DeidRows *rows, guint a,
                                   guint32 n_codes, GError **error);
void deid_walk_attribute_clear (DeidWalkAttribute *attribute);

/* Makes each label a part. */
void deid_walk_attribute_start (DeidWalkAttribute *attribute, const DeidRecoding *recoding,
                                guint32 n_codes);

/* Tells whether the parts are the labels. */
gboolean deid_walk_attribute_has (DeidWalkAttribute *attribute, const DeidRecoding *recoding,
                                  guint32 n_codes);

/* Lists the codes of each label and chooses its part: each part is kept by the label that has most
 * of its rows, if that label has no more rows in any other.
 *
 * Returns: how many rows are in other parts than those chosen. Complexity: O(@n_codes). */
guint64 deid_walk_attribute_choose_parts (DeidWalkAttribute *attribute,
                                          const DeidRecoding *recoding, guint32 n_codes);
