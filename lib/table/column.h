/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "table/codes.h"
#include "table/column-type.h"
#include "base/dictionary.h"
#include "base/stop.h"

/* Of a table. A column of few values takes about 700 bytes, however short its line in a file is. */
#define DEID_MAX_COLUMNS 131072

/* A dictionary-encoded column. The missing value has a code of its own, so that kernels need not
 * ask whether a value is there. */
typedef struct
{
  char *name;
  char *shown; /* the name for messages and reports, or NULL if it is as it is */
  DeidRole role;
  gboolean is_role_set; /* the host gave a role, if only that of an identifying column */
  DeidMissingPolicy missing_policy;
  DeidColumnType type;
  char *format;         /* of dates, or NULL */
  guint generalized;    /* the level up to which an engine did so before it counted, or 0 */
  char **missing_codes; /* texts that stood for a missing value, to a NULL; or NULL */
  gint is_lent;         /* atomic: a host has the codes */
  guint *joined;        /* columns that a joint one combines, in their order; else NULL */
  guint n_joined;
  guint *parts; /* what these are made of in the end, none of them joint; else NULL */
  guint n_parts;
  DeidDictionary dictionary;
  DeidCodes codes;
} DeidColumn;

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

/* Tells whether the values are numbers, which the type alone says. */
static inline gboolean
deid_column_has_numbers (const DeidColumn *column)
{
  return deid_column_type_is_numeric (column->type);
}

/* Gives memory back that growing took in advance. */
void deid_column_shrink (DeidColumn *column);

/* Returns: the first row with a code, which some row has. */
guint64 deid_column_find_code (const DeidColumn *column, guint32 code);

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
