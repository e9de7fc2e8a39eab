/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Your own search: an algorithm that the library does not have, in one file of the host.
 *
 * It is hill climbing with random restarts. A climb starts anywhere in the lattice, looks at the
 * policies that differ by one level of one attribute, and goes to the best of them, until none is
 * better. What is better depends on where it stands: as long as the policy is no solution, fewer
 * records that would have to be suppressed; once it is one, a smaller loss. Then the next climb
 * starts elsewhere, until as many policies were evaluated as were asked for.
 *
 * That is a heuristic: it stops somewhere and does not know how good that is. The library adds
 * what makes it useful all the same: a bound of the loss that nobody can beat, limits,
 * cancellation, statistics, and everything that can be done with a result. The last step compares
 * the search with the library's own, which proves the optimum.
 *
 * Read it from the first step. What is called where is in main () and above it.
 *
 *     05-your-own-search [DIRECTORY]      the directory holds discharges.csv and the hierarchies
 */
#include <deid/deid-extend.h>
#include <deid/deid.h>
#include <stdio.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

#define MAX_IN_VAIN 1000

/* Step 1: the parameters. They are the user data of the slots, and only read: threads of the host
 * may run the same search at a time. What changes in a run belongs to the run (step 2). */
typedef struct
{
  guint64 n_evaluations;
  guint32 seed;
} Parameters;

static char *
describe (gpointer user_data)
{
  const Parameters *parameters = user_data;

  return g_strdup_printf ("climb:%" G_GUINT64_FORMAT ":%u", parameters->n_evaluations,
                          parameters->seed);
}

/* Step 2: what a run keeps. The context evaluates policies and remembers the best; the store
 * remembers which policies are hopeless. */
typedef struct
{
  DeidSearchContext *context;
  DeidLattice *lattice;
  DeidPropertyStore *hopeless;
  GRand *rand;
  guint64 n_left; /* evaluations */
  guint *floor;   /* the lowest level of each dimension that a solution may have */
} Run;

/* A policy with what a climb compares; none if the policy is NULL. */
typedef struct
{
  DeidPolicy *policy;
  gboolean is_solution;
  guint64 n_suppressed;
  double loss;
} Place;

static void
move (Place *to, Place *from)
{
  g_clear_pointer (&to->policy, deid_policy_unref);
  *to = *from;
  from->policy = NULL;
}

static gboolean
is_better (const Place *place, const Place *than)
{
  if (place->policy == NULL || than->policy == NULL)
    return place->policy != NULL;
  if (place->is_solution != than->is_solution)
    return place->is_solution;
  return place->is_solution ? place->loss < than->loss : place->n_suppressed < than->n_suppressed;
}

/* Step 3: evaluate a policy, and learn from it. If so many records fail that no specialization can
 * be a solution either, the store is told of this policy, and knows it of all specializations.
 *
 * Evaluating is what costs time: a pass over the table. It returns FALSE when the run has ended, by
 * a limit that the host set or because it was cancelled. There is nothing to do then but return;
 * the library knows why the run ended, and what the best policy is. */
static gboolean
evaluate (Run *run, DeidPolicy *policy, GError **error)
{
  if (run->n_left == 0 || !deid_search_context_evaluate (run->context, policy))
    return FALSE;
  run->n_left--;
  return deid_search_context_may_specialize (run->context)
         || deid_property_store_add (run->hopeless, policy, error);
}

static gboolean
visit (Run *run, DeidPolicy *policy, Place *place, GError **error)
{
  if (!evaluate (run, policy, error))
    return FALSE;
  place->policy = deid_policy_ref (policy);
  place->is_solution = deid_search_context_is_solution (run->context);
  place->n_suppressed = deid_search_context_get_n_suppressed (run->context);
  place->loss = deid_search_context_get_loss (run->context);
  return TRUE;
}

/* Step 4: a bound. With one dimension on some level and all others at the top, a policy is as
 * general as that level allows. If even this one is hopeless, no solution is as low in this
 * dimension: so each has its floor. Every solution is then a generalization of the policy that
 * stands on all floors, whose bound none of them is below. It takes a few evaluations, and the gap
 * of the result follows from it. The library has no way to check what it is told here. */
static gboolean
find_floor (Run *run, guint dimension, GError **error)
{
  g_autoptr (DeidPolicy) policy = deid_policy_new_top (run->lattice, error);

  while (policy != NULL && deid_policy_get_level (policy, dimension) > 0)
    {
      g_autoptr (DeidPolicy) lower = NULL;

      if (!deid_policy_get_predecessor (policy, dimension, &lower, error)
          || !evaluate (run, lower, error))
        return FALSE;
      if (!deid_search_context_may_specialize (run->context))
        break;
      deid_policy_unref (policy);
      policy = g_steal_pointer (&lower);
    }
  if (policy == NULL)
    return FALSE;
  run->floor[dimension] = deid_policy_get_level (policy, dimension);
  return TRUE;
}

