/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The slots of privacy models: their data, and what no model is made of. */
#include "support/suite.h"

#include "support/criticals.h"
#include "support/own-model.h"
#include "support/skewed-table.h"

static void
count_end (gpointer data)
{
  ++*(guint *) data;
}

/* Callbacks of the types that own-model.h has none of. All data count how often they were
 * destroyed. */
static gboolean
compare (const char *a, const char *b, gpointer data, int *order, GError **error)
{
  (void) data;
  (void) error;
  *order = g_strcmp0 (a, b);
  return TRUE;
}

static gboolean
prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  (void) input;
  (void) data;
  (void) error;
  *state = NULL;
  return TRUE;
}

static void
free_state (gpointer state, gpointer data)
{
  (void) state;
  (void) data;
}

static gboolean
judge_table (const DeidTableView *table, gpointer state, gpointer data, gboolean *passes,
             GError **error)
{
  (void) state;
  (void) data;
  (void) error;
  *passes = deid_table_view_get_n_records (table) >= 2;
  return TRUE;
}

static gboolean
set_term (const DeidClassSize *class_size, gpointer state, gpointer data, guint64 *high,
          guint64 *low, GError **error)
{
  (void) state;
  (void) data;
  (void) error;
  *high = 0;
  *low = deid_class_size_get_size (class_size);
  return TRUE;
}

static gboolean
recheck (const DeidClass *eq_class, const DeidPrivacyInput *input, gpointer data, int *verdict,
         GError **error)
{
  (void) input;
  (void) data;
  (void) error;
  *verdict = deid_class_get_n_records (eq_class) >= 2 ? 1 : -1;
  return TRUE;
}

static gboolean
judge_sum (const DeidTableView *table, gpointer state, gpointer data, int *verdict, GError **error)
{
  (void) table;
  (void) state;
  (void) data;
  (void) error;
  *verdict = 0;
  return TRUE;
}

static gboolean
recheck_table (const DeidTableView *table, const DeidPrivacyInput *input, gpointer data,
               int *verdict, GError **error)
{
  (void) input;
  (void) data;
  (void) error;
  *verdict = deid_table_view_get_n_records (table) >= 2 ? 1 : -1;
  return TRUE;
}

#define DEFINE_SET(slot, callback)                                                                 \
  static void set_##slot (DeidPrivacyModelFuncs *funcs, guint *n_ends)                             \
  {                                                                                                \
    deid_privacy_model_funcs_set_##slot (funcs, callback, n_ends, count_end);                      \
  }

DEFINE_SET (describe, own_model_describe)
DEFINE_SET (compare, compare)
DEFINE_SET (prepare, prepare)
DEFINE_SET (free_state, free_state)
DEFINE_SET (accept, own_model_judge)
DEFINE_SET (necessary, own_model_judge)
DEFINE_SET (accept_unmatched, own_model_judge)
DEFINE_SET (accept_table, judge_table)
DEFINE_SET (recheck, recheck)
DEFINE_SET (class_term, set_term)
DEFINE_SET (judge_sum, judge_sum)
DEFINE_SET (recheck_table, recheck_table)

static void (*const setters[]) (DeidPrivacyModelFuncs *, guint *)
    = { set_describe, set_compare,    set_prepare,          set_free_state,
        set_accept,   set_necessary,  set_accept_unmatched, set_accept_table,
        set_recheck,  set_class_term, set_judge_sum,        set_recheck_table };

#define N_SLOTS G_N_ELEMENTS (setters)

START_TEST (data_replaced)
{
  DeidPrivacyModelFuncs *funcs = deid_privacy_model_funcs_new ();
  guint first = 0, second = 0;

  setters[_i](funcs, &first);
  ck_assert_uint_eq (first, 0);
  setters[_i](funcs, &second);
  ck_assert_uint_eq (first, 1);
  deid_privacy_model_funcs_unref (deid_privacy_model_funcs_ref (funcs));
  ck_assert_uint_eq (second, 0);
  deid_privacy_model_funcs_unref (funcs);
  ck_assert_uint_eq (first, 1);
  ck_assert_uint_eq (second, 1);
}
END_TEST

