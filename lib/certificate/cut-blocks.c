/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/cut-blocks.h"

#include <string.h>

#include "base/arrays.h"

static gboolean
list_places (DeidCutBlocks *blocks, const DeidPreparedProblem *prepared, guint a, GError **error)
{
  blocks->n_values = blocks->attribute->cuts->values.n;
  blocks->n_places = blocks->n_values + (blocks->attribute->missing_apart ? 1 : 0);
  blocks->n_blocks = (guint64) blocks->n_places * (blocks->n_places + 1) / 2;
  if (!deid_new_arrays (error, DEID_NEW (blocks->occurs, blocks->n_places),
                        DEID_NEW (blocks->kept_of_places, blocks->n_places),
                        DEID_NEW (blocks->lost_of_places, blocks->n_places)))
    return FALSE;
  if (prepared->has_population || prepared->needs_reader || prepared->judges_table)
    memset (blocks->occurs, TRUE, blocks->n_places);
  for (guint64 row = 0; row < deid_rows_get_n_own (&prepared->rows); row++)
    blocks
        ->occurs[deid_cut_blocks_get_place (blocks, deid_codes_get (prepared->rows.codes[a], row))]
        = TRUE;
  return TRUE;
}

static guint
cut_blocks_find_dimension (const DeidCutBlocks *blocks, guint level, guint32 text_code)
{
  const DeidAttribute *attribute = blocks->attribute;
  guint32 dimension;

  if (attribute->cuts == NULL || level == 0 || text_code == DEID_NO_CODE)
    return G_MAXUINT;
  dimension = deid_cuts_get_dimension (attribute->cuts, level, text_code);
  return dimension != DEID_NO_CODE ? attribute->first_dimension + dimension : G_MAXUINT;
}

static guint32
get_node_extent (const DeidCutBlocks *blocks, guint32 code, guint level)
{
  const guint32 label = blocks->joint->levels[level].labels[code];

  if (blocks->term == NULL || label >= blocks->attribute->levels[level].n_labels)
    return 0;
  return deid_loss_attribute_get_extent (blocks->term, blocks->joint, code, level);
}

static gboolean
list_nodes (DeidCutBlocks *blocks, GError **error)
{
  const DeidAttribute *joint = blocks->joint;
  const guint n_levels = joint->n_levels;

  if (!deid_new_arrays (error, DEID_NEW (blocks->first_blocks, n_levels + 1)))
    return FALSE;
  for (guint level = 0; level < n_levels; level++)
    blocks->first_blocks[level + 1] = blocks->first_blocks[level] + joint->levels[level].n_labels;
  blocks->n_blocks = blocks->first_blocks[n_levels];
  if (!deid_new_arrays (error, DEID_NEW (blocks->parents, blocks->n_blocks),
                        DEID_NEW (blocks->dimensions, blocks->n_blocks),
                        DEID_NEW (blocks->extents, blocks->n_blocks)))
    return FALSE;
  for (guint level = 0; level < n_levels; level++)
    for (guint32 code = 0; code < joint->n_codes; code++)
      {
        const guint64 block = deid_cut_blocks_get_node (blocks, level, code);
        const DeidRecoding *recoding = &joint->levels[level];

        blocks->parents[block] = level + 1 < n_levels
                                     ? deid_cut_blocks_get_node (blocks, level + 1, code)
                                     : blocks->n_blocks;
        blocks->dimensions[block] = cut_blocks_find_dimension (
            blocks, level, recoding->text_codes[recoding->labels[code]]);
        blocks->extents[block] = get_node_extent (blocks, code, level);
      }
  return TRUE;
}

gboolean
deid_cut_blocks_init (DeidCutBlocks *blocks, const DeidPreparedProblem *prepared, guint a,
                      const gint64 *price, GError **error)
{
  guint64 n;

  *blocks = (DeidCutBlocks){ .attribute = &prepared->lattice->attributes[a],
                             .joint = &prepared->attributes[a],
                             .has_runs = deid_attribute_has_runs (&prepared->attributes[a]) };
  if (price != NULL)
    {
      blocks->term = &prepared->loss.terms[a];
      blocks->kept = *price * (gint64) blocks->term->kept;
      blocks->suppressed = *price * (gint64) blocks->term->suppressed;
      blocks->covered = *price * (gint64) blocks->term->covered;
    }
  if (!(blocks->has_runs ? list_places (blocks, prepared, a, error) : list_nodes (blocks, error)))
    return FALSE;
  n = blocks->has_runs ? blocks->n_places : blocks->n_blocks;
  return deid_new_arrays (error, DEID_NEW (blocks->kept_weights, blocks->joint->n_codes),
                          DEID_NEW (blocks->lost_weights, blocks->joint->n_codes),
                          DEID_NEW (blocks->least, blocks->joint->n_codes),
                          DEID_NEW (blocks->failing, blocks->n_blocks),
                          DEID_NEW (blocks->class_costs, price == NULL ? blocks->n_blocks : 0),
                          DEID_NEW (blocks->costs, n), DEID_NEW (blocks->before, n + 1),
                          DEID_NEW (blocks->behind, n + 1), DEID_NEW (blocks->holds, n + 1));
}

void
deid_cut_blocks_clear (DeidCutBlocks *blocks)
{
  g_free (blocks->occurs);
  g_free (blocks->kept_of_places);
  g_free (blocks->lost_of_places);
  g_free (blocks->first_blocks);
  g_free (blocks->parents);
  g_free (blocks->dimensions);
  g_free (blocks->extents);
  g_free (blocks->kept_weights);
  g_free (blocks->lost_weights);
  g_free (blocks->least);
  g_free (blocks->failing);
  g_free (blocks->class_costs);
  g_free (blocks->costs);
  g_free (blocks->before);
  g_free (blocks->behind);
  g_free (blocks->holds);
}

/* The run of all values together is one of the highest level, a missing value included. */
guint32
deid_cut_blocks_get_run_extent (const DeidCutBlocks *blocks, guint32 first, guint32 last)
{
  if (blocks->term == NULL)
    return 0;
  if (first < blocks->n_values && last == blocks->n_values)
    last--;
  return blocks->term->label_extents[last - first][first];
}

guint32
deid_cut_blocks_get_own_extent (const DeidCutBlocks *blocks, guint32 code)
{
  const guint32 place = blocks->has_runs ? deid_cut_blocks_get_place (blocks, code) : 0;

  return blocks->has_runs ? deid_cut_blocks_get_run_extent (blocks, place, place)
                          : get_node_extent (blocks, code, 0);
}

guint32
deid_cut_blocks_get_extent (const DeidCutBlocks *blocks, guint32 code, const DeidRecoding *recoding)
{
  const guint32 label = recoding->labels[code];
  const guint level = deid_recoding_get_level (recoding, label);

  return blocks->has_runs
             ? blocks->term->label_extents[level][deid_recoding_get_level_label (recoding, label)]
             : get_node_extent (blocks, code, level);
}
