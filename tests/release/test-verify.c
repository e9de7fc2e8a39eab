/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: it accepts what is true and names what is not. */
#include <math.h>
#include <string.h>

#include "release/origin.h"
#include "support/sample.h"
#include "search/result-private.h"
#include "table/dataset-private.h"
#include "quality/models.h"
#include "support/suite.h"

#define N_ROWS 60
#define N_QI   3
#define ROUNDS 300

/* A released table with a few classes of both kinds: q0 on level 1, q1 on level 0. */
typedef struct
{
  Sample sample;
  DeidProblem *problem;
  DeidResult *result;
  DeidDataset *release;
} Honest;

/* Class sizes: v0|v1 x v0: 6, v2|v3 x v0: 5, v4 x v1: 2; the last fails k:3. */
static void
fill_sample (Sample *sample)
{
  static const int sizes[] = { 3, 3, 2, 3, 2 };

  memset (sample, 0, sizeof *sample);
  sample->n_attributes = 2;
  sample->heights[0] = 3;
  sample->n_leaves[0] = 6;
  sample->heights[1] = 1;
  sample->n_leaves[1] = 2;
  for (guint leaf = 0; leaf < G_N_ELEMENTS (sizes); leaf++)
    for (int i = 0; i < sizes[leaf]; i++)
      {
        sample->leaves[0][sample->n_rows] = (int) leaf;
        sample->leaves[1][sample->n_rows] = leaf == 4;
        sample->diagnoses[sample->n_rows] = i;
        sample->notes[sample->n_rows] = (int) leaf;
        sample->weights[sample->n_rows++] = 1;
      }
}

static const guint honest_levels[] = { 1, 0 };

static void
honest_init (Honest *honest, gboolean keep_suppressed)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  GError *error = NULL;

  fill_sample (&honest->sample);
  honest->problem = sample_build_problem (&honest->sample, SAMPLE_PLAIN, "k:3", 0.5);
  honest->problem->lattice->dataset->show_values = TRUE;
  honest->result = sample_evaluate (honest->problem, honest_levels, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (honest->result), 2);
  deid_release_options_set_keep_suppressed (options, keep_suppressed, NULL);
  deid_release_options_set_keep_order (options, TRUE, NULL);
  honest->release = deid_result_apply (honest->result, options, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (honest->result, honest->release, NULL, &error));
  assert_no_error (error);
}

static void
honest_clear (Honest *honest)
{
  deid_dataset_unref (honest->release);
  deid_result_unref (honest->result);
  deid_problem_unref (honest->problem);
}

/* Copies some rows of a released table, with what it remembers of them; @text replaces the value of
 * the first row in @changed, a column or NULL. */
static DeidDataset *
forge (DeidDataset *release, const guint *rows, guint n_rows, const char *left_out,
       const char *changed, const char *text)
{
  DeidDataset *forged = deid_dataset_new ("forged");
  DeidOrigin *origin = deid_dataset_make_origin (forged);
  GError *error = NULL;

  for (guint c = 0; c < release->n_columns; c++)
    {
      const char *name = release->columns[c].name;
      g_autofree const char **texts = g_new (const char *, n_rows);

      if (g_strcmp0 (name, left_out) == 0)
        continue;
      for (guint i = 0; i < n_rows; i++)
        texts[i] = i == 0 && g_strcmp0 (name, changed) == 0
                       ? text
                       : deid_dataset_get_value (release, rows[i], c);
      ck_assert (deid_dataset_add_string_column (forged, name, texts, n_rows, NULL, &error));
      ck_assert (deid_dataset_set_role (forged, name, release->columns[c].role, &error));
    }
  origin->source = deid_dataset_ref (release->origin->source);
  origin->problem = deid_problem_ref (release->origin->problem);
  origin->policy = deid_policy_ref (release->origin->policy);
  origin->options = deid_release_options_ref (release->origin->options);
  origin->rows = (DeidReleasedRows){ .sources = g_new (guint32, n_rows), .n = n_rows };
  if (release->suppressed != NULL)
    forged->suppressed = g_malloc0 (n_rows / 8 + 1);
  for (guint i = 0; i < n_rows; i++)
    {
      origin->rows.sources[i] = release->origin->rows.sources[rows[i]];
      if (deid_dataset_is_suppressed (release, rows[i]))
        forged->suppressed[i / 8] |= (guint8) (1 << i % 8);
    }
  return forged;
}

static void
check_refused (DeidResult *result, DeidDataset *release, const char *message)
{
  GError *error = NULL;

  ck_assert_msg (!deid_result_verify (result, release, NULL, &error), "verified: %s", message);
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, message, NULL);
}

