/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"

/* Where runs of rising numbers end: at the edges of hierarchy/numbers/edge.h. */
typedef struct
{
  const char **texts;    /* of each number but the first, the edge before it */
  char *lines;           /* where they stand */
  gboolean are_integers; /* all numbers are */
} DeidCutEdges;

/* Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_cut_edges_init (DeidCutEdges *edges, const DeidDictionary *numbers, GError **error);
void deid_cut_edges_clear (DeidCutEdges *edges);

/* Returns: (transfer full) (nullable): the label of a run of several of @n numbers, if there is
 * memory for it, as hierarchy/numbers/range.h has labels. */
char *deid_cut_edges_label (const DeidCutEdges *edges, guint32 first, guint32 end, guint32 n);
