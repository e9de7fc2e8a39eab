/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/table-source.h"

/* The values of a column that something is wrong with, for one message: it names the first ones
 * and the place of each, or the first place alone where values are not shown. */
typedef struct
{
  const DeidTableSource *table;
  const DeidColumn *column;
  GString *text;
  guint32 n;
} DeidValueList;

void deid_value_list_init (DeidValueList *list, const DeidTableSource *table,
                           const DeidColumn *column);

/* Adds the value of a code. */
void deid_value_list_add (DeidValueList *list, guint32 code);

/* Frees the list, and fails with @code unless it is empty; @what says what its values are not, such
 * as `in its hierarchy`, and @advice, which may be empty, ends the message. */
gboolean deid_value_list_end (DeidValueList *list, DeidError code, const char *what,
                              const char *advice, GError **error);
