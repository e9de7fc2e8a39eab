/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the hierarchy is built.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @level: a level, below deid_hierarchy_get_n_levels().
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_HIERARCHY_H
#define DEID_HIERARCHY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-dataset.h>

G_BEGIN_DECLS

/**
 * DeidHierarchy:
 *
 * A generalization hierarchy: the label of each value of a domain (a leaf) on each level. Level 0
 * is the value itself. Leaves that share a label on one level share the labels on all levels above.
 * Immutable.
 *
 * A hierarchy from a file or from rows knows the values of its rows. The hierarchy of a rule labels
 * any value that the rule knows, and has no leaves until it meets a column: deid_hierarchy_bind().
 */
typedef struct DeidHierarchy DeidHierarchy;

/**
 * DeidHierarchyBuilder:
 *
 * Makes a hierarchy row by row.
 */
typedef struct DeidHierarchyBuilder DeidHierarchyBuilder;

DEID_AVAILABLE_IN_0_1
GType deid_hierarchy_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_hierarchy_ref (DeidHierarchy *hierarchy);

/**
 * deid_hierarchy_unref:
 * @hierarchy: (transfer full): a hierarchy
 */
DEID_AVAILABLE_IN_0_1
void deid_hierarchy_unref (DeidHierarchy *hierarchy);

