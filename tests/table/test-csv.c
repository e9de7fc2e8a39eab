/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* CSV files: what is read, what is written, and that the one undoes the other. */
#include <glib/gstdio.h>
#include <string.h>

#include "support/suite.h"

/* Writes a table as `names;...|row|row`, with `~` for a missing value and `[]` around the others.
 */
static char *
show (const DeidDataset *dataset)
{
  GString *text = g_string_new (NULL);

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    g_string_append_printf (text, "[%s]", deid_dataset_get_column_name (dataset, c));
  for (guint64 row = 0; row < deid_dataset_get_n_rows (dataset); row++)
    {
      g_string_append_c (text, '|');
      for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
        {
          const char *value = deid_dataset_get_value (dataset, row, c);

          if (value != NULL)
            g_string_append_printf (text, "[%s]", value);
          else
            g_string_append_c (text, '~');
        }
    }
  return g_string_free (text, FALSE);
}

static void
assert_reads (const char *content, DeidCsvOptions *options, const char *expected)
{
  const char *path = write_file ("read.csv", content, -1);
  GError *error = NULL;
  g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv_file (path, options, NULL, &error);
  g_autofree char *shown = NULL;

  assert_no_error (error);
  shown = show (dataset);
  ck_assert_msg (g_str_equal (shown, expected), "'%s' was read as '%s', expected '%s'", content,
                 shown, expected);
}

static const struct
{
  const char *content, *expected;
} layouts[] = {
  { "a,b\n1,2\n3,4\n", "[a][b]|[1][2]|[3][4]" },
  { "a,b\r\n1,2\r\n3,4\r\n", "[a][b]|[1][2]|[3][4]" },
  { "a,b\r1,2\r3,4\r", "[a][b]|[1][2]|[3][4]" },
  { "a,b\r1,2\n3,4\r\n5,6", "[a][b]|[1][2]|[3][4]|[5][6]" },
  { "a,b\n1,2\n3,", "[a][b]|[1][2]|[3]~" },
  { "a,b\n", "[a][b]" },
  { "a,b", "[a][b]" },
  { "\xEF\xBB\xBF"
    "a,b\n1,2\n",
    "[a][b]|[1][2]" },
  { "\xEF\xBB\xBF\"a\",b\n1,2\n", "[a][b]|[1][2]" },
  { "\n\n  \na,b\n\n1,2\n \t \n\r\n3,4\n\n", "[a][b]|[1][2]|[3][4]" },
  { "a,b\n\"1,5\",2\n", "[a][b]|[1,5][2]" },
  { "a,b\n\"say \"\"no\"\"\",\"\"\"\"\n", "[a][b]|[say \"no\"][\"]" },
  { "a,b\n\"x\ny\",\"x\r\ny\rz\"\n1,2\n", "[a][b]|[x\ny][x\r\ny\rz]|[1][2]" },
  { "\"a\nb\",c\n1,2\n", "[a\nb][c]|[1][2]" },
  { " a , b \n  1 ,\t2 2\t\n", "[a][b]|[1][2 2]" },
  { "a,b\n \" 1 \" ,\"\t2\"\n", "[a][b]|[ 1 ][\t2]" },
  { "a,b\n,\n\"\",2\n  ,\" \"\n", "[a][b]|~[2]|~[ ]" },
  { "a\n\"\"\n1\n", "[a]|~|[1]" },
  { "Größe,漢字\n😀,é\n", "[Größe][漢字]|[😀][é]" },
  { "a,b\n1;2,3\n", "[a][b]|[1;2][3]" },
  { "a,b\nNA,null\n", "[a][b]|[NA][null]" },
};

START_TEST (read_layout) { assert_reads (layouts[_i].content, NULL, layouts[_i].expected); }
END_TEST

