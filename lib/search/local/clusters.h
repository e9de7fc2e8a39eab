/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/arrays.h"
#include "search/local/judge.h"
#include "search/local/tuples.h"

#define DEID_LOCAL_NONE G_MAXUINT32

/* A class in the making: its records, and the lowest nodes above them all. */
typedef struct
{
  guint32 first; /* of its records, DEID_LOCAL_NONE if it is free */
  guint32 size;
  guint64 weight;        /* what its records count in the loss */
  guint64 cost;          /* of one of its records that counts 1 */
  DeidLocalNode nodes[]; /* of each attribute */
} DeidLocalCluster;

/* A record, one of the doubly linked list of its cluster. */
typedef struct
{
  guint32 cluster; /* or DEID_LOCAL_NONE */
  guint32 next;
  guint32 previous;
  guint32 tuple;
} DeidLocalRecord;

typedef struct
{
  const DeidLocalTuples *tuples;
  DeidLocalRecord *records;
  gchar *clusters; /* @stride bytes each */
  gsize stride;
  guint32 n_places; /* for clusters */
  guint32 n_clusters;
  guint32 *free; /* a stack of the places that are free */
  guint32 n_free;
  guint32 suppressed;       /* the cluster of the records that are suppressed, or DEID_LOCAL_NONE */
  guint64 cost;             /* of all records in clusters */
  DeidKeyedNumber *numbers; /* scratch, twice the places */
} DeidLocalClusters;

/* Makes room for clusters of at least @k records, and some more than fit. On failure they may be
 * cleared. Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(records + clusters x attributes). */
gboolean deid_local_clusters_init (DeidLocalClusters *clusters, const DeidLocalTuples *tuples,
                                   guint32 k, guint32 n_more, GError **error);
void deid_local_clusters_clear (DeidLocalClusters *clusters);

static inline DeidLocalCluster *
deid_local_clusters_get (const DeidLocalClusters *clusters, guint32 number)
{
  return (DeidLocalCluster *) (gpointer) (clusters->clusters + number * clusters->stride);
}

/* Returns: the leaves of a record. */
static inline const DeidLocalNode *
deid_local_clusters_get_leaves (const DeidLocalClusters *clusters, guint32 record)
{
  return deid_local_tuples_get (clusters->tuples, clusters->records[record].tuple);
}

/* Joins nodes with leaves. Returns: what they cost a record then. */
guint64 deid_local_join (const DeidLocalTuples *tuples, DeidLocalNode *nodes,
                         const DeidLocalNode *leaves);

/* Returns: what they would cost. */
guint64 deid_local_get_join_cost (const DeidLocalTuples *tuples, const DeidLocalNode *nodes,
                                  const DeidLocalNode *leaves);

/* Starts a cluster without records, for which there must be room. Returns: its number. */
guint32 deid_local_clusters_open (DeidLocalClusters *clusters);

/* Adds a record that is in no cluster, and makes the nodes cover it. */
void deid_local_clusters_add (DeidLocalClusters *clusters, guint32 number, guint32 record);

/* Adds a record to the list of a cluster whose size, cost and nodes tell of it already. */
void deid_local_clusters_link (DeidLocalClusters *clusters, guint32 number, guint32 record);

/* Takes a record out of the list of its cluster, whose size, cost and nodes stay. */
void deid_local_clusters_unlink (DeidLocalClusters *clusters, guint32 record);

/* Makes size, weight, nodes and cost of a cluster those of the records in its list. Complexity:
 * O(records x attributes). */
void deid_local_clusters_tighten (DeidLocalClusters *clusters, guint32 number);

/* Frees the place of a cluster. Its records are then in none. */
void deid_local_clusters_close (DeidLocalClusters *clusters, guint32 number);

/* Starts a cluster, if there is none, for records that are suppressed, each of which costs @cost
 * and has the root of each attribute. It may be empty. */
void deid_local_clusters_start_suppressed (DeidLocalClusters *clusters, guint64 cost);

/* Adds a record that is in no cluster to that of suppressed ones. */
void deid_local_clusters_suppress (DeidLocalClusters *clusters, guint32 record);

