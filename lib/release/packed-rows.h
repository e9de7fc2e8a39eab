/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"
#include "lattice/lattice-private.h"

/* The rows of a table, with neighbouring small columns packed into one: its codes are mixed-radix
 * numbers of theirs. So a label of several columns at once takes one look-up. */
typedef struct
{
  const DeidLattice *lattice;
  DeidRows rows;
  DeidCodes *columns;
  guint *first_attributes; /* of each column, and behind the last one */
} DeidPackedRows;

/* Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and
 * nothing else. Complexity: O(rows x attributes). */
gboolean deid_packed_rows_init (DeidPackedRows *packed, const DeidLattice *lattice,
                                const DeidRows *rows, const DeidStop *stop, GError **error);
void deid_packed_rows_clear (DeidPackedRows *packed);

/* The labels that a policy gives the codes of packed columns. */
typedef struct
{
  DeidRecoding *recodings;
  const DeidRecoding **pointers;
} DeidPackedLabels;

gboolean deid_packed_labels_init (DeidPackedLabels *labels, const DeidPackedRows *packed,
                                  GError **error);
void deid_packed_labels_clear (DeidPackedLabels *labels, const DeidPackedRows *packed);

/* Complexity: O(codes of all columns). */
void deid_packed_labels_set (DeidPackedLabels *labels, const DeidPackedRows *packed,
                             const DeidLevel *levels);
