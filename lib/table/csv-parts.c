/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables read in several threads. The file is divided after rows, into windows of one part a
 * thread. The first part of each goes on with the columns of the table; each of the others has
 * columns of its own, with dictionaries that it keeps, and these are appended in the order of the
 * parts. */
#include <string.h>

#include "base/memory.h"
#include "base/work.h"
#include "table/csv-options.h"
#include "table/dataset-csv.h"

/* More parts would take memory, and leave no more to do at the same time. */
#define MAX_PARTS 16

typedef struct
{
  DeidCsvReader reader;
  DeidRowLoader own;
  DeidRowLoader *loader; /* its own, or that of the table */
  gsize n_bytes;         /* that were put into the reader */
  gboolean is_last;      /* of the file */
} CsvPartsPart;

typedef struct
{
  DeidInput *input;
  guint n_threads;
  gsize part_size;
  CsvPartsPart *parts;
  guint n_parts; /* of the window */
  char *tail;    /* what was read behind the last row of the last part */
  guint64 tail_capacity;
  gsize n_tail;
  GError *error; /* of the input, behind what is in the parts */
} Window;

/* Reads a part's bytes, which begin with the tail of the one before, as far as the file has them or
 * can be read. */
static gboolean
fill_part (Window *window, CsvPartsPart *part)
{
  char *room = deid_csv_reader_extend (&part->reader, window->n_tail + window->part_size);
  gsize n = 0;

  if (room == NULL)
    return FALSE;
  if (window->n_tail > 0)
    memcpy (room, window->tail, window->n_tail);
  part->n_bytes = window->n_tail;
  window->n_tail = 0;
  for (gsize read = 0; read < window->part_size && !part->is_last; read += DEID_INPUT_CHUNK_SIZE)
    {
      if (!deid_input_read_to (window->input, room + part->n_bytes, DEID_INPUT_CHUNK_SIZE, &n,
                               &window->error))
        return FALSE;
      part->n_bytes += n;
      part->is_last = n == 0;
    }
  return TRUE;
}

/* In blocks whose count a byte holds, so that compilers compare many bytes at a time. */
static guint64
count_characters (const char *text, gsize length, char character)
{
  guint64 n = 0;

  while (length > 0)
    {
      const gsize size = MIN (length, G_MAXUINT8);
      guint8 n_here = 0;

      for (gsize i = 0; i < size; i++)
        n_here = (guint8) (n_here + (text[i] == character));
      n += n_here;
      text += size;
      length -= size;
    }
  return n;
}

/* Returns: the end of the last row that is complete, or %NULL. Quotes are in pairs up to there,
 * unless one is out of place before it, which the reader finds. A line end may go on behind a
 * carriage return. */
static const char *
find_row_end (const CsvPartsPart *part)
{
  const char quote = part->reader.quote, *start = part->reader.field;
  const char *const end = part->reader.end + part->n_bytes;
  guint64 n_quotes = count_characters (start, (gsize) (end - start), quote);

  for (const char *p = end; p > start; p--)
    if (p[-1] == quote)
      n_quotes--;
    else if (n_quotes % 2 == 0
             && (p[-1] == '\n' || (p[-1] == '\r' && p < end && (guchar) *p > ' ')))
      return p;
  return NULL;
}

/* Leaves what is behind a part's last row to the next one: all, if it has no end of a row. Only the
 * first part of a window may end within one, since the next window goes on with it.
 * Returns: whether another part may follow. */
static gboolean
cut_part (Window *window, CsvPartsPart *part)
{
  const char *row_end = find_row_end (part);
  const gboolean is_cut = row_end != NULL;
  gsize n;

  if (!is_cut && part == window->parts)
    return FALSE;
  n = is_cut ? (gsize) (part->reader.end + part->n_bytes - row_end) : part->n_bytes;
  if (!deid_grow ((gpointer *) &window->tail, &window->tail_capacity, n, 1, &part->reader.error))
    return FALSE;
  part->n_bytes -= n;
  if (n > 0)
    memcpy (window->tail, part->reader.end + part->n_bytes, n);
  window->n_tail = n;
  return is_cut;
}

/* Makes a part ready that is none of the first in a window, once there is something to be in it. */
static gboolean
csv_parts_start_part (Window *window, CsvPartsPart *part)
{
  const DeidCsvReader *first = &window->parts[0].reader;

  if (part == window->parts || part->loader != NULL)
    return TRUE;
  part->loader = &part->own;
  deid_csv_reader_init (&part->reader, first->delimiter, first->quote, deid_row_loader_add,
                        part->loader);
  part->reader.is_inner = TRUE;
  return deid_row_loader_start_part (part->loader, window->parts[0].loader, &part->reader.error);
}

