/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/nodes.h"

/* A label may stand for other values on one level than on another, as "private" for a kind of
 * insurance and for the group of kinds that it belongs to. Who reads a release of labels of several
 * levels could not tell which is meant. So no class is released with such a label but in its widest
 * sense: in place of a node there is the lowest one above all values that have its label on some
 * level, or the one in place of that. */

/* Finds for each node the one that is released in its place, which is itself unless its label is
 * that of other values too. Errors: %DEID_ERROR_INVALID_ARGUMENT if that would be above the highest
 * level, %DEID_ERROR_NO_MEMORY. Complexity: O(leaves x levels). */
gboolean deid_local_labels_settle (DeidLocalNodes *nodes, const DeidAttribute *attribute,
                                   guint lowest, guint highest, GError **error);

/* Returns: of the levels from @level on that have the same label for a code, the lowest one where
 * it covers most leaves of the domain. */
guint deid_local_labels_get_level (const DeidAttribute *attribute, guint level, guint highest,
                                   guint32 code);

/* Returns: the lowest level, from @lowest on, where a code has the same label as on @level, which
 * covers as many leaves. */
guint deid_local_labels_get_lowest (const DeidAttribute *attribute, guint level, guint lowest,
                                    guint32 code);
