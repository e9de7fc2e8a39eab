/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/key-sort.h"
#include "evaluation/class-verdict.h"

/* The classes of a policy as they were found. */
typedef struct
{
  DeidRowClasses classes;
  const DeidRows *rows;       /* those that were grouped */
  DeidClassReader *reader;    /* or NULL if the problem needs none */
  const guint64 *populations; /* of each class, or NULL if there is no population or none is asked
                                 for */
  guint8 *verdicts;           /* of each class */
} DeidJudgedClasses;

/* Sorts classes that a condition on the table does not tell apart in the order in which they are
 * suppressed: those first that lose most when they are kept, then by their labels as text, so that
 * neither the order of rows nor that of values matters. Losses are sums of those of the attributes,
 * each weighted, whatever the aggregate. Errors: of the quality model, those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY.
 * Complexity: O(rows + @n log @n). */
gboolean deid_ties_sort (const DeidPreparedProblem *prepared, const DeidJudgedClasses *judged,
                         DeidKeyedNumber *tied, guint64 n, const DeidStop *stop, GError **error);
