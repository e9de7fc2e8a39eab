/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <check.h>
#include <deid/deid.h>

/* Returns: a figure of a run, 0 if there is none of this name. */
static inline double
get_figure (const DeidResult *result, const char *name)
{
  double value;

  deid_statistics_find (deid_result_get_statistics (result), name, &value);
  return value;
}

/* The two predictive properties. */
static const char *const figure_properties[] = { "insufficient-privacy", "insufficient-quality" };

/* Returns: how often a run did something with one of them. */
static inline guint64
get_property_figure (const DeidResult *result, guint property, const char *count)
{
  g_autofree char *name = g_strdup_printf ("%s-%s", figure_properties[property], count);

  return (guint64) get_figure (result, name);
}

static inline guint64
count_improvements (const DeidResult *result)
{
  guint64 n;

  deid_statistics_get_series (deid_result_get_statistics (result), "improvement-losses", &n);
  return n;
}

/* Returns: an element of one of the series of improvements. */
static inline double
get_improvement (const DeidResult *result, const char *series, guint64 i)
{
  guint64 n;
  const double *values
      = deid_statistics_get_series (deid_result_get_statistics (result), series, &n);

  ck_assert_uint_lt (i, n);
  return values[i];
}
