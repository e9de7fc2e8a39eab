/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json/json-write.h"
#include "stored-policy/stored-policy-private.h"

/* The parts of joint columns, as members of a stored policy. */

/* Adds the parts of those joint columns that are attributes, have a role or are parts themselves.
 * The attributes and roles are there. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_stored_parts_store (DeidStoredPolicy *policy, const DeidDataset *dataset,
                                  GError **error);

/* Writes the member on joint columns, if there are some. */
void deid_stored_parts_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy);

/* Reads it if it is there. Errors: %DEID_ERROR_PARSE, %DEID_ERROR_NO_MEMORY. */
gboolean deid_stored_parts_read (DeidStoredPolicy *policy, const DeidJsonValue *root,
                                 GError **error);

/* Checks that a table, whose columns have the names of attributes and roles, joins the same
 * columns in the same order. Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_stored_parts_check (const DeidStoredPolicy *policy, const DeidDataset *dataset,
                                  GError **error);
