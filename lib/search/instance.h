/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class-reader.h"
#include "classes/merge.h"
#include "quality/loss.h"
#include "search/problem-private.h"

/* How a class fares. */
typedef enum
{
  DEID_CLASS_PASSES = 0,
  DEID_CLASS_FAILS = 1,
  DEID_CLASS_FAILS_NECESSARY = 2
} DeidClassVerdict;

/* One model of a problem with what it prepared. */
typedef struct
{
  const DeidPrivacyModel *model;
  gpointer state;
  guint distribution; /* which of the instance's sensitive attributes it judges */
} DeidPreparedModel;

/* A problem made ready for evaluation, once per run; read-only from then on. */
typedef struct
{
  DeidProblem *problem;
  const DeidLattice *lattice;
  const DeidColumn **columns; /* quasi-identifiers, the sensitive columns that models ask for, each
                                 once, and the entity column if there is one */
  guint n_columns;
  guint n_sensitive;
  guint32 *n_codes;      /* of each column */
  DeidRows rows;         /* with the codes of all columns behind those of the attributes */
  DeidMergedRows merged; /* whose codes they are; empty if they are the dataset's */
  guint64 n_records;
  guint64 limit; /* records that may be suppressed */
  DeidLoss loss;
  DeidPreparedModel *models;
  guint n_models;
  gboolean needs_reader; /* some model asks for more than the number of records */
} DeidInstance;

/* The rows are those of the dataset. Errors: those of deid_search_run() that do not come from
 * searching. */
gboolean deid_instance_init (DeidInstance *instance, DeidProblem *problem, GError **error);

/* Merges rows that no evaluation can tell apart, if that makes evaluating faster; row numbers are
 * then not those of the dataset. Verdicts and losses stay the same to the bit. To be called before
 * the instance is used.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY; the rows then stay as they
 * were. */
gboolean deid_instance_merge_rows (DeidInstance *instance, const DeidStop *stop, GError **error);
void deid_instance_clear (DeidInstance *instance);

/* Sets up a reader of what the models ask for. */
gboolean deid_instance_init_reader (const DeidInstance *instance, DeidClassReader *reader,
                                    GError **error);

/* Asks models [@first, @end) of a class; the worst verdict counts. */
gboolean deid_instance_judge (const DeidInstance *instance, guint first, guint end,
                              const DeidClass *judged, DeidClassVerdict *worst, GError **error);
