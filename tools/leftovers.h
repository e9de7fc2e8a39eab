/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Says which temporary files of a target were left by runs that were killed, and how to remove
 * them. Those of runs that go on, and of other users, are left alone. @path may be NULL. */
void print_leftovers (const char *path);
