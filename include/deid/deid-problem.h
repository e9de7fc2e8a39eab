/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the problem was run.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @index: index of a limit or weight from 0 on, in the order in which columns or values got one.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_PROBLEM_H
#define DEID_PROBLEM_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-policy.h>
#include <deid/deid-privacy.h>
#include <deid/deid-quality.h>

G_BEGIN_DECLS

/**
 * DeidProblem:
 *
 * What is to be solved: a lattice, the privacy models that the released table must meet, a quality
 * model, and how many records may be suppressed.
 *
 * A policy *suppresses* the records of all equivalence classes that fail a privacy model. If a
 * model has a condition on the whole table, the policy then suppresses the records of the further
 * classes that this model asks for (see #DeidSuppressionOrder). Limits do not change which records
 * a policy suppresses. The policy is a *solution* if these records are within the suppression
 * limit, those of each group are within the limit of the group, at least one record is left, and
 * what is left meets the conditions on the whole table.
 *
 * A problem can be changed until it is run. It then keeps what the first call prepared, so that
 * searches, releases, reports, explanations and certificates prepare the table once. That takes
 * memory of the order of the distinct values and levels and, once a search has merged equal rows,
 * of the distinct rows; with a population, of both tables. The states of models are kept too,
 * unless prepare made none. If a model is not thread-safe, calls of several threads at a time each
 * prepare their own. A call that fails or is cancelled while it prepares leaves nothing behind.
 */
typedef struct DeidProblem DeidProblem;

DEID_AVAILABLE_IN_0_1
GType deid_problem_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidProblem *deid_problem_ref (DeidProblem *problem);

/**
 * deid_problem_unref:
 * @problem: (transfer full): a problem
 */
DEID_AVAILABLE_IN_0_1
void deid_problem_unref (DeidProblem *problem);

/**
 * deid_problem_new:
 * @lattice: a lattice, immutable from now on
 *
 * Creates a problem without privacy models, with Iyengar's loss (arithmetic mean, factor 0.5) and a
 * suppression limit of 0. One thread at a time.
 * Returns: (transfer full): a new problem
 */
DEID_AVAILABLE_IN_0_1
DeidProblem *deid_problem_new (DeidLattice *lattice);

/**
 * deid_problem_get_lattice:
 * @problem: a problem
 *
 * Returns: (transfer none): the lattice
 */
DEID_AVAILABLE_IN_0_1
DeidLattice *deid_problem_get_lattice (const DeidProblem *problem);

/**
 * deid_problem_add_privacy_model:
 * @problem: a problem
 * @model: a privacy model that the released table must meet
 *
 * Adds a privacy model to those that the released table must meet.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN if the dataset lacks the model's sensitive attribute,
 * %DEID_ERROR_ROLE if that column has another role, %DEID_ERROR_INVALID_ARGUMENT if it has a
 * missing value under %DEID_MISSING_POLICY_ERROR. Complexity: O(columns).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_add_privacy_model (DeidProblem *problem, DeidPrivacyModel *model,
                                         GError **error);

/**
 * deid_problem_get_n_privacy_models:
 * @problem: a problem
 *
 * Returns: the number of privacy models
 */
DEID_AVAILABLE_IN_0_1
guint deid_problem_get_n_privacy_models (const DeidProblem *problem);

