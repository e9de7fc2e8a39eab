/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A table without a line of names, which was read as if it had one: its first record became the
 * names, and would be released with them. */
#pragma once

#include "base/work.h"

#include <deid/deid.h>

typedef enum
{
  DEID_HEADER_FITS,
  DEID_HEADER_DOUBTED,  /* some names look like values */
  DEID_HEADER_IS_RECORD /* most do, and no name speaks against it */
} DeidHeaderVerdict;

/* Compares each name with the values of its column. A name looks like one if it is a number or a
 * date as all of them are, if a share of the records has it, or if it has digits and letters at the
 * same places. Numbers that count the columns, or years one after another, are names. Sets the
 * verdict of the dataset and notes a doubt. Errors: those of deid_column_inference_new().
 * Complexity: O(columns) if no name is like a value, otherwise O(length of the values). */
gboolean deid_dataset_check_header (DeidDataset *dataset, const DeidStop *stop, GError **error);

DeidHeaderVerdict deid_dataset_get_header_verdict (const DeidDataset *dataset);
