/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/key-file.h"

#include "base/arrays.h"
#include "base/text.h"

#include <deid/deid.h>
#include <string.h>

/* What stands at one place of a text. */
typedef enum
{
  TOKEN_END,
  TOKEN_BYTE,
  TOKEN_CHARACTER, /* any one */
  TOKEN_CHARACTERS /* any number of them */
} Token;

/* Moves on behind the token. */
static Token
section_name_read_token (const char **place, char *byte)
{
  const char *p = *place;

  if (*p == '\0')
    return TOKEN_END;
  *place = p + 1;
  if (*p == '*')
    return TOKEN_CHARACTERS;
  if (*p == '?')
    return TOKEN_CHARACTER;
  *byte = *p;
  if (deid_text_is_escape (p, byte))
    *place = p + 3;
  return TOKEN_BYTE;
}

char *
deid_section_name_escape (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *p = name; *p != '\0';)
    {
      const gboolean is_end = p == name || p[1] == '\0';
      gboolean is_plain;
      const char *behind = p + deid_text_measure_character (p, &is_plain);

      is_plain &= strchr ("[]%*?", *p) == NULL && (*p != ' ' || !is_end);
      for (; p < behind; p++)
        g_string_append_printf (text, is_plain ? "%c" : "%%%02X", (guint) (guchar) *p);
    }
  return g_string_free (text, FALSE);
}

char *
deid_section_name_unescape (const char *text)
{
  g_autofree char *name = g_malloc (strlen (text) + 1);
  gsize n = 0;

  while (section_name_read_token (&text, &name[n]) != TOKEN_END)
    if (name[n++] == '\0')
      return NULL;
  name[n] = '\0';
  return n > 0 && g_utf8_validate (name, -1, NULL) ? g_steal_pointer (&name) : NULL;
}

gboolean
deid_section_name_is_glob (const char *text)
{
  return strpbrk (text, "*?") != NULL;
}

/* Goes back to the last asterisk alone: if the rest does not match behind one more of the
 * characters that it stands for, neither would an earlier asterisk have helped. */
gboolean
deid_section_name_matches (const char *text, const char *name)
{
  const char *behind_last = NULL, *name_at_last = NULL;

  while (TRUE)
    {
      char byte = '\0';
      const Token token = section_name_read_token (&text, &byte);

      if (token == TOKEN_CHARACTERS)
        {
          behind_last = text;
          name_at_last = name;
        }
      else if (token == TOKEN_CHARACTER && *name != '\0')
        name = g_utf8_next_char (name);
      else if (token == TOKEN_BYTE && *name != '\0' && byte == *name)
        name++;
      else if (token == TOKEN_END && *name == '\0')
        return TRUE;
      else if (behind_last == NULL || *name_at_last == '\0')
        return FALSE;
      else
        {
          text = behind_last;
          name_at_last = g_utf8_next_char (name_at_last);
          name = name_at_last;
        }
    }
}

/* The control characters that have escapes, and the letters of these. */
static const char key_file_controls[] = "\n\t\r", key_file_letters[] = "ntr";

/* Cuts off what is left of the text behind a line. Returns: FALSE at the end. */
static gboolean
take_line (DeidKeyFile *file, char **line)
{
  if (*file->next == '\0')
    return FALSE;
  *line = file->next;
  file->next += strcspn (file->next, "\n");
  if (*file->next != '\0')
    *file->next++ = '\0';
  file->line++;
  g_strstrip (*line);
  return TRUE;
}

static gboolean
key_file_read_section (DeidKeyFile *file, char *line)
{
  const gsize length = strlen (line);

  if (length < 3 || line[length - 1] != ']')
    return FALSE;
  line[length - 1] = '\0';
  file->name = g_strstrip (line + 1);
  return file->name[0] != '\0' && strpbrk (file->name, "[]") == NULL;
}

static gboolean
key_file_read_entry (DeidKeyFile *file, char *line)
{
  char *sign = strchr (line, '=');

  if (sign == NULL || sign == line)
    return FALSE;
  *sign = '\0';
  file->name = g_strchomp (line);
  file->value = g_strchug (sign + 1);
  return TRUE;
}

gboolean
deid_key_file_next (DeidKeyFile *file, DeidKeyFileItem *item, GError **error)
{
  char *line;

  do
    if (!take_line (file, &line))
      {
        *item = DEID_KEY_FILE_END;
        return TRUE;
      }
  while (line[0] == '\0' || line[0] == '#');
  *item = line[0] == '[' ? DEID_KEY_FILE_SECTION : DEID_KEY_FILE_ENTRY;
  if (*item == DEID_KEY_FILE_SECTION ? key_file_read_section (file, line)
                                     : key_file_read_entry (file, line))
    return TRUE;
  return deid_fail (error, DEID_ERROR_PARSE, "expected %s",
                    *item == DEID_KEY_FILE_SECTION
                        ? "the name of a section in brackets, in which a bracket is %5B or %5D"
                        : "[SECTION], KEY=VALUE, or a comment behind #");
}

static gboolean
read_next_entry (DeidKeyFile *file, DeidKeyFileItem *item, DeidKeyFileFunc set, gpointer data,
                 GError **error)
{
  if (!deid_key_file_next (file, item, error))
    return FALSE;
  if (*item == DEID_KEY_FILE_SECTION)
    return deid_fail (error, DEID_ERROR_PARSE, "expected KEY=VALUE, no section");
  return *item == DEID_KEY_FILE_END || set (data, file->name, file->value, error);
}

