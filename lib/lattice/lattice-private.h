/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/attribute.h"

#include <string.h>

/* Dimensions are kept apart from attributes: one attribute may own several dimensions. */
struct DeidLattice
{
  gatomicrefcount ref_count;
  gint immutable;        /* atomic */
  DeidDataset *dataset;  /* or NULL */
  DeidTableSource table; /* whose values are generalized; without a list of weights */
  DeidAttribute *attributes;
  guint64 attributes_capacity;
  guint n_attributes;
  guint n_dimensions;
  DeidLevel *heights; /* of each dimension the highest level; those of cuts have two levels */
  guint64 heights_capacity;
  DeidLevel *floors; /* of each the lowest level that policies give it, 0 unless a range was set */
  guint64 floors_capacity;
  guint *dimension_attribute; /* of each dimension */
  guint64 dimension_attribute_capacity;
  guint *attribute_of_column; /* attribute + 1, or 0; NULL before the first attribute */
};

/* Makes the lattice of a table that is no dataset; what it lends must outlive the lattice. */
DeidLattice *deid_lattice_new_of_table (const DeidTableSource *table);

void deid_lattice_make_immutable (DeidLattice *lattice);

/* Fails with %DEID_ERROR_EMPTY for a lattice without quasi-identifiers. One whose quasi-identifiers
 * have cuts of no more than one value each has no dimensions, and one policy. */
gboolean deid_lattice_check_attributes (const DeidLattice *lattice, GError **error);

/* Returns: (nullable): the attribute of a column, of a lattice that can still be changed. Errors:
 * %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_INVALID_ARGUMENT if it has none, %DEID_ERROR_IMMUTABLE.
 */
DeidAttribute *deid_lattice_find_changeable (DeidLattice *lattice, const char *name,
                                             GError **error);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT: @what is wrong with an attribute. */
gboolean deid_lattice_refuse (const DeidLattice *lattice, const DeidAttribute *attribute,
                              GError **error, const char *what);

/* Puts the column of an attribute before the message of an error. Returns: FALSE. */
gboolean deid_lattice_prefix_column (const DeidLattice *lattice, const DeidAttribute *attribute,
                                     GError **error);

/* Sets the limits of an attribute of subtrees in place of those before, as deid_cuts_new_limited()
 * takes them. @kept is NULL to leave what is kept as it is. */
gboolean deid_lattice_limit_subtrees (DeidLattice *lattice, DeidAttribute *attribute, guint lowest,
                                      guint highest, const guint8 *kept, GError **error);

/* Adds an attribute whose dimensions are to follow those of the lattice; it is taken, or cleared on
 * failure. Errors: %DEID_ERROR_TOO_LARGE. */
gboolean deid_lattice_take_attribute (DeidLattice *lattice, DeidAttribute *attribute,
                                      GError **error);

/* Tells whether some quasi-identifier has cuts. */
gboolean deid_lattice_is_cut (const DeidLattice *lattice);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for a lattice with cuts; @what cannot deal with them. */
gboolean deid_lattice_check_no_cuts (const DeidLattice *lattice, const char *what, GError **error);

/* The same for a lattice that has sets of values as labels, with the reason. */
gboolean deid_lattice_check_no_sets (const DeidLattice *lattice, const char *reason,
                                     GError **error);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for a lattice that keeps values apart or together; @what
 * does not. */
gboolean deid_lattice_check_nothing_kept (const DeidLattice *lattice, const char *what,
                                          GError **error);

/* Tells whether each quasi-identifier may have labels of one level and, besides, at most the one
 * label of all values: its cells are kept or suppressed. */
gboolean deid_lattice_is_of_cells (const DeidLattice *lattice);

/* Returns: (nullable): the attribute of a column. */
const DeidAttribute *deid_lattice_find_attribute (const DeidLattice *lattice, const char *name);

/* Returns: the number of the attribute of a column, or that of attributes if it has none. */
static inline guint
deid_lattice_find_attribute_number (const DeidLattice *lattice, const char *name)
{
  const DeidAttribute *found = deid_lattice_find_attribute (lattice, name);

  return found != NULL ? (guint) (found - lattice->attributes) : lattice->n_attributes;
}

