/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/certificate-event.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "certificate/certificate-private.h"
#include "certificate/cut-check.h"

#include <string.h>

/* The events of a certificate, each with the reason that it states. */

gboolean
deid_proof_check_init (DeidProofCheck *check, const DeidPreparedProblem *prepared,
                       const DeidLevel *optimum, const DeidStop *stop, GError **error)
{
  *check = (DeidProofCheck){
    .prepared = prepared, .optimum = optimum, .stop = stop, .n_evaluated = 1
  };
  return deid_new_arrays (error, DEID_NEW (check->probe, prepared->lattice->n_dimensions),
                          DEID_NEW (check->counts, prepared->privacy.n_models),
                          DEID_NEW (check->multipliers, prepared->lattice->n_attributes + 1),
                          DEID_NEW (check->box_lo, prepared->lattice->n_dimensions),
                          DEID_NEW (check->box_hi, prepared->lattice->n_dimensions))
         && deid_walk_init (&check->walk, prepared->lattice, error)
         && deid_plain_evaluator_init (&check->corner, prepared, error)
         && deid_plain_evaluator_init (&check->side, prepared, error);
}

void
deid_proof_check_clear (DeidProofCheck *check)
{
  deid_walk_clear (&check->walk);
  deid_evaluator_clear (&check->corner.base);
  deid_evaluator_clear (&check->side.base);
  deid_cut_check_clear (&check->cuts);
  deid_free_arrays (check->probe, check->counts, check->multipliers, check->box_lo, check->box_hi);
}

gboolean
deid_proof_check_read_prices (DeidProofCheck *check, const DeidJsonValue *root, GError **error)
{
  return deid_cut_check_init (&check->cuts, check->prepared, check->objective, root, check->stop,
                              error);
}

/* Reads a dimension and a level. */
static gboolean
read_place (const DeidJsonValue *value, guint64 *dimension, guint64 *level, GError **error)
{
  const DeidJsonValue *place = deid_event_read_array (value, 2, error);

  return place != NULL && deid_event_read_count (place, dimension, error)
         && deid_event_read_count (place + 1, level, error);
}

static gboolean
certificate_event_compare_numbers (const DeidProofCheck *check, double stated, double found,
                                   const char *what, GError **error)
{
  if (stated == found
      || (deid_certificate_has_powers (&check->prepared->loss)
          && deid_certificate_nearly_equal (stated, found)))
    return TRUE;
  return deid_event_refuse (error, "%s of %s is stated, %s is found", what, DEID_DECIMAL (stated),
                            DEID_DECIMAL (found));
}

static gboolean
certificate_event_evaluate (DeidProofCheck *check, DeidPlainEvaluator *corner,
                            const DeidLevel *levels, GError **error)
{
  const gsize size = check->prepared->lattice->n_dimensions * sizeof *levels;
  const gboolean is_known
      = deid_plain_evaluator_is_at (corner, levels) || memcmp (check->optimum, levels, size) == 0;

  check->n_evaluated += is_known ? 0 : 1;
  return deid_plain_evaluator_set (corner, levels, check->stop, error);
}

/* Evaluates the upper corner of the box at hand. */
static gboolean
proof_check_evaluate_corner (DeidProofCheck *check, GError **error)
{
  return certificate_event_evaluate (check, &check->corner, check->walk.hi, error);
}

/* Checks how many records fail the superset-closed part of each model. */
static gboolean
check_models (DeidProofCheck *check, DeidPlainEvaluator *corner, const DeidJsonValue *value,
              GError **error)
{
  const DeidPreparedModels *privacy = &check->prepared->privacy;
  const DeidJsonValue *models = deid_event_read_array (value, privacy->n_models, error);

  if (models == NULL
      || !deid_plain_evaluator_count_by_model (corner, check->stop, check->counts, error))
    return FALSE;
  for (guint i = 0; i < privacy->n_models; i++)
    {
      g_autofree char *what
          = g_strconcat ("records to suppress by ", privacy->models[i].model->shown, NULL);
      guint64 stated;

      if (!deid_event_read_count (&models[i], &stated, error)
          || !deid_event_compare_counts (stated, check->counts[i], what, error))
        return FALSE;
    }
  return TRUE;
}

