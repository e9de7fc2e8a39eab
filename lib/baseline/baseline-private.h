/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/table-source.h"

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
  gint immutable; /* atomic */
  char *name;
  char *day;          /* that ages are reckoned on, or NULL */
  guint64 small_area; /* an area of at most so many people is small */
  guint oldest_age;   /* older people are one group, or 0 if age does not matter */
  gboolean has_census;
  DeidDataset *areas; /* how many people live in areas, or NULL */
  guint code_column;
  guint count_column;
  DeidBaselinePart *parts;
  guint64 n_parts, capacity;
};

void deid_baseline_make_immutable (DeidBaseline *baseline);

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
