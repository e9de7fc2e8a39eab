/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arrow streams in, by hand: texts of values, tables in several arrays, what is refused, and that
 * all is released once. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "support/arrow-maker.h"
#include "support/suite.h"

/* An array of a buffer of values without nulls. */
static struct ArrowArray *
make_fixed (gint64 length, gconstpointer items, gsize size)
{
  struct ArrowArray *array = arrow_array_new (length, 2, 0);

  arrow_array_set_buffer (array, 1, items, size);
  return array;
}

/* An array of texts without nulls. */
static struct ArrowArray *
make_texts (const char *const *texts, gint64 length)
{
  struct ArrowArray *array = arrow_array_new (length, 3, 0);
  g_autofree gint32 *offsets = g_new0 (gint32, (gsize) length + 1);
  g_autoptr (GString) bytes = g_string_new (NULL);

  for (gint64 i = 0; i < length; i++)
    {
      g_string_append (bytes, texts[i]);
      offsets[i + 1] = (gint32) bytes->len;
    }
  arrow_array_set_buffer (array, 1, offsets, ((gsize) length + 1) * sizeof *offsets);
  arrow_array_set_buffer (array, 2, bytes->str, bytes->len);
  return array;
}

static void
assert_texts (DeidDataset *dataset, guint column, const char *const *expected, guint64 n)
{
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), n);
  for (guint64 row = 0; row < n; row++)
    ck_assert_pstr_eq (deid_dataset_get_value (dataset, row, column), expected[row]);
}