/* Puts all records into clusters by the classes of their rows, numbered from 0, in place of those
 * that they are in; @suppressed, if not %NULL, tells of each class whether it is suppressed, for
 * which there must be a cluster. Each other class must have as many records as a cluster is to have
 * at least. Errors: %DEID_ERROR_NO_MEMORY; nothing has changed then. */
gboolean deid_local_clusters_set (DeidLocalClusters *clusters, const guint32 *class_of_row,
                                  const guint8 *suppressed, GError **error);

/* Counts what clusters there are in all places, and what they cost. Complexity: O(places). */
void deid_local_clusters_recount (DeidLocalClusters *clusters);

/* Returns: by how much the cost rises if two clusters become one, or %G_MAXINT64 if they must not.
 */
gint64 deid_local_clusters_get_union_cost (const DeidLocalClusters *clusters, guint32 a, guint32 b);

/* Moves all records of one cluster to another. */
void deid_local_clusters_unite (DeidLocalClusters *clusters, guint32 from, guint32 to);

/* Makes one cluster of those that have the same nodes, but for suppressed records, which costs
 * nothing: a cluster with more records than it needs can lend them. Complexity: O(clusters x
 * attributes + records that move). */
void deid_local_clusters_merge (DeidLocalClusters *clusters);

/* How often a cluster has each value of each column of the judge, in one array: its records in the
 * table, then for each column how many values it has, and each of these with its count. */
typedef struct
{
  guint32 size; /* rows of the cluster that this tells of; 0 if of none */
  guint64 *numbers;
  guint64 capacity;
} DeidLocalTally;

/* What large clusters have, so that the judge need not look at all of their records to be asked
 * about a few that leave or join. */
typedef struct
{
  const DeidLocalClusters *clusters;
  DeidLocalJudge *judge;
  DeidLocalTally *tallies; /* of each place of a cluster */
} DeidLocalTallies;

/* On failure they may be cleared. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_tallies_init (DeidLocalTallies *tallies, const DeidLocalClusters *clusters,
                                  DeidLocalJudge *judge, GError **error);
void deid_local_tallies_clear (DeidLocalTallies *tallies);

/* Forgets all: clusters have changed in any way. What needs not be told of is that clusters were
 * united. */
void deid_local_tallies_forget (DeidLocalTallies *tallies);

/* Has the judge look at all records of a cluster, those included that say at the moment that they
 * are in none. Complexity: O(values of the cluster), the
 * first time and for small clusters O(records x columns). */
void deid_local_tallies_show (DeidLocalTallies *tallies, guint32 number);

/* Whether there is a tally of a cluster as it is. */
gboolean deid_local_tallies_know (const DeidLocalTallies *tallies, guint32 number);

/* Makes what the judge looks at the tally of a cluster that is to have @size rows. Complexity:
 * O(values of the cluster). */
void deid_local_tallies_set (DeidLocalTallies *tallies, guint32 number, guint32 size);

/* Forgets a cluster. */
static inline void
deid_local_tallies_drop (DeidLocalTallies *tallies, guint32 number)
{
  tallies->tallies[number].size = 0;
}

/* Which records may be suppressed: as many as the problem allows, of all and of each group that has
 * a limit. */
typedef struct
{
  const DeidLocalTuples *tuples;
  guint64 limit;        /* records of the table */
  guint64 n_suppressed; /* so far */
  guint64 *groups;      /* the same of each value of each column with a limit */
  guint64 cost;         /* of a suppressed record that counts 1 */
} DeidLocalSuppression;

/* @k records of the table at least are left. On failure it may be cleared. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_suppression_init (DeidLocalSuppression *suppression,
                                      const DeidLocalTuples *tuples, guint32 k, GError **error);
void deid_local_suppression_clear (DeidLocalSuppression *suppression);

/* Forgets what is suppressed. */
void deid_local_suppression_start (DeidLocalSuppression *suppression);

/* Tells whether one more record may be suppressed. Complexity: O(columns with a limit). */
gboolean deid_local_suppression_allows (const DeidLocalSuppression *suppression, guint32 record);

void deid_local_suppression_add (DeidLocalSuppression *suppression, guint32 record);
void deid_local_suppression_remove (DeidLocalSuppression *suppression, guint32 record);
