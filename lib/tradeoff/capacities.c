/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a search for capacities is asked for. */
#include <math.h>

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "tradeoff/capacities-private.h"

#define MAX_RESTARTS 1000

void
deid_capacity_findings_clear (DeidCapacityFindings *findings)
{
  for (guint64 c = 0; c < findings->n_columns; c++)
    {
      g_free (findings->columns[c].name);
      g_free (findings->columns[c].options);
      g_free (findings->columns[c].candidates);
      deid_axis_clear (&findings->columns[c].axis);
    }
  g_free (findings->columns);
  for (guint64 i = 0; i < findings->n_trials; i++)
    {
      g_free (findings->trials[i].point);
      deid_tradeoff_cell_clear (&findings->trials[i].cell);
    }
  g_free (findings->trials);
}

static void
deid_capacity_search_free (DeidCapacitySearch *search)
{
  deid_capacity_findings_clear (&search->findings);
  for (guint64 i = 0; i < search->n_names; i++)
    g_free (search->names[i]);
  g_free (search->names);
  g_free (search->statement);
  deid_job_unref (search->job);
  g_free (search);
}

DEID_DEFINE_HANDLE (DeidCapacitySearch, deid_capacity_search)

DeidCapacitySearch *
deid_capacity_search_new (DeidJob *job)
{
  DeidCapacitySearch *search;

  g_return_val_if_fail (job != NULL, NULL);

  search = g_new0 (DeidCapacitySearch, 1);
  g_atomic_ref_count_init (&search->ref_count);
  search->job = deid_job_ref (job);
  search->mean_weight = 1;
  search->correlation_weight = 1;
  search->n_restarts = 3;
  return search;
}

static gboolean
capacities_check_mutable (const DeidCapacitySearch *search, GError **error)
{
  return deid_check_mutable (&search->has_run, NULL, "the search of capacities was run", error);
}

gboolean
deid_capacity_search_add_column (DeidCapacitySearch *search, const char *column, GError **error)
{
  char *name;

  g_return_val_if_fail (search != NULL && column != NULL, FALSE);

  if (!capacities_check_mutable (search, error))
    return FALSE;
  if (search->names != NULL && g_strv_contains ((const char *const *) search->names, column))
    {
      g_autofree char *shown = deid_text_show (column, -1);

      g_set_error (error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN,
                   "column '%s': expected each column once", shown);
      return FALSE;
    }
  name = deid_copy_text (column, error);
  if (name == NULL
      || !deid_grow ((gpointer *) &search->names, &search->names_capacity, search->n_names + 2,
                     sizeof *search->names, error))
    {
      g_free (name);
      return FALSE;
    }
  search->names[search->n_names++] = name;
  search->names[search->n_names] = NULL;
  return TRUE;
}

static gboolean
is_weight (double weight)
{
  return isfinite (weight) && weight >= 0;
}

gboolean
deid_capacity_search_set_weights (DeidCapacitySearch *search, double mean, double correlation,
                                  double loss, GError **error)
{
  g_return_val_if_fail (search != NULL, FALSE);

  if (!capacities_check_mutable (search, error))
    return FALSE;
  if (!is_weight (mean) || !is_weight (correlation) || !is_weight (loss)
      || (mean == 0 && correlation == 0 && loss == 0))
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "weights of the shifts and the loss: expected finite numbers >= 0, "
                           "one of them above 0");
      return FALSE;
    }
  search->mean_weight = mean;
  search->correlation_weight = correlation;
  search->loss_weight = loss;
  return TRUE;
}

gboolean
deid_capacity_search_set_restarts (DeidCapacitySearch *search, guint n_restarts, guint64 seed,
                                   GError **error)
{
  g_return_val_if_fail (search != NULL, FALSE);

  if (!capacities_check_mutable (search, error))
    return FALSE;
  if (n_restarts > MAX_RESTARTS)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%u restarts, expected at most %d", n_restarts, MAX_RESTARTS);
      return FALSE;
    }
  search->n_restarts = n_restarts;
  search->seed = seed;
  return TRUE;
}

/* Makes the trials, unless they were made. */
static gboolean
capacities_run (DeidCapacitySearch *search, const DeidStop *stop, GError **error)
{
  DeidCapacityFindings findings = { 0 };
  char *statement = NULL;

  if (g_atomic_int_get (&search->has_run))
    return TRUE;
  if (!deid_capacities_list (search, &findings, stop, error)
      || !deid_capacities_descend (search, &findings, stop, error)
      || (statement = deid_job_to_report (search->job, error)) == NULL)
    {
      deid_capacity_findings_clear (&findings);
      return FALSE;
    }
  search->findings = findings;
  search->statement = statement;
  g_atomic_int_set (&search->has_run, TRUE);
  return TRUE;
}

DeidReport *
deid_report_new_capacities (DeidCapacitySearch *search, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (search != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return capacities_run (search, stop, error) ? deid_report_new (
             &deid_capacities_kind, deid_capacity_search_ref (search), stop, error)
                                              : NULL;
}
