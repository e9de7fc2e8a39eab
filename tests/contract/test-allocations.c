/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Jobs of a host with each of their allocations failing in turn, those of GLib and of the C library
 * included. What is small and does not grow with the data may end in GLib's abort; nothing may
 * crash otherwise, and no unfinished file may stand under its name. */
#include "support/suite.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/broken-memory.h"
#include "support/memory-job.h"

#define LARGE        2048 /* bytes, from which on nothing may abort */
#define MAX_REQUESTS 1000000
#define N_RUNS       40 /* of each kind where the test is to be quick */
#define MAX_MESSAGE  500

/* What GLib says before it ends the program. */
static const char *const last_words[]
    = { "failed to allocate", "Unexpected error from C library during 'malloc'" };

typedef gboolean (*Job) (GError **error);

typedef enum
{
  OUTCOME_SUCCESS, /* the job can do without */
  OUTCOME_ERROR,
  OUTCOME_ABORT,
  OUTCOME_WRONG,
  N_OUTCOMES
} Outcome;

/* What a child leaves behind. */
typedef struct
{
  gboolean has_ended, has_succeeded;
  gboolean is_clean; /* an error if it has failed, and nothing leaked */
  guint n_requests;
  BrokenFailure failure;
  char message[MAX_MESSAGE];
  BrokenRequest requests[MAX_REQUESTS];
} Report;

typedef struct
{
  const char *name;
  Job run;
} NamedJob;

static const NamedJob jobs[] = { { "main job", memory_job_run_main },
                                 { "cuts and threads", memory_job_run_others },
                                 { "whole columns", memory_job_run_columns },
                                 { "rules", memory_job_run_rules } };

static Report *report;

/* Of LeakSanitizer, where there is one. */
int __lsan_do_recoverable_leak_check (void) __attribute__ ((weak));

static void
run_in_child (Job job, guint failing, guint n_recorded)
{
  const int log = open (get_temporary_file ("log"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  GError *error = NULL;

  dup2 (log, STDERR_FILENO);
  broken_memory_start (failing, &report->failure, report->requests, n_recorded);
  report->has_succeeded = job (&error);
  report->n_requests = broken_memory_stop ();
  report->is_clean = report->has_succeeded == (error == NULL)
                     && (error == NULL || g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_MEMORY)
                         || g_error_matches (error, DEID_ERROR, DEID_ERROR_IO));
  if (error != NULL)
    g_strlcpy (report->message, error->message, MAX_MESSAGE);
  g_clear_error (&error);
  report->is_clean
      &= __lsan_do_recoverable_leak_check == NULL || __lsan_do_recoverable_leak_check () == 0;
  report->has_ended = TRUE;
  _exit (EXIT_SUCCESS);
}

static void
run (Job job, guint failing, guint n_recorded)
{
  pid_t child;
  int status;

  memset (report, 0, G_STRUCT_OFFSET (Report, requests));
  child = fork ();
  ck_assert_int_ge (child, 0);
  if (child == 0)
    run_in_child (job, failing, n_recorded);
  while (waitpid (child, &status, 0) < 0)
    ck_assert_int_eq (errno, EINTR);
}

/* Removes what the job wrote. Of a program that GLib has ended there may be files under temporary
 * names.
 * Returns: whether there was nothing else but whole files. */
static gboolean
collect_files (GHashTable *expected)
{
  g_autofree char *folder = g_path_get_dirname (get_temporary_file ("log"));
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  gboolean are_whole = TRUE;
  const char *name;

  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *content = NULL;

      if (g_str_equal (name, "table.csv") || g_str_equal (name, "values.csv")
          || g_str_equal (name, "log") || name[0] == '.')
        continue;
      ck_assert (g_file_get_contents (path, &content, NULL, NULL));
      if (report->has_ended || g_hash_table_contains (expected, name))
        are_whole &= g_strcmp0 (content, g_hash_table_lookup (expected, name)) == 0;
      g_unlink (path);
    }
  return are_whole;
}

