/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "unknown-values.h"

/* Everything that `deid apply` makes. */
typedef struct
{
  DeidOutputSet *outputs;
  GCancellable *cancellable;
  guint n_threads;
  DeidCsvOptions *csv;
  DeidStoredPolicy *policy;
  DeidDataset *batch;
  GPtrArray *unknown; /* of UnknownValues */
  DeidResult *result;
  DeidDataset *release;
  DeidRiskOptions *risk_options;
  DeidReport *reports[2]; /* before and after */
  DeidReport *warnings;
  double load, evaluate, apply, report, write; /* seconds */
} Batch;

/* Print the report as one JSON object, and as text. */
gboolean print_batch_json (const Batch *batch, GError **error);
gboolean print_batch_text (const Batch *batch, GError **error);