/* A slot without a callback has data all the same, and so has one of many that share theirs. */
START_TEST (data_without_callback)
{
  DeidPrivacyModelFuncs *funcs = deid_privacy_model_funcs_new ();
  guint n_ends = 0;

  deid_privacy_model_funcs_set_compare (funcs, NULL, &n_ends, count_end);
  deid_privacy_model_funcs_set_prepare (funcs, prepare, &n_ends, NULL);
  deid_privacy_model_funcs_set_recheck (funcs, recheck, &n_ends, NULL);
  deid_privacy_model_funcs_set_compare (funcs, NULL, NULL, NULL);
  ck_assert_uint_eq (n_ends, 1);
  deid_privacy_model_funcs_unref (funcs);
  ck_assert_uint_eq (n_ends, 1);
}
END_TEST

/* Data whose end sets the slot anew. */
static guint n_nested_ends;

static void
end_and_empty_slot (gpointer funcs)
{
  if (++n_nested_ends == 1)
    deid_privacy_model_funcs_set_accept (funcs, NULL, NULL, NULL);
}

START_TEST (data_that_set_the_slot)
{
  DeidPrivacyModelFuncs *funcs = deid_privacy_model_funcs_new ();
  guint n_ends = 0;

  n_nested_ends = 0;
  deid_privacy_model_funcs_set_accept (funcs, own_model_judge, funcs, end_and_empty_slot);
  deid_privacy_model_funcs_set_accept (funcs, own_model_judge, &n_ends, count_end);
  ck_assert_uint_eq (n_nested_ends, 1);
  ck_assert_uint_eq (n_ends, 1);
  deid_privacy_model_funcs_unref (funcs);
  ck_assert_uint_eq (n_ends, 1);
}
END_TEST

/* They live as long as the model, wherever it has got to. */
START_TEST (data_of_model)
{
  DeidPrivacyModelFuncs *funcs = own_model_make_funcs ();
  const SkewedTable table
      = { .n_rows = 20, .n_attributes = 2, .heights = { 1, 1 }, .n_leaves = { 3, 3 }, .skew = 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  DeidProblem *problem = skewed_table_build_problem (&table, rand, "k:1", 0.5);
  DeidPrivacyModel *model, *other;
  DeidResult *result;
  guint n_ends = 0;

  setters[_i](funcs, &n_ends);
  model = own_model_new (funcs);
  other = own_model_new (funcs);
  deid_privacy_model_funcs_unref (funcs);
  deid_privacy_model_unref (other);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  deid_privacy_model_unref (model);
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  deid_problem_unref (problem);
  ck_assert_uint_eq (n_ends, 0);
  deid_result_unref (result);
  ck_assert_uint_eq (n_ends, 1);
}
END_TEST

START_TEST (data_refused)
{
  DeidPrivacyModelFuncs *funcs = own_model_make_funcs ();
  DeidPrivacyModel *model;
  guint kept = 0, late = 0, homeless = 0;
  GLogFunc handler;

  setters[_i](funcs, &kept);
  model = own_model_new (funcs);
  handler = criticals_start ();
  criticals_take ();
  setters[_i](funcs, &late);
  ck_assert_uint_eq (criticals_take (), 1);
  setters[_i](NULL, &homeless);
  ck_assert_uint_eq (criticals_take (), 1);
  g_log_set_default_handler (handler, NULL);
  ck_assert_uint_eq (late, 1);
  ck_assert_uint_eq (homeless, 1);
  deid_privacy_model_funcs_unref (funcs);
  ck_assert_uint_eq (kept, 0);
  deid_privacy_model_unref (model);
  ck_assert_uint_eq (kept, 1);
  ck_assert_uint_eq (late, 1);
}
END_TEST

START_TEST (declarations_refused)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  GLogFunc handler = criticals_start ();

  criticals_take ();
  deid_privacy_model_funcs_set_closure (funcs, (DeidClosure) 3);
  ck_assert_uint_eq (criticals_take (), 1);
  model = own_model_new (funcs);
  ck_assert_int_eq (deid_privacy_model_get_closure (model), DEID_CLOSURE_SUPERSET);
  deid_privacy_model_funcs_set_sensitive (funcs, NULL);
  deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_NONE);
  deid_privacy_model_funcs_set_size_only (funcs, TRUE);
  deid_privacy_model_funcs_set_thread_safe (funcs, TRUE);
  ck_assert_uint_eq (criticals_take (), 4);
  deid_privacy_model_funcs_set_sensitive (NULL, NULL);
  deid_privacy_model_funcs_set_closure (NULL, DEID_CLOSURE_NONE);
  deid_privacy_model_funcs_set_size_only (NULL, TRUE);
  deid_privacy_model_funcs_set_thread_safe (NULL, TRUE);
  ck_assert_uint_eq (criticals_take (), 4);
  g_log_set_default_handler (handler, NULL);
  ck_assert_int_eq (deid_privacy_model_get_closure (model), DEID_CLOSURE_SUPERSET);
}
END_TEST

