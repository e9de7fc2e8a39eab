/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Tells whether plots can be drawn; what draws them is gnuplot. Errors: %G_OPTION_ERROR. */
gboolean check_plot (const char *path, GError **error);

/* Draws loss over the share suppressed, a line for each value of all axes but the last.
 *
 * Returns: (transfer full): an SVG file. */
char *draw_tradeoff (const DeidReport *report, GCancellable *cancellable, GError **error);
