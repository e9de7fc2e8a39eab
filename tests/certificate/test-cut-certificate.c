/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Certificates of lattices with cuts: of random problems, changed, and events that would drop the
 * optimum. */
#include "support/suite.h"

#include <string.h>

#include "certificate/certificate-event.h"
#include "problem/preparation.h"
#include "search/result-private.h"
#include "support/certificate-case.h"
#include "support/cut-problem.h"

static const char *const qualities[]
    = { "loss:arith", "precision:arith", "loss:arith:0.3", "height:sum", "loss:sum:1",
        "dm",         "dmstar" };

/* A random problem with its optimum and the lines of a certificate. */
typedef struct
{
  CutProblem random;
  const char *quality;
  DeidProblem *problem;
  DeidResult *optimum;
  char **lines;
  guint n_lines;
} Trial;

static DeidProblem *
build (const Trial *trial)
{
  g_autoptr (DeidDataset) dataset = cut_problem_build_dataset (&trial->random);
  g_autoptr (DeidLattice) lattice = cut_problem_build_lattice (&trial->random, dataset);

  return cut_problem_build (&trial->random, lattice, trial->quality);
}

static gboolean
costs_classes (const Trial *trial)
{
  return g_str_has_prefix (trial->quality, "dm");
}

static gboolean
has_cuts (const Trial *trial)
{
  return deid_lattice_is_cut (trial->problem->lattice);
}

/* Finds the optimum, and writes the certificate. */
static void
prove (Trial *trial)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autofree char *text = NULL;
  GError *error = NULL;

  trial->optimum = deid_search_run (search, trial->problem, NULL, NULL);
  if (trial->optimum == NULL)
    return;
  ck_assert (deid_result_write_certificate_stream (trial->optimum, stream, NULL, &error));
  assert_no_error (error);
  text = g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)),
                    g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)) - 1);
  trial->lines = g_strsplit (text, "\n", -1);
  trial->n_lines = g_strv_length (trial->lines);
}

/* Draws problems until one has cuts and a solution. */
static void
trial_init (Trial *trial, GRand *rand)
{
  *trial = (Trial){ .quality = qualities[g_rand_int (rand) % G_N_ELEMENTS (qualities)] };
  while (trial->optimum == NULL)
    {
      cut_problem_init_random (&trial->random, rand);
      g_clear_pointer (&trial->problem, deid_problem_unref);
      trial->problem = build (trial);
      if (has_cuts (trial))
        prove (trial);
    }
}

static void
trial_clear (Trial *trial)
{
  deid_problem_unref (trial->problem);
  deid_result_unref (trial->optimum);
  g_strfreev (trial->lines);
}

/* Returns: what a problem built anew makes of a certificate. */
static DeidResult *
verify (const Trial *trial, const char *path, GError **error)
{
  g_autoptr (DeidProblem) problem = build (trial);

  return deid_problem_verify_certificate (problem, path, NULL, NULL, error);
}

START_TEST (accepted)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_events[4] = { 0 };
  static const char *const members[] = { "needless", "narrow", "exceeding", "split" };

  for (guint i = 0; i < count_trials (1000); i++)
    {
      const char *path = get_temporary_file ("cuts.jsonl");
      g_autoptr (DeidResult) verified = NULL;
      GError *error = NULL;
      Trial trial;

      trial_init (&trial, rand);
      write_certificate (path, (const char *const *) trial.lines, FALSE);
      verified = verify (&trial, path, &error);
      assert_no_error (error);
      assert_same_optimum (trial.optimum, verified);
      for (guint line = 3; line < trial.n_lines; line++)
        for (guint m = 0; m < G_N_ELEMENTS (members); m++)
          n_events[m] += strstr (trial.lines[line], members[m]) != NULL;
      trial_clear (&trial);
    }
  for (guint m = 0; m < G_N_ELEMENTS (members); m++)
    ck_assert_uint_gt (n_events[m], 0);
}
END_TEST