static void
fill_window (Window *window)
{
  CsvPartsPart *part;

  window->n_parts = 0;
  do
    {
      part = &window->parts[window->n_parts++];
      part->n_bytes = 0;
    }
  while (csv_parts_start_part (window, part) && fill_part (window, part) && !part->is_last
         && cut_part (window, part) && window->n_parts < window->n_threads);
}

/* An error stays with the reader, since lines before the part are still to be counted. */
static gboolean
parse_part (gpointer data, guint index, GError **error)
{
  const Window *window = data;
  CsvPartsPart *part = &window->parts[index];

  if (g_cancellable_set_error_if_cancelled (window->input->cancellable, error))
    return FALSE;
  if (part->reader.error == NULL && part->n_bytes > 0)
    deid_csv_reader_take (&part->reader, part->n_bytes);
  if (part->reader.error == NULL && part->is_last)
    deid_csv_reader_take (&part->reader, 0);
  return TRUE;
}

/* Appends one column of all parts but the first. */
static gboolean
take_column (gpointer data, guint index, GError **error)
{
  const Window *window = data;
  DeidColumnLoader *column = &window->parts[0].loader->columns[index];

  if (g_cancellable_set_error_if_cancelled (window->input->cancellable, error))
    return FALSE;
  for (guint i = 1; i < window->n_parts; i++)
    if (!deid_column_loader_take_rows (column, &window->parts[i].own.columns[index], error))
      {
        g_prefix_error (error, "column %u: ", index + 1);
        return FALSE;
      }
  return TRUE;
}

/* Gives the first error of all parts, or appends their rows. */
static gboolean
take_parts (Window *window, GError **error)
{
  DeidCsvReader *first = &window->parts[0].reader;
  DeidRowLoader *loader = window->parts[0].loader;

  if (!deid_csv_reader_end (first, window->input->name, 0, error))
    return FALSE;
  for (guint i = 1; i < window->n_parts; i++)
    {
      DeidCsvReader *reader = &window->parts[i].reader;

      if (!deid_csv_reader_end (reader, window->input->name, first->line - 1, error))
        return FALSE;
      deid_row_loader_take_lines (loader, &window->parts[i].own, first->line - 1);
      first->line += reader->line - 1;
      first->after_carriage_return = FALSE;
      reader->line = 1;
      reader->after_carriage_return = FALSE;
    }
  if (deid_parts_run (window->n_threads, loader->n_columns, take_column, window, &first->error))
    return TRUE;
  if (first->error->domain == DEID_ERROR)
    deid_csv_locate_error (first, first->line);
  return deid_csv_reader_end (first, window->input->name, 0, error);
}

static gboolean
load_windows (Window *window, GError **error)
{
  CsvPartsPart *last;

  do
    {
      fill_window (window);
      if (!deid_parts_run (window->n_threads, window->n_parts, parse_part, window, error)
          || !take_parts (window, error))
        return FALSE;
      last = &window->parts[window->n_parts - 1];
    }
  while (window->error == NULL && !last->is_last);
  if (window->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&window->error));
  return FALSE;
}

static void
window_clear (Window *window)
{
  for (guint i = 0; window->parts != NULL && i < window->n_threads; i++)
    {
      deid_csv_reader_clear (&window->parts[i].reader);
      deid_row_loader_clear (&window->parts[i].own);
    }
  g_free (window->parts);
  g_free (window->tail);
}

gboolean
deid_csv_load (DeidInput *input, DeidRowLoader *loader, gsize part_size, GError **error)
{
  const DeidCsvOptions *options = loader->options;
  Window window = { .input = input,
                    .n_threads = MIN (options->n_threads, MAX_PARTS),
                    .part_size = part_size };
  gboolean goes_on, success;
  DeidCsvReader *first;

  window.parts = deid_alloc (window.n_threads, sizeof *window.parts, error);
  if (window.parts == NULL)
    return FALSE;
  window.parts[0].loader = loader;
  first = &window.parts[0].reader;
  deid_csv_reader_init (first, loader->delimiter, options->quote, deid_row_loader_add, loader);
  first->line += loader->n_lines_before;
  do
    goes_on = deid_csv_reader_read (first, input);
  while (goes_on && (window.n_threads == 1 || !loader->is_fitted));
  success = deid_csv_reader_end (first, input->name, 0, error)
            && (!goes_on || load_windows (&window, error));
  for (guint i = 0; i < window.n_threads; i++)
    {
      loader->n_empty += window.parts[i].reader.n_blank_lines;
      loader->n_stripped += window.parts[i].reader.n_stripped;
      loader->n_formulas += window.parts[i].reader.n_formulas;
    }
  window_clear (&window);
  return success;
}
