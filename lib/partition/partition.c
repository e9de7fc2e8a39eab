/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "partition/partition.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "hierarchy/hierarchy-private.h"
#include "table/arrow.h"

#include <string.h>

static void
deid_partition_free (DeidPartition *partition)
{
  for (guint a = 0; partition->columns != NULL && a < partition->lattice->n_attributes; a++)
    {
      deid_codes_clear (&partition->columns[a].labels);
      deid_free_arrays (partition->columns[a].texts, partition->columns[a].levels);
      if (partition->columns[a].sets != NULL)
        deid_dictionary_clear (partition->columns[a].sets);
      g_free (partition->columns[a].sets);
    }
  deid_free_arrays (partition->columns, partition->losses, partition->class_of_row,
                    partition->records, partition->persons, partition->populations,
                    partition->suppressed);
  deid_lattice_unref (partition->lattice);
  g_free (partition);
}

DEID_DEFINE_HANDLE (DeidPartition, deid_partition)

/* A class is new where its number is that of the classes so far. Those of the population alone come
 * behind all that have records. Returns: (nullable): the first row of each class. */
static guint32 *
partition_list_first_rows (DeidPartition *partition, const DeidGrouping *grouping,
                           const DeidStop *stop, GError **error)
{
  const guint64 n_rows = partition->n_rows;
  g_autofree guint32 *first_rows = deid_alloc (grouping->n_classes, sizeof *first_rows, error);

  if (first_rows == NULL)
    return NULL;
  for (guint64 row = 0; row < n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return NULL;
      if (grouping->class_of_row[row] == partition->n_classes)
        first_rows[partition->n_classes++] = (guint32) row;
    }
  return g_steal_pointer (&first_rows);
}

static gboolean
partition_copy_labels (DeidPartitionColumn *column, const DeidCodes *codes,
                       const DeidRecoding *recoding, const guint32 *first_rows, guint32 n_classes,
                       const DeidStop *stop, GError **error)
{
  column->n_labels = recoding->n_labels;
  if (!deid_codes_alloc (&column->labels, n_classes, recoding->n_labels - 1, error))
    return FALSE;
  for (guint32 number = 0; number < n_classes; number++)
    {
      if (!deid_stop_check_row (stop, number, error))
        return FALSE;
      deid_codes_set (&column->labels, number,
                      recoding->labels[deid_codes_get (codes, first_rows[number])]);
    }
  return TRUE;
}

static gboolean
partition_list_texts (DeidPartitionColumn *column, const DeidAttribute *attribute,
                      const DeidRecoding *recoding, GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (column->texts, recoding->n_labels),
                        DEID_NEW (column->levels, recoding->n_labels)))
    return FALSE;
  for (guint32 label = 0; label < recoding->n_labels; label++)
    {
      column->texts[label] = deid_attribute_get_text (attribute, recoding, label);
      column->levels[label] = (DeidLevel) deid_recoding_get_level (recoding, label);
      if (!deid_check_text (column->texts[label], error))
        return FALSE;
    }
  return TRUE;
}

/* The labels are those of the table's own attributes, whether or not there is a population. */
static gboolean
partition_add_columns (DeidPartition *partition, const DeidPreparedProblem *all,
                       const DeidLevel *levels, const guint32 *first_rows, gboolean has_texts,
                       const DeidStop *stop, GError **error)
{
  const DeidLattice *lattice = partition->lattice;
  DeidRecoder recoder = { 0 };
  gboolean success
      = deid_new_arrays (error, DEID_NEW (partition->columns, lattice->n_attributes))
        && deid_recoder_init (&recoder, lattice->attributes, lattice->n_attributes, error);

  if (success)
    deid_recoder_set (&recoder, levels);
  for (guint a = 0; success && a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      DeidPartitionColumn *column = &partition->columns[a];

      success = partition_copy_labels (column, all->tables.own.codes[a], recoder.recodings[a],
                                       first_rows, partition->n_classes, stop, error)
                && (!has_texts
                    || partition_list_texts (column, attribute, recoder.recodings[a], error));
    }
  deid_recoder_clear (&recoder);
  return success;
}

