/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/calendar.h"

#include <glib.h>

/* Parts of the day, and their labels: `08:00-11:59`, or `08:05` for one minute. Minutes are counted
 * from midnight. */

/* Room for a label. */
#define DEID_DAY_TIME_SIZE 16

/* Reads `minute`, `hour` or, with a number, `15minutes` or `4hours`, which must divide the day. */
gboolean deid_day_time_from_name (const char *name, guint *n_minutes);

/* Writes the label of the part of @n_minutes that a minute is in. */
void deid_day_time_write (guint n_minutes, guint minute, char label[DEID_DAY_TIME_SIZE]);

/* Periods of the calendar, and their labels:
 *
 *     day        2023-07-14
 *     week       2023-W28      of ISO 8601
 *     month      2023-07
 *     quarter    2023-Q3
 *     year       2023
 *     10years    1970-1979     the first year is a multiple of ten
 *
 * and behind one of these, open ones: `< 1920`, before its first day, and `>= 2010-07`, from it on.
 * Years that have not four digits are written as ISO 8601 has them: -0043, +12023. */

/* Room for a label. */
#define DEID_PERIOD_SIZE 40

typedef enum
{
  DEID_PERIOD_DAY,
  DEID_PERIOD_WEEK,
  DEID_PERIOD_MONTH,
  DEID_PERIOD_QUARTER,
  DEID_PERIOD_YEARS
} DeidPeriodUnit;

typedef struct
{
  DeidPeriodUnit unit;
  guint n_years; /* of %DEID_PERIOD_YEARS; otherwise 0 */
} DeidPeriod;

/* Reads `day`, `week`, `month`, `quarter`, `year` or, with a number, `5years`. */
gboolean deid_period_from_name (const char *name, DeidPeriod *period);

/* Tells whether each period of @outer is longer than one of @inner and made of whole ones. */
gboolean deid_period_is_nested (const DeidPeriod *inner, const DeidPeriod *outer);

/* Writes the label of the period that a day is in. */
void deid_period_write (const DeidPeriod *period, gint64 day, char label[DEID_PERIOD_SIZE]);

/* Reads a label that is not open. */
gboolean deid_period_read (const char *label, gint64 *first, gint64 *last);
