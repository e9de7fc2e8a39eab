/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "base/work.h"
#include "classes/class-reader.h"
#include "classes/grouping.h"
#include "classes/rows-by-person.h"
#include "problem/problem-private.h"
#include "privacy/prepared-models.h"
#include "quality/loss.h"
#include "table/table-source.h"

/* The records of each value of a column that has a limit of its own. */
typedef struct
{
  const DeidColumn *column;
  guint codes;      /* which list of codes of the rows is that of the column */
  guint32 n_values; /* of its dictionary, whether or not they occur */
  guint64 first;    /* its first value among those of all columns */
} DeidGroupColumn;

/* Groups of records that may be suppressed only in part, as a problem is prepared. Read-only. */
typedef struct
{
  DeidGroupColumn *columns;
  guint n_columns;
  guint64 n_values; /* of all columns */
  guint64 *allowed; /* for each value how many records may be suppressed */
  guint32 *rows;    /* of each that occurs the first row, of the table as it is */
  guint64 least;    /* a policy that suppresses no more records exceeds no limit */
} DeidGroups;

/* Counts the records of the groups of the table, whose columns are found by name. On failure it may
 * be cleared, and nothing else. Errors: %DEID_ERROR_UNKNOWN_COLUMN, those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows x columns with a limit). */
gboolean deid_groups_init (DeidGroups *groups, const DeidProblem *problem,
                           const DeidTableSource *table, const DeidStop *stop, GError **error);
void deid_groups_clear (DeidGroups *groups);

/* Returns: the first row of a group that occurs. */
static inline guint32
deid_groups_get_row (const DeidGroups *groups, guint column, guint32 code)
{
  return groups->rows[groups->columns[column].first + code];
}

/* A column whose values have weights. */
typedef struct
{
  const DeidColumn *column;
  guint codes;      /* which list of codes of the rows is that of the column */
  guint64 *factors; /* the weight of each value, as the smallest integers of these ratios */
} DeidWeightedColumn;

/* By how much records count in the loss, as a problem is prepared. Read-only. */
typedef struct
{
  DeidWeightedColumn *columns; /* in the order in which they got a weight */
  guint n_columns;
  DeidWide divisor; /* the greatest that all rows have in common, or 0 before it is found */
} DeidLossWeights;

/* Finds the columns with weights by name. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_TOO_LARGE for weights of a column without a common
 * denominator below 2^63, %DEID_ERROR_NO_MEMORY. Complexity: O(values of these columns + weights x
 * columns). */
gboolean deid_loss_weights_init (DeidLossWeights *weights, const DeidProblem *problem,
                                 const DeidTableSource *table, GError **error);
void deid_loss_weights_clear (DeidLossWeights *weights);

/* Finds the divisor, of all rows of a table: rows that are merged of them then have it too. Errors:
 * %DEID_ERROR_TOO_LARGE, those of deid_stop_check(). */
gboolean deid_loss_weights_find_divisor (DeidLossWeights *weights, const DeidTableSource *table,
                                         const DeidRows *rows, const DeidCodes *const *codes,
                                         const DeidStop *stop, GError **error);

/* Weighs rows: the records of each times the factors of its values, which are in lists of @codes,
 * over the divisor. Rows of the population weigh nothing. Errors: %DEID_ERROR_TOO_LARGE unless the
 * sum is below 2^63, those of deid_stop_check(), %DEID_ERROR_NO_MEMORY.
 * Returns: (transfer full): the weight of each row, or %NULL. */
guint64 *deid_loss_weights_weigh (const DeidLossWeights *weights, const DeidTableSource *table,
                                  const DeidRows *rows, const DeidCodes *const *codes,
                                  const DeidStop *stop, GError **error);

/* The tables of a prepared problem, whose rows are evaluated. */
typedef struct
{
  DeidTableSource lent; /* what the dataset lends, unless the table came from elsewhere */
  DeidTableSource lent_population; /* the same of the population */
  DeidRows own; /* the table, with the codes of all columns behind those of the attributes */
  DeidMergedRows merged;        /* whose codes they are; empty if they are the dataset's */
  DeidRows others;              /* the population, if there is one */
  DeidMergedRows merged_others; /* the same of these */
  DeidJointRows joint;          /* both tables, if there is a population */
} DeidPreparedTables;

/* The lists of codes that the rows of a prepared problem have: of quasi-identifiers, judged
 * columns, entities, what the quality model asks for, and groups. */
typedef struct
{
  guint n_columns;
  guint first_of_costs; /* of what the quality model asks for */
  guint32 *n_codes;     /* of each list */
} DeidPreparedCodes;

/* What the models of a prepared problem ask for. */
typedef struct
{
  const DeidPreparedModel **by_cost; /* the models, those without sensitive attributes first */
  gboolean needs_reader; /* to judge: some model asks for more than the size, or of the population
                            alone */
  gboolean judges_unmatched;     /* some model judges classes of the population alone */
  gboolean judges_table;         /* some model judges all released classes together */
  gboolean judges_persons;       /* some model judges persons with all their rows */
  gboolean judges_persons_alone; /* no other model fails a class that persons are left in */
  gboolean is_thread_safe;       /* all models, quality included, may be asked by several threads */
} DeidPreparedDemands;

/* What readers of classes read from: columns, and how. */
typedef struct
{
  DeidReadColumn *columns;
  DeidClassSource source;
} DeidPreparedReader;

/* A problem made ready for evaluation, as a view of its rows: all of them, or the distinct ones.
 * Read-only, but for a copy with another limit, which is cheap and must not outlive what it is
 * copied from. */
