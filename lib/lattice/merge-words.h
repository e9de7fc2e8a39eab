/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/policy-private.h"

/* What policies merge of an attribute with cuts, in words. @levels and @baseline are those of whole
 * policies. */

/* Tells whether both make the same of it. */
gboolean deid_merge_words_are_same (const DeidAttribute *attribute, const DeidLevel *levels,
                                    const DeidLevel *baseline);

/* Tells whether the leaves of a node of a subtree have one label, which may be that of a node above
 * it. */
gboolean deid_merge_words_is_merged (const DeidAttribute *attribute, const DeidLevel *levels,
                                     guint level, guint32 node);

/* Returns: how many runs of several values, or highest merged nodes, a policy makes of it. */
guint32 deid_merge_words_count (const DeidAttribute *attribute, const DeidLevel *levels);

/* Adds what of it the one merges, splits and keeps apart in difference from the other, which does
 * not make the same of it. */
void deid_merge_words_add (const DeidAttribute *attribute, const DeidLevel *levels,
                           const DeidLevel *baseline, DeidLongText *text);
