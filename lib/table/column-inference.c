/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/column-inference.h"

#include "base/rational.h"
#include "base/work.h"
#include "table/dataset-private.h"

#include <stdlib.h>
#include <string.h>

/* What a text that often means a missing value is. */
typedef enum
{
  DEID_MISSING_TEXT_SIGN,     /* means nothing else: `?`, `#N/A` */
  DEID_MISSING_TEXT_WORD,     /* may be a value among texts: `NA`, `unknown` */
  DEID_MISSING_TEXT_NEGATIVE, /* a number that is none if no other is negative: `-9` */
  DEID_MISSING_TEXT_NINES     /* a number that is none if it is far above all others: `999` */
} DeidMissingKind;

typedef struct
{
  guint32 code; /* of the dictionary */
  DeidMissingKind kind;
} DeidMissingText;

#define DEID_MAX_MISSING_TEXTS 256

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
  { "D-M-YYYY", "DD-MM-YYYY" },
  { "M-D-YYYY", "MM-DD-YYYY" },
  { "YYYY/M/D", "YYYY/MM/DD" },
  { "YYYY.M.D", "YYYY.MM.DD" },
  { "D-MMM-YYYY", "DD-MMM-YYYY" },
  { "D MMM YYYY", "DD MMM YYYY" },
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

      deid_date_format_init (
          &guessed->format,
          date_guess_known[i].text != NULL ? date_guess_known[i].text : DEID_DATE_FORMAT_ISO, NULL);
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

#define MAX_LENGTH 24

/* Each in lower case; they are looked for in upper case too, and with a capital. */
static const struct
{
  const char *text;
  DeidMissingKind kind;
} missing_texts_known[] = {
  { "?", DEID_MISSING_TEXT_SIGN },
  { "??", DEID_MISSING_TEXT_SIGN },
  { "???", DEID_MISSING_TEXT_SIGN },
  { ".", DEID_MISSING_TEXT_SIGN },
  { "..", DEID_MISSING_TEXT_SIGN },
  { "...", DEID_MISSING_TEXT_SIGN },
  { "-", DEID_MISSING_TEXT_SIGN },
  { "--", DEID_MISSING_TEXT_SIGN },
  { "---", DEID_MISSING_TEXT_SIGN },
  { "_", DEID_MISSING_TEXT_SIGN },
  { "null", DEID_MISSING_TEXT_SIGN },
  { "(null)", DEID_MISSING_TEXT_SIGN },
  { "<null>", DEID_MISSING_TEXT_SIGN },
  { "#null!", DEID_MISSING_TEXT_SIGN },
  { "n/a", DEID_MISSING_TEXT_SIGN },
  { "#n/a", DEID_MISSING_TEXT_SIGN },
  { "<na>", DEID_MISSING_TEXT_SIGN },
  { "\\n", DEID_MISSING_TEXT_SIGN },
  { "na", DEID_MISSING_TEXT_WORD },
  { "n.a.", DEID_MISSING_TEXT_WORD },
  { "nan", DEID_MISSING_TEXT_WORD },
  { "nil", DEID_MISSING_TEXT_WORD },
  { "none", DEID_MISSING_TEXT_WORD },
  { "unk", DEID_MISSING_TEXT_WORD },
  { "unknown", DEID_MISSING_TEXT_WORD },
  { "missing", DEID_MISSING_TEXT_WORD },
  { "undefined", DEID_MISSING_TEXT_WORD },
  { "not known", DEID_MISSING_TEXT_WORD },
  { "not available", DEID_MISSING_TEXT_WORD },
  { "not stated", DEID_MISSING_TEXT_WORD },
  { "not recorded", DEID_MISSING_TEXT_WORD },
  { "refused", DEID_MISSING_TEXT_WORD },
  { "unbekannt", DEID_MISSING_TEXT_WORD },
  { "k.a.", DEID_MISSING_TEXT_WORD },
  { "keine angabe", DEID_MISSING_TEXT_WORD },
  { "inconnu", DEID_MISSING_TEXT_WORD },
  { "desconocido", DEID_MISSING_TEXT_WORD },
  { "sin dato", DEID_MISSING_TEXT_WORD },
  { "0000-00-00", DEID_MISSING_TEXT_WORD },
  { "9999-99-99", DEID_MISSING_TEXT_WORD },
  { "-1", DEID_MISSING_TEXT_NEGATIVE },
  { "-7", DEID_MISSING_TEXT_NEGATIVE },
  { "-8", DEID_MISSING_TEXT_NEGATIVE },
  { "-9", DEID_MISSING_TEXT_NEGATIVE },
  { "-77", DEID_MISSING_TEXT_NEGATIVE },
  { "-88", DEID_MISSING_TEXT_NEGATIVE },
  { "-99", DEID_MISSING_TEXT_NEGATIVE },
  { "-777", DEID_MISSING_TEXT_NEGATIVE },
  { "-888", DEID_MISSING_TEXT_NEGATIVE },
  { "-999", DEID_MISSING_TEXT_NEGATIVE },
  { "-9999", DEID_MISSING_TEXT_NEGATIVE },
  { "-99999", DEID_MISSING_TEXT_NEGATIVE },
  { "99", DEID_MISSING_TEXT_NINES },
  { "999", DEID_MISSING_TEXT_NINES },
  { "9999", DEID_MISSING_TEXT_NINES },
  { "99999", DEID_MISSING_TEXT_NINES },
  { "999999", DEID_MISSING_TEXT_NINES },
  { "9999999", DEID_MISSING_TEXT_NINES },
  { "99999999", DEID_MISSING_TEXT_NINES },
  { "999999999", DEID_MISSING_TEXT_NINES },
};

