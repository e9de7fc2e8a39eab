/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-private.h"
#include "engine/engine-table-private.h"
#include "partition/partition.h"
#include "release/released-column.h"

#include <deid/deid.h>

/* Makes a helper table (v, n, label): of each value of a quasi-identifier its key, and the number,
 * by its factor, and the text of the label that the classes of its rows have, which must be one.
 * With @levels, which may be NULL, values have the label of the value that stood for them. Errors:
 * those of deid_engine_upload_finish(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows + values). */
gboolean deid_engine_upload_labels (DeidEngine *engine, const char *name,
                                    const DeidPartition *partition, guint attribute,
                                    const DeidEngineLevels *levels, GCancellable *cancellable,
                                    GError **error);

/* Makes a helper table (c0, c1, …): of each class that is kept the sums of its digits. Errors:
 * the same. Complexity: O(classes x attributes). */
gboolean deid_engine_upload_kept (DeidEngine *engine, const char *name,
                                  const DeidPartition *partition, GCancellable *cancellable,
                                  GError **error);

/* Makes a helper table (v) of the keys of the released persons in a column. Errors: the same.
 * Complexity: O(rows). */
gboolean deid_engine_upload_persons (DeidEngine *engine, const char *name,
                                     const DeidPartition *partition, const DeidColumn *column,
                                     GCancellable *cancellable, GError **error);

/* A released table that is being made. A policy gives each value of a quasi-identifier a label, and
 * keeps or suppresses each class. In a local recoding, and with means of classes, labels depend on
 * the whole combination. */
typedef struct
{
  const DeidEngineTable *table;
  DeidEngine *engine; /* that makes it, or a script that will */
  const DeidDialectFacts *facts;
  const DeidPartition *partition;
  DeidDataset *expected;         /* what the combinations are released as */
  DeidReleasedColumns columns;   /* of the combinations */
  gboolean by_combination;       /* whether labels depend on the whole combination */
  char *kept;                    /* the helper table of classes, or of combinations */
  char *made;                    /* the released table before it gets its name */
  char **labels;                 /* the helper tables of attributes, to a NULL */
  char **persons;                /* the helper tables of columns of persons, to a NULL */
  GPtrArray *columns_of_persons; /* the columns of persons in the combinations */
  GCancellable *cancellable;
} DeidEngineRelease;

/* Makes a helper table (v0, v1, …, l0, l1, …) with a row for each kept combination: the values of
 * the counted columns of the table, and the labels. Errors: those of deid_engine_upload_finish();
 * %DEID_ERROR_INVALID_ARGUMENT if combinations that differ by their weight alone have different
 * labels. Complexity: O(rows x columns). */
gboolean deid_engine_upload_combinations (const DeidEngineRelease *release, GError **error);

/* Makes the release of the combinations, and verifies it. What is made is cleared, also on failure.
 * Errors: those of deid_engine_table_release() that come before anything is asked of the engine. */
gboolean deid_engine_release_init (DeidEngineRelease *release, const DeidEngineTable *table,
                                   DeidResult *result, const char *output,
                                   GCancellable *cancellable, GError **error);
void deid_engine_release_clear (DeidEngineRelease *release);

/* Names the new tables with a mark that nobody else uses. The released table is in its final
 * schema. */
void deid_engine_release_name_tables (DeidEngineRelease *release, const char *output,
                                      const char *mark);

/* Makes the helper tables. Errors: those of deid_engine_release_make(). */
gboolean deid_engine_release_upload (const DeidEngineRelease *release, GError **error);

/* Makes the helper tables, and the released table under another name. Errors: those of
 * deid_engine_execute() and of uploads. */
gboolean deid_engine_release_make (const DeidEngineRelease *release, GError **error);

/* Drops the helper tables. */
gboolean deid_engine_release_drop_helpers (const DeidEngineRelease *release, GError **error);

/* Gives the released table its name. */
gboolean deid_engine_release_rename (const DeidEngineRelease *release, const char *output,
                                     GError **error);

/* Returns: (nullable): the column of the expected release, unless it is the weight. */
const DeidColumn *deid_engine_release_find_column (const DeidEngineRelease *release,
                                                   const char *name);

/* Tells whether a column of the release has labels, and no values of the table. */
static inline gboolean
deid_engine_release_is_label (const DeidReleasedColumn *column)
{
  return column->labels != NULL || deid_released_column_is_computed (column);
}

/* Adds the statement that selects the rows of the released table, from the table and the helper
 * tables. */
void deid_engine_release_add_select (const DeidEngineRelease *release, DeidLongText *sql);
