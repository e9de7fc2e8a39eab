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
static char
detect_delimiter (const char *sample, gsize length, char quote)
{
  static const char candidates[] = ";\t|,";
  guint64 most = 0;
  char delimiter = candidates[0];

  for (guint i = 0; candidates[i] != '\0'; i++)
    {
      const guint64 n
          = candidates[i] != quote ? count_even_lines (sample, length, candidates[i], quote) : 0;

      if (n <= most)
        continue;
      delimiter = candidates[i];
      most = n;
    }
  return delimiter;
}

/* A file while it is read. Rows that are refused are counted, and the first ones are told. */
typedef struct
{
  DeidHierarchyBuilder *builder;
  const DeidHierarchyFileOptions *options;
  gboolean names_delimiter; /* the first line does */
  guint64 first_line;       /* of the first row, 0 before it is read */
  guint64 n_rows;
  guint64 n_filled; /* that were shorter than the longest */
  GString *faults;
  guint64 n_faults;
  gboolean is_uneven;
  guint64 n_longer;         /* refused rows that have more labels than the first one */
  guint64 n_repeated;       /* refused rows whose first field stood in another one */
  DeidDictionary last_ones; /* the last fields of these */
} HierarchyFile;

#define MAX_FAULTS 5

/* Notes why a row was refused. Returns: FALSE with other errors, such as memory that ran out. */
static gboolean
note_fault (HierarchyFile *file, guint64 line, const char *const *labels, GError *fault,
            GError **error)
{
  const DeidHierarchyBuilder *builder = file->builder;
  const guint n_labels = g_strv_length ((char **) labels);
  guint32 code;

  if (!g_error_matches (fault, DEID_ERROR, DEID_ERROR_HIERARCHY))
    {
      g_propagate_error (error, fault);
      return FALSE;
    }
  if (++file->n_faults <= MAX_FAULTS)
    g_string_append_printf (file->faults, "%sline %" G_GUINT64_FORMAT ": %s",
                            file->n_faults > 1 ? "; " : "", line, fault->message);
  g_error_free (fault);
  file->n_longer += n_labels > builder->n_levels;
  file->is_uneven |= n_labels != builder->n_levels || labels[n_labels - 1][0] == '\0';
  if (builder->levels == NULL
      || deid_dictionary_find (&builder->levels[0].labels, labels[0], strlen (labels[0]))
             == DEID_NO_CODE)
    return TRUE;
  file->n_repeated++;
  return !g_utf8_validate (labels[n_labels - 1], -1, NULL)
         || deid_dictionary_add (&file->last_ones, labels[n_labels - 1],
                                 strlen (labels[n_labels - 1]), &code, error);
}

/* Fills a row with its last label, or adds levels so that the others are filled. */
static gboolean
repeat_last (HierarchyFile *file, const char **labels, guint n_labels, GError **error)
{
  DeidHierarchyBuilder *builder = file->builder;

  while (n_labels > 1 && labels[n_labels - 1][0] == '\0' && labels[0][0] != '\0')
    labels[--n_labels] = NULL;
  if (builder->levels == NULL || n_labels > G_MAXUINT16)
    return TRUE;
  if (n_labels < builder->n_levels)
    file->n_filled++;
  else if (n_labels > builder->n_levels) /* all rows before this one */
    file->n_filled = file->n_rows - (file->options->has_header ? 2 : 1);
  for (; n_labels < builder->n_levels; n_labels++)
    labels[n_labels] = labels[n_labels - 1];
  return n_labels == builder->n_levels || deid_hierarchy_builder_extend (builder, n_labels, error);
}

