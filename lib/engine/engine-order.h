/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/column.h"

/* Sorts rows by the texts of their columns, byte by byte, the first column being the most
 * significant and a missing value the empty text; codes are numbered in the same order. Engines
 * answer in orders of their own, which nothing that is made of an answer may depend on. On failure
 * the columns may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY; those of
 * deid_stop_check(). Complexity: O(values x log (values) + columns x rows). */
gboolean deid_engine_sort_rows (DeidColumn *columns, guint n_columns, const DeidStop *stop,
                                GError **error);
