/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class-map.h"
#include "classes/roll-up.h"
#include "evaluation/evaluator.h"
#include "evaluation/judgement.h"
#include "lattice/attribute.h"
#include "quality/class-sums.h"

/* What is known at a policy y that was reached from the top by lowering one level at a time: the
 * classes of the records outside S°(y), the records that fail the superset-closed part of the
 * models. S° only grows on the way down, so what is removed stays removed. */
typedef struct
{
  DeidLevel *levels; /* y */
  DeidClassMap map;
  DeidRowSet removed;  /* S°(y) */
  guint64 *covered;    /* for each attribute and level up to y the sum of n - 1 over S°(y) */
  DeidVerdict verdict; /* on y; n_necessary is the size of S°(y) */
} DeidRefined;

/* Evaluates policies by refining what is known at a generalization, without grouping the table
 * anew. The interval search lowers policies one by one; as any evaluator it lowers the top of the
 * lattice to each. The smallest class is not looked for. */
typedef struct
{
  DeidEvaluator base;
  const DeidPreparedProblem *prepared;
  const DeidSteps *steps;
  DeidCells cells;
  DeidRecoder recoder;
  DeidJudgement judgement; /* of the cells */
  guint32 *removed;        /* rows that the last step removed */
  guint64 *kept;           /* sizes of the classes that are kept */
  guint64 kept_capacity;
  DeidLossSums *loss_sums;
  DeidClassSums sums;         /* used if classes are costed */
  DeidLevel *set_levels;      /* the policy whose removed rows these have as suppressed, */
  gboolean is_set;            /* if there is one */
  const DeidStep **pending;   /* steps to be taken */
  guint *pending_dimensions;  /* of each of these */
  DeidLevel *reached;         /* the policy of the cells */
  const double *const *worth; /* of the levels of each dimension: those of most worth are lowered
                                 to first; or NULL */
  gint64 evaluating;          /* microseconds so far */
  gboolean is_exact; /* counts at the levels asked for, even if it is infeasible on the way */
  DeidRefined own;   /* the policy that it evaluated last as any evaluator does */
} DeidRefiningEvaluator;

gboolean deid_refining_evaluator_init (DeidRefiningEvaluator *refiner,
                                       const DeidPreparedProblem *prepared, const DeidSteps *steps,
                                       GError **error);

gboolean deid_refined_init (DeidRefined *refined, const DeidRefiningEvaluator *refiner,
                            GError **error);
void deid_refined_clear (DeidRefined *refined);

/* Returns: the memory it holds. */
guint64 deid_refined_get_n_bytes (const DeidRefined *refined);

/* Evaluates the top of the lattice. If S° exceeds the suppression limit, @feasible becomes FALSE:
 * no policy at all is a solution. */
gboolean deid_refining_evaluator_start (DeidRefiningEvaluator *refiner, DeidRefined *refined,
                                        const DeidStop *stop, gboolean *feasible, GError **error);

/* Lowers @from to @levels, which specialize its own and differ from them, and writes what is known
 * there to @to, which may be @from. If S° exceeds the suppression limit there or on the way,
 * @feasible becomes FALSE: neither the policy nor any specialization of it is a solution; of @to
 * only its levels, those of some generalization of @levels that is infeasible itself unless the
 * refiner is exact, and the verdict's counts there are then set. */
gboolean deid_refining_evaluator_lower (DeidRefiningEvaluator *refiner, const DeidRefined *from,
                                        const DeidLevel *levels, DeidRefined *to,
                                        const DeidStop *stop, gboolean *feasible, GError **error);

/* Computes a number that the objective of no specialization of @refined that generalizes @lower is
 * below. Each of them suppresses at least S°, so it is the objective of @lower if exactly S° were
 * suppressed. Complexity: O(attributes), or that of grouping if classes are costed. */
gboolean deid_refining_evaluator_get_bound (DeidRefiningEvaluator *refiner,
                                            const DeidRefined *refined, const DeidLevel *lower,
                                            const DeidStop *stop, double *bound, GError **error);

/* Rows that are suppressed besides. */
typedef struct
{
  const guint32 *rows;
  guint64 n;
  guint64 n_records; /* of all of them */
} DeidFurtherRows;

/* The same where further rows are suppressed. */
gboolean deid_refining_evaluator_get_bound_with (DeidRefiningEvaluator *refiner,
                                                 const DeidRefined *refined, const DeidLevel *lower,
                                                 const DeidFurtherRows *further,
                                                 const DeidStop *stop, double *bound,
                                                 GError **error);

/* Tells whether bounds take no grouping. */
gboolean deid_refining_evaluator_has_cheap_bounds (const DeidRefiningEvaluator *refiner);

/* Returns: by how much the loss of one attribute rises from @lo to @hi without any suppression; or,
 * if classes are costed, some number that tells what matters more from what matters less. @hi
 * differs in that attribute alone. */
double deid_refining_evaluator_get_range (const DeidRefiningEvaluator *refiner, guint attribute,
                                          const DeidLevel *lo, const DeidLevel *hi);
