/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/bound/combinations.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "evaluation/local-share.h"

static const DeidAttribute *
combinations_get_attribute (const DeidLocalCombinations *combinations, guint a)
{
  return &combinations->prepared->lattice->attributes[a];
}

static guint
combinations_get_lowest (const DeidLocalCombinations *combinations, guint a)
{
  return combinations->prepared->lattice
      ->floors[combinations_get_attribute (combinations, a)->first_dimension];
}

static guint
combinations_get_highest (const DeidLocalCombinations *combinations, guint a)
{
  return combinations->prepared->lattice
      ->heights[combinations_get_attribute (combinations, a)->first_dimension];
}

/* Costs are products and one quotient of doubles, off by far less than the thousandth that is taken
 * off before they are rounded down. */
static guint64
combinations_round_down (double cost)
{
  return cost > 0.001 ? (guint64) (cost - 0.001) : 0;
}

static gboolean
list_level (DeidLocalCombinations *combinations, guint a, guint i, GError **error)
{
  DeidLocalLevels *own = &combinations->attributes[a];
  const DeidAttribute *attribute = combinations_get_attribute (combinations, a);
  const guint lowest = combinations_get_lowest (combinations, a);
  const DeidRecoding *recoding = &attribute->levels[lowest + i];
  const DeidLossAttribute *term = &combinations->prepared->loss.terms[a];
  const double share
      = deid_local_get_share (&combinations->prepared->loss, a, combinations->n_records);

  own->n_labels[i] = recoding->n_labels;
  if (!deid_new_arrays (error, DEID_NEW (own->labels[i], own->n_labels[0]),
                        DEID_NEW (own->costs[i], recoding->n_labels)))
    return FALSE;
  for (guint32 code = 0; code < attribute->n_codes; code++)
    {
      const guint32 label = recoding->labels[code];
      const guint32 extent = term->extents[(gsize) code * term->n_levels + lowest + i];

      own->labels[i][attribute->levels[lowest].labels[code]] = (guint16) label;
      own->costs[i][label]
          = combinations_round_down (share * extent * (double) DEID_LOCAL_PRICE_UNIT);
      own->least = MIN (own->least, own->costs[i][label]);
    }
  return TRUE;
}

static gboolean
combinations_list_labels (DeidLocalCombinations *combinations, guint a, GError **error)
{
  DeidLocalLevels *own = &combinations->attributes[a];
  const guint lowest = combinations_get_lowest (combinations, a);
  const guint32 n_leaves = combinations_get_attribute (combinations, a)->levels[lowest].n_labels;

  *own = (DeidLocalLevels){ .n_levels = combinations_get_highest (combinations, a) - lowest + 1,
                            .least = G_MAXUINT64 };
  if (n_leaves > G_MAXUINT16)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "column '%s' has %u values, expected at most %d for a bound of local recodings",
                   deid_column_show (
                       deid_attribute_get_column (combinations_get_attribute (combinations, a))),
                   n_leaves, G_MAXUINT16);
      return FALSE;
    }
  if (!deid_new_arrays (error, DEID_NEW (own->n_labels, own->n_levels),
                        DEID_NEW (own->labels, own->n_levels),
                        DEID_NEW (own->costs, own->n_levels)))
    return FALSE;
  for (guint i = 0; i < own->n_levels; i++)
    if (!list_level (combinations, a, i, error))
      return FALSE;
  return TRUE;
}

/* What a suppressed record still has for labels costs it something more where covered is not 0,
 * which is left out. */
static void
set_withheld (DeidLocalCombinations *combinations)
{
  const DeidPreparedProblem *prepared = combinations->prepared;
  const DeidLoss *loss = &prepared->loss;

  combinations->withheld = prepared->limit > 0 ? 0 : G_MAXUINT64;
  for (guint a = 0; prepared->limit > 0 && a < combinations->n_attributes; a++)
    {
      const double kept = (double) loss->terms[a].kept;

      if (kept > 0)
        combinations->withheld += combinations_round_down (
            deid_local_get_share (loss, a, combinations->n_records) / kept
            * (double) loss->terms[a].suppressed * (double) DEID_LOCAL_PRICE_UNIT);
    }
}

