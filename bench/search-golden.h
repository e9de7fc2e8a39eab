/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "golden.h"
#include "search-run.h"

/* Compares the part of the runs that must not change, an array of SearchRun, with the file at
 * @path, and puts it into the one at @new_path; either may be %NULL. */
gboolean search_golden_check (const GArray *runs, const char *path, const char *new_path,
                              GError **error);
