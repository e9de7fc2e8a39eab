/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/codes.h"

#include "base/memory.h"

#define CODES_N_TABLES 4 /* of counts */

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

static guint
get_width (guint32 code)
{
  return code <= G_MAXUINT8 ? 1 : code <= G_MAXUINT16 ? 2 : 4;
}

gboolean
deid_codes_alloc (DeidCodes *codes, guint64 n, guint32 greatest, GError **error)
{
  *codes = (DeidCodes){ .n = n, .capacity = n, .width = get_width (greatest) };
  codes->data = deid_alloc (n, codes->width, error);
  return codes->data != NULL;
}

static gboolean
codes_widen (DeidCodes *codes, guint width, GError **error)
{
  DeidCodes wide = { .n = codes->n, .capacity = codes->n + codes->n / 2 + 1, .width = width };

  wide.data = deid_alloc (wide.capacity, width, error);
  if (wide.data == NULL)
    return FALSE;
  for (guint64 i = 0; i < codes->n; i++)
    deid_codes_set (&wide, i, deid_codes_get (codes, i));
  g_free (codes->data);
  *codes = wide;
  return TRUE;
}

gboolean
deid_codes_reserve (DeidCodes *codes, guint64 n, GError **error)
{
  return deid_grow (&codes->data, &codes->capacity, codes->n + n, codes->width, error);
}

gboolean
deid_codes_make_room (DeidCodes *codes, guint32 code, GError **error)
{
  const guint width = get_width (code);

  return (width <= codes->width || codes_widen (codes, width, error))
         && deid_codes_reserve (codes, 1, error);
}

gboolean
deid_codes_append_all (DeidCodes *codes, const guint32 *added, guint n, GError **error)
{
  guint width = codes->width;

  for (guint i = 0; i < n; i++)
    width = MAX (width, get_width (added[i]));
  if ((width > codes->width && !codes_widen (codes, width, error))
      || !deid_codes_reserve (codes, n, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    deid_codes_set (codes, codes->n + i, added[i]);
  codes->n += n;
  return TRUE;
}

#define MAP_AS(To, From)                                                                           \
  for (guint64 i = 0; i < n; i++)                                                                  \
    ((To *) to->data)[first + i] = (To) map[((const From *) from->data)[start + i]];

#define MAP_TO(To)                                                                                 \
  {                                                                                                \
    if (from->width == 1)                                                                          \
      MAP_AS (To, guint8)                                                                          \
    else if (from->width == 2)                                                                     \
      MAP_AS (To, guint16)                                                                         \
    else                                                                                           \
      MAP_AS (To, guint32)                                                                         \
  }

void
deid_codes_set_mapped (DeidCodes *to, guint64 first, const DeidCodes *from, guint64 start,
                       guint64 n, const guint32 *map)
{
  if (to->width == 1)
    MAP_TO (guint8)
  else if (to->width == 2)
    MAP_TO (guint16)
  else
    MAP_TO (guint32)
}

gboolean
deid_codes_append_mapped (DeidCodes *codes, const DeidCodes *others, const guint32 *map,
                          guint32 greatest, GError **error)
{
  if (!deid_codes_make_room (codes, greatest, error)
      || !deid_codes_reserve (codes, others->n, error))
    return FALSE;
  deid_codes_set_mapped (codes, codes->n, others, 0, others->n, map);
  codes->n += others->n;
  return TRUE;
}

/* In several tables by turns, since codes that are alike often follow each other, and each count
 * would wait for the one before. */
static void
codes_count_bytes (const guint8 *codes, guint64 n, guint64 *counts)
{
  guint64 tables[CODES_N_TABLES][G_MAXUINT8 + 1] = { { 0 } };
  guint64 i = 0;

  for (; i + CODES_N_TABLES <= n; i += CODES_N_TABLES)
    {
      tables[0][codes[i]]++;
      tables[1][codes[i + 1]]++;
      tables[2][codes[i + 2]]++;
      tables[3][codes[i + 3]]++;
    }
  for (; i < n; i++)
    tables[0][codes[i]]++;
  for (guint code = 0; code <= G_MAXUINT8; code++)
    for (guint table = 0; table < CODES_N_TABLES; table++)
      if (tables[table][code] > 0)
        counts[code] += tables[table][code];
}

void
deid_codes_count (const DeidCodes *codes, guint64 first, guint64 n, guint64 *counts)
{
  if (codes->width == 1)
    codes_count_bytes ((const guint8 *) codes->data + first, n, counts);
  else
    for (guint64 i = first; i < first + n; i++)
      counts[deid_codes_get (codes, i)]++;
}

void
deid_codes_shrink (DeidCodes *codes)
{
  if (codes->data != NULL && deid_realloc (&codes->data, codes->n, codes->width, NULL))
    codes->capacity = codes->n;
}

#define COPY_AS(Code)                                                                              \
  for (guint64 i = 0; i < n; i++)                                                                  \
    ((Code *) to->data)[first + i] = ((const Code *) from->data)[rows[i]];

void
deid_codes_set_rows (DeidCodes *to, guint64 first, const DeidCodes *from, const guint32 *rows,
                     guint64 n)
{
  if (from->width == 1)
    COPY_AS (guint8)
  else if (from->width == 2)
    COPY_AS (guint16)
  else
    COPY_AS (guint32)
}

gboolean
deid_codes_copy_rows (DeidCodes *to, const DeidCodes *from, const guint32 *rows, guint64 n,
                      GError **error)
{
  *to = (DeidCodes){
    .data = deid_alloc (n, from->width, error), .n = n, .capacity = n, .width = from->width
  };
  if (to->data == NULL)
    return FALSE;
  deid_codes_set_rows (to, 0, from, rows, n);
  return TRUE;
}
