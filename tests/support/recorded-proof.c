/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/recorded-proof.h"

#include <string.h>

#include "support/suite.h"

enum
{
  SPLIT,
  CUT,
  LOWER,
  SETTLE_INFEASIBLE,
  SETTLE_BOUNDED,
  SETTLE_POLICY
};

static const DeidStop never = { .deadline = G_MAXINT64 };

static gboolean
is_before (const RecordedProof *proof, guint a, guint b)
{
  const DeidVerdict *first = &proof->verdicts[a], *second = &proof->verdicts[b];

  if (first->objective != second->objective)
    return first->objective < second->objective;
  return deid_levels_compare (proof->levels[a], proof->levels[b], proof->n_dimensions) < 0;
}

static void
evaluate (RecordedProof *proof, const DeidLevel *levels, DeidVerdict *verdict)
{
  ck_assert (deid_evaluator_evaluate (&proof->evaluator.base, levels, &never, verdict, NULL));
}

void
recorded_proof_init (RecordedProof *proof, const DeidPreparedProblem *prepared)
{
  const DeidLattice *lattice = prepared->lattice;
  ProofBox *all = &proof->open[0];

  *proof = (RecordedProof){
    .prepared = prepared, .n_dimensions = lattice->n_dimensions, .n_open = 1, .fail_at = G_MAXUINT
  };
  ck_assert (deid_grouping_evaluator_init (&proof->evaluator, prepared, NULL));
  memcpy (all->lo, lattice->floors, lattice->n_dimensions * sizeof *all->lo);
  memcpy (all->hi, lattice->heights, lattice->n_dimensions * sizeof *all->hi);
  proof->n_policies = 1;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    proof->n_policies *= lattice->heights[d] - lattice->floors[d] + 1u;
  for (guint rank = 0; rank < proof->n_policies; rank++)
    {
      guint rest = rank;

      for (guint d = 0; d < lattice->n_dimensions; d++)
        {
          const guint n_levels = lattice->heights[d] - lattice->floors[d] + 1u;

          proof->levels[rank][d] = (DeidLevel) (lattice->floors[d] + rest % n_levels);
          rest /= n_levels;
        }
      evaluate (proof, proof->levels[rank], &proof->verdicts[rank]);
      if (!proof->verdicts[rank].is_solution)
        continue;
      if (proof->n_solutions == 0 || is_before (proof, rank, proof->best))
        proof->best = rank;
      proof->n_solutions++;
    }
}

void
recorded_proof_clear (RecordedProof *proof)
{
  deid_evaluator_clear (&proof->evaluator.base);
}

gboolean
recorded_proof_is_complete (const RecordedProof *proof)
{
  for (guint rank = 0; rank < proof->n_policies; rank++)
    if (!proof->settled[rank])
      return FALSE;
  return proof->n_open == 0;
}

static gboolean
is_in_box (const RecordedProof *proof, guint rank, const ProofBox *box)
{
  for (guint d = 0; d < proof->n_dimensions; d++)
    if (proof->levels[rank][d] < box->lo[d] || proof->levels[rank][d] > box->hi[d])
      return FALSE;
  return TRUE;
}

/* The current box, of which all was settled before that is not in it. */
static ProofBox *
get_current (RecordedProof *proof)
{
  ck_assert_uint_gt (proof->n_open, 0);
  return &proof->open[proof->n_open - 1];
}

/* The policies of a part, of which some may have been settled by the same event. */
static void
settle (RecordedProof *proof, const ProofBox *part)
{
  for (guint rank = 0; rank < proof->n_policies; rank++)
    if (is_in_box (proof, rank, part))
      proof->settled[rank] = TRUE;
}

static void
assert_open (const RecordedProof *proof, const ProofBox *part)
{
  for (guint rank = 0; rank < proof->n_policies; rank++)
    if (is_in_box (proof, rank, part))
      ck_assert (!proof->settled[rank]);
}

/* No policy of the part is a solution, since so many records fail at its upper corner. */
static void
check_infeasible (RecordedProof *proof, const ProofBox *part, guint64 n_necessary)
{
  DeidVerdict verdict;

  evaluate (proof, part->hi, &verdict);
  ck_assert (!deid_verdict_is_feasible (&verdict, proof->prepared));
  ck_assert_uint_eq (n_necessary, verdict.n_necessary);
  for (guint rank = 0; rank < proof->n_policies; rank++)
    if (is_in_box (proof, rank, part))
      ck_assert (!proof->verdicts[rank].is_solution);
}

/* The objective at @lo if S° of @hi were suppressed, row by row. */
static double
compute_bound (RecordedProof *proof, const DeidLevel *lo, const DeidLevel *hi)
{
  const DeidPreparedProblem *prepared = proof->prepared;
  DeidLossSums sums[MAX_ATTRIBUTES] = { { 0 } };
  const DeidRecoding *recodings[MAX_ATTRIBUTES];
  DeidVerdict verdict;

  for (guint a = 0; a < prepared->lattice->n_attributes; a++)
    recodings[a] = deid_attribute_get_recoding (&prepared->attributes[a], lo);
  evaluate (proof, hi, &verdict);
  for (guint64 row = 0; row < prepared->rows.n; row++)
    if (proof->evaluator.judgement.verdicts[proof->evaluator.grouping.class_of_row[row]]
        == DEID_CLASS_FAILS_NECESSARY)
      deid_loss_add_suppressed (&prepared->loss, &prepared->rows, row, recodings, sums);
  return deid_loss_relax (&prepared->loss,
                          deid_loss_measure (&prepared->loss, lo, sums, verdict.necessary_weight));
}

