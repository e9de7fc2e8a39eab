/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class-reader.h"
#include "classes/merge.h"
#include "privacy/prepared-models.h"
#include "quality/loss.h"
#include "evaluation/groups.h"
#include "evaluation/loss-weights.h"
#include "evaluation/problem-private.h"

/* A problem made ready for evaluation, as a view of its rows: all of them, or the distinct ones.
 * Read-only, but for a copy with another limit, which is cheap and must not outlive what it is
 * copied from. */
typedef struct
{
  DeidProblem *problem; /* not owned */
  const DeidLattice *lattice;
  DeidTableSource lent; /* what the dataset lends, unless the table came from elsewhere */
  DeidTableSource lent_population; /* the same of the population */
  const DeidTableSource *table;    /* whose rows are evaluated */
  const DeidAttribute *attributes; /* whose codes the rows have */
  const DeidColumn **columns; /* quasi-identifiers, the sensitive columns that models ask for, each
                                 once, the entity column if there is one, and those of groups that
                                 are none of these */
  guint n_columns;
  guint n_sensitive; /* of these columns, behind those of the attributes; those that the quality
                        model asks for included */
  DeidPreparedModels privacy;
  gboolean has_population;
  DeidPopulation population;
  guint n_codes_columns; /* of the table: quasi-identifiers, judged columns, entities, what the
                            quality model asks for, and groups */
  guint first_of_costs;  /* of these, of what the quality model asks for */
  guint32 *n_codes;      /* of each of these */
  DeidRows own;          /* the table, with the codes of all these behind those of the attributes */
  DeidMergedRows merged; /* whose codes they are; empty if they are the dataset's */
  DeidRows others;       /* the population, if there is one */
  DeidMergedRows merged_others; /* the same of these */
  DeidJointRows joint;          /* both tables, if there is a population */
  DeidRows rows;                /* what is grouped: the table, or both */
  guint64 n_records;
  guint64 limit;           /* records that may be suppressed */
  guint64 problem_limit;   /* the same as the problem has it */
  gboolean is_unlimited;   /* no limit holds: it is told of policies what they would suppress */
  DeidGroups groups;       /* that have limits of their own */
  DeidLossWeights weights; /* of groups */
  guint64 *loss_weights;   /* of each of the rows grouped, or NULL if no group has a weight */
  DeidLoss loss;
  const DeidPreparedModel **by_cost; /* the models, those without sensitive attributes first */
  gboolean needs_reader; /* to judge: some model asks for more than the size, or of the population
                            alone */
  gboolean judges_unmatched; /* some model judges classes of the population alone */
  gboolean judges_table;     /* some model judges all released classes together */
  gboolean is_thread_safe;   /* all models, quality included, may be asked by several threads */
  DeidReadColumn *read_columns;
  DeidClassSource source; /* what readers read from */
  DeidReadColumn *cost_columns;
  DeidClassSource cost_source; /* the same for what the quality model asks for */
} DeidPreparedProblem;

/* Makes the view of all rows, which are those of the dataset. On failure it may be cleared, and
 * nothing else. Errors: those of deid_search_run() that do not come from searching, those of
 * deid_stop_check(). */
gboolean deid_prepared_problem_init (DeidPreparedProblem *prepared, DeidProblem *problem,
                                     const DeidStop *stop, GError **error);

/* The same with the rows of @table in the place of the lattice's, of which only the values of
 * quasi-identifiers count then, and with those of @population, unless it is NULL, in the place of
 * the problem's. Both must outlive it. Errors: those of deid_prepared_problem_init(),
 * %DEID_ERROR_UNKNOWN_COLUMN for a quasi-identifier that a table lacks. */
gboolean deid_prepared_problem_init_table (DeidPreparedProblem *prepared, DeidProblem *problem,
                                           const DeidTableSource *table,
                                           const DeidTableSource *population, const DeidStop *stop,
                                           GError **error);
void deid_prepared_problem_clear (DeidPreparedProblem *prepared);

/* Makes of the view of all rows that of rows that some evaluation can tell apart, if that makes
 * evaluating faster; row numbers are then not those of the dataset. Verdicts and losses are the
 * same to the bit. All that does not depend on rows stays that of @all, which must outlive it. On
 * failure it may be cleared, and nothing else.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x columns). */
gboolean deid_prepared_problem_init_distinct (DeidPreparedProblem *distinct,
                                              const DeidPreparedProblem *all, const DeidStop *stop,
                                              GError **error);
void deid_prepared_problem_clear_distinct (DeidPreparedProblem *distinct);

/* Lifts all limits of a copy. */
static inline void
deid_prepared_problem_lift_limits (DeidPreparedProblem *prepared)
{
  prepared->limit = prepared->n_records;
  prepared->is_unlimited = TRUE;
}

/* Tells whether its rows are fewer than those of what it was made of. */
static inline gboolean
deid_prepared_problem_has_merged (const DeidPreparedProblem *distinct)
{
  return distinct->merged.n > 0 || distinct->merged_others.n > 0;
}