gboolean
deid_key_file_read_entries (const char *text, const char *what, DeidKeyFileFunc set, gpointer data,
                            GError **error)
{
  g_autofree char *copy = deid_copy_text (text, error);
  DeidKeyFile file = { .next = copy };
  DeidKeyFileItem item = DEID_KEY_FILE_ENTRY;

  if (copy == NULL)
    return FALSE;
  while (item == DEID_KEY_FILE_ENTRY)
    if (!read_next_entry (&file, &item, set, data, error))
      {
        g_prefix_error (error, "%s: line %" G_GUINT64_FORMAT ": ", what, file.line);
        return FALSE;
      }
  return TRUE;
}

/* Returns: the byte that two digits stand for, or 0 if it is none that has this escape: those of
 * ASCII that are seen have a meaning in lists. */
static guint
read_byte (const char *digits)
{
  const int high = g_ascii_xdigit_value (digits[0]);
  const int low = high >= 0 ? g_ascii_xdigit_value (digits[1]) : -1;

  return low >= 0 && (high >= 8 || high < 2) ? (guint) (high * 16 + low) : 0;
}

/* Takes away the blanks around the items of a list while those with escapes can be told. */
static void
trim_items (char *list)
{
  char *written = list, *end = list; /* @end is behind what is no blank */
  gboolean is_start = TRUE;

  for (const char *p = list; *p != '\0'; p++)
    {
      if (is_start && g_ascii_isspace (*p))
        continue;
      is_start = *p == ';';
      if (is_start)
        written = end;
      else if (*p == '\\' && p[1] != '\0')
        *written++ = *p++;
      *written++ = *p;
      if (!g_ascii_isspace (*p))
        end = written;
    }
  *end = '\0';
}

gboolean
deid_key_file_unescape (char *value, gboolean is_list, GError **error)
{
  char *written = value;

  if (is_list)
    trim_items (value);
  for (const char *p = value; *p != '\0'; p++)
    {
      const char *letter;

      if (*p != '\\')
        {
          *written++ = *p;
          continue;
        }
      letter = p[1] != '\0' ? strchr (key_file_letters, p[1]) : NULL;
      if (letter != NULL)
        *written++ = key_file_controls[letter - key_file_letters];
      else if (p[1] == 's' && !is_list)
        *written++ = ' ';
      else if (p[1] == 'x' && read_byte (p + 2) != 0)
        {
          *written++ = (char) read_byte (p + 2);
          p += 2;
        }
      else if (p[1] == '\\' || p[1] == ';' || p[1] == 's')
        {
          if (is_list)
            *written++ = '\\';
          *written++ = p[1];
        }
      else
        {
          g_set_error_literal (
              error, DEID_ERROR, DEID_ERROR_PARSE,
              "expected s, n, t, r, ;, x and two digits of a byte, or another one behind "
              "a backslash");
          return FALSE;
        }
      p++;
    }
  *written = '\0';
  return TRUE;
}

/* Adds characters, and escapes of bytes that are none. */
static void
add_characters (DeidLongText *text, const char *bytes, gsize n)
{
  const char *end;

  for (; !g_utf8_validate (bytes, (gssize) n, &end); bytes = end + 1)
    {
      deid_long_text_add (text, "%.*s\\x%02X", (int) (end - bytes), bytes, (guchar) *end);
      n -= (gsize) (end + 1 - bytes);
    }
  deid_long_text_add (text, "%.*s", (int) n, bytes);
}

/* Of a list the backslashes are escapes already. The NUL is special, too. */
static gboolean
is_special (char c, gboolean is_list)
{
  return (guchar) c <= ' ' || (c == '\\' && !is_list);
}

/* Tells whether a blank would be taken for one around a value or an item. */
static gboolean
key_file_is_at_end (const char *value, const char *blank, gboolean is_list)
{
  return blank == value || blank[1] == '\0' || (is_list && (blank[-1] == ';' || blank[1] == ';'));
}

/* Adds a value with its escapes, so that it reads back, and as UTF-8, whatever its bytes are. */
static void
add_escaped (DeidLongText *text, const char *value, gboolean is_list)
{
  for (const char *p = value;; p++)
    {
      const char *start = p, *letter;

      while (!is_special (*p, is_list))
        p++;
      add_characters (text, start, (gsize) (p - start));
      if (*p == '\0')
        return;
      letter = strchr (key_file_controls, *p);
      if (*p == ' ')
        deid_long_text_add (text, key_file_is_at_end (value, p, is_list) ? "\\s" : " ");
      else if (*p == '\\')
        deid_long_text_add (text, "\\\\");
      else if (letter != NULL)
        deid_long_text_add (text, "\\%c", key_file_letters[letter - key_file_controls]);
      else
        deid_long_text_add (text, "\\x%02X", (guchar) *p);
    }
}

void
deid_key_file_add_entry (DeidLongText *text, const char *key, const char *value, gboolean is_list)
{
  if (value == NULL)
    return;
  deid_long_text_add (text, "%s=", key);
  add_escaped (text, value, is_list);
  deid_long_text_add (text, "\n");
}

static void
key_file_append_item (GString *list, const char *item)
{
  if (list->len > 0)
    g_string_append_c (list, ';');
  for (const char *p = item; *p != '\0'; p++)
    if (*p == ' ' && (p == item || p[1] == '\0'))
      g_string_append (list, "\\s");
    else
      g_string_append_printf (list, "%s%c", *p == ';' || *p == '\\' ? "\\" : "", *p);
}

char *
deid_key_file_join (const char *const *items)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; items[i] != NULL; i++)
    key_file_append_item (list, items[i]);
  return g_string_free (g_steal_pointer (&list), FALSE);
}
