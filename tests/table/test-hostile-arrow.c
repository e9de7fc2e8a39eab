/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arrow streams that contradict themselves: each is refused, and released once. */
#include "support/arrow-maker.h"
#include "support/suite.h"

/* A view of the text `a` has it behind the length, byte by byte. */
#define INLINE_A ('a' << (G_BYTE_ORDER == G_LITTLE_ENDIAN ? 0 : 24))

static void
set_integers (struct ArrowArray *array, gint32 first, gint32 second, gint32 third)
{
  const gint32 items[] = { first, second, third };

  arrow_array_set_buffer (array, 1, items, sizeof items);
}

/* Columns of two rows that are as they should be. */
static struct ArrowArray *
make_numbers (void)
{
  struct ArrowArray *array = arrow_array_new (2, 2, 0);

  set_integers (array, 1, 0, 0);
  return array;
}

static struct ArrowArray *
make_texts (void)
{
  struct ArrowArray *array = arrow_array_new (2, 3, 0);

  set_integers (array, 0, 1, 3);
  arrow_array_set_buffer (array, 2, "abb", 3);
  return array;
}

static struct ArrowArray *
make_dictionary (void)
{
  struct ArrowArray *array = make_numbers ();

  array->dictionary = make_texts ();
  return array;
}

static struct ArrowArray *
make_views (void)
{
  static const gint32 views[] = { 1, INLINE_A, 0, 0, 13, 0, 0, 2 };
  static const gint64 sizes[] = { 15 };
  struct ArrowArray *array = arrow_array_new (2, 4, 0);

  arrow_array_set_buffer (array, 1, views, sizeof views);
  arrow_array_set_buffer (array, 2, "..and thirteen!", 15);
  arrow_array_set_buffer (array, 3, sizes, sizeof sizes);
  return array;
}

static void
leave (struct ArrowArray *array)
{
  (void) array;
}

static void
make_short (struct ArrowArray *array)
{
  array->length = 1;
}

static void
make_length_negative (struct ArrowArray *array)
{
  array->length = -1;
}

static void
make_offset_negative (struct ArrowArray *array)
{
  array->offset = -1;
}

static void
make_offset_far (struct ArrowArray *array)
{
  array->offset = G_MAXINT64;
}

static void
make_nulls_too_many (struct ArrowArray *array)
{
  array->null_count = 3;
}

static void
make_nulls_too_few (struct ArrowArray *array)
{
  array->null_count = -2;
}

static void
hide_nulls (struct ArrowArray *array)
{
  array->null_count = 1;
}

static void
drop_buffer (struct ArrowArray *array)
{
  array->n_buffers--;
}

static void
drop_buffers (struct ArrowArray *array)
{
  g_free (array->buffers);
  array->buffers = NULL;
}

static void
drop_values (struct ArrowArray *array)
{
  array->buffers[1] = NULL;
}

static void
drop_bytes (struct ArrowArray *array)
{
  array->buffers[2] = NULL;
}

static void
drop_sizes (struct ArrowArray *array)
{
  array->buffers[3] = NULL;
}

static void
add_child (struct ArrowArray *array)
{
  array->n_children = 1;
}

static void
begin_before (struct ArrowArray *array)
{
  set_integers (array, -1, 1, 3);
}

static void
fall (struct ArrowArray *array)
{
  set_integers (array, 0, 3, 2);
}

static void
ask_behind (struct ArrowArray *array)
{
  set_integers (array, 1, 2, 0);
}

static void
ask_before (struct ArrowArray *array)
{
  set_integers (array, 1, -1, 0);
}

static void
ask_farthest (struct ArrowArray *array)
{
  static const guint64 keys[] = { 1, G_MAXUINT64 };

  arrow_array_set_buffer (array, 1, keys, sizeof keys);
}

static void
drop_dictionary (struct ArrowArray *array)
{
  array->dictionary->release (array->dictionary);
  g_free (array->dictionary);
  array->dictionary = NULL;
}

static void
release_dictionary (struct ArrowArray *array)
{
  array->dictionary->release (array->dictionary);
}

static void
add_dictionary (struct ArrowArray *array)
{
  array->dictionary = make_texts ();
}

static void
spoil_dictionary (struct ArrowArray *array)
{
  fall (array->dictionary);
}

/* Sets the second view: its length, the buffer that it names and where it begins there. */
static void
set_view (struct ArrowArray *array, gint32 length, gint32 buffer, gint32 start)
{
  const gint32 views[] = { 1, INLINE_A, 0, 0, length, 0, buffer, start };

  arrow_array_set_buffer (array, 1, views, sizeof views);
}

static void
view_negative (struct ArrowArray *array)
{
  set_view (array, -1, 0, 0);
}

static void
view_beyond (struct ArrowArray *array)
{
  set_view (array, 13, 0, 3);
}

static void
view_before (struct ArrowArray *array)
{
  set_view (array, 13, 0, -1);
}

static void
view_elsewhere (struct ArrowArray *array)
{
  set_view (array, 13, 1, 0);
}

