/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier finds the same on any number of threads, and tells classes apart by any number of
 * quasi-identifiers. */
#include <string.h>

#include "release/origin.h"
#include "problem/release-options-private.h"
#include "support/codes.h"
#include "support/own-model.h"
#include "support/sample.h"
#include "support/suite.h"
#include "table/dataset-private.h"

#define N_ROWS   90000
#define N_ROUNDS (count_trials (10) + 1)

static const guint thread_numbers[] = { 1, 2, 5 };

static const char *const letters[] = { "a", "b", "c", "d", "e", "f", "g", "h" };

static void
add_letters (DeidDataset *dataset, const char *name, guint8 *codes, guint n_rows)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (codes, n_rows);
  GError *error = NULL;

  add_codes (dataset, name, letters, G_N_ELEMENTS (letters), bytes, 1, NULL, &error);
  assert_no_error (error);
}

static void
add_random (DeidDataset *dataset, const char *name, GRand *rand, gint n_values)
{
  guint8 *codes = g_new (guint8, N_ROWS);

  for (guint row = 0; row < N_ROWS; row++)
    codes[row] = (guint8) g_rand_int_range (rand, 0, n_values);
  add_letters (dataset, name, codes, N_ROWS);
}

/* One row in 1000 has a value that no other has. */
static void
add_rare (DeidDataset *dataset, const char *name, GRand *rand)
{
  g_autofree const char **texts = g_new (const char *, N_ROWS);
  g_autoptr (GStringChunk) chunk = g_string_chunk_new (4096);
  GError *error = NULL;

  for (guint row = 0; row < N_ROWS; row++)
    {
      g_autofree char *rare = g_strdup_printf ("rare-%u", row);

      texts[row] = g_rand_int_range (rand, 0, 1000) == 0 ? g_string_chunk_insert (chunk, rare)
                                                         : letters[g_rand_int_range (rand, 0, 8)];
    }
  deid_dataset_add_string_column (dataset, name, texts, N_ROWS, NULL, &error);
  assert_no_error (error);
}

/* The first columns are quasi-identifiers, the others what they have become. */
static DeidProblem *
state_problem (DeidDataset *dataset, guint n_attributes, const char *models)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);

  for (guint a = 0; a < n_attributes; a++)
    {
      g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
      GError *error = NULL;

      deid_lattice_add_quasi_identifier (lattice, deid_dataset_get_column_name (dataset, a),
                                         hierarchy, NULL, &error);
      assert_no_error (error);
    }
  return sample_state_problem (lattice, models, "diagnosis", 0.5);
}

static DeidDataset *
apply (DeidResult *result, gboolean keep_suppressed, guint n_threads)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  GError *error = NULL;
  DeidDataset *release;

  deid_release_options_set_keep_suppressed (options, keep_suppressed, NULL);
  deid_release_options_set_n_threads (options, n_threads, NULL);
  release = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  return release;
}

static char *
quote (const DeidColumn *column, guint32 code)
{
  const char *text = deid_dictionary_get (&column->dictionary, code);

  return text != NULL ? g_strdup_printf ("'%s'", text) : g_strdup ("a missing value");
}

/* Gives up to three random fields another value of their column. Returns: (transfer full): what is
 * wrong with the first of them. */
static char *
forge (DeidDataset *release, GRand *rand, DeidCodes *honest)
{
  guint64 first = G_MAXUINT64;
  const DeidColumn *column;
  g_autofree char *wrong = NULL, *expected = NULL;

  for (guint i = 0; i < 3; i++)
    {
      const guint c = (guint) g_rand_int_range (rand, 0, (gint) release->n_columns);
      const guint64 row = (guint64) g_rand_int_range (rand, 0, (gint) release->n_rows);
      const guint32 n = release->columns[c].dictionary.n;
      const guint32 code = deid_codes_get (&honest[c], row);

      if (n == 1)
        continue;
      deid_codes_set (&release->columns[c].codes, row,
                      (code + 1 + (guint32) g_rand_int_range (rand, 0, (gint) n - 1)) % n);
      first = MIN (first, c * release->n_rows + row);
    }
  if (first == G_MAXUINT64)
    return NULL;
  column = &release->columns[first / release->n_rows];
  first %= release->n_rows;
  wrong = quote (column, deid_codes_get (&column->codes, first));
  expected = quote (column, deid_codes_get (&honest[column - release->columns], first));
  return g_strdup_printf ("row %" G_GUINT64_FORMAT ", column '%s': %s, expected %s", first + 1,
                          column->name, wrong, expected);
}

static void
check_on_threads (DeidResult *result, DeidDataset *release, const char *message)
{
  for (guint i = 0; i < G_N_ELEMENTS (thread_numbers); i++)
    {
      GError *error = NULL;
      gboolean verified;

      release->origin->options->n_threads = thread_numbers[i];
      verified = deid_result_verify (result, release, NULL, &error);
      if (message != NULL)
        assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, message, NULL);
      assert_no_error (error);
      ck_assert_int_eq (verified, message == NULL);
    }
}

