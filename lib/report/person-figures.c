/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Persons alone by several of their records. */
#include "base/arrays.h"
#include "evaluation/person-search.h"
#include "report/risk-report-private.h"
#include "table/dataset-view.h"

/* The smallest number of records of each interval. */
static const guint32 interval_numbers[DEID_N_HISTORIES] = { 1, 2, 3, 6, 11, 21 };

/* The released rows, by themselves. */
typedef struct
{
  DeidRows rows;
  guint64 *weights;
  DeidCodes entities;
  guint32 *class_of_row;
  DeidPersonRows persons;
  DeidPersonSearch search;
} PersonFigures;

static void
person_figures_clear (PersonFigures *figures)
{
  deid_person_search_clear (&figures->search);
  deid_person_rows_clear (&figures->persons);
  deid_codes_clear (&figures->entities);
  deid_free_arrays (figures->weights, figures->class_of_row);
}

static gboolean
list_released (PersonFigures *figures, const DeidPartition *classes, const DeidStop *stop,
               GError **error)
{
  const DeidDataset *dataset = classes->lattice->dataset;
  const DeidTableSource table = deid_dataset_lend (dataset);
  const DeidColumn *column = deid_dataset_get_entities (dataset);
  DeidRows *rows = &figures->rows;

  if (!deid_new_arrays (error, DEID_NEW (figures->weights, classes->n_rows),
                        DEID_NEW (figures->class_of_row, classes->n_rows))
      || !deid_codes_alloc (&figures->entities, classes->n_rows, column->dictionary.n - 1, error))
    return FALSE;
  for (guint64 row = 0; row < classes->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (deid_partition_suppresses (classes, row))
        continue;
      figures->weights[rows->n] = deid_table_source_get_weight (&table, row);
      figures->class_of_row[rows->n] = classes->class_of_row[row];
      deid_codes_set (&figures->entities, rows->n++, deid_codes_get (&column->codes, row));
    }
  rows->weights = figures->weights;
  return deid_person_rows_init (&figures->persons, rows, &figures->entities, column->dictionary.n,
                                stop, error)
         && deid_person_search_init (&figures->search, &figures->persons, error);
}

/* What is known of fewer records is known of more, so that who is alone by the former stays marked.
 */
static gboolean
person_figures_count (PersonFigures *figures, DeidAlonePersons *alone, const DeidStop *stop,
                      GError **error)
{
  gboolean is_done = TRUE;

  for (guint i = 0; is_done && i < DEID_N_KNOWN; i++)
    {
      const DeidPersonsCondition condition = { .k = 2, .n_known = i + 1 };

      if (!deid_person_search_mark (&figures->search, &condition, &is_done, stop, error))
        return FALSE;
      if (is_done)
        alone->n_alone[alone->n_counted++] = figures->search.n_marked;
    }
  return TRUE;
}

static guint
find_interval (guint32 number)
{
  guint i = DEID_N_HISTORIES - 1;

  while (interval_numbers[i] > number)
    i--;
  return i;
}

static void
count_histories (const PersonFigures *figures, DeidAlonePersons *alone)
{
  const DeidPersonRows *persons = &figures->persons;

  for (guint64 p = 0; p < persons->n; p++)
    {
      DeidHistories *histories;

      if (persons->numbers[p] == 0)
        continue;
      alone->is_known |= persons->numbers[p] > 1;
      histories = &alone->histories[find_interval (persons->numbers[p])];
      histories->n_persons++;
      histories->n_alone += figures->search.is_marked[p];
    }
}

gboolean
deid_risk_report_count_alone (DeidRiskReport *report, const DeidPartition *classes,
                              const DeidStop *stop, GError **error)
{
  const DeidPersonsCondition all = { .k = 2 };
  DeidAlonePersons *alone = &report->alone;
  PersonFigures figures = { 0 };
  DeidPersonClasses read = { .width = sizeof *figures.class_of_row, .n = classes->n_classes };
  gboolean success;

  if (!report->has_persons)
    return TRUE;
  success = list_released (&figures, classes, stop, error);
  read.class_of_row = figures.class_of_row;
  success = success && deid_person_search_start (&figures.search, &read, stop, error)
            && person_figures_count (&figures, alone, stop, error)
            && deid_person_search_mark (&figures.search, &all, NULL, stop, error);
  if (success)
    {
      alone->n_by_all = figures.search.n_marked;
      for (guint i = 0; i < DEID_N_HISTORIES; i++)
        alone->histories[i].smallest = interval_numbers[i];
      count_histories (&figures, alone);
    }
  person_figures_clear (&figures);
  return success;
}