/**
 * deid_hierarchy_new_from_csv_file:
 * @path: (type filename): the file to read
 * @options: (nullable): its layout (delimiter and quote only) and whether messages show labels, or
 *   %NULL for the defaults
 *
 * Reads a hierarchy in the usual exchange format: no header, one row per leaf, with the value and
 * its labels on level 1, 2, … An empty first field stands for the missing value; an empty label in
 * its row means that it stays missing.
 *
 * A delimiter that is not set is detected in the first 64 KiB. It is the one of `;`, tab, `|` and
 * `,` that splits the most lines into equally many fields, if these are more than half of the
 * lines; of several, the first. Otherwise it is `;`.
 * Errors: those of deid_dataset_new_from_csv_file(), %DEID_ERROR_PARSE also for a file without
 * rows, and %DEID_ERROR_HIERARCHY as in deid_hierarchy_builder_add_row(); each names file and line.
 * If several rows are wrong, the message tells of the first five and counts the others.
 * Complexity: O(size of the file).
 * Returns: (transfer full): a new hierarchy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_hierarchy_new_from_csv_file (const char *path, DeidCsvOptions *options,
                                                 GCancellable *cancellable, GError **error);

/**
 * deid_hierarchy_new_from_csv_stream:
 * @stream: what to read, up to its end; it is not closed
 * @name: (nullable): what error messages call the hierarchy; %NULL for `hierarchy`
 * @options: (nullable): its layout as in deid_hierarchy_new_from_csv_file()
 *
 * Reads a hierarchy from a stream as deid_hierarchy_new_from_csv_file() does from a file.
 * Errors: those of deid_hierarchy_new_from_csv_file(), with @name instead of the file, and those of
 * @stream. Complexity: O(length of the stream).
 * Returns: (transfer full): a new hierarchy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_hierarchy_new_from_csv_stream (GInputStream *stream, const char *name,
                                                   DeidCsvOptions *options,
                                                   GCancellable *cancellable, GError **error);

/**
 * deid_hierarchy_new_from_specification:
 * @text: a rule, such as `suppress` or `prefix:4,3,2`
 *
 * Makes a hierarchy from a rule. Its leaves are the values of the column that it is used for:
 * deid_hierarchy_bind(). Level 0 is the value itself, and the last level is `*` for all.
 * deid_hierarchy_list_specifications() lists the kinds of rules; docs/rules.md has their options,
 * formats and sample labels.
 *
 * Syntax: `NAME:BODY;option=value`. The body describes the levels between the first and the last;
 * any number of options may follow. Commas separate levels; slashes do, if commas separate the
 * items of one level. There are at most 256 levels, including 0 and the last one. In an item of a
 * list, `%` and two hexadecimal digits stand for a byte, as in a URI: `%2C` for a comma, `%2F`,
 * `%3A`, `%3B`, `%3D` for a slash, a colon, a semicolon and an equals sign, `%25` for a percent
 * sign in front of two such digits.
 *
 * Rules of dates and times: `date:month,quarter,year,10years`, periods of the calendar;
 * `time:hour,4hours`, parts of the day; `age:1,5,10;at=2024-01-01`, ages on a day, from dates of
 * birth. Rules of texts: `prefix:4,3,2`, the first characters; `mask:1,2,3`, all but the last
 * characters; `groups:red=warm,blue=cold`, a table of values and their groups; `keep:a,b`, a list
 * of values and `other`; `rare:5,20`, the values that at least so many records have; `order:2,4`,
 * runs of neighbours.
 *
 * A label stands for one thing: `*`, groups, bands' own labels and `other` cannot be missing or
 * special values. A value whose label is a missing or special value is refused when it is met.
 *
 * Rules of numbers make ranges, whose labels `20-29`, `-9 to -5`, `[1.5, 2.0)`, `< 18` and `>= 90`
 * read back to them. Numbers are exact decimals below 10^18, and ends of ranges have at most 18
 * places. Equal numbers, such as `5` and `5.0`, have equal labels above level 0.
 *
 * - `intervals:W,W,…`: one width for each level, a multiple of the one before. Intervals begin at
 *   `origin=X`, by default 0.
 * - `bands:RANGE,…/RANGE,…`: listed ranges, each within a range of the next level: `0-17`,
 *   `1.5..<2`, `<18`, `90+`, or `adult=18+` with a label of its own.
 * - `growing:W@X,…/W@X,…`: widths W from the starts X on.
 * - `capacity:C,C,…`: the narrowest bins that hold at least C records; a smaller last bin joins the
 *   one before.
 * - `quantiles:N,N,…`: N bins of about equal counts, each N a divisor of the one before.
 *
 * All rules of numbers have `bottom=X` and `top=X`: values below the bottom, and values from the
 * top on, are one class on all inner levels. With `numbers=decimals`, `[20, 30)` replaces `20-29`.
 *
 * Rules that depend on the data: `capacity` and `quantiles` become bands. Their first and last bins
 * are open. The others end at numbers rounded to the fewest digits that keep two records' values
 * apart. With `ends=midpoint` they end half-way between these values, so that somebody who knows
 * one of the two can compute the other. `bottom=1%` and `top=99%` are tails that hold at least that
 * share. `rare`, and `order` without values, depend on the data as well. With `of=persons` a rule
 * counts persons, by the entity column, instead of records. The number of levels of a rule never
 * depends on the data.
 *
 * Any rule has these options:
 *
 * - `missing=A,B,…`: values that mean a missing one. They share the label A on the inner levels.
 * - `special=A,B,…`: values that stay unchanged on the inner levels.
 * - `suppress=no`: no level `*`. A missing value then stays missing on all levels.
 *
 * Errors: %DEID_ERROR_PARSE, %DEID_ERROR_NO_MEMORY. Complexity: O(length of @text).
 * Returns: (transfer full): a new hierarchy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_hierarchy_new_from_specification (const char *text, GError **error);

/**
 * deid_hierarchy_list_specifications:
 * @summaries: (out) (optional) (transfer full) (array zero-terminated=1): a sentence on the labels
 *   of each rule; free it with g_strfreev()
 *
 * Lists the forms of rules, for help texts and choosers. Capitals stand for values, brackets
 * enclose optional parts. Complexity: O(kinds of rules).
 * Returns: (transfer full) (array zero-terminated=1): the forms; free them with g_strfreev()
 */
DEID_AVAILABLE_IN_0_1
char **deid_hierarchy_list_specifications (char ***summaries);

/**
 * deid_hierarchy_to_specification:
 * @hierarchy: a hierarchy
 * @text: (out) (transfer full) (nullable): the rule for deid_hierarchy_new_from_specification(), to
 *   be freed with g_free(); %NULL if the hierarchy has only rows, and on failure
 *
 * Writes the rule of a hierarchy.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(length of the text).
 * Returns: whether memory sufficed; a hierarchy of rows alone is no error
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_hierarchy_to_specification (const DeidHierarchy *hierarchy, char **text,
                                          GError **error);

/**
 * deid_hierarchy_new_suppression:
 *
 * Creates the hierarchy of the rule `suppress`, which fits every column: level 0 is the value,
 * level 1 is `*`.
 * Returns: (transfer full): a new hierarchy
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_hierarchy_new_suppression (void);

/**
 * deid_hierarchy_get_name:
 * @hierarchy: a hierarchy
 *
 * Returns: (transfer none): what messages call the hierarchy: its rule, or its file or name with
 *   control characters escaped
 */
