/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/class-verdict.h"

/* What the models of a problem say of classes of which they ask for nothing but the size: each
 * small size is judged once. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  guint8 *verdicts; /* of each small size */
} DeidSizeVerdicts;

/* On failure they may be cleared, and nothing else. */
gboolean deid_size_verdicts_init (DeidSizeVerdicts *known, const DeidPreparedProblem *prepared,
                                  GError **error);
void deid_size_verdicts_clear (DeidSizeVerdicts *known);

/* Judges @n classes by their sizes; a class without records passes. Errors: those of the models.
 * Complexity: O(@n). */
gboolean deid_size_verdicts_judge (DeidSizeVerdicts *known, const guint64 *sizes, guint64 n,
                                   guint8 *verdicts, GError **error);
