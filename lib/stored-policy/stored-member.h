/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json/json-read.h"

/* Members of a stored policy as JSON. Errors: %DEID_ERROR_PARSE, which names the member and says
 * what was expected. */

/* Returns: %FALSE. */
gboolean deid_stored_member_fail (const char *member, const char *expected, GError **error);

const char *deid_stored_member_get_string (const DeidJsonValue *object, const char *name,
                                           GError **error);
gboolean deid_stored_member_get_integer (const DeidJsonValue *object, const char *name,
                                         gint64 smallest, gint64 largest, gint64 *integer,
                                         GError **error);
const DeidJsonValue *deid_stored_member_get_object (const DeidJsonValue *object, const char *name,
                                                    GError **error);
const DeidJsonValue *deid_stored_member_get_array (const DeidJsonValue *object, const char *name,
                                                   GError **error);
