/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

#include "report-layout.h"

/* What `deid run` and `deid apply` both report on a table and its release. */

/* Adds the member `columns_not_released`, an array of names; nothing if @table is NULL, since its
 * columns stay in an engine. */
void add_withheld (JsonBuilder *builder, DeidDataset *table, DeidDataset *release);

/* Adds the member `peak_rss_bytes`, the memory that the process had at most. */
void add_peak_memory (JsonBuilder *builder);

/* Adds the member `risks`, an object with the reports `before` and `after`. */
gboolean add_risk_reports (JsonBuilder *builder, DeidReport *const reports[2], GError **error);

/* Where the policy of a result comes from, and whether a table is released by it. */
typedef enum
{
  ANSWER_SEARCHED,  /* a search found the policy */
  ANSWER_STATED,    /* somebody stated it */
  ANSWER_EVALUATED, /* somebody stated it; no table is written */
  ANSWER_AS_IS      /* every value is kept; no table is written */
} AnswerKind;

/* Prints how many records are released, what is lost, and whether another policy could lose less.
 * Then prints what protects the records, by the risks of the release, @risks. */
void print_answer (DeidResult *result, const DeidReport *risks, AnswerKind kind);

/* Prints the columns that are not released, whose names are left out if @table is NULL, that the
 * release was verified, and its digest if @outputs has one. */
void print_release (DeidDataset *table, DeidDataset *release, DeidOutputSet *outputs,
                    AnswerKind kind);

/* Prints a table of the risks @before (nullable) and @after, or of one table without @before. */
void print_risk_reports (const DeidReport *before, const DeidReport *after);

/* Writes a loss, in per cent if it is a share of the detail. Returns: @text. */
const char *show_loss (const DeidProblem *problem, double loss, char text[DEID_SHARE_SIZE]);

/* Prints a report behind an empty line; nothing if it is NULL. */
gboolean print_report_text (const DeidReport *report, GCancellable *cancellable, GError **error);
