/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternatives-measure.h"

/* Figures of the study (K. Benitez, G. Loukides, B. Malin, "Beyond Safe Harbor: Automatic Discovery
 * of Health Information De-identification Policy Alternatives", IHI 2010), measured in 2009 on a
 * laptop, after 100 iterations. What is not published is not a number. Those of the cohort are of
 * patients that are not at hand. */

#define PUBLISHED_ITERATIONS 100

/* Returns: how many policies no other one dominated. */
double get_published_kept (const Series *series);

/* Returns: how many policies were evaluated. */
double get_published_evaluated (const Series *series);

/* Returns: the time of all iterations. */
double get_published_milliseconds (const Series *series);
