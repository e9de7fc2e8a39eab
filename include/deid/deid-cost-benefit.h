/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL. All fail with
 *   %DEID_ERROR_INVALID_ARGUMENT if an amount is out of its range or not an exact fraction, and
 *   those that take a benefit also unless its ratio to the loss is one of integers below 2^55.
 * @benefit: the publisher's benefit from a record, above 0.
 * @loss: the publisher's loss by a successful attack, at least 0.
 * @gain: the adversary's gain from a successful attack, at least 0.
 * @cost: the adversary's cost of an attack, at least 0.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_COST_BENEFIT_H
#define DEID_COST_BENEFIT_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-privacy.h>
#include <deid/deid-quality.h>

G_BEGIN_DECLS

/*
 * Models of a game between the publisher of a table and an adversary who may attack its records, in
 * amounts of any currency, per record:
 *
 * - An attack costs the adversary the *cost*. It succeeds with probability 1 / n, and then yields
 * the *gain*. The adversary attacks if gain / n - cost > 0, and not if that is 0. To the
 * prosecutor, n is the number of persons in the record's class; to the journalist, the number of
 * records of the population (deid_problem_set_population()) with the labels of the class, or 1 if
 * there is none.
 * - A record that is released as it was is worth the *benefit* to the publisher; generalized,
 * benefit (1 - IL). IL is its entropy-based information loss, sum_i log n_i / sum_i log D_i, where
 * n_i leaves of the D_i of the domain of quasi-identifier i are covered by its label; it is 0 if
 * all domains have a single leaf. From it the publisher loses *loss* / n if the record is attacked.
 * The difference is the publisher's payout; that of a suppressed record is 0.
 *
 * All amounts are taken as the shortest decimals that read back to them, and the privacy models
 * decide exactly.
 *
 * Source: Z. Wan, Y. Vorobeychik, W. Xia, E. W. Clayton, M. Kantarcioglu, R. Ganta, R. Heatherly,
 * B. A. Malin, "A game theoretic framework for analyzing re-identification risk", PLoS ONE 10(3),
 * 2015.
 */

/**
 * deid_privacy_model_new_cost_benefit_prosecutor:
 *
 * Creates a cost/benefit model against the prosecutor: the publisher's payout for the records of
 * each class is above 0. Its specification is `payout:BENEFIT:LOSS:GAIN:COST`.
 *
 * It has no closure: where records join a class, an attack on it succeeds less often, but the class
 * may lose more information. Necessary, and superset-closed: a class has at least n persons, where
 * n is the smallest number for which @gain / n <= @cost or @benefit > @loss / n. Complexity of a
 * decision: O(quasi-identifiers).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_cost_benefit_prosecutor (double benefit, double loss,
                                                                  double gain, double cost,
                                                                  GError **error);

/**
 * deid_privacy_model_new_cost_benefit_journalist:
 *
 * Creates a cost/benefit model against the journalist: that of the prosecutor, with records of the
 * population instead of persons. Its specification is `payoutmap:BENEFIT:LOSS:GAIN:COST`. A run
 * without a population fails with %DEID_ERROR_INVALID_ARGUMENT. Complexity of a decision:
 * O(quasi-identifiers).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_cost_benefit_journalist (double benefit, double loss,
                                                                  double gain, double cost,
                                                                  GError **error);

/**
 * deid_privacy_model_new_no_attack_prosecutor:
 *
 * Creates a model under which the prosecutor gains nothing by an attack: @gain / n <= @cost for the
 * n persons of each class. It is k-anonymity for the smallest such n; if there is none, no class
 * meets it. Superset-closed. Its specification is `noattack:GAIN:COST`. Complexity of a decision:
 * O(1).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_no_attack_prosecutor (double gain, double cost,
                                                               GError **error);

/**
 * deid_privacy_model_new_no_attack_journalist:
 *
 * Creates a model under which the journalist gains nothing by an attack: that of the prosecutor,
 * with records of the population instead of persons, as in k-map. Superset-closed. Its
 * specification is `noattackmap:GAIN:COST`. A run without a population fails with
 * %DEID_ERROR_INVALID_ARGUMENT. Complexity of a decision: O(1).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_no_attack_journalist (double gain, double cost,
                                                               GError **error);

/**
 * deid_quality_model_new_publisher_payout_prosecutor:
 *
 * Creates a quality model of the payout lost to the prosecutor. For N records the loss is (N
 * @benefit - sum of the payouts of all records) / (N (@benefit + @loss)): the benefit from all
 * records less the publisher's payout, over the most that can be lost. It is 0 for the original
 * data if nothing is attacked, and @benefit / (@benefit + @loss) if all records are suppressed. A
 * class costs as a whole: there are no aggregate and no attribute weights. The lower bound for a
 * policy and its generalizations is the information loss of its classes alone. Its specification is
 * `payout:BENEFIT:LOSS:GAIN:COST`.
 *
 * Logarithms are integers, rounded to less than 2^-47, so that the loss has the same bits on all
 * platforms. Complexity of the cost of a class: O(quasi-identifiers x log labels).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_publisher_payout_prosecutor (double benefit, double loss,
                                                                      double gain, double cost,
                                                                      GError **error);

/**
 * deid_quality_model_new_publisher_payout_journalist:
 *
 * Creates the quality model of the payout lost to the journalist: that of the prosecutor, with
 * records of the population instead of persons. A class without a match has an n of 1. Its
 * specification is `payoutmap:BENEFIT:LOSS:GAIN:COST`. A run without a population table fails with
 * %DEID_ERROR_INVALID_ARGUMENT. Complexity of the cost of a class: O(quasi-identifiers x log
 * labels).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_publisher_payout_journalist (double benefit, double loss,
                                                                      double gain, double cost,
                                                                      GError **error);

G_END_DECLS

#endif
