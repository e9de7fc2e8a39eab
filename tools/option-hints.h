/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns: (nullable): the option, without its hyphens, by which a user sets what the library says
 * is missing. Its messages name what a host calls. @other is one more such option, or %NULL. */
const char *find_option_hint (const GError *error, const char **other);