static void
check_forged (const Honest *honest, const guint *rows, guint n_rows, const char *left_out,
              const char *changed, const char *text, const char *message)
{
  g_autoptr (DeidDataset) forged = forge (honest->release, rows, n_rows, left_out, changed, text);

  check_refused (honest->result, forged, message);
}

/* Fills @rows with all rows but those from @from up to before @to; 11 rows are released. */
static guint
choose_rows (guint *rows, guint from, guint to)
{
  guint n = 0;

  for (guint row = 0; row < 11; row++)
    if (row < from || row >= to)
      rows[n++] = row;
  return n;
}

START_TEST (forged_values)
{
  Honest honest;
  guint rows[13];
  const guint n_rows = choose_rows (rows, 0, 0);
  g_autoptr (DeidDataset) copy = NULL;
  GError *error = NULL;

  honest_init (&honest, FALSE);
  ck_assert_uint_eq (deid_dataset_get_n_rows (honest.release), n_rows);
  copy = forge (honest.release, rows, n_rows, NULL, NULL, NULL);
  ck_assert (deid_result_verify (honest.result, copy, NULL, &error)); /* forging is no forgery */
  assert_no_error (error);
  check_forged (&honest, rows, n_rows, NULL, "q0", "l1-1",
                "row 1, column 'q0': 'l1-1', expected 'l1-0'");
  check_forged (&honest, rows, n_rows, NULL, "q0", "v0", "'v0', expected 'l1-0'");
  check_forged (&honest, rows, n_rows, NULL, "q0", NULL, "a missing value, expected 'l1-0'");
  check_forged (&honest, rows, n_rows, NULL, "q1", "*", "column 'q1': '*', expected 'v0'");
  check_forged (&honest, rows, n_rows, NULL, "diagnosis", "d1",
                "row 1, column 'diagnosis': 'd1', expected 'd0'");
  check_forged (&honest, rows, n_rows, NULL, "diagnosis", NULL, "a missing value, expected 'd0'");
  check_forged (&honest, rows, n_rows, NULL, "note", "x", "column 'note': 'x'");
  check_forged (&honest, rows, n_rows, "q1", NULL, NULL, "quasi-identifier 'q1' is not there");
  check_forged (&honest, rows, n_rows, "diagnosis", NULL, NULL, "column 'diagnosis' is not there");
  honest_clear (&honest);
}
END_TEST

