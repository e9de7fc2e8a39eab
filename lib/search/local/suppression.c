/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/suppression.h"

#include <string.h>

#include "base/arrays.h"

/* Returns: the mean extent of the labels that records have on the highest level, most often of one
 * for all, or that of the run of all. */
static double
get_highest_extent (const DeidLocalTuples *tuples, guint a)
{
  const DeidLattice *lattice = tuples->prepared->lattice;
  const DeidAttribute *attribute = &lattice->attributes[a];
  const DeidLocalNodes *nodes = &tuples->attributes[a];
  const guint highest = deid_lattice_get_highest_level (lattice, a);
  guint64 weight = 0;
  DeidWide sum = 0;

  if (nodes->runs != NULL)
    return nodes->extents[deid_local_nodes_get_root (nodes)];
  for (guint32 record = 0; record < tuples->n_records; record++)
    {
      const DeidLocalNode leaf = deid_local_tuples_get (tuples, tuples->tuples[record])[a];
      const guint64 own = deid_local_tuples_get_weight (tuples, record);

      sum += (DeidWide) own
             * deid_loss_attribute_get_extent (&tuples->prepared->loss.terms[a], attribute,
                                               nodes->codes[leaf], highest);
      weight += own;
    }
  return (double) sum / (double) MAX (weight, 1);
}

static guint64
suppression_get_cost (const DeidLocalTuples *tuples)
{
  const DeidLoss *loss = &tuples->prepared->loss;
  guint64 cost = 0;

  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      const DeidLossAttribute *term = &loss->terms[a];
      const double extent = get_highest_extent (tuples, a);

      cost += (guint64) (tuples->attributes[a].unit
                             * ((double) term->suppressed + (double) term->covered * extent)
                         + 0.5);
    }
  return cost;
}

gboolean
deid_local_suppression_init (DeidLocalSuppression *suppression, const DeidLocalTuples *tuples,
                             guint32 k, GError **error)
{
  const DeidPreparedProblem *prepared = tuples->prepared;
  const guint64 most = prepared->n_records - MIN (prepared->n_records, k);

  *suppression = (DeidLocalSuppression){ .tuples = tuples, .limit = MIN (prepared->limit, most) };
  suppression->cost = suppression_get_cost (tuples);
  return deid_new_arrays (error, DEID_NEW (suppression->groups, prepared->groups.n_values));
}

void
deid_local_suppression_clear (DeidLocalSuppression *suppression)
{
  g_clear_pointer (&suppression->groups, g_free);
}

void
deid_local_suppression_start (DeidLocalSuppression *suppression)
{
  const DeidGroups *groups = &suppression->tuples->prepared->groups;

  suppression->n_suppressed = 0;
  memset (suppression->groups, 0, groups->n_values * sizeof *suppression->groups);
}

/* Returns: the place of the value that a record has in a column with a limit. */
static guint64
find_group (const DeidLocalSuppression *suppression, guint i, guint32 record)
{
  const DeidPreparedProblem *prepared = suppression->tuples->prepared;
  const DeidGroupColumn *column = &prepared->groups.columns[i];

  return column->first
         + deid_codes_get (prepared->own.codes[column->codes], suppression->tuples->rows[record]);
}

gboolean
deid_local_suppression_allows (const DeidLocalSuppression *suppression, guint32 record)
{
  const DeidGroups *groups = &suppression->tuples->prepared->groups;
  const guint64 count = deid_local_tuples_get_count (suppression->tuples, record);

  if (suppression->n_suppressed + count > suppression->limit)
    return FALSE;
  for (guint i = 0; i < groups->n_columns; i++)
    {
      const guint64 group = find_group (suppression, i, record);

      if (suppression->groups[group] + count > groups->allowed[group])
        return FALSE;
    }
  return TRUE;
}

void
deid_local_suppression_add (DeidLocalSuppression *suppression, guint32 record)
{
  const guint64 count = deid_local_tuples_get_count (suppression->tuples, record);

  suppression->n_suppressed += count;
  for (guint i = 0; i < suppression->tuples->prepared->groups.n_columns; i++)
    suppression->groups[find_group (suppression, i, record)] += count;
}

void
deid_local_suppression_remove (DeidLocalSuppression *suppression, guint32 record)
{
  const guint64 count = deid_local_tuples_get_count (suppression->tuples, record);

  suppression->n_suppressed -= count;
  for (guint i = 0; i < suppression->tuples->prepared->groups.n_columns; i++)
    suppression->groups[find_group (suppression, i, record)] -= count;
}
