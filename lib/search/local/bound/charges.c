/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/bound/charges.h"

#include <string.h>

#include "base/arrays.h"

/* A charge of 1. */
#define CHARGES_ONE (G_GUINT64_CONSTANT (1) << 20)

/* Members of all boxes, above which nobody is charged: 128 MiB. */
#define MAX_MEMBERS (G_GUINT64_CONSTANT (1) << 24)

/* A new charge counts one in so many. */
#define AVERAGED 4

/* The first cut is this part of what is charged too much, and the cut after so many others half of
 * it. Found by trial on Adult and mach2019. */
#define CUT_NUMERATOR   2
#define CUT_DENOMINATOR 5
#define HALVED_AFTER    16

gboolean
deid_local_charges_init (DeidLocalCharges *charges, guint32 n, guint64 k, GError **error)
{
  const guint64 n_boxes = (guint64) n + 1; /* that of the moment limits none as yet */

  *charges = (DeidLocalCharges){ .n = n, .k = k, .is_used = k <= MAX_MEMBERS / n_boxes };
  return !charges->is_used
         || deid_new_arrays (
             error, DEID_NEW (charges->box_of_place, n), DEID_NEW (charges->n_limited, n_boxes),
             DEID_NEW (charges->records, n_boxes), DEID_NEW (charges->members, n_boxes * k),
             DEID_NEW (charges->member_counts, n_boxes * k),
             DEID_NEW (charges->free_boxes, n_boxes), DEID_NEW (charges->sums, n),
             DEID_NEW (charges->charges, n));
}

void
deid_local_charges_clear (DeidLocalCharges *charges)
{
  g_clear_pointer (&charges->box_of_place, g_free);
  g_clear_pointer (&charges->n_limited, g_free);
  g_clear_pointer (&charges->records, g_free);
  g_clear_pointer (&charges->members, g_free);
  g_clear_pointer (&charges->member_counts, g_free);
  g_clear_pointer (&charges->free_boxes, g_free);
  g_clear_pointer (&charges->sums, g_free);
  g_clear_pointer (&charges->charges, g_free);
}

void
deid_local_charges_start (DeidLocalCharges *charges)
{
  if (!charges->is_used)
    return;
  charges->n_free = 0;
  for (guint64 box = (guint64) charges->n + 1; box-- > 0;)
    {
      charges->free_boxes[charges->n_free++] = (guint32) box;
      charges->n_limited[box] = 0;
    }
  for (guint32 place = 0; place < charges->n; place++)
    charges->box_of_place[place] = DEID_LOCAL_NO_BOX;
}

/* Takes the first places, whose ceilings were the greatest, for the dearest. */
static guint32
add_box (DeidLocalCharges *charges, const DeidLocalBoxes *boxes, const guint32 *places, guint32 n)
{
  const guint32 box = charges->free_boxes[--charges->n_free];
  guint32 *members = charges->members + box * charges->k;
  guint32 *counts = charges->member_counts + box * charges->k;
  guint64 missing = charges->k;

  memset (counts, 0, charges->k * sizeof *counts);
  for (guint32 i = 0; i < n && missing > 0; i++)
    {
      members[i] = places[i];
      counts[i] = (guint32) MIN (missing, boxes->counts[places[i]]);
      missing -= counts[i];
    }
  return box;
}

void
deid_local_charges_limit (DeidLocalCharges *charges, const DeidLocalBoxes *boxes,
                          const guint32 *places, guint32 n, guint32 place, guint32 *box)
{
  guint32 before;

  if (!charges->is_used)
    return;
  if (*box == DEID_LOCAL_NO_BOX)
    *box = add_box (charges, boxes, places, n);
  before = charges->box_of_place[place];
  if (before != DEID_LOCAL_NO_BOX && --charges->n_limited[before] == 0)
    charges->free_boxes[charges->n_free++] = before;
  charges->box_of_place[place] = *box;
  charges->n_limited[*box]++;
}

static void
charge_members (DeidLocalCharges *charges, const DeidLocalBoxes *boxes, guint32 box)
{
  const guint32 *members = charges->members + box * charges->k;
  const guint32 *counts = charges->member_counts + box * charges->k;
  const guint64 weight = charges->records[box] * CHARGES_ONE / charges->k;

  for (guint64 i = 0; i < charges->k && counts[i] > 0; i++)
    charges->sums[members[i]]
        += (guint64) ((DeidWide) weight * counts[i] / boxes->counts[members[i]]);
}

void
deid_local_charges_finish (DeidLocalCharges *charges, const DeidLocalBoxes *boxes)
{
  if (!charges->is_used)
    return;
  memset (charges->records, 0, ((gsize) charges->n + 1) * sizeof *charges->records);
  memset (charges->sums, 0, charges->n * sizeof *charges->sums);
  for (guint32 place = 0; place < charges->n; place++)
    if (charges->box_of_place[place] != DEID_LOCAL_NO_BOX)
      charges->records[charges->box_of_place[place]] += boxes->counts[place];
  for (guint32 box = 0; box <= charges->n; box++)
    if (charges->n_limited[box] > 0)
      charge_members (charges, boxes, box);
  for (guint32 place = 0; place < charges->n; place++)
    {
      guint64 *charge = &charges->charges[boxes->numbers[place]];

      *charge = charges->has_charges
                    ? *charge - *charge / AVERAGED + charges->sums[place] / AVERAGED
                    : charges->sums[place];
    }
  charges->has_charges = TRUE;
}

void
deid_local_charges_cut (DeidLocalCharges *charges, guint64 *prices)
{
  if (!charges->has_charges)
    return;
  for (guint32 i = 0; i < charges->n; i++)
    if (charges->charges[i] > CHARGES_ONE)
      {
        const guint64 too_much = MIN (charges->charges[i] - CHARGES_ONE, CHARGES_ONE);

        prices[i]
            -= (guint64) ((DeidWide) prices[i] * too_much / CHARGES_ONE * CUT_NUMERATOR
                          * HALVED_AFTER / (CUT_DENOMINATOR * (HALVED_AFTER + charges->n_cuts)));
      }
  charges->n_cuts++;
}
