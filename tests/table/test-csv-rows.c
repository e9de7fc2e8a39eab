/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables are written as one field after the other would be, on any number of threads. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/suite.h"
#include "table/csv-write.h"

static const guint thread_numbers[] = { 1, 2, 5 };

static void
add_column (DeidDataset *dataset, const char *name, const char *const *texts, guint64 n_rows)
{
  GError *error = NULL;

  deid_dataset_add_string_column (dataset, name, texts, n_rows, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_dataset_set_role (dataset, name, DEID_ROLE_INSENSITIVE, NULL));
}

/* Few values, some of which need quotes, are missing or longer than most. */
static void
add_few (DeidDataset *dataset, const char *name, GRand *rand, guint64 n_rows)
{
  static const char *const texts[] = { "a",
                                       "1.5",
                                       "with, comma",
                                       "a \"quote\"",
                                       "",
                                       NULL,
                                       " blank",
                                       "two\nlines",
                                       "=1+1",
                                       "exactly 16 bytes",
                                       "one more than 16.",
                                       "some more bytes than are copied at once" };
  g_autofree const char **values = g_new (const char *, n_rows);

  for (guint64 row = 0; row < n_rows; row++)
    values[row] = texts[g_rand_int_range (rand, 0, G_N_ELEMENTS (texts))];
  add_column (dataset, name, values, n_rows);
}

/* Each row has a value of its own, of @length bytes or some more. */
static void
add_many (DeidDataset *dataset, const char *name, gsize length, guint64 n_rows)
{
  g_autoptr (GStringChunk) chunk = g_string_chunk_new (65536);
  g_autofree const char **values = g_new (const char *, n_rows);
  g_autofree char *rest = g_strnfill (length, 'x');

  for (guint64 row = 0; row < n_rows; row++)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT ",%s", row, rest);

      values[row] = g_string_chunk_insert (chunk, text);
    }
  add_column (dataset, name, values, n_rows);
}

static DeidCsvOptions *
make_options (guint n_threads, gboolean spreadsheet_safe)
{
  DeidCsvOptions *options = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_n_threads (options, n_threads, NULL));
  ck_assert (deid_csv_options_set_spreadsheet_safe (options, spreadsheet_safe, NULL));
  return options;
}

static void
add_fields (DeidDataset *dataset, const DeidCsvOptions *options, guint64 row, DeidLongText *text)
{
  const guint n = deid_dataset_get_n_columns (dataset);

  for (guint c = 0; c < n; c++)
    {
      const char *value = deid_dataset_get_value (dataset, row, c);

      if (value != NULL)
        deid_csv_add_field (text, options, ',', value);
      else if (n == 1)
        deid_csv_add_quoted (text, '"', "");
      deid_csv_add_char (text, c + 1 < n ? ',' : '\n');
    }
}

/* Returns: (transfer full): the file of a table, field by field. */
static char *
write_fields (DeidDataset *dataset, gboolean spreadsheet_safe)
{
  g_autoptr (DeidCsvOptions) options = make_options (1, spreadsheet_safe);
  const guint n = deid_dataset_get_n_columns (dataset);
  DeidLongText text = { 0 };
  GError *error = NULL;
  char *bytes;

  for (guint c = 0; c < n; c++)
    {
      deid_csv_add_field (&text, options, ',', deid_dataset_get_column_name (dataset, c));
      deid_csv_add_char (&text, c + 1 < n ? ',' : '\n');
    }
  for (guint64 row = 0; row < deid_dataset_get_n_rows (dataset); row++)
    add_fields (dataset, options, row, &text);
  bytes = deid_long_text_end (&text, &error);
  assert_no_error (error);
  return bytes;
}

static void
check_file (DeidDataset *dataset, gboolean spreadsheet_safe)
{
  const char *path = get_temporary_file ("table.csv");
  g_autofree char *expected = write_fields (dataset, spreadsheet_safe);

  for (guint i = 0; i < G_N_ELEMENTS (thread_numbers); i++)
    {
      g_autoptr (DeidCsvOptions) options = make_options (thread_numbers[i], spreadsheet_safe);
      g_autofree char *bytes = NULL;
      GError *error = NULL;
      gsize n;

      deid_dataset_write_csv (dataset, path, options, NULL, &error);
      assert_no_error (error);
      g_file_get_contents (path, &bytes, &n, &error);
      assert_no_error (error);
      ck_assert_uint_eq (n, strlen (expected));
      ck_assert_msg (memcmp (bytes, expected, n) == 0, "%u threads", thread_numbers[i]);
    }
}

START_TEST (field_by_field)
{
  static const guint64 numbers[] = { 1, 3, 50000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");

      add_few (dataset, "a", rand, numbers[i]);
      check_file (dataset, FALSE);
      add_many (dataset, "b", 0, numbers[i]);
      add_few (dataset, "c, d", rand, numbers[i]);
      check_file (dataset, FALSE);
      check_file (dataset, TRUE);
    }
}
END_TEST

/* More than 8 MB in the fields of the columns, and more than 1 MB in the lines of a block. */
static DeidDataset *
make_long_table (void)
{
  DeidDataset *dataset = deid_dataset_new ("table");
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  add_many (dataset, "a", 200, 30000);
  add_few (dataset, "b", rand, 30000);
  add_many (dataset, "c", 150, 30000);
  add_few (dataset, "d", rand, 30000);
  return dataset;
}

