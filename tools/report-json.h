/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* Ends the object that is built and prints it. json-glib writes 1e-08 as 1e-08.0, which is no JSON:
 * that is mended. */
void print_object (JsonBuilder *builder);

/* A figure of a row of a table of a report: its text, or NULL; its count, or 0. */
const char *get_row_text (const DeidReport *report, const char *table, guint64 row,
                          const char *name);
guint64 get_row_count (const DeidReport *report, const char *table, guint64 row, const char *name);
guint64 get_n_rows (const DeidReport *report, const char *table);

/* Each adds a member to the object that is being built, or begins it. */

void begin_array (JsonBuilder *builder, const char *name);
void begin_object (JsonBuilder *builder, const char *name);
void add_null (JsonBuilder *builder, const char *name);

/* The loss of a result, and that groups weigh in it where they do. */
void add_loss (JsonBuilder *builder, DeidResult *result);

/* What is infinite, as is the size of a lattice with thousands of cuts, becomes null. */
void add_number (JsonBuilder *builder, const char *name, double number);

/* Beyond 63 bits a count becomes a rounded number. */
void add_count (JsonBuilder *builder, const char *name, guint64 count);
void add_flag (JsonBuilder *builder, const char *name, gboolean flag);
void add_text (JsonBuilder *builder, const char *name, const char *text);
void add_texts (JsonBuilder *builder, const char *name, const char *const *texts);

/* A figure of a report, by a path in a printf format; one that is withheld, undefined or absent is
 * null. */
void add_figure (JsonBuilder *builder, const char *name, const DeidReport *report, const char *path,
                 ...) G_GNUC_PRINTF (4, 5);

/* A report, but for the problem, which the whole has; nothing if it is NULL. */
gboolean add_report (JsonBuilder *builder, const char *name, const DeidReport *report,
                     GError **error);

/* An object with the level of each quasi-identifier or, if it has cuts, a text with 1 for each that
 * is kept apart and 0 for each that is merged. */
void add_policy (JsonBuilder *builder, const char *name, DeidPolicy *policy);
