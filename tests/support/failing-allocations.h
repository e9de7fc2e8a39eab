/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A program compiled with this has its functions of base/memory.h in the place of the library's.
 * They fail where a test wants it, with "as the test wants it". What deid_realloc() adds is not
 * zero. */

/* How many allocations succeed from now on; below 0 after one that did not. */
extern gint n_allocations_left; /* atomic */

/* What deid_realloc() was last asked for. */
extern gsize n_bytes_requested; /* atomic */