static char *
describe_as (gpointer data)
{
  return g_strdup (data);
}

/* Slots that no model could be made of can still be changed. */
static void
check_refused (DeidPrivacyModelFuncs *funcs, const char *const *sensitive, const char *message)
{
  guint n_ends = 0;
  GError *error = NULL;

  deid_privacy_model_funcs_set_sensitive (funcs, sensitive);
  ck_assert_ptr_null (deid_privacy_model_new (funcs, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, message, NULL);
  ck_assert_ptr_null (deid_privacy_model_new (funcs, NULL));
  deid_privacy_model_funcs_set_compare (funcs, compare, &n_ends, count_end);
  ck_assert_uint_eq (n_ends, 0);
  deid_privacy_model_funcs_set_compare (funcs, NULL, NULL, NULL);
  ck_assert_uint_eq (n_ends, 1);
}

START_TEST (empty_slots)
{
  DeidPrivacyModelFuncs *funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  guint n_ends = 0;

  deid_privacy_model_funcs_set_accept (funcs, own_model_judge, &n_ends, count_end);
  check_refused (funcs, NULL, "describe is empty");
  deid_privacy_model_funcs_set_describe (funcs, own_model_describe, &n_ends, count_end);
  deid_privacy_model_funcs_set_accept (funcs, NULL, NULL, NULL);
  ck_assert_uint_eq (n_ends, 1);
  check_refused (funcs, NULL, "accept and accept_table are empty");
  deid_privacy_model_funcs_set_accept_table (funcs, judge_table, &n_ends, count_end);
  model = deid_privacy_model_new (funcs, NULL);
  ck_assert_ptr_nonnull (model);
  ck_assert_int_eq (deid_privacy_model_get_closure (model), DEID_CLOSURE_NONE);
  deid_privacy_model_funcs_unref (funcs);
  ck_assert_uint_eq (n_ends, 1);
  deid_privacy_model_unref (g_steal_pointer (&model));
  ck_assert_uint_eq (n_ends, 3);
}
END_TEST

START_TEST (bad_spellings)
{
  static const char *const specifications[] = { NULL, "", ":1", "a@b", "a\nb", "a\x7f", "\xff" };

  for (guint i = 0; i < G_N_ELEMENTS (specifications); i++)
    {
      g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();

      deid_privacy_model_funcs_set_describe (funcs, describe_as, (gpointer) specifications[i],
                                             NULL);
      check_refused (funcs, NULL,
                     "its specification has no name, is not valid UTF-8 or holds an '@'");
    }
}
END_TEST

START_TEST (bad_names)
{
  static const char *const empty[] = { "a", "", NULL };
  static const char *const invalid[] = { "\xc3", NULL };
  static const char *const twice[] = { "a", "b", "a", NULL };
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();

  check_refused (funcs, empty, "model own:1: the name of a sensitive attribute is empty");
  check_refused (funcs, invalid, "or not valid UTF-8");
  check_refused (funcs, twice, "model own:1: the sensitive attribute 'a' is given twice");
}
END_TEST

START_TEST (specifications)
{
  static const char *const none[] = { NULL };
  static const char *const names[] = { "a", "b", NULL };
  static const char *const *const sensitive[] = { NULL, none, names };
  static const char *const expected[] = { "own:1", "own:1", "own:1@a+b" };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
      g_autoptr (DeidPrivacyModel) model = NULL;
      g_autofree char *text = NULL;
      const char *const *given;

      deid_privacy_model_funcs_set_sensitive (funcs, sensitive[i]);
      model = deid_privacy_model_new (funcs, NULL);
      text = deid_privacy_model_to_specification (model);
      given = deid_privacy_model_get_sensitive (model);
      ck_assert_str_eq (text, expected[i]);
      ck_assert_uint_eq (g_strv_length ((char **) given), i < 2 ? 0 : 2);
      ck_assert (i < 2 || (g_str_equal (given[0], "a") && g_str_equal (given[1], "b")));
    }
}
END_TEST

