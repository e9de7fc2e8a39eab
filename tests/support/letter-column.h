/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A random column for the rule `prefix:2,1`, and the same hierarchy as rows. */

#define N_LETTER_ROWS 60

typedef struct
{
  char texts[N_LETTER_ROWS][4];
  const char *values[N_LETTER_ROWS]; /* of three letters each; some are missing */
} LetterColumn;

/* Draws values of the first letters. */
void letter_column_init (LetterColumn *column, GRand *rand, gint n_letters);

/* Returns: (transfer full): rows for the values of several columns: the definition written out. */
DeidHierarchy *letter_columns_make_rows (const LetterColumn *const *columns, guint n_columns);

/* Both results have the same release, which is verified for each. */
void assert_same_release (DeidResult *a, DeidResult *b);
