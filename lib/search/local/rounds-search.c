/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for a local recoding by rounds of full-domain generalization. */
#include "search/local/local-once.h"
#include "search/local/rounds.h"
#include "search/search-context.h"
#include "search/search-private.h"

typedef struct
{
  DeidLocalOnce *once;
  guint64 n_rounds; /* so far */
} Progress;

static void
rounds_search_report (gpointer data, guint64 n_done)
{
  Progress *progress = data;

  progress->n_rounds++;
  deid_local_once_report (progress->once, n_done);
}

static gboolean
make_rounds (DeidLocalOnce *once, gpointer n_rounds, GError **error)
{
  DeidRun *run = once->local->run;
  const guint n_stated = GPOINTER_TO_UINT (n_rounds);
  Progress progress = { .once = once };
  const DeidLocalRoundsOptions options
      = { .n_rounds = n_stated > 0 ? n_stated : deid_local_rounds_get_usual (&once->tuples),
          .is_free = TRUE,
          .max_policies = run->search->step_limit,
          .max_comparisons = G_MAXUINT64,
          .report = rounds_search_report,
          .report_data = &progress };
  guint64 n_evaluated;
  gboolean success = deid_local_rounds (&once->clusters, run->prepared->problem, &options,
                                        &n_evaluated, &run->stop, error);

  run->n_evaluated += n_evaluated;
  if (n_evaluated >= options.max_policies)
    deid_run_end (run, DEID_TERMINATION_STEP_LIMIT);
  return success
         && deid_statistics_set (run->statistics, "rounds", (double) progress.n_rounds, error);
}

static gboolean
rounds_search_run_rounds (DeidSearchContext *context, gpointer n_rounds, GError **error)
{
  DeidRun *run = deid_search_context_get_run (context);

  if (!deid_lattice_check_no_cuts (run->prepared->lattice, "rounds of policies", error))
    return FALSE;
  if (deid_local_rounds_suit (run->prepared))
    return deid_local_once (run, run->search->step_limit, make_rounds, n_rounds, error);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: the problem has a privacy model that is not superset-closed, or that asks for "
               "the whole table: what rounds leave cannot join classes that pass",
               run->prepared->lattice->table.name);
  return FALSE;
}

DeidSearch *
deid_search_new_rounds (guint n_rounds)
{
  g_autofree char *specification
      = n_rounds > 0 ? g_strdup_printf ("rounds:%u", n_rounds) : g_strdup ("rounds");
  DeidSearch *search = deid_search_new_of_slots (specification, rounds_search_run_rounds,
                                                 GUINT_TO_POINTER (n_rounds), NULL);

  search->funcs->takes_all_rows = TRUE;
  return search;
}
