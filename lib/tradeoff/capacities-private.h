/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "figures/report-private.h"
#include "tradeoff/tradeoff-private.h"

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

/* See deid_report_new_capacities(). */
typedef struct
{
  DeidJob *job;
  char **names; /* of the columns asked for, or NULL for all */
  double mean_weight, correlation_weight, loss_weight;
  guint64 n_restarts;
  guint64 seed;
  DeidCapacityFindings findings;
  char *statement; /* the text of the job as it was run */
} DeidCapacitySearch;

void deid_capacity_search_free (DeidCapacitySearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidCapacitySearch, deid_capacity_search_free)

extern const DeidReportKind deid_capacities_kind;

/* Lists the columns and their candidates. The table is there. Errors: those of
 * deid_report_new_capacities(). */
gboolean deid_capacities_list (const DeidCapacitySearch *search, DeidCapacityFindings *findings,
                               const DeidStop *stop, GError **error);

/* Makes the trials. Errors: the same. */
gboolean deid_capacities_descend (const DeidCapacitySearch *search, DeidCapacityFindings *findings,
                                  const DeidStop *stop, GError **error);

/* Returns: (transfer full): the rule of a column in a trial. */
char *deid_capacities_make_rule (const DeidCapacityFindings *findings, guint64 trial, guint column);