static void
check_forged (DeidResult *result, GRand *rand, gboolean keep_suppressed)
{
  g_autoptr (DeidDataset) release = apply (result, keep_suppressed, 1);
  DeidCodes honest[5];

  ck_assert_uint_eq (release->n_columns, G_N_ELEMENTS (honest));
  for (guint c = 0; c < release->n_columns; c++)
    {
      const DeidCodes *codes = &release->columns[c].codes;

      honest[c] = *codes;
      honest[c].data = g_memdup2 (codes->data, codes->n * codes->width);
    }
  check_on_threads (result, release, NULL);
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autofree char *message = forge (release, rand, honest);

      check_on_threads (result, release, message);
      for (guint c = 0; c < release->n_columns; c++)
        memcpy (release->columns[c].codes.data, honest[c].data, honest[c].n * honest[c].width);
    }
  for (guint c = 0; c < release->n_columns; c++)
    g_free (honest[c].data);
}

static DeidDataset *
draw_table (GRand *rand)
{
  DeidDataset *dataset = deid_dataset_new ("table");

  add_rare (dataset, "q0", rand);
  add_random (dataset, "q1", rand, 8);
  add_random (dataset, "q2", rand, 3);
  add_random (dataset, "diagnosis", rand, 8);
  add_rare (dataset, "note", rand);
  ck_assert (deid_dataset_set_role (dataset, "diagnosis", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (dataset, "note", DEID_ROLE_INSENSITIVE, NULL));
  return dataset;
}

static const guint second_suppressed[] = { 0, 1, 0 };

START_TEST (forged_in_random_places)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (DeidDataset) dataset = draw_table (rand);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  problem = state_problem (dataset, 3, "k:3");
  dataset->show_values = TRUE;
  result = sample_evaluate (problem, second_suppressed, &error);
  assert_no_error (error);
  ck_assert_uint_gt (deid_result_get_n_suppressed (result), 0);
  check_forged (result, rand, FALSE);
  check_forged (result, rand, TRUE);
}
END_TEST

/* Tells whether two rows of the input have the same labels, as the second attribute has one. */
static gboolean
are_of_one_class (const DeidDataset *dataset, guint64 a, guint64 b)
{
  for (guint c = 0; c < 3; c += 2)
    if (deid_codes_get (&dataset->columns[c].codes, a)
        != deid_codes_get (&dataset->columns[c].codes, b))
      return FALSE;
  return TRUE;
}

/* Leaves a row of the release out, as if it had been suppressed. Returns: its row of the input. */
static guint32
leave_out (DeidDataset *release, guint64 row)
{
  guint32 *sources = release->origin->rows.sources;
  const guint32 source = sources[row];
  const guint64 last = --release->n_rows;

  release->origin->rows.n = last;
  sources[row] = sources[last];
  for (guint c = 0; c < release->n_columns; c++)
    {
      DeidCodes *codes = &release->columns[c].codes;

      deid_codes_set (codes, row, deid_codes_get (codes, last));
    }
  return source;
}

/* A row stands apart from the first one of its class, or the first one from the second. Returns:
 * (transfer full): what is wrong if this row of the input was left out of its class. */
static char *
describe_left_out (const DeidDataset *dataset, guint64 source)
{
  guint64 row = 0;

  while (!are_of_one_class (dataset, row, source))
    row++;
  for (row = MAX (row + 1, source); !are_of_one_class (dataset, row, source);)
    row++;
  return g_strdup_printf (
      "the class of row %" G_GUINT64_FORMAT " of the input is released in part only", row + 1);
}

START_TEST (classes_released_in_part)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_autoptr (DeidDataset) dataset = draw_table (rand);
  g_autoptr (DeidProblem) problem = state_problem (dataset, 3, "k:3;dl:2");
  g_autoptr (DeidQualityModel) quality = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  quality = deid_quality_model_new_from_specification ("dm", &error);
  assert_no_error (error);
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  result = sample_evaluate (problem, second_suppressed, &error);
  assert_no_error (error);
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (DeidDataset) release = apply (result, FALSE, 1);
      g_autofree char *message = NULL;

      if (round == 0)
        check_on_threads (result, release, NULL);
      message = describe_left_out (
          dataset,
          leave_out (release, (guint64) g_rand_int_range (rand, 0, (gint) release->n_rows)));
      check_on_threads (result, release, message);
    }
}
END_TEST

/* Of two such rows the first is told. */
START_TEST (one_row_twice)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  g_autoptr (DeidDataset) dataset = draw_table (rand);
  g_autoptr (DeidProblem) problem = state_problem (dataset, 3, "k:3");
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  result = sample_evaluate (problem, second_suppressed, &error);
  assert_no_error (error);
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (DeidDataset) release = apply (result, round % 2 == 0, 1);
      guint32 *sources = release->origin->rows.sources;
      const gint n = (gint) release->n_rows;
      const gint third = g_rand_int_range (rand, 2, n), second = g_rand_int_range (rand, 1, third);
      g_autofree char *message
          = g_strdup_printf ("row %d: the same row of the input as an earlier one", second + 1);

      sources[second] = sources[g_rand_int_range (rand, 0, second)];
      sources[third] = sources[second];
      check_on_threads (result, release, message);
    }
}
END_TEST

