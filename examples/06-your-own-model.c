/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Your own model: a privacy model and a quality model that the library does not have, in one file
 * of the host.
 *
 * A health insurer knows who it insures, and can take its own patients out of every equivalence
 * class. What is left must still be a crowd: at least K records of each class must belong to
 * others, whichever insurer looks. Where the insurance is not known, it might be the insurer's own.
 * The class with the counts
 *
 *     statutory 9, private 3, family 2, not known 1
 *
 * has 15 records. The statutory insurer knows 9 of them, perhaps 10, and is left with 5: the class
 * is good for K = 5, and not for K = 6.
 *
 * Of the policies that protect so much, which is best? The library's own loss asks how coarse the
 * labels are. Who counts cases in classes rather asks how many records share one: by the
 * discernibility metric (R. Bayardo, R. Agrawal, ICDE 2005) a record costs as many records as it
 * cannot be told from. The class above costs 15 times 15. That is the quality model.
 *
 * Read it from the first step. What is called where is in main () and above it.
 *
 *     06-your-own-model [DIRECTORY]      the directory holds discharges.csv and the hierarchies
 */
#include <deid/deid-extend.h>
#include <deid/deid.h>
#include <stdio.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

#define NOT_MISSING G_MAXUINT32 /* no value has this number */
#define LIMIT       0.05

/* Step 1: the parameter, and its specification in reports, stored policies and certificates. */
static char *
describe (gpointer k)
{
  return g_strdup_printf ("outsiders:%" G_GUINT64_FORMAT, *(const guint64 *) k);
}

/* Step 2: what can be worked out once a problem rather than for each class. The library numbers the
 * values of an attribute; here it is enough to know which number stands for a missing value. The
 * model hands back what it made as its state, and frees it when the run is over. */
static guint32
find_missing (const DeidPrivacyInput *input)
{
  guint32 n_values;

  deid_privacy_input_get_counts (input, 0, &n_values);
  for (guint32 value = 0; value < n_values; value++)
    if (deid_privacy_input_get_value (input, 0, value) == NULL)
      return value;
  return NOT_MISSING;
}

static gboolean
prepare (const DeidPrivacyInput *input, gpointer user_data, gpointer *state, GError **error)
{
  guint32 *missing = g_new (guint32, 1);

  (void) user_data;
  (void) error;
  *missing = find_missing (input);
  *state = missing;
  return TRUE;
}

static void
free_state (gpointer missing, gpointer user_data)
{
  (void) user_data;
  g_free (missing);
}

/* Step 3: the verdict on a class. It may ask for whatever deid-class.h offers, the cheapest first:
 * most classes that fail are too small for any insurer. Had something gone wrong, it would set the
 * error and return FALSE: the search ends, and deid_search_run () returns that error. */
static gboolean
accept (const DeidClass *eq_class, gpointer missing, gpointer k, gboolean *passes, GError **error)
{
  const guint64 n_records = deid_class_get_n_records (eq_class), n_needed = *(const guint64 *) k;
  const guint32 *values;
  const guint64 *counts;
  guint64 n_unknown = 0, n_largest = 0;
  guint32 n_values;

  (void) error;
  *passes = FALSE;
  if (n_records < n_needed)
    return TRUE;
  values = deid_class_get_values (eq_class, 0, &n_values);
  counts = deid_class_get_counts (eq_class, 0, &n_values);
  for (guint32 v = 0; v < n_values; v++)
    if (values[v] == *(const guint32 *) missing)
      n_unknown = counts[v];
    else
      n_largest = MAX (n_largest, counts[v]);
  *passes = n_records - n_unknown - n_largest >= n_needed;
  return TRUE;
}

/* Step 4: the same once more for the verifier, as the definition says it and without the state, so
 * that a mistake in steps 2 and 3 is found when the released table is checked. Every insurer takes
 * out its own records and those not known. 1 is good, -1 is bad; 0 would mean that rounding does
 * not tell, but whole numbers always do. */
