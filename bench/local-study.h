/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "local-methods.h"
#include "local-numbers.h"
#include "local-view.h"

/* A method on a case. */
typedef struct
{
  const LocalCase *the_case;
  LocalMethod method;
  const LocalEffort *effort; /* of clustering, or NULL */
  LocalOutcome outcome;
} LocalRun;

/* All that was measured. */
typedef struct
{
  GArray *runs;    /* of LocalRun, case by case */
  GArray *views;   /* of LocalView */
  GArray *numbers; /* of LocalNumbersRun */
} LocalStudy;

typedef struct
{
  gboolean is_quick; /* the first case and the least effort alone */
  const char *table; /* the only one, or NULL */
} LocalScope;

/* Measures, and prints each figure as it comes. Returns: whether nothing failed. */
gboolean local_study_run (LocalStudy *study, const LocalScope *scope, GError **error);
void local_study_clear (LocalStudy *study);

const LocalRun *local_study_get_run (const LocalStudy *study, guint i);

/* Returns: behind the last run of the case of the run at @begin. */
guint local_study_find_end (const LocalStudy *study, guint begin);

/* Returns: (transfer full): the name of the case and of the method, with its steps. */
char *local_run_get_name (const LocalRun *run);

/* Returns: (nullable): the last run of a method among those of a case. */
const LocalRun *local_study_find (const LocalStudy *study, guint begin, LocalMethod method);
