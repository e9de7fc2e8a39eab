/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

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
