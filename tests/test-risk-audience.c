/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the public may read of a risk report: nothing of suppressed records, and no small counts. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "sample.h"
#include "suite.h"

#define ROUNDS        200
#define N_QI          2
#define N_TEXTS       4
#define N_ADVERSARIES 2

static const char *const adversary_names[N_ADVERSARIES] = { "prosecutor", "journalist" };

static DeidRiskReport *
report_on (DeidResult *result, gboolean is_after, guint64 minimum)
{
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  DeidRiskReport *report;
  GError *error = NULL;

  ck_assert (deid_risk_options_set_minimum_cell (options, minimum, &error));
  report = is_after ? deid_risk_report_new_after (result, options, NULL, &error)
                    : deid_risk_report_new_before (result, options, NULL, &error);
  assert_no_error (error);
  return report;
}

/* All that the public may read of a release. */
static void
publish (DeidResult *result, guint64 minimum, char *texts[N_TEXTS])
{
  g_autoptr (DeidRiskReport) report = report_on (result, TRUE, minimum);
  g_autoptr (DeidAttributeRisks) risks = deid_attribute_risks_new_after (result, N_QI, NULL, NULL);
  GError *error = NULL;

  texts[0] = deid_risk_report_to_text (report, DEID_AUDIENCE_PUBLIC, &error);
  assert_no_error (error);
  texts[1] = deid_risk_report_to_json (report, DEID_AUDIENCE_PUBLIC, &error);
  assert_no_error (error);
  texts[2] = deid_attribute_risks_to_text (risks, DEID_AUDIENCE_PUBLIC, &error);
  assert_no_error (error);
  texts[3] = deid_attribute_risks_to_json (risks, DEID_AUDIENCE_PUBLIC, &error);
  assert_no_error (error);
}

/* A population of which the table is part, or none. */
static DeidProblem *
build_problem (const Sample *sample, SampleColumns columns, const Sample *others)
{
  DeidProblem *problem = sample_build_problem (sample, columns, "k:4", 1);

  if (others != NULL)
    {
      g_autoptr (DeidDataset) population = sample_build_dataset (others, SAMPLE_PLAIN);

      ck_assert (deid_problem_set_population (problem, population, NULL));
    }
  return problem;
}

static gboolean
is_suppressed (const Sample *sample, SampleColumns columns, const guint *classes, guint row)
{
  g_autoptr (GHashTable) persons = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint other = 0; other < sample->n_rows; other++)
    if (classes[other] == classes[row])
      {
        n += columns & SAMPLE_WITH_WEIGHTS ? sample->weights[other] : 1;
        g_hash_table_add (persons, GINT_TO_POINTER (sample->persons[other] + 1));
      }
  return (columns & SAMPLE_WITH_PERSONS ? g_hash_table_size (persons) : n) < 4;
}

/* Returns: a suppressed row, or the number of rows if there is none. */
static guint
find_suppressed_row (const Sample *sample, SampleColumns columns, const guint *levels)
{
  guint classes[SAMPLE_MAX_ROWS], row = 0;

  sample_classify (sample, levels, classes);
  while (row < sample->n_rows && !is_suppressed (sample, columns, classes, row))
    row++;
  return row;
}

/* Leaves out a suppressed record, or puts another one that is suppressed in its place. The public
 * reads the same, so that it learns neither what the record is nor whether there is one. */
