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

/* Returns: how many policies the lattice has; tests look at no larger one by this. */
static inline guint64
count_policies (const DeidResult *result)
{
  guint64 n_policies;

  ck_assert (deid_lattice_get_size (deid_problem_get_lattice (deid_result_get_problem (result)),
                                    &n_policies));
  return n_policies;
}

/* Returns: how many of them a run settled without evaluating them. */
static inline guint64
count_pruned (const DeidResult *result)
{
  guint64 n_policies;

  ck_assert (deid_result_get_n_pruned (result, &n_policies));
  return n_policies;
}

static inline guint64
count_improvements (const DeidResult *result)
{
  gsize n;

  deid_statistics_find_series (deid_result_get_statistics (result), "improvement-losses", &n);
  return n;
}

/* Returns: an element of one of the series of improvements. */
static inline double
get_improvement (const DeidResult *result, const char *series, guint64 i)
{
  gsize n;
  const double *values
      = deid_statistics_find_series (deid_result_get_statistics (result), series, &n);

  ck_assert_uint_lt (i, n);
  return values[i];
}
