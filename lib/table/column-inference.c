/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/column-inference.h"

#include "base/rational.h"
#include "table/dataset-private.h"
#include "table/missing-texts.h"

#include <math.h>
#include <string.h>

/* A format and, if there is one, its stricter brother; NULL for ISO 8601. The first comes first
 * where several read the same values. */
static const struct
{
  const char *text;
  const char *padded;
} date_guess_known[] = {
  { NULL, NULL },
  { "YYYY-MM-DD hh:mm[:ss[.f]][Z]", NULL },
  { "D.M.YYYY", "DD.MM.YYYY" },
  { "D.M.YYYY h:mm[:ss]", "DD.MM.YYYY hh:mm[:ss]" },
  { "M/D/YYYY", "MM/DD/YYYY" },
  { "D/M/YYYY", "DD/MM/YYYY" },
  { "M/D/YYYY h:mm[:ss]", "MM/DD/YYYY hh:mm[:ss]" },
  { "D/M/YYYY h:mm[:ss]", "DD/MM/YYYY hh:mm[:ss]" },
  { "M/D/YYYY h:mm[:ss] AM", "MM/DD/YYYY hh:mm[:ss] AM" },
  { "D-M-YYYY", "DD-MM-YYYY" },
  { "M-D-YYYY", "MM-DD-YYYY" },
  { "YYYY/M/D", "YYYY/MM/DD" },
  { "YYYY.M.D", "YYYY.MM.DD" },
  { "D-MMM-YYYY", "DD-MMM-YYYY" },
  { "D MMM YYYY", "DD MMM YYYY" },
  { "DMMMYYYY", "DDMMMYYYY" },
  { "DMMMYYYY:hh:mm[:ss]", "DDMMMYYYY:hh:mm[:ss]" },
  { "MMM D, YYYY", "MMM DD, YYYY" },
};

G_STATIC_ASSERT (G_N_ELEMENTS (date_guess_known) <= DEID_MAX_GUESSED_FORMATS);

void
deid_date_guess_init (DeidDateGuess *guess, guint32 n_exceptions)
{
  *guess = (DeidDateGuess){ .n_exceptions = n_exceptions };
  for (guint i = 0; i < G_N_ELEMENTS (date_guess_known); i++)
    {
      DeidGuessedFormat *guessed = &guess->formats[i];

      deid_date_format_init (&guessed->format, date_guess_known[i].text, NULL);
      if (date_guess_known[i].padded != NULL)
        deid_date_format_init (&guessed->padded, date_guess_known[i].padded, NULL);
      guess->left[guess->n_left++] = i;
    }
}

void
deid_date_guess_show (DeidDateGuess *guess, const char *value)
{
  guint n_left = 0;
  DeidDateTime date_time;

  guess->n_values++;
  for (guint i = 0; i < guess->n_left; i++)
    {
      DeidGuessedFormat *guessed = &guess->formats[guess->left[i]];

      if (deid_date_format_read (&guessed->format, value, &date_time))
        {
          guessed->n_read++;
          guessed->n_padded += date_guess_known[guess->left[i]].padded != NULL
                               && deid_date_format_read (&guessed->padded, value, &date_time);
        }
      if (guess->n_values - guessed->n_read <= guess->n_exceptions)
        guess->left[n_left++] = guess->left[i];
    }
  guess->n_left = n_left;
}

guint
deid_date_guess_list (const DeidDateGuess *guess, const char *formats[DEID_MAX_GUESSED_FORMATS],
                      guint32 *n_read)
{
  guint n = 0;

  *n_read = 0;
  for (guint i = 0; i < guess->n_left; i++)
    *n_read = MAX (*n_read, guess->formats[guess->left[i]].n_read);
  for (guint i = 0; *n_read > 0 && i < guess->n_left; i++)
    {
      const DeidGuessedFormat *guessed = &guess->formats[guess->left[i]];
      const char *padded = date_guess_known[guess->left[i]].padded;

      if (guessed->n_read == *n_read)
        formats[n++] = padded != NULL && guessed->n_padded == guessed->n_read
                           ? padded
                           : date_guess_known[guess->left[i]].text;
    }
  return n;
}

