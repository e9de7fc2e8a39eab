/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What is released, and what is reported on it. */
extern const GOptionEntry release_entries[], report_entries[];

/* Reads problem files, and puts all options on top of them, these included.
 *
 * Returns: FALSE with an error. */
gboolean read_release_settings (GError **error);