/* Checks lines that were changed behind the claim: they are refused, unless they prove it still. */
static guint
check_changed (const Trial *trial, const char *const *lines)
{
  const char *path = get_temporary_file ("changed.jsonl");
  g_autoptr (DeidResult) verified = NULL;
  GError *error = NULL;

  write_certificate (path, lines, FALSE);
  verified = verify (trial, path, &error);
  ck_assert_ptr_null (verified);
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, path, ": line ", NULL);
  write_certificate (path, lines, TRUE);
  verified = verify (trial, path, &error);
  if (verified == NULL)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, path, ": line ", NULL);
      return 0;
    }
  assert_same_optimum (trial->optimum, verified);
  return 1;
}

/* Puts another number in the place of one at @start. Returns: whether that is accepted. */
static guint
change_number (const Trial *trial, guint i, const char *start, guint64 number)
{
  const gsize length = strspn (start, "0123456789");
  g_autofree const char **lines = g_new0 (const char *, trial->n_lines + 1);
  g_autofree char *line
      = g_strdup_printf ("%.*s%" G_GUINT64_FORMAT "%s", (int) (start - trial->lines[i]),
                         trial->lines[i], number, start + length);

  if (strcmp (line, trial->lines[i]) == 0)
    return 0;
  memcpy (lines, trial->lines, trial->n_lines * sizeof *lines);
  lines[i] = line;
  return check_changed (trial, lines);
}

START_TEST (numbers_changed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  guint n_changed = 0, n_accepted = 0;

  for (guint i = 0; i < count_trials (40); i++)
    {
      Trial trial;

      trial_init (&trial, rand);
      for (guint line = 2; line + 1 < trial.n_lines; line += get_stride ())
        for (const char *c = trial.lines[line]; *c != '\0'; c += MAX (strspn (c, "0123456789"), 1))
          {
            const guint64 number = g_ascii_strtoull (c, NULL, 10);
            const guint64 others[] = { number + 1, number > 0 ? number - 1 : 2, number * 3 + 1,
                                       (guint64) g_rand_int_range (rand, 0, 1 << 16), G_MAXINT64 };

            for (guint o = 0; g_ascii_isdigit (*c) && o < G_N_ELEMENTS (others); o++)
              {
                n_changed++;
                n_accepted += change_number (&trial, line, c, others[o]);
              }
          }
      trial_clear (&trial);
    }
  ck_assert_uint_lt (n_accepted, n_changed / 2);
}
END_TEST

START_TEST (lines_changed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  guint n_changed = 0, n_accepted = 0;

  for (guint i = 0; i < count_trials (100); i++)
    {
      Trial trial;

      trial_init (&trial, rand);
      for (guint line = 2; line + 1 < trial.n_lines; line++)
        {
          const guint other = (guint) g_rand_int_range (rand, 2, (gint32) trial.n_lines);
          g_autofree const char **lines = g_new0 (const char *, trial.n_lines + 2);

          memcpy (lines, trial.lines, trial.n_lines * sizeof *lines);
          memmove (lines + line, lines + line + 1, (trial.n_lines - line) * sizeof *lines);
          n_accepted += check_changed (&trial, lines);
          memcpy (lines, trial.lines, trial.n_lines * sizeof *lines);
          memmove (lines + line + 1, lines + line, (trial.n_lines - line) * sizeof *lines);
          n_accepted += check_changed (&trial, lines);
          memcpy (lines, trial.lines, (trial.n_lines + 1) * sizeof *lines);
          lines[trial.n_lines] = NULL;
          lines[line] = trial.lines[other];
          if (strcmp (lines[line], trial.lines[line]) != 0)
            n_accepted += check_changed (&trial, lines);
          n_changed += 3;
        }
      trial_clear (&trial);
    }
  ck_assert_uint_lt (n_accepted, n_changed / 4);
}
END_TEST

/* Adds to the number behind a text of the line of prices, and takes a share of it. */
static void
check_forged (const Trial *trial, const char *behind, gint64 added, double share)
{
  const char *start = strstr (trial->lines[2], behind) + strlen (behind);
  const gint64 number = (gint64) g_ascii_strtoull (start, NULL, 10);
  const gint64 forged = number + added - (gint64) ((double) number * share);

  if (change_number (trial, 2, start, (guint64) forged) > 0)
    ck_abort_msg ("accepted: %s%" G_GINT64_FORMAT " in %s", behind, forged, trial->lines[2]);
}

