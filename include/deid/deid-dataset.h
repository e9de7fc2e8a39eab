/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once a lattice has the
 *   dataset.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @n_rows: the number of rows, the same for every column of the dataset.
 * @name: the name of the column, not empty, UTF-8.
 * @column: index of a column, below deid_dataset_get_n_columns().
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_DATASET_H
#define DEID_DATASET_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-csv-options.h>
#include <deid/deid-error.h>
#include <gio/gio.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidDataset:
 *
 * A table: named columns of text values, dictionary-encoded, each with a role. A value may be
 * missing. A column has up to 2^32 - 2 distinct values. A dataset can be changed until it is given
 * to a lattice.
 */
typedef struct DeidDataset DeidDataset;

/**
 * DeidRole:
 * @DEID_ROLE_IDENTIFYING: names a person (a record number, a name); never written. The role of
 *   columns that were given no other
 * @DEID_ROLE_QUASI_IDENTIFYING: identifies in combination with others; generalized. A column
 *   without a role gets this one in a lattice that it is added to
 * @DEID_ROLE_SENSITIVE: must not be learnt about a person; written unchanged for released records,
 *   and judged by the privacy models that name it
 * @DEID_ROLE_INSENSITIVE: written unchanged, because someone said so
 * @DEID_ROLE_ENTITY: marks the person a row belongs to; k-anonymity then counts persons, not rows.
 *   Not written, but as the pseudonyms of a release: deid_release_options_set_pseudonym(). At most
 *   one column
 * @DEID_ROLE_WEIGHT: how many identical records the row stands for, an integer >= 1: a table of
 *   distinct rows with weights equals the table that repeats each row so often. Written, and added
 *   up where rows become alike. At most one column. Survey weights need another role: a respondent
 *   who stands for 50 people is one record, not 50 that hide one another
 * @DEID_ROLE_SURVEY_WEIGHT: how many members of the population the record stands for, a decimal
 *   above 0. It estimates the size of the population, see deid_dataset_estimate_population(), and
 *   counts in no class, no loss and no other model. Never written. At most one column
 * @DEID_ROLE_JUDGED: must not be learnt about a person, like a sensitive column, but is not
 *   written, except as pseudonyms; judged by the privacy models that name it. The role of a column
 *   that combines others: deid_dataset_add_joint_column()
 *
 * What a column is, which decides what is written of it.
 */
typedef enum
{
  DEID_ROLE_IDENTIFYING = 0,
  DEID_ROLE_QUASI_IDENTIFYING = 1,
  DEID_ROLE_SENSITIVE = 2,
  DEID_ROLE_INSENSITIVE = 3,
  DEID_ROLE_ENTITY = 4,
  DEID_ROLE_WEIGHT = 5,
  DEID_ROLE_SURVEY_WEIGHT = 6,
  DEID_ROLE_JUDGED = 7
} DeidRole;

/**
 * DeidMissingPolicy:
 * @DEID_MISSING_POLICY_OWN_CATEGORY: missing is one more value. In a quasi-identifier it is one
 *   more leaf of the hierarchy: kept apart below the top level, and merged on the top level if that
 *   has a single label. That label is the `*` of a rule (suppress=no has none, so that missing
 *   stays apart everywhere), or the only top label of a hierarchy of rows, unless level 0 is the
 *   top. A row whose leaf is the empty string states other labels
 * @DEID_MISSING_POLICY_ERROR: a missing value is an error when the dataset is used
 * @DEID_MISSING_POLICY_ABOVE: a missing value becomes that of the nearest row above that has one,
 *   as soon as the policy is set: for tables whose cells were merged in a spreadsheet. Missing
 *   values above the first one stay missing; a quasi-identifier or a column that a model names may
 *   have none
 *
 * What a missing value means.
 */
typedef enum
{
  DEID_MISSING_POLICY_OWN_CATEGORY = 0,
  DEID_MISSING_POLICY_ERROR = 1,
  DEID_MISSING_POLICY_ABOVE = 2
} DeidMissingPolicy;

DEID_AVAILABLE_IN_0_1
GType deid_dataset_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidDataset *deid_dataset_ref (DeidDataset *dataset);

/**
 * deid_dataset_unref:
 * @dataset: (transfer full): a dataset
 */
DEID_AVAILABLE_IN_0_1
void deid_dataset_unref (DeidDataset *dataset);

