/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/interval/cuts/class-floors.h"
#include "search/interval/cuts/units.h"

/* What the workers of a search over a lattice with cuts share. Read-only. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  const DeidLattice *lattice;
  gboolean costs_classes;
  DeidClassForm form; /* if classes are costed, */
  gint64 lost_cost;   /* and what each record of S° costs then; 0 if its class costs as if kept */
  DeidUnits units;
  DeidCutAxis *axes; /* of each attribute */
  guint n_axes;
  guint *first_values; /* of each dimension: the number of its level 0 among those of all */
  guint n_values;
  DeidClassNeeds needs;
  gint64 lambda_unit; /* multipliers count what suppressed records pay besides in these */
} DeidCutSpace;

/* So many runs of a column have sums of their own, 40 MB: all of up to 1,024 values. */
#define DEID_MAX_RUNS (1 << 20)

/* Whether the quality model is a mean or a sum over attributes of what values cost, `dm` or
 * `dmstar`. */
gboolean deid_cut_space_takes (const DeidPreparedProblem *prepared);

/* @max_runs is that of each attribute, see deid_cut_axis_init(). Fails with
 * %DEID_ERROR_INVALID_ARGUMENT unless deid_cut_space_takes() the problem.
 * Other errors: those of deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. On failure it may
 * be cleared, and nothing else. */
gboolean deid_cut_space_init (DeidCutSpace *space, const DeidPreparedProblem *prepared,
                              guint64 max_runs, const DeidStop *stop, GError **error);
void deid_cut_space_clear (DeidCutSpace *space);

/* Lowers, of the top, nodes that no value of the table is below. */
void deid_cut_space_start (const DeidCutSpace *space, DeidLevel *hi);

/* Lowers what makes no difference to the data: nodes below one that all policies of the box merge;
 * and nodes above one that the search chose to merge for itself. */
void deid_cut_space_normalize (const DeidCutSpace *space, const DeidLevel *lo, DeidLevel *hi);
