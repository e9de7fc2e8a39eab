/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-private.h"

/* Creates a table without rows that only its owner has privileges on: @definition, which is taken,
 * is what comes behind its name. @step says in messages what it is for. Errors: those of
 * deid_engine_execute(). */
gboolean deid_engine_create_table (DeidEngine *engine, const char *step, const char *name,
                                   DeidLongText *definition, GCancellable *cancellable,
                                   GError **error);

/* Creates a table like that, and fills it with the rows of a query, which is taken. Errors: the
 * same. */
gboolean deid_engine_create_filled (DeidEngine *engine, const char *step, const char *name,
                                    DeidLongText *query, GCancellable *cancellable, GError **error);