/* Of years of two digits, which do not say their century. */
static const char *const short_years[]
    = { "D.M.YY(1930)", "M/D/YY(1930)",   "D/M/YY(1930)", "YY(1930)-M-D",
        "D-M-YY(1930)", "D-MMM-YY(1930)", "DMMMYY(1930)" };

/* Counts the values of some codes that a format reads; @codes may be NULL for the first @n. */
static guint32
count_read (const DeidDictionary *values, const guint32 *codes, guint32 n, const char *format)
{
  DeidDateFormat read;
  DeidDateTime date_time;
  guint32 n_read = 0;

  deid_date_format_init (&read, format, NULL);
  for (guint32 i = 0; i < n; i++)
    {
      const char *text = deid_dictionary_get (values, codes != NULL ? codes[i] : i);

      n_read += text != NULL && deid_date_format_read (&read, text, &date_time);
    }
  return n_read;
}

char *
deid_date_guess_advise (const DeidDictionary *values, const guint32 *codes, guint32 n,
                        const char *own)
{
  const guint32 n_exceptions = n / 5;
  const char *formats[DEID_MAX_GUESSED_FORMATS];
  GString *text;
  DeidDateGuess guess;
  guint32 n_read;
  guint n_formats;

  if (n == 0 || (own != NULL && count_read (values, codes, n, own) > 0))
    return NULL;
  text = g_string_new (NULL);
  deid_date_guess_init (&guess, n_exceptions);
  for (guint32 i = 0; i < n; i++)
    deid_date_guess_show (&guess, deid_dictionary_get (values, codes[i]));
  n_formats = deid_date_guess_list (&guess, formats, &n_read);
  for (guint i = 0; i < n_formats; i++)
    g_string_append_printf (text, "%sformat=%s", i == 0 ? "; " : " or ",
                            formats[i] != NULL ? formats[i] : "YYYY-MM-DD");
  for (guint i = 0; n_formats == 0 && i < G_N_ELEMENTS (short_years); i++)
    {
      n_read = count_read (values, codes, n, short_years[i]);
      if (n_read == 0 || n - n_read > n_exceptions)
        continue;
      g_string_append_printf (text, "; with format=%s, two digits are the years 1930 to 2029",
                              short_years[i]);
      return g_string_free (text, FALSE);
    }
  if (n_formats > 0 && n_read < n)
    g_string_append_printf (text, " reads %u of them", n_read);
  else if (n_formats > 0)
    g_string_append (text, " reads them");
  if (n_formats > 0
      && count_read (values, NULL, values->n, formats[0])
             < n_read + values->n - n - (values->missing != DEID_NO_CODE))
    g_string_append (text, ", but not all others: the dates are in two notations, and those that "
                           "both formats read may be read wrongly. Write all in one into the file");
  return g_string_free (text, n_formats == 0);
}

/* What the values of a column look like. Nothing that is decided depends on it, so that numbers may
 * be compared as doubles. */

/* One value in so many may be an exception. */
#define VALUES_PER_EXCEPTION 20

/* Numbers stand out among so many others, those of nines by this factor, dates by these years. One
 * at the end of the others stands out if one record in so many has it, and it is more frequent than
 * others by this factor. */
#define MIN_OTHERS       3
#define LONGEST_TRIED    25
#define N_TRIED          200
#define NINES_FACTOR     4
#define SENTINEL_YEARS   10
#define RECORDS_PER_CODE 33
#define LEAST_RECORDS    30
#define FREQUENCY_FACTOR 3
#define MAX_SURVEY_CODES 3
#define SURVEYED_FACTOR  5

