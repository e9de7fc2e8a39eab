/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "partition/partition.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"

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
