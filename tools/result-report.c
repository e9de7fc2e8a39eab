/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "result-report.h"

#include "base/text.h"
#include "report-json.h"

#define N_LABELS_SHOWN 20

static void
add_null (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_null_value (builder);
}

/* Adds how many different values there were of a quasi-identifier, and how many labels there are, a
 * missing value not counted. */
static void
add_distinct (JsonBuilder *builder, DeidLattice *lattice, guint attribute, guint n_labels)
{
  DeidDataset *table = deid_lattice_get_dataset (lattice);
  guint column;

  if (!deid_dataset_find_column (table, deid_lattice_get_attribute_name (lattice, attribute),
                                 &column, NULL))
    return;
  json_builder_set_member_name (builder, "distinct");
  json_builder_begin_object (builder);
  add_count (builder, "before", deid_dataset_get_n_distinct (table, column));
  add_count (builder, "after", n_labels);
  json_builder_end_object (builder);
}

/* Adds the labels that are released of a quasi-identifier, in the order of the classes. */
static gboolean
add_labels (JsonBuilder *builder, DeidLattice *lattice, const DeidPartition *partition,
            guint attribute, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  gsize n_classes;
  const guint8 *suppressed = deid_partition_get_suppressed (partition, &n_classes);
  g_autofree const char **labels
      = deid_partition_list_labels (partition, attribute, &n_classes, cancellable, error);

  if (labels == NULL)
    return FALSE;
  json_builder_set_member_name (builder, "labels");
  json_builder_begin_array (builder);
  for (gsize i = 0; i < n_classes; i++)
    if (!suppressed[i] && g_hash_table_add (seen, (gpointer) labels[i])
        && g_hash_table_size (seen) <= N_LABELS_SHOWN)
      json_builder_add_string_value (builder, labels[i]);
  json_builder_end_array (builder);
  add_count (builder, "n_labels", g_hash_table_size (seen));
  add_distinct (builder, lattice, attribute,
                g_hash_table_size (seen) - (g_hash_table_contains (seen, "") ? 1 : 0));
  return TRUE;
}

/* Adds how many released records have a label of each level, up to @least or the highest one of a
 * class. */
static void
add_levels (JsonBuilder *builder, const DeidPartition *partition, guint a, guint least)
{
  g_autofree guint64 *n_records = NULL;
  guint n_levels = least;

  for (guint32 i = 0; i < deid_partition_get_n_classes (partition); i++)
    n_levels = MAX (n_levels, deid_partition_get_level (partition, i, a) + 1);
  n_records = g_new0 (guint64, n_levels);
  for (guint32 i = 0; i < deid_partition_get_n_classes (partition); i++)
    if (!deid_partition_is_suppressed (partition, i))
      n_records[deid_partition_get_level (partition, i, a)]
          += deid_partition_get_n_records (partition, i);
  json_builder_set_member_name (builder, "records_by_level");
  json_builder_begin_array (builder);
  for (guint level = 0; level < n_levels; level++)
    json_builder_add_int_value (builder, (gint64) n_records[level]);
  json_builder_end_array (builder);
}

/* Adds how many cells are suppressed, and how many are missing before and after. */
static void
add_cells (JsonBuilder *builder, const DeidPartition *partition, guint a)
{
  guint64 n_suppressed, n_missing[2];

  deid_partition_count_cells (partition, a, &n_suppressed, &n_missing[0], &n_missing[1]);
  add_count (builder, "suppressed_cells", n_suppressed);
  json_builder_set_member_name (builder, "missing_cells");
  json_builder_begin_array (builder);
  for (guint i = 0; i < G_N_ELEMENTS (n_missing); i++)
    json_builder_add_int_value (builder, (gint64) n_missing[i]);
  json_builder_end_array (builder);
}

