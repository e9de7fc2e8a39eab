/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/tuples.h"

/* Which records may be suppressed: as many as the problem allows, of all and of each group that has
 * a limit. */
typedef struct
{
  const DeidLocalTuples *tuples;
  guint64 limit;        /* records of the table */
  guint64 n_suppressed; /* so far */
  guint64 *groups;      /* the same of each value of each column with a limit */
  guint64 cost;         /* of a suppressed record that counts 1 */
} DeidLocalSuppression;

/* @k records of the table at least are left. On failure it may be cleared. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_suppression_init (DeidLocalSuppression *suppression,
                                      const DeidLocalTuples *tuples, guint32 k, GError **error);
void deid_local_suppression_clear (DeidLocalSuppression *suppression);

/* Forgets what is suppressed. */
void deid_local_suppression_start (DeidLocalSuppression *suppression);

/* Tells whether one more record may be suppressed. Complexity: O(columns with a limit). */
gboolean deid_local_suppression_allows (const DeidLocalSuppression *suppression, guint32 record);

void deid_local_suppression_add (DeidLocalSuppression *suppression, guint32 record);
void deid_local_suppression_remove (DeidLocalSuppression *suppression, guint32 record);
