/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Jobs whose columns have several values in a cell, against a definition of their own: sets are
 * sorted arrays of texts here, and labels are made value by value. */
#include <math.h>
#include <string.h>

#include "support/suite.h"
#include "support/text-job.h"

#define MAX_ROWS 14
#define N_LEVELS 3

/* A table of two columns of sets, as a user may write it. */
typedef struct
{
  guint n;
  char *cells[MAX_ROWS][2];
} Trial;

static const char *const items[] = { "A1", "A2", "B1", "B2", "C1" };

/* Draws a cell: values in any order, repeated or not, with blanks or without, or none. */
static char *
draw_cell (GRand *rand, char separator)
{
  const guint n = (guint) g_rand_int_range (rand, 0, 4);
  GString *cell = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (cell, "%s%.1s%s", i > 0 ? (char[]){ separator, '\0' } : "",
                            g_rand_boolean (rand) ? " " : "",
                            items[g_rand_int_range (rand, 0, G_N_ELEMENTS (items))]);
  return g_string_free (cell, FALSE);
}

static void
draw_trial (Trial *trial, GRand *rand)
{
  trial->n = (guint) g_rand_int_range (rand, 4, MAX_ROWS + 1);
  for (guint row = 0; row < trial->n; row++)
    {
      trial->cells[row][0] = draw_cell (rand, '|');
      trial->cells[row][1] = draw_cell (rand, ',');
    }
}

static void
clear_trial (Trial *trial)
{
  for (guint row = 0; row < trial->n; row++)
    for (guint c = 0; c < 2; c++)
      g_free (trial->cells[row][c]);
}

static DeidJob *
make_job (const Trial *trial, const char *extra)
{
  static const char rows[] = "A1;a;any\nA2;a;any\nB1;b;any\nB2;b;any\nC1;b;any\n";
  g_autoptr (GString) table = g_string_new ("id;p;q\n");
  g_autofree char *settings = g_strdup_printf (
      "[input]\ndelimiter=;\n[column p]\nrole=quasi-identifying\nrule=prefix:1;rest=\n"
      "separator=|\n[column q]\nrole=quasi-identifying\nhierarchy=%s\nseparator=,\n"
      "[models]\nmodel=k:2\n[release]\nkeep-order=yes\nkeep-suppressed=yes\n",
      write_file ("q.csv", rows, -1));

  for (guint row = 0; row < trial->n; row++)
    g_string_append_printf (table, "%u;\"%s\";\"%s\"\n", row, trial->cells[row][0],
                            trial->cells[row][1]);
  return make_text_job (table->str, settings, extra);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns: (transfer full): the label of a cell on a level; empty for a missing one. */
static char *
label_plainly (const char *cell, guint column, guint level)
{
  const char *const separator = column == 0 ? "|" : ",";
  g_auto (GStrv) values = g_strsplit (cell, separator, -1);
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  GString *text = g_string_new (NULL);

  for (guint i = 0; values[i] != NULL; i++)
    {
      g_strstrip (values[i]);
      if (values[i][0] != '\0' && level == 1 && column == 1)
        values[i][0] = values[i][0] == 'A' ? 'a' : 'b';
      if (values[i][0] != '\0' && level == 1)
        values[i][1] = '\0';
      if (values[i][0] != '\0')
        g_ptr_array_add (labels, values[i]);
    }
  if (level == 2)
    return g_string_append (text, column == 0 ? "*" : "any"), g_string_free (text, FALSE);
  g_ptr_array_sort (labels, compare_texts);
  for (guint i = 0; i < labels->len; i++)
    if (i == 0 || !g_str_equal (labels->pdata[i], labels->pdata[i - 1]))
      g_string_append_printf (text, "%s%s", i > 0 ? separator : "", (char *) labels->pdata[i]);
  return g_string_free (text, FALSE);
}

/* Returns: the share of the distinct sets of a column that have the label of a row on a level, as
 * Iyengar's loss counts it. */
static double
measure_plainly (const Trial *trial, guint row, guint column, guint level)
{
  g_autoptr (GHashTable) all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) covered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *own = label_plainly (trial->cells[row][column], column, level);
  guint n;

  for (guint other = 0; other < trial->n; other++)
    {
      g_autofree char *label = label_plainly (trial->cells[other][column], column, level);

      g_hash_table_add (all, label_plainly (trial->cells[other][column], column, 0));
      if (g_str_equal (label, own))
        g_hash_table_add (covered, label_plainly (trial->cells[other][column], column, 0));
    }
  n = g_hash_table_size (all);
  return n > 1 ? (g_hash_table_size (covered) - 1.0) / (n - 1.0) : 0;
}

