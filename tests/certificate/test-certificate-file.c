/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Certificates as files: what cannot be read or written, what is no certificate, progress and
 * cancellation. */
#include "support/suite.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "support/certificate-case.h"
#include "certificate/certificate-private.h"
#include "support/search-problem.h"
#include "search/result-private.h"

#define MAX_NAME   (1 << 16)
#define MAX_DIGEST (64 * 128)

/* A certificate whose third line may be replaced. */
typedef struct
{
  CertificateCase made;
  char **lines;
  const char *path;
} Fixture;

static Fixture fixture;

static void
set_up (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  fixture.path = get_temporary_file ("certificate.jsonl");
  do
    {
      certificate_case_clear (&fixture.made);
      g_clear_pointer (&fixture.lines, g_strfreev);
      certificate_case_init (&fixture.made, rand);
      fixture.lines = certificate_case_prove (&fixture.made, rand);
    }
  while (!g_str_has_prefix (fixture.lines[2], "{\"split\""));
}

static void
tear_down (void)
{
  certificate_case_clear (&fixture.made);
  g_clear_pointer (&fixture.lines, g_strfreev);
}

static void
refuse (const char *path, int code, const char *text)
{
  GError *error = NULL;

  ck_assert_ptr_null (verify_certificate (&fixture.made, path, &error));
  assert_error (&error, DEID_ERROR, code, path, text, NULL);
}

