/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Public risk reports on random tables, attacked by a solver that knows all that they tell and the
 * rule by which they withhold the rest. */
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/public-figures.h"
#include "support/sample.h"
#include "support/suite.h"

#define N_REPORTS         1000
#define N_ADVERSARIES     2
#define MAX_FURTHER_SIZES 30  /* looked at, of a population */
#define MAX_WEIGHTED_ROWS 250 /* of up to four records each */

static const char *const adversary_names[N_ADVERSARIES] = { "prosecutor", "journalist" };

/* What a report is made of. */
typedef struct
{
  Sample table, people;
  SampleColumns columns;
  gboolean has_population;
  guint k;
  guint minimum;
  double threshold;
} Case;

static void
case_init (Case *of, GRand *rand, guint round)
{
  static const double thresholds[] = { 0, 0.05, 0.07, 0.1, 0.2, 0.25, 0.3333, 0.5, 0.9, 1 };
  const SampleColumns columns = (SampleColumns) (round % 4);
  const gint most = columns & SAMPLE_WITH_WEIGHTS ? MAX_WEIGHTED_ROWS : SAMPLE_MAX_ROWS;
  const guint n_rows = (guint) g_rand_int_range (rand, 1, round % 5 == 0 ? 40 : most);

  of->columns = columns;
  of->has_population = round % 3 == 0;
  of->k = (guint) g_rand_int_range (rand, 1, 7);
  of->minimum = (guint) g_rand_int_range (rand, 2, round % 2 == 0 ? 5 : 21);
  of->threshold = thresholds[g_rand_int (rand) % G_N_ELEMENTS (thresholds)];
  sample_init_random (&of->table, rand, n_rows,
                      (guint) g_rand_int_range (rand, 1, SAMPLE_MAX_ATTRIBUTES));
  of->people = of->table;
  sample_shuffle (&of->people, rand);
  of->people.n_rows = (guint) g_rand_int_range (rand, 1, (gint) n_rows + 1);
}

static DeidResult *
evaluate (const Case *of, GRand *rand)
{
  g_autofree char *model = g_strdup_printf ("k:%u", of->k);
  g_autoptr (DeidProblem) problem = sample_build_problem (&of->table, of->columns, model, 1);
  guint levels[SAMPLE_MAX_ATTRIBUTES];

  if (of->has_population)
    {
      g_autoptr (DeidDataset) people
          = sample_build_dataset (&of->people, of->columns & SAMPLE_WITH_WEIGHTS);

      ck_assert (deid_problem_set_population (problem, people, NULL, NULL));
    }
  sample_choose_levels (&of->table, rand, levels);
  for (guint a = 0; a < of->table.n_attributes; a++)
    if (g_rand_boolean (rand))
      levels[a] = 0;
  return sample_evaluate (problem, levels, NULL);
}

static DeidReport *
report_on (const Case *of, DeidResult *result)
{
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  DeidReport *report;
  GError *error = NULL;

  ck_assert (deid_risk_options_set_minimum_cell (options, of->minimum, &error));
  ck_assert (deid_risk_options_set_threshold (options, of->threshold, &error));
  ck_assert (deid_risk_options_set_population_size (options, 1000000, &error));
  report = deid_report_new_risks (result, NULL, TRUE, options, NULL, &error);
  assert_no_error (error);
  return report;
}

/* What is withheld is null in the JSON text, and withheld as a figure. */
static void
check_count (JsonObject *object, const char *member, DeidReport *report, const char *path)
{
  guint64 n;

  if (!deid_report_get_count (report, path, &n))
    {
      assert_quietly (deid_report_get_state (report, path) == DEID_FIGURE_STATE_WITHHELD);
      n = G_MAXUINT64;
    }
  assert_quietly (json_object_get_null_member (object, member) == (n == G_MAXUINT64));
  if (n != G_MAXUINT64)
    assert_quietly ((guint64) json_object_get_int_member (object, member) == n);
}

