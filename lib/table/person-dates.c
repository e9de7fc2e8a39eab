/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/person-dates.h"

#include "base/memory.h"
#include "base/pseudonym.h"
#include "base/rational.h"
#include "base/text.h"
#include "table/dataset-notes.h"
#include "table/dataset-private.h"

#include <string.h>

#define DAYS_PER_WEEK 7

gboolean
deid_day_shift_read (DeidDayShift *shift, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 2);
  const guint n = g_strv_length (parts);

  *shift = (DeidDayShift){ .keeps_weekdays = n == 2 && g_str_equal (parts[1], "weekdays") };
  return (n > 0 && deid_uint64_from_decimal (parts[0], &shift->days)
          && shift->days >= (shift->keeps_weekdays ? DAYS_PER_WEEK : 1)
          && shift->days <= DEID_MAX_SHIFT_DAYS && shift->keeps_weekdays == (n == 2))
         || deid_fail (error, DEID_ERROR_PARSE,
                       "expected a number of days from 1 to %d, and :weekdays behind one from %d "
                       "on to keep them",
                       DEID_MAX_SHIFT_DAYS, DAYS_PER_WEEK);
}

/* A column of dates of persons, and what replaces it. */
typedef struct
{
  DeidDataset *dataset;
  const DeidColumn *persons;
  DeidColumn *column;
  DeidDateFormat format;
  const gint64 *days; /* of each person: the shift, or the first day */
  const DeidStop *stop;
} PersonDates;

static gboolean
person_dates_init (PersonDates *dates, DeidDataset *dataset, guint persons, guint number,
                   const DeidStop *stop, GError **error)
{
  DeidColumn *column = &dataset->columns[number];

  *dates = (PersonDates){
    .dataset = dataset, .persons = &dataset->columns[persons], .column = column, .stop = stop
  };
  if (!deid_dataset_check_mutable (dataset, error))
    return FALSE;
  if (column->type != DEID_COLUMN_TYPE_DATE)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "column '%s' has the type %s, expected date", deid_column_show (column),
                      deid_enum_get_name ("DeidColumnType", (int) column->type));
  deid_date_format_init (&dates->format, column->format, NULL);
  return deid_dataset_check_not_joined (dataset, number, "dates of persons", error);
}

/* Returns: the day of a code that is not missing. */
static gint64
read_day (const PersonDates *dates, guint32 code)
{
  DeidDateTime read = { .date = { .year = 1, .month = 1, .day = 1 } };

  deid_date_format_read (&dates->format, deid_dictionary_get (&dates->column->dictionary, code),
                         &read);
  return deid_date_to_day (&read.date);
}

/* Returns: (transfer full) (nullable): what replaces the date of a code of a person, NULL with an
 * error for a date that cannot be written. */
typedef char *(*ReplaceDateFunc) (const PersonDates *dates, guint32 code, guint32 person,
                                  GError **error);

static gboolean
append_date (const PersonDates *dates, guint64 row, ReplaceDateFunc replace, DeidColumn *after,
             guint64 *n_lost, GError **error)
{
  const guint32 code = deid_codes_get (&dates->column->codes, row);
  const guint32 person = deid_codes_get (&dates->persons->codes, row);
  g_autofree char *text = NULL;

  if (code == dates->column->dictionary.missing || person == dates->persons->dictionary.missing)
    {
      *n_lost += code != dates->column->dictionary.missing;
      return deid_column_append_missing (after, error);
    }
  text = replace (dates, code, person, error);
  return text != NULL && deid_column_append (after, text, strlen (text), error);
}

/* Replaces all dates. Returns: FALSE on failure, when nothing is changed. */
static gboolean
replace_dates (const PersonDates *dates, ReplaceDateFunc replace, guint64 *n_lost, GError **error)
{
  DeidColumn after = { .name = NULL };
  gboolean success = TRUE;

  deid_dictionary_init (&after.dictionary);
  deid_codes_init (&after.codes);
  *n_lost = 0;
  for (guint64 row = 0; success && row < dates->dataset->n_rows; row++)
    success = deid_stop_check_value (dates->stop, row, error)
              && append_date (dates, row, replace, &after, n_lost, error);
  if (success)
    {
      deid_dataset_change_values (dates->dataset, dates->column, &after);
      return TRUE;
    }
  deid_column_clear (&after);
  return FALSE;
}

static void
note_dates (const PersonDates *dates, const char *code, guint64 n_lost, const char *what)
{
  g_autofree char *lost = n_lost > 0 ? g_strdup_printf (", and missing in %" G_GUINT64_FORMAT
                                                        " row%s without a person",
                                                        n_lost, n_lost == 1 ? "" : "s")
                                     : NULL;

  deid_dataset_add_note (dates->dataset, code, dates->column->name, dates->dataset->n_rows,
                         "dates of column '%s' are %s%s. Intervals between the dates of a person "
                         "stay exact: who knows some of them may recognize the person",
                         deid_column_show (dates->column), what, lost != NULL ? lost : "");
}