/* Lists the files of a job that succeeded. */
static GHashTable *
take_files (void)
{
  GHashTable *files = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  for (guint i = 0; memory_job_outputs[i] != NULL; i++)
    {
      const char *path = get_temporary_file (memory_job_outputs[i]);
      char *content = NULL;

      if (g_file_get_contents (path, &content, NULL, NULL))
        g_hash_table_insert (files, (gpointer) memory_job_outputs[i], content);
      g_unlink (path);
    }
  return files;
}

/* Tells whether PCRE2 asked for what failed. GLib does not check what it makes for a match, and
 * crashes where it would abort. */
static gboolean
failed_in_regex (void)
{
  const BrokenFailure *failure = &report->failure;
  char **symbols = backtrace_symbols (failure->frames, failure->n_frames);
  gboolean found = FALSE;

  for (int i = 0; symbols != NULL && i < failure->n_frames; i++)
    found |= strstr (symbols[i], "libpcre2") != NULL;
  free (symbols);
  return found;
}

static Outcome
judge (GHashTable *expected)
{
  g_autofree char *log = NULL;
  const gboolean are_whole = collect_files (expected);

  ck_assert (g_file_get_contents (get_temporary_file ("log"), &log, NULL, NULL));
  if (!are_whole)
    return OUTCOME_WRONG;
  if (!report->has_ended)
    return strstr (log, last_words[0]) != NULL || strstr (log, last_words[1]) != NULL
                   || failed_in_regex ()
               ? OUTCOME_ABORT
               : OUTCOME_WRONG;
  if (!report->is_clean || log[0] != '\0')
    return OUTCOME_WRONG;
  return report->has_succeeded ? OUTCOME_SUCCESS : OUTCOME_ERROR;
}

static void
show_failure (guint number)
{
  const BrokenFailure *failure = &report->failure;
  g_autofree char *log = NULL;

  ck_assert (g_file_get_contents (get_temporary_file ("log"), &log, NULL, NULL));
  g_printerr ("request %u of %" G_GSIZE_FORMAT " bytes, %s, %s%s\n", number, failure->request.size,
              report->has_ended ? "ended" : "crashed", report->message, log);
  backtrace_symbols_fd (failure->frames, failure->n_frames, STDERR_FILENO);
}

/* The largest size that each place asked for. What is asked for once in the life of a process, such
 * as for keys and types, is there before, so that all children ask for the same. */
static GHashTable *
list_places (Job job, const MemoryTable *table)
{
  GHashTable *places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  memory_table_write (table);
  ck_assert (job (NULL));
  run (job, G_MAXUINT, MAX_REQUESTS);
  ck_assert_msg (report->has_succeeded, "%s", report->message);
  ck_assert_uint_lt (report->n_requests, MAX_REQUESTS);
  for (guint i = 0; i < report->n_requests; i++)
    {
      const BrokenRequest *request = &report->requests[i];
      const gsize before = GPOINTER_TO_SIZE (g_hash_table_lookup (places, &request->place));

      g_hash_table_insert (places, g_memdup2 (&request->place, sizeof request->place),
                           GSIZE_TO_POINTER (MAX (before, request->size)));
    }
  return places;
}

/* Whether a place asks for more in the larger table. */
static gboolean
grows (GHashTable *small, GHashTable *large, const guint64 *place)
{
  gpointer before, after;

  return g_hash_table_lookup_extended (small, place, NULL, &before)
         && g_hash_table_lookup_extended (large, place, NULL, &after)
         && GPOINTER_TO_SIZE (after) > GPOINTER_TO_SIZE (before);
}

/* Of a job on the larger table. */
typedef struct
{
  GHashTable *small, *large; /* places */
  GHashTable *files;
  GArray *all;      /* of guint, numbers of requests */
  GArray *critical; /* those that are large or grow */
} Measured;