static gboolean
bound_loss (Run *run, GError **error)
{
  const guint n = deid_lattice_get_n_dimensions (run->lattice);
  g_autoptr (DeidPolicy) lowest = NULL;

  for (guint d = 0; d < n; d++)
    if (!find_floor (run, d, error))
      return FALSE;
  lowest = deid_policy_new (run->lattice, run->floor, n, error);
  if (lowest == NULL)
    return FALSE;
  deid_search_context_raise_lower_bound (run->context,
                                         deid_search_context_get_bound (run->context, lowest));
  return TRUE;
}

/* Step 5: what need not be evaluated. The store answers without the table: it is no solution. The
 * context answers from bounds: neither the policy nor what generalizes it beats the best solution
 * so far. */
static gboolean
is_worth_while (const Run *run, const DeidPolicy *policy)
{
  return !deid_property_store_contains (run->hopeless, policy)
         && deid_search_context_may_improve (run->context, policy);
}

/* Step 6: look around. Two policies are next to this one in each dimension, one up and one down.
 * Returns: whether all of them could be looked at. */
static gboolean
find_best_neighbour (Run *run, const DeidPolicy *policy, Place *best, GError **error)
{
  for (guint i = 0; i < 2 * deid_lattice_get_n_dimensions (run->lattice); i++)
    {
      g_autoptr (DeidPolicy) next = NULL;
      Place found = { .policy = NULL };

      if (!(i % 2 == 0 ? deid_policy_get_successor (policy, i / 2, &next, error)
                       : deid_policy_get_predecessor (policy, i / 2, &next, error)))
        return FALSE;
      if (next == NULL || !is_worth_while (run, next))
        continue;
      if (!visit (run, next, &found, error))
        return FALSE;
      if (is_better (&found, best))
        move (best, &found);
      g_clear_pointer (&found.policy, deid_policy_unref);
    }
  return TRUE;
}

/* Step 7: a climb, up to where nothing around is better. Returns: whether another may follow. */
static gboolean
climb (Run *run, DeidPolicy *start, GError **error)
{
  Place here = { .policy = NULL }, next = { .policy = NULL };
  gboolean goes_on = visit (run, start, &here, error);

  while (goes_on && (goes_on = find_best_neighbour (run, here.policy, &next, error))
         && is_better (&next, &here))
    move (&here, &next);
  g_clear_pointer (&here.policy, deid_policy_unref);
  g_clear_pointer (&next.policy, deid_policy_unref);
  return goes_on;
}

/* Step 8: where climbs start: anywhere above the floors. */
static DeidPolicy *
draw_policy (const Run *run, GError **error)
{
  const guint n = deid_lattice_get_n_dimensions (run->lattice);
  g_autofree guint *levels = g_new (guint, n);

  for (guint d = 0; d < n; d++)
    levels[d] = (guint) g_rand_int_range (run->rand, (gint32) run->floor[d],
                                          (gint32) deid_lattice_get_height (run->lattice, d) + 1);
  return deid_policy_new (run->lattice, levels, n, error);
}

/* Where so many policies in a row are not worth while, little is left. Had all policies been ruled
 * out one by one, the algorithm could call deid_search_context_declare_optimal (); drawing at
 * random shows no such thing. Much is drawn here without an evaluation, so it looks for an end of
 * the run by itself. */
static void
climb_repeatedly (Run *run, GError **error)
{
  guint n_in_vain = 0;

  while (n_in_vain < MAX_IN_VAIN && deid_search_context_may_go_on (run->context))
    {
      g_autoptr (DeidPolicy) start = draw_policy (run, error);

      if (start == NULL)
        return;
      n_in_vain = is_worth_while (run, start) ? 0 : n_in_vain + 1;
      if (n_in_vain == 0 && !climb (run, start, error))
        return;
    }
}

/* Step 9: the slot. If it fails, the run ends, and deid_search_run () returns the error that it
 * set; once the run has ended it no longer matters what it returns. */
static gboolean
run_climber (DeidSearchContext *context, gpointer user_data, GError **error)
{
  const Parameters *parameters = user_data;
  DeidLattice *lattice = deid_problem_get_lattice (deid_search_context_get_problem (context));
  g_autoptr (DeidPropertyStore) hopeless
      = deid_property_store_new (lattice, DEID_INHERITANCE_SPECIALIZATIONS, error);
  g_autoptr (GRand) rand = g_rand_new_with_seed (parameters->seed);
  g_autofree guint *floor = g_new0 (guint, deid_lattice_get_n_dimensions (lattice));
  Run run = { .context = context,
              .lattice = lattice,
              .hopeless = hopeless,
              .rand = rand,
              .n_left = parameters->n_evaluations,
              .floor = floor };
  GError *own_error = NULL;

  if (hopeless == NULL)
    return FALSE;
  if (bound_loss (&run, &own_error))
    climb_repeatedly (&run, &own_error);
  if (own_error == NULL)
    return TRUE;
  g_propagate_error (error, own_error);
  return FALSE;
}

