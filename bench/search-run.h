/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search-curve.h"
#include "search-table.h"

/* What was measured on a table. */
typedef struct
{
  Table table;
  Outcome outcome;
  Curve curve; /* has no points unless it was asked for */
} SearchRun;
