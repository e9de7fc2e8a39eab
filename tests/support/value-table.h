/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/rule.h"

/* A column of values, whose codes follow their first appearance, for rules that depend on data. */
typedef struct
{
  DeidDataset *dataset;
  DeidTableSource source; /* its column 0 is named x */
} ValueTable;

/* Missing values are NULL. The entity of each, if any are given, is the person. */
void value_table_init (ValueTable *table, const char *const *values, const char *const *persons,
                       guint n);
void value_table_clear (ValueTable *table);

/* Returns: the rule that a specification, which is right, becomes there. */
DeidRule *value_table_freeze (const ValueTable *table, const char *specification);

/* The same of values alone. */
DeidRule *freeze_on_values (const char *specification, const char *const *values,
                            const char *const *persons, guint n);
