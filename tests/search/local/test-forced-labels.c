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

/* What a reader makes of a set or a run who knows how labels are made: which values the records can
 * have. Values of the column are bits, by their places in its order. */
typedef struct
{
  guint n;                            /* values of the column */
  guint leaves[LOCAL_MAX_LEAVES + 1]; /* of each place */
} Order;

static char *
spell (const LocalColumn *column, guint value)
{
  if (value == column->n_leaves)
    return g_strdup ("");
  return g_strdup_printf (column->has_runs ? "%u" : "v%u", value);
}

/* Numbers stand in their order, and what is missing in none; other values in that of their bytes.
 */
static gboolean
comes_before (const LocalColumn *column, guint a, guint b)
{
  g_autofree char *first = spell (column, a), *second = spell (column, b);

  return column->has_runs ? a < b : strcmp (first, second) < 0;
}

static void
read_order (const LocalTable *table, guint c, Order *order)
{
  const LocalColumn *column = &table->columns[c];

  order->n = 0;
  for (guint value = 0; value < column->n_leaves + (column->has_runs ? 0 : 1); value++)
    {
      gboolean is_there = FALSE;
      guint place = order->n;

      for (guint row = 0; row < table->n_rows; row++)
        is_there |= table->values[row][c] == value;
      if (!is_there)
        continue;
      for (; place > 0 && comes_before (column, value, order->leaves[place - 1]); place--)
        order->leaves[place] = order->leaves[place - 1];
      order->leaves[place] = value;
      order->n++;
    }
}

/* Returns: the places that a label stands for, or 0 if it is none of a set or a run. */
static guint
read_places (const LocalColumn *column, const Order *order, const char *label)
{
  guint places = 0;

  for (guint i = 0; label != NULL && i < order->n; i++)
    {
      g_autofree char *value = spell (column, order->leaves[i]);
      g_autofree char *quoted = g_strdup_printf ("{%s", value[0] != '\0' ? value : "\"\"");
      g_autofree char *listed = g_strdup_printf (" %s", value[0] != '\0' ? value : "\"\"");
      const guint first = (guint) g_ascii_strtoull (label, NULL, 10);
      const char *last = strchr (label, '-');
      gboolean has;

      if (column->has_runs)
        has = g_str_equal (label, "*")
              || (order->leaves[i] >= first
                  && order->leaves[i]
                         <= (last != NULL ? g_ascii_strtoull (last + 1, NULL, 10) : first));
      else
        {
          g_auto (GStrv) parts = g_strsplit_set (label, ",}", -1);

          has = label[0] == '{'
                && (g_strv_contains ((const char *const *) parts, quoted)
                    || g_strv_contains ((const char *const *) parts, listed));
        }
      places |= has ? 1u << i : 0;
    }
  return places;
}

/* Returns: all places from the first to the last of some. */
static guint
fill (guint places)
{
  while ((places & (places + (places & -places))) != 0)
    places |= places << 1 & ((1u << (31 - __builtin_clz (places))) - 1);
  return places;
}

/* Returns: the pair of neighbours that a place is in, the last one of which may be of three. */
static guint
get_pair (guint n_places, guint place)
{
  return MIN (place / 2, MAX (n_places / 2, 1) - 1);
}

/* Returns: all places of the pairs that some places are in and, if these are not more than @n, of
 * the pair behind the last one, or else of the last pair without any; 0 if there is no such. */
static guint
widen (guint n_places, guint places, guint n)
{
  const guint n_pairs = get_pair (n_places, n_places) + 1;
  guint pairs = 0, wide = 0, next;

  for (guint i = 0; i < n_places; i++)
    pairs |= (places >> i & 1) << get_pair (n_places, i);
  for (guint i = 0; i < n_places; i++)
    wide |= (pairs >> get_pair (n_places, i) & 1) << i;
  if ((guint) __builtin_popcount (wide) > n)
    return wide;
  next = 32 - (guint) __builtin_clz (pairs);
  if (next == n_pairs)
    for (next = n_pairs; next > 0 && (pairs >> (next - 1) & 1) != 0;)
      next--;
  else
    next++;
  for (guint i = 0; i < n_places; i++)
    wide |= get_pair (n_places, i) + 1 == next ? 1u << i : 0;
  return next > 0 ? wide : 0;
}

/* Returns: the label, as places, of @n records with the values @places. */
static guint
get_label (const LocalColumn *column, const Order *order, guint places, guint n)
{
  const guint n_values = (guint) __builtin_popcount (places);

  if (n_values == 1)
    return places;
  if (column->has_runs)
    return n == 2 ? widen (order->n, fill (places), 2) : fill (places);
  return n_values < n ? places : widen (order->n, places, n);
}

/* Tells whether a reader can count the records with some value of a label, or a person of two the
 * value of the other. Of values that are fewer than the records, any may have more than one. */
