/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What labels of rules say, read back. */
#pragma once

#include <glib.h>

/* Reads a part of the day: `08:00-11:59`, or `08:05`, in minutes. */
gboolean read_day_time (const char *label, guint *first, guint *last);

/* Reads any label of a period: the first day is G_MININT64, or the last one G_MAXINT64, if it is
 * open. */
gboolean read_period (const char *label, gint64 *first, gint64 *last);
