/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"

/* Records that stand together in the order. */
typedef struct
{
  guint32 first;
  guint32 n;
  gboolean passes; /* the models, as a class */
} DeidMondrianPart;

/* The records of a part in the order of what an attribute cuts it into: pieces one after the
 * other. */
typedef struct
{
  const DeidLocalClusters *clusters;
  guint32 *records;
  guint32 n_pieces;
  guint32 *ends;          /* of each piece, the place behind its last record */
  guint32 *counts;        /* scratch: of each node of an attribute, its records */
  guint32 **places;       /* for each attribute the place of each leaf in the hierarchy's order, if
                             there are to be halves */
  DeidKeyedNumber *order; /* scratch: records by the places of their leaves */
  DeidKeyedNumber *scratch; /* as many */
} DeidLocalCut;

/* On failure it may be cleared. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_cut_init (DeidLocalCut *cut, const DeidLocalClusters *clusters,
                              gboolean has_halves, GError **error);
void deid_local_cut_clear (DeidLocalCut *cut);

/* Cuts records at the children of a node above them all; those of one child stay in their order.
 * Returns: whether there are several pieces, each of at least @least records. Complexity: O(records
 * x levels + nodes of the attribute). */
gboolean deid_local_cut_children (DeidLocalCut *cut, const guint32 *records, guint32 n,
                                  guint attribute, DeidLocalNode node, guint32 least);

/* Cuts records into halves by the places of their leaves; those of one leaf stay in their order.
 * Returns: whether each half has at least @least records. Complexity: O(records). */
gboolean deid_local_cut_halves (DeidLocalCut *cut, const guint32 *records, guint32 n,
                                guint attribute, guint32 least);
