/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/calendar.h"
#include "base/dictionary.h"
#include "base/work.h"
#include "table/number-format.h"

#include <deid/deid.h>

/* Which formats the dates of a column may be written in. */

#define DEID_MAX_GUESSED_FORMATS 24

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

/* Returns: (transfer full) (nullable): what reads values that are no dates as they should be, to
 * end a message: `; format=DD.MM.YYYY reads them`; %NULL if nothing does, or @own, which may be
 * %NULL, is a format that reads some. @codes lists them; the other values are dates as they should
 * be. */
char *deid_date_guess_advise (const DeidDictionary *values, const guint32 *codes, guint32 n,
                              const char *own);

/* What the values of a column look like: their likely type, what speaks against it, and which of
 * them seem to mean a missing value: see deid_report_new_suggestions(). Values of the table are not
 * kept except codes of the list. */
typedef struct
{
  DeidColumnType type;
  const char *formats[DEID_MAX_GUESSED_FORMATS]; /* that read dates best; NULL for ISO 8601 */
  guint n_formats;
  guint n_values; /* different ones, but for missing codes */
  guint n_exceptions;
  gboolean has_leading_zeros;
  gboolean may_have_thousands; /* decimals all of whose points stand before three digits */
  gboolean has_thousands;      /* of these, such as 1.250 beside 850, which are read as integers */
  gboolean may_have_comma;     /* integers whose only comma stands before three digits */
  gboolean has_commas;         /* of these, each */
  const char *short_format;    /* that reads texts as dates whose years have two digits, or NULL */
  DeidNumberFormat number;     /* how numbers are written; no decimal mark if as in programs */
  char **missing_codes;
  const char *doubtful;       /* a word of a text that may mean that there is no value, or NULL */
  guint n_sentinels;          /* of these codes, numbers and dates; they come last */
  const char *mixed[2];       /* formats that read all dates together, but not each; or NULL */
  guint32 n_mixed[2];         /* values that only one of them reads: some if the orders are two */
  guint64 first_mixed_row[2]; /* that has one */
} DeidColumnInference;

/* Inspects the values of a column, whatever its type. Errors:
 * %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). Complexity:
 * O(length of the distinct values). */
DeidColumnInference *deid_column_inference_new (const DeidDataset *dataset, const char *name,
                                                const DeidStop *stop, GError **error);

/* Reads a value as a number of the type. */
gboolean deid_column_inference_read_number (const DeidColumnInference *inference, const char *text,
                                            double *number);
void deid_column_inference_free (DeidColumnInference *inference);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidColumnInference, deid_column_inference_free)
