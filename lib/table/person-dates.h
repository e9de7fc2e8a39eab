/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Dates of persons with several rows. */
#pragma once

#include "base/work.h"

#include <deid/deid.h>

/* By how many days dates may move: `30`, or `28:weekdays` for whole weeks. */
typedef struct
{
  guint64 days; /* at most */
  gboolean keeps_weekdays;
} DeidDayShift;

#define DEID_MAX_SHIFT_DAYS 36500

/* Errors: %DEID_ERROR_PARSE. */
gboolean deid_day_shift_read (DeidDayShift *shift, const char *text, GError **error);

/* Both change columns of dates, and note how many rows. Rows without a person lose their dates.
 * @persons is the number of a column. Errors: %DEID_ERROR_INVALID_ARGUMENT for another type, a
 * column that a joint one combines, and a year that the format cannot write; %DEID_ERROR_IMMUTABLE,
 * %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). Complexity: O(rows x columns). */

/* Moves all dates of a person by the same number of days, at least 1, which depends on @key and the
 * bytes of the person's value alone. */
gboolean deid_dataset_shift_dates (DeidDataset *dataset, guint persons, const guint *columns,
                                   guint n_columns, const DeidDayShift *shift, GBytes *key,
                                   const DeidStop *stop, GError **error);

/* Replaces dates by the number of days since the person's first date in any of the columns. */
gboolean deid_dataset_count_days (DeidDataset *dataset, guint persons, const guint *columns,
                                  guint n_columns, const DeidStop *stop, GError **error);
