/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "classes/grouping.h"

/* The rows of each person. Persons are numbered by the codes of their column; a person may have no
 * row. Read-only. */
typedef struct
{
  const DeidCodes *codes; /* of the person of each row; not owned */
  guint64 n;
  guint64 *first; /* where the rows of each person begin in @rows, and the end of the last */
  guint32 *rows;
  guint64 n_rows;
  const guint64 *weights; /* of the rows, or NULL; not owned */
  guint64 max_rows;       /* of a person */
  guint32 *numbers;       /* of records of each person */
  guint32 *by_number;     /* persons in the order of these */
} DeidPersonRows;

/* Returns: how many records a row stands for. */
static inline guint64
deid_person_rows_get_weight (const DeidPersonRows *persons, guint32 row)
{
  return persons->weights != NULL ? persons->weights[row] : 1;
}

/* Lists the rows of each person. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_TOO_LARGE for a person of 2^32 records, those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows). */
gboolean deid_person_rows_init (DeidPersonRows *persons, const DeidRows *rows,
                                const DeidCodes *codes, guint64 n_persons, const DeidStop *stop,
                                GError **error);
void deid_person_rows_clear (DeidPersonRows *persons);
