/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* From the settings to a problem. */

/* Checks that the settings name a table, models and quasi-identifiers. */
gboolean check_problem (GError **error);

/* Checks that standard input is asked for at most once and is open. */
gboolean check_table_stream (GError **error);

/* Refuses several caps on the rows of persons: only a run chooses among them. */
gboolean check_one_cap (const char *expected, GError **error);

/* Tells whether the table or that of its population is read from standard input. */
gboolean reads_standard_input (void);

/* Reads the table. A quasi-identifier without a rule or a hierarchy gets the suggested rule, and a
 * note says so. */
gboolean load_table (GCancellable *cancellable, GError **error);

/* Reads the table and the hierarchies, and states the problem.
 *
 * Returns: (transfer full): the problem, or NULL with an error. */
DeidProblem *load_problem (GCancellable *cancellable, GError **error);

/* Returns: (transfer none): the table of a problem. */
DeidDataset *get_table (const DeidProblem *problem);

/* Returns: (transfer full): the path of the table, or `-`. */
char *get_table_path (void);

/* Makes the suggestions for a table, which becomes that of the job, by the rows that `keep` and
 * `drop` leave, unless it was read with another delimiter than it seems to have.
 *
 * Returns: (transfer full): the report, or NULL with an error. */
DeidReport *make_suggestions (DeidDataset *table, GCancellable *cancellable, GError **error);
