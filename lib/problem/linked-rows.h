/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of one person that a release links. */
#pragma once

#include "base/work.h"

#include <deid/deid.h>

/* Tells whether a model judges persons, who are withheld with all their rows, not each class of
 * rows by itself. */
gboolean deid_problem_judges_persons (const DeidProblem *problem);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT if @options link rows of a person that no model judges
 * together; with the errors of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows). */
gboolean deid_problem_check_linked_rows (const DeidProblem *problem,
                                         const DeidReleaseOptions *options, const DeidStop *stop,
                                         GError **error);
