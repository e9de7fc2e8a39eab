/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The figures of a distortion report by their definitions, over records written out one by one. */

#define MAX_PLAIN_ROWS  60
#define MAX_PLAIN_TEXT  16
#define N_PLAIN_COLUMNS 6
#define PLAIN_N_FIGURES 7

/* A table before release, side 0, and after. Columns 2 and 5 have texts, the others numbers. */
typedef struct
{
  guint n_rows;
  guint weights[MAX_PLAIN_ROWS];
  gboolean is_released[MAX_PLAIN_ROWS];
  char texts[N_PLAIN_COLUMNS][MAX_PLAIN_ROWS][MAX_PLAIN_TEXT];
  gboolean is_missing[N_PLAIN_COLUMNS][MAX_PLAIN_ROWS];
  const char *labels[2][N_PLAIN_COLUMNS][MAX_PLAIN_ROWS]; /* NULL if missing */
  double numbers[2][N_PLAIN_COLUMNS][MAX_PLAIN_ROWS];     /* NAN for none */
} PlainTable;

gboolean plain_column_has_numbers (guint column);

guint64 plain_count_records (const PlainTable *plain, guint side);
guint64 plain_count_numbers (const PlainTable *plain, guint column, guint side);
guint64 plain_count_missing (const PlainTable *plain, guint column, guint side);
guint64 plain_count_distinct (const PlainTable *plain, guint column, guint side);

/* Records with a label as it is released, before release those of all rows. */
guint64 plain_count_label (const PlainTable *plain, guint column, guint side, const char *label);

/* Mean, variance and quantiles; NAN for what there is not. */
void plain_figures (const PlainTable *plain, guint column, guint side,
                    double figures[PLAIN_N_FIGURES]);

/* Returns: the total variation distance. */
double plain_distance (const PlainTable *plain, guint column);

/* Computes Pearson's and Spearman's correlation and Cramer's V of one side, NAN for none.
 * Returns: the number of records that have both. */
guint64 plain_associate (const PlainTable *plain, guint first, guint second, guint side,
                         double associations[3][2]);
