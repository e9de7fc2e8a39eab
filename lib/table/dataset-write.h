/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/output-file.h"
#include "base/work.h"

/* Lists the columns that may be written, in their order. Errors: %DEID_ERROR_ROLE if there is none,
 * %DEID_ERROR_NO_MEMORY.
 *
 * Returns: (transfer full): their numbers, or %NULL */
guint *deid_dataset_list_written (const DeidDataset *dataset, guint *n_columns, GError **error);

/* Errors: those of deid_dataset_write_csv() about the dataset, those of deid_stop_check(). */
gboolean deid_dataset_check_csv (const DeidDataset *dataset, const DeidCsvOptions *options,
                                 const DeidStop *stop, GError **error);

/* Writes a dataset that was checked. Errors: %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_dataset_write_rows (const DeidDataset *dataset, const DeidCsvOptions *options,
                                  DeidOutputFile *file, const DeidStop *stop, GError **error);
