/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables that are loaded in parts, by several threads: the same codes, values and errors. */
#include <string.h>

#include "support/suite.h"

#include "table/dataset-csv.h"

#define N_COLUMNS 5
#define MIN_SIZE  700000 /* of a text, in bytes: several windows of parts */

static const char *const missing_values[] = { "NA", "a value that is missing", NULL };

/* What is in a column, by its definition: the distinct values in the order of their first
 * appearance, and of each row which it is. */
typedef struct
{
  GHashTable *codes; /* to the code and 1 */
  GPtrArray *values; /* the keys of these, NULL for the missing value */
  GArray *rows;      /* guint32 */
} Plain;

typedef struct
{
  GString *text;
  Plain columns[N_COLUMNS];
} Table;

static void
append_code (Plain *plain, const char *value)
{
  const char *key = value != NULL ? value : "";
  guint code = GPOINTER_TO_UINT (g_hash_table_lookup (plain->codes, key));

  if (code == 0)
    {
      char *own = g_strdup (key);

      g_ptr_array_add (plain->values, value != NULL ? own : NULL);
      code = plain->values->len;
      g_hash_table_insert (plain->codes, own, GUINT_TO_POINTER (code));
    }
  code--;
  g_array_append_val (plain->rows, code);
}

/* Columns of few values and of many, of texts about the length of those that are short, of quoted
 * ones with all that may be in them, and of missing ones. */
static void
append_value (Table *table, GRand *rand, guint column)
{
  static const gint32 n_distinct[N_COLUMNS] = { 3, 300, 100000, 24, 5 };
  static const char *const quoted[] = { "a\nb", "a\r\nb", "\"", ",", "\r\"\"\n," };
  const gint32 number = g_rand_int_range (rand, 0, n_distinct[column]);
  g_autofree char *value = column == 3   ? g_strndup ("abcdefghijklmnopqrstuvwxyz", (gsize) number)
                           : column == 4 ? g_strdup (quoted[number])
                                         : g_strdup_printf ("%d", number);
  const gint32 kind = g_rand_int_range (rand, 0, 30);

  if (kind < 2)
    g_string_append (table->text, missing_values[kind]);
  else if (kind == 2 || column == 4)
    {
      g_auto (GStrv) parts = g_strsplit (value, "\"", -1);
      g_autofree char *doubled = g_strjoinv ("\"\"", parts);

      g_string_append_printf (table->text, " \"%s\"", doubled);
    }
  else
    g_string_append (table->text, value);
  append_code (&table->columns[column], kind < 2 || value[0] == '\0' ? NULL : value);
}

static void
table_init (Table *table, GRand *rand)
{
  static const char *const ends[] = { "\n", "\r\n", "\r", "\n \r\n" };

  table->text = g_string_new ("a,b,c,d,e\n");
  for (guint c = 0; c < N_COLUMNS; c++)
    table->columns[c] = (Plain){ g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                                 g_ptr_array_new (), g_array_new (FALSE, FALSE, sizeof (guint32)) };
  while (table->text->len < MIN_SIZE)
    {
      for (guint c = 0; c < N_COLUMNS; c++)
        {
          if (c > 0)
            g_string_append_c (table->text, ',');
          append_value (table, rand, c);
        }
      g_string_append (table->text, ends[g_rand_int_range (rand, 0, 4)]);
    }
}

static void
table_clear (Table *table)
{
  g_string_free (table->text, TRUE);
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      g_hash_table_unref (table->columns[c].codes);
      g_ptr_array_unref (table->columns[c].values);
      g_array_unref (table->columns[c].rows);
    }
}

/* Loads a text in parts that are as small as they can be. */
static gboolean
load (const GString *text, guint n_threads, DeidRowLoader *loader, GError **error)
{
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data (text->str, (gssize) text->len, NULL);
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  DeidInput input;
  gboolean success;

  ck_assert (deid_csv_options_set_missing_values (options, missing_values, NULL));
  ck_assert (deid_csv_options_set_n_threads (options, n_threads, NULL));
  ck_assert (deid_csv_options_set_show_values (options, TRUE, NULL));
  deid_row_loader_init (loader, options);
  deid_input_init_stream (&input, stream, "t.csv", NULL);
  success = deid_csv_load (&input, loader, DEID_INPUT_CHUNK_SIZE, error);
  deid_input_clear (&input);
  loader->options = NULL;
  return success;
}

static void
assert_column (const DeidColumn *column, const Plain *plain)
{
  ck_assert_uint_eq (column->dictionary.n, plain->values->len);
  for (guint32 code = 0; code < column->dictionary.n; code++)
    ck_assert_pstr_eq (deid_dictionary_get (&column->dictionary, code), plain->values->pdata[code]);
  ck_assert_uint_eq (column->codes.n, plain->rows->len);
  ck_assert_uint_eq (column->codes.width, plain->values->len > 65536 ? 4
                                          : plain->values->len > 256 ? 2
                                                                     : 1);
  for (guint row = 0; row < plain->rows->len; row++)
    ck_assert_uint_eq (deid_codes_get (&column->codes, row),
                       g_array_index (plain->rows, guint32, row));
}

