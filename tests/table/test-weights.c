/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A table of distinct rows with weights is the table that it stands for. */
#include <string.h>

#include "support/sample.h"
#include "support/suite.h"
#include "support/result-figures.h"

#define ROUNDS 200

/* Merges identical rows; their number becomes the weight. */
static void
merge_rows (Sample *merged, const Sample *sample)
{
  memset (merged, 0, sizeof *merged);
  *merged = *sample;
  merged->n_rows = 0;
  for (guint row = 0; row < sample->n_rows; row++)
    {
      guint m = 0;

      for (; m < merged->n_rows; m++)
        {
          gboolean same = merged->diagnoses[m] == sample->diagnoses[row]
                          && merged->notes[m] == sample->notes[row];

          for (guint a = 0; a < sample->n_attributes; a++)
            same = same && merged->leaves[a][m] == sample->leaves[a][row];
          if (same)
            break;
        }
      if (m < merged->n_rows)
        {
          merged->weights[m]++;
          continue;
        }
      sample_copy_row (merged, m, sample, row);
      merged->weights[m] = 1;
      merged->n_rows++;
    }
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The lines of a table behind its header, sorted; if the last field is a weight, each as often as
 * that says, without it. */
static char *
expand (const char *csv, gboolean has_weight)
{
  g_auto (GStrv) lines = g_strsplit (csv, "\n", -1);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();

  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      guint64 weight = 1;

      if (has_weight)
        {
          char *comma = strrchr (lines[i], ',');

          ck_assert_ptr_nonnull (comma);
          *comma = '\0';
          weight = i == 0 ? 1 : g_ascii_strtoull (comma + 1, NULL, 10);
          ck_assert_uint_gt (weight, 0);
        }
      for (guint64 w = 0; w < weight; w++)
        g_ptr_array_add (sorted, lines[i]);
    }
  g_ptr_array_sort (sorted, compare_lines);
  g_ptr_array_add (sorted, NULL);
  return g_strjoinv ("\n", (char **) sorted->pdata);
}

static void
check_reports (DeidResult *rows, DeidResult *weighted)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidReport) a = NULL, b = NULL;
      g_autofree char *text_a = NULL, *text_b = NULL;
      GError *error = NULL;

      a = i == 0 ? deid_report_new_risks (rows, NULL, FALSE, NULL, NULL, &error)
                 : deid_report_new_risks (rows, NULL, TRUE, NULL, NULL, &error);
      assert_no_error (error);
      b = i == 0 ? deid_report_new_risks (weighted, NULL, FALSE, NULL, NULL, &error)
                 : deid_report_new_risks (weighted, NULL, TRUE, NULL, NULL, &error);
      assert_no_error (error);
      text_a = deid_report_to_json (a, &error);
      assert_no_error (error);
      text_b = deid_report_to_json (b, &error);
      assert_no_error (error);
      ck_assert_str_eq (text_a, text_b);
    }
}

/* Returns: how many different lines there are in a sorted text, its last one not counted. */
static guint
count_distinct (const char *sorted)
{
  g_auto (GStrv) lines = g_strsplit (sorted, "\n", -1);
  guint n = 0;

  for (guint i = 1; lines[i] != NULL; i++)
    n += strcmp (lines[i - 1], lines[i]) != 0;
  return n;
}

static void
check_releases (DeidResult *rows, DeidResult *weighted, gboolean keep_suppressed)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) release = NULL, release_weighted = NULL;
  g_autofree char *csv = NULL, *csv_weighted = NULL, *sorted = NULL, *expanded = NULL;
  GError *error = NULL;

  deid_release_options_set_keep_suppressed (options, keep_suppressed, NULL);
  release = deid_result_apply (rows, options, NULL, &error);
  assert_no_error (error);
  release_weighted = deid_result_apply (weighted, options, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_records (release),
                     deid_dataset_get_n_records (release_weighted));
  csv = sample_write_csv (release, "rows.csv");
  csv_weighted = sample_write_csv (release_weighted, "weighted.csv");
  sorted = expand (csv, FALSE);
  expanded = expand (csv_weighted, TRUE);
  ck_assert_str_eq (sorted, expanded);
  /* The header is one more line. */
  ck_assert_uint_eq (deid_dataset_get_n_rows (release_weighted), count_distinct (sorted));
  ck_assert (deid_result_verify (weighted, release_weighted, NULL, &error));
  assert_no_error (error);
}

static void
check_results (DeidResult *rows, DeidResult *weighted)
{
  g_autofree char *policy = deid_policy_to_text (deid_result_get_policy (rows), NULL);
  g_autofree char *policy_weighted = deid_policy_to_text (deid_result_get_policy (weighted), NULL);

  ck_assert_str_eq (policy, policy_weighted);
  ck_assert_double_eq (deid_result_get_loss (rows), deid_result_get_loss (weighted));
  ck_assert_double_eq (deid_result_get_lower_bound (rows), deid_result_get_lower_bound (weighted));
  ck_assert_uint_eq (deid_result_get_n_suppressed (rows), deid_result_get_n_suppressed (weighted));
  ck_assert_uint_eq (deid_result_get_n_evaluated (rows), deid_result_get_n_evaluated (weighted));
  ck_assert_uint_eq (count_pruned (rows), count_pruned (weighted));
  check_releases (rows, weighted, FALSE);
  check_releases (rows, weighted, TRUE);
  check_reports (rows, weighted);
}