/* What the line of prices says is as far as it may go, but for the room that a threshold leaves
 * where attributes are costed. */
START_TEST (prices_forged)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint i = 0; i < count_trials (100); i++)
    {
      Trial trial;

      trial_init (&trial, rand);
      check_forged (&trial, "\"least\":", 1, 0);
      if (costs_classes (&trial))
        {
          check_forged (&trial, "\"threshold\":", -1, 0);
          check_forged (&trial, "\"unit\":", 2, 0);
        }
      else
        {
          check_forged (&trial, "\"prices\":[", 1, 0);
          check_forged (&trial, "\"threshold\":", -4, 4e-12);
        }
      trial_clear (&trial);
    }
}
END_TEST

/* A box of the lattice around the optimum. */
static void
draw_box (const Trial *trial, GRand *rand, DeidProofCheck *check)
{
  const DeidLattice *lattice = trial->problem->lattice;
  const DeidLevel *optimum = trial->optimum->policy->levels;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      check->walk.lo[d] = (DeidLevel) g_rand_int_range (rand, lattice->floors[d], optimum[d] + 1);
      check->walk.hi[d] = (DeidLevel) g_rand_int_range (rand, optimum[d], lattice->heights[d] + 1);
    }
}

static void
check_refused (DeidProofCheck *check, const char *event, const char *reason)
{
  DeidJson json = { 0 };
  GError *error = NULL;
  const DeidJsonValue *root
      = deid_json_read (&json, event, strlen (event), 1, DEID_STOP_NEVER, NULL);

  ck_assert_ptr_nonnull (root);
  if (deid_proof_check_event (check, root, &error))
    ck_abort_msg ("accepted: %s", event);
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, reason, NULL);
  deid_json_clear (&json);
}

static char *
draw_multipliers (const Trial *trial, GRand *rand)
{
  const guint n = trial->problem->lattice->n_attributes;
  GString *text = g_string_new ("[");
  gint32 left = 1 << 15;

  if (costs_classes (trial))
    {
      g_string_append_c (text, ']');
      return g_string_free (text, FALSE);
    }
  for (guint a = 0; a < n; a++)
    {
      const gint32 share = a + 1 < n ? g_rand_int_range (rand, 0, left + 1) : left;

      g_string_append_printf (text, "%d,", share);
      left -= share;
    }
  g_string_append_printf (text, "%d]",
                          g_rand_int_range (rand, 0, 1 << g_rand_int_range (rand, 1, 17)));
  return g_string_free (text, FALSE);
}

/* Shares of more than there is. */
static void
attack_shares (const Trial *trial, DeidProofCheck *check)
{
  GString *text = g_string_new ("{\"exceeding\":[");

  for (guint a = 0; a < trial->problem->lattice->n_attributes; a++)
    g_string_append (text, a == 0 ? "32769," : "0,");
  g_string_append (text, "0]}");
  check_refused (check, text->str, costs_classes (trial) ? "array of 0" : "shares");
  g_string_free (text, TRUE);
}

/* Tries to leave the optimum out of a box, by each dimension and by itself. */
static void
attack_box (const Trial *trial, GRand *rand, DeidProofCheck *check)
{
  const DeidLevel *optimum = trial->optimum->policy->levels;
  g_autofree char *multipliers = draw_multipliers (trial, rand);
  g_autofree char *exceeding = g_strdup_printf ("{\"exceeding\":%s}", multipliers);

  check_refused (check, exceeding, NULL);
  for (guint d = 0; d < check->walk.n_dimensions; d++)
    {
      const guint lo = check->walk.lo[d], hi = check->walk.hi[d];
      g_autofree char *above = g_strdup_printf ("{\"narrow\":[[%u,%u,%u]],\"by\":%s}", d,
                                                optimum[d] + 1u, hi, multipliers);
      g_autofree char *below = g_strdup_printf ("{\"narrow\":[[%u,%u,%u]],\"by\":%s}", d, lo,
                                                optimum[d] - 1u, multipliers);
      g_autofree char *needless = g_strdup_printf ("{\"needless\":[%u]}", d);

      if (optimum[d] < hi)
        check_refused (check, above, NULL);
      if (optimum[d] > lo)
        check_refused (check, below, NULL);
      if (optimum[d] > 0)
        check_refused (check, needless, NULL);
    }
}