static void
measure (Measured *measured, Job job)
{
  const MemoryTable small = { 300, 16, 3 }, large = { 1000, 64, 9 };

  *measured = (Measured){ .all = g_array_new (FALSE, FALSE, sizeof (guint)),
                          .critical = g_array_new (FALSE, FALSE, sizeof (guint)) };
  measured->small = list_places (job, &small);
  g_hash_table_unref (take_files ());
  measured->large = list_places (job, &large);
  measured->files = take_files ();
  for (guint i = 0; i < report->n_requests; i++)
    {
      const BrokenRequest *request = &report->requests[i];

      g_array_append_val (measured->all, i);
      if (request->size >= LARGE || grows (measured->small, measured->large, &request->place))
        g_array_append_val (measured->critical, i);
    }
}

static void
measured_clear (Measured *measured)
{
  g_hash_table_unref (measured->small);
  g_hash_table_unref (measured->large);
  g_hash_table_unref (measured->files);
  g_array_unref (measured->all);
  g_array_unref (measured->critical);
}

static void
print (const char *job, const char *kind, guint n_all, const guint n[N_OUTCOMES])
{
  const guint n_failed = n[0] + n[1] + n[2] + n[3];

  g_print ("%s, %s: of %u allocations %u failed in turn: %.1f %% clean errors, %.1f %% success, "
           "%.1f %% abort by GLib, %u wrong\n",
           job, kind, n_all, n_failed, 100.0 * n[OUTCOME_ERROR] / n_failed,
           100.0 * n[OUTCOME_SUCCESS] / n_failed, 100.0 * n[OUTCOME_ABORT] / n_failed,
           n[OUTCOME_WRONG]);
}

/* Threads take turns as they like, so that what is to fail may be something else then. */
static gboolean
may_abort (const Measured *measured)
{
  const BrokenRequest *failed = &report->failure.request;

  return failed->size < LARGE && !grows (measured->small, measured->large, &failed->place);
}

/* Returns: how many outcomes must not be. */
static guint
fail_in_turn (const NamedJob *job, const Measured *measured, const GArray *numbers,
              const char *kind)
{
  const guint n_runs = g_getenv ("DEID_TEST_SOAK") != NULL
                           ? numbers->len
                           : MIN (count_trials (N_RUNS), numbers->len);
  guint n[N_OUTCOMES] = { 0 }, n_bad = 0;

  for (guint i = 0; i < n_runs; i++)
    {
      const guint number = g_array_index (numbers, guint, (guint64) i * numbers->len / n_runs);
      Outcome outcome;

      run (job->run, number, 0);
      outcome = judge (measured->files);
      n[outcome]++;
      if (outcome == OUTCOME_WRONG || (outcome == OUTCOME_ABORT && !may_abort (measured)))
        {
          n_bad++;
          show_failure (number);
        }
    }
  print (job->name, kind, numbers->len, n);
  return n_bad;
}

START_TEST (failing_in_turn)
{
  const NamedJob *job = &jobs[_i];
  Measured measured;
  guint n_bad;

  report = mmap (NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ck_assert (report != MAP_FAILED);
  if (!broken_memory_works ())
    {
      note_skipped ();
      return;
    }
  measure (&measured, job->run);
  n_bad = fail_in_turn (job, &measured, measured.all, "all");
  n_bad += fail_in_turn (job, &measured, measured.critical, "2 KiB or more, or growing");
  measured_clear (&measured);
  munmap (report, sizeof *report);
  ck_assert_uint_eq (n_bad, 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("allocations");
  TCase *tcase = tcase_create ("each allocation failing in turn");

  tcase_set_timeout (tcase, 3600);
  tcase_add_loop_test (tcase, failing_in_turn, 0, G_N_ELEMENTS (jobs));
  suite_add_tcase (suite, tcase);
  return suite;
}