DEID_AVAILABLE_IN_0_1
const char *deid_hierarchy_get_name (const DeidHierarchy *hierarchy);

/**
 * deid_hierarchy_get_n_levels:
 * @hierarchy: a hierarchy
 *
 * Returns: the number of levels, at least 1; the height of the hierarchy is one less
 */
DEID_AVAILABLE_IN_0_1
guint deid_hierarchy_get_n_levels (const DeidHierarchy *hierarchy);

/**
 * deid_hierarchy_get_n_leaves:
 * @hierarchy: a hierarchy
 *
 * Returns: the number of values in the domain; 0 for an unbound rule
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_hierarchy_get_n_leaves (const DeidHierarchy *hierarchy);

/**
 * deid_hierarchy_get_n_labels:
 * @hierarchy: a hierarchy
 *
 * Returns: the number of distinct labels on the level; an unbound rule has only the `*` of its last
 *   level
 */
DEID_AVAILABLE_IN_0_1
guint deid_hierarchy_get_n_labels (const DeidHierarchy *hierarchy, guint level);

/**
 * deid_hierarchy_describe_level:
 * @hierarchy: a hierarchy
 *
 * Says in English what the level does to values: `kept as it is`, `ranges of 10`, `the first 3
 * characters`, `level 2 of 4` if it has no name, or `one label for all`. Numbers and labels of
 * rules are not escaped.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(length of the rule).
 * Returns: (transfer full): the words, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_hierarchy_describe_level (const DeidHierarchy *hierarchy, guint level, GError **error);

/**
 * deid_hierarchy_list_labels:
 * @hierarchy: a hierarchy
 * @n_labels: (out): deid_hierarchy_get_n_labels()
 *
 * Lists the distinct labels of a level in the order of the rows; those of level 0 are the leaves.
 * Together with deid_hierarchy_get_parent() this is the whole table of labels. An empty text stands
 * for a missing value, or for a label that stays missing. The texts belong to @hierarchy.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(labels).
 * Returns: (transfer container) (array length=n_labels) (element-type utf8): the labels, or %NULL
 */
DEID_AVAILABLE_IN_0_1
const char **deid_hierarchy_list_labels (const DeidHierarchy *hierarchy, guint level,
                                         gsize *n_labels, GError **error);

/**
 * deid_hierarchy_get_parent:
 * @hierarchy: a hierarchy
 * @level: a level, below the last one
 * @label: a label of this level, by its place in deid_hierarchy_list_labels()
 *
 * Returns: the place of the label above in the list of level @level + 1
 */
DEID_AVAILABLE_IN_0_1
guint deid_hierarchy_get_parent (const DeidHierarchy *hierarchy, guint level, guint label);

