/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A model that a host writes by public slots gets what the same model of the library gets: result,
 * bound, number of evaluations, frontier and sentence. */
#include "support/figures.h"
#include "support/suite.h"

#include <deid/deid-extend.h>

static const char statement[] = "[input]\n"
                                "input=" SOURCE_ROOT "/examples/data/discharges.csv\n"
                                "delimiter=;\n"
                                "[column diagnosis]\n"
                                "role=sensitive\n"
                                "[column age]\n"
                                "role=quasi-identifying\n"
                                "generalize-by=cuts\n"
                                "[column sex]\n"
                                "role=quasi-identifying\n"
                                "rule=suppress\n"
                                "[column zip]\n"
                                "role=quasi-identifying\n"
                                "rule=prefix:3,1\n"
                                "[models]\n"
                                "model=k:2\n";

/* The parameter is the data of both models. */
static guint64 parameter;

static char *
describe (gpointer name)
{
  return g_strdup_printf ("%s:%" G_GUINT64_FORMAT, (const char *) name, parameter);
}

static gboolean
has_persons (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
             GError **error)
{
  (void) state;
  (void) data;
  (void) error;
  *passes = deid_class_get_n_persons (eq_class) >= parameter;
  return TRUE;
}

static gboolean
has_values (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
            GError **error)
{
  guint32 n_values;

  (void) state;
  (void) data;
  (void) error;
  deid_class_get_values (eq_class, 0, &n_values);
  *passes = n_values >= parameter;
  return TRUE;
}

static DeidPrivacyModel *
make_twin (gboolean is_k)
{
  static const char *const sensitive[] = { "diagnosis", NULL };
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  GError *error = NULL;
  DeidPrivacyModel *model;

  deid_privacy_model_funcs_set_describe (funcs, describe, is_k ? "size" : "different", NULL);
  deid_privacy_model_funcs_set_accept (funcs, is_k ? has_persons : has_values, NULL, NULL);
  deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_SUPERSET);
  deid_privacy_model_funcs_set_thread_safe (funcs, TRUE);
  deid_privacy_model_funcs_set_size_only (funcs, is_k);
  if (is_k)
    {
      /* Without a sensitive attribute this says nothing. */
      deid_privacy_model_funcs_set_least_values (funcs, 500);
      deid_privacy_model_funcs_set_sentence (
          funcs, "Each released combination of quasi-identifiers belongs to at least $1 $#",
          "A class has a size");
    }
  else
    {
      deid_privacy_model_funcs_set_sensitive (funcs, sensitive);
      deid_privacy_model_funcs_set_least_values (funcs, parameter);
      deid_privacy_model_funcs_set_sentence (
          funcs, "Each group of records that look alike has at least $1 different values of $@",
          NULL);
    }
  model = deid_privacy_model_new (funcs, &error);
  ck_assert_ptr_nonnull (model);
  return model;
}

static DeidProblem *
make_problem (DeidLattice *lattice, gboolean is_k, gboolean is_twin)
{
  DeidProblem *problem = deid_problem_new (lattice);
  GError *error = NULL;
  g_autoptr (DeidPrivacyModel) model
      = is_twin ? make_twin (is_k)
        : is_k  ? deid_privacy_model_new_k_anonymity (parameter, &error)
                : deid_privacy_model_new_distinct_l_diversity ("diagnosis", parameter, &error);

  ck_assert (deid_problem_add_privacy_model (problem, model, &error));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.05, &error));
  return problem;
}

static char *
show (DeidResult *result, DeidAudience audience)
{
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  char *html = deid_page_to_html (page, audience, NULL, NULL);

  ck_assert_ptr_nonnull (html);
  return html;
}

