/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Means beside labels and numbers in place of values, against their definitions written out over
 * the labels that are released. */
#include <math.h>
#include <string.h>

#include "release/origin.h"
#include "support/lesson.h"
#include "table/dataset-private.h"

#define N_TRIALS 200
#define N_ROWS   40
#define MISSING  G_MININT

#define HIERARCHIES                                                                                \
  "age 0 0-3 *\n age 1 0-3 *\n age 2 0-3 *\n age 3 0-3 *\n age 4 4-7 *\n age 5 4-7 *\n"            \
  "age 6 4-7 *\n age 7 4-7 *\n age 8 8-9 *\n age 9 8-9 *\n"                                        \
  "zip a *\n zip b *\n zip c *\n"

/* A table as plain arrays: ages in ones, pays in hundredths. */
typedef struct
{
  int ages[N_ROWS], pays[N_ROWS];
  guint persons[N_ROWS], weights[N_ROWS];
  gboolean has_persons, has_weights;
  DeidResult *result;
} Trial;

static void
append_number (GString *text, int value, guint unit)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (value == MISSING)
    g_string_append (text, " ?");
  else
    g_string_append_printf (text, " %s",
                            g_ascii_dtostr (number, sizeof number, value / (double) unit));
}

static GString *
draw_table (Trial *trial, GRand *rand)
{
  GString *text = g_string_new ("age zip pay:sensitive note:insensitive");

  trial->has_persons = g_rand_boolean (rand);
  trial->has_weights = g_rand_int_range (rand, 0, 3) == 0;
  g_string_append (text, trial->has_persons ? " who:entity" : "");
  g_string_append (text, trial->has_weights ? " n:weight\n" : "\n");
  for (guint i = 0; i < N_ROWS; i++)
    {
      trial->ages[i]
          = g_rand_int_range (rand, 0, 10) == 0 ? MISSING : g_rand_int_range (rand, 0, 10);
      trial->pays[i]
          = g_rand_int_range (rand, 0, 5) == 0 ? MISSING : g_rand_int_range (rand, -900, 99000);
      trial->persons[i] = trial->has_persons ? (guint) g_rand_int_range (rand, 0, 15) : i;
      trial->weights[i] = trial->has_weights ? (guint) g_rand_int_range (rand, 1, 4) : 1;
      append_number (text, trial->ages[i], 1);
      g_string_append_printf (text, " %c", 'a' + g_rand_int_range (rand, 0, 3));
      append_number (text, trial->pays[i], 100);
      g_string_append (text, " x");
      if (trial->has_persons)
        g_string_append_printf (text, " p%u", trial->persons[i]);
      if (trial->has_weights)
        g_string_append_printf (text, " %u", trial->weights[i]);
      g_string_append (text, "\n");
    }
  return text;
}

static DeidProblem *
make_problem (const char *table)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (table);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  ck_assert (deid_dataset_set_column_type (dataset, "age", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "pay", DEID_COLUMN_TYPE_DECIMAL, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < 2; i++)
    {
      const char *name = i == 0 ? "age" : "zip";
      g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy (name, HIERARCHIES);

      ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
    }
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  return problem;
}

static DeidResult *
solve (const char *table, const char *policy)
{
  g_autoptr (DeidProblem) problem = make_problem (table);

  return lesson_evaluate (problem, policy);
}

/* Classes with labels of their own. */
static DeidResult *
recode (const char *table, guint64 seed)
{
  g_autoptr (DeidProblem) problem = make_problem (table);
  g_autoptr (DeidSearch) search = deid_search_new_local (200, seed, 0, NULL);

  return deid_search_run (search, problem, NULL, NULL);
}

