/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/csv-reader.h"

#include <string.h>

#include <deid/deid.h>

#include "base/encoding.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/hash.h"
#include "table/column.h"
#include "table/csv-options.h"

/* How many bytes may be read at any field's text, whatever they are. */
#define DEID_FIELD_MARGIN 8

#define MAX_FIELD_LENGTH  (1024 * 1024)

/* Bytes are looked at in blocks of so many. Behind the last byte a whole one and what may be read
 * at a field are there to be read; the first of these is a line end, so that each field has one. */
#define BLOCK_SIZE 64
#define N_BEHIND   (BLOCK_SIZE + DEID_FIELD_MARGIN)

/* Where the special characters are, which are the delimiter, the quote and line ends. */
typedef struct
{
  const DeidCsvReader *reader;
  char *block;
  guint64 specials; /* a bit for each that is in the block and still to come */
  char *last;       /* the one that was found last */
  char found;       /* what it is, or was before a NUL took its place */
} Scan;

/* What becomes of a field. */
typedef enum
{
  FIELD_COMPLETE,
  FIELD_UNFINISHED, /* more bytes are needed */
  FIELD_BAD,
  FIELD_NONE /* the line is blank */
} FieldState;

/* The comparisons are of a fixed number of bytes, which compilers do many at a time. */
static inline guint64
find_specials (const DeidCsvReader *reader, const char *block)
{
  const char delimiter = reader->delimiter, quote = reader->quote;
  guint8 is_special[BLOCK_SIZE];

  for (guint i = 0; i < BLOCK_SIZE; i++)
    is_special[i] = (guint8) ((block[i] == delimiter) | (block[i] == quote) | (block[i] == '\n')
                              | (block[i] == '\r'));
  return deid_word_pack_flags (is_special);
}

static inline void
scan_start (Scan *scan, const DeidCsvReader *reader)
{
  *scan = (Scan){ .reader = reader,
                  .block = reader->field,
                  .specials = find_specials (reader, reader->field) };
}

/* Returns: the next special character, at the latest that at the end of the bytes. */
static inline char *
scan_next (Scan *scan)
{
  while (scan->specials == 0)
    {
      scan->block += BLOCK_SIZE;
      scan->specials = find_specials (scan->reader, scan->block);
    }
  scan->last = scan->block + __builtin_ctzll (scan->specials);
  scan->found = *scan->last;
  scan->specials &= scan->specials - 1;
  return scan->last;
}

/* Notes an error whose place is the field that comes next. */
static FieldState
set_bad (DeidCsvReader *reader, const char *message)
{
  g_set_error (&reader->error, DEID_ERROR, DEID_ERROR_PARSE, "field %u: %s", reader->n_fields + 1,
               message);
  deid_csv_locate_error (reader, reader->line + reader->n_breaks);
  return FIELD_BAD;
}

static FieldState
set_too_long (DeidCsvReader *reader)
{
  return set_bad (reader, "longer than 1 MiB; is a quote unclosed?");
}

/* Ways out. */
#define CSV_READER_PLAIN   "; quote=none reads quotes as other characters"
#define CSV_READER_NO_UTF8 "a byte that no UTF-8 text has"
#define CSV_READER_ESCAPED                                                                         \
  "; a backslash does not make it part of a text: export the table with doubled quotes"

/* @found is where the text is not as expected: in the first field of all behind a quote, it may be
 * the delimiter, if the line does not have the one that was told. */