#define READ(format, items, type, ...)                                                             \
  G_STMT_START                                                                                     \
  {                                                                                                \
    static const char *const expected[] = { __VA_ARGS__ };                                         \
    g_autoptr (GError) error = NULL;                                                               \
    g_autoptr (DeidDataset) dataset = NULL;                                                        \
                                                                                                   \
    dataset = arrow_read_column (format, NULL,                                                     \
                                 make_fixed (G_N_ELEMENTS (expected), items, sizeof (items)),      \
                                 G_N_ELEMENTS (expected), &error);                                 \
    assert_no_error (error);                                                                       \
    assert_texts (dataset, 0, expected, G_N_ELEMENTS (expected));                                  \
    ck_assert_int_eq (deid_dataset_get_column_type (dataset, 0), DEID_COLUMN_TYPE_##type);         \
  }                                                                                                \
  G_STMT_END

/* Ends of ranges. */
START_TEST (numbers)
{
  static const gint8 bytes[] = { -128, -1, 0, 127 };
  static const guint64 longs[] = { 0, G_MAXUINT64 };
  static const gint64 signed_longs[] = { G_MININT64, G_MAXINT64 };
  static const double doubles[] = { -0.0, 0.1, 1e300, 100000, 4.9406564584124654e-324 };
  static const float floats[] = { 0.1F, -2.5F, 16777216.0F, 1e-45F, -0.0F, 3.4028235e38F, 5e20F };
  /* 0.1, -2, 65504, 2^-24, 1/3 */
  static const guint16 halves[] = { 0x2e66, 0xc000, 0x7bff, 0x0001, 0x3555 };

  READ ("c", bytes, INTEGER, "-128", "-1", "0", "127");
  READ ("L", longs, INTEGER, "0", "18446744073709551615");
  READ ("l", signed_longs, INTEGER, "-9223372036854775808", "9223372036854775807");
  READ ("g", doubles, DECIMAL, "0", "0.1", "1e+300", "100000", "5e-324");
  READ ("f", floats, DECIMAL, "0.1", "-2.5", "16777216", "1e-45", "0", "3.4028235e+38", "5e+20");
  READ ("e", halves, DECIMAL, "0.1", "-2", "65504", "6e-08", "0.3333");
}
END_TEST

/* Of 256 bits the greatest and the least number there are; others beside zero and with places. */
START_TEST (decimals)
{
  static const gint32 small[] = { 150, -5, 0, -1234567 };
  static const gint64 middle[] = { 150, -5, 0 };
  static const __int128 large[] = { 5, -5, (__int128) 1 << 64 };
  const guint highest = G_BYTE_ORDER == G_LITTLE_ENDIAN ? 31 : 0;
  guint8 huge[2][32];

  memset (huge[0], 0xff, 32);
  huge[0][highest] = 0x7f;
  memset (huge[1], 0, 32);
  huge[1][highest] = 0x80;
  READ ("d:9,2,32", small, DECIMAL, "1.50", "-0.05", "0.00", "-12345.67");
  READ ("d:9,0,32", small, DECIMAL, "150", "-5", "0", "-1234567");
  READ ("d:9,-3,64", middle, DECIMAL, "150000", "-5000", "0");
  READ ("d:38,4", large, DECIMAL, "0.0005", "-0.0005", "1844674407370955.1616");
  READ ("d:76,1,256", huge, DECIMAL,
        "5789604461865809771178549250434395392663499233282028201972879200395656481996.7",
        "-5789604461865809771178549250434395392663499233282028201972879200395656481996.8");
}
END_TEST

START_TEST (days)
{
  static const gint32 dates[] = { 0, -1, 19782, -719529 };
  static const gint64 milliseconds[] = { 0, -86400000, 1709164800000 };
  static const gint64 seconds[] = { 0, -1, 1709209800 };
  static const gint64 nanoseconds[] = { 1709209800500000000, -1, 1 };
  static const gint32 times[] = { 0, 86399 };
  static const gint64 microseconds[] = { 45000500000, 86399999999 };

  READ ("tdD", dates, DATE, "1970-01-01", "1969-12-31", "2024-02-29", "-0001-12-31");
  READ ("tdm", milliseconds, DATE, "1970-01-01", "1969-12-31", "2024-02-29");
  READ ("tss:", seconds, DATE, "1970-01-01T00:00:00", "1969-12-31T23:59:59", "2024-02-29T12:30:00");
  READ ("tsn:Europe/Berlin", nanoseconds, DATE, "2024-02-29T12:30:00.5Z",
        "1969-12-31T23:59:59.999999999Z", "1970-01-01T00:00:00.000000001Z");
  READ ("tts", times, TEXT, "00:00:00", "23:59:59");
  READ ("ttu", microseconds, TEXT, "12:30:00.5", "23:59:59.999999");
}
END_TEST

/* Views of texts that fit in them, and of one that stands in another buffer. */
START_TEST (views)
{
  static const char *const expected[] = { "twelve bytes", NULL, "thirteen byte" };
  static const char other[] = "..thirteen byte";
  static const gint64 sizes[] = { 15 };
  struct
  {
    gint32 length;
    char text[12];
  } items[3] = { { 12, "" }, { 0, "" }, { 13, "thir" } };
  struct ArrowArray *array = arrow_array_new (3, 4, 0);
  g_autoptr (DeidDataset) dataset = NULL;
  GError *error = NULL;

  memcpy (items[0].text, expected[0], 12);
  items[2].text[8] = G_BYTE_ORDER == G_LITTLE_ENDIAN ? 2 : 0;
  items[2].text[11] = G_BYTE_ORDER == G_LITTLE_ENDIAN ? 0 : 2;
  arrow_array_set_buffer (array, 1, items, sizeof items);
  arrow_array_set_buffer (array, 2, other, 15);
  arrow_array_set_buffer (array, 3, sizes, sizeof sizes);
  dataset = arrow_read_column ("vu", NULL, array, 3, &error);
  assert_no_error (error);
  assert_texts (dataset, 0, expected, 3);
}
END_TEST

/* Two arrays, of which the second has another dictionary, begins behind an offset, and lacks rows:
 * one of the table, one of the keys and one of the dictionary. */
START_TEST (dictionaries)
{
  static const char *const first[] = { "b", "unused", "a" }, *const second[]
                                                             = { "a", "gone", "c", "c" };
  static const char *const expected[] = { "a", "b", "a", "c", NULL, "c", NULL, NULL, "a" };
  static const guint8 keys[] = { 2, 0, 2 };
  static const guint8 more[] = { 99, 98, 97, 2, 77, 3, 88, 1, 0 };
  static const guint8 table_validity[] = { 0xfb }, key_validity[] = { 0xbf, 0x01 },
                      validity[] = { 0xfd };
  struct ArrowSchema *schema = arrow_schema_new ("+s", "", 1);
  struct ArrowArray *arrays[]
      = { arrow_array_new (3, 1, 1), arrow_array_new (0, 1, 1), arrow_array_new (6, 1, 1) };
  struct ArrowArrayStream stream;
  g_autoptr (DeidDataset) dataset = NULL;
  GError *error = NULL;

  schema->children[0] = arrow_schema_new ("C", "letter", 0);
  schema->children[0]->dictionary = arrow_schema_new ("u", "", 0);
  arrays[0]->children[0] = make_fixed (3, keys, sizeof keys);
  arrays[0]->children[0]->dictionary = make_texts (first, 3);
  arrays[1]->children[0] = arrow_array_new (0, 2, 0);
  arrays[1]->children[0]->dictionary = arrow_array_new (0, 3, 0);
  arrays[2]->offset = 1; /* and the keys begin at the third */
  arrays[2]->null_count = -1;
  arrow_array_set_buffer (arrays[2], 0, table_validity, sizeof table_validity);
  arrays[2]->children[0] = make_fixed (7, more, sizeof more);
  arrays[2]->children[0]->offset = 2;
  arrays[2]->children[0]->null_count = 1;
  arrow_array_set_buffer (arrays[2]->children[0], 0, key_validity, sizeof key_validity);
  arrays[2]->children[0]->dictionary = make_texts (second, 4);
  arrays[2]->children[0]->dictionary->null_count = 1;
  arrow_array_set_buffer (arrays[2]->children[0]->dictionary, 0, validity, sizeof validity);
  arrow_stream_init (&stream, schema, arrays, 3, NULL);
  dataset = deid_dataset_new_from_arrow_stream (&stream, "letters", NULL, &error);
  assert_no_error (error);
  assert_texts (dataset, 0, expected, 9);
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 0), 3);
  ck_assert_uint_eq (arrow_count_alive (), 0);
}
END_TEST

