/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/class-map.h"

#include <string.h>

#include "base/memory.h"
#include "base/parts.h"

#define MIN_DENSE_CELLS    65536
#define ROWS_A_CELL        8
#define CLASS_MAP_N_AHEAD  16    /* keys that are fetched from memory before they are added */
#define CLASS_MAP_N_TABLES 4     /* of counts */
#define MAX_TABLED_CELLS   16384 /* more would be zeroed and added up in vain */
#define MIN_ROWS_A_PART    65536 /* below that threads take longer to start than to work */

void
deid_class_map_clear (DeidClassMap *map)
{
  g_free (map->ids);
  *map = (DeidClassMap){ 0 };
}

gboolean
deid_cells_init (DeidCells *cells, guint64 n_rows, GError **error)
{
  *cells = (DeidCells){ .n_threads = 1 };
  cells->cell_of_row = deid_alloc (n_rows, sizeof (guint32), error);
  return cells->cell_of_row != NULL;
}

void
deid_cells_clear (DeidCells *cells)
{
  g_free (cells->cell_of_row);
  g_free (cells->records);
  g_free (cells->class_of_cell);
  g_free (cells->id_of_cell);
  g_free (cells->counts);
  deid_frequency_table_clear (&cells->table);
}

/* Takes classes for cells. */
static void
start_cells (gpointer restrict cells, guint cell_width, gconstpointer restrict ids, guint id_width,
             guint64 n_rows)
{
  if (cell_width == id_width)
    memcpy (cells, ids, n_rows * id_width);
  else
    for (guint64 row = 0; row < n_rows; row++)
      ((guint32 *) cells)[row] = ((const guint16 *) ids)[row];
}

/* Splits cells by one step, with a kernel for each width of cells and parts. Removed rows are in
 * class n_classes, so that their cells lie behind all others. */
#define CLASS_MAP_DEFINE_EXTEND(name, Cell, Part)                                                  \
  static void name (gpointer restrict cells, gconstpointer restrict parts, guint32 fan_out,        \
                    guint64 n_rows)                                                                \
  {                                                                                                \
    for (guint64 row = 0; row < n_rows; row++)                                                     \
      ((Cell *) cells)[row]                                                                        \
          = (Cell) (((Cell *) cells)[row] * (Cell) fan_out + ((const Part *) parts)[row]);         \
  }

CLASS_MAP_DEFINE_EXTEND (extend_2_1, guint16, guint8)
CLASS_MAP_DEFINE_EXTEND (extend_2_2, guint16, guint16)
CLASS_MAP_DEFINE_EXTEND (extend_2_4, guint16, guint32)
CLASS_MAP_DEFINE_EXTEND (extend_4_1, guint32, guint8)
CLASS_MAP_DEFINE_EXTEND (extend_4_2, guint32, guint16)
CLASS_MAP_DEFINE_EXTEND (extend_4_4, guint32, guint32)

typedef void (*Extend) (gpointer, gconstpointer, guint32, guint64);

static Extend
get_extend (guint cell_width, guint part_width)
{
  static const Extend kernels[2][3]
      = { { extend_2_1, extend_2_2, extend_2_4 }, { extend_4_1, extend_4_2, extend_4_4 } };

  return kernels[cell_width == 2 ? 0 : 1][part_width == 4 ? 2 : part_width - 1];
}

/* Numbers the cells of rows [start, start + n). */
static void
number_cells (DeidCells *cells, const DeidClassMap *map, const DeidStep *const *steps,
              guint n_steps, guint64 start, guint64 n)
{
  gpointer cell_of_row = (char *) cells->cell_of_row + start * cells->width;

  start_cells (cell_of_row, cells->width, (const char *) map->ids + start * map->width, map->width,
               n);
  for (guint i = 0; i < n_steps; i++)
    {
      const DeidCodes *parts = &steps[i]->parts;

      get_extend (cells->width, parts->width) (
          cell_of_row, (const char *) parts->data + start * parts->width, steps[i]->fan_out, n);
    }
}

/* The same by the frequency table, whose keys are fetched from memory some rows ahead. Rows that
 * were removed before get the greatest number, since the number of cells is not yet known. */
