/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "hierarchy/rules/value-set.h"
#include "lattice/lattice-private.h"
#include "table/arrow.h"
#include "table/dataset-view.h"

#define MAX_DIMENSIONS 65535

static void
deid_lattice_free (DeidLattice *lattice)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    deid_attribute_clear (&lattice->attributes[a]);
  deid_free_arrays (lattice->attributes, lattice->heights, lattice->floors,
                    lattice->dimension_attribute, lattice->attribute_of_column);
  g_clear_pointer (&lattice->dataset, deid_dataset_unref);
  g_free (lattice);
}

DEID_DEFINE_HANDLE (DeidLattice, deid_lattice)

DeidLattice *
deid_lattice_new_of_table (const DeidTableSource *table)
{
  DeidLattice *lattice = DEID_NEW_HANDLE (DeidLattice);

  lattice->table = *table;
  lattice->table.weights = NULL;
  return lattice;
}

DeidLattice *
deid_lattice_new (DeidDataset *dataset)
{
  DeidTableSource table;
  DeidLattice *lattice;

  g_return_val_if_fail (dataset != NULL, NULL);

  deid_dataset_make_immutable (dataset);
  table = deid_dataset_lend (dataset);
  lattice = deid_lattice_new_of_table (&table);
  lattice->dataset = deid_dataset_ref (dataset);
  return lattice;
}

void
deid_lattice_make_immutable (DeidLattice *lattice)
{
  g_atomic_int_set (&lattice->immutable, TRUE);
}

gboolean
deid_lattice_check_attributes (const DeidLattice *lattice, GError **error)
{
  if (lattice->n_attributes > 0)
    return TRUE;
  return deid_fail (error, DEID_ERROR_EMPTY,
                    "%s: there is no quasi-identifier, expected at least one", lattice->table.name);
}

const DeidAttribute *
deid_lattice_find_attribute (const DeidLattice *lattice, const char *name)
{
  const DeidColumn *column = deid_table_source_find (&lattice->table, name);
  guint number = 0;

  if (column != NULL && lattice->attribute_of_column != NULL)
    number = lattice->attribute_of_column[column - lattice->table.columns];
  return number > 0 ? &lattice->attributes[number - 1] : NULL;
}

gboolean
deid_lattice_prefix_column (const DeidLattice *lattice, const DeidAttribute *attribute,
                            GError **error)
{
  g_prefix_error (error, "%s: column '%s': ", lattice->table.name,
                  deid_column_show (deid_attribute_get_column (attribute)));
  return FALSE;
}

gboolean
deid_lattice_refuse (const DeidLattice *lattice, const DeidAttribute *attribute, GError **error,
                     const char *what)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s: column '%s' %s", lattice->table.name,
                    deid_column_show (deid_attribute_get_column (attribute)), what);
}

static gboolean
check_changeable (const DeidLattice *lattice, GError **error)
{
  return deid_check_mutable (&lattice->immutable, lattice->table.name,
                             "the lattice belongs to a policy or problem", error);
}

DeidAttribute *
deid_lattice_find_changeable (DeidLattice *lattice, const char *name, GError **error)
{
  guint number, column;

  if (!check_changeable (lattice, error)
      || !deid_table_source_find_column (&lattice->table, name, &column, error))
    return NULL;
  number = deid_lattice_find_attribute_number (lattice, name);
  if (number < lattice->n_attributes)
    return &lattice->attributes[number];
  return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                         "%s: column '%s' is no quasi-identifier of the lattice",
                         lattice->table.name, deid_column_show (&lattice->table.columns[column]));
}

static gboolean
check_column (DeidLattice *lattice, guint column, GError **error)
{
  const DeidTableSource *table = &lattice->table;
  const DeidColumn *added = &table->columns[column];

  if (!check_changeable (lattice, error))
    return FALSE;
  if (deid_lattice_find_attribute (lattice, added->name) != NULL)
    deid_fail (error, DEID_ERROR_DUPLICATE_COLUMN,
               "%s: column '%s' is a quasi-identifier of the lattice already", table->name,
               deid_column_show (added));
  else if (added->role != DEID_ROLE_IDENTIFYING && added->role != DEID_ROLE_QUASI_IDENTIFYING)
    deid_fail (error, DEID_ERROR_ROLE,
               "%s: column '%s' has another role and cannot be a quasi-identifier", table->name,
               deid_column_show (added));
  else
    return deid_table_source_check_missing (table, column, error);
  return FALSE;
}

