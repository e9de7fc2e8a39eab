/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/hierarchy-private.h"
#include "table/dataset-notes.h"

#define DEID_MAX_HIERARCHY_NOTES 7

/* What is lenient or doubtful about a hierarchy and the column that it was bound to. The notes name
 * no column; they show values only if the table does. */
typedef struct
{
  DeidNote items[DEID_MAX_HIERARCHY_NOTES];
  guint n;
} DeidHierarchyNotes;

void deid_hierarchy_notes_init (DeidHierarchyNotes *notes, const DeidHierarchy *hierarchy,
                                const DeidTableSource *table, const DeidColumn *column);
void deid_hierarchy_notes_clear (DeidHierarchyNotes *notes);