/* One of three is a local recoding. */
static void
trial_init (Trial *trial, GRand *rand)
{
  do
    {
      g_autoptr (GString) table = draw_table (trial, rand);
      const int levels[] = { g_rand_int_range (rand, 0, 3), g_rand_int_range (rand, 0, 2) };
      g_autofree char *policy = g_strdup_printf ("age:%d zip:%d", levels[0], levels[1]);

      trial->result = g_rand_int_range (rand, 0, 3) == 0 ? recode (table->str, g_rand_int (rand))
                                                         : solve (table->str, policy);
    }
  while (trial->result == NULL);
}

static const char *
get (DeidDataset *release, guint64 row, const char *name)
{
  guint column;

  assert_quietly (deid_dataset_find_column (release, name, &column, NULL));
  return deid_dataset_get_value (release, row, column);
}

/* The records of a bin that have a value. */
typedef struct
{
  int values[N_ROWS * 4]; /* one a record, rising */
  guint n;
  guint n_persons;
} Bin;

static int
compare (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

/* @of_class says whether rows of a bin share the label of zip as well as that of age, which a
 * release without means has. */
static void
fill_bin (Bin *bin, const Trial *trial, const int *values, DeidDataset *labels, guint64 row,
          gboolean of_class)
{
  gboolean seen[N_ROWS] = { FALSE };

  *bin = (Bin){ .n = 0 };
  for (guint64 i = 0; i < deid_dataset_get_n_rows (labels); i++)
    {
      guint64 n_sources;
      const guint32 *sources = deid_released_rows_get (&labels->origin->rows, i, &n_sources);

      if (g_strcmp0 (get (labels, i, "age"), get (labels, row, "age")) != 0
          || (of_class && strcmp (get (labels, i, "zip"), get (labels, row, "zip")) != 0))
        continue;
      for (guint64 s = 0; s < n_sources; s++)
        if (values[sources[s]] != MISSING)
          {
            for (guint w = 0; w < trial->weights[sources[s]]; w++)
              bin->values[bin->n++] = values[sources[s]];
            bin->n_persons += !seen[trial->persons[sources[s]]];
            seen[trial->persons[sources[s]]] = TRUE;
          }
    }
  if (!trial->has_persons)
    bin->n_persons = bin->n;
  qsort (bin->values, bin->n, sizeof *bin->values, compare);
}

static double
compute_mean (const Bin *bin)
{
  gint64 sum = 0;

  for (guint i = 0; i < bin->n; i++)
    sum += bin->values[i];
  return (double) sum / bin->n;
}

static void
check_number (const char *text, gboolean is_there, double expected)
{
  double number;

  if (!is_there)
    {
      assert_quietly (text == NULL);
      return;
    }
  assert_quietly (text != NULL);
  number = g_ascii_strtod (text, NULL);
  assert_quietly (fabs (number - expected) <= 1e-12 * MAX (1, fabs (expected)));
}

static DeidDataset *
apply (const Trial *trial, DeidBinMeanScope scope, DeidMicroaggregation age,
       DeidMicroaggregation pay, guint64 minimum, gboolean keep_suppressed)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  GError *error = NULL;
  DeidDataset *release;

  ck_assert (deid_release_options_set_bin_mean (options, "age", scope, NULL));
  if (scope == DEID_BIN_MEAN_NONE)
    ck_assert (deid_release_options_set_microaggregation (options, "age", age, NULL));
  ck_assert (deid_release_options_set_microaggregation (options, "pay", pay, NULL));
  ck_assert (deid_release_options_set_minimum_bin (options, minimum, NULL));
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  ck_assert (deid_release_options_set_keep_suppressed (options, keep_suppressed, NULL));
  release = deid_result_apply (trial->result, options, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (trial->result, release, NULL, &error));
  assert_no_error (error);
  return release;
}

/* The mean of the means over the records whose bin has one and who have a value is that of these
 * values. */