/**
 * deid_problem_get_privacy_model:
 * @problem: a problem
 * @index: index of a model, below deid_problem_get_n_privacy_models(), in the order in which they
 *   were added
 *
 * Returns: (transfer none): a privacy model
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_problem_get_privacy_model (const DeidProblem *problem, guint index);

/**
 * deid_problem_set_sensitive_hierarchy:
 * @problem: a problem that was not run
 * @attribute: the name of a column with the role %DEID_ROLE_SENSITIVE or %DEID_ROLE_JUDGED
 * @hierarchy: (nullable): its hierarchy, or %NULL for none, the default
 *
 * Gives a sensitive or judged attribute a hierarchy, for models that measure distances between
 * values, such as t-closeness with hierarchical distance. The values are not generalized. The
 * hierarchy of a rule is bound to the column: deid_hierarchy_bind().
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_ROLE if the column is neither sensitive nor
 * judged, %DEID_ERROR_INVALID_ARGUMENT for a missing value under %DEID_MISSING_POLICY_ERROR,
 * %DEID_ERROR_UNKNOWN_VALUE if the hierarchy lacks a value, the other errors of
 * deid_hierarchy_bind(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows + values x levels).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_set_sensitive_hierarchy (DeidProblem *problem, const char *attribute,
                                               DeidHierarchy *hierarchy, GCancellable *cancellable,
                                               GError **error);

/**
 * deid_problem_get_sensitive_hierarchy:
 * @problem: a problem
 * @attribute: the name of a sensitive or judged attribute
 *
 * Returns: (transfer none) (nullable): the hierarchy of the attribute, that of a rule as bound to
 *   the column; %NULL if it has none
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_problem_get_sensitive_hierarchy (const DeidProblem *problem,
                                                     const char *attribute);

/**
 * deid_problem_set_population:
 * @problem: a problem
 * @population: (nullable): the table of the population, immutable from now on, or %NULL for none,
 *   the default
 *
 * Sets the population that the dataset is a part of, for models that compare with it, such as
 * deid_privacy_model_new_k_map() and deid_privacy_model_new_delta_presence(). For each
 * quasi-identifier, the population must have a column with the same name, whose values are leaves
 * of the hierarchy or known to its rule. Missing values are treated as in the dataset. The weight
 * column, if any, says how many records a row stands for. Other columns and roles are ignored.
 * Values that only the population has are not part of the domain and do not change losses.
 * Errors: %DEID_ERROR_EMPTY if it has no rows, %DEID_ERROR_UNKNOWN_COLUMN if it lacks a
 * quasi-identifier, %DEID_ERROR_ROLE if the weight column is a quasi-identifier,
 * %DEID_ERROR_UNKNOWN_VALUE for values that a hierarchy lacks, %DEID_ERROR_INVALID_ARGUMENT for a
 * missing value under %DEID_MISSING_POLICY_ERROR, %DEID_ERROR_TOO_LARGE, %DEID_ERROR_NO_MEMORY.
 * Complexity: O(rows of the population + values x levels).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_set_population (DeidProblem *problem, DeidDataset *population,
                                      GCancellable *cancellable, GError **error);

/**
 * deid_problem_get_population:
 * @problem: a problem
 *
 * Returns: (transfer none) (nullable): the table of the population, or %NULL if there is none
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_problem_get_population (const DeidProblem *problem);

/**
 * deid_problem_set_quality_model:
 * @problem: a problem
 * @model: a quality model, immutable from now on
 *
 * Sets how loss is measured.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN if the model gives a weight to an attribute that is no
 * quasi-identifier of the lattice. Complexity: O(attributes x weights).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_set_quality_model (DeidProblem *problem, DeidQualityModel *model,
                                         GError **error);

/**
 * deid_problem_get_quality_model:
 * @problem: a problem
 *
 * Returns: (transfer none): the quality model, which is immutable
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_problem_get_quality_model (const DeidProblem *problem);

/**
 * deid_problem_set_suppression_limit:
 * @problem: a problem
 * @fraction: the share of records that may be suppressed, from 0 to 1
 *
 * Sets the suppression limit as a fraction of the N records: the largest integer c with c / N <=
 * @fraction in doubles. So 0.29 of 100 records is 29.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_set_suppression_limit (DeidProblem *problem, double fraction, GError **error);

/**
 * deid_problem_set_suppression_limit_count:
 * @problem: a problem
 * @n_records: the number of records that may be suppressed; %G_MAXUINT64 for no limit
 *
 * Sets the suppression limit as a number of records.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_set_suppression_limit_count (DeidProblem *problem, guint64 n_records,
                                                   GError **error);

/**
 * deid_problem_get_n_suppressible:
 * @problem: a problem
 *
 * Returns: the number of records that may be suppressed, at most that of the dataset
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_problem_get_n_suppressible (const DeidProblem *problem);

/**
 * deid_problem_set_no_forced_labels:
 * @problem: a problem
 * @no_forced_labels: %TRUE to forbid labels that force finer ones; %FALSE by default
 *
 * Demands that a local recoding releases no label from which finer labels follow.
 *
 * The label of a class is the lowest one that covers its records: minimal cover. An attacker who
 * knows this knows that the records of the class do not all have the same finer label. If a class
 * has two records, and its label has exactly two finer ones, each record has one of these. Others
 * do not learn which record has which, but each of the two persons learns the label of the other.
 *
 * Definition: the *finer labels* of a label are those below it on the nearest lower level where it
 * has two or more. They include labels of values that the hierarchy lists and the table lacks, and
 * one for a missing value that the table has and the hierarchy does not list. Levels that may not
 * be chosen do not count. In a class of two records a label *forces* finer ones if it has exactly
 * two finer labels, neither of which reads like the label itself. A run of values also forces finer
 * labels, because its ends are the values of the two records; the run of all values does not, if it
 * includes missing values. In a larger class minimal cover does not determine how many records have
 * each finer label: of three records and two finer labels, either label may have two records. In a
 * column with sets of values, a label forces finer ones, in a class of any size, if it covers as
 * many values as the class has records: each value of such a set is that of one record. If there is
 * an entity column, persons count in place of records, as if all records of a person had the same
 * values. The definition leaves out inferences from several classes or columns together, from
 * values of other columns, and from knowing that a policy is the optimum.
 *
 * Effect: the statistic `forced-records` of a local recoding is the number of records in classes
 * with a label that forces finer ones. With @no_forced_labels it is 0. In place of such a label, a
 * class of two records gets the lowest label above it that forces none, and the loss is that of the
 * wider label. Classes of three records or more keep the lowest labels that cover them. If some
 * label that forces finer ones has no wider label that may be chosen, all classes have at least
 * three records.
 *
 * Runs and sets that force finer labels are widened by values of the column. The values that occur
 * in the table stand in an order: those of runs in their own, those of sets in the order of their
 * bytes. Two neighbours each are a pair; if the number of values is odd, the last three stand
 * together. A run then begins and ends where pairs do. A set has all values of the pairs that it
 * touches. If these are no more values than the class has records, the label gets the next pair,
 * too, or, behind the last pair, the highest one that it does not have. So each value of the label
 * may be one that no record has. If there are no more pairs, or more values than a set may have,
 * the class is united with another.
 *
 * The best policy that the search starts from is released only if its labels force
 * no finer ones, so the result may lose more than this policy. deid_result_verify() checks that no
 * label forces finer ones.
 *
 * Only deid_search_new_local() accepts the demand. Every other search, and deid_problem_evaluate(),
 * fails with %DEID_ERROR_INVALID_ARGUMENT. So does a local recoding with an entity column.
 *
 * Source: A. Cohen, "Attacks on Deidentification's Defenses", USENIX Security 2022, which calls the
 * inference downcoding.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_set_no_forced_labels (DeidProblem *problem, gboolean no_forced_labels,
                                            GError **error);

/**
 * deid_problem_set_group_limit:
 * @problem: a problem
 * @column: the name of a column that is quasi-identifying, sensitive, insensitive or judged
 * @fraction: the share of the records of each of its values that may be suppressed, from 0 to 1
 *
 * Limits how many records of each group may be suppressed. A group consists of the records with the
 * same value of @column in the dataset; missing is one of the values. Of a group of n records at
 * most the largest integer c with c / n <= @fraction in doubles may be suppressed: 0.2 of 10 is 2,
 * and 0.2 of 4 is 0. Records count by the weight column.
 *
 * The limit applies in addition to the suppression limit and to the limits of other columns. A
 * second call for a column replaces its limit; 1 allows everything. Default: none. For groups by
 * several columns together, see deid_dataset_add_joint_column().
 *
 * A limit of groups protects nobody: it keeps a release from leaving out nearly all of a small
 * group.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_ROLE if the column has another role,
 * %DEID_ERROR_INVALID_ARGUMENT for a fraction out of range or a missing value under
 * %DEID_MISSING_POLICY_ERROR. Complexity: O(limits); a later evaluation of a policy that comes near
 * a limit takes O(rows x limits) more.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_set_group_limit (DeidProblem *problem, const char *column, double fraction,
                                       GError **error);

/**
 * deid_problem_get_group_limit:
 * @problem: a problem
 * @column: (out) (optional) (transfer none): the name of the limit's column
 * @fraction: (out) (optional): the share of the records of each value that may be suppressed
 *
 * Returns: whether there is a limit of this index
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_get_group_limit (const DeidProblem *problem, guint index, const char **column,
                                       double *fraction);

/**
 * deid_problem_set_group_weight:
 * @problem: a problem
 * @column: the name of a column that is quasi-identifying, sensitive, insensitive or judged
 * @value: (nullable): a value of the dataset in this column, or %NULL for a missing one
 * @weight: how much records with this value count, from 0.001 to 1000
 *
 * Makes the records of a group count more in the loss, so that a search prefers policies that spare
 * them; or less if @weight is below 1. Let w(r) be the product of the weights of all values of
 * record r, where a value without a weight counts 1. The loss of an attribute is then the mean of
 * the costs of the records, weighted by w:
 *
 *     sum over r of w(r) cost(r) / sum over r of w(r)
 *
 * The quality model determines cost(r), kept or suppressed. A record whose weight column says n
 * counts n w(r). Sizes of classes, privacy models, the suppression limit and limits of groups count
 * records without these weights. Weights are exact decimals: 0.2 is 1/5.
 *
 * Results, evaluations, certificates and reports show the weighted loss, also of single columns.
 * Models of all classes together break ties by it.
 *
 * A second call for a value replaces its weight. Default: none. For groups by several columns
 * together, see deid_dataset_add_joint_column().
 *
 * Only quality models that cost each value by itself take weights. A run fails with
 * %DEID_ERROR_INVALID_ARGUMENT for a model that costs classes, or costs values relative to original
 * values, as non-uniform entropy does. It fails with %DEID_ERROR_TOO_LARGE if weights have too many
 * digits for exact sums.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_ROLE if the column has another role,
 * %DEID_ERROR_UNKNOWN_VALUE if no record has the value, %DEID_ERROR_INVALID_ARGUMENT for a weight
 * out of range or a missing value under %DEID_MISSING_POLICY_ERROR. Complexity: O(rows) for the
 * first value of a column, O(columns with weights) for others; each later evaluation of a policy
 * takes O(rows) more.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_set_group_weight (DeidProblem *problem, const char *column, const char *value,
                                        double weight, GError **error);

/**
 * deid_problem_get_group_weight:
 * @problem: a problem
 * @column: (out) (optional) (transfer none): the name of the weight's column
 * @value: (out) (optional) (nullable) (transfer none): the value that has a weight, or %NULL for a
 *   missing one
 * @weight: (out) (optional): how much records with the value count, from 0.001 to 1000
 *
 * Returns: whether there is a weight of this index
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_get_group_weight (const DeidProblem *problem, guint index,
                                        const char **column, const char **value, double *weight);

/**
 * deid_problem_get_statement:
 * @problem: a problem
 *
 * Gets the problem file by which a job stated the problem, in its normal form with absolute paths,
 * as deid_job_to_text() writes it. With the same files it states the same problem, so you can
 * repeat or check the work. It has all settings of the job, also those of the search, the release
 * and the outputs, but no table that was read from a stream. From the command of an engine, which
 * may include a password, it has only the program.
 *
 * Custodian-only: it names files and all columns with a role, also unreleased ones, and lists the
 * values that rules and missing codes name. The custodian's JSON reports (of risks, attribute
 * risks, evaluations and explanations) have it as their member `problem`; public reports and
 * reports as text do not.
 * Returns: (transfer none) (nullable): the text, or %NULL for a problem that no job stated
 */
DEID_AVAILABLE_IN_0_1
const char *deid_problem_get_statement (const DeidProblem *problem);

G_END_DECLS

#endif
