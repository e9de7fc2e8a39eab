/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "privacy/risk/exact-risk.h"

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
