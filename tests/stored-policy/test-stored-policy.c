/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies: what they keep, and what they make of other tables. */
#include <string.h>
#include <sys/stat.h>

#include "support/figures.h"
#include "support/sample.h"
#include "support/suite.h"

#define ROUNDS 100
#define N_QI   3

static DeidDataset *
build_bare (const Sample *sample, SampleColumns columns)
{
  g_autoptr (DeidDataset) dataset = sample_build_dataset (sample, columns);

  return sample_strip_roles (dataset);
}

static DeidStoredPolicy *
store (DeidResult *result)
{
  GError *error = NULL;
  DeidStoredPolicy *policy = deid_stored_policy_new (result, NULL, &error);

  assert_no_error (error);
  return policy;
}

static DeidStoredPolicy *
write_and_read (DeidStoredPolicy *policy)
{
  const char *path = get_temporary_file ("policy.json");
  DeidStoredPolicy *read;
  struct stat status;
  GError *error = NULL;

  ck_assert (deid_stored_policy_write_json (policy, path, NULL, &error));
  assert_no_error (error);
  ck_assert_int_eq (stat (path, &status), 0);
  ck_assert_int_eq (status.st_mode & 07777, 0600);
  read = deid_stored_policy_new_from_json_file (path, NULL, NULL, &error);
  assert_no_error (error);
  return read;
}

static char *
release (DeidResult *result)
{
  g_autoptr (DeidDataset) released = NULL;
  GError *error = NULL;

  released = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, released, NULL, &error));
  assert_no_error (error);
  return sample_write_csv (released, "released.csv");
}

static void
check_same_effect (DeidStoredPolicy *policy, const Sample *sample, SampleColumns columns,
                   DeidResult *result)
{
  g_autoptr (DeidDataset) bare = build_bare (sample, columns);
  g_autoptr (DeidResult) applied = NULL;
  g_autofree char *csv = release (result), *csv_applied = NULL;
  GError *error = NULL;

  applied = deid_stored_policy_evaluate (policy, bare, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_double_eq (deid_result_get_loss (applied), deid_result_get_loss (result));
  ck_assert_uint_eq (deid_result_get_n_suppressed (applied), deid_result_get_n_suppressed (result));
  csv_applied = release (applied);
  ck_assert_str_eq (csv_applied, csv);
}

START_TEST (round_trip)
{
  static const char *const models[]
      = { "k:2", "k:3;dl:2", "el:1.5", "dl:1", "k:2;el:1.25;dl:2", "k:1" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_solved = 0;

  for (guint round = 0; round < ROUNDS; round++)
    {
      const SampleColumns columns = (SampleColumns) (round % 4);
      g_autofree Sample *sample = g_new0 (Sample, 1);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidQualityModel) quality = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidStoredPolicy) policy = NULL, read = NULL;
      guint levels[SAMPLE_MAX_ATTRIBUTES];
      GError *error = NULL;

      sample_init_random (sample, rand, 60, N_QI);
      sample_choose_levels (sample, rand, levels);
      problem = sample_build_problem (sample, columns, models[round % G_N_ELEMENTS (models)],
                                      round % 2 ? 1 : 0.7);
      quality = deid_quality_model_new_iyengar_loss ((DeidAggregate) (round / 2 % 4),
                                                     g_rand_int_range (rand, 0, 11) / 10.0, &error);
      deid_quality_model_set_attribute_weight (quality, "q1", 1.0 / 3, &error);
      deid_quality_model_set_attribute_weight (quality, "q2", 2, &error);
      assert_no_error (error);
      ck_assert (deid_problem_set_quality_model (problem, quality, &error));
      result = sample_evaluate (problem, levels, &error);
      if (result == NULL)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      n_solved++;
      policy = store (result);
      read = write_and_read (policy);
      ck_assert_uint_eq (n_rows_of (stored_report (read), "attributes"), N_QI);
      for (guint a = 0; a < N_QI; a++)
        {
          const char name[] = { 'q', (char) ('0' + a), '\0' };

          ck_assert_str_eq (text_of (stored_report (read), "attributes[%u].name", a), name);
          ck_assert_str_eq (text_of (stored_report (policy), "attributes[%u].name", a), name);
          ck_assert_uint_eq (count_of (stored_report (read), "attributes[%u].level", a), levels[a]);
          ck_assert_uint_eq (count_of (stored_report (policy), "attributes[%u].level", a),
                             levels[a]);
        }
      check_same_effect (policy, sample, columns, result);
      check_same_effect (read, sample, columns, result);
    }
  ck_assert_uint_gt (n_solved, ROUNDS / 2);
}
END_TEST

