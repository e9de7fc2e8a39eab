/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any bytes as a CSV file, of any layout: a table that is read is written, and reads back as it is;
 * an error shows no value. The low-level reader reads rows as libcsv does. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "base/files.h"
#include "support/plain-csv.h"
#include "table/csv-reader.h"

static const char delimiters[] = ",;\t| :a";
static const char quotes[] = "\"'|x";
static const char *const encodings[] = { "latin1", "windows-1252", "utf-16", "utf-16le" };
static const char *const missing_values[] = { "NA", "-", NULL };

static void
choose_layout (Fuzz *fuzz, DeidCsvOptions *options, gboolean is_read)
{
  const char delimiter = delimiters[fuzz_pick (fuzz, sizeof delimiters)];
  const char quote = quotes[fuzz_pick (fuzz, sizeof quotes)];

  /* Refused if they are the same. A table that is read without a quote is written with one, and one
   * that is read with the delimiter of its first line is written with one that is stated. */
  deid_csv_options_set_delimiter (options, delimiter == '\0' && !is_read ? ',' : (guchar) delimiter,
                                  NULL);
  if (quote != '\0' || is_read)
    deid_csv_options_set_quote (options, (guchar) quote, NULL);
  deid_csv_options_set_header (options, fuzz_pick (fuzz, 4) > 0, NULL);
  if (fuzz_pick (fuzz, 4) == 0)
    deid_csv_options_set_missing_values (options, missing_values, NULL);
}

static DeidDataset *
read_table (const char *text, gsize length, DeidCsvOptions *options, GError **error)
{
  g_autoptr (GInputStream) stream = fuzz_open_text (text, length);

  return deid_dataset_new_from_csv_stream (stream, "fuzz", options, NULL, error);
}

/* Tells whether a table has a value that cannot be written, since it would be read as missing. */
static gboolean
has_missing_text (const DeidDataset *dataset)
{
  for (guint column = 0; column < deid_dataset_get_n_columns (dataset); column++)
    for (guint64 row = 0; row < deid_dataset_get_n_rows (dataset); row++)
      if (g_strv_contains (missing_values, deid_dataset_get_value (dataset, row, column)))
        return TRUE;
  return FALSE;
}

/* A table that begins with a name of control characters may look like another kind of file. */
static void
check_round_trip (DeidDataset *dataset, DeidCsvOptions *options)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (DeidDataset) again = NULL;
  GError *error = NULL;
  const char *text;
  gsize length;

  for (guint column = 0; column < deid_dataset_get_n_columns (dataset); column++)
    deid_dataset_set_role (dataset, deid_dataset_get_column_name (dataset, column),
                           DEID_ROLE_INSENSITIVE, NULL);
  if (!fuzz_check_secret (deid_dataset_write_csv_stream (dataset, stream, options, NULL, &error),
                          &error))
    {
      assert_quietly (deid_dataset_get_n_columns (dataset) == 0 || has_missing_text (dataset));
      return;
    }
  text = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream));
  length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream));
  if (!deid_file_kind_check ("fuzz", text, length, NULL))
    return;
  again = read_table (text, length, options, &error);
  /* Names of which each stands between apostrophes are refused: apostrophes seem to be the quote.
   */
  if (again == NULL && strstr (error->message, "the names stand between apostrophes") != NULL)
    {
      g_clear_error (&error);
      return;
    }
  assert_no_error (error);
  fuzz_assert_same_table (dataset, again);
}

static gboolean
show_row (DeidCsvReader *reader G_GNUC_UNUSED, guint64 line, const DeidField *fields,
          guint n_fields, gpointer user_data, GError **error G_GNUC_UNUSED)
{
  GString *shown = user_data;

  g_string_append_printf (shown, "%" G_GUINT64_FORMAT " ", line);
  for (guint i = 0; i < n_fields; i++)
    plain_csv_show_field (shown, fields[i].text, fields[i].length);
  g_string_append_c (shown, '\n');
  return TRUE;
}

static gboolean
has_formula (const char *bytes, gsize n_bytes, char quote)
{
  for (gsize i = 0; i + 1 < n_bytes; i++)
    if (bytes[i] == '=' && bytes[i + 1] == quote)
      return TRUE;
  return FALSE;
}

/* Files that are empty or look like another kind are refused at once. libcsv does not leave out a
 * control-Z at the end, and does not know texts as spreadsheets keep them, ="02107". */
static void
compare_with_libcsv (const char *bytes, gsize n_bytes, char delimiter, char quote)
{
  g_autoptr (GInputStream) stream = fuzz_open_text (bytes, n_bytes);
  g_autoptr (GString) shown = g_string_new (NULL);
  g_autoptr (GString) expected = NULL;
  DeidInput input;
  GError *error = NULL;

  if (n_bytes == 0 || delimiter == quote || memchr (bytes, '\x1A', n_bytes) != NULL
      || has_formula (bytes, n_bytes, quote)
      || !deid_file_kind_check ("fuzz", bytes, n_bytes, NULL))
    return;
  deid_input_init_stream (&input, stream, "fuzz", NULL);
  if (!deid_csv_read (&input, delimiter, quote, show_row, shown, &error))
    plain_csv_show_error (shown, error->message);
  g_clear_error (&error);
  deid_input_clear (&input);
  expected = plain_csv_read (bytes, n_bytes, delimiter, quote, "fuzz");
  if (!g_string_equal (shown, expected))
    ck_abort_msg ("read as '%s', by libcsv as '%s'", shown->str, expected->str);
}

FUZZ_TARGET (csv)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidCsvOptions) written = deid_csv_options_new ();
  const gboolean is_encoded = fuzz_pick (fuzz, 2) == 1;
  const char *encoding = encodings[fuzz_pick (fuzz, G_N_ELEMENTS (encodings))];
  g_autoptr (DeidDataset) dataset = NULL;
  Fuzz layout = *fuzz;
  GError *error = NULL;

  choose_layout (fuzz, options, TRUE);
  choose_layout (&layout, written, FALSE);
  deid_csv_options_set_encoding (options, is_encoded ? encoding : NULL, NULL);
  compare_with_libcsv ((const char *) fuzz->bytes, fuzz->n_bytes, ",;\t"[fuzz_pick (fuzz, 3)],
                       "\"'"[fuzz_pick (fuzz, 2)]);
  dataset = read_table ((const char *) fuzz->bytes, fuzz->n_bytes, options, &error);
  if (fuzz_check_secret (dataset != NULL, &error))
    check_round_trip (dataset, written);
}
