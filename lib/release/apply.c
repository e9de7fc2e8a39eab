/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From a result to the released table. */
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/stopped-sort.h"
#include "release/computed-column.h"
#include "release/row-layout.h"
#include "evaluation/partition.h"
#include "search/result-private.h"
#include "table/dataset-private.h"

/* A column of the release: labels of classes, numbers computed of them, or values of a column of
 * the input. */
typedef struct
{
  const DeidColumn *source;
  char *name; /* NULL if it is that of the source */
  DeidRole role;
  DeidComputedColumn computed; /* without labels unless it is */
  gboolean keeps_missing;      /* whether what is missing in the source is not computed */
  const DeidCodes *labels;     /* of each class; NULL if codes of the source are labels */
  guint32 n_labels;
  const char *const *texts; /* of each label, NULL for a missing value */
  const char **own_texts;   /* the same, unless they are the partition's */
  guint32 *ranks;           /* of each label in the order of texts */
} ReleasedColumn;

typedef struct
{
  DeidResult *result;
  const DeidReleaseOptions *options;
  const DeidStop *stop;
  const DeidPartition *partition;
  ReleasedColumn *columns;
  guint n_columns;
  DeidReleasedRows rows;
} Release;

static void
release_clear (Release *release)
{
  for (guint c = 0; c < release->n_columns; c++)
    {
      g_free (release->columns[c].name);
      deid_computed_column_clear (&release->columns[c].computed);
      g_free (release->columns[c].own_texts);
      g_free (release->columns[c].ranks);
    }
  g_free (release->columns);
  deid_released_rows_clear (&release->rows);
}

static gboolean
is_computed (const ReleasedColumn *column)
{
  return column->computed.labels != NULL;
}

static guint32
get_label (const Release *release, const ReleasedColumn *column, guint64 row)
{
  if (is_computed (column))
    return column->keeps_missing
                   && deid_codes_get (&column->source->codes, row)
                          == column->source->dictionary.missing
               ? column->n_labels - 1
               : column->computed.labels[release->partition->class_of_row[row]];
  return column->labels != NULL
             ? deid_codes_get (column->labels, release->partition->class_of_row[row])
             : deid_codes_get (&column->source->codes, row);
}

/* A label with its text, to be sorted by it. */
typedef struct
{
  const char *text;
  guint32 label;
} LabelText;

static int
compare_texts (const void *a, const void *b)
{
  return g_strcmp0 (((const LabelText *) a)->text, ((const LabelText *) b)->text);
}

static gboolean
rank_labels (ReleasedColumn *column, const DeidStop *stop, GError **error)
{
  g_autofree LabelText *order = deid_alloc (column->n_labels, sizeof *order, error);

  if (order == NULL)
    return FALSE;
  column->ranks = deid_alloc (column->n_labels, sizeof *column->ranks, error);
  if (column->ranks == NULL)
    return FALSE;
  for (guint32 label = 0; label < column->n_labels; label++)
    order[label] = (LabelText){ column->texts[label], label };
  if (!deid_stopped_sort (order, column->n_labels, sizeof *order, compare_texts, stop, error))
    return FALSE;
  for (guint32 i = 0; i < column->n_labels; i++)
    column->ranks[order[i].label] = i > 0 && compare_texts (&order[i - 1], &order[i]) == 0
                                        ? column->ranks[order[i - 1].label]
                                        : i;
  return TRUE;
}

/* Lists the values of a column that is released as it is. */
static gboolean
list_values (ReleasedColumn *column, GError **error)
{
  const DeidDictionary *dictionary = &column->source->dictionary;

  column->n_labels = dictionary->n;
  column->own_texts = deid_alloc (dictionary->n, sizeof *column->own_texts, error);
  for (guint32 code = 0; column->own_texts != NULL && code < dictionary->n; code++)
    column->own_texts[code] = deid_dictionary_get (dictionary, code);
  column->texts = column->own_texts;
  return column->own_texts != NULL;
}

static gboolean
init_computed (ReleasedColumn *column, const Release *release, gboolean keeps_missing,
               GError **error)
{
  if (!deid_computed_column_init (&column->computed, release->partition, release->options,
                                  column->source->name, release->stop, error))
    return FALSE;
  column->keeps_missing = keeps_missing;
  column->n_labels = column->computed.n_labels;
  column->texts = column->computed.texts;
  return rank_labels (column, release->stop, error);
}

/* Of a quasi-identifier: its labels. */
static void
list_labels (ReleasedColumn *column, const Release *release, const DeidAttribute *attribute)
{
  const DeidPartitionColumn *labelled
      = &release->partition->columns[attribute - release->partition->lattice->attributes];

  column->labels = &labelled->labels;
  column->n_labels = labelled->n_labels;
  column->texts = labelled->texts;
}

