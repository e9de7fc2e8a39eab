/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a release did to the data, against definitions on random tables. */
#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"
#include "support/plain-distortion.h"

#define N_TRIALS 250

static const char *const names[N_PLAIN_COLUMNS]
    = { "age", "income", "sex", "cost", "visits", "note" };

static const char *const sides[] = { "before", "after" };
static const char *const figures[PLAIN_N_FIGURES]
    = { "mean", "variance", "quantile_5", "quantile_25", "median", "quantile_75", "quantile_95" };
static const char *const associations[] = { "pearson", "spearman", "cramers_v" };

static void
draw (PlainTable *plain, GRand *rand)
{
  plain->n_rows = (guint) g_rand_int_range (rand, 2, MAX_PLAIN_ROWS);
  for (guint row = 0; row < plain->n_rows; row++)
    {
      const gint base = g_rand_int_range (rand, 0, 40);

      plain->weights[row] = (guint) g_rand_int_range (rand, 1, 4);
      g_snprintf (plain->texts[0][row], MAX_PLAIN_TEXT, "%d", base);
      g_snprintf (plain->texts[1][row], MAX_PLAIN_TEXT, "%d.%d",
                  (base + g_rand_int_range (rand, 0, 8)) / 8, g_rand_int_range (rand, 0, 2) * 5);
      g_snprintf (plain->texts[2][row], MAX_PLAIN_TEXT, "%c", base < 20 ? 'f' : 'm');
      g_snprintf (plain->texts[3][row], MAX_PLAIN_TEXT, "10000%02d.%02d",
                  g_rand_int_range (rand, 0, base + 1), g_rand_int_range (rand, 0, 100));
      g_snprintf (plain->texts[4][row], MAX_PLAIN_TEXT, "%d",
                  -base / 8 + g_rand_int_range (rand, 0, 3));
      g_snprintf (plain->texts[5][row], MAX_PLAIN_TEXT, "%c", 'a' + base / 15);
      for (guint c = 0; c < N_PLAIN_COLUMNS; c++)
        plain->is_missing[c][row] = g_rand_int_range (rand, 0, 15) == 0;
    }
  /* Pairs without gaps are computed in another way. */
  for (guint c = 0; c < N_PLAIN_COLUMNS; c++)
    if (g_rand_boolean (rand))
      memset (plain->is_missing[c], 0, sizeof plain->is_missing[c]);
}

/* Ages in tens, then twenties and those below 20, then nothing; incomes by units, then nothing. */
static DeidHierarchy *
make_hierarchy (guint number)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (number == 2)
    return deid_hierarchy_new_suppression ();
  for (gint age = 0; number == 0 && age < 40; age++)
    g_string_append_printf (text, "age %d %d-%d %s *\n", age, age / 10 * 10, age / 10 * 10 + 9,
                            age < 20 ? "<~20" : "20-39");
  for (gint half = 0; number == 1 && half < 25; half++)
    g_string_append_printf (text, "income %d.%d [%d,~%d[ *\n", half / 2, half % 2 * 5, half / 2,
                            half / 2 + 1);
  return lesson_make_hierarchy (names[number], text->str);
}

/* Returns: what a label stands for. */
static double
stand_in (guint column, const char *label, guint level)
{
  if (label == NULL || !plain_column_has_numbers (column) || *label == '*' || *label == '<')
    return NAN;
  if (level == 0 || column > 1)
    return g_ascii_strtod (label, NULL);
  if (column == 1)
    return g_ascii_strtod (label + 1, NULL) + 0.5;
  return strcmp (label, "20-39") == 0 ? 29.5 : g_ascii_strtod (label, NULL) + 4.5;
}

