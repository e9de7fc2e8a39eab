/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/chart.h"

/* Numbers on the axes of charts: short decimals, exact, in any locale the same. */

/* @number times 10^@exponent. */
typedef struct
{
  gint64 number;
  gint exponent;
} DeidChartDecimal;

/* Returns: the nearest double, which may be infinite. */
double deid_chart_decimal_to_double (DeidChartDecimal decimal);

/* Returns: (transfer full): such as `1,200,000`, `0.05`, `5 %` or `2 × 10¹²`, with as many decimals
 * as @decimal has; powers of ten stand where 15 digits would be too many. */
char *deid_chart_decimal_to_text (DeidChartDecimal decimal, DeidChartUnit unit);
