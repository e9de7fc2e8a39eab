/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arrow streams in and out, each of whose allocations fails in turn. */
#include <errno.h>

#include "support/arrow-maker.h"
#include "support/failing-allocations.h"
#include "support/suite.h"

#define N_COLUMNS 3
#define N_ROWS    40

/* Two arrays of a column of keys, one of texts and one of numbers: more values
 * than fit in what a table begins with. */
static void
make_stream (struct ArrowArrayStream *stream)
{
  static const char *const formats[N_COLUMNS] = { "C", "u", "i" };
  static const guint32 ends[] = { 0, 1, 2 };
  struct ArrowSchema *schema = arrow_schema_new ("+s", "", N_COLUMNS);
  struct ArrowArray *arrays[2];

  for (guint c = 0; c < N_COLUMNS; c++)
    schema->children[c] = arrow_schema_new (formats[c], formats[c], 0);
  schema->children[0]->dictionary = arrow_schema_new ("u", "", 0);
  for (guint a = 0; a < 2; a++)
    {
      guint8 keys[N_ROWS];
      guint32 offsets[N_ROWS + 1] = { 0 };
      gint32 numbers[N_ROWS];
      char bytes[2 * N_ROWS];

      for (guint row = 0; row < N_ROWS; row++)
        {
          keys[row] = (guint8) (row % 2);
          bytes[2 * row] = (char) ('a' + a);
          bytes[2 * row + 1] = (char) ('0' + row);
          offsets[row + 1] = 2 * (row + 1);
          numbers[row] = (gint32) (a * N_ROWS + row);
        }
      arrays[a] = arrow_array_new (N_ROWS, 1, N_COLUMNS);
      for (guint c = 0; c < N_COLUMNS; c++)
        arrays[a]->children[c] = arrow_array_new (N_ROWS, c == 1 ? 3 : 2, 0);
      arrow_array_set_buffer (arrays[a]->children[0], 1, keys, sizeof keys);
      arrays[a]->children[0]->dictionary = arrow_array_new (2, 3, 0);
      arrow_array_set_buffer (arrays[a]->children[0]->dictionary, 1, ends, sizeof ends);
      arrow_array_set_buffer (arrays[a]->children[0]->dictionary, 2, bytes, 2);
      arrow_array_set_buffer (arrays[a]->children[1], 1, offsets, sizeof offsets);
      arrow_array_set_buffer (arrays[a]->children[1], 2, bytes, sizeof bytes);
      arrow_array_set_buffer (arrays[a]->children[2], 1, numbers, sizeof numbers);
    }
  arrow_stream_init (stream, schema, arrays, 2, NULL);
}

static void
assert_no_memory (GError **error)
{
  assert_error (error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
}

START_TEST (in)
{
  gboolean success = FALSE;
  gint n = 0;

  for (; !success; n = get_next_failure (n))
    {
      g_autoptr (DeidDataset) dataset = NULL;
      struct ArrowArrayStream stream;
      GError *error = NULL;

      make_stream (&stream);
      g_atomic_int_set (&n_allocations_left, n);
      dataset = deid_dataset_new_from_arrow_stream (&stream, "memory", NULL, &error);
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      ck_assert_uint_eq (arrow_count_alive (), 0);
      success = dataset != NULL;
      if (!success)
        assert_no_memory (&error);
    }
  ck_assert_int_gt (n, 20);
}
END_TEST

/* Asks for a schema until there is memory for it. Returns: how often. */
static guint
ask_for_schema (struct ArrowArrayStream *stream)
{
  struct ArrowSchema schema;
  int code;
  gint n = 0;

  do
    {
      g_atomic_int_set (&n_allocations_left, n++);
      code = stream->get_schema (stream, &schema);
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      ck_assert_int_eq (code, code == 0 ? 0 : ENOMEM);
      ck_assert_pstr_eq (stream->get_last_error (stream), code == 0 ? NULL : "out of memory");
    }
  while (code != 0);
  schema.release (&schema);
  return (guint) n;
}

START_TEST (out)
{
  static const char *const texts[] = { "a", "b", NULL };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", texts, 3);
  struct ArrowArrayStream stream;
  gboolean success = FALSE;
  gint n = 0;

  deid_dataset_set_role (dataset, "x", DEID_ROLE_INSENSITIVE, NULL);
  for (; !success; n = get_next_failure (n))
    {
      GError *error = NULL;

      g_atomic_int_set (&n_allocations_left, n);
      success = deid_dataset_export_to_arrow_stream (dataset, &stream, NULL, &error);
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      if (!success)
        assert_no_memory (&error);
    }
  ck_assert_int_gt (n, 10);
  ck_assert_uint_gt (ask_for_schema (&stream), 5);
  stream.release (&stream);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("arrow-memory");
  TCase *tcase = tcase_create ("streams");

  tcase_add_test (tcase, in);
  tcase_add_test (tcase, out);
  suite_add_tcase (suite, tcase);
  return suite;
}
