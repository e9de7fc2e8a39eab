/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/improve.h"

#include "search/local/chains.h"
#include "search/local/parts.h"

/* The part of all steps, and steps for each record, that ruin and recreate takes at most. */
#define RUIN_PARTS    4
#define RUIN_A_RECORD 64

/* Comparisons of chains that count as a step. */
#define COMPARISONS_A_STEP 48

/* One of so many clusters is put together anew in a round, and rounds of each part of the table
 * between looks for clusters with the same nodes. */
#define CLUSTERS_A_KICK 16
#define ROUNDS_A_MERGE  16

/* How often a table is divided in parts for ruin and recreate, and for chains; these start from all
 * records the first few times. */
#define RUIN_DIVISIONS     2
#define CHAIN_DIVISIONS    5
#define IMPROVE_N_DESCENTS 2

typedef struct
{
  DeidLocalRuin *ruin;
  DeidLocalChoice choice;
  DeidLocalChains chains;
  guint64 first_step;
  guint64 n_steps; /* to be taken in all */
  guint64 n_rounds;
} Improvement;

static gboolean
improve_has_ended (const Improvement *improvement)
{
  return improvement->ruin->n_steps - improvement->first_step >= improvement->n_steps;
}

/* Follows chains from all that is pushed. */
static gboolean
improve_follow (Improvement *improvement, const DeidStop *stop, GError **error)
{
  DeidLocalRuin *ruin = improvement->ruin;
  DeidLocalChains *chains = &improvement->chains;
  const guint64 n_before = chains->n_compared;
  const guint64 n_left = improvement->n_steps - (ruin->n_steps - improvement->first_step);
  const gboolean success
      = deid_local_chains_follow (chains, n_left * COMPARISONS_A_STEP, stop, error);

  ruin->n_steps += MIN (n_left, (chains->n_compared - n_before) / COMPARISONS_A_STEP + 1);
  return success;
}

static void
refresh_all (Improvement *improvement)
{
  for (guint32 number = 0; number < improvement->ruin->clusters.n_places; number++)
    if (deid_local_clusters_get (&improvement->ruin->clusters, number)->first != DEID_LOCAL_NONE)
      deid_local_chains_refresh (&improvement->chains, number);
}

/* Follows chains from all records of a part of the table. */
static gboolean
improve_descend (Improvement *improvement, guint32 first, guint32 n, const DeidStop *stop,
                 GError **error)
{
  const DeidLocalClusters *clusters = &improvement->ruin->clusters;

  deid_local_choice_start (&improvement->choice);
  for (guint32 record = first; record < first + n; record++)
    deid_local_chains_push (&improvement->chains, clusters->records[record].cluster);
  return improve_follow (improvement, stop, error);
}

/* Puts a few clusters together anew. */
static void
kick (Improvement *improvement, guint32 first, guint32 n)
{
  DeidLocalPool *pool = &improvement->ruin->pool;

  if (!deid_local_ruin_plan_kick (improvement->ruin, first, n))
    return;
  deid_local_choice_commit (&improvement->choice, pool);
  for (guint32 d = 0; d < pool->n_drafts; d++)
    {
      const DeidLocalDraft *draft = deid_local_pool_get_draft (pool, d);

      if (draft->number == DEID_LOCAL_NONE)
        continue;
      deid_local_chains_refresh (&improvement->chains, draft->number);
      deid_local_chains_push (&improvement->chains, draft->number);
    }
}

static void
improve_choose (Improvement *improvement)
{
  DeidLocalChoice *choice = &improvement->choice;

  deid_local_choice_end (choice);
  for (guint32 i = 0; i < choice->n_changed; i++)
    {
      const guint32 numbers[] = { choice->changed[i].number, choice->changed[i].back };

      for (guint j = 0; j < G_N_ELEMENTS (numbers); j++)
        if (numbers[j] != DEID_LOCAL_NONE)
          deid_local_chains_refresh (&improvement->chains, numbers[j]);
    }
}

static gboolean
take_round (Improvement *improvement, guint32 first, guint32 n, const DeidStop *stop,
            GError **error)
{
  DeidLocalRuin *ruin = improvement->ruin;
  const guint64 n_kicks
      = (guint64) ruin->clusters.n_clusters * n / ruin->tuples.n_records / CLUSTERS_A_KICK + 1;
  gboolean success = TRUE;

  if (++improvement->n_rounds % (ROUNDS_A_MERGE * deid_local_ruin_count_parts (ruin)) == 0)
    {
      deid_local_clusters_merge (&ruin->clusters);
      refresh_all (improvement);
    }
  deid_local_tallies_forget (&ruin->pool.tallies);
  deid_local_choice_start (&improvement->choice);
  for (guint64 i = 0; success && i < n_kicks; i++)
    {
      kick (improvement, first, n);
      success = deid_local_judge_check (&ruin->judge, stop, error);
    }
  success = success && improve_follow (improvement, stop, error);
  improve_choose (improvement);
  if (ruin->report != NULL)
    ruin->report (ruin->report_data);
  return success;
}

