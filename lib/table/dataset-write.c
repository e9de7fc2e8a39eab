/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Datasets to CSV files. */
#include "table/dataset-write.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "table/csv-options.h"
#include "table/csv-write.h"
#include "table/dataset-private.h"

#define CELLS_PER_BLOCK 65536

/* A block whose lines are longer is written in pieces. */
#define BYTES_PER_PIECE (1024 * 1024)

/* Rows that are made into lines, a block at a time, by several threads, and written in their order.
 */
typedef struct
{
  DeidCsvRows rows;
  guint64 n_rows;
  guint n_blocks;
  DeidLongText *lines; /* of each thread */
  guint n_threads;
  DeidOutputFile *file;
  const DeidStop *stop;

  GMutex mutex; /* guards what follows */
  GCond turned;
  guint turn;        /* the block that is being written or will be next */
  gboolean is_ended; /* no more is written */
} RowWriter;

static gboolean
is_written (const DeidColumn *column)
{
  return column->role != DEID_ROLE_IDENTIFYING
         && (column->role != DEID_ROLE_ENTITY || column->is_pseudonym)
         && column->role != DEID_ROLE_SURVEY_WEIGHT && column->role != DEID_ROLE_JUDGED;
}

/* Values that would be read back as missing are refused before anything is written. */
static gboolean
dataset_write_check_values (const DeidDataset *dataset, const DeidCsvOptions *options,
                            const guint *columns, guint n_columns, const DeidStop *stop,
                            GError **error)
{
  for (guint i = 0; i < n_columns; i++)
    {
      const DeidColumn *column = &dataset->columns[columns[i]];
      const DeidDictionary *dictionary = &column->dictionary;

      for (guint32 code = 0; code < dictionary->n; code++)
        {
          const char *text = deid_dictionary_get (dictionary, code);

          if (!deid_stop_check_row (stop, code, error))
            return FALSE;
          if (text != NULL && deid_csv_options_is_missing (options, text))
            {
              g_autofree char *value = deid_dataset_quote (dataset, text);

              return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                                "%s: row %" G_GUINT64_FORMAT
                                ", column '%s': the value%s%s would be read back as missing",
                                dataset->name, deid_column_find_code (column, code) + 1,
                                deid_column_show (column), value != NULL ? " " : "",
                                value != NULL ? value : "");
            }
        }
    }
  return TRUE;
}

static gboolean
dataset_write_write_lines (DeidLongText *lines, DeidOutputFile *file, GError **error)
{
  if (!deid_long_text_check (lines, error))
    return FALSE;
  deid_output_file_write (file, lines->text, lines->n);
  lines->n = 0;
  return TRUE;
}

static gboolean
dataset_write_write_header (const DeidDataset *dataset, const DeidCsvOptions *options,
                            const guint *columns, guint n_columns, DeidOutputFile *file,
                            GError **error)
{
  const char delimiter = deid_csv_options_get_table_delimiter (options);
  DeidLongText line = { 0 };
  gboolean success;

  for (guint i = 0; i < n_columns; i++)
    {
      deid_csv_add_field (&line, options, delimiter, dataset->columns[columns[i]].name);
      deid_csv_add_char (&line, i + 1 < n_columns ? delimiter : '\n');
    }
  success = dataset_write_write_lines (&line, file, error);
  deid_long_text_clear (&line);
  return success;
}

/* Waits until the blocks before this one are written. Returns: whether they were. */
static gboolean
wait_for_turn (RowWriter *writer, guint block)
{
  gboolean is_ended;

  g_mutex_lock (&writer->mutex);
  while (writer->turn != block && !writer->is_ended)
    g_cond_wait (&writer->turned, &writer->mutex);
  is_ended = writer->is_ended;
  g_mutex_unlock (&writer->mutex);
  return !is_ended;
}

/* Lets the next block be written, or none. */
static void
end_turn (RowWriter *writer, guint block, gboolean ends)
{
  g_mutex_lock (&writer->mutex);
  if (ends)
    writer->is_ended = TRUE;
  else
    writer->turn = block + 1;
  g_cond_broadcast (&writer->turned);
  g_mutex_unlock (&writer->mutex);
}

/* Sets @ends if the lines of a block could not be written, which the file tells of, or those before
 * them. */
static gboolean
dataset_write_add_rows (RowWriter *writer, guint block, DeidLongText *lines, gboolean *ends,
                        GError **error)
{
  const guint64 end = deid_part_start (writer->n_rows, writer->n_blocks, block + 1);

  for (guint64 row = deid_part_start (writer->n_rows, writer->n_blocks, block); row < end; row++)
    {
      deid_csv_rows_add (&writer->rows, row, lines);
      if (row + 1 < end && lines->n < BYTES_PER_PIECE)
        continue;
      *ends = !wait_for_turn (writer, block);
      if (*ends)
        return TRUE;
      if (!dataset_write_write_lines (lines, writer->file, error))
        return FALSE;
      *ends = writer->file->code != 0;
      if (*ends)
        return TRUE;
    }
  return TRUE;
}

static gboolean
dataset_write_has_ended (RowWriter *writer)
{
  gboolean is_ended;

  g_mutex_lock (&writer->mutex);
  is_ended = writer->is_ended;
  g_mutex_unlock (&writer->mutex);
  return is_ended;
}

