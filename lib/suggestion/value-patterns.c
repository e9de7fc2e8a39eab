/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "suggestion/value-patterns.h"

#include <string.h>

#include "base/rational.h"
#include "table/column.h"

#define MIN_SENTENCE 30
#define MIN_WORDS    4

/* How many characters of each sort a text has. */
typedef struct
{
  gsize n_bytes;
  gsize n_characters;
  gsize n_digits;
  gsize n_letters;  /* of ASCII */
  gsize n_hex;      /* of them and the digits */
  guint n_of[0x80]; /* of each character of ASCII */
} Profile;

static void
profile_init (Profile *profile, const char *text)
{
  *profile = (Profile){ .n_bytes = strlen (text) };
  for (const char *p = text; *p != '\0'; p++)
    {
      profile->n_characters += ((guchar) *p & 0xC0) != 0x80 ? 1 : 0;
      profile->n_digits += g_ascii_isdigit (*p) ? 1 : 0;
      profile->n_letters += g_ascii_isalpha (*p) ? 1 : 0;
      profile->n_hex += g_ascii_isxdigit (*p) ? 1 : 0;
      if ((guchar) *p < G_N_ELEMENTS (profile->n_of))
        profile->n_of[(guchar) *p]++;
    }
}

static gboolean
is_email (const char *text, const Profile *profile)
{
  const char *at = profile->n_of['@'] == 1 && profile->n_of[' '] == 0 ? strchr (text, '@') : NULL;
  const char *dot = at != NULL ? strchr (at, '.') : NULL;

  return at > text && dot != NULL && dot > at + 1 && dot[1] != '\0';
}

/* Four numbers below 256, or groups of hexadecimal digits between colons. */
static gboolean
is_ip_address (const char *text, const Profile *profile)
{
  const char *p = text;

  if (profile->n_of[':'] >= 2 && profile->n_of[':'] <= 7)
    return profile->n_hex + profile->n_of[':'] == profile->n_bytes
           && (profile->n_of[':'] == 7 || strstr (text, "::") != NULL);
  if (profile->n_of['.'] != 3 || profile->n_digits + 3 != profile->n_bytes)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    {
      guint number = 0, n = 0;

      for (; g_ascii_isdigit (*p) && n < 4; p++, n++)
        number = 10 * number + (guint) (*p - '0');
      if (n == 0 || n > 3 || number > 255 || *p != (i < 3 ? '.' : '\0'))
        return FALSE;
      p++;
    }
  return TRUE;
}

/* Names of months in English, German, French or Spanish, as spreadsheets abbreviate them. */
static const char *const months[]
    = { "jan",  "feb", "mar", "apr", "may", "jun", "jul",  "aug",  "sep",  "oct",  "nov",
        "dec",  "mrz", "mär", "mai", "okt", "dez", "janv", "févr", "avr",  "juin", "juil",
        "août", "ene", "abr", "ago", "dic", "déc", "sept", "mars", "juli", "juni", NULL };

/* What names of months begin with in twelve languages. */
static const char *const month_roots[]
    = { "jan", "feb", "mar", "apr", "may", "jun",   "jul", "aug", "sep", "oct", "nov", "dec",
        "jän", "fév", "fev", "mär", "mrz", "maa",   "avr", "abr", "mai", "maj", "mei", "mag",
        "gen", "ene", "giu", "lug", "ago", "aoû",   "aou", "set", "out", "ott", "okt", "déc",
        "dez", "des", "dic", "sty", "lut", "kwi",   "cze", "lip", "sie", "wrz", "paź", "paz",
        "lis", "gru", "led", "úno", "bře", "dub",   "kvě", "čer", "srp", "zář", "říj", "pro",
        "oca", "şub", "nis", "haz", "tem", "ağu",   "eyl", "eki", "kas", "ara", "tam", "hel",
        "kes", "hei", "elo", "syy", "lok", "joulu", "jui" };

/* Returns: the length of the short name of a month, or of any name, perhaps with a point; 0 if
 * there is none. */