/* A date without signs has so many digits, and is in these years. */
#define N_COMPACT      8
#define COMPACT_FORMAT "YYYYMMDD"
#define FIRST_YEAR     1850
#define LAST_YEAR      2100

void
deid_column_inference_free (DeidColumnInference *inference)
{
  g_strfreev (inference->missing_codes);
  g_free (inference);
}

/* What is counted of the values, but for words and signs that may mean that one is missing. */
typedef struct
{
  const DeidColumn *column;
  DeidMissingText suspects[DEID_MAX_MISSING_TEXTS];
  guint n_suspects;
  guint32 n_values;
  guint32 n_integers;
  guint32 n_decimals;
  guint32 n_compact; /* integers that are dates without signs */
  guint32 n_negative;
  guint32 n_survey;    /* of the numbers that may be codes of a survey */
  gboolean has_eights; /* -8, or less */
  double least_survey;
  double least;       /* value that is no suspect */
  double greatest;    /* value that is no suspect */
  guint32 n_ordinary; /* decimals that are no suspects */
  gboolean has_leading_zeros;
  DeidDateFormat compact;
  DeidDateGuess dates;
} Look;

/* Returns: (nullable): a value that is there and no suspect. */
static const char *
get_ordinary (const Look *look, guint32 code)
{
  guint s = 0;

  while (s < look->n_suspects && look->suspects[s].code != code)
    s++;
  return s == look->n_suspects ? deid_dictionary_get (&look->column->dictionary, code) : NULL;
}

static gboolean
is_compact_date (const Look *look, const char *text)
{
  DeidDateTime read;

  return strlen (text) == N_COMPACT && deid_date_format_read (&look->compact, text, &read)
         && read.date.year >= FIRST_YEAR && read.date.year <= LAST_YEAR;
}

/* Looks at a value; @suspect is what it may be besides, or NULL. */
static void
column_inference_look_at (Look *look, guint32 code, const DeidMissingText *suspect)
{
  const char *text = deid_dictionary_get (&look->column->dictionary, code);
  const char *digits = text + (text[0] == '-');

  look->n_values++;
  deid_date_guess_show (&look->dates, text);
  if (!deid_decimal_is_valid (text))
    return;
  look->n_decimals++;
  look->n_survey += suspect != NULL && suspect->kind == DEID_MISSING_TEXT_SURVEY;
  if (suspect != NULL && suspect->kind == DEID_MISSING_TEXT_SURVEY)
    look->least_survey = MIN (look->least_survey, g_ascii_strtod (text, NULL));
  look->has_eights |= suspect != NULL && g_ascii_strtod (text, NULL) <= -8;
  if (suspect == NULL)
    {
      look->n_ordinary++;
      look->n_negative += text[0] == '-';
      look->least = MIN (look->least, g_ascii_strtod (text, NULL));
      look->greatest = MAX (look->greatest, g_ascii_strtod (text, NULL));
    }
  if (!deid_decimal_is_integer (text))
    return;
  look->n_integers++;
  look->has_leading_zeros |= digits[0] == '0' && digits[1] != '\0';
  look->n_compact += is_compact_date (look, text) ? 1 : 0;
}

static gboolean
look_at_all (Look *look, const DeidStop *stop, GError **error)
{
  const DeidDictionary *dictionary = &look->column->dictionary;
  guint s = 0;

  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const DeidMissingText *suspect = NULL;

      if (!deid_stop_check_value (stop, code, error))
        return FALSE;
      if (s < look->n_suspects && look->suspects[s].code == code)
        suspect = &look->suspects[s++];
      if (code == dictionary->missing
          || (suspect != NULL && suspect->kind <= DEID_MISSING_TEXT_ANSWER))
        continue;
      column_inference_look_at (look, code, suspect);
    }
  return TRUE;
}

static gboolean
is_most (const Look *look, guint32 n)
{
  return n > 0 && look->n_values - n <= look->n_values / VALUES_PER_EXCEPTION;
}

