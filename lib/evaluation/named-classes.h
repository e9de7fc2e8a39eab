/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/ties.h"

/* Suppresses the classes that conditions on the table name, and asks again of the rest until none
 * is named. Each thread has its own. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  gboolean is_used;       /* some model names classes */
  gboolean is_bounded;    /* all that do have promised what they name at specializations */
  guint32 n;              /* classes listed, by the members up to @named: */
  guint32 *numbers;       /* which of those judged each is */
  guint64 *sizes;         /* in persons */
  guint64 *first_persons; /* where the persons of each begin */
  guint8 *named;
  guint64 capacity;
  guint32 *labels; /* for each attribute a number for the label of each class */
  guint64 labels_capacity;
  guint32 *persons;
  guint64 persons_capacity;
  gboolean is_settled; /* the classes that pass are known to be named by none */
  guint64 *needed; /* for each model how many records it named that specializations suppress too */
  guint64 *suppressed; /* for each model how many records it named */
} DeidNamedClasses;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_named_classes_init (DeidNamedClasses *named, const DeidPreparedProblem *prepared,
                                  GError **error);
void deid_named_classes_clear (DeidNamedClasses *named);

/* Of the classes that do not fail a superset-closed part of the models, has those fail one that
 * every specialization suppresses for a condition on the table. What can stay together at a
 * specialization can stay at the policy, as the models have promised, so that it is never among
 * those named here, whichever are named first. Errors: those of deid_stop_check(), of the models,
 * %DEID_ERROR_NO_MEMORY. Complexity: that of the conditions, at most once for each class. */
gboolean deid_named_classes_judge (DeidNamedClasses *named, const DeidJudgedClasses *judged,
                                   const DeidStop *stop, GError **error);

/* Of the classes that pass, has those fail that cannot stay. Sets how many records they have.
 * Errors and complexity: those of deid_named_classes_judge(). */
gboolean deid_named_classes_suppress (DeidNamedClasses *named, const DeidJudgedClasses *judged,
                                      const DeidStop *stop, guint64 *n_records, GError **error);
