/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/bound/boxes.h"

/* Which records should be cheaper that others may be dearer. Each record is limited by one box,
 * where its price came to an end, and all records that a box limits share what its dearest ones
 * leave. At the greatest bound there are weights of boxes by which each record with a price is
 * charged 1: weights add up over the boxes among whose k dearest records it is (the dual of the
 * linear program of prices). With the records that it limits, over k, for the weight of a box,
 * those charged more than 1 get cheaper, by the part of their price that they are charged too much,
 * at most by half of it and less each time; then prices rise again. Charges are averaged over the
 * rises. */
typedef struct
{
  gboolean is_used; /* not where there are too many members of boxes */
  gboolean has_charges;
  guint64 k;
  guint32 n;
  guint32 *box_of_place;  /* that limits it, or %DEID_LOCAL_NO_BOX */
  guint32 *n_limited;     /* of each box, how many combinations it limits; 0 for a free one */
  guint64 *records;       /* of each box, the records that it limits */
  guint32 *members;       /* of each box its k dearest records: their places, */
  guint32 *member_counts; /* and how many of each; 0 behind the last one */
  guint32 *free_boxes;
  guint32 n_free;
  guint64 *sums;    /* charges of each place */
  guint64 *charges; /* of each combination, averaged */
  guint n_cuts;     /* how often prices were cut */
} DeidLocalCharges;

#define DEID_LOCAL_NO_BOX G_MAXUINT32

/* On failure they may be cleared. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_charges_init (DeidLocalCharges *charges, guint32 n, guint64 k, GError **error);
void deid_local_charges_clear (DeidLocalCharges *charges);

/* Forgets all boxes. */
void deid_local_charges_start (DeidLocalCharges *charges);

/* Lets a box limit a place. The first time *@box is %DEID_LOCAL_NO_BOX. */
void deid_local_charges_limit (DeidLocalCharges *charges, const DeidLocalBoxes *boxes,
                               const guint32 *places, guint32 n, guint32 place, guint32 *box);

/* Charges records for the boxes that limit others at the end of a walk. */
void deid_local_charges_finish (DeidLocalCharges *charges, const DeidLocalBoxes *boxes);

/* Cuts the prices of those charged too much, if anybody was charged. */
void deid_local_charges_cut (DeidLocalCharges *charges, guint64 *prices);
