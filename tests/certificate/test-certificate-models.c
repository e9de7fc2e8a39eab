/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Certificates with each of the models that judge a sensitive attribute, without and with
 * suppression: they are proofs by the definitions and are verified, and forged ones are refused. */
#include "support/suite.h"

#include <string.h>

#include "support/aimed-model.h"
#include "support/certificate-case.h"
#include "support/plain-proof.h"

/* Of each model and limit, whose proof counts records that fail the model. */
#define N_PROBLEMS 10
#define MAX_TRIES  2000

static const guint limits[] = { 0, 5, 50 }; /* percent */

/* Makes a problem with a model, or with k-anonymity besides. Returns: whether it has a solution. */
static gboolean
make_case (CertificateCase *made, GRand *rand, const PlainModel *model, guint percent)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  RandomProblem *random = random_problem_new (rand, g_rand_int_range (rand, 0, 4) == 0);

  random_problem_restrict (random);
  aimed_model_set_limit (random, percent);
  aimed_model_add (random, rand, model);
  if (g_rand_boolean (rand))
    random->models[random->n_models++] = (RandomModel){
      .kind = MODEL_K, .numerator = (guint64) g_rand_int_range (rand, 2, 5), .denominator = 1
    };
  *made = (CertificateCase){ .random = random, .problem = random_problem_build (random) };
  made->optimum = deid_search_run (search, made->problem, NULL, NULL);
  return made->optimum != NULL;
}

static void
check_refused (const CertificateCase *made, const char *path, const char *reason)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = verify_certificate (made, path, &error);

  ck_assert_ptr_null (result);
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, path, ": line ", reason, NULL);
}

/* Adds one to the number behind a text of an event, which is refused for a reason. Returns: whether
 * it was there, and not 0. */
static gboolean
forge_count (const CertificateCase *made, char **lines, guint i, const char *text,
             const char *reason)
{
  const char *path = get_temporary_file ("forged.jsonl");
  char *const kept = lines[i];
  const char *start = strstr (kept, text);
  g_autofree char *forged = NULL;
  guint64 count;
  char *end;

  if (start == NULL)
    return FALSE;
  start += strlen (text);
  count = g_ascii_strtoull (start, &end, 10);
  forged
      = g_strdup_printf ("%.*s%" G_GUINT64_FORMAT "%s", (int) (start - kept), kept, count + 1, end);
  lines[i] = forged;
  write_certificate (path, (const char *const *) lines, TRUE);
  lines[i] = kept;
  check_refused (made, path, reason);
  return count > 0;
}

/* Without one of its events a certificate may still be a proof: of a box that is lowered in vain.
 */
static void
drop_event (const CertificateCase *made, char **lines, guint i)
{
  const char *path = get_temporary_file ("forged.jsonl");
  const guint n = g_strv_length (lines);
  g_autofree const char **rest = g_new0 (const char *, n);

  memcpy (rest, lines, i * sizeof *rest);
  memcpy (rest + i, lines + i + 1, (n - i - 1) * sizeof *rest);
  if (plain_proof_holds (made->random, deid_result_get_loss (made->optimum), rest))
    return;
  write_certificate (path, rest, TRUE);
  check_refused (made, path, "");
}

/* Lowers a parameter, or raises it from 0, by a tenth of its last digit; raises a count by 1. */
static void
forge_parameter (CertificateCase *made, const char *path)
{
  PlainParameters *parameters = &made->random->models[0].parameters;

  parameters->count += strchr (made->random->models[0].plain->specification, '%') == NULL;
  parameters->denominator *= 10;
  parameters->numerator = parameters->numerator > 0 ? 10 * parameters->numerator - 1 : 1;
  check_refused (made, path, ": line 1: member 'privacy_models[0].model'");
}

/* What the verifier says of a wrong count of the first model. */
static char *
name_first_model (const CertificateCase *made)
{
  const char *specification = made->random->models[0].plain->specification;

  return g_strdup_printf ("records to suppress by %.*s", (int) strcspn (specification, "%#"),
                          specification);
}

/* Returns: whether some records of the proof fail what is superset-closed of the model. */
static gboolean
check_certificate (CertificateCase *made, GRand *rand)
{
  const char *path = get_temporary_file ("certificate.jsonl");
  g_auto (GStrv) lines = NULL;
  g_autoptr (DeidResult) verified = NULL;
  g_autofree char *by_model = NULL;
  gboolean is_counted = FALSE;
  GError *error = NULL;
  guint n_events;

  deid_result_write_certificate (made->optimum, path, NULL, &error);
  assert_no_error (error);
  lines = read_certificate (path);
  ck_assert (plain_proof_holds (made->random, deid_result_get_loss (made->optimum),
                                (const char *const *) lines));
  verified = verify_certificate (made, path, &error);
  assert_no_error (error);
  assert_same_optimum (verified, made->optimum);
  by_model = name_first_model (made);
  n_events = g_strv_length (lines) - 3;
  for (guint i = 2; i < n_events + 2; i++)
    {
      is_counted |= forge_count (made, lines, i, "\"models\":[", by_model);
      forge_count (made, lines, i, "\"infeasible\":", "records");
      forge_count (made, lines, i, "\"necessary\":", "records");
      forge_count (made, lines, i, "solution\":", "records");
    }
  drop_event (made, lines, 2 + (guint) g_rand_int_range (rand, 0, (gint32) n_events));
  forge_parameter (made, path);
  return is_counted;
}

START_TEST (every_model)
{
  const PlainModel *model = &plain_models[_i / (int) G_N_ELEMENTS (limits)];
  const guint percent = limits[_i % (int) G_N_ELEMENTS (limits)];
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) _i);
  guint n_counted = 0;

  for (guint n_tried = 0; n_counted < count_trials (N_PROBLEMS); n_tried++)
    {
      CertificateCase made;

      ck_assert_uint_lt (n_tried, MAX_TRIES);
      if (make_case (&made, rand, model, percent))
        n_counted += check_certificate (&made, rand) ? 1 : 0;
      certificate_case_clear (&made);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("certificate models");
  TCase *tcase = tcase_create ("each model");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, every_model, 0, (int) (n_plain_models * G_N_ELEMENTS (limits)));
  suite_add_tcase (suite, tcase);
  return suite;
}