/* The labels of all rows, in the order of the input, are those of the formula. */
static void
check_labels (const Sample *sample, const guint *levels, const gboolean *suppressed,
              DeidResult *result)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) released = NULL;
  GError *error = NULL;

  deid_release_options_set_keep_suppressed (options, TRUE, NULL);
  deid_release_options_set_keep_order (options, TRUE, NULL);
  released = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  for (guint row = 0; row < sample->n_rows; row++)
    for (guint a = 0; a < N_QI; a++)
      {
        g_autofree char *label = sample_get_label (sample, a, sample->leaves[a][row], levels[a]);

        ck_assert_pstr_eq (deid_dataset_get_value (released, row, a),
                           suppressed[row] ? "*" : label);
      }
}

/* Tomorrow's records: other values of the same domains, and other values missing. */
START_TEST (another_table)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  guint n_applied = 0, n_refused = 0;

  for (guint round = 0; round < ROUNDS; round++)
    {
      const double limit = round % 2 ? 0.5 : 0.9;
      g_autofree Sample *sample = g_new0 (Sample, 1), *next = g_new0 (Sample, 1);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL, applied = NULL;
      g_autoptr (DeidStoredPolicy) policy = NULL, read = NULL;
      g_autoptr (DeidDataset) bare = NULL;
      gboolean suppressed[SAMPLE_MAX_ROWS];
      guint levels[SAMPLE_MAX_ATTRIBUTES], n_suppressed;
      GError *error = NULL;

      sample_init_random (sample, rand, 60, N_QI);
      sample_init_random (next, rand, (guint) g_rand_int_range (rand, 20, 60), N_QI);
      sample_choose_levels (sample, rand, levels);
      for (guint a = 0; a < N_QI; a++)
        {
          next->heights[a] = sample->heights[a];
          next->is_suppression[a] = sample->is_suppression[a];
          for (guint row = 0; row < next->n_rows && !next->is_suppression[a]; row++)
            if (next->leaves[a][row] != SAMPLE_MISSING)
              next->leaves[a][row] %= (int) sample->n_leaves[a];
        }
      problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:3", limit);
      result = sample_evaluate (problem, levels, &error);
      if (result == NULL)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      policy = store (result);
      read = write_and_read (policy);
      bare = build_bare (next, SAMPLE_PLAIN);
      applied = deid_stored_policy_evaluate (read, bare, NULL, NULL, &error);
      n_suppressed = sample_suppress (next, levels, 3, suppressed);
      if ((double) n_suppressed / next->n_rows > limit)
        {
          ck_assert_ptr_null (applied);
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          n_refused++;
          continue;
        }
      assert_no_error (error);
      ck_assert_uint_eq (deid_result_get_n_suppressed (applied), n_suppressed);
      check_labels (next, levels, suppressed, applied);
      g_free (release (applied));
      n_applied++;
    }
  ck_assert_uint_gt (n_applied, 20);
  ck_assert_uint_gt (n_refused, 3);
}
END_TEST

/* A table of the columns q (the given values), note and rank, whose roles are not set. */
static DeidDataset *
build_table (const char *const *values, guint n_rows)
{
  DeidDataset *dataset = deid_dataset_new ("table");
  g_autofree const char **notes = g_new (const char *, n_rows);
  GError *error = NULL;

  for (guint row = 0; row < n_rows; row++)
    notes[row] = row % 2 ? "odd" : "even";
  deid_dataset_add_string_column (dataset, "q", values, n_rows, NULL, &error);
  deid_dataset_add_string_column (dataset, "note", notes, n_rows, NULL, &error);
  deid_dataset_add_string_column (dataset, "rank", notes, n_rows, NULL, &error);
  assert_no_error (error);
  return dataset;
}

/* A policy for k:2 at a level of q, found on a, a, b, b, c; note is insensitive and rank sensitive.
 * The domain has two levels above it: {a, b} -> ab, c -> c'; *. */
static DeidStoredPolicy *
make_policy (guint level, gboolean is_suppression, gint64 limit)
{
  static const char *const values[] = { "a", "a", "b", "b", "c" };
  static const char *const rows[][4]
      = { { "a", "ab", "*", NULL }, { "b", "ab", "*", NULL }, { "c", "c'", "*", NULL } };
  g_autoptr (DeidDataset) dataset = build_table (values, G_N_ELEMENTS (values));
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], &error));
  hierarchy = is_suppression ? deid_hierarchy_new_suppression ()
                             : deid_hierarchy_builder_build (builder, &error);
  ck_assert (deid_dataset_set_role (dataset, "note", DEID_ROLE_INSENSITIVE, &error));
  ck_assert (deid_dataset_set_role (dataset, "rank", DEID_ROLE_SENSITIVE, &error));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, &error));
  ck_assert (deid_problem_set_suppression_limit_count (problem, (guint64) limit, &error));
  result = sample_evaluate (problem, &level, &error);
  assert_no_error (error);
  return store (result);
}