typedef struct
{
  DeidProblem *problem; /* not owned */
  const DeidLattice *lattice;
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
  DeidPreparedCodes codes;
  DeidPreparedTables tables;
  DeidRows rows; /* what is grouped: the table, or both */
  guint64 n_records;
  guint64 limit;           /* records that may be suppressed */
  guint64 problem_limit;   /* the same as the problem has it */
  gboolean is_unlimited;   /* no limit holds: it is told of policies what they would suppress */
  DeidGroups groups;       /* that have limits of their own */
  DeidLossWeights weights; /* of groups */
  guint64 *loss_weights;   /* of each of the rows grouped, or NULL if no group has a weight */
  DeidLoss loss;
  DeidPreparedDemands asks;
  DeidPersonRows *persons; /* where models judge persons, for each column that they are the values
                              of */
  guint n_persons;
  DeidPreparedReader read;       /* what models ask for, */
  DeidPreparedReader read_costs; /* and what the quality model does */
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

/* A problem made ready once, for whoever evaluates policies of it or works on what they make of the
 * table. The problem keeps it, and it points back without a reference: who uses one must hold the
 * problem. Read-only; the distinct rows are made when they are first asked for. */
struct DeidPreparation
{
  guint n_refs; /* of the problem, if it keeps this, and of each use; guarded by the
                   problem's mutex, as is the next */
  DeidPreparedProblem *distinct; /* or NULL; may be that of all rows */
  DeidPreparedProblem all;       /* its rows are those of the dataset */
};

/* Makes a problem immutable and ready, or takes what it keeps. Threads that do so at a time may
 * each prepare; the first one that is done has its preparation kept.
 *
 * Models that are not thread-safe must not be asked by two uses at a time: while one lasts, each
 * further one has a preparation of its own, which ends with it. So has every use where a model
 * prepares without returning a state: it may keep it in its user data, where the next one to
 * prepare overwrites it.
 *
 * Errors: those of deid_search_run() that do not come from searching, those of deid_stop_check();
 * nothing is kept then. Returns: (nullable): what to release after use. Complexity: O(1), or
 * O(rows x columns). */
DeidPreparation *deid_problem_prepare (DeidProblem *problem, const DeidStop *stop, GError **error);

/* Makes a problem immutable and ready for one use alone, which nothing that was prepared before is
 * taken for and of which nothing is kept. Errors and return value: the same. Complexity: O(rows x
 * columns). */
DeidPreparation *deid_problem_prepare_apart (DeidProblem *problem, const DeidStop *stop,
                                             GError **error);

/* Ends a use, of which the problem must still be there. */
void deid_preparation_release (DeidPreparation *preparation);

/* Returns: (nullable): the view of distinct rows, valid until the release. Errors: those of
 * deid_prepared_problem_init_distinct(); nothing is kept then. */
const DeidPreparedProblem *deid_preparation_get_distinct (DeidPreparation *preparation,
                                                          const DeidStop *stop, GError **error);

/* Frees what a problem kept, which nobody uses any more. */
void deid_preparation_free (DeidPreparation *preparation);

/* Returns: (nullable): the codes of the persons that a model judges with all their rows. */
const DeidCodes *deid_prepared_problem_get_persons (const DeidPreparedProblem *prepared,
                                                    const DeidPreparedModel *asked,
                                                    guint32 *n_persons);

/* Finds the fewest records of a class that may pass all models that ask for sizes alone: none with
 * fewer does. It gives up after some thousand questions, with what is known by then. Errors: those
 * of the models. */
gboolean deid_prepared_problem_find_least_size (const DeidPreparedProblem *prepared,
                                                guint64 *n_records, const DeidStop *stop,
                                                GError **error);

/* Finds the fewest persons, up to @n_persons, by which a class of all records passes a model that
 * asks for sizes alone. Where it is superset-closed no class of fewer passes. Errors: those of the
 * model. Complexity: O(log @n_persons). */
gboolean deid_prepared_problem_find_least_persons (const DeidPreparedProblem *prepared,
                                                   const DeidPreparedModel *asked,
                                                   guint64 n_persons, guint64 *least,
                                                   GError **error);

/* Finds a number of records that no class which passes is below: the same, but no fewer than the
 * values that it needs of a sensitive attribute by the models of the library that say how many. At
 * most those of the table. Errors: those of the models. */
gboolean deid_prepared_problem_find_least_class (const DeidPreparedProblem *prepared,
                                                 guint64 *n_records, const DeidStop *stop,
                                                 GError **error);

/* What a bound for local recodings by prices of records is measured in: the cost of a record whose
 * attributes all have the greatest weight and are all suppressed is this times their number. */
#define DEID_LOCAL_PRICE_UNIT (G_GUINT64_CONSTANT (1) << 32)

/* Checks that prices can bound the loss of all local recodings of a problem. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for subtrees, a population, weights of groups, or a quality model
 * that is no mean or sum over attributes. */
gboolean deid_local_bound_check_problem (const DeidPreparedProblem *prepared, GError **error);

/* Returns: a number that is not above the loss of records that cost @sum, all together and at
 * least. */
double deid_local_bound_from_sum (const DeidPreparedProblem *prepared, DeidWide sum);

/* Returns: what an extent of 1 of an attribute costs a record, as a share of what all of the
 * attribute with the greatest weight costs it. Products and quotients of doubles are the same
 * everywhere; nothing is added up. */
double deid_local_get_share (const DeidLoss *loss, guint attribute, guint64 n_records);

/* Returns: the same of 1 of the numerator of the loss, which the extent is a part of. */
double deid_local_get_unit (const DeidLoss *loss, guint attribute, guint64 n_records);
