/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables that are not UTF-8: what they look like, what is read, and where bytes are wrong. */
#include <string.h>

#include "support/suite.h"

#include "base/encoding.h"

/* Texts with letters of some countries, in encodings that they are exported in. */
static const char german[] = "Größe;Stadt\n170;München\n181;Köln\n165;Übelbach\n";
static const char french[] = "nom;ville\nHélène;Orléans\nFrançois;Besançon\nl’abbé;Sète\n";
static const char polish[] = "imię;miasto\nŁukasz;Kraków\nWałęsa;Gdańsk\n";
static const char russian[] = "имя;город\nМосква;привет\nОрёл;Тула\n";
static const char greek[] = "όνομα;πόλη\nΓιώργος;Αθήνα\n";
static const char japanese[] = "名前;都市\n山田;東京\n佐藤;カタカナ\n";
static const char chinese[] = "姓名;城市\n张三;北京\n李四;上海\n";
static const char korean[] = "이름;진료과\n김철수;내과\n이영희;외과\n";
static const char euro[] = "nom;prix\nHélène;12€\nFrançois;3€\n";

static const struct
{
  const char *text, *encoding, *guess;
} exports[] = {
  { german, "ISO-8859-1", "windows-1252" },
  { german, "WINDOWS-1252", "windows-1252" },
  { german, "CP850", "ibm850" },
  { german, "MACINTOSH", "macintosh" },
  { german, "UTF-8", "utf-8" },
  { german, "UTF-16", "utf-16" },
  { german, "UTF-16LE", "utf-16le" },
  { german, "UTF-16BE", "utf-16be" },
  { german, "UTF-32", "utf-32" },
  { german, "UTF-32BE", "utf-32be" },
  { french, "WINDOWS-1252", "windows-1252" },
  { euro, "ISO-8859-15", "iso-8859-15" },
  { euro, "WINDOWS-1252", "windows-1252" },
  { polish, "WINDOWS-1250", "windows-1250" },
  { russian, "WINDOWS-1251", "windows-1251" },
  { russian, "KOI8-R", "koi8-r" },
  { russian, "IBM866", "ibm866" },
  { russian, "UTF-16LE", "utf-16le" },
  { greek, "WINDOWS-1253", "windows-1253" },
  { japanese, "SHIFT_JIS", "shift_jis" },
  { japanese, "UTF-16BE", "utf-16be" },
  { chinese, "GB18030", "gb18030" },
  { korean, "EUC-KR", "euc-kr" },
  { "진료과;이름\n내과;철수\n", "EUC-KR", "euc-kr" },
  { "科室;姓名\n内科;王芳\n", "GB18030", "gb18030" },
};

static char *
encode (const char *text, const char *encoding, gsize *n)
{
  GError *error = NULL;
  char *bytes = g_convert (text, -1, encoding, "UTF-8", NULL, n, &error);

  assert_no_error (error);
  return bytes;
}

static DeidCsvOptions *
make_encodings_options (const char *encoding, guint n_threads)
{
  DeidCsvOptions *options = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  ck_assert (deid_csv_options_set_encoding (options, encoding, NULL));
  ck_assert (deid_csv_options_set_n_threads (options, n_threads, NULL));
  return options;
}

/* Returns: (transfer full): a table as the text that it was made of. */
static char *
show_encodings_table (DeidDataset *dataset)
{
  GString *text = g_string_new (NULL);
  const guint n = deid_dataset_get_n_columns (dataset);

  for (guint c = 0; c < n; c++)
    g_string_append_printf (text, "%s%s", deid_dataset_get_column_name (dataset, c),
                            c + 1 < n ? ";" : "\n");
  for (guint64 row = 0; row < deid_dataset_get_n_rows (dataset); row++)
    for (guint c = 0; c < n; c++)
      g_string_append_printf (text, "%s%s", deid_dataset_get_value (dataset, row, c),
                              c + 1 < n ? ";" : "\n");
  return g_string_free (text, FALSE);
}

START_TEST (guesses_and_tables)
{
  gsize n;
  g_autofree char *bytes = encode (exports[_i].text, exports[_i].encoding, &n);
  const char *path = write_file ("encoded.csv", bytes, (gssize) n);
  const char *const names[] = { exports[_i].encoding, deid_encoding_guess (bytes, n, NULL) };

  ck_assert_str_eq (names[1], exports[_i].guess);
  for (guint turn = 0; turn < 8; turn++)
    {
      g_autoptr (DeidCsvOptions) options
          = make_encodings_options (names[turn % 2], turn / 2 % 2 == 0 ? 1 : 3);
      g_autoptr (GInputStream) stream
          = g_memory_input_stream_new_from_data (bytes, (gssize) n, NULL);
      GError *error = NULL;
      g_autoptr (DeidDataset) dataset
          = turn < 4 ? deid_dataset_new_from_csv_file (path, options, NULL, &error)
                     : deid_dataset_new_from_csv_stream (stream, NULL, options, NULL, &error);
      g_autofree char *shown = NULL;

      assert_no_error (error);
      shown = show_encodings_table (dataset);
      ck_assert_str_eq (shown, exports[_i].text);
    }
}
END_TEST