/* Makes labels or values of a column, or what takes their place. */
static gboolean
init_column (ReleasedColumn *column, const Release *release, guint number, GError **error)
{
  const DeidLattice *lattice = release->partition->lattice;
  const DeidColumn *source = &lattice->dataset->columns[number];
  const DeidAttribute *attribute = deid_lattice_find_attribute (lattice, source->name);

  *column = (ReleasedColumn){ .source = source, .role = source->role };
  if (attribute != NULL)
    column->role = DEID_ROLE_QUASI_IDENTIFYING;
  if (deid_release_options_get_microaggregation (release->options, source->name)
      != DEID_MICROAGGREGATION_NONE)
    return init_computed (column, release, attribute == NULL, error);
  if (attribute != NULL)
    list_labels (column, release, attribute);
  return (attribute != NULL || list_values (column, error))
         && rank_labels (column, release->stop, error);
}

/* Makes the column of bin means beside the one made last, if there is one. */
static gboolean
init_means (Release *release, GError **error)
{
  const DeidColumn *source = release->columns[release->n_columns - 1].source;
  ReleasedColumn *column = &release->columns[release->n_columns];

  if (deid_release_options_get_bin_mean (release->options, source->name) == DEID_BIN_MEAN_NONE)
    return TRUE;
  release->n_columns++;
  *column = (ReleasedColumn){ .source = source,
                              .name = deid_bin_mean_name (source->name),
                              .role = DEID_ROLE_QUASI_IDENTIFYING };
  return init_computed (column, release, FALSE, error);
}

static gboolean
is_released (const DeidLattice *lattice, const DeidColumn *column)
{
  return column->role == DEID_ROLE_WEIGHT || deid_lattice_releases (lattice, column);
}

static gboolean
init_columns (Release *release, GError **error)
{
  const DeidLattice *lattice = release->partition->lattice;
  const DeidDataset *dataset = lattice->dataset;

  if (!deid_release_options_check (release->options, lattice, error)
      || !deid_new_arrays (error, DEID_NEW (release->columns, (guint64) 2 * dataset->n_columns)))
    return FALSE;
  for (guint c = 0; c < dataset->n_columns; c++)
    if (is_released (lattice, &dataset->columns[c])
        && (!init_column (&release->columns[release->n_columns++], release, c, error)
            || !init_means (release, error)))
      return FALSE;
  return TRUE;
}

/* Rows that are alike in all keys are alike in all that is written but the weight. */
static guint32
get_sort_key (gconstpointer data, guint c, guint32 row)
{
  const Release *release = data;
  const ReleasedColumn *column = &release->columns[c];

  if (column->role == DEID_ROLE_WEIGHT)
    return 0;
  if (deid_partition_suppresses (release->partition, row)
      && (is_computed (column) || column->role != DEID_ROLE_INSENSITIVE))
    return column->n_labels;
  return column->ranks[get_label (release, column, row)];
}

static gboolean
choose_rows (Release *release, GError **error)
{
  const DeidReleaseOptions *options = release->options;
  const DeidDataset *source = release->partition->lattice->dataset;
  const gboolean has_weights = source->weight_column != DEID_NO_COLUMN;
  DeidReleasedRows *rows = &release->rows;
  g_autofree guint32 *n_keys = NULL;

  if (!deid_new_arrays (error, DEID_NEW (rows->sources, source->n_rows),
                        DEID_NEW (n_keys, release->n_columns)))
    return FALSE;
  for (guint64 row = 0; row < source->n_rows; row++)
    if (options->keep_suppressed || !deid_partition_suppresses (release->partition, row))
      rows->sources[rows->n++] = (guint32) row;
  for (guint c = 0; c < release->n_columns; c++)
    n_keys[c] = release->columns[c].n_labels + 1;
  if (has_weights
      && !deid_released_rows_merge (rows, release->n_columns, n_keys, get_sort_key, release,
                                    release->stop, error))
    return FALSE;
  return options->keep_order
             ? deid_released_rows_keep_order (rows, source->n_rows, release->stop, error)
             : deid_released_rows_shuffle (rows, release->n_columns, n_keys, get_sort_key, release,
                                           options->seed, release->stop, error);
}

static gboolean
append_text (DeidColumn *column, const char *text, GError **error)
{
  return text != NULL ? deid_column_append (column, text, strlen (text), error)
                      : deid_column_append_missing (column, error);
}

static gboolean
append_suppressed (DeidColumn *column, const ReleasedColumn *released, const char *text,
                   GError **error)
{
  if (is_computed (released))
    return deid_column_append_missing (column, error);
  switch (released->role)
    {
    case DEID_ROLE_QUASI_IDENTIFYING:
      return append_text (column, DEID_SUPPRESSED_LABEL, error);
    case DEID_ROLE_SENSITIVE:
      return deid_column_append_missing (column, error);
    default:
      return append_text (column, text, error);
    }
}

