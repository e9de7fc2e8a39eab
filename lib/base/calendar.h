/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The Gregorian calendar, reckoned back before its time (proleptic). Years are numbered as in ISO
 * 8601: year 0 is 1 BC, year -43 is 44 BC. Days are numbered: day 1 is 0001-01-01, a Monday. */

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

/* How dates and times of day are written. A format has one of these for each part, and between them
 * signs that stand for themselves:
 *
 *     YYYY     the year: four digits, or as deid_year_read() has it
 *     YY(1930) two digits of the year, of the hundred years from 1930 on
 *     MM, M    the month: two digits, or one or two
 *     MMM      the first three letters of its English name, in any case
 *     DD, D    the day
 *     hh, h    the hour; from 1 to 12 if there is an AM
 *     AM       AM or PM, in any case
 *     mm       the minute
 *     ss       the second, to 59
 *     f        one digit or more: the fraction of a second
 *     Z        the time zone: Z, or a sign with hh, hhmm or hh:mm. It is read and not heeded: date
 *              and time are those of the place.
 *     […]      may be left out
 *
 * Other letters are refused but for the T of ISO 8601, and so are years of two digits without their
 * hundred years. A value is read only if all of it is written as the format has it, and the day
 * is one of the calendar. */

/* Of ISO 8601, for dates with or without a time of day, and for times with or without a date. */
#define DEID_DATE_FORMAT_ISO   "YYYY-MM-DD[Thh:mm[:ss[.f]][Z]]"
#define DEID_TIME_FORMAT_ISO   "[YYYY-MM-DDT]hh:mm[:ss[.f]][Z]"

#define DEID_MAX_FORMAT_LENGTH 64

typedef enum
{
  DEID_DATE_PART_YEAR = 1,
  DEID_DATE_PART_MONTH = 2,
  DEID_DATE_PART_DAY = 4,
  DEID_DATE_PART_HOUR = 8,
  DEID_DATE_PART_MINUTE = 16,
  DEID_DATE_PART_SECOND = 32,
  DEID_DATE_PART_FRACTION = 64,
  DEID_DATE_PART_AM = 128,
  DEID_DATE_PART_ZONE = 256
} DeidDatePart;

#define DEID_DATE_PARTS_DAY (DEID_DATE_PART_YEAR | DEID_DATE_PART_MONTH | DEID_DATE_PART_DAY)

typedef struct
{
  guint8 kind;
  guint8 end;   /* of an optional part, the number of the token that closes it */
  char literal; /* of a sign that stands for itself */
  guint16 part; /* #DeidDatePart, or 0 */
} DeidDateToken;

typedef struct
{
  DeidDateToken tokens[DEID_MAX_FORMAT_LENGTH];
  guint n_tokens;
  guint parts;      /* #DeidDatePart: those that each value has */
  guint first_year; /* of the hundred years that two digits stand for */
} DeidDateFormat;

/* What was read; parts that the format does not have are the first ones there are. */
typedef struct
{
  DeidDate date;
  guint hour;
  guint minute;
  guint second;
  guint parts; /* #DeidDatePart: those that were there */
} DeidDateTime;

/* @text is %NULL for ISO 8601. On failure @expected, if it is not NULL, is set to what should be
 * there. */
gboolean deid_date_format_init (DeidDateFormat *format, const char *text, const char **expected);

/* Returns: FALSE if the value is not written so, or there is no such day or time. */
gboolean deid_date_format_read (const DeidDateFormat *format, const char *value,
                                DeidDateTime *date_time);

/* Writes a value that is read so with its date moved by some days, and nothing else changed but for
 * the case and the zeros of its months and days.
 *
 * Returns: (transfer full) (nullable): the text; %NULL if the value is not read so, has no day, or
 * the format cannot write the year. */
char *deid_date_format_move (const DeidDateFormat *format, const char *value, gint64 days);
