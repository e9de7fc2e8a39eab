/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"
#include "distortion/distortion-private.h"
#include "chart/html.h"
#include "report/risk-report-private.h"

#include <deid/deid.h>

#define DEID_N_PAGE_FILES  4
#define DEID_N_PAGE_FIELDS 7

/* What the host says of a file. */
typedef struct
{
  char *name;
  char *sha256; /* or NULL */
} DeidPageFileNote;

struct DeidPage
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidResult *result;
  DeidDataset *release; /* or NULL, as all that follows */
  DeidRiskOptions *risk_options;
  DeidReport *distortion;
  DeidReport *left_out;
  DeidReport *utility;
  DeidReport *tradeoff;
  DeidReport *frontier;
  DeidReport *risk_frontier;
  DeidReport *alternatives;
  DeidReport *baseline;
  DeidReport *warnings;
  GArray *files[DEID_N_PAGE_FILES]; /* of #DeidPageFileNote */
  char *fields[DEID_N_PAGE_FIELDS];
};

/* A page that is being written. What the audience may not read is not there. */
typedef struct
{
  const DeidPage *page;
  gboolean is_public;
  DeidResult *result;
  const DeidProblem *problem;
  const DeidLattice *lattice;
  const DeidDataset *table;
  const DeidPartition *partition;
  DeidRiskReport *before; /* NULL for the public */
  DeidRiskReport *after;
  const DeidDistortion *distortion; /* or NULL */
  DeidDistortion *shown;            /* the public form of it, or NULL */
  GCancellable *cancellable;
  DeidHtml *html;
  DeidHtml *contents; /* links to the sections */
} DeidPageView;

/* Returns: (nullable): file number @i of a kind, if there is one. */
const DeidPageFileNote *deid_page_get_file (const DeidPageView *view, DeidPageFile file, guint i);

/* Begins and ends a section, which the list of contents names. */
void deid_page_begin_section (DeidPageView *view, const char *id, const char *title);
void deid_page_end_section (DeidPageView *view);

/* Returns: what a record stands for in counts of classes: `persons` or `records`. */
const char *deid_page_get_unit (const DeidPageView *view);

/* Returns: what a lower bound of the loss is about. */
const char *deid_page_name_solution (const DeidPageView *view);

/* Returns: what the population risk counts: persons or records that are expected to be found. */
const char *deid_page_get_expected (const DeidPageView *view);

/* Tells whether a model limits what a group reveals about the columns that it names. A model of
 * persons names the column of those whom it protects. */
gboolean deid_page_limits_inference (const DeidPrivacyModel *model);

/* Writes how many released records are unique by the figure @index of the risk report. */
void deid_page_write_unique (const DeidPageView *view, guint index);

/* Tells whether the policy is one that was stated, or an alternative that was chosen, so that
 * nothing is known of others. */
gboolean deid_page_is_chosen (const DeidPageView *view);

/* Begins a table that scrolls in its own box, in its first line of headings. On phones one of many
 * columns keeps the width that its words need, below a hint that it scrolls. */
void deid_page_begin_table (DeidHtml *html, gboolean has_many_columns);

/* Ends one, and says how many lines are left out. */
void deid_page_end_table (DeidHtml *html, guint64 n_left);

/* Write a figure of a risk report, or @otherwise if the report does not tell it. */
void deid_page_write_count (DeidHtml *html, guint64 n, const char *figure, const char *otherwise);
void deid_page_write_share (DeidHtml *html, double share, const char *figure,
                            const char *otherwise);

/* Returns: the title of the page. */
const char *deid_page_get_title (const DeidPage *page);

/* Writes the top of the page: the title, the table and the other fields. */
void deid_page_write_header (const DeidPageView *view, DeidHtml *html);

/* The sections of a page, a file each, in the order in which they stand. One writes nothing where
 * there is nothing to say to the audience. Errors: those of deid_page_to_html(). */
gboolean deid_page_write_summary (DeidPageView *view, GError **error);
gboolean deid_page_write_promise (DeidPageView *view, GError **error);
gboolean deid_page_write_request (DeidPageView *view, GError **error);
gboolean deid_page_write_columns (DeidPageView *view, GError **error);
gboolean deid_page_write_risk (DeidPageView *view, GError **error);
gboolean deid_page_write_tests (DeidPageView *view, GError **error);
gboolean deid_page_write_suppressed (DeidPageView *view, GError **error);
gboolean deid_page_write_distortion (DeidPageView *view, GError **error);
gboolean deid_page_write_utility (DeidPageView *view, GError **error);
gboolean deid_page_write_baseline (DeidPageView *view, GError **error);
gboolean deid_page_write_choices (DeidPageView *view, GError **error);
gboolean deid_page_write_risk_frontier (DeidPageView *view, GError **error);
gboolean deid_page_write_proof (DeidPageView *view, GError **error);
gboolean deid_page_write_limits (DeidPageView *view, GError **error);
gboolean deid_page_write_approval (DeidPageView *view, GError **error);
gboolean deid_page_write_glossary (DeidPageView *view, GError **error);
gboolean deid_page_write_repeat (DeidPageView *view, GError **error);

/* Writes the cell that says what a policy merges of an attribute with cuts, and what was asked of
 * it. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_page_write_cut_change (const DeidPageView *view, guint attribute, GError **error);

/* Writes a cell of a table: what a local recoding made of a quasi-identifier, class by class.
 * Complexity: O(classes). */
void deid_page_write_local_change (const DeidPageView *view, guint attribute, guint column);

/* Lists the labels that are released of a quasi-identifier, each once, as people order them: those
 * that begin with a number by that, then the others in the order of the values, or of the
 * hierarchy; those that classes have as runs of their own in that of the classes. A missing value
 * is an empty text, and the last one. The list is to be cleared, also on failure. Errors: those of
 * deid_partition_list_labels(). Complexity: O(classes + labels of the level). */
gboolean deid_released_labels_init (DeidDictionary *labels, const DeidPageView *view,
                                    guint attribute, GError **error);

/* Writes a label of an attribute as the released file has it. */
void deid_page_write_label (const DeidPageView *view, guint attribute, const char *label);

/* Writes those of the released labels that most records have, at most @max, with their shares.
 * Errors: those of deid_released_labels_init(). Complexity: O(classes + labels log labels). */
gboolean deid_page_write_used_labels (const DeidPageView *view, guint attribute,
                                      const DeidDictionary *released, guint32 max, GError **error);

/* What the page says of numbers that are released in place of labels, or beside them. It knows of
 * them by the released table: without one there are none. */

/* Returns: (nullable): in words, what became of a column that is released as pseudonyms. */
const char *deid_page_get_pseudonym_words (const DeidPageView *view, guint column);

/* Returns: (nullable): which number of each class is released in place of what a column has: `mean`
 * or `median`; or %NULL for none. */
const char *deid_page_get_class_number (const DeidPageView *view, const char *column);

/* Writes the share of the variance that is lost of a column with such numbers.
 * Errors: those of deid_result_measure_microaggregation(). Complexity: the same. */
gboolean deid_page_write_variance_lost (const DeidPageView *view, guint column, GError **error);

/* Writes which column of means stands beside the labels of a column, and of which records they
 * are; nothing if there is none. */
void deid_page_write_bin_mean (const DeidPageView *view, const char *column);
