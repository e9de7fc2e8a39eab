/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/csv-write.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "table/csv-options.h"
#include "table/dataset-private.h"

#include <string.h>

/* Unquoted fields lose the blanks around them, and the first one of a file a byte order mark; it
 * may be taken for the line that names the delimiter. */
static gboolean
csv_write_needs_quotes (char delimiter, char quote, const char *text)
{
  const char special[] = { delimiter, quote, '\r', '\n', '\0' };
  const gsize length = strlen (text);

  return strpbrk (text, special) != NULL || g_str_has_prefix (text, "\xEF\xBB\xBF")
         || g_ascii_strncasecmp (text, "sep=", 4) == 0
         || (length > 0 && (g_ascii_isspace (text[0]) || g_ascii_isspace (text[length - 1])));
}

/* Tells whether a spreadsheet would take a text for a formula, or an apostrophe of it for one that
 * was put before it. */
static gboolean
is_formula (const char *text)
{
  static const char *const full_width[] = { "＝", "＋", "－", "＠" };
  const char *first = text + strspn (text, " ");

  if (text[0] == '\'')
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (full_width); i++)
    if (g_str_has_prefix (first, full_width[i]))
      return TRUE;
  return first[0] != '\0' && strchr ("=+-@\t\r\n", first[0]) != NULL
         && !deid_decimal_is_valid (text);
}

/* Quotes in the text are doubled. */
void
deid_csv_add_quoted (DeidLongText *line, char quote, const char *text)
{
  const char *next;

  deid_csv_add_char (line, quote);
  while ((next = strchr (text, quote)) != NULL)
    {
      deid_long_text_add_bytes (line, text, (gsize) (next - text) + 1);
      deid_csv_add_char (line, quote);
      text = next + 1;
    }
  deid_long_text_add_bytes (line, text, strlen (text));
  deid_csv_add_char (line, quote);
}

/* Adds a text, in quotes if it would read back as another one without them. */
static void
csv_add_text (DeidLongText *line, char delimiter, char quote, const char *text)
{
  if (csv_write_needs_quotes (delimiter, quote, text))
    deid_csv_add_quoted (line, quote, text);
  else
    deid_long_text_add_bytes (line, text, strlen (text));
}

void
deid_csv_add_field (DeidLongText *line, const DeidCsvOptions *options, char delimiter,
                    const char *text)
{
  g_autofree char *safe = NULL;

  if (options->spreadsheet_safe && is_formula (text))
    text = safe = g_strconcat ("'", text, NULL);
  csv_add_text (line, delimiter, deid_csv_options_get_written_quote (options), text);
}

void
deid_csv_add_char (DeidLongText *line, char c)
{
  deid_long_text_add_bytes (line, &c, 1);
}

/* A column with the fields of its values, each with what stands behind it. */
typedef struct
{
  const DeidColumn *column;
  char end;            /* a delimiter or, of the last column, what ends the row */
  DeidLongText fields; /* in the order of the codes */
  guint32 *starts;     /* of each code's field, and their end; NULL if there are none */
} CsvColumn;

/* The rows of a table as lines of a CSV file. The fields of a column are made once for each
 * value and copied for each row, unless there are more values than rows or the fields would take
 * more than some megabytes. Then they are made for each row. */
typedef struct
{
  const DeidCsvOptions *options;
  CsvColumn *columns;
  guint n_columns;
} CsvRows;

/* Most bytes of texts whose fields are kept, over all columns. */
#define MAX_BYTES (8 * 1024 * 1024)

/* Most fields are shorter. A copy of so many bytes takes one instruction or two. */
#define CSV_ROWS_SHORT 16

static void
csv_rows_add_missing (const CsvRows *rows, gboolean is_suppressed, DeidLongText *line)
{
  const char *text = is_suppressed ? "" : rows->options->missing_values[0];

  if (text != NULL && text[0] != '\0')
    csv_add_text (line, deid_csv_options_get_table_delimiter (rows->options),
                  deid_csv_options_get_written_quote (rows->options), text);
  else if (rows->n_columns == 1) /* a blank line would be no row */
    deid_csv_add_quoted (line, deid_csv_options_get_written_quote (rows->options), "");
}

static void
csv_rows_add_field (const CsvRows *rows, const CsvColumn *column, guint32 code, DeidLongText *line)
{
  const char *text = deid_dictionary_get (&column->column->dictionary, code);

  g_autofree char *form = text != NULL ? deid_column_write_text (column->column, text) : NULL;

  if (text != NULL && (form == NULL || form[0] != '\0'))
    deid_csv_add_field (line, rows->options, deid_csv_options_get_table_delimiter (rows->options),
                        form != NULL ? form : text);
  else
    csv_rows_add_missing (rows, text != NULL, line);
  deid_csv_add_char (line, column->end);
}

