/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Distinction and separation against brute force over all pairs of records. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "report/subset-order.h"
#include "support/figures.h"
#include "support/failing-allocations.h"
#include "support/sample.h"
#include "support/suite.h"

#define ROUNDS       120
#define N_QI         SAMPLE_MAX_ATTRIBUTES
#define MAX_ROWS     40
#define MAX_RECORDS  (4 * MAX_ROWS)
#define K            2
#define N_ATTRIBUTES 7 /* of the table for the order */

/* The labels of each record that counts. */
typedef struct
{
  guint n;
  guint labels[MAX_RECORDS][N_QI];
} Records;

/* Numbers the labels of one attribute. */
static void
number_labels (const Sample *sample, guint attribute, guint level, guint numbers[SAMPLE_MAX_ROWS])
{
  g_autofree Sample *alone = g_new0 (Sample, 1);
  const guint levels[SAMPLE_MAX_ATTRIBUTES] = { level };

  *alone = *sample;
  alone->n_attributes = 1;
  alone->heights[0] = sample->heights[attribute];
  alone->is_suppression[0] = sample->is_suppression[attribute];
  memcpy (alone->leaves[0], sample->leaves[attribute], sizeof alone->leaves[0]);
  sample_classify (alone, levels, numbers);
}

/* Takes the records of classes of at least @k persons or records. */
static void
take_records (Records *records, const Sample *sample, SampleColumns columns, const guint *levels,
              guint k)
{
  guint classes[SAMPLE_MAX_ROWS], numbers[N_QI][SAMPLE_MAX_ROWS];

  sample_classify (sample, levels, classes);
  for (guint a = 0; a < sample->n_attributes; a++)
    number_labels (sample, a, levels[a], numbers[a]);
  records->n = 0;
  for (guint row = 0; row < sample->n_rows; row++)
    {
      g_autoptr (GHashTable) persons = g_hash_table_new (NULL, NULL);
      guint n = 0;

      for (guint other = 0; other < sample->n_rows; other++)
        if (classes[other] == classes[row])
          {
            n += columns & SAMPLE_WITH_WEIGHTS ? sample->weights[other] : 1;
            g_hash_table_add (persons, GINT_TO_POINTER (sample->persons[other] + 1));
          }
      if ((columns & SAMPLE_WITH_PERSONS ? g_hash_table_size (persons) : n) < k)
        continue;
      for (guint w = 0; w < (columns & SAMPLE_WITH_WEIGHTS ? sample->weights[row] : 1); w++)
        {
          for (guint a = 0; a < sample->n_attributes; a++)
            records->labels[records->n][a] = numbers[a][row];
          records->n++;
        }
    }
}

/* @attributes is a set of bits. */
static gboolean
is_alike (const Records *records, guint i, guint j, guint attributes)
{
  for (guint a = 0; a < N_QI; a++)
    if (attributes >> a & 1 && records->labels[i][a] != records->labels[j][a])
      return FALSE;
  return TRUE;
}

/* Columns are numbered in their names. */
static guint
attribute_of (DeidReport *risks, guint i, guint j)
{
  const char *name = text_of (risks, "subsets[%u].attributes[%u]", i, j);

  return (guint) g_ascii_strtoull (name + strcspn (name, "0123456789"), NULL, 10);
}

static void
check_subset (DeidReport *risks, guint64 i, const Records *records, guint attributes)
{
  guint64 n_distinct = 0, n_separated = 0;

  for (guint r = 0; r < records->n; r++)
    {
      gboolean is_new = TRUE;

      for (guint s = 0; s < r; s++)
        if (is_alike (records, s, r, attributes))
          is_new = FALSE;
        else
          n_separated++;
      n_distinct += is_new ? 1 : 0;
    }
  ck_assert_uint_eq (count_of (risks, "subsets[%u].distinct", (guint) i), n_distinct);
  ck_assert_uint_eq (count_of (risks, "subsets[%u].separated", (guint) i), n_separated);
  ck_assert_double_eq (number_of (risks, "subsets[%u].distinction", (guint) i),
                       (double) n_distinct / records->n);
  ck_assert_double_eq (
      number_of (risks, "subsets[%u].separation", (guint) i),
      records->n > 1 ? (double) n_separated / ((double) records->n * (records->n - 1) / 2) : 0);
}