/* Each of them may be found in three spellings. */
G_STATIC_ASSERT (3 * G_N_ELEMENTS (missing_texts_known) <= DEID_MAX_MISSING_TEXTS);

static int
missing_texts_compare (const void *a, const void *b)
{
  const guint32 x = ((const DeidMissingText *) a)->code, y = ((const DeidMissingText *) b)->code;

  return x < y ? -1 : x > y;
}

/* Returns: whether the text is there and was not found in a spelling before. */
static gboolean
missing_texts_find (const DeidDictionary *dictionary, const char *text,
                    const DeidMissingText *before, guint n, guint32 *code)
{
  *code = deid_dictionary_find (dictionary, text, strlen (text));
  if (*code == DEID_NO_CODE)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (before[i].code == *code)
      return FALSE;
  return TRUE;
}

/* Lists the texts of a dictionary that often mean a missing value, by ascending codes.
 * Returns: their number. */
static guint
missing_texts_list (const DeidDictionary *dictionary, DeidMissingText found[DEID_MAX_MISSING_TEXTS])
{
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (missing_texts_known); i++)
    {
      char spelling[MAX_LENGTH];

      g_strlcpy (spelling, missing_texts_known[i].text, sizeof spelling);
      for (guint s = 0; s < 3; s++)
        {
          guint32 code;

          if (s == 1)
            spelling[0] = g_ascii_toupper (spelling[0]);
          for (char *p = spelling; s == 2 && *p != '\0'; p++)
            *p = g_ascii_toupper (*p);
          if (missing_texts_find (dictionary, spelling, found, n, &code))
            found[n++] = (DeidMissingText){ code, missing_texts_known[i].kind };
        }
    }
  qsort (found, n, sizeof *found, missing_texts_compare);
  return n;
}

/* What the values of a column look like. Nothing that is decided depends on it, so that numbers may
 * be compared as doubles. */

/* One value in so many may be an exception. */
#define VALUES_PER_EXCEPTION 20

/* Numbers stand out among so many others, those of nines by this factor. */
#define MIN_OTHERS   3
#define NINES_FACTOR 4

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
  double greatest;    /* value that is not of nines alone */
  guint32 n_ordinary; /* decimals that are no suspects */
  gboolean has_leading_zeros;
  DeidDateFormat compact;
  DeidDateGuess dates;
} Look;

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
  if (suspect == NULL)
    {
      look->n_ordinary++;
      look->n_negative += text[0] == '-';
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
          || (suspect != NULL && suspect->kind <= DEID_MISSING_TEXT_WORD))
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

