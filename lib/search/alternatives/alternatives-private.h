/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"

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

struct DeidAlternatives
{
  gatomicrefcount ref_count;
  DeidAlternative *items;
  guint64 n;
  guint64 capacity;
  gboolean is_complete; /* all boundary policies are there */
};

DeidAlternatives *deid_alternatives_new (void);

/* Adds a policy that is not there yet, of which a reference is taken. To be called before the list
 * is anyone else's. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_alternatives_add (DeidAlternatives *alternatives, const DeidAlternative *item,
                                GError **error);

typedef struct
{
  guint64 medoid;
  guint64 n_policies;
  guint64 place; /* among the groups as they were made */
  double loss;   /* of the medoid */
} DeidAlternativeGroup;

struct DeidAlternativeGroups
{
  gatomicrefcount ref_count;
  DeidAlternatives *alternatives;
  guint64 *distances;
  DeidAlternativeGroup *items;
  guint64 n;
  guint64 *groups; /* of each policy */
  double silhouette;
};

/* How alternatives are told: as the difference from the best one, and from a baseline. */
typedef struct
{
  const DeidAlternatives *alternatives;
  guint64 best;               /* of least loss, the first one by deid_policy_compare() if there are
                                 several; the number of policies if there are none */
  const DeidPolicy *baseline; /* of the same lattice, or NULL */
} DeidAlternativeWords;

DeidAlternativeWords deid_alternative_words_new (const DeidAlternatives *alternatives,
                                                 const DeidPolicy *baseline);

/* Tells whether a policy is of the lattice of the alternatives. NULL is, and any if there are none.
 */
gboolean deid_alternatives_have_lattice (const DeidAlternatives *alternatives,
                                         const DeidPolicy *policy);

/* Adds the end of a heading, which says what the lines of each alternative are. */
void deid_alternative_words_add_heading (const DeidAlternativeWords *words, DeidLongText *text);

/* Adds an indented line of the difference from the best alternative, of which it is that from the
 * original data, and one of that from the baseline. */
void deid_alternative_words_add_lines (const DeidAlternativeWords *words, guint64 index,
                                       DeidLongText *text);

/* Adds the members `description`, `from_best` and `from_baseline`, behind a comma. */
void deid_alternative_words_add_members (const DeidAlternativeWords *words, guint64 index,
                                         DeidLongText *text);
