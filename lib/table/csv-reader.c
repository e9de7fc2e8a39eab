/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/csv-reader.h"

#include <csv.h>
#include <string.h>

#include <deid/deid.h>

#include "base/memory.h"
#include "base/text.h"
#include "table/column.h"
#include "table/delimiters.h"

#define MAX_FIELD_LENGTH (1024 * 1024)

struct DeidCsvReader
{
  char *shown; /* the name of what is read, for messages */
  DeidCsvRowFunc func;
  gpointer user_data;

  char *bytes; /* the texts of the row so far, each with its NUL */
  guint64 n_bytes;
  guint64 bytes_capacity;
  DeidField *fields;
  guint64 fields_capacity;
  guint n_fields;

  guint64 line;     /* where the row begins */
  guint64 n_breaks; /* line ends within its quoted fields */
  gboolean after_carriage_return;
  GError *error; /* the first one; later fields and rows are passed over */
};

void
deid_csv_prefix_error (const DeidCsvReader *reader, guint64 line, GError **error)
{
  g_prefix_error (error, "%s: line %" G_GUINT64_FORMAT ": ", reader->shown, line);
}

static void
set_parse_error (DeidCsvReader *reader, const char *message)
{
  g_set_error (&reader->error, DEID_ERROR, DEID_ERROR_PARSE, "field %u: %s", reader->n_fields + 1,
               message);
  deid_csv_prefix_error (reader, reader->line + reader->n_breaks, &reader->error);
}

/* Says at which line memory ran out. */
static gboolean
locate (DeidCsvReader *reader, gboolean success)
{
  if (!success)
    deid_csv_prefix_error (reader, reader->line + reader->n_breaks, &reader->error);
  return success;
}

static void
set_too_long (DeidCsvReader *reader)
{
  set_parse_error (reader, "longer than 1 MiB; is a quote unclosed?");
}

static void
set_too_many (DeidCsvReader *reader)
{
  g_set_error (&reader->error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
               "more than %u fields, expected at most so many in a row", DEID_MAX_COLUMNS);
  deid_csv_prefix_error (reader, reader->line + reader->n_breaks, &reader->error);
}

static guint64
count_breaks (const char *text, gsize length)
{
  guint64 n = 0;

  for (gsize i = 0; i < length; i++)
    n += text[i] == '\n' || (text[i] == '\r' && (i + 1 == length || text[i + 1] != '\n'));
  return n;
}

static void
handle_field (void *text, size_t length, void *user_data)
{
  DeidCsvReader *reader = user_data;

  if (reader->error != NULL)
    return;
  if (length > MAX_FIELD_LENGTH)
    {
      set_too_long (reader);
      return;
    }
  if (reader->n_fields == DEID_MAX_COLUMNS)
    {
      set_too_many (reader);
      return;
    }
  if (!locate (reader, deid_grow ((gpointer *) &reader->bytes, &reader->bytes_capacity,
                                  reader->n_bytes + length + 1, 1, &reader->error)
                           && deid_grow ((gpointer *) &reader->fields, &reader->fields_capacity,
                                         (guint64) reader->n_fields + 1, sizeof *reader->fields,
                                         &reader->error)))
    return;
  if (length > 0)
    memcpy (reader->bytes + reader->n_bytes, text, length);
  reader->bytes[reader->n_bytes + length] = '\0';
  reader->n_bytes += length + 1;
  reader->n_breaks += count_breaks (text, length);
  reader->fields[reader->n_fields++].length = length;
  reader->after_carriage_return = FALSE;
}

static void
handle_row (int terminator, void *user_data)
{
  DeidCsvReader *reader = user_data;
  gboolean is_rest_of_line_end;

  if (reader->error != NULL)
    return;
  if (reader->n_fields > 0)
    {
      const char *text = reader->bytes;

      for (guint i = 0; i < reader->n_fields; i++)
        {
          reader->fields[i].text = text;
          text += reader->fields[i].length + 1;
        }
      reader->func (reader, reader->line, reader->fields, reader->n_fields, reader->user_data,
                    &reader->error);
    }
  is_rest_of_line_end
      = terminator == '\n' && reader->after_carriage_return && reader->n_fields == 0;
  reader->line += reader->n_breaks + !is_rest_of_line_end;
  reader->after_carriage_return = terminator == '\r';
  reader->n_fields = 0;
  reader->n_bytes = 0;
  reader->n_breaks = 0;
}

/* @found is where the parser stopped: in the first field of all behind a quote, it may be the
 * delimiter. */
static void
set_parser_error (DeidCsvReader *reader, struct csv_parser *parser, char found)
{
  const gboolean is_first = reader->line == 1 && reader->n_fields == 0;

  if (reader->error != NULL)
    return;
  if (csv_error (parser) == CSV_ENOMEM || csv_error (parser) == CSV_ETOOBIG)
    {
      g_set_error (&reader->error, DEID_ERROR, DEID_ERROR_NO_MEMORY,
                   "field %u: out of memory for its text", reader->n_fields + 1);
      locate (reader, FALSE);
    }
  else
    {
      g_autofree char *doubt
          = deid_delimiter_ask (is_first && deid_delimiter_is_known (found) ? found : '\0');
      g_autofree char *message = g_strconcat (
          "a quote out of place, expected one only around a field and twice within it", doubt,
          NULL);

      set_parse_error (reader, message);
    }
}

static void
parse_chunk (DeidCsvReader *reader, struct csv_parser *parser, const char *bytes, gsize n_bytes)
{
  const gsize n_parsed = csv_parse (parser, bytes, n_bytes, handle_field, handle_row, reader);

  if (n_parsed != n_bytes)
    set_parser_error (reader, parser, bytes[n_parsed]);
  else if (csv_get_buffer_size (parser) > MAX_FIELD_LENGTH + DEID_INPUT_CHUNK_SIZE
           && reader->error == NULL)
    set_too_long (reader);
}

static void
parse (DeidCsvReader *reader, struct csv_parser *parser, DeidInput *input)
{
  const char *bytes;
  gsize n_bytes;
  gboolean first = TRUE;

  while (reader->error == NULL)
    {
      gsize skip;

      if (!deid_input_read (input, &bytes, &n_bytes, &reader->error))
        {
          if (g_error_matches (reader->error, DEID_ERROR, DEID_ERROR_NO_MEMORY))
            locate (reader, FALSE);
          return;
        }
      skip = first && n_bytes >= 3 && memcmp (bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
      first = FALSE;
      parse_chunk (reader, parser, bytes + skip, n_bytes - skip);
      if (n_bytes == 0)
        break;
    }
  if (reader->error == NULL && csv_fini (parser, handle_field, handle_row, reader) != 0
      && reader->error == NULL)
    set_parse_error (reader, "a quote is opened but not closed by the end of the file");
}

gboolean
deid_csv_read (DeidInput *input, char delimiter, char quote, DeidCsvRowFunc func,
               gpointer user_data, GError **error)
{
  g_autofree char *shown = deid_text_escape (input->name);
  DeidCsvReader reader = { .shown = shown, .func = func, .user_data = user_data, .line = 1 };
  struct csv_parser parser;

  csv_init (&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL);
  csv_set_delim (&parser, (guchar) delimiter);
  csv_set_quote (&parser, (guchar) quote);
  csv_set_blk_size (&parser, 4096);
  parse (&reader, &parser, input);
  csv_free (&parser);
  g_free (reader.bytes);
  g_free (reader.fields);
  if (reader.error != NULL)
    {
      g_propagate_error (error, reader.error);
      return FALSE;
    }
  return TRUE;
}
