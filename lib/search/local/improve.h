/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/judge.h"
#include "search/local/pool.h"
#include "search/local/ruin.h"
#include "search/local/tuples.h"

/* A cluster that was changed, or made. */
typedef struct
{
  guint32 number;
  gboolean was;     /* there was one of this number; @old says what it was */
  gboolean is_kept; /* it has the nodes that it had, and is one without those that moved */
  guint32 n_staying;
  guint32 back; /* the number of the cluster that takes what goes back, or DEID_LOCAL_NONE */
} DeidLocalChanged;

/* What was done to clusters since some moment, so that it can be undone where it was for the worse.
 * The clusters before and after are nodes of a graph, joined where they share a record: each
 * connected part of it holds the same records before and after, so that it can be as it was or as
 * it is whatever the others are (as partition crossover does with tours: Whitley, Hains, Howe:
 * Tunneling between Optima, GECCO 2009). Clusters that keep their nodes and enough of their records
 * do not join parts. */
typedef struct
{
  DeidLocalClusters *clusters;
  guint32 least; /* records that make a cluster pass, or %G_MAXUINT32 if their number does not */
  guint32
      *origins;   /* of each record, its cluster at the start if it was noted, or DEID_LOCAL_NONE */
  guint32 *moved; /* records that were noted */
  guint32 n_moved;
  guint32 *places; /* of each cluster, where it is among those that were changed */
  DeidLocalChanged *changed;
  guint32 n_changed;
  gchar *old;       /* of each that was changed, what it was */
  guint32 *parents; /* a forest of clusters before, at even places, and after, at odd ones */
  gint64 *rises;    /* of the cost, by root */
} DeidLocalChoice;

/* On failure it may be cleared. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_choice_init (DeidLocalChoice *choice, DeidLocalClusters *clusters,
                                 guint32 least, GError **error);
void deid_local_choice_clear (DeidLocalChoice *choice);

/* Forgets what was noted: this is the moment from which on changes are. Complexity: O(what was
 * noted). */
void deid_local_choice_start (DeidLocalChoice *choice);

/* Notes a cluster before it changes or is closed. */
void deid_local_choice_note_cluster (DeidLocalChoice *choice, guint32 number);

/* Notes a record before it moves, and the cluster that it leaves. */
void deid_local_choice_note_record (DeidLocalChoice *choice, guint32 record, guint32 cluster);

/* Notes what the drafts of a pool change, and makes the clusters what they say. */
void deid_local_choice_commit (DeidLocalChoice *choice, DeidLocalPool *pool);

/* Undoes what made the cost rise. @changed then tells of the clusters; those which are still there
 * may have changed once more, and others may have been opened, whose numbers are in @back.
 * Complexity: O(what was noted x attributes). */
void deid_local_choice_end (DeidLocalChoice *choice);

/* Records that one chain moves at most. */
#define DEID_LOCAL_MAX_LINKS 2

/* A record, and the cluster that it goes to. */
typedef struct
{
  guint32 record;
  guint32 target;
} DeidLocalLink;

/* Better clusters by chains of moves: a record goes to a cluster nearby, one of whose records goes
 * to a third, and so on, until the last one takes the place of the first, or goes to a cluster
 * where nobody has to leave (cyclic transfers; Thompson, Psaraftis: Cyclic Transfer Algorithms for
 * Multivehicle Routing and Scheduling Problems, Operations Research 41, 1993). The best few moves
 * go on at each link, if what the chain costs up to there is less than the first record's leave can
 * save. */
typedef struct
{
  DeidLocalClusters *clusters;
  const DeidLocalNeighbours *neighbours;
  DeidLocalJudge *judge;
  DeidLocalChoice *choice; /* that changes are noted for */
  guint32 k;
  guint32 max_size;         /* records of clusters that chains take some from */
  DeidLocalNode *others;    /* of each record in such a cluster, the nodes of the others there, */
  guint32 *other_costs;     /* and their cost */
  DeidLocalNode *following; /* scratch: of records of a cluster, the nodes of those that follow */
  DeidLocalNode *nodes;     /* scratch: of each attribute */
  guint32 *members;         /* scratch: of a cluster */

  guint32 *queue; /* a ring of records that chains may start from */
  gboolean *is_queued;
  guint32 first_queued;
  guint32 n_queued;

  guint32 *stamps; /* of each cluster, the link that looked at it last */
  guint32 stamp;
  guint64 n_compared; /* clusters with a record taken in, or one for another, so far */

  /* The chain that is searched for. */
  DeidLocalLink links[DEID_LOCAL_MAX_LINKS];
  guint32 start;      /* the cluster of the first record, */
  gboolean may_leave; /* which passes without it */
  gint64 most;        /* what its leave can save */
  gint64 best;        /* change of the cost, 0 if there is no better chain yet */
  DeidLocalLink best_links[DEID_LOCAL_MAX_LINKS];
  guint n_links;
} DeidLocalChains;

