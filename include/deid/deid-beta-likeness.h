/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: of a decision, O(distinct values of the class); otherwise O(1).
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL. All fail with
 *   %DEID_ERROR_INVALID_ARGUMENT if a number is out of its range, not finite or not an exact
 *   fraction of 64-bit integers, or if @sensitive is empty.
 * @sensitive: the name of a sensitive attribute, in which a missing value counts as one more value.
 * @beta: the largest relative gain allowed, at least 0, taken as the shortest decimal that reads
 *   back to it; 1 + @beta must be an exact fraction.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_BETA_LIKENESS_H
#define DEID_BETA_LIKENESS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-privacy.h>

G_BEGIN_DECLS

/**
 * DeidLogarithm:
 * @DEID_LOGARITHM_BINARY: to base 2
 * @DEID_LOGARITHM_NATURAL: to base e
 * @DEID_LOGARITHM_DECIMAL: to base 10
 *
 * The base of a logarithm.
 */
typedef enum
{
  DEID_LOGARITHM_BINARY = 0,
  DEID_LOGARITHM_NATURAL = 1,
  DEID_LOGARITHM_DECIMAL = 2
} DeidLogarithm;

/**
 * DeidAbsentValues:
 * @DEID_ABSENT_VALUES_IGNORED: only values that a class has are judged
 * @DEID_ABSENT_VALUES_COUNT: values that a class lacks have a share of 0 in it
 *
 * What counts for values that occur in the table, but not in a class.
 */
typedef enum
{
  DEID_ABSENT_VALUES_IGNORED = 0,
  DEID_ABSENT_VALUES_COUNT = 1
} DeidAbsentValues;

/**
 * deid_privacy_model_new_beta_likeness:
 *
 * Creates basic beta-likeness, `bl:BETA`: no value of @sensitive is more frequent in a class than
 * in the whole input table by more than a factor of 1 + @beta. With p the share of a value in the
 * class and q that in the input table, including suppressed records, the condition is (p - q) / q
 * <= @beta for each value with p > q. Decided exactly; a class that meets @beta passes.
 *
 * Union-closed. Necessary, and superset-closed: the sum of min(1, (1 + @beta) q) over the values
 * that a class has is at least 1.
 *
 * Source: J. Cao, P. Karras, "Publishing microdata with a robust privacy guarantee", PVLDB 5(11),
 * 2012.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_beta_likeness (const char *sensitive, double beta,
                                                        GError **error);

/**
 * deid_privacy_model_new_enhanced_beta_likeness:
 *
 * Creates enhanced beta-likeness, `ebl:BETA`: like deid_privacy_model_new_beta_likeness(), but it
 * also limits values that are frequent in the table. The gain (p - q) / q of a value with p > q is
 * at most min(@beta, -ln q). Decided exactly: a gain never equals -ln q unless all records have the
 * value, and is compared with it in as many digits as necessary.
 *
 * Union-closed. Necessary, and superset-closed: the sum of min(1, (1 + min(@beta, -ln q)) q) over
 * the values that a class has is at least 1.
 *
 * Source: J. Cao, P. Karras, "Publishing microdata with a robust privacy guarantee", PVLDB 5(11),
 * 2012.
 * Errors: those of deid_privacy_model_new_beta_likeness(); a search fails with
 * %DEID_ERROR_TOO_LARGE on a table of 2^56 records or more.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_enhanced_beta_likeness (const char *sensitive, double beta,
                                                                 GError **error);

/**
 * deid_privacy_model_new_delta_disclosure:
 * @delta: what |log(p / q)| must be below, above 0; taken as the shortest decimal that reads back
 *   to it
 * @base: the base of the logarithm
 * @absent: how values count that a class lacks
 *
 * Creates delta-disclosure privacy: no value of @sensitive is much more or much less frequent in a
 * class than in the whole input table. Its specification is `dd:DELTA` for base 2, `dd:DELTA:e` and
 * `dd:DELTA:10` for the others, each followed by `:absent` if absent values count.
 *
 * With p the share of a value in the class and q that in the input table, including suppressed
 * records, the condition is |log(p / q)| < @delta for each value. Decided exactly, in as many
 * digits as necessary; a class in which a value is at @delta fails. With
 * %DEID_ABSENT_VALUES_IGNORED only values that the class has are judged; with
 * %DEID_ABSENT_VALUES_COUNT a class that lacks one fails, since log 0 is infinite.
 *
 * If absent values are ignored: no closure, since the union of two classes may dilute a value that
 * only one of them has. Necessary, and superset-closed: the sum of q over the values that a class
 * has is at least @base^-@delta.
 *
 * If they count: union-closed. Necessary, and superset-closed: the class has all values and, for
 * the smallest q, at least @base^-@delta / q records.
 *
 * Source: J. Brickell, V. Shmatikov, "The cost of privacy: destruction of data-mining utility in
 * anonymized data publishing", KDD 2008.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT also for an invalid @base or @absent.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_delta_disclosure (const char *sensitive, double delta,
                                                           DeidLogarithm base,
                                                           DeidAbsentValues absent, GError **error);

G_END_DECLS

#endif
