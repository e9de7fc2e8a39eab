/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "distortion/shift.h"
#include "figures/report-private.h"
#include "job/job-private.h"
#include "problem/problem-private.h"
#include "report/risk-report-private.h"

/* What a measure of risk says of a released table, and how a problem is held to it. */

#define DEID_N_RISK_MEASURES 4

/* Returns: its name in JSON and in texts, or %NULL if there is no such measure. */
const char *deid_risk_measure_get_name (DeidRiskMeasure measure);

/* Sets @risk to the risk of the released table that a report is on, rounded. Which records are at
 * risk is what @options say, whatever those of the report are. Errors: %DEID_ERROR_NO_MEMORY,
 * %G_IO_ERROR_CANCELLED. */
gboolean deid_risk_measure_get_risk (DeidRiskMeasure measure, const DeidRiskOptions *options,
                                     const DeidRiskReport *report, double *risk,
                                     GCancellable *cancellable, GError **error);

/* Compares the risks of two released tables, exactly: @sign becomes -1, 0 or 1 as that of @a is
 * below, equal to or above that of @b. Errors: those of deid_risk_measure_get_risk(). Complexity:
 * O(sizes), of population risks that are equal as doubles O(sizes^2). */
gboolean deid_risk_measure_compare (DeidRiskMeasure measure, const DeidRiskOptions *options,
                                    const DeidRiskReport *a, const DeidRiskReport *b, int *sign,
                                    GError **error);

/* Returns: (transfer full): a problem that keeps the risk to a threshold: with k = 1 / @threshold,
 * rounded up, instead of its own k for the highest risk, with the model of the measure besides its
 * own otherwise; or %NULL. Errors: %DEID_ERROR_INVALID_ARGUMENT for a threshold out of its range.
 */
DeidProblem *deid_risk_measure_make_problem (DeidRiskMeasure measure, const DeidProblem *problem,
                                             double threshold, const DeidRiskOptions *options,
                                             GError **error);

/* What the values of an axis are. */
typedef enum
{
  DEID_AXIS_SETTING,     /* of a key of the problem file */
  DEID_AXIS_MODEL,       /* parameters of a privacy model */
  DEID_AXIS_SUPPRESSION, /* the share that may be suppressed */
  DEID_AXIS_RECORDS,     /* the number of records */
  DEID_AXIS_CAPACITY     /* of the rule of a column */
} DeidAxisKind;

typedef struct
{
  DeidAxisKind kind;
  char *name;
  char *section; /* of a setting or a column */
  char *key;     /* of a setting */
  char **values;
  guint n_values;
} DeidAxis;

typedef struct
{
  guint64 k; /* on the axis of k, or 0 */
  gboolean is_solved;
  gboolean is_proven; /* that this is the optimum, or that there is no solution */
  double loss;
  guint64 n_suppressed;
  guint64 n_classes;
  guint64 n_gone; /* groups */
  char *policy;
  DeidShift shift;
  const DeidRiskReport *report;       /* NULL without a solution, and if no risks are measured */
  double risks[DEID_N_RISK_MEASURES]; /* by DeidRiskMeasure, if there is one */
  gboolean is_non_dominated;
  gboolean is_knee;
} DeidTradeoffCell;

/* What cells of one table are measured with. One that has nothing but its stop and its options may
 * be cleared. */
typedef struct
{
  const DeidStop *stop;
  DeidRiskOptions *options; /* of the risks, or NULL if they are not measured */
  GPtrArray *reports;       /* on the risks, which keeps those of the cells */
  DeidLattice *lattice;     /* that the next was made for, or NULL */
  DeidShiftTable shift;
} DeidCellMeasure;

/* See deid_report_new_tradeoff(). */
typedef struct
{
  DeidJob *job;
  DeidAxis *axes;
  guint64 axes_capacity;
  guint n_axes;
  DeidTradeoffCell *cells; /* the last axis varies first */
  guint64 n_cells;
  GPtrArray *reports; /* on the risks of the cells */
  guint64 n_records;
  gboolean counts_persons;       /* sizes of classes do, as the job had it at the run */
  DeidRiskOptions *risk_options; /* as the job had them at the run */
  char *statement;               /* the text of the job, likewise */
} DeidTradeoff;

