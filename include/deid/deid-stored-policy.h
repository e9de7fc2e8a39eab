/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @attribute: a quasi-identifier, by its row in deid_report_new_stored_policy().
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_STORED_POLICY_H
#define DEID_STORED_POLICY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-release.h>
#include <deid/deid-stored-policy-options.h>

G_BEGIN_DECLS

/**
 * DeidStoredPolicy:
 *
 * A policy that is independent of the table it was found on: for each quasi-identifier the level
 * and the rule of its hierarchy or, without a rule, the label of every value of the domain; the
 * roles of the other columns, the columns of joint ones, columns that may not have missing values,
 * the missing codes of its columns, the hierarchies of sensitive attributes, the privacy models,
 * the quality model, the suppression limit and those of groups. It can be written to a JSON file,
 * read back, and evaluated on other tables of the same kind. A rule labels new values; the domain
 * is then that of the evaluated table. The table of a population and the types of columns are not
 * stored: values that do not suit a type are found where its rule or labels do not know them.
 *
 * A policy that was stored together with a released file names it by its digest, as
 * deid_output_set_add_stored_policy() describes.
 *
 * The file is a JSON object with these members, in any order; others are ignored:
 *
 * - `format`: `libdeid stored policy`; `version`: 1; `library`: the version of the library that
 *   wrote it; `audience`: `custodian-only`
 * - `release_sha256`: 64 lower-case hexadecimal digits, if it was stored with a release
 * - `classes_sha256`: the same for a release in an engine: the digest of the classes, sensitive
 *   values and numbers of records that deid_engine_verify() counts again
 * - `description`: the policy in words, if it was stored by a library that writes them. They are
 *   for readers: only the members below have an effect
 * - `attributes`: an array with an object for each quasi-identifier: `name`, the column; `levels`,
 *   how many the hierarchy has, and `level`, that of the policy, counted from 0; and either `rule`,
 *   a specification that does not depend on data, or `labels`, an object with the label of each
 *   value of the domain, in which an empty text is a missing value, and `top`, the label of the
 *   last level, if that has one for all values. With cuts these are three levels: 0 if nothing is
 *   merged, 2 if all values have one label, and 1 otherwise. If only some subtrees of a rule are
 *   merged, `subtrees_of` is the rule. A value that `labels` lacks then gets the label of the
 * highest merged subtree that the rule puts it into, or stays unchanged
 * - `roles`: an object with the role of each other column: `sensitive`, `insensitive`, `entity`,
 *   `weight`, `survey-weight` or `judged`
 * - `joint_columns`: an object with an array for each joint column: the columns that it combines
 * - `missing_codes`: an object with an array for each column that has missing codes, as of
 *   deid_dataset_get_missing_codes(); absent if no column has some
 * - `missing_above`: an array of the columns whose missing values become those of the row above;
 *   absent if there are none
 * - `separators`: an object with, for each quasi-identifier and each column with a role whose cells
 *   hold several values, the separator, as of deid_dataset_set_separator(); absent if there is no
 *   such column
 * - `missing_refused`: an array of the columns in which a missing value is an error
 * - `types`: an object with the type of each column whose values a model orders by it
 *   (%DEID_VALUE_ORDER_TYPE): `integer`, `decimal`, or `date` with its format behind a blank. A
 * column of the next table whose type is text gets this type; absent if there is no such column
 * - `sensitive_hierarchies`: an object with, for each sensitive attribute that has a hierarchy,
 *   either an object with the member `rule`, or an array with, for each value, the array of its
 *   labels from level 0 on
 * - `privacy_models`: an array of specifications, `quality_model`: a specification,
 *   `attribute_weights`: an object with the weight of each attribute that has one
 * - `suppression_limit`: an object with either `fraction`, a number from 0 to 1, or `records`, an
 *   integer
 * - `group_limits`: an object with, for each column that has a limit of groups, the share of the
 *   records of each value that may be suppressed; absent if no column has one
 * - `group_weights`: an array with, for each value that counts more or less in the loss, an array
 * of the name of its column, the value, null for a missing one, and the weight; absent if none
 * does. Weights of values that other tables lack have no effect there
 *
 * Custodian-only: it lists the values of the domain, and rules that met data reveal some.
 * Immutable.
 */
typedef struct DeidStoredPolicy DeidStoredPolicy;

