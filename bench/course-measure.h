/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A release of the course table: the capacity of the bins of born and posts, or 0 for cuts, by
 * which the search chooses the bins of both at once; the policy, or the search if it is %NULL; and
 * the share that may be suppressed. */
typedef struct
{
  const char *name;
  guint capacity;
  const char *policy;
  const char *search;
  const char *limit;
} CourseRelease;

/* The loss, shares of records, means and correlations. */
typedef struct
{
  double loss; /* by Iyengar */
  double suppressed;
  double viewed;
  double explored;
  double certified;
  double posts;
  double born;
  double grade;
  double posts_grade;
  double posts_born;
} CourseFigures;

/* Measures the table, given as CSV, and what a 5-anonymous release makes of it. */
gboolean course_measure (const CourseRelease *release, const char *table, CourseFigures *before,
                         CourseFigures *after, GError **error);