static void
check_preserved (const Trial *trial, DeidDataset *release)
{
  double sum = 0, sum_of_means = 0, n = 0;

  for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
    {
      const char *mean = get (release, row, "age_mean");
      guint64 n_sources;
      const guint32 *sources = deid_released_rows_get (&release->origin->rows, row, &n_sources);

      for (guint64 s = 0; s < n_sources; s++)
        if (mean != NULL && trial->ages[sources[s]] != MISSING)
          {
            sum += trial->weights[sources[s]] * (double) trial->ages[sources[s]];
            sum_of_means += trial->weights[sources[s]] * g_ascii_strtod (mean, NULL);
            n += trial->weights[sources[s]];
          }
    }
  if (n > 0)
    assert_quietly (fabs (sum / n - sum_of_means / n) < 1e-12);
}

START_TEST (random_bins)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (18);

  for (guint i = 0; i < count_trials (N_TRIALS); i++)
    {
      const DeidBinMeanScope scope = i % 2 ? DEID_BIN_MEAN_TABLE : DEID_BIN_MEAN_CLASS;
      const guint64 minimum = (guint64) g_rand_int_range (rand, 3, 7);
      g_autoptr (DeidDataset) release = NULL;
      Trial trial;

      trial_init (&trial, rand);
      release = apply (&trial, scope, 0, 0, minimum, i % 3 == 0);
      for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
        {
          const char *label = get (release, row, "age");
          const gboolean is_value = label != NULL && strlen (label) == 1 && *label != '*';
          gboolean is_there;
          Bin bin;

          fill_bin (&bin, &trial, trial.ages, release, row, scope == DEID_BIN_MEAN_CLASS);
          is_there = !deid_dataset_is_suppressed (release, row) && bin.n_persons >= minimum
                     && (is_value || bin.values[0] != bin.values[bin.n - 1]);
          check_number (get (release, row, "age_mean"), is_there,
                        is_there ? compute_mean (&bin) : 0);
        }
      check_preserved (&trial, release);
      deid_result_unref (trial.result);
    }
}
END_TEST

static double
compute_median (const Bin *bin)
{
  return (bin->values[(bin->n - 1) / 2] + bin->values[bin->n / 2]) / 2.0;
}

/* Sums of squares over the released records that have a value. */
static void
check_loss (const Trial *trial, DeidDataset *release, DeidMicroaggregation method)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  double sum = 0, n = 0, errors = 0, squares = 0, measured = -1, share = -1;

  for (guint pass = 0; pass < 2; pass++)
    for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
      {
        const char *text = get (release, row, "pay");
        guint64 n_sources;
        const guint32 *sources = deid_released_rows_get (&release->origin->rows, row, &n_sources);

        for (guint64 s = 0; s < n_sources && text != NULL; s++)
          {
            const double value = trial->pays[sources[s]] / 100.0;
            const double error = value - g_ascii_strtod (text, NULL);
            const guint weight = trial->weights[sources[s]];

            n += pass == 0 ? weight : 0;
            sum += pass == 0 ? weight * value : 0;
            errors += pass == 0 ? weight * error * error : 0;
            squares += pass == 1 ? weight * (value - sum / n) * (value - sum / n) : 0;
          }
      }
  ck_assert (deid_release_options_set_microaggregation (options, "pay", method, NULL));
  ck_assert (deid_result_measure_microaggregation (trial->result, options, "pay", &measured, &share,
                                                   NULL, NULL));
  assert_quietly (fabs (measured - (n > 0 ? errors / n : 0)) <= 1e-9 * (1 + measured));
  assert_quietly (fabs (share - (squares > 0 ? errors / squares : 0)) <= 1e-9);
}

