/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The order of columns, values and pairs: the greatest change first. The public, who does not read
 * what changed, has them in the order of the table, and values in that of their texts. */
#include <string.h>

#include "base/memory.h"
#include "base/arrays.h"
#include "base/rational.h"
#include "distortion/distortion-private.h"

/* An item as it is to be placed. */
typedef struct
{
  double change;
  gboolean is_numeric;
  guint columns[2];
  guint64 place; /* before sorting */
} DistortionOrderPlace;

static int
distortion_order_compare_places (const void *a, const void *b)
{
  const DistortionOrderPlace *x = a, *y = b;

  if (x->is_numeric != y->is_numeric)
    return x->is_numeric ? -1 : 1;
  if (x->change < y->change || x->change > y->change)
    return x->change > y->change ? -1 : 1;
  for (guint i = 0; i < 2; i++)
    if (x->columns[i] != y->columns[i])
      return x->columns[i] < y->columns[i] ? -1 : 1;
  return 0;
}

/* Puts items of a size where the places say. */
static gboolean
arrange (gpointer *items, gsize size, DistortionOrderPlace *places, guint64 n, const DeidStop *stop,
         GError **error)
{
  guint8 *arranged;

  if (!deid_stopped_sort (places, n, sizeof *places, distortion_order_compare_places, stop, error))
    return FALSE;
  arranged = deid_alloc (n, size, error);
  if (arranged == NULL)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    memcpy (arranged + i * size, (const guint8 *) *items + places[i].place * size, size);
  g_free (*items);
  *items = arranged;
  return TRUE;
}

static gboolean
sort_columns (DeidDistortion *distortion, const DeidStop *stop, GError **error)
{
  const gboolean is_public = distortion->audience == DEID_AUDIENCE_PUBLIC;
  g_autofree DistortionOrderPlace *places
      = deid_alloc (distortion->n_columns, sizeof *places, error);

  if (places == NULL)
    return FALSE;
  for (guint c = 0; c < distortion->n_columns; c++)
    {
      const DeidDistortionColumn *column = &distortion->columns[c];

      places[c]
          = (DistortionOrderPlace){ .change
                                    = is_public ? 0 : deid_distortion_column_get_change (column),
                                    .is_numeric = column->is_numeric,
                                    .columns = { column->column },
                                    .place = c };
    }
  return arrange ((gpointer *) &distortion->columns, sizeof *distortion->columns, places,
                  distortion->n_columns, stop, error);
}

static gboolean
sort_pairs (DeidDistortion *distortion, const DeidStop *stop, GError **error)
{
  const gboolean is_public = distortion->audience == DEID_AUDIENCE_PUBLIC;
  g_autofree DistortionOrderPlace *places = deid_alloc (distortion->n_pairs, sizeof *places, error);

  if (places == NULL)
    return FALSE;
  for (guint64 i = 0; i < distortion->n_pairs; i++)
    {
      const DeidDistortionPair *pair = &distortion->pairs[i];

      places[i] = (DistortionOrderPlace){ .change
                                          = is_public ? 0 : deid_distortion_pair_get_change (pair),
                                          .columns = { pair->columns[0], pair->columns[1] },
                                          .place = i };
    }
  return arrange ((gpointer *) &distortion->pairs, sizeof *distortion->pairs, places,
                  distortion->n_pairs, stop, error);
}

/* A label with the change of its share, times the records before and those after. */
typedef struct
{
  DeidDistortionValue value;
  DeidWide change;
} ChangedValue;

static int
distortion_order_compare_values (const void *a, const void *b)
{
  const ChangedValue *x = a, *y = b;

  if (x->change != y->change)
    return x->change > y->change ? -1 : 1;
  return g_strcmp0 (x->value.text, y->value.text);
}

static gboolean
distortion_order_sort_values (const DeidDistortion *distortion, DeidDistortionColumn *column,
                              const DeidStop *stop, GError **error)
{
  const gboolean is_public = distortion->audience == DEID_AUDIENCE_PUBLIC;
  g_autofree ChangedValue *values = deid_alloc (column->n_values, sizeof *values, error);

  if (values == NULL)
    return FALSE;
  for (guint64 i = 0; i < column->n_values; i++)
    {
      const DeidWide before = (DeidWide) column->values[i].n[0] * distortion->n[1];
      const DeidWide after = (DeidWide) column->values[i].n[1] * distortion->n[0];

      values[i] = (ChangedValue){ .value = column->values[i] };
      if (!is_public)
        values[i].change = before > after ? before - after : after - before;
    }
  if (!deid_stopped_sort (values, column->n_values, sizeof *values, distortion_order_compare_values,
                          stop, error))
    return FALSE;
  for (guint64 i = 0; i < column->n_values; i++)
    column->values[i] = values[i].value;
  return TRUE;
}

gboolean
deid_distortion_sort (DeidDistortion *distortion, const DeidStop *stop, GError **error)
{
  for (guint c = 0; c < distortion->n_columns; c++)
    if (!distortion_order_sort_values (distortion, &distortion->columns[c], stop, error))
      return FALSE;
  return sort_columns (distortion, stop, error) && sort_pairs (distortion, stop, error);
}