START_TEST (read_delimiters)
{
  const char delimiters[] = ";\t| :x";

  for (guint i = 0; delimiters[i] != '\0'; i++)
    {
      g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
      g_autofree char *content = g_strdup ("a@b@c\n1@\"2@,\"@3\n@4,@\n");
      g_autofree char *expected
          = g_strdelimit (g_strdup ("[a][b][c]|[1][2@,][3]|~[4,]~"), "@", delimiters[i]);

      ck_assert (deid_csv_options_set_delimiter (options, (guchar) delimiters[i], NULL));
      assert_reads (g_strdelimit (content, "@", delimiters[i]), options, expected);
    }
}
END_TEST

START_TEST (read_quotes)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_quote (options, '\'', NULL));
  assert_reads ("a,b\n'1,''2',\"3\"\n", options, "[a][b]|[1,'2][\"3\"]");
}
END_TEST

START_TEST (read_without_header)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_header (options, FALSE, NULL));
  assert_reads ("a,b,a\n1,2,\n", options, "[column1][column2][column3]|[a][b][a]|[1][2]~");
}
END_TEST

START_TEST (read_missing_values)
{
  const char *const values[] = { "NA", "n/a", "-", NULL };
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_missing_values (options, values, NULL));
  assert_reads ("NA,b\nNA,n/a\n - ,\"NA\"\nna,NA2\n,--\n", options,
                "[NA][b]|~~|~~|[na][NA2]|~[--]");
}
END_TEST

START_TEST (longest_field)
{
  g_autofree char *field = g_strnfill (1024 * 1024, 'x');
  g_autofree char *content = g_strdup_printf ("a,b\n\"%s\",%s\n", field, field);
  const char *path = write_file ("long.csv", content, -1);
  GError *error = NULL;
  g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv_file (path, NULL, NULL, &error);

  assert_no_error (error);
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 0), field);
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 1), field);
}
END_TEST

START_TEST (told_options)
{
  static const char *const missing[] = { "NA", "-", NULL };
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  ck_assert (deid_csv_options_set_quote (options, '\'', NULL));
  ck_assert (deid_csv_options_set_header (options, FALSE, NULL));
  ck_assert (deid_csv_options_set_missing_values (options, missing, NULL));
  ck_assert (!deid_csv_options_set_delimiter (options, '\n', NULL));
  ck_assert (deid_csv_options_set_delimiter (options, 0, NULL));
  ck_assert (deid_csv_options_set_delimiter (options, ',', NULL));
}
END_TEST

