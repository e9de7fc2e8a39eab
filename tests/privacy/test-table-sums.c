/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A host's condition on the whole table by a sum that does not always tell, and what it says to the
 * verifier. */
#include "support/suite.h"

#include "support/alternatives.h"
#include "support/host-quality.h"

/* What becomes of a term. */
typedef enum
{
  TERM_OF_1,
  TERM_WITH_ERROR,
  TERM_WITH_ERROR_AND_TRUE,
  TERM_WITHOUT_ERROR,
  TERM_OF_2_126, /* of which 4 are too many */
  N_TERMS
} Term;

/* A limit on the number of classes, of which the sum tells within a margin. */
typedef struct
{
  Term term;
  guint fail_at; /* the number, from 1, of the term that fails */
  guint n_terms;
  guint limit;
  guint margin;
  guint n_sums;   /* judged */
  guint n_tables; /* of which the classes were shown */
  int recheck;
  gboolean fails;
  guint n_rechecks;
} Own;

static char *
describe (gpointer data G_GNUC_UNUSED)
{
  return g_strdup ("own");
}

static gboolean
count_class (const DeidClassSize *class_size, gpointer state, gpointer data, guint64 *high,
             guint64 *low, GError **error)
{
  Own *own = data;
  const gboolean fails = ++own->n_terms == own->fail_at;

  (void) class_size;
  (void) state;
  *high = own->term == TERM_OF_2_126 ? (guint64) 1 << 62 : 0;
  *low = own->term == TERM_OF_2_126 ? 0 : 1;
  if (!fails || own->term == TERM_OF_2_126)
    return TRUE;
  if (own->term != TERM_WITHOUT_ERROR)
    g_set_error_literal (error, HOST_ERROR, HOST_ERROR_CODE, "of a term");
  *low = 0;
  return own->term == TERM_WITH_ERROR_AND_TRUE;
}

static gboolean
judge_sum (const DeidTableView *table, gpointer state G_GNUC_UNUSED, gpointer data, int *verdict,
           GError **error)
{
  Own *own = data;
  guint64 high, low;
  guint32 n;

  *verdict = 1;
  own->n_sums++;
  if (own->fails)
    g_set_error_literal (error, HOST_ERROR, HOST_ERROR_CODE, "of a sum");
  deid_table_view_get_sum (table, &high, &low);
  ck_assert_ptr_null (deid_table_view_get_sizes (table, &n));
  ck_assert_ptr_null (deid_table_view_get_populations (table, &n));
  ck_assert_uint_eq (
      deid_table_view_get_n_records (table) + deid_table_view_get_n_suppressed (table), 10);
  if (low + own->margin <= own->limit)
    return TRUE;
  *verdict = low > own->limit + own->margin ? -1 : 0;
  return TRUE;
}

/* The classes are those that the sum is of. */
static gboolean
accept_table (const DeidTableView *table, gpointer state G_GNUC_UNUSED, gpointer data,
              gboolean *passes, GError **error G_GNUC_UNUSED)
{
  Own *own = data;
  guint64 high, low, n_records = 0;
  guint32 n;
  const guint64 *sizes = deid_table_view_get_sizes (table, &n);

  own->n_tables++;
  deid_table_view_get_sum (table, &high, &low);
  ck_assert_uint_eq (low, n);
  for (guint32 i = 0; i < n; i++)
    {
      ck_assert (i == 0 || sizes[i] >= sizes[i - 1]);
      n_records += sizes[i];
    }
  ck_assert_uint_eq (n_records, deid_table_view_get_n_records (table));
  *passes = n <= own->limit;
  return TRUE;
}

static gboolean
recheck_table (const DeidTableView *table, const DeidPrivacyInput *input, gpointer data,
               int *verdict, GError **error)
{
  Own *own = data;
  guint32 n;

  own->n_rechecks++;
  ck_assert_uint_eq (deid_privacy_input_get_n_records (input), 10);
  ck_assert_ptr_nonnull (deid_table_view_get_sizes (table, &n));
  ck_assert_uint_eq (n, own->limit);
  if (own->recheck == 2)
    g_set_error_literal (error, HOST_ERROR, HOST_ERROR_CODE, "of a recheck");
  *verdict = own->recheck;
  return TRUE;
}

