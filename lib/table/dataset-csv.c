/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/dataset-csv.h"

#include "base/encoding.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/work.h"
#include "table/dataset-private.h"

#include <string.h>

/* The longest text that is short. */
#define DEID_MAX_SHORT 16

/* Returns: a text as it is kept, without a code. */
static inline DeidShortText
short_text_read (const DeidField *field)
{
  const gsize length = field->length;
  DeidShortText text = { .start = deid_word_read (field->text), .size = (guint32) length + 1 };

  if (length < 8)
    text.start &= (G_GUINT64_CONSTANT (1) << 8 * length) - 1;
  else if (length > 8)
    text.rest = deid_word_read (field->text + length - 8);
  return text;
}

static inline DeidShortText *
column_loader_get_place (const DeidColumnLoader *loader, const DeidShortText *text)
{
  return &loader->places[deid_fibonacci_hash (text->start + 3 * text->rest, loader->bits)];
}

static gboolean
column_loader_is_missing (const DeidField *field, const char *const *missing_values)
{
  return field->length == 0
         || (missing_values[0] != NULL && memchr (field->text, '\0', field->length) == NULL
             && g_strv_contains (missing_values, field->text));
}

#define COLUMN_LOADER_MAX_BITS 12

/* So many places for each text, so that few of them meet; but no more than fit into a cache. */
#define PLACES_PER_TEXT 8

/* Makes more places. What was kept is looked for once more. */
static gboolean
column_loader_grow (DeidColumnLoader *loader, GError **error)
{
  const guint bits = MIN (loader->bits + 2, COLUMN_LOADER_MAX_BITS);
  DeidShortText *places = deid_alloc (G_GUINT64_CONSTANT (1) << bits, sizeof *places, error);

  if (places == NULL)
    return FALSE;
  g_free (loader->places);
  loader->places = places;
  loader->bits = bits;
  return TRUE;
}

/* Appends a field, whether or not its text is at its place. */
static gboolean
column_loader_append_slowly (DeidColumnLoader *loader, const DeidField *field,
                             const char *const *missing_values, GError **error)
{
  DeidDictionary *dictionary = &loader->column.dictionary;
  guint32 code;

  if (!(column_loader_is_missing (field, missing_values)
            ? deid_dictionary_add_missing (dictionary, &code, error)
            : deid_dictionary_add (dictionary, field->text, field->length, &code, error)))
    return FALSE;
  while (loader->bits < COLUMN_LOADER_MAX_BITS
         && dictionary->n > (1u << loader->bits) / PLACES_PER_TEXT)
    if (!column_loader_grow (loader, error))
      return FALSE;
  if (field->length <= DEID_MAX_SHORT)
    {
      const DeidShortText text = short_text_read (field);
      DeidShortText *place = column_loader_get_place (loader, &text);

      *place = text;
      place->code = code;
    }
  return deid_codes_append (&loader->column.codes, code, error);
}

/* Appends a field, behind whose start eight bytes can be read; what is empty or among
 * @missing_values is a missing value. Errors: those of deid_dictionary_add(). */
static inline gboolean
column_loader_append (DeidColumnLoader *loader, const DeidField *field,
                      const char *const *missing_values, GError **error)
{
  const DeidShortText text = short_text_read (field);
  const DeidShortText *place = column_loader_get_place (loader, &text);

  if (place->start == text.start && place->rest == text.rest && place->size == text.size)
    return deid_codes_append (&loader->column.codes, place->code, error);
  return column_loader_append_slowly (loader, field, missing_values, error);
}

/* How many bytes a thread goes through at a time. */
#define DEID_CSV_PART_SIZE     (32 * DEID_INPUT_CHUNK_SIZE)

#define COLUMN_LOADER_MIN_BITS 3

/* A part that has more values than this does not keep them: they would take as much memory as the
 * table's. */
#define MAX_KEPT 65536

static gboolean
column_loader_init (DeidColumnLoader *loader, const char *name, GError **error)
{
  *loader = (DeidColumnLoader){ .bits = COLUMN_LOADER_MIN_BITS };
  if (!deid_column_init (&loader->column, name, error))
    return FALSE;
  loader->places = deid_alloc (1 << COLUMN_LOADER_MIN_BITS, sizeof *loader->places, error);
  if (loader->places == NULL)
    deid_column_clear (&loader->column);
  return loader->places != NULL;
}

void
deid_column_loader_clear (DeidColumnLoader *loader)
{
  deid_column_clear (&loader->column);
  g_clear_pointer (&loader->places, g_free);
  g_clear_pointer (&loader->taken, g_free);
}

