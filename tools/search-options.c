/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From options to a search. */
#include "search-options.h"

#include <math.h>

#include "idle-cores.h"
#include "messages.h"
#include "settings.h"

static char *opt_search, *opt_iterations, *opt_rises, *opt_seed, *opt_time_limit, *opt_step_limit,
    *opt_threads;
static gboolean opt_polish, opt_no_forced_labels;

const GOptionEntry search_entries[]
    = { { "search", 0, 0, G_OPTION_ARG_STRING, &opt_search,
          "the search; bisecting, directed or local take --iterations and --seed (auto: optimal)",
          "NAME" },
        { "iterations", 0, 0, G_OPTION_ARG_STRING, &opt_iterations,
          "how often to search for an alternative (100), or steps of local recoding", "N" },
        { "rises", 0, 0, G_OPTION_ARG_STRING, &opt_rises,
          "how often the prices of a lower bound for local recodings rise (0: no bound)", "N" },
        { "no-forced-labels", 0, 0, G_OPTION_ARG_NONE, &opt_no_forced_labels,
          "local recoding: widen labels from which finer ones would follow", NULL },
        { "polish", 0, 0, G_OPTION_ARG_NONE, &opt_polish,
          "go on to alternatives that cannot be made any more specific", NULL },
        { "time-limit", 0, 0, G_OPTION_ARG_STRING, &opt_time_limit,
          "seconds, or none (60 with cuts or subtrees unless --search or --step-limit is given)",
          "S" },
        { "step-limit", 0, 0, G_OPTION_ARG_STRING, &opt_step_limit,
          "policies to evaluate, or steps to take", "N" },
        { "threads", 0, 0, G_OPTION_ARG_STRING, &opt_threads,
          "threads to use (as many as cores are idle)", "N" },
        { "seed", 0, 0, G_OPTION_ARG_STRING, &opt_seed,
          "of random choices: the order of the released rows, and alternatives (0)", "N" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

const Setting search_settings[]
    = { { "--search", &opt_search, NULL, "search", "algorithm" },
        { "--iterations", &opt_iterations, NULL, "search", "iterations" },
        { "--rises", &opt_rises, NULL, "search", "rises" },
        { "--no-forced-labels", NULL, &opt_no_forced_labels, "search", "no-forced-labels" },
        { "--polish", NULL, &opt_polish, "search", "polish" },
        { "--time-limit", &opt_time_limit, NULL, "search", "time-limit" },
        { "--step-limit", &opt_step_limit, NULL, "search", "step-limit" },
        { "--threads", &opt_threads, NULL, "search", "threads" },
        { "--seed", &opt_seed, NULL, "search", "seed" },
        { NULL, NULL, NULL, NULL, NULL } };

/* What needs a policy, or a bound that nobody asked for, is refused before a search for something
 * else. */
static gboolean
check_local (GError **error)
{
  const DeidJob *settings = get_settings ();
  const char *reason = NULL;

  if (!is_recoding_local ())
    return TRUE;
  if (deid_job_is_set (settings, "output", "policy"))
    reason = "a stored policy was asked for, and a local recoding cannot be applied to other "
             "records";
  else if (deid_job_is_set (settings, "output", "certificate")
           && g_str_equal (deid_job_get (settings, "search", "rises"), "0"))
    reason = "a certificate was asked for, and that of a local recoding is of its lower bound, "
             "expected --rises";
  else if (has_flag ("report", "explain"))
    reason = "an explanation was asked for, which says what blocks better policies, and a local "
             "recoding is no policy";
  if (reason != NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, reason);
  return reason == NULL;
}

gboolean
check_search_options (GError **error)
{
  static const char *const unneeded[] = { "threads", "seed", NULL }; /* they change no result */
  const Setting *setting = search_settings;

  if (!deid_job_is_set (get_settings (), "search", "evaluate"))
    return check_local (error);
  while (setting->option != NULL
         && (g_strv_contains (unneeded, setting->key)
             || (setting->flag != NULL ? !*setting->flag : *setting->value == NULL)))
    setting++;
  if (setting->option == NULL)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%s: nothing is searched beside a policy that is stated, by --evaluate or a problem "
               "file, expected one of the two",
               setting->option);
  return FALSE;
}

DeidSearch *
make_search (GError **error)
{
  g_autoptr (DeidSearch) search = deid_job_make_search (get_settings (), error);
  static double seconds; /* the search that is run shows what is left of them */

  if (search == NULL)
    return NULL;
  if (!deid_job_is_set (get_settings (), "search", "threads")
      && !deid_search_set_n_threads (search, count_idle_cores (), error))
    return NULL;
  seconds = deid_search_get_time_limit (search);
  if (is_watched ()
      && !deid_search_set_progress_func (search, show_progress,
                                         isfinite (seconds) ? &seconds : NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&search);
}