/* No policy of the part comes before the best, whose upper corner is that of the box or below. */
static void
check_bounded (RecordedProof *proof, const ProofBox *part, const DeidLevel *hi, double bound)
{
  const DeidVerdict *best = &proof->verdicts[proof->best];

  ck_assert (bound == compute_bound (proof, part->lo, hi));
  ck_assert (
      bound > best->objective
      || (bound == best->objective
          && deid_levels_compare (part->lo, proof->levels[proof->best], proof->n_dimensions) >= 0));
  for (guint rank = 0; rank < proof->n_policies; rank++)
    if (is_in_box (proof, rank, part) && proof->verdicts[rank].is_solution)
      {
        ck_assert (bound <= proof->verdicts[rank].objective);
        ck_assert (!is_before (proof, rank, proof->best));
      }
}

/* Counts an event. Returns: whether it succeeds. */
static gboolean
see (RecordedProof *proof, guint event, GError **error)
{
  const gboolean is_last = proof->n_seen++ == proof->fail_at;

  proof->n_events[event]++;
  ck_assert (proof->failure == NULL || proof->n_seen <= proof->fail_at + 1);
  if (is_last && proof->cancelled != NULL)
    g_cancellable_cancel (proof->cancelled);
  if (!is_last || proof->failure == NULL)
    return TRUE;
  *error = g_error_copy (proof->failure);
  return FALSE;
}

static gboolean
split (gpointer data, guint dimension, guint level, GError **error)
{
  RecordedProof *proof = data;
  ProofBox *below = get_current (proof), *above = below + 1;

  ck_assert_uint_lt (dimension, proof->n_dimensions);
  ck_assert (below->lo[dimension] <= level && level < below->hi[dimension]);
  ck_assert_uint_lt (proof->n_open, MAX_OPEN);
  *above = *below;
  below->hi[dimension] = (DeidLevel) level;
  above->lo[dimension] = (DeidLevel) (level + 1);
  proof->n_open++;
  return see (proof, SPLIT, error);
}

static gboolean
cut (gpointer data, guint dimension, guint level, const DeidVerdict *corner, GError **error)
{
  RecordedProof *proof = data;
  ProofBox *box = get_current (proof), below = *box;

  ck_assert_uint_lt (dimension, proof->n_dimensions);
  ck_assert (below.lo[dimension] <= level && level < below.hi[dimension]);
  below.hi[dimension] = (DeidLevel) level;
  assert_open (proof, &below);
  check_infeasible (proof, &below, corner->n_necessary);
  settle (proof, &below);
  box->lo[dimension] = (DeidLevel) (level + 1);
  return see (proof, CUT, error);
}

static gboolean
lower (gpointer data, const DeidLevel *ceiling, const double *bounds, GError **error)
{
  RecordedProof *proof = data;
  ProofBox *box = get_current (proof);
  gboolean is_lower = FALSE;

  assert_open (proof, box);
  for (guint d = 0; d < proof->n_dimensions; d++)
    {
      ProofBox part = *box;

      ck_assert (box->lo[d] <= ceiling[d] && ceiling[d] <= box->hi[d]);
      if (ceiling[d] == box->hi[d])
        continue;
      is_lower = TRUE;
      part.lo[d] = (DeidLevel) (ceiling[d] + 1);
      check_bounded (proof, &part, box->hi, bounds[d]);
      settle (proof, &part);
    }
  ck_assert (is_lower);
  memcpy (box->hi, ceiling, proof->n_dimensions * sizeof *ceiling);
  return see (proof, LOWER, error);
}

/* Closes the current box. */
static void
close_box (RecordedProof *proof, ProofBox *box)
{
  *box = *get_current (proof);
  assert_open (proof, box);
  settle (proof, box);
  proof->n_open--;
}

static gboolean
settle_infeasible (gpointer data, const DeidVerdict *hi, GError **error)
{
  RecordedProof *proof = data;
  ProofBox box;

  close_box (proof, &box);
  check_infeasible (proof, &box, hi->n_necessary);
  return see (proof, SETTLE_INFEASIBLE, error);
}

static gboolean
settle_bounded (gpointer data, double bound, GError **error)
{
  RecordedProof *proof = data;
  ProofBox box;

  close_box (proof, &box);
  check_bounded (proof, &box, box.hi, bound);
  return see (proof, SETTLE_BOUNDED, error);
}

static gboolean
settle_policy (gpointer data, const DeidVerdict *verdict, GError **error)
{
  RecordedProof *proof = data;
  ProofBox box;
  DeidVerdict expected;

  close_box (proof, &box);
  ck_assert (memcmp (box.lo, box.hi, proof->n_dimensions * sizeof *box.lo) == 0);
  evaluate (proof, box.hi, &expected);
  ck_assert_uint_eq (verdict->n_suppressed, expected.n_suppressed);
  ck_assert_uint_eq (verdict->n_necessary, expected.n_necessary);
  ck_assert (verdict->is_solution == expected.is_solution);
  ck_assert (!expected.is_solution || verdict->objective == expected.objective);
  return see (proof, SETTLE_POLICY, error);
}

const DeidProofFuncs recorded_proof_funcs = { .split = split,
                                              .cut = cut,
                                              .lower = lower,
                                              .settle_infeasible = settle_infeasible,
                                              .settle_bounded = settle_bounded,
                                              .settle_policy = settle_policy };