static void
check_number (JsonObject *object, const char *member, DeidReport *report, const char *path)
{
  double number;

  if (!deid_report_get_number (report, path, &number))
    {
      assert_quietly (deid_report_get_state (report, path) == DEID_FIGURE_STATE_WITHHELD);
      number = NAN;
    }
  assert_quietly (json_object_get_null_member (object, member) == isnan (number));
  if (!isnan (number))
    assert_quietly (json_object_get_double_member (object, member) == number);
}

static void
check_adversary (JsonObject *root, DeidReport *report, const char *adversary)
{
  static const char *const numbers[] = { "highest", "mean", "lowest" };
  static const char *const counts[] = { "records_above_threshold", "records_at_highest" };
  static const char *const members[] = { "smallest_size", "records", "cumulative" };
  JsonObject *object = json_object_get_object_member (root, adversary);
  JsonArray *intervals = json_object_get_array_member (object, "intervals");
  char path[64];

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_snprintf (path, sizeof path, "%s.%s", adversary, numbers[i]);
      check_number (object, numbers[i], report, path);
    }
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_snprintf (path, sizeof path, "%s.%s", adversary, counts[i]);
      check_count (object, counts[i], report, path);
    }
  assert_quietly (json_array_get_length (intervals)
                  == n_rows_of (report, "%s.intervals", adversary));
  for (guint i = 0; i < json_array_get_length (intervals); i++)
    for (guint m = 0; m < G_N_ELEMENTS (members); m++)
      {
        g_snprintf (path, sizeof path, "%s.intervals[%u].%s", adversary, i, members[m]);
        assert_quietly (deid_report_get_state (report, path) == DEID_FIGURE_STATE_PRESENT);
        check_count (json_array_get_object_element (intervals, i), members[m], report, path);
      }
}

/* The figures of a public report are what its text says. */
static void
check_functions (JsonObject *root, DeidReport *report)
{
  static const char *const estimators[] = { "pitman", "zayatz", "snb", "dankar" };
  JsonObject *classes = json_object_get_object_member (root, "classes");
  JsonObject *marketer = json_object_get_object_member (root, "marketer");
  JsonObject *estimates = json_object_get_object_member (root, "estimated_uniques");

  assert_quietly (deid_report_get_audience (report) == DEID_AUDIENCE_PUBLIC);
  check_count (root, "records", report, "records");
  check_count (classes, "number", report, "classes.number");
  check_count (classes, "smallest", report, "classes.smallest");
  check_count (classes, "largest", report, "classes.largest");
  check_number (classes, "mean", report, "classes.mean");
  check_number (marketer, "mean", report, "marketer.mean");
  check_count (root, "unique", report, "unique");
  for (guint i = 0; i < N_ADVERSARIES; i++)
    check_adversary (root, report, adversary_names[i]);
  assert_quietly (json_object_get_null_member (root, "persons"));
  assert_quietly (json_object_get_null_member (root, "population"));
  assert_quietly (json_object_get_null_member (root, "unmatched"));
  assert_quietly (json_object_get_null_member (root, "population_risk"));
  assert_quietly (json_object_get_null_member (root, "population_size"));
  assert_quietly (state_of (report, "population_size") == DEID_FIGURE_STATE_WITHHELD);
  for (int e = DEID_UNIQUENESS_ESTIMATOR_PITMAN; e <= DEID_UNIQUENESS_ESTIMATOR_DANKAR; e++)
    assert_quietly (state_of (report, "estimated_uniques.%s", estimators[e])
                    == DEID_FIGURE_STATE_WITHHELD);
  assert_quietly (json_object_get_null_member (estimates, "zayatz"));
  assert_quietly (json_array_get_length (json_object_get_array_member (root, "sizes")) == 0);
  assert_quietly (n_rows_of (report, "sizes") == 0);
}