/* Follows chains from all records, part by part. */
static gboolean
descend_all (Improvement *improvement, const DeidStop *stop, GError **error)
{
  const DeidLocalRuin *ruin = improvement->ruin;
  const guint n_parts = deid_local_ruin_count_parts (ruin);
  guint32 first, n;

  for (guint part = 0; part < n_parts && !improve_has_ended (improvement); part++)
    {
      deid_local_ruin_get_part (ruin, part, &first, &n);
      if (!improve_descend (improvement, first, n, stop, error))
        return FALSE;
    }
  return TRUE;
}

/* Takes rounds of one part after the other. */
static gboolean
take_rounds (Improvement *improvement, const DeidStop *stop, GError **error)
{
  const DeidLocalRuin *ruin = improvement->ruin;
  const guint n_parts = deid_local_ruin_count_parts (ruin);
  guint32 first, n;

  for (guint part = 0; !improve_has_ended (improvement); part = (part + 1) % n_parts)
    {
      deid_local_ruin_get_part (ruin, part, &first, &n);
      if (!take_round (improvement, first, n, stop, error))
        return FALSE;
    }
  return TRUE;
}

/* Follows chains, from all records first if so wanted, and then takes rounds. */
static gboolean
improve_by_chains (DeidLocalRuin *ruin, gboolean from_all, guint64 n_steps, const DeidStop *stop,
                   GError **error)
{
  DeidLocalClusters *clusters = &ruin->clusters;
  Improvement improvement = { .ruin = ruin, .first_step = ruin->n_steps, .n_steps = n_steps };
  const gboolean success
      = deid_local_choice_init (&improvement.choice, clusters,
                                ruin->judge.is_plain ? ruin->k : G_MAXUINT32, error)
        && deid_local_chains_init (&improvement.chains, clusters, &ruin->neighbours, &ruin->judge,
                                   &improvement.choice, ruin->k, ruin->pool.max_records, error)
        && (!from_all || descend_all (&improvement, stop, error))
        && take_rounds (&improvement, stop, error);

  deid_local_chains_clear (&improvement.chains);
  deid_local_choice_clear (&improvement.choice);
  deid_local_clusters_merge (clusters);
  return success;
}

static gboolean
descend_and_iterate (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  return improve_by_chains (ruin, TRUE, n_steps, stop, error);
}

static gboolean
improve_iterate (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  return improve_by_chains (ruin, FALSE, n_steps, stop, error);
}

/* Ruin and recreate in parts, which are others now and then while it cools. */
static gboolean
recreate_parts (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  DeidLocalCooling whole;
  gboolean success = TRUE;

  deid_local_ruin_start_cooling (ruin, n_steps);
  whole = ruin->cooling;
  for (guint i = 0; success && i < RUIN_DIVISIONS; i++)
    {
      deid_local_cooling_set (&whole, i, RUIN_DIVISIONS);
      deid_local_cooling_start (&ruin->cooling, whole.temperature, whole.halvings / RUIN_DIVISIONS);
      success
          = deid_local_parts_run (ruin, deid_local_ruin_take_steps,
                                  deid_local_share_steps (n_steps, i, RUIN_DIVISIONS), stop, error);
    }
  return success;
}

static gboolean
improve_parts (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  gboolean success = TRUE;

  for (guint i = 0; success && i < CHAIN_DIVISIONS; i++)
    success = deid_local_parts_run (
        ruin, i < IMPROVE_N_DESCENTS ? descend_and_iterate : improve_iterate,
        deid_local_share_steps (n_steps, i, CHAIN_DIVISIONS), stop, error);
  return success;
}

/* What is suppressed stays so. */
static gboolean
improve_kept (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  DeidLocalSuppression *suppression = ruin->pool.suppression;
  gboolean success;

  ruin->pool.suppression = NULL;
  success = deid_local_parts_suit (ruin) ? improve_parts (ruin, n_steps, stop, error)
                                         : descend_and_iterate (ruin, n_steps, stop, error);
  ruin->pool.suppression = suppression;
  return success;
}

static gboolean
improve_recreate (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  return deid_local_parts_suit (ruin) ? recreate_parts (ruin, n_steps, stop, error)
                                      : deid_local_ruin_run (ruin, n_steps, stop, error);
}

gboolean
deid_local_improve (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  const guint64 n_ruins
      = MIN (n_steps / RUIN_PARTS, (guint64) RUIN_A_RECORD * ruin->tuples.n_records);

  if (ruin->judge.closure == DEID_CLOSURE_NONE)
    return deid_local_ruin_run (ruin, n_steps, stop, error);
  return (n_ruins == 0 || improve_recreate (ruin, n_ruins, stop, error))
         && (n_steps == 0 || improve_kept (ruin, n_steps - n_ruins, stop, error));
}
