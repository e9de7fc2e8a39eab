/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "frontier/profile.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

static gboolean
profile_groups_init (DeidProfileGroups *groups, const DeidPreparedProblem *prepared, GError **error)
{
  *groups = (DeidProfileGroups){ .prepared = prepared };
  return deid_new_arrays (error, DEID_NEW (groups->suppressed, prepared->groups.n_values),
                          DEID_NEW (groups->necessary, prepared->groups.n_values));
}

static void
profile_groups_clear (DeidProfileGroups *groups)
{
  deid_free_arrays (groups->suppressed, groups->necessary);
}

/* Adds a row to its groups. */
static void
profile_groups_count_row (DeidProfileGroups *groups, guint64 row, gboolean is_suppressed,
                          gboolean is_necessary)
{
  const DeidPreparedProblem *prepared = groups->prepared;
  const guint64 *allowed = prepared->groups.allowed;
  const guint64 weight = deid_rows_get_weight (&prepared->rows, row);

  for (guint i = 0; i < prepared->groups.n_columns; i++)
    {
      const DeidGroupColumn *column = &prepared->groups.columns[i];
      const guint64 value
          = column->first + deid_codes_get (prepared->tables.own.codes[column->codes], row);

      groups->suppressed[value] += is_suppressed ? weight : 0;
      groups->necessary[value] += is_necessary ? weight : 0;
      groups->may_solve = groups->may_solve && groups->suppressed[value] <= allowed[value];
      groups->may_go_on = groups->may_go_on && groups->necessary[value] <= allowed[value];
    }
}

/* Rows that were removed are in cells behind the others. */
static guint8
get_verdict (const DeidRefiningEvaluator *refiner, guint64 row)
{
  const guint32 cell = deid_cells_get (&refiner->cells, row);

  return cell < refiner->cells.n_cells ? refiner->judgement.verdicts[cell]
                                       : DEID_CLASS_FAILS_NECESSARY;
}

/* Begins with what is suppressed at the least strictness. Complexity: O(rows x columns with a
 * limit). */
static void
profile_groups_start (DeidProfileGroups *groups, const DeidRefiningEvaluator *refiner)
{
  const DeidPreparedProblem *prepared = groups->prepared;
  const guint64 n_bytes = prepared->groups.n_values * sizeof *groups->suppressed;

  memset (groups->suppressed, 0, n_bytes);
  memset (groups->necessary, 0, n_bytes);
  groups->may_solve = groups->may_go_on = TRUE;
  for (guint64 row = 0; row < prepared->rows.n; row++)
    {
      const guint8 verdict = get_verdict (refiner, row);

      if (verdict != DEID_CLASS_PASSES)
        profile_groups_count_row (groups, row, TRUE, verdict == DEID_CLASS_FAILS_NECESSARY);
    }
}

/* Of these rows those of classes that fail are suppressed anyway. */
static void
profile_groups_join (DeidProfileGroups *groups, const DeidRefiningEvaluator *refiner,
                     const guint32 *rows, guint64 n_rows)
{
  for (guint64 i = 0; i < n_rows; i++)
    profile_groups_count_row (groups, rows[i], get_verdict (refiner, rows[i]) == DEID_CLASS_PASSES,
                              TRUE);
}

/* Over k, one evaluation tells of all k at once: the problem has the least k among its models, so
 * S° has what fails there. What remains are classes, each of which joins S° when k exceeds its
 * persons. Sorted by that they make the pieces of the profile, whose sums are cumulated. Classes
 * that fail another model without being in S° are suppressed at any k.
 *
 * Limits of groups end the profile where S° exceeds one of them, and the candidacy of the policy
 * where what it suppresses does.
 *
 * Over limits there is one piece: the same records are suppressed whatever the limit is, and a
 * limit below their number tells that the policy is no solution. */

void
deid_profile_clear (DeidProfile *profile)
{
  deid_free_arrays (profile->pieces, profile->covered);
}

