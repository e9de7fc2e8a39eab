/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/table-source.h"

/* Fails with %DEID_ERROR_UNKNOWN_VALUE for values of a column, other than a missing one, that
 * @codes gives %DEID_NO_CODE. The message names the first ones, and the place of each; @what says
 * what they are not, such as `in its hierarchy`, and @advice, which may be empty, ends it. */
gboolean deid_check_unknown_values (const DeidTableSource *table, const DeidColumn *column,
                                    const guint32 *codes, const char *what, const char *advice,
                                    GError **error);
