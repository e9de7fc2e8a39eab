/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
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

/* Adds a policy that is not there yet, of which a reference is taken. Errors:
 * %DEID_ERROR_NO_MEMORY. */
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

/* Lists the policies that no other one dominates, in their order. Errors: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
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