static DeidResult *
make_result (const PlainTable *plain, const guint *levels, gboolean only_released)
{
  static const DeidColumnType types[]
      = { DEID_COLUMN_TYPE_INTEGER, DEID_COLUMN_TYPE_DECIMAL, DEID_COLUMN_TYPE_TEXT,
          DEID_COLUMN_TYPE_DECIMAL, DEID_COLUMN_TYPE_INTEGER, DEID_COLUMN_TYPE_TEXT };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (3, NULL);
  g_autoptr (DeidPolicy) policy = NULL;
  char weights[MAX_PLAIN_ROWS][4];
  const char *values[MAX_PLAIN_ROWS];
  guint n = 0;

  for (guint c = 0; c < N_PLAIN_COLUMNS; c++)
    {
      n = 0;
      for (guint row = 0; row < plain->n_rows; row++)
        if (!only_released || plain->is_released[row])
          values[n++] = plain->is_missing[c][row] ? NULL : plain->texts[c][row];
      ck_assert (deid_dataset_add_string_column (dataset, names[c], values, n, NULL, NULL));
      ck_assert (deid_dataset_set_column_type (dataset, names[c], types[c], NULL, NULL));
      if (c > 2)
        ck_assert (deid_dataset_set_role (
            dataset, names[c], c == 3 ? DEID_ROLE_SENSITIVE : DEID_ROLE_INSENSITIVE, NULL));
    }
  n = 0;
  for (guint row = 0; row < plain->n_rows; row++)
    if (!only_released || plain->is_released[row])
      {
        g_snprintf (weights[n], sizeof weights[n], "%u", plain->weights[row]);
        values[n] = weights[n];
        n++;
      }
  ck_assert (deid_dataset_add_string_column (dataset, "weight", values, n, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "weight", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (dataset);
  for (guint c = 0; c < 3; c++)
    {
      g_autoptr (DeidHierarchy) hierarchy = make_hierarchy (c);

      ck_assert (deid_lattice_add_quasi_identifier (lattice, names[c], hierarchy, NULL, NULL));
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  policy = deid_policy_new (lattice, levels, 3, NULL);
  return deid_problem_evaluate (problem, policy, NULL, NULL);
}

/* Takes labels and what is suppressed from the partition, and works out the rest. */
static void
fill (PlainTable *plain, DeidResult *result, const guint *levels)
{
  const DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);

  for (guint row = 0; row < plain->n_rows; row++)
    {
      const guint32 eq_class = deid_partition_get_class (partition, row);

      plain->is_released[row] = !deid_partition_is_suppressed (partition, eq_class);
      for (guint c = 0; c < N_PLAIN_COLUMNS; c++)
        {
          const char *value = plain->is_missing[c][row] ? NULL : plain->texts[c][row];

          plain->labels[0][c][row] = value;
          plain->labels[1][c][row]
              = c < 3 ? deid_partition_get_label (partition, eq_class, c) : value;
          plain->numbers[0][c][row] = stand_in (c, value, 0);
          plain->numbers[1][c][row] = stand_in (c, plain->labels[1][c][row], c < 3 ? levels[c] : 0);
        }
    }
}

static guint
find_column (const char *name)
{
  for (guint c = 0; c < N_PLAIN_COLUMNS; c++)
    if (g_str_equal (names[c], name))
      return c;
  ck_abort_msg ("%s is no released column", name);
}

/* Checks a figure that there may not be, NAN. */
static void
assert_told (gboolean is_told, double figure, double expected)
{
  ck_assert_msg (is_told == !isnan (expected), "%s, expected %.17g", is_told ? "told" : "not told",
                 expected);
  if (is_told)
    ck_assert_msg (fabs (figure - expected) <= 1e-12 * MAX (1, fabs (expected)),
                   "%.17g is not %.17g", figure, expected);
}

static void
check_numbers (const PlainTable *plain, const DeidReport *distortion, guint column)
{
  const guint c = find_column (text_of (distortion, "columns[%u].column", column));
  double expected[2][PLAIN_N_FIGURES], value = 0;

  for (guint side = 0; side < 2; side++)
    {
      plain_figures (plain, c, side, expected[side]);
      ck_assert_uint_eq (count_of (distortion, "columns[%u].measured.%s", column, sides[side]),
                         plain_count_numbers (plain, c, side));
      for (guint f = 0; f < PLAIN_N_FIGURES; f++)
        {
          const gboolean is_told = get_number (distortion, &value, "columns[%u].%s.%s", column,
                                               figures[f], sides[side]);

          assert_told (is_told, value, expected[side][f]);
        }
    }
  for (guint f = 0; f < PLAIN_N_FIGURES; f++)
    {
      const double was = expected[0][f], is = expected[1][f];
      const gboolean is_told
          = get_number (distortion, &value, "columns[%u].%s.change", column, figures[f]);

      ck_assert (is_told == (!isnan (was) && !isnan (is)));
      if (is_told)
        ck_assert_double_eq_tol (value, is - was, 1e-12 * MAX (1, fabs (was)));
      if (get_number (distortion, &value, "columns[%u].%s.relative_change", column, figures[f]))
        ck_assert_double_eq_tol (value, (is - was) / fabs (was), 1e-9);
    }
  if (get_number (distortion, &value, "columns[%u].mean_shift", column))
    ck_assert_double_eq_tol (value, (expected[1][0] - expected[0][0]) / sqrt (expected[0][1]),
                             1e-9);
}

static void
check_values (const PlainTable *plain, const DeidReport *distortion, guint column)
{
  const guint c = find_column (text_of (distortion, "columns[%u].column", column));
  double distance, before = G_MAXDOUBLE;
  guint64 n[2] = { 0 };

  ck_assert (get_number (distortion, &distance, "columns[%u].distance", column));
  assert_told (TRUE, distance, plain_distance (plain, c));
  for (guint i = 0; i < n_rows_of (distortion, "columns[%u].values", column); i++)
    {
      const char *label = text_of (distortion, "columns[%u].values[%u].value", column, i);
      double shares[2];

      for (guint side = 0; side < 2; side++)
        {
          const guint64 of_label
              = count_of (distortion, "columns[%u].values[%u].%s", column, i, sides[side]);

          shares[side]
              = (double) of_label / (double) count_of (distortion, "records.%s", sides[side]);
          ck_assert_uint_eq (of_label, plain_count_label (plain, c, side, label));
          n[side] += of_label;
        }
      ck_assert (fabs (shares[1] - shares[0]) <= before + 1e-12);
      before = fabs (shares[1] - shares[0]);
    }
  if (n_rows_of (distortion, "columns[%u].values", column) > 0)
    {
      ck_assert_uint_eq (n[0], plain_count_records (plain, 0));
      ck_assert_uint_eq (n[1], plain_count_records (plain, 1));
    }
}

static void
check_columns (const PlainTable *plain, const DeidReport *distortion, const guint *levels,
               DeidResult *result)
{
  const DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);

  ck_assert_uint_eq (n_rows_of (distortion, "columns"), N_PLAIN_COLUMNS);
  for (guint column = 0; column < N_PLAIN_COLUMNS; column++)
    {
      const guint c = find_column (text_of (distortion, "columns[%u].column", column));
      double loss, expected;
      guint64 level;

      ck_assert_str_eq (text_of (distortion, "columns[%u].kind", column),
                        plain_column_has_numbers (c) ? "numbers" : "texts");
      ck_assert (get_count (distortion, &level, "columns[%u].level", column) == (c < 3));
      ck_assert (get_number (distortion, &loss, "columns[%u].loss", column) == (c < 3));
      if (c < 3)
        {
          ck_assert_uint_eq (level, levels[c]);
          ck_assert (deid_partition_get_attribute_loss (partition, c, &expected));
          ck_assert_double_eq (loss, expected);
        }
      for (guint side = 0; side < 2; side++)
        {
          ck_assert_uint_eq (count_of (distortion, "columns[%u].missing.%s", column, sides[side]),
                             plain_count_missing (plain, c, side));
          ck_assert_uint_eq (count_of (distortion, "columns[%u].distinct.%s", column, sides[side]),
                             plain_count_distinct (plain, c, side));
        }
      if (plain_column_has_numbers (c))
        check_numbers (plain, distortion, column);
      check_values (plain, distortion, column);
    }
}

static void
check_pairs (const PlainTable *plain, const DeidReport *distortion)
{
  double greatest = G_MAXDOUBLE;

  ck_assert_uint_eq (n_rows_of (distortion, "pairs"), N_PLAIN_COLUMNS * (N_PLAIN_COLUMNS - 1) / 2);
  for (guint pair = 0; pair < n_rows_of (distortion, "pairs"); pair++)
    {
      const guint c = find_column (text_of (distortion, "pairs[%u].columns[0]", pair));
      const guint d = find_column (text_of (distortion, "pairs[%u].columns[1]", pair));
      double expected[3][2], value = 0, change = 0;

      ck_assert_uint_lt (c, d);
      for (guint side = 0; side < 2; side++)
        {
          const guint64 n_both = plain_associate (plain, c, d, side, expected);

          ck_assert_uint_eq (count_of (distortion, "pairs[%u].records.%s", pair, sides[side]),
                             n_both);
          for (guint a = 0; a < 3; a++)
            {
              const gboolean is_told = get_number (distortion, &value, "pairs[%u].%s.%s", pair,
                                                   associations[a], sides[side]);

              assert_told (is_told, value, expected[a][side]);
            }
        }
      for (guint a = 0; a < 3; a++)
        if (!isnan (expected[a][0]))
          change
              = MAX (change, fabs (expected[a][0] - (isnan (expected[a][1]) ? 0 : expected[a][1])));
      ck_assert (change <= greatest + 1e-12);
      greatest = change;
    }
}

/* The public reads the same of a table that never had the suppressed records. */
static void
check_public (const PlainTable *plain, DeidReport *distortion, const guint *levels)
{
  g_autoptr (DeidResult) other = make_result (plain, levels, TRUE);
  g_autoptr (DeidReport) of_other = deid_report_new_distortion (other, NULL, NULL, NULL);
  DeidReport *const custodian[] = { distortion, of_other };
  char *texts[2], *jsons[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidReport) shown = deid_report_new_public (custodian[i], NULL, NULL);

      texts[i] = deid_report_to_text (shown, NULL, NULL);
      jsons[i] = deid_report_to_json (shown, NULL);
    }
  ck_assert_str_eq (texts[0], texts[1]);
  ck_assert_str_eq (jsons[0], jsons[1]);
  for (guint i = 0; i < 2; i++)
    {
      g_free (texts[i]);
      g_free (jsons[i]);
    }
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (18);
  guint n_suppressing = 0;

  for (guint trial = 0, n = count_trials (N_TRIALS); trial < n; trial++)
    {
      const guint levels[]
          = { (guint) g_rand_int_range (rand, 0, 4), (guint) g_rand_int_range (rand, 0, 3),
              (guint) g_rand_int_range (rand, 0, 2) };
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReport) distortion = NULL, again = NULL;
      g_autofree char *json = NULL, *json_again = NULL;
      PlainTable plain = { 0 };

      draw (&plain, rand);
      result = make_result (&plain, levels, FALSE);
      if (result == NULL)
        continue;
      fill (&plain, result, levels);
      distortion = deid_report_new_distortion (result, NULL, NULL, NULL);
      check_columns (&plain, distortion, levels, result);
      check_pairs (&plain, distortion);
      check_public (&plain, distortion, levels);
      again = deid_report_new_distortion (result, NULL, NULL, NULL);
      json = deid_report_to_json (distortion, NULL);
      json_again = deid_report_to_json (again, NULL);
      ck_assert_str_eq (json, json_again);
      n_suppressing += deid_result_get_n_suppressed (result) > 0;
    }
  ck_assert_uint_gt (n_suppressing, 0);
}
END_TEST