/* No column is added to the table of a lattice. */
static gboolean
index_columns (DeidLattice *lattice, GError **error)
{
  if (lattice->attribute_of_column == NULL)
    lattice->attribute_of_column
        = deid_alloc (lattice->table.n_columns, sizeof *lattice->attribute_of_column, error);
  return lattice->attribute_of_column != NULL;
}

/* The arrays are there, also without dimensions. */
static gboolean
lattice_make_room (DeidLattice *lattice, guint n_new, GError **error)
{
  const guint64 n = lattice->n_attributes + 1,
                n_dimensions = (guint64) lattice->n_dimensions + n_new,
                n_room = MAX (n_dimensions, 1);

  if (n_dimensions > MAX_DIMENSIONS)
    return deid_fail (error, DEID_ERROR_TOO_LARGE,
                      "%s: %" G_GUINT64_FORMAT " dimensions, expected at most %u",
                      lattice->table.name, n_dimensions, MAX_DIMENSIONS);
  return index_columns (lattice, error) && deid_grow_list (lattice, attributes, n, error)
         && deid_grow_list (lattice, heights, n_room, error)
         && deid_grow_list (lattice, floors, n_room, error)
         && deid_grow_list (lattice, dimension_attribute, n_room, error);
}

/* Finds a column that may become a quasi-identifier. */
static gboolean
lattice_find_free_column (DeidLattice *lattice, const char *name, guint *column, GError **error)
{
  return deid_table_source_find_column (&lattice->table, name, column, error)
         && check_column (lattice, *column, error);
}

gboolean
deid_lattice_take_attribute (DeidLattice *lattice, DeidAttribute *attribute, GError **error)
{
  if (!lattice_make_room (lattice, attribute->n_dimensions, error))
    {
      deid_attribute_clear (attribute);
      return FALSE;
    }
  for (guint i = 0; i < attribute->n_dimensions; i++)
    {
      lattice->floors[lattice->n_dimensions] = 0;
      lattice->heights[lattice->n_dimensions]
          = attribute->cuts != NULL ? 1 : (DeidLevel) (attribute->n_levels - 1);
      lattice->dimension_attribute[lattice->n_dimensions++] = lattice->n_attributes;
    }
  lattice->attributes[lattice->n_attributes++] = *attribute;
  lattice->attribute_of_column[attribute->column] = lattice->n_attributes;
  return TRUE;
}

