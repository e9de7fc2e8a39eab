/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/neighbours.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "search/local/digits.h"

/* What stands this near to a tuple in an order is compared with it. */
#define NEIGHBOURS_REACH 5

/* Of each neighbour this many of its own are compared with a tuple. */
#define MAX_INDIRECT 8

typedef struct
{
  const DeidLocalTuples *tuples;
  DeidLocalNeighbours *neighbours;
  guint32 *costs; /* of each place of each list, G_MAXUINT32 where nobody stands */
  DeidKeyedNumber *numbers;
  DeidKeyedNumber *scratch;
  guint *order;
  DeidRandom *random;
} Lists;

/* Puts @t into the list of @s unless it is there, or dearer than all of a full list. */
static void
neighbours_offer (Lists *lists, guint32 s, guint32 t, guint32 cost)
{
  const guint n = lists->neighbours->n;
  guint32 *list = lists->neighbours->lists + (gsize) s * n;
  guint32 *costs = lists->costs + (gsize) s * n;
  guint i = n - 1;

  if (cost >= costs[i])
    return;
  for (guint j = 0; j < n && costs[j] <= cost; j++)
    if (list[j] == t)
      return;
  for (; i > 0 && costs[i - 1] > cost; i--)
    {
      costs[i] = costs[i - 1];
      list[i] = list[i - 1];
    }
  costs[i] = cost;
  list[i] = t;
}

static gboolean
search_order (Lists *lists, const DeidStop *stop, GError **error)
{
  const DeidLocalTuples *tuples = lists->tuples;
  const guint32 n = tuples->n_tuples;

  deid_local_digits_arrange (tuples, lists->random, lists->order);
  for (guint32 t = 0; t < n; t++)
    lists->numbers[t] = (DeidKeyedNumber){
      .key
      = deid_local_digits_get_word (tuples, lists->order, 0, deid_local_tuples_get (tuples, t)),
      .number = t,
    };
  deid_key_sort (lists->numbers, lists->scratch, n);
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 s = lists->numbers[i].number;

      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      for (guint32 j = i + 1; j < n && j <= i + NEIGHBOURS_REACH; j++)
        {
          const guint32 t = lists->numbers[j].number;
          const guint32 cost = deid_local_tuples_get_distance (tuples, s, t);

          neighbours_offer (lists, s, t, cost);
          neighbours_offer (lists, t, s, cost);
        }
    }
  return TRUE;
}

/* Compares each tuple with the neighbours of its neighbours. */
static gboolean
search_neighbours (Lists *lists, const DeidStop *stop, GError **error)
{
  const guint n = lists->neighbours->n, n_indirect = MIN (n, MAX_INDIRECT);
  const guint32 *all = lists->neighbours->lists;

  for (guint32 s = 0; s < lists->tuples->n_tuples; s++)
    {
      if (s % 1024 == 0 && !deid_stop_check (stop, error))
        return FALSE;
      for (guint i = 0; i < n_indirect; i++)
        {
          const guint32 *list = all + (gsize) all[(gsize) s * n + i] * n;

          for (guint j = 0; j < n_indirect; j++)
            if (list[j] != s)
              neighbours_offer (lists, s, list[j],
                                deid_local_tuples_get_distance (lists->tuples, s, list[j]));
        }
    }
  return TRUE;
}

static gboolean
search_all (Lists *lists, guint n_orders, const DeidStop *stop, GError **error)
{
  const guint32 n = lists->tuples->n_tuples;

  for (guint32 t = 0; t < n; t++)
    for (guint i = 0; i < lists->neighbours->n; i++)
      {
        lists->neighbours->lists[(gsize) t * lists->neighbours->n + i] = t;
        lists->costs[(gsize) t * lists->neighbours->n + i] = G_MAXUINT32;
      }
  for (guint i = 0; i < n_orders; i++)
    if (!search_order (lists, stop, error))
      return FALSE;
  return search_neighbours (lists, stop, error);
}

gboolean
deid_local_neighbours_init (DeidLocalNeighbours *neighbours, const DeidLocalTuples *tuples, guint n,
                            guint n_orders, DeidRandom *random, const DeidStop *stop,
                            GError **error)
{
  const guint64 n_places = (guint64) tuples->n_tuples * n;
  Lists lists = { .tuples = tuples, .neighbours = neighbours, .random = random };
  gboolean success;

  *neighbours = (DeidLocalNeighbours){ .n = n };
  success = deid_new_arrays (error, DEID_NEW (neighbours->lists, n_places),
                             DEID_NEW (lists.costs, n_places),
                             DEID_NEW (lists.numbers, tuples->n_tuples),
                             DEID_NEW (lists.scratch, tuples->n_tuples),
                             DEID_NEW (lists.order, tuples->n_digits))
            && search_all (&lists, n_orders, stop, error);
  g_free (lists.costs);
  g_free (lists.numbers);
  g_free (lists.scratch);
  g_free (lists.order);
  return success;
}

void
deid_local_neighbours_clear (DeidLocalNeighbours *neighbours)
{
  g_clear_pointer (&neighbours->lists, g_free);
}