START_TEST (refused_options)
{
  const gunichar bad[] = { '\r', '\n', '"', 0xE9, 0x80, 0x13B, G_MAXUINT32 };
  const gunichar bad_quotes[] = { '\r', '\n', ',', 0xE9, ' ', '\t', 0x127 };
  const char *const bad_missing[] = { "NA", "\xff", NULL };
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      ck_assert (!deid_csv_options_set_delimiter (options, bad[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "delimiter", NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad_quotes); i++)
    {
      ck_assert (!deid_csv_options_set_quote (options, bad_quotes[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "quote", NULL);
    }
  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  ck_assert (deid_csv_options_set_quote (options, ',', NULL));
  ck_assert (!deid_csv_options_set_delimiter (options, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "delimiter", NULL);
  ck_assert (deid_csv_options_set_quote (options, '"', NULL));
  ck_assert (deid_csv_options_set_delimiter (options, 0, NULL));
  ck_assert (!deid_csv_options_set_missing_values (options, bad_missing, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "2", NULL);
  assert_reads ("a,b\n\"1,2\",NA\n", options, "[a][b]|[1,2][NA]");
}
END_TEST

static void
assert_immutable (DeidCsvOptions *options)
{
  const char *const missing[] = { "1", NULL };
  GError *error = NULL;

  ck_assert (!deid_csv_options_set_delimiter (options, ';', &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_csv_options_set_quote (options, '\'', &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_csv_options_set_header (options, FALSE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_csv_options_set_missing_values (options, missing, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  assert_reads ("a,b\n1,\"2;\"\n", options, "[a][b]|[1][2;]");
}

START_TEST (used_options)
{
  g_autoptr (DeidCsvOptions) read = deid_csv_options_new ();
  g_autoptr (DeidCsvOptions) written = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL;

  assert_reads ("a\n1\n", read, "[a]|[1]");
  assert_immutable (read);
  dataset = deid_dataset_new_from_csv_file (get_temporary_file ("read.csv"), NULL, NULL, NULL);
  ck_assert (deid_dataset_set_role (dataset, "a", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (deid_dataset_write_csv (dataset, get_temporary_file ("w.csv"), written, NULL, NULL));
  assert_immutable (written);
}
END_TEST

/* A text of pieces that a writer can get wrong. */
static char *
random_text (GRand *rand, char delimiter, char quote)
{
  const char own[][2] = { { delimiter, '\0' }, { quote, '\0' } };
  const char *const pieces[]
      = { own[0], own[1], "\r", "\n", "\r\n", " ", "\t", "\xEF\xBB\xBF", "é",
          "漢",   "😀",    "NA", "x",  "yz",   "0", "*",  "\\",           "\v" };
  GString *text = g_string_new (NULL);

  for (int n = g_rand_int_range (rand, 0, 6); n > 0; n--)
    g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
  return g_string_free (text, FALSE);
}

/* A row without values is no record, unless it has a code for them. */
static DeidDataset *
random_dataset (GRand *rand, gboolean header, char delimiter, char quote,
                const char *const *missing)
{
  const guint n_columns = (guint) g_rand_int_range (rand, 1, 5);
  const guint n_rows = (guint) g_rand_int_range (rand, header ? 0 : 1, 20);
  DeidDataset *dataset = deid_dataset_new (NULL);

  for (guint c = 0; c < n_columns; c++)
    {
      g_autofree char *prefix = random_text (rand, delimiter, quote);
      g_autofree char *suffix = random_text (rand, delimiter, quote);
      g_autofree char *name = header ? g_strdup_printf ("%s%u%s", prefix, c, suffix)
                                     : g_strdup_printf ("column%u", c + 1);
      g_auto (GStrv) texts = g_new0 (char *, n_rows + 1);
      g_autofree const char **values = g_new0 (const char *, n_rows + 1);

      for (guint row = 0; row < n_rows; row++)
        {
          texts[row] = random_text (rand, delimiter, quote);
          if (texts[row][0] != '\0' && !g_strv_contains (missing, texts[row]))
            values[row] = texts[row];
          else if (c == 0 && n_columns > 1)
            values[row] = "0";
        }
      ck_assert (deid_dataset_add_string_column (dataset, name, values, n_rows, NULL, NULL));
      ck_assert (deid_dataset_set_role (dataset, name, DEID_ROLE_INSENSITIVE, NULL));
    }
  return dataset;
}

/* Through a file, or quicker through memory. */
static DeidDataset *
write_and_read (DeidDataset *dataset, gboolean by_file, DeidCsvOptions *options)
{
  g_autoptr (GOutputStream) written = g_memory_output_stream_new_resizable ();
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GBytes) bytes = NULL;
  DeidDataset *read;
  GError *error = NULL;

  if (by_file)
    {
      const char *path = get_temporary_file ("round-trip.csv");

      deid_dataset_write_csv (dataset, path, options, NULL, &error);
      assert_no_error (error);
      read = deid_dataset_new_from_csv_file (path, options, NULL, &error);
      assert_no_error (error);
      return read;
    }
  deid_dataset_write_csv_stream (dataset, written, options, NULL, &error);
  assert_no_error (error);
  ck_assert (g_output_stream_close (written, NULL, NULL));
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (written));
  stream = g_memory_input_stream_new_from_bytes (bytes);
  read = deid_dataset_new_from_csv_stream (stream, NULL, options, NULL, &error);
  assert_no_error (error);
  return read;
}

START_TEST (round_trip)
{
  const char delimiters[] = ",;\t| x", quotes[] = "\"'%y";
  const char *const missing[][3]
      = { { NULL }, { "NA", "*", NULL }, { "", "NA", NULL }, { " ", "x", NULL }, { "\r", NULL } };
  GRand *rand = g_rand_new_with_seed ((guint32) _i);

  for (guint repetition = 0; repetition < count_trials (50) + 1; repetition++)
    {
      g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
      const char delimiter = delimiters[g_rand_int_range (rand, 0, 6)];
      const char quote = quotes[g_rand_int_range (rand, 0, 4)];
      const gboolean header = g_rand_boolean (rand);
      const char *const *strings = missing[g_rand_int_range (rand, 0, G_N_ELEMENTS (missing))];
      g_autoptr (DeidDataset) dataset = random_dataset (rand, header, delimiter, quote, strings);
      g_autoptr (DeidDataset) read = NULL;
      g_autofree char *expected = show (dataset), *shown = NULL;

      ck_assert (deid_csv_options_set_delimiter (options, (guchar) delimiter, NULL));
      ck_assert (deid_csv_options_set_quote (options, (guchar) quote, NULL));
      ck_assert (deid_csv_options_set_header (options, header, NULL));
      ck_assert (deid_csv_options_set_missing_values (options, strings, NULL));
      read = write_and_read (dataset, repetition == 0, options);
      shown = show (read);
      ck_assert_msg (g_str_equal (shown, expected), "delimiter '%c', quote '%c': '%s' became '%s'",
                     delimiter, quote, expected, shown);
    }
  g_rand_free (rand);
}
END_TEST

static DeidDataset *
read_people (void)
{
  const char *path = write_file ("people.csv",
                                 "name,age,ward,\"a \"\"note\"\"\",person,n\n"
                                 "Ann,31,A,\"x,y\",p1,2\n"
                                 "Bob,,B, z,p2,1\n",
                                 -1);
  static const struct
  {
    const char *name;
    DeidRole role;
  } roles[] = { { "age", DEID_ROLE_QUASI_IDENTIFYING },
                { "ward", DEID_ROLE_SENSITIVE },
                { "a \"note\"", DEID_ROLE_INSENSITIVE },
                { "person", DEID_ROLE_ENTITY },
                { "n", DEID_ROLE_WEIGHT } };
  DeidDataset *dataset = deid_dataset_new_from_csv_file (path, NULL, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    ck_assert (deid_dataset_set_role (dataset, roles[i].name, roles[i].role, NULL));
  return dataset;
}

static void
assert_writes (DeidDataset *dataset, DeidCsvOptions *options, const char *expected)
{
  const char *path = get_temporary_file ("written.csv");
  g_autofree char *content = NULL;
  GError *error = NULL;

  deid_dataset_write_csv (dataset, path, options, NULL, &error);
  assert_no_error (error);
  ck_assert (g_file_get_contents (path, &content, NULL, NULL));
  ck_assert_str_eq (content, expected);
}

START_TEST (roles_written)
{
  g_autoptr (DeidDataset) dataset = read_people ();
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  const char *const missing[] = { "N;A", "?", NULL };
  const char *path = get_temporary_file ("none.csv");
  GError *error = NULL;

  assert_writes (dataset, NULL, "age,ward,\"a \"\"note\"\"\",n\n31,A,\"x,y\",2\n,B,z,1\n");
  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  ck_assert (deid_csv_options_set_quote (options, '\'', NULL));
  ck_assert (deid_csv_options_set_header (options, FALSE, NULL));
  ck_assert (deid_csv_options_set_missing_values (options, missing, NULL));
  assert_writes (dataset, options, "31;A;x,y;2\n'N;A';B;z;1\n");

  for (guint c = 1; c < 6; c++)
    if (c != 4)
      ck_assert (deid_dataset_set_role (dataset, deid_dataset_get_column_name (dataset, c),
                                        DEID_ROLE_IDENTIFYING, NULL));
  ck_assert (!deid_dataset_write_csv (dataset, path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "people.csv", NULL);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
}
END_TEST

START_TEST (mode_of_written_file)
{
  g_autoptr (DeidDataset) dataset = read_people ();
  const char *path = get_temporary_file ("mode.csv");
  GStatBuf status;

  for (guint repetition = 0; repetition < 2; repetition++)
    {
      ck_assert (deid_dataset_write_csv (dataset, path, NULL, NULL, NULL));
      ck_assert_int_eq (g_stat (path, &status), 0);
      ck_assert_uint_eq (status.st_mode & 07777, 0600);
      ck_assert_int_eq (g_chmod (path, 0644), 0);
    }
}
END_TEST

START_TEST (threads)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL;
  GError *error = NULL;

  ck_assert (deid_csv_options_set_n_threads (options, 1024, &error));
  ck_assert (!deid_csv_options_set_n_threads (options, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0 threads", NULL);
  dataset = deid_dataset_new_from_csv_file (write_file ("one.csv", "a\n1\n", -1), options, NULL,
                                            &error);
  assert_no_error (error);
  ck_assert (!deid_csv_options_set_n_threads (options, 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

/* Texts that a spreadsheet takes for formulas, and the one it does not; names of columns, too. */
START_TEST (spreadsheet_safe)
{
  const char *const values[] = { "=1+2", "+1",  "-5", "-1.5e3", "-2+3", "@SUM(A1)",
                                 "\t=1", " =1", "'x", "a=b",    "＝1",  NULL };
  const char *const missing[] = { "-", NULL };
  const char *const content = "'=x\n'=1+2\n'+1\n-5\n-1.5e3\n'-2+3\n'@SUM(A1)\n'\t=1\n' =1\n''x\n"
                              "a=b\n'＝1\n-\n";
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("cells");

  ck_assert (deid_csv_options_set_spreadsheet_safe (options, TRUE, NULL));
  ck_assert (deid_csv_options_set_missing_values (options, missing, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "=x", values, 12, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "=x", DEID_ROLE_INSENSITIVE, NULL));
  assert_writes (dataset, options, content);
}
END_TEST

START_TEST (refused_values)
{
  const char *const values[] = { "x", "y", "NA" }, *const missing[] = { "?", "NA", NULL };
  const char *path = get_temporary_file ("refused.csv");
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  GError *error = NULL;

  ck_assert (deid_csv_options_set_missing_values (options, missing, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "a", values, 3, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "b", values, 3, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "b", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (deid_dataset_set_show_values (dataset, TRUE, NULL));
  ck_assert (!deid_dataset_write_csv (dataset, path, options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "visits", "row 3", "'b'", "'NA'",
                NULL);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  assert_writes (dataset, NULL, "b\nx\ny\nNA\n");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("csv");
  TCase *reading = tcase_create ("reading"), *writing = tcase_create ("writing");

  tcase_add_loop_test (reading, read_layout, 0, G_N_ELEMENTS (layouts));
  tcase_add_test (reading, read_delimiters);
  tcase_add_test (reading, read_quotes);
  tcase_add_test (reading, read_without_header);
  tcase_add_test (reading, read_missing_values);
  tcase_add_test (reading, longest_field);
  tcase_add_test (reading, told_options);
  tcase_add_test (reading, refused_options);
  tcase_add_test (reading, used_options);
  suite_add_tcase (suite, reading);
  tcase_add_loop_test (writing, round_trip, 0, 40);
  tcase_add_test (writing, roles_written);
  tcase_add_test (writing, mode_of_written_file);
  tcase_add_test (writing, refused_values);
  tcase_add_test (writing, threads);
  tcase_add_test (writing, spreadsheet_safe);
  tcase_set_timeout (writing, 60);
  suite_add_tcase (suite, writing);
  return suite;
}
