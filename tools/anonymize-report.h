/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "tradeoff-report.h"

/* Everything that a run makes. */
typedef struct
{
  DeidOutputSet *outputs;
  GCancellable *cancellable; /* NULL once a signal has ended the search, or the files are there */
  gboolean is_interrupted;   /* it has, and there is a policy all the same */
  gboolean is_told;          /* why the policy that was stated is no solution */
  DeidProblem *problem;
  guint n_threads;         /* of the search */
  DeidReport *evaluation;  /* of a policy that was stated, or NULL after a search */
  gboolean is_measured;    /* of the verb `report`: no table is written */
  DeidResult *found;       /* by the search */
  DeidResult *result;      /* that, or the alternative that was chosen */
  gboolean is_explained;   /* it was asked for */
  DeidReport *explanation; /* NULL if the result is not proven optimal */
  DeidRiskOptions *risk_options;
  guint64 max_subset; /* of attribute risks, or 0 */
  gboolean is_useful; /* its utility was asked for */
  gboolean is_certified;
  DeidDataset *release;
  DeidReport *reports[2];         /* before and after */
  DeidReport *attribute_risks[2]; /* the same, NULL if they were not asked for */
  gboolean is_compared;           /* original and release, if asked for */
  DeidReport *distortion;         /* NULL if neither that nor a page needs it */
  guint max_left_out;             /* columns of a group left out, or 0 */
  DeidReport *left_out;           /* as the distortion */
  DeidReport *utility;            /* NULL without liblinear */
  DeidReport *alternatives;       /* NULL if the search lists none, or nothing tells of them */
  DeidReport *bias;               /* NULL if it was not asked for */
  DeidReport *warnings;           /* NULL if nothing tells of them */
  Tables tables;                  /* of optima, beside the run */
  double load, tables_made, search, prove, apply, report, engine, write; /* seconds */
} Job;

/* Prints the report as one JSON object. */
gboolean print_json (const Job *job, GError **error);

/* Prints the report as text, with the risks before and after. */
gboolean print_text (const Job *job, GError **error);