gboolean
deid_partition_count_persons (DeidPartition *partition, DeidJudgement *judgement,
                              const DeidStop *stop, GError **error)
{
  if (judgement->prepared->read.source.entities == NULL)
    return TRUE;
  partition->persons = deid_alloc (partition->n_classes, sizeof *partition->persons, error);
  if (partition->persons == NULL)
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      const DeidClass eq_class = deid_judgement_view (judgement, number);

      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      partition->persons[number] = deid_class_get_n_persons (&eq_class);
    }
  return TRUE;
}

static gboolean
partition_count_population (DeidPartition *partition, const DeidGroupingEvaluator *evaluator,
                            const DeidStop *stop, GError **error)
{
  const DeidGrouping *grouping = &evaluator->grouping;

  if (!evaluator->prepared->has_population)
    return TRUE;
  partition->populations = deid_alloc (grouping->n_classes, sizeof *partition->populations, error);
  return partition->populations != NULL
         && deid_rows_add_population (evaluator->rows, grouping->class_of_row, stop,
                                      partition->populations, error)
         && deid_realloc ((gpointer *) &partition->populations, partition->n_classes,
                          sizeof *partition->populations, error);
}

/* Takes what it needs of the grouping, which comes last. */
static gboolean
take_grouping (DeidPartition *partition, DeidGrouping *grouping, GError **error)
{
  partition->class_of_row = g_steal_pointer (&grouping->class_of_row);
  partition->records = g_steal_pointer (&grouping->sizes);
  return deid_realloc ((gpointer *) &partition->class_of_row, partition->n_rows,
                       sizeof *partition->class_of_row, error)
         && deid_realloc ((gpointer *) &partition->records, partition->n_classes,
                          sizeof *partition->records, error);
}

static gboolean
copy_losses (DeidPartition *partition, const DeidGroupingEvaluator *evaluator, GError **error)
{
  const DeidLoss *loss = &evaluator->prepared->loss;

  if (!deid_loss_from_objective (loss, partition->verdict.objective, &partition->loss, error))
    return FALSE;
  if (!deid_loss_is_separable (loss))
    return TRUE;
  partition->losses
      = deid_alloc (partition->lattice->n_attributes, sizeof *partition->losses, error);
  for (guint a = 0; partition->losses != NULL && a < partition->lattice->n_attributes; a++)
    partition->losses[a] = deid_loss_get_attribute (loss, a, evaluator->sums[a],
                                                    partition->verdict.suppressed_weight);
  return partition->losses != NULL;
}

static gboolean
partition_fill (DeidPartition *partition, DeidGroupingEvaluator *evaluator, const DeidLevel *levels,
                gboolean is_judged, const DeidStop *stop, GError **error)
{
  g_autofree guint32 *first_rows
      = partition_list_first_rows (partition, &evaluator->grouping, stop, error);

  if (first_rows == NULL
      || !deid_new_arrays (error, DEID_NEW (partition->suppressed, partition->n_classes)))
    return FALSE;
  for (guint32 number = 0; is_judged && number < partition->n_classes; number++)
    partition->suppressed[number] = !deid_judgement_releases (&evaluator->judgement, number);
  return (!partition->is_measured || copy_losses (partition, evaluator, error))
         && partition_add_columns (partition, evaluator->prepared, levels, first_rows, is_judged,
                                   stop, error)
         && deid_partition_count_persons (partition, &evaluator->judgement, stop, error)
         && partition_count_population (partition, evaluator, stop, error)
         && take_grouping (partition, &evaluator->grouping, error);
}