START_TEST (forged_place_holders)
{
  Honest honest;
  guint rows[] = { 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
  const guint n_rows = G_N_ELEMENTS (rows);

  honest_init (&honest, TRUE);
  ck_assert_uint_eq (deid_dataset_get_n_rows (honest.release), n_rows);
  ck_assert (deid_dataset_is_suppressed (honest.release, 12));
  check_forged (&honest, rows, n_rows, NULL, "q0", "l1-2", "'l1-2', expected '*'");
  check_forged (&honest, rows, n_rows, NULL, "diagnosis", "d1", "'d1', expected a missing value");
  check_forged (&honest, rows, n_rows, NULL, "note", NULL, "a missing value, expected ' n, 4'");
  check_forged (&honest, rows + 1, n_rows - 1, NULL, NULL, NULL,
                "12 rows of the input, expected 13");
  honest_clear (&honest);
}
END_TEST

START_TEST (forged_rows)
{
  Honest honest;
  guint rows[13];
  guint n_rows = choose_rows (rows, 0, 0);

  honest_init (&honest, FALSE);
  rows[n_rows++] = 3;
  check_forged (&honest, rows, n_rows, NULL, NULL, NULL, "row 12: the same row of the input");
  rows[10] = 0; /* of the same class and number of rows */
  check_forged (&honest, rows, 11, NULL, NULL, NULL, "row 11: the same row of the input");
  n_rows = choose_rows (rows, 4, 5);
  check_forged (&honest, rows, n_rows, NULL, NULL, NULL, "released in part only");
  n_rows = choose_rows (rows, 1, 6);
  check_forged (&honest, rows, n_rows, NULL, NULL, NULL, "released in part only");
  n_rows = choose_rows (rows, 6, 11);
  check_forged (&honest, rows, n_rows, NULL, NULL, NULL,
                "of 5 rows, is suppressed but passes every privacy model");
  check_forged (&honest, rows, 0, NULL, NULL, NULL, "is suppressed but passes");
  honest_clear (&honest);
}
END_TEST

START_TEST (extra_column)
{
  Honest honest;
  guint rows[13];
  const guint n_rows = choose_rows (rows, 0, 0);
  g_autoptr (DeidDataset) forged = NULL;
  gint64 ids[13] = { 0 };
  GError *error = NULL;

  honest_init (&honest, FALSE);
  forged = forge (honest.release, rows, n_rows, NULL, NULL, NULL);
  ck_assert (deid_dataset_add_integer_column (forged, "id", ids, n_rows, NULL, 0, NULL, &error));
  ck_assert (deid_dataset_set_role (forged, "id", DEID_ROLE_INSENSITIVE, &error));
  check_refused (honest.result, forged, "5 columns, expected 4");
  honest_clear (&honest);
}
END_TEST

/* A column that was released, and is not to be. */
START_TEST (judged_column)
{
  Honest honest;
  guint column;

  honest_init (&honest, FALSE);
  ck_assert (
      deid_dataset_find_column (honest.problem->lattice->dataset, "diagnosis", &column, NULL));
  honest.problem->lattice->dataset->columns[column].role = DEID_ROLE_JUDGED;
  check_refused (honest.result, honest.release, "4 columns, expected 3: one of them must not be");
  honest_clear (&honest);
}
END_TEST

/* Applies one problem's policy and verifies the table against another's result. */
static void
check_mismatch (const char *models, const guint *levels, const char *claimed_models,
                const guint *claimed_levels, const char *message)
{
  Honest honest;
  g_autoptr (DeidProblem) problem = NULL, claimed = NULL;
  g_autoptr (DeidResult) result = NULL, claim = NULL;
  g_autoptr (DeidDataset) release = NULL;
  DeidLattice *lattice;
  GError *error = NULL;

  honest_init (&honest, FALSE);
  lattice = deid_problem_get_lattice (honest.problem);
  problem = deid_problem_new (lattice);
  claimed = deid_problem_new (lattice);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_from_specification (
          i == 0 ? models : claimed_models, "diagnosis", &error);
      DeidProblem *own = i == 0 ? problem : claimed;

      assert_no_error (error);
      ck_assert (deid_problem_add_privacy_model (own, model, &error));
      ck_assert (deid_problem_set_suppression_limit (own, 0.9, &error));
    }
  result = sample_evaluate (problem, levels, &error);
  assert_no_error (error);
  claim = sample_evaluate (claimed, claimed_levels, &error);
  assert_no_error (error);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  assert_no_error (error);
  if (message != NULL)
    check_refused (claim, release, message);
  else
    ck_assert (deid_result_verify (claim, release, NULL, &error));
  honest_clear (&honest);
}

START_TEST (wrong_classes)
{
  /* d0 d1 d2 d0 d1 d2, d0 d1 d0 d1 d2, d0 d1 */
  check_mismatch ("k:1", honest_levels, "k:3", honest_levels,
                  "of 2 rows, is released but fails k:3");
  check_mismatch ("k:3", honest_levels, "k:2", honest_levels,
                  "of 2 rows, is suppressed but passes every privacy model");
  check_mismatch ("k:1", honest_levels, "dl:3", honest_levels, "is released but fails dl:3@");
  check_mismatch ("dl:3", honest_levels, "dl:2", honest_levels, "is suppressed but passes");
  check_mismatch ("k:1", honest_levels, "el:2.9", honest_levels, "is released but fails el:2.9@");
  check_mismatch ("el:3", honest_levels, "el:2.5", honest_levels, "is suppressed but passes");
  /* Two equally frequent values are exactly 2 diverse, six of three exactly 3. */
  check_mismatch ("k:1", honest_levels, "el:2", honest_levels, NULL);
  check_mismatch ("k:6", honest_levels, "el:3", honest_levels, NULL);
}
END_TEST

START_TEST (wrong_level)
{
  static const guint above[] = { 2, 0 }, below[] = { 0, 0 }, beside[] = { 1, 1 };

  check_mismatch ("k:1", honest_levels, "k:1", above, "column 'q0': 'l1-");
  check_mismatch ("k:1", honest_levels, "k:1", below, "column 'q0': 'l1-");
  check_mismatch ("k:1", honest_levels, "k:1", beside, "column 'q1': 'v");
}
END_TEST

START_TEST (wrong_figures)
{
  Honest honest;
  double loss;

  honest_init (&honest, FALSE);
  loss = honest.result->loss;
  honest.result->n_suppressed = 1;
  check_refused (honest.result, honest.release, "2 records are suppressed, the result says 1");
  honest.result->n_suppressed = 3;
  check_refused (honest.result, honest.release, "2 records are suppressed, the result says 3");
  honest.result->n_suppressed = 2;
  honest.result->loss = loss + 1e-8;
  check_refused (honest.result, honest.release, "the loss is ");
  honest.result->loss = loss - 1e-8;
  check_refused (honest.result, honest.release, "the result says ");
  honest.result->loss = loss;
  honest.problem->limits.fraction = 0.1;
  check_refused (honest.result, honest.release, "more than the limit allows");
  honest_clear (&honest);
}
END_TEST