static gboolean
recheck (const DeidClass *eq_class, const DeidPrivacyInput *input, gpointer k, int *verdict,
         GError **error)
{
  guint32 n_values;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_values);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);

  (void) error;
  *verdict = 1;
  for (guint32 insurer = 0; insurer < n_values; insurer++)
    {
      guint64 n_outsiders = 0;

      for (guint32 v = 0; v < n_values; v++)
        if (v != insurer && deid_privacy_input_get_value (input, 0, values[v]) != NULL)
          n_outsiders += counts[v];
      if (n_outsiders < *(const guint64 *) k)
        *verdict = -1;
    }
  return TRUE;
}

/* Step 5: the slots make a model. Its data belong to them, and are freed once, whatever happens;
 * slots that share their data give the destroy function to one of them.
 *
 * The closure is a promise about accept, which the search prunes by: think about it twice. Let some
 * record join a class that passes. The class has one record more, and the records that an insurer
 * must take out become one more or stay as they are. So what is left never shrinks: the class still
 * passes, the model is superset-closed. With DEID_CLOSURE_NONE, which is always true, the search
 * finds the same optimum and takes longer; a promise that is not kept makes it miss the optimum. */
static DeidPrivacyModel *
make_outsiders (guint64 k, DeidClosure closure, GError **error)
{
  static const char *const sensitive[] = { "insurance", NULL };
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  guint64 *data = g_new (guint64, 1);

  *data = k;
  deid_privacy_model_funcs_set_describe (funcs, describe, data, g_free);
  deid_privacy_model_funcs_set_prepare (funcs, prepare, NULL, NULL);
  deid_privacy_model_funcs_set_free_state (funcs, free_state, NULL, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept, data, NULL);
  deid_privacy_model_funcs_set_recheck (funcs, recheck, data, NULL);
  deid_privacy_model_funcs_set_closure (funcs, closure);

  /* The state is only read, so that several threads may judge classes at once. */
  deid_privacy_model_funcs_set_thread_safe (funcs, TRUE);
  deid_privacy_model_funcs_set_sensitive (funcs, sensitive);
  return deid_privacy_model_new (funcs, error);
}

/* Step 6: the quality model, from its specification on. It needs nothing but the table, which stays
 * valid as long as the state does: so that is the state, and there is nothing to free. */
static char *
describe_quality (gpointer user_data)
{
  (void) user_data;
  return g_strdup ("discernibility");
}

static gboolean
prepare_quality (const DeidQualityInput *input, gpointer user_data, gpointer *state, GError **error)
{
  (void) user_data;
  (void) error;
  *state = (gpointer) input;
  return TRUE;
}

/* Step 7: what a class costs. A suppressed record might be any of the table, and costs as many as
 * that has. The library adds up all classes, as integers, so that the loss is the same to the last
 * bit however many threads took part. It divides the sum by the number of records, for want of a
 * slot `finish' that would say otherwise: the loss is how many records share a class with a record
 * on average. */
static gboolean
cost_class (const DeidClass *eq_class, gpointer input, gpointer user_data, guint64 *cost,
            GError **error)
{
  const guint64 n_records = deid_class_get_n_records (eq_class);

  (void) user_data;
  (void) error;
  *cost = n_records
          * (deid_class_is_suppressed (eq_class) ? deid_quality_input_get_n_records (input)
                                                 : n_records);
  return TRUE;
}

/* Step 8: what the records of a class cost at least, under its policy and under all that generalize
 * it. The search sums this over the classes of a policy, and leaves out whatever cannot become
 * cheaper than the best it has.
 *
 * Why it is a bound: generalizing joins the class with others. A record of it then shares a class
 * with at least those it shares one with now; and if it is kept, with no fewer records than the
 * privacy models ask of any class, which the library finds out. If it is suppressed it costs as
 * many as the table has, which is more than either. Bounds of classes that are joined are added up,
 * so it matters that each speaks of its own records alone. */
