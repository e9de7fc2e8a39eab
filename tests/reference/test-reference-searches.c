/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All searches that promise the optimum find the same one on the tables of the reference. */
#include <string.h>

#include "support/reference-rows.h"
#include "problem/problem-private.h"
#include "support/skewed-problem.h"
#include "support/suite.h"

/* Without DEID_TEST_SOAK, a row with a limit above 0 is left out if the reference's own search
 * checked more policies than this, and searches that evaluate most of a lattice run on small ones.
 * Each search then takes every third row, beginning one row after the search before it. */
#define N_TURNS                 3
#define MAX_CHECKS              200
#define MAX_BEST_FIRST_POLICIES 1200
#define MAX_EXHAUSTIVE_POLICIES 500

static const char *const searches[]
    = { "flash", "flash:explicit", "best-first", "sub-lattices", "ola", "exhaustive" };

static guint *chosen; /* rows that are tested */
static int n_chosen;

static gboolean
is_soak (void)
{
  return g_getenv ("DEID_TEST_SOAK") != NULL;
}

static gboolean
may_withhold (guint row)
{
  return reference_row_get_number (row, REFERENCE_SUPPRESSION_LIMIT) > 0;
}

static gboolean
is_promised (guint row, const char *search)
{
  return strcmp (search, "ola") != 0 || !may_withhold (row);
}

static gboolean
is_short (guint row, const char *search)
{
  const double n_policies = reference_row_get_number (row, REFERENCE_LATTICE);

  if (strcmp (search, "best-first") == 0)
    return may_withhold (row) || n_policies <= MAX_BEST_FIRST_POLICIES;
  return strcmp (search, "exhaustive") != 0 || n_policies <= MAX_EXHAUSTIVE_POLICIES;
}

/* Otherwise a generalization of a solution need not be one, which OLA takes for granted. */
static gboolean
is_union_closed (DeidProblem *problem)
{
  for (guint i = 0; i < problem->models->len; i++)
    if (deid_privacy_model_get_closure (deid_problem_get_model (problem, i)) == DEID_CLOSURE_NONE)
      return FALSE;
  return TRUE;
}

static void
check_search (DeidProblem *problem, const char *name, DeidResult *expected)
{
  g_autoptr (GError) error = NULL;
  DeidSearch *search = deid_search_new_from_specification (name, &error);
  g_autoptr (DeidResult) result = NULL;

  assert_no_error (error);
  result = solve_problem (problem, search);
  ck_assert_msg (result != NULL, "%s finds nothing", name);
  if (strcmp (name, "ola") == 0 && !is_union_closed (problem))
    ck_assert (!deid_result_is_proven_optimal (result));
  else
    assert_proven_alike (result, expected);
}

START_TEST (same_optimum)
{
  const guint row = chosen[_i];
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidProblem) problem = reference_row_load_problem (row, &error);
  g_autoptr (DeidResult) expected = NULL;

  assert_no_error (error);
  expected = solve_problem (problem, deid_search_new_optimal ());
  ck_assert (expected != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    if (is_promised (row, searches[i])
        && (is_soak () || ((guint) _i % N_TURNS == i % N_TURNS && is_short (row, searches[i]))))
      check_search (problem, searches[i], expected);
}
END_TEST

/* Where nothing may be withheld, most searches evaluate few policies whatever the model. */
static void
choose_rows (guint n_rows)
{
  chosen = g_new (guint, n_rows);
  for (guint row = 0; row < n_rows; row++)
    if (is_soak () || !may_withhold (row)
        || reference_row_get_number (row, REFERENCE_CHECKS) <= MAX_CHECKS)
      chosen[n_chosen++] = row;
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("searches on the reference");
  TCase *rows = tcase_create ("rows");
  const guint n_rows = reference_rows_read ("loss");

  if (n_rows > 0)
    {
      choose_rows (n_rows);
      tcase_add_loop_test (rows, same_optimum, 0, n_chosen);
    }
  else
    note_skipped ();
  tcase_set_timeout (rows, 300);
  suite_add_tcase (suite, rows);
  return suite;
}
