/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/class-map.h"

#include "base/arrays.h"
#include "base/hash.h"
#include "base/memory.h"

#include <string.h>

/* Rows whose cells stay in the cache until they are counted. */
#define DEID_CELLS_BLOCK     2048
#define DEID_CELLS_MAX_PARTS 16

/* Returns: the first row of a part; parts consist of whole blocks. */
static inline guint64
cells_get_part_start (guint64 n_rows, guint n_parts, guint part)
{
  return MIN (n_rows,
              deid_part_start (n_rows / DEID_CELLS_BLOCK + 1, n_parts, part) * DEID_CELLS_BLOCK);
}

/* Numbers the lower labels of each upper label; gives each code of the column its number.
 * Returns: the greatest number of lower labels that an upper one has, or 0 with an error. */
static guint32
number_parts (const DeidRecoding *upper, const DeidRecoding *lower, guint32 n_codes,
              guint32 *part_of_code, GError **error)
{
  g_autofree guint32 *n_parts = deid_alloc (upper->n_labels, sizeof *n_parts, error);
  g_autofree guint32 *part_of_label
      = n_parts != NULL ? deid_alloc (lower->n_labels, sizeof *part_of_label, error) : NULL;
  guint32 fan_out = 1;

  if (part_of_label == NULL)
    return 0;
  memset (part_of_label, 0xFF, lower->n_labels * sizeof *part_of_label);
  for (guint32 code = 0; code < n_codes; code++)
    {
      guint32 *part = &part_of_label[lower->labels[code]];

      if (*part == G_MAXUINT32)
        *part = n_parts[upper->labels[code]]++;
      fan_out = MAX (fan_out, *part + 1);
      part_of_code[code] = *part;
    }
  return fan_out;
}

/* The steps of an attribute from @first to before @end, whose parts lie in one pack. */
typedef struct
{
  DeidStep *steps;
  guint first, end;
  guint n_bits;
  guint32 *codes; /* of the pack, for each code of the column */
} Pack;

/* Tells whether a pack that has the step, too, still needs only one byte. */
static gboolean
pack_takes (const Pack *pack, guint n_bits)
{
  return pack->n_bits + n_bits <= 8;
}

/* Adds a step to the pack. */
static void
pack_add (Pack *pack, guint n_bits, guint32 fan_out, const guint32 *part_of_code, guint32 n_codes)
{
  DeidStep *step = &pack->steps[pack->end++];

  step->fan_out = fan_out;
  step->shift = pack->n_bits;
  step->mask = G_MAXUINT32 >> (32 - n_bits);
  for (guint32 code = 0; code < n_codes; code++)
    pack->codes[code] |= part_of_code[code] << step->shift;
  pack->n_bits += n_bits;
}

/* Makes the parts of the rows, and begins another pack. */
static gboolean
pack_finish (Pack *pack, DeidCodes *parts, const DeidCodes *rows, guint32 n_codes,
             const DeidStop *stop, GError **error)
{
  if (!deid_codes_alloc (parts, rows->n, G_MAXUINT32 >> (32 - pack->n_bits), error))
    return FALSE;
  for (guint64 start = 0; start < rows->n; start += DEID_ROWS_PER_CHECK)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      deid_codes_set_mapped (parts, start, rows, start, MIN (DEID_ROWS_PER_CHECK, rows->n - start),
                             pack->codes);
    }
  for (; pack->first < pack->end; pack->first++)
    pack->steps[pack->first].parts = *parts;
  memset (pack->codes, 0, n_codes * sizeof *pack->codes);
  pack->n_bits = 0;
  return TRUE;
}

static gboolean
init_attribute (DeidSteps *steps, const DeidCodes *rows, guint a, const DeidAttribute *attribute,
                const DeidStop *stop, GError **error)
{
  const guint32 n_codes = attribute->n_codes;
  g_autofree guint32 *part_of_code = NULL, *codes = NULL;
  Pack pack = { .steps = steps->steps[a] };

  if (!deid_new_arrays (error, DEID_NEW (part_of_code, n_codes), DEID_NEW (codes, n_codes)))
    return FALSE;
  pack.codes = codes;
  for (guint level = 0; level < steps->n_steps[a]; level++)
    {
      const guint32 fan_out = number_parts (
          &attribute->levels[level + 1], &attribute->levels[level], n_codes, part_of_code, error);
      const guint n_bits = g_bit_storage (fan_out - 1);

      if (fan_out == 0
          || (pack.first < pack.end && !pack_takes (&pack, n_bits)
              && !pack_finish (&pack, &steps->packs[steps->n_packs++], rows, n_codes, stop, error)))
        return FALSE;
      pack_add (&pack, n_bits, fan_out, part_of_code, n_codes);
    }
  return pack.first == pack.end
         || pack_finish (&pack, &steps->packs[steps->n_packs++], rows, n_codes, stop, error);
}

