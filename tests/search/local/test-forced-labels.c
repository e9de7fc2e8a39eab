/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finer labels that follow from minimal cover alone: those of a release are counted as a reader
 * counts them who tries all ways in which a class can have its label, and with the demand that
 * there be none, there is none. */
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

#include "support/lesson.h"
#include "support/local-table.h"
#include "support/result-figures.h"

/* Returns: what a label says: its level, and the number of its group there. */
static guint
read_label (const char *label, guint *group)
{
  guint level = 0;

  if (label[0] == 'v')
    *group = (guint) g_ascii_strtoull (label + 1, NULL, 10);
  else
    {
      char *end;

      level = (guint) g_ascii_strtoull (label + 1, &end, 10);
      *group = (guint) g_ascii_strtoull (end + 1, NULL, 10);
    }
  return level;
}

/* Returns: how many groups of a lower level are within a group. */
static guint
count_groups (const LocalColumn *column, guint level, guint group, guint lower)
{
  guint seen = 0;

  for (guint leaf = 0; leaf < column->n_leaves; leaf++)
    if (column->groups[level][leaf] == group)
      seen |= 1u << column->groups[lower][leaf];
  return (guint) __builtin_popcount (seen);
}

/* Returns: in how many ways n records can be shared out to so many groups. */
static guint
count_shares (guint n, guint n_groups)
{
  guint ways = 0;

  if (n_groups == 1)
    return 1;
  for (guint first = 0; first <= n; first++)
    ways += count_shares (n - first, n_groups - 1);
  return ways;
}

/* Tells whether there is one way alone for records that have a label as their lowest one: not all
 * are in one group. */
static gboolean
is_forced (const LocalColumn *column, const char *label, guint n)
{
  guint group;
  const guint level = read_label (label, &group);

  for (guint lower = level; lower-- > 0;)
    {
      const guint n_groups = count_groups (column, level, group, lower);

      if (n_groups > 1)
        return count_shares (n, n_groups) - n_groups == 1;
    }
  return FALSE;
}

/* A release: of each row the labels, and how many rows have the same. */
typedef struct
{
  const char *labels[LOCAL_MAX_ROWS][LOCAL_MAX_ATTRIBUTES];
  guint n_alike[LOCAL_MAX_ROWS];
} Released;

static gboolean
are_alike (const Released *released, guint n_columns, guint row, guint other)
{
  for (guint c = 0; c < n_columns; c++)
    if (!g_str_equal (released->labels[row][c], released->labels[other][c]))
      return FALSE;
  return TRUE;
}

static void
read_release (const LocalTable *table, const DeidDataset *release, Released *released)
{
  for (guint c = 0; c < table->n_columns; c++)
    {
      g_autofree char *name = g_strdup_printf ("a%u", c);
      guint column;

      ck_assert (deid_dataset_find_column (release, name, &column, NULL));
      for (guint row = 0; row < table->n_rows; row++)
        released->labels[row][c] = deid_dataset_get_value (release, row, column);
    }
  for (guint row = 0; row < table->n_rows; row++)
    {
      released->n_alike[row] = 0;
      for (guint other = 0; other < table->n_rows; other++)
        released->n_alike[row] += are_alike (released, table->n_columns, row, other) ? 1 : 0;
    }
}

/* Returns: how many records of a release have some label that is forced. */
static guint
count_forced (const LocalTable *table, const Released *released)
{
  guint n_forced = 0;

  for (guint row = 0; row < table->n_rows; row++)
    {
      gboolean is_any = FALSE;

      for (guint c = 0; c < table->n_columns; c++)
        is_any |= is_forced (&table->columns[c], released->labels[row][c], released->n_alike[row]);
      n_forced += is_any ? 1 : 0;
    }
  return n_forced;
}

static DeidResult *
recode (DeidProblem *problem, guint64 seed, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_local (100, seed, 0, NULL);

  return deid_search_run (search, problem, NULL, error);
}

static guint64
get_statistic (const DeidResult *result)
{
  double n;

  ck_assert (find_figure (result, "forced-records", &n));
  return (guint64) n;
}

