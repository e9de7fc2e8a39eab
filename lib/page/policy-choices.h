/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/page-private.h"

/* Adds the policies to choose from: a chart, those to look at first in words, and a table. Errors:
 * those of deid_alternative_groups_new() and deid_policy_describe(). */
gboolean deid_page_write_policies (DeidPageView *view, GError **error);
