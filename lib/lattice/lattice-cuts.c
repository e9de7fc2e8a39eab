/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Quasi-identifiers whose dimensions are cuts. */
#include "base/arrays.h"
#include "base/handle.h"
#include "lattice/lattice-private.h"

/* Takes the cuts, which are NULL if making them failed. */
static gboolean
add_cuts (DeidLattice *lattice, guint column, DeidCuts *cuts, const DeidStop *stop, GError **error)
{
  const DeidTableSource *table = &lattice->table;
  DeidAttribute attribute;
  gboolean success;

  if (cuts == NULL)
    {
      g_prefix_error (error, "%s: column '%s': ", table->name,
                      deid_column_show (&table->columns[column]));
      return FALSE;
    }
  success = deid_attribute_init_cuts (&attribute, table, column, cuts, lattice->n_dimensions, stop,
                                      error)
            && deid_lattice_take_attribute (lattice, &attribute, error);
  deid_cuts_unref (cuts);
  return success;
}

/* Says how the cuts of a column are made. */
static gboolean
init_options (DeidCutOptions *options, const DeidLattice *lattice, guint column, DeidCutEnds ends,
              GError **error)
{
  *options = (DeidCutOptions){ lattice->table.show_values, ends == DEID_CUT_ENDS_EXACT,
                               lattice->table.columns[column].type == DEID_COLUMN_TYPE_TEXT };
  if (ends == DEID_CUT_ENDS_ROUNDED || ends == DEID_CUT_ENDS_EXACT)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: column '%s': there are no ends %d of cuts", lattice->table.name,
               deid_column_show (&lattice->table.columns[column]), (int) ends);
  return FALSE;
}

gboolean
deid_lattice_add_numeric_cuts (DeidLattice *lattice, const char *name, DeidCutEnds ends,
                               GError **error)
{
  DeidCutOptions options;
  guint column;

  g_return_val_if_fail (lattice != NULL && name != NULL, FALSE);

  return deid_lattice_find_free_column (lattice, name, &column, error)
         && init_options (&options, lattice, column, ends, error)
         && add_cuts (
             lattice, column,
             deid_cuts_new_numeric (&lattice->table.columns[column].dictionary, &options, error),
             DEID_STOP_NEVER, error);
}

gboolean
deid_lattice_add_ordered_cuts (DeidLattice *lattice, const char *name, const char *const *values,
                               gsize n_values, DeidCutEnds ends, GError **error)
{
  DeidCutOptions options;
  guint column;

  g_return_val_if_fail (lattice != NULL && name != NULL, FALSE);
  g_return_val_if_fail (values != NULL || n_values == 0, FALSE);
  for (gsize i = 0; i < n_values; i++)
    g_return_val_if_fail (values[i] != NULL, FALSE);

  return deid_lattice_find_free_column (lattice, name, &column, error)
         && init_options (&options, lattice, column, ends, error)
         && add_cuts (
             lattice, column,
             deid_cuts_new_ordered (values, (guint) MIN (n_values, G_MAXUINT), &options, error),
             DEID_STOP_NEVER, error);
}

gboolean
deid_lattice_add_leaf_cuts (DeidLattice *lattice, const char *name, DeidHierarchy *hierarchy,
                            GError **error)
{
  guint column;

  g_return_val_if_fail (lattice != NULL && name != NULL && hierarchy != NULL, FALSE);

  return deid_lattice_find_free_column (lattice, name, &column, error)
         && add_cuts (
             lattice, column,
             deid_cuts_new_leaves (hierarchy,
                                   &(DeidCutOptions){ hierarchy->show_values, TRUE, FALSE }, error),
             DEID_STOP_NEVER, error);
}

gboolean
deid_lattice_add_subtree_cuts (DeidLattice *lattice, const char *name, DeidHierarchy *hierarchy,
                               GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidHierarchy) bound = NULL;
  guint column;

  g_return_val_if_fail (lattice != NULL && name != NULL && hierarchy != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!deid_lattice_find_free_column (lattice, name, &column, error))
    return FALSE;
  bound = deid_hierarchy_bind_table (hierarchy, &lattice->table, &lattice->table.columns[column],
                                     stop, error);
  return bound != NULL
         && add_cuts (lattice, column, deid_cuts_new_subtrees (bound, error), stop, error);
}

gboolean
deid_lattice_limit_subtrees (DeidLattice *lattice, DeidAttribute *attribute, guint lowest,
                             guint highest, const guint8 *kept, GError **error)
{
  const guint64 n = attribute->n_dimensions;
  g_autofree DeidLevel *floors = NULL, *heights = NULL;
  g_autofree guint8 *none = NULL;
  DeidCuts *cuts;

  if (!deid_new_arrays (error, DEID_NEW (floors, n), DEID_NEW (heights, n), DEID_NEW (none, n)))
    return FALSE;
  if (kept == NULL)
    kept = attribute->cuts->kept != NULL ? attribute->cuts->kept : none;
  cuts = deid_cuts_new_limited (attribute->cuts->hierarchy, lowest, highest, kept, floors, heights,
                                error);
  if (cuts == NULL)
    return deid_lattice_prefix_column (lattice, attribute, error);
  deid_cuts_unref (attribute->cuts);
  attribute->cuts = cuts;
  memcpy (lattice->floors + attribute->first_dimension, floors, n * sizeof *floors);
  memcpy (lattice->heights + attribute->first_dimension, heights, n * sizeof *heights);
  return TRUE;
}

gboolean
deid_lattice_has_cuts (const DeidLattice *lattice, guint attribute)
{
  g_return_val_if_fail (lattice != NULL && attribute < lattice->n_attributes, FALSE);

  return lattice->attributes[attribute].cuts != NULL;
}

gboolean
deid_lattice_is_cut (const DeidLattice *lattice)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (lattice->attributes[a].cuts != NULL)
      return TRUE;
  return FALSE;
}

gboolean
deid_lattice_check_no_cuts (const DeidLattice *lattice, const char *what, GError **error)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (lattice->attributes[a].cuts != NULL)
      {
        g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                     "%s: quasi-identifier '%s' has cuts, expected hierarchies alone for %s",
                     lattice->table.name, deid_column_show (deid_lattice_get_column (lattice, a)),
                     what);
        return FALSE;
      }
  return TRUE;
}