START_TEST (random_tables)
{
  static const char *const models[]
      = { "k:2", "k:5", "dl:2", "el:1.5", "k:3;dl:2", "el:2", "k:2;el:1.7" };
  static const double limits[] = { 0, 0.05, 0.3, 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_solved = 0;

  for (guint round = 0; round < count_trials (ROUNDS); round++)
    {
      g_autofree Sample *sample = g_new0 (Sample, 1), *merged = g_new0 (Sample, 1);
      g_autoptr (DeidProblem) problem = NULL, weighted = NULL;
      g_autoptr (DeidSearch) search
          = round % 3 == 0 ? deid_search_new_exhaustive () : deid_search_new_optimal ();
      g_autoptr (DeidQualityModel) quality = NULL;
      g_autoptr (DeidResult) result = NULL, result_weighted = NULL;
      const char *model = models[round % G_N_ELEMENTS (models)];
      const double limit = limits[round % G_N_ELEMENTS (limits)];
      GError *error = NULL;

      sample_init_random (sample, rand, (guint) g_rand_int_range (rand, 50, 400),
                          (guint) g_rand_int_range (rand, 1, 3));
      merge_rows (merged, sample);
      sample_shuffle (merged, rand);
      problem = sample_build_problem (sample, SAMPLE_PLAIN, model, limit);
      weighted = sample_build_problem (merged, SAMPLE_WITH_WEIGHTS, model, limit);
      quality = deid_quality_model_new_iyengar_loss ((DeidAggregate) (round / 2 % 4),
                                                     g_rand_int_range (rand, 0, 11) / 10.0, &error);
      ck_assert (deid_problem_set_quality_model (problem, quality, &error));
      ck_assert (deid_problem_set_quality_model (weighted, quality, &error));
      result = deid_search_run (search, problem, NULL, &error);
      if (result == NULL)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          ck_assert_ptr_null (deid_search_run (search, weighted, NULL, &error));
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      result_weighted = deid_search_run (search, weighted, NULL, &error);
      assert_no_error (error);
      check_results (result, result_weighted);
      n_solved++;
    }
  ck_assert_uint_gt (n_solved, count_trials (ROUNDS) / 2);
}
END_TEST

static const char *const adult_attributes[]
    = { "sex",       "age",        "race",        "marital-status", "education", "native-country",
        "workclass", "occupation", "salary-class" };

/* Splits a text in place. AddressSanitizer measures what is left of a string in each call of
 * strstr(), on which g_strsplit() would take a minute.
 *
 * Returns: (transfer container): the lines, NULL behind the last one. */
static char **
split_lines (char *content, gsize length)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  char *line = content, *end;

  while ((end = memchr (line, '\n', (gsize) (content + length - line))) != NULL)
    {
      *end = '\0';
      g_ptr_array_add (lines, line);
      line = end + 1;
    }
  g_ptr_array_add (lines, line);
  g_ptr_array_add (lines, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&lines), FALSE);
}

/* Writes Adult with a weight for each distinct line; @path is the original, NULL where absent. */
static const char *
write_weighted_adult (const char *path)
{
  g_autofree char *content = NULL;
  g_autofree char **lines = NULL;
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) text = g_string_new (NULL);
  GError *error = NULL;
  gsize length;

  g_file_get_contents (path, &content, &length, &error);
  assert_no_error (error);
  g_strdelimit (content, "\r", '\n');
  lines = split_lines (content, length);
  for (guint i = 1; lines[i] != NULL; i++)
    g_hash_table_insert (
        counts, lines[i],
        GUINT_TO_POINTER (1 + GPOINTER_TO_UINT (g_hash_table_lookup (counts, lines[i]))));
  g_string_append_printf (text, "%s;count\n", lines[0]);
  for (guint i = 1; lines[i] != NULL; i++)
    {
      const guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, lines[i]));

      if (lines[i][0] != '\0' && count > 0)
        g_string_append_printf (text, "%s;%u\n", lines[i], count);
      g_hash_table_insert (counts, lines[i], GUINT_TO_POINTER (0));
    }
  return write_file ("adult-weighted.csv", text->str, (gssize) text->len);
}

static DeidProblem *
load_adult (const char *path, gboolean has_weight)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  DeidProblem *problem;
  GError *error = NULL;

  deid_csv_options_set_delimiter (csv, ';', NULL);
  dataset = deid_dataset_new_from_csv_file (path, csv, NULL, &error);
  assert_no_error (error);
  if (has_weight)
    ck_assert (deid_dataset_set_role (dataset, "count", DEID_ROLE_WEIGHT, &error));
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 30162);
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < G_N_ELEMENTS (adult_attributes); a++)
    {
      g_autofree char *name = g_strdup_printf ("data/adult/hierarchy_%s.csv", adult_attributes[a]);
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_csv_file (find_shared_file (name), NULL, NULL, &error);

      assert_no_error (error);
      deid_lattice_add_quasi_identifier (lattice, adult_attributes[a], hierarchy, NULL, &error);
      assert_no_error (error);
    }
  problem = deid_problem_new (lattice);
  model = deid_privacy_model_new_k_anonymity (5, &error);
  ck_assert (deid_problem_add_privacy_model (problem, model, &error));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.05, &error));
  return problem;
}

START_TEST (adult)
{
  const char *path = find_shared_file ("data/adult/adult.csv");
  g_autoptr (DeidProblem) problem = NULL, weighted = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL, result_weighted = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  if (path == NULL)
    {
      note_skipped ();
      return;
    }
  problem = load_adult (path, FALSE);
  weighted = load_adult (write_weighted_adult (path), TRUE);
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  result_weighted = deid_search_run (search, weighted, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1346);
  release = deid_result_apply (result_weighted, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_rows (release), 397);
  check_results (result, result_weighted);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("weights");
  TCase *weights = tcase_create ("weights");

  tcase_add_test (weights, random_tables);
  tcase_add_test (weights, adult);
  tcase_set_timeout (weights, 300);
  suite_add_tcase (suite, weights);
  return suite;
}
