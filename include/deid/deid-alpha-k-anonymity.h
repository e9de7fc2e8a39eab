/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_ALPHA_K_ANONYMITY_H
#define DEID_ALPHA_K_ANONYMITY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-privacy.h>

G_BEGIN_DECLS

/**
 * deid_privacy_model_new_alpha_k_anonymity:
 * @sensitive: the name of a sensitive attribute
 * @alpha: the largest share of a value, above 0 and at most 1; taken as the shortest decimal that
 *   reads back to it
 * @k: the smallest class size allowed, at least 1
 * @values: (nullable) (array zero-terminated=1): the values of @sensitive that @alpha binds, or
 *   %NULL for all of them
 *
 * Creates (alpha,k)-anonymity: every class has at least @k records, and no bound value has a share
 * of more than @alpha of them. Its specification is `ak:ALPHA:K` if all values are bound, otherwise
 * `ak:ALPHA:K:VALUE:VALUE...` with each value escaped as in a URI by g_uri_escape_string().
 *
 * With an entity column, every class has records of at least @k persons instead; shares are always
 * those of records. Decided in integers; a share of exactly @alpha passes. A missing value is bound
 * only if @values is %NULL. Someone who learns that a class of @k records or more was suppressed
 * learns that a value exceeds @alpha in it.
 *
 * Union-closed. Necessary, and superset-closed: the class has @k records or persons, and at least 1
 * / @alpha distinct values or one that is not bound.
 *
 * A search fails with %DEID_ERROR_UNKNOWN_VALUE on a table that lacks a bound value: a misspelled
 * value would protect nothing.
 *
 * The model judges classes alone. An attacker who knows that the release is the optimum, or which
 * program made it, can exclude tables with a different optimum, and may be surer of a value than
 * the model allows: `docs/not-promised.md` has figures (R. C.-W. Wong, A. W.-C. Fu, K. Wang, J.
 * Pei, "Minimality Attack in Privacy Preserving Data Publishing", VLDB 2007).
 *
 * Source: R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang, "(alpha, k)-anonymity: an enhanced
 * k-anonymity model for privacy-preserving data publishing", KDD 2006.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @alpha is out of its range or no exact fraction of 64-bit
 * integers, if @k is 0, if @values is empty, holds a value twice or one that is not valid UTF-8, or
 * if @sensitive is empty. Complexity of a decision: O(distinct values of the class); with an entity
 * column O(rows of the class).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_alpha_k_anonymity (const char *sensitive, double alpha,
                                                            guint64 k, const char *const *values,
                                                            GError **error);

G_END_DECLS

#endif
