/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/population.h"
#include "privacy/privacy-model-private.h"
#include "table/table-source.h"

#include <deid/deid-extend.h>

/* The slot compare of a model that orders values as the type of their column says. A judged column
 * passes it a #DeidTypeReader for its data. */
gboolean deid_compare_by_type (const char *a, const char *b, gpointer data, int *order,
                               GError **error);

/* A sensitive column as models see it: its values numbered in the order that they ask for. Models
 * that ask for the same column in the same order share it. */
typedef struct
{
  const DeidColumn *column;
  DeidCompareFunc compare; /* or NULL for the order of first appearance */
  gpointer compare_data;
  guint32 n_values;
  guint32 *code_of_value; /* in the column's dictionary */
  guint64 *totals;        /* records of each value in the whole table, none 0 */
  guint32 lacking; /* the value of rows of linked tables that lack the column, or DEID_NO_CODE */
  const DeidCodes *codes; /* the value of each row */
  DeidCodes own_codes;    /* which these are, unless values and codes are the same */
} DeidJudgedColumn;

/* @column is one of the table's, @model the first that sees it in its order. On failure it may be
 * cleared, and nothing else. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY, those of
 * the model's slot compare. Complexity: O(rows + values log values). */
gboolean deid_judged_column_init (DeidJudgedColumn *judged, const DeidTableSource *table,
                                  const DeidColumn *column, const DeidPrivacyModel *model,
                                  const DeidStop *stop, GError **error);
void deid_judged_column_clear (DeidJudgedColumn *judged);

struct DeidPrivacyInput
{
  guint64 n_records;
  const DeidPopulation *population; /* or NULL */
  const DeidLattice *lattice;
  const DeidTableSource *table;
  guint n_sensitive;
  const DeidJudgedColumn **columns; /* of each of the model's sensitive attributes */
  DeidHierarchy **hierarchies;      /* of each, or NULL */
  const DeidStop *stop;             /* when to give up, of a model that prepares; or NULL */
};

/* Returns: (transfer full): where a value stands first, such as `in line 12`, behind the value if
 * it may be shown. */
char *deid_privacy_input_locate_value (const DeidPrivacyInput *input, guint sensitive,
                                       guint32 value);
