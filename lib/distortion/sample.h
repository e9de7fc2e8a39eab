/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "table/table-source.h"

/* Some records of a table, each by its row, in the order of the table. A row of weight w has w
 * records. */
typedef struct
{
  guint32 *rows;
  guint32 n;
} DeidSample;

/* Draws so many of the records without replacement, each set of them as likely as any other, or
 * takes all if there are no more. On failure it may be cleared. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows), and O(n x log n) if some are drawn. */
gboolean deid_sample_draw (DeidSample *sample, const DeidTableSource *table, guint32 n,
                           guint64 seed, const DeidStop *stop, GError **error);
void deid_sample_clear (DeidSample *sample);