/* More values than codes of one and of two bytes tell apart, in two arrays. Each second row has the
 * first one. */
START_TEST (many_values)
{
  struct ArrowSchema *schema = arrow_schema_new ("+s", "", 1);
  struct ArrowArray *arrays[2];
  struct ArrowArrayStream stream;
  g_autoptr (DeidDataset) dataset = NULL;
  g_autofree gint32 *drawn = g_new (gint32, 150000);

  for (gint32 i = 0; i < 150000; i++)
    drawn[i] = i % 2 == 1 ? 0 : i / 2;
  schema->children[0] = arrow_schema_new ("i", "x", 0);
  for (guint a = 0; a < 2; a++)
    {
      arrays[a] = arrow_array_new (75000, 1, 1);
      arrays[a]->children[0] = make_fixed (75000, drawn + a * 75000, 75000 * sizeof *drawn);
    }
  arrow_stream_init (&stream, schema, arrays, 2, NULL);
  dataset = deid_dataset_new_from_arrow_stream (&stream, "many", NULL, NULL);
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 0), 75000);
  for (guint row = 0; row < 150000; row++)
    assert_quietly (g_ascii_strtoll (deid_dataset_get_value (dataset, row, 0), NULL, 10)
                    == drawn[row]);
}
END_TEST

/* Tables without columns, without arrays, and without rows. */
START_TEST (empty)
{
  for (guint n_columns = 0; n_columns < 2; n_columns++)
    for (guint n_arrays = 0; n_arrays < 2; n_arrays++)
      {
        struct ArrowSchema *schema = arrow_schema_new ("+s", "", n_columns);
        struct ArrowArray *array = n_arrays > 0 ? arrow_array_new (0, 1, n_columns) : NULL;
        struct ArrowArrayStream stream;
        g_autoptr (DeidDataset) dataset = NULL;

        if (n_columns > 0)
          schema->children[0] = arrow_schema_new ("n", "nothing", 0);
        if (array != NULL && n_columns > 0)
          array->children[0] = arrow_array_new (0, 0, 0);
        arrow_stream_init (&stream, schema, &array, n_arrays, NULL);
        dataset = deid_dataset_new_from_arrow_stream (&stream, NULL, NULL, NULL);
        ck_assert_ptr_nonnull (dataset);
        ck_assert_str_eq (deid_dataset_get_name (dataset), "table");
        ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), n_columns);
        ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 0);
        ck_assert_uint_eq (arrow_count_alive (), 0);
      }
}
END_TEST

/* Rows of nothing but nulls, of which the array has no buffers. */
START_TEST (nulls)
{
  static const char *const expected[] = { NULL, NULL };
  struct ArrowArray *array = arrow_array_new (2, 0, 0);
  g_autoptr (DeidDataset) dataset = NULL;

  array->null_count = 2;
  dataset = arrow_read_column ("n", NULL, array, 2, NULL);
  assert_texts (dataset, 0, expected, 2);
}
END_TEST

