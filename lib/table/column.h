/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/calendar.h"
#include "base/dictionary.h"
#include "base/work.h"
#include "table/number-format.h"

#include <deid/deid.h>
#include <glib.h>

/* A growing array of dictionary codes in the smallest width that holds them all: 1, 2 or 4
 * bytes. */
typedef struct
{
  gpointer data;
  guint64 n;
  guint64 capacity;
  guint width;
} DeidCodes;

void deid_codes_init (DeidCodes *codes);
void deid_codes_clear (DeidCodes *codes);

/* Makes room for @n more codes, so that they come without growing if they are not wider. */
gboolean deid_codes_reserve (DeidCodes *codes, guint64 n, GError **error);
gboolean deid_codes_append_all (DeidCodes *codes, const guint32 *added, guint n, GError **error);

/* Appends what @map says of other codes, which is @greatest at most. */
gboolean deid_codes_append_mapped (DeidCodes *codes, const DeidCodes *others, const guint32 *map,
                                   guint32 greatest, GError **error);

/* Makes @n codes, all 0, to be set; none of them above @greatest. */
gboolean deid_codes_alloc (DeidCodes *codes, guint64 n, guint32 greatest, GError **error);

/* Sets the codes from @first on to those of some rows of another array of the same width. */
void deid_codes_set_rows (DeidCodes *to, guint64 first, const DeidCodes *from, const guint32 *rows,
                          guint64 n);

/* Sets @n codes from @first on to what @map says of those of another array from @start on. */
void deid_codes_set_mapped (DeidCodes *to, guint64 first, const DeidCodes *from, guint64 start,
                            guint64 n, const guint32 *map);

/* Adds to the count of each code how often it is among the @n codes from @first on. */
void deid_codes_count (const DeidCodes *codes, guint64 first, guint64 n, guint64 *counts);

/* Makes a copy of the codes of some rows in the same width. On failure it may be cleared. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_codes_copy_rows (DeidCodes *to, const DeidCodes *from, const guint32 *rows, guint64 n,
                               GError **error);

static inline guint32
deid_codes_get (const DeidCodes *codes, guint64 i)
{
  switch (codes->width)
    {
    case 1:
      return ((const guint8 *) codes->data)[i];
    case 2:
      return ((const guint16 *) codes->data)[i];
    default:
      return ((const guint32 *) codes->data)[i];
    }
}

static inline void
deid_codes_set (DeidCodes *codes, guint64 i, guint32 code)
{
  switch (codes->width)
    {
    case 1:
      ((guint8 *) codes->data)[i] = (guint8) code;
      break;
    case 2:
      ((guint16 *) codes->data)[i] = (guint16) code;
      break;
    default:
      ((guint32 *) codes->data)[i] = code;
    }
}

/* Makes room for one more code of some width. */
gboolean deid_codes_make_room (DeidCodes *codes, guint32 code, GError **error);

static inline gboolean
deid_codes_append (DeidCodes *codes, guint32 code, GError **error)
{
  if ((codes->n == codes->capacity || (guint64) code >> 8 * codes->width != 0)
      && !deid_codes_make_room (codes, code, error))
    return FALSE;
  deid_codes_set (codes, codes->n++, code);
  return TRUE;
}

/* Tells whether values of a type are numbers. */
static inline gboolean
deid_column_type_is_numeric (DeidColumnType type)
{
  return type == DEID_COLUMN_TYPE_INTEGER || type == DEID_COLUMN_TYPE_DECIMAL;
}

/* Reads values as one type. */
typedef struct
{
  DeidColumnType type;
  DeidDateFormat format;   /* of dates */
  DeidNumberFormat number; /* of numbers */
  gboolean is_lenient;     /* other values are missing */
} DeidTypeReader;

/* @format is that of deid_dataset_set_column_type(). Errors: %DEID_ERROR_INVALID_ARGUMENT for
 * another type, or a format of one that has none; %DEID_ERROR_PARSE for a format that is none. */
gboolean deid_type_reader_init (DeidTypeReader *reader, DeidColumnType type, const char *format,
                                GError **error);

/* The same by the name of the type, with the format of dates behind a blank. */
gboolean deid_type_reader_init_from_text (DeidTypeReader *reader, const char *text, GError **error);

/* Returns: whether a text is a value of the type. */
gboolean deid_type_reader_accepts (const DeidTypeReader *reader, const char *text);

/* Compares two values of the type: numbers exactly, dates by day and time up to the second, texts
 * by their bytes.
 *
 * Returns: below 0, 0 or above 0; 0 also for two texts of one number or second. */
int deid_type_reader_compare (const DeidTypeReader *reader, const char *a, const char *b);

/* Of a table. A column of few values takes about 700 bytes, however short its line in a file is. */
#define DEID_MAX_COLUMNS 131072

