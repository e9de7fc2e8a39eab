/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/text.h"
#include "base/work.h"

#include <deid/deid.h>

gboolean
deid_stop_check (const DeidStop *stop, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (stop->cancellable, error))
    return FALSE;
  if (stop->deadline != G_MAXINT64 && g_get_monotonic_time () >= stop->deadline)
    return deid_fail (error, DEID_ERROR_LIMIT_REACHED, "the time limit was reached");
  return TRUE;
}

typedef struct
{
  DeidPartFunc func;
  gpointer data;
  guint n_parts;

  GMutex mutex; /* guards all that follows */
  guint next;   /* part that no thread has taken */
  guint failed; /* the first part known to have failed, or n_parts */
  GError *error;
} BasePartsWork;

/* Returns: a part to be done, or the number of parts. */
static guint
base_parts_take_part (BasePartsWork *work)
{
  guint part = work->n_parts;

  g_mutex_lock (&work->mutex);
  if (work->error == NULL && work->next < work->n_parts)
    part = work->next++;
  g_mutex_unlock (&work->mutex);
  return part;
}

static void
note_failure (BasePartsWork *work, guint part, GError *error)
{
  g_mutex_lock (&work->mutex);
  if (part < work->failed)
    {
      GError *later = work->error;

      work->failed = part;
      work->error = error;
      error = later;
    }
  g_mutex_unlock (&work->mutex);
  g_clear_error (&error);
}

static gpointer
do_parts (gpointer data)
{
  BasePartsWork *work = data;
  guint part;

  while ((part = base_parts_take_part (work)) < work->n_parts)
    {
      GError *error = NULL;

      if (!work->func (work->data, part, &error))
        note_failure (work, part, error);
    }
  return NULL;
}

gboolean
deid_parts_run (guint n_threads, guint n_parts, DeidPartFunc func, gpointer data, GError **error)
{
  BasePartsWork work = { .func = func, .data = data, .n_parts = n_parts, .failed = n_parts };
  GThread *threads[DEID_MAX_THREADS - 1];
  const guint n_wanted = MIN (MIN (n_threads, n_parts), DEID_MAX_THREADS);
  guint n = 0;

  g_mutex_init (&work.mutex);
  while (n + 1 < n_wanted
         && (threads[n] = g_thread_try_new ("deid-part", do_parts, &work, NULL)) != NULL)
    n++;
  do_parts (&work);
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
  g_mutex_clear (&work.mutex);
  if (work.error != NULL)
    g_propagate_error (error, work.error);
  return work.error == NULL;
}

gboolean
deid_check_n_threads (guint64 n_threads, GError **error)
{
  if (n_threads > 0 && n_threads <= DEID_MAX_THREADS)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%" G_GUINT64_FORMAT " threads, expected 1 to %d", n_threads, DEID_MAX_THREADS);
}