static void
choose_type (DeidColumnInference *inference, const Look *look)
{
  guint32 n_read;

  inference->n_values = look->n_values;
  inference->type = DEID_COLUMN_TYPE_TEXT;
  if (look->n_compact >= N_COMPACT && look->n_compact == look->n_values)
    {
      inference->type = DEID_COLUMN_TYPE_DATE;
      inference->formats[inference->n_formats++] = COMPACT_FORMAT;
    }
  else if (is_most (look, look->n_integers) && look->has_leading_zeros)
    inference->has_leading_zeros = TRUE;
  else if (is_most (look, look->n_integers) && look->n_decimals == look->n_integers)
    {
      inference->type = DEID_COLUMN_TYPE_INTEGER;
      inference->n_exceptions = look->n_values - look->n_integers;
    }
  else if (is_most (look, look->n_decimals))
    {
      inference->type = DEID_COLUMN_TYPE_DECIMAL;
      inference->n_exceptions = look->n_values - look->n_decimals;
    }
  else if ((inference->n_formats = deid_date_guess_list (&look->dates, inference->formats, &n_read))
           > 0)
    {
      inference->type = DEID_COLUMN_TYPE_DATE;
      inference->n_exceptions = look->n_values - n_read;
    }
}

/* Tells whether a value at the end of the others is there far more often than they are. */
static gboolean
is_too_frequent (const Look *look, guint32 code)
{
  const DeidCodes *codes = &look->column->codes;
  guint64 n = 0;

  for (guint64 row = 0; codes->n >= LEAST_RECORDS && row < codes->n; row++)
    n += deid_codes_get (codes, row) == code ? 1 : 0;
  return n * RECORDS_PER_CODE >= codes->n && n * look->n_values >= FREQUENCY_FACTOR * codes->n
         && n > 0;
}

/* Tells whether words of a column of texts mean that there is no value: there are several, or a
 * sign too, and the other values are not all of two letters, among which NA may be a code. */
static gboolean
have_second_notation (const Look *look)
{
  guint n = 0;
  gboolean is_longer = FALSE;

  for (guint i = 0; i < look->n_suspects; i++)
    n += look->suspects[i].kind <= DEID_MISSING_TEXT_WORD;
  for (guint32 code = 0; n > 1 && !is_longer && code < look->column->dictionary.n; code++)
    {
      const char *text = get_ordinary (look, code);

      is_longer = text != NULL && strlen (text) != 2;
    }
  return n > 1 && is_longer;
}

/* Tells whether small negative numbers are codes: few, and beside larger codes or larger values. */
static gboolean
are_survey_codes (const Look *look)
{
  return look->n_negative == 0 && look->n_survey <= MAX_SURVEY_CODES
         && (look->has_eights || look->greatest >= -SURVEYED_FACTOR * look->least_survey);
}

