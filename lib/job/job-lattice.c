/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/key-file.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "hierarchy/rule.h"
#include "job/job-build.h"
#include "job/job-keys.h"
#include "lattice/cuts.h"
#include "table/dataset-view.h"

#include <string.h>

/* From settings to values that policies keep apart or together, and to how many blocks they may
 * make. */

typedef gboolean (*KeepItem) (DeidLattice *lattice, const char *name, const char *item,
                              GError **error);

static gboolean
keep_together (DeidLattice *lattice, const char *name, const char *item, GError **error)
{
  g_autofree char *first = NULL, *last = NULL;

  deid_job_value_read_range (item, &first, &last);
  return deid_lattice_keep_together (lattice, name, first, last, error);
}

/* Each class of a local recoding has labels of its own. */
static gboolean
job_kept_check_recoding (const DeidJob *job, GError **error)
{
  if (deid_job_get_recoding (job) != DEID_RECODING_LOCAL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "a local recoding does not keep values apart or together, nor limit blocks, "
                    "expected a global one");
}

static gboolean
keep_items (const DeidJob *job, DeidLattice *lattice, guint column, DeidJobColumnKey key,
            KeepItem keep, GError **error)
{
  const char *name = deid_dataset_get_column_name (job->dataset, column);
  const DeidJobEntry *entry = deid_job_columns_get (job->columns, column, key);
  g_auto (GStrv) items = deid_job_value_split (entry != NULL ? entry->text : "");
  gboolean success = items[0] == NULL || job_kept_check_recoding (job, error);

  for (guint i = 0; success && items[i] != NULL; i++)
    {
      success = keep (lattice, name, items[i], error);
      if (!success)
        deid_text_prefix_value (error, TRUE, items[i], -1);
    }
  return success || deid_job_columns_prefix (job->columns, column, key, error);
}

/* A proof of the optimum says nothing of blocks. */
static gboolean
check_proof (const DeidJob *job, GError **error)
{
  g_autofree char *certificate = deid_job_get_path (job, "output", "certificate");

  if (certificate == NULL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "certificates do not prove optima where the number of labels is limited, "
                    "expected no certificate or no limit");
}

static gboolean
limit_blocks (const DeidJob *job, DeidLattice *lattice, guint column, GError **error)
{
  const DeidJobEntry *entry
      = deid_job_columns_get (job->columns, column, DEID_JOB_COLUMN_MAX_BLOCKS);
  guint64 n;

  return entry == NULL || !deid_uint64_from_decimal (entry->text, &n)
         || (job_kept_check_recoding (job, error) && check_proof (job, error)
             && deid_lattice_set_max_blocks (lattice,
                                             deid_dataset_get_column_name (job->dataset, column),
                                             (guint) MIN (n, G_MAXUINT), error))
         || deid_job_columns_prefix (job->columns, column, DEID_JOB_COLUMN_MAX_BLOCKS, error);
}

/* Has policies keep values of a quasi-identifier apart or together, as is stated of it. */
static gboolean
job_keep_values (const DeidJob *job, DeidLattice *lattice, guint column, GError **error)
{
  return keep_items (job, lattice, column, DEID_JOB_COLUMN_KEEP_APART, deid_lattice_keep_apart,
                     error)
         && keep_items (job, lattice, column, DEID_JOB_COLUMN_KEEP_TOGETHER, keep_together, error)
         && limit_blocks (job, lattice, column, error);
}

/* Quasi-identifiers whose cells are kept or suppressed. */

static gboolean
job_cells_add_suppressed (const DeidJob *job, DeidLattice *lattice, const char *name,
                          DeidHierarchy *hierarchy, guint lowest, GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (DeidHierarchy) bound = NULL, cells = NULL;

  bound = deid_hierarchy_bind (hierarchy, job->dataset, name, cancellable, error);
  cells = bound != NULL ? deid_hierarchy_new_cells (bound, lowest, error) : NULL;
  return cells != NULL
         && deid_lattice_add_quasi_identifier (lattice, name, cells, cancellable, error)
         && deid_lattice_set_level_range (lattice, name, MIN (lowest, 1), G_MAXUINT, error);
}

