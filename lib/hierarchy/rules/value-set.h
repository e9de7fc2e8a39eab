/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Labels of runs of values in an order: `{a, b, c}`, and where there are more than
 * DEID_MAX_SET_VALUES of them `{a, ..., z}`, from the first to the last. A value stands in quotes,
 * and quotes in it twice, if it is empty, begins or ends with a blank, has a comma, a quote or a
 * brace, or is `...` itself. */
#pragma once

#include "base/dictionary.h"
#include "base/long-text.h"

/* Appends one value as it stands in a set that has no gap and is written out. */
void deid_value_set_append_value (DeidLongText *text, const char *value);

/* Appends the label of the values from @first on, before @end. */
void deid_value_set_append (DeidLongText *text, const DeidDictionary *values, guint32 first,
                            guint32 end);

/* Appends the label of some values, all of them. */
void deid_value_set_append_all (DeidLongText *text, const char *const *values, gsize n);

/* Reads a set as many values as it writes out; with a gap these are the first and the last one.
 * Errors: %DEID_ERROR_PARSE if it is no set, %DEID_ERROR_NO_MEMORY.
 * Returns: (transfer full): the values to a NULL, to be freed by one g_free(); or NULL. */
char **deid_value_set_read (const char *label, gboolean *has_gap, GError **error);
