/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/pseudonym.h"
#include "table/column.h"

#include <deid/deid.h>

/* What is released of the numbers of a column: one of the two. */
typedef struct
{
  char *column;
  DeidBinMeanScope bin_mean;
  DeidMicroaggregation microaggregation;
} DeidNumberOption;

/* How a column is released as pseudonyms. */
typedef struct
{
  char *column; /* a judged one, or NULL for the entity column */
  DeidPseudonymForm form;
  GBytes *key; /* or NULL if they are random */
} DeidPseudonymOption;

struct DeidReleaseOptions
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  gboolean keep_suppressed;
  gboolean keep_order;
  guint64 seed;
  guint n_threads;
  guint64 minimum_bin;
  DeidNumberOption *numbers;
  guint64 numbers_capacity;
  guint n_numbers;
  DeidPseudonymOption *pseudonyms;
  guint64 pseudonyms_capacity;
  guint n_pseudonyms;
};

/* Returns: (transfer full): @options, immutable from now on, or the defaults if it is NULL. */
DeidReleaseOptions *deid_release_options_use (DeidReleaseOptions *options);

/* Returns: (nullable): what is released of the numbers of a column, if anything. */
const DeidNumberOption *deid_release_options_find (const DeidReleaseOptions *options,
                                                   const char *column);

/* Refuses microaggregated columns: a stored policy would release their values as they are. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_release_options_check_storable (const DeidReleaseOptions *options, GError **error);

/* Sets how a column is released as pseudonyms, by a specification such as `hmac:12:digits@house`.
 * Errors: %DEID_ERROR_PARSE, %DEID_ERROR_NO_MEMORY. */
DeidPseudonymOption *deid_release_options_add_pseudonym (DeidReleaseOptions *options,
                                                         const char *specification, GError **error);

/* Returns: (nullable): how a column of the table is released as pseudonyms, if it is. */
const DeidPseudonymOption *deid_release_options_find_pseudonym (const DeidReleaseOptions *options,
                                                                const DeidColumn *column);

/* Returns: (transfer full): the name of the column of bin means of a column. */
char *deid_bin_mean_name (const char *column);

/* Checks that a table has the columns that numbers are released of, and that they can be. Errors:
 * those of deid_release_options_set_bin_mean() that it leaves to deid_result_apply(), but for
 * values that are too large. */
gboolean deid_release_options_check (const DeidReleaseOptions *options, const DeidLattice *lattice,
                                     GError **error);
