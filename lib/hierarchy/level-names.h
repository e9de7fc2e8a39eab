/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/hierarchy-private.h"

/* Tells whether all values have one label on a level above 0, whichever a table has. */
gboolean deid_hierarchy_is_one_label (const DeidHierarchy *hierarchy, guint level);

/* Adds what a level above 0 is called: `10 years` or `the first 3 characters` if the rule says so,
 * else `level 2`. No two levels of a hierarchy have one name. Returns: whether it is told by more
 * than its number. Errors are those of @text. */
gboolean deid_hierarchy_add_level_name (const DeidHierarchy *hierarchy, guint level,
                                        DeidLongText *text);

/* Adds which values are one group on all levels, `and one group below 18, one from 90 on`, behind a
 * comma; nothing if the rule has no such groups. */
void deid_hierarchy_add_open_groups (const DeidHierarchy *hierarchy, DeidLongText *text);