/* The loss of a policy, or 2 if more records than one in four have labels of their own. */
static double
judge_plainly (const Trial *trial, const guint levels[2])
{
  guint n_suppressed = 0;
  double loss = 0;

  for (guint row = 0; row < trial->n; row++)
    {
      g_autofree char *p = label_plainly (trial->cells[row][0], 0, levels[0]);
      g_autofree char *q = label_plainly (trial->cells[row][1], 1, levels[1]);
      guint n = 0;

      for (guint other = 0; other < trial->n; other++)
        {
          g_autofree char *x = label_plainly (trial->cells[other][0], 0, levels[0]);
          g_autofree char *y = label_plainly (trial->cells[other][1], 1, levels[1]);

          n += g_str_equal (p, x) && g_str_equal (q, y) ? 1 : 0;
        }
      n_suppressed += n < 2;
      loss += n < 2 ? 1
                    : (measure_plainly (trial, row, 0, levels[0])
                       + measure_plainly (trial, row, 1, levels[1]))
                          / 2;
    }
  return n_suppressed * 4 > trial->n ? 2 : loss / trial->n;
}

static double
find_least_loss (const Trial *trial)
{
  double least = 2;

  for (guint p = 0; p < N_LEVELS; p++)
    for (guint q = 0; q < N_LEVELS; q++)
      least = MIN (least, judge_plainly (trial, (const guint[]){ p, q }));
  return least;
}

static DeidResult *
run_and_release (DeidJob *job, DeidDataset **release)
{
  GError *error = NULL;
  DeidResult *result = deid_job_run (job, NULL, &error);

  assert_no_error (error);
  *release = deid_job_release (job, result, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, *release, NULL, &error));
  assert_no_error (error);
  return result;
}

static void
assert_released_plainly (const Trial *trial, const DeidResult *result, const DeidDataset *release)
{
  const DeidPolicy *policy = deid_result_get_policy (result);
  guint n_suppressed = 0;

  for (guint row = 0; row < trial->n; row++)
    {
      g_autofree char *p
          = label_plainly (trial->cells[row][0], 0, deid_policy_get_level (policy, 0));
      g_autofree char *q
          = label_plainly (trial->cells[row][1], 1, deid_policy_get_level (policy, 1));
      const char *x = deid_dataset_get_value (release, row, 0);
      const char *y = deid_dataset_get_value (release, row, 1);
      const gboolean is_suppressed = deid_dataset_is_suppressed (release, row);

      n_suppressed += is_suppressed ? 1 : 0;
      if (!is_suppressed)
        {
          ck_assert_str_eq (x != NULL ? x : "", p);
          ck_assert_str_eq (y != NULL ? y : "", q);
        }
    }
  ck_assert_uint_eq (n_suppressed, deid_result_get_n_suppressed (result));
}

/* Every search finds the optimum of all policies, and what is released is what the policy says. */
START_TEST (random_sets)
{
  static const char *const algorithms[] = { "exhaustive", "optimal", "flash", "ola" };
  const guint n_trials = count_trials (200);
  g_autoptr (GRand) rand = g_rand_new_with_seed (4115);
  Trial trial;

  for (guint i = 0; i < n_trials; i++)
    {
      g_autofree char *extra = g_strdup_printf (
          "[search]\nalgorithm=%s\n[limits]\nsuppression-limit=0.25\n", algorithms[i % 4]);
      g_autoptr (DeidJob) job = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;
      const DeidPolicy *policy;
      guint levels[2];
      double least;

      draw_trial (&trial, rand);
      least = find_least_loss (&trial);
      job = make_job (&trial, extra);
      result = run_and_release (job, &release);
      policy = deid_result_get_policy (result);
      levels[0] = deid_policy_get_level (policy, 0);
      levels[1] = deid_policy_get_level (policy, 1);
      assert_quietly (fabs (deid_result_get_loss (result) - least) < 1e-9);
      assert_quietly (fabs (judge_plainly (&trial, levels) - least) < 1e-9);
      assert_released_plainly (&trial, result, release);
      clear_trial (&trial);
    }
}
END_TEST

