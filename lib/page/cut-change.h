/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/page-private.h"

/* Writes the cell that says what a policy merges of an attribute with cuts, and what was asked of
 * it. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_page_write_cut_change (const DeidPageView *view, guint attribute, GError **error);