static gboolean
add_attribute (JsonBuilder *builder, DeidResult *result, guint a, GCancellable *cancellable,
               GError **error)
{
  DeidProblem *problem = deid_result_get_problem (result);
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  DeidPartition *partition = deid_result_get_partition (result, cancellable, error);
  const guint dimension = deid_lattice_get_first_dimension (lattice, a);
  double loss;

  if (partition == NULL)
    return FALSE;
  if (deid_lattice_has_cuts (lattice, a))
    {
      add_null (builder, "level");
      add_null (builder, "n_levels");
      if (deid_result_get_policy (result) == NULL)
        add_levels (builder, partition, a, 1);
    }
  else
    {
      DeidHierarchy *hierarchy = deid_lattice_get_hierarchy (lattice, a);

      if (deid_result_get_policy (result) != NULL)
        add_count (builder, "level",
                   deid_policy_get_level (deid_result_get_policy (result), dimension));
      else
        add_null (builder, "level");
      add_count (builder, "n_levels", deid_hierarchy_get_n_levels (hierarchy));
      if (deid_result_get_policy (result) == NULL)
        add_levels (builder, partition, a, deid_hierarchy_get_n_levels (hierarchy));
    }
  if (deid_result_get_recoding (result) == DEID_RECODING_CELLS)
    add_cells (builder, partition, a);
  if (deid_partition_get_attribute_loss (partition, a, &loss))
    add_number (builder, "loss", loss);
  else
    add_null (builder, "loss");
  add_number (
      builder, "weight",
      deid_quality_model_get_attribute_weight (deid_problem_get_quality_model (problem),
                                               deid_lattice_get_attribute_name (lattice, a)));
  return add_labels (builder, lattice, partition, a, cancellable, error);
}

/* Returns: the attribute of a column, or the number of attributes if it is none. */
static guint
find_attribute (const DeidLattice *lattice, const char *name)
{
  guint a = 0;

  while (a < deid_lattice_get_n_attributes (lattice)
         && !g_str_equal (deid_lattice_get_attribute_name (lattice, a), name))
    a++;
  return a;
}

static gboolean
add_column (JsonBuilder *builder, DeidResult *result, guint column, GCancellable *cancellable,
            GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (result));
  DeidDataset *table = deid_lattice_get_dataset (lattice);
  const char *name = deid_dataset_get_column_name (table, column);
  const guint a = find_attribute (lattice, name);
  const gboolean is_attribute = a < deid_lattice_get_n_attributes (lattice);
  const DeidRole role
      = is_attribute ? DEID_ROLE_QUASI_IDENTIFYING : deid_dataset_get_role (table, column);
  gboolean success;

  json_builder_begin_object (builder);
  add_text (builder, "name", name);
  add_text (builder, "role", deid_enum_get_name ("DeidRole", (int) role));
  success = !is_attribute || add_attribute (builder, result, a, cancellable, error);
  json_builder_end_object (builder);
  return success;
}

gboolean
add_columns (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable, GError **error)
{
  DeidDataset *table
      = deid_lattice_get_dataset (deid_problem_get_lattice (deid_result_get_problem (result)));

  json_builder_set_member_name (builder, "columns");
  json_builder_begin_array (builder);
  for (guint c = 0; c < deid_dataset_get_n_columns (table); c++)
    if (!add_column (builder, result, c, cancellable, error))
      return FALSE;
  json_builder_end_array (builder);
  return TRUE;
}

void
add_warnings (JsonBuilder *builder, const DeidReport *warnings)
{
  guint64 n_warnings;

  deid_report_get_n_rows (warnings, "warnings", &n_warnings);
  json_builder_set_member_name (builder, "warnings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n_warnings; i++)
    {
      json_builder_begin_object (builder);
      add_figure (builder, "code", warnings, "warnings[%u].code", i);
      add_figure (builder, "column", warnings, "warnings[%u].column", i);
      add_figure (builder, "records", warnings, "warnings[%u].records", i);
      add_figure (builder, "text", warnings, "warnings[%u].text", i);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Returns: (nullable): a text of a warning. */
static const char *
get_warning (const DeidReport *warnings, guint64 i, const char *name)
{
  g_autofree char *path = g_strdup_printf ("warnings[%" G_GUINT64_FORMAT "].%s", i, name);

  return deid_report_get_text (warnings, path);
}

/* Prints the warnings of sensitive columns that no model protects, which come first, as one if they
 * are several.
 *
 * Returns: the first one that is left to be printed. */
static guint64
print_unprotected (const DeidReport *warnings)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint64 i = 0;

  while (g_strcmp0 (get_warning (warnings, i, "code"), "unprotected-sensitive") == 0)
    {
      g_autofree char *name = deid_text_show (get_warning (warnings, i, "column"), -1);

      g_string_append_printf (names, "%s'%s'", i > 0 ? ", " : "", name);
      i++;
    }
  if (i < 2)
    return 0;
  g_print ("\nwarning:              no privacy model protects the sensitive columns %s: where all "
           "records of a class have the same value of one, whoever knows that a person is in the "
           "class learns it\n",
           names->str);
  return i;
}

void
print_warnings (const DeidReport *warnings)
{
  const char *text;

  for (guint64 i = print_unprotected (warnings); (text = get_warning (warnings, i, "text")) != NULL;
       i++)
    g_print ("%swarning:              %s\n", i == 0 ? "\n" : "", text);
}