/* Checks how many classes of the population alone an event says to fail; none if it is silent. */
static gboolean
check_unmatched (const DeidPlainEvaluator *corner, const DeidJsonValue *event, GError **error)
{
  guint64 stated = 0;

  return (deid_json_get_member (event, "unmatched") == NULL
          || deid_event_read_count (deid_json_get_member (event, "unmatched"), &stated, error))
         && deid_event_compare_counts (stated, corner->verdict.n_unmatched,
                                       "failing classes of the population alone", error);
}

/* Checks which group an event says to exceed its limit, and by how many records; none if it is
 * silent. A group is named by a column with such a limit and the first row that is in it. */
static gboolean
check_group (const DeidProofCheck *check, const DeidPlainEvaluator *corner,
             const DeidJsonValue *event, GError **error)
{
  const DeidGroupExcess *excess = &corner->verdict.excess;
  const DeidJsonValue *value = deid_json_get_member (event, "group"), *group;
  const guint64 found_row
      = excess->n_records > 0
            ? deid_groups_get_row (&check->prepared->groups, excess->column, excess->code)
            : 0;
  guint64 column = 0, row = 0, stated = 0;

  if (value != NULL
      && ((group = deid_event_read_array (value, 3, error)) == NULL
          || !deid_event_read_count (&group[0], &column, error)
          || !deid_event_read_count (&group[1], &row, error)
          || !deid_event_read_count (&group[2], &stated, error)))
    return FALSE;
  if (stated > 0 && (column != excess->column || row != found_row))
    return deid_event_refuse (
        error,
        "column %" G_GUINT64_FORMAT " and row %" G_GUINT64_FORMAT
        " are stated of a group, those of the first that exceeds its limit are expected",
        column, row);
  return deid_event_compare_counts (stated, excess->n_records,
                                    "records beyond the limit of a group", error);
}

/* Checks that no specialization of the corner is a solution, since too many records fail the
 * superset-closed part of the models, of the table or of a group, or some class of the population
 * alone fails, and how many fail that part of each. */
static gboolean
check_infeasible (DeidProofCheck *check, DeidPlainEvaluator *corner, guint64 stated,
                  const DeidJsonValue *event, GError **error)
{
  if (!deid_event_compare_counts (stated, corner->verdict.n_needed, "records to suppress", error)
      || !check_unmatched (corner, event, error) || !check_group (check, corner, event, error))
    return FALSE;
  if (deid_verdict_is_feasible (&corner->verdict, check->prepared))
    return deid_event_refuse (error,
                              "%" G_GUINT64_FORMAT
                              " records to suppress are within the limit of %" G_GUINT64_FORMAT,
                              stated, check->prepared->limit);
  return check_models (check, corner, deid_json_get_member (event, "models"), error);
}

/* Checks that no policy with this objective, from @lower upwards, comes before the optimum. */
static gboolean
certificate_event_check_order (const DeidProofCheck *check, double objective,
                               const DeidLevel *lower, GError **error)
{
  if (deid_policy_comes_first (check->optimum, check->objective, lower, objective,
                               check->walk.n_dimensions))
    return TRUE;
  return deid_event_refuse (error, "%s does not show that the optimum, %s, comes first",
                            DEID_DECIMAL (objective), DEID_DECIMAL (check->objective));
}

#define ALL_SHARES (1 << 15)

