/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A search is an algorithm with its options. It is run on a problem, and gives a result or an error
 * that says why there is none. */
#include "support/lesson-search.h"

static void
count (DeidProgress *progress, gpointer n_calls)
{
  double loss;

  ++*(guint *) n_calls;
  if (deid_progress_get_loss (progress, &loss))
    ck_assert (loss >= deid_progress_get_lower_bound (progress));
  ck_assert (deid_progress_get_share_done (progress) <= 1);
}

/* The last call is made when the run ends. */
START_TEST (test_progress)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  guint n_calls = 0;

  ck_assert (deid_search_set_progress_func (search, count, &n_calls, NULL, NULL));
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  ck_assert_uint_ge (n_calls, 1);
}

/* A search has a specification, and any of the library's is made from its own. */
START_TEST (test_specification)
{
  static const char *const texts[] = { "optimal", "flash", "bisecting:8:1:polish" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_from_specification (texts[i], NULL);
      g_autofree char *text = deid_search_to_specification (search);

      ck_assert_str_eq (text, texts[i]);
    }
}

/* Cancelled before it began, it has found nothing. */
START_TEST (test_cancelled)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_search_run (search, problem, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}

/* Without a privacy model anything would be a solution: that is a mistake. */
START_TEST (test_error)
{
  g_autoptr (DeidLattice) lattice = lesson_make_lattice ("town\n x\n", NULL);
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, "privacy model", NULL);
}

LESSON (search, test_progress, test_specification, test_cancelled, test_error)
