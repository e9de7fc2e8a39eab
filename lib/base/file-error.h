/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Sets %DEID_ERROR_IO for an errno: "PATH: cannot ACTION: what the system says". Returns: FALSE. */
gboolean deid_file_fail (const char *path, const char *action, int code, GError **error);
