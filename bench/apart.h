/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Puts what it found at @outcome, which is zeroed before. */
typedef gboolean (*Work) (gconstpointer data, gpointer outcome, GError **error);

/* Works in a process of its own, whose peak memory is then that of the work alone. What fails is
 * reported on the standard error, behind @name.
 *
 * Returns: whether there is an outcome, @size bytes of plain memory. */
gboolean work_apart (Work work, gconstpointer data, const char *name, gpointer outcome, gsize size);
