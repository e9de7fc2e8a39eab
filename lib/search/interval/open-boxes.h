/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

#include <glib.h>

#define DEID_N_EFFORT_SIZES 64
#define DEID_N_EFFORT_GAPS  8
#define DEID_N_EFFORTS      (DEID_N_EFFORT_SIZES * DEID_N_EFFORT_GAPS)

/* How many evaluations boxes take, learnt from expanded boxes. Boxes are of one kind if they have
 * about as many policies, and if their bounds are about as far from the incumbent. A box takes what
 * its own expansion takes, and what the boxes take that result from it. Both are means over each
 * kind (P. C. Chen: Heuristic Sampling, SIAM Journal on Computing 21, 1992; here each box is a
 * sample). */
typedef struct
{
  double n[DEID_N_EFFORTS];           /* expanded boxes of each kind */
  double evaluations[DEID_N_EFFORTS]; /* that their own expansions took */
  double *children;                   /* boxes of each kind that resulted from them */
  double expected[DEID_N_EFFORTS];    /* evaluations that a box takes */
  guint64 n_learnt;
  guint64 next_update; /* at this number of boxes learnt from */
} DeidEffort;

gboolean deid_effort_init (DeidEffort *effort, GError **error);
void deid_effort_clear (DeidEffort *effort);

/* Returns: the kind of a box, by the number of its policies and by its bound as a share of the
 * incumbent's objective, 0 without an incumbent. */
guint deid_effort_get_kind (double n_policies, double share);

/* Learns that a box of kind @child resulted from a box of @kind. */
void deid_effort_learn_child (DeidEffort *effort, guint kind, guint child);

/* Learns what the expansion of a box took. Call this after deid_effort_learn_child() for the boxes
 * that resulted from it. Complexity: O(1), but O(kinds^2) whenever the number of boxes learnt from
 * has grown by an eighth. */
void deid_effort_learn (DeidEffort *effort, guint kind, guint64 n_evaluated);

/* A box that no worker holds, without what is known at its upper corner. */
typedef struct
{
  DeidLevel *corners; /* the lower one, then the upper one, then further words */
  double bound;
  double n_policies;
  guint kind;     /* for the effort */
  guint64 number; /* in the order in which boxes were added */
} DeidOpenBox;

/* Open boxes. They are taken in the order of their bounds; of boxes with equal bounds, the last one
 * added comes first. */
typedef struct
{
  guint n_dimensions;
  guint n_words; /* of a box, in addition to its corners */
  DeidOpenBox *heap;
  guint64 n;
  guint64 heap_capacity;
  guint64 n_added;
  double n_policies; /* of all boxes */
  guint64 n_of_kind[DEID_N_EFFORTS];
} DeidOpenBoxes;

void deid_open_boxes_init (DeidOpenBoxes *boxes, guint n_dimensions, guint n_words);
void deid_open_boxes_clear (DeidOpenBoxes *boxes);

/* Returns: the memory of one box. */
static inline guint64
deid_open_boxes_get_box_size (const DeidOpenBoxes *boxes)
{
  return sizeof *boxes->heap + (2 * boxes->n_dimensions + boxes->n_words) * sizeof (DeidLevel);
}

/* Returns: the memory of the largest number of boxes so far. */
guint64 deid_open_boxes_get_n_bytes (const DeidOpenBoxes *boxes);

/* Adds a box, and copies its corners and words. Complexity: O(log boxes + dimensions). */
gboolean deid_open_boxes_add (DeidOpenBoxes *boxes, const DeidLevel *lo, const DeidLevel *hi,
                              const guint16 *words, const DeidOpenBox *box, GError **error);

/* Returns: the least bound, or infinity if there are no boxes. */
double deid_open_boxes_get_bound (const DeidOpenBoxes *boxes);

/* Takes the box with the least bound. There must be one. Its corners then belong to the caller.
 * Complexity: O(log boxes). */
DeidOpenBox deid_open_boxes_take (DeidOpenBoxes *boxes);
