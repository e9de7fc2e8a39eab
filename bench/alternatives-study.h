/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternatives-measure.h"

/* All methods on all cases. */
typedef struct
{
  GPtrArray *cases; /* of Case */
  Effort effort;
  GArray *series; /* of Series, by case and method */
} Study;

/* Takes the cases over.
 *
 * Returns: whether nothing failed; it must be cleared anyway. */
gboolean study_run (Study *study, GPtrArray *cases, const Effort *effort, GError **error);
void study_clear (Study *study);

/* Returns: (nullable): what a method did on the case of a name. */
const Series *study_find (const Study *study, const char *name, Method method);
