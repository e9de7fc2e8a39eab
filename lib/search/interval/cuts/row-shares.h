/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/interval/cuts/cut-bound.h"

/* What the rows outside S° could pay if they are suppressed, and which attributes share it: those
 * whose finest block in the box fails them, since no coarser block of another attribute does. */

/* Sets of each row its records and weight, and what suppressing it adds at least, of all
 * attributes.
 */
void deid_cut_bound_sum_rows (DeidCutBound *bound);

/* Notes which rows one attribute can fail. Errors: those of deid_stop_check(). */
gboolean deid_cut_bound_find_failing (DeidCutBound *bound, guint a, const DeidStop *stop,
                                      GError **error);

/* Divides what each row could pay among the attributes that can fail it. */
void deid_cut_bound_divide (DeidCutBound *bound, const guint16 *multipliers);

/* Sums up for each block of an attribute the rows that it fails. Errors: those of
 * deid_stop_check(). */
gboolean deid_cut_bound_count_failing (DeidCutBound *bound, guint a, const DeidStop *stop,
                                       GError **error);
