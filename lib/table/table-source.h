/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/column.h"

#include <deid/deid.h>

/* A table as lattices and evaluation take it: columns of values and, for each row, codes of them
 * and the number of records that it stands for. A dataset lends them; where records were counted
 * elsewhere they are distinct combinations of values with their counts, and verdicts and losses are
 * the same. Rows that are alike may stand apart or together. A population is one, too.
 *
 * Of a quasi-identifier the codes are those of the column that the lattice has an attribute for,
 * which is found by its name. Nothing here is owned but for the weights that a dataset was asked
 * for. Read-only. */
typedef struct
{
  const char *name;            /* escaped, for messages */
  gboolean show_values;        /* in messages */
  guint64 first_line;          /* of the file, if every row is one line of it; otherwise 0 */
  const guint64 *places;       /* of the rows among all that were read, or NULL */
  const GArray *linked;        /* of #DeidLinkedTable, whose rows these are, or NULL */
  char other_delimiter;        /* that the file may have, of which one column was read, or NUL */
  const DeidColumn *columns;   /* each with a code for every row */
  guint n_columns;             /* at most DEID_MAX_COLUMNS */
  const DeidDictionary *names; /* of the columns, in their order */
  guint64 n_rows;
  guint64 n_records; /* the sum of the weights */
  guint64 *weights;  /* of each row, above 0; NULL if each is one record, or they are not listed */
  const DeidColumn *entities;    /* one of the columns, or NULL if records are persons */
  const DeidColumn *frequencies; /* the column that weights were read from, or NULL */
  const guint64 *of_frequencies; /* the weight of each code of it, or NULL */
  const DeidColumn *survey;      /* the survey weights, one of the columns, or NULL */
  const char *lookup; /* a statement that shows a row of an engine, up to its number, or NULL */
  const char *lookup_end;
  guint n_uncounted; /* columns that are released and not among these: they stay in an engine */
} DeidTableSource;

/* Lends the rows of a dataset, which must outlive it and be immutable. On failure it may be
 * cleared. Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(rows) with weights, otherwise O(1). */
gboolean deid_table_source_init (DeidTableSource *source, const DeidDataset *dataset,
                                 GError **error);
void deid_table_source_clear (DeidTableSource *source);

/* Returns: (nullable): the column of this name. Complexity: O(1). */
const DeidColumn *deid_table_source_find (const DeidTableSource *source, const char *name);

/* Finds the number of a column. Errors: %DEID_ERROR_UNKNOWN_COLUMN. */
gboolean deid_table_source_find_column (const DeidTableSource *source, const char *name,
                                        guint *column, GError **error);

/* Tells whether a row is of a linked table that lacks a column. */
gboolean deid_table_source_lacks (const DeidTableSource *source, const DeidColumn *column,
                                  guint64 row);

/* Returns: (transfer full): where a row stands: `line 12` of a file, or `row 11`, counted from 1,
 * with the statement that shows it if an engine counted it, or the file if tables are linked.
 * A @row beyond the last stands for one that is left out, and the text says so. */
char *deid_table_source_locate (const DeidTableSource *source, guint64 row);

/* Returns: (transfer full) (nullable): `'value'` for a message if values may be shown there, `a
 * missing value` for one that is missing, or %NULL. */
char *deid_table_source_quote (const DeidTableSource *source, const char *value);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT, naming the place, if a column whose missing policy is
 * %DEID_MISSING_POLICY_ERROR has a missing value, or one that it combines. With
 * %DEID_MISSING_POLICY_ABOVE, rows of a linked table that lacks the column may have one. */
gboolean deid_table_source_check_missing (const DeidTableSource *source, guint column,
                                          GError **error);

/* Returns: how many records a row stands for, whether or not the source has listed its weights. */
static inline guint64
deid_table_source_get_weight (const DeidTableSource *source, guint64 row)
{
  if (source->weights != NULL)
    return source->weights[row];
  if (source->of_frequencies != NULL)
    return source->of_frequencies[deid_codes_get (&source->frequencies->codes, row)];
  return 1;
}

/* Sums the survey weights as deid_dataset_estimate_population() does, with the same errors. */
gboolean deid_table_source_estimate_population (const DeidTableSource *source, guint64 *size,
                                                GCancellable *cancellable, GError **error);

/* Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY.
 * Returns: (transfer full): how many records each code of a column has, or %NULL. */
guint64 *deid_table_source_count_codes (const DeidTableSource *source, const DeidColumn *column,
                                        const DeidStop *stop, GError **error);

/* The values of a column that something is wrong with, for one message: it names those that the
 * most records have, each with its first place, or the first place alone where values are not
 * shown. */
typedef struct
{
  const DeidTableSource *table;
  const DeidColumn *column;
  guint32 *codes;
  guint64 capacity;
  guint32 n_listed; /* as many as there was memory for */
  guint32 n;
} DeidValueList;

void deid_value_list_init (DeidValueList *list, const DeidTableSource *table,
                           const DeidColumn *column);

/* Adds the value of a code. */
void deid_value_list_add (DeidValueList *list, guint32 code);

/* Frees the list, and fails with @code unless it is empty; @what says what its values are not, such
 * as `in its hierarchy`, and @advice, which may be empty, ends the message. */
gboolean deid_value_list_end (DeidValueList *list, DeidError code, const char *what,
                              const char *advice, GError **error);