DEID_AVAILABLE_IN_0_1
GType deid_stored_policy_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidStoredPolicy *deid_stored_policy_ref (DeidStoredPolicy *policy);

/**
 * deid_stored_policy_unref:
 * @policy: (transfer full): a stored policy
 */
DEID_AVAILABLE_IN_0_1
void deid_stored_policy_unref (DeidStoredPolicy *policy);

/**
 * deid_stored_policy_new:
 * @result: a result
 *
 * Creates a stored policy from the policy of a result.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if the table had unknown values, see
 * deid_stored_policy_options_set_unknown_values(), if the result is a local recoding, which does
 * not apply to other records, or if a job microaggregates a column, left rows of persons out or
 * changed their dates, which is not stored; %DEID_ERROR_NO_MEMORY.
 * Complexity: O(leaves of the hierarchies).
 * Returns: (transfer full): a new stored policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidStoredPolicy *deid_stored_policy_new (DeidResult *result, GCancellable *cancellable,
                                          GError **error);

/**
 * deid_stored_policy_new_from_json_file:
 * @path: (type filename): a JSON file written by deid_stored_policy_write_json()
 * @options: (nullable): the models of the host, immutable from now on, or %NULL if it has none
 *
 * Reads a stored policy. Its models are those of the library and of @options. The file is one JSON
 * text that ends with its last brace: the newline behind it is optional, and a truncated file is
 * refused.
 * Errors: %DEID_ERROR_IO; %DEID_ERROR_PARSE, with file and line or the member that is absent or
 * wrong, with the specification of an unknown model, or for a format version newer than the library
 * knows; %DEID_ERROR_TOO_LARGE for a file of more than 1 GiB; %DEID_ERROR_NO_MEMORY; those of
 * hierarchies and models. Complexity: O(size of the file + models of the policy x models of
 * @options).
 * Returns: (transfer full): a new stored policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidStoredPolicy *deid_stored_policy_new_from_json_file (const char *path,
                                                         DeidStoredPolicyOptions *options,
                                                         GCancellable *cancellable, GError **error);

/**
 * deid_stored_policy_new_from_json_stream:
 * @stream: what to read, up to its end; it is not closed
 * @name: (nullable): what error messages call the stored policy; %NULL for `stored policy`
 * @options: (nullable): the models of the host, as for deid_stored_policy_new_from_json_file()
 *
 * Reads a stored policy from a stream as deid_stored_policy_new_from_json_file() does from a file.
 * Errors: those of deid_stored_policy_new_from_json_file(), with @name instead of the file, and
 * those of @stream. Complexity: that of deid_stored_policy_new_from_json_file().
 * Returns: (transfer full): a new stored policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidStoredPolicy *deid_stored_policy_new_from_json_stream (GInputStream *stream, const char *name,
                                                           DeidStoredPolicyOptions *options,
                                                           GCancellable *cancellable,
                                                           GError **error);

/**
 * deid_stored_policy_new_from_json_text:
 * @text: JSON as deid_stored_policy_to_json() writes it
 * @options: (nullable): the models of the host, as for deid_stored_policy_new_from_json_file()
 *
 * Reads a stored policy from memory.
 * Errors: those of deid_stored_policy_new_from_json_file() except those of files. Complexity: that
 * of deid_stored_policy_new_from_json_file().
 * Returns: (transfer full): a new stored policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidStoredPolicy *deid_stored_policy_new_from_json_text (const char *text,
                                                         DeidStoredPolicyOptions *options,
                                                         GCancellable *cancellable, GError **error);

/**
 * deid_stored_policy_to_json:
 * @policy: a stored policy
 *
 * Writes a stored policy as JSON text.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(leaves of the hierarchies).
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_stored_policy_to_json (const DeidStoredPolicy *policy, GCancellable *cancellable,
                                  GError **error);

/**
 * deid_stored_policy_write_json:
 * @policy: a stored policy
 * @path: (type filename): the file to write
 *
 * Writes a stored policy as JSON. The file appears whole or not at all, with mode 0600, as
 * #DeidOutputSet describes.
 * Errors: %DEID_ERROR_IO, %DEID_ERROR_NO_MEMORY. Complexity: O(leaves of the hierarchies).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_stored_policy_write_json (DeidStoredPolicy *policy, const char *path,
                                        GCancellable *cancellable, GError **error);

/**
 * deid_stored_policy_write_json_stream:
 * @policy: a stored policy
 * @stream: what to write to; it is neither flushed nor closed
 *
 * Writes to a stream what deid_stored_policy_write_json() writes to a file. After an error the
 * stream has part of it.
 * Errors: those of deid_stored_policy_write_json() except %DEID_ERROR_IO, and those of @stream.
 * Complexity: O(leaves of the hierarchies).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_stored_policy_write_json_stream (DeidStoredPolicy *policy, GOutputStream *stream,
                                               GCancellable *cancellable, GError **error);

/**
 * deid_stored_policy_get_hierarchy:
 * @policy: a stored policy
 *
 * Returns: (transfer none): what is stored of the quasi-identifier's hierarchy: its rule
 *   (deid_hierarchy_to_specification()) with all levels; or a table of labels, with the values on
 *   level 0 and one or two levels of labels of the policy. deid_hierarchy_generalize() on
 *   `hierarchy_level` of deid_report_new_stored_policy() gives the label of a value,
 *   deid_hierarchy_list_labels() the values of a table
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_stored_policy_get_hierarchy (const DeidStoredPolicy *policy, guint attribute);

/**
 * deid_stored_policy_evaluate:
 * @policy: a stored policy
 * @dataset: a table of the same kind, immutable from now on; it takes roles that it does not set
 *   from the stored policy, and adds missing codes to its own
 * @options: (nullable): the population, a suppression limit instead of the stored one, and what
 *   becomes of unknown values, immutable from now on; %NULL for none, the stored one and an error
 *
 * Evaluates the stored policy on another table: values are generalized as stored, the privacy
 * models are checked again, and records that fail them are suppressed. The result can be applied,
 * verified and reported like any other. Where labels are stored instead of a rule, the lattice has
 * only these, and the levels of the policy are the `hierarchy_level` of
 * deid_report_new_stored_policy(). A rule labels new values as a hierarchy with rows for them
 * would; the domain, on which the loss depends, is that of @dataset.
 *
 * deid_quality_model_new_precision() and the model `height` count the levels of this lattice. Where
 * labels are stored, or made room for unknown values in, these are at most three: values, labels
 * and the top. Their loss then differs from that of the original release, even on the same records.
 * Losses by the library's other models are the same on the same records.
 *
 * The new table is judged by itself. If it has people of an earlier release, comparing both
 * releases can reveal the sensitive values of those added in between: release new records apart
 * from the old ones, or wait until several have joined each class.
 *
 * Rows are left out of @dataset by the conditions by which the job of the policy left rows out,
 * unless its job did so already; deid_dataset_list_notes() says how many.
 *
 * The stored missing codes are set first, as deid_dataset_add_missing_codes() does, also on columns
 * of the population with the same names, in addition to the column's own codes; those already set
 * are skipped. Then missing values of the columns of `missing_above` become those of the row above,
 * before rows are left out, and columns become sets of values, as deid_dataset_set_separator()
 * does; a joint column that @dataset lacks is added. On failure missing codes, roles, sets and
 * joint columns may have been set, unless a column is unknown.
 *
 * Errors: %DEID_ERROR_UNKNOWN_VALUE for values that neither a stored rule nor stored labels know,
 * those of all quasi-identifiers in one message, before roles are set, and as in
 * deid_problem_set_sensitive_hierarchy(); %DEID_ERROR_HIERARCHY for a value to which a stored rule
 * gives the label of a missing or special one;
 * %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for a joint column that joins other
 * columns or in another order, and for a column without the missing codes that a joint
 * one already combines: set them before adding that; %DEID_ERROR_ROLE, also for missing codes of a
 * column of weights; %DEID_ERROR_WEIGHT; %DEID_ERROR_IMMUTABLE if missing codes or a role have to
 * be set and cannot be; %DEID_ERROR_NO_SOLUTION if more records fail than may be suppressed; those
 * of deid_search_run() and deid_problem_set_population(). One thread at a time for @dataset and the
 * population. Complexity: O(rows x attributes), those of the population included.
 * Returns: (transfer full): the result, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_stored_policy_evaluate (DeidStoredPolicy *policy, DeidDataset *dataset,
                                         DeidStoredPolicyOptions *options,
                                         GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
