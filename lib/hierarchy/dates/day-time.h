/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of the day, and their labels: `08:00-11:59`, or `08:05` for one minute. Minutes are counted
 * from midnight. */
#pragma once

#include <glib.h>

#define DEID_MINUTES_OF_DAY 1440

/* Room for a label. */
#define DEID_DAY_TIME_SIZE 16

/* Reads `minute`, `hour` or, with a number, `15minutes` or `4hours`, which must divide the day. */
gboolean deid_day_time_from_name (const char *name, guint *n_minutes);

/* Writes the label of the part of @n_minutes that a minute is in. */
void deid_day_time_write (guint n_minutes, guint minute, char label[DEID_DAY_TIME_SIZE]);

gboolean deid_day_time_read (const char *label, guint *first, guint *last);
