/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_POPULATION_MODELS_H
#define DEID_POPULATION_MODELS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-privacy.h>

G_BEGIN_DECLS

/*
 * Models that compare the released table with the population it is taken from, which
 * deid_problem_set_population() states. A class of the population is made of its records that have
 * the same labels under the policy; they count by their weights. Neither model looks at the entity
 * column. A problem with one of them and without a population fails to run with
 * %DEID_ERROR_INVALID_ARGUMENT.
 */

/**
 * deid_privacy_model_new_k_map:
 * @k: the smallest number of records of the population that a class may match, at least 1
 *
 * Creates k-map, `kmap:K`: the labels of every class are those of at least @k records of the
 * population. It protects against the journalist, who looks for the person of a record; k-anonymity
 * protects against the prosecutor, who knows that the person is in the table. Superset-closed.
 *
 * Sources: L. Sweeney, "k-Anonymity: a model for protecting privacy", IJUFKS 10(5), 2002; K. El
 * Emam, F. K. Dankar, "Protecting privacy using k-anonymity", JAMIA 15(5), 2008.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @k is 0. Complexity of a decision: O(1).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_k_map (guint64 k, GError **error);

/**
 * deid_privacy_model_new_delta_presence:
 * @delta_min: the smallest share allowed, from 0 to 1
 * @delta_max: the greatest share allowed, above 0, at least @delta_min and at most 1
 *
 * Creates delta-presence, `dp:MIN:MAX`: the release does not reveal with much certainty whether a
 * person is in the table. Of the records of the population with the labels of a class, a share of
 * at least @delta_min and at most @delta_max is in the table. Both are taken as the shortest
 * decimals that read back to them, and decided exactly. Union-closed.
 *
 * Necessary, and superset-closed: a class has at least n records, and its labels at least (1 -
 * @delta_max) / @delta_max n records of the population that are not in the table, where n is the
 * smallest number for which an integer lies between (1 - @delta_max) / @delta_max n and (1 -
 * @delta_min) / @delta_min n; there is no upper bound if @delta_min is 0. It is looked for up to
 * 65536, and taken as 1 where a share has more than 13 decimal places.
 *
 * The table must be part of the population: a run fails with %DEID_ERROR_INVALID_ARGUMENT if the
 * table has a combination of values of the quasi-identifiers more often. A class of the population
 * without records of the table has a share of 0 and cannot be suppressed: if @delta_min is above 0,
 * neither a policy with such a class nor any specialization is a solution. Suppressed records still
 * belong to the table.
 *
 * Source: M. E. Nergiz, M. Atzori, C. Clifton, "Hiding the presence of individuals from shared
 * databases", SIGMOD 2007.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a share is out of its range or no exact fraction.
 * Complexity of a decision: O(1).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_delta_presence (double delta_min, double delta_max,
                                                         GError **error);

G_END_DECLS

#endif
