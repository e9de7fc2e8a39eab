/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "base/work.h"
#include "figures/report-private.h"

#include <deid/deid.h>

typedef struct
{
  DeidPolicy *policy;
  double loss;
  double risk;
  double maximum_risk;
  guint64 n_suppressed;
  guint64 n_found; /* iterations that ended with it */
  gboolean is_boundary;
  gboolean is_risk_minimal;
} DeidAlternative;

/* What a search for boundary policies found: see deid_report_new_alternatives(). */
typedef struct
{
  DeidAlternative *items;
  guint64 n;
  guint64 items_capacity;
  gboolean is_complete; /* all boundary policies are there */
} DeidAlternatives;

DeidAlternatives *deid_alternatives_new (void);
void deid_alternatives_free (DeidAlternatives *alternatives);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidAlternatives, deid_alternatives_free)

/* Adds a policy that is not in the list, and takes a reference to it. */
gboolean deid_alternatives_add (DeidAlternatives *alternatives, const DeidAlternative *item,
                                GError **error);

/* Tells whether a policy is dominated by one of the others: @dominating is the first one that
 * dominates it, or @index. Complexity: O(policies x dimensions). */
gboolean deid_alternatives_find_dominating (const DeidAlternatives *alternatives, guint64 index,
                                            guint64 *dominating);

/* Tells whether one of the others is better by its figures: neither its risk nor its loss is
 * greater, and one of them is less. @better is the first one, or @index. Complexity: O(policies).
 */
gboolean deid_alternatives_find_better (const DeidAlternatives *alternatives, guint64 index,
                                        guint64 *better);

/* Lists the policies that no other one dominates, in their order. */
DeidAlternatives *deid_alternatives_new_undominated (const DeidAlternatives *alternatives,
                                                     const DeidStop *stop, GError **error);

/* How many medoids are told in words. */
#define DEID_ALTERNATIVE_GROUPS_FIRST 5

typedef struct
{
  guint64 medoid;
  guint64 n_policies;
  guint64 place; /* among the groups as they were made */
  double loss;   /* of the medoid */
} DeidAlternativeGroup;

typedef struct
{
  const DeidAlternatives *alternatives;
  DeidAlternativeGroup *items;
  guint64 n;
  guint64 *groups; /* of each policy */
  double silhouette;
} DeidAlternativeGroups;

void deid_alternative_groups_free (DeidAlternativeGroups *groups);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidAlternativeGroups, deid_alternative_groups_free)

/* Groups policies, which outlive the groups; 0 groups are as many as has the greatest silhouette.
 * Errors: those of deid_report_new_alternatives(). */
DeidAlternativeGroups *deid_alternative_groups_new (const DeidAlternatives *alternatives,
                                                    guint64 n_groups, const DeidStop *stop,
                                                    GError **error);

/* What a report of alternatives is made of. */
typedef struct
{
  DeidResult *result;
  DeidPolicy *baseline;                 /* or NULL */
  DeidAlternatives *rest;               /* those that no other one dominates; NULL for all */
  const DeidAlternatives *alternatives; /* these, or those of the result */
  DeidAlternativeGroups *groups;        /* or NULL */
} DeidAlternativeList;

extern const DeidReportKind deid_alternatives_kind;

/* How many records two policies treat differently, counted once for each unit, as
 * DeidAlternativeGroups has it.
 *
 * Errors: %DEID_ERROR_TOO_LARGE if the sum of the distances of one policy may not fit 64 bits.
 * Complexity: O(policies^2 x dimensions).
 *
 * Returns: (transfer full): the distance of each pair, row by row; or %NULL */
guint64 *deid_alternatives_list_distances (const DeidAlternatives *alternatives,
                                           const DeidStop *stop, GError **error);

/* Partitioning around medoids: BUILD and SWAP of Kaufman and Rousseeuw 1990, the latter with sums
 * kept for all medoids at once (FastPAM1, Schubert and Rousseeuw 2021), which makes the same swaps.
 * Of equal candidates the one with the least number is taken, of equal medoids the first. */
typedef struct
{
  guint64 n;
  const guint64 *distances; /* of each pair, row by row; the sums of rows fit 64 bits */
  guint64 k;                /* from 1 to n */
  guint64 *medoids;         /* of each group, in no order that means anything */
  guint64 *groups;          /* of each object that of the nearest medoid, the first of several; a
                               medoid is in its own */
  guint64 total;            /* of the distances from these */
  double silhouette;        /* on average, Rousseeuw 1987; 0 for k = 1 */
} DeidMedoids;

/* Complexity: O(n^2 k) and O(n^2) for each swap. */
gboolean deid_medoids_init (DeidMedoids *medoids, const guint64 *distances, guint64 n, guint64 k,
                            const DeidStop *stop, GError **error);
void deid_medoids_clear (DeidMedoids *medoids);
