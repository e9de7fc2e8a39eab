/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which formats the dates of a column may be written in. */
#pragma once

#include "base/dates/date-format.h"

#define DEID_MAX_GUESSED_FORMATS 16

typedef struct
{
  DeidDateFormat format;
  DeidDateFormat padded; /* that has two digits for each day and month; no part if there is none */
  guint32 n_read;        /* values that the format reads */
  guint32 n_padded;      /* and the other one */
} DeidGuessedFormat;

/* Formats are left out once they fail to read more values than are allowed. */
typedef struct
{
  DeidGuessedFormat formats[DEID_MAX_GUESSED_FORMATS];
  guint left[DEID_MAX_GUESSED_FORMATS]; /* formats that are left */
  guint n_left;
  guint32 n_values;     /* that were shown */
  guint32 n_exceptions; /* that are allowed */
} DeidDateGuess;

void deid_date_guess_init (DeidDateGuess *guess, guint32 n_exceptions);
void deid_date_guess_show (DeidDateGuess *guess, const char *value);

/* Lists the formats that read the most values. Returns: their number. */
guint deid_date_guess_list (const DeidDateGuess *guess,
                            const char *formats[DEID_MAX_GUESSED_FORMATS], guint32 *n_read);
