/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/earth-mover.h"

#define MAX_VALUES EARTH_MOVER_MAX_VALUES
#define MAX_NODES  (2 * MAX_VALUES)
#define FAR        (G_MAXINT64 / 4)

/* Values of the class are the first nodes, those of the table the second ones. */
typedef struct
{
  const GroundDistance *distance;
  guint64 supply[MAX_VALUES];
  guint64 demand[MAX_VALUES];
  guint64 flow[MAX_VALUES][MAX_VALUES];
} Transport;

static guint64
sum_counts (const guint64 *counts, guint n)
{
  guint64 sum = 0;

  for (guint v = 0; v < n; v++)
    sum += counts[v];
  return sum;
}

/* Bellman and Ford: arcs go from the class to the table, and back where something flows. Returns:
 * the nearest node with demand, with its way in @from. */
static guint
find_path (const Transport *transport, guint *from)
{
  const guint m = transport->distance->n_values;
  gint64 cost[MAX_NODES];
  gboolean has_changed = TRUE;
  guint end = 0;

  for (guint v = 0; v < m; v++)
    {
      cost[v] = transport->supply[v] > 0 ? 0 : FAR;
      cost[m + v] = FAR;
      from[v] = G_MAXUINT;
    }
  while (has_changed)
    {
      has_changed = FALSE;
      for (guint v = 0; v < m; v++)
        for (guint w = 0; w < m; w++)
          {
            const gint64 steps = (gint64) transport->distance->steps[v][w];

            if (cost[v] < FAR && cost[v] + steps < cost[m + w])
              {
                cost[m + w] = cost[v] + steps;
                from[m + w] = v;
                has_changed = TRUE;
              }
            if (transport->flow[v][w] > 0 && cost[m + w] - steps < cost[v])
              {
                cost[v] = cost[m + w] - steps;
                from[v] = m + w;
                has_changed = TRUE;
              }
          }
    }
  for (guint w = 0; w < m; w++)
    if (transport->demand[w] > 0 && (end == 0 || cost[m + w] < cost[end]))
      end = m + w;
  return end;
}

/* Moves as much along a way as it can take. */
static void
move (Transport *transport, const guint *from, guint end)
{
  const guint m = transport->distance->n_values;
  guint64 amount = transport->demand[end - m];
  guint start = end;

  while (from[start] != G_MAXUINT)
    {
      if (start < m)
        amount = MIN (amount, transport->flow[start][from[start] - m]);
      start = from[start];
    }
  amount = MIN (amount, transport->supply[start]);
  for (guint node = end; from[node] != G_MAXUINT; node = from[node])
    {
      if (node >= m)
        transport->flow[from[node]][node - m] += amount;
      else
        transport->flow[node][from[node] - m] -= amount;
    }
  transport->supply[start] -= amount;
  transport->demand[end - m] -= amount;
}

guint64
earth_mover_get_cost (const GroundDistance *distance, const guint64 *class_counts,
                      const guint64 *table_counts)
{
  const guint m = distance->n_values;
  const guint64 n = sum_counts (class_counts, m), n_records = sum_counts (table_counts, m);
  Transport transport = { .distance = distance };
  guint from[MAX_NODES];
  guint64 cost = 0;

  for (guint v = 0; v < m; v++)
    {
      transport.supply[v] = n_records * class_counts[v];
      transport.demand[v] = n * table_counts[v];
    }
  while (sum_counts (transport.demand, m) > 0)
    move (&transport, from, find_path (&transport, from));
  for (guint v = 0; v < m; v++)
    for (guint w = 0; w < m; w++)
      cost += transport.flow[v][w] * distance->steps[v][w];
  return cost;
}

guint64
earth_mover_get_least_cost (const GroundDistance *distance, const guint64 *class_counts,
                            const guint64 *table_counts)
{
  guint64 cost = 0;

  for (guint v = 0; v < distance->n_values; v++)
    {
      guint64 nearest = distance->n_steps;

      for (guint w = 0; w < distance->n_values; w++)
        if (class_counts[w] > 0)
          nearest = MIN (nearest, distance->steps[v][w]);
      cost += table_counts[v] * nearest;
    }
  return cost;
}