/* Names that people have for encodings. */
START_TEST (names)
{
  static const char *const known[]
      = { "utf-8",  "UTF8",   "utf-8-sig", "latin1", "latin-1",      "ansi", "iso-8859-15",
          "cp1252", "UTF-16", "utf16le",   "ucs-2",  "Windows-1251", "big5" };
  static const char *const unknown[]
      = { "", "latin1//IGNORE", "latin1//TRANSLIT", "windows-1252x", "-", "../x", "utf-8,x" };
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      ck_assert_msg (deid_csv_options_set_encoding (options, known[i], &error), "%s", known[i]);
      assert_no_error (error);
    }
  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    {
      ck_assert_msg (!deid_csv_options_set_encoding (options, unknown[i], &error), "'%s'",
                     unknown[i]);
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "encoding '", "utf-16", NULL);
    }
  ck_assert (deid_csv_options_set_encoding (options, NULL, NULL));
}
END_TEST

/* Bytes that are wrong: the place, and what the file may be. */
static const struct
{
  const char *bytes;
  gssize length;
  const char *encoding; /* or NULL */
  const char *texts[4];
} wrong[] = {
  { "a;b\n1;M\xFCller\n",
    -1,
    NULL,
    { "line 2: column 2: ", "byte 4 of the line", "look like windows-1252" } },
  { "a;b\n1;\"M\"\"\xFCller\"\n",
    -1,
    NULL,
    { "line 2: column 2: ", "byte 7 of the line", "encoding=" } },
  { "a;b\n  1;x\n22;  K\x94ln\n",
    -1,
    NULL,
    { "line 3: column 2: ", "byte 7 of the line", "ibm850" } },
  { "Gr\xF6\xDF"
    "e;b\n",
    -1,
    NULL,
    { "line 1: ", "column 1", "byte 3 of the line", "windows-1252" } },
  { "a;b\n1;x\n2;\x81\n", -1, "windows-1252", { "line 3, byte 3: not windows-1252" } },
  { "a;b\n1;Z\xFCrich\n2;x\x8D\n", -1, "CP1252", { "line 3, byte 4: not CP1252" } },
  { "a;b\r\n1;x\r\n\x90;2\r\n", -1, "windows-1252", { "line 3, byte 1: " } },
  { "a;b\n1;Größe\n", -1, "latin1", { "the file is UTF-8, not latin1", "encoding=utf-8" } },
  { "a;b\n1;Größe\n", -1, "utf-16", { "the file is utf-8, not utf-16", "encoding=utf-8" } },
  { "\xFF\xFE"
    "a\0;\0b\0\n\0",
    10,
    "latin1",
    { "the file is utf-16, not latin1" } },
  { "a\0;\0b\0\n\0", 8, "utf-16be", { "the file is utf-16le, not utf-16be" } },
  { "\xFF\xFE"
    "a\0;\0b\0\n\0",
    10,
    NULL,
    { "UTF-16 text", "(encoding=utf-16)" } },
  { "a\0;\0b\0\n\0001\0;\0\0\xD8\n\0", 18, "utf-16", { "line 2, byte 5: not utf-16" } },
  { "a\0;\0b\0\n\0001\0;\0x", 13, "utf-16", { "line 2, byte 5: not utf-16" } },
  { "a;b\n\x93\x8C;x\n\x93", -1, "shift_jis", { "line 3, character 1: not shift_jis" } },
  { "PK\3\4\x14\0\6\0", 8, "latin1", { "zip archive", "export" } },
};

