/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/hierarchy-private.h"

#define DEID_MAX_HIERARCHY_NOTES 4

typedef struct
{
  const char *code; /* as deid_report_new_warnings() lists it; static */
  guint64 n_records;
  char *text; /* a sentence without its full stop; values only if the table shows them */
} DeidHierarchyNote;

/* What is lenient or doubtful about a hierarchy and the column that it was bound to. */
typedef struct
{
  DeidHierarchyNote items[DEID_MAX_HIERARCHY_NOTES];
  guint n;
} DeidHierarchyNotes;

void deid_hierarchy_notes_init (DeidHierarchyNotes *notes, const DeidHierarchy *hierarchy,
                                const DeidTableSource *table, const DeidColumn *column);
void deid_hierarchy_notes_clear (DeidHierarchyNotes *notes);
