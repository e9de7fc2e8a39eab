/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A host's conditions on the whole table: what they see, and what is withheld for them. */
#include "support/figures.h"
#include "support/suite.h"

#include <deid/deid-extend.h>

#define MAX_RECORDS 2000

typedef struct
{
  char texts[MAX_RECORDS][8];
  const char *values[MAX_RECORDS];
  const char *persons[MAX_RECORDS];
  guint n;
} Table;

/* Which tables a host lets pass, and what it was shown. */
typedef struct
{
  gboolean (*holds) (const DeidTableView *table);
  guint n_asked;
  gboolean saw_populations;
  gboolean has_population; /* as the last table said */
} Own;

static char *
describe (gpointer data)
{
  return g_strdup_printf ("own:%p", data);
}

static gboolean
accept_table (const DeidTableView *table, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  Own *own = data;
  guint32 n_classes;

  (void) state;
  (void) error;
  own->n_asked++;
  own->saw_populations |= deid_table_view_get_populations (table, &n_classes) != NULL;
  own->has_population = deid_table_view_has_population (table);
  *passes = own->holds (table);
  return TRUE;
}

static DeidPrivacyModelFuncs *
make_funcs (Own *own, DeidSuppressionOrder order)
{
  DeidPrivacyModelFuncs *funcs = deid_privacy_model_funcs_new ();

  deid_privacy_model_funcs_set_describe (funcs, describe, own, NULL);
  deid_privacy_model_funcs_set_accept_table (funcs, accept_table, own, NULL);
  deid_privacy_model_funcs_set_suppression_order (funcs, order);
  return funcs;
}

static void
add_model (DeidProblem *problem, DeidPrivacyModelFuncs *funcs)
{
  GError *error = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new (funcs, &error);

  assert_no_error (error);
  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
  deid_privacy_model_funcs_unref (funcs);
}

/* Adds @n records of a value, or of one that no other has, and of persons of their own, or of one
 * person. */
static void
add (Table *table, const char *value, guint n, const char *person)
{
  for (guint i = 0; i < n; i++)
    {
      char *text = table->texts[table->n];

      g_snprintf (text, sizeof table->texts[0], "%u", table->n);
      table->values[table->n] = value != NULL ? value : text;
      table->persons[table->n++] = person != NULL ? person : text;
    }
}

/* Of 2, 3 and 5 records, and 9, 3 and 12 people. */
static void
add_three_classes (Table *table, Table *people)
{
  add (table, "small", 2, NULL);
  add (table, "rare", 3, NULL);
  add (table, "large", 5, NULL);
  add (people, "small", 9, NULL);
  add (people, "rare", 3, NULL);
  add (people, "large", 12, NULL);
}

static DeidDataset *
build (const Table *table, gboolean has_persons)
{
  DeidDataset *dataset = deid_dataset_new ("table");
  GError *error = NULL;

  deid_dataset_add_string_column (dataset, "q", table->values, table->n, NULL, &error);
  assert_no_error (error);
  if (!has_persons)
    return dataset;
  deid_dataset_add_string_column (dataset, "person", table->persons, table->n, NULL, &error);
  assert_no_error (error);
  deid_dataset_set_role (dataset, "person", DEID_ROLE_ENTITY, &error);
  assert_no_error (error);
  return dataset;
}

static DeidProblem *
make_problem_of (const Table *table, DeidHierarchy *hierarchy, gboolean has_persons, guint64 limit)
{
  g_autoptr (DeidDataset) dataset = build (table, has_persons);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;
  GError *error = NULL;

  deid_dataset_set_role (dataset, "q", DEID_ROLE_QUASI_IDENTIFYING, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  deid_problem_set_suppression_limit_count (problem, limit, &error);
  assert_no_error (error);
  return problem;
}

/* The quasi-identifier is kept or suppressed. */
static DeidProblem *
make_problem (const Table *table, gboolean has_persons, guint64 limit)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();

  return make_problem_of (table, hierarchy, has_persons, limit);
}

