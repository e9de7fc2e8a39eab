/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/figures.h"

#include <check.h>

/* Returns: whether the run has a figure of this name. */
static inline gboolean
find_figure (const DeidResult *result, const char *name, double *value)
{
  g_autoptr (DeidReport) statistics
      = deid_report_new_statistics ((DeidResult *) result, NULL, NULL);

  return deid_report_get_number (statistics, name, value);
}

/* Returns: a figure of a run, 0 if there is none of this name. */
static inline double
get_figure (const DeidResult *result, const char *name)
{
  double value;

  find_figure (result, name, &value);
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

/* Returns: how many of them a run settled without evaluating them; 0 without a proof. */
static inline guint64
count_pruned (const DeidResult *result)
{
  const guint64 n_policies = count_policies (result);
  const guint64 n_evaluated = deid_result_get_n_evaluated (result);

  return deid_result_is_proven_optimal (result) && n_policies > n_evaluated
             ? n_policies - n_evaluated
             : 0;
}

static inline guint64
count_improvements (const DeidResult *result)
{
  g_autoptr (DeidReport) statistics
      = deid_report_new_statistics ((DeidResult *) result, NULL, NULL);

  return n_rows_of (statistics, "improvement-losses");
}

/* Returns: an element of one of the series of improvements. */
static inline double
get_improvement (const DeidResult *result, const char *series, guint64 i)
{
  g_autoptr (DeidReport) statistics
      = deid_report_new_statistics ((DeidResult *) result, NULL, NULL);

  return number_of (statistics, "%s[%u]", series, (guint) i);
}
