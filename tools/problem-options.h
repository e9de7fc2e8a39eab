/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* The options of the command line that state a problem: those of everyday, of columns and of
 * models. */
extern const GOptionEntry problem_entries[], column_entries[], engine_entries[], model_entries[];

/* Tells whether the settings say all that is needed. */
gboolean check_problem_options (GError **error);

/* Tells whether the table or that of its population is read from standard input. */
gboolean reads_standard_input (void);

/* Sets what --model, --risk-threshold and --sensitive-hierarchy say. */
gboolean set_model_options (DeidJob *job, GError **error);

/* Has the job read standard input if its table is there. */
gboolean open_input_of_settings (GCancellable *cancellable, GError **error);

/* Reads the table and the hierarchies, and states the problem.
 *
 * Returns: (transfer full): the problem, or NULL with an error. */
DeidProblem *load_problem (GCancellable *cancellable, GError **error);

/* Returns: (transfer none): the table of a problem. */
DeidDataset *get_table (const DeidProblem *problem);
