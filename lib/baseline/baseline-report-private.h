/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "baseline/treatment.h"

/* How the notes on columns end of which the baseline leaves less. */
#define DEID_NOTE_AGAINST ", against the baseline"

struct DeidBaselineReport
{
  gatomicrefcount ref_count;
  DeidBaseline *baseline;
  DeidLattice *lattice; /* of the problem */
  DeidIdentifiers *identifiers;
  DeidTreatment *treatments; /* of each column that identifiers know */
  char **described;          /* of each */
  const char **notes;        /* of each what the problem does with the column, static, or NULL */
  DeidTreatedAttribute *attributes; /* of each quasi-identifier of the problem */
  guint n_attributes;
  DeidEvaluation *evaluation; /* of a problem of its own */
  DeidRiskReport *risks;
  DeidPolicy *policy; /* of the lattice of the problem that was given, or NULL */
  double risk;
};

/* Makes the lattice that has the labels of the treatments, and their policy. Errors: those of
 * lattices and of deid_baseline_check_columns(). */
DeidLattice *deid_baseline_report_make_lattice (const DeidBaselineReport *report,
                                                const DeidLattice *given, DeidPolicy **policy,
                                                const DeidStop *stop, GError **error);

/* Returns: (transfer full) (nullable): the same policy of the lattice that was given, if it has it;
 * else NULL without an error. */
gboolean deid_baseline_report_find_policy (DeidBaselineReport *report, DeidLattice *given,
                                           GError **error);