/* A stream fails at its schema, before and behind an array, and is cancelled. */
START_TEST (failing_streams)
{
  static const guint8 keys[] = { 1, 2 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const ArrowTricks tricks[] = {
    { .schema_error = EIO, .message = "no\nline" },
    { .error = EINVAL, .message = "lost" },
    { .error = ENOMEM, .n_before_error = 1 },
    { .cancellable = cancellable },
  };
  static const char *const messages[][2] = { { "schema", "no\\nline" }, { "next rows", "lost" } };

  for (guint i = 0; i < G_N_ELEMENTS (tricks); i++)
    {
      struct ArrowSchema *schema = arrow_schema_new ("+s", "", 1);
      struct ArrowArray *arrays[] = { arrow_array_new (2, 1, 1), arrow_array_new (2, 1, 1) };
      struct ArrowArrayStream stream;
      GError *error = NULL;

      schema->children[0] = arrow_schema_new ("C", "x", 0);
      for (guint a = 0; a < 2; a++)
        arrays[a]->children[0] = make_fixed (2, keys, sizeof keys);
      arrow_stream_init (&stream, schema, arrays, 2, &tricks[i]);
      ck_assert_ptr_null (
          deid_dataset_new_from_arrow_stream (&stream, "visits", cancellable, &error));
      if (tricks[i].cancellable != NULL)
        assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "visits", i < 2 ? messages[i][0] : NULL,
                      i < 2 ? messages[i][1] : NULL, NULL);
      ck_assert_ptr_null (stream.release);
      ck_assert_uint_eq (arrow_count_alive (), 0);
      ck_assert_ptr_null (deid_dataset_new_from_arrow_stream (&stream, "visits", NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "released", NULL);
    }
}
END_TEST

/* Types that have no text, and formats that are none. */
START_TEST (refused_types)
{
  static const char *const formats[]
      = { "z",    "Z",   "vz",  "w:4",   "+l",         "+s",     "+m",       "+r",
          "tDs",  "tiM", "d:5", "d:0,0", "d:77,0,256", "d:5,77", "d:5,2,16", "d:5,2,128,",
          "tsx:", "ts",  "tss", "",      "q",          "ii",     "d:5;2" };
  static const char *const keys[] = { "u", "f", "tdD", "b", "d:5,2" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      ck_assert_ptr_null (
          arrow_read_column (formats[i], NULL, arrow_array_new (0, 2, 0), 0, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "arrow: column 'x'",
                    formats[i], "expected", NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      ck_assert_ptr_null (arrow_read_column (keys[i], "u", arrow_array_new (0, 2, 0), 0, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, keys[i], "an integer", NULL);
    }
}
END_TEST

/* Values that have no text, behind one that has; @_i tells which. */
START_TEST (refused_values)
{
  static const double infinite[] = { 1, HUGE_VAL };
  static const float not_a_number[] = { 1, NAN };
  static const guint16 half[] = { 0, 0x7e00 };
  static const gint32 far_day[] = { 0, G_MAXINT32 };
  static const gint64 far_second[] = { 0, G_MININT64 }, half_day[] = { 0, 43200000 };
  static const gint32 late[] = { 0, 86400 }, early[] = { 0, -1 };
  static const struct
  {
    const char *format;
    gconstpointer items;
    gsize size;
    const char *expected;
  } cases[] = {
    { "g", infinite, sizeof infinite, "finite" },
    { "f", not_a_number, sizeof not_a_number, "finite" },
    { "e", half, sizeof half, "finite" },
    { "tdD", far_day, sizeof far_day, "999999" },
    { "tss:", far_second, sizeof far_second, "999999" },
    { "tdm", half_day, sizeof half_day, "whole number of days" },
    { "tts", late, sizeof late, "24:00:00" },
    { "tts", early, sizeof early, "24:00:00" },
  };
  GError *error = NULL;

  ck_assert_ptr_null (arrow_read_column (
      cases[_i].format, NULL, make_fixed (2, cases[_i].items, cases[_i].size), 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                "arrow: column 'x': row 2: ", cases[_i].expected, NULL);
}
END_TEST

START_TEST (refused_texts)
{
  static const char *const texts[] = { "a", "b\xff" };
  static const gint32 with_nul[] = { 0, 1, 3 };
  struct ArrowArray *array;
  GError *error = NULL;

  ck_assert_ptr_null (arrow_read_column ("u", NULL, make_texts (texts, 2), 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "row 2", "UTF-8", NULL);
  array = arrow_array_new (2, 3, 0);
  arrow_array_set_buffer (array, 1, with_nul, sizeof with_nul);
  arrow_array_set_buffer (array, 2, "ab\0", 3);
  ck_assert_ptr_null (arrow_read_column ("u", NULL, array, 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "row 2", "NUL", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("arrow");
  TCase *tcase = tcase_create ("streams by hand");

  tcase_add_test (tcase, numbers);
  tcase_add_test (tcase, decimals);
  tcase_add_test (tcase, days);
  tcase_add_test (tcase, views);
  tcase_add_test (tcase, dictionaries);
  tcase_add_test (tcase, many_values);
  tcase_add_test (tcase, empty);
  tcase_add_test (tcase, nulls);
  tcase_add_test (tcase, failing_streams);
  tcase_add_test (tcase, refused_types);
  tcase_add_loop_test (tcase, refused_values, 0, 8);
  tcase_add_test (tcase, refused_texts);
  suite_add_tcase (suite, tcase);
  return suite;
}