gboolean
deid_steps_init (DeidSteps *steps, const DeidRows *rows, const DeidAttribute *attributes,
                 const DeidStop *stop, GError **error)
{
  guint n = 0;

  *steps = (DeidSteps){ 0 };
  if (!deid_new_arrays (error, DEID_NEW (steps->n_steps, rows->n_attributes),
                        DEID_NEW (steps->steps, rows->n_attributes)))
    return FALSE;
  steps->n_attributes = rows->n_attributes;
  for (guint a = 0; a < rows->n_attributes; a++)
    {
      steps->n_steps[a] = attributes[a].n_levels - 1;
      n += steps->n_steps[a];
      if (!deid_new_arrays (error, DEID_NEW (steps->steps[a], steps->n_steps[a])))
        return FALSE;
    }
  if (!deid_new_arrays (error, DEID_NEW (steps->packs, n)))
    return FALSE;
  for (guint a = 0; a < rows->n_attributes; a++)
    if (!init_attribute (steps, rows->codes[a], a, &attributes[a], stop, error))
      return FALSE;
  return TRUE;
}

void
deid_steps_clear (DeidSteps *steps)
{
  for (guint i = 0; i < steps->n_packs; i++)
    deid_codes_clear (&steps->packs[i]);
  for (guint a = 0; a < steps->n_attributes; a++)
    g_free (steps->steps[a]);
  deid_free_arrays (steps->packs, steps->steps, steps->n_steps);
  *steps = (DeidSteps){ 0 };
}

guint64
deid_steps_get_n_bytes (const DeidSteps *steps)
{
  guint64 n = 0;

  for (guint i = 0; i < steps->n_packs; i++)
    n += steps->packs[i].n * steps->packs[i].width;
  return n;
}

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
  deid_free_arrays (cells->cell_of_row, cells->records, cells->class_of_cell, cells->id_of_cell,
                    cells->counts);
  deid_key_numbers_clear (&cells->numbers);
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
  static void name (gpointer restrict cells, const DeidStep *step, guint64 start, guint64 n_rows)  \
  {                                                                                                \
    const Part *restrict parts = (const Part *) step->parts.data + start;                          \
    const Cell fan_out = (Cell) step->fan_out, mask = (Cell) step->mask;                           \
    const guint shift = step->shift;                                                               \
                                                                                                   \
    for (guint64 row = 0; row < n_rows; row++)                                                     \
      ((Cell *) cells)[row]                                                                        \
          = (Cell) (((Cell *) cells)[row] * fan_out + ((Cell) (parts[row] >> shift) & mask));      \
  }

CLASS_MAP_DEFINE_EXTEND (extend_2_1, guint16, guint8)
CLASS_MAP_DEFINE_EXTEND (extend_2_2, guint16, guint16)
CLASS_MAP_DEFINE_EXTEND (extend_2_4, guint16, guint32)
CLASS_MAP_DEFINE_EXTEND (extend_4_1, guint32, guint8)
CLASS_MAP_DEFINE_EXTEND (extend_4_2, guint32, guint16)
CLASS_MAP_DEFINE_EXTEND (extend_4_4, guint32, guint32)

typedef void (*Extend) (gpointer, const DeidStep *, guint64, guint64);

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
    get_extend (cells->width, steps[i]->parts.width) (cell_of_row, steps[i], start, n);
}

/* Numbers cells in the order of their first row; keys are fetched from memory some rows ahead. Rows
 * that were removed before get the greatest number, since the number of cells is not yet known. */