START_TEST (malformed_lines)
{
  static const struct
  {
    const char *line;
    const char *message;
  } cases[] = {
    { "", "line 3: not well-formed" },
    { "nonsense", "line 3: not well-formed" },
    { "{\"split\":[0,0]", "line 3: not well-formed" },
    { "{\"split\":[0,0]} {}", "line 3: not well-formed" },
    { "{\"split\":[00,0]}", "line 3: not well-formed" },
    { "{\"split\":[0,0], \"bounded\":\"\xff\"}", "line 3: not valid UTF-8" },
    { "[]", "line 3: expected a JSON object" },
    { "3", "line 3: expected a JSON object" },
    { "{}", "line 3: expected a member split" },
    { "{\"spilt\":[0,0]}", "line 3: expected a member split" },
    { "{\"split\":[0,0],\"more\":1}", "line 3: expected a member split" },
    { "{\"split\":[0,0],\"split\":[0,0]}", "line 3: an object has a member twice" },
    { "{\"cut\":[0,0]}", "line 3: expected a member split" },
    { "{\"cut\":[0,0],\"more\":1}", "line 3: expected a member split" },
    { "{\"split\":0}", "line 3: expected an array of 2" },
    { "{\"split\":null}", "line 3: expected an array of 2" },
    { "{\"split\":[0]}", "line 3: expected an array of 2" },
    { "{\"split\":[0,0,0]}", "line 3: expected an array of 2" },
    { "{\"split\":[0,\"0\"]}", "line 3: expected a count" },
    { "{\"split\":[0,0.5]}", "line 3: expected a count" },
    { "{\"split\":[0,0.0]}", "line 3: expected numbers without a sign" },
    { "{\"split\":[0,0e3]}", "line 3: expected numbers without a sign" },
    { "{\"split\":[0,-0]}", "line 3: expected numbers without a sign" },
    { "{\"split\":[0,-1]}", "line 3: expected numbers without a sign" },
    { "{\"split\":[-18446744073709551616,0]}", "line 3: not well-formed" },
    { "{\"split\":[0,18446744073709551616]}", "line 3: not well-formed" },
    { "{\"infeasible\":-18446744073709551614}", "line 3: not well-formed" },
    { "{\"infeasible\":9223372036854775808}", "line 3: not well-formed" },
    { "{\"\\\"-1\":1}", "line 3: expected a member split" },
    { "{\"\x1f\":1}", "line 3: expected numbers without a sign" },
    { "{\"\x01\":1}", "line 3: not well-formed" },
    { "{\"split\":[0,[0]]}", "line 3: expected a count" },
    { "{\"split\":[4294967296,0]}", "line 3: dimension 4294967296, level 0" },
    { "{\"split\":[0,65536]}", "line 3: dimension 0, level 65536" },
    { "{\"split\":[0,9223372036854775807]}", "line 3: dimension 0" },
    { "{\"cut\":[0,65536],\"necessary\":0,\"models\":[]}", "line 3: dimension 0, level 65536" },
    { "{\"cut\":[0,0],\"necessary\":true,\"models\":[]}", "line 3: expected a count" },
    { "{\"cut\":[0,0],\"necessary\":0}", "line 3: expected a member split" },
    { "{\"bounded\":0,\"models\":[0]}", "line 3: expected a member split" },
    { "{\"lower\":{}}", "line 3: expected an array" },
    { "{\"lower\":[]}", "line 3: expected an array" },
    { "{\"lower\":[[0,0]]}", "line 3: expected an array of 3" },
    { "{\"lower\":[[0,0,\"0\"]]}", "line 3: expected a number" },
    { "{\"lower\":[[0,65536,0]]}", "line 3: dimension 0, level 65536" },
    { "{\"bounded\":\"0\"}", "line 3: expected a number" },
    { "{\"bounded\":null}", "line 3: expected a number" },
    { "{\"bounded\":1e300}", "line 3: a bound of 1e+300 is stated" },
    { "{\"bounded\":-1.5}", "line 3: expected numbers without a sign" },
    { "{\"infeasible\":[],\"models\":[]}", "line 3: expected a count" },
    { "{\"no_solution\":0}", "line 3: expected a box that is a single policy" },
    { "{\"solution\":0,\"objective\":0}", "line 3: expected a box that is a single policy" },
    { "{\"lines\":2,\"digest\":\"\"}", "line 3: expected a member split" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_free (fixture.lines[2]);
      fixture.lines[2] = g_strdup (cases[i].line);
      write_certificate (fixture.path, (const char *const *) fixture.lines, TRUE);
      refuse (fixture.path, DEID_ERROR_CERTIFICATE, cases[i].message);
    }
}
END_TEST

static void
write_bytes (const char *text, gsize length)
{
  GError *error = NULL;

  g_file_set_contents (fixture.path, text, (gssize) length, &error);
  assert_no_error (error);
}

/* Each beginning of the file, also the one that lacks only the last line end. */
START_TEST (truncated)
{
  g_autofree char *joined = g_strjoinv ("\n", fixture.lines);
  g_autofree char *text = g_strconcat (g_strchomp (joined), "\n", NULL);
  g_autoptr (DeidResult) whole = NULL;
  GError *error = NULL;

  for (gsize length = 0; length < strlen (text); length++)
    {
      write_bytes (text, length);
      refuse (fixture.path, DEID_ERROR_CERTIFICATE, ": line ");
    }
  for (char *end = strchr (text, '\n'); end != NULL && end[1] != '\0'; end = strchr (end + 1, '\n'))
    {
      write_bytes (text, (gsize) (end - text));
      refuse (fixture.path, DEID_ERROR_CERTIFICATE, "expected a newline at its end");
      write_bytes (text, (gsize) (end - text) + 1);
      refuse (fixture.path, DEID_ERROR_CERTIFICATE, "breaks off");
    }
  write_bytes (text, strlen (text) - 1);
  refuse (fixture.path, DEID_ERROR_CERTIFICATE, "expected a newline at its end");
  write_bytes (text, strlen (text));
  whole = verify_certificate (&fixture.made, fixture.path, &error);
  assert_no_error (error);
}
END_TEST

START_TEST (something_behind_the_end)
{
  static const char *const rests[] = { "\n", "{}\n", "nonsense", "{\"split\":[0,0]}\n", "\x01" };

  for (guint i = 0; i < G_N_ELEMENTS (rests); i++)
    {
      g_autofree char *text = g_strjoinv ("\n", fixture.lines);
      g_autofree char *longer = g_strconcat (g_strchomp (text), "\n", rests[i], NULL);

      write_bytes (longer, strlen (longer));
      refuse (fixture.path, DEID_ERROR_CERTIFICATE, "expected nothing behind the end");
    }
}
END_TEST

/* Makes a line longer by blanks. */
static void
pad_line (guint i, gsize length)
{
  g_autofree char *line = fixture.lines[i];
  const gsize n_blanks = length - strlen (line);

  fixture.lines[i] = g_strdup_printf ("%s%*s", line, (int) n_blanks, "");
  write_certificate (fixture.path, (const char *const *) fixture.lines, TRUE);
}

/* Lines of the greatest length and of one byte more. */
START_TEST (long_lines)
{
  const char *name_end = strstr (fixture.lines[0], "\",\"rows\"");
  const char *name = strstr (fixture.lines[0], "\"name\":\"") + strlen ("\"name\":\"");
  const gsize without_name = strlen (fixture.lines[0]) - (gsize) (name_end - name);
  const guint n_dimensions
      = deid_lattice_get_n_dimensions (deid_problem_get_lattice (fixture.made.problem));
  const gsize others = 256 + 64 * n_dimensions + 32 * fixture.made.random->n_models;
  const gsize limits[] = { without_name + MAX_NAME + MAX_DIGEST, others, others };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autofree char *line = g_strdup (fixture.lines[i]);
      g_autofree char *message
          = g_strdup_printf ("line %u: longer than %" G_GSIZE_FORMAT " bytes", i + 1, limits[i]);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      pad_line (i, limits[i]);
      result = verify_certificate (&fixture.made, fixture.path, &error);
      assert_no_error (error);
      pad_line (i, limits[i] + 1);
      refuse (fixture.path, DEID_ERROR_CERTIFICATE, message);
      g_free (fixture.lines[i]);
      fixture.lines[i] = g_steal_pointer (&line);
    }
}
END_TEST