/* Local recodings, cells and subtrees are verified too. */
START_TEST (other_recodings)
{
  static const char *const kinds[]
      = { "[search]\nrecoding=local\niterations=50\n", "[search]\nrecoding=cells\niterations=50\n",
          "[search]\nalgorithm=mondrian\n", "[lattice]\ngeneralize-by=subtrees\n" };
  const guint n_trials = count_trials (60);
  g_autoptr (GRand) rand = g_rand_new_with_seed (4116);
  Trial trial;

  for (guint i = 0; i < n_trials; i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      {
        g_autofree char *extra = g_strconcat (kinds[k], "[limits]\nsuppression-limit=0.25\n", NULL);
        g_autoptr (DeidJob) job = NULL;
        g_autoptr (DeidResult) result = NULL;
        g_autoptr (DeidDataset) release = NULL;

        draw_trial (&trial, rand);
        job = make_job (&trial, extra);
        result = run_and_release (job, &release);
        clear_trial (&trial);
      }
}
END_TEST

/* Cuts have their own order of sets, by bytes; rows have none. */
START_TEST (cuts)
{
  static const char settings[] = "[column dx]\nrole=quasi-identifying\nseparator=|\n"
                                 "generalize-by=cuts\n[models]\nmodel=k:2\n"
                                 "[release]\nkeep-order=yes\n";
  static const char table[] = "dx\nb|a\na\nc|d\nd|c|c\na|b\na\n";
  static const char *const labels[] = { "a|b", "a", "c|d", "c|d", "a|b", "a" };
  g_autofree char *extra
      = g_strdup_printf ("[column dx]\nhierarchy=%s\n", write_file ("dx.csv", "a;x\nb;x\n", -1));
  g_autoptr (DeidJob) job = make_text_job (table, settings, NULL);
  g_autoptr (DeidJob) bad = make_text_job (table, settings, extra);
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (DeidResult) result = run_and_release (job, &release);
  GError *error = NULL;

  ck_assert_ptr_nonnull (result);
  for (guint row = 0; row < 6; row++)
    ck_assert_str_eq (deid_dataset_get_value (release, row, 0), labels[row]);
  ck_assert_ptr_null (deid_job_run (bad, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'dx'", "subtrees", NULL);
}
END_TEST

/* A policy that is stored knows sets that it has not met, value by value, in any order. */
START_TEST (stored_policies)
{
  static const char settings[]
      = "[input]\ndelimiter=;\n[column dx]\nrole=quasi-identifying\nrule=prefix:1\nseparator=|\n"
        "[column ill]\nrole=sensitive\nseparator=+\n[models]\nmodel=k:2; dl:2@ill\n"
        "[search]\nevaluate=dx:1\n[release]\nkeep-order=yes\n";
  static const char table[] = "dx;ill\nI10|E11;flu+cold\nE12| I11|I11;cold\nJ45;gout\nJ44;flu\n";
  static const char next[] = "dx;ill\nJ99|Z1|J98;a+b\n Z2|J45;c\nZ3|J41;b + a+b\n";
  static const char alike[] = "dx;ill\nJ99|Z1|J98;a+b\n Z2|J45;b+a\n";
  g_autoptr (DeidJob) job = make_text_job (table, settings, NULL);
  g_autoptr (DeidDataset) release = NULL, later = NULL;
  g_autoptr (DeidResult) result = run_and_release (job, &release), applied = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL, read = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  ck_assert_str_eq (deid_dataset_get_value (release, 0, 0), "E**|I**");
  ck_assert_str_eq (deid_dataset_get_value (release, 0, 1), "cold+flu");
  ck_assert_str_eq (deid_dataset_get_value (release, 1, 0), "E**|I**");
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  text = deid_stored_policy_to_json (policy, NULL, NULL);
  read = deid_stored_policy_new_from_json_text (text, NULL, NULL, &error);
  assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      const char *rows = i == 0 ? next : alike;
      g_autoptr (GInputStream) stream
          = g_memory_input_stream_new_from_data (rows, (gssize) strlen (rows), NULL);
      g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (job, NULL);
      g_autoptr (DeidDataset) dataset
          = deid_dataset_new_from_csv_stream (stream, "next", csv, NULL, NULL);

      applied = deid_stored_policy_evaluate (read, dataset, NULL, NULL, &error);
      if (i == 1)
        { /* one set of illnesses in two orders is one value */
          ck_assert_ptr_null (applied);
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          break;
        }
      assert_no_error (error);
      later = deid_result_apply (applied, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_result_verify (applied, later, NULL, NULL));
      for (guint row = 0; row < 3; row++)
        ck_assert_str_eq (deid_dataset_get_value (later, row, 0), "J**|Z*");
      g_clear_pointer (&applied, deid_result_unref);
    }
}
END_TEST

/* The slots of a set are not released, and a stored policy combines them again. */
START_TEST (slot_columns)
{
  static const char settings[]
      = "[column dx]\nrole=quasi-identifying\nrule=prefix:1;rest=\nseparator=|\njoint=d1;d2;d3\n"
        "[models]\nmodel=k:2\n[release]\nkeep-order=yes\n";
  static const char table[] = "d1,d2,d3\nI10,E11,\nE12,I11,E12\n,J45,J45\n,,J44\n";
  static const char next[] = "d1,d2,d3\nI1,E1,E1\nE2,,I2\n";
  g_autoptr (DeidJob) job = make_text_job (table, settings, NULL), bad = NULL;
  g_autoptr (DeidDataset) release = NULL, dataset = NULL, later = NULL;
  g_autoptr (DeidResult) result = run_and_release (job, &release), applied = NULL;
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, NULL, NULL);
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data (next, (gssize) strlen (next), NULL);
  GError *error = NULL;

  ck_assert_uint_eq (deid_dataset_get_n_columns (release), 1);
  ck_assert_str_eq (deid_dataset_get_column_name (release, 0), "dx");
  for (guint row = 0; row < 4; row++)
    ck_assert_str_eq (deid_dataset_get_value (release, row, 0), row < 2 ? "E|I" : "J");
  dataset = deid_dataset_new_from_csv_stream (stream, "next", NULL, NULL, NULL);
  applied = deid_stored_policy_evaluate (policy, dataset, NULL, NULL, &error);
  assert_no_error (error);
  later = deid_result_apply (applied, NULL, NULL, NULL);
  ck_assert_str_eq (deid_dataset_get_value (later, 0, 0), "E|I");
  bad = make_text_job (table, settings, "[column d2]\nrole=insensitive\n");
  ck_assert_ptr_null (deid_job_run (bad, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "combines 'd2'", "[column dx] joint", NULL);
}
END_TEST

/* A set in a setting is that of the table, in any order. */
START_TEST (group_weights)
{
  static const char settings[] = "[column dx]\nrole=quasi-identifying\nrule=suppress\nseparator=|\n"
                                 "group-weight=c| b|a|a=3\n[models]\nmodel=k:1\n";
  g_autoptr (DeidJob) job = make_text_job ("dx\na|b|c\nd\n", settings, NULL);
  GError *error = NULL;
  DeidProblem *problem = deid_job_get_problem (job, NULL, &error);
  const char *column, *value;
  double weight;

  assert_no_error (error);
  ck_assert (deid_problem_get_group_weight (problem, 0, &column, &value, &weight));
  ck_assert_str_eq (value, "a|b|c");
  ck_assert_double_eq (weight, 3);
}
END_TEST

/* Notes say what reading changed. */
START_TEST (notes)
{
  static const char settings[]
      = "[column dx]\nrole=quasi-identifying\nrule=suppress\nseparator=|\nmissing=NA\n"
        "[models]\nmodel=k:1\n";
  g_autoptr (DeidJob) job = make_text_job ("dx\nb|a\na|a\na|b\nNA|a\nNA\n", settings, NULL);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) report = NULL;
  g_autofree char *json = NULL;
  GError *error = NULL;

  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  report = deid_job_make_report (job, "warnings", result, NULL, &error);
  assert_no_error (error);
  json = deid_report_to_json (report, NULL);
  ck_assert_ptr_nonnull (strstr (json, "'dx': 2 rows had several values in another order"));
  ck_assert_ptr_nonnull (strstr (json, "'dx': 1 row had a missing code"));
  ck_assert_ptr_nonnull (strstr (json, "values-sorted"));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job sets");
  TCase *tcase = tcase_create ("job sets");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, random_sets);
  tcase_add_test (tcase, other_recodings);
  tcase_add_test (tcase, cuts);
  tcase_add_test (tcase, stored_policies);
  tcase_add_test (tcase, slot_columns);
  tcase_add_test (tcase, group_weights);
  tcase_add_test (tcase, notes);
  suite_add_tcase (suite, tcase);
  return suite;
}