/* The weights of rows that were merged add up to no more than those of the whole table, which are
 * below 2^63. */
static gboolean
append_weight (DeidColumn *column, const Release *release, guint64 i, GError **error)
{
  const DeidDataset *source = release->result->problem->lattice->dataset;
  guint64 n_sources, weight = 0;
  const guint32 *rows = deid_released_rows_get (&release->rows, i, &n_sources);
  char text[DEID_DECIMAL_SIZE];

  for (guint64 s = 0; s < n_sources; s++)
    weight += deid_dataset_get_weight (source, rows[s]);
  g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, weight);
  return append_text (column, text, error);
}

static gboolean
append_value (DeidColumn *column, const Release *release, const ReleasedColumn *released, guint64 i,
              GError **error)
{
  const guint32 row = deid_released_rows_get_first (&release->rows, i);
  const char *text = released->texts[get_label (release, released, row)];

  if (released->role == DEID_ROLE_WEIGHT)
    return append_weight (column, release, i, error);
  return deid_partition_suppresses (release->partition, row)
             ? append_suppressed (column, released, text, error)
             : append_text (column, text, error);
}

static gboolean
fill_column (DeidColumn *column, const Release *release, const ReleasedColumn *released,
             GError **error)
{
  for (guint64 i = 0; i < release->rows.n; i++)
    if (!deid_stop_check_row (release->stop, i, error)
        || !append_value (column, release, released, i, error))
      return FALSE;
  return TRUE;
}

static gboolean
fill_dataset (DeidDataset *dataset, const Release *release, GError **error)
{
  for (guint c = 0; c < release->n_columns; c++)
    {
      const ReleasedColumn *released = &release->columns[c];
      const char *name = released->name != NULL ? released->name : released->source->name;
      DeidColumn column;

      if (!deid_column_init (&column, name, error)
          || !fill_column (&column, release, released, error))
        {
          deid_column_clear (&column);
          return FALSE;
        }
      if (is_computed (released))
        deid_column_set_type (&column, DEID_COLUMN_TYPE_DECIMAL, NULL);
      else if (released->labels == NULL)
        deid_column_set_type (&column, released->source->type, released->source->format);
      if (!deid_dataset_take_column (dataset, &column, error)
          || !deid_dataset_set_role (dataset, name, released->role, error))
        return FALSE;
    }
  return TRUE;
}

/* Takes the release's rows. */
static gboolean
set_origin (DeidDataset *dataset, Release *release, DeidReleaseOptions *options, GError **error)
{
  DeidOrigin *origin = g_new0 (DeidOrigin, 1);

  origin->source = deid_dataset_ref (release->result->problem->lattice->dataset);
  origin->problem = deid_problem_ref (release->result->problem);
  deid_result_ref_recoding (release->result, &origin->policy, &origin->partition);
  origin->options = deid_release_options_ref (options);
  origin->rows = release->rows;
  release->rows = (DeidReleasedRows){ 0 };
  dataset->origin = origin;
  if (!options->keep_suppressed)
    return TRUE;
  origin->suppressed = deid_alloc (origin->rows.n / 8 + 1, 1, error);
  for (guint64 i = 0; origin->suppressed != NULL && i < origin->rows.n; i++)
    if (deid_partition_suppresses (release->partition,
                                   deid_released_rows_get_first (&origin->rows, i)))
      origin->suppressed[i / 8] |= (guint8) (1 << i % 8);
  return origin->suppressed != NULL;
}

static DeidDataset *
make_dataset (DeidResult *result, const DeidPartition *partition, DeidReleaseOptions *options,
              const DeidStop *stop, GError **error)
{
  Release release = { .result = result, .options = options, .stop = stop, .partition = partition };
  const DeidDataset *source = result->problem->lattice->dataset;
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  const gboolean success = init_columns (&release, error) && choose_rows (&release, error)
                           && fill_dataset (dataset, &release, error)
                           && set_origin (dataset, &release, options, error);

  release_clear (&release);
  if (!success)
    return NULL;
  g_free (dataset->name);
  dataset->name = g_strconcat (source->name, " (released)", NULL);
  dataset->show_values = source->show_values;
  deid_dataset_make_immutable (dataset);
  return g_steal_pointer (&dataset);
}

DeidDataset *
deid_result_apply (DeidResult *result, DeidReleaseOptions *options, GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (DeidReleaseOptions) used = NULL;
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  const DeidPartition *partition;

  g_return_val_if_fail (result != NULL, NULL);

  used = deid_release_options_use (options);
  partition = deid_result_make_partition (result, stop, error);
  return partition != NULL ? make_dataset (result, partition, used, stop, error) : NULL;
}