/* Checks all subsets of so many attributes, and that each is there. */
static void
check_risks (DeidReport *risks, const Records *records, guint n_attributes, guint max_size)
{
  guint n_expected = 0;
  gboolean is_found[1 << N_QI] = { FALSE };

  for (guint set = 1; set < 1u << n_attributes; set++)
    n_expected += (guint) __builtin_popcount (set) <= max_size;
  ck_assert_uint_eq (count_of (risks, "records"), records->n);
  ck_assert_uint_eq (count_of (risks, "pairs"), (guint64) records->n * (records->n - 1) / 2);
  ck_assert_uint_eq (n_rows_of (risks, "subsets"), n_expected);
  for (guint64 i = 0; i < n_expected; i++)
    {
      guint set = 0;

      for (guint j = 0; j < n_rows_of (risks, "subsets[%u].attributes", (guint) i); j++)
        set |= 1u << attribute_of (risks, (guint) i, j);
      ck_assert (!is_found[set]);
      is_found[set] = TRUE;
      check_subset (risks, i, records, set);
    }
}

START_TEST (random_tables)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  const guint n_rounds = count_trials (ROUNDS);
  guint n_checked = 0;

  for (guint round = 0; n_checked < n_rounds; round++)
    {
      const SampleColumns columns = (SampleColumns) (round % 4);
      const guint max_size = round % (N_QI + 1) + 1;
      g_autofree Sample *sample = g_new0 (Sample, 1);
      g_autofree Records *records = g_new0 (Records, 1);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReport) before = NULL, after = NULL, published = NULL;
      guint levels[SAMPLE_MAX_ATTRIBUTES];
      GError *error = NULL;

      sample_init_random (sample, rand, (guint) g_rand_int_range (rand, 1, MAX_ROWS + 1),
                          (guint) g_rand_int_range (rand, 1, N_QI + 1));
      sample_choose_levels (sample, rand, levels);
      problem = sample_build_problem (sample, columns, "k:2", 1);
      if (round % 3 == 0)
        {
          g_autoptr (DeidDataset) population = sample_build_dataset (sample, SAMPLE_PLAIN);

          ck_assert (deid_problem_set_population (problem, population, NULL, &error));
        }
      take_records (records, sample, columns, levels, K);
      result = sample_evaluate (problem, levels, &error);
      if (records->n == 0)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      assert_no_error (error);
      n_checked++;
      after = deid_report_new_attribute_risks (result, TRUE, max_size, NULL, &error);
      assert_no_error (error);
      ck_assert_str_eq (text_of (after, "table"), "release");
      published = deid_report_new_public (after, NULL, &error);
      assert_no_error (error);
      ck_assert_int_eq (deid_report_get_audience (published), DEID_AUDIENCE_PUBLIC);
      check_risks (after, records, sample->n_attributes, max_size);
      before = deid_report_new_attribute_risks (result, FALSE, max_size, NULL, &error);
      assert_no_error (error);
      ck_assert_str_eq (text_of (before, "table"), "input");
      ck_assert_ptr_null (deid_report_new_public (before, NULL, NULL));
      take_records (records, sample, columns, bottom, 1);
      check_risks (before, records, sample->n_attributes, max_size);
    }
}
END_TEST

/* A table of two rows that differ in every attribute, or of as many records as the weight says. */
static DeidResult *
evaluate_wide (guint n_attributes, gint64 weight)
{
  const gint64 values[] = { 0, 1 }, weights[] = { weight, 1 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("wide");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) bottom = NULL;
  DeidResult *result;
  GError *error = NULL;

  ck_assert (deid_dataset_add_integer_column (dataset, "w", weights, 2, NULL, 0, NULL, &error));
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, &error));
  for (guint a = 0; a < n_attributes; a++)
    {
      g_autofree char *name = g_strdup_printf ("a\"%u", a);

      ck_assert (deid_dataset_add_integer_column (dataset, name, values, 2, NULL, 0, NULL, &error));
    }
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < n_attributes; a++)
    {
      g_autofree char *name = g_strdup_printf ("a\"%u", a);

      ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error));
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, &error));
  bottom = deid_policy_new_bottom (lattice, &error);
  result = deid_problem_evaluate (problem, bottom, NULL, &error);
  assert_no_error (error);
  return result;
}

static int
compare_subsets (const guint *a, guint size_a, const guint *b, guint size_b)
{
  if (size_a != size_b)
    return size_a < size_b ? -1 : 1;
  for (guint j = 0; j < size_a; j++)
    if (a[j] != b[j])
      return a[j] < b[j] ? -1 : 1;
  return 0;
}