static gboolean
read_multipliers (DeidProofCheck *check, const DeidJsonValue *value, GError **error)
{
  const guint n = deid_cut_prices_count_multipliers (check->prepared);
  const DeidJsonValue *multipliers = deid_event_read_array (value, n, error);
  guint64 sum = 0;

  if (multipliers == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!deid_event_read_count (&multipliers[i], &check->multipliers[i], error))
        return FALSE;
      if (check->multipliers[i] > G_MAXUINT16)
        return deid_event_refuse (error, "expected multipliers of at most 65535");
      sum += i + 1 < n ? check->multipliers[i] : 0;
    }
  return sum <= ALL_SHARES
         || deid_event_refuse (error, "the shares are more than %d together", ALL_SHARES);
}

static gboolean
bound (DeidProofCheck *check, const DeidJsonValue *multipliers, GError **error)
{
  return read_multipliers (check, multipliers, error) && proof_check_evaluate_corner (check, error)
         && deid_cut_check_bound (&check->cuts, &check->corner, check->walk.lo, check->multipliers,
                                  check->stop, error);
}

/* Checks a bound that is stated for the policies of the box from @lower upwards. */
static gboolean
certificate_event_check_bound (DeidProofCheck *check, double stated, const DeidLevel *lower,
                               GError **error)
{
  double bound;

  return certificate_event_evaluate (check, &check->corner, check->walk.hi, error)
         && deid_plain_evaluator_get_bound (&check->corner, lower, check->stop, &bound, error)
         && certificate_event_compare_numbers (check, stated, bound, "a bound", error)
         && certificate_event_check_order (check, bound, lower, error);
}

static gboolean
check_split (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  guint64 dimension, level;

  return read_place (deid_json_get_member (event, "split"), &dimension, &level, error)
         && deid_walk_split (&check->walk, dimension, level, error);
}

static gboolean
check_cut (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  const DeidWalk *walk = &check->walk;
  guint64 dimension, level, n_necessary;

  if (!read_place (deid_json_get_member (event, "cut"), &dimension, &level, error)
      || !deid_event_read_count (deid_json_get_member (event, "necessary"), &n_necessary, error)
      || !deid_walk_check (walk, dimension, level, error))
    return FALSE;
  memcpy (check->probe, walk->hi, walk->n_dimensions * sizeof *check->probe);
  check->probe[dimension] = (DeidLevel) level;
  return certificate_event_evaluate (check, &check->side, check->probe, error)
         && check_infeasible (check, &check->side, n_necessary, event, error)
         && deid_walk_cut (&check->walk, dimension, level, error);
}

/* One dimension of those that are lowered, behind those up to @after. */
static gboolean
check_ceiling (DeidProofCheck *check, const DeidJsonValue *value, guint64 *dimension,
               guint64 *ceiling, GError **error)
{
  const DeidWalk *walk = &check->walk;
  const DeidJsonValue *entry = deid_event_read_array (value, 3, error);
  double bound;

  if (entry == NULL || !deid_event_read_count (&entry[0], dimension, error)
      || !deid_event_read_count (&entry[1], ceiling, error)
      || !deid_event_read_number (&entry[2], &bound, error)
      || !deid_walk_check (walk, *dimension, *ceiling, error))
    return FALSE;
  memcpy (check->probe, walk->lo, walk->n_dimensions * sizeof *check->probe);
  check->probe[*dimension] = (DeidLevel) (*ceiling + 1);
  return certificate_event_check_bound (check, bound, check->probe, error);
}

