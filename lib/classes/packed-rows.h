/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"
#include "lattice/attribute.h"

/* A code of a packed column up to some attribute: that of the attributes before it in the column,
 * which is no greater, and that of the attribute itself. */
typedef struct
{
  guint32 prefix;
  guint32 code;
} DeidPackedCode;

/* What an attribute adds to the packed column that it is in. */
typedef struct
{
  guint column;
  guint32 n_codes; /* combinations that rows have, with the attributes before it in the column */
  DeidPackedCode *codes;
} DeidPackedAttribute;

/* The rows of a table, with neighbouring columns packed into one while few combinations of their
 * codes occur: its codes are these combinations, numbered in the order of their first row. So a
 * label of several columns at once takes one look-up. */
typedef struct
{
  const DeidAttribute *sources; /* those whose codes the rows had */
  guint n_sources;
  DeidRows rows; /* of packed columns */
  DeidCodes *columns;
  DeidPackedAttribute *attributes; /* what each of these became */
} DeidPackedRows;

/* Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and
 * nothing else. Complexity: O(rows x attributes). */
gboolean deid_packed_rows_init (DeidPackedRows *packed, const DeidAttribute *attributes,
                                const DeidRows *rows, const DeidStop *stop, GError **error);
void deid_packed_rows_clear (DeidPackedRows *packed);

/* The labels that a policy gives the codes of packed columns. */
typedef struct
{
  DeidRecoder recoder; /* of the attributes themselves */
  DeidRecoding *recodings;
  const DeidRecoding **pointers;
} DeidPackedLabels;

gboolean deid_packed_labels_init (DeidPackedLabels *labels, const DeidPackedRows *packed,
                                  GError **error);
void deid_packed_labels_clear (DeidPackedLabels *labels, const DeidPackedRows *packed);

/* Complexity: O(codes of all columns), and that of deid_recoder_set(). */
void deid_packed_labels_set (DeidPackedLabels *labels, const DeidPackedRows *packed,
                             const DeidLevel *levels);

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
