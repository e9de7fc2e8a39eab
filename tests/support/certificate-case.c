/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/certificate-case.h"

#include <stdio.h>
#include <string.h>

#include "support/plain-prover.h"
#include "certificate/certificate-private.h"
#include "search/result-private.h"
#include "support/suite.h"

static const DeidStop never = { .deadline = G_MAXINT64 };

static void
choose_models (RandomProblem *random, GRand *rand)
{
  random->n_models = (guint) g_rand_int_range (rand, 1, MAX_MODELS + 1);
  for (guint i = 0; i < random->n_models; i++)
    {
      const RandomModelKind kind = (RandomModelKind) g_rand_int_range (rand, 0, 4);
      const gboolean is_fraction = kind == MODEL_ENTROPY_L && g_rand_boolean (rand);

      random->models[i] = (RandomModel){
        .kind = kind,
        .sensitive = (guint) g_rand_int_range (rand, 0, N_SENSITIVE),
        .numerator
        = (guint64) (is_fraction ? g_rand_int_range (rand, 11, 35) : g_rand_int_range (rand, 1, 6)),
        .denominator = is_fraction ? 10 : 1,
        .plain = &plain_models[g_rand_int_range (rand, 0, (gint32) n_plain_models)]
      };
      random->models[i].plain->draw (&random->models[i].parameters, rand);
    }
}

void
certificate_case_init (CertificateCase *made, GRand *rand)
{
  *made = (CertificateCase){ 0 };
  while (made->optimum == NULL)
    {
      g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();

      certificate_case_clear (made);
      made->random = random_problem_new (rand, g_rand_boolean (rand));
      random_problem_restrict (made->random);
      choose_models (made->random, rand);
      made->problem = random_problem_build (made->random);
      made->optimum = deid_search_run (search, made->problem, NULL, NULL);
    }
}

void
certificate_case_clear (CertificateCase *made)
{
  g_clear_pointer (&made->random, random_problem_free);
  g_clear_pointer (&made->problem, deid_problem_unref);
  g_clear_pointer (&made->optimum, deid_result_unref);
}

char **
certificate_case_prove (const CertificateCase *made, GRand *rand)
{
  const char *path = get_temporary_file ("proved.jsonl");
  GError *error = NULL;

  plain_prover_rand = rand;
  ck_assert (deid_certificate_write (made->optimum, plain_prove, path, &never, &error));
  assert_no_error (error);
  return read_certificate (path);
}

char **
read_certificate (const char *path)
{
  g_autofree char *text = NULL;
  GError *error = NULL;
  gsize length;

  ck_assert (g_file_get_contents (path, &text, &length, &error));
  assert_no_error (error);
  ck_assert (text[length - 1] == '\n');
  text[length - 1] = '\0';
  return g_strsplit (text, "\n", -1);
}

void
write_certificate (const char *path, const char *const *lines, gboolean seal)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  FILE *stream = fopen (path, "wb");
  guint i = 0;

  ck_assert_ptr_nonnull (stream);
  for (; lines[i] != NULL && (!seal || lines[i + 1] != NULL); i++)
    {
      fprintf (stream, "%s\n", lines[i]);
      g_checksum_update (checksum, (const guchar *) lines[i], -1);
      g_checksum_update (checksum, (const guchar *) "\n", 1);
    }
  if (seal)
    fprintf (stream, "{\"lines\":%u,\"digest\":\"%s\"}\n", i, g_checksum_get_string (checksum));
  fclose (stream);
}

DeidResult *
verify_certificate (const CertificateCase *made, const char *path, GError **error)
{
  g_autoptr (DeidProblem) problem = random_problem_build (made->random);

  return deid_problem_verify_certificate (problem, path, NULL, NULL, error);
}

void
assert_same_optimum (DeidResult *a, DeidResult *b)
{
  g_autofree char *a_text = deid_policy_to_text (deid_result_get_policy (a), NULL);
  g_autofree char *b_text = deid_policy_to_text (deid_result_get_policy (b), NULL);

  ck_assert_str_eq (a_text, b_text);
  ck_assert (deid_result_get_loss (a) == deid_result_get_loss (b));
  ck_assert_uint_eq (deid_result_get_n_suppressed (a), deid_result_get_n_suppressed (b));
}
