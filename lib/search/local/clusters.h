/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/arrays.h"
#include "search/local/judge.h"
#include "search/local/tuples.h"

#define DEID_LOCAL_NONE G_MAXUINT32

/* A class that is being built: its records and their box, which has of each attribute the lowest
 * node above all of them. */
typedef struct
{
  guint32 first; /* its first record; DEID_LOCAL_NONE if the place is free */
  guint32 size;
  guint64 weight;        /* of its records in the loss, together */
  guint64 cost;          /* of a record of weight 1 */
  DeidLocalNode nodes[]; /* a box */
} DeidLocalCluster;

/* A record, in the doubly linked list of its cluster. */
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
  gchar *clusters; /* one for each place, @stride bytes each */
  gsize stride;
  guint32 n_places;
  guint32 n_clusters;
  guint32 *free; /* a stack of free places */
  guint32 n_free;
  guint32 suppressed;       /* the cluster of the suppressed records, or DEID_LOCAL_NONE */
  guint64 cost;             /* of all records in clusters */
  DeidLocalNode *box;       /* scratch */
  DeidKeyedNumber *numbers; /* scratch, twice the places */
} DeidLocalClusters;

/* Makes room for as many clusters of at least @k records as the table can have, and for @n_more.
 * Complexity: O(records + clusters x attributes). */
gboolean deid_local_clusters_init (DeidLocalClusters *clusters, const DeidLocalTuples *tuples,
                                   guint32 k, guint32 n_more, GError **error);
void deid_local_clusters_clear (DeidLocalClusters *clusters);

static inline DeidLocalCluster *
deid_local_clusters_get (const DeidLocalClusters *clusters, guint32 number)
{
  return (DeidLocalCluster *) (gpointer) (clusters->clusters + number * clusters->stride);
}

/* Returns: the leaves of a record, and their words. */
static inline const DeidLocalNode *
deid_local_clusters_get_leaves (const DeidLocalClusters *clusters, guint32 record)
{
  return deid_local_tuples_get (clusters->tuples, clusters->records[record].tuple);
}

/* Returns: the bits of a word that a record has and a box has not. */
static inline guint64
deid_local_get_missing (const DeidLocalTuples *tuples, const DeidLocalNode *box,
                        const DeidLocalNode *row, guint word)
{
  const gsize place = tuples->words_place + word * DEID_LOCAL_WORD_UNITS;

  return deid_local_word_get (row + place) & ~deid_local_word_get (box + place);
}

/* Returns: the attribute of the lowest of some bits, one at least. */
static inline guint
deid_local_get_first_attribute (const DeidLocalTuples *tuples, guint word, guint64 bits)
{
  return tuples->word_bits[64 * word + (guint) __builtin_ctzll (bits)];
}

/* Makes the box of a tuple. Returns: what each record of a cluster with this box costs. */
guint64 deid_local_start (const DeidLocalTuples *tuples, DeidLocalNode *box,
                          const DeidLocalNode *row);

/* Returns: what each record of a cluster with a box costs. */
guint64 deid_local_get_cost (const DeidLocalTuples *tuples, const DeidLocalNode *box);

/* Widens a box until it covers a tuple. Returns: its cost then. Complexity: O(attributes). */
guint64 deid_local_join (const DeidLocalTuples *tuples, DeidLocalNode *box,
                         const DeidLocalNode *row);

/* Returns: what deid_local_join() would return, but changes nothing. @cost is that of the box. */
guint64 deid_local_get_join_cost (const DeidLocalTuples *tuples, const DeidLocalNode *box,
                                  guint64 cost, const DeidLocalNode *row);

/* Widens a box until it covers another one. Returns: its cost then. */
guint64 deid_local_unite (const DeidLocalTuples *tuples, DeidLocalNode *box,
                          const DeidLocalNode *other);

/* Opens an empty cluster. There must be a free place. Returns: its number. */
guint32 deid_local_clusters_open (DeidLocalClusters *clusters);

/* Adds a record that is in no cluster, and raises the nodes above it. */
void deid_local_clusters_add (DeidLocalClusters *clusters, guint32 number, guint32 record);

/* Adds a record to the list of a cluster. Size, cost and nodes of the cluster must count it
 * already. */
void deid_local_clusters_link (DeidLocalClusters *clusters, guint32 number, guint32 record);

/* Takes a record out of the list of its cluster; size, cost and nodes stay as they are. */
void deid_local_clusters_unlink (DeidLocalClusters *clusters, guint32 record);

/* Computes size, weight, nodes and cost of a cluster anew from the records in its list. Complexity:
 * O(records x attributes). */
void deid_local_clusters_tighten (DeidLocalClusters *clusters, guint32 number);

/* The same for all clusters but that of suppressed records. */
void deid_local_clusters_tighten_all (DeidLocalClusters *clusters);

/* Frees the place of a cluster. Its records are in no cluster then. */
void deid_local_clusters_close (DeidLocalClusters *clusters, guint32 number);

/* Opens the cluster of suppressed records, unless there is one. It may be empty. Each of its
 * records costs @cost, and its nodes are the roots. */
void deid_local_clusters_start_suppressed (DeidLocalClusters *clusters, guint64 cost);

