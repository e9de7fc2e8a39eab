/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "option-values.h"

#include <string.h>

#include "base/rational.h"
#include "base/text.h"

gboolean
refuse_option (const char *option, const char *value, const char *expected, GError **error)
{
  g_autofree char *shown = deid_text_escape (value);

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--%s %s: expected %s", option,
               shown, expected);
  return FALSE;
}

static gboolean
parse_number (const char *text, double *number)
{
  char *end;

  *number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

gboolean
read_number (const char *option, const char *text, double *number, GError **error)
{
  return parse_number (text, number) || refuse_option (option, text, "a number", error);
}

/* 7.3% is the number nearest to 0.073, not a hundredth of the one nearest to 7.3. */
gboolean
read_share (const char *option, const char *text, double *share, GError **error)
{
  const gsize length = strlen (text);
  const gboolean is_percentage = length > 1 && text[length - 1] == '%';
  g_autofree char *hundredths
      = is_percentage ? g_strdup_printf ("%.*se-2", (int) length - 1, text) : NULL;

  return parse_number (is_percentage ? hundredths : text, share)
         || refuse_option (option, text,
                           deid_decimal_has_comma (text)
                               ? "a number from 0 to 1, or a percentage, with a decimal point"
                               : "a number from 0 to 1, or a percentage",
                           error);
}

void
append_item (GString *list, const char *item)
{
  if (list->len > 0)
    g_string_append_c (list, ';');
  for (; *item != '\0'; item++)
    g_string_append_printf (list, "%s%c", *item == ';' || *item == '\\' ? "\\" : "", *item);
}

gboolean
read_count (const char *option, const char *text, guint64 *count, GError **error)
{
  return (g_ascii_isdigit (text[0])
          && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, count, NULL))
         || refuse_option (option, text, "an unsigned integer", error);
}

const char *
read_character (const char *text)
{
  return g_strcmp0 (text, "\\t") == 0 ? "\t" : text;
}

char **
split_list (const char *text)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (GString) item = g_string_new (NULL);

  for (const char *p = text; text != NULL && text[0] != '\0'; p++)
    if (*p == ',' || *p == '\0')
      {
        g_ptr_array_add (items, g_strstrip (g_strdup (item->str)));
        g_string_truncate (item, 0);
        if (*p == '\0')
          break;
      }
    else
      {
        p += p[0] == '\\' && p[1] == ',' ? 1 : 0;
        g_string_append_c (item, *p);
      }
  g_ptr_array_add (items, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&items), FALSE);
}

char *
quote_word (const char *word)
{
  static const char plain[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "@%_+=:,./-";
  const char *p = word;

  while (*p != '\0' && (strchr (plain, *p) != NULL || (guchar) *p >= 0x80))
    p++;
  return *p == '\0' ? g_strdup (word) : g_shell_quote (word);
}