/* Puts @to in the place of the first @from of the first line. */
static void
refuse_header (const char *from, const char *to, const char *message)
{
  g_autofree char *line = fixture.lines[0];
  g_auto (GStrv) parts = g_strsplit (line, from, 2);

  ck_assert_ptr_nonnull (parts[1]);
  fixture.lines[0] = g_strconcat (parts[0], to, parts[1], NULL);
  write_certificate (fixture.path, (const char *const *) fixture.lines, TRUE);
  refuse (fixture.path, DEID_ERROR_CERTIFICATE, message);
  g_free (fixture.lines[0]);
  fixture.lines[0] = g_steal_pointer (&line);
}

START_TEST (spellings_of_the_header)
{
  refuse_header ("\"version\":1", "\"version\":1.0", "line 1: expected numbers without a sign");
  refuse_header ("\"version\":1", "\"version\":1e0", "line 1: expected numbers without a sign");
  refuse_header ("\"version\":1", "\"version\":-18446744073709551615", "line 1: not well-formed");
  refuse_header ("\"name\":\"", "\"name\":\"\x01", "line 1: not well-formed");
  refuse_header ("\"name\":\"", "\"name\":\"\t", "line 1: not well-formed");
  refuse_header ("\"name\":\"", "\"name\":\"\x1f", "line 1: expected numbers without a sign");
}
END_TEST

START_TEST (files_that_are_none)
{
  g_autofree char *directory = g_path_get_dirname (fixture.path);
  static const char zeros[100] = { 0 };

  refuse (get_temporary_file ("no-such-file"), DEID_ERROR_IO, "cannot open the file");
  refuse (directory, DEID_ERROR_IO, "cannot read the file");
  refuse ("/dev/null", DEID_ERROR_CERTIFICATE, "line 1: the certificate breaks off");
  write_bytes (zeros, sizeof zeros);
  refuse (fixture.path, DEID_ERROR_CERTIFICATE, "line 1: not valid UTF-8");
  write_bytes ("a,b\n1,2\n", 8);
  refuse (fixture.path, DEID_ERROR_CERTIFICATE, "line 1: not well-formed");
  write_bytes ("{\"format\":\"another\"}\n", 21);
  refuse (fixture.path, DEID_ERROR_CERTIFICATE,
          "line 1: member 'format' is something else in the file, expected \"libdeid certificate\" "
          "for this problem");
}
END_TEST

