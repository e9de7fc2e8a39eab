/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Warnings about what is released of microaggregated columns, and about columns that are not
 * released and repeat, against counts of the released table and of the input. */
#include <string.h>

#include "support/figures.h"
#include "support/suite.h"
#include "support/warnings.h"
#include "support/text-job.h"

#define N_TRIALS 200
#define MAX_ROWS 60

static const char statement[] = "[column age]\nrole=quasi-identifying\ntype=integer\n"
                                "rule=intervals:10,20\n[column pay]\nrole=sensitive\ntype=integer\n"
                                "microaggregate=%s\n[models]\nmodel=%s\n[release]\nkeep-order=yes\n"
                                "[search]\nevaluate=age:%u\n[limits]\nsuppression-limit=100%%\n";

typedef struct
{
  DeidDataset *release;
  DeidReport *warnings;
} Run;

/* Runs a job on a table in memory; a run without a solution has no warnings. */
static Run
run_job (const char *table, const char *problem)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;
  Run run = { NULL, NULL };

  ck_assert (deid_job_load_text (job, problem, "problem", NULL, &error));
  set_text_table (job, table);
  result = deid_job_run (job, NULL, &error);
  if (g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    {
      g_clear_error (&error);
      return run;
    }
  assert_no_error (error);
  run.release = deid_job_release (job, result, NULL, &error);
  assert_no_error (error);
  run.warnings = deid_report_new_warnings (result, NULL, &error);
  assert_no_error (error);
  return run;
}

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->release, deid_dataset_unref);
  g_clear_pointer (&run->warnings, deid_report_unref);
}

static guint64
get_n_records (const DeidReport *warnings, const char *code)
{
  const guint64 i = find_warning (warnings, code);

  return i < count_warnings (warnings) ? count_warned_records (warnings, i) : 0;
}

/* Counts the released rows that no other one equals in the first columns. */
static guint64
count_unique (const DeidDataset *release, guint n_columns)
{
  const guint64 n_rows = deid_dataset_get_n_rows (release);
  guint64 n = 0;

  for (guint64 row = 0; row < n_rows; row++)
    {
      gboolean is_unique = TRUE;

      for (guint64 other = 0; other < n_rows; other++)
        {
          gboolean is_same = other != row;

          for (guint c = 0; c < n_columns; c++)
            is_same &= g_strcmp0 (deid_dataset_get_value (release, row, c),
                                  deid_dataset_get_value (release, other, c))
                       == 0;
          is_unique &= !is_same;
        }
      n += is_unique ? 1 : 0;
    }
  return n;
}

/* Counts the rows of released classes, told by the label of the age, whose pays are all the same.
 */
static guint64
count_uniform (const DeidDataset *release, const int *pays, const guint *kept)
{
  const guint64 n_rows = deid_dataset_get_n_rows (release);
  guint64 n = 0;

  for (guint64 row = 0; row < n_rows; row++)
    {
      int only = 0;
      gboolean is_uniform = TRUE;

      for (guint64 other = 0; other < n_rows; other++)
        {
          const int pay = pays[kept[other]];

          if (g_strcmp0 (deid_dataset_get_value (release, row, 0),
                         deid_dataset_get_value (release, other, 0))
                  != 0
              || pay == 0)
            continue;
          is_uniform &= only == 0 || only == pay;
          only = pay;
        }
      n += is_uniform && only != 0;
    }
  return n;
}

/* Lists the rows that are released: those whose group of ages has k rows. */
static void
list_kept (const int *ages, guint n_rows, guint width, guint k, guint *kept)
{
  guint n = 0;

  for (guint row = 0; row < n_rows; row++)
    {
      guint size = 0;

      for (guint other = 0; other < n_rows; other++)
        size += (guint) ages[other] / width == (guint) ages[row] / width;
      if (size >= k)
        kept[n++] = row;
    }
}

/* A pay of 0 is a missing one. */
START_TEST (microaggregated_values)
{
  static const char *const methods[] = { "no", "mean", "median" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const guint n_trials = count_trials (N_TRIALS);
  guint n_unique = 0, n_uniform = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const char *method = methods[trial % 3];
      const guint k = 2 + trial % 2, n_rows = (guint) g_rand_int_range (rand, 5, MAX_ROWS);
      const int n_pays = g_rand_int_range (rand, 2, 8);
      g_autofree char *model = g_strdup_printf ("k:%u", k);
      g_autofree char *problem = g_strdup_printf (statement, method, model, 1);
      g_autoptr (GString) table = g_string_new ("age,pay\n");
      int ages[MAX_ROWS], pays[MAX_ROWS];
      guint kept[MAX_ROWS];
      guint64 expected;
      Run run;

      for (guint row = 0; row < n_rows; row++)
        {
          ages[row] = g_rand_int_range (rand, 0, 60);
          pays[row] = g_rand_int_range (rand, trial % 4 == 0 ? 0 : 1, n_pays);
          g_string_append_printf (table, "%d,", ages[row]);
          g_string_append_printf (table, pays[row] != 0 ? "%d\n" : "\n", pays[row]);
        }
      run = run_job (table->str, problem);
      if (run.warnings == NULL)
        continue;
      list_kept (ages, n_rows, 10, k, kept);
      expected = count_unique (run.release, 2) - count_unique (run.release, 1);
      ck_assert_uint_eq (get_n_records (run.warnings, "unique-by-insensitive"), expected);
      n_unique += trial % 3 > 0 && expected > 0;
      expected = trial % 3 == 0 ? deid_dataset_get_n_rows (run.release)
                                : count_uniform (run.release, pays, kept);
      ck_assert_uint_eq (get_n_records (run.warnings, "unprotected-sensitive"), expected);
      n_uniform += trial % 3 > 0 && expected > 0;
      run_clear (&run);
    }
  ck_assert (n_trials < N_TRIALS || (n_unique > 0 && n_uniform > 0));
}
END_TEST