static FieldState
set_bad_quote (DeidCsvReader *reader, char found, gboolean is_escaped)
{
  const gsize n = (gsize) (reader->end - reader->field);
  const char *line_end = memchr (reader->field, '\n', n);
  const gboolean is_first = reader->line == 1 && !reader->is_inner && reader->n_fields == 0
                            && memchr (reader->field, reader->delimiter,
                                       line_end != NULL ? (gsize) (line_end - reader->field) : n)
                                   == NULL;
  g_autofree char *doubt = NULL, *message = NULL;

  if (is_first && line_end == NULL && !reader->is_at_end && n <= MAX_FIELD_LENGTH)
    return FIELD_UNFINISHED; /* the rest of the line decides */
  doubt = deid_delimiter_ask (is_first && deid_delimiter_is_known (found) ? found : '\0');
  message
      = g_strconcat ("a quote out of place, expected one only around a field and twice within it",
                     doubt[0] != '\0' ? doubt
                     : is_escaped     ? CSV_READER_ESCAPED
                                      : CSV_READER_PLAIN,
                     NULL);

  return set_bad (reader, reader->quote != DEID_NO_QUOTE ? message : CSV_READER_NO_UTF8);
}

/* Says at which line memory ran out. */
static gboolean
locate (DeidCsvReader *reader, gboolean success)
{
  if (!success)
    deid_csv_locate_error (reader, reader->line + reader->n_breaks);
  return success;
}

static guint64
count_breaks (const char *text, gsize length)
{
  guint64 n = 0;

  for (gsize i = 0; i < length; i++)
    n += text[i] == '\n' || (text[i] == '\r' && (i + 1 == length || text[i + 1] != '\n'));
  return n;
}

/* Tells whether a field is too long already, without its second quotes, whatever comes next. */
static gboolean
is_too_long (gsize length)
{
  return length > MAX_FIELD_LENGTH + DEID_INPUT_CHUNK_SIZE;
}

static inline gboolean
csv_reader_is_blank (const DeidCsvReader *reader, char c)
{
  return (c == ' ' || c == '\t') && c != reader->delimiter;
}

/* Returns: the first character that is not blank, or @end. */
static char *
csv_reader_skip_blanks (const DeidCsvReader *reader, char *text, const char *end)
{
  while (text < end && csv_reader_is_blank (reader, *text))
    text++;
  return text;
}

static gboolean
grow_fields (DeidCsvReader *reader)
{
  if (reader->n_fields == DEID_MAX_COLUMNS)
    {
      g_set_error (&reader->error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "more than %u fields, expected at most so many in a row", DEID_MAX_COLUMNS);
      return locate (reader, FALSE);
    }
  return locate (reader,
                 deid_grow ((gpointer *) &reader->fields, &reader->fields_capacity,
                            (guint64) reader->n_fields + 1, sizeof *reader->fields, &reader->error))
         && (reader->fields_capacity = MIN (reader->fields_capacity, DEID_MAX_COLUMNS)) > 0;
}

/* Ends the text by a NUL. */
static inline gboolean
csv_reader_add_field (DeidCsvReader *reader, char *text, gsize length)
{
  if (length > MAX_FIELD_LENGTH)
    {
      set_too_long (reader);
      return FALSE;
    }
  if (reader->n_fields == reader->fields_capacity && !grow_fields (reader))
    return FALSE;
  text[length] = '\0';
  reader->fields[reader->n_fields++] = (DeidField){ text, length };
  return TRUE;
}

/* Removes the second one of each pair of quotes. */
static void
join_quotes (char *text, const char *end, char quote)
{
  for (const char *from = text; from < end; from++)
    {
      *text++ = *from;
      from += *from == quote;
    }
}