DeidPartition *
deid_partition_new_of_evaluated (DeidGroupingEvaluator *evaluator, const DeidLevel *levels,
                                 const DeidVerdict *verdict, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *all = evaluator->prepared;
  g_autoptr (DeidPartition) partition = DEID_NEW_HANDLE (DeidPartition);

  partition->lattice = deid_lattice_ref (all->problem->lattice);
  partition->n_rows = all->tables.own.n;
  if (verdict != NULL)
    {
      partition->verdict = *verdict;
      partition->is_measured
          = verdict->is_solution
            || (evaluator->measures_all && verdict->n_suppressed < all->n_records);
    }
  return partition_fill (partition, evaluator, levels, verdict != NULL, stop, error)
             ? g_steal_pointer (&partition)
             : NULL;
}

static DeidPartition *
make_of_rows (const DeidPreparedProblem *all, const DeidLevel *levels, gboolean is_judged,
              const DeidStop *stop, GError **error)
{
  DeidGroupingEvaluator evaluator = { 0 };
  DeidPartition *partition = NULL;
  DeidVerdict verdict;

  if (deid_grouping_evaluator_init (&evaluator, all, error)
      && (is_judged ? deid_evaluator_evaluate (&evaluator.base, levels, stop, &verdict, error)
                    : deid_grouping_evaluator_read (&evaluator, levels, stop, error)))
    partition = deid_partition_new_of_evaluated (&evaluator, levels, is_judged ? &verdict : NULL,
                                                 stop, error);
  deid_evaluator_clear (&evaluator.base);
  return partition;
}

static DeidPartition *
partition_make (DeidProblem *problem, const DeidLevel *levels, gboolean is_judged,
                const DeidStop *stop, GError **error)
{
  DeidPreparation *preparation = deid_problem_prepare (problem, stop, error);
  DeidPartition *partition = NULL;

  if (preparation != NULL)
    partition = make_of_rows (&preparation->all, levels, is_judged, stop, error);
  deid_preparation_release (preparation);
  return partition;
}

DeidPartition *
deid_partition_new (DeidProblem *problem, const DeidLevel *levels, const DeidStop *stop,
                    GError **error)
{
  return partition_make (problem, levels, TRUE, stop, error);
}

DeidPartition *
deid_partition_new_of_input (DeidProblem *problem, const DeidStop *stop, GError **error)
{
  g_autofree DeidLevel *bottom = deid_alloc (problem->lattice->n_dimensions, sizeof *bottom, error);

  return bottom != NULL ? partition_make (problem, bottom, FALSE, stop, error) : NULL;
}

/* A label of a hierarchy. */
typedef struct
{
  const DeidAttribute *attribute;
  guint level;
  guint32 label; /* as the attribute numbers them */
  guint32 code;  /* as the hierarchy does */
  const char *text;
} ForcedLabelsLabel;

static guint32
forced_labels_climb (const DeidHierarchy *hierarchy, guint level, guint32 code, guint above)
{
  for (; level < above; level++)
    code = hierarchy->levels[level].parents[code];
  return code;
}

/* A missing value that the hierarchy does not mention has a label of its own until it meets others.
 */
static gboolean
covers_missing (const ForcedLabelsLabel *label, guint lower)
{
  const DeidAttribute *attribute = label->attribute;
  const guint32 missing = deid_attribute_get_column (attribute)->dictionary.missing;

  return missing != DEID_NO_CODE && attribute->levels[label->level].labels[missing] == label->label
         && attribute->levels[lower].text_codes[attribute->levels[lower].labels[missing]]
                == DEID_NO_CODE;
}

/* Counts the labels of a lower level that a label covers, up to three; none counts if one of them
 * reads the same, which all records may have. */
