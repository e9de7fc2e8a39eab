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

/* A cap that was tried. */
typedef struct
{
  guint64 n;
  guint64 n_left_out; /* records */
  double loss;        /* with these counted as suppressed; NaN without a policy, or if not known */
} DeidTriedCap;

/* How rows of persons were left out of a dataset. */
typedef struct
{
  guint64 n;          /* the largest number of rows of a person, or 0 if all rows stayed */
  guint64 n_left_out; /* records */
  GArray *tried;      /* of #DeidTriedCap, among which the cap was chosen; or NULL */
} DeidRowCaps;

const DeidRowCaps *deid_dataset_get_caps (const DeidDataset *dataset);
void deid_dataset_set_tried_caps (DeidDataset *dataset, GArray *tried);

/* Makes a column keep the values of rows that are left out, so that its labels cover the same share
 * of the values under each cap. */
void deid_dataset_keep_values (DeidDataset *dataset, guint column);

/* Errors: %DEID_ERROR_PARSE. */
gboolean deid_row_cap_read (DeidRowCap *cap, const char *text, GError **error);

/* Returns: (transfer full): each cap of a list, such as `5:last@day` and `10:last@day` of
 * `5,10:last@day`. */
char **deid_row_cap_list (const char *text);

/* Checks a cap, or a list of caps in ascending order. Errors: %DEID_ERROR_PARSE. */
gboolean deid_row_cap_check_list (const char *text, GError **error);

/* Leaves all but so many rows of each person out and notes how many. Rows with equal values stay in
 * the order of the table, those without a value come last. Rows without a person stay. @persons is
 * the number of a column. Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_INVALID_ARGUMENT for a
 * column of another type, %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). Complexity: O(rows x
 * (columns + log rows)). */
gboolean deid_dataset_cap_rows (DeidDataset *dataset, guint persons, const DeidRowCap *cap,
                                guint64 seed, const DeidStop *stop, GError **error);
