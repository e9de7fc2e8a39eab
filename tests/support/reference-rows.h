/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* The columns of the reference results. */
typedef enum
{
  REFERENCE_DATASET,
  REFERENCE_QI,
  REFERENCE_SENSITIVE,
  REFERENCE_MODEL,
  REFERENCE_SUPPRESSION_LIMIT,
  REFERENCE_QUALITY,
  REFERENCE_LATTICE,
  REFERENCE_OPTIMUM,
  REFERENCE_SUPPRESSED,
  REFERENCE_SCORE,
  REFERENCE_CHECKS
} ReferenceColumn;

/* Reads the rows whose quality model is one of those named, with blanks between them.
 * Returns: how many there are, 0 if the shared file is absent. */
guint reference_rows_read (const char *qualities);

/* Returns: what stands in a column of a row, empty if nothing does. */
const char *reference_row_get (guint row, ReferenceColumn column);
double reference_row_get_number (guint row, ReferenceColumn column);

/* Returns: the hierarchy of a column, or NULL on error. */
DeidHierarchy *reference_row_load_hierarchy (guint row, const char *column, GError **error);

/* Returns: the problem of a row, or NULL on error. */
DeidProblem *reference_row_load_problem (guint row, GError **error);