START_TEST (long_columns)
{
  g_autoptr (DeidDataset) dataset = make_long_table ();

  check_file (dataset, FALSE);
}
END_TEST

START_TEST (full_device)
{
  g_autoptr (DeidDataset) dataset = make_long_table ();

  for (guint i = 0; g_file_test ("/dev/full", G_FILE_TEST_EXISTS) && i < 3; i++)
    {
      g_autoptr (DeidCsvOptions) options = make_options (thread_numbers[i], FALSE);
      GError *error = NULL;

      ck_assert (!deid_dataset_write_csv (dataset, "/dev/full", options, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "/dev/full", NULL);
    }
}
END_TEST

/* The failure comes while many blocks are still to be written. */
START_TEST (full_device_early)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  add_few (dataset, "a", rand, 1000000);
  add_few (dataset, "b", rand, 1000000);
  for (guint i = 0; g_file_test ("/dev/full", G_FILE_TEST_EXISTS) && i < 12; i++)
    {
      g_autoptr (DeidCsvOptions) options = make_options (2 + i % 4, FALSE);
      GError *error = NULL;

      ck_assert (!deid_dataset_write_csv (dataset, "/dev/full", options, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "/dev/full", NULL);
    }
}
END_TEST

/* A table that is being written to a pipe. */
typedef struct
{
  DeidDataset *dataset;
  DeidCsvOptions *options;
  GCancellable *cancellable;
  const char *path;
  GError *error;
} Writing;

static gpointer
write_table (gpointer data)
{
  Writing *writing = data;
  const gboolean success = deid_dataset_write_csv (
      writing->dataset, writing->path, writing->options, writing->cancellable, &writing->error);

  return GINT_TO_POINTER (success);
}

/* Cancelled when some bytes have come out of the pipe, which holds far less than the rest. */
START_TEST (cancelled_while_written)
{
  g_autoptr (DeidDataset) dataset = make_long_table ();

  for (guint i = 0; i < G_N_ELEMENTS (thread_numbers); i++)
    {
      g_autoptr (DeidCsvOptions) options = make_options (thread_numbers[i], FALSE);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Writing writing = { .dataset = dataset,
                          .options = options,
                          .cancellable = cancellable,
                          .path = get_temporary_file ("pipe") };
      char bytes[4096];
      GThread *thread;
      int pipe_end;

      ck_assert_int_eq (mkfifo (writing.path, 0600), 0);
      thread = g_thread_new ("writer", write_table, &writing);
      pipe_end = open (writing.path, O_RDONLY);
      ck_assert_int_ge (pipe_end, 0);
      ck_assert_int_gt (read (pipe_end, bytes, sizeof bytes), 0);
      g_cancellable_cancel (cancellable);
      while (read (pipe_end, bytes, sizeof bytes) > 0)
        ;
      ck_assert (!GPOINTER_TO_INT (g_thread_join (thread)));
      assert_error (&writing.error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
      close (pipe_end);
      ck_assert_int_eq (unlink (writing.path), 0);
    }
}
END_TEST

/* A host's stream, which must be written to in the thread that made it. */
typedef struct
{
  GOutputStream parent;
  GThread *thread;
  GString *bytes;
} OwnStream;

typedef struct
{
  GOutputStreamClass parent;
} OwnStreamClass;

GType own_stream_get_type (void);
G_DEFINE_TYPE (OwnStream, own_stream, G_TYPE_OUTPUT_STREAM)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OwnStream, g_object_unref)

static gssize
own_stream_write (GOutputStream *stream, const void *buffer, gsize size, GCancellable *cancellable,
                  GError **error)
{
  OwnStream *own = (OwnStream *) stream;

  (void) cancellable, (void) error;
  ck_assert_ptr_eq (g_thread_self (), own->thread);
  g_string_append_len (own->bytes, buffer, (gssize) size);
  return (gssize) size;
}

static void
own_stream_finalize (GObject *object)
{
  g_string_free (((OwnStream *) object)->bytes, TRUE);
  G_OBJECT_CLASS (own_stream_parent_class)->finalize (object);
}

static void
own_stream_class_init (OwnStreamClass *class)
{
  ((GOutputStreamClass *) class)->write_fn = own_stream_write;
  ((GObjectClass *) class)->finalize = own_stream_finalize;
}

static void
own_stream_init (OwnStream *own)
{
  own->thread = g_thread_self ();
  own->bytes = g_string_new (NULL);
}

START_TEST (stream_in_the_callers_thread)
{
  g_autoptr (DeidDataset) dataset = make_long_table ();
  g_autoptr (DeidCsvOptions) options = make_options (5, FALSE);
  g_autoptr (OwnStream) stream = g_object_new (own_stream_get_type (), NULL);
  g_autofree char *expected = write_fields (dataset, FALSE);
  GError *error = NULL;

  deid_dataset_write_csv_stream (dataset, G_OUTPUT_STREAM (stream), options, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (stream->bytes->str, expected);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("csv-rows");
  TCase *tcase = tcase_create ("rows");

  tcase_add_test (tcase, field_by_field);
  tcase_add_test (tcase, long_columns);
  tcase_add_test (tcase, full_device);
  tcase_add_test (tcase, full_device_early);
  tcase_add_test (tcase, cancelled_while_written);
  tcase_add_test (tcase, stream_in_the_callers_thread);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  return suite;
}
