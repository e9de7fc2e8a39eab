/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/open-boxes.h"

#include <math.h>
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

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
  return boxes->capacity * deid_open_boxes_get_box_size (boxes);
}

gboolean
deid_open_boxes_add (DeidOpenBoxes *boxes, const DeidLevel *lo, const DeidLevel *hi,
                     const guint16 *words, const DeidOpenBox *box, GError **error)
{
  const guint n = boxes->n_dimensions;
  DeidOpenBox *place;

  if (!deid_grow ((gpointer *) &boxes->heap, &boxes->capacity, boxes->n + 1, sizeof *boxes->heap,
                  error))
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