static void
check_unknown (guint level)
{
  g_autoptr (DeidStoredPolicy) stored = make_policy (level, FALSE, 5);
  g_autoptr (DeidStoredPolicy) policy = write_and_read (stored);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (DeidDataset) few = NULL, many = NULL;
  static const char *const one[] = { "a", "a", NULL, "zebra", "zebra" };
  GError *error = NULL;

  few = build_table (one, G_N_ELEMENTS (one));
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, few, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "'q'", "1 value",
                "the first in row 4", NULL);
  for (guint i = 1; i <= 25; i++)
    g_ptr_array_add (values, g_strdup_printf ("new-%u", i));
  many = build_table ((const char *const *) values->pdata, 25);
  ck_assert (deid_dataset_set_show_values (many, TRUE, NULL));
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, many, NULL, NULL, &error));
  for (guint i = 1; i <= 25; i++)
    {
      g_autofree char *quoted = g_strdup_printf ("'new-%u'", i);

      ck_assert_int_eq (strstr (error->message, quoted) != NULL, i <= 20);
    }
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "25 values", NULL);
}

START_TEST (unknown_values)
{
  check_unknown (0);
  check_unknown (1);
  check_unknown (2);
}
END_TEST

static void
check_release (DeidStoredPolicy *stored, const char *const *values, guint n_rows,
               const char *const *expected)
{
  g_autoptr (DeidStoredPolicy) policy = write_and_read (stored);
  g_autoptr (DeidDataset) table = build_table (values, n_rows);
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;
  GError *error = NULL;

  result = deid_stored_policy_evaluate (policy, table, NULL, NULL, &error);
  assert_no_error (error);
  deid_release_options_set_keep_suppressed (options, TRUE, NULL);
  deid_release_options_set_keep_order (options, TRUE, NULL);
  released = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  for (guint row = 0; row < n_rows; row++)
    ck_assert_pstr_eq (deid_dataset_get_value (released, row, 0), expected[row]);
}

START_TEST (levels_and_missing_values)
{
  static const char *const known[] = { "a", "b", "b", "c", NULL, NULL };
  static const char *const level_0[] = { "*", "b", "b", "*", NULL, NULL };
  static const char *const level_1[] = { "ab", "ab", "ab", "*", NULL, NULL };
  static const char *const level_2[] = { "*", "*", "*", "*", "*", "*" };
  static const char *const unknown[] = { "a", "x", "x", "y", NULL, NULL };
  static const char *const suppressed_0[] = { "*", "x", "x", "*", NULL, NULL };
  g_autoptr (DeidStoredPolicy) values = make_policy (0, FALSE, 5);
  g_autoptr (DeidStoredPolicy) middle = make_policy (1, FALSE, 5);
  g_autoptr (DeidStoredPolicy) top = make_policy (2, FALSE, 5);
  g_autoptr (DeidStoredPolicy) suppression_0 = make_policy (0, TRUE, 5);
  g_autoptr (DeidStoredPolicy) suppression_1 = make_policy (1, TRUE, 5);

  check_release (values, known, 6, level_0);
  check_release (middle, known, 6, level_1);
  check_release (top, known, 6, level_2);
  check_release (suppression_0, unknown, 6, suppressed_0);
  check_release (suppression_1, unknown, 6, level_2);
}
END_TEST

static DeidRole
get_role (DeidDataset *dataset, const char *name)
{
  guint column;

  ck_assert (deid_dataset_find_column (dataset, name, &column, NULL));
  return deid_dataset_get_role (dataset, column);
}

