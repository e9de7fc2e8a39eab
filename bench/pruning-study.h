/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "pruning-measure.h"

/* What is found within the time that IGreedy takes. */
typedef struct
{
  Outcome best_first;
  Outcome interval;
} Race;

/* All that is measured of a case. */
typedef struct
{
  Case chosen;
  Outcome outcomes[N_ALGORITHMS];
  Race race;
} Studied;

typedef struct
{
  const char *quality;
  double seconds; /* of a run at most */
  guint n_runs;
  GPtrArray *cases; /* of Studied */

  const Studied *stored; /* the case with which the variants of the store were measured, or NULL */
  Outcome stores[N_STORES];
} Study;

/* Takes the cases over and measures them. An algorithm that was cut short is not run on the same
 * table with more attributes.
 *
 * Returns: whether nothing failed. */
gboolean study_run (Study *study, GArray *cases);
void study_clear (Study *study);

/* Returns: by how many percent the loss of what was found is less than that of IGreedy, minus
 *   infinity if nothing was found. */
double studied_get_improvement (const Studied *studied, const Outcome *found);

/* Returns: when the best solution was found. */
const Step *outcome_get_last_step (const Outcome *outcome);
