/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Answers of engines as Arrow streams. */
#include <errno.h>
#include <string.h>

#include "support/arrow-maker.h"
#include "support/suite.h"

typedef enum
{
  UTF8,
  LARGE_UTF8,
  VIEWS,
  DICTIONARY,
  N_KINDS
} Kind;

/* Rows of keys and counts: `a` twice and b once, then c once and one that is missing. */
#define N_ROWS 2
static const char *const keys[][N_ROWS] = { { "=a=", "=bbbbbbbbbbbbbbb=" }, { "=c=", "-" } };
static const char *const counts[][N_ROWS] = { { "=2=", "=1=" }, { "=1=", "=1=" } };

/* An answer of two arrays, and what is wrong with it. */
typedef struct
{
  Kind kind;
  guint n_columns;
  const char *key; /* instead of the first one of the second array, or NULL */
  ArrowTricks tricks;
  gboolean ignores_errors, is_released;
} Answer;

static struct ArrowArray *
make_texts (const char *const *texts, guint width)
{
  struct ArrowArray *array = arrow_array_new (N_ROWS, 3, 0);
  g_autoptr (GString) bytes = g_string_new (NULL);
  gint64 long_ends[N_ROWS + 1] = { 0 };
  gint32 ends[N_ROWS + 1] = { 0 };

  for (guint i = 0; i < N_ROWS; i++)
    {
      g_string_append (bytes, texts[i]);
      long_ends[i + 1] = (gint64) bytes->len;
      ends[i + 1] = (gint32) bytes->len;
    }
  if (width == 8)
    arrow_array_set_buffer (array, 1, long_ends, sizeof long_ends);
  else
    arrow_array_set_buffer (array, 1, ends, sizeof ends);
  arrow_array_set_buffer (array, 2, bytes->str, bytes->len);
  return array;
}

/* Each text is in a buffer of its own, or in its view. */
static struct ArrowArray *
make_views (const char *const *texts)
{
  struct ArrowArray *array = arrow_array_new (N_ROWS, 2 + N_ROWS + 1, 0);
  gint32 views[N_ROWS][4] = { { 0 } };
  gint64 sizes[N_ROWS];

  for (gint32 i = 0; i < N_ROWS; i++)
    {
      const gsize length = strlen (texts[i]);

      sizes[i] = (gint64) length;
      views[i][0] = (gint32) length;
      views[i][2] = i;
      memcpy (&views[i][1], texts[i], length <= 12 ? length : 4);
      arrow_array_set_buffer (array, 2 + (guint) i, texts[i], length);
    }
  arrow_array_set_buffer (array, 1, views, sizeof views);
  arrow_array_set_buffer (array, 2 + N_ROWS, sizes, sizeof sizes);
  return array;
}

static struct ArrowArray *
make_dictionary (const char *const *texts)
{
  static const guint8 places[] = { 1, 0 };
  const char *const swapped[] = { texts[1], texts[0] };
  struct ArrowArray *array = arrow_array_new (N_ROWS, 2, 0);

  arrow_array_set_buffer (array, 1, places, sizeof places);
  array->dictionary = make_texts (swapped, 4);
  return array;
}

static struct ArrowArray *
make_column (Kind kind, const char *const *texts)
{
  switch (kind)
    {
    case VIEWS:
      return make_views (texts);
    case DICTIONARY:
      return make_dictionary (texts);
    default:
      return make_texts (texts, kind == LARGE_UTF8 ? 8 : 4);
    }
}

/* Columns of an answer may have no name, and names that are alike. */
static void
make_stream (const Answer *answer, struct ArrowArrayStream *stream)
{
  static const char *const formats[] = { "u", "U", "vu", "C" };
  struct ArrowSchema *schema = arrow_schema_new ("+s", "", answer->n_columns);
  struct ArrowArray *arrays[2];

  for (guint c = 0; c < answer->n_columns; c++)
    {
      schema->children[c] = arrow_schema_new (formats[answer->kind], "", 0);
      if (answer->kind == DICTIONARY)
        schema->children[c]->dictionary = arrow_schema_new ("u", "", 0);
    }
  for (guint i = 0; i < 2; i++)
    {
      const char *texts[N_ROWS] = { keys[i][0], keys[i][1] };

      if (i == 1 && answer->key != NULL)
        texts[0] = answer->key;
      arrays[i] = arrow_array_new (N_ROWS, 1, answer->n_columns);
      for (guint c = 0; c < answer->n_columns; c++)
        arrays[i]->children[c] = make_column (answer->kind, c == 0 ? texts : counts[i]);
    }
  arrow_stream_init (stream, schema, arrays, 2, &answer->tricks);
}