/* Evaluates the policy that generalizes nothing; the release must be verified. */
static DeidResult *
evaluate (DeidProblem *problem)
{
  GError *error = NULL;
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (problem), 0, NULL);
  DeidResult *result = deid_problem_evaluate (problem, policy, NULL, &error);
  g_autoptr (DeidDataset) release = NULL;

  assert_no_error (error);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
  return result;
}

static gboolean
withholds_two (const DeidTableView *table)
{
  return deid_table_view_get_n_suppressed (table) >= 2;
}

/* Of a model of sizes only that withholds the rarest first, and of one that withholds the smallest
 * first, the order is what it says, and neither sees populations. */
START_TEST (orders_and_populations)
{
  const gboolean rarest = _i == 0;
  Table table = { 0 }, people = { 0 };
  Own own = { .holds = withholds_two };
  DeidPrivacyModelFuncs *funcs = make_funcs (&own, rarest ? DEID_SUPPRESSION_ORDER_RAREST_FIRST
                                                          : DEID_SUPPRESSION_ORDER_SMALLEST_FIRST);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidDataset) population = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  add_three_classes (&table, &people);
  problem = make_problem (&table, FALSE, 5);
  population = build (&people, FALSE);
  deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
  deid_privacy_model_funcs_set_size_only (funcs, rarest);
  add_model (problem, funcs);
  result = evaluate (problem);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), rarest ? 3 : 2);
  ck_assert (!own.saw_populations);
}
END_TEST

/* Of classes of as many persons the one of fewer records comes first, to the verifier too. */
START_TEST (records_of_persons)
{
  const gboolean swaps = _i == 1;
  Table table = { 0 };
  Own own = { .holds = withholds_two };
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  add (&table, "first", swaps ? 3 : 1, "one");
  add (&table, "second", swaps ? 1 : 3, "another");
  add (&table, "large", 6, NULL);
  problem = make_problem (&table, TRUE, 5);
  add_model (problem, make_funcs (&own, DEID_SUPPRESSION_ORDER_SMALLEST_FIRST));
  result = evaluate (problem);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 4);
}
END_TEST

/* The size and twice the population, times 2^63. */
static gboolean
set_term (const DeidClassSize *class_size, gpointer state, gpointer data, guint64 *high,
          guint64 *low, GError **error)
{
  const gboolean *sees_population = data;

  (void) state;
  (void) error;
  ck_assert_int_eq (deid_class_size_has_population (class_size), *sees_population);
  *high = deid_class_size_get_size (class_size) / 2 + deid_class_size_get_n_population (class_size);
  *low = deid_class_size_get_size (class_size) % 2 << 63;
  return TRUE;
}

static gboolean
sums_to_8_or_49 (const DeidTableView *table)
{
  guint32 n_classes;
  guint64 high, low, sum;

  ck_assert_ptr_null (deid_table_view_get_sizes (table, &n_classes));
  ck_assert_uint_eq (n_classes, 0);
  deid_table_view_get_sum (table, &high, &low);
  sum = 2 * high + (low >> 63);
  ck_assert (low << 1 == 0);
  return sum == 8 || sum == 49;
}

/* Classes of 2, 3 and 5 records and 9, 3 and 12 people. Where no population is seen it is 0, and a
 * class adds its size: 8 are left without the smallest one. Where it is seen they add 20, 9 and 29:
 * 49 are left without the rarest one. */
START_TEST (sums)
{
  const gboolean has_population = _i > 0, sees_population = _i > 1;
  Table table = { 0 }, people = { 0 };
  Own own = { .holds = sums_to_8_or_49 };
  DeidPrivacyModelFuncs *funcs
      = make_funcs (&own, sees_population ? DEID_SUPPRESSION_ORDER_RAREST_FIRST
                                          : DEID_SUPPRESSION_ORDER_SMALLEST_FIRST);
  g_autoptr (DeidDataset) population = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  add_three_classes (&table, &people);
  problem = make_problem (&table, FALSE, 5);
  population = build (&people, FALSE);
  ck_assert (!has_population || deid_problem_set_population (problem, population, NULL, NULL));
  deid_privacy_model_funcs_set_class_term (funcs, set_term, (gpointer) &sees_population, NULL);
  add_model (problem, funcs);
  result = evaluate (problem);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), sees_population ? 3 : 2);
  ck_assert (!own.saw_populations);
  ck_assert_int_eq (own.has_population, sees_population);
}
END_TEST

