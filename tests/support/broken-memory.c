/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/broken-memory.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdlib.h>

#define N_HASHED 10 /* functions by which places are told apart */
#define N_OWN    2  /* of this file */

static gsize refused_size = G_MAXSIZE;
static guint n_threads_allowed = G_MAXUINT, n_threads;

static gboolean is_counting; /* atomic */
static gint n_requests;      /* atomic */
static guint failing_number, n_room;
static BrokenRequest *room;
static BrokenFailure *told;
static __thread gboolean is_inside;

static void
record (guint number, gsize size)
{
  const gboolean fails = number == failing_number;
  BrokenFailure found = { .request = { size, 0 } };

  if (!fails && number >= n_room)
    return;
  is_inside = TRUE;
  found.n_frames = backtrace (found.frames, G_N_ELEMENTS (found.frames));
  for (int i = N_OWN; i < MIN (found.n_frames, N_OWN + N_HASHED); i++)
    found.request.place
        = (found.request.place ^ (gsize) found.frames[i]) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
  if (number < n_room)
    room[number] = found.request;
  if (fails)
    *told = found;
  is_inside = FALSE;
}

/* What stands in the place of the C library's functions is called before a sanitizer is there. */
#if defined __clang__ || (defined __GNUC__ && __GNUC__ >= 8)
#define AS_IT_IS __attribute__ ((no_sanitize ("address"), no_sanitize ("undefined")))
#else
#define AS_IT_IS
#endif

/* Returns: whether a request may succeed. */
AS_IT_IS static gboolean
allow (gsize size)
{
  guint number;

  if (size >= refused_size)
    {
      errno = ENOMEM;
      return FALSE;
    }
  if (!g_atomic_int_get (&is_counting) || is_inside)
    return TRUE;
  number = (guint) g_atomic_int_add (&n_requests, 1);
  record (number, size);
  if (number != failing_number)
    return TRUE;
  errno = ENOMEM;
  return FALSE;
}

typedef void *(*MallocFunc) (size_t);
typedef void *(*CallocFunc) (size_t, size_t);
typedef void *(*ReallocFunc) (void *, size_t);

/* The next definition behind the program's. */
#define FIND(type, name)                                                                           \
  static type next;                                                                                \
                                                                                                   \
  if (next == NULL)                                                                                \
  *(void **) &next = dlsym (RTLD_NEXT, name)

AS_IT_IS void *
malloc (size_t size)
{
  FIND (MallocFunc, "malloc");
  return allow (size) ? next (size) : NULL;
}

AS_IT_IS void *
calloc (size_t n, size_t size)
{
  FIND (CallocFunc, "calloc");
  return allow (n * size) ? next (n, size) : NULL;
}

AS_IT_IS void *
realloc (void *memory, size_t size)
{
  FIND (ReallocFunc, "realloc");
  return allow (size) ? next (memory, size) : NULL;
}

gboolean
broken_memory_works (void)
{
  void *frames[2];

  backtrace (frames, G_N_ELEMENTS (frames)); /* which loads what it needs */
  broken_memory_start (G_MAXUINT, NULL, NULL, 0);
  g_free (g_malloc (16));
  return broken_memory_stop () > 0;
}

void
broken_memory_start (guint failing, BrokenFailure *failure, BrokenRequest *recorded,
                     guint n_recorded)
{
  told = failure;
  failing_number = failing;
  room = recorded;
  n_room = n_recorded;
  g_atomic_int_set (&n_requests, 0);
  g_atomic_int_set (&is_counting, TRUE);
}

guint
broken_memory_stop (void)
{
  g_atomic_int_set (&is_counting, FALSE);
  return (guint) g_atomic_int_get (&n_requests);
}

void
broken_memory_refuse (gsize size)
{
  refused_size = size;
}

void
broken_memory_allow_threads (guint n)
{
  n_threads_allowed = n;
  n_threads = 0;
}

guint
broken_memory_count_threads (void)
{
  return n_threads;
}

typedef int (*CreateFunc) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

AS_IT_IS int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*start) (void *),
                void *data)
{
  FIND (CreateFunc, "pthread_create");
  if (n_threads >= n_threads_allowed)
    return EAGAIN;
  n_threads++;
  return next (thread, attributes, start, data);
}
