/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "lattice/lattice-private.h"

#include <deid/deid-extend.h>

struct DeidPolicy
{
  gatomicrefcount ref_count;
  DeidLattice *lattice;
  DeidLevel levels[];
};

/* Makes a policy of levels that are known to lie in the lattice.
 * Returns: the policy, or %NULL with %DEID_ERROR_NO_MEMORY. */
DeidPolicy *deid_policy_new_from_levels (DeidLattice *lattice, const DeidLevel *levels,
                                         GError **error);

/* Adds what deid_policy_to_text() writes of the name of a column. */
void deid_levels_describe_name (const char *name, DeidLongText *text);

/* Adds what deid_policy_to_text() writes of levels. */
void deid_levels_describe (const DeidLattice *lattice, const DeidLevel *levels, DeidLongText *text);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for a level above the height of a dimension. */
gboolean deid_policy_check_level (const DeidLattice *lattice, guint dimension, guint64 level,
                                  GError **error);

/* A set of policies, numbered in the order in which they were added. Unlike a property store it
 * knows of these policies alone. */
typedef struct
{
  guint n_dimensions;
  DeidLevel *levels; /* of all, one after another */
  guint64 n;
  guint64 levels_capacity;
  guint32 *slots; /* number + 1 by hash, 0 where there is none */
  guint bits;     /* there are 2^bits slots; 0 before the first policy */
} DeidPolicySet;

void deid_policy_set_init (DeidPolicySet *set, guint n_dimensions);
void deid_policy_set_clear (DeidPolicySet *set);

/* Returns: whether the set has a policy; its number is then set. */
gboolean deid_policy_set_find (const DeidPolicySet *set, const DeidLevel *levels, guint64 *number);

gboolean deid_policy_set_contains (const DeidPolicySet *set, const DeidLevel *levels);

/* Adds a policy; nothing changes if it is there already. */
gboolean deid_policy_set_add (DeidPolicySet *set, const DeidLevel *levels, GError **error);

guint64 deid_policy_set_get_n_bytes (const DeidPolicySet *set);

/* A flag for each policy of a lattice, by rank. */
typedef struct
{
  const DeidLattice *lattice;
  guint64 *strides; /* of each dimension, what a level adds to the rank */
  guint64 *words;
  guint64 n_words;
  DeidLevel *levels; /* scratch, for spreading: the policy reached, */
  guint32 *next;     /* and for each step to it the dimension to go on with */
} DeidPolicyFlags;

/* Errors: %DEID_ERROR_TOO_LARGE. */
gboolean deid_policy_flags_init (DeidPolicyFlags *flags, const DeidLattice *lattice,
                                 GError **error);
void deid_policy_flags_clear (DeidPolicyFlags *flags);

gboolean deid_policy_flags_has (const DeidPolicyFlags *flags, const DeidLevel *levels);
void deid_policy_flags_set (DeidPolicyFlags *flags, const DeidLevel *levels);

/* Called now and then while flags are set.
 * Returns: whether to go on. */
typedef gboolean (*DeidSpreadFunc) (gpointer data);

/* Sets the flags of a policy and of all that inherit from it; where a flag is set already, those of
 * all that inherit from there must be. Complexity: O(dimensions) for each flag that is newly set.
 * Returns: whether @may_go_on let it; otherwise some are set and some are not, and nothing may be
 * spread any more. */
gboolean deid_policy_flags_spread (DeidPolicyFlags *flags, const DeidLevel *levels,
                                   DeidInheritance inheritance, DeidSpreadFunc may_go_on,
                                   gpointer data);

guint64 deid_policy_flags_get_n_bytes (const DeidPolicyFlags *flags);

/* Adds what a custodian asked of an attribute with cuts, in words: `kept apart in front of 18, 65;
 * kept together 80-99`, of subtrees `not merged *; kept together North; labels of levels 1 to 2`,
 * and `at most 8 labels`. Nothing if nothing was asked for that has an effect. */
void deid_kept_words_add (const DeidLattice *lattice, guint attribute, DeidLongText *text);

/* What policies merge of an attribute with cuts, in words. @levels and @baseline are those of whole
 * policies. */

/* Tells whether the leaves of a node of a subtree have one label, which may be that of a node above
 * it. */
gboolean deid_merge_words_is_merged (const DeidAttribute *attribute, const DeidLevel *levels,
                                     guint level, guint32 node);

/* Returns: how many runs of several values, or highest merged nodes, a policy makes of it. */
guint32 deid_merge_words_count (const DeidAttribute *attribute, const DeidLevel *levels);

/* Adds what deid_policy_describe() says of levels, as the difference from others of the lattice,
 * which are called @name, or from the original data for NULL. With @are_lasting words these say
 * nothing of the values of the table: they are true of each table that the levels are applied to.
 */
void deid_levels_add_words (const DeidLattice *lattice, const DeidLevel *levels,
                            const DeidLevel *baseline, const char *name, gboolean are_lasting,
                            DeidLongText *text);
