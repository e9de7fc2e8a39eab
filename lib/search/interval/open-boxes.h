/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"
#include "search/interval/effort.h"

/* A box that no worker has, without what is known at its upper corner. */
typedef struct
{
  DeidLevel *corners; /* the lower one, then the upper one, then further words */
  double bound;
  double n_policies;
  guint kind;     /* for the effort */
  guint64 number; /* in the order in which boxes came */
} DeidOpenBox;

/* Such boxes, to be taken in the order of their bounds, of equal ones the last to come first. */
typedef struct
{
  guint n_dimensions;
  guint n_words; /* that a box has besides its corners */
  DeidOpenBox *heap;
  guint64 n;
  guint64 capacity;
  guint64 n_added;
  double n_policies; /* of all */
  guint64 n_of_kind[DEID_N_EFFORTS];
} DeidOpenBoxes;

void deid_open_boxes_init (DeidOpenBoxes *boxes, guint n_dimensions, guint n_words);
void deid_open_boxes_clear (DeidOpenBoxes *boxes);

/* Returns: the memory that one takes. */
static inline guint64
deid_open_boxes_get_box_size (const DeidOpenBoxes *boxes)
{
  return sizeof *boxes->heap + (2 * boxes->n_dimensions + boxes->n_words) * sizeof (DeidLevel);
}

/* Returns: the memory that as many boxes take as there were at most. */
guint64 deid_open_boxes_get_n_bytes (const DeidOpenBoxes *boxes);

/* Adds a box, with corners and words of its own. Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(log
 * boxes + dimensions). */
gboolean deid_open_boxes_add (DeidOpenBoxes *boxes, const DeidLevel *lo, const DeidLevel *hi,
                              const guint16 *words, const DeidOpenBox *box, GError **error);

/* Returns: the least bound, or infinity if there are no boxes. */
double deid_open_boxes_get_bound (const DeidOpenBoxes *boxes);

/* Takes the box of the least bound, of which there must be one; its corners are then the caller's.
 * Complexity: O(log boxes). */
DeidOpenBox deid_open_boxes_take (DeidOpenBoxes *boxes);