START_TEST (suppressed_records_make_no_difference)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  const guint n_rounds = count_trials (ROUNDS);
  guint n_compared = 0;

  for (guint round = 0; n_compared < n_rounds; round++)
    {
      g_autofree Sample *sample = g_new0 (Sample, 1), *others = g_new0 (Sample, 1);
      g_autoptr (DeidProblem) problem = NULL, other_problem = NULL;
      g_autoptr (DeidResult) result = NULL, other_result = NULL;
      guint levels[SAMPLE_MAX_ATTRIBUTES], row;
      char *texts[N_TEXTS], *other_texts[N_TEXTS];
      const SampleColumns columns = (SampleColumns) (round / 2 % 4);
      const guint64 minimum = (guint64) g_rand_int_range (rand, 1, 30);

      sample_init_random (sample, rand, (guint) g_rand_int_range (rand, 20, 60), N_QI);
      *others = *sample;
      sample_choose_levels (sample, rand, levels);
      row = find_suppressed_row (sample, columns, levels);
      problem = build_problem (sample, columns, round % 2 == 0 ? others : NULL);
      result = sample_evaluate (problem, levels, NULL);
      if (row == sample->n_rows || result == NULL)
        continue;
      sample->n_rows--;
      sample_copy_row (sample, row, others, sample->n_rows);
      other_problem = build_problem (sample, columns, round % 2 == 0 ? others : NULL);
      other_result = sample_evaluate (other_problem, levels, NULL);
      publish (result, minimum, texts);
      publish (other_result, minimum, other_texts);
      for (guint t = 0; t < N_TEXTS; t++)
        {
          ck_assert_str_eq (texts[t], other_texts[t]);
          ck_assert_ptr_nonnull (strstr (texts[t], "publishable"));
          g_free (texts[t]);
          g_free (other_texts[t]);
        }
      ck_assert_uint_ne (deid_result_get_n_suppressed (result),
                         deid_result_get_n_suppressed (other_result));
      n_compared++;
    }
}
END_TEST

/* What follows by subtraction of shown sizes from a shown count of records with sizes [from,
 * below). Sizes that are withheld are shown by none, so that either none of them is in it, or all
 * are. */
static void
check_count (JsonObject *object, const char *member, const guint64 *cells, const gboolean *is_shown,
             guint64 from, guint64 below, guint64 n_withheld)
{
  guint64 rest = 0;

  for (guint64 size = from; size < MIN (below, SAMPLE_MAX_ROWS); size++)
    rest += is_shown[size] ? 0 : cells[size];
  if (json_object_get_null_member (object, member))
    {
      ck_assert_uint_gt (rest, 0);
      ck_assert_uint_lt (rest, n_withheld);
      return;
    }
  for (guint64 size = from; size < MIN (below, SAMPLE_MAX_ROWS); size++)
    rest += is_shown[size] ? cells[size] : 0;
  ck_assert_uint_eq ((guint64) json_object_get_int_member (object, member), rest);
}

/* Finds what cells the rule withholds: small ones, then the smallest, until there are two and so
 * many records. */
static guint64
choose_cells (const guint64 *cells, guint64 minimum, gboolean *is_shown)
{
  guint64 n_records = 0;
  guint n = 0;

  for (guint size = 0; size < SAMPLE_MAX_ROWS; size++)
    is_shown[size] = TRUE;
  for (;;)
    {
      guint next = 0;

      for (guint size = 1; size < SAMPLE_MAX_ROWS; size++)
        if (cells[size] > 0 && is_shown[size] && (next == 0 || cells[size] < cells[next]))
          next = size;
      if (next == 0 || (cells[next] >= minimum && (n == 0 || (n >= 2 && n_records >= minimum))))
        return n_records;
      is_shown[next] = FALSE;
      n_records += cells[next];
      n++;
    }
}

/* Counts the records of each size. */
static void
count_cells (const Sample *sample, const Sample *others, const guint *levels,
             guint64 cells[N_ADVERSARIES][SAMPLE_MAX_ROWS])
{
  g_autofree Sample *all = g_new (Sample, 1);
  guint classes[SAMPLE_MAX_ROWS];
  guint n_classes;

  *all = *sample;
  for (guint row = 0; others != NULL && row < others->n_rows; row++)
    sample_copy_row (all, all->n_rows++, others, row);
  n_classes = sample_classify (all, levels, classes);
  for (guint c = 0; c < n_classes; c++)
    {
      guint n_own = 0, n = 0;

      for (guint row = 0; row < all->n_rows; row++)
        {
          n_own += classes[row] == c && row < sample->n_rows;
          n += classes[row] == c && row >= sample->n_rows;
        }
      if (n_own < 4)
        continue;
      cells[0][n_own] += n_own;
      cells[1][n == 0 ? n_own : n] += n_own;
    }
}

