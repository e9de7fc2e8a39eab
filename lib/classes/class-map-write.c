/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes the map of the classes that cells become. */
#include <string.h>

#include "base/memory.h"
#include "base/parts.h"
#include "base/words.h"
#include "classes/class-map.h"

static gboolean
reserve_ids (DeidClassMap *map, guint64 n_rows, guint32 n_classes, GError **error)
{
  const guint width = n_classes <= G_MAXUINT16 ? 2 : 4;

  if (!deid_grow (&map->ids, &map->ids_capacity, n_rows * width, 1, error))
    return FALSE;
  map->width = width;
  map->n_classes = n_classes;
  return TRUE;
}

/* One kernel for each width of cells and ids; ids of 4 bytes never come from cells of 2. */
#define DEFINE_WRITE(name, Cell, Id)                                                               \
  static void name (const Cell *restrict cells, guint64 n_rows, const Id *restrict id_of_cell,     \
                    Id *restrict ids)                                                              \
  {                                                                                                \
    for (guint64 row = 0; row < n_rows; row++)                                                     \
      ids[row] = id_of_cell[cells[row]];                                                           \
  }

DEFINE_WRITE (write_2_2, guint16, guint16)
DEFINE_WRITE (write_4_2, guint32, guint16)
DEFINE_WRITE (write_4_4, guint32, guint32)

/* Finds the id of each cell; that of removed ones is @map->n_classes. */
static gboolean
set_ids (DeidCells *cells, const DeidClassMap *map, GError **error)
{
  const guint32 *class_of_cell = cells->class_of_cell;
  const guint32 n_classes = map->n_classes;

  if (!deid_grow (&cells->id_of_cell, &cells->id_of_cell_capacity, cells->n_slots * map->width, 1,
                  error))
    return FALSE;
  for (guint64 cell = cells->n_cells; cell < cells->n_slots; cell++)
    cells->class_of_cell[cell] = DEID_NO_CLASS;
  if (map->width == 2)
    for (guint64 cell = 0; cell < cells->n_slots; cell++)
      ((guint16 *) cells->id_of_cell)[cell] = (guint16) MIN (class_of_cell[cell], n_classes);
  else
    for (guint64 cell = 0; cell < cells->n_slots; cell++)
      ((guint32 *) cells->id_of_cell)[cell] = MIN (class_of_cell[cell], n_classes);
  return TRUE;
}

/* Writes the ids of rows [start, start + n). */
static void
write_ids (const DeidCells *cells, DeidClassMap *map, guint64 start, guint64 n)
{
  gconstpointer numbers = (const char *) cells->cell_of_row + start * cells->width;
  gpointer ids = (char *) map->ids + start * map->width;

  if (cells->width == 2)
    write_2_2 (numbers, n, cells->id_of_cell, ids);
  else if (map->width == 2)
    write_4_2 (numbers, n, cells->id_of_cell, ids);
  else
    write_4_4 (numbers, n, cells->id_of_cell, ids);
}

/* Tells of each row whether it is in class @id. */
#define DEFINE_FLAG(name, Id)                                                                      \
  static void name (const Id *restrict ids, Id id, guint64 n_rows, guint8 *restrict flags)         \
  {                                                                                                \
    for (guint64 row = 0; row < n_rows; row++)                                                     \
      flags[row] = ids[row] == id;                                                                 \
  }

DEFINE_FLAG (flag_2, guint16)
DEFINE_FLAG (flag_4, guint32)

/* Adds those of rows [start, start + n) that are in no class, at most a block of them.
 * Returns: their number. */
static guint64
add_removed (const DeidClassMap *map, guint64 start, guint64 n, DeidRowSet *removed, guint32 *rows)
{
  guint8 flags[DEID_CELLS_BLOCK];
  guint64 n_added = 0;

  if (map->width == 2)
    flag_2 ((const guint16 *) map->ids + start, (guint16) map->n_classes, n, flags);
  else
    flag_4 ((const guint32 *) map->ids + start, map->n_classes, n, flags);
  memset (flags + n, 0, DEID_CELLS_BLOCK - n);
  for (guint64 i = 0; i < n; i += 64)
    {
      guint64 *word = &removed->words[(start + i) / 64];
      guint64 added = deid_word_pack_flags (flags + i) & ~*word;

      *word |= added;
      for (; added != 0; added &= added - 1)
        rows[n_added++] = (guint32) (start + i + (guint64) __builtin_ctzll (added));
    }
  return n_added;
}

typedef struct
{
  const DeidCells *cells;
  DeidClassMap *map;
  guint64 n_rows;
  guint n_parts;
  DeidRowSet *removed;
  guint32 *rows; /* that each part adds, from its first row on */
  guint64 n_added[DEID_CELLS_MAX_PARTS];
} ClassMapWriteWriting;

static gboolean
write_part (gpointer data, guint part, GError **error G_GNUC_UNUSED)
{
  ClassMapWriteWriting *writing = data;
  const guint64 first = deid_cells_get_part_start (writing->n_rows, writing->n_parts, part);
  const guint64 end = deid_cells_get_part_start (writing->n_rows, writing->n_parts, part + 1);

  for (guint64 start = first; start < end; start += DEID_CELLS_BLOCK)
    {
      const guint64 n = MIN (DEID_CELLS_BLOCK, end - start);

      write_ids (writing->cells, writing->map, start, n);
      if (writing->removed != NULL)
        writing->n_added[part] += add_removed (writing->map, start, n, writing->removed,
                                               writing->rows + first + writing->n_added[part]);
    }
  return TRUE;
}

/* Returns: how many rows all parts have added, which it puts together. */
static guint64
join_added (const ClassMapWriteWriting *writing)
{
  guint64 n = writing->n_added[0];

  for (guint part = 1; part < writing->n_parts; part++)
    {
      memmove (writing->rows + n,
               writing->rows + deid_cells_get_part_start (writing->n_rows, writing->n_parts, part),
               writing->n_added[part] * sizeof *writing->rows);
      n += writing->n_added[part];
    }
  return n;
}

gboolean
deid_cells_write (DeidCells *cells, guint32 n_classes, guint64 n_rows, DeidClassMap *to,
                  DeidRowSet *removed, guint32 *rows, guint64 *n_added, GError **error)
{
  ClassMapWriteWriting writing = { .cells = cells,
                                   .map = to,
                                   .n_rows = n_rows,
                                   .n_parts = cells->n_parts,
                                   .removed = removed,
                                   .rows = rows };

  if (!reserve_ids (to, n_rows, n_classes, error) || !set_ids (cells, to, error)
      || !deid_parts_run (cells->n_threads, cells->n_parts, write_part, &writing, error))
    return FALSE;
  *n_added = join_added (&writing);
  return TRUE;
}