/**
 * deid_dataset_new:
 * @name: (nullable): what error messages call the table; %NULL for `table`
 *
 * Creates a dataset without columns.
 * Returns: (transfer full): a new dataset
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_dataset_new (const char *name);

/**
 * deid_dataset_new_from_csv_file:
 * @path: (type filename): the file to read
 * @options: (nullable): its layout, or %NULL for the defaults of deid_csv_options_new()
 *
 * Reads a table from a CSV file (RFC 4180). Lines may end in LF, CR LF or CR. Byte order marks at
 * the start of rows, blank lines and blanks around unquoted fields are skipped. The file is
 * streamed: memory holds the encoded columns and their distinct values. A field has at most 1 MiB,
 * a row at most 131,072 fields.
 * Errors: %DEID_ERROR_IO, %DEID_ERROR_NO_MEMORY; %DEID_ERROR_PARSE for a file without a first line,
 * a row with too few or too many fields, a misplaced or unclosed quote, or a field that is too
 * long; %DEID_ERROR_ENCODING, also for a binary file such as a workbook, with advice how to convert
 * it; %DEID_ERROR_DUPLICATE_COLUMN; %DEID_ERROR_TOO_LARGE for more than 131,072 columns or 2^32 - 2
 * distinct values. Messages name the file, the line and the number of the column. They show its
 * name only if values may be shown, since the first line may be a record. Complexity: O(size of the
 * file).
 * Returns: (transfer full): a new dataset, all of whose columns are identifying, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_dataset_new_from_csv_file (const char *path, DeidCsvOptions *options,
                                             GCancellable *cancellable, GError **error);

/**
 * deid_dataset_new_from_csv_stream:
 * @stream: what to read, up to its end; it is not closed
 * @name: (nullable): what error messages call the table; %NULL for `table`
 * @options: (nullable): its layout, or %NULL for the defaults of deid_csv_options_new()
 *
 * Reads a table from a stream as deid_dataset_new_from_csv_file() does from a file.
 * Errors: those of deid_dataset_new_from_csv_file(), with @name instead of the file, and those of
 * @stream. Complexity: O(length of the stream).
 * Returns: (transfer full): a new dataset, all of whose columns are identifying, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_dataset_new_from_csv_stream (GInputStream *stream, const char *name,
                                               DeidCsvOptions *options, GCancellable *cancellable,
                                               GError **error);

/**
 * deid_dataset_add_string_column:
 * @dataset: a dataset
 * @values: (array length=n_rows) (element-type utf8): a value for each row, UTF-8, copied; %NULL
 *   and the empty string are missing values
 *
 * Adds a column of texts.
 * Errors: %DEID_ERROR_DUPLICATE_COLUMN, %DEID_ERROR_ENCODING, %DEID_ERROR_INVALID_ARGUMENT if
 * @n_rows differs from the other columns', %DEID_ERROR_TOO_LARGE for more than 131,072 columns or
 * 2^32 - 2 distinct values, %DEID_ERROR_NO_MEMORY. Complexity: O(@n_rows).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_add_string_column (DeidDataset *dataset, const char *name,
                                         const char *const *values, gsize n_rows,
                                         GCancellable *cancellable, GError **error);

/**
 * deid_dataset_add_integer_column:
 * @dataset: a dataset
 * @values: (array length=n_rows): a value for each row
 * @validity: (nullable) (array length=n_validity): a bitmap: bit i % 8 of byte i / 8 is set if row
 *   i has a value; %NULL if all rows have one
 * @n_validity: bytes of @validity, at least (@n_rows + 7) / 8; ignored without it
 *
 * Adds a column of integers. They become texts such as `-12`, as hierarchies write them.
 * Errors: as deid_dataset_add_string_column(), and %DEID_ERROR_INVALID_ARGUMENT for a bitmap that
 * is too short. Complexity: O(@n_rows).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_add_integer_column (DeidDataset *dataset, const char *name,
                                          const gint64 *values, gsize n_rows,
                                          const guint8 *validity, gsize n_validity,
                                          GCancellable *cancellable, GError **error);

/**
 * deid_dataset_add_double_column:
 * @dataset: a dataset
 * @values: (array length=n_rows): a finite value for each row
 * @validity: (nullable) (array length=n_validity): as for deid_dataset_add_integer_column()
 * @n_validity: bytes of @validity
 *
 * Adds a column of numbers. Each becomes the shortest decimal that reads back to it, such as `0.1`.
 * Errors: as deid_dataset_add_integer_column(), and %DEID_ERROR_INVALID_ARGUMENT for a number that
 * is not finite. Complexity: O(@n_rows).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_add_double_column (DeidDataset *dataset, const char *name,
                                         const double *values, gsize n_rows, const guint8 *validity,
                                         gsize n_validity, GCancellable *cancellable,
                                         GError **error);

/**
 * deid_dataset_list_notes:
 * @dataset: a dataset
 *
 * Lists what was changed, left out or doubted when the table was read, for example the rows that a
 * condition left out, with numbers of rows and without values. Warnings of a report end with the
 * same notes.
 *
 * Returns: (transfer full) (array zero-terminated=1): a sentence for each note
 */
