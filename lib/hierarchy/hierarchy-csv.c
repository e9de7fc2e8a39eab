/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies from CSV files in the usual exchange format. */
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "table/csv-options-private.h"
#include "table/csv-reader.h"

/* Tells whether a character stands equally often, and at least once, in every line of a text
 * outside quotes. */
static gboolean
splits_evenly (const char *text, gsize length, char delimiter, char quote)
{
  guint expected = 0, n = 0;
  gboolean quoted = FALSE, first = TRUE, blank = TRUE;

  for (gsize i = 0; i < length; i++)
    {
      const gboolean is_end = text[i] == '\n' || text[i] == '\r';

      if (text[i] == quote)
        quoted = !quoted;
      if (quoted || !is_end)
        {
          n += !quoted && text[i] == delimiter;
          blank = FALSE;
          continue;
        }
      if (!blank && !first && n != expected)
        return FALSE;
      if (!blank && first)
        {
          expected = n;
          first = FALSE;
        }
      n = 0;
      blank = TRUE;
    }
  return first ? n > 0 : expected > 0;
}

/* Chooses the delimiter from the first lines; `;` if none splits them evenly. */
static gboolean
detect_delimiter (DeidInput *input, char quote, char *delimiter, GError **error)
{
  static const char candidates[] = ";\t|,";
  const char *sample;
  gsize length;

  if (!deid_input_peek (input, &sample, &length, error))
    return FALSE;
  *delimiter = candidates[0];
  for (guint i = 0; candidates[i] != '\0'; i++)
    if (candidates[i] != quote && splits_evenly (sample, length, candidates[i], quote))
      {
        *delimiter = candidates[i];
        break;
      }
  return TRUE;
}

static gboolean
load_row (const DeidCsvReader *reader, guint64 line, const DeidField *fields, guint n_fields,
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
          deid_csv_prefix_error (reader, line, error);
          return FALSE;
        }
      labels[i] = fields[i].text;
    }
  if (!deid_hierarchy_builder_add (user_data, labels, error))
    {
      deid_csv_prefix_error (reader, line, error);
      return FALSE;
    }
  return TRUE;
}

static DeidHierarchy *
load (DeidInput *input, const DeidCsvOptions *options, GError **error)
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
read_input (DeidInput *input, DeidCsvOptions *options, GError **error)
{
  g_autoptr (DeidCsvOptions) used = deid_csv_options_use (options);
  DeidHierarchy *hierarchy = load (input, used, error);

  deid_input_clear (input);
  return hierarchy;
}

DeidHierarchy *
deid_hierarchy_new_from_csv (const char *path, DeidCsvOptions *options, GCancellable *cancellable,
                             GError **error)
{
  DeidInput input;

  g_return_val_if_fail (path != NULL, NULL);

  return deid_input_open (&input, path, cancellable, error) ? read_input (&input, options, error)
                                                            : NULL;
}

DeidHierarchy *
deid_hierarchy_new_from_csv_stream (GInputStream *stream, const char *name, DeidCsvOptions *options,
                                    GCancellable *cancellable, GError **error)
{
  DeidInput input;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  deid_input_init_stream (&input, stream, name != NULL ? name : "hierarchy", cancellable);
  return read_input (&input, options, error);
}