/* What a stricter problem releases: of the classes that have one of the letters some are withheld
 * that pass the weaker one. Which comes first is told by one thread. */
START_TEST (suppressed_in_vain)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autoptr (DeidDataset) dataset = draw_table (rand), release = NULL;
  g_autoptr (DeidProblem) weak = state_problem (dataset, 3, "k:2");
  g_autoptr (DeidProblem) strict = state_problem (dataset, 3, "k:3700");
  g_autoptr (DeidResult) result = NULL, strict_result = NULL;
  GError *error = NULL;

  result = sample_evaluate (weak, second_suppressed, &error);
  assert_no_error (error);
  strict_result = sample_evaluate (strict, second_suppressed, &error);
  assert_no_error (error);
  ck_assert_uint_gt (deid_result_get_n_suppressed (strict_result),
                     deid_result_get_n_suppressed (result));
  release = apply (strict_result, FALSE, 1);
  ck_assert (!deid_result_verify (result, release, NULL, &error));
  ck_assert_ptr_nonnull (strstr (error->message, " rows, is suppressed but passes"));
  check_on_threads (result, release, error->message);
  g_error_free (error);
}
END_TEST

static GThread *caller;
static gint n_verdicts, n_verdicts_of_others; /* atomic */

static gboolean
note_thread (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
             GError **error)
{
  g_atomic_int_inc (&n_verdicts);
  if (g_thread_self () != caller)
    g_atomic_int_inc (&n_verdicts_of_others);
  return own_model_judge (eq_class, state, data, passes, error);
}

static DeidResult *
evaluate_own_model (DeidDataset *dataset, gboolean is_thread_safe)
{
  g_autoptr (DeidProblem) problem = state_problem (dataset, 3, "k:3");
  DeidPrivacyModelFuncs *funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  GError *error = NULL;
  DeidResult *result;

  deid_privacy_model_funcs_set_accept (funcs, note_thread, NULL, NULL);
  deid_privacy_model_funcs_set_thread_safe (funcs, is_thread_safe);
  model = deid_privacy_model_new (funcs, &error);
  assert_no_error (error);
  deid_privacy_model_funcs_unref (funcs);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = sample_evaluate (problem, second_suppressed, &error);
  assert_no_error (error);
  return result;
}

/* A model is asked once of each class, and by the caller alone unless it allows more. */
START_TEST (models_of_hosts)
{
  const gboolean is_thread_safe = _i == 1;
  g_autoptr (GRand) rand = g_rand_new_with_seed (10);
  g_autoptr (DeidDataset) dataset = draw_table (rand);
  g_autoptr (DeidResult) result = evaluate_own_model (dataset, is_thread_safe);
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
  g_autoptr (DeidDataset) release = apply (result, FALSE, 1);

  caller = g_thread_self ();
  n_verdicts = n_verdicts_of_others = 0;
  check_on_threads (result, release, NULL);
  ck_assert_uint_eq ((guint) n_verdicts,
                     G_N_ELEMENTS (thread_numbers) * deid_partition_get_n_classes (partition));
  if (!is_thread_safe)
    ck_assert_int_eq (n_verdicts_of_others, 0);
}
END_TEST

/* Of each pair of classes, which differ in one quasi-identifier, one has three rows and the other
 * two, which are suppressed. */
static void
check_pairs (guint n_attributes, guint n_pairs)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (n_attributes);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"), release = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree guint *levels = g_new0 (guint, n_attributes);
  GError *error = NULL;

  for (guint a = 0; a < n_attributes; a++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", a);
      guint8 *codes = g_new (guint8, 5 * n_pairs);

      for (guint pair = 0; pair < n_pairs; pair++)
        {
          memset (codes + 5 * pair, g_rand_int_range (rand, 0, 4), 5);
          for (guint i = 3; i < 5 && pair % n_attributes == a; i++)
            codes[5 * pair + i] += 4;
        }
      add_letters (dataset, name, codes, 5 * n_pairs);
    }
  problem = state_problem (dataset, n_attributes, "k:3");
  result = sample_evaluate (problem, levels, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 2 * n_pairs);
  release = apply (result, FALSE, 1);
  check_on_threads (result, release, NULL);
}

START_TEST (many_quasi_identifiers)
{
  check_pairs (300, 320);
  check_pairs (45, 7000);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("verify-threads");
  TCase *tcase = tcase_create ("threads");

  tcase_add_test (tcase, forged_in_random_places);
  tcase_add_test (tcase, classes_released_in_part);
  tcase_add_test (tcase, one_row_twice);
  tcase_add_test (tcase, suppressed_in_vain);
  tcase_add_loop_test (tcase, models_of_hosts, 0, 2);
  tcase_add_test (tcase, many_quasi_identifiers);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  return suite;
}
