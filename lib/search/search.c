/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/search-private.h"

#include <math.h>

#include "base/handle.h"
#include "base/parts.h"
#include "base/rational.h"
#include "base/specification.h"

static void
drop_progress_func (DeidSearch *search)
{
  if (search->progress_destroy != NULL)
    search->progress_destroy (search->progress_data);
}

static void
deid_search_free (DeidSearch *search)
{
  drop_progress_func (search);
  deid_search_funcs_unref (search->funcs);
  g_free (search->specification);
  g_free (search);
}

DEID_DEFINE_HANDLE (DeidSearch, deid_search)

DeidSearch *
deid_search_new (DeidSearchFuncs *funcs, GError **error)
{
  g_autofree char *specification = NULL;
  DeidSearch *search;

  g_return_val_if_fail (funcs != NULL, NULL);

  if (funcs->describe.func == NULL || funcs->run.func == NULL)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "search: the slot %s is empty",
                   funcs->describe.func == NULL ? "describe" : "run");
      return NULL;
    }
  specification = funcs->describe.func (funcs->describe.data);
  if (!deid_specification_check ("search", specification, error))
    return NULL;
  search = g_new0 (DeidSearch, 1);
  g_atomic_ref_count_init (&search->ref_count);
  search->funcs = deid_search_funcs_ref (funcs);
  deid_search_funcs_make_immutable (funcs);
  search->specification = g_steal_pointer (&specification);
  search->time_limit = INFINITY;
  search->step_limit = G_MAXUINT64;
  search->n_threads = 1;
  return search;
}

static char *
search_describe (gpointer specification)
{
  return g_strdup (specification);
}

DeidSearch *
deid_search_new_of_slots (const char *specification, DeidSearchRunFunc run, gpointer data,
                          GDestroyNotify destroy)
{
  g_autoptr (DeidSearchFuncs) funcs = deid_search_funcs_new ();

  deid_search_funcs_set_describe (funcs, search_describe, (gpointer) specification, NULL);
  deid_search_funcs_set_run (funcs, run, data, destroy);
  return deid_search_new (funcs, NULL);
}

char *
deid_search_to_specification (const DeidSearch *search)
{
  g_return_val_if_fail (search != NULL, NULL);

  return g_strdup (search->specification);
}

void
deid_search_make_immutable (DeidSearch *search)
{
  g_atomic_int_set (&search->immutable, TRUE);
}

static gboolean
search_check_mutable (DeidSearch *search, GError **error)
{
  return deid_check_mutable (&search->immutable, NULL, "the search was run", error);
}

gboolean
deid_search_set_time_limit (DeidSearch *search, double seconds, GError **error)
{
  g_return_val_if_fail (search != NULL, FALSE);

  if (!search_check_mutable (search, error))
    return FALSE;
  if (!(seconds > 0))
    {
      char text[DEID_DECIMAL_SIZE];

      deid_double_to_decimal (seconds, text);
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "time limit of %s seconds, expected a number above 0", text);
      return FALSE;
    }
  search->time_limit = seconds;
  return TRUE;
}

gboolean
deid_search_set_step_limit (DeidSearch *search, guint64 n_policies, GError **error)
{
  g_return_val_if_fail (search != NULL, FALSE);

  if (!search_check_mutable (search, error))
    return FALSE;
  if (n_policies == 0)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "step limit of 0 policies, expected at least 1");
      return FALSE;
    }
  search->step_limit = n_policies;
  return TRUE;
}

gboolean
deid_search_set_n_threads (DeidSearch *search, guint n_threads, GError **error)
{
  g_return_val_if_fail (search != NULL, FALSE);

  if (!search_check_mutable (search, error) || !deid_check_n_threads (n_threads, error))
    return FALSE;
  search->n_threads = n_threads;
  return TRUE;
}

gboolean
deid_search_set_progress_func (DeidSearch *search, DeidProgressFunc func, gpointer user_data,
                               GDestroyNotify destroy, GError **error)
{
  g_return_val_if_fail (search != NULL, FALSE);

  if (!search_check_mutable (search, error))
    {
      if (destroy != NULL)
        destroy (user_data);
      return FALSE;
    }
  drop_progress_func (search);
  search->progress_func = func;
  search->progress_data = user_data;
  search->progress_destroy = destroy;
  return TRUE;
}

double
deid_search_get_time_limit (const DeidSearch *search)
{
  g_return_val_if_fail (search != NULL, 0);

  return search->time_limit;
}

guint64
deid_search_get_step_limit (const DeidSearch *search)
{
  g_return_val_if_fail (search != NULL, 0);

  return search->step_limit;
}

guint
deid_search_get_n_threads (const DeidSearch *search)
{
  g_return_val_if_fail (search != NULL, 0);

  return search->n_threads;
}
