/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for local recodings, as a host has it: what is released is verified, loses what the
 * released labels say, has classes that meet the models, and never loses more than the best policy.
 */
#include "support/suite.h"

#include <stdio.h>

#include "support/lesson.h"
#include "support/local-table.h"
#include "support/result-figures.h"

static DeidResult *
run (DeidProblem *problem, const char *specification)
{
  g_autoptr (DeidSearch) search = NULL;
  DeidResult *result;
  GError *error = NULL;

  search = deid_search_new_from_specification (specification, &error);
  g_assert_no_error (error);
  result = deid_search_run (search, problem, NULL, &error);
  g_assert_no_error (error);
  return result;
}

/* Where columns have two levels, the values and one label, their cells are kept or suppressed. */
static DeidRecodingKind
get_kind (const LocalTable *table)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (table->columns[c].n_levels > 2)
      return DEID_RECODING_LOCAL;
  return DEID_RECODING_CELLS;
}

START_TEST (random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2041);
  const guint n_trials = count_trials (300);
  guint n_better = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autofree char *specification = g_strdup_printf ("local:%u:%u", trial % 400, trial);
      g_autoptr (DeidDataset) released = NULL;
      g_autoptr (DeidResult) result = NULL, optimum = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      LocalTable table;

      local_table_make (&table, rand, LOCAL_MAX_ROWS);
      problem = local_table_build (&table);
      result = run (problem, specification);
      assert_quietly (deid_result_get_policy (result) == NULL);
      assert_quietly (deid_result_get_recoding (result) == get_kind (&table));
      assert_quietly (deid_result_get_termination (result) == DEID_TERMINATION_COMPLETE);
      released = local_table_release (result);
      assert_near (local_table_check_release (&table, released), deid_result_get_loss (result));
      optimum = run (problem, "optimal");
      assert_quietly (deid_result_get_recoding (optimum) == DEID_RECODING_GLOBAL);
      assert_quietly (deid_result_get_loss (result) <= deid_result_get_loss (optimum));
      assert_quietly (deid_result_get_lower_bound (result) <= deid_result_get_loss (result));
      n_better += deid_result_get_loss (result) < deid_result_get_loss (optimum);
    }
  printf ("%u of %u recodings lose less than the best policy\n", n_better, n_trials);
  ck_assert_uint_ge (3 * n_better, n_trials);
}
END_TEST

/* On tables that are small enough to try all partitions. */
START_TEST (small_optima)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2042);
  const guint n_trials = count_trials (200);
  guint n_found = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      LocalTable table;
      double optimum, loss;

      local_table_make (&table, rand, 9);
      problem = local_table_build (&table);
      result = run (problem, "local:500");
      loss = deid_result_get_loss (result);
      optimum = local_table_find_optimum (&table);
      assert_quietly (loss >= optimum - 1e-12);
      assert_quietly (deid_result_get_lower_bound (result) <= optimum + 1e-12);
      n_found += loss <= optimum + 1e-12;
    }
  printf ("the optimum was found for %u of %u small tables\n", n_found, n_trials);
  ck_assert_uint_ge (100 * (n_found + 1), 90 * n_trials);
}
END_TEST

/* A seed repeats, class by class. */
START_TEST (same_seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2043);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) first = NULL, second = NULL;
  const guint32 *classes[2];
  gsize n;
  LocalTable table;

  local_table_make (&table, rand, LOCAL_MAX_ROWS);
  problem = local_table_build (&table);
  first = run (problem, "local:700:5");
  second = run (problem, "local:700:5");
  classes[0] = deid_partition_get_classes (deid_result_get_partition (first, NULL, NULL), &n);
  classes[1] = deid_partition_get_classes (deid_result_get_partition (second, NULL, NULL), &n);
  ck_assert_mem_eq (classes[0], classes[1], n * sizeof *classes[0]);
}
END_TEST

static void
cancel (DeidProgress *progress, gpointer cancellable)
{
  if (deid_progress_get_loss (progress, &(double){ 0 }))
    g_cancellable_cancel (cancellable);
}

/* A run that is cancelled once it has a solution has a result, as has one whose time is over. The
 * progress is reported at most ten times a second, so that this takes as long. */
