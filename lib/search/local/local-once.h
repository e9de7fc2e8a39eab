/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/judge.h"
#include "search/local/local-run.h"

/* A table made ready for a method that makes clusters once, without steps. */
typedef struct
{
  const DeidLocalRun *local;
  DeidLocalTuples tuples;
  DeidLocalJudge judge;
  DeidLocalClusters clusters; /* with room for as many as pass and one more */
} DeidLocalOnce;

/* Puts all records into clusters, also if the run is stopped meanwhile. */
typedef gboolean (*DeidLocalMaker) (DeidLocalOnce *once, gpointer data, GError **error);

/* Has a run make clusters once, after the optimal search of at most @max_policies. Errors: those of
 * deid_local_run(). */
gboolean deid_local_once (DeidRun *run, guint64 max_policies, DeidLocalMaker maker, gpointer data,
                          GError **error);

/* Tells the run, as a report of what makes clusters does, of how many records the cluster is
 * known. */
void deid_local_once_report (gpointer once, guint64 n_done);
