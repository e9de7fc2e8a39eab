/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "privacy/risk-sum.h"
#include "evaluation/verdict.h"

/* What evaluates policies: it finds the classes that one makes, and has a judgement say what they
 * are. All kinds reach the same verdict, each from other work: a #DeidGroupingEvaluator groups the
 * table, or what it kept of specializations; a #DeidRefiningEvaluator refines the classes of
 * generalizations; a #DeidWalkingEvaluator changes those of the policy evaluated before; and a
 * #DeidPlainEvaluator, by which certificates are verified, groups the table each time and shares
 * nothing with the others but the judgement. Each thread has its own. */
typedef struct DeidEvaluator DeidEvaluator;

/* A kind. */
typedef struct
{
  gboolean (*evaluate) (DeidEvaluator *evaluator, const DeidLevel *levels, const DeidStop *stop,
                        DeidVerdict *verdict, GError **error);
  gboolean (*add_risk) (DeidEvaluator *evaluator, const DeidStop *stop, DeidRiskSum *risk,
                        GError **error);
  guint64 (*get_n_bytes) (const DeidEvaluator *evaluator);
  void (*clear) (DeidEvaluator *evaluator);
} DeidEvaluatorKind;

/* The first member of each; the kind is %NULL before its initialization began. */
struct DeidEvaluator
{
  const DeidEvaluatorKind *kind;
  const DeidLattice *lattice;
};

/* Evaluates a policy; no kind looks at its number of blocks. Where its header says so an evaluator
 * leaves out some of the verdict's members. Errors: those of the models. */
static inline gboolean
deid_evaluator_evaluate (DeidEvaluator *evaluator, const DeidLevel *levels, const DeidStop *stop,
                         DeidVerdict *verdict, GError **error)
{
  if (!evaluator->kind->evaluate (evaluator, levels, stop, verdict, error))
    return FALSE;
  verdict->blocks = deid_lattice_find_block_excess (evaluator->lattice, levels);
  verdict->is_solution &= verdict->blocks.n_blocks == 0;
  return TRUE;
}

/* Adds the classes that the policy evaluated last, a solution, releases to a risk. Complexity:
 * O(classes + rows of the population). */
static inline gboolean
deid_evaluator_add_risk (DeidEvaluator *evaluator, const DeidStop *stop, DeidRiskSum *risk,
                         GError **error)
{
  return evaluator->kind->add_risk (evaluator, stop, risk, error);
}

/* Returns: the memory it holds. */
static inline guint64
deid_evaluator_get_n_bytes (const DeidEvaluator *evaluator)
{
  return evaluator->kind->get_n_bytes (evaluator);
}

static inline void
deid_evaluator_clear (DeidEvaluator *evaluator)
{
  if (evaluator->kind != NULL)
    evaluator->kind->clear (evaluator);
}
