/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From options to a search. */
#include "search-options.h"

#include "idle-cores.h"
#include "lattice-options.h"
#include "messages.h"
#include "option-values.h"

#define MAX_THREADS  1024
#define N_ITERATIONS 100

static char *opt_search, *opt_iterations, *opt_seed, *opt_time_limit, *opt_step_limit, *opt_threads;
static gboolean opt_polish;

const GOptionEntry search_entries[] = {
  { "search", 0, 0, G_OPTION_ARG_STRING, &opt_search,
    "the search; bisecting or directed take --iterations and --seed (optimal, or bisecting where "
    "the lattice has cuts)",
    "NAME" },
  { "iterations", 0, 0, G_OPTION_ARG_STRING, &opt_iterations,
    "how often to search for an alternative (100)", "N" },
  { "polish", 0, 0, G_OPTION_ARG_NONE, &opt_polish,
    "go on to alternatives that cannot be made any more specific", NULL },
  { "time-limit", 0, 0, G_OPTION_ARG_STRING, &opt_time_limit, "seconds to search", "S" },
  { "step-limit", 0, 0, G_OPTION_ARG_STRING, &opt_step_limit, "policies to evaluate", "N" },
  { "threads", 0, 0, G_OPTION_ARG_STRING, &opt_threads,
    "threads to use (as many as cores are idle)", "N" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &opt_seed,
    "of random choices: the order of the released rows, and alternatives (0)", "N" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

gboolean
read_seed (guint64 *seed, GError **error)
{
  *seed = 0;
  return opt_seed == NULL || read_count ("seed", opt_seed, seed, error);
}

static DeidSearch *
make_boundary_search (const char *name, GError **error)
{
  guint64 n_iterations = N_ITERATIONS, seed;

  if ((opt_iterations != NULL && !read_count ("iterations", opt_iterations, &n_iterations, error))
      || !read_seed (&seed, error))
    return NULL;
  return g_str_equal (name, "bisecting")
             ? deid_search_new_bisecting (n_iterations, seed, opt_polish)
             : deid_search_new_directed (n_iterations, seed, opt_polish);
}

static DeidSearch *
make_algorithm (GError **error)
{
  const char *name = opt_search != NULL ? opt_search : get_default_search ();

  if (g_str_equal (name, "bisecting") || g_str_equal (name, "directed"))
    return make_boundary_search (name, error);
  if (opt_iterations == NULL && !opt_polish)
    return deid_search_new_from_specification (name, error);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--search %s: --iterations and --polish need bisecting or directed", name);
  return NULL;
}

DeidSearch *
make_search (GError **error)
{
  g_autoptr (DeidSearch) search = make_algorithm (error);
  guint64 count = MIN (count_idle_cores (), MAX_THREADS);
  static double seconds; /* the search that is run shows what is left of them */

  if (search == NULL)
    return NULL;
  if (opt_threads != NULL && !read_count ("threads", opt_threads, &count, error))
    return NULL;
  if (!deid_search_set_n_threads (search, (guint) MIN (count, G_MAXUINT), error))
    return NULL;
  if (opt_time_limit != NULL
      && (!read_number ("time-limit", opt_time_limit, &seconds, error)
          || !deid_search_set_time_limit (search, seconds, error)))
    return NULL;
  if (opt_step_limit != NULL
      && (!read_count ("step-limit", opt_step_limit, &count, error)
          || !deid_search_set_step_limit (search, count, error)))
    return NULL;
  if (is_watched ()
      && !deid_search_set_progress_func (search, show_progress, &seconds, NULL, error))
    return NULL;
  return g_steal_pointer (&search);
}
