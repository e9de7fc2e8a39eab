/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/table-source.h"

#define DEID_SAFE_HARBOR_NAME "Safe Harbor"

/* What is done to a column, or to all columns of a kind of identifier. */
typedef struct
{
  char *section; /* `column zip` or `kind dates`, as texts have it */
  char *column;  /* the name, or NULL of a kind */
  char *kind;    /* the kind of identifier, or NULL of a column */
  char *rule;    /* the specification, or NULL of what is removed */
  guint level;   /* 0 of a column that is kept as it is */
} DeidBaselinePart;

struct DeidBaseline
{
  gatomicrefcount ref_count;
  char *name;
  char *day;          /* that ages are reckoned on, or NULL */
  guint64 small_area; /* an area of at most so many people is small */
  guint oldest_age;   /* older people are one group, or 0 if age does not matter */
  gboolean has_census;
  char *area_column; /* of @areas by name, or NULL for a usual name */
  char *people_column;
  DeidDataset *areas; /* how many people live in areas, or NULL */
  guint code_column;
  guint count_column;
  DeidBaselinePart *parts;
  guint64 n_parts, capacity;
};

/* What follows changes a baseline that nobody else has yet. */

/* Creates a baseline without parts, which leaves all columns as they are. */
DeidBaseline *deid_baseline_new (const char *name);

DeidBaseline *deid_baseline_new_safe_harbor (GError **error);

/* Reads a file of at most 1 MiB. Errors: those of deid_baseline_new_from_text(), %DEID_ERROR_IO,
 * %DEID_ERROR_TOO_LARGE, %G_IO_ERROR_CANCELLED. */
DeidBaseline *deid_baseline_new_from_file (const char *path, GCancellable *cancellable,
                                           GError **error);

/* Adds what Safe Harbor says. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_baseline_add_safe_harbor (DeidBaseline *baseline, GError **error);

/* Says what is done to a column, or to columns of a kind: removed without a rule, or generalized.
 * Errors: %DEID_ERROR_PARSE for @rule, %DEID_ERROR_INVALID_ARGUMENT for @kind and @level,
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_baseline_add_column (DeidBaseline *baseline, const char *column, const char *rule,
                                   guint level, GError **error);
gboolean deid_baseline_add_kind (DeidBaseline *baseline, const char *kind, const char *rule,
                                 guint level, GError **error);

/* Errors: %DEID_ERROR_INVALID_ARGUMENT for what is no day. */
gboolean deid_baseline_set_day (DeidBaseline *baseline, const char *day, GError **error);

/* Sets the table of areas in place of the list of the census, or that in place of a table. Errors:
 * %DEID_ERROR_UNKNOWN_COLUMN. */
gboolean deid_baseline_set_areas (DeidBaseline *baseline, DeidDataset *areas, GError **error);
void deid_baseline_set_census_2000 (DeidBaseline *baseline, gboolean has_census);

/* Returns: (nullable): the part for a column by its name, or else for its kind, which may be NULL.
 */
const DeidBaselinePart *deid_baseline_find_part (const DeidBaseline *baseline, const char *column,
                                                 const char *kind);

/* Fails with %DEID_ERROR_UNKNOWN_COLUMN if a part is for a column that a table does not have. */
gboolean deid_baseline_check_columns (const DeidBaseline *baseline, const DeidTableSource *table,
                                      GError **error);

/* Returns: (transfer full): the option of `zip:3` that lists areas, `large=021,…` or `small=036,…`;
 * or NULL with %DEID_ERROR_INVALID_ARGUMENT if the baseline knows none, with the errors of reading
 * counts, or %DEID_ERROR_NO_MEMORY. */
char *deid_baseline_list_areas (const DeidBaseline *baseline, guint n_digits, GError **error);

/* Finds the columns with codes and counts. Errors: %DEID_ERROR_UNKNOWN_COLUMN. */
gboolean deid_baseline_find_area_columns (const DeidDataset *areas, const char *code,
                                          const char *count, guint *code_column,
                                          guint *count_column, GError **error);
