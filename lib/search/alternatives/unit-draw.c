/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/alternatives/unit-draw.h"

#include "base/arrays.h"

gboolean
deid_unit_draw_init (DeidUnitDraw *draw, guint n_dimensions, GError **error)
{
  *draw = (DeidUnitDraw){ .n_dimensions = n_dimensions, .top = 1 };
  while (draw->top <= n_dimensions / 2)
    draw->top *= 2;
  return deid_new_arrays (error, DEID_NEW (draw->weights, n_dimensions),
                          DEID_NEW (draw->sums, (guint64) n_dimensions + 1));
}

void
deid_unit_draw_clear (DeidUnitDraw *draw)
{
  g_free (draw->weights);
  g_free (draw->sums);
}

/* Node i sums up the dimensions before number i, as many as the lowest bit of i is. */
void
deid_unit_draw_start (DeidUnitDraw *draw, const DeidLevel *specific, const DeidLevel *general)
{
  draw->sum = 0;
  for (guint d = 0; d < draw->n_dimensions; d++)
    {
      draw->sums[d + 1] = draw->weights[d] * (guint) (general[d] - specific[d]);
      draw->sum += draw->sums[d + 1];
    }
  for (guint32 i = 1; i <= draw->n_dimensions; i++)
    {
      const guint32 parent = i + (i & -i);

      if (parent <= draw->n_dimensions)
        draw->sums[parent] += draw->sums[i];
    }
}

guint
deid_unit_draw_next (DeidUnitDraw *draw, DeidRandom *random)
{
  guint64 place = deid_random_below (random, draw->sum);
  guint32 before = 0;
  guint64 weight;

  for (guint32 step = draw->top; step > 0; step /= 2)
    if (before + step <= draw->n_dimensions && draw->sums[before + step] <= place)
      {
        before += step;
        place -= draw->sums[before];
      }
  weight = draw->weights[before];
  draw->sum -= weight;
  for (guint32 i = before + 1; i <= draw->n_dimensions; i += i & -i)
    draw->sums[i] -= weight;
  return before;
}
