/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies and certificates from streams and to streams, and from and to pipes that block.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/output-job.h"
#include "support/suite.h"

#define MILLISECOND 1000
#define DIGEST      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static GInputStream *
read_text (const char *text)
{
  return g_memory_input_stream_new_from_data (text, (gssize) strlen (text), NULL);
}

/* Returns: (transfer full): what was written to a stream. */
static char *
take_text (GOutputStream *stream)
{
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);

  return g_strndup (g_memory_output_stream_get_data (memory),
                    g_memory_output_stream_get_data_size (memory));
}

/* A stream gets what a file gets, and gives what it gives. */
START_TEST (stored_policies)
{
  g_autoptr (GOutputStream) sink = g_memory_output_stream_new_resizable ();
  g_autoptr (GInputStream) source = NULL, wrong = read_text ("{\"format\": \"x\"}"),
                           nameless = read_text ("");
  g_autoptr (DeidStoredPolicy) read = NULL;
  g_autofree char *text = NULL, *content = NULL, *again = NULL, *stored = NULL;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "policies");
  ck_assert (deid_stored_policy_write_json_stream (job.policy, sink, NULL, &error));
  assert_no_error (error);
  ck_assert (deid_stored_policy_write_json (job.policy, job.paths[1], NULL, &error));
  text = take_text (sink);
  content = read_whole_file (job.paths[1]);
  ck_assert_str_eq (text, content);
  source = read_text (text);
  read = deid_stored_policy_new_from_json_stream (source, "x", NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (!g_input_stream_is_closed (source) && !g_output_stream_is_closed (sink));
  again = deid_stored_policy_to_json (read, NULL, NULL);
  stored = deid_stored_policy_to_json (job.policy, NULL, NULL);
  ck_assert_str_eq (again, stored);
  ck_assert_ptr_null (deid_stored_policy_new_from_json_stream (wrong, "a\nb", NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "a\\nb: member 'format'", NULL);
  ck_assert_ptr_null (deid_stored_policy_new_from_json_stream (nameless, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "stored policy: ", NULL);
  output_job_clear (&job);
}
END_TEST

static void
refuse (DeidProblem *problem, const char *text, const char *name, const char *reason)
{
  g_autoptr (GInputStream) source = read_text (text);
  GError *error = NULL;

  ck_assert_ptr_null (
      deid_problem_verify_certificate_stream (problem, source, name, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, reason, NULL);
}

START_TEST (certificates)
{
  g_autoptr (GOutputStream) sink = g_memory_output_stream_new_resizable ();
  g_autoptr (GInputStream) source = NULL;
  g_autoptr (DeidResult) verified = NULL;
  g_autofree char *text = NULL, *content = NULL;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "certificates");
  ck_assert (deid_result_write_certificate_stream (job.result, sink, NULL, &error));
  assert_no_error (error);
  ck_assert (deid_result_write_certificate (job.result, job.paths[2], NULL, &error));
  text = take_text (sink);
  content = read_whole_file (job.paths[2]);
  ck_assert_str_eq (text, content);
  source = read_text (text);
  verified = deid_problem_verify_certificate_stream (job.problem, source, NULL, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_is_proven_optimal (verified));
  ck_assert (deid_result_get_loss (verified) == deid_result_get_loss (job.result));
  *strrchr (g_strchomp (text), '\n') = '\0';
  refuse (job.problem, text, "x\ny", "x\\ny: line");
  refuse (job.problem, "", NULL, "certificate: line 1: ");
  output_job_clear (&job);
}
END_TEST

/* The first line says by the member that the format has what a model of the whole table does. */
START_TEST (order_of_suppression)
{
  g_autoptr (GOutputStream) sink = g_memory_output_stream_new_resizable ();
  g_autofree char *text = NULL;
  OutputJob job;

  output_job_init_with_model (&job, "order", "avg:0.9");
  ck_assert (deid_result_write_certificate_stream (job.result, sink, NULL, NULL));
  text = take_text (sink);
  ck_assert_ptr_nonnull (strstr (text, "\"suppresses\":\"smallest first\",\"monotone\":true"));
  output_job_clear (&job);
}
END_TEST

/* What a stream says of its failure is told as it is, and nobody goes on. */
START_TEST (failing_streams)
{
  g_autoptr (GOutputStream) sink = g_memory_output_stream_new_resizable ();
  g_autoptr (GInputStream) source = read_text ("{}");
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "failing");
  ck_assert (g_output_stream_close (sink, NULL, NULL) && g_input_stream_close (source, NULL, NULL));
  ck_assert (!deid_stored_policy_write_json_stream (job.policy, sink, NULL, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CLOSED, NULL);
  ck_assert (!deid_result_write_certificate_stream (job.result, sink, NULL, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CLOSED, NULL);
  ck_assert_ptr_null (deid_stored_policy_new_from_json_stream (source, NULL, NULL, NULL, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CLOSED, NULL);
  ck_assert_ptr_null (
      deid_problem_verify_certificate_stream (job.problem, source, NULL, NULL, NULL, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CLOSED, NULL);
  output_job_clear (&job);
}
END_TEST

/* Streams in memory do not look at the cancellable. */
START_TEST (cancelled_streams)
{
  g_autoptr (GOutputStream) sink = g_memory_output_stream_new_resizable ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GInputStream) source = read_text ("x");
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "cancelled");
  g_cancellable_cancel (cancellable);
  ck_assert (!deid_stored_policy_write_json_stream (job.policy, sink, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (!deid_result_write_certificate_stream (job.result, sink, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (
      deid_stored_policy_new_from_json_stream (source, NULL, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_problem_verify_certificate_stream (job.problem, source, NULL, NULL,
                                                              cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  output_job_clear (&job);
}
END_TEST

/* The digest of a release is asked for without its file. */
START_TEST (digest_asked_for)
{
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();
  g_autoptr (DeidCertificateOptions) other = deid_certificate_options_new ();
  g_autoptr (DeidOutputSet) set = NULL;
  g_autoptr (DeidResult) verified = NULL;
  GError *error = NULL;
  OutputJob job;

  output_job_init (&job, "digests");
  set = output_job_add_all (&job);
  ck_assert (deid_output_set_commit (set, NULL, &error));
  ck_assert (!deid_certificate_options_set_release_sha256 (options, "0123", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "64", NULL);
  ck_assert (deid_certificate_options_set_release_sha256 (
      options, deid_output_set_get_release_sha256 (set), &error));
  verified = deid_problem_verify_certificate (job.problem, job.paths[2], options, NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_certificate_options_set_release_sha256 (options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (deid_certificate_options_set_release_sha256 (other, DIGEST, &error));
  ck_assert (deid_certificate_options_add_release (other, job.paths[0], &error));
  ck_assert_ptr_null (
      deid_problem_verify_certificate (job.problem, job.paths[2], other, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "line 1: ", DIGEST, NULL);
  output_job_clear (&job);
}
END_TEST

/* A cancellable, and who cancels it while the calls under test wait. */
typedef struct
{
  GCancellable *cancellable;
  GThread *thread;
} Canceller;

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (20 * MILLISECOND);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
canceller_start (Canceller *canceller)
{
  canceller->cancellable = g_cancellable_new ();
  canceller->thread = g_thread_new ("cancel", cancel_soon, canceller->cancellable);
}

static void
canceller_end (Canceller *canceller, GError **error)
{
  assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  g_thread_join (canceller->thread);
  g_object_unref (canceller->cancellable);
}

/* Pipes that nobody writes to: a stored policy, a certificate, and the release of one. */
START_TEST (cancelled_reading)
{
  const char *path = get_temporary_file ("pipe");
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();
  g_autoptr (DeidOutputSet) set = NULL;
  GError *error = NULL;
  Canceller canceller;
  OutputJob job;

  output_job_init (&job, "reading");
  ck_assert_int_eq (mkfifo (path, 0600), 0);
  canceller_start (&canceller);
  ck_assert_ptr_null (
      deid_stored_policy_new_from_json_file (path, NULL, canceller.cancellable, &error));
  canceller_end (&canceller, &error);
  canceller_start (&canceller);
  ck_assert_ptr_null (
      deid_problem_verify_certificate (job.problem, path, NULL, canceller.cancellable, &error));
  canceller_end (&canceller, &error);
  set = output_job_add_all (&job);
  ck_assert (deid_output_set_commit (set, NULL, &error));
  ck_assert (deid_certificate_options_add_release (options, path, NULL));
  canceller_start (&canceller);
  ck_assert_ptr_null (deid_problem_verify_certificate (job.problem, job.paths[2], options,
                                                       canceller.cancellable, &error));
  canceller_end (&canceller, &error);
  output_job_clear (&job);
}
END_TEST

/* Makes a pipe that is full, and whose descriptors block.
 * Returns: the path of the end to write to. */
static char *
fill_pipe (int ends[2])
{
  static const char page[4096];

  ck_assert_int_eq (pipe (ends), 0);
  ck_assert_int_eq (fcntl (ends[1], F_SETFL, O_NONBLOCK), 0);
  while (write (ends[1], page, sizeof page) > 0)
    continue;
  ck_assert_int_eq (fcntl (ends[1], F_SETFL, 0), 0);
  return g_strdup_printf ("/dev/fd/%d", ends[1]);
}

/* What stands for a descriptor of the process, such as /dev/stdout, is full and blocks. */
START_TEST (cancelled_writing)
{
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  g_autofree char *path = NULL;
  GError *error = NULL;
  Canceller canceller;
  OutputJob job;
  int ends[2];

  output_job_init (&job, "writing");
  path = fill_pipe (ends);
  canceller_start (&canceller);
  ck_assert (!deid_stored_policy_write_json (job.policy, path, canceller.cancellable, &error));
  canceller_end (&canceller, &error);
  canceller_start (&canceller);
  ck_assert (!deid_result_write_certificate (job.result, path, canceller.cancellable, &error));
  canceller_end (&canceller, &error);
  canceller_start (&canceller);
  ck_assert (!deid_dataset_write_csv (job.release, path, NULL, canceller.cancellable, &error));
  canceller_end (&canceller, &error);
  ck_assert (deid_output_set_add_release (set, job.release, job.paths[0], NULL, NULL, &error));
  ck_assert (deid_output_set_add_stored_policy (set, job.policy, path, NULL, &error));
  canceller_start (&canceller);
  ck_assert (!deid_output_set_commit (set, canceller.cancellable, &error));
  canceller_end (&canceller, &error);
  ck_assert (!g_file_test (job.paths[0], G_FILE_TEST_EXISTS));
  close (ends[0]);
  close (ends[1]);
  output_job_clear (&job);
}
END_TEST

/* A set waits for a reader of a pipe no longer than the call lasts. */
START_TEST (cancelled_waiting)
{
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  const char *path = get_temporary_file ("unread");
  GError *error = NULL;
  Canceller canceller;
  OutputJob job;

  output_job_init (&job, "waiting");
  ck_assert_int_eq (mkfifo (path, 0600), 0);
  canceller_start (&canceller);
  ck_assert (
      !deid_output_set_add_stored_policy (set, job.policy, path, canceller.cancellable, &error));
  canceller_end (&canceller, &error);
  output_job_clear (&job);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("artefact-streams");
  TCase *tcase = tcase_create ("streams and pipes");

  tcase_add_test (tcase, stored_policies);
  tcase_add_test (tcase, certificates);
  tcase_add_test (tcase, order_of_suppression);
  tcase_add_test (tcase, failing_streams);
  tcase_add_test (tcase, cancelled_streams);
  tcase_add_test (tcase, digest_asked_for);
  tcase_add_test (tcase, cancelled_reading);
  tcase_add_test (tcase, cancelled_writing);
  tcase_add_test (tcase, cancelled_waiting);
  suite_add_tcase (suite, tcase);
  return suite;
}
