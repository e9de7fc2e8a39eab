/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/hierarchy-private.h"
#include "privacy/closeness/closeness-limit.h"

/* The earth mover's distance over a hierarchy of height H, where two values are as far apart as the
 * level on which they meet, in units of H. With N records in the table and n in a class, of which
 * g and c have a label, the distance is
 *
 *     sum over the levels below the root and their labels of max (0, N c - n g)  /  (H n N),
 *
 * for what a label has too much must leave it, and to leave one level costs 1 / H. Only labels that
 * are present count, and these are few in a small class. */
typedef struct
{
  guint64 n_records;     /* N */
  guint64 n_steps;       /* H */
  const guint64 *counts; /* of each value in the table */
  guint32 *labels;       /* of each value: its H - 1 labels between the leaf and the root */
  guint64 n_labels;      /* of all levels together */
  guint64 *label_counts; /* of each label in the table */
} DeidHierarchicalBase;

/* @codes are the leaves of the @n_values values of the table, %DEID_NO_CODE for one that is a leaf
 * of its own below the root; @counts live as long as the base does.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %DEID_ERROR_TOO_LARGE. */
gboolean deid_hierarchical_base_init (DeidHierarchicalBase *base, const DeidHierarchy *hierarchy,
                                      const guint32 *codes, const guint64 *counts, guint32 n_values,
                                      guint64 n_records, GError **error);
void deid_hierarchical_base_clear (DeidHierarchicalBase *base);

/* Returns: H: one root is put above a hierarchy whose top level has several labels or is level 0.
 */
guint deid_hierarchy_get_distance_steps (const DeidHierarchy *hierarchy);

/* Whether the distance of a class of @n records is at most t. @scratch has a number for each label,
 * all 0 before and after. Complexity: O(n_present x H). */
gboolean deid_hierarchical_distance_is_within (const DeidHierarchicalBase *base,
                                               const DeidClosenessLimit *limit, guint64 *scratch,
                                               const guint32 *values, const guint64 *counts,
                                               guint32 n_present, guint64 n);

/* Whether every value of the table has one that is present near enough: the sum of their distances,
 * weighed by the table's counts, is at most t. Complexity: O(n_present x H). */
gboolean deid_hierarchical_distance_is_covered (const DeidHierarchicalBase *base,
                                                const DeidClosenessLimit *limit, guint64 *scratch,
                                                const guint32 *values, guint32 n_present);
