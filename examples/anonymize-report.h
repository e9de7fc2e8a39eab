/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Everything that a run of deid-anonymize makes. */
typedef struct
{
  DeidReleaseOptions *options;
  DeidCsvOptions *csv;
  DeidProblem *problem;
  DeidResult *result;
  gboolean is_explained;        /* it was asked for */
  DeidExplanation *explanation; /* NULL if the result is not proven optimal */
  gboolean is_certified;
  DeidDataset *release;
  double load, search, prove, apply, write; /* seconds */
} Job;

/* Prints the report as one JSON object. */
void print_json (const Job *job);

/* Prints the report as text, with the risks before and after. */
gboolean print_text (const Job *job, GError **error);