/* Tells whether a column is released: as labels if it has an attribute, or as it is. Weights are
 * not meant. */
static inline gboolean
deid_lattice_releases (const DeidLattice *lattice, const DeidColumn *column)
{
  return column->role == DEID_ROLE_SENSITIVE || column->role == DEID_ROLE_INSENSITIVE
         || deid_lattice_find_attribute (lattice, column->name) != NULL;
}

/* Tells whether a column is released, or judged without being so. */
static inline gboolean
deid_lattice_looks_at (const DeidLattice *lattice, const DeidColumn *column)
{
  return column->role == DEID_ROLE_JUDGED || deid_lattice_releases (lattice, column);
}

static inline const DeidColumn *
deid_lattice_get_column (const DeidLattice *lattice, guint attribute)
{
  return deid_attribute_get_column (&lattice->attributes[attribute]);
}

/* Returns: (nullable): the column of a table that has the codes of an attribute. */
static inline const DeidColumn *
deid_lattice_find_source_column (const DeidLattice *lattice, guint attribute,
                                 const DeidTableSource *table)
{
  return deid_table_source_find (table, deid_lattice_get_column (lattice, attribute)->name);
}

/* Returns: how many levels policies may give a dimension. */
static inline guint64
deid_lattice_count_levels (const DeidLattice *lattice, guint dimension)
{
  return (guint64) lattice->heights[dimension] - lattice->floors[dimension] + 1;
}

/* Returns: the lowest level of the labels of an attribute. With cuts levels of dimensions are not
 * those of labels. */
static inline guint
deid_lattice_get_lowest_level (const DeidLattice *lattice, guint attribute)
{
  const DeidAttribute *own = &lattice->attributes[attribute];

  return own->cuts != NULL ? own->cuts->lowest : lattice->floors[own->first_dimension];
}

/* Returns: the highest one. */
static inline guint
deid_lattice_get_highest_level (const DeidLattice *lattice, guint attribute)
{
  const DeidAttribute *own = &lattice->attributes[attribute];

  if (deid_attribute_has_runs (own))
    return own->n_levels - 1;
  return own->cuts != NULL ? own->cuts->highest : lattice->heights[own->first_dimension];
}

/* Sets the levels of the bottom. */
static inline void
deid_lattice_copy_bottom (const DeidLattice *lattice, DeidLevel *levels)
{
  memcpy (levels, lattice->floors, lattice->n_dimensions * sizeof *levels);
}

/* Returns: the steps between the bottom and the top. */
guint64 deid_lattice_get_depth (const DeidLattice *lattice);

guint64 deid_levels_sum (const DeidLevel *levels, guint n);

/* Returns: the rank of a policy of a lattice whose policies 64 bits can number. */
guint64 deid_levels_get_rank (const DeidLattice *lattice, const DeidLevel *levels);

/* The order that settles ties: by level sum, then lexicographic. */
int deid_levels_compare (const DeidLevel *a, const DeidLevel *b, guint n);

/* How many blocks policies may give an attribute with cuts. */
struct DeidBlockLimit
{
  guint max_blocks;
  guint32 *codes; /* of the values that count, so that those of a block stand side by side */
  guint32 n_codes;
};

/* An attribute that a policy gives more blocks than it may have. */
typedef struct
{
  guint attribute;
  guint32 n_blocks; /* 0 if there is none */
} DeidBlockExcess;

void deid_block_limit_free (DeidBlockLimit *limit);

/* Returns: how many blocks a policy gives an attribute with a limit. Complexity: O(codes) and that
 * of finding their labels. */
guint32 deid_attribute_count_blocks (const DeidAttribute *attribute, const DeidLevel *levels);

/* Returns: the first attribute that has too many; so it has under each specialization. */
DeidBlockExcess deid_lattice_find_block_excess (const DeidLattice *lattice,
                                                const DeidLevel *levels);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT if the top has too many blocks, and so each policy. */
gboolean deid_lattice_check_top_blocks (const DeidLattice *lattice, GError **error);

/* The same for a lattice that limits blocks; @what does not. */
gboolean deid_lattice_check_no_block_limits (const DeidLattice *lattice, const char *what,
                                             GError **error);
