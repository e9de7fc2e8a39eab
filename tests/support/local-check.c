/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/local-check.h"

#include <math.h>

#include "support/suite.h"

/* Costs are rounded to units, of which an attribute has 2^20. */
#define ROUNDING 1e-6

guint
local_check_list_rows (const DeidLocalClusters *clusters, guint32 number, guint *rows)
{
  guint32 record = deid_local_clusters_get (clusters, number)->first;
  guint n = 0;

  for (; record != DEID_LOCAL_NONE; record = clusters->records[record].next)
    {
      assert_quietly (n < clusters->tuples->n_records);
      assert_quietly (clusters->records[record].cluster == number);
      rows[n++] = clusters->tuples->rows[record];
    }
  return n;
}

static double
check_cluster (const LocalTable *table, const DeidLocalCluster *cluster, const guint *rows, guint n,
               gboolean *seen)
{
  const double cost = local_table_cost_class (table, rows, n);

  assert_quietly (n == cluster->size && n >= table->k);
  for (guint i = 0; i < n; i++)
    {
      assert_quietly (!seen[rows[i]]);
      seen[rows[i]] = TRUE;
    }
  assert_quietly (fabs (cost - (double) (n * cluster->cost) / DEID_LOCAL_UNIT)
                  <= n * table->n_columns * ROUNDING);
  return cost;
}

double
local_check_clusters (const LocalTable *table, const DeidLocalClusters *clusters)
{
  gboolean seen[LOCAL_MAX_ROWS] = { FALSE };
  guint rows[LOCAL_MAX_ROWS], n_rows = 0, n_clusters = 0;
  double cost = 0;

  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      const guint n = local_check_list_rows (clusters, number, rows);

      if (n == 0)
        continue;
      cost += check_cluster (table, deid_local_clusters_get (clusters, number), rows, n, seen);
      n_rows += n;
      n_clusters++;
    }
  assert_quietly (n_rows == table->n_rows && n_clusters == clusters->n_clusters);
  assert_quietly (fabs (cost - (double) clusters->cost / DEID_LOCAL_UNIT)
                  <= n_rows * table->n_columns * ROUNDING);
  return cost / table->n_rows / table->n_columns;
}
