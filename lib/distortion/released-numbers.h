/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "partition/partition.h"

/* Which number a released cell of a column of numbers stands for. */
typedef enum
{
  DEID_STAND_IN_VALUE,    /* the value, a decimal label, or a mean or median in their place */
  DEID_STAND_IN_BIN_MEAN, /* the mean that is released beside the label */
  DEID_STAND_IN_MIDDLE,   /* the middle of the range that the label names, or the mean of its set */
  DEID_STAND_IN_NOTHING,  /* none: the label is no range with two ends */
  DEID_STAND_IN_MISSING   /* none: the value is missing */
} DeidStandIn;

/* Which numbers values and labels stand for. A column has numbers if its type says so: that is
 * never taken from its values unasked.
 *
 * A value stands for itself, and so does a label that is a decimal, as on level 0. Another label
 * stands for the middle of the range that it names, such as `20-29`, `[1.5, 2.0)`, `[20,30)` or
 * `[20, 30[`: in a column of integers for the mean of the least and the greatest integer there,
 * 24.5, and in one of decimals for that of its ends. Where the release tells means ("bin-means.h")
 * these take its place.
 *
 * A set of values stands for their mean, each counted as "label-shares.h" says.
 *
 * A label that is no range with two ends, such as `*`, `>= 80` or a word, stands for nothing, and
 * its records count as without a number. Any number in its place would be made of values that the
 * release does not show. */
typedef struct
{
  double number; /* NAN if it is missing or nothing */
  DeidStandIn stand_in;
} DeidReleasedNumber;

/* Reads a value as a number. Those of 1e100 or more in size, whose squares no double could hold,
 * are none. */
gboolean deid_measured_number_read (const char *text, double *number);

/* Lists what the values of a column stand for, in the order of its codes: themselves. A value that
 * deid_measured_number_read() refuses stands for nothing. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. */
DeidReleasedNumber *deid_numbers_list_of_values (const DeidColumn *column, const DeidStop *stop,
                                                 GError **error);

/* Lists the numbers of a column's codes, NAN for a missing value and for one that no double
 * holds. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
double *deid_numbers_list_of_codes (const DeidColumn *column, const DeidStop *stop, GError **error);

/* Lists what the labels of an attribute stand for, in the order of the partition's labels.
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
DeidReleasedNumber *deid_numbers_list_of_labels (const DeidPartition *partition, guint attribute,
                                                 const DeidStop *stop, GError **error);
