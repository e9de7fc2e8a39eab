/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* --sweep, --frontier and what goes with them: tables of optima instead of a release. */
extern const GOptionEntry tradeoff_entries[];

/* Tells whether such a table is asked for instead of a run. */
gboolean is_tradeoff_asked (void);

/* Tells whether the options agree. */
gboolean check_tradeoff (GError **error);

/* Makes and prints the table of the job; a plot is written by the rules of all outputs. */
gboolean print_tradeoff (DeidOutputSet *outputs, GCancellable *cancellable, GError **error);
