/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/date-guess.h"

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
