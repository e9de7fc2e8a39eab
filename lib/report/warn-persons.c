/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for columns that are not released and seem to mark persons who have several records, where
 * no column is the entity. */
#include "base/memory.h"
#include "base/rational.h"
#include "classes/hash-tables.h"
#include "report/warnings-private.h"
#include "suggestion/column-kinds.h"

/* What the released classes have of the values of a column. */
typedef struct
{
  guint64 n_records;  /* released ones with a value */
  guint64 n_further;  /* of these, not the first of their value */
  guint32 n_smallest; /* different values in the class that has fewest; a missing value is one */
  guint32 n_below;    /* classes with fewer than k of them */
} Persons;

/* Returns: the largest k of the problem's models, or 0. */
static guint64
warn_persons_find_k (const DeidProblem *problem)
{
  guint64 k = 0;

  for (guint m = 0; m < problem->models->len; m++)
    {
      const DeidPrivacyModel *model = deid_problem_get_model (problem, m);
      guint64 own;

      if (deid_privacy_model_is_k_anonymity (model)
          && deid_uint64_from_decimal (model->shown + strlen ("k:"), &own))
        k = MAX (k, own);
    }
  return k;
}

/* Dates and decimals mark nobody, whatever they are called. */
static gboolean
has_person_type (const DeidWarningScan *scan, const DeidColumn *column)
{
  g_autoptr (DeidColumnInference) inference = deid_column_inference_new (
      scan->problem->lattice->dataset, column->name, scan->stop->cancellable, NULL);

  return inference != NULL && deid_column_inference_get_n_formats (inference) == 0
         && deid_column_inference_get_column_type (inference) != DEID_COLUMN_TYPE_DECIMAL;
}

static gboolean
may_mark_persons (const DeidWarningScan *scan, const DeidColumn *column)
{
  const guint32 n_missing = column->dictionary.missing != DEID_NO_CODE ? 1 : 0;
  const guint64 n_rows = scan->partition->n_rows;

  return (column->role == DEID_ROLE_IDENTIFYING || column->role == DEID_ROLE_JUDGED)
         && column->n_joined == 0
         && deid_kind_may_mark_persons (deid_kind_from_name (column->name),
                                        column->dictionary.n - n_missing, n_rows)
         && has_person_type (scan, column);
}

/* Counts how many different values each released class has. */
static guint32 *
warn_persons_count_values (const DeidWarningScan *scan, const DeidColumn *column, GError **error)
{
  const DeidPartition *partition = scan->partition;
  g_autofree guint32 *counts = deid_alloc (partition->n_classes, sizeof *counts, error);
  DeidFrequencyTable pairs = { 0 };
  gboolean success = counts != NULL;

  for (guint64 row = 0; success && row < partition->n_rows; row++)
    {
      const guint32 number = partition->class_of_row[row], n = pairs.n;

      success = deid_stop_check_row (scan->stop, row, error)
                && (deid_frequency_table_has_room (&pairs)
                    || deid_frequency_table_reserve (&pairs, error));
      if (!success || partition->suppressed[number])
        continue;
      deid_frequency_table_add (&pairs,
                                (guint64) number << 32 | deid_codes_get (&column->codes, row));
      counts[number] += pairs.n - n;
    }
  deid_frequency_table_clear (&pairs);
  return success ? g_steal_pointer (&counts) : NULL;
}

static gboolean
warn_persons_count_persons (const DeidWarningScan *scan, const DeidColumn *column, guint64 k,
                            Persons *persons, GError **error)
{
  const DeidPartition *partition = scan->partition;
  const guint32 missing = column->dictionary.missing;
  g_autofree guint32 *counts = warn_persons_count_values (scan, column, error);
  g_autofree guint8 *is_seen = deid_alloc (column->dictionary.n, sizeof *is_seen, error);

  *persons = (Persons){ .n_smallest = G_MAXUINT32 };
  if (counts == NULL || is_seen == NULL)
    return FALSE;
  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      const guint32 code = deid_codes_get (&column->codes, row);
      const guint64 n = deid_table_source_get_weight (scan->table, row);

      if (!deid_stop_check_row (scan->stop, row, error))
        return FALSE;
      if (code == missing || deid_partition_suppresses (partition, row))
        continue;
      persons->n_records += n;
      persons->n_further += n - !is_seen[code];
      is_seen[code] = TRUE;
    }
  for (guint32 number = 0; number < partition->n_classes; number++)
    if (!partition->suppressed[number])
      {
        persons->n_smallest = MIN (persons->n_smallest, counts[number]);
        persons->n_below += counts[number] < k;
      }
  return TRUE;
}

static gboolean
warn_persons_add_warning (const DeidWarningScan *scan, const DeidColumn *column, guint64 k,
                          const Persons *persons, GError **error)
{
  DeidLongText text = { 0 };

  deid_long_text_add (&text,
                      "no column is the entity, so each record counts as a person; but '%s', which "
                      "is not released, repeats: %" G_GUINT64_FORMAT " values on %" G_GUINT64_FORMAT
                      " released records. If a value is a person, the smallest number of persons "
                      "in a released class is %u",
                      deid_column_show (column), persons->n_records - persons->n_further,
                      persons->n_records, persons->n_smallest);
  if (k > 0 && persons->n_below == 0)
    deid_long_text_add (&text, ", and no class has fewer than k = %" G_GUINT64_FORMAT, k);
  else if (k > 0)
    deid_long_text_add (&text, ", and %u class%s fewer than k = %" G_GUINT64_FORMAT,
                        persons->n_below, persons->n_below == 1 ? " has" : "es have", k);
  deid_long_text_add (&text, "; with the role entity for this column, k and risks count persons");
  return deid_warning_scan_add (scan, DEID_WARNING_REPEATED_IDENTIFIER, column->name,
                                persons->n_further, &text, error);
}

gboolean
deid_warn_of_persons (const DeidWarningScan *scan, GError **error)
{
  const guint64 k = warn_persons_find_k (scan->problem);
  Persons persons;

  if (scan->table->entities != NULL)
    return TRUE;
  for (guint c = 0; c < scan->table->n_columns; c++)
    {
      const DeidColumn *column = &scan->table->columns[c];

      if (!may_mark_persons (scan, column))
        continue;
      if (!warn_persons_count_persons (scan, column, k, &persons, error)
          || (persons.n_further > 0
              && !warn_persons_add_warning (scan, column, k, &persons, error)))
        return FALSE;
    }
  return TRUE;
}
