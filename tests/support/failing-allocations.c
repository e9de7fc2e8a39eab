/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/failing-allocations.h"

#include "base/memory.h"
#include "support/suite.h"

gint n_allocations_left = G_MAXINT;
gsize n_bytes_requested;

/* Returns: whether the allocation is to fail. */
static gboolean
use_up_allocation (GError **error)
{
  if (g_atomic_int_add (&n_allocations_left, -1) > 0)
    return FALSE;
  ck_assert (error == NULL || *error == NULL);
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it");
  return TRUE;
}

gboolean
deid_realloc (gpointer *memory, guint64 n, gsize size, GError **error)
{
  if (use_up_allocation (error))
    return FALSE;
  *memory = g_realloc_n (*memory, n + 1, size);
  g_atomic_pointer_set (&n_bytes_requested, n * size);
  return TRUE;
}

gpointer
deid_alloc (guint64 n, gsize size, GError **error)
{
  return use_up_allocation (error) ? NULL : g_malloc0_n (n + 1, size);
}

/* Few elements have no room to spare, so that each growth may fail; many grow by a half, since a
 * sanitizer moves them each time. */
gboolean
deid_grow (gpointer *memory, guint64 *capacity, guint64 needed, gsize size, GError **error)
{
  const guint64 grown = needed < 1000 ? needed : MAX (needed, *capacity + *capacity / 2);

  if (needed <= *capacity)
    return TRUE;
  if (!deid_realloc (memory, grown, size, error))
    return FALSE;
  *capacity = grown;
  return TRUE;
}
