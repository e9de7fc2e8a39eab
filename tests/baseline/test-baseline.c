/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Baselines against definitions written out: labels of areas, years and ages, risks and losses. */
#include <string.h>

#include "baseline/baseline-report-private.h"
#include "support/figures.h"
#include "support/lesson.h"

#define N_ROWS 600

/* Patients of a formula, of whom some are over 89 and some live in small areas. */
static const char *const codes[] = { "02138", "02139", "03601", "03602-1234", "10001", "99501" };
static const guint people[] = { 11000, 9001, 12000, 8000, 30000, 0 }; /* of the area of each code */

typedef struct
{
  guint age, zip, year, month, sex;
} Patient;

static Patient
make_patient (guint row)
{
  return (Patient){ .age = row * 7 % 100,
                    .zip = row / 2 % 6,
                    .year = 1925 + row * 3 % 80,
                    .month = row % 12 + 1,
                    .sex = row / 3 % 2 };
}

static void
add_column (DeidDataset *dataset, const char *name, char *(*write) (const Patient *patient))
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);

  for (guint row = 0; row < N_ROWS; row++)
    {
      const Patient patient = make_patient (row);

      g_ptr_array_add (values, write (&patient));
    }
  ck_assert (deid_dataset_add_string_column (dataset, name, (const char *const *) values->pdata,
                                             N_ROWS, NULL, NULL));
}

static char *
write_age (const Patient *patient)
{
  return g_strdup_printf ("%u", patient->age);
}

static char *
write_zip (const Patient *patient)
{
  return g_strdup (codes[patient->zip]);
}

static char *
write_birth (const Patient *patient)
{
  return g_strdup_printf ("%04u-%02u-15", patient->year, patient->month);
}

static char *
write_sex (const Patient *patient)
{
  return g_strdup (patient->sex == 0 ? "f" : "m");
}

static char *
write_name (const Patient *patient)
{
  return g_strdup_printf ("Roe %u", patient->age * 12 + patient->month);
}

static DeidProblem *
make_problem (void)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("patients");
  g_autoptr (DeidLattice) lattice = NULL;
  static const char *const rules[][2] = { { "age", "intervals:5,10" },
                                          { "zip", "prefix:4,3" },
                                          { "birth", "date:month,year" },
                                          { "sex", "suppress" } };

  add_column (dataset, "name", write_name);
  add_column (dataset, "age", write_age);
  add_column (dataset, "zip", write_zip);
  add_column (dataset, "birth", write_birth);
  add_column (dataset, "sex", write_sex);
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_specification (rules[i][1], NULL);

      ck_assert (deid_lattice_add_quasi_identifier (lattice, rules[i][0], hierarchy, NULL, NULL));
    }
  return deid_problem_new (lattice);
}

