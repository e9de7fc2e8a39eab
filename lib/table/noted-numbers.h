/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a job releases of the numbers of a column, for reports that look at what is released. */
#pragma once

#include <deid/deid.h>

typedef enum
{
  DEID_NOTED_NUMBERS_NONE = 0,
  DEID_NOTED_NUMBERS_BIN_MEANS,      /* means beside labels */
  DEID_NOTED_NUMBERS_MICROAGGREGATED /* one number of each class in place of values or labels */
} DeidNotedNumbers;

/* Notes it of a column, before the dataset is immutable. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_dataset_note_numbers (DeidDataset *dataset, guint column, DeidNotedNumbers numbers,
                                    GError **error);
DeidNotedNumbers deid_dataset_get_noted_numbers (const DeidDataset *dataset, guint column);
