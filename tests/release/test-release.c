/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The released table. */
#include <string.h>

#include "support/sample.h"
#include "support/suite.h"

#define K      3
#define ROUNDS 60
#define N_ROWS 60
#define N_QI   3

/* A random table, a random policy, and which rows k-anonymity of records suppresses. */
typedef struct
{
  Sample sample;
  guint levels[SAMPLE_MAX_ATTRIBUTES];
  gboolean suppressed[SAMPLE_MAX_ROWS];
  guint n_suppressed;
} Fixture;

static void
fixture_suppress (Fixture *fixture)
{
  fixture->n_suppressed
      = sample_suppress (&fixture->sample, fixture->levels, K, fixture->suppressed);
}

/* Draws until the policy suppresses some records and leaves most. */
static void
fixture_init (Fixture *fixture, GRand *rand)
{
  do
    {
      sample_init_random (&fixture->sample, rand, N_ROWS, N_QI);
      sample_choose_levels (&fixture->sample, rand, fixture->levels);
      fixture_suppress (fixture);
    }
  while (fixture->n_suppressed == 0 || fixture->n_suppressed > N_ROWS / 2);
}

static DeidResult *
fixture_evaluate (const Fixture *fixture)
{
  g_autoptr (DeidProblem) problem = sample_build_problem (&fixture->sample, SAMPLE_PLAIN, "k:3", 1);
  GError *error = NULL;
  DeidResult *result = sample_evaluate (problem, fixture->levels, &error);

  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), fixture->n_suppressed);
  ck_assert_double_eq_tol (
      deid_result_get_loss (result),
      sample_compute_loss (&fixture->sample, SAMPLE_PLAIN, fixture->levels, fixture->suppressed),
      1e-12);
  return result;
}

static DeidDataset *
release (DeidResult *result, gboolean keep_order, gboolean keep_suppressed, guint64 seed)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  DeidDataset *released;
  GError *error = NULL;

  ck_assert (deid_release_options_set_keep_order (options, keep_order, &error));
  ck_assert (deid_release_options_set_keep_suppressed (options, keep_suppressed, &error));
  ck_assert (deid_release_options_set_seed (options, seed, &error));
  assert_no_error (error);
  released = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  return released;
}

static void
check_value (DeidDataset *dataset, guint row, const char *name, const char *expected)
{
  guint column;

  ck_assert (deid_dataset_find_column (dataset, name, &column, NULL));
  ck_assert_pstr_eq (deid_dataset_get_value (dataset, row, column), expected);
}

static char *
number (const char *prefix, int value)
{
  return value == SAMPLE_MISSING ? NULL : g_strdup_printf ("%s%d", prefix, value);
}

static void
check_row (const Fixture *fixture, guint source_row, DeidDataset *released, guint row)
{
  const Sample *sample = &fixture->sample;
  const gboolean suppressed = fixture->suppressed[source_row];
  g_autofree char *diagnosis = number ("d", sample->diagnoses[source_row]);
  g_autofree char *note = number (" n, ", sample->notes[source_row]);

  ck_assert_int_eq (deid_dataset_is_suppressed (released, row), suppressed);
  for (guint a = 0; a < sample->n_attributes; a++)
    {
      const char name[] = { 'q', (char) ('0' + a), '\0' };
      g_autofree char *label
          = sample_get_label (sample, a, sample->leaves[a][source_row], fixture->levels[a]);

      check_value (released, row, name, suppressed ? "*" : label);
    }
  check_value (released, row, "diagnosis", suppressed ? NULL : diagnosis);
  check_value (released, row, "note", note);
}

START_TEST (rows_in_order)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint round = 0; round < count_trials (ROUNDS); round++)
    {
      const gboolean keep = round % 2;
      g_autofree Fixture *fixture = g_new0 (Fixture, 1);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) released = NULL;
      guint row = 0;

      fixture_init (fixture, rand);
      result = fixture_evaluate (fixture);
      released = release (result, TRUE, keep, 0);
      ck_assert_uint_eq (deid_dataset_get_n_rows (released),
                         N_ROWS - (keep ? 0 : fixture->n_suppressed));
      for (guint source_row = 0; source_row < N_ROWS; source_row++)
        if (keep || !fixture->suppressed[source_row])
          check_row (fixture, source_row, released, row++);
    }
}
END_TEST

