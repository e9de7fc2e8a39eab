/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Tables for which something is suggested. */

/* The rows of the columns that add_numbers() adds. */
#define N_ROWS 60

/* Adds a column of so many different numbers, each in several rows. */
void add_numbers (DeidDataset *dataset, const char *name, guint n_values);

/* Makes a table of one column, whose values are a format with a number in place of the N in it,
 * each in two rows; but the 8th value is another one. */
DeidDataset *make_dirty (const char *name, const char *format, const char *dirt);

/* Returns: (transfer full): what is suggested for a table. */
DeidReport *suggest (const DeidDataset *dataset);
