/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables and hierarchies from streams and to streams, and from what blocks. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/sample.h"
#include "support/suite.h"

#define NEVER       G_MAXSIZE
#define N_LARGE     60000 /* rows, more than a pipe holds */
#define MILLISECOND 1000

/* What reads and writes a few bytes at a time, and fails or cancels the call after some. */
typedef struct
{
  gsize n_at_a_time;
  gsize failing_at;
  gsize cancelling_at;
  gboolean is_silent;   /* it fails without an error */
  gboolean is_careless; /* it returns a number of bytes with its error, and heeds no cancel */
  GCancellable *cancellable;
} Trickle;

/* Returns: how many of @size bytes may pass after @n_passed, or -1 with an error. */
static gssize
trickle (const Trickle *limits, gsize n_passed, gsize size, GError **error)
{
  if (n_passed >= limits->cancelling_at)
    {
      g_cancellable_cancel (limits->cancellable);
      if (limits->is_careless)
        return (gssize) MIN (size, limits->n_at_a_time);
      g_cancellable_set_error_if_cancelled (limits->cancellable, error);
      return -1;
    }
  if (n_passed >= limits->failing_at)
    {
      if (!limits->is_silent)
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "of the test");
      return limits->is_careless ? (gssize) MIN (size, limits->n_at_a_time) : -1;
    }
  return (gssize) MIN (MIN (size, limits->n_at_a_time),
                       MIN (limits->failing_at, limits->cancelling_at) - n_passed);
}

typedef struct
{
  GInputStream parent;
  Trickle limits;
  const char *text;
  gsize length;
  gsize n_passed;
} Source;

typedef struct
{
  GInputStreamClass parent;
} SourceClass;

GType source_get_type (void);
G_DEFINE_TYPE (Source, source, G_TYPE_INPUT_STREAM)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Source, g_object_unref)

static gssize
source_read (GInputStream *stream, void *buffer, gsize size, GCancellable *cancellable,
             GError **error)
{
  Source *source = (Source *) stream;
  const gssize n = trickle (&source->limits, source->n_passed,
                            MIN (size, source->length - source->n_passed), error);

  (void) cancellable;
  if (n > 0)
    memcpy (buffer, source->text + source->n_passed, (gsize) n);
  source->n_passed += n > 0 ? (gsize) n : 0;
  return n;
}

static void
source_class_init (SourceClass *class)
{
  ((GInputStreamClass *) class)->read_fn = source_read;
}

static void
source_init (Source *source)
{
  source->limits = (Trickle){ .n_at_a_time = NEVER, .failing_at = NEVER, .cancelling_at = NEVER };
}

static Source *
source_new (const char *text)
{
  Source *source = g_object_new (source_get_type (), NULL);

  source->text = text;
  source->length = strlen (text);
  return source;
}

typedef struct
{
  GOutputStream parent;
  Trickle limits;
  GByteArray *bytes;
} Sink;

typedef struct
{
  GOutputStreamClass parent;
} SinkClass;

GType sink_get_type (void);
G_DEFINE_TYPE (Sink, sink, G_TYPE_OUTPUT_STREAM)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Sink, g_object_unref)

static gssize
sink_write (GOutputStream *stream, const void *buffer, gsize size, GCancellable *cancellable,
            GError **error)
{
  Sink *sink = (Sink *) stream;
  const gssize n = trickle (&sink->limits, sink->bytes->len, size, error);

  (void) cancellable;
  if (n > 0)
    g_byte_array_append (sink->bytes, buffer, (guint) n);
  return n;
}

static void
sink_finalize (GObject *object)
{
  g_byte_array_unref (((Sink *) object)->bytes);
  G_OBJECT_CLASS (sink_parent_class)->finalize (object);
}

static void
sink_class_init (SinkClass *class)
{
  ((GOutputStreamClass *) class)->write_fn = sink_write;
  ((GObjectClass *) class)->finalize = sink_finalize;
}

static void
sink_init (Sink *sink)
{
  sink->bytes = g_byte_array_new ();
  sink->limits = (Trickle){ .n_at_a_time = NEVER, .failing_at = NEVER, .cancelling_at = NEVER };
}