static gboolean
number_by_hash (DeidCells *cells, const DeidClassMap *map, const DeidStep *step, guint64 start,
                guint n, GError **error)
{
  const guint64 end_of_keys = (guint64) map->n_classes * step->fan_out;
  guint32 *cell_of_row = (guint32 *) cells->cell_of_row + start;
  DeidFrequencyTable *table = &cells->table;
  guint64 keys[DEID_CELLS_BLOCK];

  for (guint i = 0; i < n; i++)
    keys[i] = (guint64) deid_class_map_get (map, start + i) * step->fan_out
              + deid_codes_get (&step->parts, start + i);
  for (guint i = 0; i < n; i++)
    {
      if (!deid_frequency_table_has_room (table) && !deid_frequency_table_reserve (table, error))
        return FALSE;
      if (i + CLASS_MAP_N_AHEAD < n)
        deid_frequency_table_prefetch (table, keys[i + CLASS_MAP_N_AHEAD]);
      cell_of_row[i]
          = keys[i] < end_of_keys ? deid_frequency_table_add (table, keys[i]) : G_MAXUINT32;
    }
  return TRUE;
}

static gboolean
reserve_slots (DeidCells *cells, guint64 n_slots, guint width, GError **error)
{
  cells->n_slots = n_slots;
  cells->width = width;
  return deid_grow ((gpointer *) &cells->records, &cells->records_capacity, n_slots,
                    sizeof *cells->records, error)
         && deid_grow ((gpointer *) &cells->class_of_cell, &cells->class_of_cell_capacity, n_slots,
                       sizeof *cells->class_of_cell, error);
}

guint64
deid_cells_get_n_bytes (const DeidCells *cells, guint64 n_rows)
{
  return n_rows * sizeof (guint32) + cells->records_capacity * sizeof *cells->records
         + cells->class_of_cell_capacity * sizeof *cells->class_of_cell + cells->id_of_cell_capacity
         + cells->counts_capacity * sizeof *cells->counts
         + deid_frequency_table_get_n_bytes (&cells->table);
}

gboolean
deid_cells_set_grouping (DeidCells *cells, const DeidGrouping *grouping, guint64 n_rows,
                         GError **error)
{
  if (!reserve_slots (cells, (guint64) grouping->n_classes + 1, 4, error))
    return FALSE;
  cells->n_parts = 1;
  cells->n_cells = grouping->n_classes;
  memcpy (cells->cell_of_row, grouping->class_of_row, n_rows * sizeof (guint32));
  memcpy (cells->records, grouping->sizes, cells->n_cells * sizeof *cells->records);
  return TRUE;
}

/* Rows of one cell often follow each other, and each count would wait for the one before. Rows are
 * therefore counted in several tables by turns: measured, a search takes two thirds of the time. */
static guint
get_n_tables (const DeidCells *cells)
{
  return cells->n_slots <= MAX_TABLED_CELLS ? CLASS_MAP_N_TABLES : 1;
}

/* Returns: in how many parts rows are split and counted: each counts in tables of its own, which
 * are to be zeroed and added up. */
static guint
choose_n_parts (const DeidCells *cells, const DeidRows *rows)
{
  const guint64 n_most = rows->n / MAX (MIN_ROWS_A_PART, cells->n_slots);

  return rows->weights != NULL
             ? 1
             : (guint) CLAMP (MIN (n_most, cells->n_threads), 1, DEID_CELLS_MAX_PARTS);
}

/* Counts rows in four tables, which begin @stride apart, or in one if that is 0. */
#define DEFINE_COUNT(name, Cell)                                                                   \
  static void name (const Cell *cells, guint64 n_rows, guint32 *counts, guint64 stride)            \
  {                                                                                                \
    guint64 row = 0;                                                                               \
                                                                                                   \
    for (; row + CLASS_MAP_N_TABLES <= n_rows; row += CLASS_MAP_N_TABLES)                          \
      {                                                                                            \
        counts[cells[row]]++;                                                                      \
        counts[stride + cells[row + 1]]++;                                                         \
        counts[2 * stride + cells[row + 2]]++;                                                     \
        counts[3 * stride + cells[row + 3]]++;                                                     \
      }                                                                                            \
    for (; row < n_rows; row++)                                                                    \
      counts[cells[row]]++;                                                                        \
  }

DEFINE_COUNT (count_2, guint16)
DEFINE_COUNT (count_4, guint32)

static gboolean
start_counts (DeidCells *cells, const DeidRows *rows, GError **error)
{
  const guint64 n_counts = cells->n_slots * get_n_tables (cells) * cells->n_parts;

  if (rows->weights != NULL)
    {
      memset (cells->records, 0, cells->n_slots * sizeof *cells->records);
      return TRUE;
    }
  if (!deid_grow ((gpointer *) &cells->counts, &cells->counts_capacity, n_counts,
                  sizeof *cells->counts, error))
    return FALSE;
  memset (cells->counts, 0, n_counts * sizeof *cells->counts);
  return TRUE;
}

