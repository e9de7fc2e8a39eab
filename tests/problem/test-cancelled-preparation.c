/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models that prepare ask for much of the whole table: all of it ends when the run is cancelled,
 * nothing is kept of it, and the next run prepares anew. */
#include "support/suite.h"

#include <string.h>

#include "support/own-model.h"

#define N_ROWS 20000

typedef enum
{
  ASK_SUBSET,
  ASK_MATCHES,
  ASK_ESTIMATE,
  ASK_COMBINATIONS,
  N_QUESTIONS
} Question;

/* What a model does that cancels the run before it asks. */
typedef struct
{
  Question question;
  GCancellable *cancellable; /* or NULL */
  gboolean is_answered;
  guint n_compared;
} Asking;

static gboolean
ask_privacy (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  Asking *asking = data;
  guint64 size;

  if (asking->cancellable != NULL)
    g_cancellable_cancel (asking->cancellable);
  switch (asking->question)
    {
    case ASK_SUBSET:
      asking->is_answered = deid_privacy_input_check_subset (input, error);
      break;
    case ASK_MATCHES:
      asking->is_answered = deid_privacy_input_check_matches (input, error);
      break;
    default:
      asking->is_answered = deid_privacy_input_estimate_population (input, &size, error);
      break;
    }
  *state = NULL;
  return TRUE;
}

static gboolean
ask_quality (const DeidQualityInput *input, gpointer data, gpointer *state, GError **error)
{
  Asking *asking = data;
  g_autofree guint64 *counts = NULL;
  gsize n;

  if (asking->cancellable != NULL)
    g_cancellable_cancel (asking->cancellable);
  counts = deid_quality_input_count_combinations (input, &n, error);
  asking->is_answered = counts != NULL;
  *state = NULL;
  return TRUE;
}

static gboolean
compare_values (const char *a, const char *b, gpointer data, int *order, GError **error)
{
  Asking *asking = data;

  (void) error;
  if (++asking->n_compared == 1 && asking->cancellable != NULL)
    g_cancellable_cancel (asking->cancellable);
  *order = strcmp (a, b);
  return TRUE;
}

/* Columns q, a quasi-identifier, s with a value for each row, and survey weights w. */
static DeidDataset *
make_dataset (void)
{
  DeidDataset *dataset = deid_dataset_new ("table");
  g_autofree gint64 *values = g_new (gint64, N_ROWS);
  const char *const names[] = { "q", "s", "w" };
  const guint multipliers[] = { 1, 7919, 1 }, moduli[] = { 50, N_ROWS, 1 };

  for (guint c = 0; c < G_N_ELEMENTS (names); c++)
    {
      for (guint row = 0; row < N_ROWS; row++)
        values[row] = 1 + row * multipliers[c] % moduli[c];
      ck_assert (
          deid_dataset_add_integer_column (dataset, names[c], values, N_ROWS, NULL, 0, NULL, NULL));
    }
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_SURVEY_WEIGHT, NULL));
  return dataset;
}

static char *
describe (gpointer data)
{
  (void) data;
  return g_strdup ("asking");
}

static gboolean
cost_nothing (const DeidClass *eq_class, gpointer state, gpointer data, guint64 *cost,
              GError **error)
{
  (void) eq_class, (void) state, (void) data, (void) error;
  *cost = 0;
  return TRUE;
}

static DeidQualityModel *
make_quality (Asking *asking)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  GError *error = NULL;
  DeidQualityModel *model;

  deid_quality_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_quality_model_funcs_set_prepare (funcs, ask_quality, asking, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_nothing, NULL, NULL);
  deid_quality_model_funcs_set_aggregate (funcs, DEID_AGGREGATE_SUM);
  model = deid_quality_model_new (funcs, &error);
  assert_no_error (error);
  return model;
}

/* A problem whose population is its own table. */
static DeidProblem *
make_problem (Asking *asking, gboolean compares)
{
  g_autoptr (DeidDataset) dataset = make_dataset ();
  g_autoptr (DeidDataset) population = make_dataset ();
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  DeidProblem *problem;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
  if (compares)
    deid_privacy_model_funcs_set_compare (funcs, compare_values, asking, NULL);
  else if (asking->question != ASK_COMBINATIONS)
    deid_privacy_model_funcs_set_prepare (funcs, ask_privacy, asking, NULL);
  else
    {
      g_autoptr (DeidQualityModel) quality = make_quality (asking);

      ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
    }
  model = own_model_new (funcs);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return problem;
}

static void
run (DeidProblem *problem, GCancellable *cancellable, gboolean is_cancelled)
{
  g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, problem, cancellable, &error);

  if (is_cancelled)
    {
      ck_assert_ptr_null (result);
      assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled before it found", NULL);
    }
  else
    assert_no_error (error);
}

START_TEST (questions)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Asking asking = { .question = (Question) _i, .cancellable = cancellable };
  g_autoptr (DeidProblem) problem = make_problem (&asking, FALSE);

  run (problem, cancellable, TRUE);
  ck_assert (!asking.is_answered);
  asking.cancellable = NULL;
  g_cancellable_reset (cancellable);
  run (problem, cancellable, FALSE);
  ck_assert (asking.is_answered);
}
END_TEST

/* To sort 20,000 values takes more than 200,000 comparisons, of which 4,096 values, which are
 * sorted at a time, have less than a third. */
START_TEST (sorting)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Asking asking = { .cancellable = cancellable };
  g_autoptr (DeidProblem) problem = make_problem (&asking, TRUE);

  run (problem, cancellable, TRUE);
  ck_assert_uint_lt (asking.n_compared, 70000);
  asking = (Asking){ .cancellable = NULL };
  g_cancellable_reset (cancellable);
  run (problem, cancellable, FALSE);
  ck_assert_uint_gt (asking.n_compared, 200000);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cancelled-preparation");
  TCase *cases = tcase_create ("of a model");

  tcase_add_loop_test (cases, questions, 0, N_QUESTIONS);
  tcase_add_test (cases, sorting);
  suite_add_tcase (suite, cases);
  return suite;
}