static gsize
measure_month (const char *text, gboolean is_short)
{
  gsize n = 0;
  g_autofree char *folded = NULL;

  while (g_ascii_isalpha (text[n]) || (guchar) text[n] >= 0x80)
    n++;
  if (n < 3)
    return 0;
  folded = g_utf8_strdown (text, (gssize) n);
  if (is_short)
    return n <= 5 && g_strv_contains (months, folded) ? n : 0;
  for (gsize i = 0; i < G_N_ELEMENTS (month_roots); i++)
    if (g_str_has_prefix (folded, month_roots[i]))
      return n + (text[n] == '.' ? 1 : 0);
  return 0;
}

#define DIGITS  "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* Returns: the length of what a text begins with, if it is what a sign of a form means; or 0. */
static gsize
measure_sign (const char *text, char sign)
{
  switch (sign)
    {
    case '9':
      return g_ascii_isdigit (*text) ? 1 : 0;
    case 'x':
      return g_ascii_isxdigit (*text) ? 1 : 0;
    case 'A':
      return g_ascii_isupper (*text) ? 1 : 0;
    case '&':
      return g_ascii_isalnum (*text) ? 1 : 0;
    case '#':
      return strspn (text, DIGITS);
    case '@':
      return strspn (text, LETTERS);
    case '%':
      return measure_month (text, TRUE);
    case '~':
      return measure_month (text, FALSE);
    case '*':
      return strlen (text);
    default:
      return *text == sign ? 1 : 0;
    }
}

/* Tells whether a text is as a form, in which `9` is a digit and `#` some, `x` a hexadecimal one,
 * `A` a capital, `&` a letter or digit, `@` some letters, `%` the short name of a month, and `~`
 * any name of one; `*` is what is left. */
static gboolean
has_form (const char *text, const char *form)
{
  gsize n = 1;

  for (; *form != '\0' && n > 0; form++, text += n)
    n = measure_sign (text, *form);
  return n > 0 && *text == '\0';
}

static gboolean
is_iban (const char *text, const Profile *profile)
{
  return profile->n_bytes - profile->n_of[' '] >= 15 && profile->n_bytes - profile->n_of[' '] <= 34
         && profile->n_digits + profile->n_letters + profile->n_of[' '] == profile->n_bytes
         && g_ascii_isupper (text[0]) && g_ascii_isupper (text[1]) && g_ascii_isdigit (text[2])
         && g_ascii_isdigit (text[3]);
}

/* The check digit of Luhn. */
static gboolean
is_card (const char *text, const Profile *profile)
{
  guint sum = 0, place = 0;

  if (profile->n_digits < 13 || profile->n_digits > 19
      || profile->n_digits + profile->n_of[' '] + profile->n_of['-'] != profile->n_bytes)
    return FALSE;
  for (const char *p = text + profile->n_bytes; p-- > text;)
    if (g_ascii_isdigit (*p))
      {
        const guint digit = (guint) (*p - '0') << (place++ % 2);

        sum += digit > 9 ? digit - 9 : digit;
      }
  return sum % 10 == 0;
}

/* 49 CFR 565.15 (c): signs have values and places have weights; the ninth sign is the sum modulo
 * 11, X for 10. */