/* Tells whether a suspect stands out from the values of the type. */
static gboolean
stands_out (const DeidColumnInference *inference, const Look *look, const DeidMissingText *suspect)
{
  const char *text = deid_dictionary_get (&look->column->dictionary, suspect->code);
  const gboolean is_number
      = inference->type == DEID_COLUMN_TYPE_INTEGER || inference->type == DEID_COLUMN_TYPE_DECIMAL;
  const double number = g_ascii_strtod (text, NULL);
  const double lowest = MIN (look->least, look->least_survey);

  switch (suspect->kind)
    {
    case DEID_MISSING_TEXT_SIGN:
      return look->n_values > 0;
    case DEID_MISSING_TEXT_WORD:
      return inference->type != DEID_COLUMN_TYPE_TEXT || inference->has_leading_zeros
             || have_second_notation (look);
    case DEID_MISSING_TEXT_ANSWER:
      return inference->type != DEID_COLUMN_TYPE_TEXT || inference->has_leading_zeros;
    case DEID_MISSING_TEXT_SURVEY:
      return is_number && look->n_ordinary >= MIN_OTHERS && are_survey_codes (look);
    case DEID_MISSING_TEXT_NEGATIVE:
      if (!is_number)
        return look->n_ordinary == 0 && look->n_values > look->n_decimals;
      return look->n_ordinary >= MIN_OTHERS
             && ((look->n_negative == 0 && (look->n_survey == 0 || are_survey_codes (look)))
                 || (lowest < 0 && number < NINES_FACTOR * lowest)
                 || (number < look->least && is_too_frequent (look, suspect->code)));
    case DEID_MISSING_TEXT_NINES:
      if (inference->type == DEID_COLUMN_TYPE_DATE)
        return look->n_ordinary == 0;
      return is_number && look->n_ordinary >= MIN_OTHERS && look->greatest > 0
             && (number >= NINES_FACTOR * look->greatest
                 || (number > look->greatest && is_too_frequent (look, suspect->code)));
    case DEID_MISSING_TEXT_DATE:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
choose_missing_codes (DeidColumnInference *inference, const Look *look)
{
  guint n = 0;

  inference->missing_codes = g_new0 (char *, look->n_suspects + 1);
  for (guint pass = 0; pass < 2; pass++)
    for (guint s = 0; s < look->n_suspects; s++)
      {
        const DeidMissingText *suspect = &look->suspects[s];
        const gboolean is_counted = suspect->kind > DEID_MISSING_TEXT_ANSWER;
        const gboolean is_missing = stands_out (inference, look, suspect);

        if (is_counted != (pass == 1))
          continue;
        if (is_missing)
          inference->missing_codes[n++]
              = g_strdup (deid_dictionary_get (&look->column->dictionary, suspect->code));
        else if (suspect->kind == DEID_MISSING_TEXT_WORD)
          inference->doubtful = deid_dictionary_get (&look->column->dictionary, suspect->code);
        inference->n_sentinels += (guint) (is_counted && is_missing);
        inference->n_values += (guint) (!is_counted && !is_missing);
        inference->n_values -= (guint) (is_counted && is_missing);
      }
}

/* Adds days that stand for none to the suspects: those years away from all others, or too frequent
 * at their end. */
static void
add_date_sentinels (DeidColumnInference *inference, Look *look)
{
  const DeidDictionary *dictionary = &look->column->dictionary;
  guint32 codes[DEID_MAX_SENTINELS];
  gint64 days[DEID_MAX_SENTINELS];
  gint64 first = G_MAXINT64, last = G_MININT64;
  DeidDateFormat format;
  guint n = 0;

  deid_date_format_init (&format, inference->formats[0], NULL);
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *value = deid_dictionary_get (dictionary, code);
      DeidDateTime read;

      if (value == NULL || !deid_date_format_read (&format, value, &read))
        continue;
      if (n < G_N_ELEMENTS (codes) && deid_date_is_sentinel (&read.date))
        {
          codes[n] = code;
          days[n++] = deid_date_to_day (&read.date);
          continue;
        }
      first = MIN (first, deid_date_to_day (&read.date));
      last = MAX (last, deid_date_to_day (&read.date));
    }
  for (guint i = 0; i < n && first <= last && look->n_suspects < DEID_MAX_MISSING_TEXTS; i++)
    {
      const gint64 distance = MAX (first - days[i], days[i] - last);

      if (distance >= SENTINEL_YEARS * 365 || (distance > 0 && is_too_frequent (look, codes[i])))
        look->suspects[look->n_suspects++] = (DeidMissingText){ codes[i], DEID_MISSING_TEXT_DATE };
    }
}

/* Counts the values that each format reads, but for those that @but reads, which may be NULL.
 * Returns: the one that reads the most. */
static gboolean
count_formats (const Look *look, const char *but, DeidDateGuess *guess, guint *most,
               const DeidStop *stop, GError **error)
{
  DeidDateFormat format;
  DeidDateTime read;

  deid_date_format_init (&format, but, NULL);
  deid_date_guess_init (guess, G_MAXUINT32);
  for (guint32 code = 0; code < look->column->dictionary.n; code++)
    {
      const char *value = get_ordinary (look, code);

      if (!deid_stop_check_value (stop, code, error))
        return FALSE;
      if (value != NULL && (but == NULL || !deid_date_format_read (&format, value, &read)))
        deid_date_guess_show (guess, value);
    }
  *most = 0;
  for (guint i = 1; i < G_N_ELEMENTS (date_guess_known); i++)
    if (guess->formats[i].n_read > guess->formats[*most].n_read)
      *most = i;
  return TRUE;
}

/* The first row whose value only one of two formats reads. */
static void
find_mixed (DeidColumnInference *inference, const Look *look)
{
  const DeidDictionary *dictionary = &look->column->dictionary;
  DeidDateFormat formats[2];
  DeidDateTime read;

  for (guint i = 0; i < 2; i++)
    deid_date_format_init (&formats[i], inference->mixed[i], NULL);
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *value = deid_dictionary_get (dictionary, code);
      const gboolean is_first = value != NULL && deid_date_format_read (&formats[0], value, &read);
      const gboolean is_second = value != NULL && deid_date_format_read (&formats[1], value, &read);
      const guint side = is_first ? 0 : 1;

      if (is_first == is_second)
        continue;
      if (inference->n_mixed[side]++ == 0)
        inference->first_mixed_row[side] = deid_column_find_code (look->column, code);
    }
}