static gboolean
bound_class (const DeidClass *eq_class, gpointer input, gpointer user_data, guint64 *bound,
             GError **error)
{
  const guint64 n_records = deid_class_get_n_records (eq_class);
  const guint64 min_records = deid_class_get_min_records (eq_class);

  (void) input;
  (void) user_data;
  (void) error;
  *bound = n_records * (n_records > min_records ? n_records : min_records);
  return TRUE;
}

/* Step 9: the slots make a model here too. The lower bound is a promise as the closure is: without
 * it the search finds the same optimum and takes longer. Costs of classes need no aggregate, which
 * joins the losses of attributes. Where single values cost something, whatever their class, there
 * is the slot attribute_costs instead: the library then finds the bounds by itself. */
static DeidQualityModel *
make_discernibility (gboolean has_bound, GError **error)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, describe_quality, NULL, NULL);
  deid_quality_model_funcs_set_prepare (funcs, prepare_quality, NULL, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_class, NULL, NULL);
  if (has_bound)
    deid_quality_model_funcs_set_class_bound (funcs, bound_class, NULL, NULL);

  /* Nothing but the number of records is asked of a class, so that the library need not find out
   * more. */
  deid_quality_model_funcs_set_size_only (funcs, TRUE);
  deid_quality_model_funcs_set_thread_safe (funcs, TRUE);
  return deid_quality_model_new (funcs, error);
}

static DeidLattice *
load_lattice (const char *directory, GError **error)
{
  static const char *const names[] = { "age", "sex", "zip", "admission" };
  g_autofree char *path = g_build_filename (directory, "discharges.csv", NULL);
  g_autoptr (DeidCsvOptions) layout = deid_csv_options_new ();
  g_autoptr (DeidDataset) data = NULL;
  g_autoptr (DeidLattice) lattice = NULL;

  if (!deid_csv_options_set_delimiter (layout, ';', error)
      || (data = deid_dataset_new_from_csv_file (path, layout, NULL, error)) == NULL
      || !deid_dataset_set_role (data, "insurance", DEID_ROLE_SENSITIVE, error))
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

/* Step 10: from here on the models are like any other. The privacy model joins k-anonymity in a
 * problem; the quality model takes the place of the library's loss. */
static DeidProblem *
state_problem (DeidLattice *lattice, DeidPrivacyModel *own, DeidQualityModel *quality, double limit,
               GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (5, error);

  if (k == NULL || !deid_problem_add_privacy_model (problem, k, error)
      || (own != NULL && !deid_problem_add_privacy_model (problem, own, error))
      || (quality != NULL && !deid_problem_set_quality_model (problem, quality, error))
      || !deid_problem_set_suppression_limit (problem, limit, error))
    return NULL;
  return g_steal_pointer (&problem);
}

static DeidResult *
solve (const char *name, DeidProblem *problem, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, error);
  g_autoptr (DeidDataset) release = NULL;
  g_autofree char *policy = NULL;
  guint64 n_policies;

  if (result == NULL || (release = deid_result_apply (result, NULL, NULL, error)) == NULL
      || !deid_result_verify (result, release, NULL, error))
    return NULL;
  policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  deid_lattice_get_size (deid_problem_get_lattice (problem), &n_policies);
  printf ("%s\n  policy %s, loss %.6f, %" G_GUINT64_FORMAT " records suppressed\n"
          "  %" G_GUINT64_FORMAT " policies evaluated of %" G_GUINT64_FORMAT ", verified\n",
          name, policy, deid_result_get_loss (result), deid_result_get_n_suppressed (result),
          deid_result_get_n_evaluated (result), n_policies);
  return g_steal_pointer (&result);
}

