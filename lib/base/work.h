/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include <glib.h>

/* How many rows a loop may work through between two checks. */
#define DEID_ROWS_PER_CHECK 65536

/* How many classes models may be asked of between two checks: a host's callback may take its time.
 */
#define DEID_CLASSES_PER_CHECK 16

/* When to give up. */
typedef struct
{
  GCancellable *cancellable; /* or NULL */
  gint64 deadline;           /* of g_get_monotonic_time(), or G_MAXINT64 */
} DeidStop;

/* Of a call that only its cancellable, which may be NULL, ends before its time. */
#define DEID_STOP_OF(given) (&(const DeidStop){ .cancellable = (given), .deadline = G_MAXINT64 })

/* Of a call that nothing ends before its time. */
#define DEID_STOP_NEVER DEID_STOP_OF (NULL)

/* Sets %G_IO_ERROR_CANCELLED or %DEID_ERROR_LIMIT_REACHED and returns FALSE when it is time. */
gboolean deid_stop_check (const DeidStop *stop, GError **error);

/* The same, on the first of every %DEID_ROWS_PER_CHECK rows. */
static inline gboolean
deid_stop_check_row (const DeidStop *stop, guint64 row, GError **error)
{
  return row % DEID_ROWS_PER_CHECK != 0 || deid_stop_check (stop, error);
}

/* The same, on the first of every %DEID_CLASSES_PER_CHECK classes. */
static inline gboolean
deid_stop_check_class (const DeidStop *stop, guint32 number, GError **error)
{
  return number % DEID_CLASSES_PER_CHECK != 0 || deid_stop_check (stop, error);
}

/* The most threads that a call may be told to use. */
#define DEID_MAX_THREADS 1024

/* Does one part of some work. What comes of it must not depend on the thread, nor on what other
 * parts do. */
typedef gboolean (*DeidPartFunc) (gpointer data, guint part, GError **error);

/* Does all parts of some work in the calling thread and up to @n_threads - 1 others, as many as the
 * system grants. Parts begin in the order of their numbers, and after a failure none begins.
 *
 * Returns: whether all succeeded; the error is that of the first in their order that did not. */
gboolean deid_parts_run (guint n_threads, guint n_parts, DeidPartFunc func, gpointer data,
                         GError **error);

/* Returns: where a part begins if @n things are divided into @n_parts, none of which is longer than
 * another by more than one; the end of the last is that of part @n_parts. */
static inline guint64
deid_part_start (guint64 n, guint n_parts, guint part)
{
  return n / n_parts * part + n % n_parts * part / n_parts;
}

/* Sets %DEID_ERROR_INVALID_ARGUMENT unless a number of threads is from 1 to %DEID_MAX_THREADS. */
gboolean deid_check_n_threads (guint64 n_threads, GError **error);
