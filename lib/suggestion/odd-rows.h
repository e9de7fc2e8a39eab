/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of a table that are no records, such as totals, and cells that a spreadsheet had merged. */
#pragma once

#include "base/work.h"
#include "table/column.h"

#include <deid/deid.h>

typedef enum
{
  DEID_ODD_TITLE,  /* a row of units, or a second line of names */
  DEID_ODD_TOTAL,  /* rows that sum others up, as their words say, such as the last one */
  DEID_ODD_TOTALS, /* rows with such a word among others */
  DEID_ODD_NOTE,   /* a last row with a text alone */
  DEID_ODD_MERGED  /* cells without a value below one that has it */
} DeidOddKind;

typedef struct
{
  DeidOddKind kind;
  guint column; /* whose value tells the row from others */
  guint64 row;  /* the first one */
  guint64 n_rows;
  char *text; /* what is odd: a sentence without its full stop, and no values; NULL if that of the
               one before says it */
  GPtrArray *values; /* by which the rows are left out; of totals, no values of persons; or NULL */
} DeidOddRows;

/* Lists what is odd: titles come first, and before anything else is looked at they count as left
 * out. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(length of the
 * values), and the rows of columns that have missing values.
 *
 * Returns: (transfer full): #DeidOddRows, or %NULL */
GPtrArray *deid_odd_rows_list (const DeidDataset *dataset, const DeidStop *stop, GError **error);

/* Returns: the code of the warning of a kind. */
const char *deid_odd_kind_get_code (DeidOddKind kind);

/* Returns: (transfer full): what to do, to end the sentence, with a condition to copy. */
char *deid_odd_rows_advise (const DeidOddRows *odd, const DeidDataset *dataset);
