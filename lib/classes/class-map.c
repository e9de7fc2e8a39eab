/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/class-map.h"

#include <string.h>

#include "base/memory.h"

#define MIN_DENSE_CELLS 65536
#define ROWS_A_CELL     8
#define BLOCK           4096 /* rows whose cells stay in the cache until they are counted */

void
deid_class_map_clear (DeidClassMap *map)
{
  g_free (map->ids);
  *map = (DeidClassMap){ 0 };
}

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

gboolean
deid_cells_init (DeidCells *cells, guint64 n_rows, GError **error)
{
  *cells = (DeidCells){ 0 };
  cells->cell_of_row = deid_alloc (n_rows, sizeof *cells->cell_of_row, error);
  if (cells->cell_of_row == NULL)
    return FALSE;
  cells->removed = deid_alloc (n_rows, sizeof *cells->removed, error);
  return cells->removed != NULL;
}

void
deid_cells_clear (DeidCells *cells)
{
  g_free (cells->cell_of_row);
  g_free (cells->records);
  g_free (cells->class_of_cell);
  g_free (cells->removed);
  deid_frequency_table_clear (&cells->table);
}

/* One kernel for each width of ids and parts. Removed rows are in class n_classes, so that their
 * cells lie behind all others. */
#define DEFINE_MULTIPLY(name, Id, Part)                                                            \
  static void name (guint32 *cell_of_row, gconstpointer ids, gconstpointer parts, guint32 fan_out, \
                    guint64 n_rows)                                                                \
  {                                                                                                \
    for (guint64 row = 0; row < n_rows; row++)                                                     \
      cell_of_row[row] = ((const Id *) ids)[row] * fan_out + ((const Part *) parts)[row];          \
  }

DEFINE_MULTIPLY (multiply_2_1, guint16, guint8)
DEFINE_MULTIPLY (multiply_2_2, guint16, guint16)
DEFINE_MULTIPLY (multiply_2_4, guint16, guint32)
DEFINE_MULTIPLY (multiply_4_1, guint32, guint8)
DEFINE_MULTIPLY (multiply_4_2, guint32, guint16)
DEFINE_MULTIPLY (multiply_4_4, guint32, guint32)

typedef void (*Multiply) (guint32 *, gconstpointer, gconstpointer, guint32, guint64);

static Multiply
get_multiply (guint id_width, guint part_width)
{
  static const Multiply kernels[2][3] = { { multiply_2_1, multiply_2_2, multiply_2_4 },
                                          { multiply_4_1, multiply_4_2, multiply_4_4 } };

  return kernels[id_width == 2 ? 0 : 1][part_width == 4 ? 2 : part_width - 1];
}

/* Numbers the cells of rows [start, start + n). */
static void
multiply (DeidCells *cells, const DeidClassMap *map, const DeidStep *const *steps, guint n_steps,
          guint64 start, guint64 n)
{
  guint32 *cell_of_row = cells->cell_of_row + start;
  gconstpointer ids = (const char *) map->ids + start * map->width;

  for (guint i = 0; i < n_steps; i++)
    {
      const DeidCodes *parts = &steps[i]->parts;
      const Multiply kernel = get_multiply (i == 0 ? map->width : 4, parts->width);

      kernel (cell_of_row, ids, (const char *) parts->data + start * parts->width,
              steps[i]->fan_out, n);
      ids = cell_of_row;
    }
}

/* The same by the frequency table. Rows that were removed before get the greatest number, since the
 * number of cells is not yet known. */
static gboolean
number_by_hash (DeidCells *cells, const DeidClassMap *map, const DeidStep *step, guint64 start,
                guint64 n, GError **error)
{
  DeidFrequencyTable *table = &cells->table;

  for (guint64 row = start; row < start + n; row++)
    {
      const guint32 id = deid_class_map_get (map, row);

      cells->cell_of_row[row] = G_MAXUINT32;
      if (id == map->n_classes)
        continue;
      if (!deid_frequency_table_has_room (table) && !deid_frequency_table_reserve (table, error))
        return FALSE;
      cells->cell_of_row[row] = deid_frequency_table_add (
          table, (guint64) id * step->fan_out + deid_codes_get (&step->parts, row));
    }
  return TRUE;
}

static gboolean
reserve_slots (DeidCells *cells, guint64 n_slots, GError **error)
{
  cells->n_slots = n_slots;
  return deid_grow ((gpointer *) &cells->records, &cells->records_capacity, n_slots,
                    sizeof *cells->records, error)
         && deid_grow ((gpointer *) &cells->class_of_cell, &cells->class_of_cell_capacity, n_slots,
                       sizeof *cells->class_of_cell, error);
}

gboolean
deid_cells_set_grouping (DeidCells *cells, const DeidGrouping *grouping, guint64 n_rows,
                         GError **error)
{
  if (!reserve_slots (cells, (guint64) grouping->n_classes + 1, error))
    return FALSE;
  cells->n_cells = grouping->n_classes;
  memcpy (cells->cell_of_row, grouping->class_of_row, n_rows * sizeof *cells->cell_of_row);
  memcpy (cells->records, grouping->sizes, cells->n_cells * sizeof *cells->records);
  return TRUE;
}

