/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_ARROW_H
#define DEID_ARROW_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-dataset.h>
#include <deid/deid-partition.h>

G_BEGIN_DECLS

/* Tables from and to data frames and engines in the same process, by the Arrow C data interface and
 * the Arrow C stream interface: structures in memory that most of them read and write. No library
 * of Arrow is needed.
 *
 * The structures are declared here as their specification has them. A host may include the
 * declarations of another library, too, before or behind these. Generators of bindings, which
 * define __GI_SCANNER__, do not see them: a binding passes the address of a structure.
 *
 * |[<!-- language="C" -->
 * struct ArrowArrayStream stream;
 *
 * engine_query (connection, "SELECT * FROM discharges", &stream);
 * dataset = deid_dataset_new_from_arrow_stream (&stream, "discharges", NULL, &error);
 * ]|
 */
#ifndef __GI_SCANNER__
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE           2
#define ARROW_FLAG_MAP_KEYS_SORTED    4

struct ArrowSchema
{
  const char *format;
  const char *name;
  const char *metadata;
  gint64 flags;
  gint64 n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release) (struct ArrowSchema *schema);
  void *private_data;
};

struct ArrowArray
{
  gint64 length;
  gint64 null_count;
  gint64 offset;
  gint64 n_buffers;
  gint64 n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release) (struct ArrowArray *array);
  void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream
{
  int (*get_schema) (struct ArrowArrayStream *stream, struct ArrowSchema *schema);
  int (*get_next) (struct ArrowArrayStream *stream, struct ArrowArray *array);
  const char *(*get_last_error) (struct ArrowArrayStream *stream);
  void (*release) (struct ArrowArrayStream *stream);
  void *private_data;
};

#endif
#endif