static guint
forced_labels_count_finer (const ForcedLabelsLabel *label, guint lower, gboolean *reads_same)
{
  const DeidHierarchy *hierarchy = label->attribute->hierarchy;
  const DeidDictionary *labels = &hierarchy->levels[lower].labels;
  guint n = covers_missing (label, lower) ? 1 : 0;

  *reads_same = FALSE;
  for (guint32 code = 0; n < 3 && code < labels->n; code++)
    if (forced_labels_climb (hierarchy, lower, code, label->level) == label->code)
      {
        *reads_same |= g_strcmp0 (deid_dictionary_get (labels, code), label->text) == 0;
        n++;
      }
  return n;
}

gboolean
deid_attribute_forces (const DeidAttribute *attribute, guint lowest, guint level, guint32 label)
{
  ForcedLabelsLabel own = { .attribute = attribute, .level = level, .label = label };

  if (deid_attribute_has_runs (attribute))
    return level > 0 && (!attribute->missing_apart || level + 1 < attribute->n_levels);
  own.code = attribute->levels[level].text_codes[label];
  if (own.code == DEID_NO_CODE)
    return FALSE;
  own.text = deid_attribute_get_label (attribute, level, label);
  for (guint lower = level; lower-- > lowest;)
    {
      gboolean reads_same;
      const guint n = forced_labels_count_finer (&own, lower, &reads_same);

      if (n > 1)
        return n == 2 && !reads_same;
    }
  return FALSE;
}

/* Tells whether a label of the class of a row forces finer ones. */
static gboolean
forced_labels_is_forced (const DeidPartition *partition, gboolean are_wide, guint64 row)
{
  const DeidLattice *lattice = partition->lattice;
  const guint32 number = partition->class_of_row[row];
  const guint64 n = deid_partition_get_size (partition, number);

  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const gboolean has_runs = deid_attribute_has_runs (attribute);
      const guint level = deid_partition_get_level (partition, number, a);
      const guint32 code = deid_codes_get (&deid_attribute_get_column (attribute)->codes, row);
      gboolean is_forced;

      if (partition->columns[a].sets != NULL)
        is_forced = n > 1 && level + (guint64) 1 == n;
      else
        is_forced = n == DEID_FORCED_SIZE && !(has_runs && are_wide && level > 1)
                    && deid_attribute_forces (attribute, deid_lattice_get_lowest_level (lattice, a),
                                              level,
                                              has_runs ? 0 : attribute->levels[level].labels[code]);
      if (is_forced)
        return TRUE;
    }
  return FALSE;
}

/* Classes are numbered in the order of their first rows. */
gboolean
deid_partition_count_forced (const DeidPartition *partition, gboolean are_wide, guint64 *n_records,
                             const DeidStop *stop, GError **error)
{
  guint32 n_classes = 0;

  *n_records = 0;
  for (guint64 row = 0; n_classes < partition->n_classes; row++)
    {
      const guint32 number = partition->class_of_row[row];

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (number < n_classes)
        continue;
      n_classes++;
      if (!partition->suppressed[number] && forced_labels_is_forced (partition, are_wide, row))
        *n_records += partition->records[number];
    }
  return TRUE;
}

DEID_DEFINE_GETTER (guint64, deid_partition_get_n_rows, DeidPartition, n_rows, 0)
DEID_DEFINE_GETTER (guint32, deid_partition_get_n_classes, DeidPartition, n_classes, 0)
DEID_DEFINE_GETTER (guint, deid_partition_get_n_attributes, DeidPartition, lattice->n_attributes, 0)

const char *
deid_partition_get_attribute_name (const DeidPartition *partition, guint attribute)
{
  g_return_val_if_fail (partition != NULL, NULL);
  g_return_val_if_fail (attribute < partition->lattice->n_attributes, NULL);

  return deid_lattice_get_attribute_name (partition->lattice, attribute);
}

guint32
deid_partition_get_class (const DeidPartition *partition, guint64 row)
{
  g_return_val_if_fail (partition != NULL, 0);
  g_return_val_if_fail (row < partition->n_rows, 0);

  return partition->class_of_row[row];
}