/* Reads a field behind its opening quote. */
static FieldState
read_quoted (DeidCsvReader *reader, Scan *scan, char *text)
{
  gsize n_doubled = 0, length;
  gboolean has_breaks = FALSE;
  char *closing, *rest;

  if (reader->quote == DEID_NO_QUOTE)
    return set_bad (reader, CSV_READER_NO_UTF8);
  while (*(closing = scan_next (scan)) != reader->quote || closing[1] == reader->quote)
    {
      if (closing == reader->end)
        return is_too_long ((gsize) (closing - text) - n_doubled) ? set_too_long (reader)
               : !reader->is_at_end
                   ? FIELD_UNFINISHED
                   : set_bad (
                       reader,
                       "a quote is opened but not closed by the end of the file" CSV_READER_PLAIN);
      has_breaks |= *closing == '\n' || *closing == '\r';
      if (*closing == reader->quote)
        {
          scan_next (scan);
          n_doubled++;
        }
    }
  scan_next (scan);
  rest = csv_reader_skip_blanks (reader, closing + 1, scan->last);
  if (is_too_long ((gsize) (rest - text) - n_doubled))
    return set_too_long (reader);
  if (rest < scan->last || *rest == reader->quote)
    return set_bad_quote (reader, *rest == reader->quote ? closing[1] : *rest, closing[-1] == '\\');
  if (rest == reader->end && !reader->is_at_end)
    return FIELD_UNFINISHED;
  length = (gsize) (closing - text) - n_doubled;
  if (n_doubled > 0)
    join_quotes (text, closing, reader->quote);
  if (!csv_reader_add_field (reader, text, length))
    return FIELD_BAD;
  if (has_breaks)
    reader->n_breaks += count_breaks (text, length);
  return FIELD_COMPLETE;
}

/* Reads a field that is quoted, or a text as a spreadsheet keeps it (="02107"), empty, has blanks
 * around it, or is the last one as yet. */
static FieldState
read_unusual (DeidCsvReader *reader, Scan *scan)
{
  char *text_end = scan->last;
  char *const text = csv_reader_skip_blanks (reader, reader->field, text_end);
  const gboolean is_empty = text == text_end;
  FieldState state;

  if (is_too_long ((gsize) (text_end - text)))
    return set_too_long (reader);
  if (scan->found == reader->quote && !(is_empty && reader->quote == reader->delimiter))
    {
      if (is_empty)
        return read_quoted (reader, scan, text + 1);
      if (text_end != text + 1 || *text != '=')
        return set_bad_quote (reader, scan->found, scan->last[-1] == '\\');
      state = read_quoted (reader, scan, text + 2);
      reader->n_formulas += state == FIELD_COMPLETE ? 1 : 0;
      return state;
    }
  if (text_end == reader->end && !reader->is_at_end)
    {
      if (is_empty) /* blanks before a field mean nothing, but that a mark is not the first */
        reader->end = reader->field + (reader->n_fields == 0 && text > reader->field ? 1 : 0);
      return FIELD_UNFINISHED;
    }
  if (is_empty && reader->n_fields == 0 && scan->found != reader->delimiter)
    {
      reader->n_blank_lines
          += text_end < reader->end && !(scan->found == '\n' && reader->after_carriage_return);
      return FIELD_NONE;
    }
  while (text_end > text && csv_reader_is_blank (reader, text_end[-1]))
    text_end--;
  reader->n_stripped += text > reader->field || text_end < scan->last;
  return csv_reader_add_field (reader, text, (gsize) (text_end - text)) ? FIELD_COMPLETE
                                                                        : FIELD_BAD;
}

static void
csv_reader_end_row (DeidCsvReader *reader, char terminator)
{
  const gboolean is_rest_of_line_end
      = terminator == '\n' && reader->after_carriage_return && reader->n_fields == 0;

  if (reader->n_fields > 0)
    reader->func (reader, reader->line, reader->fields, reader->n_fields, reader->user_data,
                  &reader->error);
  reader->line += reader->n_breaks + !is_rest_of_line_end;
  reader->after_carriage_return = terminator == '\r';
  reader->n_fields = 0;
  reader->n_breaks = 0;
}

/* Reads the field that comes next, up to the special character that ends it. Most have neither
 * quotes nor blanks around them, and are not empty. */
