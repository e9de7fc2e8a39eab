/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "distortion/moments.h"
#include "search/result-private.h"

#define DEID_NO_ATTRIBUTE       G_MAXUINT
#define DEID_N_QUANTILES        5
#define DEID_N_STAND_INS        5
#define DEID_N_ASSOCIATIONS     3
#define DEID_DISTORTION_N_SIDES 2

/* In hundredths. */
extern const guint deid_distortion_quantiles[DEID_N_QUANTILES];

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

struct DeidDistortion
{
  gatomicrefcount ref_count;
  DeidProblem *problem;
  DeidPolicy *policy;   /* of the result, or NULL: */
  DeidPartition *local; /* the local recoding that it is, or NULL */
  DeidAudience audience;
  guint64 n[DEID_DISTORTION_N_SIDES]; /* records */
  DeidDistortionColumn *columns;      /* the greatest change first, as pairs */
  guint n_columns;
  DeidDistortionPair *pairs;
  guint64 n_pairs;
};

/* Returns: for whom it is. */
static inline const char *
deid_distortion_show_audience (const DeidDistortion *distortion)
{
  return distortion->audience == DEID_AUDIENCE_CUSTODIAN ? "custodian-only" : "publishable";
}

/* Returns: a column of the table. */
const DeidColumn *deid_distortion_look_up (const DeidDistortion *distortion, guint column);

/* Returns: how much a column changed: a mean in standard deviations, or the distance of the
 * distributions; infinity where no number is left, or nothing varied before. */
double deid_distortion_column_get_change (const DeidDistortionColumn *column);

/* Returns: the greatest change of what associates two columns, where nothing is left of it to 0. */
double deid_distortion_pair_get_change (const DeidDistortionPair *pair);

/* Brings columns, their values and pairs in order. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_distortion_sort (DeidDistortion *distortion, const DeidStop *stop, GError **error);
