/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "figures/report-private.h"

/* A column of a table: a figure of each row, or a list within it. */
typedef struct
{
  const DeidFigure *figure;
  char *path; /* within a row */
} DeidReportColumn;

/* Lists the columns of a table by the catalogue: figures of its rows, and in them lists of single
 * figures or of pairs. @table is a path without numbers of rows. Other tables within the rows are
 * left out.
 * Returns: (transfer full) (element-type DeidReportColumn): the columns */
GArray *deid_report_list_columns (const DeidReportKind *kind, const char *table,
                                  gboolean *has_tables);

/* Returns: a row of a table. */
const DeidFigureNode *deid_report_get_row (const DeidReport *report, const DeidFigureNode *table,
                                           guint64 row);