/* A quasi-identifier of which each class has a number is not worthless where it has one label. */
START_TEST (one_label)
{
  static const char table[] = "age,pay\n21,1\n22,2\n23,3\n41,4\n42,5\n43,6\n";
  static const struct
  {
    const char *key;
    gboolean warns, is_worthless;
  } cases[] = { { "", TRUE, TRUE },
                { "microaggregate=mean\n", FALSE, FALSE },
                { "bin-mean=table\n", TRUE, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *problem = g_strdup_printf (
          "[column age]\nrole=quasi-identifying\ntype=integer\nrule=intervals:10\n%s"
          "[models]\nmodel=k:2\n[search]\nevaluate=age:2\n",
          cases[i].key);
      Run run = run_job (table, problem);
      const guint64 found = find_warning (run.warnings, "one-label");

      ck_assert_int_eq (found < count_warnings (run.warnings), cases[i].warns);
      if (cases[i].warns)
        ck_assert_int_eq (strstr (get_warning_text (run.warnings, found), "says nothing") != NULL,
                          cases[i].is_worthless);
      run_clear (&run);
    }
}
END_TEST

/* Counts the different persons of the rows that are released, of one group of ages or of all. */
static guint
count_persons (const int *ages, const int *persons, const guint *kept, guint n, int group)
{
  guint count = 0;

  for (guint i = 0; i < n; i++)
    {
      gboolean is_first = group < 0 || ages[kept[i]] / 10 == group;

      for (guint j = 0; j < i; j++)
        if ((group < 0 || ages[kept[j]] / 10 == group) && persons[kept[j]] == persons[kept[i]])
          is_first = FALSE;
      count += is_first ? 1 : 0;
    }
  return count;
}

START_TEST (repeated_identifiers)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  const guint n_trials = count_trials (N_TRIALS);
  guint n_below = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint k = 2 + trial % 3, n_rows = (guint) g_rand_int_range (rand, 12, MAX_ROWS);
      const int n_persons = g_rand_int_range (rand, 6, 80);
      g_autofree char *problem
          = g_strdup_printf ("[column age]\nrole=quasi-identifying\ntype=integer\n"
                             "rule=intervals:10,20\n[models]\nmodel=k:%u\n[limits]\n"
                             "suppression-limit=100%%\n[search]\nevaluate=age:1\n%s",
                             k, trial % 5 == 0 ? "[column mrn]\nrole=entity\n" : "");
      g_autoptr (GString) table = g_string_new ("mrn,age\n");
      int ages[MAX_ROWS], persons[MAX_ROWS];
      guint kept[MAX_ROWS], n_kept, n_values, smallest = G_MAXUINT, below = 0, all[MAX_ROWS];
      g_autofree char *expected = NULL, *classes = NULL;
      guint64 found;
      Run run;

      for (guint row = 0; row < n_rows; row++)
        {
          ages[row] = g_rand_int_range (rand, 0, 60);
          persons[row] = g_rand_int_range (rand, 0, n_persons);
          all[row] = row;
          g_string_append_printf (table, "P%03d,%d\n", persons[row], ages[row]);
        }
      run = run_job (table->str, problem);
      if (run.warnings == NULL)
        continue;
      found = find_warning (run.warnings, "repeated-identifier");
      n_kept = (guint) deid_dataset_get_n_rows (run.release);
      list_kept (ages, n_rows, 10, k, kept);
      n_values = count_persons (ages, persons, kept, n_kept, -1);
      if (trial % 5 == 0 || n_values == n_kept
          || 10 * count_persons (ages, persons, all, n_rows, -1) <= n_rows)
        ck_assert_uint_eq (found, count_warnings (run.warnings));
      else
        {
          for (int group = 0; group < 6; group++)
            {
              const guint n = count_persons (ages, persons, kept, n_kept, group);

              smallest = n > 0 ? MIN (smallest, n) : smallest;
              below += n > 0 && n < k;
            }
          classes = below == 0   ? g_strdup ("no class has")
                    : below == 1 ? g_strdup ("1 class has")
                                 : g_strdup_printf ("%u classes have", below);
          expected
              = g_strdup_printf ("'mrn' may mark persons who have several records: %u "
                                 "released records have only %u values. If each value is a "
                                 "person, the smallest class has %u person%s, and %s fewer "
                                 "than k = %u.",
                                 n_kept, n_values, smallest, smallest == 1 ? "" : "s", classes, k);
          ck_assert_uint_lt (found, count_warnings (run.warnings));
          ck_assert_ptr_nonnull (strstr (get_warning_text (run.warnings, found), expected));
          ck_assert_uint_eq (count_warned_records (run.warnings, found), n_kept - n_values);
          ck_assert_str_eq (get_warned_column (run.warnings, found), "mrn");
          n_below += below > 0;
        }
      run_clear (&run);
    }
  ck_assert (n_trials < N_TRIALS || n_below > 0);
}
END_TEST