START_TEST (columns)
{
  static const char *const expected[] = { "q0", "q1", "q2", "diagnosis", "note", "weight" };
  static const DeidRole roles[]
      = { DEID_ROLE_QUASI_IDENTIFYING, DEID_ROLE_QUASI_IDENTIFYING, DEID_ROLE_QUASI_IDENTIFYING,
          DEID_ROLE_SENSITIVE,         DEID_ROLE_INSENSITIVE,       DEID_ROLE_WEIGHT };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;
  guint levels[SAMPLE_MAX_ATTRIBUTES];
  guint64 n_records = 0;
  GError *error = NULL;

  sample_init_random (sample, rand, N_ROWS, N_QI);
  for (guint a = 0; a < N_QI; a++)
    levels[a] = sample->heights[a];
  for (guint row = 0; row < N_ROWS; row++)
    n_records += sample->weights[row];
  problem = sample_build_problem (sample, SAMPLE_WITH_PERSONS | SAMPLE_WITH_WEIGHTS, "k:2", 0);
  result = sample_evaluate (problem, levels, &error);
  assert_no_error (error);
  released = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_columns (released), G_N_ELEMENTS (expected));
  for (guint c = 0; c < G_N_ELEMENTS (expected); c++)
    {
      ck_assert_str_eq (deid_dataset_get_column_name (released, c), expected[c]);
      ck_assert_int_eq (deid_dataset_get_role (released, c), roles[c]);
    }
  ck_assert_uint_eq (deid_dataset_get_n_records (released), n_records);
  for (guint64 row = 0; row < deid_dataset_get_n_rows (released); row++)
    ck_assert (!deid_dataset_is_suppressed (released, row));
}
END_TEST

/* A value that only suppressed records have, or that was generalized, must not be found. */
START_TEST (dictionaries)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint round = 0; round < count_trials (ROUNDS); round++)
    {
      g_autofree Fixture *fixture = g_new0 (Fixture, 1);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) released = NULL;

      fixture_init (fixture, rand);
      result = fixture_evaluate (fixture);
      released = release (result, FALSE, round % 2, 0);
      for (guint c = 0; c < deid_dataset_get_n_columns (released); c++)
        {
          g_autoptr (GHashTable) distinct = g_hash_table_new (g_str_hash, g_str_equal);

          for (guint64 row = 0; row < deid_dataset_get_n_rows (released); row++)
            {
              const char *value = deid_dataset_get_value (released, row, c);

              if (value != NULL)
                g_hash_table_add (distinct, (gpointer) value);
            }
          ck_assert_uint_eq (deid_dataset_get_n_distinct (released, c),
                             g_hash_table_size (distinct));
        }
    }
}
END_TEST

static char *
release_as_csv (const Fixture *fixture, gboolean keep_suppressed, guint64 seed)
{
  g_autoptr (DeidResult) result = fixture_evaluate (fixture);
  g_autoptr (DeidDataset) released = release (result, FALSE, keep_suppressed, seed);

  return sample_write_csv (released, "order.csv");
}

/* Replaces leaves by others with the same label, wherever there is one. */
static void
disguise (Fixture *fixture, GRand *rand)
{
  Sample *sample = &fixture->sample;

  for (guint a = 0; a < N_QI; a++)
    for (guint row = 0; row < N_ROWS; row++)
      {
        const int leaf = g_rand_int_range (rand, 0, (gint) sample->n_leaves[a]);
        g_autofree char *label
            = sample_get_label (sample, a, sample->leaves[a][row], fixture->levels[a]);
        g_autofree char *other = sample_get_label (sample, a, leaf, fixture->levels[a]);

        if (g_strcmp0 (label, other) == 0)
          sample->leaves[a][row] = leaf;
      }
}

static void
drop_suppressed (Fixture *fixture)
{
  guint n = 0;

  for (guint row = 0; row < N_ROWS; row++)
    if (!fixture->suppressed[row])
      sample_copy_row (&fixture->sample, n++, &fixture->sample, row);
  fixture->sample.n_rows = n;
  fixture_suppress (fixture);
}

START_TEST (order_depends_on_release_alone)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (guint round = 0; round < count_trials (ROUNDS); round++)
    {
      const gboolean keep = round % 2;
      g_autofree Fixture *fixture = g_new0 (Fixture, 1);
      g_autofree char *csv = NULL, *shuffled = NULL, *disguised = NULL, *other_seed = NULL;

      fixture_init (fixture, rand);
      csv = release_as_csv (fixture, keep, round);
      other_seed = release_as_csv (fixture, keep, round + 1);
      ck_assert_str_ne (csv, other_seed);
      sample_shuffle (&fixture->sample, rand);
      fixture_suppress (fixture);
      shuffled = release_as_csv (fixture, keep, round);
      ck_assert_str_eq (csv, shuffled);
      disguise (fixture, rand);
      fixture_suppress (fixture);
      disguised = release_as_csv (fixture, keep, round);
      ck_assert_str_eq (csv, disguised);
      if (!keep)
        {
          g_autofree char *without = NULL;

          drop_suppressed (fixture);
          ck_assert_uint_eq (fixture->n_suppressed, 0);
          without = release_as_csv (fixture, FALSE, round);
          ck_assert_str_eq (csv, without);
        }
    }
}
END_TEST