gboolean
deid_lattice_add_quasi_identifier (DeidLattice *lattice, const char *name, DeidHierarchy *hierarchy,
                                   GCancellable *cancellable, GError **error)
{
  DeidAttribute attribute;
  guint column;

  g_return_val_if_fail (lattice != NULL && name != NULL && hierarchy != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return lattice_find_free_column (lattice, name, &column, error)
         && deid_attribute_init (&attribute, &lattice->table, column, hierarchy,
                                 lattice->n_dimensions, DEID_STOP_OF (cancellable), error)
         && deid_lattice_take_attribute (lattice, &attribute, error);
}

DEID_DEFINE_GETTER (DeidDataset *, deid_lattice_get_dataset, DeidLattice, dataset, NULL)
DEID_DEFINE_GETTER (guint, deid_lattice_get_n_attributes, DeidLattice, n_attributes, 0)

const char *
deid_lattice_get_attribute_name (const DeidLattice *lattice, guint attribute)
{
  g_return_val_if_fail (lattice != NULL && attribute < lattice->n_attributes, NULL);

  return deid_lattice_get_column (lattice, attribute)->name;
}

DEID_DEFINE_ITEM_GETTER (DeidHierarchy *, deid_lattice_get_hierarchy, DeidLattice, guint,
                         n_attributes, attributes[i].hierarchy, NULL)

DEID_DEFINE_GETTER (guint, deid_lattice_get_n_dimensions, DeidLattice, n_dimensions, 0)

DEID_DEFINE_ITEM_GETTER (guint, deid_lattice_get_first_dimension, DeidLattice, guint, n_attributes,
                         attributes[i].first_dimension, 0)

DEID_DEFINE_ITEM_GETTER (guint, deid_lattice_get_attribute, DeidLattice, guint, n_dimensions,
                         dimension_attribute[i], 0)

void
deid_lattice_get_level_range (const DeidLattice *lattice, guint dimension, guint *lowest,
                              guint *highest)
{
  g_return_if_fail (lattice != NULL && dimension < lattice->n_dimensions);

  if (lowest != NULL)
    *lowest = lattice->floors[dimension];
  if (highest != NULL)
    *highest = lattice->heights[dimension];
}

DEID_DEFINE_ITEM_GETTER (guint, deid_lattice_get_height, DeidLattice, guint, n_dimensions,
                         heights[i], 0)

gboolean
deid_lattice_get_size (const DeidLattice *lattice, guint64 *size)
{
  g_return_val_if_fail (lattice != NULL && size != NULL, FALSE);

  *size = 1;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    if (!g_uint64_checked_mul (size, *size, deid_lattice_count_levels (lattice, d)))
      {
        *size = G_MAXUINT64;
        return FALSE;
      }
  return TRUE;
}

double
deid_lattice_get_size_as_double (const DeidLattice *lattice)
{
  double size = 1;

  g_return_val_if_fail (lattice != NULL, 0);

  for (guint d = 0; d < lattice->n_dimensions; d++)
    size *= (double) deid_lattice_count_levels (lattice, d);
  return size;
}

/* Quasi-identifiers whose dimensions are cuts. */

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
  const DeidColumn *of = &lattice->table.columns[column];

  *options = (DeidCutOptions){ lattice->table.show_values, ends == DEID_CUT_ENDS_EXACT,
                               of->type == DEID_COLUMN_TYPE_TEXT,
                               of->type == DEID_COLUMN_TYPE_DATE ? of : NULL };
  if (ends == DEID_CUT_ENDS_ROUNDED || ends == DEID_CUT_ENDS_EXACT)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: column '%s': there are no ends %d of cuts", lattice->table.name,
                    deid_column_show (&lattice->table.columns[column]), (int) ends);
}

gboolean
deid_lattice_add_numeric_cuts (DeidLattice *lattice, const char *name, DeidCutEnds ends,
                               GError **error)
{
  DeidCutOptions options;
  guint column;

  g_return_val_if_fail (lattice != NULL && name != NULL, FALSE);

  return lattice_find_free_column (lattice, name, &column, error)
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

  return lattice_find_free_column (lattice, name, &column, error)
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

  if (!lattice_find_free_column (lattice, name, &column, error)
      || !deid_hierarchy_check_header (hierarchy, &lattice->table.columns[column], error))
    return FALSE;
  if (lattice->table.columns[column].separator != '\0' && hierarchy->rule == NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "%s: column '%s': rows put values in order, not the sets of its cells; "
                      "expected subtrees, or cuts without a hierarchy",
                      lattice->table.name, deid_column_show (&lattice->table.columns[column]));
  return add_cuts (
      lattice, column,
      deid_cuts_new_leaves (hierarchy,
                            &(DeidCutOptions){ hierarchy->show_values, TRUE, FALSE, NULL }, error),
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

  if (!lattice_find_free_column (lattice, name, &column, error))
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

DEID_DEFINE_ITEM_GETTER (gboolean, deid_lattice_has_cuts, DeidLattice, guint, n_attributes,
                         attributes[i].cuts != NULL, FALSE)

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
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "%s: quasi-identifier '%s' has cuts, expected hierarchies alone for %s",
                        lattice->table.name,
                        deid_column_show (deid_lattice_get_column (lattice, a)), what);
  return TRUE;
}