static void
forget_values (DeidColumnLoader *part)
{
  deid_dictionary_clear (&part->column.dictionary);
  memset (part->places, 0, sizeof *part->places << part->bits);
  part->n_taken = 0;
}

gboolean
deid_column_loader_take_rows (DeidColumnLoader *loader, DeidColumnLoader *part, GError **error)
{
  const DeidDictionary *values = &part->column.dictionary;
  DeidDictionary *dictionary = &loader->column.dictionary;

  if (!deid_grow ((gpointer *) &part->taken, &part->taken_capacity, values->n, sizeof *part->taken,
                  error))
    return FALSE;
  for (; part->n_taken < values->n; part->n_taken++)
    if (!deid_dictionary_take (dictionary, values, part->n_taken, &part->taken[part->n_taken],
                               error))
      return FALSE;
  if (part->column.codes.n > 0
      && !deid_codes_append_mapped (&loader->column.codes, &part->column.codes, part->taken,
                                    dictionary->n - 1, error))
    return FALSE;
  part->column.codes.n = 0;
  if (values->n > MAX_KEPT)
    forget_values (part);
  return TRUE;
}

#define MAX_NUMBERED 20 /* of the name of a column that has none, in bytes */

void
deid_row_loader_init (DeidRowLoader *loader, const DeidCsvOptions *options)
{
  *loader = (DeidRowLoader){ .options = options,
                             .line_per_row = TRUE,
                             .delimiter = deid_csv_options_get_table_delimiter (options) };
}

void
deid_row_loader_clear (DeidRowLoader *loader)
{
  for (guint c = 0; c < loader->n_columns; c++)
    deid_column_loader_clear (&loader->columns[c]);
  g_free (loader->columns);
}

gboolean
deid_row_loader_refuse_name (guint column, GError **error)
{
  return deid_fail (
      error, DEID_ERROR_PARSE,
      "the name of column %u is empty, expected a name in the file; columns without one are left "
      "out only if they number the rows at the start of a table, or hold nothing at "
      "its end; delete titles above the line of names",
      column + 1);
}

/* Returns: the number of names up to the last one that is not empty. */
static guint
count_names (const DeidField *names, guint n)
{
  while (n > 0 && names[n - 1].length == 0)
    n--;
  return n;
}

/* Makes a column for each field of the first row, so that a name can be checked in its place. The
 * first name and the last ones may be empty as yet. */
