/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/dictionary.h"
#include "hierarchy/rule.h"

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
  char *name;           /* escaped, for messages */
  gboolean show_values; /* in messages */
  DeidRule *rule;       /* NULL if its rows are all it knows */
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

/* The same as deid_hierarchy_builder_add_row(), by messages without a place. */
gboolean deid_hierarchy_builder_add (DeidHierarchyBuilder *builder, const char *const *labels,
                                     GError **error);

void deid_hierarchy_levels_free (DeidHierarchyLevel *levels, guint n_levels);