START_TEST (subsets_in_order)
{
  g_autoptr (DeidResult) result = evaluate_wide (N_ATTRIBUTES, 3);
  g_autoptr (DeidReport) risks = NULL;
  guint last[N_ATTRIBUTES] = { 0 }, last_size = 0;
  GError *error = NULL;

  risks = deid_report_new_attribute_risks (result, FALSE, 100, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (n_rows_of (risks, "subsets"), (1 << N_ATTRIBUTES) - 1);
  for (guint64 i = 0; i < (1 << N_ATTRIBUTES) - 1; i++)
    {
      guint subset[N_ATTRIBUTES];
      const guint size = (guint) n_rows_of (risks, "subsets[%u].attributes", (guint) i);

      for (guint j = 0; j < size; j++)
        {
          subset[j] = attribute_of (risks, (guint) i, j);
          ck_assert (subset[j] < N_ATTRIBUTES && (j == 0 || subset[j] > subset[j - 1]));
        }
      ck_assert_int_lt (compare_subsets (last, last_size, subset, size), 0);
      memcpy (last, subset, size * sizeof *subset);
      last_size = size;
      ck_assert_uint_eq (count_of (risks, "subsets[%u].distinct", (guint) i), 2);
      ck_assert_uint_eq (count_of (risks, "subsets[%u].separated", (guint) i), 3);
    }
}
END_TEST

START_TEST (large_numbers)
{
  const gint64 most = (G_GINT64_CONSTANT (1) << 32) - 1;
  g_autoptr (DeidResult) result = evaluate_wide (1, most), larger = evaluate_wide (1, most + 1);
  g_autoptr (DeidResult) wide = evaluate_wide (40, 1);
  g_autoptr (DeidReport) risks = NULL;
  GError *error = NULL;

  risks = deid_report_new_attribute_risks (result, TRUE, 1, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (n_rows_of (risks, "subsets[0].attributes"), 1);
  ck_assert_uint_eq (count_of (risks, "pairs"), G_GUINT64_CONSTANT (9223372034707292160));
  ck_assert_uint_eq (count_of (risks, "subsets[0].separated"), (guint64) most);
  ck_assert_ptr_null (deid_report_new_attribute_risks (larger, TRUE, 1, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "4294967297 records", NULL);
  ck_assert_ptr_null (deid_report_new_attribute_risks (wide, TRUE, 40, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "40 attributes", "1099511627775 subsets",
                "the greatest size is 3", NULL);

  ck_assert_ptr_null (deid_report_new_attribute_risks (wide, FALSE, 0, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "at least 1", NULL);
}
END_TEST

/* C(70, 1) + C(70, 2) + ... + C(70, 5) = 70 + 2,415 + 54,740 + 916,895 + 12,103,014. */
START_TEST (too_many_subsets)
{
  GError *error = NULL;
  DeidSubsetOrder order;

  ck_assert (!deid_subset_order_init (&order, 70, 5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "70 attributes have 13077134 subsets",
                "up to 5", "at most 65536", "the greatest size is 3", NULL);
  ck_assert (!deid_subset_order_init (&order, 70, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "at least 1", NULL);
  ck_assert (!deid_subset_order_init (&order, 17, 17, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "131071 subsets", "size is 8", NULL);
  ck_assert (!deid_subset_order_init (&order, 41, 41, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "more than 2^40 subsets", NULL);
  ck_assert (!deid_subset_order_init (&order, 65537, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "65537 attributes", NULL);
  ck_assert (!deid_subset_order_init (&order, G_MAXUINT, G_MAXUINT, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "attributes", NULL);
  ck_assert (deid_subset_order_init (&order, 70, 3, &error));
  ck_assert_uint_eq (order.n, 57225);
  ck_assert (deid_subset_order_init (&order, 16, G_MAXUINT, &error));
  ck_assert_uint_eq (order.n, 65535);
  ck_assert (deid_subset_order_init (&order, 65536, 1, &error));
  assert_no_error (error);
}
END_TEST

START_TEST (one_record)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) risks = NULL;
  GError *error = NULL;

  sample->n_rows = sample->n_attributes = sample->heights[0] = sample->n_leaves[0] = 1;
  problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:1", 0);
  result = sample_evaluate (problem, bottom, &error);
  assert_no_error (error);
  risks = deid_report_new_attribute_risks (result, TRUE, 1, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (n_rows_of (risks, "subsets[0].attributes"), 1);
  ck_assert_uint_eq (count_of (risks, "pairs"), 0);
  ck_assert_double_eq (number_of (risks, "subsets[0].separation"), 0);
  ck_assert_double_eq (number_of (risks, "subsets[0].distinction"), 1);
}
END_TEST

START_TEST (texts)
{
  g_autoptr (DeidResult) result = evaluate_wide (3, 3);
  g_autoptr (DeidReport) before = NULL, after = NULL;
  g_autofree char *text = NULL, *json = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object;
  JsonArray *subsets;
  GError *error = NULL;

  before = deid_report_new_attribute_risks (result, FALSE, 2, NULL, &error);
  after = deid_report_new_attribute_risks (result, TRUE, 2, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_null (public_text_of (before, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "custodian-only", NULL);
  ck_assert_ptr_null (public_json_of (before, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "custodian-only", NULL);
  text = plain_text_of (after);
  assert_no_error (error);
  ck_assert (g_str_has_prefix (
      text, "Attribute risks: which quasi-identifiers identify most (custodian-only)\n"
            "table: release\nrecords: 4\npairs: 6\n"));
  ck_assert_ptr_nonnull (
      strstr (text, "  a\"1, a\"2           2         50 %          3        50 %\n"));
  json = deid_report_to_json (before, &error);
  assert_no_error (error);
  root = json_from_string (json, &error);
  assert_no_error (error);
  object = json_node_get_object (root);
  ck_assert_str_eq (json_object_get_string_member (object, "audience"), "custodian-only");
  ck_assert_str_eq (json_object_get_string_member (object, "table"), "input");
  ck_assert_int_eq (json_object_get_int_member (object, "pairs"), 6);
  subsets = json_object_get_array_member (object, "subsets");
  ck_assert_uint_eq (json_array_get_length (subsets), 6);
  object = json_array_get_object_element (subsets, 5);
  ck_assert_str_eq (
      json_array_get_string_element (json_object_get_array_member (object, "attributes"), 1),
      "a\"2");
  ck_assert_int_eq (json_object_get_int_member (object, "separated"), 3);
}
END_TEST

START_TEST (cancelled)
{
  g_autoptr (DeidResult) result = evaluate_wide (2, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_attribute_risks (result, FALSE, 2, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_report_new_attribute_risks (result, TRUE, 2, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

/* Makes and writes both kinds of report. Returns: whether all of it succeeded. */
static gboolean
report (DeidResult *result, GError **error)
{
  g_autoptr (DeidReport) risks = deid_report_new_attribute_risks (result, TRUE, 3, NULL, error);
  g_autoptr (DeidReport) records = NULL;
  g_autofree char *text = NULL, *json = NULL, *text_of_records = NULL, *json_of_records = NULL;

  return risks != NULL
         && (records = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, error)) != NULL
         && (text = public_text_of (risks, error)) != NULL
         && (json = public_json_of (risks, error)) != NULL
         && (text_of_records = public_text_of (records, error)) != NULL
         && (json_of_records = public_json_of (records, error)) != NULL;
}

/* Lets each allocation fail in turn. */
START_TEST (memory)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidDataset) population = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;
  gint n = 0;

  sample_init_random (sample, rand, 30, 3);
  problem = sample_build_problem (sample, SAMPLE_WITH_PERSONS, "k:2", 1);
  population = sample_build_dataset (sample, SAMPLE_PLAIN);
  ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
  result = sample_evaluate (problem, bottom, &error);
  assert_no_error (error);
  for (gboolean success = FALSE; !success; n = get_next_failure (n))
    {
      g_atomic_int_set (&n_allocations_left, n);
      success = report (result, &error);
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      if (!success)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
    }
  ck_assert_int_gt (n, 50);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("attribute-risks");
  TCase *figures = tcase_create ("figures");
  TCase *reports = tcase_create ("reports");

  tcase_add_test (figures, random_tables);
  tcase_add_test (figures, subsets_in_order);
  tcase_add_test (figures, large_numbers);
  tcase_add_test (figures, too_many_subsets);
  tcase_add_test (figures, one_record);
  tcase_set_timeout (figures, 60);
  suite_add_tcase (suite, figures);
  tcase_add_test (reports, texts);
  tcase_add_test (reports, cancelled);
  tcase_add_test (reports, memory);
  tcase_set_timeout (reports, 60);
  suite_add_tcase (suite, reports);
  return suite;
}
