/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "base/text.h"

#define MEMORY_LARGE (G_GUINT64_CONSTANT (1) << 20) /* elements */

static gboolean
set_no_memory (guint64 n, gsize size, GError **error)
{
  return deid_fail (error, DEID_ERROR_NO_MEMORY,
                    "out of memory: %" G_GUINT64_FORMAT " elements of %" G_GSIZE_FORMAT " bytes", n,
                    size);
}

gpointer
deid_alloc (guint64 n, gsize size, GError **error)
{
  gpointer memory = NULL;

  if (n <= G_MAXSIZE)
    memory = g_try_malloc0_n (MAX ((gsize) n, 1), size);
  if (memory == NULL)
    set_no_memory (n, size, error);
  return memory;
}

gboolean
deid_realloc (gpointer *memory, guint64 n, gsize size, GError **error)
{
  gpointer resized = NULL;

  if (n <= G_MAXSIZE)
    resized = g_try_realloc_n (*memory, MAX ((gsize) n, 1), size);
  if (resized == NULL)
    return set_no_memory (n, size, error);
  *memory = resized;
  return TRUE;
}

gboolean
deid_grow (gpointer *memory, guint64 *capacity, guint64 needed, gsize size, GError **error)
{
  /* Small steps are cheap for large blocks, whose pages are remapped and not copied. */
  const guint64 spare = *capacity / (*capacity < MEMORY_LARGE ? 2 : 8);
  guint64 grown;

  if (needed <= *capacity)
    return TRUE;
  grown = MAX (needed, *capacity + spare);
  grown = MAX (grown, 16);
  if (!deid_realloc (memory, grown, size, error))
    return FALSE;
  *capacity = grown;
  return TRUE;
}