static gboolean
number_by_hash (DeidCells *cells, const DeidClassMap *map, const DeidStep *step, guint64 start,
                guint n, GError **error)
{
  const guint64 end_of_keys = (guint64) map->n_classes * step->fan_out;
  guint32 *cell_of_row = (guint32 *) cells->cell_of_row + start;
  guint64 keys[DEID_CELLS_BLOCK];

  for (guint i = 0; i < n; i++)
    keys[i] = (guint64) deid_class_map_get (map, start + i) * step->fan_out
              + deid_step_get_part (step, start + i);
  for (guint i = 0; i < n; i++)
    {
      if (i + CLASS_MAP_N_AHEAD < n)
        deid_key_numbers_prefetch (&cells->numbers, keys[i + CLASS_MAP_N_AHEAD]);
      if (keys[i] >= end_of_keys)
        cell_of_row[i] = G_MAXUINT32;
      else if (!deid_key_numbers_add (&cells->numbers, keys[i], &cell_of_row[i], error))
        return FALSE;
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
         + cells->class_of_cell_capacity * sizeof *cells->class_of_cell
         + cells->id_of_cell_capacity * sizeof *cells->id_of_cell
         + cells->counts_capacity * sizeof *cells->counts
         + deid_key_numbers_get_n_bytes (&cells->numbers);
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
  const guint64 end = cells_get_part_start (rows->n, cells->n_parts, part + 1);

  for (guint64 start = cells_get_part_start (rows->n, cells->n_parts, part); start < end;
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

  if (!deid_key_numbers_start (&cells->numbers, (guint64) map->n_classes * step->fan_out, rows->n,
                               error))
    return FALSE;
  for (guint64 start = 0; start < rows->n; start += DEID_CELLS_BLOCK)
    if (!deid_stop_check (stop, error)
        || !number_by_hash (cells, map, step, start,
                            (guint) MIN (DEID_CELLS_BLOCK, rows->n - start), error))
      return FALSE;
  cells->n_cells = deid_key_numbers_get_n (&cells->numbers);
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

/* Makes the map of the classes that cells become. */

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

/* Finds the id of each cell; that of removed ones is @map->n_classes. Ids of 4 bytes take the place
 * of the classes. */
static gboolean
set_ids (DeidCells *cells, const DeidClassMap *map, GError **error)
{
  guint32 *class_of_cell = cells->class_of_cell;
  const guint32 n_classes = map->n_classes;

  if (map->width == 2 && !deid_grow_list (cells, id_of_cell, cells->n_slots, error))
    return FALSE;
  for (guint64 cell = cells->n_cells; cell < cells->n_slots; cell++)
    class_of_cell[cell] = DEID_NO_CLASS;
  if (map->width == 2)
    for (guint64 cell = 0; cell < cells->n_slots; cell++)
      cells->id_of_cell[cell] = (guint16) MIN (class_of_cell[cell], n_classes);
  else
    for (guint64 cell = 0; cell < cells->n_slots; cell++)
      class_of_cell[cell] = MIN (class_of_cell[cell], n_classes);
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
    write_4_4 (numbers, n, cells->class_of_cell, ids);
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
  DeidRemovedRows *removed; /* to whose rows each part adds, from its first row on; or NULL */
  guint64 n_added[DEID_CELLS_MAX_PARTS];
} ClassMapWriteWriting;

static gboolean
write_part (gpointer data, guint part, GError **error)
{
  ClassMapWriteWriting *writing = data;
  const guint64 first = cells_get_part_start (writing->n_rows, writing->n_parts, part);
  const guint64 end = cells_get_part_start (writing->n_rows, writing->n_parts, part + 1);

  for (guint64 start = first; start < end; start += DEID_CELLS_BLOCK)
    {
      const guint64 n = MIN (DEID_CELLS_BLOCK, end - start);

      write_ids (writing->cells, writing->map, start, n);
      if (writing->removed != NULL)
        writing->n_added[part]
            += add_removed (writing->map, start, n, writing->removed->set,
                            writing->removed->rows + first + writing->n_added[part]);
    }
  return TRUE;
}

/* Returns: how many rows all parts have added, which it puts together. */
static guint64
join_added (const ClassMapWriteWriting *writing)
{
  guint32 *rows = writing->removed->rows;
  guint64 n = writing->n_added[0];

  for (guint part = 1; part < writing->n_parts; part++)
    {
      memmove (rows + n, rows + cells_get_part_start (writing->n_rows, writing->n_parts, part),
               writing->n_added[part] * sizeof *rows);
      n += writing->n_added[part];
    }
  return n;
}

gboolean
deid_cells_write (DeidCells *cells, guint32 n_classes, guint64 n_rows, DeidClassMap *to,
                  DeidRemovedRows *removed, GError **error)
{
  ClassMapWriteWriting writing = {
    .cells = cells, .map = to, .n_rows = n_rows, .n_parts = cells->n_parts, .removed = removed
  };

  if (!reserve_ids (to, n_rows, n_classes, error) || !set_ids (cells, to, error)
      || !deid_parts_run (cells->n_threads, cells->n_parts, write_part, &writing, error))
    return FALSE;
  if (removed != NULL)
    removed->n_added = join_added (&writing);
  return TRUE;
}
