/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "distortion/moments.h"
#include "distortion/released-numbers.h"
#include "figures/report-private.h"
#include "search/result-private.h"

#define DEID_NO_ATTRIBUTE       G_MAXUINT
#define DEID_N_QUANTILES        5
#define DEID_N_STAND_INS        5
#define DEID_N_ASSOCIATIONS     3
#define DEID_DISTORTION_N_SIDES 2

/* All records of the table with their original values, or the records that are released with what
 * is released of them. Suppressed rows that a release keeps are not among these. */
typedef enum
{
  DEID_DISTORTION_BEFORE,
  DEID_DISTORTION_AFTER
} DeidDistortionSide;

/* A figure of a column of numbers. */
typedef enum
{
  DEID_DISTORTION_MEAN,
  DEID_DISTORTION_VARIANCE,
  DEID_DISTORTION_QUANTILE_5,
  DEID_DISTORTION_QUANTILE_25,
  DEID_DISTORTION_MEDIAN,
  DEID_DISTORTION_QUANTILE_75,
  DEID_DISTORTION_QUANTILE_95
} DeidDistortionFigure;

/* How strongly two columns go together. */
typedef enum
{
  DEID_ASSOCIATION_PEARSON,
  DEID_ASSOCIATION_SPEARMAN,
  DEID_ASSOCIATION_CRAMERS_V
} DeidAssociation;

/* What a column has before release, or after. */
typedef struct
{
  guint64 n_missing;
  guint64 n_distinct;                    /* values or labels, but for a missing value */
  guint64 n_stand_ins[DEID_N_STAND_INS]; /* of a column of numbers */
  DeidMoments moments;                   /* of one */
  double quantiles[DEID_N_QUANTILES];    /* if it has numbers */
} DeidDistortionFigures;

/* Records with a label, before release and after. */
typedef struct
{
  const char *text; /* NULL of a missing value; the lattice's or the dataset's */
  guint64 n[DEID_DISTORTION_N_SIDES];
} DeidDistortionValue;

typedef struct
{
  guint column;    /* of the table */
  guint attribute; /* of the lattice, or DEID_NO_ATTRIBUTE */
  gboolean is_numeric;
  gboolean is_aggregated; /* numbers are released in place of its values or labels */
  gboolean has_level;
  guint level;
  gboolean has_loss;
  double loss;
  DeidDistortionFigures figures[DEID_DISTORTION_N_SIDES];
  double distance;
  DeidDistortionValue *values; /* the greatest change of a share first */
  guint64 n_values;
} DeidDistortionColumn;

typedef struct
{
  guint columns[2]; /* of the table */
  guint64 n[DEID_DISTORTION_N_SIDES];
  double associations[DEID_N_ASSOCIATIONS][DEID_DISTORTION_N_SIDES]; /* NAN for none */
} DeidDistortionPair;

/* What a release did to the data: see deid_report_new_distortion(). */
typedef struct
{
  DeidProblem *problem;
  DeidPolicy *policy;   /* of the result, or NULL: */
  DeidPartition *local; /* the local recoding that it is, or NULL */
  DeidAudience audience;
  guint64 n[DEID_DISTORTION_N_SIDES]; /* records */
  DeidDistortionColumn *columns;      /* the greatest change first, as pairs */
  guint n_columns;
  DeidDistortionPair *pairs;
  guint64 n_pairs;
} DeidDistortion;

extern const DeidReportKind deid_distortion_kind;

void deid_distortion_free (DeidDistortion *distortion);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidDistortion, deid_distortion_free)

/* Errors: those of deid_report_new_distortion(). */
DeidDistortion *deid_distortion_make (DeidResult *result, DeidReleaseOptions *release_options,
                                      const DeidStop *stop, GError **error);

/* Makes a copy of a report for the custodian that has only what the public may read, in an order
 * that the public may know. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
DeidDistortion *deid_distortion_make_public (const DeidDistortion *distortion, const DeidStop *stop,
                                             GError **error);

/* Returns: a column of the table. */
const DeidColumn *deid_distortion_look_up (const DeidDistortion *distortion, guint column);

/* Returns: whether one of two columns has numbers and the other texts. */
gboolean deid_distortion_is_mixed (const DeidDistortion *distortion,
                                   const DeidDistortionPair *pair);

/* Get a figure of a column of numbers, how much greater it is after release, and the change of the
 * mean in standard deviations of the original. Return: whether there is one that the audience may
 * read. */
gboolean deid_distortion_get_figure (const DeidDistortion *distortion, guint column,
                                     DeidDistortionFigure figure, DeidDistortionSide side,
                                     double *value);
gboolean deid_distortion_get_change (const DeidDistortion *distortion, guint column,
                                     DeidDistortionFigure figure, double *change);
gboolean deid_distortion_get_mean_shift (const DeidDistortion *distortion, guint column,
                                         double *shift);

/* Gets the share of the records of a side that have a label. */
gboolean deid_distortion_get_share (const DeidDistortion *distortion, guint column, guint64 value,
                                    DeidDistortionSide side, double *share);

/* Gets the total variation distance of a column. */
gboolean deid_distortion_get_distance (const DeidDistortion *distortion, guint column,
                                       double *distance);

/* Returns: how much a column changed: a mean in standard deviations, or the distance of the
 * distributions; infinity where no number is left, or nothing varied before. */
double deid_distortion_column_get_change (const DeidDistortionColumn *column);

/* Returns: the greatest change of what associates two columns, where nothing is left of it to 0. */
double deid_distortion_pair_get_change (const DeidDistortionPair *pair);