gboolean
deid_profiler_init (DeidProfiler *profiler, const DeidFrontierRange *range,
                    DeidRefiningEvaluator *refiner, DeidStairs *stairs, GError **error)
{
  const DeidPreparedProblem *prepared = refiner->prepared;

  *profiler = (DeidProfiler){
    .prepared = prepared, .refiner = refiner, .stairs = stairs, .range = *range
  };
  if (!range->is_k)
    return TRUE;
  return deid_new_arrays (error, DEID_NEW (profiler->slot_of, range->n),
                          DEID_NEW (profiler->rows, prepared->rows.n),
                          DEID_NEW (profiler->listed, prepared->rows.n),
                          DEID_NEW (profiler->sums, prepared->lattice->n_attributes))
         && profile_groups_init (&profiler->groups, prepared, error);
}

void
deid_profiler_clear (DeidProfiler *profiler)
{
  deid_free_arrays (profiler->slots, profiler->slot_of, profiler->joins, profiler->rows,
                    profiler->listed, profiler->failing_records, profiler->failing_sums,
                    profiler->sums);
  profile_groups_clear (&profiler->groups);
}

/* Adds records to the slot of a strictness, which is made unless it is there. */
static gboolean
add_to_slot (DeidProfiler *profiler, guint64 strictness, guint64 n_records, GError **error)
{
  guint32 *number = &profiler->slot_of[strictness];

  if (*number == 0)
    {
      if (!deid_grow_list (profiler, slots, profiler->n_slots + 1, error))
        return FALSE;
      profiler->slots[profiler->n_slots] = (DeidProfileSlot){ .first = strictness };
      *number = (guint32) ++profiler->n_slots;
    }
  profiler->slots[*number - 1].n_records += n_records;
  return TRUE;
}

/* Finds for each cell that is not in S° when it joins, if that is before @end. */
static gboolean
fill_slots (DeidProfiler *profiler, guint64 first, guint64 end, GError **error)
{
  const DeidCells *cells = &profiler->refiner->cells;
  DeidJudgement *judgement = &profiler->refiner->judgement;

  profiler->n_slots = 0;
  if (!add_to_slot (profiler, first, 0, error)
      || !deid_grow_list (profiler, joins, cells->n_cells, error))
    return FALSE;
  for (guint32 cell = 0; cell < cells->n_cells; cell++)
    {
      DeidClass eq_class;
      guint64 joins;

      profiler->joins[cell] = DEID_NO_CLASS;
      if (cells->records[cell] == 0 || judgement->verdicts[cell] == DEID_CLASS_FAILS_NECESSARY)
        continue;
      eq_class = deid_judgement_view (judgement, cell);
      joins = MAX (deid_class_get_n_persons (&eq_class) + 1 - profiler->range.origin, first);
      if (joins >= end)
        continue;
      if (!add_to_slot (profiler, joins, cells->records[cell], error))
        return FALSE;
      profiler->joins[cell] = (guint32) joins;
    }
  return TRUE;
}

static int
compare_slots (gconstpointer a, gconstpointer b)
{
  const guint64 first = ((const DeidProfileSlot *) a)->first;
  const guint64 second = ((const DeidProfileSlot *) b)->first;

  return first < second ? -1 : first > second;
}

static void
sort_slots (DeidProfiler *profiler)
{
  qsort (profiler->slots, profiler->n_slots, sizeof *profiler->slots, compare_slots);
  for (guint64 s = 0; s < profiler->n_slots; s++)
    profiler->slot_of[profiler->slots[s].first] = (guint32) (s + 1);
}

static void
forget_slots (DeidProfiler *profiler)
{
  for (guint64 s = 0; s < profiler->n_slots; s++)
    profiler->slot_of[profiler->slots[s].first] = 0;
}