static gboolean
make_fields (const CsvRows *rows, CsvColumn *column, const DeidStop *stop, GError **error)
{
  const guint32 n = column->column->dictionary.n;
  const char slack[CSV_ROWS_SHORT] = { 0 };

  column->starts = deid_alloc ((guint64) n + 1, sizeof *column->starts, error);
  for (guint32 code = 0; column->starts != NULL && code < n; code++)
    {
      if (!deid_stop_check_value (stop, code, error))
        return FALSE;
      csv_rows_add_field (rows, column, code, &column->fields);
      column->starts[code + 1] = (guint32) column->fields.n;
    }
  deid_long_text_add_bytes (&column->fields, slack, CSV_ROWS_SHORT);
  return column->starts != NULL && deid_long_text_check (&column->fields, error);
}

/* On failure they may be cleared, and nothing else. */
static gboolean
csv_rows_init (CsvRows *rows, const DeidColumn *columns, const guint *numbers, guint n_columns,
               const DeidCsvOptions *options, const DeidStop *stop, GError **error)
{
  guint64 n_bytes = 0;

  *rows = (CsvRows){ .options = options,
                     .columns = deid_alloc (n_columns, sizeof *rows->columns, error),
                     .n_columns = n_columns };
  for (guint i = 0; rows->columns != NULL && i < n_columns; i++)
    {
      const DeidColumn *column = &columns[numbers[i]];
      const guint64 added
          = column->dictionary.n_bytes + column->dictionary.n * sizeof *rows->columns[i].starts;

      rows->columns[i].column = column;
      rows->columns[i].end
          = i + 1 < n_columns ? deid_csv_options_get_table_delimiter (options) : '\n';
      if (column->dictionary.n > column->codes.n || n_bytes + added > MAX_BYTES)
        continue;
      n_bytes += added;
      if (!make_fields (rows, &rows->columns[i], stop, error))
        return FALSE;
    }
  return rows->columns != NULL;
}

static void
csv_rows_clear (CsvRows *rows)
{
  for (guint i = 0; rows->columns != NULL && i < rows->n_columns; i++)
    {
      deid_long_text_clear (&rows->columns[i].fields);
      g_free (rows->columns[i].starts);
    }
  g_free (rows->columns);
}

static inline void
copy_field (const CsvColumn *column, guint32 code, DeidLongText *lines)
{
  const guint32 start = column->starts[code];
  const gsize length = column->starts[code + 1] - start;
  const char *field = column->fields.text + start;

  if (length > CSV_ROWS_SHORT || lines->capacity - lines->n < CSV_ROWS_SHORT)
    {
      deid_long_text_add_bytes (lines, field, length);
      return;
    }
  memcpy (lines->text + lines->n, field, CSV_ROWS_SHORT);
  lines->n += length;
}

static void
csv_rows_add (const CsvRows *rows, guint64 row, DeidLongText *lines)
{
  for (guint i = 0; i < rows->n_columns; i++)
    {
      const CsvColumn *column = &rows->columns[i];
      const guint32 code = deid_codes_get (&column->column->codes, row);

      if (column->starts != NULL)
        copy_field (column, code, lines);
      else
        csv_rows_add_field (rows, column, code, lines);
    }
}

/* Datasets to CSV files. */

#define CELLS_PER_BLOCK 65536

/* A block whose lines are longer is written in pieces. */
#define BYTES_PER_PIECE (1024 * 1024)

/* Rows that are made into lines, a block at a time, by several threads, and written in their order.
 */
typedef struct
{
  CsvRows rows;
  guint64 n_rows;
  guint n_blocks;
  DeidLongText *lines; /* of each thread */
  guint n_threads;
  DeidOutputFile *file;
  const DeidStop *stop;

  GMutex mutex; /* guards what follows */
  GCond turned;
  guint turn;    /* the block that is being written or will be next */
  gint is_ended; /* no more is written; atomic, so that it may be read without the mutex */
} RowWriter;

static gboolean
is_written (const DeidColumn *column)
{
  return column->is_pseudonym
         || (column->role != DEID_ROLE_IDENTIFYING && column->role != DEID_ROLE_ENTITY
             && column->role != DEID_ROLE_SURVEY_WEIGHT && column->role != DEID_ROLE_JUDGED);
}

