/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"

#include <string.h>

#include "base/memory.h"

/* Of what is added at once without being allocated first. */
#define LONG_TEXT_SHORT 128

void
deid_long_text_add_bytes (DeidLongText *text, const char *added, gsize length)
{
  if (text->error != NULL
      || !deid_grow ((gpointer *) &text->text, &text->capacity, text->n + length + 1, 1,
                     &text->error))
    return;
  memcpy (text->text + text->n, added, length);
  text->n += length;
  text->text[text->n] = '\0';
}

void
deid_long_text_add (DeidLongText *text, const char *format, ...)
{
  char added[LONG_TEXT_SHORT];
  va_list args;
  gint length;

  va_start (args, format);
  length = g_vsnprintf (added, sizeof added, format, args);
  va_end (args);
  if (length < LONG_TEXT_SHORT)
    {
      deid_long_text_add_bytes (text, added, (gsize) length);
      return;
    }
  if (text->error != NULL
      || !deid_grow ((gpointer *) &text->text, &text->capacity, text->n + (guint64) length + 1, 1,
                     &text->error))
    return;
  va_start (args, format);
  g_vsnprintf (text->text + text->n, (gulong) length + 1, format, args);
  va_end (args);
  text->n += (guint64) length;
}

void
deid_long_text_add_double (DeidLongText *text, const char *format, double value)
{
  char added[LONG_TEXT_SHORT];

  g_ascii_formatd (added, sizeof added, format, value);
  deid_long_text_add_bytes (text, added, strlen (added));
}

void
deid_long_text_add_json (DeidLongText *text, const char *string)
{
  static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  const char *c = string;

  deid_long_text_add_bytes (text, "\"", 1);
  while (*c != '\0')
    {
      const char *start = c, *found;

      while ((guchar) *c >= 0x20 && *c != 0x7F && *c != '"' && *c != '\\')
        c++;
      deid_long_text_add_bytes (text, start, (gsize) (c - start));
      if (*c == '\0')
        break;
      found = strchr (special, *c);
      if (found != NULL)
        deid_long_text_add (text, "\\%c", letters[found - special]);
      else
        deid_long_text_add (text, "\\u%04x", (guint) *c);
      c++;
    }
  deid_long_text_add_bytes (text, "\"", 1);
}

gboolean
deid_long_text_check (DeidLongText *text, GError **error)
{
  if (text->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&text->error));
  return FALSE;
}

char *
deid_long_text_end (DeidLongText *text, GError **error)
{
  deid_long_text_add_bytes (text, "", 0);
  if (deid_long_text_check (text, error))
    return g_steal_pointer (&text->text);
  g_clear_pointer (&text->text, g_free);
  return NULL;
}

void
deid_long_text_clear (DeidLongText *text)
{
  g_clear_error (&text->error);
  g_free (text->text);
  *text = (DeidLongText){ 0 };
}
