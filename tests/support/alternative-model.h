/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/alternative-runs.h"
#include "support/cut-problem.h"
#include "support/plain-risk.h"

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

/* Sets what each class adds to a population risk. */
void alternative_classes_list_risks (const CutProblem *cut, const AlternativeClass *classes,
                                     guint n, PlainRiskPart *parts);

gboolean alternative_model_accepts (const AlternativeModel *model, const AlternativeClass *judged);

/* Tells whether classes meet a condition on the table, if the model has one. */
gboolean alternative_model_holds (const AlternativeModel *model, const CutProblem *cut,
                                  const AlternativeClass *classes, guint n);

char *alternative_model_spell (const AlternativeModel *model);