/* Counts rows [start, start + n) of a part. */
static void
class_map_count_records (DeidCells *cells, const DeidRows *rows, guint part, guint64 start,
                         guint64 n)
{
  const guint n_tables = get_n_tables (cells);
  const guint64 stride = n_tables > 1 ? cells->n_slots : 0;
  guint32 *counts;

  if (rows->weights != NULL)
    {
      for (guint64 row = start; row < start + n; row++)
        cells->records[deid_cells_get (cells, row)] += rows->weights[row];
      return;
    }
  counts = cells->counts + part * n_tables * cells->n_slots;
  if (cells->width == 2)
    count_2 ((const guint16 *) cells->cell_of_row + start, n, counts, stride);
  else
    count_4 ((const guint32 *) cells->cell_of_row + start, n, counts, stride);
}

static void
finish_counts (DeidCells *cells, const DeidRows *rows)
{
  const guint n_tables = get_n_tables (cells) * cells->n_parts;
  const guint64 n = cells->n_slots;
  const guint32 *counts = cells->counts;
  guint64 *records = cells->records;

  if (rows->weights != NULL)
    return;
  for (guint64 cell = 0; cell < n; cell++)
    records[cell] = counts[cell];
  for (guint table = 1; table < n_tables; table++)
    for (guint64 cell = 0; cell < n; cell++)
      records[cell] += counts[table * n + cell];
}

static guint64
get_fan_out (const DeidStep *const *steps, guint n_steps)
{
  guint64 fan_out = 1;

  for (guint i = 0; i < n_steps; i++)
    fan_out *= steps[i]->fan_out;
  return fan_out;
}

typedef struct
{
  DeidCells *cells;
  const DeidClassMap *map;
  const DeidStep *const *steps;
  guint n_steps;
  const DeidRows *rows;
  const DeidStop *stop;
} Splitting;

static gboolean
split_part (gpointer data, guint part, GError **error)
{
  const Splitting *splitting = data;
  DeidCells *cells = splitting->cells;
  const DeidRows *rows = splitting->rows;
  const guint64 end = deid_cells_get_part_start (rows->n, cells->n_parts, part + 1);

  for (guint64 start = deid_cells_get_part_start (rows->n, cells->n_parts, part); start < end;
       start += DEID_CELLS_BLOCK)
    {
      const guint64 n = MIN (DEID_CELLS_BLOCK, end - start);

      if (!deid_stop_check (splitting->stop, error))
        return FALSE;
      number_cells (cells, splitting->map, splitting->steps, splitting->n_steps, start, n);
      class_map_count_records (cells, rows, part, start, n);
    }
  return TRUE;
}

static gboolean
split_densely (DeidCells *cells, const DeidClassMap *map, const DeidStep *const *steps,
               guint n_steps, const DeidRows *rows, const DeidStop *stop, GError **error)
{
  const guint64 fan_out = get_fan_out (steps, n_steps);
  const guint64 n_slots = ((guint64) map->n_classes + 1) * fan_out;
  Splitting splitting = { cells, map, steps, n_steps, rows, stop };

  if (!reserve_slots (cells, n_slots, n_slots <= (guint64) G_MAXUINT16 + 1 ? 2 : 4, error))
    return FALSE;
  cells->n_parts = choose_n_parts (cells, rows);
  cells->n_cells = (guint32) (map->n_classes * fan_out);
  if (!start_counts (cells, rows, error)
      || !deid_parts_run (cells->n_threads, cells->n_parts, split_part, &splitting, error))
    return FALSE;
  finish_counts (cells, rows);
  return TRUE;
}

static gboolean
split_by_hash (DeidCells *cells, const DeidClassMap *map, const DeidStep *step,
               const DeidRows *rows, const DeidStop *stop, GError **error)
{
  guint32 *cell_of_row = cells->cell_of_row;

  deid_frequency_table_reset (&cells->table, rows->n);
  for (guint64 start = 0; start < rows->n; start += DEID_CELLS_BLOCK)
    if (!deid_stop_check (stop, error)
        || !number_by_hash (cells, map, step, start,
                            (guint) MIN (DEID_CELLS_BLOCK, rows->n - start), error))
      return FALSE;
  cells->n_cells = cells->table.n;
  cells->n_parts = 1;
  if (!reserve_slots (cells, (guint64) cells->n_cells + 1, 4, error)
      || !start_counts (cells, rows, error))
    return FALSE;
  for (guint64 row = 0; row < rows->n; row++)
    cell_of_row[row] = MIN (cell_of_row[row], cells->n_cells);
  class_map_count_records (cells, rows, 0, 0, rows->n);
  finish_counts (cells, rows);
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