/* Counts rows [start, start + n). */
static void
count_records (DeidCells *cells, const DeidRows *rows, guint64 start, guint64 n)
{
  guint64 *records = cells->records;
  const guint32 *cell_of_row = cells->cell_of_row;

  if (rows->weights == NULL)
    for (guint64 row = start; row < start + n; row++)
      records[cell_of_row[row]]++;
  else
    for (guint64 row = start; row < start + n; row++)
      records[cell_of_row[row]] += rows->weights[row];
}

static guint64
get_fan_out (const DeidStep *const *steps, guint n_steps)
{
  guint64 fan_out = 1;

  for (guint i = 0; i < n_steps; i++)
    fan_out *= steps[i]->fan_out;
  return fan_out;
}

static gboolean
split_densely (DeidCells *cells, const DeidClassMap *map, const DeidStep *const *steps,
               guint n_steps, const DeidRows *rows, const DeidStop *stop, GError **error)
{
  const guint64 fan_out = get_fan_out (steps, n_steps);
  const guint64 n_slots = ((guint64) map->n_classes + 1) * fan_out;

  if (!reserve_slots (cells, n_slots, error))
    return FALSE;
  memset (cells->records, 0, n_slots * sizeof *cells->records);
  cells->n_cells = (guint32) (map->n_classes * fan_out);
  for (guint64 start = 0; start < rows->n; start += BLOCK)
    {
      const guint64 n = MIN (BLOCK, rows->n - start);

      if (!deid_stop_check (stop, error))
        return FALSE;
      multiply (cells, map, steps, n_steps, start, n);
      count_records (cells, rows, start, n);
    }
  return TRUE;
}

static gboolean
split_by_hash (DeidCells *cells, const DeidClassMap *map, const DeidStep *step,
               const DeidRows *rows, const DeidStop *stop, GError **error)
{
  deid_frequency_table_reset (&cells->table);
  for (guint64 start = 0; start < rows->n; start += BLOCK)
    if (!deid_stop_check (stop, error)
        || !number_by_hash (cells, map, step, start, MIN (BLOCK, rows->n - start), error))
      return FALSE;
  cells->n_cells = cells->table.n;
  if (!reserve_slots (cells, (guint64) cells->n_cells + 1, error))
    return FALSE;
  memset (cells->records, 0, cells->n_slots * sizeof *cells->records);
  for (guint64 row = 0; row < rows->n; row++)
    cells->cell_of_row[row] = MIN (cells->cell_of_row[row], cells->n_cells);
  count_records (cells, rows, 0, rows->n);
  return TRUE;
}

guint
deid_cells_choose_steps (const DeidClassMap *map, const DeidStep *const *steps, guint n_steps,
                         guint64 n_rows)
{
  const guint64 limit = n_rows / ROWS_A_CELL;
  guint64 n_cells = ((guint64) map->n_classes + 1) * steps[0]->fan_out;
  guint n = 1;

  while (n < n_steps && n_cells * steps[n]->fan_out <= limit)
    n_cells *= steps[n++]->fan_out;
  return n;
}

gboolean
deid_cells_split (DeidCells *cells, const DeidClassMap *map, const DeidStep *const *steps,
                  guint n_steps, const DeidRows *rows, const DeidStop *stop, GError **error)
{
  const guint64 n_dense = ((guint64) map->n_classes + 1) * steps[0]->fan_out;

  return n_steps > 1 || n_dense <= MIN (MAX (MIN_DENSE_CELLS, 2 * rows->n), G_MAXUINT32)
             ? split_densely (cells, map, steps, n_steps, rows, stop, error)
             : split_by_hash (cells, map, steps[0], rows, stop, error);
}

gboolean
deid_cells_write (DeidCells *cells, guint32 n_classes, guint64 n_rows, DeidClassMap *to,
                  GError **error)
{
  const guint32 *cell_of_row = cells->cell_of_row;
  guint32 *class_of_cell = cells->class_of_cell;
  guint32 *removed = cells->removed;
  guint64 n_removed = 0;

  if (!reserve_ids (to, n_rows, n_classes, error))
    return FALSE;
  for (guint64 cell = cells->n_cells; cell < cells->n_slots; cell++)
    class_of_cell[cell] = DEID_NO_CLASS;
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 class = class_of_cell[cell_of_row[row]];

      if (to->width == 2)
        ((guint16 *) to->ids)[row] = (guint16) MIN (class, n_classes);
      else
        ((guint32 *) to->ids)[row] = MIN (class, n_classes);
      removed[n_removed] = (guint32) row;
      n_removed += class == DEID_NO_CLASS && cell_of_row[row] < cells->n_cells;
    }
  cells->n_removed = n_removed;
  return TRUE;
}
