/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* From now on the first of SIGINT, SIGTERM and SIGHUP cancels, unless it was ignored before; the
 * second one ends the process by this signal, once the temporary files of the output set are
 * removed. To be called once, before other threads are there.
 *
 * Returns: (transfer none): what is cancelled. */
GCancellable *watch_signals (DeidOutputSet *outputs);

/* Makes an error of what is cancelled say that a signal did it, and what became of the outputs, of
 * which some may be NULL: no file appeared, but what pipes and devices took cannot be taken back.
 */
void explain_interruption (GError *error, const char *const *outputs, guint n_outputs);