const guint32 *
deid_partition_get_classes (const DeidPartition *partition, gsize *n_rows)
{
  g_return_val_if_fail (partition != NULL && n_rows != NULL, NULL);

  *n_rows = partition->n_rows;
  return partition->class_of_row;
}

DEID_DEFINE_ITEM_GETTER (gboolean, deid_partition_is_suppressed, DeidPartition, guint32, n_classes,
                         suppressed[i], FALSE)
DEID_DEFINE_ITEM_GETTER (guint64, deid_partition_get_n_records, DeidPartition, guint32, n_classes,
                         records[i], 0)

guint64
deid_partition_get_n_persons (const DeidPartition *partition, guint32 eq_class)
{
  g_return_val_if_fail (partition != NULL && eq_class < partition->n_classes, 0);

  return deid_partition_get_size (partition, eq_class);
}

gboolean
deid_partition_get_attribute_loss (const DeidPartition *partition, guint attribute, double *loss)
{
  g_return_val_if_fail (partition != NULL && loss != NULL, FALSE);
  g_return_val_if_fail (attribute < partition->lattice->n_attributes, FALSE);

  *loss = partition->losses != NULL ? partition->losses[attribute] : 0;
  return partition->losses != NULL;
}

DEID_DEFINE_GETTER (gboolean, deid_partition_has_population, DeidPartition, populations != NULL,
                    FALSE)

guint64
deid_partition_get_n_population (const DeidPartition *partition, guint32 eq_class)
{
  g_return_val_if_fail (partition != NULL && eq_class < partition->n_classes, 0);

  return partition->populations != NULL ? partition->populations[eq_class] : 0;
}

const guint8 *
deid_partition_get_suppressed (const DeidPartition *partition, gsize *n_classes)
{
  g_return_val_if_fail (partition != NULL && n_classes != NULL, NULL);

  *n_classes = partition->n_classes;
  return partition->suppressed;
}

const char *
deid_partition_get_label (const DeidPartition *partition, guint32 eq_class, guint attribute)
{
  const DeidPartitionColumn *column;

  g_return_val_if_fail (partition != NULL && eq_class < partition->n_classes, NULL);
  g_return_val_if_fail (attribute < partition->lattice->n_attributes, NULL);

  column = &partition->columns[attribute];
  return column->texts[deid_codes_get (&column->labels, eq_class)];
}

guint
deid_partition_get_level (const DeidPartition *partition, guint32 eq_class, guint attribute)
{
  const DeidPartitionColumn *column;

  g_return_val_if_fail (partition != NULL && eq_class < partition->n_classes, 0);
  g_return_val_if_fail (attribute < partition->lattice->n_attributes, 0);

  column = &partition->columns[attribute];
  return column->levels[deid_codes_get (&column->labels, eq_class)];
}

const char **
deid_partition_list_labels (const DeidPartition *partition, guint attribute, gsize *n_classes,
                            GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autofree const char **labels = NULL;

  g_return_val_if_fail (partition != NULL && n_classes != NULL, NULL);
  g_return_val_if_fail (attribute < partition->lattice->n_attributes, NULL);

  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  *n_classes = 0;
  labels = deid_alloc (partition->n_classes, sizeof *labels, error);
  for (guint32 number = 0; labels != NULL && number < partition->n_classes; number++)
    {
      const char *label = deid_partition_get_label (partition, number, attribute);

      if (!deid_stop_check_row (stop, number, error))
        return NULL;
      labels[number] = label != NULL ? label : "";
    }
  *n_classes = labels != NULL ? partition->n_classes : 0;
  return g_steal_pointer (&labels);
}

/* What became of the cells of a column. */

/* Tells whether the label of a class stands for all values there are. */
static gboolean
says_nothing (const DeidPartition *partition, guint32 number, guint a)
{
  const DeidAttribute *attribute = &partition->lattice->attributes[a];
  const guint level = deid_partition_get_level (partition, number, a);

  if (partition->columns[a].sets != NULL)
    return g_strcmp0 (deid_partition_get_label (partition, number, a),
                      deid_hierarchy_get_top_label (attribute->hierarchy))
           == 0;
  return deid_attribute_has_runs (attribute)
             ? level > 0 && level + 1 == attribute->n_levels
             : deid_hierarchy_is_one_label (attribute->hierarchy, level);
}

