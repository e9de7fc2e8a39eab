/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/open-boxes.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/* Where little is known of a kind, a box takes so many times what one of half its policies takes,
 * and that counts as much as so many boxes. */
#define GROWTH 1.35
#define WEIGHT 3.0

gboolean
deid_effort_init (DeidEffort *effort, GError **error)
{
  *effort = (DeidEffort){ .next_update = 1 };
  return deid_new_arrays (error,
                          DEID_NEW (effort->children, (guint64) DEID_N_EFFORTS * DEID_N_EFFORTS));
}

void
deid_effort_clear (DeidEffort *effort)
{
  g_free (effort->children);
}

/* What comes of a box has fewer policies or a higher bound, so that its kind is lower. */
guint
deid_effort_get_kind (double n_policies, double share)
{
  const guint size = (guint) CLAMP (log2 (n_policies), 0, DEID_N_EFFORT_SIZES - 1);
  const guint gap = (guint) CLAMP ((1 - share) * DEID_N_EFFORT_GAPS, 0, DEID_N_EFFORT_GAPS - 1);

  return size * DEID_N_EFFORT_GAPS + gap;
}

/* Returns: what a box is thought to take if only smaller gaps and sizes are known. */
static double
guess (const DeidEffort *effort, guint kind)
{
  double guessed = 1;

  if (kind % DEID_N_EFFORT_GAPS > 0)
    guessed = MAX (guessed, effort->expected[kind - 1]);
  if (kind >= DEID_N_EFFORT_GAPS)
    guessed = MAX (guessed, GROWTH * effort->expected[kind - DEID_N_EFFORT_GAPS]);
  return guessed;
}

static void
update (DeidEffort *effort)
{
  guint seen[DEID_N_EFFORTS];
  guint n_seen = 0;

  for (guint kind = 0; kind < DEID_N_EFFORTS; kind++)
    {
      const double *children = effort->children + (gsize) kind * DEID_N_EFFORTS;
      const double n_others = effort->n[kind] - children[kind];
      double sum = effort->evaluations[kind] + WEIGHT * guess (effort, kind);

      for (guint i = 0; i < n_seen; i++)
        sum += children[seen[i]] * effort->expected[seen[i]];
      effort->expected[kind] = sum / (MAX (n_others, 0) + WEIGHT);
      if (effort->n[kind] > 0)
        seen[n_seen++] = kind;
    }
}

void
deid_effort_learn_child (DeidEffort *effort, guint kind, guint child)
{
  effort->children[(gsize) kind * DEID_N_EFFORTS + MIN (child, kind)]++;
}

void
deid_effort_learn (DeidEffort *effort, guint kind, guint64 n_evaluated)
{
  effort->n[kind]++;
  effort->evaluations[kind] += (double) n_evaluated;
  if (++effort->n_learnt < effort->next_update)
    return;
  update (effort);
  effort->next_update = effort->n_learnt + effort->n_learnt / 8 + 1;
}

void
deid_open_boxes_init (DeidOpenBoxes *boxes, guint n_dimensions, guint n_words)
{
  *boxes = (DeidOpenBoxes){ .n_dimensions = n_dimensions, .n_words = n_words };
}

void
deid_open_boxes_clear (DeidOpenBoxes *boxes)
{
  while (boxes->n > 0)
    g_free (boxes->heap[--boxes->n].corners);
  g_free (boxes->heap);
}

static gboolean
open_boxes_comes_first (const DeidOpenBox *a, const DeidOpenBox *b)
{
  return a->bound != b->bound ? a->bound < b->bound : a->number > b->number;
}

static void
sift_up (DeidOpenBoxes *boxes, guint64 place)
{
  DeidOpenBox *heap = boxes->heap;
  const DeidOpenBox box = heap[place];

  for (; place > 0 && open_boxes_comes_first (&box, &heap[(place - 1) / 2]);
       place = (place - 1) / 2)
    heap[place] = heap[(place - 1) / 2];
  heap[place] = box;
}

/* Puts the last box in the place of the first. */
static void
open_boxes_sift_down (DeidOpenBoxes *boxes)
{
  DeidOpenBox *heap = boxes->heap;
  const DeidOpenBox box = heap[boxes->n];
  guint64 place = 0, child;

  while ((child = 2 * place + 1) < boxes->n)
    {
      child += child + 1 < boxes->n && open_boxes_comes_first (&heap[child + 1], &heap[child]);
      if (!open_boxes_comes_first (&heap[child], &box))
        break;
      heap[place] = heap[child];
      place = child;
    }
  heap[place] = box;
}

guint64
deid_open_boxes_get_n_bytes (const DeidOpenBoxes *boxes)
{
  return boxes->heap_capacity * deid_open_boxes_get_box_size (boxes);
}

gboolean
deid_open_boxes_add (DeidOpenBoxes *boxes, const DeidLevel *lo, const DeidLevel *hi,
                     const guint16 *words, const DeidOpenBox *box, GError **error)
{
  const guint n = boxes->n_dimensions;
  DeidOpenBox *place;

  if (!deid_grow_list (boxes, heap, boxes->n + 1, error))
    return FALSE;
  place = &boxes->heap[boxes->n];
  *place = *box;
  if (!deid_new_arrays (error, DEID_NEW (place->corners, (guint64) 2 * n + boxes->n_words)))
    return FALSE;
  memcpy (place->corners, lo, n * sizeof *lo);
  memcpy (place->corners + n, hi, n * sizeof *hi);
  if (boxes->n_words > 0)
    memcpy (place->corners + 2 * n, words, boxes->n_words * sizeof *words);
  place->number = boxes->n_added++;
  boxes->n_policies += box->n_policies;
  boxes->n_of_kind[box->kind]++;
  sift_up (boxes, boxes->n++);
  return TRUE;
}

double
deid_open_boxes_get_bound (const DeidOpenBoxes *boxes)
{
  return boxes->n > 0 ? boxes->heap[0].bound : INFINITY;
}

DeidOpenBox
deid_open_boxes_take (DeidOpenBoxes *boxes)
{
  const DeidOpenBox box = boxes->heap[0];

  boxes->n--;
  boxes->n_of_kind[box.kind]--;
  if (boxes->n > 0)
    open_boxes_sift_down (boxes);
  boxes->n_policies = boxes->n > 0 ? boxes->n_policies - box.n_policies : 0;
  return box;
}