START_TEST (wrong_bytes)
{
  const char *path = write_file ("wrong.csv", wrong[_i].bytes, wrong[_i].length);

  for (guint n_threads = 1; n_threads < 4; n_threads += 2)
    {
      g_autoptr (DeidCsvOptions) options = make_encodings_options (wrong[_i].encoding, n_threads);
      GError *error = NULL;

      ck_assert_ptr_null (deid_dataset_new_from_csv_file (path, options, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "wrong.csv: ", wrong[_i].texts[0],
                    wrong[_i].texts[1], wrong[_i].texts[2], NULL);
    }
}
END_TEST

/* Characters lie across the pieces that a file is read in, and lines are counted over them. */
START_TEST (long_tables)
{
  static const char *const encodings[] = { "windows-1252", "utf-16le", "utf-16", "gb18030" };
  g_autoptr (GString) text = g_string_new ("é;b\n");

  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (text, "%u;é%sü\n", i, i % 7 == 0 ? "é" : "");
  for (guint i = 0; i < G_N_ELEMENTS (encodings); i++)
    for (guint n_threads = 1; n_threads < 4; n_threads += 2)
      {
        gsize n;
        g_autofree char *bytes = encode (text->str, encodings[i], &n);
        g_autoptr (DeidCsvOptions) options = make_encodings_options (encodings[i], n_threads);
        g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv_file (
            write_file ("long.csv", bytes, (gssize) n), options, NULL, NULL);
        g_autofree char *shown = show_encodings_table (dataset);

        ck_assert (g_str_equal (shown, text->str));
      }
}
END_TEST

START_TEST (late_error)
{
  g_autoptr (GString) bytes = g_string_new ("\xE9;b\n");

  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (bytes, "%u;\xE9\r\n", i);
  g_string_append (bytes, "11;\x81\r\n");
  for (guint n_threads = 1; n_threads < 4; n_threads += 2)
    {
      g_autoptr (DeidCsvOptions) options = make_encodings_options ("windows-1252", n_threads);
      GError *error = NULL;

      ck_assert_ptr_null (deid_dataset_new_from_csv_file (
          write_file ("late.csv", bytes->str, (gssize) bytes->len), options, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING,
                    "late.csv: line 40002, byte 4: ", NULL);
    }
}
END_TEST

/* A hierarchy may be in the encoding of the table, or in UTF-8 as the library writes it. */
START_TEST (hierarchies)
{
  static const char rows[] = "1;*\n2;*\nKöln;*\n", ascii[] = "1;*\n2;*\n";

  for (guint turn = 0; turn < 6; turn++)
    {
      gsize n;
      const char *text = turn < 4 ? rows : ascii;
      const char *encoding = turn % 2 == 0 ? "windows-1252" : "utf-16";
      g_autofree char *bytes = encode (text, turn / 2 == 0 ? encoding : "UTF-8", &n);
      g_autoptr (DeidCsvOptions) options = make_encodings_options (encoding, 1);
      GError *error = NULL;
      g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_csv_file (
          write_file ("h.csv", bytes, (gssize) n), options, NULL, &error);

      assert_no_error (error);
      assert_generalizes (hierarchy, "Köln", 0, turn < 4 ? "Köln" : NULL);
      assert_generalizes (hierarchy, "2", 1, "*");
    }
}
END_TEST

/* It may also be in an encoding of its own, which its bytes look like, beside a table in UTF-8. */
START_TEST (other_hierarchies)
{
  for (guint i = 0; i < G_N_ELEMENTS (exports); i++)
    for (guint turn = 0; turn < (i % 5 == 0 ? 2 : 1); turn++)
      {
        g_autofree char *start = g_strnfill (turn * 70000, 'x');
        g_autofree char *text = g_strdup_printf ("%s;%s\n%s", start, start, exports[i].text);
        gsize n;
        g_autofree char *bytes
            = encode (turn == 0 ? exports[i].text : text, exports[i].encoding, &n);
        GError *error = NULL;
        g_autoptr (DeidCsvOptions) options = make_encodings_options (NULL, 1);
        g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_csv_file (
            write_file ("h.csv", bytes, (gssize) n), options, NULL, &error);
        g_auto (GStrv) fields = g_strsplit_set (exports[i].text, ";\n", 3);

        assert_no_error (error);
        assert_generalizes (hierarchy, fields[0], 1, fields[1]);
      }
}
END_TEST

START_TEST (wrong_hierarchy)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_hierarchy_new_from_csv_file (
      write_file ("h.csv", "1;*\nKöln;*\nZürich;*\nMálaga;*\nK\xF6ln;*\n", -1), NULL, NULL,
      &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "line 5: level 0", "byte 2 of the line",
                NULL);
}
END_TEST

/* Pieces of texts, empty ones and one letter. */
START_TEST (short_texts)
{
  ck_assert_str_eq (deid_encoding_guess ("", 0, NULL), "utf-8");
  ck_assert_str_eq (deid_encoding_guess ("a", 1, NULL), "utf-8");
  ck_assert_str_eq (deid_encoding_guess ("\xE9", 1, NULL), "windows-1252");
  ck_assert_str_eq (deid_encoding_guess ("sant\xE9", 5, NULL), "windows-1252");
  ck_assert_str_eq (deid_encoding_guess ("sant\xC3\xA9", 6, NULL), "utf-8");
  ck_assert_str_eq (deid_encoding_guess ("a,b\0c\n", 6, NULL), "utf-8");
  ck_assert_str_eq (deid_encoding_guess ("\x80;5\n", 4, NULL), "windows-1252");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("encodings");
  TCase *tcase = tcase_create ("encodings");

  tcase_add_loop_test (tcase, guesses_and_tables, 0, G_N_ELEMENTS (exports));
  tcase_add_test (tcase, names);
  tcase_add_loop_test (tcase, wrong_bytes, 0, G_N_ELEMENTS (wrong));
  tcase_add_test (tcase, long_tables);
  tcase_add_test (tcase, late_error);
  tcase_add_test (tcase, hierarchies);
  tcase_add_test (tcase, other_hierarchies);
  tcase_add_test (tcase, wrong_hierarchy);
  tcase_add_test (tcase, short_texts);
  suite_add_tcase (suite, tcase);
  return suite;
}
