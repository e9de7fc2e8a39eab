/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/choice.h"
#include "search/local/judge.h"
#include "search/local/neighbours.h"

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
