/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "distortion/sample.h"
#include "partition/partition.h"

#include <deid/deid-report.h>

/* A column as features see it: the values of the input, or labels of the release. */
typedef struct
{
  guint number; /* in the table */
  const DeidColumn *column;
  const DeidPartitionColumn *labelled; /* NULL for values */
} DeidFeatureColumn;

/* The features of the records of a sample. The first one is 1; then, column by column, a column of
 * numbers makes one of its numbers, less their mean, in standard deviations, and another one which
 * is 1 where the number is missing; any other column one for each label but the most frequent,
 * which is 1 for records that have it. A set is no label but values, each of which has its share
 * ("label-shares.h"). What is the same for all records makes no feature. */
typedef struct
{
  const DeidFeature **records; /* of each record of the sample */
  DeidFeature *features;
  guint32 n_features;
} DeidFeatures;

/* Makes the features. Columns that have too many labels make none; their numbers are noted in
 * @excluded, which has one flag a column of the table. On failure it may be cleared. Errors: those
 * of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(columns x (records + labels) + squares
 * of sets of records + classes). */
gboolean deid_features_init (DeidFeatures *features, const DeidSample *sample,
                             const DeidPartition *partition, const DeidFeatureColumn *columns,
                             guint n_columns, gboolean *excluded, const DeidStop *stop,
                             GError **error);
void deid_features_clear (DeidFeatures *features);
