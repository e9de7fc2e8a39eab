/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the interval search knows of policies that it evaluated elsewhere, and when the best of them
 * comes before another. */
#include "support/suite.h"

#include "support/refined-problem.h"
#include "search/interval/deduction.h"
#include "search/run.h"

#define N_TRIALS count_trials (500)

static const DeidStop never = { .deadline = G_MAXINT64 };

/* What a ring should hold: policies in the order in which they were added. */
typedef struct
{
  DeidLevel levels[4 * DEID_N_EVIDENCE][MAX_ATTRIBUTES];
  guint n;
} PlainRing;

/* Adds random policies that are feasible to a ring. */
static void
fill_ring (RefinedProblem *fixture, GRand *rand, DeidEvidenceRing *ring, PlainRing *plain)
{
  const guint n_dimensions = fixture->prepared.lattice->n_dimensions;
  DeidRefined top, below;
  gboolean feasible;

  ck_assert (deid_refined_init (&top, &fixture->refiner, NULL));
  ck_assert (deid_refined_init (&below, &fixture->refiner, NULL));
  ck_assert (deid_refining_evaluator_start (&fixture->refiner, &top, &never, &feasible, NULL));
  for (guint i = 0; feasible && i < G_N_ELEMENTS (plain->levels); i++)
    {
      DeidLevel *levels = plain->levels[plain->n];
      gboolean is_feasible;

      lower_at_random (rand, top.levels, levels, n_dimensions);
      ck_assert (deid_refining_evaluator_lower (&fixture->refiner, &top, levels, &below, &never,
                                                &is_feasible, NULL));
      if (!is_feasible)
        continue;
      ck_assert (deid_evidence_ring_add (ring, &below, NULL));
      plain->n++;
    }
  deid_refined_clear (&top);
  deid_refined_clear (&below);
}

/* Whether a policy of the ring speaks of exactly the part of a box up to a level. */
static gboolean
speaks_of (const DeidLevel *levels, const DeidLevel *hi, guint n_dimensions, guint dimension,
           guint level)
{
  for (guint d = 0; d < n_dimensions; d++)
    if (d != dimension && levels[d] < hi[d])
      return FALSE;
  return levels[dimension] == level;
}

/* Joins by the grouping evaluator what the last policies added say.
 * Returns: whether there was any. */
static gboolean
join_plainly (RefinedProblem *fixture, const PlainRing *plain, const DeidLevel *hi, guint dimension,
              guint level, gboolean *removed)
{
  gboolean found = FALSE;

  for (guint i = plain->n - MIN (plain->n, DEID_N_EVIDENCE); i < plain->n; i++)
    {
      DeidVerdict verdict;

      if (!speaks_of (plain->levels[i], hi, fixture->prepared.lattice->n_dimensions, dimension,
                      level))
        continue;
      found = TRUE;
      ck_assert (deid_evaluator_evaluate (&fixture->evaluator.base, plain->levels[i], &never,
                                          &verdict, NULL));
      for (guint64 row = 0; row < fixture->prepared.rows.n; row++)
        removed[row]
            |= fixture->evaluator.judgement.verdicts[fixture->evaluator.grouping.class_of_row[row]]
               == DEID_CLASS_FAILS_NECESSARY;
    }
  return found;
}

static void
check_join (RefinedProblem *fixture, const DeidEvidenceRing *ring, const PlainRing *plain,
            const DeidLevel *hi, guint dimension, guint *n_rows)
{
  const guint64 n = fixture->prepared.rows.n;
  g_autofree guint32 *rows = g_new (guint32, n);
  DeidRowSet none, joined;

  ck_assert (deid_row_set_init (&none, n, NULL));
  ck_assert (deid_row_set_init (&joined, n, NULL));
  for (guint level = 0; level < hi[dimension]; level++)
    {
      gboolean removed[MAX_ROWS] = { FALSE };
      guint64 n_joined, n_expected = 0;

      deid_row_set_empty (&joined);
      ck_assert (deid_evidence_ring_join (ring, dimension, level, &joined)
                 == join_plainly (fixture, plain, hi, dimension, level, removed));
      n_joined = deid_row_set_subtract (&joined, &none, rows);
      for (guint64 i = 0; i < n_joined; i++)
        ck_assert (removed[rows[i]]);
      for (guint64 row = 0; row < n; row++)
        n_expected += removed[row] ? 1 : 0;
      ck_assert_uint_eq (n_joined, n_expected);
      *n_rows += (guint) n_joined;
    }
  deid_row_set_clear (&none);
  deid_row_set_clear (&joined);
}

/* The ring holds the last policies added, and tells of a part of a box what the grouping evaluator
 * does. */
START_TEST (evidence)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (22);
  guint n_rows = 0;

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      RefinedProblem fixture;
      DeidEvidenceRing ring;
      PlainRing plain = { .n = 0 };
      DeidLevel hi[MAX_ATTRIBUTES];

      refined_problem_init (&fixture, rand);
      deid_evidence_ring_init (&ring, fixture.prepared.lattice->n_dimensions,
                               fixture.prepared.rows.n);
      fill_ring (&fixture, rand, &ring, &plain);
      lower_at_random (rand, fixture.prepared.lattice->heights, hi,
                       fixture.prepared.lattice->n_dimensions);
      deid_evidence_ring_compare (&ring, hi);
      for (guint d = 0; d < fixture.prepared.lattice->n_dimensions; d++)
        check_join (&fixture, &ring, &plain, hi, d, &n_rows);
      deid_evidence_ring_clear (&ring);
      refined_problem_clear (&fixture);
    }
  ck_assert_uint_gt (n_rows, N_TRIALS / 10);
}
END_TEST

START_TEST (ties)
{
  DeidLevel best[] = { 1, 2, 1 };
  const DeidIncumbent none = { 0 };
  const DeidIncumbent incumbent = { TRUE, best, { .is_solution = TRUE, .objective = 0.5 } };
  const struct
  {
    DeidLevel levels[3];
    double objective;
    gboolean is_dominated;
  } cases[] = {
    { { 1, 2, 1 }, 0.5, TRUE },  { { 3, 3, 3 }, 0.25, FALSE }, { { 0, 0, 0 }, 0.75, TRUE },
    { { 0, 2, 1 }, 0.5, FALSE }, { { 0, 3, 1 }, 0.5, FALSE },  { { 1, 1, 2 }, 0.5, FALSE },
    { { 1, 3, 0 }, 0.5, TRUE },  { { 2, 1, 1 }, 0.5, TRUE },   { { 0, 0, 5 }, 0.5, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ck_assert (deid_incumbent_dominates (&incumbent, cases[i].objective, cases[i].levels, 3)
                 == cases[i].is_dominated);
      ck_assert (!deid_incumbent_dominates (&none, cases[i].objective, cases[i].levels, 3));
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("evidence");
  TCase *tcase = tcase_create ("evidence");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, evidence);
  tcase_add_test (tcase, ties);
  suite_add_tcase (suite, tcase);
  return suite;
}
