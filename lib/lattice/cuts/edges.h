/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"

/* Where runs of rising numbers end, so that no label tells the exact number of a person: between
 * neighbours a < b the edge e, a < e <= b, is a multiple of the greatest power of ten that has
 * multiples there; of several the middle one, of two the one nearer to 0; 0 between a negative
 * number and others. */
typedef struct
{
  const char **texts;  /* of each number but the first, the edge before it */
  char *lines;         /* where they stand */
  gboolean are_counts; /* all are integers without a sign */
} DeidCutEdges;

/* Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_cut_edges_init (DeidCutEdges *edges, const DeidDictionary *numbers, GError **error);
void deid_cut_edges_clear (DeidCutEdges *edges);

/* Returns: (transfer full) (nullable): the label of a run of several of @n numbers, if there is
 * memory for it: `*` for all of them, `<18` and `>=90` at the ends, else `50-52` if all numbers are
 * integers without a sign and `[50, 52.5)` if not. */
char *deid_cut_edges_label (const DeidCutEdges *edges, guint32 first, guint32 end, guint32 n);

/* Returns: (transfer full): the edge between two decimals, of which @a is the smaller one; %NULL
 * with %DEID_ERROR_NO_MEMORY. */
char *deid_cut_edge (const char *a, const char *b, GError **error);
