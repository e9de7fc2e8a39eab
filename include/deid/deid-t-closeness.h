/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: of a decision, O(distinct values of the class) unless stated; otherwise O(1).
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL. All fail with
 *   %DEID_ERROR_INVALID_ARGUMENT if @t is out of its range or not an exact fraction of ordinary
 *   size, or if @sensitive is empty.
 * @sensitive: the name of a sensitive attribute, in which a missing value counts as one more value.
 * @t: the largest distance allowed, from 0 to 1, taken as the shortest decimal that reads back to
 *   it. Distances are compared exactly, in integers: a class at a distance of just @t passes.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_T_CLOSENESS_H
#define DEID_T_CLOSENESS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-privacy.h>

G_BEGIN_DECLS

/**
 * DeidValueOrder:
 * @DEID_VALUE_ORDER_TEXT: by the bytes of their text
 * @DEID_VALUE_ORDER_INTEGER: as decimal integers of any length, with an optional minus sign
 * @DEID_VALUE_ORDER_DECIMAL: as decimal numbers of any length, with an optional minus sign, an
 *   optional point and an optional exponent such as `e-7`
 * @DEID_VALUE_ORDER_TYPE: by the type of the column, which deid_dataset_set_column_type() sets:
 *   integers and decimals as numbers, dates by day and time, and texts by their bytes
 *
 * How the values of a sensitive attribute are ordered. Numbers are compared exactly. Two texts for
 * the same number, such as `7` and `07`, or for the same second, stay two values, ordered as texts.
 */
typedef enum
{
  DEID_VALUE_ORDER_TEXT = 0,
  DEID_VALUE_ORDER_INTEGER = 1,
  DEID_VALUE_ORDER_DECIMAL = 2,
  DEID_VALUE_ORDER_TYPE = 3
} DeidValueOrder;

/**
 * deid_privacy_model_new_equal_t_closeness:
 *
 * Creates t-closeness with equal distances, `te:T`: the values of @sensitive are distributed in
 * every class as in the whole input table, up to a distance of @t. With p the shares of the values
 * in the class and q those in the input table, including suppressed records, the condition is 1/2
 * sum |p_v - q_v| <= @t: any two values are 1 apart.
 *
 * Union-closed. Necessary, and superset-closed: the sum of q_v over the values that the class lacks
 * is at most @t.
 *
 * Source: N. Li, T. Li, S. Venkatasubramanian, "t-Closeness: privacy beyond k-anonymity and
 * l-diversity", ICDE 2007, section 5.
 * Errors: a run fails with %DEID_ERROR_TOO_LARGE if the table has 2^63 records or more.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_equal_t_closeness (const char *sensitive, double t,
                                                            GError **error);

/**
 * deid_privacy_model_new_ordered_t_closeness:
 * @order: how its values are ordered
 *
 * Creates t-closeness with ordered distances: `to:T`, which orders by the type of the column,
 * `to:T:int`, `to:T:num` or `to:T:text`. The values of @sensitive are distributed in every class as
 * in the whole input table, up to a distance of @t, where values near each other in their order
 * count as nearly alike.
 *
 * With p the shares of the values in the class and q those in the input table, including suppressed
 * records, the distance is the earth mover's, the i-th and the j-th of m values being |i - j| / (m
 * - 1) apart: 1 / (m - 1) sum over i < m of |sum over j <= i of (p_j - q_j)| <= @t. The m values
 * are those of the input table, a missing value before all others; if there is only one, every
 * distance is 0.
 *
 * The order of texts puts 10 before 9, and so changes the distance of numbers.
 * %DEID_VALUE_ORDER_TYPE therefore refuses a column of the type text whose values are all numbers
 * or dates, or missing: give the column its type, or ask for %DEID_VALUE_ORDER_TEXT.
 *
 * Union-closed. Necessary, and superset-closed: the sum over all values v of q_v times the least
 * distance of v from a value of the class is at most @t.
 *
 * Source: N. Li, T. Li, S. Venkatasubramanian, "t-Closeness: privacy beyond k-anonymity and
 * l-diversity", ICDE 2007, section 5.
 *
 * Errors: a run fails with %DEID_ERROR_INVALID_ARGUMENT if a value is not of the kind of @order, or
 * if the type of the column does not tell the order, and with %DEID_ERROR_TOO_LARGE if m - 1 times
 * the number of records reaches 2^63. Complexity of a decision: O(1) for a class that begins too
 * late or ends too early in the order, otherwise O(distinct values of the class log m).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_ordered_t_closeness (const char *sensitive, double t,
                                                              DeidValueOrder order, GError **error);

/**
 * deid_privacy_model_new_hierarchical_t_closeness:
 * @sensitive: the name of a sensitive attribute with a hierarchy:
 *   deid_problem_set_sensitive_hierarchy()
 *
 * Creates t-closeness with hierarchical distances, `th:T`: the values of @sensitive are distributed
 * in every class as in the whole input table, up to a distance of @t, where values of one branch of
 * a hierarchy count as nearly alike.
 *
 * With p the shares of the values in the class and q those in the input table, including suppressed
 * records, the distance is the earth mover's, two values whose labels first agree on level h of a
 * hierarchy of height H being h / H apart. With extra = p - q summed up to each label, it is the
 * sum over all labels above level 0 of height / H times the lesser of the positive and the negative
 * extras of the labels just below.
 *
 * Union-closed. Necessary, and superset-closed: the sum over all values v of q_v times the least
 * distance of v from a value of the class is at most @t.
 *
 * The top level of the hierarchy is its root if it has one label; if it has several, or if there is
 * no other level, a root is put above it, which adds 1 to H. Leaves that do not occur make no
 * difference. A missing value is the leaf of the empty text if the hierarchy has it, otherwise a
 * leaf of its own just below the root.
 *
 * Source: N. Li, T. Li, S. Venkatasubramanian, "t-Closeness: privacy beyond k-anonymity and
 * l-diversity", ICDE 2007, section 5.
 * Errors: a run fails with %DEID_ERROR_HIERARCHY if @sensitive has no hierarchy, and with
 * %DEID_ERROR_TOO_LARGE if H times the number of records reaches 2^63 or (H - 1) times the number
 * of values 2^32 - 1. Complexity of a decision: O(distinct values of the class x H).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_hierarchical_t_closeness (const char *sensitive, double t,
                                                                   GError **error);

G_END_DECLS

#endif