static void
read_figures (PublicFigures *figures, JsonObject *root, guint adversary, guint threshold_end)
{
  JsonObject *object = json_object_get_object_member (root, adversary_names[adversary]);
  JsonArray *intervals = json_object_get_array_member (object, "intervals");

  *figures = (PublicFigures){ .minimum = (guint) json_object_get_int_member (root, "minimum_cell"),
                              .threshold_end = threshold_end,
                              .n_records = (guint) json_object_get_int_member (root, "records"),
                              .is_smallest = !json_object_get_null_member (object, "highest"),
                              .n_intervals = json_array_get_length (intervals) };
  for (guint i = 0; i < figures->n_intervals; i++)
    {
      JsonObject *interval = json_array_get_object_element (intervals, i);

      figures->smallest[i] = (guint) json_object_get_int_member (interval, "smallest_size");
      figures->counts[i] = (guint) json_object_get_int_member (interval, "records");
    }
}

/* Adds up what is known of records whose classes have at least @smallest in the table. */
static void
add_range (Range *sum, Range range)
{
  sum->least += range.least;
  sum->most += range.most;
}

/* The sizes of classes in the table, where intervals are of those in the population: any in each
 * interval; where the table is part of the population, none that are larger than it goes. */
static void
attack_sizes_of_table (const PublicFigures *figures, guint smallest, gboolean is_smallest,
                       gboolean is_part)
{
  Range sums[SOLVER_MAX_RECORDS] = { { 0, 0 } }, classes = { 0, 0 };
  guint largest = 0; /* that leaves enough for another class */

  for (guint i = 0; i < figures->n_intervals; i++)
    {
      const guint n = figures->counts[i];
      const guint below = i + 1 < figures->n_intervals ? figures->smallest[i + 1] : n + 1;
      SizeSolver solver;

      largest = MAX (largest, MIN (n - MIN (n, 2 * smallest), is_part ? below - 1 : n));
      size_solver_init (&solver, n, is_part ? MIN (n, below - 1) : n);
      size_solver_fix_below (&solver, smallest, 0);
      solver.required = is_smallest && i == 0 ? smallest : 0;
      if (!size_solver_run (&solver))
        {
          /* it is no part */
          assert_quietly (is_part);
          size_solver_clear (&solver);
          return;
        }
      for (guint size = smallest; size <= solver.n_sizes; size++)
        add_range (&sums[size], size_solver_get_records (&solver, size));
      add_range (&classes, size_solver_get_classes (&solver));
      size_solver_clear (&solver);
    }
  for (guint size = smallest; size <= largest; size++)
    assert_quietly (sums[size].most >= sums[size].least + figures->minimum);
  assert_quietly (classes.most >= classes.least + figures->minimum);
}

/* The sizes of classes in the population: records of one are any number of classes. */
static void
attack_sizes_of_population (const PublicFigures *figures, guint smallest, gboolean is_divided)
{
  const guint last = figures->smallest[figures->n_intervals - 1];
  SizeSolver solver;

  size_solver_init (&solver, figures->n_records, 2 * last + MAX_FURTHER_SIZES);
  solver.free_from = smallest;
  solver.required = figures->is_smallest ? figures->smallest[0] : 0;
  size_solver_fix_below (&solver, figures->smallest[0], 0);
  public_figures_add_rule (figures, smallest, is_divided ? G_MAXUINT : 0, &solver);
  assert_quietly (size_solver_run (&solver));
  for (guint size = figures->smallest[0]; size < solver.n_sizes; size++)
    {
      const guint i = public_figures_find (figures, size);
      const Range records = size_solver_get_records (&solver, size);
      const Range below = size_solver_get_below (&solver, size);

      if (i + 1 == figures->n_intervals || figures->smallest[i] != size
          || figures->smallest[i + 1] != size + 1)
        assert_quietly (records.most >= records.least + figures->minimum);
      if (figures->smallest[i] != size)
        assert_quietly (below.most >= below.least + figures->minimum);
    }
  size_solver_clear (&solver);
}

static void
attack_table (const PublicFigures *figures)
{
  SizeSolver solver;

  public_figures_init_solver (figures, &solver);
  assert_quietly (size_solver_run (&solver));
  if (public_figures_count_recovered (figures, &solver) > 0)
    ck_abort_msg ("%u withheld figures of a table of %u records are recovered",
                  public_figures_count_recovered (figures, &solver), figures->n_records);
  size_solver_clear (&solver);
}

