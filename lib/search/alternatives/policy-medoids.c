/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/alternatives-private.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "lattice/policy-private.h"

#include <string.h>

/* A policy has a place in each dimension: the records that the units up to its level touch. The
 * distance of two policies is the sum of the differences of their places. */

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
  deid_free_arrays (units->touched, units->first);
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
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "%s: too many records for the distances of %" G_GUINT64_FORMAT " policies",
                    units->lattice->table.name, n);
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

/* What is looked up while medoids are chosen. */
typedef struct
{
  DeidMedoids *medoids;
  guint64 n_chosen;
  gboolean *is_medoid;
  guint64 *nearest; /* distance of each object to the nearest medoid */
  guint64 *second;  /* and to the second nearest */
  guint64 *sums;    /* of each group: what it costs to lose its medoid */
} KMedoidsChoice;

static const guint64 *
get_row (const DeidMedoids *medoids, guint64 object)
{
  return medoids->distances + object * medoids->n;
}

static void
k_medoids_add_medoid (KMedoidsChoice *choice, guint64 object)
{
  const guint64 *row = get_row (choice->medoids, object);

  choice->medoids->medoids[choice->n_chosen++] = object;
  choice->is_medoid[object] = TRUE;
  for (guint64 i = 0; i < choice->medoids->n; i++)
    choice->nearest[i] = MIN (choice->nearest[i], row[i]);
}

/* Chooses one medoid after the other, each so that the total is least. */
static gboolean
build (KMedoidsChoice *choice, const DeidStop *stop, GError **error)
{
  DeidMedoids *medoids = choice->medoids;

  memset (choice->nearest, 0xFF, medoids->n * sizeof *choice->nearest);
  while (choice->n_chosen < medoids->k)
    {
      guint64 best = medoids->n, least = G_MAXUINT64;

      if (!deid_stop_check (stop, error))
        return FALSE;
      for (guint64 object = 0; object < medoids->n; object++)
        {
          const guint64 *row = get_row (medoids, object);
          guint64 total = 0;

          for (guint64 i = 0; i < medoids->n; i++)
            total += MIN (choice->nearest[i], row[i]);
          if (!choice->is_medoid[object] && (best == medoids->n || total < least))
            {
              best = object;
              least = total;
            }
        }
      k_medoids_add_medoid (choice, best);
    }
  return TRUE;
}

/* Tells whether the medoid of a group is that of an object rather than the best one so far, as it
 * is nearer, or as near and the lesser object. */
static gboolean
is_nearer (const KMedoidsChoice *choice, guint64 object, guint64 group, guint64 distance)
{
  const DeidMedoids *medoids = choice->medoids;

  return distance < choice->nearest[object]
         || (distance == choice->nearest[object]
             && medoids->medoids[group] < medoids->medoids[medoids->groups[object]]);
}

/* Finds the group of each object, and how near the two nearest medoids are. */
static void
assign (KMedoidsChoice *choice)
{
  DeidMedoids *medoids = choice->medoids;

  medoids->total = 0;
  for (guint64 i = 0; i < medoids->n; i++)
    {
      const guint64 *row = get_row (medoids, i);

      choice->nearest[i] = choice->second[i] = G_MAXUINT64;
      for (guint64 g = 0; g < medoids->k; g++)
        {
          const guint64 distance = row[medoids->medoids[g]];
          const gboolean is_first = is_nearer (choice, i, g, distance);

          if (is_first || distance < choice->second[i])
            choice->second[i] = is_first ? choice->nearest[i] : distance;
          if (is_first)
            {
              choice->nearest[i] = distance;
              medoids->groups[i] = g;
            }
        }
      medoids->total += choice->nearest[i];
    }
}

/* Finds the medoid that it is best to lose for an object. Returns: the total then. */
static guint64
try_object (KMedoidsChoice *choice, guint64 object, guint64 *lost)
{
  const DeidMedoids *medoids = choice->medoids;
  const guint64 *row = get_row (medoids, object);
  guint64 shared = 0;

  memset (choice->sums, 0, medoids->k * sizeof *choice->sums);
  for (guint64 i = 0; i < medoids->n; i++)
    {
      const guint64 kept = MIN (row[i], choice->nearest[i]);

      shared += kept;
      choice->sums[medoids->groups[i]] += MIN (row[i], choice->second[i]) - kept;
    }
  *lost = 0;
  for (guint64 g = 1; g < medoids->k; g++)
    if (choice->sums[g] < choice->sums[*lost])
      *lost = g;
  return shared + choice->sums[*lost];
}