/* Step 10: the slots make a search. Both share their data, which are freed once. */
static DeidSearch *
make_climber (guint64 n_evaluations, guint32 seed, GError **error)
{
  g_autoptr (DeidSearchFuncs) funcs = deid_search_funcs_new ();
  Parameters *parameters = g_new (Parameters, 1);

  *parameters = (Parameters){ .n_evaluations = n_evaluations, .seed = seed };
  deid_search_funcs_set_describe (funcs, describe, parameters, g_free);
  deid_search_funcs_set_run (funcs, run_climber, parameters, NULL);
  return deid_search_new (funcs, error);
}

/* With the diagnosis and the stay, which a colleague or a neighbour may know as well, the lattice
 * is large enough to get lost in. */
static DeidLattice *
load_lattice (const char *directory, GError **error)
{
  static const char *const names[]
      = { "age", "sex", "zip", "admission", "insurance", "diagnosis", "stay" };
  g_autofree char *path = g_build_filename (directory, "discharges.csv", NULL);
  g_autoptr (DeidCsvOptions) layout = deid_csv_options_new ();
  g_autoptr (DeidDataset) data = NULL;
  g_autoptr (DeidLattice) lattice = NULL;

  if (!deid_csv_options_set_delimiter (layout, ';', error)
      || (data = deid_dataset_new_from_csv_file (path, layout, NULL, error)) == NULL)
    return NULL;
  lattice = deid_lattice_new (data);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = g_strconcat ("hierarchy_", names[i], ".csv", NULL);
      g_autofree char *hierarchy_path = g_build_filename (directory, file, NULL);
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_csv_file (hierarchy_path, NULL, NULL, error);

      if (hierarchy == NULL
          || !deid_lattice_add_quasi_identifier (lattice, names[i], hierarchy, NULL, error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

static DeidProblem *
state_problem (DeidLattice *lattice, GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (20, error);

  if (k == NULL || !deid_problem_add_privacy_model (problem, k, error)
      || !deid_problem_set_suppression_limit (problem, 0.01, error))
    return NULL;
  return g_steal_pointer (&problem);
}

/* Step 11: the search is like any other from here on: a step limit, a time limit, a function that
 * is told of progress and a cancellable work on it as well. */
static void
show (const char *name, const DeidResult *result)
{
  g_autofree char *policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  guint64 n_policies;

  deid_lattice_get_size (deid_problem_get_lattice (deid_result_get_problem (result)), &n_policies);
  printf ("%s\n  policy %s, %" G_GUINT64_FORMAT " records suppressed\n"
          "  loss %.6f, lower bound %.6f, gap %.6f: %s\n"
          "  %" G_GUINT64_FORMAT " policies evaluated of %" G_GUINT64_FORMAT "\n",
          name, policy, deid_result_get_n_suppressed (result), deid_result_get_loss (result),
          deid_result_get_lower_bound (result), deid_result_get_gap (result),
          deid_result_is_proven_optimal (result) ? "proven optimal" : "not proven optimal",
          deid_result_get_n_evaluated (result), n_policies);
}

/* Step 12: the statistics tell how fast a search gets how far. Where searches are compared, it
 * says more than the last loss alone. */
static double
get_figure (const DeidReport *statistics, const char *series, guint64 i)
{
  g_autofree char *path = g_strdup_printf ("%s[%" G_GUINT64_FORMAT "]", series, i);
  double value;

  deid_report_get_number (statistics, path, &value);
  return value;
}

static gboolean
show_trajectory (DeidResult *result, GError **error)
{
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, error);
  guint64 n;

  if (statistics == NULL)
    return FALSE;
  deid_report_get_n_rows (statistics, "improvement-losses", &n);
  for (guint64 i = 0; i < n; i++)
    printf ("  after %3.0f policies: loss %.6f\n",
            get_figure (statistics, "improvement-evaluations", i),
            get_figure (statistics, "improvement-losses", i));
  return TRUE;
}

static DeidResult *
solve (DeidSearch *search, DeidProblem *problem, GError **error)
{
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, error);
  g_autofree char *name = deid_search_to_specification (search);

  if (result == NULL)
    return NULL;
  show (name, result);
  return show_trajectory (result, error) ? g_steal_pointer (&result) : NULL;
}

/* Step 13: a few evaluations, more of them, and the proof. */
static gboolean
compare (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidSearch) quick = make_climber (100, 1, error);
  g_autoptr (DeidSearch) slow = make_climber (500, 1, error);
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  g_autoptr (DeidResult) first = NULL, second = NULL, optimum = NULL;

  if (quick == NULL || slow == NULL || (first = solve (quick, problem, error)) == NULL
      || (second = solve (slow, problem, error)) == NULL
      || (optimum = solve (optimal, problem, error)) == NULL)
    return FALSE;
  printf ("above the optimum: %.6f, then %.6f\n",
          deid_result_get_loss (first) - deid_result_get_loss (optimum),
          deid_result_get_loss (second) - deid_result_get_loss (optimum));
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidLattice) lattice = load_lattice (argc > 1 ? argv[1] : DATA_DIR, &error);
  g_autoptr (DeidProblem) problem = NULL;

  if (lattice != NULL && (problem = state_problem (lattice, &error)) != NULL
      && compare (problem, &error))
    return 0;
  fprintf (stderr, "05-your-own-search: %s\n", error->message);
  return 1;
}
