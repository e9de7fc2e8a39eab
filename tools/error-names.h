/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The names of errors in JSON, which stay the same from version to version: `deid` and
 * `unknown-column`. What has no name has failed. */
const char *get_error_domain (const GError *error);
const char *get_error_code (const GError *error);
