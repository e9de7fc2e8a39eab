/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/local/judge.h"

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