/* All bounds are of the box before any dimension is lowered. */
static gboolean
check_lower (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  const DeidJsonValue *entries = deid_json_get_member (event, "lower");
  const DeidJsonValue *entry = deid_json_enter (entries);
  const guint64 n = deid_json_is (entries, DEID_JSON_ARRAY) ? entries->n : 0;
  g_autofree guint64 *ceilings = NULL;
  guint64 dimension = 0, last = 0;

  if (n == 0 || n > check->walk.n_dimensions)
    return deid_event_refuse (
        error, "expected an array with an element for each dimension that is lowered");
  ceilings = deid_alloc (2 * n, sizeof *ceilings, error);
  if (ceilings == NULL)
    return FALSE;
  for (guint64 i = 0; i < n; i++, entry = deid_json_skip (entry))
    {
      if (!check_ceiling (check, entry, &dimension, &ceilings[2 * i + 1], error))
        return FALSE;
      if (i > 0 && dimension <= last)
        return deid_event_refuse (error, "expected dimensions in ascending order");
      ceilings[2 * i] = last = dimension;
    }
  for (guint64 i = 0; i < n; i++)
    if (!deid_walk_lower (&check->walk, ceilings[2 * i], ceilings[2 * i + 1], error))
      return FALSE;
  return TRUE;
}

static gboolean
certificate_event_settle_infeasible (DeidProofCheck *check, const DeidJsonValue *event,
                                     GError **error)
{
  guint64 n_necessary;

  return deid_event_read_count (deid_json_get_member (event, "infeasible"), &n_necessary, error)
         && certificate_event_evaluate (check, &check->corner, check->walk.hi, error)
         && check_infeasible (check, &check->corner, n_necessary, event, error)
         && deid_walk_settle (&check->walk, error);
}

static gboolean
certificate_event_settle_bounded (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  double bound;

  return deid_event_read_number (deid_json_get_member (event, "bounded"), &bound, error)
         && certificate_event_check_bound (check, bound, check->walk.lo, error)
         && deid_walk_settle (&check->walk, error);
}

/* Evaluates the only policy of the box. */
static gboolean
certificate_event_evaluate_policy (DeidProofCheck *check, const DeidJsonValue *n_suppressed,
                                   GError **error)
{
  const DeidWalk *walk = &check->walk;
  guint64 stated;

  if (!deid_event_read_count (n_suppressed, &stated, error))
    return FALSE;
  if (memcmp (walk->lo, walk->hi, walk->n_dimensions * sizeof *walk->lo) != 0)
    return deid_event_refuse (error, "expected a box that is a single policy");
  return certificate_event_evaluate (check, &check->corner, walk->hi, error)
         && deid_event_compare_counts (stated, check->corner.verdict.n_suppressed,
                                       "suppressed records", error);
}

static gboolean
settle_no_solution (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  if (!certificate_event_evaluate_policy (check, deid_json_get_member (event, "no_solution"), error)
      || !check_unmatched (&check->corner, event, error)
      || !check_group (check, &check->corner, event, error))
    return FALSE;
  if (check->corner.verdict.is_solution)
    return deid_event_refuse (error, "the policy is a solution");
  return deid_walk_settle (&check->walk, error);
}

static gboolean
settle_solution (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  double stated, objective;

  if (!deid_event_read_number (deid_json_get_member (event, "objective"), &stated, error)
      || !certificate_event_evaluate_policy (check, deid_json_get_member (event, "solution"),
                                             error))
    return FALSE;
  if (!check->corner.verdict.is_solution)
    return deid_event_refuse (error, "the policy is no solution");
  return deid_plain_evaluator_get_objective (&check->corner, check->stop, &objective, error)
         && certificate_event_compare_numbers (check, stated, objective, "an objective", error)
         && certificate_event_check_order (check, objective, check->walk.hi, error)
         && deid_walk_settle (&check->walk, error);
}

/* Reasons of no solution may have others beside them. */
static const char *const other_reasons[] = { "unmatched", "group" };

/* Which lattices have events of a kind. */
typedef enum
{
  OF_ANY,
  OF_LEVELS,
  OF_CUTS
} EventLattice;

/* Tells whether all policies of the box give a node more than level 0, or than its floor. */
static gboolean
cut_event_is_merged (const DeidProofCheck *check, const DeidCutBlocks *blocks, guint64 node)
{
  const guint d = blocks->dimensions[node];

  return d != G_MAXUINT && check->walk.lo[d] > 0;
}

