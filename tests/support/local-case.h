/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "problem/preparation.h"
#include "search/local/ruin.h"
#include "support/local-table.h"

/* A random table, and clusters of it. */
typedef struct
{
  LocalTable table;
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidLocalRuin ruin; /* by local_case_seed(), to be cleared by the test */
} LocalCase;

void local_case_make (LocalCase *local, GRand *rand, guint max_rows);
void local_case_seed (LocalCase *local, guint64 seed);
void local_case_clear (LocalCase *local);

/* Checks the clusters by local_check_clusters().
 * Returns: their loss by the definition. */
double local_case_check (const LocalCase *local);
