/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A policy has a place in each dimension: the records that the units up to its level touch. The
 * distance of two policies is the sum of the differences of their places. */
#include "search/alternatives/policy-distances.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/wide.h"
#include "lattice/merge-words.h"
#include "lattice/policy-private.h"

typedef struct
{
  const DeidLattice *lattice;
  guint64 *touched; /* of each level of each dimension the records of the units up to it */
  guint64 *first;   /* of each dimension where these begin */
} Units;

/* Returns: how many levels a dimension has without limits, which count policies but no units. */
static guint64
policy_distances_count_places (const DeidLattice *lattice, guint d)
{
  const DeidAttribute *attribute = &lattice->attributes[lattice->dimension_attribute[d]];

  return attribute->cuts != NULL ? 2 : attribute->n_levels;
}

static guint64
count_all_places (const DeidLattice *lattice)
{
  guint64 n = 0;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    n += policy_distances_count_places (lattice, d);
  return n;
}

/* A pair of neighbours touches the records that have either value. */
static void
add_pairs (Units *units, const DeidAttribute *attribute, const guint64 *counts)
{
  const guint64 *first = units->first + attribute->first_dimension;

  for (guint32 code = 0; code < attribute->n_codes; code++)
    {
      const guint32 place = attribute->positions[code];

      if (place == DEID_NO_CODE)
        continue;
      if (place > 0)
        units->touched[first[place - 1] + 1] += counts[code];
      if (place < attribute->n_dimensions)
        units->touched[first[place] + 1] += counts[code];
    }
}

/* A subtree touches the records below its node. */
static void
policy_distances_add_subtrees (Units *units, const DeidAttribute *attribute, const guint64 *counts)
{
  const guint64 *first = units->first + attribute->first_dimension;

  for (guint level = 1; level < attribute->n_levels; level++)
    for (guint32 code = 0; code < attribute->n_codes; code++)
      {
        const DeidRecoding *recoding = &attribute->levels[level];
        const guint32 node = recoding->text_codes[recoding->labels[code]];
        const guint32 dimension = deid_cuts_get_dimension (attribute->cuts, level, node);

        if (dimension != DEID_NO_CODE)
          units->touched[first[dimension] + 1] += counts[code];
      }
}

/* A step to the next level touches the records whose label then covers more. */
static void
policy_distances_add_levels (Units *units, const DeidAttribute *attribute, const guint64 *counts)
{
  guint64 *touched = units->touched + units->first[attribute->first_dimension];

  for (guint level = 1; level < attribute->n_levels; level++)
    {
      const DeidRecoding *below = &attribute->levels[level - 1], *above = &attribute->levels[level];

      touched[level] = touched[level - 1];
      for (guint32 code = 0; code < attribute->n_codes; code++)
        if (above->n_leaves[above->labels[code]] > below->n_leaves[below->labels[code]])
          touched[level] += counts[code];
    }
}

static gboolean
units_init (Units *units, const DeidLattice *lattice, const DeidStop *stop, GError **error)
{
  guint64 n = 0;

  *units = (Units){ .lattice = lattice };
  if (!deid_new_arrays (error, DEID_NEW (units->touched, count_all_places (lattice)),
                        DEID_NEW (units->first, lattice->n_dimensions)))
    return FALSE;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      units->first[d] = n;
      n += policy_distances_count_places (lattice, d);
    }
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      g_autofree guint64 *counts = deid_table_source_count_codes (
          attribute->table, deid_attribute_get_column (attribute), stop, error);

      if (counts == NULL)
        return FALSE;
      if (attribute->cuts == NULL)
        policy_distances_add_levels (units, attribute, counts);
      else if (deid_attribute_has_runs (attribute))
        add_pairs (units, attribute, counts);
      else
        policy_distances_add_subtrees (units, attribute, counts);
    }
  return TRUE;
}

static void
units_clear (Units *units)
{
  g_free (units->touched);
  g_free (units->first);
}

/* Fails unless so many policies can be as far apart as any. */
static gboolean
policy_distances_check_size (const Units *units, guint64 n, GError **error)
{
  DeidWide sum = 0;

  for (guint d = 0; d < units->lattice->n_dimensions; d++)
    sum += units->touched[units->first[d] + units->lattice->heights[d]];
  if (n == 0 || sum <= G_MAXUINT64 / n)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
               "%s: too many records for the distances of %" G_GUINT64_FORMAT " policies",
               units->lattice->table.name, n);
  return FALSE;
}

/* The level of a node says nothing where one above it is merged. */
static void
set_subtree_places (const Units *units, const DeidAttribute *attribute, const DeidLevel *levels,
                    guint64 *places)
{
  const DeidHierarchy *hierarchy = attribute->cuts->hierarchy;

  for (guint level = 1; level < hierarchy->n_levels; level++)
    for (guint32 node = 0; node < hierarchy->levels[level].labels.n; node++)
      {
        const guint32 dimension = deid_cuts_get_dimension (attribute->cuts, level, node);
        const guint d = attribute->first_dimension + dimension;

        if (dimension != DEID_NO_CODE)
          places[d] = deid_merge_words_is_merged (attribute, levels, level, node)
                          ? units->touched[units->first[d] + 1]
                          : 0;
      }
}

static void
set_places (const Units *units, const DeidLevel *levels, guint64 *places)
{
  const DeidLattice *lattice = units->lattice;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    places[d] = units->touched[units->first[d] + levels[d]];
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (lattice->attributes[a].cuts != NULL && !deid_attribute_has_runs (&lattice->attributes[a]))
      set_subtree_places (units, &lattice->attributes[a], levels, places);
}

static guint64
policy_distances_measure (const guint64 *a, const guint64 *b, guint n)
{
  guint64 sum = 0;

  for (guint d = 0; d < n; d++)
    sum += a[d] > b[d] ? a[d] - b[d] : b[d] - a[d];
  return sum;
}

static gboolean
set_distances (const Units *units, const DeidAlternatives *alternatives, guint64 *distances,
               const DeidStop *stop, GError **error)
{
  const guint64 n = alternatives->n;
  const guint n_dimensions = units->lattice->n_dimensions;
  g_autofree guint64 *places = NULL;

  places = deid_alloc (n, MAX (n_dimensions, 1) * sizeof *places, error);
  if (places == NULL)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      set_places (units, alternatives->items[i].policy->levels, places + i * n_dimensions);
      for (guint64 j = 0; j < i; j++)
        distances[i * n + j] = distances[j * n + i] = policy_distances_measure (
            places + i * n_dimensions, places + j * n_dimensions, n_dimensions);
    }
  return TRUE;
}

guint64 *
deid_alternatives_list_distances (const DeidAlternatives *alternatives, const DeidStop *stop,
                                  GError **error)
{
  const guint64 n = alternatives->n;
  g_autofree guint64 *distances = NULL;
  Units units;
  gboolean success;

  distances = deid_alloc (n, MAX (n, 1) * sizeof *distances, error);
  if (distances == NULL || n == 0)
    return g_steal_pointer (&distances);
  success = units_init (&units, alternatives->items[0].policy->lattice, stop, error)
            && policy_distances_check_size (&units, n, error)
            && set_distances (&units, alternatives, distances, stop, error);
  units_clear (&units);
  return success ? g_steal_pointer (&distances) : NULL;
}