/* Adds a quasi-identifier whose cells keep the label of the lowest level that may be chosen, or
 * are suppressed if the highest level may be chosen, too. Without a hierarchy, which may be NULL,
 * the value is kept. */
static gboolean
job_add_cells (const DeidJob *job, DeidLattice *lattice, guint column, DeidHierarchy *hierarchy,
               GCancellable *cancellable, GError **error)
{
  const char *name = deid_dataset_get_column_name (job->dataset, column);
  const DeidJobEntry *entry = deid_job_columns_get (job->columns, column, DEID_JOB_COLUMN_LEVELS);
  g_autoptr (DeidHierarchy) used
      = hierarchy != NULL ? deid_hierarchy_ref (hierarchy) : deid_hierarchy_new_suppression ();
  const guint top = deid_hierarchy_get_n_levels (used) - 1;
  guint lowest = 0, highest = G_MAXUINT;

  if (entry != NULL)
    deid_job_value_read_levels (entry->text, &lowest, &highest);
  if (lowest < top && (highest == top || highest == G_MAXUINT))
    return job_cells_add_suppressed (job, lattice, name, used, lowest, cancellable, error);
  return deid_lattice_add_quasi_identifier (lattice, name, used, cancellable, error)
         && ((deid_lattice_set_level_range (lattice, name, lowest, highest, error)
              && deid_lattice_set_level_range (lattice, name, lowest, lowest, error))
             || deid_job_columns_prefix (job->columns, column, DEID_JOB_COLUMN_LEVELS, error));
}

/* From settings to a lattice and its hierarchies. */

gboolean
deid_job_is_kind (const DeidJob *job, const DeidJobColumns *columns, guint64 column,
                  const char *kind)
{
  const DeidJobEntry *entry = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_KIND);

  return g_str_equal (entry != NULL ? entry->text : deid_job_get (job, "lattice", "generalize-by"),
                      kind);
}

gboolean
deid_job_has_levels (const DeidJob *job)
{
  g_auto (GStrv) sections = deid_job_list_column_sections (job);
  gboolean has = g_str_equal (deid_job_get (job, "lattice", "generalize-by"), "levels");

  for (guint i = 0; sections[i] != NULL; i++)
    has &= !deid_job_is_set (job, sections[i], "generalize-by")
           || g_str_equal (deid_job_get (job, sections[i], "generalize-by"), "levels");
  return has;
}

static gboolean
is_set_to (const DeidJobColumns *columns, guint64 column, DeidJobColumnKey key, const char *value)
{
  const DeidJobEntry *entry = deid_job_columns_get (columns, column, key);

  return entry != NULL && g_str_equal (entry->text, value);
}

static DeidHierarchy *
read_hierarchy (const DeidJob *job, const DeidJobColumns *columns, guint64 column, const char *path,
                GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  const gboolean show_values = g_str_equal (deid_job_get (job, "input", "show-values"), "yes");
  const DeidHierarchyFileOptions options
      = { .has_header = is_set_to (columns, column, DEID_JOB_COLUMN_HIERARCHY_HEADER, "yes"),
          .repeats_last = is_set_to (columns, column, DEID_JOB_COLUMN_UNEVEN, "repeat") };

  return deid_csv_options_set_encoding (csv, deid_job_get (job, "input", "encoding"), error)
                 && deid_csv_options_set_show_values (csv, show_values, error)
             ? deid_hierarchy_read_file (path, csv, &options, cancellable, error)
             : NULL;
}

/* Dates of a column are written in one way, so that its rule need not say it again. */
static DeidHierarchy *
make_rule (const DeidJobColumns *columns, guint64 column, const char *rule, GError **error)
{
  const DeidJobEntry *format = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_FORMAT);
  g_autofree char *whole = format != NULL ? deid_rule_add_format (rule, format->text, error) : NULL;

  if (format != NULL && whole == NULL)
    return NULL;
  return deid_hierarchy_new_from_specification (whole != NULL ? whole : rule, error);
}