/* Adds a record that is in no cluster to the suppressed ones. */
void deid_local_clusters_suppress (DeidLocalClusters *clusters, guint32 record);

/* Replaces all clusters by the classes of rows, numbered from 0. @suppressed: (nullable): whether
 * each class is suppressed; then there must be a cluster of suppressed records. The other classes
 * must be as large as clusters must be. Errors: %DEID_ERROR_NO_MEMORY; after an error nothing has
 * changed. */
gboolean deid_local_clusters_set (DeidLocalClusters *clusters, const guint32 *class_of_row,
                                  const guint8 *suppressed, GError **error);

/* Counts the clusters and their cost anew. Complexity: O(places). */
void deid_local_clusters_recount (DeidLocalClusters *clusters);

/* Returns: by how much the cost rises if two clusters are united; %G_MAXINT64 if they must not be
 * united. */
gint64 deid_local_clusters_get_union_cost (const DeidLocalClusters *clusters, guint32 a, guint32 b);

/* Moves all records of one cluster to another. */
void deid_local_clusters_unite (DeidLocalClusters *clusters, guint32 from, guint32 to);

/* Unites clusters with the same nodes, except the cluster of suppressed records. This changes no
 * cost, and a cluster with more records than it needs can lend them. Complexity: O(clusters x
 * attributes + records that move). */
void deid_local_clusters_merge (DeidLocalClusters *clusters);

/* How often a cluster has each value of each column of the judge. The array holds the number of its
 * records in the table, then for each column the number of its values, followed by each value with
 * its count. */
typedef struct
{
  guint32 size; /* rows of the cluster when it was counted; 0 if there is no tally */
  guint64 *numbers;
  guint64 numbers_capacity;
} DeidLocalTally;

/* Tallies of large clusters. With a tally, the judge can be asked about a few records that leave or
 * join without looking at all records of the cluster. */
typedef struct
{
  const DeidLocalClusters *clusters;
  DeidLocalJudge *judge;
  DeidLocalTally *tallies; /* for each place */
} DeidLocalTallies;

gboolean deid_local_tallies_init (DeidLocalTallies *tallies, const DeidLocalClusters *clusters,
                                  DeidLocalJudge *judge, GError **error);
void deid_local_tallies_clear (DeidLocalTallies *tallies);

/* Forgets all tallies. Call this after clusters have changed in any way other than being united. */
void deid_local_tallies_forget (DeidLocalTallies *tallies);

/* Shows the judge all records of a cluster, also those lent to a pool. Complexity: O(values of the
 * cluster); the first time, and for small clusters, O(records x columns). */
void deid_local_tallies_show (DeidLocalTallies *tallies, guint32 number);

/* Returns: whether there is a tally of the cluster as it is now. */
gboolean deid_local_tallies_know (const DeidLocalTallies *tallies, guint32 number);

/* Keeps what the judge was shown as the tally of a cluster that will have @size rows. Complexity:
 * O(values of the cluster). */
void deid_local_tallies_set (DeidLocalTallies *tallies, guint32 number, guint32 size);

/* Forgets the tally of a cluster. */
static inline void
deid_local_tallies_drop (DeidLocalTallies *tallies, guint32 number)
{
  tallies->tallies[number].size = 0;
}

/* How many records may be suppressed: of all records, and of each group with a limit. */
typedef struct
{
  const DeidLocalTuples *tuples;
  guint64 limit;        /* records of the table */
  guint64 n_suppressed; /* so far */
  guint64 *groups;      /* records so far, for each value of each column with a limit */
  guint64 cost;         /* of a suppressed record of weight 1 */
} DeidLocalSuppression;

/* @k: records of the table that must stay. */
gboolean deid_local_suppression_init (DeidLocalSuppression *suppression,
                                      const DeidLocalTuples *tuples, guint32 k, GError **error);
void deid_local_suppression_clear (DeidLocalSuppression *suppression);

/* Starts again with nothing suppressed. */
void deid_local_suppression_start (DeidLocalSuppression *suppression);

/* Returns: whether one more record may be suppressed. Complexity: O(columns with a limit). */
gboolean deid_local_suppression_allows (const DeidLocalSuppression *suppression, guint32 record);

void deid_local_suppression_add (DeidLocalSuppression *suppression, guint32 record);
void deid_local_suppression_remove (DeidLocalSuppression *suppression, guint32 record);

/* Widens sets and runs from which finer labels would follow. A set of as many values as its class
 * has records says that each value occurs once; a run of two records says that its ends are their
 * values.
 *
 * The values of a column stand in an order: those of sets in the order of their bytes, those of
 * runs in their own. Two neighbours each are a pair; if the number of values is odd, the last three
 * stand together. A set gets all values of the pairs that it touches, and a run gets its ends so.
 * If these are no more than the class has records, the next pair is added, or the highest that was
 * not touched. So each value may be one that the class does not have, and a person of two cannot
 * tell the value of the other.
 *
 * Classes that have no wider label are united with others, and so are classes with equal labels.
 * Sets and runs stay wide until deid_local_clusters_tighten(). Complexity: O(records x attributes)
 * for each time that classes are united. */
gboolean deid_local_widen (DeidLocalClusters *clusters, const DeidStop *stop, GError **error);
