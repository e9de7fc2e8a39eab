/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#define SCALED_ATTRIBUTES 5
#define SCALED_RECORDS    1000000
#define SCALED_TUPLES     100000 /* that differ */

/* Makes a table of integers, of which low ones are frequent; some tuples are far more frequent than
 * others. Cuts of all attributes are 300 dimensions. */
DeidDataset *scaled_table_new (guint32 seed, GError **error);

/* By attribute. */
extern const char *const scaled_columns[SCALED_ATTRIBUTES];
