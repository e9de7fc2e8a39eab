/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From options to a lattice. */
#include "lattice-options.h"

#include <math.h>
#include <string.h>

#include "messages.h"
#include "option-values.h"

static gboolean opt_exact_ends;
static char *opt_hierarchies, *opt_qi, *opt_lattice;

const GOptionEntry quasi_identifier_entries[]
    = { { "qi", 0, 0, G_OPTION_ARG_STRING, &opt_qi, "quasi-identifiers", "A,B,…" },
        { "hierarchies", 0, 0, G_OPTION_ARG_FILENAME, &opt_hierarchies,
          "hierarchy files are PREFIX + column + .csv", "PREFIX" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

const GOptionEntry lattice_entries[] = {
  { "lattice", 0, 0, G_OPTION_ARG_STRING, &opt_lattice,
    "what policies choose from: levels of hierarchies; cuts between neighbours, which are leaves "
    "of hierarchies or, without these, numbers or texts in order; or subtrees of hierarchies "
    "(levels)",
    "levels|cuts|subtrees" },
  { "exact-ends", 0, 0, G_OPTION_ARG_NONE, &opt_exact_ends,
    "label merged numbers by the least and the greatest of them, where no hierarchy lists them",
    NULL },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

static gboolean
is_lattice (const char *kind)
{
  return g_str_equal (opt_lattice != NULL ? opt_lattice : "levels", kind);
}

gboolean
check_lattice_options (GError **error)
{
  if (!is_lattice ("levels") && !is_lattice ("cuts") && !is_lattice ("subtrees"))
    return refuse_option ("lattice", opt_lattice, "levels, cuts or subtrees", error);
  if (opt_qi != NULL && (opt_hierarchies != NULL || is_lattice ("cuts")))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s needed (see --help)",
               is_lattice ("cuts") ? "--qi is" : "--qi and --hierarchies are");
  return FALSE;
}

const char *
get_default_search (void)
{
  return is_lattice ("levels") ? "optimal" : "bisecting";
}

static char *
get_hierarchy_path (const char *column)
{
  return g_strconcat (opt_hierarchies, column, ".csv", NULL);
}

void
add_hierarchy_path (GPtrArray *paths, const char *column)
{
  if (opt_hierarchies != NULL)
    g_ptr_array_add (paths, get_hierarchy_path (column));
}

void
add_hierarchy_paths (GPtrArray *paths)
{
  g_auto (GStrv) names = split_list (opt_qi);

  for (guint i = 0; names[i] != NULL; i++)
    add_hierarchy_path (paths, names[i]);
}

DeidHierarchy *
load_hierarchy (const char *column, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autofree char *path = NULL;

  if (opt_hierarchies == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "column '%s': its hierarchy needs --hierarchies", column);
      return NULL;
    }
  path = get_hierarchy_path (column);
  return deid_csv_options_set_show_values (csv, shows_values (), error)
             ? deid_hierarchy_new_from_csv (path, csv, cancellable, error)
             : NULL;
}

static gboolean
collect_values (const DeidDataset *data, const char *column, GHashTable *values, GError **error)
{
  guint number;

  if (!deid_dataset_find_column (data, column, &number, error))
    return FALSE;
  for (guint64 row = 0; row < deid_dataset_get_n_rows (data); row++)
    {
      const char *value = deid_dataset_get_value (data, row, number);

      if (value != NULL)
        g_hash_table_add (values, (gpointer) value);
    }
  return TRUE;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const double x = g_ascii_strtod (*(const char *const *) a, NULL);
  const double y = g_ascii_strtod (*(const char *const *) b, NULL);

  return (x > y) - (x < y);
}

static guint
count_numbers (const GPtrArray *values)
{
  guint n = 0;

  for (guint i = 0; i < values->len; i++)
    {
      const char *value = g_ptr_array_index (values, i);
      char *end;

      n += isfinite (g_ascii_strtod (value, &end)) && end != value && *end == '\0';
    }
  return n;
}

/* Runs of texts name all their values, so that one number that is spelled in another way would show
 * the least and the greatest one of all. */
static gboolean
check_numbers (const char *column, const GPtrArray *order, guint n_numbers, GError **error)
{
  gboolean is_rising = n_numbers == order->len;

  for (guint i = 1; i < order->len && is_rising; i++)
    is_rising = compare_numbers (&order->pdata[i - 1], &order->pdata[i]) < 0;
  if (n_numbers == 0 || opt_exact_ends || is_rising)
    return TRUE;
  g_set_error (
      error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
      "column '%s': %u of %u values are numbers, expected all of them, each spelled in one "
      "way, or none; with --exact-ends they are texts, and labels show them",
      column, n_numbers, order->len);
  return FALSE;
}

/* The values of the table and its population, as numbers if all of them are, else by their
 * bytes. */
static gboolean
add_cuts (DeidLattice *lattice, const char *column, DeidDataset *data, DeidDataset *population,
          GError **error)
{
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;
  guint n_numbers;

  if (!collect_values (data, column, values, error)
      || (population != NULL && !collect_values (population, column, values, error)))
    return FALSE;
  g_hash_table_iter_init (&iter, values);
  while (g_hash_table_iter_next (&iter, &value, NULL))
    g_ptr_array_add (order, value);
  g_ptr_array_sort (order, compare_texts);
  n_numbers = count_numbers (order);
  if (n_numbers == order->len)
    g_ptr_array_sort (order, compare_numbers);
  return check_numbers (column, order, n_numbers, error)
         && deid_lattice_add_ordered_cuts (
             lattice, column, (const char *const *) order->pdata, order->len,
             opt_exact_ends ? DEID_CUT_ENDS_EXACT : DEID_CUT_ENDS_ROUNDED, error);
}

static gboolean
add_attribute (DeidLattice *lattice, const char *column, DeidDataset *data, DeidDataset *population,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  if (opt_hierarchies == NULL)
    return add_cuts (lattice, column, data, population, error);
  if (!deid_dataset_find_column (data, column, NULL, error))
    return FALSE;
  hierarchy = load_hierarchy (column, cancellable, error);
  if (hierarchy == NULL)
    return FALSE;
  if (is_lattice ("cuts"))
    return deid_lattice_add_leaf_cuts (lattice, column, hierarchy, error);
  return is_lattice ("subtrees")
             ? deid_lattice_add_subtree_cuts (lattice, column, hierarchy, cancellable, error)
             : deid_lattice_add_quasi_identifier (lattice, column, hierarchy, cancellable, error);
}

DeidLattice *
load_lattice (DeidDataset *data, DeidDataset *population, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (data);
  g_auto (GStrv) names = split_list (opt_qi);

  for (guint i = 0; names[i] != NULL; i++)
    if (!add_attribute (lattice, names[i], data, population, cancellable, error))
      return NULL;
  return g_steal_pointer (&lattice);
}
