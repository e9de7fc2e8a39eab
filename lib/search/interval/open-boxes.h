/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

#include <glib.h>

#define DEID_N_EFFORT_SIZES 64
#define DEID_N_EFFORT_GAPS  8
#define DEID_N_EFFORTS      (DEID_N_EFFORT_SIZES * DEID_N_EFFORT_GAPS)

/* How many evaluations boxes take, learnt from those that were expanded. Boxes are of one kind that
 * have about as many policies, and a bound that is about as far from the incumbent. What a box
 * takes is what its own expansion takes, and what the boxes take that come of it: means over each
 * kind (P. C. Chen: Heuristic Sampling, SIAM Journal on Computing 21, 1992; here each box is a
 * sample). */
typedef struct
{
  double n[DEID_N_EFFORTS];           /* expanded boxes of each kind, */
  double evaluations[DEID_N_EFFORTS]; /* what these took themselves, */
  double *children;                   /* and how many of each kind came of them */
  double expected[DEID_N_EFFORTS];    /* evaluations that a box takes */
  guint64 n_learnt;
  guint64 next_update; /* in boxes learnt from */
} DeidEffort;

/* Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_effort_init (DeidEffort *effort, GError **error);
void deid_effort_clear (DeidEffort *effort);

/* Returns: the kind of a box, by the number of its policies and the share that its bound is of the
 * objective of the incumbent, 0 if there is none. */
guint deid_effort_get_kind (double n_policies, double share);

/* Learns that of a box of one kind another came of a kind. */
void deid_effort_learn_child (DeidEffort *effort, guint kind, guint child);

/* Learns what the expansion of a box took, after what came of it. Complexity: O(1), but O(kinds^2)
 * whenever the boxes learnt from have become an eighth more. */
void deid_effort_learn (DeidEffort *effort, guint kind, guint64 n_evaluated);

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