static gboolean
copy_combinations (DeidLocalCombinations *combinations, const DeidGrouping *grouping,
                   GError **error)
{
  const DeidRows *rows = &combinations->prepared->own;
  guint32 next = 0;

  combinations->n = grouping->n_classes;
  if (!deid_new_arrays (error, DEID_NEW (combinations->first_rows, combinations->n),
                        DEID_NEW (combinations->counts, combinations->n),
                        DEID_NEW (combinations->leaves, combinations->n_attributes)))
    return FALSE;
  for (guint a = 0; a < combinations->n_attributes; a++)
    if (!deid_new_arrays (error, DEID_NEW (combinations->leaves[a], combinations->n)))
      return FALSE;
  for (guint64 row = 0; row < rows->n; row++)
    if (grouping->class_of_row[row] == next)
      {
        for (guint a = 0; a < combinations->n_attributes; a++)
          combinations->leaves[a][next] = (guint16) combinations_get_attribute (combinations, a)
                                              ->levels[combinations_get_lowest (combinations, a)]
                                              .labels[deid_codes_get (rows->codes[a], row)];
        combinations->counts[next] = grouping->sizes[next];
        combinations->first_rows[next++] = row;
      }
  return TRUE;
}

static gboolean
combinations_group_rows (DeidLocalCombinations *combinations, const DeidStop *stop, GError **error)
{
  DeidRows rows = combinations->prepared->own;
  DeidGrouping grouping = { 0 };
  g_autofree const DeidRecoding **recodings = NULL;
  gboolean success;

  rows.n_attributes = combinations->n_attributes;
  if (!deid_new_arrays (error, DEID_NEW (recodings, combinations->n_attributes)))
    return FALSE;
  for (guint a = 0; a < combinations->n_attributes; a++)
    recodings[a] = &combinations_get_attribute (combinations, a)
                        ->levels[combinations_get_lowest (combinations, a)];
  success = deid_grouping_run (&grouping, &rows, recodings, stop, error)
            && copy_combinations (combinations, &grouping, error);
  deid_grouping_clear (&grouping);
  return success;
}

gboolean
deid_local_combinations_init (DeidLocalCombinations *combinations,
                              const DeidPreparedProblem *prepared, const DeidStop *stop,
                              GError **error)
{
  *combinations = (DeidLocalCombinations){ .prepared = prepared, .n_records = prepared->n_records };
  if (!deid_local_bound_check_problem (prepared, error)
      || !deid_new_arrays (error,
                           DEID_NEW (combinations->attributes, prepared->lattice->n_attributes)))
    return FALSE;
  combinations->n_attributes = prepared->lattice->n_attributes;
  for (guint a = 0; a < combinations->n_attributes; a++)
    if (!combinations_list_labels (combinations, a, error))
      return FALSE;
  set_withheld (combinations);
  return combinations_group_rows (combinations, stop, error);
}

static void
clear_labels (DeidLocalLevels *own)
{
  for (guint i = 0; i < own->n_levels; i++)
    {
      if (own->labels != NULL)
        g_free (own->labels[i]);
      if (own->costs != NULL)
        g_free (own->costs[i]);
    }
  g_free (own->n_labels);
  g_free (own->labels);
  g_free (own->costs);
}

void
deid_local_combinations_clear (DeidLocalCombinations *combinations)
{
  for (guint a = 0; a < combinations->n_attributes; a++)
    {
      clear_labels (&combinations->attributes[a]);
      if (combinations->leaves != NULL)
        g_free (combinations->leaves[a]);
    }
  combinations->n_attributes = 0;
  g_clear_pointer (&combinations->attributes, g_free);
  g_clear_pointer (&combinations->first_rows, g_free);
  g_clear_pointer (&combinations->counts, g_free);
  g_clear_pointer (&combinations->leaves, g_free);
}
