/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns: how many cores of the machine have nothing to do, at least 1: those that the process may
 * run on (its affinity), no more than the quota of its control groups, less those that were busy in
 * the last minute (the load average); at most 1024, so many threads the library takes. */
guint count_idle_cores (void);