/**
 * deid_hierarchy_bind:
 * @hierarchy: a hierarchy
 * @dataset: a dataset, which must not change meanwhile
 * @column: one of its columns
 *
 * Gives the hierarchy of a rule the values of a column as leaves. If the rule depends on data, such
 * as bins of about equal counts, the specification of the new hierarchy has fixed labels, and does
 * not depend on data any more. Lattices and problems bind hierarchies by themselves. Call this
 * function to see the labels first, or to use the labels of one table for another.
 *
 * A hierarchy that has leaves keeps them and their labels; new leaves follow. A hierarchy without a
 * rule stays unchanged, and must have a leaf for each value. A missing value needs none.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_UNKNOWN_VALUE for values that the rule does not
 * know, or the rows lack; %DEID_ERROR_INVALID_ARGUMENT if the rule does not suit the data;
 * %DEID_ERROR_HIERARCHY if a value has the label of a missing or special one, or labels are not
 * nested; %DEID_ERROR_NO_MEMORY. Complexity: O(distinct values x levels), and for a rule that
 * depends on data O(rows + distinct values x log distinct values).
 * Returns: (transfer full): the hierarchy with these leaves, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_hierarchy_bind (DeidHierarchy *hierarchy, const DeidDataset *dataset,
                                    const char *column, GCancellable *cancellable, GError **error);

/**
 * deid_hierarchy_generalize:
 * @hierarchy: a hierarchy
 * @value: a value; the empty text is a missing one
 * @label: (out) (transfer full) (nullable): the label, to be freed with g_free(), empty for a
 *   missing value that stays missing; %NULL if neither the table nor the rule knows @value, and on
 *   failure
 *
 * Gets the label of a value on a level. If the table of labels lacks the value, the rule labels it,
 * provided that the hierarchy has a rule that does not depend on data (any more).
 * Errors: %DEID_ERROR_NO_MEMORY; %DEID_ERROR_HIERARCHY if the table lacks the value, and the rule
 * would give it the label of a missing or special one. Complexity: O(length of @value + levels) on
 * average, and for a value that is not in the table what the rule takes.
 * Returns: whether there was no error; an unknown value is none
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_hierarchy_generalize (const DeidHierarchy *hierarchy, const char *value, guint level,
                                    char **label, GError **error);

/**
 * deid_hierarchy_write_csv_stream:
 * @hierarchy: a hierarchy that has leaves: that of a rule must be bound
 * @stream: what to write to; it is neither flushed nor closed
 * @options: (nullable): its layout, or %NULL for the defaults of deid_csv_options_new(); the
 *   delimiter is `;` unless set, and there is no header
 *
 * Writes the table of labels as deid_hierarchy_new_from_csv_file() reads it: a row for each leaf,
 * in their order, with its label on each level. A missing value is an empty field. The rule is not
 * written. After an error the stream has part of the table.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a hierarchy without leaves; %DEID_ERROR_NO_MEMORY, and
 * those of @stream. Complexity: O(leaves x levels).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_hierarchy_write_csv_stream (DeidHierarchy *hierarchy, GOutputStream *stream,
                                          DeidCsvOptions *options, GCancellable *cancellable,
                                          GError **error);

DEID_AVAILABLE_IN_0_1
GType deid_hierarchy_builder_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidHierarchyBuilder *deid_hierarchy_builder_ref (DeidHierarchyBuilder *builder);

/**
 * deid_hierarchy_builder_unref:
 * @builder: (transfer full): a hierarchy builder
 */
DEID_AVAILABLE_IN_0_1
void deid_hierarchy_builder_unref (DeidHierarchyBuilder *builder);

/**
 * deid_hierarchy_builder_new:
 * @name: (nullable): what error messages call the hierarchy; %NULL for `unnamed`
 *
 * Creates a builder without rows.
 * Returns: (transfer full): a new builder
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchyBuilder *deid_hierarchy_builder_new (const char *name);

/**
 * deid_hierarchy_builder_set_show_values:
 * @builder: a hierarchy builder
 * @show_values: whether messages may show leaves and labels
 *
 * Sets whether error messages show labels; the leaves among them are values of a column. Default:
 * %FALSE: messages name the row, counted from 1, and the level. Text is escaped:
 * deid_csv_options_set_show_values(), which is the setting for files.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_hierarchy_builder_set_show_values (DeidHierarchyBuilder *builder,
                                                 gboolean show_values, GError **error);

/**
 * deid_hierarchy_builder_add_row:
 * @builder: a hierarchy builder
 * @labels: (array zero-terminated=1): the leaf, then its label on level 1, 2, …; UTF-8
 *
 * Adds a leaf. The first row determines the number of levels, at most 65,535. An empty leaf stands
 * for the missing value. Only its row may have empty labels, which mean that it stays missing. The
 * same row again changes nothing.
 * Errors: %DEID_ERROR_HIERARCHY if the leaf was added with other labels, the number of levels
 * differs from the first row, a label is empty, or the row is not nested (it shares a label with an
 * earlier row on some level, but not above it); %DEID_ERROR_ENCODING; %DEID_ERROR_NO_MEMORY.
 * Complexity: O(length of the labels) on average.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_hierarchy_builder_add_row (DeidHierarchyBuilder *builder, const char *const *labels,
                                         GError **error);

/**
 * deid_hierarchy_builder_build:
 * @builder: a hierarchy builder
 *
 * Makes the hierarchy. The builder then takes no more rows.
 * Errors: %DEID_ERROR_EMPTY if there are no rows, %DEID_ERROR_IMMUTABLE if it was built before. One
 * thread at a time. Complexity: O(leaves x levels) at most.
 * Returns: (transfer full): a new hierarchy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_hierarchy_builder_build (DeidHierarchyBuilder *builder, GError **error);

G_END_DECLS

#endif