/* Clusters of more than @max_size records take in records, but no chain goes on from there. On
 * failure it may be cleared. Errors: %DEID_ERROR_NO_MEMORY. Complexity: that of
 * deid_local_chains_refresh() of all clusters. */
gboolean deid_local_chains_init (DeidLocalChains *chains, DeidLocalClusters *clusters,
                                 const DeidLocalNeighbours *neighbours, DeidLocalJudge *judge,
                                 DeidLocalChoice *choice, guint32 k, guint32 max_size,
                                 GError **error);
void deid_local_chains_clear (DeidLocalChains *chains);

/* Has a look at a cluster that something else has changed. Complexity: O(records x attributes). */
void deid_local_chains_refresh (DeidLocalChains *chains, guint32 number);

/* Lets chains start from the records of a cluster. */
void deid_local_chains_push (DeidLocalChains *chains, guint32 number);

/* Makes clusters better by chains from the records pushed, and from those of clusters that change,
 * until there are none, or @max_compared comparisons were made: records that are left are then
 * forgotten. Errors: those of deid_stop_check(), of the models. Complexity: O(comparisons x
 * attributes). */
gboolean deid_local_chains_follow (DeidLocalChains *chains, guint64 max_compared,
                                   const DeidStop *stop, GError **error);

/* Some clusters of a table whose sizes alone count, as a table of their own, so that they can be
 * worked on while others are in other threads: it has the records of these clusters and their
 * tuples, each with those of its neighbours that are among them. Nothing is known of other
 * clusters, and what becomes of these is told in the end. */
typedef struct
{
  DeidLocalRuin *whole;
  DeidLocalRuin ruin;
  const guint32 *places; /* for clusters of the whole: those of these, then free ones */
  guint32 n_places;
  guint32 *records; /* of each record its number in the whole, in ascending order */
} DeidLocalPart;

/* Makes a part of the clusters in the first @n_clusters places, which are not suppressed, and have
 * @n_records. It cools as the whole does, and reports to nobody. There must be as many places as it
 * can have clusters in the end. On failure it may be cleared. Errors: %DEID_ERROR_NO_MEMORY.
 * Complexity: O(records x (attributes + neighbours)). */
gboolean deid_local_part_init (DeidLocalPart *part, DeidLocalRuin *whole, const guint32 *places,
                               guint32 n_places, guint32 n_clusters, guint32 n_records,
                               guint64 seed, GError **error);
void deid_local_part_clear (DeidLocalPart *part);

/* Makes its clusters those of the whole in its places, which does not count them: see
 * deid_local_clusters_recount(). Complexity: O(records + clusters x attributes). */
void deid_local_part_put_back (const DeidLocalPart *part);

/* Makes clusters of a part, or of a whole table, better by @n_steps. */
typedef gboolean (*DeidLocalEngine) (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop,
                                     GError **error);

/* Tells whether a table is worked on in parts, each of which may be in a thread of its own: if it
 * is a large one, and sizes alone count. */
gboolean deid_local_parts_suit (const DeidLocalRuin *ruin);

/* Returns: how many threads work on them at a time. */
guint deid_local_parts_count_threads (const DeidLocalRuin *ruin);

/* Divides the clusters in parts, those together that are near one another in a random order, and
 * lets an engine take a share of @n_steps in each, on as many threads as the ruin says. What comes
 * of it does not depend on their number. Suppressed records are in no part. Then clusters with the
 * same nodes become one. Clusters are valid also when it is stopped or fails. Errors: those of the
 * engine; %DEID_ERROR_NO_MEMORY. Complexity: O(records x (attributes + neighbours)) and that of the
 * engine. */
gboolean deid_local_parts_run (DeidLocalRuin *ruin, DeidLocalEngine engine, guint64 n_steps,
                               const DeidStop *stop, GError **error);

/* Makes clusters better: by ruin and recreate, then by chains of moves, then by iterated local
 * search (Lourenco, Martin, Stuetzle: Iterated Local Search, in: Handbook of Metaheuristics, 2003).
 * Of that, each round puts some clusters together anew whatever it costs, lets chains mend them,
 * and undoes what ended up worse. Ruin and recreate alone decides what is suppressed, and is all
 * there is where joining classes says nothing about a model. It takes @n_steps, at most 2^40, in
 * which so many comparisons of chains count as one as take about as long. Clusters pass the models
 * also when it is stopped. Errors: those of deid_local_ruin_run(); %DEID_ERROR_NO_MEMORY.
 * Complexity: that of deid_local_ruin_run(). */
gboolean deid_local_improve (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop,
                             GError **error);
