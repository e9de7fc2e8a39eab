/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies from CSV files in the usual exchange format. */
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "table/csv-options-private.h"
#include "table/csv-reader.h"

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
          deid_text_prefix_value (error, deid_hierarchy_builder_get_show_values (user_data),
                                  fields[i].text, (gssize) fields[i].length);
          g_prefix_error (error, "level %u: ", i);
          deid_csv_locate_error (reader, line);
          return FALSE;
        }
      labels[i] = fields[i].text;
    }
  if (!deid_hierarchy_builder_add (user_data, labels, error))
    {
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
  if ((delimiter == 0 && !detect_delimiter (input, options->quote, &delimiter, error))
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
deid_hierarchy_new_from_csv (const char *path, DeidCsvOptions *options, GCancellable *cancellable,
                             GError **error)
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
