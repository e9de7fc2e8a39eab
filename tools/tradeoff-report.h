/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* Tables of optima: printed by `deid explore`, or beside a release by `deid run`. */

/* --sweep and --frontier; --csv and --sweep-plot. */
extern const GOptionEntry tradeoff_entries[], table_entries[];

/* What was made; NULL where it was not asked for. */
typedef struct
{
  DeidReport *tradeoff;
  DeidReport *frontier;
  DeidReport *risk_frontier;
} Tables;

/* Tells whether a sweep or a frontier is asked for. */
gboolean are_tables_asked (void);

/* Tells whether the options of a run agree, or those of an exploration. */
gboolean check_tables (GError **error);
gboolean check_exploration (GError **error);

/* Makes and prints what an exploration asks for, and writes the plot. */
gboolean explore (DeidOutputSet *outputs, GCancellable *cancellable, GError **error);

/* A run makes the tables of its problem; what it found, and the cells of the sweep, become points
 * of risk and loss; then it prints them. */
gboolean make_tables (Tables *tables, DeidProblem *problem, gboolean is_alone,
                      GCancellable *cancellable, GError **error);
gboolean add_run_to_tables (Tables *tables, DeidResult *result, DeidResult *listing,
                            GCancellable *cancellable, GError **error);
gboolean print_tables (const Tables *tables, GCancellable *cancellable, GError **error);
gboolean add_tables (JsonBuilder *builder, const Tables *tables, GError **error);
void clear_tables (Tables *tables);