START_TEST (default_is_shuffled)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autofree Fixture *fixture = g_new0 (Fixture, 1);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) by_default = NULL, ordered = NULL;
  g_autofree char *csv = NULL, *ordered_csv = NULL, *zero = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_descents = 0;
  GError *error = NULL;

  fixture_init (fixture, rand);
  result = fixture_evaluate (fixture);
  by_default = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ordered = release (result, TRUE, FALSE, 0);
  csv = sample_write_csv (by_default, "default.csv");
  ordered_csv = sample_write_csv (ordered, "ordered.csv");
  ck_assert_str_ne (csv, ordered_csv);
  zero = release_as_csv (fixture, FALSE, 0);
  ck_assert_str_eq (csv, zero);
  lines = g_strsplit (csv, "\n", -1);
  for (guint i = 2; lines[i] != NULL && lines[i][0] != '\0'; i++)
    n_descents += strcmp (lines[i - 1], lines[i]) > 0;
  ck_assert_uint_gt (n_descents, 5);
}
END_TEST

START_TEST (written_and_read_back)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint round = 0; round < count_trials (ROUNDS); round++)
    {
      g_autofree Fixture *fixture = g_new0 (Fixture, 1);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) released = NULL, read = NULL;
      const char *path = get_temporary_file ("back.csv");
      GError *error = NULL;

      fixture_init (fixture, rand);
      result = fixture_evaluate (fixture);
      released = release (result, round % 3 == 0, round % 2, 0);
      ck_assert (deid_dataset_write_csv (released, path, NULL, NULL, &error));
      assert_no_error (error);
      read = deid_dataset_new_from_csv_file (path, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert_uint_eq (deid_dataset_get_n_rows (read), deid_dataset_get_n_rows (released));
      ck_assert_uint_eq (deid_dataset_get_n_columns (read), deid_dataset_get_n_columns (released));
      for (guint c = 0; c < deid_dataset_get_n_columns (read); c++)
        {
          ck_assert_str_eq (deid_dataset_get_column_name (read, c),
                            deid_dataset_get_column_name (released, c));
          for (guint64 row = 0; row < deid_dataset_get_n_rows (read); row++)
            ck_assert_pstr_eq (deid_dataset_get_value (read, row, c),
                               deid_dataset_get_value (released, row, c));
        }
    }
}
END_TEST

START_TEST (immutable_once_used)
{
  static const char *const values[SAMPLE_MAX_ROWS] = { NULL };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autofree Fixture *fixture = g_new0 (Fixture, 1);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL, again = NULL;
  g_autofree char *csv = NULL, *csv_again = NULL;
  GError *error = NULL;

  fixture_init (fixture, rand);
  result = fixture_evaluate (fixture);
  released = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_release_options_set_keep_order (options, TRUE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_release_options_set_keep_suppressed (options, TRUE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_release_options_set_seed (options, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_dataset_set_role (released, "q0", DEID_ROLE_IDENTIFYING, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_dataset_set_missing_policy (released, "q0", DEID_MISSING_POLICY_ERROR, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_dataset_add_string_column (released, "more", values,
                                              deid_dataset_get_n_rows (released), NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  again = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  csv = sample_write_csv (released, "one.csv");
  csv_again = sample_write_csv (again, "two.csv");
  ck_assert_str_eq (csv, csv_again);
}
END_TEST

/* A released table can be de-identified once more. */
START_TEST (release_is_a_table)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_autofree Fixture *fixture = g_new0 (Fixture, 1);
  g_autoptr (DeidResult) result = NULL, second = NULL;
  g_autoptr (DeidDataset) released = NULL, again = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  const guint levels[N_QI] = { 0 };
  GError *error = NULL;

  fixture_init (fixture, rand);
  result = fixture_evaluate (fixture);
  released = release (result, FALSE, FALSE, 0);
  lattice = deid_lattice_new (released);
  for (guint a = 0; a < N_QI; a++)
    {
      const char name[] = { 'q', (char) ('0' + a), '\0' };

      ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error));
    }
  problem = deid_problem_new (lattice);
  model = deid_privacy_model_new_k_anonymity (K, &error);
  ck_assert (deid_problem_add_privacy_model (problem, model, &error));
  second = sample_evaluate (problem, levels, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (second), 0);
  again = release (second, TRUE, FALSE, 0);
  ck_assert_uint_eq (deid_dataset_get_n_rows (again), deid_dataset_get_n_rows (released));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("release");
  TCase *content = tcase_create ("content");
  TCase *order = tcase_create ("order");
  TCase *use = tcase_create ("use");

  tcase_add_test (content, rows_in_order);
  tcase_add_test (content, columns);
  tcase_add_test (content, dictionaries);
  suite_add_tcase (suite, content);
  tcase_add_test (order, order_depends_on_release_alone);
  tcase_add_test (order, default_is_shuffled);
  suite_add_tcase (suite, order);
  tcase_add_test (use, written_and_read_back);
  tcase_add_test (use, immutable_once_used);
  tcase_add_test (use, release_is_a_table);
  suite_add_tcase (suite, use);
  return suite;
}