static void
compare_runs (DeidLattice *lattice, const char *algorithm, gboolean is_k)
{
  DeidResult *results[2];
  GError *error = NULL;

  for (int is_twin = 0; is_twin < 2; is_twin++)
    {
      g_autoptr (DeidProblem) problem = make_problem (lattice, is_k, is_twin);
      g_autoptr (DeidSearch) search = deid_search_new_from_specification (algorithm, &error);
      g_autofree char *html = NULL;

      results[is_twin] = deid_search_run (search, problem, NULL, &error);
      ck_assert_ptr_nonnull (results[is_twin]);
      html = show (results[is_twin], DEID_AUDIENCE_CUSTODIAN);
      ck_assert_ptr_nonnull (strstr (html, is_k ? "belongs to at least 4 records"
                                                : "at least 4 different values of diagnosis"));
    }
  ck_assert_uint_eq (deid_result_get_n_suppressed (results[0]),
                     deid_result_get_n_suppressed (results[1]));
  ck_assert_double_eq (deid_result_get_loss (results[0]), deid_result_get_loss (results[1]));
  ck_assert_double_eq (deid_result_get_lower_bound (results[0]),
                       deid_result_get_lower_bound (results[1]));
  ck_assert_uint_eq (deid_result_get_n_evaluated (results[0]),
                     deid_result_get_n_evaluated (results[1]));
  deid_result_unref (results[0]);
  deid_result_unref (results[1]);
}

static DeidJob *
make_job (void)
{
  DeidJob *job = deid_job_new ();
  GError *error = NULL;

  ck_assert (deid_job_load_text (job, statement, NULL, NULL, &error));
  return job;
}

static DeidLattice *
get_lattice (DeidJob *job)
{
  DeidProblem *problem = deid_job_get_problem (job, NULL, NULL);

  ck_assert_ptr_nonnull (problem);
  return deid_problem_get_lattice (problem);
}

START_TEST (the_same_runs)
{
  g_autoptr (DeidJob) job = make_job ();

  parameter = 4;
  for (int is_k = 0; is_k < 2; is_k++)
    {
      compare_runs (get_lattice (job), "auto", is_k);
      compare_runs (get_lattice (job), "local:10", is_k);
    }
}
END_TEST

/* A frontier over k leaves out whatever limits sizes alone. */
START_TEST (the_same_frontier)
{
  g_autoptr (DeidJob) job = make_job ();
  char *texts[2];

  parameter = 30;
  ck_assert (deid_job_set (job, "column age", "generalize-by", NULL, NULL, NULL));
  ck_assert (deid_job_set (job, "column age", "rule", "suppress", NULL, NULL));
  for (int is_twin = 0; is_twin < 2; is_twin++)
    {
      g_autoptr (DeidProblem) problem = make_problem (get_lattice (job), TRUE, is_twin);
      g_autoptr (DeidReport) report = deid_report_new_frontier (problem, 2, 40, NULL, NULL);

      ck_assert_ptr_nonnull (report);
      texts[is_twin] = csv_of (report, "steps");
    }
  ck_assert_str_eq (texts[0], texts[1]);
  g_free (texts[0]);
  g_free (texts[1]);
}
END_TEST

START_TEST (a_sentence_for_the_public)
{
  g_autoptr (DeidJob) job = make_job ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *html = NULL;

  parameter = 4;
  problem = make_problem (get_lattice (job), TRUE, TRUE);
  result = deid_search_run (search, problem, NULL, NULL);
  html = show (result, DEID_AUDIENCE_PUBLIC);
  ck_assert_ptr_nonnull (strstr (html, "A class has a size"));
}
END_TEST

/* Sees the values of the attribute in the order that was asked for. */
static gboolean
look_at_values (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  (void) state;
  (void) error;
  ck_assert_str_eq (deid_privacy_input_get_value (input, 0, 0), "9");
  ck_assert_str_eq (deid_privacy_input_get_value (input, 0, 1), "10");
  *(gboolean *) data = TRUE;
  return TRUE;
}

