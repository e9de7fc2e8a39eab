/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Calls that may take long. A thread of its own makes the call and uses nothing of R, while the
 * main thread waits, sees interrupts and runs progress functions. R code drives the task: begin,
 * wait until it is done, finish; or end, which cancels it.
 */
#include "binding.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum
{
  MAX_ARGUMENTS = 5,
  N_PROGRESS = 5
};

typedef struct Task Task;

/* Arguments: kinds of handles, 't' a text or NULL, 's' a stream of Arrow. Results: a kind of
 * content, or 'b' whether the call went well. */
typedef struct
{
  const char *name;
  const char *arguments;
  char result;
  gpointer (*run) (Task *task, gpointer *in, GError **error);
} Operation;

struct Task
{
  const Operation *operation;
  gpointer in[MAX_ARGUMENTS];
  GCancellable *cancellable;
  GThread *thread;
  gpointer result;
  GError *error;
  GMutex mutex; /* for what follows */
  GCond changed;
  gboolean is_done, has_news;
  double progress[N_PROGRESS];
};

#define OPERATION(name, call)                                                                      \
  static gpointer run_##name (Task *task, gpointer *in, GError **error) { return call; }

OPERATION (load, GINT_TO_POINTER (deid_job_load_file (in[0], in[1], task->cancellable, error)))
OPERATION (stream, deid_dataset_new_from_arrow_stream (in[0], NULL, task->cancellable, error))
OPERATION (choose, deid_job_choose (in[0], in[1], task->cancellable, error))
OPERATION (page, deid_job_make_page (in[0], in[1], in[2], task->cancellable, error))
OPERATION (certify,
           GINT_TO_POINTER (deid_result_write_certificate (in[0], in[1], task->cancellable, error)))

static gpointer
run_suggest (Task *task, gpointer *in, GError **error)
{
  g_autoptr (DeidReport) report
      = deid_job_make_report (in[0], "suggestions", NULL, task->cancellable, error);

  return report == NULL ? NULL : deid_report_to_json (report, error);
}

static void
note_progress (DeidProgress *progress, gpointer user_data)
{
  Task *task = user_data;
  double loss;

  g_mutex_lock (&task->mutex);
  task->progress[0] = deid_progress_get_share_done (progress);
  task->progress[1] = deid_progress_get_loss (progress, &loss) ? loss : NA_REAL;
  task->progress[2] = deid_progress_get_lower_bound (progress);
  task->progress[3] = (double) deid_progress_get_n_evaluated (progress);
  task->progress[4] = deid_progress_get_seconds (progress);
  task->has_news = TRUE;
  g_mutex_unlock (&task->mutex);
}

static gpointer
run_search (Task *task, gpointer *in, GError **error)
{
  DeidJob *job = in[0];
  g_autoptr (DeidSearch) search = NULL;
  DeidProblem *problem;

  if (*deid_job_get (job, "search", "evaluate") != '\0')
    return deid_job_run (job, task->cancellable, error);
  problem = deid_job_get_problem (job, task->cancellable, error);
  if (problem == NULL || (search = deid_job_make_search (job, error)) == NULL
      || !deid_search_set_progress_func (search, note_progress, task, NULL, error))
    return NULL;
  return deid_search_run (search, problem, task->cancellable, error);
}

/* The result of a stored policy on a table. What becomes of unknown values and the suppression
 * limit, or NULL, follow. */
static gpointer
run_evaluate (Task *task, gpointer *in, GError **error)
{
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  g_autoptr (DeidStoredPolicy) policy
      = deid_stored_policy_new_from_json_text (in[0], NULL, task->cancellable, error);
  int unknown = 0;

  deid_enum_get_value ("DeidUnknownValues", in[2], &unknown);
  if (policy == NULL || !deid_stored_policy_options_set_unknown_values (options, unknown, error)
      || (in[3] != NULL
          && !deid_stored_policy_options_set_suppression_limit (
              options, g_ascii_strtod (in[3], NULL), error)))
    return NULL;
  return deid_stored_policy_evaluate (policy, in[1], options, task->cancellable, error);
}

