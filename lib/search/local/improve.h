/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/judge.h"
#include "search/local/pool.h"
#include "search/local/ruin.h"
#include "search/local/tuples.h"

/* A cluster that was changed or made. */
typedef struct
{
  guint32 number;
  gboolean was;     /* the cluster existed before, and @old has what it was */
  gboolean is_kept; /* it keeps its nodes, and remains a cluster without the records that moved */
  guint32 n_staying;
  guint32 back; /* the cluster that takes the records that go back, or DEID_LOCAL_NONE */
} DeidLocalChanged;

/* Notes the changes of clusters since some moment, to undo those that raised the cost. The clusters
 * before and after are nodes of a graph, joined if they share a record. Each connected part of the
 * graph holds the same records before and after, so it can be restored or kept independently of the
 * others (as partition crossover does with tours: Whitley, Hains, Howe: Tunneling between Optima,
 * GECCO 2009). Clusters that keep their nodes and enough of their records do not join parts. */
typedef struct
{
  DeidLocalClusters *clusters;
  guint32 least;    /* records that make a cluster pass, or %G_MAXUINT32 if more counts */
  guint32 *origins; /* of each noted record, its cluster at the start, otherwise DEID_LOCAL_NONE */
  guint32 *moved;   /* records that were noted */
  guint32 n_moved;
  guint32 *places; /* of each cluster, its place among the changed ones */
  DeidLocalChanged *changed;
  guint32 n_changed;
  gchar *old;       /* of each changed cluster, what it was */
  guint32 *parents; /* a forest of clusters before, at even places, and after, at odd ones */
  gint64 *rises;    /* of the cost, by root */
} DeidLocalChoice;

gboolean deid_local_choice_init (DeidLocalChoice *choice, DeidLocalClusters *clusters,
                                 guint32 least, GError **error);
void deid_local_choice_clear (DeidLocalChoice *choice);

/* Forgets what was noted, and starts to note changes. Complexity: O(what was noted). */
void deid_local_choice_start (DeidLocalChoice *choice);

/* Notes a cluster before it changes or is closed. */
void deid_local_choice_note_cluster (DeidLocalChoice *choice, guint32 number);

/* Notes a record before it moves, and the cluster that it leaves. */
void deid_local_choice_note_record (DeidLocalChoice *choice, guint32 record, guint32 cluster);

/* Notes the changes of the drafts of a pool, and commits the pool. */
void deid_local_choice_commit (DeidLocalChoice *choice, DeidLocalPool *pool);

/* Undoes the changes that made the cost rise. @changed then lists the clusters. Clusters that still
 * exist may have changed again; @back has the numbers of clusters that were opened for this.
 * Complexity: O(what was noted x attributes). */
void deid_local_choice_end (DeidLocalChoice *choice);

/* The most records that one chain moves. */
#define DEID_LOCAL_MAX_LINKS 2

/* A move: a record, and the cluster that it goes to. */
typedef struct
{
  guint32 record;
  guint32 target;
} DeidLocalLink;

/* Improves clusters by chains of moves. A record goes to a cluster nearby, a record of which goes
 * to a third cluster, and so on. The last record takes the place of the first, or goes to a cluster
 * that no record has to leave (cyclic transfers; Thompson, Psaraftis: Cyclic Transfer Algorithms
 * for Multivehicle Routing and Scheduling Problems, Operations Research 41, 1993). Each link
 * continues the best few moves of which the chain so far costs less than the first record can save
 * by leaving. */
typedef struct
{
  DeidLocalClusters *clusters;
  const DeidLocalNeighbours *neighbours;
  DeidLocalJudge *judge;
  DeidLocalChoice *choice; /* notes the changes */
  guint32 k;
  guint32 max_size;         /* of a cluster from which chains take records */
  DeidLocalNode *others;    /* of each record in such a cluster: its box without the record, */
  guint32 *other_costs;     /* and their cost */
  DeidLocalNode *following; /* scratch: of each record of a cluster: the box of those behind it */
  DeidLocalNode *nodes;     /* scratch: a box */
  guint32 *members;         /* scratch: of a cluster */

  guint32 *queue; /* a ring of records that chains may start from */
  gboolean *is_queued;
  guint32 first_queued;
  guint32 n_queued;

  guint32 *stamps; /* of each cluster, the link that looked at it last */
  guint32 stamp;
  guint64 n_compared; /* clusters tried with a record added or exchanged, so far */

  /* The chain that is being built. */
  DeidLocalLink links[DEID_LOCAL_MAX_LINKS];
  guint32 start;      /* the cluster of the first record, */
  gboolean may_leave; /* that cluster passes without this record */
  gint64 most;        /* what the cluster can save without it */
  gint64 best;        /* change of the cost, 0 if there is no better chain yet */
  DeidLocalLink best_links[DEID_LOCAL_MAX_LINKS];
  guint n_links;
} DeidLocalChains;

