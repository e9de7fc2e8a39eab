/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the rest of the library may ask of a dataset, beside its public functions. Only the folders
 * of tables and of releases look inside, by dataset-private.h. */
#pragma once

#include <deid/deid.h>

#include "base/rational.h"
#include "table/table-source.h"

#define DEID_NO_COLUMN G_MAXUINT

/* Returns: its rows as evaluation takes them, without a list of their weights. */
DeidTableSource deid_dataset_lend (const DeidDataset *dataset);

/* What release/origin.h keeps of a released table. No code of table/ looks inside. */
typedef struct DeidOrigin DeidOrigin;

typedef enum
{
  DEID_HEADER_FITS,
  DEID_HEADER_DOUBTED,  /* some names look like values */
  DEID_HEADER_IS_RECORD /* most do, and no name speaks against it */
} DeidHeaderVerdict;

/* Returns: whether the line of names, if it was read as one, looks like a record. */
DeidHeaderVerdict deid_dataset_get_header_verdict (const DeidDataset *dataset);

/* Returns: the delimiter that the first line of the file names (`sep=;`), or 0. */
char deid_dataset_get_delimiter (const DeidDataset *dataset);

/* Returns: (nullable): a column, which stays where it is once the dataset is immutable; none for
 * %DEID_NO_COLUMN. */
const DeidColumn *deid_dataset_get_column (const DeidDataset *dataset, guint column);

/* Returns: (nullable): the column of entities, of weights, of survey weights. */
const DeidColumn *deid_dataset_get_entities (const DeidDataset *dataset);

const DeidColumn *deid_dataset_get_survey_column (const DeidDataset *dataset);

void deid_dataset_make_immutable (DeidDataset *dataset);
gboolean deid_dataset_check_mutable (const DeidDataset *dataset, GError **error);

/* Returns: the column of this name, or DEID_NO_COLUMN. Complexity: O(1). */
guint deid_dataset_look_up (const DeidDataset *dataset, const char *name);

/* Returns: (transfer full): a dataset with the same columns, types and missing codes, which can be
 * changed; joint columns are left out. Errors: those of deid_dataset_add_coded_column(). */
DeidDataset *deid_dataset_copy_columns (const DeidDataset *dataset, GCancellable *cancellable,
                                        GError **error);

/* Takes the contents of @column, all of whose values are in, and leaves it empty, also on failure.
 * Errors: those of deid_dataset_add_string_column() about the name and the number of rows. */
gboolean deid_dataset_take_column (DeidDataset *dataset, DeidColumn *column, GError **error);

/* Tells whether rows of persons were left out, or their dates changed. */
gboolean deid_dataset_treats_persons (const DeidDataset *dataset);

/* Returns: (transfer full) (nullable): `'value'` for a message if values may be shown there, `a
 * missing value` for one that is missing, or %NULL. */
char *deid_dataset_quote (const DeidDataset *dataset, const char *value);

/* Writes where a row stands: `line 12` of the file it was read from, or `row 11`, counted from 1.
 */
char *deid_dataset_locate (const DeidDataset *dataset, guint64 row);

/* Gives the values of a column labels, which are texts unless @are_values; %NULL is a missing one.
 * Keeps @coarsening with the column, unless it fails. Errors: %DEID_ERROR_IMMUTABLE,
 * %DEID_ERROR_INVALID_ARGUMENT if a joint column combines the column, %DEID_ERROR_NO_MEMORY, those
 * of deid_stop_check(). */
gboolean deid_dataset_put_labels (DeidDataset *dataset, guint number, const char *const *texts,
                                  gboolean are_values, gpointer coarsening,
                                  GDestroyNotify free_coarsening, const DeidStop *stop,
                                  GError **error);

gboolean deid_survey_weight_read (const char *text, DeidWide *units);

/* Sets the names of columns that are released although the dataset does not have them. Takes
 * @columns. */
void deid_dataset_take_uncounted (DeidDataset *dataset, char **columns);

/* Tells whether that was said: then the dataset has the combinations of a table in an engine. */
gboolean deid_dataset_is_counted (const DeidDataset *dataset);

/* Checks codes for missing values. Errors: %DEID_ERROR_ENCODING, %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_missing_codes_check (const char *const *codes, GError **error);

/* Returns: the codes of @before, which may be %NULL, then those of @added that are not among them
 * and not empty, to a %NULL. */
char **deid_missing_codes_join (char **before, const char *const *added);

/* Gives a dataset the statement that has an engine show one of its rows, between whose parts the
 * number of the row stands, from 0 on. @lookup is taken. */
void deid_dataset_set_lookup (DeidDataset *dataset, char *lookup, const char *lookup_end);

/* Tells whether a row may stand for another number of records than one. */
gboolean deid_dataset_has_weights (const DeidDataset *dataset);

/* Returns: (transfer full): the weight of each row, or %NULL with %DEID_ERROR_NO_MEMORY. */
guint64 *deid_dataset_list_weights (const DeidDataset *dataset, GError **error);
