/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Gives a value of the hierarchy and its label on a level, as an example: the value in the middle.
 * Both are NULL if there is none. Complexity: O(leaves). Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_level_find_example (const DeidHierarchy *hierarchy, guint level, const char **value,
                                  const char **label, GError **error);

/* Compares labels as people order them: those that begin with a number by that, as 0-9 before
 * 10-19, then other texts, then `*`, then a missing value, which is %NULL or empty. Two texts are
 * equal here: their order is the caller's. Returns: a negative number, 0 or a positive one. */
int deid_label_compare (const char *label, const char *other);

/* Says how loss is measured; @is_weighted tells whether columns have weights other than 1.
 *
 * Returns: (transfer full): a text that is escaped nowhere yet. */
char *deid_quality_describe (const DeidQualityModel *model, gboolean is_weighted);
