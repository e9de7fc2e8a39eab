/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/boxes.h"

#include "base/arrays.h"
#include "base/memory.h"

static const DeidAttribute *
get_attribute (const DeidLocalBoxes *boxes, guint a)
{
  return &boxes->tuples->prepared->lattice->attributes[a];
}

static guint
get_lowest (const DeidLocalBoxes *boxes, guint a)
{
  return boxes->tuples->prepared->lattice->floors[get_attribute (boxes, a)->first_dimension];
}

static guint
get_highest (const DeidLocalBoxes *boxes, guint a)
{
  return boxes->tuples->prepared->lattice->heights[get_attribute (boxes, a)->first_dimension];
}

static gboolean
check_policies (const DeidLocalBoxes *boxes, guint64 max_policies, GError **error)
{
  guint64 n = 1;

  for (guint a = 0; a < boxes->tuples->n_attributes; a++)
    {
      n *= get_highest (boxes, a) - get_lowest (boxes, a) + 1;
      if (n <= max_policies)
        continue;
      g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "%s: there are more than %" G_GUINT64_FORMAT
                   " policies, expected fewer for a bound of local recodings",
                   boxes->tuples->prepared->lattice->table.name, max_policies);
      return FALSE;
    }
  return TRUE;
}

/* Costs are products and one quotient of doubles, off by far less than the thousandth that is taken
 * off before they are rounded down. */
static gboolean
list_level_costs (DeidLocalBoxes *boxes, guint a, guint level, GError **error)
{
  const DeidRecoding *recoding = &get_attribute (boxes, a)->levels[level];
  const DeidLossAttribute *term = &boxes->tuples->prepared->loss.terms[a];
  const double share
      = deid_local_get_share (&boxes->tuples->prepared->loss, a, boxes->tuples->n_records);
  guint64 *costs = deid_alloc (recoding->n_labels, sizeof *costs, error);

  boxes->costs[a][level] = costs;
  boxes->minima[a][level] = G_MAXUINT64;
  for (guint32 code = 0; costs != NULL && code < get_attribute (boxes, a)->n_codes; code++)
    {
      const guint32 label = recoding->labels[code];
      const double cost = share * term->extents[(gsize) code * term->n_levels + level]
                          * (double) DEID_LOCAL_PRICE_UNIT;

      costs[label] = cost > 0.001 ? (guint64) (cost - 0.001) : 0;
      boxes->minima[a][level] = MIN (boxes->minima[a][level], costs[label]);
    }
  return costs != NULL;
}

static gboolean
list_costs (DeidLocalBoxes *boxes, GError **error)
{
  const guint m = boxes->tuples->n_attributes;

  if (!deid_new_arrays (error, DEID_NEW (boxes->costs, m), DEID_NEW (boxes->minima, m)))
    return FALSE;
  for (guint a = 0; a < m; a++)
    {
      const guint n_levels = get_attribute (boxes, a)->n_levels;

      if (!deid_new_arrays (error, DEID_NEW (boxes->costs[a], n_levels),
                            DEID_NEW (boxes->minima[a], n_levels)))
        return FALSE;
      for (guint level = get_lowest (boxes, a); level <= get_highest (boxes, a); level++)
        if (!list_level_costs (boxes, a, level, error))
          return FALSE;
    }
  return TRUE;
}

/* A code that stands for each leaf. */
static gboolean
list_rows (DeidLocalBoxes *boxes, GError **error)
{
  const DeidLocalTuples *tuples = boxes->tuples;
  const guint m = tuples->n_attributes;

  boxes->rows = (DeidRows){ .n = tuples->n_tuples, .n_attributes = m };
  if (!deid_new_arrays (error, DEID_NEW (boxes->columns, m), DEID_NEW (boxes->codes, m),
                        DEID_NEW (boxes->recodings, m), DEID_NEW (boxes->levels, m),
                        DEID_NEW (boxes->boxes, tuples->n_tuples),
                        DEID_NEW (boxes->rows.weights, tuples->n_tuples)))
    return FALSE;
  boxes->rows.codes = boxes->codes;
  for (guint a = 0; a < m; a++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[a];

      boxes->codes[a] = &boxes->columns[a];
      if (!deid_codes_alloc (&boxes->columns[a], tuples->n_tuples,
                             get_attribute (boxes, a)->n_codes, error))
        return FALSE;
      for (guint32 t = 0; t < tuples->n_tuples; t++)
        deid_codes_set (&boxes->columns[a], t, nodes->codes[deid_local_tuples_get (tuples, t)[a]]);
    }
  for (guint32 t = 0; t < tuples->n_tuples; t++)
    boxes->rows.weights[t] = deid_local_tuples_count (tuples, t);
  return TRUE;
}

