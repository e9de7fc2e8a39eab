/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A text that may grow with the data. Once memory ran out, nothing more is added; the end tells. */
typedef struct
{
  char *text;
  guint64 n;
  guint64 capacity;
  GError *error;
} DeidLongText;

/* Adds @length bytes as they are. */
void deid_long_text_add_bytes (DeidLongText *text, const char *added, gsize length);

void deid_long_text_add (DeidLongText *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Adds a number in a printf format of doubles, in any locale the same. */
void deid_long_text_add_double (DeidLongText *text, const char *format, double value);

/* Adds a UTF-8 text as a JSON string. */
void deid_long_text_add_json (DeidLongText *text, const char *string);

/* Fails with %DEID_ERROR_NO_MEMORY if something was not added. */
gboolean deid_long_text_check (DeidLongText *text, GError **error);

/* Returns: (transfer full): the text, which ends in a NUL, or %NULL with %DEID_ERROR_NO_MEMORY. */
char *deid_long_text_end (DeidLongText *text, GError **error);

/* Gives up. A text that is 0 may be cleared. */
void deid_long_text_clear (DeidLongText *text);
