/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/policy-private.h"

#include <string.h>

#include "base/handle.h"
#include "base/memory.h"

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
  g_set_error (
      error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
      "level %" G_GUINT64_FORMAT " of '%s', expected %u to %u", level,
      deid_column_show (deid_lattice_get_column (lattice, lattice->dimension_attribute[dimension])),
      lattice->floors[dimension], lattice->heights[dimension]);
  return FALSE;
}

DeidPolicy *
deid_policy_new (DeidLattice *lattice, const guint *levels, gsize n_levels, GError **error)
{
  g_autofree DeidLevel *own = NULL;

  g_return_val_if_fail (lattice != NULL && (levels != NULL || n_levels == 0), NULL);

  if (!deid_lattice_check_attributes (lattice, error))
    return NULL;
  if (n_levels != lattice->n_dimensions)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "a policy of %" G_GSIZE_FORMAT " levels, expected %u", n_levels,
                   lattice->n_dimensions);
      return NULL;
    }
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
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                           "the lattice has more policies than 64-bit ranks can number");
      return NULL;
    }
  if (rank >= size)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "rank %" G_GUINT64_FORMAT ", expected one below %" G_GUINT64_FORMAT, rank, size);
      return NULL;
    }
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

DeidLattice *
deid_policy_get_lattice (const DeidPolicy *policy)
{
  g_return_val_if_fail (policy != NULL, NULL);

  return policy->lattice;
}

guint
deid_policy_get_level (const DeidPolicy *policy, guint dimension)
{
  g_return_val_if_fail (policy != NULL && dimension < policy->lattice->n_dimensions, 0);

  return policy->levels[dimension];
}

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