static gboolean
row_loader_start_columns (DeidRowLoader *loader, const DeidCsvReader *reader,
                          const DeidField *fields, guint n_fields, GError **error)
{
  const guint n_names = count_names (fields, n_fields);

  loader->is_fitted = !loader->options->header;
  loader->has_unnamed = loader->options->header && fields[0].length == 0;
  loader->columns = deid_alloc (n_fields, sizeof *loader->columns, error);
  if (loader->columns == NULL)
    return FALSE;
  for (; loader->n_columns < n_fields; loader->n_columns++)
    {
      const guint c = loader->n_columns;

      if (!loader->options->header)
        {
          char numbered[MAX_NUMBERED];

          g_snprintf (numbered, sizeof numbered, "column%u", c + 1);
          if (!column_loader_init (&loader->columns[c], numbered, error))
            return FALSE;
          continue;
        }
      if (!g_utf8_validate_len (fields[c].text, fields[c].length, NULL))
        {
          deid_fail (error, DEID_ERROR_ENCODING,
                     "the name of column %u is not valid UTF-8 or holds a NUL byte", c + 1);
          deid_csv_reader_explain_bytes (reader, &fields[c], error);
          return FALSE;
        }
      if (fields[c].length == 0 && c < n_names && c > 0)
        return deid_row_loader_refuse_name (c, error);
      if (!column_loader_init (&loader->columns[c], fields[c].text, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full): what a message says of a column: its name, which is a person's value in
 * a table without a line of names, only if values may be shown. */
static char *
row_loader_show_column (const DeidRowLoader *loader, guint c)
{
  return loader->options->show_values
             ? g_strdup_printf (" '%s'", deid_column_show (&loader->columns[c].column))
             : g_strdup ("");
}

static gboolean
refuse_duplicate (const DeidRowLoader *loader, guint first, guint second, GError **error)
{
  g_autofree char *shown = row_loader_show_column (loader, second);

  return deid_fail (
      error, DEID_ERROR_DUPLICATE_COLUMN,
      "columns %u and %u have the same name%s, expected different names: rename one in "
      "the file; a table whose first line is a record is to be read without a header",
      first + 1, second + 1, shown);
}

/* Names that are empty are the first one and the last ones. */
static gboolean
check_unique_names (const DeidRowLoader *loader, GError **error)
{
  const guint first = loader->has_unnamed ? 1 : 0;
  DeidDictionary seen;
  gboolean success = TRUE;

  deid_dictionary_init (&seen);
  for (guint c = first; success && c < loader->n_columns; c++)
    {
      const char *name = loader->columns[c].column.name;
      guint32 code;

      if (name[0] == '\0')
        break;
      success = deid_dictionary_add (&seen, name, strlen (name), &code, error);
      if (success && code + first < c)
        success = refuse_duplicate (loader, code + first, c, error);
    }
  deid_dictionary_clear (&seen);
  return success;
}

gboolean
deid_row_loader_refuse_fields (const DeidRowLoader *loader, guint n_fields, const char *last,
                               gsize length, GError **error)
{
  const gboolean is_shown = last != NULL && loader->options->show_values;
  g_autofree char *shown = is_shown ? deid_text_show (last, (gssize) length) : NULL;

  return deid_fail (error, DEID_ERROR_PARSE, "%u field%s%s%s%s, expected %u as in the %s%s",
                    n_fields, n_fields == 1 ? "" : "s", is_shown ? " ending with '" : "",
                    is_shown ? shown : "", is_shown ? "'" : "",
                    loader->n_columns - (n_fields == loader->n_columns ? 1 : 0),
                    loader->has_extra && n_fields != loader->n_columns
                        ? "first row, which has one more than the first line"
                        : "first line",
                    n_fields == 1 || loader->n_columns == 1
                        ? "; delete titles above the line of names, and notes below the table"
                        : "");
}

static gboolean
has_apostrophes (const DeidField *field)
{
  return field->length > 1 && field->text[0] == '\'' && field->text[field->length - 1] == '\'';
}

/* Tells whether a field begins with an apostrophe, and a later one may end there. */
static gboolean
are_apostrophes_quotes (const DeidRowLoader *loader, const DeidField *fields, guint n_fields)
{
  guint c = 0;

  while (c + 1 < n_fields && (fields[c].text[0] != '\'' || has_apostrophes (&fields[c])))
    c++;
  return c + 1 < n_fields && loader->options->quote != '\'';
}

static gboolean
is_quoted (const DeidCsvReader *reader, const DeidField *field)
{
  return field->text > reader->row && field->text[-1] == reader->quote;
}

/* Tells whether each line of a row, taken without quotes, has as many fields as the row: then one
 * stray quote may have swallowed the records up to the next quote. */
static gboolean
holds_rows (const DeidCsvReader *reader, const DeidField *fields, guint n_fields)
{
  guint n_here = 1;

  for (guint c = 0; n_fields > 1 && c < n_fields; c++)
    {
      const char *text = fields[c].text;

      for (gsize i = 0; i < fields[c].length; i++)
        if (text[i] == reader->delimiter)
          n_here++;
        else if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n'))
          {
            if (n_here != n_fields)
              return FALSE;
            n_here = 1;
          }
      n_here += c + 1 < n_fields ? 1 : 0;
    }
  return n_here == n_fields && n_fields > 1;
}

static gboolean
row_loader_add_row (DeidRowLoader *loader, const DeidCsvReader *reader, guint64 line,
                    const DeidField *fields, guint n_fields, GError **error)
{
  if (n_fields != loader->n_columns)
    {
      const DeidField *last = &fields[n_fields - 1];

      deid_row_loader_refuse_fields (loader, n_fields, last->text, last->length, error);
      if (are_apostrophes_quotes (loader, fields, n_fields))
        deid_text_append_to_error (error, "; is the quote an apostrophe (quote=')?");
      return FALSE;
    }
  if (reader->n_breaks > 0 && holds_rows (reader, fields, n_fields))
    {
      loader->swallowing_line = loader->n_swallowing++ == 0 ? line : loader->swallowing_line;
      loader->n_swallowed += reader->n_breaks;
    }
  if (loader->has_unnamed)
    loader->n_quoted += is_quoted (reader, fields) ? 1 : 0;
  for (guint c = 0; c < n_fields; c++)
    if (!column_loader_append (&loader->columns[c], &fields[c],
                               (const char *const *) loader->options->missing_values, error))
      {
        g_autofree char *shown = row_loader_show_column (loader, c);

        deid_text_prefix_value (error, loader->options->show_values, fields[c].text,
                                (gssize) fields[c].length);
        deid_csv_reader_explain_bytes (reader, &fields[c], error);
        g_prefix_error (error, "column %u%s: ", c + 1, shown);
        return FALSE;
      }
  if (loader->n_rows == 0)
    loader->first_line = line;
  loader->line_per_row &= line == loader->first_line + loader->n_rows;
  loader->n_rows++;
  return TRUE;
}

static gboolean
is_empty_row (const DeidField *fields, guint n_fields)
{
  guint c = 0;

  while (c < n_fields && fields[c].length == 0)
    c++;
  return c == n_fields;
}

/* Tells whether a row that has one field more than there are names may have a delimiter at its end,
 * or begin with the name or the number of a row. */
static gboolean
may_have_extra (const DeidRowLoader *loader, const DeidCsvReader *reader, const DeidField *fields,
                guint n_fields)
{
  gboolean is_utf8 = TRUE;

  if (n_fields != loader->n_columns + 1 || are_apostrophes_quotes (loader, fields, n_fields)
      || deid_row_loader_guess_delimiter (loader) != '\0'
      || !(fields[n_fields - 1].length == 0 || is_quoted (reader, fields)
           || g_str_equal (fields[0].text, "1")))
    return FALSE;
  for (guint c = 0; c < n_fields; c++)
    is_utf8 &= g_utf8_validate_len (fields[c].text, fields[c].length, NULL);
  return is_utf8;
}

/* Lets the first row say whether there are columns without a name. */
static gboolean
row_loader_fit (DeidRowLoader *loader, const DeidCsvReader *reader, const DeidField *fields,
                guint n_fields, GError **error)
{
  loader->is_fitted = TRUE;
  while (n_fields < loader->n_columns
         && loader->columns[loader->n_columns - 1].column.name[0] == '\0')
    {
      deid_column_loader_clear (&loader->columns[--loader->n_columns]);
      loader->n_unnamed++;
    }
  if (!may_have_extra (loader, reader, fields, n_fields))
    return TRUE;
  if (!deid_realloc ((gpointer *) &loader->columns, n_fields, sizeof *loader->columns, error)
      || !column_loader_init (&loader->columns[loader->n_columns], "", error))
    return FALSE;
  loader->n_columns++;
  loader->has_extra = loader->has_unnamed = TRUE;
  return TRUE;
}

/* Refuses names that all stand between apostrophes, which are the quotes then. */
static gboolean
check_quotes (const DeidRowLoader *loader, const DeidField *names, guint n, GError **error)
{
  for (guint c = 0; c < n; c++)
    if (!loader->options->header || loader->options->quote == '\'' || !has_apostrophes (&names[c]))
      return TRUE;
  return deid_fail (
      error, DEID_ERROR_PARSE,
      "the names stand between apostrophes, expected the quote that is set: quote=' reads them");
}

/* Takes the first rows for what they say of columns. @is_row is whether it is a record as well.
 * Apart from what is done for each row, which it would slow down. */
G_GNUC_NO_INLINE static gboolean
row_loader_begin (DeidRowLoader *loader, const DeidCsvReader *reader, guint64 line,
                  const DeidField *fields, guint n_fields, gboolean *is_row, GError **error)
{
  if (loader->columns != NULL)
    return row_loader_fit (loader, reader, fields, n_fields, error);
  loader->header_line = line;
  *is_row = !loader->options->header;
  return row_loader_start_columns (loader, reader, fields, n_fields, error)
         && check_unique_names (loader, error) && check_quotes (loader, fields, n_fields, error);
}

/* Rows that are delimiters only have no values: spreadsheets leave them. */
gboolean
deid_row_loader_add (DeidCsvReader *reader, guint64 line, const DeidField *fields, guint n_fields,
                     gpointer user_data, GError **error)
{
  DeidRowLoader *loader = user_data;
  gboolean is_row = TRUE;

  if (fields[0].length == 0 && n_fields > 1 && is_empty_row (fields, n_fields))
    {
      loader->n_empty++;
      return TRUE;
    }
  if ((loader->is_fitted
       || row_loader_begin (loader, reader, line, fields, n_fields, &is_row, error))
      && (!is_row || row_loader_add_row (loader, reader, line, fields, n_fields, error)))
    return TRUE;
  deid_csv_locate_error (reader, line);
  return FALSE;
}

gboolean
deid_row_loader_start_part (DeidRowLoader *part, const DeidRowLoader *loader, GError **error)
{
  deid_row_loader_init (part, loader->options);
  part->is_fitted = TRUE;
  part->has_extra = loader->has_extra;
  part->has_unnamed = loader->has_unnamed;
  part->columns = deid_alloc (loader->n_columns, sizeof *part->columns, error);
  if (part->columns == NULL)
    return FALSE;
  for (; part->n_columns < loader->n_columns; part->n_columns++)
    if (!column_loader_init (&part->columns[part->n_columns],
                             loader->columns[part->n_columns].column.name, error))
      return FALSE;
  return TRUE;
}

void
deid_row_loader_take_lines (DeidRowLoader *loader, DeidRowLoader *part, guint64 n_lines)
{
  loader->n_empty += part->n_empty;
  loader->n_quoted += part->n_quoted;
  if (loader->n_swallowing == 0)
    loader->swallowing_line = n_lines + part->swallowing_line;
  loader->n_swallowing += part->n_swallowing;
  loader->n_swallowed += part->n_swallowed;
  part->n_empty = part->n_quoted = part->n_swallowing = part->n_swallowed = 0;
  if (part->n_rows == 0)
    return;
  if (loader->n_rows == 0)
    loader->first_line = n_lines + part->first_line;
  loader->line_per_row
      &= part->line_per_row && n_lines + part->first_line == loader->first_line + loader->n_rows;
  loader->n_rows += part->n_rows;
  part->n_rows = 0;
  part->line_per_row = TRUE;
}

/* Datasets from CSV files. */

/* What the wrong delimiter makes of a file has more fields than columns, and quotes within them. */
static void
append_doubt (const DeidRowLoader *loader, GError **error)
{
  g_autofree char *doubt = deid_delimiter_ask (deid_row_loader_guess_delimiter (loader));

  if (error != NULL && g_error_matches (*error, DEID_ERROR, DEID_ERROR_PARSE))
    deid_text_append_to_error (error, doubt);
}

static DeidDataset *
dataset_csv_load (DeidInput *input, const DeidCsvOptions *options, GError **error)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (input->name);
  DeidRowLoader loader;
  gboolean loaded;

  dataset->show_values = options->show_values;
  deid_row_loader_init (&loader, options);
  loaded = (options->encoding == NULL || deid_input_decode (input, options->encoding, FALSE, error))
           && deid_row_loader_take_delimiter (&loader, input, dataset, error)
           && deid_csv_load (input, &loader, DEID_CSV_PART_SIZE, error);
  if (loaded && loader.n_columns == 0)
    {
      deid_fail (error, DEID_ERROR_PARSE, "%s: line 1: the file is empty, expected %s",
                 dataset->name, options->header ? "the names of the columns" : "a row");
      loaded = FALSE;
    }
  loaded = loaded && deid_row_loader_settle (&loader, dataset, error);
  if (!loaded)
    append_doubt (&loader, error);
  for (guint c = 0; loaded && c < loader.n_columns; c++)
    {
      if (options->missing_values[0] != NULL)
        loader.columns[c].column.missing_codes
            = deid_missing_codes_join (NULL, (const char *const *) options->missing_values);
      loaded = deid_dataset_take_column (dataset, &loader.columns[c].column, error);
    }
  if (loaded && loader.line_per_row)
    dataset->first_line = loader.first_line;
  deid_row_loader_clear (&loader);
  return loaded
                 && (!options->header
                     || (deid_dataset_leave_names_out (dataset, DEID_STOP_OF (input->cancellable),
                                                       error)
                         && deid_dataset_check_header (dataset, DEID_STOP_OF (input->cancellable),
                                                       error)))
             ? g_steal_pointer (&dataset)
             : NULL;
}

/* Clears the input. */
static DeidDataset *
dataset_csv_read_input (DeidInput *input, DeidCsvOptions *options, GError **error)
{
  g_autoptr (DeidCsvOptions) used = deid_csv_options_use (options);
  DeidDataset *dataset = dataset_csv_load (input, used, error);

  deid_input_clear (input);
  return dataset;
}

DeidDataset *
deid_dataset_new_from_csv_file (const char *path, DeidCsvOptions *options,
                                GCancellable *cancellable, GError **error)
{
  DeidInput input;

  g_return_val_if_fail (path != NULL, NULL);

  return deid_input_open (&input, path, cancellable, error)
             ? dataset_csv_read_input (&input, options, error)
             : NULL;
}

DeidDataset *
deid_dataset_new_from_csv_stream (GInputStream *stream, const char *name, DeidCsvOptions *options,
                                  GCancellable *cancellable, GError **error)
{
  DeidInput input;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  deid_input_init_stream (&input, stream, name != NULL ? name : "table", cancellable);
  return dataset_csv_read_input (&input, options, error);
}