static gboolean
run (const char *sql, DeidEngineRows *rows, GCancellable *cancellable G_GNUC_UNUSED,
     gpointer user_data, GError **error)
{
  static const char *const column[] = { "=q=" }, *const total[] = { "=5=", "=5=" };
  const Answer *answer = user_data;
  struct ArrowArrayStream stream;
  gboolean success;

  if (strstr (sql, "information_schema") != NULL)
    return deid_engine_rows_add (rows, column, G_N_ELEMENTS (column), error);
  if (strstr (sql, "GROUP BY") == NULL)
    return deid_engine_rows_add (rows, total, G_N_ELEMENTS (total), error);
  make_stream (answer, &stream);
  if (answer->is_released)
    stream.release (&stream);
  success = deid_engine_rows_add_arrow (rows, &stream, answer->ignores_errors ? NULL : error);
  ck_assert_ptr_null (stream.release);
  return success || answer->ignores_errors;
}

static DeidDataset *
count (Answer *answer, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidEngine) engine = deid_engine_new (DEID_DIALECT_DUCKDB, run, answer, NULL, NULL);
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, "t", NULL);
  DeidDataset *dataset;

  ck_assert (deid_engine_table_set_role (table, "q", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  dataset = deid_engine_table_count (table, cancellable, error);
  ck_assert_uint_eq (arrow_count_alive (), 0);
  return dataset;
}

START_TEST (test_kinds)
{
  static const char *const values[] = { NULL, "a", "bbbbbbbbbbbbbbb", "c" };
  Answer answer = { .kind = (Kind) _i, .n_columns = 2 };
  GError *error = NULL;
  g_autoptr (DeidDataset) dataset = count (&answer, NULL, &error);

  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 4);
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 5);
  for (guint row = 0; row < 4; row++)
    ck_assert_str_eq (deid_dataset_get_value (dataset, row, 0) ?: "(missing)",
                      values[row] != NULL ? values[row] : "(missing)");
}

static const struct
{
  Answer answer;
  int code;
  const char *message;
} broken[] = {
  { { .n_columns = 1 }, DEID_ERROR_ENGINE, "1 values, expected 2" },
  { { .n_columns = 3 }, DEID_ERROR_ENGINE, "3 values, expected 2" },
  { { .n_columns = 2, .key = "=secret" }, DEID_ERROR_ENGINE, "value 1" },
  { { .n_columns = 2, .key = "" }, DEID_ERROR_ENGINE, "value 1" },
  { { .n_columns = 2, .key = "=\xFF=" }, DEID_ERROR_ENCODING, "UTF-8" },
  { { .n_columns = 2, .is_released = TRUE }, DEID_ERROR_INVALID_ARGUMENT, "was released" },
  { { .n_columns = 2, .tricks = { .schema_error = EIO, .message = "no schema" } },
    DEID_ERROR_IO,
    "no schema" },
  { { .n_columns = 2, .tricks = { .n_before_error = 1, .error = EIO, .message = "cut" } },
    DEID_ERROR_IO,
    "cut" },
};

/* Also where the callback goes on, and says that it succeeded. */
START_TEST (test_broken)
{
  for (guint ignores = 0; ignores < 2; ignores++)
    {
      Answer answer = broken[_i].answer;
      GError *error = NULL;

      answer.ignores_errors = ignores == 1;
      ck_assert_ptr_null (count (&answer, NULL, &error));
      ck_assert_ptr_null (strstr (error->message, "secret"));
      assert_error (&error, DEID_ERROR, broken[_i].code, "counting combinations",
                    broken[_i].message, NULL);
    }
}

/* While the stream is read. */
START_TEST (test_cancelled)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Answer answer = { .n_columns = 2, .tricks = { .cancellable = cancellable } };
  GError *error = NULL;

  answer.tricks.n_before_error = G_MAXUINT;
  ck_assert_ptr_null (count (&answer, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-arrow");
  TCase *tests = tcase_create ("arrow");

  tcase_add_loop_test (tests, test_kinds, 0, N_KINDS);
  tcase_add_loop_test (tests, test_broken, 0, G_N_ELEMENTS (broken));
  tcase_add_test (tests, test_cancelled);
  suite_add_tcase (suite, tests);
  return suite;
}