static DeidProblem *
state_with_own (DeidLattice *lattice, DeidClosure closure, DeidQualityModel *quality,
                GError **error)
{
  g_autoptr (DeidPrivacyModel) own = make_outsiders (5, closure, error);

  return own != NULL ? state_problem (lattice, own, quality, LIMIT, error) : NULL;
}

static DeidResult *
solve_with_own (const char *name, DeidLattice *lattice, DeidClosure closure,
                DeidQualityModel *quality, GError **error)
{
  g_autoptr (DeidProblem) problem = state_with_own (lattice, closure, quality, error);

  return problem != NULL ? solve (name, problem, error) : NULL;
}

/* Step 11: what k-anonymity alone gives away. Its best policy is judged once more with the model of
 * this file beside it, and without a limit, so that all that fails is counted. */
static gboolean
judge_without_own (DeidLattice *lattice, GError **error)
{
  g_autoptr (DeidProblem) without = state_problem (lattice, NULL, NULL, LIMIT, error);
  g_autoptr (DeidPrivacyModel) own = make_outsiders (5, DEID_CLOSURE_SUPERSET, error);
  g_autoptr (DeidProblem) with = NULL;
  g_autoptr (DeidResult) best = NULL, eq_class = NULL;

  if (without == NULL || own == NULL
      || (with = state_problem (lattice, own, NULL, 1, error)) == NULL
      || (best = solve ("5-anonymity alone", without, error)) == NULL
      || (eq_class = deid_problem_evaluate (with, deid_result_get_policy (best), NULL, error))
             == NULL)
    return FALSE;
  printf ("  %" G_GUINT64_FORMAT " records more are in classes with fewer than 5 outsiders\n",
          deid_result_get_n_suppressed (eq_class) - deid_result_get_n_suppressed (best));
  return TRUE;
}

/* Step 12: the privacy model in a search, with its closure and without. */
static DeidResult *
compare_closures (DeidLattice *lattice, GError **error)
{
  g_autoptr (DeidResult) best
      = solve_with_own ("with 5 outsiders", lattice, DEID_CLOSURE_SUPERSET, NULL, error);
  g_autoptr (DeidResult) same = NULL;

  if (best != NULL)
    same = solve_with_own ("the same without a word on closure", lattice, DEID_CLOSURE_NONE, NULL,
                           error);
  return same != NULL ? g_steal_pointer (&best) : NULL;
}

/* Step 13: the quality model, with its lower bound and without. The best policy by the library's
 * loss is measured by it for comparison. */
static gboolean
compare_bounds (DeidLattice *lattice, DeidResult *best_by_loss, GError **error)
{
  g_autoptr (DeidQualityModel) bounded = make_discernibility (TRUE, error);
  g_autoptr (DeidQualityModel) unbounded = make_discernibility (FALSE, error);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) measured = NULL, best = NULL, same = NULL;

  if (bounded == NULL || unbounded == NULL
      || (problem = state_with_own (lattice, DEID_CLOSURE_SUPERSET, bounded, error)) == NULL
      || (measured
          = deid_problem_evaluate (problem, deid_result_get_policy (best_by_loss), NULL, error))
             == NULL)
    return FALSE;
  printf ("that policy by discernibility\n  %.1f records share a class on average\n",
          deid_result_get_loss (measured));
  best = solve ("the best by discernibility", problem, error);
  if (best != NULL)
    same = solve_with_own ("the same without a lower bound", lattice, DEID_CLOSURE_SUPERSET,
                           unbounded, error);
  return same != NULL;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidLattice) lattice = load_lattice (argc > 1 ? argv[1] : DATA_DIR, &error);
  g_autoptr (DeidResult) best = NULL;

  if (lattice != NULL && judge_without_own (lattice, &error)
      && (best = compare_closures (lattice, &error)) != NULL
      && compare_bounds (lattice, best, &error))
    return 0;
  fprintf (stderr, "06-your-own-model: %s\n", error->message);
  return 1;
}
