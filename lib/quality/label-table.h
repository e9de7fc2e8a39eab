/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A number for each label of each level of each quasi-identifier that follows from how many leaves
 * it covers. */
typedef struct
{
  guint n_attributes;
  guint *first; /* of each quasi-identifier its level 0 among the levels of all */
  guint n_levels;
  guint64 **numbers; /* of each label of each of these */
} DeidLabelTable;

typedef guint64 (*DeidLabelNumberFunc) (guint64 n_covered, gconstpointer data);

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_label_table_init (DeidLabelTable *table, const DeidQualityInput *input,
                                DeidLabelNumberFunc get_number, gconstpointer data, GError **error);
void deid_label_table_clear (DeidLabelTable *table);

/* Returns: the sum of the numbers of the labels of a class. */
guint64 deid_label_table_sum (const DeidLabelTable *table, const DeidClass *eq_class);

static inline guint64
deid_label_table_get (const DeidLabelTable *table, guint attribute, guint level, guint32 label)
{
  return table->numbers[table->first[attribute] + level][label];
}
