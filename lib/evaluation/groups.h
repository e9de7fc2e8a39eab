/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"
#include "evaluation/problem-private.h"
#include "table/table-source.h"

/* The records of each value of a column that has a limit of its own. */
typedef struct
{
  const DeidColumn *column;
  guint codes;      /* which list of codes of the rows is that of the column */
  guint32 n_values; /* of its dictionary, whether or not they occur */
  guint64 first;    /* its first value among those of all columns */
} DeidGroupColumn;

/* Groups of records that may be suppressed only in part, as a problem is prepared. Read-only. */
typedef struct
{
  DeidGroupColumn *columns;
  guint n_columns;
  guint64 n_values; /* of all columns */
  guint64 *allowed; /* for each value how many records may be suppressed */
  guint32 *rows;    /* of each that occurs the first row, of the table as it is */
  guint64 least;    /* a policy that suppresses no more records exceeds no limit */
} DeidGroups;

/* Counts the records of the groups of the table, whose columns are found by name. On failure it may
 * be cleared, and nothing else. Errors: %DEID_ERROR_UNKNOWN_COLUMN, those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows x columns with a limit). */
gboolean deid_groups_init (DeidGroups *groups, const DeidProblem *problem,
                           const DeidTableSource *table, const DeidStop *stop, GError **error);
void deid_groups_clear (DeidGroups *groups);

/* Returns: the first row of a group that occurs. */
static inline guint32
deid_groups_get_row (const DeidGroups *groups, guint column, guint32 code)
{
  return groups->rows[groups->columns[column].first + code];
}
