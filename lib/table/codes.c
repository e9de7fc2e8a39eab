/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/codes.h"

#include "base/memory.h"

void
deid_codes_init (DeidCodes *codes)
{
  *codes = (DeidCodes){ .width = 1 };
}

void
deid_codes_clear (DeidCodes *codes)
{
  g_free (codes->data);
  deid_codes_init (codes);
}

static void
set (DeidCodes *codes, guint64 i, guint32 code)
{
  switch (codes->width)
    {
    case 1:
      ((guint8 *) codes->data)[i] = (guint8) code;
      break;
    case 2:
      ((guint16 *) codes->data)[i] = (guint16) code;
      break;
    default:
      ((guint32 *) codes->data)[i] = code;
    }
}

static gboolean
widen (DeidCodes *codes, guint width, GError **error)
{
  DeidCodes wide = { .n = codes->n, .capacity = codes->n + codes->n / 2 + 1, .width = width };

  wide.data = deid_alloc (wide.capacity, width, error);
  if (wide.data == NULL)
    return FALSE;
  for (guint64 i = 0; i < codes->n; i++)
    set (&wide, i, deid_codes_get (codes, i));
  g_free (codes->data);
  *codes = wide;
  return TRUE;
}

gboolean
deid_codes_append (DeidCodes *codes, guint32 code, GError **error)
{
  const guint width = code <= G_MAXUINT8 ? 1 : code <= G_MAXUINT16 ? 2 : 4;

  if (width > codes->width && !widen (codes, width, error))
    return FALSE;
  if (!deid_grow (&codes->data, &codes->capacity, codes->n + 1, codes->width, error))
    return FALSE;
  set (codes, codes->n++, code);
  return TRUE;
}

void
deid_codes_shrink (DeidCodes *codes)
{
  if (codes->data != NULL && deid_realloc (&codes->data, codes->n, codes->width, NULL))
    codes->capacity = codes->n;
}
