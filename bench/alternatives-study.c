/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-study.h"

#include <string.h>

gboolean
study_run (Study *study, GPtrArray *cases, const Effort *effort, GError **error)
{
  *study = (Study){ .cases = cases,
                    .effort = *effort,
                    .series = g_array_new (FALSE, FALSE, sizeof (Series)) };
  for (guint i = 0; i < cases->len; i++)
    for (Method method = 0; method < N_METHODS; method++)
      {
        Series series;

        if (!measure_series (&series, g_ptr_array_index (cases, i), method, effort, error))
          return FALSE;
        g_array_append_val (study->series, series);
      }
  return TRUE;
}

void
study_clear (Study *study)
{
  g_array_unref (study->series);
  g_ptr_array_unref (study->cases);
}

const Series *
study_find (const Study *study, const char *name, Method method)
{
  for (guint i = 0; i < study->series->len; i++)
    {
      const Series *series = &g_array_index (study->series, Series, i);

      if (series->method == method && strcmp (series->chosen->name, name) == 0)
        return series;
    }
  return NULL;
}
