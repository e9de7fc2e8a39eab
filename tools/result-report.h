/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* The report on a result, apart from its figures: what became of each column, and what
 * the custodian should know before the release. */

/* Adds the member `columns`: an array with the name and role of each column of the table and, of a
 * quasi-identifier, its level, the number of its levels, the number of labels released and the
 * first of them, its loss and its weight. What it has none of is null. */
gboolean add_columns (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable,
                      GError **error);

/* Adds the member `suppressed_cells` of cell suppression, nothing of other results. */
gboolean add_suppressed_cells (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable,
                               GError **error);

/* Prints a table of the columns that are released: what became of each; @numbers has the words of
 * columns of which a number of each class is released, or a level. */
gboolean print_columns (DeidResult *result, DeidDataset *release, GHashTable *numbers,
                        GCancellable *cancellable, GError **error);

/* Adds the member `warnings`: an array of objects with code, column, records and text. */
void add_warnings (JsonBuilder *builder, const DeidReport *warnings);

/* Adds words of the columns without labels that are not released as they are. @warnings:
 * (nullable): what tells of them. */
void describe_changed_columns (DeidResult *result, const DeidReport *warnings, GHashTable *words);

/* Prints the warnings, numbered, each with what to do about it; nothing if there is none. @first:
 * (nullable): a sentence that is the first one. */
void print_warnings (const DeidReport *warnings, const char *first);
