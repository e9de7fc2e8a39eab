/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A problem that policy alternatives are searched for. */
typedef struct
{
  char *name;
  DeidProblem *problem;
  guint n_dimensions;
  guint64 n_records;
  char *model;     /* its specification */
  double raw_risk; /* of the bottom of the lattice */
  gboolean is_large;
} Case;

/* Which cases are wanted. */
typedef struct
{
  const char *table; /* `cohort`, `adult` or `scaled`, or NULL for all */
  gboolean is_quick; /* without the scaled one, unless it is asked for */
} CaseOptions;

/* What is wanted and there; says on the standard error what is not there.
 *
 * Returns: (element-type Case) (nullable): the cases */
GPtrArray *load_cases (const CaseOptions *options, GError **error);
