/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Tables that were read with the wrong delimiter. */

/* Returns: another delimiter than @read that the name of a table's only column has in it, and that
 * the table may have; or NUL. */
char deid_delimiter_guess (const char *name, char read);

/* Returns: (transfer full): ` (is the delimiter ';'?)`, or an empty text for NUL. */
char *deid_delimiter_ask (char delimiter);

/* Tells whether tables have this character between their fields. */
gboolean deid_delimiter_is_known (char character);