START_TEST (roles)
{
  static const char *const values[] = { "a", "a", "b", "b" };
  g_autoptr (DeidStoredPolicy) policy = make_policy (0, FALSE, 5);
  g_autoptr (DeidDataset) taken = build_table (values, 4), kept = build_table (values, 4);
  g_autoptr (DeidDataset) lacking = deid_dataset_new ("lacking"), wrong = build_table (values, 4);
  g_autoptr (DeidDataset) without = deid_dataset_new ("without");
  g_autoptr (DeidResult) result = NULL, result_kept = NULL;
  GError *error = NULL;

  result = deid_stored_policy_evaluate (policy, taken, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_int_eq (get_role (taken, "note"), DEID_ROLE_INSENSITIVE);
  ck_assert_int_eq (get_role (taken, "rank"), DEID_ROLE_SENSITIVE);
  ck_assert (deid_dataset_set_role (kept, "note", DEID_ROLE_SENSITIVE, &error));
  ck_assert (deid_dataset_set_role (kept, "q", DEID_ROLE_QUASI_IDENTIFYING, &error));
  result_kept = deid_stored_policy_evaluate (policy, kept, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_int_eq (get_role (kept, "note"), DEID_ROLE_SENSITIVE);
  ck_assert_int_eq (get_role (kept, "rank"), DEID_ROLE_SENSITIVE);
  ck_assert (deid_dataset_add_string_column (lacking, "q", values, 4, NULL, &error));
  ck_assert (deid_dataset_add_string_column (lacking, "note", values, 4, NULL, &error));
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, lacking, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'rank'", NULL);
  ck_assert (deid_dataset_add_string_column (without, "note", values, 4, NULL, &error));
  ck_assert (deid_dataset_add_string_column (without, "rank", values, 4, NULL, &error));
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, without, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'q'", NULL);
  ck_assert (deid_dataset_set_role (wrong, "q", DEID_ROLE_SENSITIVE, &error));
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, wrong, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "'q'", NULL);
}
END_TEST

START_TEST (count_limit)
{
  static const char *const one[] = { "a", "a", "b", "b", "c" };
  static const char *const two[] = { "a", "a", "b", "c", "a" };
  static const char *const all[] = { "a", "b", "c" };
  g_autoptr (DeidStoredPolicy) strict = make_policy (0, FALSE, 1);
  g_autoptr (DeidStoredPolicy) policy = write_and_read (strict);
  const struct
  {
    const char *const *values;
    guint n_rows;
    gboolean allowed;
  } cases[] = { { one, 5, TRUE }, { two, 5, FALSE }, { all, 3, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) table = build_table (cases[i].values, cases[i].n_rows);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      result = deid_stored_policy_evaluate (policy, table, NULL, NULL, &error);
      ck_assert_int_eq (result != NULL, cases[i].allowed);
      if (result != NULL)
        ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
    }
}
END_TEST

START_TEST (strange_texts)
{
  static const char *const values[]
      = { "quote\"",      "back\\slash", "line\nbreak", "tab\t",
          "\x01\x1f\x7f", "{\"a\":[",    "grün",        "\xf0\x9f\x98\x80",
          "\xe2\x80\xa8", "\\u0041",     " ",           "'",
          "/*",           "null" };
  const guint n_rows = G_N_ELEMENTS (values);
  static const char name[] = "col \"u\\mn\"\n";
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidResult) result = NULL, applied = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL, read = NULL;
  g_autoptr (DeidDataset) bare = NULL;
  g_autofree char *csv = NULL, *csv_applied = NULL;
  const guint level = 1;
  GError *error = NULL;

  for (guint i = 0; i < n_rows; i++)
    {
      const char *const row[] = { values[i], values[n_rows - 1 - i], NULL };

      ck_assert (deid_hierarchy_builder_add_row (builder, row, &error));
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  ck_assert (deid_dataset_add_string_column (dataset, name, values, n_rows, NULL, &error));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, &error));
  result = sample_evaluate (problem, &level, &error);
  assert_no_error (error);
  policy = store (result);
  read = write_and_read (policy);
  ck_assert_str_eq (text_of (stored_report (read), "attributes[0].name"), name);
  bare = sample_strip_roles (dataset);
  applied = deid_stored_policy_evaluate (read, bare, NULL, NULL, &error);
  assert_no_error (error);
  csv = release (result);
  csv_applied = release (applied);
  ck_assert_str_eq (csv_applied, csv);
}
END_TEST

START_TEST (cancelled)
{
  static const char *const values[] = { "a", "a" };
  g_autoptr (DeidStoredPolicy) policy = make_policy (0, FALSE, 5);
  g_autoptr (DeidDataset) table = build_table (values, 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, table, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("stored-policy");
  TCase *same = tcase_create ("the same table");
  TCase *other = tcase_create ("other tables");

  tcase_add_test (same, round_trip);
  tcase_add_test (same, strange_texts);
  tcase_set_timeout (same, 60);
  suite_add_tcase (suite, same);
  tcase_add_test (other, another_table);
  tcase_add_test (other, unknown_values);
  tcase_add_test (other, levels_and_missing_values);
  tcase_add_test (other, roles);
  tcase_add_test (other, count_limit);
  tcase_add_test (other, cancelled);
  tcase_set_timeout (other, 60);
  suite_add_tcase (suite, other);
  return suite;
}
