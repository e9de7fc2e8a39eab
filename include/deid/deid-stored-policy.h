/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_STORED_POLICY_H
#define DEID_STORED_POLICY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-release.h>

G_BEGIN_DECLS

/**
 * DeidStoredPolicy:
 *
 * A policy that stands by itself, without the table it was found on: for each quasi-identifier the
 * level and the label of every value of the domain, the roles of the other columns, which columns
 * may not have missing values, the hierarchies of sensitive attributes, the privacy models, the
 * quality model and the suppression limit. A suppression-only hierarchy has no domain of its own,
 * so on its level 0 any value is kept. It can be written to a JSON file, read back, and applied to
 * other tables of the same kind. The table of a population is no part of it.
 *
 * One that was stored together with a released file names it by the digest of its bytes, as
 * deid_output_set_add_policy() describes.
 *
 * Custodian-only: it lists the values of the domain. Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidStoredPolicy DeidStoredPolicy;

/**
 * deid_stored_policy_get_type:
 *
 * Gets the type under which #DeidStoredPolicy is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_stored_policy_get_type (void);

/**
 * deid_stored_policy_ref:
 * @policy: a stored policy
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @policy
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidStoredPolicy *deid_stored_policy_ref (DeidStoredPolicy *policy);

/**
 * deid_stored_policy_unref:
 * @policy: (transfer full): a stored policy
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_stored_policy_unref (DeidStoredPolicy *policy);

/**
 * deid_stored_policy_new:
 * @result: a result
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Creates a stored policy from the policy of a result.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(leaves of the hierarchies).
 *
 * Returns: (transfer full): a new stored policy, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidStoredPolicy *deid_stored_policy_new (DeidResult *result, GCancellable *cancellable,
                                          GError **error);

/**
 * deid_stored_policy_new_from_file:
 * @path: (type filename): a JSON file written by deid_stored_policy_write()
 * @error: return location for an error, or %NULL
 *
 * Reads a stored policy whose models are all the library's own; one that has a host's privacy
 * models is read by deid_stored_policy_new_with_models(), and one that has a host's quality model
 * can be written, but not be read.
 *
 * Errors: %DEID_ERROR_IO; %DEID_ERROR_PARSE, with file and line or the member that is absent or
 * wrong, with the specification of a model that the library does not have, or for a format version
 * newer than the library knows; %DEID_ERROR_TOO_LARGE for a file of more than 1 GiB;
 * %DEID_ERROR_NO_MEMORY; those of hierarchies and models.
 * Any thread may call this. Complexity: O(size of the file).
 *
 * Returns: (transfer full): a new stored policy, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidStoredPolicy *deid_stored_policy_new_from_file (const char *path, GError **error);

/**
 * deid_stored_policy_new_from_string:
 * @text: JSON as deid_stored_policy_to_string() writes it
 * @error: return location for an error, or %NULL
 *
 * Reads a stored policy from memory.
 *
 * Errors: those of deid_stored_policy_new_from_file() but those of files. Any thread may call this.
 * Complexity: O(length of @text).
 *
 * Returns: (transfer full): a new stored policy, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidStoredPolicy *deid_stored_policy_new_from_string (const char *text, GError **error);

/**
 * deid_stored_policy_new_with_models:
 * @text: JSON as deid_stored_policy_to_string() writes it
 * @models: (nullable) (array length=n_models): models that a host made from slots, or %NULL
 * @n_models: how many there are
 * @error: return location for an error, or %NULL
 *
 * Reads from memory a stored policy that may have a host's privacy models. A model that is spelled
 * as one of @models is that one, so its specification has to name every parameter; any other is one
 * of the library's. Those of @models that the policy does not have are left alone.
 *
 * Errors: those of deid_stored_policy_new_from_string(). Any thread may call this. Complexity:
 * O(length of @text + models of the policy x @n_models).
 *
 * Returns: (transfer full): a new stored policy, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidStoredPolicy *deid_stored_policy_new_with_models (const char *text,
                                                      DeidPrivacyModel *const *models,
                                                      guint n_models, GError **error);

/**
 * deid_stored_policy_to_string:
 * @policy: a stored policy
 *
 * Writes a stored policy as JSON text.
 *
 * Any thread may call this. Complexity: O(leaves of the hierarchies).
 *
 * Returns: (transfer full) (nullable): the text, to be freed with g_free(), or %NULL if there is no
 *   memory for it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_stored_policy_to_string (const DeidStoredPolicy *policy);

/**
 * deid_stored_policy_write:
 * @policy: a stored policy
 * @path: (type filename): the file to write
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes a stored policy as JSON. The file appears whole or not at all, with mode 0600, where
 * #DeidOutputSet says.
 *
 * Errors: %DEID_ERROR_IO, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this.
 * Complexity: O(leaves of the hierarchies).
 *
 * Returns: whether the file was written
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_stored_policy_write (DeidStoredPolicy *policy, const char *path,
                                   GCancellable *cancellable, GError **error);

/**
 * deid_stored_policy_get_n_attributes:
 * @policy: a stored policy
 *
 * Gets the number of quasi-identifiers.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of quasi-identifiers
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_stored_policy_get_n_attributes (const DeidStoredPolicy *policy);

/**
 * deid_stored_policy_get_attribute_name:
 * @policy: a stored policy
 * @attribute: a quasi-identifier, below deid_stored_policy_get_n_attributes()
 *
 * Gets the name of a quasi-identifier.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name of its column
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_stored_policy_get_attribute_name (const DeidStoredPolicy *policy, guint attribute);

/**
 * deid_stored_policy_get_level:
 * @policy: a stored policy
 * @attribute: a quasi-identifier, below deid_stored_policy_get_n_attributes()
 *
 * Gets the level of a quasi-identifier. Of one with cuts it is 0 if none was set, 2 if all values
 * have one label, and 1 otherwise, and so it is stored, as one of three levels of a hierarchy;
 * where values can only be suppressed it is that of the one cut.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the level
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_stored_policy_get_level (const DeidStoredPolicy *policy, guint attribute);

/**
 * deid_stored_policy_get_release_sha256:
 * @policy: a stored policy
 *
 * Gets the digest of the released file that a policy was stored with, by
 * deid_output_set_add_policy(): the SHA-256 of the bytes of that file in 64 lower-case hexadecimal
 * digits, as `sha256sum` prints it.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the digest, or %NULL if it was not read from a file or text
 *   that has one
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_stored_policy_get_release_sha256 (const DeidStoredPolicy *policy);

/**
 * deid_stored_policy_apply:
 * @policy: a stored policy
 * @dataset: a table of the same kind, which cannot be changed from now on; roles that it does not
 *   set itself are taken from the stored policy
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Evaluates the stored policy on another table: its values are generalized as stored, the privacy
 * models are checked again and the records that fail them are suppressed. The result can then be
 * applied, verified and reported like any other; its lattice has only the stored values and labels,
 * so that the levels of its policy are not those of deid_stored_policy_get_level().
 *
 * The new table is judged by itself. If it holds people of an earlier release too, the difference
 * of both releases can show the sensitive values of those who came in between: release new records
 * apart from the old ones, or wait until several have joined each class.
 *
 * On failure roles may have been set, unless a column is unknown.
 *
 * Errors: %DEID_ERROR_UNKNOWN_VALUE for values that the stored policy lacks, as in
 * deid_lattice_add_quasi_identifier() and deid_problem_set_sensitive_hierarchy();
 * %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_ROLE; %DEID_ERROR_WEIGHT; %DEID_ERROR_IMMUTABLE if a role
 * has to be set and cannot be; %DEID_ERROR_NO_SOLUTION if more records fail than may be suppressed;
 * those of deid_search_run(). One thread at a time for
 * @dataset. Complexity: O(rows x attributes).
 *
 * Returns: (transfer full): the result, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_stored_policy_apply (DeidStoredPolicy *policy, DeidDataset *dataset,
                                      GCancellable *cancellable, GError **error);

/**
 * deid_stored_policy_apply_with_population:
 * @policy: a stored policy
 * @dataset: a table as for deid_stored_policy_apply()
 * @population: (nullable): the population that @dataset is taken from, as for
 *   deid_problem_set_population(), or %NULL
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Does what deid_stored_policy_apply() does, for policies whose privacy models compare with a
 * population, such as k-map. Its values must be among those stored; without it such models fail.
 *
 * Errors: those of deid_stored_policy_apply() and deid_problem_set_population(). One thread at a
 * time for @dataset and @population. Complexity: O(rows x attributes), those of the population
 * included.
 *
 * Returns: (transfer full): the result, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_stored_policy_apply_with_population (DeidStoredPolicy *policy,
                                                      DeidDataset *dataset, DeidDataset *population,
                                                      GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