static void
check_adversary (JsonObject *object, const guint64 *cells, const gboolean *is_shown,
                 guint64 n_withheld)
{
  JsonArray *intervals = json_object_get_array_member (object, "intervals");
  guint64 smallest = 1;

  while (cells[smallest] == 0)
    smallest++;
  check_count (object, "records_above_threshold", cells, is_shown, 1, 5, n_withheld);
  check_count (object, "records_at_highest", cells, is_shown, 1, smallest + 1, n_withheld);
  for (guint i = 0; i < json_array_get_length (intervals); i++)
    {
      JsonObject *interval = json_array_get_object_element (intervals, i);
      const guint64 from = (guint64) json_object_get_int_member (interval, "smallest_size");
      guint64 below = SAMPLE_MAX_ROWS;

      if (i + 1 < json_array_get_length (intervals))
        below = (guint64) json_object_get_int_member (
            json_array_get_object_element (intervals, i + 1), "smallest_size");
      check_count (interval, "records", cells, is_shown, from, below, n_withheld);
      check_count (interval, "cumulative", cells, is_shown, 1, below, n_withheld);
    }
}

static void
check_sizes (JsonArray *sizes, const guint64 *cells, const gboolean *is_shown)
{
  guint n = 0;

  for (guint size = 0; size < SAMPLE_MAX_ROWS; size++)
    {
      JsonObject *object;

      if (cells[size] == 0 || !is_shown[size])
        continue;
      object = json_array_get_object_element (sizes, n++);
      ck_assert_int_eq (json_object_get_int_member (object, "size"), size);
      ck_assert_uint_eq ((guint64) json_object_get_int_member (object, "records"), cells[size]);
      ck_assert_uint_eq ((guint64) json_object_get_int_member (object, "classes"),
                         cells[size] / size);
    }
  ck_assert_uint_eq (json_array_get_length (sizes), n);
}

/* Of two sizes that are withheld, each would follow from a sum over all classes or a mean. */
static void
check_means (JsonObject *object, guint64 n_withheld[N_ADVERSARIES])
{
  JsonObject *classes = json_object_get_object_member (object, "classes");
  JsonObject *marketer = json_object_get_object_member (object, "marketer");

  ck_assert (json_object_get_null_member (classes, "number") == (n_withheld[0] > 0));
  ck_assert (json_object_get_null_member (classes, "mean") == (n_withheld[0] > 0));
  ck_assert (json_object_get_null_member (marketer, "mean") == (n_withheld[1] > 0));
  for (guint i = 0; i < N_ADVERSARIES; i++)
    ck_assert (json_object_get_null_member (
                   json_object_get_object_member (object, adversary_names[i]), "mean")
               == (n_withheld[i] > 0));
}

static void
check_published (DeidRiskReport *report, guint64 cells[N_ADVERSARIES][SAMPLE_MAX_ROWS],
                 guint64 minimum, gboolean has_population, guint64 *n_withheld)
{
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *json = NULL;
  gboolean is_shown[SAMPLE_MAX_ROWS];
  guint64 n_of_adversary[N_ADVERSARIES];
  JsonObject *object;
  GError *error = NULL;

  json = deid_risk_report_to_json (report, DEID_AUDIENCE_PUBLIC, &error);
  assert_no_error (error);
  root = json_from_string (json, &error);
  assert_no_error (error);
  object = json_node_get_object (root);
  for (guint i = 0; i < N_ADVERSARIES; i++)
    {
      n_of_adversary[i] = choose_cells (cells[i], minimum, is_shown);
      check_adversary (json_object_get_object_member (object, adversary_names[i]), cells[i],
                       is_shown, n_of_adversary[i]);
    }
  check_means (object, n_of_adversary);
  if (!has_population || deid_risk_report_get_n_unmatched (report) > 0)
    ck_assert (json_object_get_null_member (object, "population_unique"));
  if (has_population && !json_object_get_null_member (object, "unmatched"))
    {
      const gint64 n = json_object_get_int_member (object, "unmatched");
      const gint64 rest = json_object_get_int_member (object, "records") - n;

      ck_assert (n == 0 || (guint64) n >= minimum);
      ck_assert (rest == 0 || (guint64) rest >= minimum);
    }
  *n_withheld = choose_cells (cells[0], minimum, is_shown);
  check_sizes (json_object_get_array_member (object, "sizes"), cells[0], is_shown);
  check_count (object, "unique", cells[0], is_shown, 1, 2, *n_withheld);
}