/* Areas of three digits: 021 has one of 20,001 people, 036 one of 20,000; nobody counted 995. */
static DeidDataset *
make_areas (guint n_codes)
{
  g_autoptr (DeidDataset) areas = deid_dataset_new ("areas");
  const char *texts[G_N_ELEMENTS (codes)];
  char *counts[G_N_ELEMENTS (codes)];
  g_autofree char *first = g_strndup (codes[3], 5);

  for (guint i = 0; i < n_codes; i++)
    {
      texts[i] = i == 3 ? first : codes[i];
      counts[i] = g_strdup_printf ("%u", people[i]);
    }
  ck_assert (deid_dataset_add_string_column (areas, "zip5", texts, n_codes, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (areas, "population", (const char *const *) counts,
                                             n_codes, NULL, NULL));
  for (guint i = 0; i < n_codes; i++)
    g_free (counts[i]);
  return g_steal_pointer (&areas);
}

static DeidBaseline *
make_safe_harbor (void)
{
  g_autoptr (DeidDataset) areas = make_areas (5);

  return deid_baseline_new_from_text ("[baseline]\nextends=safe-harbor\nday=2024-06-30\n", NULL,
                                      areas, NULL);
}

/* What Safe Harbor makes of a patient. In 2024 those over 89 were born before 1935. */
static char *
make_labels (const Patient *patient)
{
  static const char *const areas[] = { "021", "021", "000", "000", "100", "000" };
  g_autofree char *age
      = patient->age >= 90 ? g_strdup (">= 90") : g_strdup_printf ("%u", patient->age);
  g_autofree char *year
      = patient->year < 1935 ? g_strdup ("< 1935") : g_strdup_printf ("%u", patient->year);

  return g_strdup_printf ("%s|%s|%s|%u", age, areas[patient->zip], year, patient->sex);
}

START_TEST (labels)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidBaseline) baseline = make_safe_harbor ();
  g_autoptr (DeidReport) report = NULL;
  g_autoptr (GHashTable) classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  DeidPartition *partition;
  guint64 n_unique = 0, n_classes, counted;
  GHashTableIter iter;
  gpointer size;

  report = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  partition = deid_baseline_report_of (report)->evaluation->partition;
  for (guint row = 0; row < N_ROWS; row++)
    {
      const Patient patient = make_patient (row);
      const guint32 found = deid_partition_get_class (partition, row);
      g_autofree char *expected = make_labels (&patient);
      g_autofree char *seen
          = g_strdup_printf ("%s|%s|%s|%u", deid_partition_get_label (partition, found, 0),
                             deid_partition_get_label (partition, found, 1),
                             deid_partition_get_label (partition, found, 2), patient.sex);

      ck_assert_str_eq (seen, expected);
      g_hash_table_insert (
          classes, g_steal_pointer (&expected),
          GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (classes, seen)) + 1));
    }
  n_classes = g_hash_table_size (classes);
  g_hash_table_iter_init (&iter, classes);
  while (g_hash_table_iter_next (&iter, NULL, &size))
    n_unique += GPOINTER_TO_UINT (size) == 1 ? 1 : 0;
  /* in each class of n records n times 1 / n are found */
  assert_near (number_of (report, "population_risk_sum"), (double) n_classes);
  ck_assert_uint_eq (deid_baseline_report_of (report)->risks->n_classes, n_classes);
  ck_assert (get_count (report, &counted, "unique"));
  ck_assert_uint_eq (counted, n_unique);
  ck_assert_str_eq (text_of (report, "columns[0].treatment"), "removed");
  ck_assert_str_eq (text_of (report, "columns[4].treatment"), "kept");
  ck_assert_str_eq (text_of (report, "columns[0].note"), "not released");
}
END_TEST

/* Of each value: (values with its label - 1) / (values - 1). */
START_TEST (losses)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidBaseline) baseline = make_safe_harbor ();
  g_autoptr (DeidReport) report
      = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  DeidPartition *partition = deid_baseline_report_of (report)->evaluation->partition;
  guint64 n_old = 0, n_sharing = 0;
  double loss;

  for (guint row = 0; row < N_ROWS; row++)
    {
      const Patient patient = make_patient (row);

      n_old += patient.age >= 90 ? 1 : 0;
      /* 02138 and 02139 share 021; 03601, 03602-1234 and 99501 share 000; 10001 alone is 100 */
      n_sharing += patient.zip <= 1 ? 1 : patient.zip == 4 ? 0 : 2;
    }
  ck_assert (deid_partition_get_attribute_loss (partition, 0, &loss));
  assert_near (loss, (double) n_old * 9 / 99 / N_ROWS);
  ck_assert (deid_partition_get_attribute_loss (partition, 1, &loss));
  assert_near (loss, (double) n_sharing / 5 / N_ROWS);
  ck_assert (deid_partition_get_attribute_loss (partition, 3, &loss));
  assert_near (loss, 0);
  ck_assert_ptr_null (deid_report_get_policy (report, "policy"));
}
END_TEST

/* Returns: (transfer full): the label of a code by the rule that a report tells of, of a table of
 * one column. */