/* Classes of 1, 2, 3 and 4 records: apart, in pairs by the least cuts, or all together. */
static DeidProblem *
make_problem (Own *own, gboolean has_cuts, gboolean rechecks)
{
  const gint64 ages[] = { 1, 2, 2, 3, 3, 3, 4, 4, 4, 4 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;
  GError *error = NULL;

  deid_dataset_add_integer_column (dataset, "age", ages, G_N_ELEMENTS (ages), NULL, 0, NULL,
                                   &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  if (has_cuts)
    deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, &error);
  else
    deid_lattice_add_quasi_identifier (lattice, "age", hierarchy, NULL, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_accept_table (funcs, accept_table, own, NULL);
  deid_privacy_model_funcs_set_class_term (funcs, count_class, own, NULL);
  deid_privacy_model_funcs_set_judge_sum (funcs, judge_sum, own, NULL);
  deid_privacy_model_funcs_set_suppression_order (funcs, DEID_SUPPRESSION_ORDER_SMALLEST_FIRST);
  deid_privacy_model_funcs_set_table_monotone (funcs, TRUE);
  if (rechecks)
    deid_privacy_model_funcs_set_recheck_table (funcs, recheck_table, own, NULL);
  model = deid_privacy_model_new (funcs, &error);
  assert_no_error (error);
  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
  return problem;
}

/* Limits of 1 to 4 classes and margins of 0, so that the sum always tells, to 4: with one record
 * that may be withheld, of four classes the smallest one is, for a limit of 3. */
START_TEST (withheld)
{
  for (guint margin = 0; margin <= 4; margin++)
    for (guint limit = 1; limit <= 4; limit++)
      {
        Own own = { .limit = limit, .margin = margin };
        g_autoptr (DeidProblem) problem = make_problem (&own, FALSE, FALSE);
        g_autoptr (DeidSearch) search = deid_search_new_optimal ();
        g_autoptr (DeidResult) result = NULL;
        g_autoptr (DeidDataset) release = NULL;
        GError *error = NULL;

        deid_problem_set_suppression_limit_count (problem, 1, NULL);
        result = deid_search_run (search, problem, NULL, &error);
        assert_no_error (error);
        ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (result), 0),
                           limit < 3 ? 1 : 0);
        ck_assert_uint_eq (deid_result_get_n_suppressed (result), limit == 3 ? 1 : 0);
        release = deid_result_apply (result, NULL, NULL, NULL);
        deid_result_verify (result, release, NULL, &error);
        assert_no_error (error);
        ck_assert_uint_gt (own.n_sums, 0);
        ck_assert (margin > 0 || own.n_tables == 0);
        ck_assert (margin < 4 || own.n_tables > 0);
      }
}
END_TEST

/* The same where sums are followed from policy to policy. */
START_TEST (alternatives)
{
  for (guint margin = 0; margin <= 4; margin++)
    {
      Own own = { .limit = 2, .margin = margin };
      g_autoptr (DeidProblem) problem = make_problem (&own, TRUE, FALSE);
      g_autoptr (DeidSearch) search = _i == 0 ? deid_search_new_bisecting (100, 1, TRUE)
                                              : deid_search_new_directed (100, 1, TRUE);
      GError *error = NULL;
      g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, &error);
      g_autoptr (DeidReport) found = NULL;

      assert_no_error (error);
      found = list_alternatives (result);
      ck_assert_uint_eq (count_alternatives (found), 3);
      for (guint i = 0; i < 3; i++)
        ck_assert_double_eq (get_alternative_number (found, i, "population_risk_sum"), 2);
      ck_assert ((own.n_tables > 0) == (margin > 0));
    }
}
END_TEST

START_TEST (sum_that_fails)
{
  Own own = { .limit = 2, .margin = 1, .fails = TRUE };
  g_autoptr (DeidProblem) problem = make_problem (&own, _i == 1, FALSE);
  g_autoptr (DeidSearch) search
      = _i == 1 ? deid_search_new_bisecting (3, 1, FALSE) : deid_search_new_optimal ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, HOST_ERROR, HOST_ERROR_CODE, "of a sum", NULL);
  ck_assert_uint_eq (own.n_tables, 0);
}
END_TEST

static void
assert_term_error (GError **error, Term term)
{
  switch (term)
    {
    case TERM_WITH_ERROR:
    case TERM_WITH_ERROR_AND_TRUE:
      assert_error (error, HOST_ERROR, HOST_ERROR_CODE, "of a term", NULL);
      return;
    case TERM_WITHOUT_ERROR:
      assert_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                    "privacy model own: the class term failed without saying why", NULL);
      return;
    default:
      assert_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                    "privacy model own: the terms of the classes add up to 2^128 or more", NULL);
    }
}

