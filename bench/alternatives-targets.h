/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternatives-study.h"

/* What is to be reached. */
typedef struct
{
  const char *what;
  gboolean is_measured; /* its cases are there */
  double least;
  double most;
  double found;
} Target;

#define N_TARGETS 6

void measure_targets (const Study *study, Target *targets);

gboolean target_is_met (const Target *target);