static gboolean
add_piece (DeidProfile *profile, guint64 first, guint64 n_necessary, GError **error)
{
  if (!deid_grow_list (profile, pieces, profile->n_pieces + 1, error))
    return FALSE;
  profile->pieces[profile->n_pieces++]
      = (DeidProfilePiece){ .first = first, .n_necessary = n_necessary };
  return TRUE;
}

static gboolean
profile_may_suppress (const DeidPreparedProblem *prepared, guint64 n_records)
{
  return n_records <= prepared->limit && n_records < prepared->n_records;
}

/* Makes a piece of each slot, up to the first one that is too much. */
static gboolean
make_pieces (const DeidProfiler *profiler, guint64 n_removed, guint64 end, DeidProfile *profile,
             GError **error)
{
  guint64 n_necessary = n_removed;

  profile->end = end;
  for (guint64 s = 0; s < profiler->n_slots; s++)
    {
      const DeidProfileSlot *slot = &profiler->slots[s];

      n_necessary += slot->n_records;
      if (!profile_may_suppress (profiler->prepared, n_necessary))
        {
          profile->end = slot->first;
          return TRUE;
        }
      if (!add_piece (profile, slot->first, n_necessary, error))
        return FALSE;
    }
  return TRUE;
}

/* Puts the number of its slot in the place of when each cell joins, or DEID_NO_CLASS if that is
 * behind the last piece. Rows that were removed are in cells behind the others. */
static gboolean
number_slots (DeidProfiler *profiler, guint64 n_pieces, GError **error)
{
  const DeidCells *cells = &profiler->refiner->cells;

  if (!deid_grow_list (profiler, joins, cells->n_slots, error))
    return FALSE;
  for (guint32 cell = 0; cell < cells->n_cells; cell++)
    if (profiler->joins[cell] != DEID_NO_CLASS)
      {
        const guint32 slot = profiler->slot_of[profiler->joins[cell]] - 1;

        profiler->joins[cell] = slot < n_pieces ? slot : DEID_NO_CLASS;
      }
  for (guint64 cell = cells->n_cells; cell < cells->n_slots; cell++)
    profiler->joins[cell] = DEID_NO_CLASS;
  return TRUE;
}

/* Lists the rows of the slots that became pieces, one slot after the other. There are few of them,
 * so that all rows are looked at once, without branches. */
static void
profile_list_rows (DeidProfiler *profiler, guint64 n_pieces)
{
  const DeidCells *cells = &profiler->refiner->cells;
  const guint64 n_rows = profiler->prepared->rows.n;
  guint64 *starts = profiler->failing_records;
  guint32 *listed = profiler->listed;
  guint64 n = 0, start = 0;

  for (guint64 row = 0; row < n_rows; row++)
    {
      listed[n] = (guint32) row;
      n += profiler->joins[deid_cells_get (cells, row)] != DEID_NO_CLASS ? 1 : 0;
    }
  memset (starts, 0, n_pieces * sizeof *starts);
  for (guint64 i = 0; i < n; i++)
    starts[profiler->joins[deid_cells_get (cells, listed[i])]]++;
  for (guint64 s = 0; s < n_pieces; s++)
    {
      profiler->slots[s].n_rows = starts[s];
      starts[s] = start;
      start += profiler->slots[s].n_rows;
    }
  for (guint64 i = 0; i < n; i++)
    profiler->rows[starts[profiler->joins[deid_cells_get (cells, listed[i])]]++] = listed[i];
}

/* Drops the pieces from the one on where S° exceeds the limit of a group, and finds at how many of
 * the others the policy exceeds none. */