START_TEST (an_order_of_the_library)
{
  static const char *const values[] = { "10", "9" }, *const sensitive[] = { "s", NULL };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidResult) result = NULL;
  gboolean was_asked = FALSE;

  ck_assert (deid_dataset_add_string_column (dataset, "a", values, 2, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", values, 2, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "s", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, NULL));
  parameter = 1;
  deid_privacy_model_funcs_set_describe (funcs, describe, "ordered", NULL);
  deid_privacy_model_funcs_set_accept (funcs, has_values, NULL, NULL);
  deid_privacy_model_funcs_set_prepare (funcs, look_at_values, &was_asked, NULL);
  deid_privacy_model_funcs_set_sensitive (funcs, sensitive);
  deid_privacy_model_funcs_set_value_order (funcs, DEID_VALUE_ORDER_TYPE);
  model = deid_privacy_model_new (funcs, NULL);
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  ck_assert (was_asked);
}
END_TEST

/* Sentences stand in pages and JSON as they are. */
START_TEST (sentences_that_are_refused)
{
  static const char *const sentences[] = { "a line\nof two", "a \033 sign", "no UTF-8: \xff" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (sentences); i++)
    {
      g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
      GError *error = NULL;

      deid_privacy_model_funcs_set_describe (funcs, describe, "size", NULL);
      deid_privacy_model_funcs_set_accept (funcs, has_persons, NULL, NULL);
      deid_privacy_model_funcs_set_sentence (funcs, i % 2 == 0 ? sentences[i / 2] : NULL,
                                             i % 2 == 0 ? NULL : sentences[i / 2]);
      ck_assert_ptr_null (deid_privacy_model_new (funcs, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "its sentence", NULL);
    }
}
END_TEST

/* What a slot of the discernibility model of a host does wrong. */
typedef enum
{
  RIGHT,
  FAILS_TO_COST,  /* without an error */
  FAILS_TO_BOUND, /* with one of its own */
  BOUND_ABOVE_COST,
  BOUND_FALLS,
  FREE_SUPPRESSION, /* of all records, but not of one */
  GREATEST_COSTS    /* that 64 bits can hold; still a promise kept */
} Wrong;

typedef struct
{
  gboolean is_monotonic;
  Wrong wrong;
  guint64 n_records;
} Discernibility;

static gboolean
note_records (const DeidQualityInput *input, gpointer data, gpointer *state, GError **error)
{
  (void) state;
  (void) error;
  ((Discernibility *) data)->n_records = deid_quality_input_get_n_records (input);
  return TRUE;
}

static gboolean
cost_class (const DeidClass *eq_class, gpointer state, gpointer data, guint64 *cost, GError **error)
{
  const Discernibility *own = data;
  const guint64 n = deid_class_get_n_records (eq_class);
  const gboolean is_lost = deid_class_is_suppressed (eq_class);

  (void) state;
  (void) error;
  ck_assert_uint_ge (n, 1);
  *cost = n * (is_lost && !own->is_monotonic ? own->n_records : n);
  if (own->wrong == FREE_SUPPRESSION && is_lost && n == own->n_records)
    *cost = n;
  if (own->wrong == GREATEST_COSTS)
    *cost = G_MAXUINT64 / own->n_records * n;
  return own->wrong != FAILS_TO_COST;
}

static gboolean
bound_class (const DeidClass *eq_class, gpointer state, gpointer data, guint64 *bound,
             GError **error)
{
  const Discernibility *own = data;
  const guint64 n = deid_class_get_n_records (eq_class);
  const guint64 min_records = deid_class_get_min_records (eq_class);

  (void) state;
  ck_assert (n >= 1 && min_records >= 1 && min_records <= own->n_records);
  *bound = n * (own->is_monotonic ? n : MAX (n, min_records));
  if (own->wrong == BOUND_ABOVE_COST)
    (*bound)++;
  if (own->wrong == BOUND_FALLS && n < own->n_records)
    *bound = n * own->n_records + 1;
  if (own->wrong == GREATEST_COSTS)
    *bound = G_MAXUINT64 / own->n_records * n;
  if (own->wrong == FAILS_TO_BOUND)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSYS, "no bound today");
  return TRUE;
}

static gboolean
divide_costs (const DeidCostSum *sum, gpointer state, gpointer data, double *loss, GError **error)
{
  const double n = (double) ((Discernibility *) data)->n_records;

  (void) state;
  (void) error;
  *loss = deid_cost_sum_get_value (sum) / (n * n);
  return TRUE;
}

static char *
describe_discernibility (gpointer data)
{
  return g_strdup (((Discernibility *) data)->is_monotonic ? "same" : "alike");
}

static DeidQualityModelFuncs *
make_discernibility (Discernibility *own)
{
  DeidQualityModelFuncs *funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, describe_discernibility, own, NULL);
  deid_quality_model_funcs_set_prepare (funcs, note_records, own, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_class, own, NULL);
  deid_quality_model_funcs_set_class_bound (funcs, bound_class, own, NULL);
  deid_quality_model_funcs_set_finish (funcs, divide_costs, own, NULL);
  deid_quality_model_funcs_set_size_only (funcs, TRUE);
  deid_quality_model_funcs_set_rises_with_size (funcs, TRUE);
  deid_quality_model_funcs_set_thread_safe (funcs, TRUE);
  return funcs;
}

