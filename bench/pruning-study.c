/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pruning-study.h"

#include <math.h>
#include <string.h>

/* Races are short, and others may be running on the machine. */
#define MIN_RACE_RUNS 9
#define RACE_PATIENCE 5

/* The variants of the store are measured on the table of the study. */
static gboolean
has_stores (const Studied *studied)
{
  return strcmp (studied->chosen.table.name, "adult") == 0 && studied->chosen.is_searched;
}

static Task
make_task (const Study *study, const Studied *studied, Algorithm algorithm)
{
  return (Task){ .table = &studied->chosen.table,
                 .algorithm = algorithm,
                 .store = STORE_TREE,
                 .n_runs = study->n_runs,
                 .seconds = study->seconds,
                 .patience = study->seconds };
}

static gboolean
run_algorithms (const Study *study, const Studied *previous, Studied *studied)
{
  gboolean success = TRUE;

  for (Algorithm algorithm = ALGORITHM_FLASH; algorithm < ALGORITHM_IGREEDY; algorithm++)
    {
      const Task task = make_task (study, studied, algorithm);

      if (previous == NULL || !previous->chosen.is_searched
          || previous->outcomes[algorithm].is_complete)
        success = measure_task (&task, &studied->outcomes[algorithm]) && success;
    }
  return success;
}

static gboolean
run_race (const Study *study, Studied *studied)
{
  Task task = make_task (study, studied, ALGORITHM_IGREEDY);

  task.n_runs = MAX (study->n_runs, MIN_RACE_RUNS);
  task.patience = RACE_PATIENCE;
  if (!measure_task (&task, &studied->outcomes[ALGORITHM_IGREEDY]))
    return FALSE;
  task.seconds = studied->outcomes[ALGORITHM_IGREEDY].totals.median;
  task.algorithm = ALGORITHM_BEST_FIRST;
  if (!measure_task (&task, &studied->race.best_first))
    return FALSE;
  task.algorithm = ALGORITHM_INTERVAL;
  return measure_task (&task, &studied->race.interval);
}

/* Flash has to find the same, whatever keeps its properties. */
static gboolean
check_store (const Outcome *found, const Outcome *expected, StoreKind store)
{
  gboolean is_same = found->n_evaluated == expected->n_evaluated;

  for (guint p = 0; p < G_N_ELEMENTS (found->properties); p++)
    is_same
        = is_same && found->properties[p].n_queries == expected->properties[p].n_queries
          && found->properties[p].n_hits == expected->properties[p].n_hits
          && found->properties[p].n_inserts == expected->properties[p].n_inserts
          && (store == STORE_LIST || found->properties[p].n_kept == expected->properties[p].n_kept);
  if (!is_same && found->is_complete && expected->is_complete)
    g_printerr ("%s: Flash differs from that with the property store\n", store_names[store]);
  return is_same || !found->is_complete || !expected->is_complete;
}

static gboolean
run_stores (Study *study)
{
  gboolean success = TRUE;

  for (guint store = 0; store < N_STORES; store++)
    {
      Task task = make_task (study, study->stored, ALGORITHM_FLASH);

      task.store = (StoreKind) store;
      success = measure_task (&task, &study->stores[store])
                && check_store (&study->stores[store], &study->stored->outcomes[ALGORITHM_FLASH],
                                task.store)
                && success;
    }
  return success;
}

gboolean
study_run (Study *study, GArray *cases)
{
  const Studied *previous = NULL;
  gboolean success = TRUE;

  study->cases = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < cases->len; i++)
    {
      Studied *studied = g_new0 (Studied, 1);

      studied->chosen = g_array_index (cases, Case, i);
      g_ptr_array_add (study->cases, studied);
      if (previous != NULL && strcmp (previous->chosen.table.name, studied->chosen.table.name) != 0)
        previous = NULL;
      if (studied->chosen.is_searched)
        success = run_algorithms (study, previous, studied) && success;
      success = run_race (study, studied) && success;
      if (has_stores (studied))
        study->stored = studied;
      previous = studied;
    }
  g_array_unref (cases);
  return (study->stored == NULL || run_stores (study)) && success;
}

void
study_clear (Study *study)
{
  for (guint i = 0; i < study->cases->len; i++)
    case_clear (&((Studied *) g_ptr_array_index (study->cases, i))->chosen);
  g_ptr_array_unref (study->cases);
}

double
studied_get_improvement (const Studied *studied, const Outcome *found)
{
  const double loss = studied->outcomes[ALGORITHM_IGREEDY].losses.median;

  return found->losses.median > 0 || loss > 0 ? 100 * (1 - found->losses.median / loss) : 0;
}

const Step *
outcome_get_last_step (const Outcome *outcome)
{
  return outcome->n_steps > 0 ? &outcome->steps[outcome->n_steps - 1] : NULL;
}
