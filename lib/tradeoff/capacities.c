/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a search for capacities is asked for. */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/key-file.h"
#include "base/rational.h"
#include "base/text.h"
#include "job/job-private.h"
#include "job/job-keys.h"
#include "tradeoff/capacities-private.h"

#define MAX_RESTARTS 1000

static void
capacity_findings_clear (DeidCapacityFindings *findings)
{
  for (guint64 c = 0; c < findings->n_columns; c++)
    {
      deid_free_arrays (findings->columns[c].name, findings->columns[c].options,
                        findings->columns[c].candidates);
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

void
deid_capacity_search_free (DeidCapacitySearch *search)
{
  capacity_findings_clear (&search->findings);
  g_strfreev (search->names);
  g_free (search->statement);
  deid_job_unref (search->job);
  g_free (search);
}

static gboolean
set_names (DeidCapacitySearch *search, const char *value, GError **error)
{
  g_autofree char *list = g_strdup (value);

  if (!deid_key_file_unescape (list, TRUE, error))
    return FALSE;
  if (list[0] == '\0')
    return TRUE;
  search->names = deid_job_value_split (list);
  for (guint i = 0; search->names[i] != NULL; i++)
    for (guint j = 0; j < i; j++)
      if (g_str_equal (search->names[i], search->names[j]))
        return deid_fail (error, DEID_ERROR_DUPLICATE_COLUMN,
                          "column '%s': expected each column once", DEID_SHOW (search->names[i]));
  return TRUE;
}

typedef enum
{
  KEY_COLUMNS,
  KEY_MEAN,
  KEY_CORRELATION,
  KEY_LOSS,
  KEY_RESTARTS,
  KEY_SEED
} Key;

static const char *const capacities_keys[]
    = { "columns", "mean", "correlation", "loss", "restarts", "seed" };

/* Settings that are read. */
typedef struct
{
  DeidCapacitySearch *search;
  gboolean is_set[G_N_ELEMENTS (capacities_keys)];
} CapacitiesReading;

static gboolean
capacities_set_key (DeidCapacitySearch *search, Key key, const char *value, GError **error)
{
  double *const weights[] = { [KEY_MEAN] = &search->mean_weight,
                              [KEY_CORRELATION] = &search->correlation_weight,
                              [KEY_LOSS] = &search->loss_weight };
  const char *expected = "a finite number from 0 on";
  gboolean is_valid;

  if (key == KEY_COLUMNS)
    return set_names (search, value, error);
  if (key == KEY_RESTARTS)
    {
      is_valid = deid_uint64_from_decimal (value, &search->n_restarts)
                 && search->n_restarts <= MAX_RESTARTS;
      expected = "an integer from 0 to " G_STRINGIFY (MAX_RESTARTS);
    }
  else if (key == KEY_SEED)
    {
      is_valid = deid_uint64_from_decimal (value, &search->seed);
      expected = "an unsigned integer";
    }
  else
    is_valid = deid_double_from_decimal (value, weights[key]) && *weights[key] >= 0;
  if (!is_valid)
    deid_fail (error, DEID_ERROR_PARSE, "key '%s': expected %s", capacities_keys[key], expected);
  return is_valid;
}

static gboolean
capacities_read_entry (gpointer data, const char *name, const char *value, GError **error)
{
  CapacitiesReading *reading = data;
  guint key = 0;

  while (key < G_N_ELEMENTS (capacities_keys) && !g_str_equal (capacities_keys[key], name))
    key++;
  if (key < G_N_ELEMENTS (capacities_keys) && !reading->is_set[key])
    {
      reading->is_set[key] = TRUE;
      return capacities_set_key (reading->search, (Key) key, value, error);
    }
  return deid_fail (error, DEID_ERROR_PARSE,
                    key < G_N_ELEMENTS (capacities_keys)
                        ? "key '%s': expected each key once"
                        : "key '%s': expected columns, mean, correlation, loss, restarts or seed",
                    DEID_SHOW (name));
}

static gboolean
capacities_read (DeidCapacitySearch *search, const char *settings, GError **error)
{
  CapacitiesReading reading = { .search = search };

  search->mean_weight = 1;
  search->correlation_weight = 1;
  search->n_restarts = 3;
  if (settings != NULL
      && !deid_key_file_read_entries (settings, "capacities", capacities_read_entry, &reading,
                                      error))
    return FALSE;
  if (search->mean_weight > 0 || search->correlation_weight > 0 || search->loss_weight > 0)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "weights of the shifts and the loss: expected one of them above 0");
}

DeidReport *
deid_report_new_capacities (DeidJob *job, const char *settings, GCancellable *cancellable,
                            GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidCapacitySearch) search = NULL;

  g_return_val_if_fail (job != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  search = g_new0 (DeidCapacitySearch, 1);
  search->job = deid_job_ref (job);
  if (!capacities_read (search, settings, error)
      || !deid_capacities_list (search, &search->findings, stop, error)
      || !deid_capacities_descend (search, &search->findings, stop, error)
      || (search->statement = deid_job_to_report (job, error)) == NULL)
    return NULL;
  return deid_report_new (&deid_capacities_kind, g_steal_pointer (&search), stop, error);
}
