/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* What is said of all values as they are, and of one label for all. */
#define DEID_WORDS_KEPT      "kept as it is"
#define DEID_WORDS_ONE_LABEL "one label for all, which says nothing"

/* Says what a level does: what it is called, and which values are one group on all levels.
 *
 * Returns: (transfer full): a text that is escaped nowhere yet, or NULL with %DEID_ERROR_NO_MEMORY.
 * Complexity: O(length of the rule). */
char *deid_level_describe (const DeidHierarchy *hierarchy, guint level, GError **error);

/* Gives a value of the hierarchy and its label on a level, as an example: the value in the middle.
 * Both are NULL if there is none. Complexity: O(leaves). Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_level_find_example (const DeidHierarchy *hierarchy, guint level, const char **value,
                                  const char **label, GError **error);

/* Compares labels as people order them: those that begin with a number by that, as 0-9 before
 * 10-19, then other texts, then `*`, then a missing value, which is %NULL or empty. Two texts are
 * equal here: their order is the caller's. Returns: a negative number, 0 or a positive one. */
int deid_label_compare (const char *label, const char *other);

/* Say what a model asks, in a sentence without its full stop, for people who know no specification;
 * @unit is what a class counts, `persons` or `records`.
 *
 * Returns: (transfer full): the sentence, which is escaped nowhere yet, as that of the next one. */
char *deid_model_describe (const DeidPrivacyModel *model, const char *unit, gboolean is_public);

/* Says how loss is measured; @is_weighted tells whether columns have weights other than 1. */
char *deid_quality_describe (const DeidQualityModel *model, gboolean is_weighted);
