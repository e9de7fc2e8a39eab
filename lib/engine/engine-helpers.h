/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-private.h"

/* Tables that the library makes for itself in an engine. Their names begin with `deid_` and have a
 * mark, which nobody else uses. */

/* Returns: (transfer full): a random mark. */
char *deid_engine_make_mark (void);

/* Has the engine look at the values of a helper table, if it plans by them. Errors: those of
 * deid_engine_execute(). */
gboolean deid_engine_analyze (DeidEngine *engine, const char *name, GCancellable *cancellable,
                              GError **error);

/* Drops a table if it is there, also once the call is cancelled. Errors: the same. */
gboolean deid_engine_drop (DeidEngine *engine, const char *name, GError **error);

/* Drops tables of one mark, up to a %NULL, after a failure. Its error then names those that are
 * still there, or says that the engine does not tell. */
void deid_engine_undo (DeidEngine *engine, const char *const *names, GError **error);

/* Returns: (transfer full) (nullable): the statements that drop helper tables of other runs; none
 * if there are no such tables, or the engine does not tell. */
char *deid_engine_list_leftovers (DeidEngine *engine, GCancellable *cancellable);
