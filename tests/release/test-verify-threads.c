/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier finds the same on any number of threads, and tells classes apart by any number of
 * quasi-identifiers. */
#include <string.h>

#include "release/release-options-private.h"
#include "support/sample.h"
#include "support/suite.h"
#include "table/dataset-private.h"

#define N_ROWS   90000
#define N_ROUNDS 10

static const guint thread_numbers[] = { 1, 2, 5 };

static const char *const letters[] = { "a", "b", "c", "d", "e", "f", "g", "h" };

static void
add_letters (DeidDataset *dataset, const char *name, guint8 *codes, guint n_rows)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (codes, n_rows);
  GError *error = NULL;

  deid_dataset_add_coded_column (dataset, name, letters, G_N_ELEMENTS (letters), bytes, 1, NULL,
                                 &error);
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
state_problem (DeidDataset *dataset, guint n_attributes)
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
  return sample_state_problem (lattice, "k:3", NULL, 0.5);
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

START_TEST (forged_in_random_places)
{
  static const guint levels[] = { 0, 1, 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  add_rare (dataset, "q0", rand);
  add_random (dataset, "q1", rand, 8);
  add_random (dataset, "q2", rand, 3);
  add_random (dataset, "diagnosis", rand, 8);
  add_rare (dataset, "note", rand);
  ck_assert (deid_dataset_set_role (dataset, "diagnosis", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (dataset, "note", DEID_ROLE_INSENSITIVE, NULL));
  problem = state_problem (dataset, 3);
  dataset->show_values = TRUE;
  result = sample_evaluate (problem, levels, &error);
  assert_no_error (error);
  ck_assert_uint_gt (deid_result_get_n_suppressed (result), 0);
  check_forged (result, rand, FALSE);
  check_forged (result, rand, TRUE);
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
  problem = state_problem (dataset, n_attributes);
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
  tcase_add_test (tcase, many_quasi_identifiers);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  return suite;
}
