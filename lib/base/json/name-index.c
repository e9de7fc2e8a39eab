/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/json/name-index.h"

#include <string.h>

#include "base/memory.h"

gboolean
deid_name_index_init (DeidNameIndex *index, guint64 n, GError **error)
{
  deid_dictionary_init (&index->names);
  index->parts = deid_alloc (n, sizeof *index->parts, error);
  return index->parts != NULL;
}

void
deid_name_index_clear (DeidNameIndex *index)
{
  deid_dictionary_clear (&index->names);
  g_free (index->parts);
}

gboolean
deid_name_index_add (DeidNameIndex *index, const char *name, gpointer part, GError **error)
{
  const guint32 n = index->names.n;
  guint32 code;

  if (!deid_dictionary_add (&index->names, name, strlen (name), &code, error))
    return FALSE;
  if (code == n)
    index->parts[code] = part;
  return TRUE;
}

gpointer
deid_name_index_find (const DeidNameIndex *index, const char *name)
{
  const guint32 code = deid_dictionary_find (&index->names, name, strlen (name));

  return code != DEID_NO_CODE ? index->parts[code] : NULL;
}