/* Makes a problem whose loss is discernibility, of the host if there is one. */
static DeidProblem *
make_quality_problem (DeidLattice *lattice, gboolean is_monotonic, Discernibility *own)
{
  DeidProblem *problem = make_problem (lattice, TRUE, FALSE);
  g_autoptr (DeidQualityModelFuncs) funcs = own != NULL ? make_discernibility (own) : NULL;
  g_autoptr (DeidQualityModel) model
      = own != NULL
            ? deid_quality_model_new (funcs, NULL)
            : deid_quality_model_new_from_specification (is_monotonic ? "dmstar" : "dm", NULL);

  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  return problem;
}

static void
assert_same_result (DeidResult *one, DeidResult *other)
{
  ck_assert_uint_eq (deid_result_get_n_suppressed (one), deid_result_get_n_suppressed (other));
  ck_assert_double_eq (deid_result_get_loss (one), deid_result_get_loss (other));
  ck_assert_double_eq (deid_result_get_lower_bound (one), deid_result_get_lower_bound (other));
  ck_assert_uint_eq (deid_result_get_n_evaluated (one), deid_result_get_n_evaluated (other));
}

static DeidResult *
run (DeidProblem *problem, const char *algorithm, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (algorithm, NULL);

  return deid_search_run (search, problem, NULL, error);
}

/* Over cuts, or over levels. */
static void
compare_qualities (DeidLattice *lattice, const char *algorithm, gboolean is_monotonic,
                   gboolean is_proven)
{
  const char *path = get_temporary_file ("twin.jsonl");
  Discernibility own = { .is_monotonic = is_monotonic };
  g_autoptr (DeidProblem) problem = make_quality_problem (lattice, is_monotonic, NULL);
  g_autoptr (DeidProblem) twin = make_quality_problem (lattice, is_monotonic, &own);
  g_autoptr (DeidProblem) again = make_quality_problem (lattice, is_monotonic, &own);
  g_autoptr (DeidResult) expected = run (problem, algorithm, NULL), result = NULL, verified = NULL;
  GError *error = NULL;

  ck_assert_ptr_nonnull (expected);
  result = run (twin, algorithm, &error);
  ck_assert_msg (result != NULL, "%s", error != NULL ? error->message : "");
  assert_same_result (result, expected);
  ck_assert (!is_proven || deid_result_is_proven_optimal (result));
  if (!is_proven)
    return;
  ck_assert (deid_result_write_certificate (result, path, NULL, &error));
  verified = deid_problem_verify_certificate (again, path, NULL, NULL, &error);
  ck_assert_msg (verified != NULL, "%s", error != NULL ? error->message : "");
  ck_assert_double_eq (deid_result_get_loss (verified), deid_result_get_loss (expected));
}

START_TEST (the_same_class_costs)
{
  for (int is_monotonic = 0; is_monotonic < 2; is_monotonic++)
    {
      g_autoptr (DeidJob) cuts = make_job (), levels = make_job ();

      parameter = 4;
      ck_assert (deid_job_set (cuts, "column zip", "role", "insensitive", NULL, NULL));
      ck_assert (deid_job_set (cuts, "column zip", "rule", NULL, NULL, NULL));
      compare_qualities (get_lattice (cuts), "optimal", is_monotonic, TRUE);
      compare_qualities (get_lattice (cuts), "coordinate-descent:3", is_monotonic, FALSE);
      ck_assert (deid_job_set (levels, "column age", "generalize-by", NULL, NULL, NULL));
      ck_assert (deid_job_set (levels, "column age", "rule", "suppress", NULL, NULL));
      compare_qualities (get_lattice (levels), "optimal", is_monotonic, TRUE);
      compare_qualities (get_lattice (levels), "best-first", is_monotonic, TRUE);
    }
}
END_TEST

