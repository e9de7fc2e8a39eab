/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

typedef struct
{
  guint n_dimensions;
  DeidLevel *levels;
  guint64 n;
} Policies;

void policies_clear (Policies *policies);

static inline const DeidLevel *
policies_get (const Policies *policies, guint64 i)
{
  return policies->levels + i * policies->n_dimensions;
}

/* What a search may come to know of a property that is inherited to generalizations. */
typedef enum
{
  MIX_LAYER,    /* policies whose level sum is about the middle one */
  MIX_ANY,      /* policies that have a property */
  MIX_BOUNDARY, /* of those, policies of which no specialization has it */
  N_MIXES
} MixKind;

extern const char *const mix_names[N_MIXES];

/* The property is that weights of the levels sum to 60 % at least of those of the top; the weights
 * depend on the heights alone. With @is_mirrored all levels are counted from the heights, and the
 * property is inherited to specializations.
 *
 * Returns: @n policies, some of them more than once. */
Policies make_mix (const DeidLevel *heights, guint n_dimensions, MixKind kind, gboolean is_mirrored,
                   guint64 n);

/* Returns: @n policies to ask for: half of them any, half no more than a level or two in each of a
 * few dimensions away from one of the @near. */
Policies make_questions (const DeidLevel *heights, const Policies *near, guint64 n);

/* Reads policies from a file, one a line, as levels between blanks. */
gboolean read_policies (const char *path, Policies *policies, GError **error);