static DeidHierarchy *
make_hierarchy (const DeidJob *job, const DeidJobColumns *columns, guint64 column,
                const DeidJobEntry *entry, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = NULL;
  DeidHierarchy *hierarchy;

  if (entry->key->value == DEID_JOB_VALUE_PATH)
    {
      path = deid_job_entry_resolve (entry);
      return read_hierarchy (job, columns, column, path, cancellable, error);
    }
  hierarchy = make_rule (columns, column, entry->text, error);
  if (hierarchy == NULL)
    deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_RULE, error);
  return hierarchy;
}

char *
deid_job_make_hierarchy_path (const DeidJob *job, const char *column)
{
  g_autofree char *prefix = deid_job_get_path (job, "lattice", "hierarchies");

  return prefix != NULL ? g_strconcat (prefix, column, ".csv", NULL) : NULL;
}

gboolean
deid_job_read_hierarchy (const DeidJob *job, const DeidJobColumns *columns, guint64 column,
                         const char *name, DeidHierarchy **hierarchy, GCancellable *cancellable,
                         GError **error)
{
  const gboolean is_qi = deid_job_columns_get_role (columns, column) == DEID_ROLE_QUASI_IDENTIFYING;
  const DeidJobEntry *entry;
  g_autofree char *path = NULL;

  *hierarchy = NULL;
  if (!deid_job_columns_get_hierarchy (columns, column, &entry, error))
    return FALSE;
  if (entry != NULL)
    *hierarchy = make_hierarchy (job, columns, column, entry, cancellable, error);
  else if (is_qi)
    path = deid_job_make_hierarchy_path (job, name);
  if (path != NULL)
    *hierarchy = read_hierarchy (job, columns, column, path, cancellable, error);
  return *hierarchy != NULL || (entry == NULL && path == NULL);
}

/* Returns: (transfer full): what states the hierarchy of a column. */
static char *
describe_hierarchy (const DeidJob *job, guint column)
{
  const DeidJobEntry *entry = NULL;

  deid_job_columns_get_hierarchy (job->columns, column, &entry, NULL);
  return g_strdup_printf ("%u:%s:%s", column, entry != NULL ? entry->key->name : "",
                          entry != NULL ? entry->text : "");
}

gboolean
deid_job_load_hierarchy (const DeidJob *job, guint column, DeidHierarchy **hierarchy,
                         GCancellable *cancellable, GError **error)
{
  const char *name = deid_dataset_get_column_name (job->dataset, column);
  g_autofree char *text = NULL;

  *hierarchy = job->engine_table != NULL ? deid_engine_table_get_hierarchy (job->engine_table, name)
                                         : NULL;
  if (*hierarchy != NULL)
    return deid_hierarchy_ref (*hierarchy) != NULL;
  if (job->base == NULL)
    return deid_job_read_hierarchy (job, job->columns, column, name, hierarchy, cancellable, error);
  text = describe_hierarchy (job, column);
  *hierarchy = g_hash_table_lookup (job->hierarchies, text);
  if (*hierarchy != NULL)
    return deid_hierarchy_ref (*hierarchy) != NULL;
  if (!deid_job_read_hierarchy (job, job->columns, column, name, hierarchy, cancellable, error))
    return FALSE;
  if (*hierarchy != NULL)
    g_hash_table_insert (job->hierarchies, g_steal_pointer (&text),
                         deid_hierarchy_ref (*hierarchy));
  return TRUE;
}

/* Values of the table and its population, each once. */
typedef struct
{
  DeidDictionary seen;
  const char **texts;
  guint64 n, capacity;
} JobLatticeOrder;

