/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* What a host does with a table from its file to the files that it gives away, through the public
 * interface alone. Each call's error is looked at before the next. */

/* How large the table is. */
typedef struct
{
  guint n_rows;
  guint n_values; /* of each quasi-identifier, a power of 2 up to 999 */
  guint n_insensitive;
} MemoryTable;

/* Writes the table's CSV file and its hierarchy's into the temporary directory. */
void memory_table_write (const MemoryTable *table);

/* The main job: reads the table, states a problem with full-domain generalization, searches,
 * applies, verifies, reports, explains, certifies and stores the policy, and applies that. */
gboolean memory_job_run_main (GError **error);

/* A lattice of cuts, in which a policy is found by bisection, and by several threads another one in
 * the lattice of the main job. */
gboolean memory_job_run_others (GError **error);

/* Columns of the table as a whole: by codes and as texts, copied and combined. */
gboolean memory_job_run_columns (GError **error);

/* Hierarchies of rules: bound to columns, stored with a policy, and applied again. */
gboolean memory_job_run_rules (GError **error);

/* The files that the jobs write, up to a NULL; a job that succeeds writes all of its own. */
extern const char *const memory_job_outputs[];
