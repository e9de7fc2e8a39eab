/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/work.h"
#include "problem/linked-rows.h"
#include "release/origin.h"
#include "release/release-keys.h"
#include "release/released-column.h"
#include "search/result-private.h"
#include "table/dataset-private.h"

static void
origin_free (DeidOrigin *origin)
{
  g_clear_pointer (&origin->source, deid_dataset_unref);
  g_clear_pointer (&origin->problem, deid_problem_unref);
  g_clear_pointer (&origin->policy, deid_policy_unref);
  g_clear_pointer (&origin->partition, deid_partition_unref);
  g_clear_pointer (&origin->options, deid_release_options_unref);
  deid_released_rows_clear (&origin->rows);
  g_free (origin);
}

DeidOrigin *
deid_dataset_make_origin (DeidDataset *dataset)
{
  dataset->origin = g_new0 (DeidOrigin, 1);
  dataset->free_origin = origin_free;
  return dataset->origin;
}

DeidProblem *
deid_dataset_get_origin (const DeidDataset *dataset, DeidPolicy **policy, DeidPartition **partition)
{
  if (dataset->origin == NULL)
    return NULL;
  if (policy != NULL)
    *policy = dataset->origin->policy;
  if (partition != NULL)
    *partition = dataset->origin->partition;
  return dataset->origin->problem;
}

DeidReleaseOptions *
deid_dataset_get_release_options (const DeidDataset *dataset)
{
  return dataset->origin != NULL ? dataset->origin->options : NULL;
}

/* From a result to the released table. */

typedef struct
{
  DeidResult *result;
  const DeidReleaseOptions *options;
  const DeidStop *stop;
  const DeidPartition *partition;
  DeidReleasedColumns columns;
  DeidReleasedRows rows;
  DeidReleasedValues values;
  DeidColumn *written; /* of each column, until the table takes it */
} Release;

static void
release_clear (Release *release)
{
  for (guint c = 0; release->written != NULL && c < release->columns.n; c++)
    deid_column_clear (&release->written[c]);
  deid_released_columns_clear (&release->columns);
  g_free (release->written);
  deid_released_values_clear (&release->values);
  deid_released_rows_clear (&release->rows);
}

static gboolean
apply_list_rows (Release *release, GError **error)
{
  const DeidPartition *partition = release->partition;
  const gboolean keeps_all = release->options->keep_suppressed;
  guint32 *sources = deid_alloc (partition->n_rows, sizeof *sources, error);
  guint64 n = 0;

  release->rows.sources = sources;
  for (guint64 row = 0; sources != NULL && row < partition->n_rows; row++)
    {
      if (!deid_stop_check_row (release->stop, row, error))
        return FALSE;
      sources[n] = (guint32) row;
      n += keeps_all || !deid_partition_suppresses (partition, row);
    }
  release->rows.n = n;
  return sources != NULL;
}

static gboolean
merges_rows (const Release *release)
{
  return release->partition->lattice->dataset->weight_column != DEID_NO_COLUMN;
}

/* Merges rows that are alike in all that is written but the weight, and puts them in order. */
static gboolean
arrange_rows (Release *release, const DeidRowKeys *keys, GError **error)
{
  const DeidReleaseOptions *options = release->options;
  DeidReleasedRows *rows = &release->rows;

  if (merges_rows (release)
      && !deid_released_rows_merge (rows, keys, options->n_threads, release->stop, error))
    return FALSE;
  return options->keep_order ? deid_released_rows_keep_order (
             rows, release->partition->n_rows, options->n_threads, release->stop, error)
                             : deid_released_rows_shuffle (rows, keys, options->n_threads,
                                                           options->seed, release->stop, error);
}

/* Nothing is sorted if all rows stay as they are. */
static gboolean
choose_rows (Release *release, GError **error)
{
  DeidReleaseKeys keys = { 0 };
  gboolean success;

  if (!apply_list_rows (release, error))
    return FALSE;
  if (release->options->keep_order && !merges_rows (release))
    return TRUE;
  success = deid_release_keys_init (&keys, release->partition, release->columns.items,
                                    release->columns.n, release->options->n_threads, release->stop,
                                    error)
            && arrange_rows (release, &keys.keys, error);
  deid_release_keys_clear (&keys);
  return success;
}

