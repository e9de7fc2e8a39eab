/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-golden.h"

typedef gboolean (*LineFunc) (Golden *golden, const char *key, const char *line);

static gboolean
use_point (Golden *golden, const Series *series, const Point *point, LineFunc func)
{
  const Sample *first = &point->first;
  g_autofree char *key = g_strdup_printf ("%s %s %u", series->chosen->name,
                                          method_names[series->method], point->n_iterations);
  g_autofree char *line = g_strdup_printf (
      "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
      key, first->n_evaluated, first->n_distinct, first->n_kept, first->level_sum);

  return func (golden, key, line);
}

/* Returns: whether @func said so of each line. */
static gboolean
for_each_line (Golden *golden, const Study *study, LineFunc func)
{
  gboolean success = TRUE;

  for (guint i = 0; i < study->series->len; i++)
    {
      const Series *series = &g_array_index (study->series, Series, i);

      for (guint p = 0; p < series->n_points; p++)
        success = use_point (golden, series, &series->points[p], func) && success;
    }
  return success;
}

static gboolean
compare (Golden *golden, const char *key, const char *line)
{
  return golden_compare (golden, key, line);
}

static gboolean
set (Golden *golden, const char *key, const char *line)
{
  golden_set (golden, key, line);
  return TRUE;
}

gboolean
alternatives_golden_compare (Golden *golden, const Study *study)
{
  return for_each_line (golden, study, compare);
}

void
alternatives_golden_set (Golden *golden, const Study *study)
{
  for_each_line (golden, study, set);
}