START_TEST (cancelled)
{
  PlainTable plain = { .n_rows = 1, .weights = { 3 } };
  const guint levels[] = { 0, 0, 0 };
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) distortion = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  for (guint c = 0; c < N_PLAIN_COLUMNS; c++)
    plain.is_missing[c][0] = TRUE;
  result = make_result (&plain, levels, FALSE);
  distortion = deid_report_new_distortion (result, NULL, NULL, NULL);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_distortion (result, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_report_new_public (distortion, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_report_to_text (distortion, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

/* A column in front that is not released moves all others by one. Of six released ages three are
 * 21, 22 and 26, with a mean of 23, and three 31, 31 and 37, with one of 33: their mean is 28,
 * while the middles 24.5 and 34.5 would give 29.5. With 92, suppressed, the mean before is 260 / 7.
 * So it changes by -64 / 7, which is -64 / 260 of it. */
START_TEST (column_in_front)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("name age\n p 21\n q 22\n r 26\n"
                                                       " s 31\n t 31\n u 37\n v 92");
  g_autoptr (DeidHierarchy) ages
      = lesson_make_hierarchy ("age", "age 21 20-29 *\n age 22 20-29 *\n age 26 20-29 *\n"
                                      "age 31 30-39 *\n age 37 30-39 *\n age 92 90-99 *");
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) distortion = NULL;
  g_autofree char *json = NULL;

  ck_assert (deid_dataset_set_column_type (dataset, "age", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "name", DEID_ROLE_IDENTIFYING, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", ages, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  result = lesson_evaluate (problem, "age:1");
  ck_assert (deid_release_options_set_bin_mean (options, "age", DEID_BIN_MEAN_TABLE, NULL));
  ck_assert (deid_release_options_set_minimum_bin (options, 3, NULL));
  distortion = deid_report_new_distortion (result, options, NULL, NULL);
  ck_assert_uint_eq (count_of (distortion, "columns[0].stand_ins.bin_mean"), 6);
  ck_assert_double_eq_tol (number_of (distortion, "columns[0].mean.after"), 28, 1e-12);
  json = deid_report_to_json (distortion, NULL);
  ck_assert_ptr_nonnull (strstr (json, "\"change\":-9.142857142857"));
  ck_assert_ptr_nonnull (strstr (json, "\"relative_change\":-0.246153846153"));
}
END_TEST

/* Two classes, of ages 21 and 25, 31, 31 and 37, on one level with one label: the means of classes
 * differ. Pays are released as means of classes, 20 and 40, the entity column stands in front. */
START_TEST (means_of_classes)
{
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("name age zip pay\n p 21 a 10\n q 25 a 20\n r 22 a 30\n"
                           " s 31 b 39\n t 31 b 40\n u 37 b 41");
  g_autoptr (DeidHierarchy) ages = deid_hierarchy_new_suppression ();
  g_autoptr (DeidHierarchy) zips = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (3, NULL);
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) distortion = NULL, public = NULL;
  g_autofree char *json = NULL;
  double distance;

  ck_assert (deid_dataset_set_column_type (dataset, "age", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "pay", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "name", DEID_ROLE_ENTITY, NULL));
  ck_assert (deid_dataset_set_role (dataset, "pay", DEID_ROLE_INSENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", ages, NULL, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", zips, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = lesson_evaluate (problem, "age:1 zip:0");
  ck_assert (deid_release_options_set_bin_mean (options, "age", DEID_BIN_MEAN_CLASS, NULL));
  ck_assert (deid_release_options_set_minimum_bin (options, 3, NULL));
  ck_assert (
      deid_release_options_set_microaggregation (options, "pay", DEID_MICROAGGREGATION_MEAN, NULL));
  distortion = deid_report_new_distortion (result, options, NULL, NULL);
  public = deid_report_new_public (distortion, NULL, NULL);
  /* Columns of numbers come first: age, pay, zip. Means 68 / 3 and 33; 20 and 40. */
  ck_assert_uint_eq (count_of (public, "columns[0].stand_ins.bin_mean"), 6);
  ck_assert_double_eq_tol (number_of (public, "columns[0].mean.after"), 167 / 6., 1e-8);
  ck_assert_double_eq_tol (number_of (public, "columns[0].variance.after"),
                           6 * (31 / 6.) * (31 / 6.) / 5, 1e-8);
  ck_assert_double_eq_tol (number_of (public, "columns[1].mean.after"), 30, 1e-12);
  ck_assert_double_eq_tol (number_of (public, "columns[1].variance.after"), 120, 1e-12);
  ck_assert_uint_eq (n_rows_of (public, "columns[1].values"), 0);
  for (guint c = 0; c < 3; c++)
    ck_assert (get_number (distortion, &distance, "columns[%u].distance", c)
               != g_str_equal (text_of (distortion, "columns[%u].column", c), "pay"));
  json = deid_report_to_json (public, NULL);
  ck_assert_ptr_null (strstr (json, "\"39\""));
}
END_TEST

/* The square of 1e200 is no double: it counts as no number. */
START_TEST (huge_numbers)
{
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("zip pay\n a 1\n a 1"
                           "00000000000000000000000000000000000000000000000000"
                           "00000000000000000000000000000000000000000000000000\n a 3");
  g_autoptr (DeidHierarchy) zips = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (3, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) distortion = NULL;

  ck_assert (deid_dataset_set_column_type (dataset, "pay", DEID_COLUMN_TYPE_DECIMAL, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "pay", DEID_ROLE_INSENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", zips, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = lesson_evaluate (problem, "zip:0");
  distortion = deid_report_new_distortion (result, NULL, NULL, NULL);
  ck_assert_str_eq (text_of (distortion, "columns[0].column"), "pay");
  ck_assert_uint_eq (count_of (distortion, "columns[0].stand_ins.nothing"), 1);
  ck_assert_double_eq_tol (number_of (distortion, "columns[0].mean.after"), 2, 1e-12);
  ck_assert_double_eq_tol (number_of (distortion, "columns[0].variance.after"), 2, 1e-12);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("distortion");
  TCase *tcase = tcase_create ("distortion");

  tcase_add_test (tcase, random_tables);
  tcase_add_test (tcase, cancelled);
  tcase_add_test (tcase, column_in_front);
  tcase_add_test (tcase, means_of_classes);
  tcase_add_test (tcase, huge_numbers);
  suite_add_tcase (suite, tcase);
  return suite;
}
