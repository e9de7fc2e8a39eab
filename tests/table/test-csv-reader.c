/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The reader of CSV against libcsv: rows, lines and errors of any bytes, in pieces of any size. */
#include <string.h>

#include "support/plain-csv.h"
#include "support/suite.h"

#include "base/files.h"
#include "table/csv-reader.h"

#define NAME       "t.csv"
#define MAX_PIECES 60 /* of a random text */

static gboolean
show_row (DeidCsvReader *reader G_GNUC_UNUSED, guint64 line, const DeidField *fields,
          guint n_fields, gpointer user_data, GError **error G_GNUC_UNUSED)
{
  GString *shown = user_data;

  g_string_append_printf (shown, "%" G_GUINT64_FORMAT " ", line);
  for (guint i = 0; i < n_fields; i++)
    {
      ck_assert_int_eq (fields[i].text[fields[i].length], '\0');
      plain_csv_show_field (shown, fields[i].text, fields[i].length);
    }
  g_string_append_c (shown, '\n');
  return TRUE;
}

static void
show_error (GString *shown, GError *error)
{
  if (error == NULL)
    return;
  plain_csv_show_error (shown, error->message);
  g_error_free (error);
}

/* As a stream. */
static GString *
read_whole (const char *bytes, gsize n_bytes, char delimiter, char quote)
{
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data (bytes, (gssize) n_bytes, NULL);
  GString *shown = g_string_new (NULL);
  DeidInput input;
  GError *error = NULL;

  deid_input_init_stream (&input, stream, NAME, NULL);
  ck_assert_int_eq (deid_csv_read (&input, delimiter, quote, show_row, shown, &error),
                    error == NULL);
  deid_input_clear (&input);
  show_error (shown, error);
  return shown;
}

/* In pieces of up to so many bytes. */
static GString *
read_pieces (const char *bytes, gsize n_bytes, char delimiter, char quote, GRand *rand,
             gint32 max_size)
{
  GString *shown = g_string_new (NULL);
  DeidCsvReader reader;
  GError *error = NULL;
  gsize place = 0, n;

  deid_csv_reader_init (&reader, delimiter, quote, show_row, shown);
  do
    {
      const gsize size = (gsize) g_rand_int_range (rand, 1, max_size + 1);
      char *room;

      n = MIN (n_bytes - place, size);
      room = deid_csv_reader_extend (&reader, n);
      ck_assert_ptr_nonnull (room);
      memcpy (room, bytes + place, n);
      place += n;
    }
  while (deid_csv_reader_take (&reader, n) && n > 0);
  ck_assert_int_eq (deid_csv_reader_end (&reader, NAME, 0, &error), error == NULL);
  deid_csv_reader_clear (&reader);
  show_error (shown, error);
  return shown;
}

/* Returns: (transfer full): bytes as they are written in C. */
static char *
escape (const char *bytes, gsize n_bytes)
{
  GString *escaped = g_string_new (NULL);

  for (gsize i = 0; i < MIN (n_bytes, 500); i++)
    g_string_append_printf (escaped, bytes[i] > ' ' && bytes[i] <= '~' ? "%c" : "\\x%02X",
                            (guchar) bytes[i]);
  return g_string_free (escaped, FALSE);
}

static void
assert_same (const GString *shown, const GString *expected, const char *bytes, gsize n_bytes)
{
  g_autofree char *text = NULL, *own = NULL, *other = NULL;

  if (g_string_equal (shown, expected))
    return;
  text = escape (bytes, n_bytes);
  own = escape (shown->str, shown->len);
  other = escape (expected->str, expected->len);
  ck_abort_msg ("'%s' was read as '%s', by libcsv as '%s'", text, own, other);
}

static void
compare_with_libcsv (const char *bytes, gsize n_bytes, char delimiter, char quote, GRand *rand,
                     gint32 max_size)
{
  g_autoptr (GString) expected = plain_csv_read (bytes, n_bytes, delimiter, quote, NAME);
  g_autoptr (GString) whole = read_whole (bytes, n_bytes, delimiter, quote);
  g_autoptr (GString) pieces = read_pieces (bytes, n_bytes, delimiter, quote, rand, max_size);

  assert_same (whole, expected, bytes, n_bytes);
  assert_same (pieces, expected, bytes, n_bytes);
}

/* What looks like another kind of file is refused at once, which libcsv does not do. */
static void
assert_reads_as_libcsv (const char *bytes, gsize n_bytes, char delimiter, char quote, GRand *rand,
                        gint32 max_size)
{
  if (deid_file_kind_check (NAME, bytes, n_bytes, NULL))
    compare_with_libcsv (bytes, n_bytes, delimiter, quote, rand, max_size);
}

static void
append_any (GString *text, GRand *rand, char delimiter, char quote)
{
  static const char *const pieces[] = { "\r",           "\n", "\r\n", " ", "\t", "a",  "é",
                                        "\xEF\xBB\xBF", ",",  ";",    "|", "\"", "\v", "\xFF" };
  const char own[] = { delimiter, quote, '\0' };
  const guint i = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces) + G_N_ELEMENTS (own));

  if (i < G_N_ELEMENTS (pieces))
    g_string_append (text, pieces[i]);
  else
    g_string_append_c (text, own[i - G_N_ELEMENTS (pieces)]);
}

