/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "lattice/policy-private.h"

#include <string.h>

/* Lattices with more policies than this are too large to have a flag for each: a gigabyte. */
#define DEID_MAX_FLAGS (G_GUINT64_CONSTANT (1) << 33)

static void
deid_policy_free (DeidPolicy *policy)
{
  deid_lattice_unref (policy->lattice);
  g_free (policy);
}

DEID_DEFINE_HANDLE (DeidPolicy, deid_policy)

guint64
deid_levels_get_rank (const DeidLattice *lattice, const DeidLevel *levels)
{
  guint64 rank = 0;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    rank = rank * deid_lattice_count_levels (lattice, d) + levels[d] - lattice->floors[d];
  return rank;
}

guint64
deid_lattice_get_depth (const DeidLattice *lattice)
{
  return deid_levels_sum (lattice->heights, lattice->n_dimensions)
         - deid_levels_sum (lattice->floors, lattice->n_dimensions);
}

guint64
deid_levels_sum (const DeidLevel *levels, guint n)
{
  guint64 sum = 0;

  for (guint d = 0; d < n; d++)
    sum += levels[d];
  return sum;
}

int
deid_levels_compare (const DeidLevel *a, const DeidLevel *b, guint n)
{
  const guint64 sum_a = deid_levels_sum (a, n), sum_b = deid_levels_sum (b, n);

  if (sum_a != sum_b)
    return sum_a < sum_b ? -1 : 1;
  for (guint d = 0; d < n; d++)
    if (a[d] != b[d])
      return a[d] < b[d] ? -1 : 1;
  return 0;
}

DeidPolicy *
deid_policy_new_from_levels (DeidLattice *lattice, const DeidLevel *levels, GError **error)
{
  const gsize size = lattice->n_dimensions * sizeof *levels;
  DeidPolicy *policy = deid_alloc (sizeof *policy + size, 1, error);

  if (policy == NULL)
    return NULL;
  g_atomic_ref_count_init (&policy->ref_count);
  policy->lattice = deid_lattice_ref (lattice);
  deid_lattice_make_immutable (lattice);
  memcpy (policy->levels, levels, size);
  return policy;
}

gboolean
deid_policy_check_level (const DeidLattice *lattice, guint dimension, guint64 level, GError **error)
{
  if (level >= lattice->floors[dimension] && level <= lattice->heights[dimension])
    return TRUE;
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT, "level %" G_GUINT64_FORMAT " of '%s', expected %u to %u",
      level,
      deid_column_show (deid_lattice_get_column (lattice, lattice->dimension_attribute[dimension])),
      lattice->floors[dimension], lattice->heights[dimension]);
}

DeidPolicy *
deid_policy_new (DeidLattice *lattice, const guint *levels, gsize n_levels, GError **error)
{
  g_autofree DeidLevel *own = NULL;

  g_return_val_if_fail (lattice != NULL && (levels != NULL || n_levels == 0), NULL);

  if (!deid_lattice_check_attributes (lattice, error))
    return NULL;
  if (n_levels != lattice->n_dimensions)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "a policy of %" G_GSIZE_FORMAT " levels, expected %u", n_levels,
                           lattice->n_dimensions);
  own = deid_alloc (n_levels, sizeof *own, error);
  if (own == NULL)
    return NULL;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      if (!deid_policy_check_level (lattice, d, levels[d], error))
        return NULL;
      own[d] = (DeidLevel) levels[d];
    }
  return deid_policy_new_from_levels (lattice, own, error);
}

DeidPolicy *
deid_policy_new_bottom (DeidLattice *lattice, GError **error)
{
  g_return_val_if_fail (lattice != NULL, NULL);

  if (!deid_lattice_check_attributes (lattice, error))
    return NULL;
  return deid_policy_new_from_levels (lattice, lattice->floors, error);
}

DeidPolicy *
deid_policy_new_top (DeidLattice *lattice, GError **error)
{
  g_return_val_if_fail (lattice != NULL, NULL);

  if (!deid_lattice_check_attributes (lattice, error))
    return NULL;
  return deid_policy_new_from_levels (lattice, lattice->heights, error);
}