START_TEST (ended_early)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2044);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidSearch) cancelled = deid_search_new_local (1000000000, 1, 0, NULL);
  g_autoptr (DeidSearch) timed = deid_search_new_local (0, 1, 0, NULL);
  g_autoptr (DeidSearch) stepped = deid_search_new_local (1000, 1, 0, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  LocalTable table;
  struct
  {
    DeidSearch *search;
    GCancellable *cancellable;
    DeidTermination termination;
  } cases[] = { { cancelled, cancellable, DEID_TERMINATION_CANCELLED },
                { timed, NULL, DEID_TERMINATION_TIME_LIMIT },
                { stepped, NULL, DEID_TERMINATION_STEP_LIMIT } };

  local_table_make (&table, rand, LOCAL_MAX_ROWS);
  problem = local_table_build (&table);
  ck_assert (deid_search_set_progress_func (cancelled, cancel, cancellable, NULL, NULL));
  ck_assert (deid_search_set_time_limit (timed, 0.05, NULL));
  ck_assert (deid_search_set_step_limit (stepped, 300, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) released = NULL;
      g_autoptr (DeidResult) result = NULL;
      double n_iterations;
      GError *error = NULL;

      result = deid_search_run (cases[i].search, problem, cases[i].cancellable, &error);
      g_assert_no_error (error);
      ck_assert_int_eq (deid_result_get_termination (result), cases[i].termination);
      released = local_table_release (result);
      assert_near (local_table_check_release (&table, released), deid_result_get_loss (result));
      ck_assert (find_figure (result, "iterations", &n_iterations));
      if (cases[i].search == stepped)
        ck_assert_double_eq (n_iterations, 300);
    }
}
END_TEST

/* What was cancelled before there was a solution says so. */
START_TEST (cancelled_at_once)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("a\nx\ny\n", NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidSearch) search = deid_search_new_local (0, 0, 0, NULL);
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_search_run (search, problem, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

/* A problem, and words of what a run says of it. */
/* A column of 6 values on 4 levels, of which each merges labels of the one before. Labels are few,
 * so that some stand for other values on another level. */
#define N_LEVELS 4
#define N_VALUES 6
#define N_ROWS   50

typedef struct
{
  guint groups[N_LEVELS][N_VALUES]; /* of each value */
  char names[N_LEVELS][N_VALUES];   /* of each group, none twice on a level */
} Senses;

static void
draw_senses (Senses *senses, GRand *random)
{
  static const char names[N_LEVELS][N_VALUES + 1] = { "abcdef", "ghijkl", "mnopqr", "stuvwx" };

  for (guint level = 0; level < N_LEVELS; level++)
    {
      for (guint value = 0; value < N_VALUES; value++)
        senses->groups[level][value] = level == 0 ? value : senses->groups[level - 1][value];
      for (guint n = level == 0 ? 0 : 2; n > 0; n--)
        {
          const guint from = (guint) g_rand_int_range (random, 0, N_VALUES);
          const guint to = (guint) g_rand_int_range (random, 0, N_VALUES);

          for (guint value = 0; value < N_VALUES; value++)
            if (level == N_LEVELS - 1 || senses->groups[level][value] == from)
              senses->groups[level][value] = level == N_LEVELS - 1 ? 0 : to;
        }
      for (guint i = 0; i < N_VALUES; i++)
        senses->names[level][i] = names[level][i];
      if (level > 0)
        senses->names[level][g_rand_int_range (random, 0, N_VALUES)]
            = names[level - 1][g_rand_int_range (random, 0, N_VALUES)];
    }
}

static char
get_name (const Senses *senses, guint level, guint value)
{
  return senses->names[level][senses->groups[level][value]];
}

static DeidResult *
recode_senses (const Senses senses[2], GRand *random, guint *values)
{
  g_autoptr (GString) table = g_string_new ("a b\n"), hierarchies = g_string_new (NULL);
  g_autoptr (DeidProblem) problem = NULL;

  for (guint row = 0; row < N_ROWS; row++)
    {
      values[2 * row] = (guint) g_rand_int_range (random, 0, N_VALUES);
      values[2 * row + 1] = (guint) g_rand_int_range (random, 0, N_VALUES);
      g_string_append_printf (table, "%c %c\n", get_name (&senses[0], 0, values[2 * row]),
                              get_name (&senses[1], 0, values[2 * row + 1]));
    }
  for (guint a = 0; a < 2; a++)
    for (guint value = 0; value < N_VALUES; value++)
      {
        g_string_append_printf (hierarchies, "%c", "ab"[a]);
        for (guint level = 0; level < N_LEVELS; level++)
          g_string_append_printf (hierarchies, " %c", get_name (&senses[a], level, value));
        g_string_append_c (hierarchies, '\n');
      }
  problem = lesson_make_problem (table->str, hierarchies->str,
                                 deid_privacy_model_new_k_anonymity (3, NULL));
  return run (problem, "local:2000");
}

/* Tells whether what a label covers on a level is all that it covers on any. */
static gboolean
is_widest (const Senses *senses, guint level, char name)
{
  for (guint other = 0; other < N_LEVELS; other++)
    for (guint value = 0; value < N_VALUES; value++)
      if (get_name (senses, other, value) == name && get_name (senses, level, value) != name)
        return FALSE;
  return TRUE;
}

/* Tells whether a column reads as one level does; labels count on lower ones where they are the
 * same. */
static gboolean
is_of_one_level (const DeidPartition *partition, const Senses *senses, const guint *values,
                 guint attribute)
{
  for (guint level = 0; level < N_LEVELS; level++)
    {
      guint row = 0;

      while (row < N_ROWS
             && get_name (senses, level, values[2 * row + attribute])
                    == deid_partition_get_label (
                        partition, deid_partition_get_class (partition, row), attribute)[0])
        row++;
      if (row == N_ROWS)
        return TRUE;
    }
  return FALSE;
}

/* A label that stands for other values on another level is released in its widest sense alone, but
 * where the column has one level in all classes. */
START_TEST (labels_of_several_senses)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  const guint n_trials = count_trials (300);
  guint n_mixed = 0, n_narrow = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Senses senses[2];
      guint values[2 * N_ROWS];
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) released = NULL;
      DeidPartition *partition;

      draw_senses (&senses[0], random);
      draw_senses (&senses[1], random);
      result = recode_senses (senses, random, values);
      released = local_table_release (result);
      partition = deid_result_get_partition (result, NULL, NULL);
      for (guint row = 0; row < N_ROWS; row++)
        for (guint a = 0; a < 2; a++)
          {
            const guint32 number = deid_partition_get_class (partition, row);
            const char name = deid_partition_get_label (partition, number, a)[0];
            const guint level = deid_partition_get_level (partition, number, a);

            ck_assert_int_eq (get_name (&senses[a], level, values[2 * row + a]), name);
            if (is_of_one_level (partition, &senses[a], values, a))
              continue;
            n_mixed++;
            ck_assert_msg (is_widest (&senses[a], level, name), "%u: %c on level %u", trial, name,
                           level);
            for (guint other = 0; other < level; other++)
              n_narrow += get_name (&senses[a], other, values[2 * row + a]) == name ? 1 : 0;
          }
    }
  ck_assert_uint_gt (n_mixed, n_trials);
  ck_assert (n_trials < 100 || n_narrow > n_trials / 6);
}
END_TEST

