/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/page-private.h"

/* Writes a cell of a table: what a local recoding made of a quasi-identifier, class by class.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(classes + levels). */
gboolean deid_page_write_local_change (const DeidPageView *view, guint attribute, guint column,
                                       GError **error);
