/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/closeness/hierarchical-distance.h"

#include <string.h>

#include "base/memory.h"

guint
deid_hierarchy_get_distance_steps (const DeidHierarchy *hierarchy)
{
  const guint n_levels = deid_hierarchy_get_n_levels (hierarchy);

  return n_levels > 1 && deid_hierarchy_get_n_labels (hierarchy, n_levels - 1) == 1 ? n_levels - 1
                                                                                    : n_levels;
}

/* Numbers the labels of one level that occur, and counts their records. @codes are those on the
 * level, and @numbers has room for one of each. */
static void
hierarchical_distance_number_level (DeidHierarchicalBase *base, guint64 level, guint32 n_values,
                                    const guint32 *codes, guint32 *numbers, guint32 n_codes)
{
  guint32 apart = DEID_NO_CODE;

  memset (numbers, 0xFF, (gsize) n_codes * sizeof *numbers);
  for (guint32 v = 0; v < n_values; v++)
    {
      guint32 *number = codes[v] == DEID_NO_CODE ? &apart : &numbers[codes[v]];

      if (*number == DEID_NO_CODE)
        *number = (guint32) base->n_labels++;
      base->labels[v * (base->n_steps - 1) + level - 1] = *number;
      base->label_counts[*number] += base->counts[v];
    }
}

static gboolean
hierarchical_distance_number_levels (DeidHierarchicalBase *base, const DeidHierarchy *hierarchy,
                                     const guint32 *leaves, guint32 n_values, GError **error)
{
  const guint32 n_leaves = (guint32) deid_hierarchy_get_n_leaves (hierarchy);
  g_autofree guint32 *codes = deid_alloc (n_values, sizeof *codes, error);
  g_autofree guint32 *numbers
      = codes != NULL ? deid_alloc (n_leaves, sizeof *numbers, error) : NULL;

  if (codes == NULL || numbers == NULL)
    return FALSE;
  memcpy (codes, leaves, n_values * sizeof *codes);
  for (guint64 level = 1; level < base->n_steps; level++)
    {
      for (guint32 v = 0; v < n_values; v++)
        if (codes[v] != DEID_NO_CODE)
          codes[v] = hierarchy->levels[level - 1].parents[codes[v]];
      hierarchical_distance_number_level (base, level, n_values, codes, numbers,
                                          hierarchy->levels[level].labels.n);
    }
  return TRUE;
}

gboolean
deid_hierarchical_base_init (DeidHierarchicalBase *base, const DeidHierarchy *hierarchy,
                             const guint32 *codes, const guint64 *counts, guint32 n_values,
                             guint64 n_records, GError **error)
{
  const guint n_steps = deid_hierarchy_get_distance_steps (hierarchy);
  const guint64 max_labels = (guint64) n_values * (n_steps - 1);

  *base = (DeidHierarchicalBase){ .n_records = n_records, .n_steps = n_steps, .counts = counts };
  if (max_labels >= DEID_NO_CODE)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "hierarchical t-closeness: %u values on %u levels, expected a product below "
                   "2^32 - 1",
                   n_values, n_steps);
      return FALSE;
    }
  if ((base->labels = deid_alloc (max_labels, sizeof *base->labels, error)) != NULL
      && (base->label_counts = deid_alloc (max_labels, sizeof *base->label_counts, error)) != NULL
      && hierarchical_distance_number_levels (base, hierarchy, codes, n_values, error))
    return TRUE;
  deid_hierarchical_base_clear (base);
  return FALSE;
}

void
deid_hierarchical_base_clear (DeidHierarchicalBase *base)
{
  g_free (base->labels);
  g_free (base->label_counts);
  *base = (DeidHierarchicalBase){ 0 };
}

static DeidWide
get_excess (const DeidHierarchicalBase *base, guint64 own_count, guint64 n, guint64 table_count)
{
  const DeidWide own = (DeidWide) base->n_records * own_count;
  const DeidWide expected = (DeidWide) n * table_count;

  return own > expected ? own - expected : 0;
}

gboolean
deid_hierarchical_distance_is_within (const DeidHierarchicalBase *base,
                                      const DeidClosenessLimit *limit, guint64 *scratch,
                                      const guint32 *values, const guint64 *counts,
                                      guint32 n_present, guint64 n)
{
  const DeidWide allowed = deid_closeness_limit_get (limit, n);
  const guint64 n_between = base->n_steps - 1;
  DeidWide sum = 0;

  for (guint32 j = 0; j < n_present; j++)
    sum += get_excess (base, counts[j], n, base->counts[values[j]]);
  if (sum > allowed || n_between == 0)
    return sum <= allowed;
  for (guint32 j = 0; j < n_present; j++)
    for (guint64 i = 0; i < n_between; i++)
      scratch[base->labels[values[j] * n_between + i]] += counts[j];
  for (guint32 j = 0; j < n_present; j++)
    for (guint64 i = 0; i < n_between; i++)
      {
        const guint32 label = base->labels[values[j] * n_between + i];

        sum += get_excess (base, scratch[label], n, base->label_counts[label]);
        scratch[label] = 0;
      }
  return sum <= allowed;
}

gboolean
deid_hierarchical_distance_is_covered (const DeidHierarchicalBase *base,
                                       const DeidClosenessLimit *limit, guint64 *scratch,
                                       const guint32 *values, guint32 n_present)
{
  const guint64 n_between = base->n_steps - 1;
  guint64 absent = base->n_steps * base->n_records;

  for (guint32 j = 0; j < n_present; j++)
    {
      absent -= base->counts[values[j]];
      for (guint64 i = 0; i < n_between; i++)
        {
          const guint32 label = base->labels[values[j] * n_between + i];

          if (scratch[label] == 0)
            absent -= base->label_counts[label];
          scratch[label] = 1;
        }
    }
  for (guint32 j = 0; j < n_present; j++)
    for (guint64 i = 0; i < n_between; i++)
      scratch[base->labels[values[j] * n_between + i]] = 0;
  return absent <= limit->per_record;
}
