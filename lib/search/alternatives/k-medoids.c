/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/alternatives/k-medoids.h"

#include <string.h>

#include "base/arrays.h"

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
  g_free (choice.is_medoid);
  g_free (choice.nearest);
  g_free (choice.second);
  g_free (choice.sums);
  return success;
}

void
deid_medoids_clear (DeidMedoids *medoids)
{
  g_free (medoids->medoids);
  g_free (medoids->groups);
}