DeidPolicy *
deid_policy_new_from_rank (DeidLattice *lattice, guint64 rank, GError **error)
{
  g_autofree DeidLevel *levels = NULL;
  guint64 size;

  g_return_val_if_fail (lattice != NULL, NULL);

  if (!deid_lattice_check_attributes (lattice, error))
    return NULL;
  if (!deid_lattice_get_size (lattice, &size))
    return deid_fail_null (error, DEID_ERROR_TOO_LARGE,
                           "the lattice has more policies than 64-bit ranks can number");
  if (rank >= size)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "rank %" G_GUINT64_FORMAT ", expected one below %" G_GUINT64_FORMAT,
                           rank, size);
  levels = deid_alloc (lattice->n_dimensions, sizeof *levels, error);
  if (levels == NULL)
    return NULL;
  for (guint d = lattice->n_dimensions; d-- > 0;)
    {
      const guint64 radix = deid_lattice_count_levels (lattice, d);

      levels[d] = (DeidLevel) (lattice->floors[d] + rank % radix);
      rank /= radix;
    }
  return deid_policy_new_from_levels (lattice, levels, error);
}

DEID_DEFINE_GETTER (DeidLattice *, deid_policy_get_lattice, DeidPolicy, lattice, NULL)
DEID_DEFINE_ITEM_GETTER (guint, deid_policy_get_level, DeidPolicy, guint, lattice->n_dimensions,
                         levels[i], 0)

guint *
deid_policy_list_levels (const DeidPolicy *policy, gsize *n_levels, GError **error)
{
  guint *levels;

  g_return_val_if_fail (policy != NULL && n_levels != NULL, NULL);

  levels = deid_alloc (policy->lattice->n_dimensions, sizeof *levels, error);
  *n_levels = levels != NULL ? policy->lattice->n_dimensions : 0;
  for (gsize d = 0; d < *n_levels; d++)
    levels[d] = policy->levels[d];
  return levels;
}

guint64
deid_policy_get_level_sum (const DeidPolicy *policy)
{
  g_return_val_if_fail (policy != NULL, 0);

  return deid_levels_sum (policy->levels, policy->lattice->n_dimensions);
}

gboolean
deid_policy_get_rank (const DeidPolicy *policy, guint64 *rank)
{
  guint64 size;

  g_return_val_if_fail (policy != NULL && rank != NULL, FALSE);

  *rank = G_MAXUINT64;
  if (!deid_lattice_get_size (policy->lattice, &size))
    return FALSE;
  *rank = deid_levels_get_rank (policy->lattice, policy->levels);
  return TRUE;
}

static gboolean
get_neighbour (const DeidPolicy *policy, guint dimension, int step, DeidPolicy **neighbour,
               GError **error)
{
  DeidPolicy *other = deid_policy_new_from_levels (policy->lattice, policy->levels, error);

  if (other == NULL)
    return FALSE;
  other->levels[dimension] = (DeidLevel) (other->levels[dimension] + step);
  *neighbour = other;
  return TRUE;
}

gboolean
deid_policy_get_successor (const DeidPolicy *policy, guint dimension, DeidPolicy **successor,
                           GError **error)
{
  g_return_val_if_fail (successor != NULL, FALSE);
  *successor = NULL;
  g_return_val_if_fail (policy != NULL && dimension < policy->lattice->n_dimensions, FALSE);

  return policy->levels[dimension] == policy->lattice->heights[dimension]
         || get_neighbour (policy, dimension, 1, successor, error);
}

gboolean
deid_policy_get_predecessor (const DeidPolicy *policy, guint dimension, DeidPolicy **predecessor,
                             GError **error)
{
  g_return_val_if_fail (predecessor != NULL, FALSE);
  *predecessor = NULL;
  g_return_val_if_fail (policy != NULL && dimension < policy->lattice->n_dimensions, FALSE);

  return policy->levels[dimension] == policy->lattice->floors[dimension]
         || get_neighbour (policy, dimension, -1, predecessor, error);
}

gboolean
deid_policy_is_generalization_of (const DeidPolicy *policy, const DeidPolicy *other)
{
  g_return_val_if_fail (policy != NULL && other != NULL, FALSE);
  g_return_val_if_fail (policy->lattice == other->lattice, FALSE);

  for (guint d = 0; d < policy->lattice->n_dimensions; d++)
    if (policy->levels[d] < other->levels[d])
      return FALSE;
  return TRUE;
}

