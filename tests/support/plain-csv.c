/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-csv.h"

#include <csv.h>
#include <string.h>

#define MEBIBYTE    (1024 * 1024)
#define CHUNK_SIZE  65536
#define MAX_COLUMNS 131072

typedef struct
{
  GString *shown;
  GString *row; /* its fields so far */
  guint n_fields;
  guint64 line;     /* where the row begins */
  guint64 n_breaks; /* line ends within its fields */
  gboolean after_carriage_return;
  gboolean is_at_start; /* of a row */
  char *error;          /* the first one */
} Plain;

static void
set_error (Plain *plain, gboolean is_of_field, const char *message)
{
  g_autofree char *place
      = is_of_field ? g_strdup_printf ("field %u: ", plain->n_fields + 1) : g_strdup ("");

  if (plain->error == NULL)
    plain->error = g_strdup_printf ("line %" G_GUINT64_FORMAT ": %s%s",
                                    plain->line + plain->n_breaks, place, message);
}

void
plain_csv_show_field (GString *shown, const char *text, gsize length)
{
  g_string_append_printf (shown, "[%" G_GSIZE_FORMAT ":", length);
  g_string_append_len (shown, text, (gssize) length);
  g_string_append_c (shown, ']');
}

static void
handle_field (void *data, size_t length, void *user_data)
{
  Plain *plain = user_data;
  const char *text = data;

  if (length > MEBIBYTE)
    set_error (plain, TRUE, "longer than 1 MiB; is a quote unclosed?");
  else if (plain->n_fields == MAX_COLUMNS)
    set_error (plain, FALSE, "more than 131072 fields, expected at most so many in a row");
  if (plain->error != NULL)
    return;
  plain_csv_show_field (plain->row, text, length);
  for (gsize i = 0; i < length; i++)
    plain->n_breaks
        += text[i] == '\n' || (text[i] == '\r' && (i + 1 == length || text[i + 1] != '\n'));
  plain->n_fields++;
  plain->after_carriage_return = FALSE;
}

static void
handle_row (int terminator, void *user_data)
{
  Plain *plain = user_data;

  plain->is_at_start = TRUE;
  if (plain->error != NULL)
    return;
  if (plain->n_fields > 0)
    {
      g_string_append_printf (plain->shown, "%" G_GUINT64_FORMAT " ", plain->line);
      g_string_append_len (plain->shown, plain->row->str, (gssize) plain->row->len);
      g_string_append_c (plain->shown, '\n');
    }
  if (terminator != '\n' || !plain->after_carriage_return || plain->n_fields > 0)
    plain->line++;
  plain->line += plain->n_breaks;
  plain->after_carriage_return = terminator == '\r';
  plain->n_fields = 0;
  plain->n_breaks = 0;
  g_string_truncate (plain->row, 0);
}

#define QUOTE_ERROR "a quote out of place, expected one only around a field and twice within it"

void
plain_csv_show_error (GString *shown, const char *message)
{
  const char *quote = strstr (message, QUOTE_ERROR);

  g_string_append_len (shown, message,
                       quote != NULL ? quote + strlen (QUOTE_ERROR) - message
                                     : (gssize) strlen (message));
}

/* Line by line, since a byte order mark at the start of a row is left out. */
static void
parse (Plain *plain, struct csv_parser *parser, const char *bytes, gsize n_bytes)
{
  for (gsize start = 0; start < n_bytes && plain->error == NULL;)
    {
      const gsize chunk_end = MIN (n_bytes, start - start % CHUNK_SIZE + CHUNK_SIZE);
      gsize n = 0;

      if (plain->is_at_start && n_bytes - start >= 3
          && memcmp (bytes + start, "\xEF\xBB\xBF", 3) == 0)
        {
          start += 3;
          continue;
        }
      while (start + n < chunk_end && bytes[start + n] != '\n' && bytes[start + n] != '\r')
        n++;
      n += start + n < chunk_end ? 1 : 0;
      plain->is_at_start = FALSE;
      if (csv_parse (parser, bytes + start, n, handle_field, handle_row, plain) != n)
        set_error (plain, TRUE, QUOTE_ERROR);
      else if (start + n == chunk_end && csv_get_buffer_size (parser) > MEBIBYTE + CHUNK_SIZE)
        set_error (plain, TRUE, "longer than 1 MiB; is a quote unclosed?");
      start += n;
    }
  if (plain->error == NULL && csv_fini (parser, handle_field, handle_row, plain) != 0)
    set_error (
        plain, TRUE,
        "a quote is opened but not closed by the end of the file; quote=none reads quotes as "
        "other characters");
}

GString *
plain_csv_read (const char *bytes, gsize n_bytes, char delimiter, char quote, const char *name)
{
  g_autoptr (GString) row = g_string_new (NULL);
  Plain plain = { .shown = g_string_new (NULL), .row = row, .line = 1, .is_at_start = TRUE };
  struct csv_parser parser;

  csv_init (&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL);
  csv_set_delim (&parser, (guchar) delimiter);
  csv_set_quote (&parser, (guchar) quote);
  csv_set_blk_size (&parser, 4096);
  parse (&plain, &parser, bytes, n_bytes);
  csv_free (&parser);
  if (plain.error != NULL)
    g_string_append_printf (plain.shown, "%s: %s", name, plain.error);
  g_free (plain.error);
  return plain.shown;
}