START_TEST (random_microaggregation)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (19);

  for (guint i = 0; i < count_trials (N_TRIALS); i++)
    {
      const DeidMicroaggregation method
          = i % 2 ? DEID_MICROAGGREGATION_MEAN : DEID_MICROAGGREGATION_MEDIAN;
      g_autoptr (DeidDataset) release = NULL, labels = NULL;
      Trial trial;

      trial_init (&trial, rand);
      trial.has_weights = FALSE;
      labels = apply (&trial, 0, 0, 0, 4, TRUE);
      release = apply (&trial, 0, method, method, 4, TRUE);
      for (guint64 row = 0; row < deid_dataset_get_n_rows (labels); row++)
        {
          const gboolean is_kept = !deid_dataset_is_suppressed (labels, row);
          guint64 n_sources, place = 0;
          const guint32 source = deid_released_rows_get (&labels->origin->rows, row, &n_sources)[0];
          const char *label;
          gboolean is_value;
          Bin ages, pays;

          while (deid_released_rows_get (&release->origin->rows, place, &n_sources)[0] != source
                 && place + 1 < deid_dataset_get_n_rows (release))
            place++;
          if (deid_released_rows_get_first (&release->origin->rows, place) != source)
            continue;
          fill_bin (&ages, &trial, trial.ages, labels, row, TRUE);
          fill_bin (&pays, &trial, trial.pays, labels, row, TRUE);
          label = get (labels, row, "age");
          is_value = label != NULL && strlen (label) == 1 && *label != '*';
          check_number (get (release, place, "age"),
                        is_kept && ages.n_persons >= 4
                            && (is_value || ages.values[0] != ages.values[ages.n - 1]),
                        ages.n == 0  ? 0
                        : i % 2 == 1 ? compute_mean (&ages)
                                     : compute_median (&ages));
          check_number (get (release, place, "pay"), is_kept && trial.pays[source] != MISSING,
                        pays.n == 0  ? 0
                        : i % 2 == 1 ? compute_mean (&pays) / 100
                                     : compute_median (&pays) / 100);
        }
      check_loss (&trial, release, method);
      deid_result_unref (trial.result);
    }
}
END_TEST

/* The same records in another order give the same digits. */
START_TEST (order_of_records)
{
  static const char *const rows[]
      = { " 0 a 1e16 x\n", " 1 a 1 x\n",   " 2 a -1e16 x\n", " 3 a 0.1 x\n",
          " 0 a 1e-9 x\n", " 1 a 0.2 x\n", " 2 a 0.3 x\n" };
  g_autofree char *expected = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);

  for (guint i = 0; i < count_trials (50) + 2; i++)
    {
      g_autoptr (GString) table = g_string_new ("age zip pay:sensitive note:insensitive\n");
      guint order[G_N_ELEMENTS (rows)];
      Trial trial = { .has_persons = FALSE };
      g_autoptr (DeidDataset) release = NULL;

      for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
        {
          const guint place = (guint) g_rand_int_range (rand, 0, (int) r + 1);

          order[r] = order[place];
          order[place] = r;
        }
      for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
        g_string_append (table, rows[order[r]]);
      trial.result = solve (table->str, "age:1 zip:0");
      release = apply (&trial, 0, 0, DEID_MICROAGGREGATION_MEAN, 3, FALSE);
      if (expected == NULL)
        expected = g_strdup (get (release, 0, "pay"));
      ck_assert_str_eq (get (release, 0, "pay"), expected);
      deid_result_unref (trial.result);
    }
  /* (1 + 0.1 + 0.2 + 0.3 + 1e-9) / 7, which a plain sum of doubles misses by far. */
  ck_assert_double_eq_tol (g_ascii_strtod (expected, NULL), 1.600000001 / 7, 1e-15);
}
END_TEST

/* Copies a release and replaces one cell. */
static DeidDataset *
forge (DeidDataset *release, const char *changed, const char *text)
{
  const guint n_rows = (guint) deid_dataset_get_n_rows (release);
  DeidDataset *forged = deid_dataset_new ("forged");
  DeidOrigin *origin = deid_dataset_make_origin (forged);

  for (guint c = 0; c < release->n_columns; c++)
    {
      const char *name = release->columns[c].name;
      g_autofree const char **texts = g_new (const char *, n_rows);

      for (guint i = 0; i < n_rows; i++)
        texts[i]
            = i == 0 && strcmp (name, changed) == 0 ? text : deid_dataset_get_value (release, i, c);
      ck_assert (deid_dataset_add_string_column (forged, name, texts, n_rows, NULL, NULL));
    }
  *origin = (DeidOrigin){ .source = deid_dataset_ref (release->origin->source),
                          .problem = deid_problem_ref (release->origin->problem),
                          .policy = deid_policy_ref (release->origin->policy),
                          .options = deid_release_options_ref (release->origin->options),
                          .rows = { .sources = g_new (guint32, n_rows), .n = n_rows } };
  memcpy (origin->rows.sources, release->origin->rows.sources, n_rows * sizeof (guint32));
  return forged;
}

