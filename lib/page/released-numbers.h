/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/page-private.h"

/* What the page says of numbers that are released in place of labels, or beside them. It knows of
 * them by the released table: without one there are none. */

/* Returns: (nullable): which number of each class is released in place of what a column has: `mean`
 * or `median`; or %NULL for none. */
const char *deid_page_get_class_number (const DeidPageView *view, const char *column);

/* Writes the share of the variance that is lost of a column with such numbers.
 * Errors: those of deid_result_measure_microaggregation(). Complexity: the same. */
gboolean deid_page_write_variance_lost (const DeidPageView *view, guint column, GError **error);

/* Writes which column of means stands beside the labels of a column, and of which records they
 * are; nothing if there is none. */
void deid_page_write_bin_mean (const DeidPageView *view, const char *column);
