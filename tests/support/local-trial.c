/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/local-trial.h"

#include "support/suite.h"

void
local_trial_init (LocalTrial *trial, DeidProblem *problem)
{
  trial->preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
  assert_quietly (trial->preparation != NULL);
  assert_quietly (
      deid_local_tuples_init (&trial->tuples, &trial->preparation->all, DEID_STOP_NEVER, NULL));
  assert_quietly (deid_local_judge_init (&trial->judge, &trial->tuples, 1, DEID_STOP_NEVER, NULL));
  assert_quietly (deid_local_clusters_init (&trial->clusters, &trial->tuples, 1, 1, NULL));
}

void
local_trial_clear (LocalTrial *trial)
{
  deid_local_clusters_clear (&trial->clusters);
  deid_local_judge_clear (&trial->judge);
  deid_local_tuples_clear (&trial->tuples);
  deid_preparation_release (trial->preparation);
}