START_TEST (small_counts_are_withheld)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const guint n_rounds = count_trials (ROUNDS);
  guint n_withholding = 0, n_showing = 0;

  for (guint round = 0; MIN (n_withholding, n_showing) < n_rounds / 4; round++)
    {
      g_autofree Sample *sample = g_new0 (Sample, 1), *others = g_new0 (Sample, 1);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidRiskReport) report = NULL;
      guint levels[SAMPLE_MAX_ATTRIBUTES];
      guint64 cells[N_ADVERSARIES][SAMPLE_MAX_ROWS] = { { 0 } };
      const guint64 minimum = (guint64) g_rand_int_range (rand, 1, 40);
      guint64 n_withheld;

      sample_init_random (sample, rand, (guint) g_rand_int_range (rand, 20, 200), N_QI);
      *others = *sample;
      sample_shuffle (others, rand);
      others->n_rows = (guint) g_rand_int_range (rand, 1, (gint) sample->n_rows + 1);
      sample_choose_levels (sample, rand, levels);
      problem = build_problem (sample, SAMPLE_PLAIN, round % 2 == 0 ? others : NULL);
      result = sample_evaluate (problem, levels, NULL);
      if (result == NULL)
        continue;
      report = report_on (result, TRUE, minimum);
      count_cells (sample, round % 2 == 0 ? others : NULL, levels, cells);
      check_published (report, cells, minimum, round % 2 == 0, &n_withheld);
      n_withholding += n_withheld > 0;
      n_showing += n_withheld == 0;
    }
}
END_TEST

/* Three classes of sizes 4, 6 and 20, or four of which two are of size 6. */
START_TEST (withheld_by_subtraction)
{
  static const guint sizes[] = { 4, 6, 20, 6 };
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  static const char *const expected[] = {
    /* 4 alone is small: of the others, 6 is the smallest */
    "\"sizes\":[{\"size\":20,\"classes\":1,\"records\":20}]",
    /* of the others, that of 6 with 12 records is the smallest */
    "\"sizes\":[{\"size\":20,\"classes\":1,\"records\":20}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree Sample *sample = g_new0 (Sample, 1);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidRiskReport) report = NULL;
      g_autofree char *json = NULL, *text = NULL, *all = NULL;

      sample->n_attributes = sample->heights[0] = 1;
      sample->n_leaves[0] = 3 + i;
      for (guint leaf = 0; leaf < 3 + i; leaf++)
        for (guint r = 0; r < sizes[leaf]; r++)
          sample->leaves[0][sample->n_rows++] = (int) leaf;
      problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:4", 0);
      result = sample_evaluate (problem, bottom, NULL);
      report = report_on (result, TRUE, 5);
      json = deid_risk_report_to_json (report, DEID_AUDIENCE_PUBLIC, NULL);
      ck_assert_ptr_nonnull (strstr (json, expected[i]));
      ck_assert_ptr_nonnull (strstr (json, "\"minimum_cell\":5,"));
      text = deid_risk_report_to_text (report, DEID_AUDIENCE_PUBLIC, NULL);
      ck_assert (g_str_has_prefix (text, "Re-identification risk after release (publishable)\n"));
      ck_assert_ptr_nonnull (strstr (text, "records at the highest risk:    withheld\n"));
      ck_assert_ptr_nonnull (
          strstr (text, "\nequivalence classes:            withheld number of "));
      ck_assert_ptr_nonnull (strstr (text, "smallest 4, largest 20, mean withheld\n"));
      ck_assert_ptr_nonnull (strstr (text, "highest 0.2500, mean withheld, lowest 0.0500 over "));
      ck_assert_ptr_nonnull (strstr (text, "marketer risk of the table:     mean withheld over "));
      all = deid_risk_report_to_json (report, DEID_AUDIENCE_CUSTODIAN, NULL);
      ck_assert_ptr_nonnull (
          strstr (all, "\"sizes\":[{\"size\":4,\"classes\":1,\"records\":4},{\"size\":6,"));
      ck_assert_ptr_nonnull (strstr (all, "\"audience\":\"custodian-only\""));
      ck_assert_ptr_null (strstr (all, "\"unique\":null"));
    }
}
END_TEST

