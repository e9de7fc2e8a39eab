/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-table-private.h"

/* A column that combinations have: quasi-identifiers, sensitive and judged columns, weights. */
typedef struct
{
  const DeidEngineColumn *column;
  char *map;    /* the helper table of its levels, or NULL if its texts are counted */
  guint lowest; /* the level that records are grouped by */
  guint level;  /* that is counted */
} DeidEngineKey;

/* How the engine counts the combinations of a table: by the texts of its columns or, where these
 * have levels, by the numbers of values that stand for others, which a helper table lists:
 * (v, i, l<lowest>, l<lowest + 1>, …) is the key of a value, its number, and on each level that of
 * the value that stands for it. If there is a limit, a helper table (c0, c1, …, n) has the
 * combinations of the lowest levels, which those of higher ones are counted from. */
typedef struct
{
  const DeidEngineTable *table;
  GCancellable *cancellable;
  DeidEngineKey *keys;
  guint n_keys;
  char *groups; /* the helper table of combinations, or NULL */
} DeidEngineGroups;

/* With combinations that were counted before, which may be %NULL, it is for counting these again:
 * their columns, on the levels that they were counted at. On failure it may be cleared. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_engine_groups_init (DeidEngineGroups *groups, const DeidEngineTable *table,
                                  const DeidDataset *before, GCancellable *cancellable,
                                  GError **error);
void deid_engine_groups_clear (DeidEngineGroups *groups);

/* Makes the helper tables, if it takes any. Errors: those of uploads and deid_engine_execute(). */
gboolean deid_engine_groups_make (DeidEngineGroups *groups, GError **error);

/* Drops them. Errors: those of deid_engine_execute(). */
gboolean deid_engine_groups_drop (const DeidEngineGroups *groups, GError **error);

/* Does so after a failure, whose error then tells what could not be dropped. */
void deid_engine_groups_undo (const DeidEngineGroups *groups, GError **error);

/* Raises levels until there are as few combinations as the limit says: each time that of the column
 * whose next level saves most combinations for the loss that it adds; of several such columns the
 * first. Errors: the same, and %DEID_ERROR_TOO_LARGE if the highest levels have more. */
gboolean deid_engine_groups_raise (DeidEngineGroups *groups, GError **error);

/* Adds the statement that shows one combination and its number of records, up to the number of the
 * row among those sorted by their texts. Returns: whether there is one: what the
 * engine generalizes has none. */
gboolean deid_engine_groups_add_lookup (const DeidEngineGroups *groups, DeidLongText *sql);

/* Adds the statement that selects the keys of combinations, and the number of records. */
void deid_engine_groups_add_select (const DeidEngineGroups *groups, DeidLongText *sql);
