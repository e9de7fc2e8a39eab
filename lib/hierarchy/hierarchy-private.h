/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"
#include "hierarchy/rule.h"
#include "table/table-source.h"

#include <deid/deid.h>

/* One level: its labels, and for each label its label on the level above (unset on the top). */
typedef struct
{
  DeidDictionary labels;
  guint32 *parents;
  guint64 parents_capacity;
} DeidHierarchyLevel;

/* What reading the rows took. */
typedef struct
{
  const char *guess;  /* the encoding of the file by its looks, static; or NULL */
  guint64 n_filled;   /* rows of the file that were filled with their last label */
  guint64 n_repeated; /* rows that were there before */
} DeidHierarchyReading;

struct DeidHierarchy
{
  gatomicrefcount ref_count;
  char *name;           /* escaped, for messages */
  gboolean show_values; /* in messages */
  DeidRule *rule;       /* NULL if its rows are all it knows */
  guint n_levels;
  DeidHierarchyLevel *levels; /* level 0 holds the leaves */
  gboolean is_of_cells;       /* its rows are about cells, also in a column whose cells are sets */
  guint32 n_stated;           /* leaves of rows, before those that a column spells in another way */
  guint64 first_line; /* of the file, which has the first leaf and may be a header; 0 if none may */
  DeidHierarchyReading reading;
  char *domain_label; /* above level 0 this covers the whole domain, whichever values it was given
                         to; NULL of most */
};

/* Makes levels without labels. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_hierarchy_levels_new (guint n_levels, DeidHierarchyLevel **levels, GError **error);

/* Makes a text a label of a level, `*` for example. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_hierarchy_level_add (DeidHierarchyLevel *level, const char *label, GError **error);

/* Takes @levels. */
DeidHierarchy *deid_hierarchy_new_from_levels (const char *name, DeidHierarchyLevel *levels,
                                               guint n_levels);

/* Returns: (transfer full): the hierarchy of a rule, with no leaves; NULL with
 * %DEID_ERROR_NO_MEMORY. */
DeidHierarchy *deid_hierarchy_new_of_rule (DeidRule *rule, GError **error);

/* Returns: (transfer full): the hierarchy of which a cell keeps its label on a level, or nothing:
 * that level, behind the values as they are unless it is theirs, and `*`. Leaves are those that
 * @hierarchy has, which keep their codes. NULL with %DEID_ERROR_NO_MEMORY. */
DeidHierarchy *deid_hierarchy_new_cells (const DeidHierarchy *hierarchy, guint level,
                                         GError **error);

/* Returns: (transfer full): the hierarchy of the sets of a column whose cells have several values,
 * with as many levels: itself if it is one. %DEID_ERROR_HIERARCHY for rows of which no rule can be
 * made, or a rule with another separator; %DEID_ERROR_NO_MEMORY. */
DeidHierarchy *deid_hierarchy_new_of_sets (DeidHierarchy *hierarchy, char separator,
                                           GError **error);

/* Gives the table of labels the values of a column that a rule knows, behind its own; a rule that
 * depends on data meets it. Sets @leaves, which has room for one of each code: its leaf, or
 * %DEID_NO_CODE for a value that is not known, and for a missing one that has no leaf of its own.
 *
 * Returns: (transfer full): the hierarchy, the same if it has all leaves; NULL with the errors of
 * deid_rule_freeze(), %DEID_ERROR_HIERARCHY if labels are not nested or are those of missing or
 * special values, %DEID_ERROR_NO_MEMORY. */
DeidHierarchy *deid_hierarchy_bind_column (DeidHierarchy *hierarchy, const DeidTableSource *table,
                                           const DeidColumn *column, guint32 *leaves,
                                           const DeidStop *stop, GError **error);

/* Fails with %DEID_ERROR_HIERARCHY if the first row of its file is a header: it names the column,
 * which has no such value. */
gboolean deid_hierarchy_check_header (const DeidHierarchy *hierarchy, const DeidColumn *column,
                                      GError **error);

