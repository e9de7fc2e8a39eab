/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"
#include "page/page-private.h"

/* Lists the labels that are released of a quasi-identifier, each once: in the order of its values,
 * or of its hierarchy; in that of the classes where each has a run of its own. A missing value is
 * an empty text. The list is to be cleared, also on failure. Errors: those of
 * deid_partition_list_labels(). Complexity: O(classes + labels of the level). */
gboolean deid_released_labels_init (DeidDictionary *labels, const DeidPageView *view,
                                    guint attribute, GError **error);
