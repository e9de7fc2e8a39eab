/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A hierarchy as an axis: values stand in the order in which a walk through the tree meets them,
 * and the blocks of a level are numbered behind those of the level below. */
#include "base/arrays.h"
#include "search/interval/cuts/axis.h"

/* Codes of one label of level 0 are of one rank. */
static gboolean
rank_codes (DeidCutAxis *axis, const DeidAttribute *joint, GError **error)
{
  const guint32 *labels = joint->levels[0].labels;
  g_autofree guint32 *codes = deid_attribute_sort_codes (joint, error);

  if (codes == NULL || !deid_new_arrays (error, DEID_NEW (axis->rank_of_code, joint->n_codes)))
    return FALSE;
  for (guint32 i = 0; i < joint->n_codes; i++)
    {
      axis->n_ranks += i == 0 || labels[codes[i - 1]] != labels[codes[i]];
      axis->rank_of_code[codes[i]] = axis->n_ranks - 1;
    }
  return TRUE;
}

static guint32
axis_tree_find_dimension (const DeidCutAxis *axis, guint level, guint32 text_code)
{
  guint32 dimension;

  if (axis->kind == DEID_AXIS_LEVELS || level == 0 || text_code == DEID_NO_CODE)
    return DEID_NO_CODE;
  dimension = deid_cuts_get_dimension (axis->attribute->cuts, level, text_code);
  return dimension != DEID_NO_CODE ? axis->first_dimension + dimension : DEID_NO_CODE;
}

/* Labels behind those of the lattice are of the population alone, and of no extent. */
static guint32
axis_tree_get_extent (const DeidCutAxis *axis, const DeidAttribute *joint, guint32 code,
                      guint level)
{
  const guint32 label = joint->levels[level].labels[code];

  if (axis->term == NULL || label >= axis->attribute->levels[level].n_labels)
    return 0;
  return deid_loss_attribute_get_extent (axis->term, joint, code, level);
}

static void
axis_tree_describe_blocks (DeidCutAxis *axis, const DeidAttribute *joint)
{
  guint32 first = 0;

  for (guint level = 0; level < axis->n_levels; level++)
    {
      const DeidRecoding *recoding = &joint->levels[level];

      for (guint32 code = 0; code < joint->n_codes; code++)
        {
          const guint32 label = recoding->labels[code], block = first + label;

          axis->blocks[(gsize) level * axis->n_ranks + axis->rank_of_code[code]] = block;
          axis->block_levels[block] = level;
          axis->dimensions[block]
              = axis_tree_find_dimension (axis, level, recoding->text_codes[label]);
          axis->extents[block] = axis_tree_get_extent (axis, joint, code, level);
          axis->parents[block]
              = level + 1 < axis->n_levels
                    ? first + recoding->n_labels + joint->levels[level + 1].labels[code]
                    : DEID_NO_CODE;
        }
      first += recoding->n_labels;
    }
}

gboolean
deid_cut_axis_init_tree (DeidCutAxis *axis, const DeidPreparedProblem *prepared, guint attribute,
                         GError **error)
{
  const DeidAttribute *joint = &prepared->attributes[attribute];

  axis->kind = axis->attribute->cuts != NULL ? DEID_AXIS_SUBTREES : DEID_AXIS_LEVELS;
  axis->n_levels = axis->attribute->n_levels;
  for (guint level = 0; level < axis->n_levels; level++)
    axis->n_blocks += joint->levels[level].n_labels;
  if (!rank_codes (axis, joint, error)
      || !deid_new_arrays (
          error, DEID_NEW (axis->blocks, (guint64) axis->n_levels * axis->n_ranks),
          DEID_NEW (axis->block_levels, axis->n_blocks), DEID_NEW (axis->parents, axis->n_blocks),
          DEID_NEW (axis->dimensions, axis->n_blocks), DEID_NEW (axis->extents, axis->n_blocks)))
    return FALSE;
  axis_tree_describe_blocks (axis, joint);
  return TRUE;
}

guint32
deid_cut_axis_find_block (const DeidCutAxis *axis, const DeidLevel *levels, guint32 rank)
{
  guint level = axis->n_levels - 1;

  if (axis->kind == DEID_AXIS_LEVELS)
    level = levels[axis->first_dimension];
  else
    for (; level > 0; level--)
      {
        const guint32 d = axis->dimensions[axis->blocks[(gsize) level * axis->n_ranks + rank]];

        if (d != DEID_NO_CODE && levels[d] > 0)
          break;
      }
  return axis->blocks[(gsize) level * axis->n_ranks + rank];
}
