/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/row-loader.h"

#include "base/memory.h"
#include "base/text.h"

#define MAX_NUMBERED 20 /* of the name of a column that has none, in bytes */

void
deid_row_loader_init (DeidRowLoader *loader, const DeidCsvOptions *options)
{
  *loader = (DeidRowLoader){ .options = options, .line_per_row = TRUE };
}

void
deid_row_loader_clear (DeidRowLoader *loader)
{
  for (guint c = 0; c < loader->n_columns; c++)
    deid_column_loader_clear (&loader->columns[c]);
  g_free (loader->columns);
}

/* Makes a column for each field of the first row, so that a name can be checked in its place. */
static gboolean
row_loader_start_columns (DeidRowLoader *loader, const DeidField *fields, guint n_fields,
                          GError **error)
{
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
          if (!deid_column_loader_init (&loader->columns[c], numbered, error))
            return FALSE;
          continue;
        }
      if (!g_utf8_validate_len (fields[c].text, fields[c].length, NULL))
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING,
                       "the name of column %u is not valid UTF-8 or holds a NUL byte", c + 1);
          return FALSE;
        }
      if (fields[c].length == 0)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                       "the name of column %u is empty, expected a name", c + 1);
          return FALSE;
        }
      if (!deid_column_loader_init (&loader->columns[c], fields[c].text, error))
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

  g_set_error (error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN,
               "columns %u and %u have the same name%s, expected different names; a table whose "
               "first line is a record is to be read without a header",
               first + 1, second + 1, shown);
  return FALSE;
}

static gboolean
check_unique_names (const DeidRowLoader *loader, GError **error)
{
  DeidDictionary seen;
  gboolean success = TRUE;

  deid_dictionary_init (&seen);
  for (guint c = 0; success && c < loader->n_columns; c++)
    {
      const char *name = loader->columns[c].column.name;
      guint32 code;

      success = deid_dictionary_add (&seen, name, strlen (name), &code, error);
      if (success && code < c)
        success = refuse_duplicate (loader, code, c, error);
    }
  deid_dictionary_clear (&seen);
  return success;
}

static gboolean
row_loader_add_row (DeidRowLoader *loader, guint64 line, const DeidField *fields, guint n_fields,
                    GError **error)
{
  if (n_fields != loader->n_columns)
    {
      const DeidField *last = &fields[n_fields - 1];
      g_autofree char *shown = deid_text_show (last->text, (gssize) last->length);
      const gboolean is_shown = loader->options->show_values;

      g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                   "%u fields%s%s%s, expected %u as in the first line", n_fields,
                   is_shown ? " ending with '" : "", is_shown ? shown : "", is_shown ? "'" : "",
                   loader->n_columns);
      return FALSE;
    }
  for (guint c = 0; c < n_fields; c++)
    if (!deid_column_loader_append (&loader->columns[c], &fields[c],
                                    (const char *const *) loader->options->missing_values, error))
      {
        g_autofree char *shown = row_loader_show_column (loader, c);

        deid_text_prefix_value (error, loader->options->show_values, fields[c].text,
                                (gssize) fields[c].length);
        g_prefix_error (error, "column %u%s: ", c + 1, shown);
        return FALSE;
      }
  if (loader->n_rows == 0)
    loader->first_line = line;
  loader->line_per_row &= line == loader->first_line + loader->n_rows;
  loader->n_rows++;
  return TRUE;
}

gboolean
deid_row_loader_add (DeidCsvReader *reader, guint64 line, const DeidField *fields, guint n_fields,
                     gpointer user_data, GError **error)
{
  DeidRowLoader *loader = user_data;
  const gboolean first = loader->columns == NULL;

  if ((first
       && !(row_loader_start_columns (loader, fields, n_fields, error)
            && check_unique_names (loader, error)))
      || (!(first && loader->options->header)
          && !row_loader_add_row (loader, line, fields, n_fields, error)))
    {
      deid_csv_locate_error (reader, line);
      return FALSE;
    }
  return TRUE;
}

gboolean
deid_row_loader_start_part (DeidRowLoader *part, const DeidRowLoader *loader, GError **error)
{
  deid_row_loader_init (part, loader->options);
  part->columns = deid_alloc (loader->n_columns, sizeof *part->columns, error);
  if (part->columns == NULL)
    return FALSE;
  for (; part->n_columns < loader->n_columns; part->n_columns++)
    if (!deid_column_loader_init (&part->columns[part->n_columns],
                                  loader->columns[part->n_columns].column.name, error))
      return FALSE;
  return TRUE;
}

void
deid_row_loader_take_lines (DeidRowLoader *loader, DeidRowLoader *part, guint64 n_lines)
{
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
