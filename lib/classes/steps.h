/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"

/* One attribute's step from a level to the one below: for each row the number of its lower label
 * among those that share its upper label. */
typedef struct
{
  DeidCodes parts;
  guint32 fan_out; /* parts are below it */
} DeidStep;

/* The steps of all attributes; step l of an attribute leads from level l + 1 to level l. */
typedef struct
{
  guint n_attributes;
  guint *n_steps; /* of each attribute */
  DeidStep **steps;
} DeidSteps;

/* Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x levels of all
 * attributes). */
gboolean deid_steps_init (DeidSteps *steps, const DeidRows *rows, const DeidAttribute *attributes,
                          const DeidStop *stop, GError **error);
void deid_steps_clear (DeidSteps *steps);