/* Tells whether four in five of the first values have digits of the number and a length as numbers
 * or dates may have, so that it is worth while to look. */
static gboolean
may_be (const Look *look, guint n_least_digits, guint least_length)
{
  const DeidDictionary *dictionary = &look->column->dictionary;
  guint n = 0, n_like = 0;

  for (guint32 code = 0; code < dictionary->n && n < N_TRIED; code++)
    {
      const char *value = deid_dictionary_get (dictionary, code);
      guint n_digits = 0, length = 0;

      for (; value != NULL && value[length] != '\0' && length <= LONGEST_TRIED; length++)
        n_digits += g_ascii_isdigit (value[length]) ? 1 : 0;
      n += value != NULL ? 1 : 0;
      n_like += n_digits >= n_least_digits && length >= least_length && length <= LONGEST_TRIED ? 1
                                                                                                : 0;
    }
  return 10 * n_like >= 8 * n && n_like > 0;
}

/* Finds two formats that read what none reads alone, or years of two digits. */
static gboolean
find_other_dates (DeidColumnInference *inference, const Look *look, const DeidStop *stop,
                  GError **error)
{
  const DeidDictionary *dictionary = &look->column->dictionary;
  guint formats[2], n_read[2] = { 0, 0 };
  DeidDateGuess guess;

  for (guint i = 0; i < 2 && (i == 0 || n_read[0] > 0); i++)
    {
      if (!count_formats (look, i > 0 ? inference->mixed[0] : NULL, &guess, &formats[i], stop,
                          error))
        return FALSE;
      n_read[i] = guess.formats[formats[i]].n_read;
      inference->mixed[i] = date_guess_known[formats[i]].text;
      if (inference->mixed[i] == NULL)
        inference->mixed[i] = DEID_DATE_FORMAT_ISO;
    }
  if (n_read[1] > 0 && is_most (look, n_read[0] + n_read[1]))
    find_mixed (inference, look);
  for (guint i = 0; n_read[0] == 0 && i < G_N_ELEMENTS (short_years); i++)
    if (inference->short_format == NULL
        && is_most (look, count_read (dictionary, NULL, dictionary->n, short_years[i])))
      inference->short_format = short_years[i];
  return TRUE;
}

/* What a sign may separate: thousands, if it stands before three digits wherever it stands; parts
 * of a decimal, if some value has it and none has two; thousands rather than these if other values
 * are whole and have fewer digits, or nearly all end in a zero, which programs do not write. */
