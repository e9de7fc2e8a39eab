/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/wait.h"

#include <errno.h>

void
deid_wait_for_descriptor (int descriptor, GIOCondition condition, GCancellable *cancellable)
{
  GPollFD polled[2] = { { .fd = descriptor, .events = (gushort) condition } };
  const gboolean is_cancellable = g_cancellable_make_pollfd (cancellable, &polled[1]);

  while (g_poll (polled, is_cancellable ? 2 : 1, -1) < 0 && errno == EINTR
         && !g_cancellable_is_cancelled (cancellable))
    continue;
  if (is_cancellable)
    g_cancellable_release_fd (cancellable);
}
