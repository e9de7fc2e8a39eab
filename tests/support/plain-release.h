/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Checks the release of a result against a plain way to make it: rows are compared by their texts,
 * shuffled or left in their order, and each text is appended to its column. Rows, what they were
 * merged of, dictionaries, codes, names, types and roles must be the same. */
void plain_release_check (DeidResult *result, DeidReleaseOptions *options);