/* Only the job of a result can release it; the result of a stored policy has none, but options of a
 * job. */
static gpointer
run_release (Task *task, gpointer *in, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = NULL;
  g_autoptr (DeidDataset) release = NULL;

  if (in[2] == NULL)
    return deid_job_release (in[0], in[1], task->cancellable, error);
  if ((options = deid_job_make_release_options (in[0], error)) == NULL
      || (release = deid_result_apply (in[1], options, task->cancellable, error)) == NULL
      || !deid_result_verify (in[1], release, task->cancellable, error))
    return NULL;
  return g_steal_pointer (&release);
}

static DeidReport *
make_policy_report (DeidJob *job, const char *kind, DeidResult *result, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_job_make_release_options (job, error);
  g_autoptr (DeidRiskOptions) risks
      = options == NULL ? NULL : deid_job_make_risk_options (job, error);

  if (risks == NULL)
    return NULL;
  if (strcmp (kind, "warnings") == 0)
    return deid_report_new_warnings (result, cancellable, error);
  if (strcmp (kind, "distortion") == 0)
    return deid_report_new_distortion (result, options, cancellable, error);
  if (strcmp (kind, "statistics") == 0)
    return deid_report_new_statistics (result, cancellable, error);
  return deid_report_new_risks (result, NULL, strcmp (kind, "risks") == 0, risks, cancellable,
                                error);
}

static gpointer
run_report (Task *task, gpointer *in, GError **error)
{
  g_autoptr (DeidReport) report
      = in[3] == NULL ? deid_job_make_report (in[0], in[1], in[2], task->cancellable, error)
                      : make_policy_report (in[0], in[1], in[2], task->cancellable, error);
  g_autoptr (DeidReport) public = NULL;

  if (report == NULL || in[4] == NULL)
    return report == NULL ? NULL : deid_report_to_json (report, error);
  public = deid_report_new_public (report, task->cancellable, error);
  return public == NULL ? NULL : deid_report_to_json (public, error);
}

static gpointer
run_store (Task *task, gpointer *in, GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (in[0], task->cancellable, error);

  return policy == NULL ? NULL : deid_stored_policy_to_json (policy, task->cancellable, error);
}

static gpointer
run_verify (Task *task, gpointer *in, GError **error)
{
  DeidProblem *problem = deid_job_get_problem (in[0], task->cancellable, error);

  return problem == NULL
             ? NULL
             : deid_problem_verify_certificate (problem, in[1], NULL, task->cancellable, error);
}

static const Operation operations[]
    = { { "load", "jt", 'b', run_load },        { "stream", "s", 'd', run_stream },
        { "suggest", "j", 't', run_suggest },   { "search", "j", 'r', run_search },
        { "choose", "jr", 'r', run_choose },    { "evaluate", "tdtt", 'r', run_evaluate },
        { "release", "jrt", 'd', run_release }, { "report", "jtrtt", 't', run_report },
        { "page", "jrd", 't', run_page },       { "store", "r", 't', run_store },
        { "certify", "rt", 'b', run_certify },  { "verify", "jt", 'r', run_verify } };

static gpointer
run_task (gpointer data)
{
  Task *task = data;

  task->result = task->operation->run (task, task->in, &task->error);
#ifdef __GLIBC__
  /* Each thread frees to an arena of its own, which others would not use. */
  malloc_trim (0);
#endif
  g_mutex_lock (&task->mutex);
  task->is_done = TRUE;
  g_cond_signal (&task->changed);
  g_mutex_unlock (&task->mutex);
  return NULL;
}

/* Cancels the call and waits for its end. */
static void
end_task (Task *task)
{
  if (task->thread == NULL)
    return;
  deid_cancellable_cancel (task->cancellable);
  g_thread_join (g_steal_pointer (&task->thread));
}

