/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"

#include <string.h>

#include "base/memory.h"

gboolean
deid_make_arrays (const DeidNewArray *arrays, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    *arrays[i].place = NULL;
  for (guint i = 0; i < n; i++)
    {
      *arrays[i].place = deid_alloc (arrays[i].n, arrays[i].size, error);
      if (*arrays[i].place == NULL)
        return FALSE;
    }
  return TRUE;
}

gpointer
deid_copy_array (gconstpointer array, guint64 n, gsize size, GError **error)
{
  gpointer copy = deid_alloc (n, size, error);

  if (copy != NULL && n > 0)
    memcpy (copy, array, (gsize) n * size);
  return copy;
}

char *
deid_copy_text (const char *text, GError **error)
{
  return deid_copy_array (text, (guint64) strlen (text) + 1, 1, error);
}