/* What became of the dates of a column, person by person. */
typedef enum
{
  DEID_PERSON_TIME_ABSOLUTE = 0,
  DEID_PERSON_TIME_SHIFTED, /* all dates of a person by the same number of days */
  DEID_PERSON_TIME_RELATIVE /* numbers of days since the person's first date */
} DeidPersonTime;

/* A dictionary-encoded column. The missing value has a code of its own, so that kernels need not
 * ask whether a value is there. */
typedef struct
{
  char *name;
  char *shown; /* the name for messages and reports, or NULL if it is as it is */
  DeidRole role;
  DeidPersonTime person_time;
  guint64 tables;        /* bits of the linked tables that have it; 0 without linked tables */
  gboolean is_pseudonym; /* of an entity or a judged column: its values may be written */
  gboolean is_count;     /* of rows, which no table but this one has */
  gboolean is_role_set;  /* the host gave a role, if only that of an identifying column */
  gboolean keeps_values; /* also those of rows that are left out */
  guint32 n_kept;        /* kept values that no row has any more, not counting a missing one */
  DeidMissingPolicy missing_policy;
  DeidColumnType type;
  char *format;        /* of dates, or NULL */
  char *stated_format; /* as the type was given, with what it says of numbers; or NULL */
  DeidNumberFormat number;
  GHashTable *forms;    /* of decimals, as they came where they are not written so; or NULL */
  char *suppressed;     /* what is written for the label of suppressed values, or NULL */
  guint generalized;    /* the level up to which an engine did so before it counted, or 0 */
  char **missing_codes; /* texts that stood for a missing value, to a NULL; or NULL */
  char separator;       /* between the values of a cell, which is a set then; or NUL */
  gint is_lent;         /* atomic: a host has the codes */
  gpointer coarsening;  /* how its values were generalized, or NULL */
  GDestroyNotify free_coarsening;
  guint *joined; /* columns that a joint one combines, in their order; else NULL */
  guint n_joined;
  guint *parts; /* what these are made of in the end, none of them joint; else NULL */
  guint n_parts;
  DeidDictionary dictionary;
  DeidCodes codes;
} DeidColumn;

/* Returns: how many values rows have, not counting missing ones. */
static inline guint32
deid_column_get_n_distinct (const DeidColumn *column)
{
  return column->dictionary.n - (column->dictionary.missing != DEID_NO_CODE) - column->n_kept;
}

/* On failure the column may be cleared, and nothing else. */
gboolean deid_column_init (DeidColumn *column, const char *name, GError **error);
void deid_column_clear (DeidColumn *column);

/* Appends a value; the errors are those of deid_dictionary_add(). */
gboolean deid_column_append (DeidColumn *column, const char *text, gsize length, GError **error);
gboolean deid_column_append_missing (DeidColumn *column, GError **error);

/* How many values may be appended between two checks: writing a number out, finding a text among
 * millions and growing take more than reading a code. */
#define DEID_VALUES_PER_CHECK 8192

/* Fails as deid_stop_check() does, on the first of every %DEID_VALUES_PER_CHECK values. */
static inline gboolean
deid_stop_check_value (const DeidStop *stop, guint64 number, GError **error)
{
  return number % DEID_VALUES_PER_CHECK != 0 || deid_stop_check (stop, error);
}

/* Says of what type all values are. @format may be %NULL, and may be that of the column. */
void deid_column_set_type (DeidColumn *column, DeidColumnType type, const char *format);

/* Lets numbers and suppressed values of a column be written as those of another one. */
void deid_column_copy_forms (DeidColumn *column, const DeidColumn *from);

/* The label of what is suppressed, unless the column has another text for it. */
#define DEID_SUPPRESSED_LABEL "*"

/* Returns: (transfer full) (nullable): how a text of the column is written in files, %NULL if it is
 * as it is. */
char *deid_column_write_text (const DeidColumn *column, const char *text);

/* Tells whether the values are numbers, which the type alone says. */
static inline gboolean
deid_column_has_numbers (const DeidColumn *column)
{
  return deid_column_type_is_numeric (column->type);
}

/* Sorts dates as the column writes them; those of the same second by their bytes. Errors: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_column_sort_dates (const DeidColumn *column, const char **values, guint64 n,
                                 const DeidStop *stop, GError **error);

/* Gives memory back that growing took in advance. */
void deid_column_shrink (DeidColumn *column);

/* Returns: the first row with a code, or the number of rows if only rows that are left out have it.
 */
guint64 deid_column_find_code (const DeidColumn *column, guint32 code);

/* Returns: (transfer full): the first row of each code, or %NULL with %DEID_ERROR_NO_MEMORY. */
guint64 *deid_column_list_first_rows (const DeidColumn *column, GError **error);

/* Returns: the name, for messages and reports. */
static inline const char *
deid_column_show (const DeidColumn *column)
{
  return column->shown != NULL ? column->shown : column->name;
}

static inline const char *
deid_column_get (const DeidColumn *column, guint64 row)
{
  return deid_dictionary_get (&column->dictionary, deid_codes_get (&column->codes, row));
}