static const struct
{
  const char *format;
  const char *of_dictionary;
  struct ArrowArray *(*make) (void);
  void (*spoil) (struct ArrowArray *array);
  const char *message; /* NULL if it is right */
} cases[] = {
  { "i", NULL, make_numbers, leave, NULL },
  { "u", NULL, make_texts, leave, NULL },
  { "i", "u", make_dictionary, leave, NULL },
  { "vu", NULL, make_views, leave, NULL },
  { "i", NULL, make_numbers, make_short, "length 1, expected at least 2" },
  { "i", NULL, make_numbers, make_length_negative, "length -1" },
  { "i", NULL, make_numbers, make_offset_negative, "offset -1" },
  { "i", NULL, make_numbers, make_offset_far, "offset 9223372036854775807" },
  { "i", NULL, make_numbers, make_nulls_too_many, "null count 3" },
  { "i", NULL, make_numbers, make_nulls_too_few, "null count -2" },
  { "i", NULL, make_numbers, hide_nulls, "null count of 1" },
  { "i", NULL, make_numbers, drop_buffer, "buffers of 1, expected 2" },
  { "i", NULL, make_numbers, drop_buffers, "no buffers" },
  { "i", NULL, make_numbers, drop_values, "no buffer of values" },
  { "i", NULL, make_numbers, add_child, "children of 1" },
  { "i", NULL, make_numbers, add_dictionary, "expected none" },
  { "i", NULL, make_texts, leave, "buffers of 3, expected 2" },
  { "n", NULL, make_numbers, leave, "buffers of 2, expected 0" },
  { "u", NULL, make_numbers, leave, "buffers of 2, expected 3" },
  { "u", NULL, make_texts, begin_before, "row 1: " },
  { "u", NULL, make_texts, fall, "row 2: " },
  { "u", NULL, make_texts, drop_bytes, "no buffer of bytes" },
  { "i", "u", make_dictionary, ask_behind, "row 2: the key 2 " },
  { "i", "u", make_dictionary, ask_before, "row 2: the key -1 " },
  { "L", "u", make_dictionary, ask_farthest, "row 2: the key 18446744073709551615 " },
  { "l", "u", make_dictionary, ask_farthest, "row 2: the key -1 " },
  { "i", "u", make_dictionary, drop_dictionary, "not there" },
  { "i", "u", make_dictionary, release_dictionary, "not there" },
  { "i", "u", make_dictionary, spoil_dictionary, "do not fall" },
  { "vu", NULL, make_views, view_negative, "row 2: " },
  { "vu", NULL, make_views, view_beyond, "begins at 3" },
  { "vu", NULL, make_views, view_before, "begins at -1" },
  { "vu", NULL, make_views, view_elsewhere, "in the buffer 1" },
  { "vu", NULL, make_views, drop_bytes, "in the buffer 0" },
  { "vu", NULL, make_views, drop_sizes, "no sizes" },
};

START_TEST (columns)
{
  struct ArrowArray *array = cases[_i].make ();
  g_autoptr (DeidDataset) dataset = NULL;
  GError *error = NULL;

  cases[_i].spoil (array);
  dataset = arrow_read_column (cases[_i].format, cases[_i].of_dictionary, array, 2, &error);
  if (cases[_i].message == NULL)
    assert_no_error (error);
  else
    assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                  "arrow: column 'x': ", cases[_i].message, NULL);
}
END_TEST

/* Reads a table of two columns, in which one thing is wrong; 6 is none. */
START_TEST (tables)
{
  static const char *const messages[] = { "the format 'i'", "-1 columns",   "lacks a child",
                                          "children of 1",  "buffers of 0", "length -1" };
  struct ArrowSchema *schema = arrow_schema_new (_i == 0 ? "i" : "+s", "", 2);
  struct ArrowArray *array = arrow_array_new (2, 1, 2);
  struct ArrowArrayStream stream;
  g_autoptr (DeidDataset) dataset = NULL;
  GError *error = NULL;

  for (guint c = 0; c < 2; c++)
    {
      schema->children[c] = arrow_schema_new ("i", c == 0 ? "x" : "y", 0);
      array->children[c] = make_numbers ();
    }
  schema->n_children = _i == 1 ? -1 : 2;
  if (_i == 2)
    schema->children[1]->release (schema->children[1]);
  array->n_children = _i == 3 ? 1 : 2;
  array->n_buffers = _i == 4 ? 0 : 1;
  array->length = _i == 5 ? -1 : 2;
  arrow_stream_init (&stream, schema, &array, 1, NULL);
  dataset = deid_dataset_new_from_arrow_stream (&stream, "hostile", NULL, &error);
  ck_assert_uint_eq (arrow_count_alive (), 0);
  if (_i == G_N_ELEMENTS (messages))
    assert_no_error (error);
  else
    assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "hostile: ", messages[_i], NULL);
}
END_TEST

/* Names that a dataset does not take, either. */
START_TEST (names)
{
  static const char *const second[] = { "", "a\xff", "x" };
  struct ArrowSchema *schema = arrow_schema_new ("+s", "", 2);
  struct ArrowArrayStream stream;
  GError *error = NULL;

  schema->children[0] = arrow_schema_new ("i", "x", 0);
  schema->children[1] = arrow_schema_new ("i", second[_i], 0);
  arrow_stream_init (&stream, schema, NULL, 0, NULL);
  ck_assert_ptr_null (deid_dataset_new_from_arrow_stream (&stream, "names", NULL, &error));
  assert_error (&error, DEID_ERROR, _i < 2 ? DEID_ERROR_ENCODING : DEID_ERROR_DUPLICATE_COLUMN,
                "names: ", NULL);
  ck_assert_uint_eq (arrow_count_alive (), 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("hostile-arrow");
  TCase *tcase = tcase_create ("streams");

  tcase_add_loop_test (tcase, columns, 0, G_N_ELEMENTS (cases));
  tcase_add_loop_test (tcase, tables, 0, 7);
  tcase_add_loop_test (tcase, names, 0, 3);
  suite_add_tcase (suite, tcase);
  return suite;
}
