/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/prepared-problem.h"

/* The objective in integers, for bounds that are exact: what an attribute's sum of kept and
 * suppressed extents adds, rounded down to units of 2^-exponent. */
typedef struct
{
  guint64 *prices; /* of each attribute, in units */
  int exponent;
  double original;   /* what relative costs take off the objective */
  gint64 greatest;   /* units that a suppressed record costs at most */
  gboolean is_whole; /* objectives are whole numbers, and units no less than 1 */
} DeidUnits;

/* Sums over all records stay below this. */
#define DEID_UNITS_BITS 53

/* Tells whether an objective is a sum over attributes and records. */
gboolean deid_units_fit (const DeidLoss *loss);

/* Errors: %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_units_init (DeidUnits *units, const DeidPreparedProblem *prepared, GError **error);
void deid_units_clear (DeidUnits *units);

/* Units of objectives that are whole numbers up to @most: a unit is 1 or, where doubles do not tell
 * all of these apart, the least power of 2 by whose multiples they do. @record is what a record
 * costs at most. */
void deid_units_init_whole (DeidUnits *units, DeidWide most, guint64 record);

/* Returns: units that no policy exceeds whose objective is this one or less. */
gint64 deid_units_from_objective (const DeidUnits *units, double objective);

/* Returns: an objective that no policy of so many units, or more, is below. */
double deid_units_to_objective (const DeidUnits *units, gint64 n);