/* Outlives what it is handed to. */
static const DeidStop never = { .deadline = G_MAXINT64 };

/* Starts to check the events of a certificate. */
static void
start_check (const Trial *trial, DeidProofCheck *check, DeidPreparation **preparation)
{
  DeidJson json = { 0 };
  GError *error = NULL;
  const DeidJsonValue *root;

  *preparation = deid_problem_prepare_apart (trial->problem, DEID_STOP_NEVER, &error);
  assert_no_error (error);
  ck_assert (deid_proof_check_init (check, &(*preparation)->all, trial->optimum->policy->levels,
                                    &never, &error));
  check->objective
      = deid_result_make_partition (trial->optimum, DEID_STOP_NEVER, &error)->verdict.objective;
  root = deid_json_read (&json, trial->lines[2], strlen (trial->lines[2]), 1, DEID_STOP_NEVER,
                         &error);
  ck_assert (deid_proof_check_read_prices (check, root, &error));
  assert_no_error (error);
  deid_json_clear (&json);
}

/* Whatever the multipliers, no event drops the optimum from a box. */
START_TEST (optimum_dropped)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (guint i = 0; i < count_trials (1000); i++)
    {
      DeidPreparation *preparation;
      DeidProofCheck check;
      Trial trial;

      trial_init (&trial, rand);
      start_check (&trial, &check, &preparation);
      for (guint box = 0; box < 10; box++)
        {
          draw_box (&trial, rand, &check);
          attack_box (&trial, rand, &check);
          attack_shares (&trial, &check);
        }
      deid_proof_check_clear (&check);
      deid_preparation_release (preparation);
      trial_clear (&trial);
    }
}
END_TEST

static void
add_values (DeidDataset *dataset, const char *const *values, guint n)
{
  ck_assert (deid_dataset_add_string_column (dataset, "q", values, n, NULL, NULL));
}

/* No record has the value 2, but one of the population, which 1 needs to be one of two: a run that
 * ends with it is no needless one. */
START_TEST (population_counts)
{
  static const char *const order[] = { "1", "2", "3" };
  static const char *const values[] = { "1", "3" };
  static const char *const others[] = { "1", "2", "3", "3" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("two"),
                          population = deid_dataset_new ("four");
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("kmap:2", NULL, NULL);
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification ("loss:arith", NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidPreparation *preparation;
  DeidProofCheck check;
  Trial trial = { 0 };

  add_values (dataset, values, G_N_ELEMENTS (values));
  add_values (population, others, G_N_ELEMENTS (others));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_ordered_cuts (lattice, "q", order, G_N_ELEMENTS (order),
                                            DEID_CUT_ENDS_EXACT, NULL));
  trial.problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (trial.problem, model, NULL));
  ck_assert (deid_problem_set_quality_model (trial.problem, quality, NULL));
  ck_assert (deid_problem_set_population (trial.problem, population, NULL, NULL));
  prove (&trial);
  ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (trial.optimum), 0), 1);
  ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (trial.optimum), 1), 0);
  start_check (&trial, &check, &preparation);
  check_refused (&check, "{\"narrow\":[[0,0,0]],\"by\":[0,0]}", "does not exceed");
  deid_proof_check_clear (&check);
  deid_preparation_release (preparation);
  trial_clear (&trial);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cut-certificate");
  TCase *tests = tcase_create ("problems");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, accepted);
  tcase_add_test (tests, numbers_changed);
  tcase_add_test (tests, lines_changed);
  tcase_add_test (tests, prices_forged);
  tcase_add_test (tests, optimum_dropped);
  tcase_add_test (tests, population_counts);
  suite_add_tcase (suite, tests);
  return suite;
}
