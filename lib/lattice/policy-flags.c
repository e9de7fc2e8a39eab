/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/policy-flags.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

#define POLICY_FLAGS_WORD_BITS 64
#define STEPS_PER_CHECK        65536

static gboolean
policy_flags_check_size (const DeidLattice *lattice, guint64 *size, GError **error)
{
  const gboolean fits = deid_lattice_get_size (lattice, size);
  g_autofree char *text = NULL;

  if (fits && *size <= DEID_MAX_FLAGS)
    return TRUE;
  text = fits ? g_strdup_printf ("%" G_GUINT64_FORMAT, *size) : g_strdup ("2^64 or more");
  g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
               "%s: the lattice has %s policies, too many for a flag for each, expected at most "
               "%" G_GUINT64_FORMAT "; the implicit representation has no such limit",
               lattice->table.name, text, DEID_MAX_FLAGS);
  return FALSE;
}

gboolean
deid_policy_flags_init (DeidPolicyFlags *flags, const DeidLattice *lattice, GError **error)
{
  const guint n_dimensions = lattice->n_dimensions;
  guint64 size, stride = 1;

  *flags = (DeidPolicyFlags){ .lattice = lattice };
  if (!policy_flags_check_size (lattice, &size, error))
    return FALSE;
  if (!deid_new_arrays (error, DEID_NEW (flags->strides, n_dimensions),
                        DEID_NEW (flags->levels, n_dimensions),
                        DEID_NEW (flags->next, deid_lattice_get_depth (lattice) + 1)))
    return FALSE;
  for (guint d = n_dimensions; d-- > 0;)
    {
      flags->strides[d] = stride;
      stride *= deid_lattice_count_levels (lattice, d);
    }
  flags->n_words = (size + POLICY_FLAGS_WORD_BITS - 1) / POLICY_FLAGS_WORD_BITS;
  flags->words = deid_alloc (flags->n_words, sizeof *flags->words, error);
  return flags->words != NULL;
}

void
deid_policy_flags_clear (DeidPolicyFlags *flags)
{
  g_free (flags->strides);
  g_free (flags->words);
  g_free (flags->levels);
  g_free (flags->next);
}

static inline gboolean
has_rank (const DeidPolicyFlags *flags, guint64 rank)
{
  return flags->words[rank / POLICY_FLAGS_WORD_BITS] >> (rank % POLICY_FLAGS_WORD_BITS) & 1;
}

static inline void
set_rank (DeidPolicyFlags *flags, guint64 rank)
{
  flags->words[rank / POLICY_FLAGS_WORD_BITS] |= G_GUINT64_CONSTANT (1)
                                                 << (rank % POLICY_FLAGS_WORD_BITS);
}

gboolean
deid_policy_flags_has (const DeidPolicyFlags *flags, const DeidLevel *levels)
{
  return has_rank (flags, deid_levels_get_rank (flags->lattice, levels));
}

void
deid_policy_flags_set (DeidPolicyFlags *flags, const DeidLevel *levels)
{
  set_rank (flags, deid_levels_get_rank (flags->lattice, levels));
}

/* Goes depth first, by one level in one dimension at a time; how deep it is bounds no stack. */
gboolean
deid_policy_flags_spread (DeidPolicyFlags *flags, const DeidLevel *levels,
                          DeidInheritance inheritance, DeidSpreadFunc may_go_on, gpointer data)
{
  const DeidLattice *lattice = flags->lattice;
  const gboolean upwards = inheritance == DEID_INHERITANCE_GENERALIZATIONS;
  guint64 rank = deid_levels_get_rank (flags->lattice, levels), depth = 0;

  if (has_rank (flags, rank))
    return TRUE;
  set_rank (flags, rank);
  memcpy (flags->levels, levels, lattice->n_dimensions * sizeof *levels);
  flags->next[0] = 0;
  for (guint64 step = 1;; step++)
    {
      const guint32 d = flags->next[depth]++;

      if (step % STEPS_PER_CHECK == 0 && !may_go_on (data))
        return FALSE;
      if (d < lattice->n_dimensions)
        {
          const guint64 reached = upwards ? rank + flags->strides[d] : rank - flags->strides[d];

          if (flags->levels[d] == (upwards ? lattice->heights[d] : lattice->floors[d])
              || has_rank (flags, reached))
            continue;
          set_rank (flags, reached);
          flags->levels[d] = (DeidLevel) (upwards ? flags->levels[d] + 1 : flags->levels[d] - 1);
          rank = reached;
          flags->next[++depth] = 0;
        }
      else if (depth == 0)
        return TRUE;
      else
        {
          const guint32 back = flags->next[--depth] - 1;

          flags->levels[back]
              = (DeidLevel) (upwards ? flags->levels[back] - 1 : flags->levels[back] + 1);
          rank = upwards ? rank - flags->strides[back] : rank + flags->strides[back];
        }
    }
}

guint64
deid_policy_flags_get_n_bytes (const DeidPolicyFlags *flags)
{
  return flags->n_words * sizeof *flags->words;
}
