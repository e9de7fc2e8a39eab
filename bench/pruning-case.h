/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search-problem.h"

/* A table with so many of its attributes. */
typedef struct
{
  Table table;
  gboolean is_searched; /* by all algorithms; otherwise for as long as the heuristic takes */
  gboolean is_golden;   /* its counts are kept beside the program */
} Case;

/* Which cases are wanted. */
typedef struct
{
  const char *table;    /* of this name only, or NULL */
  guint max_attributes; /* 0 for all */
  const char *health;   /* the file of that table, or NULL if it is where the others are */
  const char *quality;
  gboolean is_quick;
} CaseOptions;

/* What is wanted and there; says on the standard error which tables are not there. As in the study
 * all tables come with their first 3 to 9 attributes. Those that have more stand for its table of
 * high dimension. */
GArray *choose_cases (const CaseOptions *options);

void case_clear (Case *chosen);