enum
{
  SEPARATES_THOUSANDS = 1,
  SEPARATES_DECIMALS = 2,
  IS_OF_THOUSANDS = 4,
  IS_IN_ALL = 8
};

static guint
look_at_sign (const Look *look, char sign)
{
  guint32 n_with = 0, n_zeros = 0, n_small = 0, n_large = 0;
  guint found = SEPARATES_THOUSANDS | SEPARATES_DECIMALS | IS_IN_ALL;

  for (guint32 code = 0; code < look->column->dictionary.n; code++)
    {
      const char *text = get_ordinary (look, code);
      const char *last = text != NULL ? strrchr (text, sign) : NULL;

      if (last == NULL)
        {
          found &= text != NULL ? ~(guint) IS_IN_ALL : found;
          n_small
              += text != NULL && strspn (text, "0123456789") == strlen (text) && text[1] != '\0';
          n_large += text != NULL && strspn (text, "0123456789") > 3;
          continue;
        }
      n_with++;
      n_zeros += text[strlen (text) - 1] == '0';
      if (strspn (last + 1, "0123456789") != 3 || text[text[0] == '-'] == '0')
        found &= ~(guint) SEPARATES_THOUSANDS;
      if (strchr (text, sign) != last)
        found &= ~(guint) SEPARATES_DECIMALS;
    }
  if (n_with == 0)
    found &= ~(guint) SEPARATES_DECIMALS;
  if (n_with > 1 && n_large == 0 && (n_small > 0 || 10 * n_zeros >= 9 * n_with))
    found |= IS_OF_THOUSANDS;
  return found;
}

/* Tells whether a letter stands next to a digit: a code, and no number with a unit. */
static gboolean
is_labelled (const char *text)
{
  for (; text[0] != '\0' && text[1] != '\0'; text++)
    if ((g_ascii_isalpha (text[0]) && g_ascii_isdigit (text[1]))
        || (g_ascii_isdigit (text[0]) && g_ascii_isalpha (text[1])))
      return TRUE;
  return FALSE;
}

static guint32
count_numbers (const Look *look, const DeidNumberFormat *format, guint32 *n_integers)
{
  g_autofree char *unit = NULL;
  guint32 n = 0;

  *n_integers = 0;
  for (guint32 code = 0; code < look->column->dictionary.n; code++)
    {
      const char *text = get_ordinary (look, code);
      g_autofree char *decimal = NULL;

      if (text != NULL && !is_labelled (text))
        decimal = deid_number_format_read (format, text, &unit);
      n += decimal != NULL ? 1 : 0;
      *n_integers += decimal != NULL && deid_decimal_is_integer (decimal) ? 1 : 0;
    }
  return n;
}

/* Finds the format that reads the most texts as numbers of people, not of programs; of several, the
 * first. */
static void
find_number_format (DeidColumnInference *inference, const Look *look)
{
  guint32 most = 0;

  if (inference->has_leading_zeros || inference->type != DEID_COLUMN_TYPE_TEXT
      || !may_be (look, 1, 1))
    return;
  for (guint i = DEID_N_PLAIN_FORMATS; i < DEID_N_NUMBER_FORMATS; i++)
    {
      const DeidNumberFormat *format = &deid_number_formats[i];
      const DeidNumberFormat plain = { .decimal = format->decimal };
      guint32 n_integers, n_plain;
      const guint32 n = count_numbers (look, format, &n_integers);

      if (n <= most || !is_most (look, n)
          || ((format->thousands == ',' || format->thousands == '.') && n_integers == n
              && (look_at_sign (look, format->thousands) & SEPARATES_THOUSANDS) == 0))
        continue;
      most = n;
      inference->number = *format;
      if (count_numbers (look, &plain, &n_plain) == n)
        inference->number.thousands = 0;
      inference->type = n_integers == n ? DEID_COLUMN_TYPE_INTEGER : DEID_COLUMN_TYPE_DECIMAL;
      inference->n_exceptions = look->n_values - n;
    }
}

