/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "support/local-table.h"

/* Lists the rows of a cluster, and checks that they know where they are.
 * Returns: their number. */
guint local_check_list_rows (const DeidLocalClusters *clusters, guint32 number, guint *rows);

/* Checks that clusters are classes of at least k records, that each row is in one of them, and what
 * they cost.
 * Returns: their loss by the definition. */
double local_check_clusters (const LocalTable *table, const DeidLocalClusters *clusters);
