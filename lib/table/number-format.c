/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/number-format.h"

#include "base/rational.h"

#include <string.h>

const DeidNumberFormat deid_number_formats[DEID_N_NUMBER_FORMATS]
    = { { '.', 0 },   { ',', 0 },    { '.', ',' }, { ',', '.' },
        { ',', ' ' }, { '.', '\'' }, { '.', ' ' } };

/* Returns: NUL for what is no mark. */
static char
read_mark (const char *text)
{
  if (g_str_equal (text, "blank"))
    return ' ';
  return text[0] != '\0' && text[1] == '\0' && strchr (".,'", text[0]) != NULL ? text[0] : '\0';
}

char *
deid_number_format_take (DeidNumberFormat *format, const char *text, gboolean *is_lenient,
                         const char **expected)
{
  g_autofree char *rest = g_strdup (text);
  gboolean is_wrong = FALSE;

  *format = (DeidNumberFormat){ '\0', '\0' };
  *is_lenient = FALSE;
  while (rest[0] != '\0')
    {
      char *blank = strrchr (rest, ' ');
      const char *word = blank != NULL ? blank + 1 : rest;

      if (g_str_equal (word, "unparsable=missing"))
        *is_lenient = TRUE;
      else if (g_str_has_prefix (word, "decimal="))
        is_wrong |= (format->decimal = read_mark (word + strlen ("decimal="))) == '\0';
      else if (g_str_has_prefix (word, "thousands="))
        is_wrong |= (format->thousands = read_mark (word + strlen ("thousands="))) == '\0';
      else
        break;
      *(blank != NULL ? blank : rest) = '\0';
    }
  if (format->thousands != '\0' && format->decimal == '\0')
    format->decimal = format->thousands == '.' ? ',' : '.';
  if (is_wrong
      || (format->decimal != '\0'
          && (format->decimal == format->thousands || strchr (".,", format->decimal) == NULL)))
    *expected = "decimal=. or decimal=, and thousands= with another one of . , ' blank";
  return rest[0] != '\0' || text[0] == '\0' ? g_steal_pointer (&rest) : NULL;
}

char *
deid_number_format_spell (const DeidNumberFormat *format)
{
  const char sign[] = { format->thousands, '\0' };

  if (format->decimal == '\0')
    return NULL;
  return g_strdup_printf ("decimal=%c%s%s", format->decimal, sign[0] != '\0' ? " thousands=" : "",
                          sign[0] == ' ' ? "blank" : sign);
}

/* A number as people write it. Groups have three digits. The first one may have fewer, and those
 * before the last may have two, as in India. Units are currency signs, three capitals,
 * abbreviations of currencies and, behind a number, the signs of per cent and per mille. */
#define BLANK     "[ \\x{A0}\\x{2009}\\x{202F}]"
#define BLANKS    BLANK "*+" /* possessive: what follows begins with none, and texts may have many */
#define ANY_MINUS "[-\\x{2212}]"
#define CURRENCY  "\\p{Sc}|[A-Z]{3}(?![A-Z])|zł|kr\\.?|Kč|Ft|Fr\\.?|Rs\\.?|lei|R\\$|лв|руб\\."
#define BEFORE_NUMBER                                                                              \
  "^" BLANKS "(?<open>\\()?(?<minus>" ANY_MINUS ")?"                                               \
  "(?:(?<before>(?>" CURRENCY "))" BLANKS "(?<inner>" ANY_MINUS ")?|" BLANKS ")"
#define BEHIND_NUMBER                                                                              \
  "(?<last>" ANY_MINUS ")?" BLANKS "(?<behind>(?>" CURRENCY "|[%‰]))?" BLANKS "(?(<open>)\\))\\z"

/* The patterns between groups: first the one for no sign, which matches nothing, then those for
 * each sign. */
static const char group_signs[] = " ',.";
static const char *const group_patterns[] = { "(?!)", BLANK, "['\\x{2019}]", ",", "\\." };