static gboolean
is_vin (const char *text, const Profile *profile)
{
  static const char letters[] = "ABCDEFGH JKLMN P R STUVWXYZ";
  static const guint8 values[]
      = { 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 0, 7, 0, 9, 0, 2, 3, 4, 5, 6, 7, 8, 9 };
  static const guint8 weights[] = { 8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2 };
  guint sum = 0;

  if (profile->n_bytes != G_N_ELEMENTS (weights)
      || profile->n_letters + profile->n_digits != profile->n_bytes || profile->n_letters == 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
    {
      const char *letter = strchr (letters, g_ascii_toupper (text[i]));

      if (!g_ascii_isdigit (text[i]) && letter == NULL)
        return FALSE;
      sum += weights[i]
             * (g_ascii_isdigit (text[i]) ? (guint) (text[i] - '0') : values[letter - letters]);
    }
  return g_ascii_toupper (text[8]) == "0123456789X"[sum % 11];
}

static gboolean
is_image (const char *text, G_GNUC_UNUSED const Profile *profile)
{
  static const char *const endings[]
      = { ".jpg", ".jpeg", ".png", ".gif", ".tif", ".tiff", ".bmp", ".webp", ".heic" };
  const gsize n = strlen (text);

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (n > strlen (endings[i])
        && g_ascii_strcasecmp (text + n - strlen (endings[i]), endings[i]) == 0)
      return TRUE;
  return FALSE;
}

/* Tells whether digits in groups are a date, such as 01.03.2020, and go on no further. */
static gboolean
is_date_in_text (const char *text, G_GNUC_UNUSED const Profile *profile)
{
  const gsize first = strspn (text, DIGITS);
  const char sign = text[first];
  gsize second, third;

  if (first == 0 || sign == '\0' || strchr ("./-", sign) == NULL)
    return FALSE;
  second = strspn (text + first + 1, DIGITS);
  third = text[first + 1 + second] == sign ? strspn (text + first + second + 2, DIGITS) : 0;
  return second > 0 && second <= 2 && third > 0 && (first == 4 || first <= 2)
         && text[first + second + third + 2] != sign;
}

/* Digits in groups, or behind a sign of going out. */
static gboolean
is_telephone (const char *text, const Profile *profile)
{
  const gsize n_signs = profile->n_bytes - profile->n_digits;

  return profile->n_digits >= 7 && profile->n_digits <= 15 && profile->n_letters == 0 && n_signs > 0
         && n_signs <= 6 && strspn (text, "+()-./ 0123456789") == profile->n_bytes
         && (text[0] == '+' || text[0] == '(' || text[0] == '0' || g_ascii_isdigit (text[0]))
         && !has_form (text, "99999-9999") && !is_date_in_text (text, profile);
}

static gboolean
is_sentence (G_GNUC_UNUSED const char *text, const Profile *profile)
{
  return profile->n_characters >= MIN_SENTENCE && profile->n_of[' '] + 1 >= MIN_WORDS;
}

static gboolean
has_several_words (G_GNUC_UNUSED const char *text, const Profile *profile)
{
  return profile->n_of[' '] > 0 && profile->n_letters > profile->n_digits;
}

static gboolean
has_capital (const char *text, const Profile *profile)
{
  return profile->n_digits == 0 && g_unichar_isupper (g_utf8_get_char (text));
}

static gboolean
has_digit (G_GNUC_UNUSED const char *text, const Profile *profile)
{
  return profile->n_digits > 0;
}

static gboolean
has_currency (const char *text, const Profile *profile)
{
  gboolean is_found = FALSE;

  for (; *text != '\0' && profile->n_digits > 0
         && (profile->n_of['$'] > 0 || profile->n_characters < profile->n_bytes);
       text = g_utf8_next_char (text))
    is_found |= g_unichar_type (g_utf8_get_char (text)) == G_UNICODE_CURRENCY_SYMBOL;
  return is_found;
}

static gboolean
is_code (const char *text, const Profile *profile)
{
  const char *digits = text + (g_ascii_isupper (text[0]) ? 1 : 0);

  return g_ascii_isdigit (digits[0]) && profile->n_bytes <= DEID_MAX_DIGITS
         && strspn (digits, "0123456789.") == strlen (digits);
}

/* A text is like a pattern if it has one of the forms, or the function says so. */
static const struct
{
  const char *forms[8];
  gboolean (*is_like) (const char *text, const Profile *profile);
} recognizers[DEID_N_PATTERNS] = {
  [DEID_PATTERN_EMAIL] = { { NULL }, is_email },
  [DEID_PATTERN_URL]
  = { { "http://*", "https://*", "ftp://*", "www.*", "HTTP://*", "HTTPS://*", "WWW.*" }, NULL },
  [DEID_PATTERN_IP_ADDRESS] = { { NULL }, is_ip_address },
  [DEID_PATTERN_MAC_ADDRESS] = { { "xx:xx:xx:xx:xx:xx", "xx-xx-xx-xx-xx-xx" }, NULL },
  [DEID_PATTERN_UUID] = { { "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx" }, NULL },
  [DEID_PATTERN_SOCIAL_SECURITY] = { { "999-99-9999" }, NULL },
  [DEID_PATTERN_IBAN] = { { NULL }, is_iban },
  [DEID_PATTERN_CARD] = { { NULL }, is_card },
  [DEID_PATTERN_VIN] = { { NULL }, is_vin },
  [DEID_PATTERN_IMAGE] = { { NULL }, is_image },
  [DEID_PATTERN_TELEPHONE] = { { NULL }, is_telephone },
  [DEID_PATTERN_POSTAL] = { { "99999", "99999-9999" }, NULL },
  [DEID_PATTERN_ICD] = { { "A9&", "A9&.&", "A9&.&&", "A9&.&&&", "A9&.&&&&" }, NULL },
  [DEID_PATTERN_SENTENCE] = { { NULL }, is_sentence },
  [DEID_PATTERN_DIGIT] = { { NULL }, has_digit },
  [DEID_PATTERN_ZIP4] = { { "99999-9999" }, NULL },
  [DEID_PATTERN_CODE] = { { NULL }, is_code },
  [DEID_PATTERN_TIME] = { { "9:99", "99:99", "9:99:99", "99:99:99" }, NULL },
  [DEID_PATTERN_WHOLE] = { { "#.0" }, NULL },
  [DEID_PATTERN_HALF_DAY] = { { "9:99 @", "99:99 @", "9:99:99 @", "99:99:99 @", "9:99@", "99:99@",
                                "9:99:99@", "99:99:99@" },
                              NULL },
  [DEID_PATTERN_HOURS] = { { "9h99", "99h99", "9 h 99", "99 h 99", "9h", "99h" }, NULL },
  [DEID_PATTERN_DATE]
  = { { "9999-99-@", "9999-@-@", "99.@.9999", "@.99.9999", "@.@.9999", "@/@/9999" },
      is_date_in_text },
  [DEID_PATTERN_ROUNDED] = { { "#.#E+1#", "#,#E+1#", "#E+1#" }, NULL },
  [DEID_PATTERN_MONTH] = { { "#-%", "%-#", "#. %", "#. %.", "# %", "% #" }, NULL },
  [DEID_PATTERN_UNIT] = { { "#@", "# @", "#.#@", "#.# @" }, NULL },
  [DEID_PATTERN_CURRENCY] = { { NULL }, has_currency },
  [DEID_PATTERN_POINT] = { { "#.#", "-#.#" }, NULL },
  [DEID_PATTERN_COMMA] = { { "#,#", "-#,#" }, NULL },
  [DEID_PATTERN_MONTH_NAME]
  = { { "#. ~ #", "# ~ #", "#-~-#", "#/~/#", "#.~.#", "# de ~ de #", "~ #, #", "#.~ #" }, NULL },
  [DEID_PATTERN_WORDS] = { { NULL }, has_several_words },
  [DEID_PATTERN_CAPITAL] = { { NULL }, has_capital },
};

static gboolean
is_like (DeidPattern pattern, const char *text, const Profile *profile)
{
  for (guint i = 0; i < G_N_ELEMENTS (recognizers[pattern].forms); i++)
    if (recognizers[pattern].forms[i] != NULL && has_form (text, recognizers[pattern].forms[i]))
      return TRUE;
  return recognizers[pattern].is_like != NULL && recognizers[pattern].is_like (text, profile);
}

/* Returns: how many characters stand behind the first point. */
static gsize
count_decimals (const char *text)
{
  const char *point = strchr (text, '.');

  return point != NULL ? strlen (point + 1) : 0;
}

gboolean
deid_patterns_count (DeidPatterns *patterns, const DeidDictionary *dictionary,
                     const char *const *missing, const DeidStop *stop, GError **error)
{
  *patterns = (DeidPatterns){ .shortest = G_MAXSIZE };
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);
      Profile profile;

      if (!deid_stop_check_value (stop, code, error))
        return FALSE;
      if (text == NULL || (missing[0] != NULL && g_strv_contains (missing, text)))
        continue;
      profile_init (&profile, text);
      patterns->n_values++;
      patterns->shortest = MIN (patterns->shortest, profile.n_characters);
      patterns->longest = MAX (patterns->longest, profile.n_characters);
      patterns->n_decimals = MAX (patterns->n_decimals, count_decimals (text));
      patterns->n_digits += profile.n_digits == profile.n_bytes ? 1 : 0;
      if (profile.n_digits == profile.n_bytes && profile.n_digits <= DEID_MAX_DIGITS)
        patterns->n_digits_of[profile.n_digits]++;
      for (guint p = 0; p < DEID_N_PATTERNS; p++)
        patterns->n_like[p] += is_like ((DeidPattern) p, text, &profile) ? 1 : 0;
    }
  if (patterns->n_values == 0)
    patterns->shortest = 0;
  return TRUE;
}

