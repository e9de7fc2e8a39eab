/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: of a decision, O(distinct values of the class) unless stated; otherwise O(1).
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL. All fail with
 *   %DEID_ERROR_INVALID_ARGUMENT if a number is out of its range, not finite or not an exact
 *   fraction of 64-bit integers, or if @sensitive is empty.
 * @sensitive: the name of a sensitive attribute, in which a missing value counts as one more value.
 * @l: the diversity, at least 1, taken as the shortest decimal that reads back to it.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_L_DIVERSITY_H
#define DEID_L_DIVERSITY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-privacy.h>

G_BEGIN_DECLS

/**
 * deid_privacy_model_new_distinct_l_diversity:
 *
 * Creates distinct l-diversity, `dl:L`: every class has at least @l distinct values of @sensitive.
 * Several records of one person count like those of several persons: add k-anonymity if persons
 * have several records. Superset-closed. Complexity of a decision: O(1) on the distribution of the
 * class.
 *
 * Source: A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, "l-Diversity: privacy
 * beyond k-anonymity", ACM TKDD 1(1), 2007.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_distinct_l_diversity (const char *sensitive, guint64 l,
                                                               GError **error);

/**
 * deid_privacy_model_new_entropy_l_diversity:
 *
 * Creates entropy l-diversity, `el:L`: the values of @sensitive are in every class at least as
 * diverse as @l equally frequent ones. Their Shannon entropy, - sum p log p, is at least log(@l).
 * With counts c of a class of n records the condition is prod c^c <= (n/@l)^n. It is decided
 * exactly: by logarithms where their error cannot matter, by integer arithmetic otherwise. A class
 * of @l equally frequent values passes.
 *
 * Union-closed. Necessary, and superset-closed: there are at least @l distinct values.
 *
 * Source: A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, "l-Diversity: privacy
 * beyond k-anonymity", ACM TKDD 1(1), 2007, definition 4.1.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_entropy_l_diversity (const char *sensitive, double l,
                                                              GError **error);

/**
 * deid_privacy_model_new_recursive_l_diversity:
 * @c: how dominant the most frequent value may be, above 0; taken as the shortest decimal that
 *   reads back to it
 *
 * Creates recursive (c,l)-diversity, `rcl:C:L`: the most frequent value of @sensitive in a class
 * occurs less than @c times as often as the @l-th and rarer values together.
 *
 * With r_1 >= ... >= r_m the numbers of records of each value in the class, the condition is r_1 <
 * @c (r_@l + ... + r_m), which is decided in integers. A class fails if both sides are equal, or if
 * it has fewer than @l distinct values, so that the right side is 0. With @l = 1 the right side is
 * @c times the size of the class, so that no value may have a share of @c or more.
 *
 * Union-closed. Necessary for m distinct values, and superset-closed: @c (m - @l + 1) > 1.
 * Complexity of a decision: O(distinct values of the class log its size).
 *
 * Source: A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, "l-Diversity: privacy
 * beyond k-anonymity", ACM TKDD 1(1), 2007, definition 4.2.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_recursive_l_diversity (const char *sensitive, double c,
                                                                guint64 l, GError **error);

/**
 * deid_privacy_model_new_grassberger_l_diversity:
 *
 * Creates entropy l-diversity for small classes, `elg:L`: each class is taken as a sample, and its
 * entropy is estimated by Grassberger's estimator. In every class G(n) - sum c G(c) / n is at least
 * log(@l) for the counts c of its n records, where G(1) = -gamma - log 2, G(2) = 2 - gamma - log 2,
 * G(2k + 1) = G(2k) and G(2k + 2) = G(2k) + 2 / (2k + 1); that is G(n) = psi(n) + (-1)^n / 2
 * (psi((n + 1) / 2) - psi(n / 2)).
 *
 * Since the first term is G(n), the entropy of a class that has one value is 0 at every size, and a
 * single record passes only for @l = 1. The second source has log n there, by which a single record
 * is estimated at log 3.56; that is not taken as diversity here.
 *
 * The estimate of a class of few records is mostly above its Shannon entropy: two records with
 * different values are estimated at 2, the logarithm of 7.39, and m of them at 2 (1 + 1/3 + 1/5 +
 * ...) with m / 2 terms. It can be below: two records of each of two values are estimated at 2/3,
 * where log 2 is 0.69. To keep classes of a few records from passing for this reason, add another
 * model such as k-anonymity or distinct l-diversity.
 *
 * No closure: two classes may pass and their union fail. Necessary, and superset-closed: m single
 * records that are all different have an estimate of at least log(@l), where m is the number of
 * distinct values of the class; no class of m values has a greater estimate.
 *
 * The estimate is a fraction and log(@l) is irrational for @l above 1, so that they are never
 * equal. Where doubles do not decide, integers with 120 bits behind the point do: a class whose
 * estimate is at least log(@l) passes, one that lacks 2^-100 fails, and what is in between is
 * decided the same way everywhere.
 *
 * Source: P. Grassberger, "Finite sample corrections to entropy and dimension estimates", Physics
 * Letters A 128, 1988; P. Grassberger, "Entropy estimates from insufficient samplings",
 * arXiv:physics/0307138, 2003, revised 2008.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_grassberger_l_diversity (const char *sensitive, double l,
                                                                  GError **error);

G_END_DECLS

#endif
