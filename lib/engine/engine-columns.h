/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Returns: (transfer full): a dataset without rows that has the columns of a table in its engine,
 * in their order; NULL with %DEID_ERROR_ENGINE if there is no such table, or what
 * deid_engine_table_count() fails with. */
DeidDataset *deid_engine_table_list_columns (const DeidEngineTable *table,
                                             GCancellable *cancellable, GError **error);

/* Checks that the columns that were given a role are columns of the table, by the very names that
 * the engine lists: an engine may know one column by several. Errors: those above,
 * %DEID_ERROR_UNKNOWN_COLUMN. */
gboolean deid_engine_table_check_columns (const DeidEngineTable *table, GCancellable *cancellable,
                                          GError **error);
