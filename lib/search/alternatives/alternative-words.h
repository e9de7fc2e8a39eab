/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "search/alternatives/alternatives-private.h"

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
