/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Gregorian calendar, reckoned back before its time (proleptic). Years are numbered as in ISO
 * 8601: year 0 is 1 BC, year -43 is 44 BC. Days are numbered: day 1 is 0001-01-01, a Monday. */
#pragma once

#include <glib.h>

/* Values have years from -DEID_MAX_YEAR to DEID_MAX_YEAR. */
#define DEID_MAX_YEAR 999999

/* Room for a year as text. */
#define DEID_YEAR_SIZE 13

typedef struct
{
  gint32 year;
  guint month; /* 1 to 12 */
  guint day;   /* 1 to 31 */
} DeidDate;

/* A week of ISO 8601: it begins on a Monday, and belongs to the year that has its Thursday. */
typedef struct
{
  gint32 year;
  guint week; /* 1 to 53 */
} DeidWeek;

gboolean deid_calendar_is_leap (gint32 year);

/* Returns: the number of days in a month from 1 to 12. */
guint deid_calendar_count_days (gint32 year, guint month);

/* Returns: 52 or 53. */
guint deid_calendar_count_weeks (gint32 year);

/* Returns: the number of a date, whose month and day are there. */
gint64 deid_date_to_day (const DeidDate *date);
DeidDate deid_date_from_day (gint64 day);

/* Returns: the number of the Monday that a week begins with. */
gint64 deid_week_to_day (const DeidWeek *week);
DeidWeek deid_week_from_day (gint64 day);

/* Returns: the greatest multiple of @divisor, which is above 0, that is at most @number. */
gint64 deid_round_down (gint64 number, gint64 divisor);

/* Writes a year: four digits; with a minus sign before year 0, and with a plus sign and more digits
 * behind year 9999. */
void deid_year_write (gint32 year, char text[DEID_YEAR_SIZE]);

/* Reads a year that is written so, of nine digits at most, and moves on behind it. */
gboolean deid_year_read (const char **text, gint32 *year);