/* Tells whether a suspect stands out from the values of the type. */
static gboolean
stands_out (const DeidColumnInference *inference, const Look *look, const DeidMissingText *suspect)
{
  const char *text = deid_dictionary_get (&look->column->dictionary, suspect->code);
  const gboolean is_number
      = inference->type == DEID_COLUMN_TYPE_INTEGER || inference->type == DEID_COLUMN_TYPE_DECIMAL;

  switch (suspect->kind)
    {
    case DEID_MISSING_TEXT_SIGN:
      return look->n_values > 0;
    case DEID_MISSING_TEXT_WORD:
      return inference->type != DEID_COLUMN_TYPE_TEXT || inference->has_leading_zeros;
    case DEID_MISSING_TEXT_NEGATIVE:
      return is_number && look->n_ordinary >= MIN_OTHERS && look->n_negative == 0;
    case DEID_MISSING_TEXT_NINES:
      return is_number && look->n_ordinary >= MIN_OTHERS && look->greatest > 0
             && g_ascii_strtod (text, NULL) >= NINES_FACTOR * look->greatest;
    default:
      return FALSE;
    }
}

static void
choose_missing_codes (DeidColumnInference *inference, const Look *look)
{
  guint n = 0;

  inference->missing_codes = g_new0 (char *, look->n_suspects + 1);
  for (guint s = 0; s < look->n_suspects; s++)
    {
      const DeidMissingText *suspect = &look->suspects[s];
      const gboolean is_counted = suspect->kind > DEID_MISSING_TEXT_WORD;
      const gboolean is_missing = stands_out (inference, look, suspect);

      if (is_missing)
        inference->missing_codes[n++]
            = g_strdup (deid_dictionary_get (&look->column->dictionary, suspect->code));
      inference->n_values += (guint) (!is_counted && !is_missing);
      inference->n_values -= (guint) (is_counted && is_missing);
    }
}

static gboolean
is_exception (const DeidColumnInference *inference, const DeidDateFormat *format, const char *text)
{
  DeidDateTime read;

  switch (inference->type)
    {
    case DEID_COLUMN_TYPE_INTEGER:
      return !deid_decimal_is_integer (text);
    case DEID_COLUMN_TYPE_DECIMAL:
      return !deid_decimal_is_valid (text);
    case DEID_COLUMN_TYPE_DATE:
      return !deid_date_format_read (format, text, &read);
    default:
      return FALSE;
    }
}

/* Codes are in the order of first appearance. */
static gboolean
find_first_exception (DeidColumnInference *inference, const DeidColumn *column,
                      const DeidStop *stop, GError **error)
{
  const DeidDictionary *dictionary = &column->dictionary;
  const char *const *missing = (const char *const *) inference->missing_codes;
  const char *text = inference->n_formats > 0 && inference->formats[0] != NULL
                         ? inference->formats[0]
                         : DEID_DATE_FORMAT_ISO;
  DeidDateFormat format;

  deid_date_format_init (&format, text, NULL);
  for (guint32 code = 0; inference->n_exceptions > 0 && code < dictionary->n; code++)
    {
      if (!deid_stop_check_value (stop, code, error))
        return FALSE;
      text = deid_dictionary_get (dictionary, code);
      if (text != NULL && is_exception (inference, &format, text)
          && !g_strv_contains (missing, text))
        {
          inference->first_exception = deid_column_find_code (column, code);
          break;
        }
    }
  return TRUE;
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
  inference->first_exception = G_MAXUINT64;
  look = g_new0 (Look, 1);
  look->column = &dataset->columns[column];
  look->n_suspects = missing_texts_list (&look->column->dictionary, look->suspects);
  deid_date_format_init (&look->compact, COMPACT_FORMAT, NULL);
  deid_date_guess_init (&look->dates, look->column->dictionary.n / VALUES_PER_EXCEPTION);
  if (!look_at_all (look, stop, error))
    return NULL;
  choose_type (inference, look);
  choose_missing_codes (inference, look);
  if (!find_first_exception (inference, look->column, stop, error))
    return NULL;
  return g_steal_pointer (&inference);
}
