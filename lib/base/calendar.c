/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/calendar.h"

#include <string.h>

/* The formulas are those of E. M. Reingold and N. Dershowitz, Calendrical Calculations, fourth
 * edition, Cambridge University Press 2018, sections 2.2, 2.3 and 5.1. */

#define DAYS_OF_400_YEARS 146097
#define DAYS_OF_100_YEARS 36524
#define DAYS_OF_4_YEARS   1461
#define DAYS_OF_WEEK      7
#define MAX_YEAR_DIGITS   9

gint64
deid_round_down (gint64 number, gint64 divisor)
{
  const gint64 rest = number % divisor;

  return number - (rest < 0 ? rest + divisor : rest);
}

static gboolean
calendar_is_leap (gint32 year)
{
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

guint
deid_calendar_count_days (gint32 year, guint month)
{
  static const guint8 n_days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

  return n_days[month - 1] + (month == 2 && calendar_is_leap (year) ? 1U : 0U);
}

/* Returns: the number of the day before a year. */
static gint64
count_days_before (gint32 year)
{
  const gint64 n = (gint64) year - 1;

  return 365 * n + deid_round_down (n, 4) / 4 - deid_round_down (n, 100) / 100
         + deid_round_down (n, 400) / 400;
}

gint64
deid_date_to_day (const DeidDate *date)
{
  const gint64 n = count_days_before (date->year) + (367 * (gint64) date->month - 362) / 12;

  if (date->month <= 2)
    return n + date->day;
  return n + date->day - (calendar_is_leap (date->year) ? 1 : 2);
}

static gint32
find_year (gint64 day)
{
  const gint64 n400 = deid_round_down (day - 1, DAYS_OF_400_YEARS) / DAYS_OF_400_YEARS;
  gint64 rest = day - 1 - n400 * DAYS_OF_400_YEARS, n100, n4, n1;

  n100 = rest / DAYS_OF_100_YEARS;
  rest %= DAYS_OF_100_YEARS;
  n4 = rest / DAYS_OF_4_YEARS;
  n1 = rest % DAYS_OF_4_YEARS / 365;
  /* The last day of a leap year is the first one behind four years of 365 days, or behind four
   * centuries of 36,524. */
  return (gint32) (400 * n400 + 100 * n100 + 4 * n4 + n1 + (n100 == 4 || n1 == 4 ? 0 : 1));
}

DeidDate
deid_date_from_day (gint64 day)
{
  const gint32 year = find_year (day);
  const gint64 n_before = day - 1 - count_days_before (year);
  const DeidDate march = { year, 3, 1 };
  const gint64 correction = day < deid_date_to_day (&march) ? 0 : calendar_is_leap (year) ? 1 : 2;
  DeidDate date = { year, (guint) ((12 * (n_before + correction) + 373) / 367), 1 };

  date.day = (guint) (day - deid_date_to_day (&date) + 1);
  return date;
}

/* Returns: the Monday on or before a day. */
static gint64
find_monday (gint64 day)
{
  return deid_round_down (day - 1, DAYS_OF_WEEK) + 1;
}

gint64
deid_week_to_day (const DeidWeek *week)
{
  const DeidDate in_first_week = { week->year, 1, 4 };

  return find_monday (deid_date_to_day (&in_first_week)) + DAYS_OF_WEEK * ((gint64) week->week - 1);
}

DeidWeek
deid_week_from_day (gint64 day)
{
  const gint64 thursday = find_monday (day) + 3;
  const gint32 year = find_year (thursday);

  return (DeidWeek){ year, (guint) ((thursday - 1 - count_days_before (year)) / DAYS_OF_WEEK) + 1 };
}

guint
deid_calendar_count_weeks (gint32 year)
{
  const DeidDate in_last_week = { year, 12, 28 };

  return deid_week_from_day (deid_date_to_day (&in_last_week)).week;
}

void
deid_year_write (gint32 year, char text[DEID_YEAR_SIZE])
{
  g_snprintf (text, DEID_YEAR_SIZE, year < 0 ? "-%04d" : year > 9999 ? "+%d" : "%04d", ABS (year));
}

gboolean
deid_year_read (const char **text, gint32 *year)
{
  const char sign = **text == '-' || **text == '+' ? **text : '\0';
  const char *digits = *text + (sign != '\0' ? 1 : 0);
  const guint max_digits = sign != '\0' ? MAX_YEAR_DIGITS : 4;
  gint32 number = 0;
  guint n = 0;

  for (; n < max_digits && g_ascii_isdigit (digits[n]); n++)
    number = number * 10 + (digits[n] - '0');
  if (n < 4 || (n > 4 && digits[0] == '0') || (sign == '+' && n == 4)
      || (sign == '-' && number == 0))
    return FALSE;
  *text = digits + n;
  *year = sign == '-' ? -number : number;
  return TRUE;
}

typedef enum
{
  TOKEN_LITERAL,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_YEAR,
  TOKEN_SHORT_YEAR,
  TOKEN_MONTH,
  TOKEN_SHORT_MONTH,
  TOKEN_MONTH_NAME,
  TOKEN_DAY,
  TOKEN_SHORT_DAY,
  TOKEN_HOUR,
  TOKEN_SHORT_HOUR,
  TOKEN_MINUTE,
  TOKEN_SECOND,
  TOKEN_FRACTION,
  TOKEN_AM,
  TOKEN_ZONE
} TokenKind;

static const struct
{
  const char *text;
  TokenKind kind;
  DeidDatePart part;
  gboolean is_number;  /* it is written in digits */
  gboolean has_no_end; /* it takes whatever digits there are, up to its greatest length */
} spellings[] = {
  { "YYYY", TOKEN_YEAR, DEID_DATE_PART_YEAR, TRUE, FALSE },
  { "YY(", TOKEN_SHORT_YEAR, DEID_DATE_PART_YEAR, TRUE, FALSE },
  { "MMM", TOKEN_MONTH_NAME, DEID_DATE_PART_MONTH, FALSE, FALSE },
  { "MM", TOKEN_MONTH, DEID_DATE_PART_MONTH, TRUE, FALSE },
  { "M", TOKEN_SHORT_MONTH, DEID_DATE_PART_MONTH, TRUE, TRUE },
  { "DD", TOKEN_DAY, DEID_DATE_PART_DAY, TRUE, FALSE },
  { "D", TOKEN_SHORT_DAY, DEID_DATE_PART_DAY, TRUE, TRUE },
  { "hh", TOKEN_HOUR, DEID_DATE_PART_HOUR, TRUE, FALSE },
  { "h", TOKEN_SHORT_HOUR, DEID_DATE_PART_HOUR, TRUE, TRUE },
  { "mm", TOKEN_MINUTE, DEID_DATE_PART_MINUTE, TRUE, FALSE },
  { "ss", TOKEN_SECOND, DEID_DATE_PART_SECOND, TRUE, FALSE },
  { "f", TOKEN_FRACTION, DEID_DATE_PART_FRACTION, TRUE, TRUE },
  { "AM", TOKEN_AM, DEID_DATE_PART_AM, FALSE, FALSE },
  { "Z", TOKEN_ZONE, DEID_DATE_PART_ZONE, FALSE, FALSE },
};

/* A format while it is read. */
typedef struct
{
  DeidDateFormat *format;
  const char *place;
  guint all_parts;
  guint open[DEID_MAX_FORMAT_LENGTH]; /* the tokens that opened what is not closed yet */
  guint depth;
  gboolean has_no_end; /* the token before */
  const char *expected;
} FormatReader;

static gboolean
date_format_expect (FormatReader *reader, const char *expected)
{
  reader->expected = expected;
  return FALSE;
}

static void
add_token (FormatReader *reader, TokenKind kind, char literal, guint part)
{
  DeidDateFormat *format = reader->format;

  format->tokens[format->n_tokens++]
      = (DeidDateToken){ .kind = (guint8) kind, .literal = literal, .part = (guint16) part };
}

/* Reads a sign that is no part, unless it is none. */
static gboolean
read_sign (FormatReader *reader)
{
  const char sign = *reader->place++;

  reader->has_no_end = FALSE;
  if (sign == '[')
    {
      reader->open[reader->depth++] = reader->format->n_tokens;
      add_token (reader, TOKEN_OPEN, '\0', 0);
      return TRUE;
    }
  if (sign == ']')
    {
      if (reader->depth == 0)
        return date_format_expect (reader, "an opening bracket before each closing one");
      reader->depth--;
      reader->format->tokens[reader->open[reader->depth]].end = (guint8) reader->format->n_tokens;
      add_token (reader, TOKEN_CLOSE, '\0', 0);
      return TRUE;
    }
  if (sign == 'Y')
    return date_format_expect (reader,
                               "YYYY, or YY(1930) for two digits of the years 1930 to 2029");
  if ((g_ascii_isalnum (sign) && sign != 'T') || (guchar) sign < ' ')
    return date_format_expect (
        reader, "YYYY, MM, M, MMM, DD, D, hh, h, mm, ss, f, AM, Z and signs between");
  add_token (reader, TOKEN_LITERAL, sign, 0);
  return TRUE;
}

/* Reads a number of so many digits and moves on behind it. */
static gboolean
date_format_read_number (const char **place, guint min_digits, guint max_digits, guint *number)
{
  guint n = 0;

  *number = 0;
  for (; n < max_digits && g_ascii_isdigit (**place); n++)
    *number = *number * 10 + (guint) (*(*place)++ - '0');
  return n >= min_digits;
}

static gboolean
date_format_read_part (FormatReader *reader, gsize i)
{
  const gboolean is_ambiguous = reader->has_no_end && spellings[i].is_number;
  const gboolean is_double = (reader->all_parts & spellings[i].part) != 0;

  if (is_double)
    return date_format_expect (reader, "each part once");
  if (is_ambiguous)
    return date_format_expect (reader, "a sign behind a part of one digit or more");
  add_token (reader, spellings[i].kind, '\0', spellings[i].part);
  reader->place += strlen (spellings[i].text);
  if (spellings[i].kind == TOKEN_SHORT_YEAR
      && !(date_format_read_number (&reader->place, 4, 4, &reader->format->first_year)
           && *reader->place++ == ')'))
    return date_format_expect (reader, "the first of a hundred years, as in YY(1930)");
  reader->all_parts |= spellings[i].part;
  if (reader->depth == 0)
    reader->format->parts |= spellings[i].part;
  reader->has_no_end = spellings[i].has_no_end;
  return TRUE;
}

static gboolean
date_format_read_token (FormatReader *reader)
{
  for (gsize i = 0; i < G_N_ELEMENTS (spellings); i++)
    if (g_str_has_prefix (reader->place, spellings[i].text))
      return date_format_read_part (reader, i);
  return read_sign (reader);
}

/* A day without its month, for one, does not say when it is. */
static gboolean
date_format_check_parts (FormatReader *reader)
{
  const guint parts = reader->all_parts;

  if (reader->depth > 0)
    return date_format_expect (reader, "a closing bracket for each opening one");
  if (parts == 0)
    return date_format_expect (reader, "a year or an hour");
  if (((parts & DEID_DATE_PART_DAY) != 0 && (parts & DEID_DATE_PART_MONTH) == 0)
      || ((parts & DEID_DATE_PART_MONTH) != 0 && (parts & DEID_DATE_PART_YEAR) == 0))
    return date_format_expect (reader, "days with a month, and months with a year");
  if (((parts & DEID_DATE_PART_FRACTION) != 0 && (parts & DEID_DATE_PART_SECOND) == 0)
      || ((parts & DEID_DATE_PART_SECOND) != 0 && (parts & DEID_DATE_PART_MINUTE) == 0)
      || ((parts & (DEID_DATE_PART_MINUTE | DEID_DATE_PART_AM | DEID_DATE_PART_ZONE)) != 0
          && (parts & DEID_DATE_PART_HOUR) == 0))
    return date_format_expect (reader,
                               "fractions with seconds, seconds with minutes, minutes with hours");
  return TRUE;
}

gboolean
deid_date_format_init (DeidDateFormat *format, const char *text, const char **expected)
{
  FormatReader reader = { .format = format, .place = text != NULL ? text : DEID_DATE_FORMAT_ISO };
  gboolean success = TRUE;

  *format = (DeidDateFormat){ .parts = 0 };
  if (strlen (reader.place) > DEID_MAX_FORMAT_LENGTH)
    success = date_format_expect (&reader, "at most 64 signs");
  while (success && *reader.place != '\0')
    success = date_format_read_token (&reader);
  success = success && date_format_check_parts (&reader);
  if (!success && expected != NULL)
    *expected = reader.expected;
  return success;
}

static const char month_names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

static gboolean
read_month_name (const char **place, guint *month)
{
  for (*month = 1; *month <= 12; ++*month)
    if (g_ascii_strncasecmp (*place, month_names + 3 * (*month - 1), 3) == 0)
      {
        *place += 3;
        return TRUE;
      }
  return FALSE;
}

/* Afternoon hours are numbered from 12 on. */
#define HALF_DAY 12

static gboolean
read_half (const char **place, guint *offset)
{
  *offset = g_ascii_toupper (**place) == 'P' ? HALF_DAY : 0;
  if (g_ascii_strncasecmp (*place, *offset > 0 ? "PM" : "AM", 2) != 0)
    return FALSE;
  *place += 2;
  return TRUE;
}

static gboolean
read_zone (const char **place)
{
  guint hours, minutes = 0;
  gboolean success;

  if (**place == 'Z')
    {
      ++*place;
      return TRUE;
    }
  if (**place != '+' && **place != '-')
    return FALSE;
  ++*place;
  success = date_format_read_number (place, 2, 2, &hours);
  if (success && (**place == ':' || g_ascii_isdigit (**place)))
    {
      *place += **place == ':' ? 1 : 0;
      success = date_format_read_number (place, 2, 2, &minutes);
    }
  return success && hours < 24 && minutes < 60;
}

static gboolean
date_format_skip_digits (const char **place)
{
  const char *start = *place;

  while (g_ascii_isdigit (**place))
    ++*place;
  return *place > start;
}

/* What a value says while it is read. */
typedef struct
{
  const char *place;
  DeidDateTime date_time;
  guint half;           /* what AM or PM adds to the hour */
  const DeidDate *date; /* that is written in place of the one that is read, or NULL */
  GString *written;     /* with it */
} ValueReader;

static gboolean
read_short_year (const char **place, guint first_year, gint32 *year)
{
  guint digits;

  if (!date_format_read_number (place, 2, 2, &digits))
    return FALSE;
  *year = (gint32) (first_year + (digits + 100 - first_year % 100) % 100);
  return TRUE;
}

static gboolean
read_value_part (ValueReader *reader, const DeidDateFormat *format, const DeidDateToken *token)
{
  DeidDateTime *result = &reader->date_time;
  const char **place = &reader->place;

  switch ((TokenKind) token->kind)
    {
    case TOKEN_YEAR:
      return deid_year_read (place, &result->date.year);
    case TOKEN_SHORT_YEAR:
      return read_short_year (place, format->first_year, &result->date.year);
    case TOKEN_MONTH:
      return date_format_read_number (place, 2, 2, &result->date.month);
    case TOKEN_SHORT_MONTH:
      return date_format_read_number (place, 1, 2, &result->date.month);
    case TOKEN_MONTH_NAME:
      return read_month_name (place, &result->date.month);
    case TOKEN_DAY:
      return date_format_read_number (place, 2, 2, &result->date.day);
    case TOKEN_SHORT_DAY:
      return date_format_read_number (place, 1, 2, &result->date.day);
    case TOKEN_HOUR:
      return date_format_read_number (place, 2, 2, &result->hour);
    case TOKEN_SHORT_HOUR:
      return date_format_read_number (place, 1, 2, &result->hour);
    case TOKEN_MINUTE:
      return date_format_read_number (place, 2, 2, &result->minute);
    case TOKEN_SECOND:
      return date_format_read_number (place, 2, 2, &result->second);
    case TOKEN_FRACTION:
      return date_format_skip_digits (place);
    case TOKEN_AM:
      return read_half (place, &reader->half);
    case TOKEN_ZONE:
      return read_zone (place);
    case TOKEN_LITERAL:
    default:
      return *(*place)++ == token->literal;
    }
}

/* Writes a part of the other date, or what was read of a part from @start on. */
static void
write_value_part (ValueReader *reader, const DeidDateToken *token, const char *start)
{
  const DeidDate *date = reader->date;
  GString *written = reader->written;
  char year[DEID_YEAR_SIZE];

  switch ((TokenKind) token->kind)
    {
    case TOKEN_YEAR:
      deid_year_write (date->year, year);
      g_string_append (written, year);
      break;
    case TOKEN_SHORT_YEAR:
      g_string_append_printf (written, "%02d", date->year % 100);
      break;
    case TOKEN_MONTH:
      g_string_append_printf (written, "%02u", date->month);
      break;
    case TOKEN_SHORT_MONTH:
      g_string_append_printf (written, "%u", date->month);
      break;
    case TOKEN_MONTH_NAME:
      g_string_append_len (written, month_names + 3 * (date->month - 1), 3);
      break;
    case TOKEN_DAY:
      g_string_append_printf (written, "%02u", date->day);
      break;
    case TOKEN_SHORT_DAY:
      g_string_append_printf (written, "%u", date->day);
      break;
    default:
      g_string_append_len (written, start, reader->place - start);
    }
}

/* Reads what the tokens up to @end ask for. An optional part is there if it can be. */
static gboolean
date_format_read_value (ValueReader *reader, const DeidDateFormat *format, guint first, guint end)
{
  for (guint i = first; i < end; i++)
    {
      const DeidDateToken *token = &format->tokens[i];
      const ValueReader before = *reader;
      const gsize n_written = reader->written != NULL ? reader->written->len : 0;

      if (token->kind == TOKEN_OPEN)
        {
          if (!date_format_read_value (reader, format, i + 1, token->end))
            {
              *reader = before;
              if (reader->written != NULL)
                g_string_truncate (reader->written, n_written);
            }
          i = token->end;
          continue;
        }
      if (!read_value_part (reader, format, token))
        return FALSE;
      reader->date_time.parts |= token->part;
      if (reader->written != NULL)
        write_value_part (reader, token, before.place);
    }
  return TRUE;
}

static gboolean
date_format_check_value (const DeidDateTime *result)
{
  const DeidDate *date = &result->date;

  return date->year >= -DEID_MAX_YEAR && date->year <= DEID_MAX_YEAR && date->month >= 1
         && date->month <= 12 && date->day >= 1
         && date->day <= deid_calendar_count_days (date->year, date->month) && result->hour < 24
         && result->minute < 60 && result->second < 60;
}

gboolean
deid_date_format_read (const DeidDateFormat *format, const char *value, DeidDateTime *date_time)
{
  ValueReader reader = { .place = value, .date_time.date = { .year = 1, .month = 1, .day = 1 } };

  if (!date_format_read_value (&reader, format, 0, format->n_tokens) || *reader.place != '\0')
    return FALSE;
  if ((reader.date_time.parts & DEID_DATE_PART_AM) != 0)
    {
      if (reader.date_time.hour < 1 || reader.date_time.hour > HALF_DAY)
        return FALSE;
      reader.date_time.hour = reader.date_time.hour % HALF_DAY + reader.half;
    }
  if (!date_format_check_value (&reader.date_time))
    return FALSE;
  *date_time = reader.date_time;
  return TRUE;
}

/* What is written reads as the date that was meant, or the format cannot write its year. */
char *
deid_date_format_move (const DeidDateFormat *format, const char *value, gint64 days)
{
  g_autoptr (GString) written = g_string_new (NULL);
  ValueReader writer = { .place = value, .written = written };
  DeidDateTime read, moved;
  DeidDate date;

  if (!deid_date_format_read (format, value, &read)
      || (read.parts & DEID_DATE_PARTS_DAY) != DEID_DATE_PARTS_DAY)
    return NULL;
  date = deid_date_from_day (deid_date_to_day (&read.date) + days);
  writer.date = &date;
  date_format_read_value (&writer, format, 0, format->n_tokens);
  return deid_date_format_read (format, written->str, &moved)
                 && deid_date_to_day (&moved.date) == deid_date_to_day (&date)
             ? g_string_free (g_steal_pointer (&written), FALSE)
             : NULL;
}
