/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Paths within a limit of a resource, against all paths. */
#include "support/suite.h"

#include "search/interval/cuts/resource.h"

#define MAX_NODES 9

typedef struct
{
  guint32 begin;
  DeidPathEdge edge;
} Edge;

typedef struct
{
  guint32 n_nodes;
  Edge edges[4 * MAX_NODES * MAX_NODES];
  guint n_edges;
} Graph;

static void
draw_graph (Graph *graph, GRand *rand)
{
  const gint32 most = g_rand_boolean (rand) ? 4 : 1000; /* few costs make ties */

  graph->n_nodes = (guint32) g_rand_int_range (rand, 1, MAX_NODES + 1);
  graph->n_edges = 0;
  for (guint32 begin = 0; begin < graph->n_nodes; begin++)
    for (guint32 end = begin + 1; end <= graph->n_nodes; end++)
      for (gint32 n = g_rand_int_range (rand, 0, 3); n > 0; n--)
        graph->edges[graph->n_edges++]
            = (Edge){ begin,
                      { .end = end,
                        .cost = g_rand_int_range (rand, 0, most) * (gint64) (end - begin),
                        .amount = g_rand_boolean (rand) ? 0 : g_rand_int_range (rand, 0, most) } };
}

/* Returns: the least cost of the paths from a node on within a limit, or G_MAXINT64. */
static gint64
find_least (const Graph *graph, guint32 node, gint64 limit)
{
  gint64 least = G_MAXINT64;

  if (node == graph->n_nodes)
    return 0;
  for (guint i = 0; i < graph->n_edges; i++)
    if (graph->edges[i].begin == node && graph->edges[i].edge.amount <= limit)
      {
        const DeidPathEdge *edge = &graph->edges[i].edge;
        const gint64 rest = find_least (graph, edge->end, limit - edge->amount);

        if (rest < G_MAXINT64)
          least = MIN (least, edge->cost + rest);
      }
  return least;
}

/* Checks that the path leads from the first node to the last one, and its sums. */
static void
check_path (const DeidResourcePath *path, const Graph *graph, gint64 limit)
{
  gint64 cost = 0, amount = 0;
  guint32 node = 0;

  for (guint32 i = 0; i < path->n_path; i++)
    {
      const guint64 number = path->path[i];

      ck_assert_uint_eq (graph->edges[number].begin, node);
      node = path->edges[number].end;
      cost += path->edges[number].cost;
      amount += path->edges[number].amount;
    }
  ck_assert_uint_eq (node, graph->n_nodes);
  ck_assert_int_eq (cost, path->cost);
  ck_assert_int_eq (amount, path->amount);
  ck_assert_int_le (amount, limit);
}

START_TEST (any_graph)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  DeidResourcePath path;
  guint n_found = 0;

  ck_assert (deid_resource_path_init (&path, MAX_NODES, NULL));
  for (guint trial = 0; trial < count_trials (4000); trial++)
    {
      const gint64 limit = g_rand_int_range (rand, 0, g_rand_boolean (rand) ? 8 : 2000);
      Graph graph;
      gboolean found;
      gint64 least;

      draw_graph (&graph, rand);
      deid_resource_path_start (&path, graph.n_nodes);
      for (guint i = 0; i < graph.n_edges; i++)
        ck_assert (
            deid_resource_path_add (&path, graph.edges[i].begin, &graph.edges[i].edge, NULL));
      ck_assert (deid_resource_path_solve (&path, limit, DEID_STOP_NEVER, &found, NULL));
      least = find_least (&graph, 0, limit);
      ck_assert_int_eq (found, least < G_MAXINT64);
      if (!found)
        continue;
      n_found++;
      ck_assert (path.is_exact);
      ck_assert_int_eq (path.cost, least);
      check_path (&path, &graph, limit);
    }
  deid_resource_path_clear (&path);
  ck_assert_uint_gt (n_found, count_trials (4000) / 4);
}
END_TEST

/* Costs and amounts near the greatest that callers have. */
START_TEST (large_numbers)
{
  const gint64 high = G_GINT64_CONSTANT (1) << 53;
  const DeidPathEdge edges[] = { { .end = 1, .cost = 1, .amount = G_MAXUINT32 },
                                 { .end = 1, .cost = high, .amount = 0 },
                                 { .end = 1, .cost = high - 1, .amount = 7 } };
  DeidResourcePath path;
  gboolean found;

  ck_assert (deid_resource_path_init (&path, 1, NULL));
  for (gint64 limit = 0; limit < 8; limit++)
    {
      deid_resource_path_start (&path, 1);
      for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
        ck_assert (deid_resource_path_add (&path, 0, &edges[i], NULL));
      ck_assert (deid_resource_path_solve (&path, limit, DEID_STOP_NEVER, &found, NULL));
      ck_assert (found && path.is_exact);
      ck_assert_int_eq (path.cost, limit < 7 ? high : high - 1);
    }
  deid_resource_path_clear (&path);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("resource-path");
  TCase *tests = tcase_create ("graphs");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, any_graph);
  tcase_add_test (tests, large_numbers);
  suite_add_tcase (suite, tests);
  return suite;
}