static gboolean
job_lattice_collect (JobLatticeOrder *order, const DeidDataset *dataset, const char *name,
                     GError **error)
{
  g_autofree const char **values = NULL;
  guint column;
  gsize n;

  if (!deid_dataset_find_column (dataset, name, &column, error))
    return FALSE;
  values = deid_dataset_list_distinct (dataset, column, &n, error);
  if (values == NULL
      || !deid_grow ((gpointer *) &order->texts, &order->capacity, order->n + n,
                     sizeof *order->texts, error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      guint32 code;

      if (values[i][0] == '\0')
        continue;
      if (!deid_dictionary_add (&order->seen, values[i], strlen (values[i]), &code, error))
        return FALSE;
      if (code == order->n)
        order->texts[order->n++] = values[i];
    }
  return TRUE;
}

static int
job_lattice_comphas_order (gconstpointer a, gconstpointer b)
{
  return deid_decimal_compare (*(const char *const *) a, *(const char *const *) b);
}

/* Dates by day, numbers by their size if all values are numbers, else texts by their bytes. Runs of
 * texts name all their values, so that one number that is spelled in another way would show the
 * least and the greatest one of all. */
static gboolean
job_lattice_sort (JobLatticeOrder *order, const DeidColumn *column, gboolean has_exact_ends,
                  GError **error)
{
  guint64 n_numbers = 0;
  gboolean is_rising;

  if (column->type == DEID_COLUMN_TYPE_DATE)
    return deid_column_sort_dates (column, order->texts, order->n, DEID_STOP_NEVER, error);
  for (guint64 i = 0; i < order->n; i++)
    n_numbers += deid_decimal_is_valid (order->texts[i]) ? 1 : 0;
  is_rising = n_numbers == order->n;
  qsort (order->texts, order->n, sizeof *order->texts,
         is_rising ? job_lattice_comphas_order : deid_text_compare);
  for (guint64 i = 1; i < order->n && is_rising; i++)
    is_rising = job_lattice_comphas_order (&order->texts[i - 1], &order->texts[i]) < 0;
  if (n_numbers == 0 || has_exact_ends || is_rising)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "column '%s': %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                    " values are numbers, expected all of them, each spelled in one way, or none; "
                    "with exact ends they are texts, and labels show them",
                    deid_column_show (column), n_numbers, order->n);
}

static gboolean
add_ordered (const DeidJob *job, DeidLattice *lattice, guint column, const DeidDataset *population,
             GError **error)
{
  const DeidColumn *values = deid_dataset_get_column (job->dataset, column);
  const gboolean has_exact_ends
      = values->type == DEID_COLUMN_TYPE_DATE
        || g_str_equal (deid_job_get (job, "lattice", "exact-ends"), "yes");
  JobLatticeOrder order = { 0 };
  gboolean success;

  deid_dictionary_init (&order.seen);
  success = job_lattice_collect (&order, job->dataset, values->name, error)
            && (population == NULL || job_lattice_collect (&order, population, values->name, error))
            && job_lattice_sort (&order, values, has_exact_ends, error)
            && deid_lattice_add_ordered_cuts (
                lattice, values->name, order.texts, order.n,
                has_exact_ends ? DEID_CUT_ENDS_EXACT : DEID_CUT_ENDS_ROUNDED, error);
  g_free (order.texts);
  deid_dictionary_clear (&order.seen);
  return success;
}

static gboolean
fail_without (const DeidJob *job, guint column, GError **error)
{
  const char *name = deid_dataset_get_column_name (job->dataset, column);
  g_autofree char *shown = deid_text_show (name, -1), *section = deid_section_name_escape (name);

  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
             "column '%s': expected a rule or a hierarchy for the quasi-identifier, such as "
             "rule=suppress in [column %s]; docs/rules.md lists the rules",
             shown, DEID_SHOW (section));
  return deid_job_columns_prefix (job->columns, column, DEID_JOB_COLUMN_ROLE, error);
}

static gboolean
job_lattice_set_levels (const DeidJob *job, DeidLattice *lattice, guint column, GError **error)
{
  const DeidJobEntry *entry = deid_job_columns_get (job->columns, column, DEID_JOB_COLUMN_LEVELS);
  guint lowest = 0, highest = G_MAXUINT;

  return entry == NULL || !deid_job_value_read_levels (entry->text, &lowest, &highest)
         || deid_lattice_set_level_range (
             lattice, deid_dataset_get_column_name (job->dataset, column), lowest, highest, error)
         || deid_job_columns_prefix (job->columns, column, DEID_JOB_COLUMN_LEVELS, error);
}

