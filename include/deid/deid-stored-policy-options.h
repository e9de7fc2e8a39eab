/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once a call used the options.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_STORED_POLICY_OPTIONS_H
#define DEID_STORED_POLICY_OPTIONS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-dataset.h>
#include <deid/deid-privacy.h>
#include <deid/deid-quality.h>

G_BEGIN_DECLS

/**
 * DeidStoredPolicyOptions:
 *
 * What a stored policy does not have and the host adds: models made from slots, when the policy is
 * read; and when it is evaluated the table of the population, other limits of suppression and of
 * groups, and what becomes of unknown values. One object may have all of it; each call takes what
 * it needs. Immutable once a call used it.
 */
typedef struct DeidStoredPolicyOptions DeidStoredPolicyOptions;

/**
 * DeidUnknownValues:
 * @DEID_UNKNOWN_VALUES_ERROR: an error, which names them
 * @DEID_UNKNOWN_VALUES_SUPPRESS: their records are suppressed, unless the policy releases the
 *   column on a last level that has one label for all values, which they have too
 * @DEID_UNKNOWN_VALUES_TOP: they get the label of the last level if that has one for all values,
 *   otherwise `*`
 *
 * What becomes of values that a stored policy does not know. The last level has one label for all
 * values if it is the `*` of a rule or the only one of a hierarchy of rows; not if the values of a
 * table share one of a rule with suppress=no.
 */
typedef enum
{
  DEID_UNKNOWN_VALUES_ERROR = 0,
  DEID_UNKNOWN_VALUES_SUPPRESS = 1,
  DEID_UNKNOWN_VALUES_TOP = 2
} DeidUnknownValues;

DEID_AVAILABLE_IN_0_1
GType deid_stored_policy_options_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidStoredPolicyOptions *deid_stored_policy_options_ref (DeidStoredPolicyOptions *options);

/**
 * deid_stored_policy_options_unref:
 * @options: (transfer full): options
 */
DEID_AVAILABLE_IN_0_1
void deid_stored_policy_options_unref (DeidStoredPolicyOptions *options);

/**
 * deid_stored_policy_options_new:
 *
 * Creates options without models, a population or a limit, with %DEID_UNKNOWN_VALUES_ERROR.
 * Returns: (transfer full): new options
 */
DEID_AVAILABLE_IN_0_1
DeidStoredPolicyOptions *deid_stored_policy_options_new (void);

/**
 * deid_stored_policy_options_add_privacy_model:
 * @options: options
 * @model: a privacy model that a host made from slots
 *
 * Adds a privacy model for policies that are read. It replaces a stored model with the same
 * specification, which must therefore name every parameter; of several the first is taken. All
 * others are the library's. Models that the policy does not have are ignored.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_stored_policy_options_add_privacy_model (DeidStoredPolicyOptions *options,
                                                       DeidPrivacyModel *model, GError **error);

/**
 * deid_stored_policy_options_set_quality_model:
 * @options: options
 * @model: (nullable): a quality model that a host made from slots, or %NULL for none
 *
 * Sets the quality model for policies that are read. If the stored one has the same specification,
 * the policy gets a model with the slots of @model and the stored attribute weights, instead of
 * those of @model, which stays unchanged. Otherwise it is ignored.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_stored_policy_options_set_quality_model (DeidStoredPolicyOptions *options,
                                                       DeidQualityModel *model, GError **error);

/**
 * deid_stored_policy_options_set_population:
 * @options: options
 * @population: (nullable): the table of a population, or %NULL for none
 *
 * Sets the population of the table on which a policy is evaluated, as for
 * deid_problem_set_population(). The policy must know its values. Models that compare with a
 * population, such as k-map, fail without it.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_stored_policy_options_set_population (DeidStoredPolicyOptions *options,
                                                    DeidDataset *population, GError **error);

/**
 * deid_stored_policy_options_set_suppression_limit:
 * @options: options
 * @fraction: the share of records that may be suppressed, from 0 to 1
 *
 * Sets the suppression limit of the table on which a policy is evaluated, instead of the stored
 * one.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_stored_policy_options_set_suppression_limit (DeidStoredPolicyOptions *options,
                                                           double fraction, GError **error);

/**
 * deid_stored_policy_options_set_group_limit:
 * @options: options
 * @column: the name of a column
 * @fraction: the share of the records of each of its values that may be suppressed, from 0 to 1
 *
 * Sets the limit of groups of a column in the table on which a policy is evaluated, as
 * deid_problem_set_group_limit() does, instead of one that is stored or was set before; 1 allows
 * everything. Stored limits of other columns stay. Groups are those of that table, and may be
 * small: a fifth of 4 records is none.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT. Complexity: O(limits).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_stored_policy_options_set_group_limit (DeidStoredPolicyOptions *options,
                                                     const char *column, double fraction,
                                                     GError **error);

/**
 * deid_stored_policy_options_set_unknown_values:
 * @options: options
 * @unknown_values: what becomes of them
 *
 * Sets what becomes of values of quasi-identifiers that neither the labels nor the rules of a
 * stored policy know. Default: %DEID_UNKNOWN_VALUES_ERROR. A rule knows most new values.
 *
 * Records that are suppressed for such a value count against the suppression limit, and the
 * verifier expects them to be suppressed, as if they failed a privacy model; the result's problem
 * has an additional one, `known-values`. If the level of the policy is the last one, and has one
 * label for all values, unknown ones get it in either case. On other levels the label of unknown
 * values stands for the whole domain, and costs as much. A result of such a table cannot be stored.
 * Values of a population and of sensitive attributes with a hierarchy must always be known.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_stored_policy_options_set_unknown_values (DeidStoredPolicyOptions *options,
                                                        DeidUnknownValues unknown_values,
                                                        GError **error);

G_END_DECLS

#endif
