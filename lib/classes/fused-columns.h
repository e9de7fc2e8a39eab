/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"
#include "lattice/attribute.h"

/* Neighbouring attributes taken together: a column for several of them, whose codes are mixed-radix
 * numbers of theirs. Rows are then grouped by fewer columns, with the same keys. */
typedef struct
{
  const DeidRows *rows;
  const DeidAttribute *attributes;
  guint n_columns;
  guint *first;              /* attribute of each column, and the end of the last one */
  DeidCodes *columns;        /* of the rows */
  DeidRecoding *recodings;   /* of each column, of a policy; without labels before the first */
  const DeidRecoding **list; /* the same */
  DeidRecoder recoder;       /* of the attributes */
  DeidLevel *levels;         /* of each dimension, that the recodings are of */
} DeidFusedColumns;

/* Both @rows and @attributes must outlive it. On failure it may be cleared, and nothing else.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(rows x attributes). */
gboolean deid_fused_columns_init (DeidFusedColumns *fused, const DeidRows *rows,
                                  const DeidAttribute *attributes, GError **error);
void deid_fused_columns_clear (DeidFusedColumns *fused);

/* Returns: the recodings of the columns, valid until the next call. Complexity: O(codes) of those
 * columns for which the policy differs from that of the last call. */
const DeidRecoding *const *deid_fused_columns_recode (DeidFusedColumns *fused,
                                                      const DeidLevel *levels);

/* Returns: how many codes a column may have. */
guint32 deid_fused_columns_count_codes (const DeidFusedColumns *fused, guint column);

guint64 deid_fused_columns_get_n_bytes (const DeidFusedColumns *fused);