/* Tells whether a column has dates or numbers, and not too many to make runs of them. */
static gboolean
job_lattice_has_order (const DeidJob *job, guint column, gboolean *has, GError **error)
{
  gsize n;
  g_autofree const char **values = deid_dataset_list_distinct (job->dataset, column, &n, error);

  if (values == NULL)
    return FALSE;
  *has = n <= DEID_MAX_CUT_VALUES;
  if (deid_dataset_get_column (job->dataset, column)->type == DEID_COLUMN_TYPE_DATE)
    return TRUE;
  for (gsize i = 0; *has && i < n; i++)
    *has = values[i][0] == '\0'
           || (deid_decimal_is_valid (values[i])
               && !(values[i][0] == '0' && g_ascii_isdigit (values[i][1])));
  return TRUE;
}

/* Returns: how many values a set of a column may have. */
static guint
job_lattice_get_set_size (const DeidJob *job, guint column)
{
  const DeidJobEntry *entry = deid_job_columns_get (job->columns, column, DEID_JOB_COLUMN_SET_SIZE);
  guint64 n;

  return deid_uint64_from_decimal (
             entry != NULL ? entry->text : deid_job_get (job, "lattice", "set-size"), &n)
             ? (guint) MIN (n, G_MAXUINT)
             : G_MAXUINT;
}

static gboolean
job_lattice_check_sets (const DeidJob *job, guint column, GError **error)
{
  if (deid_job_get_recoding (job) == DEID_RECODING_LOCAL)
    return TRUE;
  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
             "a local recoding alone labels classes by sets of values, expected recoding=local, or "
             "generalize-by=levels");
  return deid_job_columns_prefix (job->columns, column, DEID_JOB_COLUMN_KIND, error);
}

/* Sets of the values of a column or, unless the column itself states sets, runs of its numbers or
 * dates, which are those of a hierarchy file if there is one. A column without a hierarchy has sets
 * and, beyond them, one label for all values. */
static gboolean
job_lattice_add_sets (const DeidJob *job, DeidLattice *lattice, guint column,
                      DeidHierarchy *hierarchy, const DeidDataset *population,
                      GCancellable *cancellable, GError **error)
{
  const char *name = deid_dataset_get_column_name (job->dataset, column);
  g_autoptr (DeidHierarchy) used
      = hierarchy != NULL ? deid_hierarchy_ref (hierarchy) : deid_hierarchy_new_suppression ();
  const guint size = job_lattice_get_set_size (job, column);
  gboolean has_order = FALSE;

  if (size < 2)
    {
      deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                 "a set of %u values, expected at least 2, or set-size=none", size);
      return deid_job_columns_prefix (job->columns, column, DEID_JOB_COLUMN_SET_SIZE, error);
    }
  if (!job_lattice_check_sets (job, column, error))
    return FALSE;
  if (deid_job_columns_get (job->columns, column, DEID_JOB_COLUMN_KIND) == NULL
      && !job_lattice_has_order (job, column, &has_order, error))
    return FALSE;
  if (has_order)
    return hierarchy != NULL && hierarchy->rule == NULL
               ? deid_lattice_add_leaf_cuts (lattice, name, hierarchy, error)
               : add_ordered (job, lattice, column, population, error);
  return deid_lattice_add_quasi_identifier (lattice, name, used, cancellable, error)
         && deid_lattice_set_label_sets (lattice, name, size, error);
}

/* What a column without a hierarchy has: runs by cuts or, in a local recoding by steps, also of
 * numbers and dates where nothing is said. */
