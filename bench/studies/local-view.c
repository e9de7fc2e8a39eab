/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-view.h"

#include "../load-table.h"
#include "../local-tables.h"
#include "../mdav.h"
#include "../measure.h"
#include "local-study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TABLE       "creditcard"
#define STEPS       2000000
#define QUICK_STEPS 20000

static const char *const few[] = { "LIMIT_BAL", "AGE", "BILL_AMT1", "PAY_AMT1", NULL };
static const char *const many[] = { "LIMIT_BAL", "AGE",       "BILL_AMT1", "BILL_AMT2", "BILL_AMT3",
                                    "BILL_AMT4", "BILL_AMT5", "BILL_AMT6", "PAY_AMT1",  "PAY_AMT2",
                                    "PAY_AMT3",  "PAY_AMT4",  "PAY_AMT5",  "PAY_AMT6",  NULL };

static const LocalNumbers sets[] = { { TABLE, 0, TRUE, few }, { TABLE, 0, TRUE, many } };
static const guint32 class_sizes[] = { 10, 5 };

/* The numbers of the quasi-identifiers, and the lattice of these. */
typedef struct
{
  DeidLattice *lattice;
  DeidStandardNumbers numbers;
  guint32 *class_of_record; /* room for them */
} Numbers;

static double *
read_numbers (const DeidDataset *dataset, guint column)
{
  const guint64 n = deid_dataset_get_n_rows (dataset);
  double *numbers = g_new (double, n);

  for (guint64 row = 0; row < n; row++)
    numbers[row] = g_ascii_strtod (deid_dataset_get_value (dataset, row, column), NULL);
  return numbers;
}

static gboolean
load_numbers (Numbers *numbers, const LocalNumbers *set, const Table *table, GError **error)
{
  const DeidDataset *dataset;
  double *columns[LOCAL_MAX_NUMBERS];
  guint n_columns;
  gboolean success;

  numbers->lattice = local_numbers_load (set, table, error);
  if (numbers->lattice == NULL)
    return FALSE;
  dataset = deid_lattice_get_dataset (numbers->lattice);
  n_columns = deid_dataset_get_n_columns (dataset);
  for (guint c = 0; c < n_columns; c++)
    columns[c] = read_numbers (dataset, c);
  success
      = deid_standard_numbers_init (&numbers->numbers, (const double *const *) columns, n_columns,
                                    (guint32) deid_dataset_get_n_rows (dataset), error);
  numbers->class_of_record = g_new (guint32, deid_dataset_get_n_rows (dataset));
  for (guint c = 0; c < n_columns; c++)
    g_free (columns[c]);
  return success;
}

static void
clear_numbers (Numbers *numbers)
{
  g_clear_pointer (&numbers->lattice, deid_lattice_unref);
  g_free (numbers->class_of_record);
  deid_standard_numbers_clear (&numbers->numbers);
}

static gboolean
make_mdav (Numbers *numbers, LocalNumbersRun *run, GError **error)
{
  guint32 n_classes;

  if (!deid_local_mdav (&numbers->numbers, run->k, numbers->class_of_record, &n_classes,
                        DEID_STOP_NEVER, error))
    return FALSE;
  run->n_classes = n_classes;
  return TRUE;
}

static gboolean
make_recoding (Numbers *numbers, LocalNumbersRun *run, GError **error)
{
  g_autoptr (DeidResult) result = local_recode (numbers->lattice, run->k, 0, run->n_steps, error);
  const DeidPartition *partition
      = result != NULL ? deid_result_get_partition (result, NULL, error) : NULL;

  if (partition == NULL)
    return FALSE;
  for (guint32 row = 0; row < numbers->numbers.n_records; row++)
    numbers->class_of_record[row] = deid_partition_get_class (partition, row);
  run->n_classes = deid_partition_get_n_classes (partition);
  return TRUE;
}

/* Takes a run with all but its outcome. */
static gboolean
add_run (GArray *runs, Numbers *numbers, LocalNumbersRun run, GError **error)
{
  const gboolean is_mdav = g_str_equal (run.method, "mdav");
  const double start = get_cpu_seconds ();

  if (!(is_mdav ? make_mdav (numbers, &run, error) : make_recoding (numbers, &run, error)))
    return FALSE;
  run.seconds = get_cpu_seconds () - start;
  if (!deid_standard_numbers_measure (&numbers->numbers, numbers->class_of_record,
                                      (guint32) run.n_classes, &run.share, error))
    return FALSE;
  g_array_append_val (runs, run);
  return TRUE;
}

