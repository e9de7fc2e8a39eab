/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "classes/grouping.h"
#include "classes/roll-up.h"

/* One attribute's step from a level to the one below. Each row has a part: the number of its lower
 * label among the labels that share its upper one. The part is @parts >> @shift & @mask; the other
 * bits of @parts belong to other steps. */
typedef struct
{
  DeidCodes parts;
  guint shift;
  guint32 mask;
  guint32 fan_out; /* parts are below it */
} DeidStep;

/* The steps of all attributes; step l of an attribute leads from level l + 1 to level l. */
typedef struct
{
  guint n_attributes;
  guint *n_steps; /* of each attribute */
  DeidStep **steps;
  DeidCodes *packs; /* each has the parts of one or more steps of an attribute */
  guint n_packs;
} DeidSteps;

/* Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x levels of all
 * attributes). */
gboolean deid_steps_init (DeidSteps *steps, const DeidRows *rows, const DeidAttribute *attributes,
                          const DeidStop *stop, GError **error);
void deid_steps_clear (DeidSteps *steps);

/* Returns: the memory it holds. */
guint64 deid_steps_get_n_bytes (const DeidSteps *steps);

static inline guint32
deid_step_get_part (const DeidStep *step, guint64 row)
{
  return deid_codes_get (&step->parts, row) >> step->shift & step->mask;
}

/* Which class each row is in; rows that were removed are in class @n_classes. Ids have 16 bits
 * where that suffices. */
typedef struct
{
  gpointer ids;
  guint64 ids_capacity; /* in bytes */
  guint width;          /* of an id: 2 or 4 bytes */
  guint32 n_classes;
} DeidClassMap;

/* Of a cell whose records are removed. */
#define DEID_NO_CLASS G_MAXUINT32

/* The cells that steps split the classes of a map into, before it is known which of them stay.
 * Rows that were removed before are in cells from @n_cells on. */
typedef struct
{
  guint n_threads; /* 1 unless it is set: among which the rows of a large table are divided */
  guint n_parts;   /* in which they were divided last */
  gpointer cell_of_row;
  guint width;      /* of a cell's number: 2 bytes where that suffices, or 4 */
  guint32 n_cells;  /* some of them may be empty */
  guint64 n_slots;  /* cells including those of removed rows */
  guint64 *records; /* of each cell, weights included */
  guint64 records_capacity;
  guint32
      *class_of_cell; /* to be filled in up to n_cells: a class of the new map, or DEID_NO_CLASS */
  guint64 class_of_cell_capacity;
  guint16 *id_of_cell; /* the same where the new map's ids have 2 bytes */
  guint64 id_of_cell_capacity;
  guint32 *counts;
  guint64 counts_capacity;
  DeidKeyNumbers numbers;
} DeidCells;

void deid_class_map_clear (DeidClassMap *map);

gboolean deid_cells_init (DeidCells *cells, guint64 n_rows, GError **error);
void deid_cells_clear (DeidCells *cells);

/* Returns: the memory they hold. */
guint64 deid_cells_get_n_bytes (const DeidCells *cells, guint64 n_rows);

/* Takes the classes of a grouping as cells. */
gboolean deid_cells_set_grouping (DeidCells *cells, const DeidGrouping *grouping, guint64 n_rows,
                                  GError **error);

/* Returns: how many of the steps, at least 1, are best split by in one pass: as many as leave few
 * cells for the number of rows. */
guint deid_cells_choose_steps (const DeidClassMap *map, const DeidStep *const *steps, guint n_steps,
                               guint64 n_rows);

/* Splits the classes of @map by one or more steps and counts the records of each cell. Cells are
 * numbered class x fan-out + part, step after step; where a single step would make many more cells
 * than rows, by hashing.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x steps). */
gboolean deid_cells_split (DeidCells *cells, const DeidClassMap *map, const DeidStep *const *steps,
                           guint n_steps, const DeidRows *rows, const DeidStop *stop,
                           GError **error);

/* Rows that are in no class. */
typedef struct
{
  DeidRowSet *set;
  guint32 *rows; /* those that were added last, with room for all rows */
  guint64 n_added;
} DeidRemovedRows;

/* Makes the map of the cells' classes; @to may be the map that was split. Unless @removed is %NULL,
 * adds the rows that are in no class to its set, and lists those that are new there. Errors:
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows). */
gboolean deid_cells_write (DeidCells *cells, guint32 n_classes, guint64 n_rows, DeidClassMap *to,
                           DeidRemovedRows *removed, GError **error);

static inline guint32
deid_cells_get (const DeidCells *cells, guint64 row)
{
  return cells->width == 2 ? ((const guint16 *) cells->cell_of_row)[row]
                           : ((const guint32 *) cells->cell_of_row)[row];
}

static inline guint32
deid_class_map_get (const DeidClassMap *map, guint64 row)
{
  return map->width == 2 ? ((const guint16 *) map->ids)[row] : ((const guint32 *) map->ids)[row];
}
