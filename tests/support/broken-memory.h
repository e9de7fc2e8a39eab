/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A program compiled with this allocates through it, with all libraries that it loads: malloc(),
 * calloc() and realloc() count what is asked for, and one of them can be made to fail. GLib, whose
 * own functions abort when they do, is under test like this in the only way that it leaves. */

/* What was asked for at one time. */
typedef struct
{
  gsize size;
  guint64 place; /* a hash of the innermost functions that asked, the same in all forks */
} BrokenRequest;

/* The one that was made to fail, and the functions that asked, innermost first. */
typedef struct
{
  BrokenRequest request;
  void *frames[24];
  int n_frames; /* 0 as long as nothing failed */
} BrokenFailure;

/* Returns: whether requests come through here; some checkers of memory do not let them. */
gboolean broken_memory_works (void);

/* Starts counting, with the request of one number, counted from 0, to fail, or none if it is
 * %G_MAXUINT; @failure is told. The first @n_recorded requests are written to @recorded. */
void broken_memory_start (guint failing, BrokenFailure *failure, BrokenRequest *recorded,
                          guint n_recorded);

/* Returns: how many requests there were since the start. */
guint broken_memory_stop (void);

/* From now on all requests of some size and more fail; none if it is %G_MAXSIZE. */
void broken_memory_refuse (gsize size);

/* From now on so many threads can be started, and no more. */
void broken_memory_allow_threads (guint n);

/* Returns: how many threads were started since. */
guint broken_memory_count_threads (void);
