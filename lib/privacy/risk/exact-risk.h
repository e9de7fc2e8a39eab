/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"

/* Records, or persons, who share their labels with as many records of the population. */
typedef struct
{
  guint64 n_population; /* above 0 */
  guint64 n_persons;    /* above 0 */
} DeidRiskPart;

/* The sum of @n_persons / @n_population ^ (@halves / 2) over the parts, and a whole number. */
typedef struct
{
  const DeidRiskPart *parts;
  guint64 n_parts;
  guint halves; /* from 1 to 8 */
  guint64 whole;
} DeidExactRisk;

/* Compares a risk with @n times @threshold, exactly: @sign becomes -1, 0 or 1 as it is below, equal
 * or above. @n and the persons of all parts are below 2^63.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(parts) where a few hundred bits decide; if it is
 * equal or almost so O(parts x words of the least common multiple of their numbers), and where
 * roots stay O(parts x bits^2) for as many bits as tell the two apart. */
gboolean deid_exact_risk_compare (const DeidExactRisk *risk, const DeidRational *threshold,
                                  guint64 n, int *sign, GError **error);