static gboolean
load_row (DeidCsvReader *reader, guint64 line, const DeidField *fields, guint n_fields,
          gpointer user_data, GError **error)
{
  HierarchyFile *file = user_data;
  const guint64 n = MAX (n_fields, file->builder->n_levels);
  g_autofree const char **labels = NULL;
  GError *fault = NULL;

  if (line == 1 && file->names_delimiter)
    return TRUE;
  if (file->n_rows++ == 0 && file->options->has_header)
    return TRUE;
  if (file->first_line == 0)
    file->first_line = line;
  labels = deid_alloc (n + 1, sizeof *labels, error);
  if (labels == NULL)
    return FALSE;
  for (guint i = 0; i < n_fields; i++)
    {
      if (memchr (fields[i].text, '\0', fields[i].length) != NULL)
        {
          deid_fail (error, DEID_ERROR_ENCODING,
                     "a label that holds a NUL byte, expected UTF-8 text");
          deid_text_prefix_value (error, file->builder->show_values, fields[i].text,
                                  (gssize) fields[i].length);
          g_prefix_error (error, "level %u: ", i);
          deid_csv_locate_error (reader, line);
          return FALSE;
        }
      labels[i] = fields[i].text;
    }
  if ((file->options->repeats_last && !repeat_last (file, labels, n_fields, error))
      || (!deid_hierarchy_builder_add (file->builder, labels, line, &fault)
          && !note_fault (file, line, labels, fault, error)))
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

/* Tells whether fields run from the root to the value: first fields are repeated, last ones are
 * not. */
static gboolean
is_reversed (const HierarchyFile *file)
{
  const DeidHierarchyBuilder *builder = file->builder;

  return file->n_repeated > 0 && 2 * file->n_repeated >= file->n_rows - 1
         && file->last_ones.n == file->n_repeated
         && builder->levels[builder->n_levels - 1].labels.n == builder->levels[0].labels.n;
}

static gboolean
check_faults (const HierarchyFile *file, const char *name, GError **error)
{
  g_autofree char *shown = deid_text_escape (name);

  if (file->n_faults == 0)
    return TRUE;
  if (file->n_faults > MAX_FAULTS)
    g_string_append_printf (file->faults, "; and %" G_GUINT64_FORMAT " more lines",
                            file->n_faults - MAX_FAULTS);
  if (is_reversed (file))
    g_string_append (file->faults,
                     "; the order of the fields seems to be reversed: expected the value first and "
                     "its most general label last, as in 'Paris;France;Europe;*'");
  else if (file->n_longer > 1 && file->n_longer == file->n_rows - 1)
    g_string_append (file->faults,
                     "; the first row may be a header: hierarchy-header=yes skips it");
  else if (file->is_uneven && !file->options->repeats_last)
    g_string_append (file->faults, "; uneven=repeat fills short rows with their last label");
  return deid_fail (error, DEID_ERROR_HIERARCHY, "%s: %s", shown, file->faults->str);
}

static DeidHierarchy *
build_file (const HierarchyFile *file, const char *name, GError **error)
{
  GError *build_error = NULL;
  DeidHierarchy *hierarchy = deid_hierarchy_builder_build (file->builder, &build_error);

  if (g_error_matches (build_error, DEID_ERROR, DEID_ERROR_EMPTY))
    {
      g_autofree char *shown = deid_text_escape (name);

      g_clear_error (&build_error);
      g_set_error (&build_error, DEID_ERROR, DEID_ERROR_PARSE,
                   "%s: line 1: the file is empty, expected a row for each value", shown);
    }
  if (hierarchy == NULL)
    g_propagate_error (error, build_error);
  else
    {
      hierarchy->first_line = file->options->has_header ? 0 : file->first_line;
      hierarchy->reading.n_filled = file->n_filled;
    }
  return hierarchy;
}

/* The delimiter that is set, else that the first line names, else that the lines suggest. */
static gboolean
find_delimiter_of_file (HierarchyFile *file, DeidInput *input, const DeidCsvOptions *csv,
                        char *delimiter, GError **error)
{
  const char *bytes;
  gsize n, n_named;
  char named;

  if (!deid_input_peek (input, &bytes, &n, error))
    return FALSE;
  named = deid_csv_get_named_delimiter (bytes, n, csv->quote, &n_named);
  file->names_delimiter = named != 0;
  *delimiter = csv->delimiter != 0 ? csv->delimiter
               : named != 0        ? named
                                   : detect_delimiter (bytes, n, csv->quote);
  return TRUE;
}

static DeidHierarchy *
hierarchy_csv_load (DeidInput *input, const DeidCsvOptions *csv,
                    const DeidHierarchyFileOptions *options, GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (input->name);
  HierarchyFile file = { .builder = builder, .options = options, .faults = g_string_new (NULL) };
  DeidHierarchy *hierarchy = NULL;
  char delimiter;

  builder->show_values = csv->show_values;
  builder->unit = "line";
  deid_dictionary_init (&file.last_ones);
  if (deid_input_decode (input, csv->encoding, TRUE, error)
      && find_delimiter_of_file (&file, input, csv, &delimiter, error)
      && deid_csv_read (input, delimiter, csv->quote, load_row, &file, error)
      && check_faults (&file, input->name, error))
    hierarchy = build_file (&file, input->name, error);
  if (hierarchy != NULL)
    hierarchy->reading.guess = deid_input_get_guess (input);
  g_string_free (file.faults, TRUE);
  deid_dictionary_clear (&file.last_ones);
  return hierarchy;
}

/* Clears the input. */
static DeidHierarchy *
hierarchy_csv_read_input (DeidInput *input, DeidCsvOptions *csv,
                          const DeidHierarchyFileOptions *options, GError **error)
{
  g_autoptr (DeidCsvOptions) used = deid_csv_options_use (csv);
  DeidHierarchy *hierarchy = hierarchy_csv_load (input, used, options, error);

  deid_input_clear (input);
  return hierarchy;
}

DeidHierarchy *
deid_hierarchy_read_file (const char *path, DeidCsvOptions *csv,
                          const DeidHierarchyFileOptions *options, GCancellable *cancellable,
                          GError **error)
{
  DeidInput input;

  return deid_input_open (&input, path, cancellable, error)
             ? hierarchy_csv_read_input (&input, csv, options, error)
             : NULL;
}

DeidHierarchy *
deid_hierarchy_new_from_csv_file (const char *path, DeidCsvOptions *options,
                                  GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  return deid_hierarchy_read_file (path, options, &(const DeidHierarchyFileOptions){ 0 },
                                   cancellable, error);
}

DeidHierarchy *
deid_hierarchy_new_from_csv_stream (GInputStream *stream, const char *name, DeidCsvOptions *options,
                                    GCancellable *cancellable, GError **error)
{
  DeidInput input;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  deid_input_init_stream (&input, stream, name != NULL ? name : "hierarchy", cancellable);
  return hierarchy_csv_read_input (&input, options, &(const DeidHierarchyFileOptions){ 0 }, error);
}

/* Hierarchies to CSV files in the usual exchange format. */

static gboolean
check_leaves (const DeidHierarchy *hierarchy, GError **error)
{
  if (deid_hierarchy_get_n_leaves (hierarchy) > 0)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: a hierarchy without leaves, expected one that has met a column",
                    hierarchy->name);
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
hierarchy_write_rows (const DeidHierarchy *hierarchy, const DeidCsvOptions *options,
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

gboolean
deid_hierarchy_write_csv_stream (DeidHierarchy *hierarchy, GOutputStream *stream,
                                 DeidCsvOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCsvOptions) used = NULL;
  DeidOutputFile file;
  gboolean success;

  g_return_val_if_fail (hierarchy != NULL && G_IS_OUTPUT_STREAM (stream), FALSE);

  used = deid_csv_options_use (options);
  if (!check_leaves (hierarchy, error)
      || !deid_output_file_open_stream (&file, stream, cancellable, error))
    return FALSE;
  success = hierarchy_write_rows (hierarchy, used, &file, DEID_STOP_OF (cancellable), error)
            && deid_output_file_finish (&file, FALSE, error);
  deid_output_file_clear (&file);
  return success;
}