static void
limit_groups (DeidProfiler *profiler, DeidProfile *profile)
{
  DeidProfileGroups *groups = &profiler->groups;
  const guint32 *rows = profiler->rows;
  const guint64 n_pieces = profile->n_pieces;

  profiler->n_solving = n_pieces;
  if (profiler->prepared->groups.n_columns == 0)
    return;
  profile_groups_start (groups, profiler->refiner);
  for (guint64 p = 0; p < n_pieces; p++)
    {
      profile_groups_join (groups, profiler->refiner, rows, profiler->slots[p].n_rows);
      rows += profiler->slots[p].n_rows;
      if (!groups->may_solve)
        profiler->n_solving = MIN (profiler->n_solving, p);
      if (!groups->may_go_on)
        {
          profile->n_pieces = p;
          profile->end = profiler->slots[p].first;
          return;
        }
    }
}

/* Sums up what each piece covers, that of the piece before included. */
static gboolean
profile_cover (DeidProfiler *profiler, const DeidRefined *refined, DeidProfile *profile,
               GError **error)
{
  const DeidLoss *loss = &profiler->prepared->loss;
  const guint64 *before = refined->covered;
  const guint32 *rows = profiler->rows;

  if (!deid_grow_list (profile, covered, profile->n_pieces * loss->n_levels, error))
    return FALSE;
  for (guint64 p = 0; p < profile->n_pieces; p++)
    {
      const DeidProfileSlot *slot = &profiler->slots[p];
      guint64 *covered = profile->covered + p * loss->n_levels;

      memcpy (covered, before, loss->n_levels * sizeof *covered);
      deid_loss_add_suppressed_up_to (loss, &profiler->prepared->rows, rows, slot->n_rows,
                                      slot->n_records, refined->levels, covered);
      rows += slot->n_rows;
      before = covered;
    }
  return TRUE;
}

/* Sums up, by slots, what fails without being in S°. What is in the slot @n_pieces joins behind the
 * last piece, or never. */
static gboolean
sum_failing (DeidProfiler *profiler, const DeidRefined *refined, guint64 n_pieces, GError **error)
{
  const DeidPreparedProblem *prepared = profiler->prepared;
  DeidRefiningEvaluator *refiner = profiler->refiner;
  const guint n_attributes = prepared->lattice->n_attributes;
  const DeidRecoding *const *recodings = deid_recoder_set (&refiner->recoder, refined->levels);

  if (!deid_grow_list (profiler, failing_sums, (n_pieces + 1) * n_attributes, error))
    return FALSE;
  memset (profiler->failing_records, 0, (n_pieces + 1) * sizeof *profiler->failing_records);
  memset (profiler->failing_sums, 0,
          (n_pieces + 1) * n_attributes * sizeof *profiler->failing_sums);
  for (guint64 row = 0;
       refined->verdict.n_suppressed > refined->verdict.n_necessary && row < prepared->rows.n;
       row++)
    {
      const guint32 cell = deid_cells_get (&refiner->cells, row);
      guint64 slot;

      if (cell >= refiner->cells.n_cells || refiner->judgement.verdicts[cell] != DEID_CLASS_FAILS)
        continue;
      slot = MIN (profiler->joins[cell], n_pieces);
      profiler->failing_records[slot] += deid_rows_get_weight (&prepared->rows, row);
      deid_loss_add_suppressed (&prepared->loss, &prepared->rows, row, recodings,
                                profiler->failing_sums + slot * n_attributes);
    }
  return TRUE;
}

/* Sets U of each attribute at a policy over S° in one piece. */
static void
profile_get_covered (const DeidProfiler *profiler, const DeidProfile *profile, guint64 piece,
                     const DeidLevel *levels)
{
  const DeidLoss *loss = &profiler->prepared->loss;
  const guint64 *covered = profile->covered + piece * loss->n_levels;

  for (guint a = 0; a < loss->n_attributes; a++)
    profiler->sums[a].covered
        = covered[loss->terms[a].first_level + levels[loss->attributes[a].first_dimension]];
}

/* Puts the policy on the stairs wherever it is a solution. What fails at a piece without being in
 * S° there is what joins later or never. */