/* Makes the best swap of a medoid with an object as long as the total falls. */
static gboolean
k_medoids_swap (KMedoidsChoice *choice, const DeidStop *stop, GError **error)
{
  DeidMedoids *medoids = choice->medoids;
  guint64 best;

  do
    {
      guint64 least = G_MAXUINT64, best_lost = 0, lost;

      assign (choice);
      best = medoids->n;
      for (guint64 object = 0; object < medoids->n; object++)
        {
          guint64 total;

          if (!deid_stop_check (stop, error))
            return FALSE;
          if (choice->is_medoid[object])
            continue;
          total = try_object (choice, object, &lost);
          if (total < medoids->total && total < least)
            {
              best = object;
              best_lost = lost;
              least = total;
            }
        }
      if (best == medoids->n)
        break;
      choice->is_medoid[medoids->medoids[best_lost]] = FALSE;
      choice->is_medoid[best] = TRUE;
      medoids->medoids[best_lost] = best;
    }
  while (best != medoids->n);
  return TRUE;
}

/* Sums the distances of an object to the members of each group in @choice->sums. Returns: its
 * silhouette. */
static double
k_medoids_measure (KMedoidsChoice *choice, guint64 object, const guint64 *sizes)
{
  const DeidMedoids *medoids = choice->medoids;
  const guint64 own = medoids->groups[object], *row = get_row (medoids, object);
  double within, without = -1;

  if (sizes[own] == 1)
    return 0;
  memset (choice->sums, 0, medoids->k * sizeof *choice->sums);
  for (guint64 i = 0; i < medoids->n; i++)
    choice->sums[medoids->groups[i]] += row[i];
  within = (double) choice->sums[own] / (double) (sizes[own] - 1);
  for (guint64 g = 0; g < medoids->k; g++)
    {
      const double mean = (double) choice->sums[g] / (double) MAX (sizes[g], 1);

      if (g != own && (without < 0 || mean < without))
        without = mean;
    }
  return MAX (within, without) > 0 ? (without - within) / MAX (within, without) : 0;
}

static gboolean
set_silhouette (KMedoidsChoice *choice, const DeidStop *stop, GError **error)
{
  DeidMedoids *medoids = choice->medoids;
  g_autofree guint64 *sizes = NULL;
  double sum = 0;

  if (!deid_new_arrays (error, DEID_NEW (sizes, medoids->k)))
    return FALSE;
  for (guint64 i = 0; i < medoids->n; i++)
    sizes[medoids->groups[i]]++;
  for (guint64 i = 0; medoids->k > 1 && i < medoids->n; i++)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      sum += k_medoids_measure (choice, i, sizes);
    }
  medoids->silhouette = sum / (double) medoids->n;
  return TRUE;
}

/* Objects may be at no distance of each other. */
static void
keep_medoids (DeidMedoids *medoids)
{
  for (guint64 g = 0; g < medoids->k; g++)
    medoids->groups[medoids->medoids[g]] = g;
}

static gboolean
k_medoids_choose (KMedoidsChoice *choice, const DeidStop *stop, GError **error)
{
  if (!build (choice, stop, error) || !k_medoids_swap (choice, stop, error))
    return FALSE;
  keep_medoids (choice->medoids);
  return set_silhouette (choice, stop, error);
}

gboolean
deid_medoids_init (DeidMedoids *medoids, const guint64 *distances, guint64 n, guint64 k,
                   const DeidStop *stop, GError **error)
{
  KMedoidsChoice choice = { .medoids = medoids };
  gboolean success;

  *medoids = (DeidMedoids){ .n = n, .distances = distances, .k = k };
  success = deid_new_arrays (error, DEID_NEW (medoids->medoids, k), DEID_NEW (medoids->groups, n),
                             DEID_NEW (choice.is_medoid, n), DEID_NEW (choice.nearest, n),
                             DEID_NEW (choice.second, n), DEID_NEW (choice.sums, k))
            && k_medoids_choose (&choice, stop, error);
  deid_free_arrays (choice.is_medoid, choice.nearest, choice.second, choice.sums);
  return success;
}

void
deid_medoids_clear (DeidMedoids *medoids)
{
  deid_free_arrays (medoids->medoids, medoids->groups);
}
