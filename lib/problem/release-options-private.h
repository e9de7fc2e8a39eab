/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/pseudonym.h"

#include <deid/deid.h>

/* What is released of the numbers of a column: one of the two. */
typedef struct
{
  char *column;
  DeidBinMeanScope bin_mean;
  DeidMicroaggregation microaggregation;
} DeidNumberOption;

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
  gboolean has_pseudonyms; /* the entity column is released as pseudonyms */
  DeidPseudonymForm pseudonym;
  GBytes *key; /* of these, or NULL if they are random */
};

/* Returns: (transfer full): @options, immutable from now on, or the defaults if it is NULL. */
DeidReleaseOptions *deid_release_options_use (DeidReleaseOptions *options);

/* Returns: (nullable): what is released of the numbers of a column, if anything. */
const DeidNumberOption *deid_release_options_find (const DeidReleaseOptions *options,
                                                   const char *column);

/* Returns: (transfer full): the name of the column of bin means of a column. */
char *deid_bin_mean_name (const char *column);

/* Checks that a table has the columns that numbers are released of, and that they can be. Errors:
 * those of deid_release_options_set_bin_mean() that it leaves to deid_result_apply(), but for
 * values that are too large. */
gboolean deid_release_options_check (const DeidReleaseOptions *options, const DeidLattice *lattice,
                                     GError **error);
