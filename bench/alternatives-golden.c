/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-golden.h"

#include "golden.h"

#define HEADER                                                                                     \
  "case search iterations evaluated distinct not-dominated level-sum (of the distinct), first "    \
  "seed"

static gboolean
use_point (Golden *golden, const Series *series, const Point *point, GoldenLineFunc func)
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
for_each_line (Golden *golden, gconstpointer run, GoldenLineFunc func)
{
  const Study *study = run;
  gboolean success = TRUE;

  for (guint i = 0; i < study->series->len; i++)
    {
      const Series *series = &g_array_index (study->series, Series, i);

      for (guint p = 0; p < series->n_points; p++)
        success = use_point (golden, series, &series->points[p], func) && success;
    }
  return success;
}

gboolean
alternatives_golden_check (const Study *study, const char *path, const char *new_path,
                           GError **error)
{
  return golden_check_run (path, new_path, HEADER, for_each_line, study, error);
}
