/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* The options of the command line that state a search. */
extern const GOptionEntry search_entries[];

/* Refuses options of a search where the settings state a policy. */
gboolean check_search_options (GError **error);

/* Returns: (transfer full): the search, or NULL with an error. */
DeidSearch *make_search (GError **error);