static gboolean
measure_set (GArray *runs, Numbers *numbers, gboolean is_quick, GError **error)
{
  LocalNumbersRun run = { .table = TABLE, .n_columns = numbers->numbers.n_columns };
  const guint64 n_steps = is_quick ? QUICK_STEPS : STEPS;

  for (guint i = 0; i < (is_quick ? 1 : G_N_ELEMENTS (class_sizes)); i++)
    {
      const struct
      {
        const char *method;
        guint64 n_steps;
      } methods[] = { { "optimum", 0 }, { "clusters", n_steps }, { "mdav", 0 } };

      run.k = class_sizes[i];
      for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
        {
          run.method = methods[m].method;
          run.n_steps = methods[m].n_steps;
          if (!add_run (runs, numbers, run, error))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
load_and_measure (GArray *runs, const LocalNumbers *set, const Table *table, gboolean is_quick,
                  GError **error)
{
  Numbers numbers = { .lattice = NULL };
  const gboolean success
      = load_numbers (&numbers, set, table, error) && measure_set (runs, &numbers, is_quick, error);

  clear_numbers (&numbers);
  return success;
}

gboolean
local_numbers_measure (GArray *runs, const char *only, gboolean is_quick, GError **error)
{
  Table table;
  gboolean success = TRUE;

  if (only != NULL && !g_str_equal (only, TABLE))
    return TRUE;
  if (local_find_table (TABLE, 0, &table))
    for (guint i = 0; success && i < (is_quick ? 1 : G_N_ELEMENTS (sets)); i++)
      success = load_and_measure (runs, &sets[i], &table, is_quick, error);
  table_clear (&table);
  return success;
}

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

#define K                5
#define QUICK_VIEW_STEPS 60000

const char *const local_recoding_names[LOCAL_N_RECODINGS] = { "optimum", "optimum:5%", "clusters" };
const char *const local_reading_names[LOCAL_N_READINGS]
    = { "middles", "label-means", "class-means" };
const char *const local_association_names[LOCAL_N_ASSOCIATIONS]
    = { "Pearson", "Spearman", "Cramer's V" };

static const char *const adult_numbers[] = { "age", NULL };
static const char *const mach_numbers[] = { "age", "familysize", "Q1A", "Q2A", "Q3A", NULL };

static const struct
{
  LocalNumbers numbers;
  guint64 n_steps;
} tables[] = {
  { { "adult", 9, FALSE, adult_numbers }, 3200000 },
  { { "mach2019", 9, TRUE, mach_numbers }, 9500000 },
};

static const DeidBinMeanScope scopes[LOCAL_N_READINGS]
    = { DEID_BIN_MEAN_NONE, DEID_BIN_MEAN_TABLE, DEID_BIN_MEAN_CLASS };

static DeidReleaseOptions *
make_options (const LocalNumbers *numbers, LocalReading reading, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();

  for (guint i = 0; numbers->names[i] != NULL; i++)
    if (!deid_release_options_set_bin_mean (options, numbers->names[i], scopes[reading], error))
      return NULL;
  return g_steal_pointer (&options);
}

/* Gets a figure of a row of a table, NAN for none. */
static double
get_figure (const DeidReport *distortion, const char *table, guint row, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s[%u].%s", table, row, name);
  double figure;

  return deid_report_get_number (distortion, path, &figure) ? figure : NAN;
}

/* Returns: the index of a column of numbers, which are listed by the shifts of their means. */
static guint
find_column (const DeidReport *distortion, const char *name)
{
  for (guint column = 0;; column++)
    {
      g_autofree char *path = g_strdup_printf ("columns[%u].column", column);

      if (g_str_equal (deid_report_get_text (distortion, path), name))
        return column;
    }
}

static void
note_column (const DeidReport *distortion, const char *name, LocalView *view)
{
  const guint column = find_column (distortion, name);
  g_autofree char *path = g_strdup_printf ("columns[%u].measured.after", column);
  LocalViewColumn *noted = &view->columns[view->n_columns++];
  guint64 n = 0, n_all = 0;

  *noted = (LocalViewColumn){ .name = name };
  deid_report_get_count (distortion, "records.after", &n_all);
  deid_report_get_count (distortion, path, &n);
  noted->shift = get_figure (distortion, "columns", column, "mean_shift");
  noted->share = (double) n / (double) n_all;
  noted->deviation = sqrt (get_figure (distortion, "columns", column, "variance.after")
                           / get_figure (distortion, "columns", column, "variance.before"));
}

static void
note_change (const DeidReport *distortion, guint association, LocalViewChange *change)
{
  static const char *const names[][2] = { { "pearson.before", "pearson.after" },
                                          { "spearman.before", "spearman.after" },
                                          { "cramers_v.before", "cramers_v.after" } };
  double sum = 0, strength = 0, greatest = 0;
  guint64 n_pairs;

  deid_report_get_n_rows (distortion, "pairs", &n_pairs);
  for (guint pair = 0; pair < n_pairs; pair++)
    {
      const double before = get_figure (distortion, "pairs", pair, names[association][0]);
      double after = get_figure (distortion, "pairs", pair, names[association][1]);

      if (isnan (before))
        continue;
      change->n++;
      change->n_gone += isnan (after) ? 1 : 0;
      after = isnan (after) ? 0 : after;
      sum += fabs (after - before);
      strength += fabs (after) - fabs (before);
      greatest = MAX (greatest, fabs (after - before));
    }
  change->mean = change->n > 0 ? sum / change->n : NAN;
  change->strength = change->n > 0 ? strength / change->n : NAN;
  change->greatest = change->n > 0 ? greatest : NAN;
}

static gboolean
add_view (GArray *views, const LocalNumbers *numbers, LocalView view, DeidResult *result,
          GError **error)
{
  g_autoptr (DeidReleaseOptions) options = make_options (numbers, view.reading, error);
  g_autoptr (DeidReport) distortion
      = options != NULL ? deid_report_new_distortion (result, options, NULL, error) : NULL;

  if (distortion == NULL)
    return FALSE;
  for (guint i = 0; numbers->names[i] != NULL; i++)
    note_column (distortion, numbers->names[i], &view);
  for (guint a = 0; a < LOCAL_N_ASSOCIATIONS; a++)
    note_change (distortion, a, &view.changes[a]);
  g_array_append_val (views, view);
  return TRUE;
}

static gboolean
measure_recoding (GArray *views, const LocalNumbers *numbers, DeidLattice *lattice,
                  LocalRecoding recoding, guint64 n_steps, GError **error)
{
  const double limit = recoding == LOCAL_VIEW_POLICY_5 ? LOCAL_LIMIT : 0;
  const guint64 n_used = recoding == LOCAL_VIEW_CLUSTERS ? n_steps : 0;
  g_autoptr (DeidResult) result = local_recode (lattice, K, limit, n_used, error);

  if (result == NULL)
    return FALSE;
  for (guint reading = 0; reading < LOCAL_N_READINGS; reading++)
    if (!add_view (views, numbers,
                   (LocalView){ .table = numbers->table,
                                .recoding = recoding,
                                .reading = reading,
                                .n_steps = n_used,
                                .loss = deid_result_get_loss (result),
                                .n_suppressed = deid_result_get_n_suppressed (result) },
                   result, error))
      return FALSE;
  return TRUE;
}

static gboolean
measure_recodings (GArray *views, const LocalNumbers *numbers, const Table *table, guint64 n_steps,
                   GError **error)
{
  g_autoptr (DeidLattice) lattice = local_numbers_load (numbers, table, error);

  for (guint recoding = 0; recoding < LOCAL_N_RECODINGS; recoding++)
    if (lattice == NULL || !measure_recoding (views, numbers, lattice, recoding, n_steps, error))
      return FALSE;
  return TRUE;
}

static gboolean
measure_table (GArray *views, const LocalNumbers *numbers, guint64 n_steps, GError **error)
{
  Table table;
  const gboolean success = !local_find_table (numbers->table, numbers->n_attributes, &table)
                           || measure_recodings (views, numbers, &table, n_steps, error);

  table_clear (&table);
  return success;
}

gboolean
local_views_measure (GArray *views, const char *only, gboolean is_quick, GError **error)
{
  for (guint i = 0; i < (is_quick ? 1 : G_N_ELEMENTS (tables)); i++)
    if ((only == NULL || g_str_equal (only, tables[i].numbers.table))
        && !measure_table (views, &tables[i].numbers,
                           is_quick ? QUICK_VIEW_STEPS : tables[i].n_steps, error))
      return FALSE;
  return TRUE;
}
