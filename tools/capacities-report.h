/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* --choose-capacities and what goes with it: trials of capacities instead of a release. */
extern const GOptionEntry capacities_entries[];

/* Tells whether such trials are asked for. */
gboolean is_choice_of_capacities_asked (void);

/* Tells whether the options agree. */
gboolean check_capacities (GError **error);

/* Makes the trials of the job, and prints them. */
gboolean print_capacities (gboolean as_csv, GCancellable *cancellable, GError **error);
