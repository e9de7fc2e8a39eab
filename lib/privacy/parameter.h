/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/rational.h"

/* The parameter of a model as it is given, and as it is taken: a fraction of 64-bit integers. */
typedef struct
{
  double value;
  guint64 numerator;
  guint64 denominator;
} DeidParameter;

/* @name is the specification of the model. Fails with %DEID_ERROR_INVALID_ARGUMENT if @value is
 * not finite, below 0 or no fraction of 64-bit integers, or if it is 0 and @may_be_0 is not set. */
gboolean deid_parameter_init (DeidParameter *parameter, double value, gboolean may_be_0,
                              const char *name, GError **error);

/* The same for a share, which is at most 1. */
gboolean deid_parameter_init_share (DeidParameter *share, double value, gboolean may_be_0,
                                    const char *name, GError **error);

/* Returns: whether @n is no more than a share of @total. */
gboolean deid_parameter_admits (const DeidParameter *share, guint64 n, guint64 total);

/* A condition on the table: tells whether the sum of the terms, which is below 2^64, is no more
 * than a share of the persons. @share is a #DeidParameter. */
gboolean deid_parameter_admit_sum (const DeidTableView *table, gpointer state, gpointer share,
                                   gboolean *passes, GError **error);

/* Describes a parameter that is not as expected. Returns: FALSE. */
gboolean deid_parameter_fail (const DeidParameter *parameter, const char *name,
                              const char *expected, GError **error);

/* Writes @name and the parameter as a specification has them. */
char *deid_parameter_spell (const DeidParameter *parameter, const char *name);