/* Numbers as people write them are what codes stand out from. */
static void
look_at_formatted (const DeidColumnInference *inference, Look *look)
{
  for (guint32 code = 0; code < look->column->dictionary.n; code++)
    {
      const char *text = get_ordinary (look, code);
      double number;

      if (text == NULL || !deid_column_inference_read_number (inference, text, &number))
        continue;
      look->n_ordinary++;
      look->n_negative += number < 0;
      look->least = MIN (look->least, number);
      look->greatest = MAX (look->greatest, number);
    }
}

gboolean
deid_column_inference_read_number (const DeidColumnInference *inference, const char *text,
                                   double *number)
{
  const gboolean is_formatted = inference->number.decimal != 0;
  g_autofree char *decimal
      = is_formatted ? deid_number_format_read (&inference->number, text, NULL) : g_strdup (text);

  *number = decimal != NULL ? g_ascii_strtod (decimal, NULL) : 0;
  return decimal != NULL
         && (inference->type == DEID_COLUMN_TYPE_INTEGER ? deid_decimal_is_integer (decimal)
                                                         : deid_decimal_is_valid (decimal));
}

DeidColumnInference *
deid_column_inference_new (const DeidDataset *dataset, const char *name, const DeidStop *stop,
                           GError **error)
{
  g_autoptr (DeidColumnInference) inference = NULL;
  g_autofree Look *look = NULL;
  guint column;

  if (!deid_dataset_find_column (dataset, name, &column, error))
    return NULL;
  inference = g_new0 (DeidColumnInference, 1);
  look = g_new0 (Look, 1);
  look->column = &dataset->columns[column];
  look->least = HUGE_VAL;
  look->n_suspects = deid_missing_texts_list (&look->column->dictionary, look->suspects);
  deid_date_format_init (&look->compact, COMPACT_FORMAT, NULL);
  deid_date_guess_init (&look->dates, look->column->dictionary.n / VALUES_PER_EXCEPTION);
  if (!look_at_all (look, stop, error))
    return NULL;
  choose_type (inference, look);
  if (!deid_column_type_is_numeric (inference->type) && !inference->has_leading_zeros
      && (inference->type == DEID_COLUMN_TYPE_TEXT || inference->n_exceptions > 0)
      && may_be (look, 3, 6) && !find_other_dates (inference, look, stop, error))
    return NULL;
  if (inference->type == DEID_COLUMN_TYPE_DECIMAL)
    {
      const guint signs_found = look_at_sign (look, '.');

      inference->may_have_thousands
          = (~signs_found & (SEPARATES_THOUSANDS | SEPARATES_DECIMALS)) == 0;
      inference->has_thousands
          = inference->may_have_thousands && (signs_found & IS_OF_THOUSANDS) != 0;
    }
  if (inference->has_thousands)
    {
      inference->type = DEID_COLUMN_TYPE_INTEGER;
      inference->number = (DeidNumberFormat){ ',', '.' };
    }
  if (inference->short_format == NULL && inference->n_mixed[1] == 0)
    find_number_format (inference, look);
  if (inference->number.decimal != 0)
    {
      look->n_ordinary = look->n_negative = 0;
      look_at_formatted (inference, look);
    }
  if (inference->type == DEID_COLUMN_TYPE_INTEGER && inference->number.thousands == ',')
    {
      const guint comma = look_at_sign (look, ',');

      inference->may_have_comma = (comma & SEPARATES_DECIMALS) != 0;
      inference->has_commas = inference->may_have_comma && (comma & IS_IN_ALL) != 0;
    }
  if (inference->type == DEID_COLUMN_TYPE_DATE)
    add_date_sentinels (inference, look);
  choose_missing_codes (inference, look);
  return g_steal_pointer (&inference);
}