static DeidDataset *
read_table (Source *source, GError **error)
{
  DeidDataset *dataset = deid_dataset_new_from_csv_stream (G_INPUT_STREAM (source), "visits", NULL,
                                                           source->limits.cancellable, error);

  ck_assert (!g_input_stream_is_closed (G_INPUT_STREAM (source)));
  return dataset;
}

static DeidHierarchy *
read_hierarchy (Source *source, GError **error)
{
  DeidHierarchy *hierarchy = deid_hierarchy_new_from_csv_stream (
      G_INPUT_STREAM (source), "ages", NULL, source->limits.cancellable, error);

  ck_assert (!g_input_stream_is_closed (G_INPUT_STREAM (source)));
  return hierarchy;
}

/* However few bytes come at a time: a byte order mark and a line end may come in parts. */
START_TEST (reading)
{
  const gsize sizes[] = { 1, 2, 5, NEVER };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (Source) table = source_new ("\xEF\xBB\xBF"
                                             "age,ward\r\n31,a\r\n,\"b,\"\r\n");
      g_autoptr (Source) ages = source_new ("31;30-39;*\n47;40-49;*\n");
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidHierarchy) hierarchy = NULL;
      GError *error = NULL;

      table->limits.n_at_a_time = ages->limits.n_at_a_time = sizes[i];
      dataset = read_table (table, &error);
      assert_no_error (error);
      ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 2);
      ck_assert_str_eq (deid_dataset_get_column_name (dataset, 0), "age");
      ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 0), "31");
      ck_assert_ptr_null (deid_dataset_get_value (dataset, 1, 0));
      ck_assert_str_eq (deid_dataset_get_value (dataset, 1, 1), "b,");
      hierarchy = read_hierarchy (ages, &error);
      assert_no_error (error);
      ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), 3);
      assert_generalizes (hierarchy, "47", 1, "40-49");
    }
}
END_TEST

