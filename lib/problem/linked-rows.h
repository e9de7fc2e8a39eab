/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of one person that a release links. */
#pragma once

#include "base/work.h"
#include "table/column.h"

#include <deid/deid.h>

/* Tells whether a model judges persons, who are withheld with all their rows, not each class of
 * rows by itself. */
gboolean deid_problem_judges_persons (const DeidProblem *problem);

/* Returns: (nullable): the column of persons that a model judges with all their rows. */
const char *deid_problem_get_persons_column (const DeidProblem *problem,
                                             const DeidPrivacyModel *model);

/* Tells whether a model limits what several rows with one value of @persons give away together. A
 * model with a single known row does not, nor does one that leaves persons alone. Sets the maximum
 * number of known rows; 0 if all may be known, or if no model judges links. */
gboolean deid_problem_judges_links (const DeidProblem *problem, const DeidColumn *persons,
                                    guint *n_known);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT if @options link rows that no model judges together, or
 * link rows by two columns, which tells which rows of a group belong to one person; with the errors
 * of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows).
 */
gboolean deid_problem_check_linked_rows (const DeidProblem *problem,
                                         const DeidReleaseOptions *options, const DeidStop *stop,
                                         GError **error);
