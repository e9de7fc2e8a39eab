/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/encoding.h"
#include "base/memory.h"
#include "base/output-file.h"
#include "base/text.h"
#include "base/work.h"
#include "hierarchy/hierarchy-private.h"
#include "table/csv-options.h"
#include "table/csv-reader.h"
#include "table/csv-write.h"

#include <string.h>

/* Hierarchies from CSV files in the usual exchange format. */

/* Counts a character outside quotes in the next line that is not blank. Returns: FALSE if there is
 * no line that ends, but for the only one of a text. */
static gboolean
count_in_line (const char **place, const char *end, char delimiter, char quote, gboolean is_first,
               guint *n)
{
  gboolean quoted = FALSE, blank = TRUE;

  *n = 0;
  while (*place < end)
    {
      const char c = *(*place)++;

      if (c == quote)
        quoted = !quoted;
      if (quoted || (c != '\n' && c != '\r'))
        {
          *n += !quoted && c == delimiter;
          blank = FALSE;
        }
      else if (!blank)
        return TRUE;
    }
  return is_first && !blank;
}

/* Finds the number of delimiters that more than half of the lines have, if there is one: whatever
 * is left when lines that differ cancel each other out. */
static guint
find_majority (const char *text, gsize length, char delimiter, char quote, guint64 *n_lines)
{
  const char *place = text;
  guint64 n_ahead = 0;
  guint majority = 0, n;

  for (*n_lines = 0; count_in_line (&place, text + length, delimiter, quote, *n_lines == 0, &n);
       ++*n_lines)
    {
      if (n_ahead == 0)
        majority = n;
      if (n == majority)
        n_ahead++;
      else
        n_ahead--;
    }
  return majority;
}

/* Counts the lines that a delimiter splits into as many fields as most of them; 0 if there are no
 * most, or they have one field. */
static guint64
count_even_lines (const char *text, gsize length, char delimiter, char quote)
{
  const char *place = text;
  guint64 n_lines, n_even = 0;
  const guint majority = find_majority (text, length, delimiter, quote, &n_lines);
  guint n;

  for (guint64 i = 0; i < n_lines; i++)
    {
      count_in_line (&place, text + length, delimiter, quote, i == 0, &n);
      n_even += n == majority;
    }
  return majority > 0 && n_even > n_lines / 2 ? n_even : 0;
}

/* Chooses the delimiter from the first lines; `;` if none splits most of them evenly. A row that is
 * too short or too long is then refused for that. */
static gboolean
detect_delimiter (DeidInput *input, char quote, char *delimiter, GError **error)
{
  static const char candidates[] = ";\t|,";
  guint64 most = 0;
  const char *sample;
  gsize length;

  if (!deid_input_peek (input, &sample, &length, error))
    return FALSE;
  *delimiter = candidates[0];
  for (guint i = 0; candidates[i] != '\0'; i++)
    {
      const guint64 n
          = candidates[i] != quote ? count_even_lines (sample, length, candidates[i], quote) : 0;

      if (n <= most)
        continue;
      *delimiter = candidates[i];
      most = n;
    }
  return TRUE;
}

static gboolean
load_row (DeidCsvReader *reader, guint64 line, const DeidField *fields, guint n_fields,
          gpointer user_data, GError **error)
{
  g_autofree const char **labels = deid_alloc ((guint64) n_fields + 1, sizeof *labels, error);

  if (labels == NULL)
    return FALSE;
  for (guint i = 0; i < n_fields; i++)
    {
      if (memchr (fields[i].text, '\0', fields[i].length) != NULL)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING,
                       "a label that holds a NUL byte, expected UTF-8 text");
          deid_text_prefix_value (error, ((const DeidHierarchyBuilder *) user_data)->show_values,
                                  fields[i].text, (gssize) fields[i].length);
          g_prefix_error (error, "level %u: ", i);
          deid_csv_locate_error (reader, line);
          return FALSE;
        }
      labels[i] = fields[i].text;
    }
  if (!deid_hierarchy_builder_add (user_data, labels, error))
    {
      for (guint i = 0; i < n_fields; i++)
        if (!g_utf8_validate_len (fields[i].text, fields[i].length, NULL))
          {
            deid_csv_reader_explain_bytes (reader, &fields[i], error);
            break;
          }
      deid_csv_locate_error (reader, line);
      return FALSE;
    }
  return TRUE;
}

static DeidHierarchy *
hierarchy_csv_load (DeidInput *input, const DeidCsvOptions *options, GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (input->name);
  DeidHierarchy *hierarchy;
  GError *build_error = NULL;
  char delimiter = options->delimiter;

  deid_hierarchy_builder_set_show_values (builder, options->show_values, NULL);
  if ((options->encoding != NULL && !deid_input_decode (input, options->encoding, TRUE, error))
      || (delimiter == 0 && !detect_delimiter (input, options->quote, &delimiter, error))
      || !deid_csv_read (input, delimiter, options->quote, load_row, builder, error))
    return NULL;
  hierarchy = deid_hierarchy_builder_build (builder, &build_error);
  if (g_error_matches (build_error, DEID_ERROR, DEID_ERROR_EMPTY))
    {
      g_autofree char *shown = deid_text_escape (input->name);

      g_clear_error (&build_error);
      g_set_error (&build_error, DEID_ERROR, DEID_ERROR_PARSE,
                   "%s: line 1: the file is empty, expected a row for each value", shown);
    }
  if (hierarchy == NULL)
    g_propagate_error (error, build_error);
  return hierarchy;
}