static GRegex *
make_grammar (const char *group, const char *point)
{
  g_autofree char *number
      = g_strdup_printf ("(?<number>(?:[0-9]{1,3}(?:%s[0-9]{2,3})*%s[0-9]{3}|[0-9]*)(?:%s[0-9]*)?"
                         "(?:[eE](?:\\+|" ANY_MINUS ")?[0-9]*)?)",
                         group, group, point);
  g_autofree char *pattern = g_strconcat (BEFORE_NUMBER, number, BEHIND_NUMBER, NULL);

  return g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, NULL);
}

/* Returns: the grammar of a format, which is made once. */
static const GRegex *
get_grammar (const DeidNumberFormat *format)
{
  static gsize grammars[2][G_N_ELEMENTS (group_patterns)];
  const gboolean is_comma = format->decimal == ',';
  const char *sign = format->thousands != '\0' ? strchr (group_signs, format->thousands) : NULL;
  const gsize group = sign != NULL ? (gsize) (sign - group_signs) + 1 : 0;
  gsize *grammar = &grammars[is_comma][group];

  if (g_once_init_enter (grammar))
    g_once_init_leave (grammar,
                       (gsize) make_grammar (group_patterns[group], is_comma ? "," : "\\."));
  return (const GRegex *) *grammar;
}

static gboolean
has_part (const GMatchInfo *match, const char *name)
{
  int start, end;

  return g_match_info_fetch_named_pos (match, name, &start, &end) && end > start;
}

/* Numbers without a unit stand beside those with a currency, but not beside shares. */
static gboolean
fits_unit (const char *own, char **unit)
{
  const gboolean is_share = g_str_equal (own, "%") || g_str_equal (own, "‰");

  if (*unit == NULL || ((*unit)[0] == '\0' && !is_share))
    {
      g_free (*unit);
      *unit = g_strdup (own);
      return TRUE;
    }
  return g_str_equal (*unit, own)
         || (own[0] == '\0' && !g_str_equal (*unit, "%") && !g_str_equal (*unit, "‰"));
}

/* Returns: (transfer full): a number of the grammar as programs write it. */
static char *
make_decimal (const DeidNumberFormat *format, const GMatchInfo *match, gboolean is_negative)
{
  g_autofree char *number = g_match_info_fetch_named (match, "number");
  GString *decimal = g_string_new (is_negative ? "-" : "");

  for (const char *c = number; *c != '\0'; c = g_utf8_next_char (c))
    if (g_ascii_isdigit (*c))
      g_string_append_c (decimal, *c);
    else if (*c == format->decimal)
      g_string_append_c (decimal, '.');
    else if (*c == 'e' || *c == 'E')
      g_string_append_c (decimal, 'e');
    else if (*c == '-' || g_utf8_get_char (c) == 0x2212)
      g_string_append_c (decimal, '-');
  return g_string_free (decimal, FALSE);
}

char *
deid_number_format_read (const DeidNumberFormat *format, const char *text, char **unit)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *before = NULL, *behind = NULL, *decimal = NULL;
  int n_signs;

  if (!g_regex_match (get_grammar (format), text, 0, &match))
    return NULL;
  n_signs = (has_part (match, "open") || has_part (match, "minus")) + has_part (match, "inner")
            + has_part (match, "last");
  before = g_match_info_fetch_named (match, "before");
  behind = g_match_info_fetch_named (match, "behind");
  decimal = make_decimal (format, match, n_signs > 0);
  if (n_signs > 1 || (before[0] != '\0' && behind[0] != '\0') || !deid_decimal_is_valid (decimal)
      || (unit != NULL && !fits_unit (before[0] != '\0' ? before : behind, unit)))
    return NULL;
  return g_steal_pointer (&decimal);
}

char *
deid_number_format_write (const DeidNumberFormat *format, const char *text)
{
  char *written = g_strdup (text);

  for (char *c = written; format->decimal == ',' && *c != '\0'; c++)
    if (*c == '.' && g_ascii_isdigit (c[1])
        && (c == written || g_ascii_isdigit (c[-1]) || c[-1] == '-'))
      *c = ',';
  return written;
}