static gboolean
consider_pieces (DeidProfiler *profiler, const DeidRefined *refined, const DeidProfile *profile,
                 GError **error)
{
  const DeidLoss *loss = &profiler->prepared->loss;
  guint64 n_failing = 0;

  if (!sum_failing (profiler, refined, profile->n_pieces, error))
    return FALSE;
  for (guint64 p = profile->n_pieces; p-- > 0;)
    {
      const DeidLossSums *later = profiler->failing_sums + (p + 1) * loss->n_attributes;
      DeidLossSums *own = profiler->failing_sums + p * loss->n_attributes;
      guint64 n_suppressed;

      n_failing += profiler->failing_records[p + 1];
      n_suppressed = profile->pieces[p].n_necessary + n_failing;
      profile_get_covered (profiler, profile, p, refined->levels);
      for (guint a = 0; a < loss->n_attributes; a++)
        {
          profiler->sums[a].covered += later[a].covered;
          own[a].covered += later[a].covered;
        }
      if (p < profiler->n_solving && profile_may_suppress (profiler->prepared, n_suppressed)
          && !deid_stairs_consider (
              profiler->stairs, profile->pieces[p].first, deid_profile_get_piece_end (profile, p),
              refined->levels,
              deid_loss_measure (loss, refined->levels, profiler->sums, n_suppressed), n_suppressed,
              error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run_over_k (DeidProfiler *profiler, const DeidRefined *refined, guint64 end, DeidProfile *profile,
            GError **error)
{
  sort_slots (profiler);
  if (!make_pieces (profiler, refined->verdict.n_necessary, end, profile, error)
      || !deid_grow_list (profiler, failing_records, profile->n_pieces + 1, error))
    return FALSE;
  if (profile->n_pieces == 0)
    return TRUE;
  if (!number_slots (profiler, profile->n_pieces, error))
    return FALSE;
  profile_list_rows (profiler, profile->n_pieces);
  limit_groups (profiler, profile);
  return profile->n_pieces == 0
         || (profile_cover (profiler, refined, profile, error)
             && consider_pieces (profiler, refined, profile, error));
}

static gboolean
run_over_limits (DeidProfiler *profiler, const DeidRefined *refined, guint64 first, guint64 end,
                 DeidProfile *profile, GError **error)
{
  const DeidVerdict *verdict = &refined->verdict;
  const guint64 limit = profiler->range.origin;

  profile->end = MIN (end, limit - verdict->n_needed + 1);
  if (profile->end <= first)
    return TRUE;
  return add_piece (profile, first, verdict->n_necessary, error)
         && (!verdict->is_solution
             || deid_stairs_consider (profiler->stairs, first,
                                      MIN (end, limit - verdict->n_suppressed + 1), refined->levels,
                                      verdict->objective, verdict->n_suppressed, error));
}

gboolean
deid_profiler_run (DeidProfiler *profiler, const DeidRefined *refined, gboolean feasible,
                   guint64 first, guint64 end, DeidProfile *profile, GError **error)
{
  gboolean success;

  profile->n_pieces = 0;
  profile->end = first;
  if (!feasible)
    return TRUE;
  if (!profiler->range.is_k)
    return run_over_limits (profiler, refined, first, end, profile, error);
  success = fill_slots (profiler, first, end, error)
            && run_over_k (profiler, refined, end, profile, error);
  forget_slots (profiler);
  return success;
}

gboolean
deid_profiler_get_bound (DeidProfiler *profiler, const DeidRefined *refined,
                         const DeidProfile *profile, guint64 piece, const DeidLevel *lower,
                         const DeidStop *stop, double *bound, GError **error)
{
  if (!profiler->range.is_k)
    return deid_refining_evaluator_get_bound (profiler->refiner, refined, lower, stop, bound,
                                              error);
  profile_get_covered (profiler, profile, piece, lower);
  *bound = deid_loss_get_bound_of_sums (&profiler->prepared->loss, lower, profiler->sums,
                                        profile->pieces[piece].n_necessary);
  return TRUE;
}
