/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "golden.h"
#include "search-table.h"

/* The part of the outcomes that must not change. */
#define SEARCH_GOLDEN_HEADER "table attributes policies evaluated suppressed loss optimum"

/* Returns: whether it is what the file has of the table. */
gboolean search_golden_compare (const Golden *golden, const Table *table, const Outcome *outcome);

void search_golden_set (Golden *golden, const Table *table, const Outcome *outcome);
