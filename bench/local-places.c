/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-places.h"

#include <stdlib.h>
#include <string.h>

#include "load-table.h"

/* The leaves of a hierarchy in their order: its rows, split into labels. */
typedef struct
{
  GPtrArray *leaves; /* of char ** */
  guint n_levels;
} Leaves;

static gint64
read_number (const char *text)
{
  return g_ascii_strtoll (text, NULL, 10);
}

/* From the top to the leaf. */
static int
compare_leaves (gconstpointer a, gconstpointer b)
{
  char *const *const x = *(char ***) a, *const *const y = *(char ***) b;

  for (guint level = g_strv_length ((char **) x); level-- > 0;)
    if (read_number (x[level]) != read_number (y[level]))
      return read_number (x[level]) < read_number (y[level]) ? -1 : 1;
  return 0;
}

static gboolean
read_leaves (Leaves *leaves, const char *folder, const char *column, GError **error)
{
  g_autofree char *file = g_strdup_printf ("hierarchy_%s.csv", column);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  leaves->leaves = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  if (!g_file_get_contents (path, &text, NULL, error))
    return FALSE;
  lines = g_strsplit_set (text, "\r\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0')
      g_ptr_array_add (leaves->leaves, g_strsplit (lines[i], ";", -1));
  leaves->n_levels = g_strv_length (g_ptr_array_index (leaves->leaves, 0));
  g_ptr_array_sort (leaves->leaves, compare_leaves);
  return TRUE;
}

static const char *
get_label (const Leaves *leaves, guint place, guint level)
{
  return ((char **) g_ptr_array_index (leaves->leaves, place))[level];
}

/* Returns: behind the last place with the same ancestor. */
static guint
find_end (const Leaves *leaves, guint begin, guint level)
{
  guint end = begin + 1;

  while (end < leaves->leaves->len
         && g_str_equal (get_label (leaves, end, level), get_label (leaves, begin, level)))
    end++;
  return end;
}

/* Returns: (transfer full): the label of a node that covers places. */
static char *
name_node (guint begin, guint end, gboolean is_top)
{
  if (is_top)
    return g_strdup ("*");
  return end == begin + 1 ? g_strdup_printf ("%u", begin)
                          : g_strdup_printf ("%u-%u", begin, end - 1);
}

/* Puts places, and the ranges of places of their ancestors, in place of all labels. */
static void
name_by_places (Leaves *leaves)
{
  for (guint level = 0; level < leaves->n_levels; level++)
    for (guint begin = 0, end; begin < leaves->leaves->len; begin = end)
      {
        end = find_end (leaves, begin, level);
        for (guint place = begin; place < end; place++)
          {
            char **labels = g_ptr_array_index (leaves->leaves, place);

            g_free (labels[level]);
            labels[level] = name_node (begin, end, level + 1 == leaves->n_levels);
          }
      }
}

static DeidHierarchy *
make_hierarchy (Leaves *leaves, const char *name, GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (name);

  name_by_places (leaves);
  for (guint place = 0; place < leaves->leaves->len; place++)
    if (!deid_hierarchy_builder_add_row (builder, g_ptr_array_index (leaves->leaves, place), error))
      return NULL;
  return deid_hierarchy_builder_build (builder, error);
}

static gboolean
add_places (DeidDataset *dataset, const DeidDataset *source, guint column, const Leaves *leaves,
            GError **error)
{
  const guint64 n_rows = deid_dataset_get_n_rows (source);
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree gint64 *values = g_new (gint64, n_rows);

  for (guint place = 0; place < leaves->leaves->len; place++)
    g_hash_table_insert (places, (gpointer) get_label (leaves, place, 0), GUINT_TO_POINTER (place));
  for (guint64 row = 0; row < n_rows; row++)
    values[row] = GPOINTER_TO_UINT (
        g_hash_table_lookup (places, deid_dataset_get_value (source, row, column)));
  return deid_dataset_add_integer_column (dataset, deid_dataset_get_column_name (source, column),
                                          values, n_rows, NULL, 0, NULL, error);
}

static gboolean
add_texts (DeidDataset *dataset, const DeidDataset *source, guint column, GError **error)
{
  const guint64 n_rows = deid_dataset_get_n_rows (source);
  g_autofree const char **values = g_new (const char *, n_rows);

  for (guint64 row = 0; row < n_rows; row++)
    values[row] = deid_dataset_get_value (source, row, column);
  return deid_dataset_add_string_column (dataset, deid_dataset_get_column_name (source, column),
                                         values, n_rows, NULL, error);
}

/* Returns: (transfer full): the hierarchy of a column that was added. */
static DeidHierarchy *
add_column (DeidDataset *dataset, const DeidDataset *source, guint column, const char *folder,
            gboolean is_coded, GError **error)
{
  const char *name = deid_dataset_get_column_name (source, column);
  Leaves leaves;
  DeidHierarchy *hierarchy = NULL;

  if (!is_coded)
    return add_texts (dataset, source, column, error) ? load_hierarchy (folder, name, error) : NULL;
  if (read_leaves (&leaves, folder, name, error)
      && add_places (dataset, source, column, &leaves, error))
    hierarchy = make_hierarchy (&leaves, name, error);
  g_ptr_array_unref (leaves.leaves);
  return hierarchy;
}

static gboolean
is_wanted (const LocalNumbers *numbers, const char *name, guint column)
{
  return numbers->n_attributes > 0 ? column < numbers->n_attributes
                                   : g_strv_contains (numbers->names, name);
}

/* Types have to be there before the lattice takes the table. */
DeidLattice *
local_numbers_load (const LocalNumbers *numbers, const Table *table, GError **error)
{
  g_autoptr (DeidDataset) source = load_dataset (table->csv, error);
  g_autoptr (DeidDataset) dataset = deid_dataset_new (numbers->table);
  g_autoptr (GPtrArray) hierarchies
      = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_hierarchy_unref);
  g_autoptr (DeidLattice) lattice = NULL;

  for (guint c = 0; source != NULL && c < deid_dataset_get_n_columns (source); c++)
    {
      const char *name = deid_dataset_get_column_name (source, c);
      const gboolean is_number = g_strv_contains (numbers->names, name);
      DeidHierarchy *hierarchy;

      if (!is_wanted (numbers, name, c))
        continue;
      hierarchy = add_column (dataset, source, c, table->hierarchies,
                              is_number && numbers->are_codes, error);
      if (hierarchy == NULL)
        return NULL;
      g_ptr_array_add (hierarchies, hierarchy);
      if (is_number
          && !deid_dataset_set_column_type (dataset, name, DEID_COLUMN_TYPE_INTEGER, NULL, error))
        return NULL;
    }
  if (source == NULL)
    return NULL;
  lattice = deid_lattice_new (dataset);
  for (guint c = 0; c < hierarchies->len; c++)
    if (!deid_lattice_add_quasi_identifier (lattice, deid_dataset_get_column_name (dataset, c),
                                            g_ptr_array_index (hierarchies, c), NULL, error))
      return NULL;
  return g_steal_pointer (&lattice);
}
