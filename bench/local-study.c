/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-study.h"

#include "local-tables.h"
#include "local-text.h"

static gboolean
run_method (LocalStudy *study, const LocalCase *the_case, const Table *table, LocalMethod method,
            const LocalEffort *effort)
{
  LocalRun run = { .the_case = the_case, .method = method, .effort = effort };

  if (!local_method_measure (method, the_case, table, effort != NULL ? effort->n_steps : 0,
                             &run.outcome))
    return FALSE;
  local_print_run (&run);
  g_array_append_val (study->runs, run);
  return TRUE;
}

/* Behind the clusters of most steps. */
static gboolean
run_bound (LocalStudy *study, const LocalCase *the_case, const Table *table)
{
  const double loss = local_study_get_run (study, study->runs->len - 1)->outcome.loss;

  if (!run_method (study, the_case, table, LOCAL_BOUND, NULL))
    return FALSE;
  local_print_gap (loss / local_study_get_run (study, study->runs->len - 1)->outcome.loss);
  return TRUE;
}

static gboolean
run_efforts (LocalStudy *study, const LocalCase *the_case, const Table *table, gboolean is_quick)
{
  for (guint i = 0; i < (is_quick ? 1 : LOCAL_MAX_EFFORTS); i++)
    if (the_case->efforts[i].n_steps > 0
        && !run_method (study, the_case, table, LOCAL_CLUSTERS, &the_case->efforts[i]))
      return FALSE;
  return TRUE;
}

static gboolean
run_case (LocalStudy *study, const LocalCase *the_case, const Table *table, gboolean is_quick)
{
  for (guint method = 0; method < LOCAL_CLUSTERS; method++)
    if (local_method_suits (method, the_case) && !run_method (study, the_case, table, method, NULL))
      return FALSE;
  return run_efforts (study, the_case, table, is_quick)
         && (is_quick || !local_method_suits (LOCAL_BOUND, the_case)
             || run_bound (study, the_case, table));
}

static gboolean
run_if_there (LocalStudy *study, const LocalCase *the_case, gboolean is_quick, GError **error)
{
  Table table;
  gboolean success = TRUE;

  if (local_find_table (the_case->table, the_case->n_attributes, &table))
    success = run_case (study, the_case, &table, is_quick);
  table_clear (&table);
  if (!success)
    g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION, "a case of %s failed",
                 the_case->table);
  return success;
}

static gboolean
run_cases (LocalStudy *study, const LocalScope *scope, GError **error)
{
  local_print_runs_title ();
  for (guint i = 0; i < (scope->is_quick ? 1 : local_n_cases); i++)
    if ((scope->table == NULL || g_str_equal (scope->table, local_cases[i].table))
        && !run_if_there (study, &local_cases[i], scope->is_quick, error))
      return FALSE;
  return TRUE;
}

gboolean
local_study_run (LocalStudy *study, const LocalScope *scope, GError **error)
{
  *study = (LocalStudy){ .runs = g_array_new (FALSE, FALSE, sizeof (LocalRun)),
                         .views = g_array_new (FALSE, FALSE, sizeof (LocalView)),
                         .numbers = g_array_new (FALSE, FALSE, sizeof (LocalNumbersRun)) };
  if (!run_cases (study, scope, error)
      || !local_views_measure (study->views, scope->table, scope->is_quick, error)
      || !local_numbers_measure (study->numbers, scope->table, scope->is_quick, error))
    return FALSE;
  local_print_views (study->views);
  local_print_numbers (study->numbers);
  return TRUE;
}

void
local_study_clear (LocalStudy *study)
{
  g_array_unref (study->runs);
  g_array_unref (study->views);
  g_array_unref (study->numbers);
}

const LocalRun *
local_study_get_run (const LocalStudy *study, guint i)
{
  return &g_array_index (study->runs, LocalRun, i);
}

guint
local_study_find_end (const LocalStudy *study, guint begin)
{
  const LocalCase *the_case = local_study_get_run (study, begin)->the_case;
  guint end = begin;

  while (end < study->runs->len && local_study_get_run (study, end)->the_case == the_case)
    end++;
  return end;
}

char *
local_run_get_name (const LocalRun *run)
{
  g_autofree char *name = local_case_get_name (run->the_case);

  if (run->effort != NULL)
    return g_strdup_printf ("%s:%s:%" G_GUINT64_FORMAT, name, local_method_names[run->method],
                            run->effort->n_steps);
  return g_strdup_printf ("%s:%s", name, local_method_names[run->method]);
}

const LocalRun *
local_study_find (const LocalStudy *study, guint begin, LocalMethod method)
{
  const LocalRun *found = NULL;

  for (guint i = begin, end = local_study_find_end (study, begin); i < end; i++)
    if (local_study_get_run (study, i)->method == method)
      found = local_study_get_run (study, i);
  return found;
}