/* A policy, which has no lowest labels, may be what is found: its classes are counted as well. */
START_TEST (random_recodings)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3801);
  const guint n_trials = MAX (count_trials (1000), 20);
  guint n_with = 0, n_solved = 0, n_records = 0, n_pairs = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalTable table;

      local_table_make (&table, rand, 24);
      table.k = MIN (table.n_rows, trial % 5 == 0 ? 1 : 2 + (trial % 5 == 1));
      if (trial % 4 == 3)
        local_table_diversify (&table, rand);
      for (guint demanded = 0; demanded < 2; demanded++)
        {
          g_autoptr (DeidProblem) problem = local_table_build (&table);
          g_autoptr (GError) error = NULL;
          g_autoptr (DeidResult) result = NULL;
          g_autoptr (DeidDataset) release = NULL;
          Released released;
          guint n_forced;

          ck_assert (deid_problem_set_no_forced_labels (problem, demanded == 1, NULL));
          result = recode (problem, trial, &error);
          if (result == NULL)
            {
              ck_assert_int_eq (error->code, DEID_ERROR_NO_SOLUTION);
              assert_quietly (demanded == 1 && table.n_rows < 3);
              continue;
            }
          release = local_table_release (result);
          read_release (&table, release, &released);
          n_forced = count_forced (&table, &released);
          if (table.l == 1)
            {
              assert_near (local_table_check_release (&table, release),
                           deid_result_get_loss (result));
            }
          assert_quietly (n_forced == get_statistic (result));
          assert_quietly (demanded == 0 || n_forced == 0);
          n_with += n_forced > 0;
          n_solved += demanded;
          n_records += n_forced;
          for (guint row = 0; demanded == 1 && row < table.n_rows; row++)
            n_pairs += released.n_alike[row] == 2;
        }
    }
  printf ("%u of %u recodings force labels, of %u records; with the demand %u have a solution, and "
          "%u records are in classes of two\n",
          n_with, n_trials, n_records, n_solved, n_pairs);
  ck_assert_uint_gt (10 * n_with, n_trials);
  ck_assert_uint_gt (5 * n_solved, 4 * n_trials);
  ck_assert_uint_gt (n_pairs, n_trials);
}
END_TEST

#define HIERARCHY                                                                                  \
  "age 21 20s adult *\nage 24 20s adult *\nage 33 30s adult *\nage 38 30s adult *\n"               \
  "age 41 40s adult *\nage 8 child child *\n"

static double
recode_ages (const char *table, gboolean demanded, const char *expected, guint64 n_forced)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, HIERARCHY, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  ck_assert (deid_problem_set_no_forced_labels (problem, demanded, NULL));
  result = recode (problem, 1, &error);
  g_assert_no_error (error);
  release = lesson_apply (result);
  assert_table (release, expected);
  ck_assert (deid_result_verify (result, release, NULL, NULL));
  ck_assert_uint_eq (get_statistic (result), n_forced);
  return deid_result_get_loss (result);
}

/* The decade has two ages, so each of two records has one; among three decades nothing follows. The
 * wider label covers 5 of 6 ages, and costs 4/5. */
START_TEST (a_wider_label)
{
  static const char table[] = "age\n21\n24\n33\n33\n41\n41\n";

  assert_near (recode_ages (table, FALSE, "age\n20s\n20s\n33\n33\n41\n41\n", 2), 2 * 0.2 / 6);
  assert_near (recode_ages (table, TRUE, "age\nadult\nadult\n33\n33\n41\n41\n", 0), 2 * 0.8 / 6);
}
END_TEST

/* In a class of three, two may have either age. */
START_TEST (classes_of_three)
{
  static const char table[] = "age\n21\n24\n24\n33\n33\n41\n41\n";

  recode_ages (table, FALSE, "age\n20s\n20s\n20s\n33\n33\n41\n41\n", 0);
  recode_ages (table, TRUE, "age\n20s\n20s\n20s\n33\n33\n41\n41\n", 0);
}
END_TEST

static void
assert_refused (DeidProblem *problem, const char *specification, const char *reason)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (specification, NULL);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GError) error = NULL;

  result = deid_search_run (search, problem, NULL, &error);
  ck_assert_ptr_null (result);
  ck_assert_int_eq (error->code, DEID_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (error->message, reason));
}

/* Searches that do not widen labels refuse the demand, and so do problems where it means something
 * else. */
START_TEST (refusals)
{
  static const char *const others[] = { "optimal", "mondrian", "mondrian:relaxed", "rounds" };
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "age\n21\n24\n24\n", HIERARCHY, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidProblem) persons = lesson_make_problem (
      "age p:entity\n21 a\n24 b\n24 c\n", HIERARCHY, deid_privacy_model_new_k_anonymity (2, NULL));

  ck_assert (deid_problem_set_no_forced_labels (problem, TRUE, NULL));
  ck_assert (deid_problem_set_no_forced_labels (persons, TRUE, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    assert_refused (problem, others[i], "forces a finer one");
  assert_refused (persons, "local:10", "entity column");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("forced labels");
  TCase *cases = tcase_create ("releases");

  tcase_set_timeout (cases, 120);
  tcase_add_test (cases, random_recodings);
  tcase_add_test (cases, a_wider_label);
  tcase_add_test (cases, classes_of_three);
  tcase_add_test (cases, refusals);
  suite_add_tcase (suite, cases);
  return suite;
}