static gboolean
withholds_3_5_or_9 (const DeidTableView *table)
{
  const guint64 n = deid_table_view_get_n_suppressed (table);
  guint32 n_classes;

  deid_table_view_get_sizes (table, &n_classes);
  return n_classes == 1 || n == 3 || n == 5 || n == 9;
}

/* Where a condition holds for some rests and not for shorter ones, what is found depends on the
 * limit, and explanations find what the search did. */
START_TEST (erratic_condition)
{
  Table table = { 0 };
  Own own = { .holds = withholds_3_5_or_9 };
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) explanation = NULL;
  GError *error = NULL;

  add (&table, NULL, 10, NULL);
  problem = make_problem (&table, FALSE, 3);
  add_model (problem, make_funcs (&own, DEID_SUPPRESSION_ORDER_SMALLEST_FIRST));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 0);
  explanation = deid_report_new_explanation (result, 5, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (n_rows_of (explanation, "policies"), 1);
  ck_assert_uint_eq (count_of (explanation, "policies[0].suppressed"), 9);
  ck_assert_uint_eq (count_of (explanation, "policies[0].failing[0]"), 9);
}
END_TEST

static gboolean
withholds_one (const DeidTableView *table)
{
  return deid_table_view_get_n_suppressed (table) >= 1;
}

/* Of classes that are all alike the label that comes first is withheld, though it comes last in the
 * table. */
START_TEST (ties)
{
  Table table = { 0 };
  Own own = { .holds = withholds_one };
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;

  add (&table, "c", 1, NULL);
  add (&table, "b", 1, NULL);
  add (&table, "a", 1, NULL);
  problem = make_problem (&table, FALSE, 1);
  add_model (problem, make_funcs (&own, DEID_SUPPRESSION_ORDER_SMALLEST_FIRST));
  result = evaluate (problem);
  release = deid_result_apply (result, NULL, NULL, NULL);
  ck_assert_uint_eq (deid_dataset_get_n_rows (release), 2);
  for (guint row = 0; row < 2; row++)
    ck_assert_str_ne (deid_dataset_get_value (release, row, 0), "a");
}
END_TEST

static gboolean
does_not_withhold_two (const DeidTableView *table)
{
  return deid_table_view_get_n_suppressed (table) != 2;
}

/* A model that was content is asked again when another one has withheld. */
START_TEST (asked_again)
{
  Table table = { 0 };
  Own first = { .holds = does_not_withhold_two }, second = { .holds = withholds_two };
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  add (&table, NULL, 8, NULL);
  problem = make_problem (&table, FALSE, 4);
  add_model (problem, make_funcs (&first, DEID_SUPPRESSION_ORDER_SMALLEST_FIRST));
  add_model (problem, make_funcs (&second, DEID_SUPPRESSION_ORDER_SMALLEST_FIRST));
  result = evaluate (problem);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 3);
}
END_TEST

static gboolean
is_one_class (const DeidTableView *table)
{
  guint32 n_classes;

  deid_table_view_get_sizes (table, &n_classes);
  return n_classes == 1;
}

/* Models that together need more withheld than the limit do not take turns until nothing is left.
 */
