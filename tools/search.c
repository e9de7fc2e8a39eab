/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From settings to a search. */
#include "search.h"

#include <math.h>

#include "idle-cores.h"
#include "messages.h"
#include "options.h"
#include "settings.h"

#define OPTIMUM_SECONDS 60

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
check_search (GError **error)
{
  static const char *const keys[] = { "algorithm",  "iterations",       "rises",     "polish",
                                      "time-limit", "no-forced-labels", "step-limit" };

  if (!deid_job_is_set (get_settings (), "search", "evaluate"))
    return check_local (error);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (get_given_value (keys[i]) != NULL)
      {
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                     "--%s: nothing is searched where the policy is stated, by --evaluate or a "
                     "problem file",
                     keys[i]);
        return FALSE;
      }
  return TRUE;
}

/* Gives a search idle cores, unless the settings state threads, and a line of progress. */
static gboolean
prepare_search (DeidSearch *search, GError **error)
{
  static double seconds; /* the search that is run shows what is left of them */

  if (!deid_job_is_set (get_settings (), "search", "threads")
      && !deid_search_set_n_threads (search, count_idle_cores (), error))
    return FALSE;
  seconds = deid_search_get_time_limit (search);
  return !is_watched ()
         || deid_search_set_progress_func (search, show_progress,
                                           isfinite (seconds) ? &seconds : NULL, NULL, error);
}

DeidSearch *
make_search (GError **error)
{
  g_autoptr (DeidSearch) search = deid_job_make_search (get_settings (), error);

  return search != NULL && prepare_search (search, error) ? g_steal_pointer (&search) : NULL;
}

DeidSearch *
make_search_for_optimum (GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  return deid_search_set_time_limit (search, OPTIMUM_SECONDS, error)
                 && prepare_search (search, error)
             ? g_steal_pointer (&search)
             : NULL;
}