/* Returns: an offset that is not 0, from -N to N steps, each with the same chance up to 2^-48. */
static gint64
get_offset (const DeidDayShift *shift, GBytes *key, const char *person)
{
  const guint64 step = shift->keeps_weekdays ? DAYS_PER_WEEK : 1;
  const guint64 n = shift->days / step;
  guint8 digest[DEID_KEYED_SIZE];
  guint64 number = 0;

  deid_person_key_hash (key, "shift", person, digest);
  for (guint i = 0; i < sizeof number; i++)
    number = number << 8 | digest[i];
  number %= 2 * n;
  return (number < n ? (gint64) number - (gint64) n : (gint64) (number - n) + 1) * (gint64) step;
}

static char *
shift_date (const PersonDates *dates, guint32 code, guint32 person, GError **error)
{
  char *text = deid_date_format_move (
      &dates->format, deid_dictionary_get (&dates->column->dictionary, code), dates->days[person]);

  return text != NULL ? text
                      : deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                                        "column '%s': a shifted date has a year that the format "
                                        "cannot write, expected fewer days or another format",
                                        deid_column_show (dates->column));
}

gboolean
deid_dataset_shift_dates (DeidDataset *dataset, guint persons, const guint *columns,
                          guint n_columns, const DeidDayShift *shift, GBytes *key,
                          const DeidStop *stop, GError **error)
{
  const DeidDictionary *names = &dataset->columns[persons].dictionary;
  g_autofree gint64 *offsets = deid_alloc (names->n, sizeof *offsets, error);
  g_autofree char *what = g_strdup_printf (
      "shifted person by person, by 1 to %" G_GUINT64_FORMAT " days back or forth%s", shift->days,
      shift->keeps_weekdays ? ", in whole weeks" : "");

  for (guint32 person = 0; offsets != NULL && person < names->n; person++)
    offsets[person] = get_offset (shift, key, deid_dictionary_get (names, person));
  for (guint i = 0; offsets != NULL && i < n_columns; i++)
    {
      PersonDates dates;
      guint64 n_lost;

      if (!person_dates_init (&dates, dataset, persons, columns[i], stop, error))
        return FALSE;
      dates.days = offsets;
      if (!replace_dates (&dates, shift_date, &n_lost, error))
        return FALSE;
      dates.column->person_time = DEID_PERSON_TIME_SHIFTED;
      note_dates (&dates, "dates-shifted", n_lost, what);
    }
  return offsets != NULL;
}

/* Lowers the first day of each person to those of a column. */
static gboolean
find_first_days (const PersonDates *dates, gint64 *first, GError **error)
{
  for (guint64 row = 0; row < dates->dataset->n_rows; row++)
    {
      const guint32 code = deid_codes_get (&dates->column->codes, row);
      const guint32 person = deid_codes_get (&dates->persons->codes, row);

      if (!deid_stop_check_row (dates->stop, row, error))
        return FALSE;
      if (code != dates->column->dictionary.missing)
        first[person] = MIN (first[person], read_day (dates, code));
    }
  return TRUE;
}

static char *
count_days (const PersonDates *dates, guint32 code, guint32 person, GError **error)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, read_day (dates, code) - dates->days[person]);
}

gboolean
deid_dataset_count_days (DeidDataset *dataset, guint persons, const guint *columns, guint n_columns,
                         const DeidStop *stop, GError **error)
{
  const guint32 n_persons = dataset->columns[persons].dictionary.n;
  g_autofree gint64 *first = deid_alloc (n_persons, sizeof *first, error);
  PersonDates dates;
  guint64 n_lost;

  if (first == NULL)
    return FALSE;
  for (guint32 person = 0; person < n_persons; person++)
    first[person] = G_MAXINT64;
  for (guint i = 0; i < n_columns; i++)
    if (!person_dates_init (&dates, dataset, persons, columns[i], stop, error)
        || !find_first_days (&dates, first, error))
      return FALSE;
  for (guint i = 0; i < n_columns; i++)
    {
      if (!person_dates_init (&dates, dataset, persons, columns[i], stop, error))
        return FALSE;
      dates.days = first;
      if (!replace_dates (&dates, count_days, &n_lost, error))
        return FALSE;
      deid_column_set_type (dates.column, DEID_COLUMN_TYPE_INTEGER, NULL);
      dates.column->person_time = DEID_PERSON_TIME_RELATIVE;
      note_dates (&dates, "dates-relative", n_lost,
                  "numbers of days since the person's first date");
    }
  return TRUE;
}