/* Returns: the number of the label of all values, or %DEID_NO_CODE if no released class has it. */
static guint32
find_whole (const DeidPartition *partition, guint attribute)
{
  for (guint32 number = 0; number < partition->n_classes; number++)
    if (!partition->suppressed[number] && says_nothing (partition, number, attribute))
      return deid_codes_get (&partition->columns[attribute].labels, number);
  return DEID_NO_CODE;
}

void
deid_partition_count_cells (const DeidPartition *partition, guint attribute, guint64 *n_suppressed,
                            guint64 *n_missing_before, guint64 *n_missing_after)
{
  const DeidPartitionColumn *released;
  const DeidColumn *column;
  guint64 n_whole = 0, n_before = 0, n_after = 0;
  guint32 whole, unchanged = DEID_NO_CODE;

  g_return_if_fail (partition != NULL && attribute < partition->lattice->n_attributes);

  released = &partition->columns[attribute];
  column = deid_attribute_get_column (&partition->lattice->attributes[attribute]);
  whole = find_whole (partition, attribute);
  if (whole != DEID_NO_CODE)
    unchanged = deid_dictionary_find (&column->dictionary, released->texts[whole],
                                      strlen (released->texts[whole]));
  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      const guint32 number = partition->class_of_row[row];
      const guint32 code = deid_codes_get (&column->codes, row);
      const guint32 label = deid_codes_get (&released->labels, number);
      const guint64 n = deid_table_source_get_weight (&partition->lattice->table, row);

      if (partition->suppressed[number])
        continue;
      n_whole += label == whole && code != unchanged ? n : 0;
      n_before += code == column->dictionary.missing ? n : 0;
      n_after += released->texts[label] == NULL ? n : 0;
    }
  if (n_suppressed != NULL)
    *n_suppressed = n_whole;
  if (n_missing_before != NULL)
    *n_missing_before = n_before;
  if (n_missing_after != NULL)
    *n_missing_after = n_after;
}

/* The classes of rows to Arrow streams. */

static gboolean
partition_arrow_write_rows (const DeidPartition *partition, DeidArrowTable *table,
                            const DeidStop *stop, GError **error)
{
  guint32 *classes = deid_arrow_add_buffer (table->array.children[0], DEID_ARROW_ITEMS,
                                            partition->n_rows, sizeof *classes, error);
  guint8 *suppressed = classes != NULL
                           ? deid_arrow_add_buffer (table->array.children[1], DEID_ARROW_ITEMS,
                                                    partition->n_rows, sizeof *suppressed, error)
                           : NULL;

  for (guint64 row = 0; suppressed != NULL && row < partition->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      classes[row] = partition->class_of_row[row];
      suppressed[row] = deid_partition_suppresses (partition, row) ? 1 : 0;
    }
  return suppressed != NULL;
}

gboolean
deid_partition_export_to_arrow_stream (const DeidPartition *partition,
                                       struct ArrowArrayStream *stream, GCancellable *cancellable,
                                       GError **error)
{
  DeidArrowTable table;

  g_return_val_if_fail (partition != NULL && stream != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (deid_arrow_table_init (&table, partition->n_rows, 2, error)
      && deid_arrow_table_start_column (&table, 0, "class", "I", 0, error)
      && deid_arrow_table_start_column (&table, 1, "suppressed", "C", 0, error)
      && partition_arrow_write_rows (partition, &table, DEID_STOP_OF (cancellable), error)
      && deid_arrow_table_to_stream (&table, stream, error))
    return TRUE;
  deid_arrow_table_clear (&table);
  return FALSE;
}