void
task_free (gpointer data)
{
  Task *task = data;

  end_task (task);
  if (task->result != NULL)
    content_free (task->operation->result, task->result);
  for (gsize i = 0; task->operation->arguments[i] != '\0'; i++)
    if (task->operation->arguments[i] == 't')
      g_free (task->in[i]);
  deid_error_free (task->error);
  deid_cancellable_free (task->cancellable);
  g_mutex_clear (&task->mutex);
  g_cond_clear (&task->changed);
  g_free (task);
}

static gpointer
read_argument (SEXP value, char kind)
{
  if (kind == 't')
    return g_strdup (get_text (value));
  if (kind != 's')
    return handle_get (value, kind);
  if (TYPEOF (value) != EXTPTRSXP || R_ExternalPtrAddr (value) == NULL)
    stop_with ("invalid-argument", "expected a stream of nanoarrow", NULL);
  return R_ExternalPtrAddr (value);
}

SEXP
binding_begin (SEXP operation, SEXP arguments)
{
  Task *task = g_new0 (Task, 1);
  SEXP handle;
  int i = 0;

  while (strcmp (operations[i].name, get_text (operation)) != 0)
    i++;
  task->operation = &operations[i];
  task->cancellable = deid_cancellable_new ();
  g_mutex_init (&task->mutex);
  g_cond_init (&task->changed);
  handle = PROTECT (handle_new ('k', task));
  R_SetExternalPtrProtected (handle, arguments);
  for (i = 0; task->operation->arguments[i] != '\0'; i++)
    task->in[i] = read_argument (VECTOR_ELT (arguments, i), task->operation->arguments[i]);
  task->thread = g_thread_try_new ("deid", run_task, task, &task->error);
  if (task->thread == NULL)
    stop_with_error (g_steal_pointer (&task->error));
  UNPROTECT (1);
  return handle;
}

/* Waits a moment, and tells whether the call has ended. An interrupt leaves this function. */
SEXP
binding_wait (SEXP handle)
{
  Task *task = handle_get (handle, 'k');
  const gint64 end = g_get_monotonic_time () + G_TIME_SPAN_SECOND / 20;
  gboolean is_done;

  g_mutex_lock (&task->mutex);
  while (!task->is_done && g_cond_wait_until (&task->changed, &task->mutex, end))
    ;
  is_done = task->is_done;
  g_mutex_unlock (&task->mutex);
  R_CheckUserInterrupt ();
  return Rf_ScalarLogical (is_done);
}

/* What the search said since the last call, or NULL. */
SEXP
binding_progress (SEXP handle)
{
  Task *task = handle_get (handle, 'k');
  SEXP numbers = PROTECT (Rf_allocVector (REALSXP, N_PROGRESS));
  gboolean has_news;

  g_mutex_lock (&task->mutex);
  has_news = task->has_news;
  task->has_news = FALSE;
  memcpy (REAL (numbers), task->progress, sizeof task->progress);
  g_mutex_unlock (&task->mutex);
  UNPROTECT (1);
  return has_news ? numbers : R_NilValue;
}

SEXP
binding_end (SEXP handle)
{
  end_task (handle_get (handle, 'k'));
  return R_NilValue;
}

SEXP
binding_finish (SEXP handle)
{
  Task *task = handle_get (handle, 'k');
  const char kind = task->operation->result;
  SEXP result;

  if (task->thread != NULL)
    g_thread_join (g_steal_pointer (&task->thread));
  if (task->result == NULL)
    stop_with_error (g_steal_pointer (&task->error));
  if (kind == 'b')
    return R_NilValue;
  if (kind != 't')
    return handle_new (kind, g_steal_pointer (&task->result));
  result = PROTECT (make_text (task->result));
  deid_free (g_steal_pointer (&task->result));
  UNPROTECT (1);
  return result;
}
