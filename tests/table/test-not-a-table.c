/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files that are no table, or none with a line of names. Binary files in place of tables,
 * hierarchies and problem files are refused by what they are; texts that begin with the same
 * letters are read. What may be a record in place of the names stands in no message. */
#include <string.h>

#include "support/suite.h"

typedef struct
{
  const char *content;
  gsize length;
  const char *kind;
  const char *way_out;
} BinaryFile;

#define BINARY(content, kind, way_out)                                                             \
  {                                                                                                \
    content, sizeof content - 1, kind, way_out                                                     \
  }

/* How real files of these kinds begin. */
static const BinaryFile files[] = {
  BINARY ("PK\3\4\x14\0\6\0\b\0\0\0!\0", "zip archive, as .xlsx", "export the table as CSV"),
  BINARY ("PK\3\4\x14\b\b\b\n,\n;\n[Content_Types].xml", "zip archive, as .xlsx", "export"),
  BINARY ("PK\5\6\0\0\0\0", "zip archive", "export"),
  BINARY ("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0", "old .xls", "export"),
  BINARY ("\x1F\x8B\b\0\0\0\0\0\0\3KL\xD2\xE1\2\0", "gzip", "gunzip"),
  BINARY ("BZh91AY&SY\xC8\x9D", "bzip2", "bunzip2"),
  BINARY ("BZh9\x17\x72\x45\x38\x50\x90\0\0", "bzip2", "bunzip2"),
  BINARY ("\xFD\x37zXZ\0\0\4\xE6", "xz", "unxz"),
  BINARY ("\x28\xB5\x2F\xFD\4X", "zstd", "unzstd"),
  BINARY ("\x04\x22\x4D\x18\x64\x40", "lz4", "unlz4"),
  BINARY ("7z\xBC\xAF\x27\x1C\0\4", "7z", "7z"),
  BINARY ("PAR1\x15\4\x15\x20", "Parquet", "export"),
  BINARY ("ARROW1\0\0\xFF\xFF\xFF\xFF", "Arrow", "export"),
  BINARY ("\xFF\xFF\xFF\xFF\x78\0\0\0", "Arrow", "export"),
  BINARY ("FEA1\0\0\0\0", "Feather", "export"),
  BINARY ("SQLite format 3\0\x10\0", "SQLite", "export"),
  BINARY ("%PDF-1.7\n%\xE2\xE3", "PDF", "export"),
  BINARY ("\3y\1\1\2\0\0\0\x41\0\x0B\0\0\0\0\0", "dBase", "export"),
  BINARY ("$FL2@(#) SPSS DATA FILE", "SPSS", "export"),
  BINARY ("$FL3@(#) SPSS DATA FILE", "SPSS", "export"),
  BINARY ("<stata_dta><header>", "Stata", "export"),
  BINARY ("r\2\1\0\3\0", "Stata", "export"),
  BINARY ("\0\0\0\0\0\0\0\0\0\0\0\0\xC2\xEA\x81\x60\xB3\x14\x11\xCF\xBD\x92\x08\0\x09\xC7", "SAS",
          "export"),
  BINARY ("\xFF\xFE"
          "a\0,\0b\0\n\0",
          "UTF-16", "iconv -f UTF-16 "),
  BINARY ("\xFE\xFF\0a\0,\0b\0\n", "UTF-16", "iconv -f UTF-16 "),
  BINARY ("a\0,\0b\0\n\0", "UTF-16", "iconv -f UTF-16LE"),
  BINARY ("\0a\0,\0b\0\n", "UTF-16", "iconv -f UTF-16BE"),
  BINARY ("\xFF\xFE\0\0a\0\0\0,\0\0\0", "UTF-32", "iconv -f UTF-32"),
};

static void
assert_named (const BinaryFile *file, gboolean failed, const char *name, GError **error)
{
  ck_assert_msg (failed, "%s was read", file->kind);
  assert_error (error, DEID_ERROR, DEID_ERROR_ENCODING, name, file->kind, file->way_out,
                "expected text in UTF-8", NULL);
}

START_TEST (binary_files)
{
  const BinaryFile *file = &files[_i];
  const char *path = write_file ("table.csv", file->content, (gssize) file->length);
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data (file->content, (gssize) file->length, NULL);
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidJob) job = deid_job_new ();
  GError *error = NULL;

  /* Without a header line, no name of a column is read. */
  for (guint header = 0; header < 2; header++)
    {
      g_autoptr (DeidCsvOptions) of_table = deid_csv_options_new ();

      ck_assert (deid_csv_options_set_header (of_table, header == 1, NULL));
      assert_named (file, deid_dataset_new_from_csv_file (path, of_table, NULL, &error) == NULL,
                    "table.csv: ", &error);
    }
  assert_named (
      file, deid_dataset_new_from_csv_stream (stream, "standard input", NULL, NULL, &error) == NULL,
      "standard input: ", &error);
  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  if (!g_str_has_prefix (file->kind, "UTF")) /* a hierarchy is read as what it looks like */
    {
      assert_named (file, deid_hierarchy_new_from_csv_file (path, NULL, NULL, &error) == NULL,
                    "table.csv: ", &error);
      assert_named (file, deid_hierarchy_new_from_csv_file (path, options, NULL, &error) == NULL,
                    "table.csv: ", &error);
    }
  assert_named (file, !deid_job_load_file (job, path, NULL, &error), "table.csv: ", &error);
  ck_assert (deid_job_set (job, "baseline", "baseline", path, NULL, NULL));
  assert_named (file, deid_job_make_baseline (job, NULL, &error) == NULL, "table.csv: ", &error);
}
END_TEST