extern const DeidReportKind deid_tradeoff_kind;

/* Makes an axis of its name and the text of its values. Errors: %DEID_ERROR_PARSE. */
gboolean deid_axis_init (DeidAxis *axis, const char *name, const char *values, GError **error);
void deid_axis_clear (DeidAxis *axis);

/* Tells whether two axes vary the same setting, by whatever names. */
gboolean deid_axis_sets_same (const DeidAxis *axis, const DeidAxis *other);

/* Tells whether its values are those of k. */
gboolean deid_axis_is_k (const DeidAxis *axis);

/* Tells whether cells at different values of it are not to be compared: it states privacy models
 * other than k-anonymity, or how loss is measured. */
gboolean deid_axis_separates (const DeidAxis *axis);

/* Tells whether losses at different values of it mean something else. */
gboolean deid_axis_changes_loss (const DeidAxis *axis);

/* Sets one of its values in a job that was derived. Errors: those of deid_job_override(), and
 * %DEID_ERROR_INVALID_ARGUMENT for a model or a capacity that the job does not have. */
gboolean deid_axis_apply (const DeidAxis *axis, guint value, DeidJob *derived, GError **error);

/* Returns: the number of the value that a cell has on an axis. */
guint deid_tradeoff_get_index (const DeidTradeoff *tradeoff, guint64 cell, guint axis);

/* Fills in a zeroed cell by what a job on the table finds. A cell may say that there is no
 * solution, or that none was found in time. Errors: those of deid_report_new_tradeoff(). */
gboolean deid_cell_measure_job (DeidCellMeasure *measure, DeidJob *job, DeidTradeoffCell *cell,
                                GError **error);
void deid_cell_measure_clear (DeidCellMeasure *measure);
void deid_tradeoff_cell_clear (DeidTradeoffCell *cell);

/* Tells whether there is a risk of a measure: there is a solution and, for a population risk, a
 * population. */
gboolean deid_tradeoff_cell_has_risk (const DeidTradeoffCell *cell, DeidRiskMeasure measure);

/* Fills in all cells. Errors: those of deid_report_new_tradeoff(). */
gboolean deid_tradeoff_fill (DeidTradeoff *tradeoff, const DeidStop *stop, GError **error);

/* Where a point comes from. */
typedef enum
{
  DEID_RISK_POINT_OPTIMUM, /* at a threshold */
  DEID_RISK_POINT_RESULT,
  DEID_RISK_POINT_ALTERNATIVE,
  DEID_RISK_POINT_CELL /* of a trade-off */
} DeidRiskPointSource;

typedef struct
{
  DeidRiskPointSource source;
  double threshold; /* of an optimum */
  gboolean is_proven;
  gboolean is_dominated;
  gboolean is_solved; /* if not, all that follows but the cell is 0 */
  DeidPolicy *policy; /* NULL of a cell, too, whose lattice may be another one */
  const DeidRiskReport *report;
  double risk;
  double loss;
  guint64 n_suppressed;
  const DeidTradeoff *tradeoff; /* that a cell is of, or NULL */
  guint64 cell;
} DeidRiskPoint;

/* See deid_report_new_risk_frontier(). */
typedef struct
{
  DeidProblem *problem;
  DeidRiskMeasure measure;
  DeidRiskOptions *options;
  DeidRiskPoint *points;
  guint64 points_capacity;
  guint64 n_points;
  GPtrArray *reports;   /* on the risks of points that are neither in @base nor cells */
  DeidReport *base;     /* whose points come first, or NULL */
  DeidReport *tradeoff; /* whose cells are points, or NULL */
} DeidRiskFrontier;

extern const DeidReportKind deid_risk_frontier_kind;