/* Which columns are taken for marks of persons: a name, how many values it has on 1,000 records,
 * what a value is, and whether the warning is due. The same table is suggested roles for. */
static const struct
{
  const char *name;
  guint n_values;
  const char *prefix, *suffix; /* of its number of five digits */
  gboolean warns;
  const char *suggested; /* or NULL where it does not matter */
} columns[] = {
  { "mrn", 700, "", "", TRUE, "entity" },
  { "Fallnr", 700, "", "", TRUE, "entity" },
  { "Fallnr", 90, "F", "", TRUE, "entity" },
  { "patient", 700, "", "", TRUE, "entity" },
  { "mrn", 1000, "", "", FALSE, "identifying" },
  { "mrn", 1, "", "", FALSE, NULL },
  { "patient", 1, "", "", FALSE, NULL },
  { "patient", 15, "", "", FALSE, NULL },
  { "email", 600, "p", "@example.org", TRUE, "entity" }, /* within which the age is the same */
  { "id", 120, "", "", TRUE, "entity" },
  { "email", 700, "p", "@example.org", TRUE, "identifying" },
  { "id", 130, "", "", TRUE, "identifying" },
  { "id", 30, "", "", FALSE, NULL },
  { "xyz", 700, "q", "q", TRUE, NULL },
  { "xyz", 60, "q", "q", FALSE, NULL },
  { "sex", 2, "", "", FALSE, NULL },
  { "ward", 600, "w", "", FALSE, NULL },
  { "year", 90, "", "", FALSE, NULL },
  { "xyz", 700, "", ".25", FALSE, NULL },
  { "zip", 600, "", "", FALSE, NULL },
  { "diagnosis", 700, "d", "", FALSE, NULL },
  { "fnlwgt", 700, "", "", FALSE, NULL },
};

START_TEST (marks_of_persons)
{
  static const char problem[] = "[column age]\nrole=quasi-identifying\ntype=integer\n"
                                "rule=intervals:10,20\n[models]\nmodel=k:5\n";
  g_autoptr (GString) table = g_string_new (NULL);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidReport) suggestions = NULL;
  gboolean is_said = FALSE;
  const char *role;
  Run run;

  g_string_append_printf (table, "%s,age\n", columns[_i].name);
  for (guint row = 0; row < 1000; row++)
    {
      g_string_append_printf (table, "%s%05u%s", columns[_i].prefix,
                              11 * row % columns[_i].n_values, columns[_i].suffix);
      g_string_append_printf (table, ",%u\n", row % 60);
    }
  run = run_job (table->str, problem);
  ck_assert_int_eq (find_warning (run.warnings, "repeated-identifier")
                        < count_warnings (run.warnings),
                    columns[_i].warns);
  run_clear (&run);
  stream = g_memory_input_stream_new_from_data (table->str, (gssize) table->len, NULL);
  dataset = deid_dataset_new_from_csv_stream (stream, "table", NULL, NULL, NULL);
  suggestions = deid_report_new_suggestions (dataset, NULL, NULL, NULL, NULL);
  if (columns[_i].suggested != NULL)
    ck_assert_str_eq (text_of (suggestions, "columns[0].role"), columns[_i].suggested);
  for (guint i = 0; i < n_rows_of (suggestions, "columns[0].evidence"); i++)
    {
      const char *sentence = text_of (suggestions, "columns[0].evidence[%u]", i);

      is_said |= strstr (sentence, "k then counts") != NULL
                 || strstr (sentence, "values repeat") != NULL;
    }
  role = text_of (suggestions, "columns[0].role");
  if (g_str_equal (role, "identifying") || g_str_equal (role, "entity"))
    ck_assert_int_eq (is_said, columns[_i].warns);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("person-warnings");
  TCase *tests = tcase_create ("warnings");

  tcase_add_test (tests, microaggregated_values);
  tcase_add_test (tests, one_label);
  tcase_add_test (tests, repeated_identifiers);
  tcase_add_loop_test (tests, marks_of_persons, 0, G_N_ELEMENTS (columns));
  tcase_set_timeout (tests, 120);
  suite_add_tcase (suite, tests);
  return suite;
}
