/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "job/job-keys.h"

/* Checks a value and brings it into its normal form: without blanks around it, `yes` or `no`,
 * `0.05` for `5%`. Whether it suits the table and the other values shows later.
 *
 * Returns: (transfer full): the normal form, empty if @text is; or NULL with %DEID_ERROR_PARSE,
 * %DEID_ERROR_ENCODING, or what the model says that is named. Messages say what was expected; they
 * leave the place and the value to the caller, unless a model wrote them. */
char *deid_job_value_normalize (const DeidJobKey *key, const char *text, GError **error);

/* Returns: the number of a word among those of its key, or -1. */
int deid_job_value_find_word (const DeidJobKey *key, const char *text);

/* Returns: (transfer full): the items of a list in its normal form, to a NULL. */
char **deid_job_value_split (const char *list);

/* Returns: (transfer full): the list in its normal form whose items are these, to a NULL. */
char *deid_job_value_join (const char *const *items);

/* Tells whether a search, by its name or specification, is for a local recoding. */
gboolean deid_job_value_is_local_search (const char *text);

/* Reads an item VALUE=X of a list of weights, of which the last sign counts. @length is that of the
 * value. Errors: %DEID_ERROR_PARSE, %DEID_ERROR_INVALID_ARGUMENT for a number out of range. */
gboolean deid_job_value_read_weight (const char *item, gsize *length, double *weight,
                                     GError **error);

/* Splits an item FIRST..LAST of a list of ranges at its first two points; one without them is both.
 * Returns: FALSE if either is empty. */
gboolean deid_job_value_read_range (const char *item, char **first, char **last);

/* Reads a range of levels; G_MAXUINT stands for the highest. Returns: FALSE if it is none. */
gboolean deid_job_value_read_levels (const char *text, guint *first, guint *last);

/* Reads the rights to a file. Returns: FALSE if it is no mode that files have. */
gboolean deid_job_value_read_mode (const char *text, guint *mode);
