/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/row-loader.h"

/* How many bytes a thread goes through at a time. */
#define DEID_CSV_PART_SIZE (32 * DEID_INPUT_CHUNK_SIZE)

/* Loads the rows of a file, in as many threads as the options of @loader say and parts of
 * @part_size bytes, a multiple of %DEID_INPUT_CHUNK_SIZE. What is loaded, and the error of a file
 * that is not as expected, does not depend on these. */
gboolean deid_csv_load (DeidInput *input, DeidRowLoader *loader, gsize part_size, GError **error);
