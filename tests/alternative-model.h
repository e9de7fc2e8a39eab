/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternative-runs.h"
#include "cut-problem.h"

/* Models whose generalizations of solutions are solutions, by their definitions: classes are rows
 * with the same labels as text, and everything is decided in integers. */

#define ALTERNATIVE_UNIT 1000 /* what thresholds are multiples of */

typedef enum
{
  ALTERNATIVE_K,
  ALTERNATIVE_DISTINCT, /* two values of the diagnosis */
  ALTERNATIVE_K_MAP,
  ALTERNATIVE_RISK,
  ALTERNATIVE_MEAN_RISK,
  ALTERNATIVE_AVERAGE,
  ALTERNATIVE_UNIQUE,
  ALTERNATIVE_AT_RISK,
  ALTERNATIVE_JOURNALIST,
  ALTERNATIVE_RECURSIVE, /* union-closed */
  N_ALTERNATIVE_KINDS
} AlternativeKind;

typedef struct
{
  AlternativeKind kind;
  guint64 threshold; /* a number of records, or of thousandths */
  guint risk;        /* in thousandths, above which a record is at risk */
  guint halves;      /* twice the exponent */
} AlternativeModel;

typedef struct
{
  guint64 n_records;
  guint64 n_flu; /* records with one of the two diagnoses */
  guint64 n_population;
} AlternativeClass;

/* Returns: the number of classes of a policy that have records, which come first. There are at most
 * as many as rows of the table and the population. */
guint alternative_classes_group (const CutProblem *cut, const guint *levels,
                                 AlternativeClass *classes);

/* Sums n / g^(halves / 2) over classes, in multiples of 2^-64. */
Wide alternative_classes_sum_risk (const CutProblem *cut, const AlternativeClass *classes, guint n,
                                   guint halves);

gboolean alternative_model_accepts (const AlternativeModel *model, const AlternativeClass *judged);

/* Measures what a condition on the table compares, the numerator and the denominator of a share.
 * Returns: the numerator; it is 0 of 1 if the model has none. */
Wide alternative_model_measure (const AlternativeModel *model, const CutProblem *cut,
                                const AlternativeClass *classes, guint n, Wide *denominator);

char *alternative_model_spell (const AlternativeModel *model);