static DeidSearch *
make_search (int kind)
{
  return kind == 0   ? deid_search_new_optimal ()
         : kind == 1 ? deid_search_new_bisecting (100, 1, TRUE)
                     : deid_search_new_directed (100, 1, TRUE);
}

/* Each term that a run asks for fails in turn, or a failed term would release the most detailed
 * table. */
START_TEST (term_that_fails)
{
  const int kind = _i / 3;
  Own own = { .limit = 2, .term = (Term) (TERM_WITH_ERROR + _i % 3) };
  g_autoptr (DeidProblem) problem = make_problem (&own, kind > 0, FALSE);
  g_autoptr (DeidSearch) search = make_search (kind);
  g_autoptr (DeidResult) result = NULL;

  for (own.fail_at = 1; result == NULL; own.fail_at++)
    {
      GError *error = NULL;

      own.n_terms = 0;
      result = deid_search_run (search, problem, NULL, &error);
      ck_assert ((result == NULL) == (own.n_terms >= own.fail_at));
      if (result == NULL)
        assert_term_error (&error, own.term);
    }
  ck_assert_uint_gt (own.fail_at, 5);
}
END_TEST

/* Three classes of 2^126 are judged, four are too many, even if that is more than the limit. */
START_TEST (sum_that_overflows)
{
  Own own = { .limit = 2, .margin = 0, .term = TERM_OF_2_126 };
  g_autoptr (DeidProblem) problem = make_problem (&own, _i > 0, FALSE);
  g_autoptr (DeidSearch) search = make_search (_i);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_term_error (&error, own.term);
}
END_TEST

/* A run whose terms were right, of which those that the verifier asks for, or the writer or the
 * checker of a certificate, are not. */
START_TEST (terms_after_the_run)
{
  Own own = { .limit = 4 };
  g_autoptr (DeidProblem) problem = make_problem (&own, FALSE, FALSE);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, NULL);
  const char *path = get_temporary_file ("certificate.jsonl");
  GError *error = NULL;

  for (guint i = 0; i < N_TERMS; i++)
    {
      const gboolean succeeds = i == TERM_OF_1;
      g_autoptr (DeidResult) found = NULL, checked = NULL;

      own.term = TERM_OF_1;
      own.fail_at = 0;
      found = deid_search_run (search, problem, NULL, NULL); /* which has no partition yet */
      own.term = i;
      own.fail_at = succeeds ? 0 : 1;
      own.n_terms = 0;
      ck_assert (deid_result_verify (result, release, NULL, &error) == succeeds);
      if (!succeeds)
        assert_term_error (&error, own.term);
      own.n_terms = 0;
      ck_assert (deid_result_write_certificate (found, path, NULL, &error) == succeeds);
      if (!succeeds)
        assert_term_error (&error, own.term);
      own.n_terms = 0;
      checked = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
      ck_assert ((checked != NULL) == succeeds);
      if (!succeeds)
        assert_term_error (&error, own.term);
      assert_no_error (error);
    }
}
END_TEST

/* The verifier asks what it is for; only where that does not tell, the condition. */
START_TEST (rechecked)
{
  Own own = { .limit = 4, .recheck = _i - 1 };
  g_autoptr (DeidProblem) problem = make_problem (&own, FALSE, TRUE);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, &error);
  g_autoptr (DeidDataset) release = NULL;

  assert_no_error (error);
  ck_assert_uint_eq (own.n_rechecks, 0);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  own.n_sums = 0;
  ck_assert (deid_result_verify (result, release, NULL, &error)
             == (own.recheck == 0 || own.recheck == 1));
  if (own.recheck == -1)
    assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "fails own", NULL);
  else if (own.recheck == 2)
    assert_error (&error, HOST_ERROR, HOST_ERROR_CODE, "of a recheck", NULL);
  assert_no_error (error);
  ck_assert_uint_eq (own.n_rechecks, 1);
  ck_assert ((own.n_sums > 0) == (own.recheck == 0));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("table sums");
  TCase *tcase = tcase_create ("conditions of a host");

  tcase_add_test (tcase, withheld);
  tcase_add_loop_test (tcase, alternatives, 0, 2);
  tcase_add_loop_test (tcase, sum_that_fails, 0, 2);
  tcase_add_loop_test (tcase, term_that_fails, 0, 9);
  tcase_add_loop_test (tcase, sum_that_overflows, 0, 3);
  tcase_add_test (tcase, terms_after_the_run);
  tcase_add_loop_test (tcase, rechecked, 0, 4);
  suite_add_tcase (suite, tcase);
  return suite;
}
