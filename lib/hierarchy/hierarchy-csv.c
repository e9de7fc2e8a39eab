/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies from CSV files in the usual exchange format. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file-error.h"
#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "table/csv-options-private.h"
#include "table/csv-reader.h"

#define SAMPLE_SIZE (64 * 1024)

/* Tells whether a character stands equally often, and at least once, in every line of a text
 * outside quotes. */
static gboolean
splits_evenly (const char *text, gsize length, char delimiter)
{
  guint expected = 0, n = 0;
  gboolean quoted = FALSE, first = TRUE, blank = TRUE;

  for (gsize i = 0; i < length; i++)
    {
      const gboolean is_end = text[i] == '\n' || text[i] == '\r';

      if (text[i] == '"')
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

/* Chooses the delimiter from the first lines of a file; `;` if none splits them evenly. */
static gboolean
detect_delimiter (const char *path, char *delimiter, GError **error)
{
  static const char candidates[] = ";\t|,";
  g_autofree char *sample = deid_alloc (SAMPLE_SIZE, 1, error);
  FILE *stream;
  gsize length;

  if (sample == NULL)
    return FALSE;
  stream = fopen (path, "rbe");
  if (stream == NULL)
    return deid_file_fail (path, "open the file", errno, error);
  length = fread (sample, 1, SAMPLE_SIZE, stream);
  fclose (stream);
  *delimiter = candidates[0];
  for (guint i = 0; candidates[i] != '\0'; i++)
    if (splits_evenly (sample, length, candidates[i]))
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

DeidHierarchy *
deid_hierarchy_new_from_csv (const char *path, DeidCsvOptions *options, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = NULL;
  g_autoptr (DeidCsvOptions) used = NULL;
  DeidHierarchy *hierarchy;
  GError *build_error = NULL;
  char delimiter;

  g_return_val_if_fail (path != NULL, NULL);

  used = deid_csv_options_use (options);
  delimiter = used->delimiter;
  if (!used->is_delimiter_set && !detect_delimiter (path, &delimiter, error))
    return NULL;
  builder = deid_hierarchy_builder_new (path);
  deid_hierarchy_builder_set_show_values (builder, used->show_values, NULL);
  if (!deid_csv_read (path, delimiter, used->quote, load_row, builder, cancellable, error))
    return NULL;
  hierarchy = deid_hierarchy_builder_build (builder, &build_error);
  if (g_error_matches (build_error, DEID_ERROR, DEID_ERROR_EMPTY))
    {
      g_autofree char *shown = deid_text_escape (path);

      g_clear_error (&build_error);
      g_set_error (&build_error, DEID_ERROR, DEID_ERROR_PARSE,
                   "%s: line 1: the file is empty, expected a row for each value", shown);
    }
  if (hierarchy == NULL)
    g_propagate_error (error, build_error);
  return hierarchy;
}
