/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/calendar.h"
#include "base/dictionary.h"
#include "base/work.h"

#include <deid/deid.h>

/* Which formats the dates of a column may be written in. */

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
  guint64 first_exception; /* a row, or G_MAXUINT64 */
  gboolean has_leading_zeros;
  char **missing_codes;
} DeidColumnInference;

/* Inspects the values of a column, whatever its type. Errors: %DEID_ERROR_UNKNOWN_COLUMN,
 * %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). Complexity: O(length of the distinct values),
 * and the rows up to the first exception. */
DeidColumnInference *deid_column_inference_new (const DeidDataset *dataset, const char *name,
                                                const DeidStop *stop, GError **error);
void deid_column_inference_free (DeidColumnInference *inference);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidColumnInference, deid_column_inference_free)