DEID_AVAILABLE_IN_0_1
char **deid_dataset_list_notes (const DeidDataset *dataset);

/**
 * deid_dataset_set_show_values:
 * @dataset: a dataset
 * @show_values: whether messages may show its values
 *
 * Sets whether error messages show values of the dataset and of tables released from it. Default:
 * %FALSE, or what its CSV options say: messages name rows, lines and columns, and how many values a
 * hierarchy lacks. Names of columns are always shown. All text is escaped:
 * deid_csv_options_set_show_values().
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_set_show_values (DeidDataset *dataset, gboolean show_values, GError **error);

/**
 * deid_dataset_set_role:
 * @dataset: a dataset
 * @column: the name of a column
 * @role: its role
 *
 * Sets the role of a column.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_ROLE for a second entity, weight or survey weight
 * column; %DEID_ERROR_WEIGHT if a weight is no integer of at least 1 or the weights sum up to 2^63
 * or more, or if a survey weight is no decimal above 0 and below 2^63 with at most 18 digits behind
 * the point; %DEID_ERROR_INVALID_ARGUMENT. Complexity: O(length of @column) on average; for weights
 * O(rows).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_set_role (DeidDataset *dataset, const char *column, DeidRole role,
                                GError **error);

/**
 * deid_dataset_set_missing_policy:
 * @dataset: a dataset
 * @column: the name of a column
 * @policy: what its missing values mean
 *
 * Sets what missing values of a column mean. Default: %DEID_MISSING_POLICY_OWN_CATEGORY. Used for
 * quasi-identifiers and for the sensitive attributes that a privacy model names.
 * %DEID_MISSING_POLICY_ABOVE changes values: set it after the missing codes of the column, and
 * before a joint column combines it. A warning counts the values.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_ROLE,
 * %DEID_ERROR_NO_MEMORY. Complexity: O(length of @column) on average; O(rows) if values change.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_set_missing_policy (DeidDataset *dataset, const char *column,
                                          DeidMissingPolicy policy, GError **error);

/**
 * deid_dataset_get_missing_policy:
 * @dataset: a dataset
 *
 * Returns: what missing values of a column mean
 */
DEID_AVAILABLE_IN_0_1
DeidMissingPolicy deid_dataset_get_missing_policy (const DeidDataset *dataset, guint column);

/**
 * deid_dataset_get_name:
 * @dataset: a dataset
 *
 * Returns: (transfer none): what messages call the table: its file or name, with control characters
 *   escaped
 */
DEID_AVAILABLE_IN_0_1
const char *deid_dataset_get_name (const DeidDataset *dataset);

/**
 * deid_dataset_get_n_rows:
 * @dataset: a dataset
 *
 * Returns: the number of rows; a row with a weight counts once
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_dataset_get_n_rows (const DeidDataset *dataset);

/**
 * deid_dataset_get_n_records:
 * @dataset: a dataset
 *
 * Returns: the sum of the weights, or the number of rows if there are none
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_dataset_get_n_records (const DeidDataset *dataset);

/**
 * deid_dataset_estimate_population:
 * @dataset: a dataset with a survey weight column
 * @size: (out): the estimated number of people
 *
 * Estimates the size of the population that a survey was drawn from: the sum of the survey weights
 * (the Horvitz-Thompson estimator), computed exactly and rounded to the nearest integer, halves up.
 * A row counts as often as its weight says. With an entity column each person counts once; all rows
 * of a person must have the same survey weight. Weights scaled to a mean of 1 estimate a population
 * of the size of the table.
 *
 * Source: D. G. Horvitz, D. J. Thompson, "A generalization of sampling without replacement from a
 * finite universe", JASA 47(260), 1952.
 * Errors: %DEID_ERROR_ROLE if there is no survey weight column; %DEID_ERROR_WEIGHT if the sum is
 * 2^63 or more or rounds to less than the number of records, or of persons with an entity column,
 * or if rows of one person have different survey weights; %DEID_ERROR_NO_MEMORY. Complexity:
 * O(rows).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_estimate_population (const DeidDataset *dataset, guint64 *size,
                                           GCancellable *cancellable, GError **error);

/**
 * deid_dataset_get_n_columns:
 * @dataset: a dataset
 *
 * Returns: the number of columns
 */
