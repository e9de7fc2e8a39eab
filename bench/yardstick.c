/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "yardstick.h"

#include <string.h>

#define BLOCK 2048

#define DEFINE_SPLIT(name, Id, Part)                                                               \
  static void name (const Id *restrict ids, const Part *restrict parts, guint32 *restrict cells,   \
                    guint64 n_rows)                                                                \
  {                                                                                                \
    for (guint64 row = 0; row < n_rows; row++)                                                     \
      cells[row] = (guint32) ids[row] + parts[row];                                                \
  }

DEFINE_SPLIT (split_2_1, guint16, guint8)
DEFINE_SPLIT (split_2_2, guint16, guint16)
DEFINE_SPLIT (split_2_4, guint16, guint32)
DEFINE_SPLIT (split_4_1, guint32, guint8)
DEFINE_SPLIT (split_4_2, guint32, guint16)
DEFINE_SPLIT (split_4_4, guint32, guint32)

void
yardstick_split (const void *ids, guint id_width, const void *parts, guint part_width,
                 guint32 *cells, guint64 n_rows)
{
  switch (10 * id_width + part_width)
    {
    case 21:
      split_2_1 (ids, parts, cells, n_rows);
      break;
    case 22:
      split_2_2 (ids, parts, cells, n_rows);
      break;
    case 24:
      split_2_4 (ids, parts, cells, n_rows);
      break;
    case 41:
      split_4_1 (ids, parts, cells, n_rows);
      break;
    case 42:
      split_4_2 (ids, parts, cells, n_rows);
      break;
    case 44:
      split_4_4 (ids, parts, cells, n_rows);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
write_2 (const guint32 *restrict cells, guint16 *restrict ids, guint64 n_rows)
{
  for (guint64 row = 0; row < n_rows; row++)
    ids[row] = (guint16) cells[row];
}

static void
write_4 (const guint32 *restrict cells, guint32 *restrict ids, guint64 n_rows)
{
  for (guint64 row = 0; row < n_rows; row++)
    ids[row] = cells[row] + 1;
}

void
yardstick_write (const guint32 *cells, void *ids, guint id_width, guint64 n_rows)
{
  if (id_width == 2)
    write_2 (cells, ids, n_rows);
  else
    write_4 (cells, ids, n_rows);
}

#define DEFINE_ADD(name, Code)                                                                     \
  static void name (guint32 *restrict classes, const Code *restrict codes, guint64 n)              \
  {                                                                                                \
    for (guint64 i = 0; i < n; i++)                                                                \
      classes[i] += codes[i];                                                                      \
  }

DEFINE_ADD (add_1, guint8)
DEFINE_ADD (add_2, guint16)
DEFINE_ADD (add_4, guint32)

void
yardstick_group (const void *const *columns, guint n_columns, guint width, guint32 *classes,
                 guint64 n_rows)
{
  for (guint64 start = 0; start < n_rows; start += BLOCK)
    {
      const guint64 n = MIN (BLOCK, n_rows - start);

      memset (classes + start, 0, n * sizeof *classes);
      for (guint c = 0; c < n_columns; c++)
        if (width == 1)
          add_1 (classes + start, (const guint8 *) columns[c] + start, n);
        else if (width == 2)
          add_2 (classes + start, (const guint16 *) columns[c] + start, n);
        else
          add_4 (classes + start, (const guint32 *) columns[c] + start, n);
    }
}
