/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies to CSV files in the usual exchange format. */
#include "base/output-file.h"
#include "base/stop.h"
#include "hierarchy/hierarchy-private.h"
#include "table/csv-options-private.h"
#include "table/csv-write.h"

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
        deid_csv_add_quoted (line, options->quote, text);
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
