/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "table/dictionary.h"

/* One level: its labels, and for each label its label on the level above (unset on the top). */
typedef struct
{
  DeidDictionary labels;
  guint32 *parents;
  guint64 parents_capacity;
} DeidHierarchyLevel;

struct DeidHierarchy
{
  gatomicrefcount ref_count;
  char *name;
  guint n_levels;
  DeidHierarchyLevel *levels; /* level 0 holds the leaves; NULL if suppression-only */
};

#define DEID_SUPPRESSED_LABEL "*"

static inline gboolean
deid_hierarchy_is_suppression (const DeidHierarchy *hierarchy)
{
  return hierarchy->levels == NULL;
}

/* Takes @levels. */
DeidHierarchy *deid_hierarchy_new_from_levels (const char *name, DeidHierarchyLevel *levels,
                                               guint n_levels);

void deid_hierarchy_levels_free (DeidHierarchyLevel *levels, guint n_levels);