static inline FieldState
read_field (DeidCsvReader *reader, Scan *scan)
{
  char *const text = reader->field, *const last = scan_next (scan);

  if (last == text || last == reader->end || scan->found == reader->quote || (guchar) *text <= ' '
      || (guchar) last[-1] <= ' ')
    return read_unusual (reader, scan);
  return csv_reader_add_field (reader, text, (gsize) (last - text)) ? FIELD_COMPLETE : FIELD_BAD;
}

/* Files that were joined have a byte order mark in front of lines behind the first as well. */
static inline void
skip_byte_order_marks (DeidCsvReader *reader)
{
  while (reader->n_fields == 0 && memcmp (reader->field, DEID_BYTE_ORDER_MARK, 3) == 0)
    reader->row = reader->field += 3;
}

/* Reads the rows that are complete. */
static void
csv_reader_read_rows (DeidCsvReader *reader)
{
  Scan scan;

  scan_start (&scan, reader);
  while (reader->error == NULL)
    {
      FieldState state;

      skip_byte_order_marks (reader);
      state = read_field (reader, &scan);
      if (state == FIELD_UNFINISHED || state == FIELD_BAD)
        break;
      reader->field = scan.last + (scan.last < reader->end);
      if (scan.found == reader->delimiter)
        continue;
      csv_reader_end_row (reader, scan.found);
      reader->row = reader->field;
      if (scan.last == reader->end)
        break;
    }
}

char
deid_csv_get_named_delimiter (const char *bytes, gsize n, char quote, gsize *length)
{
  const gboolean has_mark = n >= 3 && memcmp (bytes, DEID_BYTE_ORDER_MARK, 3) == 0;
  const char *line = has_mark ? bytes + 3 : bytes, *end = bytes + n;

  if (end - line < 6 || g_ascii_strncasecmp (line, "sep=", 4) != 0
      || !(g_ascii_ispunct (line[4]) || line[4] == ' ' || line[4] == '\t') || line[4] == quote
      || (line[5] != '\r' && line[5] != '\n'))
    return 0;
  *length = (gsize) (line - bytes) + 6;
  if (end - line > 6 && line[5] == '\r' && line[6] == '\n')
    ++*length;
  return line[4];
}

void
deid_csv_reader_init (DeidCsvReader *reader, char delimiter, char quote, DeidCsvRowFunc func,
                      gpointer user_data)
{
  *reader = (DeidCsvReader){
    .delimiter = delimiter, .quote = quote, .func = func, .user_data = user_data, .line = 1
  };
}

void
deid_csv_reader_clear (DeidCsvReader *reader)
{
  g_free (reader->bytes);
  g_free (reader->fields);
  g_clear_error (&reader->error);
}

/* Moves the row that is not complete to where it has room. */
static void
move_row (DeidCsvReader *reader, char *to)
{
  const gsize n = (gsize) (reader->end - reader->row);

  for (guint i = 0; i < reader->n_fields; i++)
    reader->fields[i].text = to + (reader->fields[i].text - reader->row);
  if (n > 0)
    memmove (to, reader->row, n);
  reader->field = to + (reader->field - reader->row);
  reader->end = to + n;
  reader->row = to;
}

char *
deid_csv_reader_extend (DeidCsvReader *reader, gsize n)
{
  const guint64 needed = (guint64) (reader->end - reader->row) + n + N_BEHIND;

  if (needed > reader->capacity)
    {
      const guint64 capacity = MAX (needed, 2 * reader->capacity);
      char *bytes = deid_alloc (capacity, 1, &reader->error);

      if (!locate (reader, bytes != NULL))
        return NULL;
      move_row (reader, bytes);
      g_free (reader->bytes);
      reader->bytes = bytes;
      reader->capacity = capacity;
    }
  else
    move_row (reader, reader->bytes);
  return reader->end;
}

/* DOS ends a text with Ctrl-Z, and fills it up with more of them: a last line of these is blank. */
static void
drop_end_marks (DeidCsvReader *reader)
{
  char *p = reader->end;

  while (p > reader->field && p[-1] == '\x1A')
    p--;
  if (p == reader->end || p > reader->field || reader->n_fields > 0)
    return;
  reader->end = p;
  reader->n_blank_lines++;
}