START_TEST (turns)
{
  Table table = { 0 };
  Own first = { .holds = is_one_class }, second = { .holds = is_one_class };
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  GError *error = NULL;

  add (&table, NULL, MAX_RECORDS, NULL);
  problem = make_problem (&table, FALSE, 40);
  add_model (problem, make_funcs (&first, DEID_SUPPRESSION_ORDER_SMALLEST_FIRST));
  add_model (problem, make_funcs (&second, DEID_SUPPRESSION_ORDER_RAREST_FIRST));
  policy = deid_policy_new_from_rank (deid_problem_get_lattice (problem), 0, NULL);
  ck_assert_ptr_null (deid_problem_evaluate (problem, policy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  ck_assert_uint_lt (first.n_asked, 50);
  ck_assert_uint_lt (second.n_asked, 50);
}
END_TEST

/* What withholds nothing decides about the policy. */
START_TEST (nothing_withheld)
{
  Table table = { 0 };
  Own own = { .holds = is_one_class };
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  add (&table, NULL, 8, NULL);
  problem = make_problem (&table, FALSE, 7);
  add_model (problem, make_funcs (&own, DEID_SUPPRESSION_ORDER_NONE));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (result), 0), 1);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 0);
}
END_TEST

static gboolean
accept_small (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  const gboolean *accepts_all = data;

  (void) state;
  (void) error;
  *passes = *accepts_all || deid_class_get_n_records (eq_class) < 5;
  return TRUE;
}

static gboolean
holds_always (const DeidTableView *table)
{
  return table != NULL;
}

/* The verifier refuses what is withheld without need, or out of order: what models have changed
 * their mind about. */
START_TEST (changed_minds)
{
  Table table = { 0 };
  Own own = { .holds = withholds_one };
  gboolean accepts_all = FALSE;
  DeidPrivacyModelFuncs *funcs = make_funcs (&own, DEID_SUPPRESSION_ORDER_SMALLEST_FIRST);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  add (&table, "small", 1, NULL);
  add (&table, "medium", 3, NULL);
  add (&table, "large", 6, NULL);
  problem = make_problem (&table, FALSE, 7);
  deid_privacy_model_funcs_set_accept (funcs, accept_small, &accepts_all, NULL);
  own.holds = _i == 0 ? withholds_one : holds_always;
  accepts_all = _i == 0;
  add_model (problem, funcs);
  result = evaluate (problem);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), _i == 0 ? 1 : 6);
  release = deid_result_apply (result, NULL, NULL, NULL);
  own.holds = _i == 0 ? holds_always : withholds_one;
  accepts_all = TRUE;
  deid_result_verify (result, release, NULL, &error);
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION,
                _i == 0 ? "no condition on the table needs that" : "come before it", NULL);
}
END_TEST

/* Where persons count a condition that holds may fail when classes of the same persons are joined:
 * nothing is concluded from that. */
START_TEST (joined_persons)
{
  static const char *const rows[][3] = { { "x", "x", NULL },
                                         { "a", "*", NULL },
                                         { "b", "*", NULL },
                                         { "c", "*", NULL },
                                         { "d", "*", NULL } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("uniq:0.1", NULL, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  Table table = { 0 };
  GError *error = NULL;

  add (&table, "x", 1, "first");
  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      deid_hierarchy_builder_add_row (builder, rows[row], &error);
      assert_no_error (error);
      for (guint person = 0; row > 0 && person < 3; person++)
        add (&table, rows[row][0], 1, rows[1 + person][0]);
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  problem = make_problem_of (&table, hierarchy, TRUE, 0);
  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (result), 0), 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("own table models");
  TCase *tcase = tcase_create ("conditions of a host");

  tcase_add_loop_test (tcase, orders_and_populations, 0, 2);
  tcase_add_loop_test (tcase, records_of_persons, 0, 2);
  tcase_add_loop_test (tcase, sums, 0, 3);
  tcase_add_test (tcase, erratic_condition);
  tcase_add_test (tcase, ties);
  tcase_add_test (tcase, asked_again);
  tcase_add_test (tcase, turns);
  tcase_add_test (tcase, nothing_withheld);
  tcase_add_loop_test (tcase, changed_minds, 0, 2);
  tcase_add_test (tcase, joined_persons);
  suite_add_tcase (suite, tcase);
  return suite;
}
