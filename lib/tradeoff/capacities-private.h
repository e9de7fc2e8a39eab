/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "figures/report-private.h"
#include "tradeoff/tradeoff-private.h"

#include <deid/deid-capacities.h>

/* A column whose capacity is chosen. */
typedef struct
{
  char *name;
  char *options;       /* of its rule, from the semicolon on, or empty */
  guint64 *candidates; /* capacities, which rise */
  guint n_candidates;
  guint own; /* the candidate that the rule has, of several the first */
  DeidAxis axis;
} DeidCapacityColumn;

/* A trial is a point of the grid: a candidate of each column. */
typedef struct
{
  guint *point;
  DeidTradeoffCell cell;
  double score; /* if it is solved */
  guint start;  /* the start that came to it first, 0 being that of the rules */
} DeidCapacityTrial;

typedef struct
{
  DeidCapacityColumn *columns;
  guint64 n_columns, columns_capacity;
  DeidCapacityTrial *trials; /* in the order in which they were made */
  guint64 n_trials, trials_capacity;
  guint64 best; /* a trial, if @has_best */
  gboolean has_best;
  guint64 n_records;
} DeidCapacityFindings;

struct DeidCapacitySearch
{
  gatomicrefcount ref_count;
  gint has_run; /* atomic */
  DeidJob *job;
  char **names; /* of the columns asked for */
  guint64 n_names, names_capacity;
  double mean_weight, correlation_weight, loss_weight;
  guint n_restarts;
  guint64 seed;
  DeidCapacityFindings findings; /* 0 before the run */
  char *statement;               /* the text of the job as it was run; NULL before it */
};

extern const DeidReportKind deid_capacities_kind;

void deid_capacity_findings_clear (DeidCapacityFindings *findings);

/* Lists the columns and their candidates. The table is there. Errors: those of
 * deid_report_new_capacities(). */
gboolean deid_capacities_list (const DeidCapacitySearch *search, DeidCapacityFindings *findings,
                               const DeidStop *stop, GError **error);

/* Makes the trials. Errors: the same. */
gboolean deid_capacities_descend (const DeidCapacitySearch *search, DeidCapacityFindings *findings,
                                  const DeidStop *stop, GError **error);

/* Returns: (transfer full): the rule of a column in a trial. */
char *deid_capacities_make_rule (const DeidCapacityFindings *findings, guint64 trial, guint column);
