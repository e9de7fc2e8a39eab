/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/wide.h"
#include "table/column.h"
#include "table/released-rows.h"

#define DEID_NO_COLUMN G_MAXUINT

/* What a released table remembers of its origin; custodian-only, never written. */
typedef struct
{
  DeidDataset *source;
  DeidProblem *problem; /* that it was released by, with the policy */
  DeidPolicy *policy;
  DeidReleasedRows rows;
  guint8 *suppressed; /* a bit for each row, or NULL if none is kept */
} DeidOrigin;

struct DeidDataset
{
  gatomicrefcount ref_count;
  gint immutable;       /* atomic */
  char *name;           /* escaped, for messages */
  gboolean show_values; /* in messages */
  DeidColumn *columns;
  guint64 columns_capacity;
  guint n_columns;
  DeidDictionary names; /* of the columns, in their order */
  guint64 n_rows;
  guint64 n_records;
  guint weight_column; /* or DEID_NO_COLUMN */
  guint entity_column; /* or DEID_NO_COLUMN */
  guint64 *weights;    /* of each code of the weight column, or NULL */
  guint survey_column; /* or DEID_NO_COLUMN */
  guint64 first_line;  /* of the file, if every row is one line of it; otherwise 0 */
  DeidOrigin *origin;  /* of a released table, or NULL */
};

/* The name of a role in messages and files. */
const char *deid_role_get_name (DeidRole role);

void deid_dataset_make_immutable (DeidDataset *dataset);
gboolean deid_dataset_check_mutable (const DeidDataset *dataset, GError **error);

/* Returns: the column of this name, or DEID_NO_COLUMN. Complexity: O(1). */
guint deid_dataset_look_up (const DeidDataset *dataset, const char *name);

/* Takes the contents of @column, all of whose values are in, and leaves it empty, also on failure.
 * Errors: those of deid_dataset_add_string_column() about the name and the number of rows. */
gboolean deid_dataset_take_column (DeidDataset *dataset, DeidColumn *column, GError **error);

/* Returns: (transfer full) (nullable): `'value'` for a message if values may be shown there, `a
 * missing value` for one that is missing, or %NULL. */
char *deid_dataset_quote (const DeidDataset *dataset, const char *value);

/* Writes where a row stands: `line 12` of the file it was read from, or `row 11`, counted from 1.
 */
char *deid_dataset_locate (const DeidDataset *dataset, guint64 row);

/* Returns: the first row with a code, which some row has. */
guint64 deid_dataset_find_code (const DeidDataset *dataset, guint column, guint32 code);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT, naming the place, if a column whose missing policy is
 * %DEID_MISSING_ERROR has a missing value, or one that it combines. */
gboolean deid_dataset_check_missing (const DeidDataset *dataset, guint column, GError **error);

/* Survey weights are taken in units of 10^-DEID_SURVEY_PLACES, and stay below 2^63, as their sum
 * does. Returns: whether @text is one. */
#define DEID_SURVEY_PLACES 18
gboolean deid_survey_weight_read (const char *text, DeidWide *units);

/* Returns: (transfer full): the weight of each row, or %NULL with %DEID_ERROR_NO_MEMORY. */
guint64 *deid_dataset_list_weights (const DeidDataset *dataset, GError **error);

static inline guint64
deid_dataset_get_weight (const DeidDataset *dataset, guint64 row)
{
  if (dataset->weights == NULL)
    return 1;
  return dataset->weights[deid_codes_get (&dataset->columns[dataset->weight_column].codes, row)];
}