static char *
label_area (DeidBaseline *baseline, const char *code, GError **error)
{
  g_autoptr (DeidDataset) dataset
      = make_text_column ("zip", (const char *const[]){ code, code }, 2);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression (), hierarchy = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidReport) report = NULL;
  g_autofree char *json = NULL;
  g_auto (GStrv) parts = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", suppression, NULL, NULL));
  problem = deid_problem_new (lattice);
  report = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, error);
  if (report == NULL)
    return NULL;
  json = deid_report_to_json (report, NULL);
  parts = g_strsplit (strstr (json, "\"rule\":"), "\"", 5);
  hierarchy = deid_hierarchy_new_from_specification (parts[3], NULL);
  return generalize (hierarchy, code, 1);
}

/* With a table of areas, or the list of the census where @keys asks for it. */
static DeidBaseline *
make_zip_baseline (const char *keys, DeidDataset *areas)
{
  g_autofree char *text
      = g_strconcat ("[baseline]\nsmall-area=20000\n", keys, "[column zip]\nrule=zip:3\n", NULL);
  GError *error = NULL;
  DeidBaseline *baseline = deid_baseline_new_from_text (text, NULL, areas, &error);

  assert_no_error (error);
  return baseline;
}

#define CENSUS "census-2000=yes\n"

