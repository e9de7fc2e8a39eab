/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tells ThreadSanitizer of the locks and reference counts of GLib, which is not built for it: a
 * GMutex is a futex, and the atomic operation on a reference count happens inside GLib, so that it
 * would take every access guarded by them for a race. The test programs' definitions precede
 * GLib's own. Atomic macros, creating and joining threads it understands by itself; of GRecMutex,
 * GRWLock, GOnce, GAsyncQueue and GThreadPool it is not told, and reports what they guard. */
#include <dlfcn.h>
#include <glib.h>
#include <sanitizer/tsan_interface.h>

#define REAL(function) ((__typeof__ (function) *) dlsym (RTLD_NEXT, #function))

static void
note_locked (GMutex *mutex)
{
  __tsan_mutex_pre_lock (mutex, 0);
  __tsan_mutex_post_lock (mutex, 0, 0);
}

static void
note_unlocked (GMutex *mutex)
{
  __tsan_mutex_pre_unlock (mutex, 0);
  __tsan_mutex_post_unlock (mutex, 0);
}

void
g_mutex_lock (GMutex *mutex)
{
  REAL (g_mutex_lock) (mutex);
  note_locked (mutex);
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  const gboolean locked = REAL (g_mutex_trylock) (mutex);

  if (locked)
    {
      __tsan_mutex_pre_lock (mutex, __tsan_mutex_try_lock);
      __tsan_mutex_post_lock (mutex, __tsan_mutex_try_lock, 0);
    }
  return locked;
}

void
g_mutex_unlock (GMutex *mutex)
{
  note_unlocked (mutex);
  REAL (g_mutex_unlock) (mutex);
}

void
g_mutex_clear (GMutex *mutex)
{
  __tsan_mutex_destroy (mutex, 0);
  REAL (g_mutex_clear) (mutex);
}

void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  note_unlocked (mutex);
  REAL (g_cond_wait) (cond, mutex);
  note_locked (mutex);
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end_time)
{
  gboolean signalled;

  note_unlocked (mutex);
  signalled = REAL (g_cond_wait_until) (cond, mutex, end_time);
  note_locked (mutex);
  return signalled;
}

/* Macros that check the type. */
#undef g_atomic_ref_count_inc
#undef g_atomic_ref_count_dec

void
g_atomic_ref_count_inc (gatomicrefcount *count)
{
  g_atomic_int_inc (count);
}

gboolean
g_atomic_ref_count_dec (gatomicrefcount *count)
{
  return g_atomic_int_dec_and_test (count);
}
