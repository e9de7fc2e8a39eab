/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"

#include <deid/deid-extend.h>
#include <glib.h>

/* Risks are integers: multiples of 2^-64. */
#define DEID_RISK_ONE ((DeidWide) 1 << 64)

/* Returns: the smallest integer m with m >= 2^64 / @n^(@halves / 2); @n is at least 1 and @halves
 * from 1 to 8. Complexity: O(1). */
DeidWide deid_record_risk (guint64 n, guint halves);

/* Returns: the sum of the risks of the records of a class, less than one multiple a record more
 * than it is; a class that nobody in the population matches counts as matched by one, and one that
 * is as large as what matches it has a risk of exactly 1 if the exponent is. Complexity: O(1). */
static inline DeidWide
deid_class_risk (guint64 size, guint64 n_population, guint halves)
{
  if (halves == 2 && size == n_population)
    return DEID_RISK_ONE;
  return size * deid_record_risk (MAX (n_population, 1), halves);
}

/* Exponents, and sums of risks in multiples of 2^-64, as deid_record_risk() has them, beside
 * thresholds. */

/* Finds twice the exponent. Returns: from 1 to 8, or 0 if @gamma is none that is allowed. */
guint deid_risk_find_halves (double gamma);

/* Compares a risk with @n times @threshold by its bounds: it is at most @sum, and less than
 * @n_rounded multiples below. Returns: -1 if it is no more, 1 if it is more, 0 if the bounds do not
 * tell; never 0 if @n_rounded is 0. Complexity: O(1). */
int deid_risk_compare_bounds (DeidWide sum, guint64 n_rounded, const DeidRational *threshold,
                              guint64 n);

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

/* Population risk by its definition, for the verifier: nothing of what searches decide by is used.
 * Compares the sum over the classes of n / g ^ (@halves / 2) with @n times a threshold: @sign
 * becomes -1, 0 or 1 as it is below, equal or above. @exact is the shortest decimal of @threshold.
 * Numbers are below 2^63.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(classes) unless the two are almost equal, otherwise
 * O(classes^2). */
gboolean deid_plain_risk_compare (const DeidTableView *table, guint halves, double threshold,
                                  const DeidRational *exact, guint64 n, int *sign, GError **error);

/* The population risk of a table: classes are added to it, and it is compared with thresholds. What
 * is decided is exact, by bounds in 128 bits first. */
typedef struct
{
  guint halves;
  guint64 whole; /* risks that are whole numbers, summed up */
  DeidRiskPart *parts;
  guint64 n_parts;
  guint64 capacity;
  DeidWide rounded;  /* the sum of the parts in multiples of 2^-64, rounded up, */
  guint64 n_rounded; /* by less than so many */
  gboolean is_merged;
  guint64 least; /* number of the population that persons were added with, 0 before the first */
} DeidRiskSum;

/* @halves is twice the exponent, from 1 to 8. */
void deid_risk_sum_init (DeidRiskSum *sum, guint halves);
void deid_risk_sum_clear (DeidRiskSum *sum);

/* Adds persons who share their labels with @n_population records of the population each, or with
 * one if that is 0. All of them are below 2^63. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_risk_sum_add (DeidRiskSum *sum, guint64 n_persons, guint64 n_population,
                            GError **error);

/* Returns: the highest risk of a person, 1 over that number, or 0 before the first one. */
static inline double
deid_risk_sum_get_maximum (const DeidRiskSum *sum)
{
  return sum->least > 0 ? 1 / (double) sum->least : 0;
}

/* Tells whether the risk is at most @n times @threshold. Errors: %DEID_ERROR_NO_MEMORY. Complexity:
 * O(1) where the bounds decide, otherwise O(classes log classes) and that of
 * deid_exact_risk_compare(). */
gboolean deid_risk_sum_is_within (DeidRiskSum *sum, const DeidRational *threshold, guint64 n,
                                  gboolean *is_within, GError **error);

/* Sets @risk to the smallest double that is at least the risk over @n, if it is taken as the
 * shortest decimal that reads back to it; or to 2^-64 if that is more. @n is above 0 and below
 * 2^63, and no less than the risk unless it is 1. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_risk_sum_round_up (DeidRiskSum *sum, guint64 n, double *risk, GError **error);