/* Fails with %DEID_ERROR_UNKNOWN_VALUE for values that have no leaf then; @advice, which may be
 * empty, ends the message. */
gboolean deid_hierarchy_check_values (const DeidHierarchy *hierarchy, const DeidTableSource *table,
                                      const DeidColumn *column, const guint32 *leaves,
                                      const char *advice, GError **error);

/* Returns: what becomes of such values for whoever states the hierarchy, which may be nothing. */
const char *deid_hierarchy_advise (const DeidHierarchy *hierarchy);

/* Does both. */
DeidHierarchy *deid_hierarchy_bind_table (DeidHierarchy *hierarchy, const DeidTableSource *table,
                                          const DeidColumn *column, const DeidStop *stop,
                                          GError **error);

/* Returns: the leaf of a value in the table of labels, or %DEID_NO_CODE. */
guint32 deid_hierarchy_find_leaf (const DeidHierarchy *hierarchy, const char *value);

/* Returns: (nullable): the label of a value on a level of the table of labels; NULL if it is not
 * there. */
const char *deid_hierarchy_find_label (const DeidHierarchy *hierarchy, const char *value,
                                       guint level);

struct DeidHierarchyBuilder
{
  gatomicrefcount ref_count;
  char *name;
  DeidHierarchyLevel *levels;
  guint n_levels;
  guint64 *places; /* of each leaf: its row, or its line in a file */
  guint64 places_capacity;
  guint64 n_rows;
  guint64 n_repeated; /* rows that were there before */
  const char *unit;   /* of places, for messages */
  gboolean built;
  gboolean show_values;
  gboolean is_of_cells; /* as that of a hierarchy */
};

/* The same as deid_hierarchy_builder_add_row(), by messages without the place of the row. */
gboolean deid_hierarchy_builder_add (DeidHierarchyBuilder *builder, const char *const *labels,
                                     guint64 place, GError **error);

/* Adds levels on top, on which each label is that of the level that was the last. */
gboolean deid_hierarchy_builder_extend (DeidHierarchyBuilder *builder, guint n_levels,
                                        GError **error);

/* What a problem file says of a hierarchy file. */
typedef struct
{
  gboolean has_header;   /* its first row is left out */
  gboolean repeats_last; /* a row that is too short is filled with its last label */
} DeidHierarchyFileOptions;

/* The same as deid_hierarchy_new_from_csv_file(). */
DeidHierarchy *deid_hierarchy_read_file (const char *path, DeidCsvOptions *csv,
                                         const DeidHierarchyFileOptions *options,
                                         GCancellable *cancellable, GError **error);

/* Returns: (nullable): the label of the last level, if that is one for whatever a table may have,
 * missing values as well: `*` of a rule, unless it has suppress=no, and the only one that rows
 * have. A label that the values of one table share by chance is none. */
const char *deid_hierarchy_get_top_label (const DeidHierarchy *hierarchy);

void deid_hierarchy_levels_free (DeidHierarchyLevel *levels, guint n_levels);

/* Tells whether all values have one label on a level above 0, whichever a table has. */
gboolean deid_hierarchy_is_one_label (const DeidHierarchy *hierarchy, guint level);

/* Adds what a level above 0 is called: `10 years` or `the first 3 characters` if the rule says so,
 * else `level 2`. No two levels of a hierarchy have one name. Returns: whether it is told by more
 * than its number. Errors are those of @text. */
gboolean deid_hierarchy_add_level_name (const DeidHierarchy *hierarchy, guint level,
                                        DeidLongText *text);

/* Fails with %DEID_ERROR_UNKNOWN_VALUE for values of a column, other than a missing one, that
 * @codes gives %DEID_NO_CODE. The message names the first ones, and the place of each; @what says
 * what they are not, such as `in its hierarchy`, and @advice, which may be empty, ends it. */
gboolean deid_check_unknown_values (const DeidTableSource *table, const DeidColumn *column,
                                    const guint32 *codes, const char *what, const char *advice,
                                    GError **error);
