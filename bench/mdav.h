/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "standard-numbers.h"

/* Puts records into classes of @k, but for the last one, of 2 @k - 1 at most: MDAV, the maximum
 * distance to average vector (J. Domingo-Ferrer, J. M. Mateo-Sanz, "Practical data-oriented
 * microaggregation for statistical disclosure control", IEEE Transactions on Knowledge and Data
 * Engineering 14(1), 2002; as J. Domingo-Ferrer, V. Torra, "Ordinal, continuous and heterogeneous
 * k-anonymity through microaggregation", Data Mining and Knowledge Discovery 11(2), 2005, state
 * it). As long as 3 @k records are left, a class is made of the one farthest from their mean and
 * the @k - 1 nearest to that, and another one of the one farthest from it and the @k - 1 nearest to
 * this; then one of the former kind, if 2 @k are left, and one of the rest. A yardstick of
 * clustering numbers, by their distances alone.
 *
 * Means are rounded to units; of records as far away the first one counts. There are at least @k
 * records, and @k is at least 1. @class_of_record has room for a number for each, from 0. Errors:
 * those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(records^2 / @k x columns). */
gboolean deid_local_mdav (const DeidStandardNumbers *numbers, guint32 k, guint32 *class_of_record,
                          guint32 *n_classes, const DeidStop *stop, GError **error);
