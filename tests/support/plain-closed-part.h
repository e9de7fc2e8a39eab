/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/plain-check.h"

/* Tells whether a class fails what is superset-closed of a model: the model itself, or the
 * condition that its documentation calls necessary, written from there. In integers, but for
 * logarithms of shares, which are no fractions. */
gboolean plain_fails_closed_part (const RandomProblem *problem, const PlainClass *judged,
                                  const RandomModel *model);
