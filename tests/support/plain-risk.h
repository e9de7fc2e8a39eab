/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Population risk by its definition, exactly. */

typedef struct
{
  guint64 n_persons;
  guint64 n_population; /* 0 counts as 1 */
} PlainRiskPart;

/* Returns: -1, 0 or 1 as the sum of n_persons / n_population ^ (@halves / 2) is below, equal to or
 * above @n @digits / 10 ^ @n_decimals. */
int plain_risk_compare (const PlainRiskPart *parts, guint n_parts, guint halves, guint64 n,
                        guint64 digits, guint n_decimals);

/* The same of a double, read as the shortest decimal that reads back to it. */
int plain_risk_compare_double (const PlainRiskPart *parts, guint n_parts, guint halves, guint64 n,
                               double threshold);
