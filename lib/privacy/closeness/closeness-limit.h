/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"

/* What t-closeness allows, in whole numbers. Each ground distance here takes steps of 1 / s from 0
 * to 1. With N records in the table, n in the class, and S the earth mover's distance times s n N,
 * which is whole, the distance is at most t if and only if S <= floor (t s n N). A distance whose
 * class cancels out, times s N, is within t if it is at most @per_record. */
typedef struct
{
  guint64 per_record; /* floor (t s N) */
  DeidWide rest;      /* of that division, in units of 1 / divisor */
  DeidWide divisor;   /* the denominator of t */
} DeidClosenessLimit;

/* @t is at most 1, and @n_steps is s.
 *
 * Errors: %DEID_ERROR_TOO_LARGE if s N reaches 2^63. */
gboolean deid_closeness_limit_init (DeidClosenessLimit *limit, const DeidRational *t,
                                    guint64 n_records, guint64 n_steps, GError **error);

/* Returns: floor (@n @limit->rest / @limit->divisor), in 64 long steps. */
guint64 deid_closeness_limit_divide (const DeidClosenessLimit *limit, guint64 n);

/* Returns: floor (t s n N) for a class of @n records, at most as many as the table has. */
static inline DeidWide
deid_closeness_limit_get (const DeidClosenessLimit *limit, guint64 n)
{
  const guint64 share = limit->rest <= G_MAXUINT64 ? (guint64) (n * limit->rest / limit->divisor)
                                                   : deid_closeness_limit_divide (limit, n);

  return (DeidWide) n * limit->per_record + share;
}

/* Compares an earth mover's distance of @sum / @whole with t by the definition, for the verifier.
 *
 * Returns: 1 if it is at most @t, -1 if it is above, 0 if the numbers are too large to tell. */
int deid_closeness_compare (DeidWide sum, DeidWide whole, const DeidRational *t);