/* Estimates are made of the numbers of classes of all sizes, withheld ones included. */
START_TEST (estimates_of_withheld_sizes)
{
  static const guint sizes[] = { 1, 1, 1, 2, 2, 2 };
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };

  for (guint minimum = 3; minimum <= 4; minimum++)
    {
      g_autofree Sample *sample = g_new0 (Sample, 1);
      g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidRiskReport) report = NULL;
      g_autofree char *json = NULL, *text = NULL, *all = NULL;

      sample->n_attributes = sample->heights[0] = 1;
      sample->n_leaves[0] = G_N_ELEMENTS (sizes);
      for (guint leaf = 0; leaf < G_N_ELEMENTS (sizes); leaf++)
        for (guint r = 0; r < sizes[leaf]; r++)
          sample->leaves[0][sample->n_rows++] = (int) leaf;
      problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:1", 0);
      result = sample_evaluate (problem, bottom, NULL);
      ck_assert (deid_risk_options_set_population_size (options, 20, NULL));
      ck_assert (deid_risk_options_set_minimum_cell (options, minimum, NULL));
      report = deid_risk_report_new_after (result, options, NULL, NULL);
      json = deid_risk_report_to_json (report, DEID_AUDIENCE_PUBLIC, NULL);
      text = deid_risk_report_to_text (report, DEID_AUDIENCE_PUBLIC, NULL);
      all = deid_risk_report_to_json (report, DEID_AUDIENCE_CUSTODIAN, NULL);
      ck_assert ((strstr (json, "\"zayatz\":null") != NULL) == (minimum == 4));
      ck_assert ((strstr (text, "by zayatz:        withheld\n") != NULL) == (minimum == 4));
      ck_assert_ptr_null (strstr (all, "\"zayatz\":null"));
    }
}
END_TEST

START_TEST (input_is_not_published)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidRiskReport) before = NULL;
  GError *error = NULL;

  sample->n_attributes = sample->heights[0] = sample->n_leaves[0] = 1;
  sample->n_rows = 20;
  problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:4", 0);
  result = sample_evaluate (problem, bottom, NULL);
  before = report_on (result, FALSE, 5);
  ck_assert_ptr_null (deid_risk_report_to_text (before, DEID_AUDIENCE_PUBLIC, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "custodian-only", NULL);
  ck_assert_ptr_null (deid_risk_report_to_json (before, DEID_AUDIENCE_PUBLIC, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "custodian-only", NULL);
  ck_assert_ptr_null (deid_risk_report_to_text (before, (DeidAudience) 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "audience 2", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("risk-audience");
  TCase *public = tcase_create ("public");

  tcase_add_test (public, suppressed_records_make_no_difference);
  tcase_add_test (public, small_counts_are_withheld);
  tcase_add_test (public, withheld_by_subtraction);
  tcase_add_test (public, estimates_of_withheld_sizes);
  tcase_add_test (public, input_is_not_published);
  tcase_set_timeout (public, 60);
  suite_add_tcase (suite, public);
  return suite;
}