/* What texts may say of a person: telephone numbers behind a sign of going out, a zero, or as in
 * the United States, but no dates and ZIP codes; names behind titles. */
static const struct
{
  guint sign;
  const char *pattern;
} in_texts[] = {
  { DEID_TEXT_HAS_EMAIL, "\\w@[A-Za-z0-9-]+\\.[A-Za-z]" },
  { DEID_TEXT_HAS_TELEPHONE,
    "(?<![\\w.])(?:\\+\\d(?:[ ()/.-]{0,3}\\d){7,}|\\(?\\d{3}\\)?[ .-]\\d{3}[.-]\\d{4}\\b"
    "|(?!\\d\\d?([./-])\\d\\d?\\1\\d{2,4}(?!\\1))(?!\\d{5}-\\d{4}\\b)0\\d(?:[ "
    "()/.-]{0,3}\\d){7,})" },
  { DEID_TEXT_HAS_NAME, "\\b(?:Mr|Mrs|Ms|Dr|Herrn?|Frau|Hr|Fr|Mme|Madame|Mlle|Monsieur|Sra?|Señora?"
                        "|Dhr|Mevr|Mevrouw|Meneer)\\.? \\p{Lu}\\p{Ll}" },
};

/* Fewer digits are no telephone number. */
#define FEWEST_DIGITS 8

