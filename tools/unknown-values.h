/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Values of one column that a stored policy has neither a label nor a rule for. */
typedef struct
{
  const char *column; /* the policy's */
  GPtrArray *values;  /* the texts, the table's, in the order of their first rows */
  guint64 n_rows;     /* that have one of them */
} UnknownValues;

void unknown_values_free (gpointer unknown);

/* Returns: (transfer full) (element-type UnknownValues): an element for each column that has such
 * values, or NULL with an error. */
GPtrArray *list_unknown_values (DeidStoredPolicy *policy, DeidDataset *table, GError **error);
