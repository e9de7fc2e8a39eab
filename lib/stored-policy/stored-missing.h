/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json/json-write.h"
#include "stored-policy/stored-policy-private.h"

/* The missing codes of columns, as a member of a stored policy. */

#define DEID_STORED_MISSING "missing_codes"

/* Adds the codes of attributes, of columns with a role, of parts of joint columns and of those that
 * the quality model asks for, which are all there. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_stored_missing_store (DeidStoredPolicy *policy, const DeidDataset *dataset,
                                    GError **error);

/* Writes the member, if there are some. */
void deid_stored_missing_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy);

/* Reads it if it is there. Errors: %DEID_ERROR_PARSE, %DEID_ERROR_NO_MEMORY. */
gboolean deid_stored_missing_read (DeidStoredPolicy *policy, const DeidJsonValue *root,
                                   GError **error);

/* Sets the codes that the columns of a table do not have yet; it may lack columns. Errors: those of
 * deid_dataset_add_missing_codes(). */
gboolean deid_stored_missing_apply (const DeidStoredPolicy *policy, DeidDataset *dataset,
                                    GCancellable *cancellable, GError **error);