/* Losses of models that cost classes may be far below 1, and are the same to the last bit. */
START_TEST (wrong_loss_of_classes)
{
  g_autoptr (DeidQualityModel) model = deid_quality_model_new_ambiguity ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;
  Sample sample;
  double loss;

  fill_sample (&sample);
  problem = sample_build_problem (&sample, SAMPLE_PLAIN, "k:3", 0.5);
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  result = sample_evaluate (problem, honest_levels, &error);
  assert_no_error (error);
  release = deid_result_apply (result, NULL, NULL, NULL);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  assert_no_error (error);
  loss = result->loss;
  result->loss = nextafter (loss, 1);
  check_refused (result, release, "the loss is ");
  result->loss = nextafter (loss, 0);
  check_refused (result, release, "the loss is ");
}
END_TEST

START_TEST (another_dataset)
{
  Honest honest, other;
  GError *error = NULL;

  honest_init (&honest, FALSE);
  honest_init (&other, FALSE);
  ck_assert (!deid_result_verify (honest.result, other.release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "not released from", NULL);
  ck_assert (!deid_result_verify (
      honest.result, deid_lattice_get_dataset (deid_problem_get_lattice (honest.problem)), NULL,
      &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "not released from", NULL);
  honest_clear (&honest);
  honest_clear (&other);
}
END_TEST

START_TEST (cancelled)
{
  Honest honest;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  honest_init (&honest, FALSE);
  ck_assert (deid_result_verify (honest.result, honest.release, cancellable, &error));
  g_cancellable_cancel (cancellable);
  ck_assert (!deid_result_verify (honest.result, honest.release, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  honest_clear (&honest);
}
END_TEST

static void
verify_all (DeidResult *result)
{
  for (guint kind = 0; kind < 4; kind++)
    {
      g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;

      deid_release_options_set_keep_order (options, kind & 1, NULL);
      deid_release_options_set_keep_suppressed (options, (kind & 2) != 0, NULL);
      release = deid_result_apply (result, options, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_result_verify (result, release, NULL, &error));
      assert_no_error (error);
    }
}

START_TEST (random_problems)
{
  static const char *const models[]
      = { "k:2", "k:4", "dl:2", "el:2", "el:1.5", "k:3;dl:2", "k:2;el:1.7;dl:2" };
  static const double limits[] = { 0, 0.05, 0.3, 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const guint n_rounds = count_trials (ROUNDS);
  guint n_solved = 0;

  for (guint round = 0; round < n_rounds; round++)
    {
      const SampleColumns columns = (SampleColumns) g_rand_int_range (rand, 0, 4);
      g_autofree Sample *sample = g_new0 (Sample, 1);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidQualityModel) quality = NULL;
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      sample_init_random (sample, rand, (guint) g_rand_int_range (rand, 1, N_ROWS), N_QI);
      problem = sample_build_problem (sample, columns, models[round % G_N_ELEMENTS (models)],
                                      limits[round % G_N_ELEMENTS (limits)]);
      quality = deid_quality_model_new_iyengar_loss ((DeidAggregate) (round / 3 % 4),
                                                     g_rand_int_range (rand, 0, 11) / 10.0, &error);
      ck_assert (deid_quality_model_set_attribute_weight (quality, "q1", 2.5, &error));
      ck_assert (deid_problem_set_quality_model (problem, quality, &error));
      result = deid_search_run (search, problem, NULL, &error);
      if (result == NULL)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      n_solved++;
      verify_all (result);
    }
  ck_assert_uint_gt (n_solved, n_rounds / 2);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("verify");
  TCase *forged = tcase_create ("forged tables");
  TCase *claims = tcase_create ("wrong claims");
  TCase *honest = tcase_create ("honest tables");

  tcase_add_test (forged, forged_values);
  tcase_add_test (forged, forged_place_holders);
  tcase_add_test (forged, forged_rows);
  tcase_add_test (forged, extra_column);
  tcase_add_test (forged, judged_column);
  suite_add_tcase (suite, forged);
  tcase_add_test (claims, wrong_classes);
  tcase_add_test (claims, wrong_level);
  tcase_add_test (claims, wrong_figures);
  tcase_add_test (claims, wrong_loss_of_classes);
  tcase_add_test (claims, another_dataset);
  suite_add_tcase (suite, claims);
  tcase_add_test (honest, random_problems);
  tcase_add_test (honest, cancelled);
  tcase_set_timeout (honest, 60);
  suite_add_tcase (suite, honest);
  return suite;
}