DEID_AVAILABLE_IN_0_1
guint deid_dataset_get_n_columns (const DeidDataset *dataset);

/**
 * deid_dataset_get_column_name:
 * @dataset: a dataset
 *
 * Returns: (transfer none): the name of a column
 */
DEID_AVAILABLE_IN_0_1
const char *deid_dataset_get_column_name (const DeidDataset *dataset, guint column);

/**
 * deid_dataset_find_column:
 * @dataset: a dataset
 * @name: the name of a column
 * @column: (out) (optional): its index
 *
 * Finds a column by its name.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; the message lists the first names if the dataset shows
 * values. Complexity: O(length of @name) on average.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_find_column (const DeidDataset *dataset, const char *name, guint *column,
                                   GError **error);

/**
 * deid_dataset_get_role:
 * @dataset: a dataset
 *
 * Returns: the role of a column
 */
DEID_AVAILABLE_IN_0_1
DeidRole deid_dataset_get_role (const DeidDataset *dataset, guint column);

/**
 * deid_dataset_get_n_distinct:
 * @dataset: a dataset
 *
 * Returns: the number of distinct values of a column, not counting missing ones
 */
DEID_AVAILABLE_IN_0_1
guint deid_dataset_get_n_distinct (const DeidDataset *dataset, guint column);

/**
 * deid_dataset_get_value:
 * @dataset: a dataset
 * @row: index of a row, below deid_dataset_get_n_rows()
 *
 * Returns: (transfer none) (nullable): the value as text, or %NULL if it is missing
 */
DEID_AVAILABLE_IN_0_1
const char *deid_dataset_get_value (const DeidDataset *dataset, guint64 row, guint column);

/**
 * deid_dataset_is_suppressed:
 * @dataset: a dataset
 * @row: index of a row, below deid_dataset_get_n_rows()
 *
 * Returns: whether the row of a released table was suppressed and is kept as a placeholder by
 *   deid_release_options_set_keep_suppressed(); %FALSE for other tables
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_is_suppressed (const DeidDataset *dataset, guint64 row);

/**
 * deid_dataset_list_uncounted:
 * @dataset: a dataset
 *
 * Lists the insensitive columns of a table that stays in its engine. The engine releases these
 * columns, but deid_engine_table_count() does not count them. Complexity: O(length of the names).
 *
 * Returns: (transfer full) (array zero-terminated=1): the names; none for other datasets
 */
DEID_AVAILABLE_IN_0_1
char **deid_dataset_list_uncounted (const DeidDataset *dataset);

/**
 * deid_dataset_write_csv:
 * @dataset: a dataset
 * @path: (type filename): the file to write
 * @options: (nullable): its layout, or %NULL for the defaults of deid_csv_options_new()
 *
 * Writes the columns, in their order, except identifying and survey weight columns, and entity and
 * judged columns that are no pseudonyms of a release. The file appears whole or not at all, with
 * mode 0600, as #DeidOutputSet describes. Fields are quoted where their text requires it.
 * Errors: %DEID_ERROR_IO; %DEID_ERROR_ROLE if no column may be written;
 * %DEID_ERROR_INVALID_ARGUMENT, naming row and column, for a value equal to a missing-value string.
 * Complexity: O(rows x columns).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_write_csv (DeidDataset *dataset, const char *path, DeidCsvOptions *options,
                                 GCancellable *cancellable, GError **error);

/**
 * deid_dataset_write_csv_stream:
 * @dataset: a dataset
 * @stream: what to write to; it is neither flushed nor closed
 * @options: (nullable): its layout, or %NULL for the defaults of deid_csv_options_new()
 *
 * Writes to a stream what deid_dataset_write_csv() writes to a file. After an error the stream has
 * part of the table; the host must discard it.
 * Errors: those of deid_dataset_write_csv() except %DEID_ERROR_IO, and those of @stream.
 * Complexity: O(rows x columns).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_write_csv_stream (DeidDataset *dataset, GOutputStream *stream,
                                        DeidCsvOptions *options, GCancellable *cancellable,
                                        GError **error);

G_END_DECLS

#endif
