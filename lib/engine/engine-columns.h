/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Returns: (transfer full): a dataset without rows that has the columns of a table in its engine,
 * in their order; NULL with %DEID_ERROR_ENGINE if there is no such table, or what
 * deid_engine_table_count() fails with. */
DeidDataset *deid_engine_table_list_columns (const DeidEngineTable *table,
                                             GCancellable *cancellable, GError **error);
