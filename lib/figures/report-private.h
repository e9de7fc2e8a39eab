/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "figures/figures.h"

/* What the documentation says of a figure. The name is its path in the report, without the numbers
 * of rows: `columns[].mean`. */
typedef struct
{
  const char *name;
  const char *unit; /* "records", "share of the records", "of the column"; "" for what has none */
  const char *rule; /* who may see it: "custodian", "public", or when the public may */
  const char *sentence; /* what it is, with the source of a formula */
} DeidFigure;

/* What a kind of report is made of. A report keeps what was measured (@data) to make figures of it
 * for another audience, and texts. */
typedef struct
{
  const char *name; /* "bias" */
  const DeidFigure *catalogue;
  guint n_figures;
  /* Adds all figures for an audience. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY,
   * and %DEID_ERROR_INVALID_ARGUMENT where there is nothing for the audience. */
  gboolean (*fill) (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                    const DeidStop *stop, GError **error);
  /* Returns: (transfer full): lines of text for people; NULL where deid_figures_add_lines() will
   * do. */
  char *(*write_text) (gconstpointer data, DeidAudience audience, const DeidStop *stop,
                       GError **error);
  /* Returns: (transfer full): the table of the report as CSV; NULL where it has none. */
  char *(*write_csv) (gconstpointer data, const DeidStop *stop, GError **error);
  void (*free) (gpointer data);
} DeidReportKind;

struct DeidReport
{
  gatomicrefcount ref_count;
  const DeidReportKind *kind;
  struct DeidReportData *data;
  DeidAudience audience;
  DeidFigures figures;
};

/* Makes a report for the custodian. @data is taken, also on failure; if it is NULL, as after a
 * failure to measure, nothing is done and NULL returned. */
DeidReport *deid_report_new (const DeidReportKind *kind, gpointer data, const DeidStop *stop,
                             GError **error);

/* Returns: what was measured, of a report of this kind. */
gconstpointer deid_report_get_data (const DeidReport *report, const DeidReportKind *kind);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT unless the audience is the custodian, in a kind of report
 * of which the public may read nothing. */
gboolean deid_report_check_custodian (DeidAudience audience, GError **error);