static const char *const texts[]
    = { "PK,a\n",       "PKW\n",        "BZh9,a\n", "BZhours\n", "PAR1,PAR2\n",
        "%PDF-share\n", "FEA1\n",       "ARROW1\n", "s1\n",      "SQLite format\n",
        "$FL2\n",       "7z\n",         "{a\n",     "[{\n",      "\xEF\xBB\xBF\x61\n",
        "\xC3\xBF\n",   "\xC3\xBE,a\n", "q\n",      "a",         "" };

START_TEST (texts_are_read)
{
  const char *path = write_file ("text.csv", texts[_i], -1);
  GError *error = NULL;
  g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv_file (path, NULL, NULL, &error);

  ck_assert_msg ((dataset != NULL) == (texts[_i][0] != '\0'), "'%s'", texts[_i]);
  if (dataset == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "the file is empty", NULL);
}
END_TEST

START_TEST (nul_bytes_of_tables)
{
  static const char table[] = "age,city\n30,Bern\n31,\0\0\0\n";
  const char *path = write_file ("nul.csv", table, sizeof table - 1);
  GError *error = NULL;

  ck_assert (deid_dataset_new_from_csv_file (path, NULL, NULL, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "line 3: column 2", "NUL",
                "byte 4 of the line; tr -d '\\000' < FILE", NULL);
}
END_TEST

/* A NUL byte further on has a line and a place in it. */
START_TEST (nul_bytes)
{
  static const char problem[] = "[models]\nmodel=k:2\n[in\0put]\n";
  const char *path = write_file ("p.ini", problem, sizeof problem - 1);
  g_autoptr (DeidJob) job = deid_job_new ();
  GError *error = NULL;

  ck_assert (!deid_job_load_file (job, path, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "p.ini: line 3, byte 4: ", "NUL", NULL);
}
END_TEST

/* Tables whose first line is a record of Smith: an error of reading says which columns it is about,
 * and quotes a name of them only where values may be shown. */
static const struct
{
  const char *table;
  DeidError code;
  const char *place;
  const char *name; /* shown on request, or NULL if there is nothing to be shown */
} records[] = {
  { "Smith,1950,3,Smith\nMiller,1951,3,x\n", DEID_ERROR_DUPLICATE_COLUMN, "columns 1 and 4 ",
    "'Smith'" },
  { "a,Smith,b,Smith,Smith\n", DEID_ERROR_DUPLICATE_COLUMN, "columns 2 and 4 ", "'Smith'" },
  { "1950,Smith\n1951,\xff\n", DEID_ERROR_ENCODING, "line 2: column 2", "'Smith'" },
  { "1950,Smith\n1951,a\n1952,b\xff\n", DEID_ERROR_ENCODING, "line 3: column 2", "'Smith'" },
  { "1950,Smith\n1951\n", DEID_ERROR_PARSE, "line 2", NULL },
  { "1950,Smith,\n1951,a,b\n", DEID_ERROR_PARSE, "column 3", NULL },
  { "1950,Smith\xff\n", DEID_ERROR_ENCODING, "column 2", NULL },
};

START_TEST (records_for_names)
{
  const char *path = write_file ("records.csv", records[_i].table, -1);
  GError *error = NULL;

  for (guint turn = 0; turn < 4; turn++)
    {
      g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
      const gboolean shows = turn % 2 == 1;

      ck_assert (deid_csv_options_set_show_values (options, shows, NULL));
      ck_assert (deid_csv_options_set_n_threads (options, turn < 2 ? 1 : 3, NULL));
      ck_assert (deid_dataset_new_from_csv_file (path, options, NULL, &error) == NULL);
      ck_assert_msg ((strstr (error->message, "Smith") != NULL)
                         == (shows && records[_i].name != NULL),
                     "%s", error->message);
      assert_error (&error, DEID_ERROR, (gint) records[_i].code, records[_i].place,
                    shows ? records[_i].name : NULL, NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("not-a-table");
  TCase *kinds = tcase_create ("kinds");

  tcase_add_loop_test (kinds, binary_files, 0, G_N_ELEMENTS (files));
  tcase_add_loop_test (kinds, texts_are_read, 0, G_N_ELEMENTS (texts));
  tcase_add_test (kinds, nul_bytes_of_tables);
  tcase_add_test (kinds, nul_bytes);
  tcase_add_loop_test (kinds, records_for_names, 0, G_N_ELEMENTS (records));
  suite_add_tcase (suite, kinds);
  return suite;
}