/* Tells whether a node is below another one. */
static gboolean
cut_event_is_below (const DeidCutBlocks *blocks, guint64 node, guint64 other)
{
  for (guint64 above = blocks->parents[node]; above < blocks->n_blocks;
       above = blocks->parents[above])
    if (above == other)
      return TRUE;
  return FALSE;
}

static gboolean
is_raised (const DeidProofCheck *check, const DeidCutBlocks *blocks, guint64 node)
{
  const guint d = blocks->dimensions[node];

  return d != G_MAXUINT && check->walk.lo[d] > check->prepared->lattice->floors[d];
}

/* Tells whether a node is below one that all policies of the box merge, or above one that all of
 * them raise from its floor. */
static gboolean
is_without_meaning (const DeidProofCheck *check, const DeidCutBlocks *blocks, guint64 node)
{
  for (guint64 other = 0; other < blocks->n_blocks; other++)
    if ((cut_event_is_merged (check, blocks, other) && cut_event_is_below (blocks, node, other))
        || (is_raised (check, blocks, other) && cut_event_is_below (blocks, other, node)))
      return TRUE;
  return FALSE;
}

/* Tells whether no policy of the box with more than a level in a dimension comes first: the node
 * has no value below, or another policy with less makes the same of the data. */
static gboolean
cut_event_is_needless (const DeidProofCheck *check, guint dimension)
{
  const DeidLattice *lattice = check->prepared->lattice;
  const DeidCutBlocks *blocks = &check->cuts.blocks[lattice->dimension_attribute[dimension]];

  if (blocks->has_runs || blocks->attribute->cuts == NULL)
    return FALSE;
  for (guint64 node = 0; node < blocks->n_blocks; node++)
    if (blocks->dimensions[node] == dimension)
      return is_without_meaning (check, blocks, node);
  return TRUE;
}