/**
 * deid_dataset_new_from_arrow_stream:
 * @stream: (type gpointer): a `struct ArrowArrayStream` of tables, that is of structs whose
 *   children are the columns. Its release callback is called once, also on failure, and the one in
 *   @stream is then %NULL
 * @name: (nullable): what messages call the table, or %NULL for `table`
 *
 * Makes a dataset of the rows of all arrays of a stream. Its columns are those that a CSV file of
 * the same table would give. The values of an Arrow dictionary are read once for each array, not
 * for each row. Nothing of the stream is kept.
 *
 * Values become these texts, and columns have these types (see deid_dataset_set_column_type()):
 *
 * | Arrow                           | text                                       | type    |
 * |---------------------------------|--------------------------------------------|---------|
 * | null                            | missing                                    | text    |
 * | boolean                         | `true`, `false`                            | text    |
 * | integers of 8 to 64 bits        | `-12`                                      | integer |
 * | floats of 16, 32 and 64 bits    | the fewest digits that read back: `0.1`    | decimal |
 * | decimals of 32 to 256 bits      | all places that the type has: `1.50`       | decimal |
 * | utf8, large utf8, utf8 view     | as it is                                   | text    |
 * | date32, date64                  | `2024-02-29`                               | date    |
 * | timestamp without a time zone   | `2024-02-29T12:30:00.5`                    | date    |
 * | timestamp with a time zone      | the same in UTC: `2024-02-29T12:30:00.5Z`  | date    |
 * | time32, time64                  | `12:30:00.5`                               | text    |
 * | dictionary of any of these      | its value, by keys of 8 to 64 bits         | its     |
 *
 * Whole numbers below 2^53 have no exponent, and -0 is `0`, as in deid_dataset_add_double_column().
 * Fractions of seconds have no trailing zeros. Time zones are not looked up: a host that wants the
 * days of a place casts to timestamps without a zone before. Nulls are missing values, in columns
 * as in dictionaries, and so is the empty string, as everywhere. Of extension types the storage is
 * read. Other types are refused: lists, structs, maps, unions and binary values.
 *
 * A stream that contradicts itself is refused: a key outside of its dictionary, offsets that fall,
 * lengths that do not fit, numbers of children and buffers that are not those of the type. But
 * Arrow does not say how large its buffers are, so that a stream can only be as trustworthy as the
 * code that makes it.
 *
 * Errors: %DEID_ERROR_IO if the stream fails, with what it says about it;
 * %DEID_ERROR_INVALID_ARGUMENT, naming the column and the row, for a stream that was released, for
 * another type, what contradicts itself, a number that is not finite, a day that is not in the
 * years -999999 to 999999, a date64 within a day, and a time that is not in one; those of
 * deid_dataset_add_string_column() but %DEID_ERROR_IMMUTABLE. One thread at a time. Complexity:
 * O(rows x columns + length of the texts, once a row or once a value of a dictionary).
 * Returns: (transfer full): the dataset, or %NULL; without a column it has no rows
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_dataset_new_from_arrow_stream (struct ArrowArrayStream *stream, const char *name,
                                                 GCancellable *cancellable, GError **error);

/**
 * deid_dataset_export_to_arrow_stream:
 * @dataset: a dataset, such as a released table
 * @stream: (type gpointer): a `struct ArrowArrayStream` to be filled in. It belongs to the caller,
 *   who calls its release callback once
 * @error: an error, or %NULL; on failure there is nothing to release
 *
 * Makes a stream of the columns that deid_dataset_write_csv() writes, in their order and in one
 * array of all rows. Each is a dictionary of the texts that it has, in the order of their first
 * appearance, as utf8, or large utf8 from 2 GiB on, with keys of 32 bits, which have a sign as long
 * as they are below 2^31. Missing values are nulls, which the dictionary does not have.
 *
 * All is copied, and the stream does not need @dataset any more. Each array and each schema that
 * comes of it belongs to who has got it, who may release it at any time in any thread, and may move
 * columns out of it one by one. The stream itself is for one thread at a time.
 * Errors: %DEID_ERROR_ROLE if no column may be written; %DEID_ERROR_NO_MEMORY. Complexity: O(rows x
 * columns + length of the distinct values).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_export_to_arrow_stream (const DeidDataset *dataset,
                                              struct ArrowArrayStream *stream,
                                              GCancellable *cancellable, GError **error);

/**
 * deid_dataset_export_lists_to_arrow_stream:
 * @dataset: a dataset, such as a released table
 * @lists: (array zero-terminated=1): the columns whose texts are labels of sets of values
 * @stream: (type gpointer): a `struct ArrowArrayStream` to be filled in, as by
 *   deid_dataset_export_to_arrow_stream()
 * @error: an error, or %NULL; on failure there is nothing to release
 *
 * Makes a stream as deid_dataset_export_to_arrow_stream() does, but exports some columns as large
 * lists of dictionaries. The list of a cell has what deid_lattice_read_label_set() reads from its
 * text: the values of a set, or the text itself. A missing value in a set is a null in the list; a
 * missing value alone is a null in place of the list. Most data frames cannot group or join by
 * lists, so use lists only where each value must be counted.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN for a column that is not written; %DEID_ERROR_PARSE for a text
 * that begins with a brace and is no set, naming the column; those of
 * deid_dataset_export_to_arrow_stream(). Complexity: O(rows x columns + length of the distinct
 * values + length of all lists).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_export_lists_to_arrow_stream (const DeidDataset *dataset,
                                                    const char *const *lists,
                                                    struct ArrowArrayStream *stream,
                                                    GCancellable *cancellable, GError **error);

/**
 * deid_partition_export_to_arrow_stream:
 * @partition: a partition
 * @stream: (type gpointer): a `struct ArrowArrayStream` to be filled in, as by
 *   deid_dataset_export_to_arrow_stream()
 * @error: an error, or %NULL; on failure there is nothing to release
 *
 * Makes a stream of two columns with a row for each row of the dataset, in its order: `class`, the
 * number of its class (uint32), and `suppressed`, 1 if the class is suppressed and else 0 (uint8).
 * As all of a partition it is not to be published.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(rows).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_partition_export_to_arrow_stream (const DeidPartition *partition,
                                                struct ArrowArrayStream *stream,
                                                GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