/* Values that would be read back as missing are refused before anything is written. */
static gboolean
row_writer_check_values (const DeidDataset *dataset, const DeidCsvOptions *options,
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
row_writer_write_lines (DeidLongText *lines, DeidOutputFile *file, GError **error)
{
  if (!deid_long_text_check (lines, error))
    return FALSE;
  deid_output_file_write (file, lines->text, lines->n);
  lines->n = 0;
  return TRUE;
}

static gboolean
row_writer_write_header (const DeidDataset *dataset, const DeidCsvOptions *options,
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
  success = row_writer_write_lines (&line, file, error);
  deid_long_text_clear (&line);
  return success;
}

/* Waits until the blocks before this one are written. Returns: whether they were. */
static gboolean
wait_for_turn (RowWriter *writer, guint block)
{
  g_mutex_lock (&writer->mutex);
  while (writer->turn != block && !g_atomic_int_get (&writer->is_ended))
    g_cond_wait (&writer->turned, &writer->mutex);
  g_mutex_unlock (&writer->mutex);
  return !g_atomic_int_get (&writer->is_ended);
}

/* Lets the next block be written, or none. */
static void
end_turn (RowWriter *writer, guint block, gboolean ends)
{
  g_mutex_lock (&writer->mutex);
  if (ends)
    g_atomic_int_set (&writer->is_ended, TRUE);
  else
    writer->turn = block + 1;
  g_cond_broadcast (&writer->turned);
  g_mutex_unlock (&writer->mutex);
}

/* Sets @ends if the lines of this block or of one before it could not be written. The file keeps
 * the error. */
static gboolean
row_writer_add_rows (RowWriter *writer, guint block, DeidLongText *lines, gboolean *ends,
                     GError **error)
{
  const guint64 end = deid_part_start (writer->n_rows, writer->n_blocks, block + 1);

  for (guint64 row = deid_part_start (writer->n_rows, writer->n_blocks, block); row < end; row++)
    {
      csv_rows_add (&writer->rows, row, lines);
      if (row + 1 < end && lines->n < BYTES_PER_PIECE)
        continue;
      *ends = !wait_for_turn (writer, block);
      if (*ends)
        return TRUE;
      if (!row_writer_write_lines (lines, writer->file, error))
        return FALSE;
      *ends = writer->file->code != 0;
      if (*ends)
        return TRUE;
    }
  return TRUE;
}

/* Blocks begin in their order and, unless one fails, end in it, so no two blocks use the same lines
 * at a time. This works on a copy of the lines, since they share a line of the cache with others.
 */
static gboolean
row_writer_write_block (gpointer data, guint block, GError **error)
{
  RowWriter *writer = data;
  gboolean ends = FALSE, success;
  DeidLongText lines;

  if (g_atomic_int_get (&writer->is_ended))
    return TRUE;
  lines = writer->lines[block % writer->n_threads];
  success = deid_stop_check (writer->stop, error)
            && row_writer_add_rows (writer, block, &lines, &ends, error);
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
  success
      = deid_parts_run (writer->n_threads, writer->n_blocks, row_writer_write_block, writer, error);
  for (guint i = 0; i < writer->n_threads; i++)
    deid_long_text_clear (&writer->lines[i]);
  g_free (writer->lines);
  g_cond_clear (&writer->turned);
  g_mutex_clear (&writer->mutex);
  return success;
}

/* A stream is the caller's, and so is the thread that writes to it. */
static gboolean
row_writer_write_rows (const DeidDataset *dataset, const DeidCsvOptions *options,
                       const guint *columns, guint n_columns, DeidOutputFile *file,
                       const DeidStop *stop, GError **error)
{
  RowWriter writer = { .n_rows = dataset->n_rows, .file = file, .stop = stop };
  gboolean success;

  writer.n_blocks
      = (guint) MIN (dataset->n_rows / (1 + CELLS_PER_BLOCK / n_columns) + 1, G_MAXUINT);
  writer.n_threads = file->stream != NULL ? 1 : MIN (options->n_threads, writer.n_blocks);
  success = csv_rows_init (&writer.rows, dataset->columns, columns, n_columns, options, stop, error)
            && write_blocks (&writer, error);
  csv_rows_clear (&writer.rows);
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
         && row_writer_check_values (dataset, options, columns, n_columns, stop, error);
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
          || row_writer_write_header (dataset, options, columns, n_columns, file, error))
         && row_writer_write_rows (dataset, options, columns, n_columns, file, stop, error);
}

/* Writes a dataset that was checked to what was opened for it. */
static gboolean
row_writer_write_and_commit (const DeidDataset *dataset, const DeidCsvOptions *options,
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
         && row_writer_write_and_commit (dataset, used, &file, stop, error);
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
         && row_writer_write_and_commit (dataset, used, &file, stop, error);
}
