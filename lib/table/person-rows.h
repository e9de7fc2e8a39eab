/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Long histories of persons, of which some rows are left out. */
#pragma once

#include "base/work.h"

#include <deid/deid.h>

/* Which rows of a person stay: `20`, drawn by a seed; `20:first@COLUMN`, those with the least
 * values of a column of dates or numbers; or `20:last@COLUMN`, those with the greatest. */
typedef struct
{
  guint64 n; /* at least 1 */
  gboolean is_last;
  const char *order; /* the name of the column, in the text that was read; or NULL */
} DeidRowCap;

/* Errors: %DEID_ERROR_PARSE. */
gboolean deid_row_cap_read (DeidRowCap *cap, const char *text, GError **error);

/* Leaves all but so many rows of each person out and notes how many. Rows with equal values stay in
 * the order of the table, those without a value come last. Rows without a person stay. @persons is
 * the number of a column. Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_INVALID_ARGUMENT for a
 * column of another type, %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). Complexity: O(rows x
 * (columns + log rows)). */
gboolean deid_dataset_cap_rows (DeidDataset *dataset, guint persons, const DeidRowCap *cap,
                                guint64 seed, const DeidStop *stop, GError **error);
