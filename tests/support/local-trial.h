/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "problem/preparation.h"
#include "search/local/clusters.h"
#include "search/local/judge.h"

/* A problem made ready for a method that makes clusters, of which there are none yet. */
typedef struct
{
  DeidPreparation *preparation;
  DeidLocalTuples tuples;
  DeidLocalJudge judge;
  DeidLocalClusters clusters;
} LocalTrial;

void local_trial_init (LocalTrial *trial, DeidProblem *problem);
void local_trial_clear (LocalTrial *trial);
