/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a proof of an optimum is told: each policy is settled once, and each claim is true. */
#include "support/suite.h"

#include "support/recorded-proof.h"
#include "problem/preparation.h"
#include "search/interval/prove.h"

static const DeidStop never = { .deadline = G_MAXINT64 };

/* A problem with at least one solution. */
typedef struct
{
  RandomProblem *random;
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidPreparedProblem prepared; /* of it */
  RecordedProof proof;
} Fixture;

static void
fixture_clear (Fixture *fixture)
{
  recorded_proof_clear (&fixture->proof);
  deid_preparation_release (fixture->preparation);
  deid_problem_unref (fixture->problem);
  random_problem_free (fixture->random);
}

static void
fixture_init (Fixture *fixture, GRand *rand)
{
  for (;;)
    {
      fixture->random = random_problem_new (rand, g_rand_boolean (rand));
      random_problem_restrict (fixture->random);
      random_problem_add_models (fixture->random, rand, 5);
      fixture->problem = random_problem_build (fixture->random);
      fixture->preparation = deid_problem_prepare (fixture->problem, &never, NULL);
      ck_assert_ptr_nonnull (fixture->preparation);
      fixture->prepared = g_rand_boolean (rand)
                              ? *deid_preparation_get_distinct (fixture->preparation, &never, NULL)
                              : fixture->preparation->all;
      recorded_proof_init (&fixture->proof, &fixture->prepared);
      if (fixture->proof.n_solutions > 0)
        return;
      fixture_clear (fixture);
    }
}

/* A walk of its own over the same problem. */
static gboolean
prove (Fixture *fixture, const DeidStop *stop, GError **error)
{
  RecordedProof *proof = &fixture->proof;

  return deid_search_prove (&fixture->prepared, proof->levels[proof->best],
                            &proof->verdicts[proof->best], &recorded_proof_funcs, proof, stop,
                            error);
}

START_TEST (random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (95);
  const guint n_trials = count_trials (4000);
  guint n_events[G_N_ELEMENTS (((RecordedProof *) NULL)->n_events)] = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Fixture fixture;
      GError *error = NULL;

      fixture_init (&fixture, rand);
      ck_assert (prove (&fixture, &never, &error));
      assert_no_error (error);
      ck_assert (recorded_proof_is_complete (&fixture.proof));
      for (guint i = 0; i < G_N_ELEMENTS (n_events); i++)
        n_events[i] += fixture.proof.n_events[i];
      fixture_clear (&fixture);
    }
  for (guint i = 0; i < G_N_ELEMENTS (n_events); i++)
    ck_assert_uint_gt (n_events[i], n_trials / 50);
}
END_TEST

/* Restarts the record, to fail or to cancel at an event. */
static void
record_anew (RecordedProof *proof, guint fail_at, const GError *failure, GCancellable *cancelled)
{
  const DeidPreparedProblem *prepared = proof->prepared;

  recorded_proof_clear (proof);
  recorded_proof_init (proof, prepared);
  proof->fail_at = fail_at;
  proof->failure = failure;
  proof->cancelled = cancelled;
}

/* The error of the slot ends the walk, whatever it is; the record asserts that no event follows. */
START_TEST (failing_slot)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (96);
  GError *errors[] = {
    g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NO_SPACE, "disk full"),
    g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "by another"),
    g_error_new_literal (DEID_ERROR, DEID_ERROR_LIMIT_REACHED, "of the slot"),
  };
  const guint n_trials = count_trials (300);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const GError *expected = errors[trial % G_N_ELEMENTS (errors)];
      Fixture fixture;
      guint n_events;

      fixture_init (&fixture, rand);
      ck_assert (prove (&fixture, &never, NULL));
      n_events = fixture.proof.n_seen;
      for (guint i = 0; i < n_events; i++)
        {
          GError *error = NULL;

          record_anew (&fixture.proof, i, expected, NULL);
          ck_assert (!prove (&fixture, &never, &error));
          assert_error (&error, expected->domain, expected->code, expected->message, NULL);
        }
      fixture_clear (&fixture);
    }
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    g_error_free (errors[i]);
}
END_TEST

/* A walk that ends later than it was cancelled, is whole. */
START_TEST (cancelled)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (97);
  const guint n_trials = count_trials (300);
  guint n_cancelled = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Fixture fixture;
      guint n_events;

      fixture_init (&fixture, rand);
      ck_assert (prove (&fixture, &never, NULL));
      n_events = fixture.proof.n_seen;
      for (guint i = 0; i < n_events; i++)
        {
          g_autoptr (GCancellable) cancellable = g_cancellable_new ();
          const DeidStop stop = { cancellable, G_MAXINT64 };
          GError *error = NULL;

          record_anew (&fixture.proof, i, NULL, cancellable);
          if (prove (&fixture, &stop, &error))
            {
              ck_assert (recorded_proof_is_complete (&fixture.proof));
              continue;
            }
          assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
          n_cancelled++;
        }
      fixture_clear (&fixture);
    }
  ck_assert_uint_gt (n_cancelled, n_trials / 8);
}
END_TEST

START_TEST (cancelled_before)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (98);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const DeidStop stops[] = { { cancellable, G_MAXINT64 }, { NULL, 1 } };
  Fixture fixture;
  GError *error = NULL;

  fixture_init (&fixture, rand);
  g_cancellable_cancel (cancellable);
  fixture.proof.fail_at = 0; /* no event may follow */
  ck_assert (!prove (&fixture, &stops[0], &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (!prove (&fixture, &stops[1], &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
  ck_assert_uint_eq (fixture.proof.n_seen, 0);
  fixture_clear (&fixture);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("prove");
  TCase *tcase = tcase_create ("events of a proof");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, random_problems);
  tcase_add_test (tcase, failing_slot);
  tcase_add_test (tcase, cancelled);
  tcase_add_test (tcase, cancelled_before);
  suite_add_tcase (suite, tcase);
  return suite;
}