int
deid_policy_compare (const DeidPolicy *policy, const DeidPolicy *other)
{
  g_return_val_if_fail (policy != NULL && other != NULL, 0);
  g_return_val_if_fail (policy->lattice == other->lattice, 0);

  return deid_levels_compare (policy->levels, other->levels, policy->lattice->n_dimensions);
}

#define POLICY_SET_MIN_BITS 8

void
deid_policy_set_init (DeidPolicySet *set, guint n_dimensions)
{
  *set = (DeidPolicySet){ .n_dimensions = n_dimensions };
}

void
deid_policy_set_clear (DeidPolicySet *set)
{
  deid_free_arrays (set->levels, set->slots);
}

static const DeidLevel *
policy_set_get_levels (const DeidPolicySet *set, guint64 number)
{
  return set->levels + number * set->n_dimensions;
}

/* Returns: the slot of a policy, or the empty one where it would be. */
static guint64
policy_set_find_slot (const DeidPolicySet *set, const guint32 *slots, guint bits,
                      const DeidLevel *levels)
{
  const guint64 mask = (G_GUINT64_CONSTANT (1) << bits) - 1;
  guint64 slot = deid_hash_bytes (levels, set->n_dimensions * sizeof *levels) & mask;

  while (slots[slot] != 0
         && memcmp (policy_set_get_levels (set, slots[slot] - 1), levels,
                    set->n_dimensions * sizeof *levels)
                != 0)
    slot = (slot + 1) & mask;
  return slot;
}

gboolean
deid_policy_set_find (const DeidPolicySet *set, const DeidLevel *levels, guint64 *number)
{
  guint32 found = 0;

  if (set->bits > 0)
    found = set->slots[policy_set_find_slot (set, set->slots, set->bits, levels)];
  *number = found - 1;
  return found != 0;
}

gboolean
deid_policy_set_contains (const DeidPolicySet *set, const DeidLevel *levels)
{
  guint64 number;

  return deid_policy_set_find (set, levels, &number);
}

/* Makes sure that at least a third of the slots stay empty. */
static gboolean
reserve_slot (DeidPolicySet *set, GError **error)
{
  const guint bits = set->bits > 0 ? set->bits + 1 : POLICY_SET_MIN_BITS;
  guint32 *slots;

  if (set->n == G_MAXUINT32 - 1)
    return deid_fail (error, DEID_ERROR_NO_MEMORY, "out of memory: a set of %u policies",
                      G_MAXUINT32 - 1);
  if (set->bits > 0 && set->n < (G_GUINT64_CONSTANT (2) << set->bits) / 3)
    return TRUE;
  slots = deid_alloc (G_GUINT64_CONSTANT (1) << bits, sizeof *slots, error);
  if (slots == NULL)
    return FALSE;
  for (guint64 i = 0; i < set->n; i++)
    slots[policy_set_find_slot (set, slots, bits, policy_set_get_levels (set, i))]
        = (guint32) (i + 1);
  g_free (set->slots);
  set->slots = slots;
  set->bits = bits;
  return TRUE;
}

/* The levels are somewhere, also if a policy has none. */
gboolean
deid_policy_set_add (DeidPolicySet *set, const DeidLevel *levels, GError **error)
{
  guint64 slot;

  if (!reserve_slot (set, error)
      || !deid_grow_list (set, levels, MAX ((set->n + 1) * set->n_dimensions, 1), error))
    return FALSE;
  slot = policy_set_find_slot (set, set->slots, set->bits, levels);
  if (set->slots[slot] != 0)
    return TRUE;
  memcpy (set->levels + set->n * set->n_dimensions, levels, set->n_dimensions * sizeof *levels);
  set->slots[slot] = (guint32) ++set->n;
  return TRUE;
}

guint64
deid_policy_set_get_n_bytes (const DeidPolicySet *set)
{
  return set->levels_capacity * sizeof *set->levels
         + (set->bits > 0 ? sizeof *set->slots << set->bits : 0);
}

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
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "%s: the lattice has %s policies, too many for a flag for each, expected at "
                    "most %" G_GUINT64_FORMAT "; the implicit representation has no such limit",
                    lattice->table.name, text, DEID_MAX_FLAGS);
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
  deid_free_arrays (flags->strides, flags->words, flags->levels, flags->next);
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