/* Returns: how many intervals were shown. */
static guint
attack (const Case *of, JsonObject *root)
{
  const guint threshold_end = of->threshold > 0 ? (guint) ceil (1 / of->threshold - 1e-9) : 0;
  JsonObject *journalist = json_object_get_object_member (root, adversary_names[1]);
  PublicFigures table, population;

  if (json_object_get_null_member (root, "records"))
    return 0;
  read_figures (&table, root, 0, threshold_end);
  read_figures (&population, root, 1, threshold_end);
  if (!of->has_population)
    {
      attack_table (&table);
      return table.n_intervals;
    }
  ck_assert_uint_eq (table.n_intervals, 1);
  for (guint is_part = 0; is_part < 2; is_part++)
    attack_sizes_of_table (&population, table.smallest[0], table.is_smallest, is_part == 1);
  attack_sizes_of_population (
      &population, table.smallest[0],
      json_object_get_null_member (journalist, "records_above_threshold")
          || (population.n_intervals > 1 && population.smallest[1] == threshold_end));
  return population.n_intervals;
}

/* Every figure of attribute risks is withheld: only names of attributes are left. */
static void
check_attribute_risks (DeidResult *result)
{
  static const char *const members[] = { "distinct", "distinction", "separated", "separation" };
  g_autoptr (DeidReport) risks = deid_report_new_attribute_risks (result, TRUE, 3, NULL, NULL);
  g_autofree char *json = public_json_of (risks, NULL);
  g_autofree char *text = public_text_of (risks, NULL);
  g_autoptr (JsonNode) root = json_from_string (json, NULL);
  JsonObject *object = json_node_get_object (root);
  JsonArray *subsets = json_object_get_array_member (object, "subsets");

  ck_assert (json_object_get_null_member (object, "records"));
  ck_assert (json_object_get_null_member (object, "pairs"));
  ck_assert_uint_eq (json_array_get_length (subsets), n_rows_of (risks, "subsets"));
  for (guint i = 0; i < json_array_get_length (subsets); i++)
    for (guint m = 0; m < G_N_ELEMENTS (members); m++)
      ck_assert (
          json_object_get_null_member (json_array_get_object_element (subsets, i), members[m]));
  for (const char *c = text; *c != '\0'; c++)
    ck_assert (!g_ascii_isdigit (*c) || c[-1] == 'q');
}

START_TEST (random_reports)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const guint n_reports = count_trials (N_REPORTS);
  guint n_shown = 0, n_divided = 0;

  for (guint round = 0, n = 0; n < n_reports; round++)
    {
      g_autofree Case *of = g_new0 (Case, 1);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReport) report = NULL, public = NULL;
      g_autofree char *json = NULL, *json_of_public = NULL, *text = NULL, *text_of_public = NULL;
      g_autoptr (JsonNode) root = NULL;
      GError *error = NULL;
      guint n_intervals;

      case_init (of, rand, round);
      result = evaluate (of, rand);
      if (result == NULL)
        continue;
      n++;
      report = report_on (of, result);
      public = deid_report_new_public (report, NULL, &error);
      json = public_json_of (report, &error);
      text = public_text_of (report, &error);
      json_of_public = public_json_of (public, &error);
      text_of_public = public_text_of (public, &error);
      assert_no_error (error);
      ck_assert (strcmp (json, json_of_public) == 0 && strcmp (text, text_of_public) == 0);
      root = json_from_string (json, &error);
      assert_no_error (error);
      check_functions (json_node_get_object (root), public);
      n_intervals = attack (of, json_node_get_object (root));
      n_shown += n_intervals > 0;
      n_divided += n_intervals > 1;
      if (n % 10 == 0)
        check_attribute_risks (result);
    }
  if (n_reports == N_REPORTS)
    {
      ck_assert_uint_gt (n_shown, n_reports / 2);
      ck_assert_uint_gt (n_divided, n_reports / 20);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("public-risks");
  TCase *attacks = tcase_create ("attacks");

  tcase_add_test (attacks, random_reports);
  tcase_set_timeout (attacks, 300);
  suite_add_tcase (suite, attacks);
  return suite;
}
