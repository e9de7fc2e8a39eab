/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/run.h"

/* Makes a result of a run that found a solution; @alternatives may be %NULL. Errors:
 * %DEID_ERROR_TOO_LARGE, %DEID_ERROR_NO_MEMORY. */
DeidResult *deid_run_make_result (DeidRun *run, DeidAlternatives *alternatives, GError **error);
