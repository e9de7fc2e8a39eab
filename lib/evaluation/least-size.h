/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/prepared-problem.h"

/* Finds the fewest records of a class that may pass all models that ask for sizes alone: none with
 * fewer does. It gives up after some thousand questions, with what is known by then. Errors: those
 * of the models. */
gboolean deid_prepared_problem_find_least_size (const DeidPreparedProblem *prepared,
                                                guint64 *n_records, const DeidStop *stop,
                                                GError **error);

/* Finds the fewest persons, up to @n_persons, by which a class of all records passes a model that
 * asks for sizes alone. Where it is superset-closed no class of fewer passes. Errors: those of the
 * model. Complexity: O(log @n_persons). */
gboolean deid_prepared_problem_find_least_persons (const DeidPreparedProblem *prepared,
                                                   const DeidPreparedModel *asked,
                                                   guint64 n_persons, guint64 *least,
                                                   GError **error);

/* Finds a number of records that no class which passes is below: the same, but no fewer than the
 * values that it needs of a sensitive attribute by the models of the library that say how many. At
 * most those of the table. Errors: those of the models. */
gboolean deid_prepared_problem_find_least_class (const DeidPreparedProblem *prepared,
                                                 guint64 *n_records, const DeidStop *stop,
                                                 GError **error);