static gboolean
job_lattice_add_bare (const DeidJob *job, DeidLattice *lattice, guint column,
                      const DeidDataset *population, GError **error)
{
  const char *algorithm = deid_job_get (job, "search", "algorithm");
  gboolean has_order = deid_job_is_kind (job, job->columns, column, "cuts");

  if (!has_order && deid_job_get_recoding (job) == DEID_RECODING_LOCAL
      && deid_job_is_kind (job, job->columns, column, "levels")
      && (g_str_equal (algorithm, "auto") || g_str_has_prefix (algorithm, "local"))
      && !job_lattice_has_order (job, column, &has_order, error))
    return FALSE;
  return has_order ? add_ordered (job, lattice, column, population, error)
                   : fail_without (job, column, error);
}

static gboolean
job_lattice_add_attribute (const DeidJob *job, DeidLattice *lattice, guint column,
                           const DeidDataset *population, GCancellable *cancellable, GError **error)
{
  const char *name = deid_dataset_get_column_name (job->dataset, column);
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  if (!deid_job_load_hierarchy (job, column, &hierarchy, cancellable, error))
    return FALSE;
  if (deid_job_get_recoding (job) == DEID_RECODING_CELLS)
    return job_add_cells (job, lattice, column, hierarchy, cancellable, error);
  if (deid_job_is_kind (job, job->columns, column, "sets"))
    return job_lattice_add_sets (job, lattice, column, hierarchy, population, cancellable, error);
  if (hierarchy == NULL)
    return job_lattice_add_bare (job, lattice, column, population, error);
  if (deid_job_is_kind (job, job->columns, column, "cuts"))
    return deid_lattice_add_leaf_cuts (lattice, name, hierarchy, error);
  return deid_job_is_kind (job, job->columns, column, "subtrees")
             ? deid_lattice_add_subtree_cuts (lattice, name, hierarchy, cancellable, error)
             : deid_lattice_add_quasi_identifier (lattice, name, hierarchy, cancellable, error);
}

/* Refuses a limit of the size of sets where there are none. */
static gboolean
job_lattice_check_set_sizes (const DeidJob *job, const DeidLattice *lattice,
                             const guint *attributes, GError **error)
{
  static const char expected[] = "no label is a set of values, expected generalize-by=sets and "
                                 "recoding=local, or no set-size";
  gboolean has_sets = FALSE;

  for (guint a = 0; a < deid_lattice_get_n_attributes (lattice); a++)
    {
      const gboolean has = deid_lattice_get_label_sets (lattice, a) > 0;

      has_sets |= has;
      if (!has
          && deid_job_columns_get (job->columns, attributes[a], DEID_JOB_COLUMN_SET_SIZE) != NULL)
        {
          deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "column '%s': %s",
                     DEID_SHOW (deid_lattice_get_attribute_name (lattice, a)), expected);
          return deid_job_columns_prefix (job->columns, attributes[a], DEID_JOB_COLUMN_SET_SIZE,
                                          error);
        }
    }
  return has_sets || g_str_equal (deid_job_get (job, "lattice", "set-size"), "none")
         || deid_job_refuse (job, "lattice", "set-size", expected, error);
}

DeidLattice *
deid_job_make_lattice (const DeidJob *job, const DeidDataset *population, GCancellable *cancellable,
                       GError **error)
{
  const gboolean is_of_cells = deid_job_get_recoding (job) == DEID_RECODING_CELLS;
  g_autoptr (DeidLattice) lattice = deid_lattice_new (job->dataset);
  g_autofree guint *attributes = NULL;
  guint n;

  attributes = deid_job_columns_list (job->columns, DEID_ROLE_QUASI_IDENTIFYING, &n, error);
  if (attributes == NULL)
    return NULL;
  for (guint i = 0; i < n; i++)
    if (!job_lattice_add_attribute (job, lattice, attributes[i], population, cancellable, error)
        || (!is_of_cells && !job_lattice_set_levels (job, lattice, attributes[i], error))
        || !job_keep_values (job, lattice, attributes[i], error))
      return NULL;
  return job_lattice_check_set_sizes (job, lattice, attributes, error) ? g_steal_pointer (&lattice)
                                                                       : NULL;
}
