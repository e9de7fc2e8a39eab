/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/local-case.h"

#include "support/local-check.h"
#include "support/suite.h"

void
local_case_make (LocalCase *local, GRand *rand, guint max_rows)
{
  local_table_make (&local->table, rand, max_rows);
  local->problem = local_table_build (&local->table);
  local->preparation = deid_problem_prepare (local->problem, DEID_STOP_NEVER, NULL);
  assert_quietly (local->preparation != NULL);
}

void
local_case_seed (LocalCase *local, guint64 seed)
{
  assert_quietly (deid_local_ruin_init (&local->ruin, &local->preparation->all, local->table.k,
                                        seed, DEID_STOP_NEVER, NULL));
}

void
local_case_clear (LocalCase *local)
{
  deid_preparation_release (local->preparation);
  deid_problem_unref (local->problem);
}

double
local_case_check (const LocalCase *local)
{
  return local_check_clusters (&local->table, &local->ruin.clusters);
}
