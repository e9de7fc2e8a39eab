/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/plain-model.h"

__extension__ typedef unsigned __int128 Wide;

/* A fraction of integers. */
typedef struct
{
  Wide numerator;
  Wide denominator;
} Ratio;

/* Makes the decimal @a / @b. Returns: whether it is a short one. */
gboolean plain_set_decimal (PlainParameters *parameters, Wide a, Wide b);

/* Draws a decimal of tenths, from @least to below @end. */
void plain_draw_tenths (PlainParameters *parameters, GRand *rand, gint32 least, gint32 end);

/* The sign of what is allowed, numerator / denominator, less a / b. */
int plain_compare (const PlainParameters *allowed, Wide a, Wide b);