static guint
count_files (void)
{
  g_autofree char *directory = g_path_get_dirname (fixture.path);
  GDir *dir = g_dir_open (directory, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

/* The file appears whole, with mode 0600, or not at all. */
START_TEST (written_files)
{
  DeidResult *optimum = fixture.made.optimum;
  GError *error = NULL;
  GStatBuf status;
  guint n_files;

  ck_assert (deid_result_write_certificate (optimum, fixture.path, NULL, &error));
  ck_assert_int_eq (g_stat (fixture.path, &status), 0);
  ck_assert_int_eq (status.st_mode & 0777, 0600);
  n_files = count_files ();
  ck_assert (!deid_result_write_certificate (optimum, "/no/such/directory/file", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "/no/such/directory/file", NULL);
  ck_assert (!deid_result_write_certificate (optimum, "/dev/full", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "/dev/full", NULL);
  ck_assert_uint_eq (count_files (), n_files);
}
END_TEST

START_TEST (unproven_results)
{
  const char *path = get_temporary_file ("unproven.jsonl");
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_search_set_step_limit (search, 2, NULL));
  result = run_search (search, problem, NULL);
  ck_assert (!deid_result_is_proven_optimal (result));
  ck_assert (!deid_result_write_certificate (result, path, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "not proven optimal", NULL);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
}
END_TEST

static gboolean
prove_nothing (const DeidPreparedProblem *prepared, const DeidLevel *optimum,
               const DeidVerdict *verdict, const DeidProofFuncs *funcs, gpointer data,
               const DeidStop *stop, GError **error)
{
  (void) prepared, (void) optimum, (void) verdict, (void) stop;
  return funcs->split (data, 0, 0, error);
}

/* A proof that leaves boxes unsettled. */
START_TEST (unfinished_proof)
{
  const DeidStop never = { .deadline = G_MAXINT64 };
  const char *path = get_temporary_file ("unfinished.jsonl");
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = run_search (search, problem, NULL);
  GError *error = NULL;

  ck_assert (!deid_certificate_write (result, prove_nothing, path, &never, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "the proof breaks off", NULL);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
}
END_TEST

/* Names that are no UTF-8, too long, a path, or need escapes. */
START_TEST (table_names)
{
  g_autofree char *long_name = g_strnfill (100000, '"');
  const char *const names[] = { "/secret/t\377x.csv", "secret/\x1f\x01\"\\\x7f", long_name, "" };
  static const char *const values[] = { "a", "a" };
  const char *path = get_temporary_file ("named.jsonl");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new (names[i]);
      g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
      g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL, verified = NULL;
      g_auto (GStrv) lines = NULL;
      GError *error = NULL;

      ck_assert (deid_dataset_add_string_column (dataset, "\x1f", values, 2, NULL, NULL));
      lattice = deid_lattice_new (dataset);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "\x1f", hierarchy, NULL, NULL));
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
      result = run_search (search, problem, NULL);
      ck_assert (deid_result_write_certificate (result, path, NULL, &error));
      assert_no_error (error);
      lines = read_certificate (path);
      ck_assert (g_utf8_validate (lines[0], -1, NULL));
      ck_assert_ptr_null (strstr (lines[0], "secret"));
      verified = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
      assert_no_error (error);
    }
}
END_TEST

/* The only value of a column costs nothing on either level; level 0 comes first. */
START_TEST (ties)
{
  static const char *const values[] = { "a", "a" };
  const char *path = get_temporary_file ("tie.jsonl");
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "column", values, 2, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "column", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  for (guint level = 0; level < 2; level++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new (lattice, &level, 1, NULL);
      g_autoptr (DeidResult) result = deid_problem_evaluate (problem, policy, NULL, &error);

      assert_no_error (error);
      ck_assert (deid_result_is_proven_optimal (result));
      ck_assert (deid_result_write_certificate (result, path, NULL, &error) == (level == 0));
      if (level > 0)
        assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "comes first", NULL);
    }
}
END_TEST

/* What a progress function saw, and the call after which it cancels. */
typedef struct
{
  GCancellable *cancellable;
  guint n_calls;
  guint last_call;
  GThread *thread;
  double loss;
  double share_settled;
  double share_done;
  guint64 n_evaluated;
} Watch;

static void
watch (DeidProgress *progress, gpointer data)
{
  Watch *seen = data;
  const double share_settled = deid_progress_get_share_settled (progress);
  double loss;

  ck_assert_ptr_eq (g_thread_self (), seen->thread);
  ck_assert (deid_progress_get_loss (progress, &loss));
  ck_assert (loss == seen->loss);
  ck_assert (deid_progress_get_lower_bound (progress) <= loss);
  ck_assert (share_settled >= seen->share_settled && share_settled <= 1);
  ck_assert_uint_ge (deid_progress_get_n_evaluated (progress), seen->n_evaluated);
  ck_assert (deid_progress_get_share_done (progress) > seen->share_done);
  seen->share_settled = share_settled;
  seen->share_done = deid_progress_get_share_done (progress);
  seen->n_evaluated = deid_progress_get_n_evaluated (progress);
  if (++seen->n_calls == seen->last_call)
    g_cancellable_cancel (seen->cancellable);
}

static DeidResult *
verify_watched (const char *path, DeidProblem *problem, Watch *seen, GError **error)
{
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();

  ck_assert (deid_certificate_options_set_progress_func (options, watch, seen, NULL, NULL));
  return deid_problem_verify_certificate (problem, path, options, seen->cancellable, error);
}

START_TEST (progress_and_cancellation)
{
  g_autoptr (DeidProblem) problem = make_problem (20000, 3, 0.05);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = run_search (search, problem, NULL);
  Watch seen = { .cancellable = cancellable,
                 .last_call = 1,
                 .thread = g_thread_self (),
                 .loss = deid_result_get_loss (result) };
  const char *cancelled = get_temporary_file ("cancelled.jsonl");
  g_autoptr (DeidResult) verified = NULL;
  GError *error = NULL;

  ck_assert (deid_result_write_certificate (result, fixture.path, cancellable, &error));
  assert_no_error (error);
  ck_assert_ptr_null (verify_watched (fixture.path, problem, &seen, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_uint_eq (seen.n_calls, 1);

  ck_assert (!deid_result_write_certificate (result, cancelled, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (!g_file_test (cancelled, G_FILE_TEST_EXISTS));
  g_cancellable_reset (cancellable);
  seen = (Watch){ .cancellable = cancellable,
                  .thread = g_thread_self (),
                  .loss = deid_result_get_loss (result) };
  verified = verify_watched (fixture.path, problem, &seen, &error);
  assert_no_error (error);
  ck_assert_uint_ge (seen.n_calls, 1);
  ck_assert (seen.share_settled == 1);
  ck_assert_uint_eq (seen.n_evaluated, deid_result_get_n_evaluated (verified));
  check_result (verified, problem);
  assert_same_optimum (verified, result);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("certificate file");
  TCase *tcase = tcase_create ("files");

  tcase_set_timeout (tcase, 120);
  tcase_add_checked_fixture (tcase, set_up, tear_down);
  tcase_add_test (tcase, malformed_lines);
  tcase_add_test (tcase, truncated);
  tcase_add_test (tcase, something_behind_the_end);
  tcase_add_test (tcase, long_lines);
  tcase_add_test (tcase, spellings_of_the_header);
  tcase_add_test (tcase, files_that_are_none);
  tcase_add_test (tcase, written_files);
  tcase_add_test (tcase, unproven_results);
  tcase_add_test (tcase, unfinished_proof);
  tcase_add_test (tcase, table_names);
  tcase_add_test (tcase, ties);
  tcase_add_test (tcase, progress_and_cancellation);
  suite_add_tcase (suite, tcase);
  return suite;
}