/* Blocks begin in their order, and as long as none has failed, each ends after those before it: no
 * two at a time are of numbers that have the same lines. These are in use here alone, since they
 * would share a line of the cache with others. */
static gboolean
dataset_write_write_block (gpointer data, guint block, GError **error)
{
  RowWriter *writer = data;
  gboolean ends = FALSE, success;
  DeidLongText lines;

  if (dataset_write_has_ended (writer))
    return TRUE;
  lines = writer->lines[block % writer->n_threads];
  success = deid_stop_check (writer->stop, error)
            && dataset_write_add_rows (writer, block, &lines, &ends, error);
  writer->lines[block % writer->n_threads] = lines;
  end_turn (writer, block, !success || ends);
  return success;
}

static gboolean
write_blocks (RowWriter *writer, GError **error)
{
  gboolean success;

  if (!deid_new_arrays (error, DEID_NEW (writer->lines, writer->n_threads)))
    return FALSE;
  g_mutex_init (&writer->mutex);
  g_cond_init (&writer->turned);
  success = deid_parts_run (writer->n_threads, writer->n_blocks, dataset_write_write_block, writer,
                            error);
  for (guint i = 0; i < writer->n_threads; i++)
    deid_long_text_clear (&writer->lines[i]);
  g_free (writer->lines);
  g_cond_clear (&writer->turned);
  g_mutex_clear (&writer->mutex);
  return success;
}

/* A stream is the caller's, and so is the thread that writes to it. */
static gboolean
dataset_write_write_rows (const DeidDataset *dataset, const DeidCsvOptions *options,
                          const guint *columns, guint n_columns, DeidOutputFile *file,
                          const DeidStop *stop, GError **error)
{
  RowWriter writer = { .n_rows = dataset->n_rows, .file = file, .stop = stop };
  gboolean success;

  writer.n_blocks
      = (guint) MIN (dataset->n_rows / (1 + CELLS_PER_BLOCK / n_columns) + 1, G_MAXUINT);
  writer.n_threads = file->stream != NULL ? 1 : MIN (options->n_threads, writer.n_blocks);
  success = deid_csv_rows_init (&writer.rows, dataset->columns, columns, n_columns, options, stop,
                                error)
            && write_blocks (&writer, error);
  deid_csv_rows_clear (&writer.rows);
  return success;
}

guint *
deid_dataset_list_written (const DeidDataset *dataset, guint *n_columns, GError **error)
{
  guint *columns = deid_alloc (dataset->n_columns, sizeof *columns, error);

  *n_columns = 0;
  if (columns == NULL)
    return NULL;
  for (guint c = 0; c < dataset->n_columns; c++)
    if (is_written (&dataset->columns[c]))
      columns[(*n_columns)++] = c;
  if (*n_columns > 0)
    return columns;
  g_free (columns);
  return deid_fail_null (error, DEID_ERROR_ROLE,
                         "%s: no column may be written: each has the role identifying, entity, "
                         "survey-weight or judged",
                         dataset->name);
}

gboolean
deid_dataset_check_csv (const DeidDataset *dataset, const DeidCsvOptions *options,
                        const DeidStop *stop, GError **error)
{
  guint n_columns;
  g_autofree guint *columns = deid_dataset_list_written (dataset, &n_columns, error);

  return columns != NULL
         && dataset_write_check_values (dataset, options, columns, n_columns, stop, error);
}

gboolean
deid_dataset_write_rows (const DeidDataset *dataset, const DeidCsvOptions *options,
                         DeidOutputFile *file, const DeidStop *stop, GError **error)
{
  guint n_columns;
  g_autofree guint *columns = deid_dataset_list_written (dataset, &n_columns, error);

  if (columns == NULL)
    return FALSE;
  return (!options->header
          || dataset_write_write_header (dataset, options, columns, n_columns, file, error))
         && dataset_write_write_rows (dataset, options, columns, n_columns, file, stop, error);
}

/* Writes a dataset that was checked to what was opened for it. */
static gboolean
dataset_write_write_and_commit (const DeidDataset *dataset, const DeidCsvOptions *options,
                                DeidOutputFile *file, const DeidStop *stop, GError **error)
{
  if (deid_dataset_write_rows (dataset, options, file, stop, error))
    return deid_output_file_commit (file, error);
  deid_output_file_clear (file);
  return FALSE;
}

gboolean
deid_dataset_write_csv (DeidDataset *dataset, const char *path, DeidCsvOptions *options,
                        GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidCsvOptions) used = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (dataset != NULL && path != NULL, FALSE);

  used = deid_csv_options_use_for (options, dataset->delimiter);
  return deid_dataset_check_csv (dataset, used, stop, error)
         && deid_output_file_open (&file, path, FALSE, cancellable, error)
         && dataset_write_write_and_commit (dataset, used, &file, stop, error);
}

gboolean
deid_dataset_write_csv_stream (DeidDataset *dataset, GOutputStream *stream, DeidCsvOptions *options,
                               GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidCsvOptions) used = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (dataset != NULL && G_IS_OUTPUT_STREAM (stream), FALSE);

  used = deid_csv_options_use_for (options, dataset->delimiter);
  return deid_dataset_check_csv (dataset, used, stop, error)
         && deid_output_file_open_stream (&file, stream, cancellable, error)
         && dataset_write_write_and_commit (dataset, used, &file, stop, error);
}