gboolean
deid_lattice_check_no_sets (const DeidLattice *lattice, const char *reason, GError **error)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (deid_attribute_has_sets (&lattice->attributes[a]))
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "column '%s' has sets of values as labels: %s",
                        deid_column_show (deid_lattice_get_column (lattice, a)), reason);
  return TRUE;
}

/* The levels of a hierarchy that policies may choose, or that labels of subtrees may have. */

gboolean
deid_lattice_set_level_range (DeidLattice *lattice, const char *column, guint lowest, guint highest,
                              GError **error)
{
  DeidAttribute *attribute;
  guint top;

  g_return_val_if_fail (lattice != NULL && column != NULL, FALSE);

  attribute = deid_lattice_find_changeable (lattice, column, error);
  if (attribute == NULL)
    return FALSE;
  if (deid_attribute_has_runs (attribute))
    return deid_lattice_refuse (lattice, attribute, error,
                                "has cuts between values, expected a hierarchy with levels to "
                                "choose from");
  top = attribute->n_levels - 1;
  if (highest == G_MAXUINT)
    highest = top;
  if (lowest > highest || highest > top)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "%s: levels %u to %u of '%s', expected a range within 0 to %u",
                      lattice->table.name, lowest, highest,
                      deid_column_show (deid_attribute_get_column (attribute)), top);
  if (attribute->cuts != NULL)
    return deid_lattice_limit_subtrees (lattice, attribute, lowest, highest, NULL, error);
  lattice->floors[attribute->first_dimension] = (DeidLevel) lowest;
  lattice->heights[attribute->first_dimension] = (DeidLevel) highest;
  return TRUE;
}

gboolean
deid_lattice_set_label_sets (DeidLattice *lattice, const char *column, guint max_values,
                             GError **error)
{
  DeidAttribute *attribute;

  g_return_val_if_fail (lattice != NULL && column != NULL, FALSE);

  attribute = deid_lattice_find_changeable (lattice, column, error);
  if (attribute == NULL)
    return FALSE;
  if (deid_attribute_has_runs (attribute))
    return deid_lattice_refuse (lattice, attribute, error,
                                "has cuts between values, whose labels are runs of them, expected "
                                "a hierarchy");
  if (max_values == 1)
    return deid_lattice_refuse (lattice, attribute, error,
                                "may have sets of 1 value, expected at least 2");
  attribute->max_values = max_values;
  return TRUE;
}

char **
deid_lattice_read_label_set (const char *label, GError **error)
{
  const char *const itself[] = { label, NULL };
  g_autofree char **values = NULL;
  gboolean has_gap;

  g_return_val_if_fail (label != NULL, NULL);

  if (label[0] != '{')
    return g_strdupv ((char **) itself);
  values = deid_value_set_read (label, &has_gap, error);
  if (values != NULL && has_gap)
    return deid_fail_null (error, DEID_ERROR_PARSE,
                           "a run without the values between its ends, expected a set as {a, b}");
  return g_strdupv (values);
}

gboolean
deid_dataset_export_lists_to_arrow_stream (const DeidDataset *dataset, const char *const *lists,
                                           struct ArrowArrayStream *stream,
                                           GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (dataset != NULL && lists != NULL && stream != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return deid_dataset_export_with_lists (dataset, lists, deid_lattice_read_label_set, stream,
                                         cancellable, error);
}

DEID_DEFINE_ITEM_GETTER (guint, deid_lattice_get_label_sets, DeidLattice, guint, n_attributes,
                         attributes[i].max_values, 0)

gboolean
deid_lattice_is_of_cells (const DeidLattice *lattice)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const guint d = attribute->first_dimension;

      if (attribute->cuts != NULL || deid_attribute_has_sets (attribute)
          || deid_lattice_count_levels (lattice, d) > 2)
        return FALSE;
      if (lattice->heights[d] > lattice->floors[d]
          && !deid_hierarchy_is_one_label (attribute->hierarchy, lattice->heights[d]))
        return FALSE;
    }
  return TRUE;
}