static gboolean
apply_write_column (gpointer data, guint c, GError **error)
{
  Release *release = data;
  const DeidReleasedColumn *released = &release->columns.items[c];
  DeidColumn *column = &release->written[c];

  if (!deid_column_init (column, released->name != NULL ? released->name : released->source->name,
                         error)
      || !deid_released_values_write (&release->values, released, column, error))
    return FALSE;
  column->is_pseudonym = released->persons.texts != NULL;
  if (column->is_pseudonym)
    return TRUE;
  deid_column_copy_forms (column, released->source);
  if (column->suppressed != NULL && column->suppressed[0] != '\0'
      && deid_dictionary_find (&column->dictionary, column->suppressed, strlen (column->suppressed))
             != DEID_NO_CODE)
    return deid_fail (
        error, DEID_ERROR_INVALID_ARGUMENT,
        "column '%s': the text for suppressed values is also a label, expected another one",
        deid_column_show (column));
  if (deid_released_column_is_computed (released))
    deid_column_set_type (column, DEID_COLUMN_TYPE_DECIMAL, NULL);
  else if (released->labels == NULL)
    deid_column_set_type (column, released->source->type, released->source->stated_format);
  return TRUE;
}

static gboolean
fill_dataset (DeidDataset *dataset, Release *release, GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (release->written, release->columns.n))
      || !deid_released_values_init (&release->values, release->partition, &release->rows,
                                     release->options->n_threads, release->stop, error)
      || !deid_parts_run (release->options->n_threads, release->columns.n, apply_write_column,
                          release, error))
    return FALSE;
  for (guint c = 0; c < release->columns.n; c++)
    if (!deid_dataset_take_column (dataset, &release->written[c], error)
        || !deid_dataset_set_role (dataset, dataset->columns[c].name,
                                   release->columns.items[c].role, error))
      return FALSE;
  return TRUE;
}

/* Takes the release's rows. */
static gboolean
set_origin (DeidDataset *dataset, Release *release, DeidReleaseOptions *options, GError **error)
{
  DeidOrigin *origin = deid_dataset_make_origin (dataset);

  origin->source = deid_dataset_ref (release->result->problem->lattice->dataset);
  origin->problem = deid_problem_ref (release->result->problem);
  deid_result_ref_recoding (release->result, &origin->policy, &origin->partition);
  origin->options = deid_release_options_ref (options);
  origin->rows = release->rows;
  release->rows = (DeidReleasedRows){ 0 };
  if (!options->keep_suppressed)
    return TRUE;
  dataset->suppressed = deid_alloc (origin->rows.n / 8 + 1, 1, error);
  for (guint64 i = 0; dataset->suppressed != NULL && i < origin->rows.n; i++)
    if (release->partition->suppressed[release->values.classes[i]])
      dataset->suppressed[i / 8] |= (guint8) (1 << i % 8);
  return dataset->suppressed != NULL;
}

static DeidDataset *
apply_make_dataset (DeidResult *result, const DeidPartition *partition, DeidReleaseOptions *options,
                    const DeidStop *stop, GError **error)
{
  Release release = { .result = result, .options = options, .stop = stop, .partition = partition };
  const DeidDataset *source = result->problem->lattice->dataset;
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  const gboolean success
      = deid_released_columns_init (&release.columns, partition, options, TRUE, stop, error)
        && choose_rows (&release, error) && fill_dataset (dataset, &release, error)
        && set_origin (dataset, &release, options, error);

  release_clear (&release);
  if (!success)
    return NULL;
  g_free (dataset->name);
  dataset->name = g_strconcat (source->name, " (released)", NULL);
  dataset->show_values = source->show_values;
  dataset->delimiter = source->delimiter;
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
  if (!deid_problem_check_linked_rows (result->problem, used, stop, error))
    return NULL;
  partition = deid_result_make_partition (result, stop, error);
  return partition != NULL ? apply_make_dataset (result, partition, used, stop, error) : NULL;
}