/* Two columns are never one that is called as both, such as a joint one. */
START_TEST (escaped_names)
{
  static const char *const two[] = { "illness", "drug", NULL };
  static const char *const joint[] = { "illness+drug", NULL };
  static const char *const strange[] = { "100%", "50%2B", "+", NULL };
  static const char *const *const sensitive[] = { two, joint, strange };
  static const char *const expected[]
      = { "own:1@illness+drug", "own:1@illness%2Bdrug", "own:1@100%25+50%252B+%2B" };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
      g_autoptr (DeidPrivacyModel) model = NULL;
      g_autofree char *text = NULL;

      deid_privacy_model_funcs_set_sensitive (funcs, sensitive[i]);
      model = deid_privacy_model_new (funcs, NULL);
      text = deid_privacy_model_to_specification (model);
      ck_assert_str_eq (text, expected[i]);
    }
}
END_TEST

/* What is written is read, and a `+` also where it is not escaped. */
START_TEST (names_read_back)
{
  static const struct
  {
    const char *text;
    const char *name;
    const char *written;
  } cases[] = { { "dl:2@illness+drug", "illness+drug", "dl:2@illness%2Bdrug" },
                { "dl:2@illness%2Bdrug", "illness+drug", "dl:2@illness%2Bdrug" },
                { "dl:2@100%25", "100%", "dl:2@100%25" },
                { "dl:2@a@b:c", "a@b:c", "dl:2@a@b:c" } };
  static const char *const refused[]
      = { "dl:2@100%", "dl:2@a%0", "dl:2@a%00b", "dl:2@a%82", "ce@100%" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (cases[i].text, NULL, &error);
      g_autofree char *text = NULL;

      assert_no_error (error);
      text = deid_privacy_model_to_specification (model);
      ck_assert_str_eq (deid_privacy_model_get_sensitive (model)[0], cases[i].name);
      ck_assert_str_eq (text, cases[i].written);
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      if (i < 4)
        ck_assert_ptr_null (deid_privacy_model_new_from_specification (refused[i], NULL, &error));
      else
        ck_assert_ptr_null (deid_quality_model_new_from_specification (refused[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, refused[i], "escaped as in a URI", NULL);
    }
  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("ak:0.5:3:%82", "drug", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "'%82'", "escaped as in a URI", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("privacy-funcs");
  TCase *data = tcase_create ("data of slots");
  TCase *models = tcase_create ("models of slots");

  tcase_add_loop_test (data, data_replaced, 0, N_SLOTS);
  tcase_add_test (data, data_without_callback);
  tcase_add_test (data, data_that_set_the_slot);
  tcase_add_loop_test (data, data_of_model, 0, N_SLOTS);
  tcase_add_loop_test (data, data_refused, 0, N_SLOTS);
  suite_add_tcase (suite, data);
  tcase_add_test (models, declarations_refused);
  tcase_add_test (models, empty_slots);
  tcase_add_test (models, bad_spellings);
  tcase_add_test (models, bad_names);
  tcase_add_test (models, specifications);
  tcase_add_test (models, escaped_names);
  tcase_add_test (models, names_read_back);
  suite_add_tcase (suite, models);
  return suite;
}