typedef struct
{
  const char *table;
  const char *hierarchies;
  const char *quality;
  const char *words[3];
} Refused;

START_TEST (refused_problems)
{
  static const Refused cases[] = {
    { "a\nx\ny\n", NULL, "ambiguity", { "costs classes" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidSearch) search = deid_search_new_local (10, 0, 0, NULL);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      problem = lesson_make_problem (cases[i].table, cases[i].hierarchies,
                                     deid_privacy_model_new_k_anonymity (2, NULL));
      if (cases[i].quality != NULL)
        {
          g_autoptr (DeidQualityModel) quality
              = deid_quality_model_new_from_specification (cases[i].quality, NULL);

          ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
        }
      result = deid_search_run (search, problem, NULL, &error);
      ck_assert_ptr_null (result);
      ck_assert_ptr_nonnull (error);
      for (guint w = 0; w < 3 && cases[i].words[w] != NULL; w++)
        ck_assert_ptr_nonnull (strstr (error->message, cases[i].words[w]));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
    }
}
END_TEST

/* Fewer records than one class takes. */
START_TEST (no_solution)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("a\nx\ny\n", NULL, deid_privacy_model_new_k_anonymity (3, NULL));
  g_autoptr (DeidSearch) search = deid_search_new_local (10, 0, 0, NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
}
END_TEST

START_TEST (specifications)
{
  static const char *const valid[] = { "local", "local:7", "local:7:9" };
  static const char *const invalid[]
      = { "local:", "local:x", "local:1:", "local:1:2:3:4", "locals" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (valid); i++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_from_specification (valid[i], NULL);
      g_autofree char *text = deid_search_to_specification (search);

      ck_assert_str_eq (text, valid[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (invalid); i++)
    {
      ck_assert_ptr_null (deid_search_new_from_specification (invalid[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "local[:ITERATIONS[:SEED[:RISES]]]",
                    NULL);
    }
  ck_assert_ptr_null (deid_search_new_from_specification ("local:1099511627777", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "1099511627776", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("search for local recodings");
  TCase *cases = tcase_create ("search");

  tcase_add_test (cases, random_problems);
  tcase_add_test (cases, small_optima);
  tcase_add_test (cases, same_seed);
  tcase_add_test (cases, ended_early);
  tcase_add_test (cases, cancelled_at_once);
  tcase_add_test (cases, labels_of_several_senses);
  tcase_add_test (cases, refused_problems);
  tcase_add_test (cases, no_solution);
  tcase_add_test (cases, specifications);
  suite_add_tcase (suite, cases);
  return suite;
}
