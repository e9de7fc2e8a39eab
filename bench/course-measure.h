/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A release of the course table. Without a capacity, born and posts have cuts: the search chooses
 * the bins of both at once. */
typedef struct
{
  const char *name;
  guint k;
  guint capacity;       /* of the bins of born and posts, or 0 */
  const char *born;     /* the rule in place of the capacity, or %NULL */
  const char *posts;    /* likewise */
  const char *policy;   /* what is released, or %NULL */
  const char *search;   /* what finds it otherwise */
  const char *limit;    /* of what may be suppressed */
  const char *left_out; /* the column that is no quasi-identifier, or %NULL */
  const char *drop;     /* which rows are left out before, or %NULL */
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

/* Measures the table of a CSV file, and what a release makes of it. If nothing is left, all is
 * suppressed, and the other figures are %NAN. */
gboolean course_measure (const CourseRelease *release, const char *path, CourseFigures *before,
                         CourseFigures *after, GError **error);
