/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns: (nullable): the option, without its hyphens, by which a user sets what the library says
 * is missing. Its messages name what a host calls. */
const char *find_option_hint (const GError *error);