gboolean
deid_csv_reader_take (DeidCsvReader *reader, gsize n)
{
  reader->end += n;
  reader->is_at_end = n == 0;
  if (n == 0)
    drop_end_marks (reader);
  memset (reader->end, '\n', N_BEHIND);
  csv_reader_read_rows (reader);
  return reader->error == NULL;
}

gboolean
deid_csv_reader_end (DeidCsvReader *reader, const char *name, guint64 n_lines, GError **error)
{
  if (reader->error == NULL)
    return TRUE;
  if (reader->error_line > 0)
    {
      g_autofree char *shown = deid_text_escape (name);

      g_prefix_error (&reader->error, "%s: line %" G_GUINT64_FORMAT ": ", shown,
                      n_lines + reader->error_line);
    }
  g_propagate_error (error, g_steal_pointer (&reader->error));
  return FALSE;
}

/* Tells what the rows look like from @field on, as far as they were read: one field is too little
 * to tell. */
static void
add_encoding (const DeidCsvReader *reader, const DeidField *field, GError **error)
{
  gsize n = MIN ((gsize) (reader->end - field->text), DEID_INPUT_CHUNK_SIZE);
  g_autofree char *rows = NULL;

  while (n > field->length && field->text[n - 1] != '\n')
    n--;
  rows = g_memdup2 (field->text, n);
  for (gsize i = 0; i < n; i++)
    if (rows[i] == '\0')
      rows[i] = ' ';
  deid_encoding_add_guess (rows, n, "utf-8", error);
}

/* Of a quoted field, the reader has joined the pairs of quotes. */
void
deid_csv_reader_explain_bytes (const DeidCsvReader *reader, const DeidField *field, GError **error)
{
  const gboolean is_quoted = field->text > reader->row && field->text[-1] == reader->quote;
  g_autofree char *place = NULL;
  const char *bad;
  gsize byte;

  if (g_utf8_validate_len (field->text, field->length, &bad))
    return;
  byte = (gsize) (bad - reader->row) + 1;
  for (const char *p = field->text; p < bad; p++)
    byte += is_quoted && *p == reader->quote;
  place = g_strdup_printf (": byte %" G_GSIZE_FORMAT " of the line%s", byte,
                           *bad == '\0' ? "; tr -d '\\000' < FILE removes such bytes" : "");
  deid_text_append_to_error (error, place);
  if (*bad != '\0')
    add_encoding (reader, field, error);
}

gboolean
deid_csv_reader_read (DeidCsvReader *reader, DeidInput *input)
{
  const gboolean is_first = reader->bytes == NULL;
  char *bytes = deid_csv_reader_extend (reader, DEID_INPUT_CHUNK_SIZE);
  gsize n;

  if (bytes == NULL
      || !deid_input_read_to (input, bytes, DEID_INPUT_CHUNK_SIZE, &n, &reader->error))
    return FALSE;
  if (is_first && input->decoder == NULL
      && !deid_file_kind_check (input->name, bytes, n, &reader->error))
    {
      if (deid_encoding_guess_wide (bytes, n) != NULL)
        deid_encoding_add_guess (bytes, n, "utf-8", &reader->error);
      return FALSE;
    }
  return deid_csv_reader_take (reader, n) && n > 0;
}

gboolean
deid_csv_read (DeidInput *input, char delimiter, char quote, DeidCsvRowFunc func,
               gpointer user_data, GError **error)
{
  DeidCsvReader reader;
  gboolean success;

  deid_csv_reader_init (&reader, delimiter, quote, func, user_data);
  while (deid_csv_reader_read (&reader, input))
    ;
  success = deid_csv_reader_end (&reader, input->name, 0, error);
  deid_csv_reader_clear (&reader);
  return success;
}
