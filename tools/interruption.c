/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Signals that end a run. They are blocked, and a thread waits for them: it may do what a signal
 * handler must not, as taking a lock. Where there is no thread to be had they end the process. */
#include "interruption.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <unistd.h>

/* All that end a process unless it does something about them, but for faults of its own. */
static const int endings[]
    = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2 };

typedef struct
{
  sigset_t signals;
  GCancellable *cancellable;
  DeidOutputSet *outputs;
} Watch;

static void
end_by (int number)
{
  sigset_t only;

  sigemptyset (&only);
  sigaddset (&only, number);
  signal (number, SIG_DFL);
  pthread_sigmask (SIG_UNBLOCK, &only, NULL);
  raise (number);
  _exit (128 + number);
}

static gpointer
wait_for_signals (gpointer data)
{
  Watch *watch = data;
  int number = 0;

  if (sigwait (&watch->signals, &number) != 0)
    return NULL;
  g_cancellable_cancel (watch->cancellable);
  if (sigwait (&watch->signals, &number) != 0)
    return NULL;
  deid_output_set_discard (watch->outputs);
  end_by (number);
  return NULL;
}

/* What was ignored, as nohup does and shells do for their background jobs, stays so. */
static gboolean
is_ignored (int number)
{
  struct sigaction action;

  return sigaction (number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

GCancellable *
watch_signals (DeidOutputSet *outputs)
{
  static Watch watch; /* the thread has it until the process ends */
  GThread *thread;

  watch.cancellable = g_cancellable_new ();
  watch.outputs = deid_output_set_ref (outputs);
  sigemptyset (&watch.signals);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (!is_ignored (endings[i]))
      sigaddset (&watch.signals, endings[i]);
  pthread_sigmask (SIG_BLOCK, &watch.signals, NULL);
  thread = g_thread_try_new ("signals", wait_for_signals, &watch, NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    pthread_sigmask (SIG_UNBLOCK, &watch.signals, NULL);
  return watch.cancellable;
}

static gboolean
is_pipe_or_device (const char *path)
{
  GStatBuf status;

  return path != NULL && g_stat (path, &status) == 0 && !S_ISREG (status.st_mode)
         && !S_ISDIR (status.st_mode);
}

void
explain_interruption (GError *error, const char *const *outputs, guint n_outputs)
{
  gboolean is_sent = FALSE;

  for (guint i = 0; i < n_outputs; i++)
    is_sent |= is_pipe_or_device (outputs[i]);
  g_free (error->message);
  error->message
      = g_strdup (is_sent ? "a signal ended the run, no file was written; what a pipe or "
                            "a device has taken is not whole"
                          : "a signal ended the run, nothing was written");
}
