/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The largest number of blocks of columns with cuts. */
#include "lattice/lattice-private.h"

#include "base/text.h"

void
deid_block_limit_free (DeidBlockLimit *limit)
{
  g_free (limit->codes);
  g_free (limit);
}

/* A missing value that the order or the hierarchy does not mention does not count. */
static gboolean
blocks_is_mentioned (const DeidAttribute *attribute, guint32 code)
{
  const DeidRecoding *leaves = attribute->levels;

  return leaves != NULL ? leaves->text_codes[leaves->labels[code]] != DEID_NO_CODE
                        : attribute->positions[code] != DEID_NO_CODE;
}

static DeidBlockLimit *
new_limit (const DeidAttribute *attribute, guint max_blocks, GError **error)
{
  guint32 *codes = deid_attribute_sort_codes (attribute, error);
  DeidBlockLimit *limit;

  if (codes == NULL)
    return NULL;
  limit = g_new0 (DeidBlockLimit, 1);
  limit->max_blocks = max_blocks;
  limit->codes = codes;
  for (guint32 i = 0; i < attribute->n_codes; i++)
    if (blocks_is_mentioned (attribute, codes[i]))
      codes[limit->n_codes++] = codes[i];
  return limit;
}

gboolean
deid_lattice_set_max_blocks (DeidLattice *lattice, const char *column, guint max_blocks,
                             GError **error)
{
  DeidBlockLimit *limit = NULL;
  DeidAttribute *attribute;

  g_return_val_if_fail (lattice != NULL && column != NULL, FALSE);

  attribute = deid_lattice_find_changeable (lattice, column, error);
  if (attribute == NULL)
    return FALSE;
  if (attribute->cuts == NULL)
    return deid_lattice_refuse (lattice, attribute, error,
                                "has levels, of which a range may be set, expected one with cuts "
                                "or subtrees to limit its blocks");
  if (max_blocks == 0)
    return deid_lattice_refuse (lattice, attribute, error,
                                "may have 0 blocks, expected at least 1");
  if (max_blocks < G_MAXUINT && (limit = new_limit (attribute, max_blocks, error)) == NULL)
    return FALSE;
  g_clear_pointer (&attribute->blocks, deid_block_limit_free);
  attribute->blocks = limit;
  return TRUE;
}

guint
deid_lattice_get_max_blocks (const DeidLattice *lattice, guint attribute)
{
  const DeidBlockLimit *limit;

  g_return_val_if_fail (lattice != NULL && attribute < lattice->n_attributes, G_MAXUINT);

  limit = lattice->attributes[attribute].blocks;
  return limit != NULL ? limit->max_blocks : G_MAXUINT;
}

/* Tells whether a policy keeps two values apart that stand side by side. */
static gboolean
are_apart (const DeidAttribute *attribute, const DeidLevel *levels, guint32 code, guint32 next)
{
  if (attribute->levels != NULL)
    {
      const guint level = deid_attribute_find_subtree (attribute, levels, code);
      const guint32 *labels = attribute->levels[level].labels;

      return labels[code] != labels[next];
    }
  for (guint32 i = attribute->positions[code]; i < attribute->positions[next]; i++)
    if (levels[attribute->first_dimension + i] == 0)
      return TRUE;
  return FALSE;
}

guint32
deid_attribute_count_blocks (const DeidAttribute *attribute, const DeidLevel *levels)
{
  const DeidBlockLimit *limit = attribute->blocks;
  guint32 n = limit->n_codes > 0 ? 1 : 0;

  for (guint32 i = 1; i < limit->n_codes; i++)
    n += are_apart (attribute, levels, limit->codes[i - 1], limit->codes[i]) ? 1 : 0;
  return n;
}

DeidBlockExcess
deid_lattice_find_block_excess (const DeidLattice *lattice, const DeidLevel *levels)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const guint32 n
          = attribute->blocks != NULL ? deid_attribute_count_blocks (attribute, levels) : 0;

      if (n > 0 && n > attribute->blocks->max_blocks)
        return (DeidBlockExcess){ a, n };
    }
  return (DeidBlockExcess){ 0 };
}

gboolean
deid_lattice_check_top_blocks (const DeidLattice *lattice, GError **error)
{
  const DeidBlockExcess excess = deid_lattice_find_block_excess (lattice, lattice->heights);

  if (excess.n_blocks == 0)
    return TRUE;
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "%s: column '%s' may have %u blocks, but no policy gives it fewer than %u, by what is kept "
      "apart or by its hierarchy, expected a limit that some policy keeps",
      lattice->table.name, deid_column_show (deid_lattice_get_column (lattice, excess.attribute)),
      lattice->attributes[excess.attribute].blocks->max_blocks, excess.n_blocks);
}

gboolean
deid_lattice_check_no_block_limits (const DeidLattice *lattice, const char *what, GError **error)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (lattice->attributes[a].blocks != NULL)
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "%s: column '%s' has a largest number of blocks, expected none for %s",
                        lattice->table.name,
                        deid_column_show (deid_lattice_get_column (lattice, a)), what);
  return TRUE;
}