/* Returns: what a search over cuts says to a host whose model does something wrong. */
static GError *
fail_to_run (Wrong wrong, gboolean is_monotonic)
{
  g_autoptr (DeidJob) job = make_job ();
  Discernibility own = { .is_monotonic = is_monotonic, .wrong = wrong };
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  parameter = 4;
  problem = make_quality_problem (get_lattice (job), is_monotonic, &own);
  ck_assert (deid_search_set_step_limit (search, 50, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  ck_assert ((result == NULL) == (error != NULL));
  return error;
}

START_TEST (wrong_class_costs)
{
  GError *error = NULL;

  for (int is_monotonic = 0; is_monotonic < 2; is_monotonic++)
    {
      error = fail_to_run (FAILS_TO_COST, is_monotonic);
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "quality model", NULL);
      error = fail_to_run (FAILS_TO_BOUND, is_monotonic);
      assert_error (&error, G_FILE_ERROR, G_FILE_ERROR_NOSYS, "no bound today", NULL);
      error = fail_to_run (BOUND_ABOVE_COST, is_monotonic);
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "the class_bound of ",
                    "costs rise with sizes", NULL);
      error = fail_to_run (BOUND_FALLS, is_monotonic);
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "the class_bound of ",
                    "costs rise with sizes", NULL);
      ck_assert_ptr_null (fail_to_run (GREATEST_COSTS, is_monotonic));
    }
  error = fail_to_run (FREE_SUPPRESSION, FALSE);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "costs rise with sizes", NULL);
}
END_TEST

/* A certificate of a right model is not derived again with one that has become wrong. */
START_TEST (wrong_certificates)
{
  static const Wrong wrongs[] = { FAILS_TO_COST, FAILS_TO_BOUND, BOUND_FALLS };
  const char *path = get_temporary_file ("wrong.jsonl");
  g_autoptr (DeidJob) job = make_job ();
  Discernibility own = { 0 };
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  parameter = 4;
  problem = make_quality_problem (get_lattice (job), FALSE, &own);
  result = run (problem, "optimal", NULL);
  ck_assert (deid_result_write_certificate (result, path, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    {
      Discernibility other = { .wrong = wrongs[i] };
      g_autoptr (DeidProblem) again = make_quality_problem (get_lattice (job), FALSE, &other);
      GError *error = NULL;

      ck_assert_ptr_null (deid_problem_verify_certificate (again, path, NULL, NULL, &error));
      if (wrongs[i] == FAILS_TO_BOUND)
        assert_error (&error, G_FILE_ERROR, G_FILE_ERROR_NOSYS, "no bound today", NULL);
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "quality model", NULL);
    }
}
END_TEST

/* The declaration needs the slots that it is about. */
START_TEST (incomplete_slots)
{
  Discernibility own = { 0 };
  GError *error = NULL;

  for (int lacks_bound = 0; lacks_bound < 2; lacks_bound++)
    {
      g_autoptr (DeidQualityModelFuncs) funcs = make_discernibility (&own);

      if (lacks_bound)
        deid_quality_model_funcs_set_class_bound (funcs, NULL, NULL, NULL);
      else
        deid_quality_model_funcs_set_size_only (funcs, FALSE);
      ck_assert_ptr_null (deid_quality_model_new (funcs, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "class_bound", "size_only",
                    NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("twin models");
  TCase *tests = tcase_create ("twin models");

  tcase_add_test (tests, sentences_that_are_refused);
  tcase_add_test (tests, the_same_runs);
  tcase_add_test (tests, the_same_frontier);
  tcase_add_test (tests, a_sentence_for_the_public);
  tcase_add_test (tests, an_order_of_the_library);
  tcase_add_test (tests, the_same_class_costs);
  tcase_add_test (tests, wrong_class_costs);
  tcase_add_test (tests, wrong_certificates);
  tcase_add_test (tests, incomplete_slots);
  suite_add_tcase (suite, tests);
  return suite;
}
