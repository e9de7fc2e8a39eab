/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Has the engine count the rows of a table once more, and sum their weights, by themselves: an
 * answer of many rows may have been cut without a word. Errors: %DEID_ERROR_ENGINE if they are not
 * @n_rows and @n_records, and those of deid_engine_query(). */
gboolean deid_engine_table_check_total (const DeidEngineTable *table, guint64 n_rows,
                                        guint64 n_records, GCancellable *cancellable,
                                        GError **error);
