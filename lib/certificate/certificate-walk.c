/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/certificate-event.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"

gboolean
deid_walk_init (DeidWalk *walk, const DeidLattice *lattice, GError **error)
{
  *walk = (DeidWalk){ .n_dimensions = lattice->n_dimensions };
  if (!deid_new_arrays (error, DEID_NEW (walk->lo, walk->n_dimensions),
                        DEID_NEW (walk->hi, walk->n_dimensions)))
    return FALSE;
  deid_lattice_copy_bottom (lattice, walk->lo);
  memcpy (walk->hi, lattice->heights, lattice->n_dimensions * sizeof *walk->hi);
  return TRUE;
}

void
deid_walk_clear (DeidWalk *walk)
{
  deid_free_arrays (walk->lo, walk->hi, walk->pending);
}

static double
count_policies (const DeidWalk *walk)
{
  double n = 1;

  for (guint d = 0; d < walk->n_dimensions; d++)
    n *= walk->hi[d] - walk->lo[d] + 1.0;
  return n;
}

static void
append_levels (GString *text, const DeidLevel *levels, guint n)
{
  for (guint d = 0; d < n; d++)
    g_string_append_printf (text, d == 0 ? "%u" : " %u", levels[d]);
}

/* Writes the box as `[0 1, 2 1]`. Returns: (transfer full): the text. */
static char *
walk_describe (const DeidWalk *walk)
{
  GString *text = g_string_new ("[");

  append_levels (text, walk->lo, walk->n_dimensions);
  g_string_append (text, ", ");
  append_levels (text, walk->hi, walk->n_dimensions);
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static gboolean
check_open (const DeidWalk *walk, GError **error)
{
  if (!walk->is_complete)
    return TRUE;
  return deid_fail (error, DEID_ERROR_CERTIFICATE, "expected the end, since all boxes are settled");
}

gboolean
deid_walk_check (const DeidWalk *walk, guint64 dimension, guint64 level, GError **error)
{
  g_autofree char *box = NULL;

  if (!check_open (walk, error))
    return FALSE;
  if (dimension < walk->n_dimensions && level >= walk->lo[dimension] && level < walk->hi[dimension])
    return TRUE;
  box = walk_describe (walk);
  return deid_fail (error, DEID_ERROR_CERTIFICATE,
                    "dimension %" G_GUINT64_FORMAT ", level %" G_GUINT64_FORMAT
                    ": expected a dimension and a level that split the box %s",
                    dimension, level, box);
}

gboolean
deid_walk_check_left (const DeidWalk *walk, guint64 dimension, guint64 lo, guint64 hi,
                      GError **error)
{
  g_autofree char *box = NULL;

  if (!check_open (walk, error))
    return FALSE;
  if (dimension < walk->n_dimensions && lo <= hi && lo >= walk->lo[dimension]
      && hi <= walk->hi[dimension] && (lo > walk->lo[dimension] || hi < walk->hi[dimension]))
    return TRUE;
  box = walk_describe (walk);
  return deid_fail (error, DEID_ERROR_CERTIFICATE,
                    "dimension %" G_GUINT64_FORMAT ", levels %" G_GUINT64_FORMAT
                    " to %" G_GUINT64_FORMAT
                    ": expected a dimension and levels that narrow the box %s",
                    dimension, lo, hi, box);
}

gboolean
deid_walk_split (DeidWalk *walk, guint64 dimension, guint64 level, GError **error)
{
  const guint n = walk->n_dimensions;
  const guint64 end = walk->n_pending * 2 * n;
  DeidLevel *part;

  if (!deid_walk_check (walk, dimension, level, error)
      || !deid_grow_list (walk, pending, end + 2 * n, error))
    return FALSE;
  part = walk->pending + end;
  memcpy (part, walk->lo, n * sizeof *part);
  memcpy (part + n, walk->hi, n * sizeof *part);
  part[n + dimension] = (DeidLevel) level;
  walk->n_pending++;
  walk->lo[dimension] = (DeidLevel) (level + 1);
  return TRUE;
}

/* Moves one end of the box in a dimension past policies that are settled. */
static gboolean
certificate_walk_narrow (DeidWalk *walk, guint64 dimension, guint64 level, DeidLevel *end,
                         guint64 end_level, GError **error)
{
  const double n_before = count_policies (walk);

  if (!deid_walk_check (walk, dimension, level, error))
    return FALSE;
  end[dimension] = (DeidLevel) end_level;
  walk->n_settled += n_before - count_policies (walk);
  return TRUE;
}

gboolean
deid_walk_cut (DeidWalk *walk, guint64 dimension, guint64 level, GError **error)
{
  return certificate_walk_narrow (walk, dimension, level, walk->lo, level + 1, error);
}

gboolean
deid_walk_lower (DeidWalk *walk, guint64 dimension, guint64 ceiling, GError **error)
{
  return certificate_walk_narrow (walk, dimension, ceiling, walk->hi, ceiling, error);
}

gboolean
deid_walk_leave (DeidWalk *walk, guint64 dimension, guint64 lo, guint64 hi, GError **error)
{
  const double n_before = count_policies (walk);

  if (!deid_walk_check_left (walk, dimension, lo, hi, error))
    return FALSE;
  walk->lo[dimension] = (DeidLevel) lo;
  walk->hi[dimension] = (DeidLevel) hi;
  walk->n_settled += n_before - count_policies (walk);
  return TRUE;
}

gboolean
deid_walk_settle (DeidWalk *walk, GError **error)
{
  const guint n = walk->n_dimensions;
  const DeidLevel *part;

  if (!check_open (walk, error))
    return FALSE;
  walk->n_settled += count_policies (walk);
  walk->is_complete = walk->n_pending == 0;
  if (walk->is_complete)
    return TRUE;
  part = walk->pending + --walk->n_pending * 2 * n;
  memcpy (walk->lo, part, n * sizeof *part);
  memcpy (walk->hi, part + n, n * sizeof *part);
  return TRUE;
}
