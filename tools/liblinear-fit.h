/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Returns: (nullable): a #DeidRegressionFunc by liblinear, which needs no data, or %NULL if the
 * build found no liblinear.
 *
 * liblinear draws no random numbers here, takes some numbers for each record and feature without
 * asking whether there is memory, and cannot be interrupted. The first call silences its messages
 * in the whole process: it has one function for them, which no lock guards. */
DeidRegressionFunc get_liblinear_fit (void);
