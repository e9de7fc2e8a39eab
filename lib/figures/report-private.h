/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "figures/figures.h"

/* What the documentation says of a figure. The name is its path in the report, without the numbers
 * of rows: `columns[].mean`. */
typedef struct
{
  const char *name;
  DeidFigureKind type; /* of a single figure, or that of a group that is withheld as a whole */
  const char *unit; /* "records", "share of the records", "of the column"; "" for what has none */
  const char *rule; /* who may see it: "custodian", "public", or when the public may */
  const char *sentence; /* what it is, with the source of a formula */
} DeidFigure;

/* A line of a catalogue: a figure for the custodian alone, one for the public, too, and one that
 * the public may see under a condition. */
#define FIGURE(type, name, unit, sentence) FIGURE_IF (type, name, unit, "custodian", sentence)
#define PUBLIC(type, name, unit, sentence) FIGURE_IF (type, name, unit, "public", sentence)
#define FIGURE_IF(type, name, unit, rule, sentence)                                                \
  {                                                                                                \
    name, DEID_FIGURE_KIND_##type, unit, rule, sentence                                            \
  }

/* Lines of several catalogues. */
#define AUDIENCE_FIGURE FIGURE (TEXT, "audience", "", "Whom the report is for: `custodian-only`.")
#define AUDIENCE_PUBLIC                                                                            \
  PUBLIC (TEXT, "audience", "", "Whom the report is for: `custodian-only` or `publishable`.")
#define PROBLEM_FIGURE                                                                             \
  FIGURE (TEXT, "problem", "", "The problem file, if a job stated the problem.")

/* The unit of a count of records that is a part of the report's figure `records`. */
#define DEID_UNIT_PART "of the records"

/* The unit of a text that is a policy, as deid_policy_to_text() writes it. */
#define DEID_UNIT_POLICY "policy"

/* What a kind of report is made of. A report keeps what was measured (@data) to make figures of it
 * for another audience. */
typedef struct
{
  const char *name;  /* "bias" */
  const char *title; /* "Bias: which means suppression moves" */
  const DeidFigure *catalogue;
  guint n_figures;
  gboolean is_public; /* the public may read some of it; otherwise the figure `audience` is there */
  /* Adds all figures for an audience. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY,
   * and %DEID_ERROR_INVALID_ARGUMENT where there is nothing for the audience. */
  gboolean (*fill) (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                    const DeidStop *stop, GError **error);
  guint n_rows_shown; /* of a table without tables in the text, the greatest first; 0 for all */
  const char *sparse; /* the name of tables whose rows of 0 records the text leaves out, or NULL */
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

/* Whom an audience's report says it is for. */
const char *deid_audience_get_name (DeidAudience audience);

/* Returns: (transfer full): a path without the numbers of rows. */
char *deid_report_generalize (const char *name);

/* Returns: what the catalogue says of a figure, by its path without numbers of rows, or NULL. */
const DeidFigure *deid_report_kind_find (const DeidReportKind *kind, const char *name);

/* Makes a report for the custodian. @data is taken, also on failure; if it is NULL, as after a
 * failure to measure, nothing is done and NULL returned. */
DeidReport *deid_report_new (const DeidReportKind *kind, gpointer data, const DeidStop *stop,
                             GError **error);

/* Returns: what was measured, of a report of this kind. */
gconstpointer deid_report_get_data (const DeidReport *report, const DeidReportKind *kind);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT unless a report is of this kind. */
gboolean deid_report_check_kind (const DeidReport *report, const DeidReportKind *kind,
                                 GError **error);

/* A column of a table: a figure of each row, or a list within it. */
typedef struct
{
  const DeidFigure *figure;
  char *path; /* within a row */
} DeidReportColumn;

/* Lists the columns of a table by the catalogue: figures of its rows, and in them lists of single
 * figures or of pairs. @table is a path without numbers of rows. Other tables within the rows are
 * left out.
 * Returns: (transfer full) (element-type DeidReportColumn): the columns */
GArray *deid_report_list_columns (const DeidReportKind *kind, const char *table,
                                  gboolean *has_tables);

/* Returns: a row of a table. */
const DeidFigureNode *deid_report_get_row (const DeidReport *report, const DeidFigureNode *table,
                                           guint64 row);

/* Writes a report as lines of text for people. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. */
char *deid_report_write_text (const DeidReport *report, const DeidStop *stop, GError **error);