/* Tells whether a text may match a pattern. Most cannot, and matching is slow and allocates. */
static gboolean
may_have_sign (const char *text, guint sign)
{
  guint n_digits = 0;

  if (sign == DEID_TEXT_HAS_EMAIL)
    return strchr (text, '@') != NULL;
  if (sign == DEID_TEXT_HAS_NAME)
    return strchr (text, ' ') != NULL;
  for (const char *c = text; *c != '\0' && n_digits < FEWEST_DIGITS; c++)
    n_digits += g_ascii_isdigit (*c) ? 1 : 0;
  return n_digits == FEWEST_DIGITS;
}

guint
deid_text_find_persons (const char *text)
{
  static GRegex *compiled[G_N_ELEMENTS (in_texts)];
  static gsize is_compiled;
  guint found = 0;

  if (g_once_init_enter (&is_compiled))
    {
      for (guint i = 0; i < G_N_ELEMENTS (in_texts); i++)
        compiled[i] = g_regex_new (in_texts[i].pattern, G_REGEX_OPTIMIZE, 0, NULL);
      g_once_init_leave (&is_compiled, 1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (in_texts); i++)
    if (may_have_sign (text, in_texts[i].sign) && g_regex_match (compiled[i], text, 0, NULL))
      found |= in_texts[i].sign;
  return found;
}
