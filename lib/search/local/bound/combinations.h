/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/local-bound.h"

/* The labels of an attribute, on the levels that policies may choose, counted from the lowest. The
 * labels of that are the leaves here. */
typedef struct
{
  guint n_levels;
  guint32 *n_labels; /* of each level */
  guint16 **labels;  /* of each level, the label of each leaf */
  guint64 **costs;   /* of each label of each level what it costs a record, rounded down */
  guint64 least;     /* of all these */
} DeidLocalLevels;

/* The distinct combinations of leaves that a table has, in the order of their first rows, and how
 * many records have each. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  guint n_attributes;
  DeidLocalLevels *attributes;
  guint32 n;
  guint64 n_records;
  guint64 *first_rows; /* of each combination */
  guint64 *counts;
  guint16 **leaves; /* of each attribute, of each combination */
  guint64
      withheld; /* what a record costs at least that is suppressed; %G_MAXUINT64 if none may be */
} DeidLocalCombinations;

/* On failure they may be cleared. Errors: those of deid_local_bound_check_problem(),
 * %DEID_ERROR_TOO_LARGE for more than 65,535 leaves of an attribute; those of
 * deid_grouping_run(). Complexity: O(rows x attributes + codes x levels). */
gboolean deid_local_combinations_init (DeidLocalCombinations *combinations,
                                       const DeidPreparedProblem *prepared, const DeidStop *stop,
                                       GError **error);
void deid_local_combinations_clear (DeidLocalCombinations *combinations);
