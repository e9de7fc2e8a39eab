/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "figures/report-private.h"
#include "search/result-private.h"
#include "suggestion/suggestions-private.h"
#include "table/person-rows.h"

typedef struct
{
  const char *code; /* as deid_report_new_warnings() lists it; static */
  char *column;     /* or NULL */
  guint64 n_records;
  char *text;
} DeidWarning;

typedef struct
{
  DeidWarning *items;
  guint64 capacity;
  guint64 n;
  GArray *caps; /* of #DeidTriedCap: those that were tried, or the only one; or NULL */
} DeidWarnings;

void deid_warnings_free (DeidWarnings *warnings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidWarnings, deid_warnings_free)

extern const DeidReportKind deid_warnings_kind;

/* What the checks look at. */
typedef struct
{
  DeidResult *result;
  const DeidProblem *problem;
  const DeidTableSource *table;
  const DeidPartition *partition; /* of the result */
  guint64 n_released;             /* records */
  DeidSuggestions *suggestions;   /* what the columns of the table mark */
  const DeidStop *stop;
  DeidWarnings *warnings;
} DeidWarningScan;

/* Adds a warning; warnings are listed in the order of the checks. @text is ended, also on failure.
 * Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_warning_scan_add (const DeidWarningScan *scan, const char *code, const char *column,
                                guint64 n_records, DeidLongText *text, GError **error);

/* The same with a text in the manner of printf(). */
gboolean deid_warning_scan_say (const DeidWarningScan *scan, const char *code, const char *column,
                                guint64 n_records, GError **error, const char *format, ...)
    G_GNUC_PRINTF (6, 7);

/* Tells whether a column is sensitive and no model judges it, or one that it is part of. */
gboolean deid_warning_scan_is_unprotected (const DeidWarningScan *scan, guint number);

/* Warns of records that insensitive and unprotected columns make unique. Errors: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x such columns). */
gboolean deid_warn_of_unique_records (const DeidWarningScan *scan, GError **error);

/* Warns of records that all released columns make unique, if these are many. Errors: as above.
 * Complexity: O(rows x columns). */
gboolean deid_warn_of_unique_by_release (const DeidWarningScan *scan, GError **error);

/* Warns of values most of whose records are suppressed. Errors: those of
 * deid_report_new_left_out(). Complexity: O(rows x columns). */
gboolean deid_warn_of_groups (const DeidWarningScan *scan, GError **error);

/* Warns of means that suppressing the rarest records would shift. Errors: those of
 * deid_report_new_bias(). Complexity: O(rows x columns of numbers). */
gboolean deid_warn_of_bias (const DeidWarningScan *scan, GError **error);

/* Warns of columns that are not released and seem to mark persons with several records, where no
 * column is the entity. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity:
 * O(rows x such columns). */
gboolean deid_warn_of_persons (const DeidWarningScan *scan, GError **error);

/* Says how persons are named in the release. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_warn_of_pseudonyms (const DeidWarningScan *scan, GError **error);

/* Warns of values and labels that differ only in spelling. Complexity: O(length of the values). */
gboolean deid_warn_of_spellings (const DeidWarningScan *scan, GError **error);

/* Warns of numbers and dates that may stand for a missing value, of points that may separate
 * thousands, and of births in the future. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(length of the values), and the rows of the columns that have
 * such values. */
gboolean deid_warn_of_values (const DeidWarningScan *scan, GError **error);

/* Warns of rows that are no records, and of cells that were merged. Errors: those of
 * deid_odd_rows_list(). Complexity: that of deid_odd_rows_list(). */
gboolean deid_warn_of_odd_rows (const DeidWarningScan *scan, GError **error);

/* Warns of released texts with names, telephone numbers and e-mail addresses. Errors: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(length of the released texts), and the
 * rows of texts of several words. */
gboolean deid_warn_of_persons_in_texts (const DeidWarningScan *scan, GError **error);

/* Warns of sensitive values that all records of a class have in common, in one slot or another.
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x such columns). */
gboolean deid_warn_of_shared_values (const DeidWarningScan *scan, GError **error);

/* Warns of a limit of 0 that costs much. Errors: those of deid_problem_prepare(), of the models. */
gboolean deid_warn_of_limit (const DeidWarningScan *scan, GError **error);