static void
append_quoted (GString *text, GRand *rand, char quote)
{
  g_string_append_c (text, quote);
  for (gint32 n = g_rand_int_range (rand, 0, 5); n > 0; n--)
    switch (g_rand_int_range (rand, 0, 4))
      {
      case 0:
        g_string_append_c (text, quote);
        g_string_append_c (text, quote);
        break;
      case 1:
        g_string_append (text, "\r\n,");
        break;
      default:
        g_string_append (text, "a; long \r");
      }
  g_string_append_c (text, quote);
}

/* Fields, most of which are well formed, and among them @disorder in 100 pieces of any kind. */
static GString *
random_text (GRand *rand, char delimiter, char quote, gint32 disorder)
{
  static const char *const ends[] = { "\n", "\r\n", "\r" };
  GString *text = g_string_new (g_rand_int_range (rand, 0, 8) == 0 ? "\xEF\xBB\xBF" : "");

  for (gint32 n = g_rand_int_range (rand, 0, MAX_PIECES); n > 0; n--)
    {
      if (g_rand_int_range (rand, 0, 100) < disorder)
        {
          append_any (text, rand, delimiter, quote);
          continue;
        }
      g_string_append_printf (text, "%*s", g_rand_int_range (rand, 0, 20) / 18, "");
      if (g_rand_boolean (rand))
        g_string_append_printf (text, "%.*s", g_rand_int_range (rand, 0, 12), "1234567 901");
      else
        append_quoted (text, rand, quote);
      if (g_rand_int_range (rand, 0, 4) > 0)
        g_string_append_c (text, delimiter);
      else
        g_string_append (text, ends[g_rand_int_range (rand, 0, 3)]);
    }
  return text;
}

START_TEST (random_bytes)
{
  static const char delimiters[] = ",;\t| x:", quotes[] = "\"'%;y";
  static const gint32 disorders[] = { 0, 1, 5, 100 };
  GRand *rand = g_rand_new_with_seed ((guint32) _i);

  for (guint trial = 0; trial < count_trials (10000); trial++)
    {
      const char delimiter = delimiters[g_rand_int_range (rand, 0, sizeof delimiters - 1)];
      const char quote = quotes[g_rand_int_range (rand, 0, sizeof quotes - 1)];
      g_autoptr (GString) text = random_text (rand, delimiter, quote, disorders[trial % 4]);

      assert_reads_as_libcsv (text->str, text->len, delimiter, quote, rand,
                              g_rand_boolean (rand) ? 4 : 100);
    }
  g_rand_free (rand);
}
END_TEST

/* Several chunks of a file. */
START_TEST (large_files)
{
  GRand *rand = g_rand_new_with_seed (7);

  for (guint trial = 0; trial < count_trials (100); trial++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      while (text->len < 200000)
        {
          g_autoptr (GString) more = random_text (rand, ',', '"', (gint32) trial % 2);

          g_string_append_len (text, more->str, (gssize) more->len);
        }
      assert_reads_as_libcsv (text->str, text->len, ',', '"', rand, 100000);
    }
  g_rand_free (rand);
}
END_TEST

START_TEST (sample_tables)
{
  const char *path = get_source_file ("examples/data");
  GRand *rand = g_rand_new_with_seed (9);
  GDir *folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  ck_assert_ptr_nonnull (folder);
  for (; (name = g_dir_read_name (folder)) != NULL; n++)
    {
      g_autofree char *file = g_build_filename (path, name, NULL), *text = NULL;
      gsize length;

      ck_assert (g_file_get_contents (file, &text, &length, NULL));
      assert_reads_as_libcsv (text, length, ',', '"', rand, 1000);
      assert_reads_as_libcsv (text, length, ';', '"', rand, 1000);
    }
  ck_assert_uint_gt (n, 1);
  g_dir_close (folder);
  g_rand_free (rand);
}
END_TEST

/* What stands around a field of about 1 MiB, of some character. */
static const struct
{
  const char *before, *after;
  char character;
} long_fields[] = {
  { "a,b\n1,", "\n", 'x' },     { "a,b\n1,\"", "\",2\n", 'x' }, { "a\n\"", "\n", 'x' },
  { "a\n1", "\n\"", ' ' },      { "a\n\"\"", "2\n", ' ' },      { "a\n", "1,\"2\n", ' ' },
  { "a\n\"1\n", "\"\n", '\"' }, { "\"\n", "\"\n\"", '\r' },     { "\"\n", "\"\"\"", '\n' },
};

START_TEST (about_the_limit)
{
  static const gsize lengths[]
      = { 1048574, 1048575, 1048576, 1048577, 1048578, 1114100, 1200000, 2097152, 2500000 };

  const guint step = get_stride () > 1 ? G_N_ELEMENTS (lengths) : 1; /* or one for each character */

  for (guint i = (guint) _i % step; i < G_N_ELEMENTS (lengths); i += step)
    {
      g_autofree char *field = g_strnfill (lengths[i], long_fields[_i].character);
      g_autofree char *text
          = g_strconcat (long_fields[_i].before, field, long_fields[_i].after, NULL);
      g_autoptr (GString) expected = plain_csv_read (text, strlen (text), ',', '"', NAME);
      g_autoptr (GString) whole = read_whole (text, strlen (text), ',', '"');

      assert_same (whole, expected, text, strlen (text));
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("csv-reader");
  TCase *tcase = tcase_create ("csv-reader");

  tcase_add_loop_test (tcase, random_bytes, 0, 10);
  tcase_add_test (tcase, large_files);
  tcase_add_test (tcase, sample_tables);
  tcase_add_loop_test (tcase, about_the_limit, 0, G_N_ELEMENTS (long_fields));
  tcase_set_timeout (tcase, 120);
  suite_add_tcase (suite, tcase);
  return suite;
}
