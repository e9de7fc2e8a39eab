/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/json.h"
#include "base/long-text.h"
#include "base/memory.h"
#include "base/rational.h"
#include "search/statistics-private.h"

#include <math.h>
#include <string.h>

static void
deid_progress_free (DeidProgress *progress)
{
  g_free (progress);
}

DEID_DEFINE_HANDLE (DeidProgress, deid_progress)

DeidProgress *
deid_progress_new (void)
{
  DeidProgress *progress = g_new0 (DeidProgress, 1);

  g_atomic_ref_count_init (&progress->ref_count);
  return progress;
}

guint64
deid_progress_get_n_evaluated (const DeidProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->n_evaluated;
}

double
deid_progress_get_seconds (const DeidProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->seconds;
}

gboolean
deid_progress_get_loss (const DeidProgress *progress, double *loss)
{
  g_return_val_if_fail (progress != NULL && loss != NULL, FALSE);

  *loss = progress->loss;
  return isfinite (progress->loss);
}

double
deid_progress_get_lower_bound (const DeidProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->lower_bound;
}

double
deid_progress_get_share_settled (const DeidProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->share_settled;
}

double
deid_progress_get_share_done (const DeidProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->share_done;
}

static void
deid_statistics_free (DeidStatistics *statistics)
{
  for (guint i = 0; i < statistics->n; i++)
    {
      g_free (statistics->items[i].name);
      g_free (statistics->items[i].values);
    }
  g_free (statistics->items);
  g_free (statistics);
}

DEID_DEFINE_HANDLE (DeidStatistics, deid_statistics)

DeidStatistics *
deid_statistics_new (void)
{
  DeidStatistics *statistics = g_new0 (DeidStatistics, 1);

  g_atomic_ref_count_init (&statistics->ref_count);
  return statistics;
}

static DeidStatistic *
statistics_find (const DeidStatistics *statistics, const char *name)
{
  for (guint i = 0; i < statistics->n; i++)
    if (strcmp (statistics->items[i].name, name) == 0)
      return &statistics->items[i];
  return NULL;
}

static gboolean
statistics_add (DeidStatistics *statistics, const char *name, double *values, guint64 n,
                gboolean is_series, GError **error)
{
  DeidStatistic item = { .values = values, .n = n, .is_series = is_series };

  if (!deid_grow ((gpointer *) &statistics->items, &statistics->capacity, statistics->n + 1,
                  sizeof *statistics->items, error)
      || (item.name = deid_copy_text (name, error)) == NULL)
    return FALSE;
  statistics->items[statistics->n++] = item;
  return TRUE;
}

static gboolean
set (DeidStatistics *statistics, const char *name, const double *values, guint64 n,
     gboolean is_series, GError **error)
{
  DeidStatistic *known = statistics_find (statistics, name);
  g_autofree double *copy = deid_alloc (MAX (n, 1), sizeof *copy, error);

  if (copy == NULL)
    return FALSE;
  if (n > 0)
    memcpy (copy, values, n * sizeof *copy);
  if (known == NULL)
    {
      if (!statistics_add (statistics, name, copy, n, is_series, error))
        return FALSE;
      g_steal_pointer (&copy);
      return TRUE;
    }
  g_free (known->values);
  known->values = g_steal_pointer (&copy);
  known->n = n;
  known->is_series = is_series;
  return TRUE;
}

gboolean
deid_statistics_set (DeidStatistics *statistics, const char *name, double value, GError **error)
{
  return set (statistics, name, &value, 1, FALSE, error);
}

gboolean
deid_statistics_set_series (DeidStatistics *statistics, const char *name, const double *values,
                            guint64 n, GError **error)
{
  return set (statistics, name, values, n, TRUE, error);
}

guint
deid_statistics_get_n_figures (const DeidStatistics *statistics)
{
  g_return_val_if_fail (statistics != NULL, 0);

  return statistics->n;
}

const char *
deid_statistics_get_name (const DeidStatistics *statistics, guint index)
{
  g_return_val_if_fail (statistics != NULL, NULL);
  g_return_val_if_fail (index < statistics->n, NULL);

  return statistics->items[index].name;
}

static double
get_last (const DeidStatistic *item)
{
  return item->n > 0 ? item->values[item->n - 1] : 0;
}

double
deid_statistics_get_value (const DeidStatistics *statistics, guint index)
{
  g_return_val_if_fail (statistics != NULL, 0);
  g_return_val_if_fail (index < statistics->n, 0);

  return get_last (&statistics->items[index]);
}

gboolean
deid_statistics_find (const DeidStatistics *statistics, const char *name, double *value)
{
  const DeidStatistic *item;

  g_return_val_if_fail (statistics != NULL && name != NULL, FALSE);

  item = statistics_find (statistics, name);
  if (value != NULL)
    *value = item != NULL ? get_last (item) : 0;
  return item != NULL;
}

const double *
deid_statistics_find_series (const DeidStatistics *statistics, const char *name, gsize *n_values)
{
  const DeidStatistic *item;

  g_return_val_if_fail (statistics != NULL && name != NULL && n_values != NULL, NULL);

  item = statistics_find (statistics, name);
  *n_values = item != NULL ? item->n : 0;
  return item != NULL ? item->values : NULL;
}

char *
deid_statistics_to_text (const DeidStatistics *statistics, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (statistics != NULL, NULL);

  for (guint i = 0; i < statistics->n; i++)
    {
      const DeidStatistic *item = &statistics->items[i];

      deid_long_text_add (&text, "%s:", item->name);
      for (guint64 v = 0; v < item->n; v++)
        {
          char decimal[DEID_DECIMAL_SIZE];

          deid_double_to_decimal (item->values[v], decimal);
          deid_long_text_add (&text, " %s", decimal);
        }
      deid_long_text_add (&text, "\n");
    }
  return deid_long_text_end (&text, error);
}

static void
statistics_write_values (DeidJsonWriter *writer, const DeidStatistic *item)
{
  for (guint64 v = 0; v < item->n; v++)
    if (isfinite (item->values[v]))
      deid_json_write_number (writer, item->values[v]);
    else
      deid_json_write_null (writer);
}

char *
deid_statistics_to_json (const DeidStatistics *statistics, GError **error)
{
  DeidLongText text = { 0 };
  DeidJsonWriter writer = { .text = &text };

  g_return_val_if_fail (statistics != NULL, NULL);

  deid_json_write_begin (&writer, '{');
  for (guint i = 0; i < statistics->n; i++)
    {
      const DeidStatistic *item = &statistics->items[i];

      deid_json_write_name (&writer, item->name);
      if (item->is_series)
        deid_json_write_begin (&writer, '[');
      statistics_write_values (&writer, item);
      if (item->is_series)
        deid_json_write_end (&writer, ']');
    }
  deid_json_write_end (&writer, '}');
  return deid_long_text_end (&text, error);
}
