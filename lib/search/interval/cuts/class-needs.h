/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/prepared-problem.h"

/* A class needs so many different values of a column. */
typedef struct
{
  const DeidCodes *codes; /* of each row */
  guint32 n_codes;
  guint64 least;
} DeidValueNeed;

/* What a class needs for the models to release it, as far as it tells subsets of a class that fail
 * too: records, persons and values of sensitive attributes. What models ask for besides is looked
 * at at the upper corner of boxes alone. Read-only. */
typedef struct
{
  guint64 n_records;
  DeidValueNeed *values; /* the last ones may be of persons */
  guint n_values;
} DeidClassNeeds;

/* Models that look at a population need nothing that is known. Errors: those of the models,
 * %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_class_needs_init (DeidClassNeeds *needs, const DeidPreparedProblem *prepared,
                                const DeidStop *stop, GError **error);
void deid_class_needs_clear (DeidClassNeeds *needs);

/* Returns: the greatest number of codes of a column. */
guint32 deid_class_needs_get_max_codes (const DeidClassNeeds *needs);
