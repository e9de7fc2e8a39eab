/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* --sweep, --frontier and what goes with them: tables of optima instead of a release or, with
 * --report, beside it. */
extern const GOptionEntry tradeoff_entries[];

/* What was made; NULL where it was not asked for. */
typedef struct
{
  DeidReport *tradeoff;
  DeidReport *frontier;
  DeidReport *risk_frontier;
} Tables;

/* Tells whether such a table, or a choice of capacities, is asked for instead of a run. */
gboolean is_tradeoff_asked (void);

/* Tells whether tables are asked for beside a run, and whether they are all that it is to print. */
gboolean are_tables_asked (void);
gboolean are_tables_printed_alone (void);

/* Tells whether the options agree. */
gboolean check_tradeoff (GError **error);

/* Makes and prints the table of the job; a plot is written by the rules of all outputs. */
gboolean print_tradeoff (DeidOutputSet *outputs, GCancellable *cancellable, GError **error);

/* What a run does instead: it reserves the plot and makes the tables of its problem; what it found
 * and the cells of the sweep become points of risk and loss; then it writes and prints them. */
gboolean reserve_plot (DeidOutputSet *outputs, GError **error);
gboolean make_tables (Tables *tables, DeidProblem *problem, GCancellable *cancellable,
                      GError **error);
gboolean add_run_to_tables (Tables *tables, DeidResult *result, DeidResult *listing,
                            GCancellable *cancellable, GError **error);
gboolean add_plot (const Tables *tables, DeidOutputSet *outputs, GCancellable *cancellable,
                   GError **error);
gboolean print_tables (const Tables *tables, GCancellable *cancellable, GError **error);
gboolean add_tables (JsonBuilder *builder, const Tables *tables, GCancellable *cancellable,
                     GError **error);
void clear_tables (Tables *tables);