static gboolean
tells (const LocalColumn *column, const Order *order, guint label, guint n)
{
  guint n_ways = 0, always = label, partners[LOCAL_MAX_LEAVES + 1] = { 0 };

  for (guint places = label; places > 0; places = (places - 1) & label)
    {
      const guint n_values = (guint) __builtin_popcount (places);

      if (n_values > n || get_label (column, order, places, n) != label)
        continue;
      if (n_values < n)
        return FALSE;
      n_ways++;
      always &= places;
      for (guint i = 0; i < order->n; i++)
        partners[i] |= (places >> i & 1) != 0 ? places & ~(1u << i) : 0;
    }
  g_assert_cmpuint (n_ways, >, 0);
  for (guint i = 0; n == 2 && i < order->n; i++)
    if (__builtin_popcount (partners[i]) == 1)
      return TRUE;
  return always != 0;
}

static gboolean
is_set_or_run_forced (const LocalTable *table, guint c, const char *label, guint n,
                      gboolean is_wide)
{
  const LocalColumn *column = &table->columns[c];
  guint group, level, n_covered, places;
  Order order;

  read_order (table, c, &order);
  places = read_places (column, &order, label);
  n_covered = (guint) __builtin_popcount (places);
  if (column->has_runs)
    {
      if (n != 2 || n_covered < 2 || (g_str_equal (label, "*") && column->has_missing))
        return FALSE;
      return !is_wide || tells (column, &order, places, n);
    }
  if (label != NULL && label[0] == '{')
    return is_wide ? tells (column, &order, places, n) : n_covered == n;
  if (label == NULL || n == 1)
    return FALSE;
  level = read_label (label, &group);
  n_covered = level + 1 == column->n_levels && column->has_missing ? 1 : 0;
  for (guint leaf = 0; leaf < column->n_leaves; leaf++)
    n_covered += column->groups[level][leaf] == group;
  return n_covered == n;
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
    if (g_strcmp0 (released->labels[row][c], released->labels[other][c]) != 0)
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
count_forced (const LocalTable *table, const Released *released, gboolean is_wide)
{
  guint n_forced = 0;

  for (guint row = 0; row < table->n_rows; row++)
    {
      gboolean is_any = FALSE;
      guint first = 0;

      while (!are_alike (released, table->n_columns, first, row))
        first++;
      if (first < row) /* looked at before */
        continue;
      for (guint c = 0; c < table->n_columns; c++)
        is_any |= table->columns[c].has_runs || table->columns[c].max_values > 0
                      ? is_set_or_run_forced (table, c, released->labels[row][c],
                                              released->n_alike[row], is_wide)
                      : is_forced (&table->columns[c], released->labels[row][c],
                                   released->n_alike[row]);
      n_forced += is_any ? released->n_alike[row] : 0;
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
  const guint n_trials = MAX (count_trials (500), 20);
  guint n_with = 0, n_solved = 0, n_records = 0, n_pairs = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalTable table;

      local_table_make (&table, rand, 24);
      if (trial % 3 == 1)
        local_table_make_runs (&table, rand);
      if (trial % 3 == 2)
        local_table_make_sets (&table, rand);
      if (trial % 3 != 2) /* sets tell more than they should in large classes, too */
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
              assert_quietly (demanded == 1 && (table.n_rows < 3 || trial % 3 > 0));
              continue;
            }
          release = local_table_release (result);
          read_release (&table, release, &released);
          n_forced = count_forced (&table, &released,
                                   demanded == 1 && deid_result_get_policy (result) == NULL);
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
  ck_assert_uint_gt (2 * n_pairs, n_trials);
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

/* By hand: of six values, the pairs are 1 2, 3 4 and 5 6. The first two records fill one, so that
 * they get the next, too. */
START_TEST (wider_sets_and_runs)
{
  static const char rows[] = "a\n1\n2\n3\n3\n4\n4\n5\n5\n6\n6\n";
  static const char *const expected[] = { "1-4", "{1, 2, 3, 4}" };

  for (guint sets = 0; sets < 2; sets++)
    {
      g_autoptr (DeidDataset) dataset = lesson_make_table (rows);
      g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
      g_autoptr (DeidHierarchy) none = deid_hierarchy_new_suppression ();
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;

      ck_assert (sets == 0 ? deid_lattice_add_numeric_cuts (lattice, "a", DEID_CUT_ENDS_EXACT, NULL)
                           : deid_lattice_add_quasi_identifier (lattice, "a", none, NULL, NULL)
                                 && deid_lattice_set_label_sets (lattice, "a", G_MAXUINT, NULL));
      problem = deid_problem_new (lattice);
      lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
      ck_assert (deid_problem_set_no_forced_labels (problem, TRUE, NULL));
      result = recode (problem, 1, NULL);
      release = local_table_release (result);
      ck_assert_str_eq (deid_dataset_get_value (release, 0, 0), expected[sets]);
      ck_assert_str_eq (deid_dataset_get_value (release, 1, 0), expected[sets]);
      ck_assert_str_eq (deid_dataset_get_value (release, 2, 0), "3");
      assert_near (deid_result_get_loss (result), 2 * 0.6 / 10);
      ck_assert_uint_eq (get_statistic (result), 0);
    }
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
  tcase_add_test (cases, wider_sets_and_runs);
  tcase_add_test (cases, classes_of_three);
  tcase_add_test (cases, refusals);
  suite_add_tcase (suite, cases);
  return suite;
}
