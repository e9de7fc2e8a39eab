/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "page/html.h"

#define DEID_N_PAGE_FILES 4

/* What the host says of a file. */
typedef struct
{
  char *name;   /* or NULL */
  char *sha256; /* or NULL */
} DeidPageFileNote;

struct DeidPage
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidResult *result;
  char *title; /* or NULL, as all that follows */
  DeidDataset *release;
  DeidRiskOptions *risk_options;
  DeidDistortion *distortion;
  DeidLeftOut *left_out;
  DeidUtility *utility;
  DeidTradeoff *tradeoff;
  DeidFrontier *frontier;
  DeidRiskFrontier *risk_frontier;
  DeidAlternatives *alternatives;
  DeidAlternativeGroups *alternative_groups;
  DeidBaselineReport *baseline;
  DeidWarnings *warnings;
  DeidPageFileNote files[DEID_N_PAGE_FILES];
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
  DeidDistortion *distortion; /* or NULL */
  GCancellable *cancellable;
  DeidHtml *html;
  DeidHtml *contents; /* links to the sections */
} DeidPageView;

/* Begins and ends a section, which the list of contents names. */
void deid_page_begin_section (DeidPageView *view, const char *id, const char *title);
void deid_page_end_section (DeidPageView *view);

/* Returns: what a record stands for in counts of classes: `persons` or `records`. */
const char *deid_page_get_unit (const DeidPageView *view);

/* Returns: what the population risk counts: persons or records that are expected to be found. */
const char *deid_page_get_expected (const DeidPageView *view);

/* Writes how many released records are unique by the figure @index of the risk report. */
void deid_page_write_unique (const DeidPageView *view, guint index);

/* Tells whether the policy is one that was stated, or an alternative that was chosen, so that
 * nothing is known of others. */
gboolean deid_page_is_chosen (const DeidPageView *view);

/* Begins a table that scrolls in its own box, in its first line of headings, and ends one, after
 * which it says how many lines are left out. */
void deid_page_begin_table (DeidHtml *html);
void deid_page_end_table (DeidHtml *html, guint64 n_left);

/* Returns: the style sheet of pages. */
const char *deid_page_get_style (void);