/* Clusters of more than @max_size records accept records, but no chain continues from there.
 * Complexity: that of deid_local_chains_refresh() of all clusters. */
gboolean deid_local_chains_init (DeidLocalChains *chains, DeidLocalClusters *clusters,
                                 const DeidLocalNeighbours *neighbours, DeidLocalJudge *judge,
                                 DeidLocalChoice *choice, guint32 k, guint32 max_size,
                                 GError **error);
void deid_local_chains_clear (DeidLocalChains *chains);

/* Reads again a cluster that something else has changed. Complexity: O(records x attributes). */
void deid_local_chains_refresh (DeidLocalChains *chains, guint32 number);

/* Lets chains start from the records of a cluster. */
void deid_local_chains_push (DeidLocalChains *chains, guint32 number);

/* Improves clusters by chains from the records pushed, and from the records of clusters that
 * change, until there are none or @max_compared comparisons were made. It then forgets the
 * remaining records. Errors: those of the models. Complexity: O(comparisons x attributes). */
gboolean deid_local_chains_follow (DeidLocalChains *chains, guint64 max_compared,
                                   const DeidStop *stop, GError **error);

/* Some clusters of a table, as a table of their own, so that several threads can each work on one.
 * Only sizes of classes may count. The part has the records of these clusters and their tuples, and
 * of the neighbours of each tuple those in the part. It knows nothing of other clusters, and
 * reports its own at the end. */
typedef struct
{
  DeidLocalRuin *whole;
  DeidLocalRuin ruin;
  const guint32 *places; /* of the whole: the places of these clusters, then free places */
  guint32 n_places;
  guint32 *records; /* of each record: its number in the whole, in ascending order */
} DeidLocalPart;

/* Makes a part of the clusters in the first @n_clusters places, which are not suppressed and have
 * @n_records. It cools as the whole does, and makes no reports. There must be as many places as the
 * part can have clusters in the end.
 * Complexity: O(records x (attributes + neighbours)). */
gboolean deid_local_part_init (DeidLocalPart *part, DeidLocalRuin *whole, const guint32 *places,
                               guint32 n_places, guint32 n_clusters, guint32 n_records,
                               guint64 seed, GError **error);
void deid_local_part_clear (DeidLocalPart *part);

/* Puts the clusters of the part into its places in the whole, without counting them: call
 * deid_local_clusters_recount(). Complexity: O(records + clusters x attributes). */
void deid_local_part_put_back (const DeidLocalPart *part);

/* Improves the clusters of a part, or of a whole table, by @n_steps. */
typedef gboolean (*DeidLocalEngine) (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop,
                                     GError **error);

/* Returns: whether a table is improved in parts, each of which may have its own thread: if it is
 * large and only sizes count. */
gboolean deid_local_parts_suit (const DeidLocalRuin *ruin);

/* Returns: how many threads improve parts at a time. */
guint deid_local_parts_count_threads (const DeidLocalRuin *ruin);

/* Divides the clusters into parts of clusters that are near each other in a random order. An engine
 * takes a share of @n_steps in each part, on as many threads as the ruin says; the result does not
 * depend on their number. Suppressed records are in no part. Then clusters with the same nodes are
 * united. Clusters are valid even if it is stopped or fails. Errors: those of the engine.
 * Complexity: O(records x (attributes + neighbours)) and that of the engine. */
gboolean deid_local_parts_run (DeidLocalRuin *ruin, DeidLocalEngine engine, guint64 n_steps,
                               const DeidStop *stop, GError **error);

/* Improves clusters by ruin and recreate, then by chains of moves, then by iterated local search
 * (Lourenco, Martin, Stuetzle: Iterated Local Search, in: Handbook of Metaheuristics, 2003). Each
 * round of this search rebuilds some clusters at any cost, mends them by chains, and undoes the
 * changes that raised the cost. Only ruin and recreate decides what is suppressed. If joining
 * classes says nothing about a model, there is only ruin and recreate.
 *
 * It takes @n_steps, at most 2^40; as many comparisons of chains count as one step as take about as
 * long. Clusters pass the models even if it is stopped. Errors: those of deid_local_ruin_run().
 * Complexity: that of deid_local_ruin_run(). */
gboolean deid_local_improve (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop,
                             GError **error);
