/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-private.h"

/* Rows on their way into a new table of an engine, many a statement. */
typedef struct
{
  DeidEngine *engine;
  const char *name; /* of the table */
  GCancellable *cancellable;
  DeidLongText sql; /* of rows that are not there yet */
  guint64 n_rows;
} DeidEngineUpload;

/* Makes the table, whose columns are written as in CREATE TABLE. Errors: those of
 * deid_engine_execute(). */
gboolean deid_engine_upload_start (DeidEngineUpload *upload, DeidEngine *engine, const char *name,
                                   const char *columns, GCancellable *cancellable, GError **error);

/* Begins a row: its values are then added to the statement, which is returned. */
DeidLongText *deid_engine_upload_begin_row (DeidEngineUpload *upload);

/* Ends a row. Errors: those of deid_engine_execute(). */
gboolean deid_engine_upload_end_row (DeidEngineUpload *upload, GError **error);

/* Sends what is left, and has the engine count the rows, unless it is a recorder: scripts check
 * what comes of them. Errors: the same, and %DEID_ERROR_ENGINE if the table has other rows. */
gboolean deid_engine_upload_finish (DeidEngineUpload *upload, GError **error);

/* Forgets rows that were not sent. */
void deid_engine_upload_clear (DeidEngineUpload *upload);