static void
check_forged (DeidResult *result, DeidDataset *release, const char *changed, const char *text,
              const char *message)
{
  g_autoptr (DeidDataset) forged = forge (release, changed, text);
  GError *error = NULL;

  ck_assert (!deid_result_verify (result, forged, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, message, NULL);
}

#define TABLE                                                                                      \
  "age zip pay:sensitive note:insensitive\n"                                                       \
  "0 a 10 x\n 1 a 20 x\n 2 a 40 x\n 4 a 1 x\n 4 a 2 x\n 4 a 3 x\n 8 b 1 x\n 9 b ? x\n"

START_TEST (forged_means)
{
  Trial trial = { .result = solve (TABLE, "age:1 zip:0") };
  g_autoptr (DeidDataset) means = apply (&trial, DEID_BIN_MEAN_TABLE, 0, 0, 3, FALSE);
  g_autoptr (DeidDataset) medians
      = apply (&trial, 0, DEID_MICROAGGREGATION_MEDIAN, DEID_MICROAGGREGATION_MEAN, 3, FALSE);

  assert_table (means, "age age_mean zip pay note\n"
                       "0-3 1 a 10 x\n 0-3 1 a 20 x\n 0-3 1 a 40 x\n"
                       "4-7 ? a 1 x\n 4-7 ? a 2 x\n 4-7 ? a 3 x\n"
                       "8-9 ? b 1 x\n 8-9 ? b ? x\n");
  assert_table (medians, "age zip pay note\n"
                         "1 a 23.333333333333332 x\n 1 a 23.333333333333332 x\n"
                         "1 a 23.333333333333332 x\n ? a 2 x\n ? a 2 x\n ? a 2 x\n"
                         "? b 1 x\n ? b ? x\n");
  check_forged (trial.result, means, "age_mean", "1.0000001", "row 1, column 'age_mean'");
  check_forged (trial.result, means, "age_mean", NULL, "row 1, column 'age_mean'");
  check_forged (trial.result, means, "age_mean", "one", "row 1, column 'age_mean'");
  check_forged (trial.result, medians, "age", "0-3", "row 1, column 'age'");
  check_forged (trial.result, medians, "pay", "10", "row 1, column 'pay'");
  deid_result_unref (trial.result);
}
END_TEST

/* Neither 3 x 0.1 nor 6 x 0.7 is a double: their sums are rounded, the means are not. */
START_TEST (equal_numbers)
{
  Trial trial = { .result = solve ("age zip pay:sensitive note:insensitive\n"
                                   "1 a 0.1 x\n 1 a 0.1 x\n 1 a 0.1 x\n"
                                   "9 b 0.7 x\n 9 b 0.7 x\n 9 b 0.7 x\n"
                                   "9 b 0.7 x\n 9 b 0.7 x\n 9 b 0.7 x\n",
                                   "age:0 zip:0") };
  g_autoptr (DeidDataset) release = apply (&trial, 0, 0, DEID_MICROAGGREGATION_MEAN, 3, FALSE);

  for (guint64 row = 0; row < 9; row++)
    ck_assert_str_eq (get (release, row, "pay"), row < 3 ? "0.1" : "0.7");
  deid_result_unref (trial.result);
}
END_TEST

/* A bin that must not have a mean is refused one. */
START_TEST (means_that_must_not_be)
{
  Trial trial = { .result = solve ("age zip pay:sensitive note:insensitive\n"
                                   "4 a 1 x\n 4 a 2 x\n 4 a 3 x\n 8 b 1 x\n 9 b ? x\n",
                                   "age:1 zip:0") };
  g_autoptr (DeidDataset) release = apply (&trial, DEID_BIN_MEAN_CLASS, 0, 0, 3, FALSE);

  check_forged (trial.result, release, "age_mean", "4", "row 1, column 'age_mean'");
  deid_result_unref (trial.result);
}
END_TEST

static void
check_refused (const char *table, const char *column, gboolean is_mean, int code,
               const char *message)
{
  g_autoptr (DeidResult) result = solve (table, "age:1 zip:0");
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  GError *error = NULL;

  ck_assert (is_mean
                 ? deid_release_options_set_bin_mean (options, column, DEID_BIN_MEAN_TABLE, NULL)
                 : deid_release_options_set_microaggregation (options, column,
                                                              DEID_MICROAGGREGATION_MEAN, NULL));
  ck_assert_ptr_null (deid_result_apply (result, options, NULL, &error));
  assert_error (&error, DEID_ERROR, code, message, NULL);
}

START_TEST (what_cannot_be_averaged)
{
  static const char clash[] = "age zip pay:sensitive age_mean:insensitive\n 0 a 1 x\n 1 a 1 x\n";
  static const char large[] = "age zip pay:sensitive note\n 0 a 1e100 x\n 1 a 1 x\n";

  check_refused (TABLE, "years", TRUE, DEID_ERROR_UNKNOWN_COLUMN, "years");
  check_refused (TABLE, "pay", TRUE, DEID_ERROR_ROLE, "column 'pay' is not quasi-identifying");
  check_refused (TABLE, "zip", TRUE, DEID_ERROR_INVALID_ARGUMENT, "'zip' has the type text");
  check_refused (TABLE, "note", FALSE, DEID_ERROR_INVALID_ARGUMENT, "'note' has the type text");
  check_refused (clash, "age", TRUE, DEID_ERROR_DUPLICATE_COLUMN, "'age_mean'");
  check_refused (large, "pay", FALSE, DEID_ERROR_INVALID_ARGUMENT, "1e100 or more");
}
END_TEST

START_TEST (bad_options)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidResult) result = solve (TABLE, "age:1 zip:0");
  double loss, share;
  GError *error = NULL;

  ck_assert (!deid_release_options_set_bin_mean (options, "age", (DeidBinMeanScope) 3, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "3", NULL);
  ck_assert (!deid_release_options_set_minimum_bin (options, 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "at least 3", NULL);
  ck_assert (deid_release_options_set_bin_mean (options, "age", DEID_BIN_MEAN_CLASS, NULL));
  ck_assert (!deid_release_options_set_microaggregation (options, "age", DEID_MICROAGGREGATION_MEAN,
                                                         &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "one of the two", NULL);
  ck_assert (!deid_release_options_set_microaggregation (options, "pay", (DeidMicroaggregation) 3,
                                                         &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "3", NULL);
  ck_assert (
      !deid_result_measure_microaggregation (result, options, "age", &loss, &share, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "not microaggregated", NULL);
  ck_assert (deid_release_options_get_bin_mean (options, "age") == DEID_BIN_MEAN_CLASS);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("bin-means");
  TCase *tests = tcase_create ("bin-means");

  tcase_add_test (tests, random_bins);
  tcase_add_test (tests, random_microaggregation);
  tcase_add_test (tests, order_of_records);
  tcase_add_test (tests, equal_numbers);
  tcase_add_test (tests, forged_means);
  tcase_add_test (tests, means_that_must_not_be);
  tcase_add_test (tests, what_cannot_be_averaged);
  tcase_add_test (tests, bad_options);
  suite_add_tcase (suite, tests);
  return suite;
}