static gboolean
cut_event_check_needless (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  const DeidJsonValue *entries = deid_json_get_member (event, "needless");

  if (!deid_json_is (entries, DEID_JSON_ARRAY) || entries->n == 0)
    return deid_event_refuse (error, "expected an array of dimensions");
  for (guint64 i = 0; i < entries->n; i++)
    {
      const DeidJsonValue *entry = &entries[1 + i];
      guint64 dimension;

      if (!deid_event_read_count (entry, &dimension, error)
          || !deid_walk_check (&check->walk, dimension, 0, error))
        return FALSE;
      if (!cut_event_is_needless (check, (guint) dimension))
        return deid_event_refuse (
            error, "dimension %" G_GUINT64_FORMAT " makes a difference to the data in the box",
            dimension);
      if (!deid_walk_lower (&check->walk, dimension, 0, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_exceeds (const DeidProofCheck *check, gint64 units, GError **error)
{
  return units > check->cuts.prices.threshold
         || deid_event_refuse (error,
                               "a bound of %" G_GINT64_FORMAT
                               " units does not exceed the threshold of %" G_GINT64_FORMAT,
                               units, check->cuts.prices.threshold);
}

/* One dimension of those that are narrowed, and what is left of its levels. */
static gboolean
check_left (DeidProofCheck *check, const DeidJsonValue *value, guint64 *dimension, GError **error)
{
  const DeidWalk *walk = &check->walk;
  const DeidJsonValue *entry = deid_event_read_array (value, 3, error);
  guint64 lo, hi;

  if (entry == NULL || !deid_event_read_count (&entry[0], dimension, error)
      || !deid_event_read_count (&entry[1], &lo, error)
      || !deid_event_read_count (&entry[2], &hi, error)
      || !deid_walk_check_left (walk, *dimension, lo, hi, error))
    return FALSE;
  for (guint level = check->box_lo[*dimension]; level <= check->box_hi[*dimension]; level++)
    if ((level < lo || level > hi)
        && !check_exceeds (
            check,
            deid_cut_check_get_value (&check->cuts, check->box_lo, (guint) *dimension, level),
            error))
      return FALSE;
  return deid_walk_leave (&check->walk, *dimension, lo, hi, error);
}

/* All bounds are of the box before any dimension is narrowed. */
static gboolean
cut_event_check_narrow (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  const DeidJsonValue *entries = deid_json_get_member (event, "narrow");
  const DeidJsonValue *entry = deid_json_enter (entries);
  const gsize size = check->walk.n_dimensions * sizeof *check->box_lo;
  guint64 dimension = 0, before = 0;

  if (!deid_json_is (entries, DEID_JSON_ARRAY) || entries->n == 0)
    return deid_event_refuse (error, "expected an array of dimensions that are narrowed");
  if (!bound (check, deid_json_get_member (event, "by"), error))
    return FALSE;
  memcpy (check->box_lo, check->walk.lo, size);
  memcpy (check->box_hi, check->walk.hi, size);
  for (guint64 i = 0; i < entries->n; i++, entry = deid_json_skip (entry))
    {
      before = dimension;
      if (!check_left (check, entry, &dimension, error))
        return FALSE;
      if (i > 0 && dimension <= before)
        return deid_event_refuse (error, "expected dimensions in ascending order");
    }
  return TRUE;
}

static gboolean
cut_event_settle_exceeding (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  return bound (check, deid_json_get_member (event, "exceeding"), error)
         && check_exceeds (check, check->cuts.bound, error)
         && deid_walk_settle (&check->walk, error);
}

static const struct
{
  EventLattice lattice;
  const char *members[4]; /* as many as there are, and NULL */
  gboolean may_have_others;
  gboolean (*check) (DeidProofCheck *check, const DeidJsonValue *event, GError **error);
} events[] = {
  { OF_ANY, { "split" }, FALSE, check_split },
  { OF_ANY, { "cut", "necessary", "models" }, TRUE, check_cut },
  { OF_LEVELS, { "lower" }, FALSE, check_lower },
  { OF_ANY, { "infeasible", "models" }, TRUE, certificate_event_settle_infeasible },
  { OF_LEVELS, { "bounded" }, FALSE, certificate_event_settle_bounded },
  { OF_ANY, { "no_solution" }, TRUE, settle_no_solution },
  { OF_ANY, { "solution", "objective" }, FALSE, settle_solution },
  { OF_CUTS, { "needless" }, FALSE, cut_event_check_needless },
  { OF_CUTS, { "narrow", "by" }, FALSE, cut_event_check_narrow },
  { OF_CUTS, { "exceeding" }, FALSE, cut_event_settle_exceeding },
};

/* Tells whether an event has the members of a kind, and no other. */
static gboolean
has_members (const DeidJsonValue *event, guint kind)
{
  const char *const *members = events[kind].members;
  guint n = 0;

  for (; members[n] != NULL; n++)
    if (deid_json_get_member (event, members[n]) == NULL)
      return FALSE;
  for (guint i = 0; events[kind].may_have_others && i < G_N_ELEMENTS (other_reasons); i++)
    if (deid_json_get_member (event, other_reasons[i]) != NULL)
      n++;
  return event->n == n;
}

gboolean
deid_proof_check_event (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  const gboolean is_cut = deid_lattice_is_cut (check->prepared->lattice);

  if (check->walk.is_complete)
    return deid_event_refuse (error, "expected the end, since all boxes are settled");
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    if (events[i].lattice != (is_cut ? OF_LEVELS : OF_CUTS) && has_members (event, i))
      return events[i].check (check, event, error);
  if (is_cut)
    return deid_event_refuse (error,
                              "expected a member split, cut with necessary and models, needless, "
                              "narrow with by, infeasible with models, exceeding, no_solution, or "
                              "solution with objective, and no other but unmatched and group");
  return deid_event_refuse (
      error, "expected a member split, cut with necessary and models, lower, infeasible "
             "with models, bounded, no_solution, or solution with objective, and no "
             "other but unmatched and group");
}