/* More than 20,000 people, or 20,000 and fewer; what nobody counted is not known to be more. */
START_TEST (areas)
{
  static const struct
  {
    const char *count;
    const char *other; /* of the second code of the area */
    const char *expected;
  } cases[] = { { "20000", "0", "000" }, { "20001", "0", "021" }, { "19999", "1", "000" },
                { "19999", "2", "021" }, { "0", "0", "000" },     { "9000000", "0", "021" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const zips[] = { "02138", "02139" };
      const char *const counts[] = { cases[i].count, cases[i].other };
      g_autoptr (DeidDataset) table = deid_dataset_new ("areas");
      g_autoptr (DeidBaseline) baseline = NULL, named = NULL;
      g_autofree char *label = NULL, *unknown = NULL, *of_named = NULL;

      ck_assert (deid_dataset_add_string_column (table, "ZIP5", zips, 2, NULL, NULL));
      ck_assert (deid_dataset_add_string_column (table, "count", counts, 2, NULL, NULL));
      ck_assert (deid_dataset_add_string_column (table, "others", zips, 2, NULL, NULL));
      ck_assert (deid_dataset_add_string_column (table, "n", counts, 2, NULL, NULL));
      baseline = make_zip_baseline (i % 2 > 0 ? CENSUS : "", table);
      named = make_zip_baseline ("area-column=others\npeople-column=n\n", table);
      of_named = label_area (named, "02140-1234", NULL);
      label = label_area (baseline, "02140-1234", NULL);
      unknown = label_area (baseline, "99501", NULL);
      ck_assert_str_eq (unknown, "000");
      ck_assert_msg (g_str_equal (label, cases[i].expected), "%u: %s", i, label);
      ck_assert_str_eq (of_named, label);
    }
}
END_TEST

/* The list of the guidance of 2012, all of it. */
START_TEST (census)
{
  static const char list[] = "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893";
  g_autoptr (DeidBaseline) baseline = make_zip_baseline (CENSUS, NULL);
  g_auto (GStrv) small = g_strsplit (list, " ", -1);

  ck_assert_uint_eq (g_strv_length (small), 17);
  for (guint area = 1; area < 1000; area++)
    {
      g_autofree char *first = g_strdup_printf ("%03u", area);
      g_autofree char *code = g_strdup_printf ("%s07", first);
      g_autofree char *label = label_area (baseline, code, NULL);

      ck_assert_str_eq (label,
                        g_strv_contains ((const char *const *) small, first) ? "000" : first);
    }
}
END_TEST

/* What a rule needs is asked for. */
START_TEST (needs)
{
  static const char zip_rule[] = "[column zip]\nrule=zip:3\n";
  g_autoptr (DeidDataset) table = deid_dataset_new ("areas"), areas_table = make_areas (5);
  g_autoptr (DeidBaseline) without = make_zip_baseline ("", NULL),
                           published = make_zip_baseline (CENSUS, NULL), wrong = NULL,
                           harbor = deid_baseline_new_from_text (
                               "[baseline]\nextends=safe-harbor\n", NULL, areas_table, NULL);
  g_autoptr (DeidProblem) problem = make_problem ();
  GError *error = NULL;

  ck_assert_ptr_null (label_area (without, "02138", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                "column 'zip': ", "zip-populations", "census-2000", NULL);
  ck_assert_ptr_null (label_area (published, "2138", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "zip:3", NULL);
  ck_assert_ptr_null (deid_report_new_baseline (harbor, problem, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "column 'birth': ", "day", NULL);
  ck_assert (
      deid_dataset_add_string_column (table, "zip3", (const char *const[]){ "21" }, 1, NULL, NULL));
  ck_assert_ptr_null (deid_baseline_new_from_text (zip_rule, NULL, table, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'count' or 'population'", NULL);
  ck_assert_ptr_null (
      deid_baseline_new_from_text ("[baseline]\narea-column=code\n", NULL, table, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'code'", NULL);
  ck_assert (deid_dataset_add_string_column (table, "people", (const char *const[]){ "x" }, 1, NULL,
                                             NULL));
  wrong = make_zip_baseline ("", table);
  ck_assert_ptr_null (label_area (wrong, "02138", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "areas: row 1: ", "five digits", NULL);
}
END_TEST

/* Ages by cuts: the lattice has the baseline, and its risk as a limit admits it, but no less. */
START_TEST (limit)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("patients");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL, below = NULL;
  g_autoptr (DeidBaseline) baseline
      = deid_baseline_new_from_text ("[baseline]\nextends=safe-harbor\n", NULL, NULL, NULL);
  g_autoptr (DeidReport) report = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL, less = NULL;
  g_autoptr (DeidReport) evaluation = NULL, failing = NULL;
  DeidPolicy *policy;

  add_column (dataset, "age", write_age);
  add_column (dataset, "sex", write_sex);
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert (deid_lattice_add_ordered_cuts (lattice, "sex", (const char *const[]){ "f", "m" }, 2,
                                            DEID_CUT_ENDS_ROUNDED, NULL));
  problem = deid_problem_new (lattice);
  report = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  policy = deid_report_get_policy (report, "policy");
  ck_assert_ptr_nonnull (policy);
  for (guint d = 0; d < 99; d++)
    ck_assert_uint_eq (deid_policy_get_level (policy, d), d >= 90 ? 1 : 0);
  model = deid_privacy_model_new_population_risk (number_of (report, "population_risk_sum"), 1,
                                                  DEID_RISK_SCALE_SUM, DEID_UNMATCHED_RECORDS_ERROR,
                                                  NULL);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  evaluation = deid_report_new_evaluation (problem, policy, NULL, NULL);
  ck_assert (flag_of (evaluation, "solution"));
  less = deid_privacy_model_new_population_risk (number_of (report, "population_risk_sum") - 1e-9,
                                                 1, DEID_RISK_SCALE_SUM,
                                                 DEID_UNMATCHED_RECORDS_ERROR, NULL);
  below = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (below, less, NULL));
  failing = deid_report_new_evaluation (below, policy, NULL, NULL);
  ck_assert (!flag_of (failing, "solution"));
}
END_TEST

/* In the table prefixes of four digits put together what areas of three do, in the population they
 * do not: there the policy is not that of the baseline. */
START_TEST (population_tells)
{
  g_autoptr (DeidDataset) dataset
      = make_text_column ("zip", (const char *const[]){ "02138", "02139", "10001" }, 3);
  g_autoptr (DeidDataset) state = make_text_column (
      "zip", (const char *const[]){ "02138", "02139", "02140", "10001", "10001" }, 5);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification ("prefix:4", NULL);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidBaseline) baseline = make_zip_baseline (CENSUS, NULL);
  g_autoptr (DeidReport) alone = NULL, report = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  alone = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  ck_assert_ptr_nonnull (deid_report_get_policy (alone, "policy"));
  ck_assert (deid_problem_set_population (problem, state, NULL, NULL));
  report = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  ck_assert_ptr_null (deid_report_get_policy (report, "policy"));
  /* two of the three people of 021, one of the two of 100 */
  assert_near (number_of (report, "population_risk_sum"), 2.0 / 3 + 1.0 / 2);
}
END_TEST

/* In an order in which 10001 stands between the two codes of 021 no runs are the baseline; with
 * subtrees a level is measured, though no policy is told. Two classes are there, of two and of one.
 */
START_TEST (other_lattices)
{
  static const char *const order[] = { "02138", "10001", "02139" };

  for (guint kind = 0; kind < 2; kind++)
    {
      g_autoptr (DeidDataset) dataset = make_text_column ("zip", order, 3);
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_specification ("prefix:4", NULL);
      g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidBaseline) baseline = make_zip_baseline (CENSUS, NULL);
      g_autoptr (DeidReport) report = NULL;
      double loss;

      ck_assert (kind == 0 ? deid_lattice_add_ordered_cuts (lattice, "zip", order, 3,
                                                            DEID_CUT_ENDS_ROUNDED, NULL)
                           : deid_lattice_add_subtree_cuts (lattice, "zip", hierarchy, NULL, NULL));
      problem = deid_problem_new (lattice);
      report = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
      ck_assert_ptr_null (deid_report_get_policy (report, "policy"));
      assert_near (number_of (report, "population_risk_sum"), 2);
      ck_assert (get_number (report, &loss, "loss"));
      assert_near (loss, 2.0 / 3 * 1 / 2);
    }
}
END_TEST

/* A misspelt column would be kept as it is. */
START_TEST (unknown_column)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (
      "[baseline]\nname=Ours\n[column Age]\nrule=intervals:5\n", NULL, NULL, NULL);
  g_autoptr (DeidBaseline) right
      = deid_baseline_new_from_text ("[column name]\ntreatment=remove\n", NULL, NULL, NULL);
  g_autoptr (DeidReport) report = NULL;
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN,
                "Ours: [column Age]: patients: ", "did you mean 'age'?", NULL);
  report = deid_report_new_baseline (right, problem, NULL, NULL, NULL, NULL);
  ck_assert_ptr_nonnull (report);
}
END_TEST

START_TEST (reports)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidBaseline) baseline = make_safe_harbor ();
  g_autoptr (DeidReport) report
      = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  g_autofree char *text = plain_text_of (report);
  g_autofree char *json = deid_report_to_json (report, NULL);

  ck_assert (g_str_has_prefix (text, "Baseline: what a rule such as Safe Harbor would do "
                                     "(custodian-only)\nbaseline: Safe Harbor\n"
                                     "population risk sum: "));
  ck_assert_ptr_nonnull (strstr (text, "\n  name    removed      -  "));
  ck_assert_ptr_nonnull (strstr (text, "\n  sex     kept         -  "));
  ck_assert_ptr_nonnull (strstr (text, "\n  birth   generalized  date:year;bottom=1935  "));
  ck_assert_ptr_nonnull (strstr (text, "  a quasi-identifier\n"));
  ck_assert_ptr_nonnull (strstr (json, "{\"column\":\"age\",\"treatment\":\"generalized\","
                                       "\"rule\":\"intervals:1;top=90\",\"level\":1,"
                                       "\"note\":\"a quasi-identifier\"}"));
}
END_TEST

Suite *
make_suite (void)
{
  const TTest *const tests[]
      = { labels, losses,           areas,          census,         needs,
          limit,  population_tells, other_lattices, unknown_column, reports };
  Suite *suite = suite_create ("baseline");
  TCase *tcase = tcase_create ("baseline");

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    tcase_add_test (tcase, tests[i]);
  suite_add_tcase (suite, tcase);
  return suite;
}