/* Messages have the name that the host gave, or say what is read. */
START_TEST (names)
{
  g_autoptr (Source) table = source_new ("a\n1\n2,3\n"), ages = source_new ("1,a\n1,b\n");
  g_autoptr (GInputStream) nothing = g_memory_input_stream_new ();
  GError *error = NULL;

  ck_assert_ptr_null (read_table (table, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "visits: line 3: ", NULL);
  ck_assert_ptr_null (read_hierarchy (ages, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "ages: line 2: ", NULL);
  ck_assert_ptr_null (deid_dataset_new_from_csv_stream (nothing, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "table: line 1: ", NULL);
  ck_assert_ptr_null (deid_hierarchy_new_from_csv_stream (nothing, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "hierarchy: line 1: ", NULL);
}
END_TEST

/* A stream's error reaches the host as it is, wherever it comes. */
static void
assert_passed_on (GError **error, const Trickle *limits)
{
  if (limits->cancelling_at != NEVER)
    ck_assert (g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  else if (limits->is_silent)
    ck_assert (g_error_matches (*error, DEID_ERROR, DEID_ERROR_IO));
  else
    {
      ck_assert (g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED));
      ck_assert_str_eq ((*error)->message, "of the test");
    }
  g_clear_error (error);
}

START_TEST (failing_sources)
{
  for (guint i = 0; i < 3; i++)
    for (gsize n = 0; n < 12; n += 3)
      {
        g_autoptr (GCancellable) cancellable = g_cancellable_new ();
        Trickle limits = { .n_at_a_time = 2,
                           .failing_at = i == 2 ? NEVER : n,
                           .cancelling_at = i == 2 ? n : NEVER,
                           .is_silent = i == 1,
                           .cancellable = cancellable };
        g_autoptr (Source) table = source_new ("a,b\n1,2\n3,4\n"),
                           ages = source_new ("1,*\n2,*\n3,*\n");
        GError *error = NULL;

        table->limits = ages->limits = limits;
        ck_assert_ptr_null (read_table (table, &error));
        assert_passed_on (&error, &limits);
        g_cancellable_reset (cancellable);
        ck_assert_ptr_null (read_hierarchy (ages, &error));
        assert_passed_on (&error, &limits);
      }
}
END_TEST

/* Returns: a table whose file has some 600 kB. */
static DeidDataset *
make_large_table (void)
{
  DeidDataset *dataset = deid_dataset_new ("large");
  g_autofree gint64 *numbers = g_new (gint64, N_LARGE);

  for (guint row = 0; row < N_LARGE; row++)
    numbers[row] = 1000000000 + row;
  ck_assert (deid_dataset_add_integer_column (dataset, "n", numbers, N_LARGE, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "n", DEID_ROLE_INSENSITIVE, NULL));
  return dataset;
}

/* Streams that go on when they were cancelled, or that fail and go on. */
START_TEST (careless_streams)
{
  g_autoptr (DeidDataset) dataset = make_large_table ();

  for (guint is_cancelled = 0; is_cancelled < 2; is_cancelled++)
    for (gsize n = 0; n < 12; n += 3)
      {
        g_autoptr (GCancellable) cancellable = g_cancellable_new ();
        g_autoptr (Sink) sink = g_object_new (sink_get_type (), NULL);
        g_autoptr (Source) table = source_new ("a,b\n1,2\n3,4\n"),
                           ages = source_new ("1,*\n2,*\n3,*\n");
        const Trickle limits = { .n_at_a_time = 2,
                                 .failing_at = is_cancelled ? NEVER : n,
                                 .cancelling_at = is_cancelled ? n : NEVER,
                                 .is_careless = TRUE,
                                 .cancellable = cancellable };
        GError *error = NULL;

        table->limits = ages->limits = sink->limits = limits;
        ck_assert_ptr_null (read_table (table, &error));
        assert_passed_on (&error, &limits);
        g_cancellable_reset (cancellable);
        ck_assert_ptr_null (read_hierarchy (ages, &error));
        assert_passed_on (&error, &limits);
        g_cancellable_reset (cancellable);
        ck_assert (!deid_dataset_write_csv_stream (dataset, G_OUTPUT_STREAM (sink), NULL,
                                                   cancellable, &error));
        assert_passed_on (&error, &limits);
        ck_assert_uint_le (sink->bytes->len, n + 4);
      }
}
END_TEST

START_TEST (writing)
{
  const gsize sizes[] = { 1000, NEVER };
  g_autoptr (DeidDataset) dataset = make_large_table ();
  g_autofree char *expected = sample_write_csv (dataset, "large.csv");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (Sink) sink = g_object_new (sink_get_type (), NULL);
      GError *error = NULL;

      sink->limits.n_at_a_time = sizes[i];
      ck_assert (
          deid_dataset_write_csv_stream (dataset, G_OUTPUT_STREAM (sink), NULL, NULL, &error));
      assert_no_error (error);
      ck_assert (!g_output_stream_is_closed (G_OUTPUT_STREAM (sink)));
      ck_assert_uint_eq (sink->bytes->len, strlen (expected));
      ck_assert_mem_eq (sink->bytes->data, expected, sink->bytes->len);
    }
}
END_TEST

START_TEST (failing_sinks)
{
  g_autoptr (DeidDataset) dataset = make_large_table ();

  for (guint i = 0; i < 3; i++)
    for (gsize n = 0; n <= 200000; n += 100000)
      {
        g_autoptr (GCancellable) cancellable = g_cancellable_new ();
        g_autoptr (Sink) sink = g_object_new (sink_get_type (), NULL);
        GError *error = NULL;

        sink->limits = (Trickle){ .n_at_a_time = 1000,
                                  .failing_at = i == 2 ? NEVER : n,
                                  .cancelling_at = i == 2 ? n : NEVER,
                                  .is_silent = i == 1,
                                  .cancellable = cancellable };
        ck_assert (!deid_dataset_write_csv_stream (dataset, G_OUTPUT_STREAM (sink), NULL,
                                                   cancellable, &error));
        assert_passed_on (&error, &sink->limits);
        ck_assert (!g_output_stream_is_closed (G_OUTPUT_STREAM (sink)));
        ck_assert_uint_eq (sink->bytes->len, n);
      }
}
END_TEST

/* Checks are those of files: no column that may be written, no value read back as missing. */
START_TEST (refused_tables)
{
  static const char *const values[] = { "NA" };
  static const char *const missing[] = { "NA", NULL };
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (Sink) sink = g_object_new (sink_get_type (), NULL);
  GError *error = NULL;

  ck_assert (deid_csv_options_set_missing_values (options, missing, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "a", values, 1, NULL, NULL));
  ck_assert (
      !deid_dataset_write_csv_stream (dataset, G_OUTPUT_STREAM (sink), options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, NULL);
  ck_assert (deid_dataset_set_role (dataset, "a", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (
      !deid_dataset_write_csv_stream (dataset, G_OUTPUT_STREAM (sink), options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
  ck_assert_uint_eq (sink->bytes->len, 0);
}
END_TEST

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (20 * MILLISECOND);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static const char *
make_pipe (const char *name)
{
  const char *path = get_temporary_file (name);

  ck_assert_int_eq (mkfifo (path, 0600), 0);
  return path;
}

/* A pipe that nobody writes to, and one that somebody opened and keeps silent about. */
START_TEST (cancelled_reading)
{
  const char *path = make_pipe (_i == 0 ? "nobody" : "silent");
  const int writer = _i == 0 ? -1 : open (path, O_RDWR | O_CLOEXEC);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
  GError *error = NULL;

  ck_assert_ptr_null (deid_dataset_new_from_csv_file (path, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_hierarchy_new_from_csv_file (path, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  g_thread_join (thread);
  if (writer >= 0)
    close (writer);
}
END_TEST

/* A pipe that is full, and one that nobody reads. */
START_TEST (cancelled_writing)
{
  const char *path = make_pipe (_i == 0 ? "unread" : "full");
  const int reader = _i == 0 ? -1 : open (path, O_RDWR | O_CLOEXEC);
  g_autoptr (DeidDataset) dataset = make_large_table ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
  GError *error = NULL;

  ck_assert (!deid_dataset_write_csv (dataset, path, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  g_thread_join (thread);
  if (reader >= 0)
    close (reader);
}
END_TEST

typedef struct
{
  const char *path;
  const char *text;
} Writer;

static gpointer
write_to_pipe (gpointer data)
{
  const Writer *writer = data;
  const int descriptor = open (writer->path, O_WRONLY | O_CLOEXEC);
  const gsize length = strlen (writer->text);

  ck_assert_int_ge (descriptor, 0);
  for (gsize i = 0; i < length; i++)
    {
      ck_assert_int_eq (write (descriptor, writer->text + i, 1), 1);
      g_usleep (MILLISECOND / 10);
    }
  close (descriptor);
  return NULL;
}

/* A pipe is opened once, also where the delimiter has to be looked for. */
START_TEST (hierarchy_from_pipe)
{
  Writer writer = { make_pipe ("labels"), "31;30-39;*\n47;40-49;*\n" };
  GThread *thread = g_thread_new ("write", write_to_pipe, &writer);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  GError *error = NULL;

  hierarchy = deid_hierarchy_new_from_csv_file (writer.path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), 3);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 2);
  g_thread_join (thread);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("streams");
  TCase *tcase = tcase_create ("streams");

  tcase_add_test (tcase, reading);
  tcase_add_test (tcase, names);
  tcase_add_test (tcase, failing_sources);
  tcase_add_test (tcase, careless_streams);
  tcase_add_test (tcase, writing);
  tcase_add_test (tcase, failing_sinks);
  tcase_add_test (tcase, refused_tables);
  tcase_add_loop_test (tcase, cancelled_reading, 0, 2);
  tcase_add_loop_test (tcase, cancelled_writing, 0, 2);
  tcase_add_test (tcase, hierarchy_from_pipe);
  suite_add_tcase (suite, tcase);
  return suite;
}