START_TEST (same_tables)
{
  static const guint n_threads[] = { 1, 2, 3, 7 };
  GRand *rand = g_rand_new_with_seed ((guint32) _i);
  Table table;

  table_init (&table, rand);
  for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++)
    {
      DeidRowLoader loader;
      GError *error = NULL;

      ck_assert (load (table.text, n_threads[i], &loader, &error));
      assert_no_error (error);
      ck_assert_uint_eq (loader.n_columns, N_COLUMNS);
      for (guint c = 0; c < N_COLUMNS; c++)
        assert_column (&loader.columns[c].column, &table.columns[c]);
      ck_assert (!loader.line_per_row);
      deid_row_loader_clear (&loader);
    }
  table_clear (&table);
  g_rand_free (rand);
}
END_TEST

/* Rows of one line each, behind blank ones, and a blank one at the end. */
START_TEST (lines_of_rows)
{
  g_autoptr (GString) text = g_string_new ("a\r\n\r\n\r\n");

  for (guint i = 0; text->len < MIN_SIZE; i++)
    g_string_append_printf (text, "%u\r\n", i);
  g_string_append (text, "\r\n");
  for (guint n_threads = 1; n_threads <= 4; n_threads++)
    {
      DeidRowLoader loader;

      ck_assert (load (text, n_threads, &loader, NULL));
      ck_assert (loader.line_per_row);
      ck_assert_uint_eq (loader.first_line, 4);
      deid_row_loader_clear (&loader);
    }
}
END_TEST

/* What a file may not have, in the place of a random byte or more; threads find the same as one. */
START_TEST (same_errors)
{
  static const char *const errors[]
      = { "\"", "\",\"", "\nx,y\n", "\xFF", "x\"y", "\n\"", "\n\"a\"b", "\"\"", "," };
  GRand *rand = g_rand_new_with_seed ((guint32) _i);
  g_autofree char *filler = g_strnfill (1300000, ' ');
  Table table;
  guint n_failed = 0;

  table_init (&table, rand);
  for (guint trial = 0; trial < count_trials (400) + 5; trial++)
    {
      const gssize place = g_rand_int_range (rand, 0, (gint32) table.text->len);
      const char *inserted = errors[g_rand_int_range (rand, 0, G_N_ELEMENTS (errors))];
      g_autoptr (GString) text = g_string_new_len (table.text->str, (gssize) table.text->len);
      DeidRowLoader one, some;
      GError *expected = NULL, *error = NULL;
      gboolean loaded;

      g_string_insert (text, place, inserted);
      if (trial % 20 == 0)
        g_string_insert (text, place, filler);
      loaded = load (text, 1, &one, &expected);
      n_failed += !loaded;
      ck_assert_int_eq (load (text, 2 + trial % 4, &some, &error), loaded);
      if (!loaded)
        {
          ck_assert_str_eq (error->message, expected->message);
          ck_assert_int_eq (error->code, expected->code);
        }
      else
        ck_assert_uint_eq (one.n_rows, some.n_rows);
      g_clear_error (&expected);
      g_clear_error (&error);
      deid_row_loader_clear (&one);
      deid_row_loader_clear (&some);
    }
  ck_assert_uint_gt (n_failed, 3);
  table_clear (&table);
  g_rand_free (rand);
}
END_TEST

/* Only in the first line of all may a quote out of place come of another delimiter, wherever parts
 * begin. */
START_TEST (no_hint_within)
{
  g_autofree char *rows = g_strnfill ((gsize) 8 * DEID_INPUT_CHUNK_SIZE, 'x');

  for (gsize end = 7; end < (gsize) 8 * DEID_INPUT_CHUNK_SIZE; end += 8)
    rows[end] = '\n';
  for (gsize chunk = 1; chunk < 8; chunk++)
    {
      g_autoptr (GString) text = g_string_new_len (rows, (gssize) (chunk * DEID_INPUT_CHUNK_SIZE));

      g_string_append (text, "\"ab\"|c\n");
      g_string_append (text, rows);
      for (guint n_threads = 1; n_threads <= 4; n_threads++)
        {
          g_autofree char *line = g_strdup_printf ("line %" G_GSIZE_FORMAT ":",
                                                   chunk * DEID_INPUT_CHUNK_SIZE / 8 + 1);
          DeidRowLoader loader;
          GError *error = NULL;

          ck_assert (!load (text, n_threads, &loader, &error));
          ck_assert_ptr_nonnull (strstr (error->message, line));
          ck_assert_ptr_null (strstr (error->message, "delimiter"));
          g_clear_error (&error);
          deid_row_loader_clear (&loader);
        }
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("csv-parts");
  TCase *tcase = tcase_create ("csv-parts");

  tcase_add_loop_test (tcase, same_tables, 0, (int) count_trials (4));
  tcase_add_test (tcase, lines_of_rows);
  tcase_add_loop_test (tcase, same_errors, 0, (int) count_trials (4));
  tcase_add_test (tcase, no_hint_within);
  tcase_set_timeout (tcase, 120);
  suite_add_tcase (suite, tcase);
  return suite;
}