/* Clears the input. */
static DeidHierarchy *
hierarchy_csv_read_input (DeidInput *input, DeidCsvOptions *options, GError **error)
{
  g_autoptr (DeidCsvOptions) used = deid_csv_options_use (options);
  DeidHierarchy *hierarchy = hierarchy_csv_load (input, used, error);

  deid_input_clear (input);
  return hierarchy;
}

DeidHierarchy *
deid_hierarchy_new_from_csv_file (const char *path, DeidCsvOptions *options,
                                  GCancellable *cancellable, GError **error)
{
  DeidInput input;

  g_return_val_if_fail (path != NULL, NULL);

  return deid_input_open (&input, path, cancellable, error)
             ? hierarchy_csv_read_input (&input, options, error)
             : NULL;
}

DeidHierarchy *
deid_hierarchy_new_from_csv_stream (GInputStream *stream, const char *name, DeidCsvOptions *options,
                                    GCancellable *cancellable, GError **error)
{
  DeidInput input;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  deid_input_init_stream (&input, stream, name != NULL ? name : "hierarchy", cancellable);
  return hierarchy_csv_read_input (&input, options, error);
}

/* Hierarchies to CSV files in the usual exchange format. */

static gboolean
check_leaves (const DeidHierarchy *hierarchy, GError **error)
{
  if (deid_hierarchy_get_n_leaves (hierarchy) > 0)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: a hierarchy without leaves, expected one that has met a column",
               hierarchy->name);
  return FALSE;
}

/* A line that is empty but for its end would be no row. */
static void
hierarchy_write_add_row (const DeidHierarchy *hierarchy, const DeidCsvOptions *options,
                         char delimiter, guint32 leaf, DeidLongText *line)
{
  guint32 label = leaf;

  for (guint level = 0; level < hierarchy->n_levels; level++)
    {
      const char *text = deid_dictionary_get (&hierarchy->levels[level].labels, label);

      if (level > 0)
        deid_csv_add_char (line, delimiter);
      if (text[0] == '\0' && hierarchy->n_levels == 1)
        deid_csv_add_quoted (line, deid_csv_options_get_written_quote (options), text);
      else
        deid_csv_add_field (line, options, delimiter, text);
      if (level + 1 < hierarchy->n_levels)
        label = hierarchy->levels[level].parents[label];
    }
  deid_csv_add_char (line, '\n');
}

/* Labels of ranges have commas in them. */
static char
hierarchy_write_get_delimiter (const DeidCsvOptions *options)
{
  if (options->delimiter != 0)
    return options->delimiter;
  return options->quote != ';' ? ';' : ',';
}

static gboolean
hierarchy_write_write_rows (const DeidHierarchy *hierarchy, const DeidCsvOptions *options,
                            DeidOutputFile *file, const DeidStop *stop, GError **error)
{
  const char delimiter = hierarchy_write_get_delimiter (options);
  const guint64 n_leaves = deid_hierarchy_get_n_leaves (hierarchy);
  DeidLongText line = { 0 };
  gboolean success = TRUE;

  for (guint32 leaf = 0; success && leaf < n_leaves && file->code == 0; leaf++)
    {
      line.n = 0;
      hierarchy_write_add_row (hierarchy, options, delimiter, leaf, &line);
      success = deid_stop_check_row (stop, leaf, error) && deid_long_text_check (&line, error);
      if (success)
        deid_output_file_write (file, line.text, line.n);
    }
  deid_long_text_clear (&line);
  return success;
}

/* Writes to what was opened for it. */
static gboolean
hierarchy_write_write_and_commit (const DeidHierarchy *hierarchy, const DeidCsvOptions *options,
                                  DeidOutputFile *file, const DeidStop *stop, GError **error)
{
  if (hierarchy_write_write_rows (hierarchy, options, file, stop, error))
    return deid_output_file_commit (file, error);
  deid_output_file_clear (file);
  return FALSE;
}

gboolean
deid_hierarchy_write_csv (DeidHierarchy *hierarchy, const char *path, DeidCsvOptions *options,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCsvOptions) used = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (hierarchy != NULL && path != NULL, FALSE);

  used = deid_csv_options_use (options);
  return check_leaves (hierarchy, error)
         && deid_output_file_open (&file, path, FALSE, cancellable, error)
         && hierarchy_write_write_and_commit (hierarchy, used, &file, DEID_STOP_OF (cancellable),
                                              error);
}

gboolean
deid_hierarchy_write_csv_stream (DeidHierarchy *hierarchy, GOutputStream *stream,
                                 DeidCsvOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCsvOptions) used = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (hierarchy != NULL && G_IS_OUTPUT_STREAM (stream), FALSE);

  used = deid_csv_options_use (options);
  return check_leaves (hierarchy, error)
         && deid_output_file_open_stream (&file, stream, cancellable, error)
         && hierarchy_write_write_and_commit (hierarchy, used, &file, DEID_STOP_OF (cancellable),
                                              error);
}