gboolean
deid_local_boxes_init (DeidLocalBoxes *boxes, const DeidLocalTuples *tuples, guint64 max_policies,
                       GError **error)
{
  *boxes = (DeidLocalBoxes){ .tuples = tuples };
  return check_policies (boxes, max_policies, error) && list_costs (boxes, error)
         && list_rows (boxes, error);
}

void
deid_local_boxes_clear (DeidLocalBoxes *boxes)
{
  for (guint a = 0; a < boxes->tuples->n_attributes; a++)
    {
      for (guint level = 0; boxes->costs != NULL && boxes->costs[a] != NULL
                            && level < get_attribute (boxes, a)->n_levels;
           level++)
        g_free (boxes->costs[a][level]);
      if (boxes->costs != NULL)
        g_free (boxes->costs[a]);
      if (boxes->minima != NULL)
        g_free (boxes->minima[a]);
      if (boxes->columns != NULL)
        deid_codes_clear (&boxes->columns[a]);
    }
  g_clear_pointer (&boxes->costs, g_free);
  g_clear_pointer (&boxes->minima, g_free);
  g_clear_pointer (&boxes->columns, g_free);
  g_clear_pointer (&boxes->codes, g_free);
  g_clear_pointer (&boxes->recodings, g_free);
  g_clear_pointer (&boxes->levels, g_free);
  g_clear_pointer (&boxes->boxes, g_free);
  g_clear_pointer (&boxes->rows.weights, g_free);
  deid_grouping_clear (&boxes->grouping);
}

void
deid_local_boxes_start (DeidLocalBoxes *boxes)
{
  for (guint a = 0; a < boxes->tuples->n_attributes; a++)
    boxes->levels[a] = (DeidLevel) get_lowest (boxes, a);
}

gboolean
deid_local_boxes_next (DeidLocalBoxes *boxes)
{
  for (guint a = boxes->tuples->n_attributes; a-- > 0;)
    {
      if (boxes->levels[a] < get_highest (boxes, a))
        {
          boxes->levels[a]++;
          return TRUE;
        }
      boxes->levels[a] = (DeidLevel) get_lowest (boxes, a);
    }
  return FALSE;
}

guint64
deid_local_boxes_get_least_cost (const DeidLocalBoxes *boxes)
{
  guint64 cost = 0;

  for (guint a = 0; a < boxes->tuples->n_attributes; a++)
    cost += boxes->minima[a][boxes->levels[a]];
  return cost;
}

static guint64
cost_tuple (const DeidLocalBoxes *boxes, guint32 tuple)
{
  guint64 cost = 0;

  for (guint a = 0; a < boxes->tuples->n_attributes; a++)
    cost += boxes->costs[a][boxes->levels[a]]
                        [boxes->recodings[a]->labels[deid_codes_get (boxes->codes[a], tuple)]];
  return cost;
}

gboolean
deid_local_boxes_group (DeidLocalBoxes *boxes, guint32 k, const DeidStop *stop, GError **error)
{
  const guint32 *box_of_tuple;

  for (guint a = 0; a < boxes->tuples->n_attributes; a++)
    boxes->recodings[a] = &get_attribute (boxes, a)->levels[boxes->levels[a]];
  if (!deid_grouping_run (&boxes->grouping, &boxes->rows, boxes->recodings, stop, error))
    return FALSE;
  box_of_tuple = boxes->grouping.class_of_row;
  boxes->n_boxes = 0;
  for (guint32 t = 0; t < boxes->tuples->n_tuples; t++)
    if (box_of_tuple[t] == boxes->n_boxes)
      boxes->boxes[boxes->n_boxes++]
          = (DeidLocalBox){ .cost = cost_tuple (boxes, t), .missing = k, .missing_shares = k };
  return TRUE;
}
